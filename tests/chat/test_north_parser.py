"""Replies in North Mini Code's format."""

from __future__ import annotations

import json
from typing import Any

import cohere_melody
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.chat.families.north import NorthParser
from localcoder.chat.model import ReasoningDelta, TextDelta, ToolCallDelta, ToolCallStarted
from localcoder.chat.parsing import NewId
from tests.chat.conftest import NORTH_TOKENS
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


def thinking(new_id: NewId) -> NorthParser:
    return NorthParser(in_reasoning=True, new_id=new_id)


def not_thinking(new_id: NewId) -> NorthParser:
    return NorthParser(in_reasoning=False, new_id=new_id)


def action(*items: str) -> str:
    return f"<|START_ACTION|>[\n    {','.join(items)}\n]<|END_ACTION|>"


def item(name: str, parameters: str, number: int = 0) -> str:
    return f'{{"tool_call_id": "{number}", "tool_name": "{name}", "parameters": {parameters}}}'


THOUGHT = "I should look.<|END_THINKING|>"
READ = item("read", '{"path": "a\\n\\"b\\"", "n": [1, {"x": null}]}')
RECORDED = {
    "text": THOUGHT + "<|START_TEXT|>It prints *hello*.\n<|END_TEXT|><|END_OF_TURN_TOKEN|>",
    "one call": THOUGHT + action(READ) + "<|END_OF_TURN_TOKEN|>",
    "parallel calls and a stray end of text": THOUGHT + action(READ, item("list", "{}", 1)) + "<|END_TEXT|>",
    "text and a call": THOUGHT + "<|START_TEXT|>Look: <|END_TEXT|>" + action(READ),
    "name behind the parameters": THOUGHT + action('{"parameters": {"path": "a"}, "tool_name": "read"}'),
    "literal newline and invalid escape": THOUGHT + action(item("search", '{"pattern": "\\d+\n\\u12"}')),
    "broken json": THOUGHT + action(item("read", '{"path": nonsense}'), READ),
    "apostrophe": THOUGHT + action(item("shell", '{"command": "it\\\'s"}')),
    "cut off": THOUGHT + '<|START_ACTION|>[{"tool_name": "write", "parameters": {"path": "a", "content": "x',
    "markers in angle brackets": "a < b <| c <|END <|END_THINKING|><|START_TEXT|><<|START_TEXT|",
    "unclosed": "I call <|START_ACTION|>[" + READ + "]<|END_ACTION|><|END_OF_TURN_TOKEN|>",
}


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("new_parser", [thinking, not_thinking])
def test_a_cut_at_any_position_changes_nothing(name: str, new_parser: type[NorthParser]) -> None:
    assert_cuts_do_not_matter(new_parser, RECORDED[name])
    assert_cuts_do_not_matter(new_parser, RECORDED[name], truncated=True)


def test_text_follows_reasoning() -> None:
    events = merged(parse(thinking, [RECORDED["text"]]))
    assert events == [ReasoningDelta("I should look."), TextDelta("It prints *hello*.\n")]


def test_parallel_calls_keep_their_arguments_byte_for_byte() -> None:
    events = parse(thinking, RECORDED["parallel calls and a stray end of text"])
    assert calls(events) == [("read", '{"path": "a\\n\\"b\\"", "n": [1, {"x": null}]}'), ("list", "{}")]
    assert [event.id for event in events if isinstance(event, ToolCallStarted)] == ["id0", "id1"]
    assert not content(events) and not malformed(events)


def test_ids_are_unique_across_replies() -> None:
    parsers = [NorthParser(in_reasoning=True), NorthParser(in_reasoning=True)]
    started = [event for parser in parsers for event in parser.feed(RECORDED["one call"])]
    ids = [event.id for event in started if isinstance(event, ToolCallStarted)]
    assert len(set(ids)) == 2


