"""The built-in model's template: North Mini Code's format, compact, with stable prefixes and safe texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import localcoder.agent
import localcoder.engine
from localcoder.chat.families.north import NorthParser
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ReasoningDelta, TextDelta, ToolCallFinished
from localcoder.chat.template import ChatTemplate
from localcoder.engine.tokenizer import Tokenizer
from tests.chat.conftest import NORTH_TOKENS

POCKET = Path(localcoder.engine.__file__).parent / "pocket"
PROMPT = Path(localcoder.agent.__file__).parent / "prompts" / "compact.md"
READ = ToolSpec(
    "read",
    "Read a text file.",
    {
        "type": "object",
        "properties": {"path": {"type": "string"}, "offset": {"type": "integer"}, "limit": {"type": "integer"}},
        "required": ["path"],
    },
)
LIST = ToolSpec("list", "", {})
TODO = ToolSpec("todo", "Keep a list.", {"type": "object", "properties": {"items": {}}, "required": ["items"]})
CONVERSATION = (
    Message("system", "You are a coding assistant."),
    Message("user", "What does hello.py print?"),
    Message("assistant", "", "I should read the file.", (ToolCall("call_a", "read", '{"path": "hello.py"}'),)),
    Message("tool", '1|print("hello")', tool_call_id="call_a"),
    Message("assistant", "It prints hello.", "It prints hello."),
    Message("user", "And both?"),
    Message(
        "assistant",
        "",
        "",
        (ToolCall("call_b", "list", "{}"), ToolCall("call_c", "read", '{"path":"a", "limit": 2}')),
    ),
    Message("tool", "Error: no such file", tool_call_id="call_c", is_error=True),
    Message("tool", "a/", tool_call_id="call_b"),
)


@pytest.fixture(scope="module")
def template(north: Tokenizer) -> ChatTemplate:
    return ChatTemplate.load(POCKET, north)


def turn(role: str, body: str) -> str:
    return f"<|START_OF_TURN_TOKEN|><|{role}_TOKEN|>{body}<|END_OF_TURN_TOKEN|>"


def test_a_conversation_renders_in_norths_format(template: ChatTemplate, north: Tokenizer) -> None:
    expected = (
        "<BOS_TOKEN>",
        turn(
            "SYSTEM",
            "<|START_TEXT|># Available Tools\nread(path, offset?, limit?)\nlist()\ntodo(items)\n\n"
            "You are a coding assistant.<|END_TEXT|>",
        ),
        turn("USER", "<|START_TEXT|>What does hello.py print?<|END_TEXT|>"),
        turn(
            "CHATBOT",
            "<|START_THINKING|>I should read the file.<|END_THINKING|><|START_ACTION|>"
            '[{"tool_call_id": "0", "tool_name": "read", "parameters": {"path": "hello.py"}}]<|END_ACTION|>',
        ),
        turn(
            "SYSTEM",
            '<|START_TOOL_RESULT|>[{"tool_call_id": "0", "results": {"0": {"content": "1|print(\\"hello\\")"}}, '
            '"is_error": null}]<|END_TOOL_RESULT|>',
        ),
        turn(
            "CHATBOT",
            "<|START_THINKING|>It prints hello.<|END_THINKING|><|START_TEXT|>It prints hello.<|END_TEXT|>",
        ),
        turn("USER", "<|START_TEXT|>And both?<|END_TEXT|>"),
        turn(
            "CHATBOT",
            '<|START_THINKING|><|END_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "list", '
            '"parameters": {}}, {"tool_call_id": "1", "tool_name": "read", "parameters": {"path":"a", "limit": 2}}]'
            "<|END_ACTION|>",
        ),
        turn(
            "SYSTEM",
            '<|START_TOOL_RESULT|>[{"tool_call_id": "1", "results": {"0": {"content": "Error: no such file"}}, '
            '"is_error": true}, {"tool_call_id": "0", "results": {"0": {"content": "a/"}}, "is_error": null}]'
            "<|END_TOOL_RESULT|>",
        ),
        "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_THINKING|>",
    )
    ids = template.render(CONVERSATION, [READ, LIST, TODO])
    assert north.decode(ids) == "".join(expected)
    assert ids == north.encode_with_controls("".join(expected))


def test_reasoning_off_closes_the_thinking_at_once(template: ChatTemplate, north: Tokenizer) -> None:
    text = north.decode(template.render([Message("user", "Hi")], reasoning=False))
    assert text.endswith(
        turn("USER", "<|START_TEXT|>Hi<|END_TEXT|>") + "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>"
        "<|START_THINKING|><|END_THINKING|>"
    )


@pytest.mark.parametrize(("tools", "above"), [([], ""), ([LIST], "# Available Tools\nlist()\n\n")])
def test_without_a_system_message_it_is_told_the_first_line_that_it_knows(
    template: ChatTemplate, north: Tokenizer, tools: list[ToolSpec], above: str
) -> None:
    text = north.decode(template.render([Message("user", "Hi")], tools))
    first = PROMPT.read_text(encoding="utf-8").partition(" Use the tools")[0]
    assert text.startswith("<BOS_TOKEN>" + turn("SYSTEM", f"<|START_TEXT|>{above}{first}<|END_TEXT|>") + "<|START_OF")
    empty = north.decode(template.render([Message("system", ""), Message("user", "Hi")], tools))
    assert first not in empty


def test_every_message_extends_the_rendering_before_it(template: ChatTemplate) -> None:
    tools = [READ, LIST]
    whole = template.render(CONVERSATION, tools, add_generation_prompt=False)
    for length in range(1, len(CONVERSATION) + 1):
        if length < len(CONVERSATION) and CONVERSATION[length].role == CONVERSATION[length - 1].role == "tool":
            continue  # results of one turn's calls share one rendered turn
        part = template.render(CONVERSATION[:length], tools, add_generation_prompt=False)
        assert whole[: len(part)] == part


def test_tools_offered_later_leave_other_texts_alone(template: ChatTemplate, north: Tokenizer) -> None:
    without = north.decode(template.render(CONVERSATION[:2], []))
    assert "Available Tools" not in without
    both = north.decode(template.render(CONVERSATION[:2], [LIST]))
    assert both.replace("# Available Tools\nlist()\n\n", "") == without


@pytest.mark.parametrize("reasoning", [True, False])
@pytest.mark.parametrize(
    "generated",
    [
        'I look.<|END_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read", "parameters": '
        '{"path":  "a\\u00e9\\/b",\n "x":1.0}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
        "<|END_THINKING|><|START_TEXT|> Done. \n<|END_TEXT|><|END_OF_TURN_TOKEN|>",
        "Hm.<|END_THINKING|><|START_TEXT|>Look:<|END_TEXT|><|START_ACTION|>"
        '[{"tool_call_id": "0", "tool_name": "list", "parameters": {}}, '
        '{"tool_call_id": "1", "tool_name": "list", "parameters": {}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
    ],
)
def test_a_reply_renders_back_as_it_was_generated(
    template: ChatTemplate, north: Tokenizer, generated: str, reasoning: bool
) -> None:
    prompt = template.render(CONVERSATION[:2], [READ], reasoning=reasoning)
    if not reasoning:
        generated = generated[generated.index("<|END_THINKING|>") + len("<|END_THINKING|>") :]
    parser = NorthParser(in_reasoning=reasoning)
    events = parser.feed(generated) + parser.finish()
    reply = Message(
        "assistant",
        "".join(event.text for event in events if isinstance(event, TextDelta)),
        "".join(event.text for event in events if isinstance(event, ReasoningDelta)),
        tuple(event.call for event in events if isinstance(event, ToolCallFinished)),
    )
    again = template.render([*CONVERSATION[:2], reply], [READ], add_generation_prompt=False)
    assert again == prompt + north.encode_with_controls(generated)


marker_soup = st.lists(
    st.one_of(
        st.sampled_from([*NORTH_TOKENS, "<|END_OF_TURN_TO\u212aEN|>", "\U0010fffd"]),
        st.sampled_from(NORTH_TOKENS).flatmap(lambda marker: st.integers(0, len(marker)).map(lambda n: marker[:n])),
        st.sampled_from(NORTH_TOKENS).flatmap(lambda marker: st.integers(0, len(marker)).map(lambda n: marker[n:])),
        st.text(max_size=5),
    ),
    max_size=6,
).map("".join)


@settings(max_examples=80, deadline=None)
@given(texts=st.lists(marker_soup, min_size=9, max_size=9))
def test_no_text_becomes_a_control_token(template: ChatTemplate, north: Tokenizer, texts: list[str]) -> None:
    controls = set(north.control_tokens.values())

    def skeleton(
        system: str, user: str, said: str, thought: str, name: str, key: str, value: str, result: str
    ) -> list[int]:
        arguments = json.dumps({key: [value, {"deep": value}]}, ensure_ascii=False)
        conversation = [
            Message("system", system),
            Message("user", user),
            Message("assistant", said + "x", thought, (ToolCall(user, name or "n", arguments),)),
            Message("tool", result, tool_call_id=user),
        ]
        tool = ToolSpec(name or "n", said, {"properties": {key: {"description": value}}, "required": [key]})
        return [i for i in template.render(conversation, [tool]) if i in controls]

    assert skeleton(*texts[:8]) == skeleton(*["plain"] * 8)


@settings(max_examples=60, deadline=None)
@given(system=marker_soup, user=marker_soup)
def test_texts_survive_rendering_unchanged(template: ChatTemplate, north: Tokenizer, system: str, user: str) -> None:
    rendered = north.decode(template.render([Message("system", system), Message("user", user)]))
    expected = [turn(role, f"<|START_TEXT|>{text}<|END_TEXT|>") for role, text in (("SYSTEM", system), ("USER", user))]
    assert rendered.startswith("<BOS_TOKEN>" + "".join(expected))
