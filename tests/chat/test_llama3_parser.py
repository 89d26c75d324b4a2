"""Replies in Llama 3's format."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.chat.families.llama3 import Llama3Parser
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ToolCallDelta
from localcoder.chat.parsing import NewId
from tests.chat.streams import assert_cuts_do_not_matter, calls, content, malformed, merged, parse, pieces_of

READ = ToolSpec("read", "", {})


def llama(new_id: NewId) -> Llama3Parser:
    return Llama3Parser(tools=[READ], new_id=new_id)


def call(name: str, parameters: str) -> str:
    return f'{{"name": "{name}", "parameters": {parameters}}}'


CALL = call("read", '{"path": "a\\n", "limit": "10"}')
REPLIES = {
    "text": "It prints *hello*.\n<|eot_id|>",
    "bare call": CALL + "<|eot_id|>",
    "tagged call": "<|python_tag|>" + CALL + "<|eom_id|>",
    "prose and a tagged call": "I look.<|python_tag|>" + CALL,
    "two calls": CALL + "; " + CALL,
    "array": "[" + CALL + ",\n " + CALL + "]",
    "typed": '{"type": "function", "name": "read", "parameters": {}}',
    "invented tool": call("look", "{}"),
    "parameters first": '{"parameters": {"path": "a"}, "name": "read"}',
    "call and prose": CALL + "\n\nThis reads a.",
    "fenced": "Call it so:\n```json\n" + CALL + "\n```",
    "fenced at once": "```json\n" + CALL + "\n```",
    "prose first": "The call is " + CALL,
    "other json": '{"name": "Ann", "age": 3, "parameters": 1}',
    "other array": '[{"a": 1}]',
    "just a brace": "{",
    "broken": '{"name": "read", "parameters": {oops}}<|eot_id|>',
    "cut off": '{"name": "read", "parameters": {"path": "a',
    "code": '<|python_tag|>print("hello")<|eom_id|>',
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_cut_at_any_position_changes_nothing(name: str) -> None:
    assert_cuts_do_not_matter(llama, REPLIES[name])
    assert_cuts_do_not_matter(llama, REPLIES[name], truncated=True)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bare call", [("read", '{"path": "a\\n", "limit": "10"}')]),
        ("tagged call", [("read", '{"path": "a\\n", "limit": "10"}')]),
        ("prose and a tagged call", [("read", '{"path": "a\\n", "limit": "10"}')]),
        ("two calls", [("read", '{"path": "a\\n", "limit": "10"}')] * 2),
        ("array", [("read", '{"path": "a\\n", "limit": "10"}')] * 2),
        ("typed", [("read", "{}")]),
        ("invented tool", [("look", "{}")]),
        ("parameters first", [("read", '{"path": "a"}')]),
    ],
)
def test_calls_are_found(name: str, expected: list[tuple[str, str]]) -> None:
    events = parse(llama, [REPLIES[name]])
    assert calls(events) == expected and not malformed(events)
    assert content(events) == ("I look." if name.startswith("prose") else "")


@pytest.mark.parametrize(
    "name", ["text", "fenced", "fenced at once", "prose first", "other json", "other array", "just a brace"]
)
def test_json_in_an_answer_is_text(name: str) -> None:
    events = parse(llama, [REPLIES[name]])
    assert not calls(events) and not malformed(events)
    assert content(events) == REPLIES[name].removesuffix("<|eot_id|>")


def test_prose_behind_a_call_is_text() -> None:
    events = parse(llama, [REPLIES["call and prose"]])
    assert content(events) == "This reads a." and len(calls(events)) == 1


@pytest.mark.parametrize("name", ["broken", "cut off", "code"])
def test_what_cannot_be_run_is_reported(name: str) -> None:
    for truncated in (True, False):
        events = parse(llama, [REPLIES[name]], truncated=truncated)
        assert not calls(events) and len(malformed(events)) == 1


def test_without_tools_nothing_is_a_call() -> None:
    events = parse(lambda new_id: Llama3Parser(new_id=new_id), [CALL])
    assert content(events) == CALL and not calls(events)


soup = st.lists(
    st.one_of(st.sampled_from([CALL, "<|python_tag|>", "<|eot_id|>", '{"name": "', "read", '", "parameters": {', "}"]))
    | st.text(max_size=3),
    max_size=12,
).map("".join)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), text=soup, truncated=st.booleans())
def test_no_reply_whatever_breaks_the_parser(data: st.DataObject, text: str, truncated: bool) -> None:
    events = parse(llama, data.draw(pieces_of(text)), truncated=truncated)
    assert merged(events) == merged(parse(llama, [text], truncated=truncated))
    for _, arguments in calls(events):
        assert isinstance(json.loads(arguments), dict)
    deltas = "".join(event.arguments for event in events if isinstance(event, ToolCallDelta))
    assert not any(marker in content(events) + deltas for marker in ("<|python_tag|>", "<|eot_id|>"))