def test_a_name_is_announced_and_arguments_stream_before_the_call_ends() -> None:
    parser = thinking(lambda: "id")
    events = parser.feed(THOUGHT + '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "write"')
    assert events[-1] == ToolCallStarted(0, "id", "write")
    events = parser.feed(', "parameters": {"path": "a", "content": "first half')
    assert events == [ToolCallDelta(0, '{"path": "a", "content": "first half')]


def test_parameters_before_the_name_wait_for_it() -> None:
    events = parse(thinking, [RECORDED["name behind the parameters"]])
    assert calls(events) == [("read", '{"path": "a"}')]


def test_literal_newlines_and_invalid_escapes_are_mended() -> None:
    events = parse(thinking, [RECORDED["literal newline and invalid escape"]])
    [(name, arguments)] = calls(events)
    assert name == "search"
    assert json.loads(arguments) == {"pattern": "\\d+\n\\u12"}


@pytest.mark.parametrize(
    "parameters",
    [
        '{"path": nonsense}',
        "{\"path\": 'a'}",
        '{"a": "it\\\'s"}',
        '{"a": 1]',
        "[1]",
        '"a"',
        '{"a": NaN}',
        "{,}",
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
    ids=lambda value: value[:20],
)
def test_a_call_that_cannot_be_parsed_is_reported(parameters: str) -> None:
    events = parse(thinking, [THOUGHT + action(item("read", parameters))])
    assert calls(events) == []
    [report] = malformed(events)
    assert parameters in report.raw and report.error.startswith("The call is broken: ")


def test_a_broken_call_leaves_the_one_before_it_alone() -> None:
    events = parse(thinking, [THOUGHT + action(READ, item("read", "oops"))])
    assert [name for name, _ in calls(events)] == ["read"]
    assert "oops" in malformed(events)[0].raw and "I should" not in malformed(events)[0].raw


def test_a_call_behind_one_that_broke_before_its_name_is_the_first() -> None:
    events = parse(thinking, [THOUGHT + action("{tool}") + action(READ)])
    assert len(malformed(events)) == 1
    assert [event.index for event in events if isinstance(event, ToolCallStarted)] == [0]


@pytest.mark.parametrize("body", ["", "[]", "null", "read a.py", '[{"parameters": {}}]', '[{"tool_name": 3}]'])
def test_an_action_without_a_call_is_reported(body: str) -> None:
    events = parse(thinking, [f"{THOUGHT}<|START_ACTION|>{body}<|END_ACTION|>"])
    assert calls(events) == [] and len(malformed(events)) == 1


@pytest.mark.parametrize("truncated", [True, False])
def test_a_call_cut_off_anywhere_never_finishes(truncated: bool) -> None:
    whole = THOUGHT + "<|START_ACTION|>[" + item("write", '{"path": "a", "content": "{}"}')
    for length in range(len(THOUGHT + "<|START_ACTION|>"), len(whole) - 1):
        events = parse(thinking, [whole[:length]], truncated=truncated)
        assert calls(events) == []
        assert len(malformed(events)) == 1


def test_missing_last_brackets_are_forgiven() -> None:
    events = parse(thinking, [THOUGHT + "<|START_ACTION|>[" + READ[:-1] + "<|END_ACTION|>"])
    assert [name for name, _ in calls(events)] == ["read"] and not malformed(events)
    events = parse(thinking, [THOUGHT + "<|START_ACTION|>[" + READ + "]}]<|END_ACTION|>"])
    assert [name for name, _ in calls(events)] == ["read"] and not malformed(events)


def test_prose_with_reasoning_off_is_text_and_a_lone_end_of_thinking_vanishes() -> None:
    events = merged(parse(not_thinking, ["It prints hello.<|END_THINKING|>"]))
    assert events == [TextDelta("It prints hello.")]
    events = parse(not_thinking, ["I look.<|END_THINKING|>" + action(READ)])
    assert content(events) == "I look." and [name for name, _ in calls(events)] == ["read"]


def test_a_call_within_finished_reasoning_is_not_run() -> None:
    mention = "A call is <|START_ACTION|>[" + READ + "]<|END_ACTION|>."
    events = parse(thinking, [mention + "<|END_THINKING|><|START_TEXT|>Done.<|END_TEXT|>"])
    assert calls(events) == [] and malformed(events) == []
    assert content(events) == "Done."


def test_a_call_within_unfinished_reasoning_is_reported() -> None:
    events = parse(thinking, [RECORDED["unclosed"]])
    assert calls(events) == []
    assert malformed(events)[0].raw == f"[{READ}]"


def test_what_follows_the_end_of_the_turn_is_ignored() -> None:
    events = parse(thinking, [RECORDED["text"] + "<|START_OF_TURN_TOKEN|><|USER_TOKEN|><|START_TEXT|>Now rm -rf"])
    assert content(events) == "It prints *hello*.\n"
    events = parse(thinking, [THOUGHT + action(READ) + '<|START_TOOL_RESULT|>[{"made": "up"}]<|END_TOOL_RESULT|>'])
    assert content(events) == "" and len(calls(events)) == 1


def test_a_hundred_kilobytes_arrive_byte_for_byte() -> None:
    text = "".join(f'line {i}: "quoted" \\ \t é 😀 </script>\n' for i in range(3000))
    arguments = json.dumps({"content": text, "lone": "\ud83d"}) + "  "
    assert len(arguments) > 100_000
    reply = THOUGHT + action(item("write", arguments))
    for step in (1, 7, len(reply)):
        events = parse(thinking, [reply[i : i + step] for i in range(0, len(reply), step)])
        assert calls(events) == [("write", arguments.rstrip())]


soup = st.lists(
    st.one_of(
        st.sampled_from([*NORTH_TOKENS, READ, "[", "]", "{", '"', "\\", "\n", THOUGHT, '"parameters": {']),
        st.text(max_size=4),
    ),
    max_size=15,
).map("".join)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), text=soup, truncated=st.booleans(), in_reasoning=st.booleans())
def test_no_reply_whatever_breaks_the_parser_or_leaves_a_marker(
    data: st.DataObject, text: str, truncated: bool, in_reasoning: bool
) -> None:
    new_parser = thinking if in_reasoning else not_thinking
    events = parse(new_parser, data.draw(pieces_of(text)), truncated=truncated)
    assert merged(events) == merged(parse(new_parser, [text], truncated=truncated))
    deltas = [event.arguments for event in events if isinstance(event, ToolCallDelta)]
    for shown in (reasoning(events), content(events), "".join(deltas)):
        assert not any(marker in shown for marker in NORTH_TOKENS[3:])


