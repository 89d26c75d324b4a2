"""Other models' templates: where they lie, what they need, what they do wrong, and how they fail."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.chat.family import LLAMA3, NORTH, QWEN3, QWEN3_CODER, family_for
from localcoder.chat.messages import Message, ToolCall, ToolSpec, with_users_joined
from localcoder.chat.template import ChatTemplate, TemplateFailed
from localcoder.engine.request import PromptTooLong
from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import UsageError
from tests.chat.conftest import LLAMA_TOKENS, NORTH_TOKENS, QWEN_TAGS, QWEN_TOKENS, write_tokenizer

READ = ToolSpec("read", 'Read a "text" file.\nAll of it.', {"type": "object", "properties": {"path": {}}})
BARE = ToolSpec("list", "", {})
HOP = (
    Message("user", "Read a."),
    Message("assistant", "I look.", "Hm.", (ToolCall("call_1", "read", '{"path":  "é"}'),)),
    Message("tool", "text", tool_call_id="call_1"),
)
PARALLEL = (
    Message("user", "Read a and b."),
    Message("assistant", "Both.", "Hm.", (ToolCall("c1", "read", '{"path": "a"}'), ToolCall("c2", "read", "{}"))),
    Message("tool", "B", tool_call_id="c2"),
    Message("tool", "A", tool_call_id="c1"),
    Message("user", "Thanks."),
)

NORTH_LIKE = """
{%- for tool in tools or [] %}
{"name": "{{ tool.function.name }}", "description": "{{ tool.function.description }}", \
"parameters": {{ tool.function.parameters | tojson }}}
{%- endfor %}
{%- for message in messages %}<|START_OF_TURN_TOKEN|>
    {%- if message.role == "assistant" %}<|CHATBOT_TOKEN|>
        {%- if message.tool_calls %}<|START_THINKING|>{{ message.tool_plan }}<|END_THINKING|><|START_ACTION|>[
            {%- for call in message.tool_calls %}
{"tool_name": {{ call.function.name | tojson }}, "parameters": {{ call.function.arguments | tojson }}}
            {%- endfor %}]<|END_ACTION|>
        {%- else %}<|START_THINKING|>{{ message.thinking }}<|END_THINKING|>{{ message.content }}{% endif %}
    {%- else %}<|USER_TOKEN|>{{ message.content }}{% endif %}<|END_OF_TURN_TOKEN|>
{%- endfor %}"""

QWEN_LIKE = """{%- if tools %}<tools>{% for tool in tools %}
{{ tool | tojson }}{% endfor %}</tools>{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role + "\\n" }}
{%- set content = message.content %}
{%- if message.role == "assistant" and "</think>" in content %}
{%- set content = content.split("</think>")[-1] %}
{%- endif %}
{%- if message.reasoning_content %}<think>
{{ message.reasoning_content }}
</think>

{% endif %}
{{- content }}
{%- for call in message.tool_calls or [] %}
{{- "\\n<tool_call>" }}
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% if enable_thinking is defined and enable_thinking is false %}<think>

</think>

