"""Tool calls, as the model writes them, at the client: whole, byte for byte, and never as text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.spoken import calls, text
from tests.server.asking import ask
from tests.server.scenarios.conftest import Speaking

USER = [{"role": "user", "content": "hi"}]


def tool(name: str) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}
    return {"type": "function", "function": {"name": name, "description": "A tool.", "parameters": parameters}}


BODY: dict[str, Any] = {"messages": USER, "tools": [tool("read"), tool("write")]}

LINE = 'def f():\n\treturn "\\n" + "é"\n'
"""A hundred kilobytes of it are spoken a line at a time: each spelling of a line is one token."""

HARD_TEXTS = {
    "quotes and backslashes": 'say "hi" and \'bye\' \\ \\\\ \\" C:\\new\\table',
    "escapes as text": r"literal \n and \t and é stay",
    "control characters": "tab\tnewline\nreturn\rbell\a null\0 end",
    "markup": "</script><|END_ACTION|><|END_TEXT|><tool_call>]}{[",
    "emoji": "😀👩‍👩‍👧 日本語 é",
    "replacement": "\ufffd",
    "separators": "a\u2028b\u2029c\u0085d",
    "100 KB": LINE * 4000,
}


@pytest.mark.parametrize("value", HARD_TEXTS.values(), ids=list(HARD_TEXTS))
@pytest.mark.parametrize("ascii_only", [False, True], ids=["as it is", "escaped"])
def test_arguments_pass_byte_for_byte(speaking: Speaking, stream: bool, value: str, ascii_only: bool) -> None:
    parameters = {"path": "a.py", "content": value}
    raw = json.dumps(parameters, ensure_ascii=ascii_only)
    if "<|END_ACTION|>" in raw:  # as text: the model's own marker token would end the call
        raw = raw.replace("<|", "<\\u007c")
    spelled = [json.dumps(LINE, ensure_ascii=way)[1:-1] for way in (False, True)]
    server = speaking(calls(("write", raw)), cuts={line: (len(line.encode()),) for line in spelled})
    answer = ask(server, BODY, stream=stream)
    assert answer.finish_reason == "tool_calls"
    assert answer.named_calls == [("write", raw)]
    assert json.loads(answer.calls[0]["function"]["arguments"]) == parameters
    assert answer.content == ""


@pytest.mark.parametrize(
    "raw", ['{"content": "\\ud83d"}', '{"content": "\\udc00 x \\uDBFF"}', '{"content": "\\u0000"}']
)
def test_escapes_of_lone_surrogates_are_left_as_they_are(speaking: Speaking, stream: bool, raw: str) -> None:
    assert ask(speaking(calls(("write", raw))), BODY, stream=stream).named_calls == [("write", raw)]


@pytest.mark.parametrize("raw", ["{}", "{ }", '{"a":1.50e+1 ,  "b" :[ ] }', '{\n  "path": "a"\n}', '{"a": 1, "a": 2}'])
def test_arguments_are_not_written_anew(speaking: Speaking, stream: bool, raw: str) -> None:
    assert ask(speaking(calls(("read", raw))), BODY, stream=stream).named_calls == [("read", raw)]


def test_stream_adds_up_to_the_plain_answer(speaking: Speaking) -> None:
    server = speaking(calls(("read", {"path": "a"}), ("write", {"path": "b", "content": "{]"}), reasoning="Both."))
    plain, streamed = (ask(server, BODY, stream=way) for way in (False, True))
    assert plain.named_calls == streamed.named_calls
    assert (plain.content, plain.reasoning, plain.finish_reason) == ("", "Both.", "tool_calls")
    assert (streamed.content, streamed.reasoning, streamed.finish_reason) == ("", "Both.", "tool_calls")
    assert plain.usage == streamed.usage


def test_streamed_arguments_are_never_null(speaking: Speaking) -> None:
    answer = ask(speaking(calls(("read", {}), ("read", {"path": "b"}))), BODY, stream=True)
    parts = [
        part for chunk in answer.chunks for choice in chunk["choices"] for part in choice["delta"].get("tool_calls", ())
    ]
    assert all(isinstance(part["function"]["arguments"], str) for part in parts)
    assert all(part["type"] == "function" and part["function"]["name"] for part in parts if "id" in part)


def test_parallel_calls_keep_their_braces_and_come_one_after_the_other(speaking: Speaking) -> None:
    nested = {"path": "b", "options": {"deep": [{"a": {}}, {"b": "}"}]}}
    answer = ask(speaking(calls(("read", {"path": "a"}), ("write", nested), ("read", {}))), BODY, stream=True)
    assert [json.loads(arguments) for _, arguments in answer.named_calls] == [{"path": "a"}, nested, {}]
    assert len({call["id"] for call in answer.calls}) == 3
    indexes = [
        part["index"]
        for chunk in answer.chunks
        for choice in chunk["choices"]
        for part in choice["delta"].get("tool_calls", ())
    ]
    assert indexes == sorted(indexes)
    assert set(indexes) == {0, 1, 2}


def test_ids_differ_between_replies(speaking: Speaking, stream: bool) -> None:
    server = speaking(calls(("read", {"path": "a"})))
    ids = [ask(server, BODY, stream=stream).calls[0]["id"] for _ in range(3)]
    assert len(set(ids)) == 3


def test_long_argument_is_streamed_while_it_is_written(speaking: Speaking) -> None:
    """Every fragment is a few characters: nothing waits for the call's end."""
    content = "line of code\n" * 200
    chunks = ask(speaking(calls(("write", {"path": "a", "content": content}))), BODY, stream=True).chunks
    fragments = [
        part["function"]["arguments"]
        for chunk in chunks
        for choice in chunk["choices"]
        for part in choice["delta"].get("tool_calls", ())
    ]
    assert len(fragments) > len(content) / 2
    assert max(map(len, fragments)) < 40