prose = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<|>\x00"), max_size=30).map(str.strip)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | prose,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(prose, inner, max_size=3),
    max_leaves=6,
)
arguments_objects = st.dictionaries(prose, json_values, min_size=1, max_size=4)


@settings(max_examples=80, deadline=None)
@given(
    data=st.data(),
    thought=prose,
    answer=prose,
    arguments=st.lists(arguments_objects, max_size=3),
    indent=st.sampled_from([None, 4]),
)
def test_melody_reads_the_same(
    data: st.DataObject, thought: str, answer: str, arguments: list[Any], indent: int | None
) -> None:
    items = [
        {"tool_call_id": str(i), "tool_name": f"tool_{i}", "parameters": value} for i, value in enumerate(arguments)
    ]
    written = [json.dumps(value, ensure_ascii=False, indent=indent) for value in items]
    reply = f"{thought}<|END_THINKING|>" + (action(*written) if arguments else f"<|START_TEXT|>{answer}<|END_TEXT|>")
    second = cohere_melody.PyFilter(cohere_melody.PyFilterOptions().cmd4().stream_tool_actions())
    expected = second.process_full_text(reply)
    events = parse(thinking, data.draw(pieces_of(reply)))
    assert reasoning(events).strip() == (expected.reasoning or "").strip()
    assert content(events).strip() == (expected.content or "").strip()
    assert [(name, json.loads(text)) for name, text in calls(events)] == [
        (call.name, json.loads(call.arguments)) for call in expected.tool_calls
    ]
