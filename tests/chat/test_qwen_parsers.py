"""Replies in Qwen3's and Qwen3-Coder's formats."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.chat.families.qwen3 import Qwen3Parser
from localcoder.chat.families.qwen3_coder import Qwen3CoderParser
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ReasoningDelta, TextDelta, ToolCallDelta, ToolCallStarted
from localcoder.chat.parsing import NewId, ReplyParser
from tests.chat.streams import (
    assert_cuts_do_not_matter,
    calls,
    content,
    malformed,
    merged,
    parse,
    pieces_of,
    reasoning,
)

SHELL = ToolSpec(
    "shell",
    "Run a command.",
    {
        "type": "object",
        "properties": {
            "command": {"type": "string"},
            "timeout_s": {"type": "integer"},
            "background": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
            "env": {"type": "object"},
        },
        "required": ["command"],
    },
)


def qwen(new_id: NewId) -> ReplyParser:
    return Qwen3Parser(in_reasoning=False, tools=[SHELL], new_id=new_id)


def thinking(new_id: NewId) -> ReplyParser:
    return Qwen3Parser(in_reasoning=True, tools=[SHELL], new_id=new_id)


def coder(new_id: NewId) -> ReplyParser:
    return Qwen3CoderParser(in_reasoning=False, tools=[SHELL], new_id=new_id)


def json_call(name: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>'


def xml_call(name: str, **parameters: str) -> str:
    values = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in parameters.items())
    return f"<tool_call>\n<function={name}>\n{values}</function>\n</tool_call>"


THOUGHT = "<think>\nI should look.\n</think>\n\n"
LS = json_call("shell", '{"command": "ls -la \\"a\\"\\n"}')
XML_LS = xml_call("shell", command='ls "a" \\n\nif a < b: </parameter> <x>', timeout_s="5", background="None")
JSON_REPLIES = {
    "text": THOUGHT + "It prints *hello*.\n\nBye.\n<|im_end|>",
    "one call": THOUGHT + LS + "<|im_end|>",
    "text and two calls": "Look:\n\n" + LS + "\n" + json_call("list", "{}") + "\nDone",
    "call directly behind the thought": "<think>Hm.</think>" + LS,
    "mention in thinking": "<think>I could use <tool_call> or " + LS + ".</think>Done.",
    "unclosed thinking": "<think>I call " + LS,
    "broken json": THOUGHT + '<tool_call>\n{"name": "shell", "arguments": {oops}}\n</tool_call> more',
    "cut off": THOUGHT + '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "x',
    "extra brace": '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}}\n</tool_call>',
    "missing brace": '<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}\n</tool_call>',
    "fenced": "For example:\n\n```json\n" + LS + "\n```\n\nSo.",
    "quoted": "The tag `<tool_call>` starts a call, `</tool_call>` ends it.",
    "angle brackets": "a <b> < tool_call> <tool_cal",
    "double encoded": json_call("shell", '"{\\"command\\": \\"ls\\"}"'),
}
XML_REPLIES = {
    "one call": "Look.\n\n" + XML_LS + "<|im_end|>",
    "two calls": XML_LS + "\n" + xml_call("list"),
    "no opening tag": "I run it.\n<function=shell>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
    "inline values": "<tool_call><function=shell><parameter=command>ls</parameter></function></tool_call>",
    "unclosed parameter": "<tool_call>\n<function=shell>\n<parameter=command>\nls\n<parameter=timeout_s>\n5\n"
    "</function>\n</tool_call>",
    "unclosed function": "<tool_call>\n<function=shell>\n<parameter=command>\nls\n</parameter>\n</tool_call>",
    "empty value": xml_call("shell", command=""),
    "blank lines": xml_call("shell", command="\n\n  a\n\n"),
    "twice": "<tool_call><function=shell><parameter=command>a</parameter><parameter=command>b</parameter></function>",
    "cut off": "<tool_call>\n<function=shell>\n<parameter=command>\nls\n</param",
    "prose in the tags": "<tool_call>\nI run ls.\n</tool_call>",
    "prose in the function": "<tool_call>\n<function=shell>\nls\n</function></tool_call>",
    "function in a fence": "Like this:\n```\n<function=shell>\n```\nor <function=shell> inline.",
}


@pytest.mark.parametrize("name", JSON_REPLIES)
@pytest.mark.parametrize("new_parser", [qwen, thinking])
def test_a_cut_at_any_position_of_a_json_reply_changes_nothing(name: str, new_parser: type[ReplyParser]) -> None:
    assert_cuts_do_not_matter(new_parser, JSON_REPLIES[name])
    assert_cuts_do_not_matter(new_parser, JSON_REPLIES[name], truncated=True)


@pytest.mark.parametrize("name", XML_REPLIES)
def test_a_cut_at_any_position_of_an_xml_reply_changes_nothing(name: str) -> None:
    assert_cuts_do_not_matter(coder, XML_REPLIES[name])
    assert_cuts_do_not_matter(coder, XML_REPLIES[name], truncated=True)


def test_edges_of_reasoning_and_text_are_trimmed() -> None:
    events = merged(parse(qwen, [JSON_REPLIES["text"]]))
    assert events == [ReasoningDelta("I should look."), TextDelta("It prints *hello*.\n\nBye.")]
    assert merged(parse(thinking, ["I should look.\n</think>\n\nHi"])) == [
        ReasoningDelta("I should look."),
        TextDelta("Hi"),
    ]


def test_calls_keep_their_arguments_byte_for_byte() -> None:
    events = parse(qwen, [JSON_REPLIES["text and two calls"]])
    assert calls(events) == [("shell", '{"command": "ls -la \\"a\\"\\n"}'), ("list", "{}")]
    assert content(events) == "Look:Done"
    assert [event.index for event in events if isinstance(event, ToolCallStarted)] == [0, 1]


def test_a_mention_within_thinking_is_not_run_and_a_call_behind_it_is() -> None:
    events = parse(qwen, [JSON_REPLIES["mention in thinking"]])
    assert not calls(events) and not malformed(events) and content(events) == "Done."
    assert "<tool_call>" in reasoning(events)
    events = parse(qwen, [JSON_REPLIES["call directly behind the thought"]])
    assert [name for name, _ in calls(events)] == ["shell"]


@pytest.mark.parametrize("name", ["fenced", "quoted"])
def test_an_example_in_prose_is_never_run(name: str) -> None:
    events = parse(qwen, [JSON_REPLIES[name]])
    assert content(events) == JSON_REPLIES[name]
    assert not calls(events) and not malformed(events)


@pytest.mark.parametrize("name", ["unclosed thinking", "broken json", "cut off"])
def test_what_cannot_be_run_is_reported(name: str) -> None:
    for truncated in (True, False):
        events = parse(qwen, [JSON_REPLIES[name]], truncated=truncated)
        assert not calls(events) and len(malformed(events)) == 1


@pytest.mark.parametrize("name", ["extra brace", "missing brace", "double encoded"])
def test_what_has_one_reading_only_is_run(name: str) -> None:
    events = parse(qwen, [JSON_REPLIES[name]])
    assert calls(events) == [("shell", '{"command": "ls"}')] and not malformed(events)


def test_xml_values_are_typed_by_the_schema() -> None:
    events = parse(coder, [XML_REPLIES["one call"]])
    [(name, arguments)] = calls(events)
    assert name == "shell" and content(events) == "Look."
    assert json.loads(arguments) == {
        "command": 'ls "a" \\n\nif a < b: </parameter> <x>',
        "timeout_s": 5,
        "background": None,
    }
    for value, expected in [('{"A": "b"}', {"A": "b"}), ("nothing of the kind", "nothing of the kind")]:
        [(_, arguments)] = calls(parse(coder, [xml_call("shell", env=value, command="12")]))
        assert json.loads(arguments) == {"env": expected, "command": "12"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("no opening tag", [{"command": "ls"}]),
        ("inline values", [{"command": "ls"}]),
        ("unclosed parameter", [{"command": "ls", "timeout_s": 5}]),
        ("unclosed function", [{"command": "ls"}]),
        ("empty value", [{"command": ""}]),
        ("blank lines", [{"command": "\n\n  a\n\n"}]),
    ],
)
def test_xml_that_has_one_reading_only_is_run(name: str, expected: list[dict[str, str]]) -> None:
    events = parse(coder, [XML_REPLIES[name]])
    assert [json.loads(arguments) for _, arguments in calls(events)] == expected
    assert not malformed(events)


@pytest.mark.parametrize("name", ["twice", "cut off", "prose in the tags", "prose in the function"])
def test_xml_that_cannot_be_run_is_reported(name: str) -> None:
    events = parse(coder, [XML_REPLIES[name]])
    assert not calls(events) and len(malformed(events)) == 1


def test_a_function_in_prose_is_text() -> None:
    events = parse(coder, [XML_REPLIES["function in a fence"]])
    assert content(events) == XML_REPLIES["function in a fence"] and not calls(events)


def test_each_format_is_read_by_both_parsers() -> None:
    assert calls(parse(qwen, [xml_call("shell", command="ls")])) == [("shell", '{"command": "ls"}')]
    assert calls(parse(coder, [json_call("shell", "{}")])) == [("shell", "{}")]


@pytest.mark.parametrize("length", range(len("<tool_call>"), len(xml_call("shell", command="ls")) - 26))
def test_an_xml_call_cut_off_anywhere_never_finishes(length: int) -> None:
    events = parse(coder, [xml_call("shell", command="ls")[:length]], truncated=True)
    assert not calls(events) and len(malformed(events)) == 1


def test_a_hundred_kilobytes_arrive_byte_for_byte() -> None:
    text = "".join(f'line {i}: "quoted" \\ \t é 😀 </script> <parameter\n' for i in range(2500)) + "\n" * 500
    assert len(text.encode()) > 100_000
    reply = xml_call("shell", command=text)
    for step in (1, 7, len(reply)):
        [(_, arguments)] = calls(parse(coder, [reply[i : i + step] for i in range(0, len(reply), step)]))
        assert json.loads(arguments) == {"command": text}


soup = st.lists(
    st.one_of(
        st.sampled_from(["<think>", "</think>", "<tool_call>", "</tool_call>", "<|im_end|>", "<function=shell>"]),
        st.sampled_from(["<parameter=command>", "</parameter>", "</function>", "<parameter=timeout_s>", "```", "\n"]),
        st.sampled_from([LS, XML_LS, '{"name": "shell", ', '"arguments": {', "}", "`", " "]),
        st.text(max_size=4),
    ),
    max_size=15,
).map("".join)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), text=soup, truncated=st.booleans(), new_parser=st.sampled_from([qwen, thinking, coder]))
def test_no_reply_whatever_breaks_a_parser(
    data: st.DataObject, text: str, truncated: bool, new_parser: type[ReplyParser]
) -> None:
    events = parse(new_parser, data.draw(pieces_of(text)), truncated=truncated)
    assert merged(events) == merged(parse(new_parser, [text], truncated=truncated))
    for _, arguments in calls(events):
        assert isinstance(json.loads(arguments), dict)
    deltas = "".join(event.arguments for event in events if isinstance(event, ToolCallDelta))
    assert "<|im_end|>" not in content(events) + reasoning(events) + deltas
