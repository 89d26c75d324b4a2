"""What attached programs and the engine's process exchange comes out as it went in."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.attach import protocol
from localcoder.attach.protocol import Asked, Failure
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ANY_OBJECT,
    ChatEvent,
    MalformedToolCall,
    NamedTool,
    OptionRefused,
    ReasoningDelta,
    ReplyFinished,
    ReplyOptions,
    ReplyUsage,
    ScoredToken,
    TextDelta,
    TokenChoice,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.chat.template import TemplateFailed
from localcoder.engine.request import EngineFailed, PromptTooLong, RequestRefused
from localcoder.errors import LocalcoderError, UsageError

words = st.text(st.characters(codec="utf-8"), max_size=20)
numbers = st.integers(0, 2**40)
floats = st.floats(allow_nan=False, allow_infinity=False)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | floats | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(words, anything, max_size=3)
tool_calls = st.builds(ToolCall, words, words, words)
scored = st.builds(ScoredToken, st.binary(max_size=5), floats)
EVENTS = {
    ReasoningDelta: st.builds(ReasoningDelta, words),
    TextDelta: st.builds(
        TextDelta, words, st.lists(st.builds(TokenChoice, scored, st.tuples(scored)), max_size=2).map(tuple)
    ),
    ToolCallStarted: st.builds(ToolCallStarted, numbers, words, words),
    ToolCallDelta: st.builds(ToolCallDelta, numbers, words),
    ToolCallFinished: st.builds(ToolCallFinished, numbers, tool_calls),
    MalformedToolCall: st.builds(MalformedToolCall, words, words),
    ReplyFinished: st.builds(
        ReplyFinished,
        st.sampled_from(["stop", "length", "tool_calls"]),
        st.builds(ReplyUsage, numbers, numbers, numbers, numbers, st.none() | floats, st.none() | floats),
    ),
}
messages = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    words,
    words,
    st.lists(tool_calls, max_size=2).map(tuple),
    st.none() | words,
    st.booleans(),
)
EVERY_OPTION = ReplyOptions(
    temperature=0.5,
    top_p=0.9,
    top_k=3,
    min_p=0.1,
    seed=2**63 - 1,
    max_tokens=7,
    stop=("a", "\n"),
    reasoning_effort="low",
    priority=1,
    template_arguments={"a": [1, None]},
    presence_penalty=0.5,
    frequency_penalty=-0.5,
    repetition_penalty=1.5,
    logit_bias={5: -100.0},
    min_tokens=2,
    ignore_eos=True,
    logprobs=3,
    answer_schema={"type": "object", "properties": {"a": {"type": "string"}}},
    tool_choice=NamedTool("read"),
    parallel_calls=False,
)


def test_every_option_is_in_the_example_below() -> None:
    plain = ReplyOptions()
    assert [f.name for f in fields(plain) if getattr(plain, f.name) == getattr(EVERY_OPTION, f.name)] == []


@given(
    st.lists(messages, max_size=3),
    st.lists(st.builds(ToolSpec, words, words, objects, st.booleans()), max_size=2),
    st.sampled_from([ReplyOptions(), EVERY_OPTION, ReplyOptions(answer_schema=ANY_OBJECT, tool_choice="required")]),
)
def test_what_is_asked_arrives(asked: list[Message], tools: list[ToolSpec], options: ReplyOptions) -> None:
    arrived = protocol.decode_asked(protocol.encode_asked(asked, tools, options))
    assert arrived == Asked(tuple(asked), tuple(tools), options)


def test_half_characters_become_replacements_as_they_do_for_other_servers() -> None:
    body = protocol.encode_asked([Message("user", "a\ud83d b😀")], [], ReplyOptions())
    assert protocol.decode_asked(body).messages == (Message("user", "a\ufffd b😀"),)


@given(st.one_of(*EVENTS.values()))
def test_every_event_arrives_on_one_line(event: ChatEvent) -> None:
    line = protocol.encode_line(event)
    assert line.count(b"\n") == 1
    assert protocol.decode_line(line) == event


def test_there_is_an_example_of_every_event() -> None:
    assert set(EVENTS) == set(get_args(ChatEvent))


@pytest.mark.parametrize(
    "error",
    [
        PromptTooLong(5000, 4095),
        OptionRefused("tools.3", "has no schema"),
        RequestRefused("No."),
        TemplateFailed("The template refuses."),
        EngineFailed("The engine stopped."),
        UsageError("The tokenizer lacks something."),
        LocalcoderError("Something else."),
    ],
)
def test_errors_arrive_as_what_they_are(error: LocalcoderError) -> None:
    failure = protocol.decode_line(protocol.encode_line(protocol.failure_of(error)))
    assert isinstance(failure, Failure)
    arrived = protocol.error_of(failure)
    assert (type(arrived), str(arrived), vars(arrived)) == (type(error), str(error), vars(error))


@given(st.binary(max_size=40) | words.map(str.encode) | anything.map(str).map(str.encode))
def test_other_lines_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        protocol.decode_line(data)


def test_an_event_with_a_field_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(ValueError):
        protocol.decode_line(b'["TextDelta",{"text":5}]\n')