{% endif %}{% endif %}"""

LLAMA_LIKE = """{{- bos_token }}
{%- for message in messages %}
    {%- if message.tool_calls %}
        {%- if message.tool_calls | length != 1 %}{{ raise_exception("Only one call at a time!") }}{% endif %}
        {{- "<|start_header_id|>assistant<|end_header_id|>\\n\\n" }}
        {{- '{"name": "' + message.tool_calls[0].function.name + '", "parameters": ' }}
        {{- message.tool_calls[0].function.arguments | tojson }}}<|eot_id|>
    {%- else %}
        {{- "<|start_header_id|>" + message.role + "<|end_header_id|>\\n\\n" + message.content | trim + "<|eot_id|>" }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ "<|start_header_id|>assistant<|end_header_id|>\\n\\n" }}{% endif %}"""

Make = Callable[..., ChatTemplate]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(source: str, tokenizer: Tokenizer, **config: object) -> ChatTemplate:
        (tmp_path / "chat_template.jinja").write_text(source, encoding="utf-8")
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
        return ChatTemplate.load(tmp_path, tokenizer)

    return make


def text_of(template: ChatTemplate, tokenizer: Tokenizer, *args: object, **options: object) -> str:
    return tokenizer.decode(template.render(*args, **options))  # type: ignore[arg-type]


def test_a_north_like_template_loses_nothing(make: Make, north: Tokenizer) -> None:
    template = make(NORTH_LIKE, north)
    text = text_of(template, north, HOP, [READ, BARE])
    assert '"description": "Read a \\"text\\" file.\\nAll of it."' in text
    assert '"parameters": {"type": "object", "properties": {}}' in text
    assert "<|START_THINKING|>Hm.\n\nI look.<|END_THINKING|>" in text
    assert '"parameters": {"path":  "é"}' in text
    answer = text_of(template, north, [*HOP, Message("assistant", "Text.", "I see.")])
    assert "<|START_THINKING|>I see.<|END_THINKING|>Text." in answer


def test_a_qwen_like_template_shows_reasoning_and_text_beside_calls(make: Make, qwen: Tokenizer) -> None:
    text = text_of(make(QWEN_LIKE, qwen), qwen, HOP, [READ])
    assert '"description": "Read a \\"text\\" file.\\nAll of it."' in text
    assert (
        "<|im_start|>assistant\n<think>\nHm.\n</think>\n\nI look.\n"
        '<tool_call>\n{"name": "read", "arguments": {"path":  "é"}}\n</tool_call><|im_end|>'
    ) in text
    assert text.endswith("<|im_start|>assistant\n")
    off = text_of(make(QWEN_LIKE, qwen), qwen, HOP, reasoning=False)
    assert off.endswith("<|im_start|>assistant\n<think>\n\n</think>\n\n")


def test_the_templates_own_logic_does_not_act_on_markers_in_texts(make: Make, qwen: Tokenizer) -> None:
    said = Message("assistant", "Qwen writes <think> and </think>.")
    text = text_of(make(QWEN_LIKE, qwen), qwen, [Message("user", "Hi"), said])
    assert said.content in text


def test_parallel_calls_become_single_ones_where_the_template_refuses_them(make: Make, llama: Tokenizer) -> None:
    text = text_of(make(LLAMA_LIKE, llama, bos_token={"content": "<|begin_of_text|>"}), llama, PARALLEL)
    assert text.startswith("<|begin_of_text|>")
    call = '<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "read", "parameters": %s}<|eot_id|>'
    result = "<|start_header_id|>tool<|end_header_id|>\n\n%s<|eot_id|>"
    assert call % '{"path": "a"}' + result % "A" + call % "{}" + result % "B" in text


@pytest.mark.parametrize("arguments", ["oops", "[1]", '"text"', '{"a": 1'])
def test_arguments_that_are_no_object_stay_visible(make: Make, qwen: Tokenizer, arguments: str) -> None:
    call = Message("assistant", "", "", (ToolCall("c", "read", arguments),))
    text = text_of(make(QWEN_LIKE, qwen), qwen, [Message("user", "Hi"), call])
    assert f'"arguments": {json.dumps({"raw_arguments": arguments})}' in text


def test_features_of_hugging_face_templates_work(make: Make, qwen: Tokenizer) -> None:
    source = (
        "{% for n in range(9) %}{% if n == 2 %}{% break %}{% endif %}{% if n == 0 %}{% continue %}{% endif %}{{ n }}"
        "{% endfor %}{% generation %}g{% endgeneration %}{{ strftime_now('%Y') }}"
        "{{ {'b': '<é>', 'a': 1} | tojson }}{{ {'b': 1, 'a': [2]} | tojson(indent=2) }}{{ style }}"
        "{{ {'é': 1} | tojson(ensure_ascii=True, separators=(',', ':'), sort_keys=True) }}{{ documents is none }}"
    )
    text = text_of(make(source, qwen), qwen, [], arguments={"style": "plain"})
    year = datetime.datetime.now().year
    assert text == (f'1g{year}{{"b": "<é>", "a": 1}}{{\n  "b": 1,\n  "a": [\n    2\n  ]\n}}plain{{"\\u00e9":1}}True')


def test_an_indented_layout_wins_over_the_models_own_spacing(make: Make, qwen: Tokenizer) -> None:
    source = "{% for m in messages %}{{ m.tool_calls[0].function.arguments | tojson(indent=1) }}{% endfor %}"
    call = Message("assistant", "", "", (ToolCall("c", "read", '{"a":1}'),))
    assert text_of(make(source, qwen), qwen, [call]) == '{\n "a": 1\n}'


def test_a_lone_surrogate_renders(make: Make, qwen: Tokenizer) -> None:
    source = "{{ messages[0].content }}{{ messages[0] | tojson }}"
    assert text_of(make(source, qwen), qwen, [Message("user", "\ud83d")]).endswith('"content": "\\ud83d"}')


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{ raise_exception('roles must alternate') }}", "refuses this conversation: roles must alternate."),
        ("{{ nothing.at.all }}", "refuses this conversation: 'nothing' is undefined."),
        ("{{ 1 / 0 }}", "fails on this conversation: ZeroDivisionError"),
        ("{{ missing | tojson }}", "fails on this conversation: TypeError"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{{ messages.append(1) }}", "unsafe"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "RecursionError"),
        ("{{ range(1000000000) | list }}", "OverflowError"),
    ],
)
def test_a_template_that_fails_is_named_with_what_it_said(make: Make, qwen: Tokenizer, source: str, words: str) -> None:
    template = make(source, qwen)
    with pytest.raises(TemplateFailed) as caught:
        template.render([Message("user", "Hi")])
    assert "chat_template.jinja: the chat template" in str(caught.value) and words in str(caught.value)


def test_arguments_cannot_replace_the_conversation(make: Make, qwen: Tokenizer) -> None:
    template = make("{{ messages | length }}{{ add_generation_prompt }}{{ style }}", qwen)
    arguments = {"messages": [], "add_generation_prompt": False, "style": "<|im_end|>"}
    ids = template.render([Message("user", "Hi")], arguments=arguments)
    assert qwen.decode(ids) == "1True<|im_end|>" and not set(ids) & set(qwen.control_tokens.values())


def test_the_tokenizer_knows_the_first_token_where_the_configuration_does_not(tmp_path: Path) -> None:
    write_tokenizer(tmp_path, LLAMA_TOKENS)
    begin = 256 + LLAMA_TOKENS.index("<|begin_of_text|>")
    (tmp_path / "config.json").write_text(json.dumps({"bos_token_id": begin}))
    (tmp_path / "chat_template.jinja").write_text("{{ bos_token }}")
    assert ChatTemplate.load(tmp_path, Tokenizer.load(tmp_path)).render([]) == [begin]


def test_a_syntax_error_names_file_and_line(make: Make, qwen: Tokenizer) -> None:
    with pytest.raises(UsageError, match=r"chat_template\.jinja: line 2 of the chat template is wrong"):
        make("fine\n{% if %}", qwen)


def test_a_template_is_found_in_the_tokenizers_configuration(tmp_path: Path, qwen: Tokenizer) -> None:
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps({"chat_template": "plain", "eos_token": None}))
    assert text_of(ChatTemplate.load(tmp_path, qwen), qwen, []) == "plain"
    named = [{"name": "default", "template": "default"}, {"name": "tool_use", "template": "tools"}]
    path.write_text(json.dumps({"chat_template": named}))
    assert text_of(ChatTemplate.load(tmp_path, qwen), qwen, []) == "tools"


@pytest.mark.parametrize("config", [None, "{}", '{"chat_template": []}', "[]", "{", '{"chat_template": 5}'])
def test_a_model_without_a_template_is_refused(tmp_path: Path, qwen: Tokenizer, config: str | None) -> None:
    if config is not None:
        (tmp_path / "tokenizer_config.json").write_text(config)
    with pytest.raises(UsageError, match=str(tmp_path)):
        ChatTemplate.load(tmp_path, qwen)


def test_a_template_that_is_not_utf8_is_refused(tmp_path: Path, qwen: Tokenizer) -> None:
    (tmp_path / "chat_template.jinja").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"chat_template\.jinja: the chat template cannot be read"):
        ChatTemplate.load(tmp_path, qwen)


@pytest.fixture(scope="module")
def qwen_like(tmp_path_factory: pytest.TempPathFactory, qwen: Tokenizer) -> ChatTemplate:
    directory = tmp_path_factory.mktemp("qwen_like")
    (directory / "chat_template.jinja").write_text(QWEN_LIKE)
    return ChatTemplate.load(directory, qwen)


texts = st.lists(st.sampled_from([*QWEN_TOKENS, *QWEN_TAGS]) | st.text(max_size=4), max_size=5).map("".join)


@settings(max_examples=60, deadline=None)
@given(user=texts, said=texts, thought=texts.filter(str.strip), value=texts, result=texts)
def test_tags_that_are_no_special_tokens_are_kept_apart_too(
    qwen_like: ChatTemplate, qwen: Tokenizer, user: str, said: str, thought: str, value: str, result: str
) -> None:
    controls = set(qwen.control_tokens.values())

    def skeleton(user: str, said: str, thought: str, value: str, result: str) -> list[int]:
        call = ToolCall("c", "read", json.dumps({"path": value}, ensure_ascii=False))
        messages = [Message("user", user), Message("assistant", said, thought, (call,)), Message("tool", result)]
        tool = ToolSpec("read", value, {"properties": {value: {}}})
        return [i for i in qwen_like.render(messages, [tool]) if i in controls]

    assert skeleton(user, said, thought, value, result) == skeleton(*["plain"] * 5)


def test_families_are_told_apart(tmp_path: Path) -> None:
    def family(name: str, template: str, special: list[str], model_type: str = "llama") -> object:
        directory = tmp_path / name
        tokenizer = write_tokenizer(directory, special)
        (directory / "chat_template.jinja").write_text(template)
        (directory / "config.json").write_text(json.dumps({"model_type": model_type}))
        return family_for(directory, tokenizer)

    assert family("north", NORTH_LIKE, NORTH_TOKENS) is NORTH
    assert family("qwen3", QWEN_LIKE, QWEN_TOKENS, "qwen3") is QWEN3
    assert family("coder", "<tool_call>\n<function=name>", QWEN_TOKENS, "qwen3_moe") is QWEN3_CODER
    assert family("llama3", LLAMA_LIKE, LLAMA_TOKENS) is LLAMA3
    assert family("hermes", QWEN_LIKE, LLAMA_TOKENS) is QWEN3
    assert family("distilled", "<think>\\n", LLAMA_TOKENS) is QWEN3
    assert family("unknown", "plain", QWEN_TOKENS, "other") is QWEN3


def test_text_far_beyond_the_limit_is_refused_without_encoding_all_of_it(
    qwen: Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded = 0
    encode = qwen.encode_text

    def counted(text: str) -> list[int]:
        nonlocal encoded
        encoded += len(text)
        return encode(text)

    monkeypatch.setattr(qwen, "encode_text", counted)
    template = ChatTemplate("{{ messages[0].content }}<|im_end|>", "here", qwen, {})
    with pytest.raises(PromptTooLong) as refused:
        template.render([Message("user", "word " * 200_000)], limit=1000)
    assert refused.value.limit_tokens == 1000
    assert refused.value.prompt_tokens == pytest.approx(1_000_001, rel=0.001)
    assert encoded < 100_000


def test_limit_refuses_nothing_that_might_fit(qwen: Tokenizer) -> None:
    template = ChatTemplate("{{ messages[0].content }}" + "<|im_end|>" * 2000, "here", qwen, {})
    assert len(template.render([Message("user", "word " * 20)], limit=2100)) == 2100


def test_tokenizer_without_control_tokens_can_be_used(tmp_path: Path) -> None:
    plain = write_tokenizer(tmp_path, [])
    template = ChatTemplate("{{ messages[0].content }}", "here", plain, {})
    assert plain.decode(template.render([Message("user", "hi <|im_end|>")])) == "hi <|im_end|>"


def test_refusal_of_a_template_is_one_line(qwen: Tokenizer) -> None:
    template = ChatTemplate("{{ raise_exception('Only\\nusers may\\n speak.') }}", "here", qwen, {})
    with pytest.raises(TemplateFailed, match=r"refuses this conversation: Only users may speak\.$"):
        template.render([Message("user", "hi")])


TAKING_TURNS = """{%- for message in messages %}
{%- if (message.role == "user") != (loop.index0 % 2 == 0) %}{{ raise_exception("Roles must alternate.") }}{% endif %}
{{- "<|im_start|>" + message.role + "\\n" + message.content + "<|im_end|>\\n" }}
{%- endfor %}"""
USERS = st.lists(st.sampled_from(["user", "assistant"]), max_size=8)


def test_what_the_user_said_in_a_row_is_one_message_where_a_template_refuses_more(make: Make, qwen: Tokenizer) -> None:
    said = [
        Message("user", "[A summary.]"),
        Message("user", "Go on."),
        Message("assistant", "Yes."),
        Message("user", "?"),
    ]
    text = text_of(make(TAKING_TURNS, qwen), qwen, said)
    assert text.startswith("<|im_start|>user\n[A summary.]\n\nGo on.<|im_end|>\n<|im_start|>assistant\nYes.")
    text = text_of(make(QWEN_LIKE, qwen), qwen, said)
    assert "[A summary.]<|im_end|>\n<|im_start|>user\nGo on.<|im_end|>" in text


@given(USERS)
def test_joining_loses_no_word_and_leaves_no_two_of_the_users_in_a_row(
    roles: list[Literal["user", "assistant"]],
) -> None:
    messages = [Message(role, f"<{number}>") for number, role in enumerate(roles)]
    joined = with_users_joined(messages)
    assert not any(one.role == two.role == "user" for one, two in pairwise(joined))
    assert "".join(m.content for m in joined).replace("\n\n", "") == "".join(m.content for m in messages)
    assert with_users_joined(joined) == joined