def test_call_cut_by_length_is_partial_and_no_tool_call_to_run(speaking: Speaking, stream: bool) -> None:
    server = speaking(calls(("write", {"path": "a", "content": "x" * 500})))
    answer = ask(server, BODY | {"max_tokens": 200}, stream=stream)
    assert answer.finish_reason == "length"
    ((name, arguments),) = answer.named_calls
    assert name == "write"
    assert '{"path": "a", "content": "xxx' in arguments
    assert not arguments.endswith("}")
    assert answer.content == ""


def test_wherever_length_cuts_nothing_of_the_markup_is_text(speaking: Speaking, stream: bool) -> None:
    server = speaking(calls(("read", {"path": "a"}), ("read", {"path": "b"}), reasoning="ok"))
    whole = ask(server, BODY, stream=stream)
    assert whole.usage is not None
    for limit in range(1, whole.usage["completion_tokens"], 3):
        answer = ask(server, BODY | {"max_tokens": limit}, stream=stream)
        assert answer.finish_reason == "length"
        assert answer.content == ""
        assert answer.reasoning == "ok"[: len(answer.reasoning)]
        for cut, complete in zip(answer.named_calls, whole.named_calls, strict=False):
            assert cut[0] == complete[0]
            assert complete[1].startswith(cut[1])


CALL = '{"tool_call_id": "0", "tool_name": "read", "parameters": {"path": "a"}}'
RECORDED = {
    "as trained": f"<|END_THINKING|><|START_ACTION|>[\n    {CALL}\n]<|END_ACTION|>",
    "compact": f"<|END_THINKING|><|START_ACTION|>[{CALL}]<|END_ACTION|>".replace(", ", ","),
    "stray end of text": f"<|END_THINKING|><|START_ACTION|>[{CALL}]<|END_ACTION|><|END_TEXT|>",
    "other order of keys": '<|END_THINKING|><|START_ACTION|>[{"tool_name": "read", "parameters": {"path": "a"}, '
    '"tool_call_id": "0"}]<|END_ACTION|>',
    "action not closed": f"<|END_THINKING|><|START_ACTION|>[{CALL}]",
    "reasoning first": f"Look.<|END_THINKING|>\n<|START_ACTION|>[\n{CALL}\n]<|END_ACTION|>",
}


