"""What a stream consists of, whatever the model says."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.chat.messages import ToolCall
from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    ReasoningDelta,
    ReplyFinished,
    ReplyUsage,
    ScoredToken,
    TextDelta,
    TokenChoice,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.server.errors import ApiError
from localcoder.server.responses_reply import ReplyShape, ResponseReply
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.server.conftest import Running
from tests.server.responses.reading import ECHO, anonymous, answer, check, events_of, stream

Serving = Callable[..., Running]

ASK: dict[str, Any] = {"model": "fake", "input": "hi"}
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@st.composite
def replies(draw: st.DrawFn) -> list[ChatEvent]:
    """Any reply that a source may give: parts in any order, calls that overlap, break or are cut."""
    events: list[ChatEvent] = []
    open_calls: dict[int, str] = {}
    count = 0
    for kind in draw(st.lists(st.sampled_from(["text", "think", "call", "more", "end", "broken"]), max_size=20)):
        match kind:
            case "text":
                events.append(TextDelta(draw(texts)))
            case "think":
                events.append(ReasoningDelta(draw(texts)))
            case "call":
                events.append(ToolCallStarted(count, f"call_{count}", draw(st.sampled_from(["read", "write"]))))
                open_calls[count] = ""
                count += 1
            case "more" if open_calls:
                index, piece = draw(st.sampled_from(sorted(open_calls))), draw(texts)
                events.append(ToolCallDelta(index, piece))
                open_calls[index] += piece
            case "end" if open_calls:
                index = draw(st.sampled_from(sorted(open_calls)))
                events.append(ToolCallFinished(index, ToolCall(f"call_{index}", "read", open_calls.pop(index))))
            case "broken":
                events.append(MalformedToolCall(draw(texts), "It is broken."))
                if open_calls:
                    open_calls.popitem()
    reason = draw(st.sampled_from(["stop", "length", "tool_calls"]))
    return [*events, ReplyFinished(reason, ReplyUsage(10, 5, 3, 2))]  # type: ignore[arg-type]


@given(replies(), st.booleans(), st.booleans())
def test_events_add_up_to_the_final_object_and_lose_nothing(
    reply: list[ChatEvent], summary: bool, sealed: bool
) -> None:
    events = events_of(reply, summary=summary, sealed=sealed)
    response = events[-1]["response"]
    output = response["output"]
    thought = [part for item in output if item["type"] == "reasoning" for part in item["summary"] or item["content"]]
    assert "".join(part["text"] for part in thought) == "".join(
        event.text for event in reply if isinstance(event, ReasoningDelta)
    )
    started = [(event.id, event.name) for event in reply if isinstance(event, ToolCallStarted)]
    called = [item for item in output if item["type"] == "function_call"]
    assert [(item["call_id"], item["name"]) for item in called] == started
    for index, item in enumerate(called):
        pieces = [event.arguments for event in reply if isinstance(event, ToolCallDelta) and event.index == index]
        assert item["arguments"] == "".join(pieces)
        is_whole = any(isinstance(event, ToolCallFinished) and event.index == index for event in reply)
        assert item["status"] == ("completed" if is_whole else "incomplete")
    assert len({item["id"] for item in output}) == len(output) > 0


@given(replies())
def test_call_that_the_model_did_not_finish_is_never_told_as_done(reply: list[ChatEvent]) -> None:
    whole = {event.call.id for event in reply if isinstance(event, ToolCallFinished)}
    ended = {"response.output_item.done", "response.function_call_arguments.done"}
    events = events_of(reply)
    ids = {item["id"]: item["call_id"] for item in events[-1]["response"]["output"] if "call_id" in item}
    told = {ids.get(event.get("item_id") or event["item"]["id"]) for event in events if event["type"] in ended}
    assert told - {None} == whole


def test_stream_of_text_has_the_events_that_agents_read(serving: Serving) -> None:
    events = stream(serving(FakeChatModel([says("Hello!", piece=3)])), ASK)
    assert [event["type"].removeprefix("response.") for event in events] == [
        "created",
        "in_progress",
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
        "completed",
    ]
    assert [event["delta"] for event in events if "delta" in event] == ["Hel", "lo!"]
    created = events[0]["response"]
    assert (created["status"], created["output"], created["usage"]) == ("in_progress", [], None)


def test_stream_of_calls_has_the_events_that_agents_read(serving: Serving) -> None:
    said = calls(("read", '{"path": "a"}'), ("read", '{"path": "b"}'), reasoning="both")
    events = stream(serving(FakeChatModel([said])), ASK)
    assert [event["type"].removeprefix("response.") for event in events[2:-1]] == [
        "output_item.added",
        "content_part.added",
        "reasoning_text.delta",
        "reasoning_text.done",
        "content_part.done",
        "output_item.done",
        *[
            "output_item.added",
            "function_call_arguments.delta",
            "function_call_arguments.delta",
            "function_call_arguments.done",
            "output_item.done",
        ]
        * 2,
    ]
    assert [item["type"] for item in events[-1]["response"]["output"]] == ["reasoning"] + ["function_call"] * 2


def test_arguments_come_as_they_are_generated() -> None:
    pieces = ['{"content": "', "line\\n" * 5, '\\ud83d</script>"', " }  "]
    reply: list[ChatEvent] = [ToolCallStarted(0, "a", "write"), *(ToolCallDelta(0, piece) for piece in pieces)]
    call = ToolCallFinished(0, ToolCall("a", "write", "".join(pieces)))
    events = events_of([*reply, call, ReplyFinished("tool_calls", ReplyUsage())])
    assert [event["delta"] for event in events if "delta" in event] == pieces
    assert events[-1]["response"]["output"][0]["arguments"] == "".join(pieces)


@pytest.mark.parametrize(
    "wishes", [{}, {"reasoning": {"summary": "auto"}}, {"include": ["reasoning.encrypted_content"]}]
)
def test_final_object_of_a_stream_is_the_plain_answer(serving: Serving, wishes: dict[str, Any]) -> None:
    raw = json.dumps({"path": 'a"b\\n\t</script>😀'}) + "  "
    said = calls(("read", raw), ("read", '{"path":"\\ud83d"}'), text="Reading 日本語 😀.", reasoning="naïve")
    tools = [{"type": "function", "name": "read", "parameters": {"type": "object", "properties": {}}}]
    ask = ASK | wishes | {"tools": tools, "temperature": 0.5, "metadata": {"a": "b"}, "instructions": "Be brief."}
    server = serving(FakeChatModel([said, said]))
    plain, final = answer(server, ask), stream(server, ask)[-1]["response"]
    assert anonymous(plain) == anonymous(final)
    assert plain["output"][2]["arguments"] == raw


def test_text_cut_by_the_limit_is_incomplete() -> None:
    *said, _ = says("Once upon a time")
    events = events_of([*said, ReplyFinished("length", ReplyUsage(5, 4))])
    response = events[-1]["response"]
    assert events[-1]["type"] == "response.incomplete"
    assert response["incomplete_details"] == {"reason": "max_output_tokens"}
    assert (response["output"][0]["status"], response["completed_at"]) == ("incomplete", None)


def test_text_before_a_call_that_the_limit_cuts_is_complete_and_the_cut_call_is_not_repeated_as_text() -> None:
    cut = [TextDelta("I read."), ToolCallStarted(0, "a", "read"), ToolCallDelta(0, '{"pa')]
    said = [
        *cut,
        MalformedToolCall('{"pa', "The reply reached its token limit.", cut=True),
        ReplyFinished("length", ReplyUsage()),
    ]
    message, call = events_of(said)[-1]["response"]["output"]
    assert (message["status"], message["content"][0]["text"]) == ("completed", "I read.")
    assert (call["status"], call["arguments"]) == ("incomplete", '{"pa')


def test_call_that_cannot_be_parsed_is_shown_as_text() -> None:
    said = [TextDelta("So: "), MalformedToolCall("[{read", "not JSON"), ReplyFinished("stop", ReplyUsage())]
    (message,) = events_of(said)[-1]["response"]["output"]
    assert message["content"][0]["text"] == "So: [{read"


def test_reply_of_nothing_has_an_empty_message() -> None:
    response = events_of([ReplyFinished("stop", ReplyUsage(3, 0))])[-1]["response"]
    assert [item["content"][0]["text"] for item in response["output"]] == [""]


def test_usage_has_its_details(serving: Serving) -> None:
    said = [TextDelta("a"), ReplyFinished("stop", ReplyUsage(100, 20, 64, 7))]
    assert answer(serving(FakeChatModel([said])), ASK)["usage"] == {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 7},
        "total_tokens": 120,
    }


def test_logprobs_stand_beside_the_text_they_belong_to(serving: Serving) -> None:
    half = ScoredToken("😀".encode()[:2], -1.5)
    said = [
        TextDelta("", (TokenChoice(half, (half, ScoredToken(b"a", -math.inf))),)),
        TextDelta("😀", (TokenChoice(ScoredToken("😀".encode()[2:], -0.5)),)),
        ReplyFinished("stop", ReplyUsage()),
    ]
    model = FakeChatModel([said, said])
    server = serving(model)
    ask = ASK | {"include": ["message.output_text.logprobs"], "top_logprobs": 2}
    plain, events = answer(server, ask), stream(server, ask)
    assert [options.logprobs for _, _, options in model.asked] == [2, 2]
    assert anonymous(plain) == anonymous(events[-1]["response"])
    first, second = plain["output"][0]["content"][0]["logprobs"]
    assert bytes(first["bytes"] + second["bytes"]).decode() == "😀"
    assert [top["token"] for top in first["top_logprobs"]] == ["\ufffd", "a"]
    assert [top["logprob"] for top in first["top_logprobs"]] == [-1.5, -9999.0]
    assert (first["logprob"], second["top_logprobs"]) == (-1.5, [])


def test_broken_call_is_not_lost_where_the_model_fails_next() -> None:
    told = ResponseReply("fake", ReplyShape(ECHO))
    events = told.start() + told.take(TextDelta("So: ")) + told.take(MalformedToolCall("[{read", "not JSON"))
    events += told.fail(ApiError(503, "Gone."))
    check(events)
    (message,) = events[-1]["response"]["output"]
    assert message["content"][0]["text"] == "So: [{read"
    assert told.fail(ApiError(503, "Stopping.")) == [], "there is one end"