@pytest.mark.parametrize("reply", RECORDED.values(), ids=list(RECORDED))
def test_what_the_model_is_known_to_write_is_a_call_and_no_text(speaking: Speaking, stream: bool, reply: str) -> None:
    answer = ask(speaking(reply), BODY, stream=stream)
    assert answer.named_calls == [("read", '{"path": "a"}')]
    assert (answer.content, answer.finish_reason) == ("", "tool_calls")
    shown = answer.content + answer.reasoning + answer.named_calls[0][1]
    assert "<|" not in shown


@pytest.mark.parametrize(
    ("reply", "content"),
    [
        ("Hello.<|END_THINKING|>", ""),
        ("<|END_THINKING|>Prose outside of a part.<|END_THINKING|>", "Prose outside of a part."),
        ("<|END_THINKING|><|START_TEXT|>Done.<|END_TEXT|><|END_TEXT|>", "Done."),
        ("<|END_THINKING|><|START_TEXT|>No end", "No end"),
    ],
)
def test_markers_are_left_out_of_odd_texts(speaking: Speaking, stream: bool, reply: str, content: str) -> None:
    answer = ask(speaking(reply), BODY, stream=stream)
    assert answer.content == content
    assert "<|" not in answer.content + answer.reasoning
    assert answer.finish_reason == "stop"


def test_action_that_is_no_json_is_shown_and_not_run(speaking: Speaking, stream: bool) -> None:
    answer = ask(speaking("<|END_THINKING|><|START_ACTION|>[{read a}]<|END_ACTION|>"), BODY, stream=stream)
    assert answer.calls == []
    assert "read a" in answer.content
    assert "<|" not in answer.content
    assert answer.finish_reason == "stop"


@pytest.mark.parametrize("choice", ["none", "auto", None])
@pytest.mark.parametrize("tools", [None, [], [tool("read")]])
def test_choice_none_and_auto_give_a_plain_answer_with_and_without_tools(
    speaking: Speaking, stream: bool, choice: str | None, tools: Any
) -> None:
    answer = ask(speaking(text("Hi.")), {"messages": USER, "tools": tools, "tool_choice": choice}, stream=stream)
    assert (answer.content, answer.calls, answer.finish_reason) == ("Hi.", [], "stop")


def test_choice_none_holds_although_the_model_wants_to_call(speaking: Speaking, stream: bool) -> None:
    """It is made to write text instead; the script, which knows nothing of that, goes on in it until the limit."""
    server = speaking(calls(("read", {"path": "a"}), reasoning="I call."))
    answer = ask(server, BODY | {"tool_choice": "none", "max_tokens": 90}, stream=stream)
    assert (answer.calls, answer.reasoning, answer.finish_reason) == ([], "I call.", "length")
    assert answer.content.startswith("[\n")
    assert "<|" not in answer.content


@pytest.mark.parametrize("tools", [None, []])
def test_choice_required_without_tools_is_refused(speaking: Speaking, stream: bool, tools: Any) -> None:
    body = {"messages": USER, "tools": tools, "tool_choice": "required", "stream": stream}
    response = speaking(text("Hi.")).post(body)
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "tool_choice"


def test_choice_of_an_unknown_tool_is_refused(speaking: Speaking, stream: bool) -> None:
    choice = {"type": "function", "function": {"name": "remove"}}
    response = speaking(text("Hi.")).post(BODY | {"tool_choice": choice, "stream": stream})
    assert response.status_code == 400
    assert response.json()["error"]["param"].startswith("tool_choice")


def test_any_arguments_survive(speaking: Speaking) -> None:
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=8,
    )

    @settings(max_examples=20)
    @given(parameters=st.dictionaries(st.text(max_size=6), values, max_size=4), indent=st.sampled_from([None, 0, 2]))
    def check(parameters: dict[str, Any], indent: int | None) -> None:
        raw = json.dumps(parameters, indent=indent)
        server = speaking(calls(("read", raw), ("write", raw)))
        for stream in (False, True):
            assert ask(server, BODY, stream=stream).named_calls == [("read", raw), ("write", raw)]

    check()
