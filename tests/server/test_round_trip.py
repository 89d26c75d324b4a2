"""`--endpoint` against `serve`: what a model says arrives as it was said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ANY_OBJECT,
    ChatEvent,
    NamedTool,
    ReasoningDelta,
    ReplyFinished,
    ReplyOptions,
    ReplyUsage,
    ScoredToken,
    TextDelta,
    TokenChoice,
    ToolCallFinished,
)
from localcoder.errors import LocalcoderError
from localcoder.wire.client import EndpointChatModel
from tests.fakes.fake_model import FakeChatModel, calls
from tests.server.conftest import Running

TOOLS = (ToolSpec("read", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}}),)
CONVERSATION = (
    Message("system", "Be brief."),
    Message("user", "read a and b"),
    Message("assistant", "", reasoning="both", tool_calls=(ToolCall("1", "read", '{"path": "a"}'),)),
    Message("tool", "Error: no such file", tool_call_id="1"),
)
SCHEMA = {"type": "object", "properties": {"x": {"type": "integer"}}}
OPTIONS = ReplyOptions(
    temperature=0.5,
    top_p=0.9,
    top_k=20,
    min_p=0.05,
    seed=3,
    max_tokens=50,
    stop=("X",),
    reasoning_effort="low",
    priority=1,
    template_arguments={"documents": []},
    presence_penalty=0.5,
    frequency_penalty=-0.5,
    repetition_penalty=1.1,
    logit_bias={7: -3.0, 9: 100.0},
    min_tokens=5,
    ignore_eos=True,
    logprobs=0,
    answer_schema=SCHEMA,
    tool_choice="required",
    parallel_calls=False,
)


def merged(events: list[ChatEvent]) -> tuple[str, str, list[tuple[str, str]], str]:
    reason = events[-1]
    assert isinstance(reason, ReplyFinished)
    return (
        "".join(event.text for event in events if isinstance(event, ReasoningDelta)),
        "".join(event.text for event in events if isinstance(event, TextDelta)),
        [(event.call.name, event.call.arguments) for event in events if isinstance(event, ToolCallFinished)],
        reason.reason,
    )


async def test_conversation_options_and_reply_survive_the_wire(serving: Callable[..., Running]) -> None:
    said = calls(("read", '{"path": "a😀"}'), ("read", '{"path":"b"}'), text="Reading.", reasoning="first a")
    model = FakeChatModel([said], context_tokens=12_345)
    remote = EndpointChatModel(f"{serving(model, api_key='k').url}/v1", api_key="k")
    assert (remote.name, remote.context_tokens) == ("fake", 12_345)
    heard = [event async for event in remote.reply(CONVERSATION, TOOLS, OPTIONS)]
    await remote.close()
    assert merged(heard) == merged(said)
    messages, tools, options = model.asked[0]
    assert messages == CONVERSATION
    assert tools == TOOLS
    assert options == OPTIONS


@pytest.mark.parametrize(
    "options",
    [
        ReplyOptions(),
        ReplyOptions(tool_choice=NamedTool("read"), logprobs=4),
        ReplyOptions(answer_schema=ANY_OBJECT),
        ReplyOptions(answer_schema={"type": "array"}, min_tokens=0),
    ],
)
async def test_each_form_of_an_option_survives_the_wire(serving: Callable[..., Running], options: ReplyOptions) -> None:
    model = FakeChatModel([])
    remote = EndpointChatModel(f"{serving(model).url}/v1")
    tools = (*TOOLS, ToolSpec("move", "", SCHEMA, strict=True))
    begun = (*CONVERSATION, Message("assistant", "It is"))
    assert [event async for event in remote.reply(begun, tools, options)]
    await remote.close()
    assert model.asked[0] == (begun, tools, options)


async def test_probabilities_survive_the_wire(serving: Callable[..., Running]) -> None:
    half = TokenChoice(ScoredToken(b"\xf0\x9f", -0.25), (ScoredToken(b"a", -0.25), ScoredToken(b"b", -7.5)))
    rest = TokenChoice(ScoredToken(b"\x98\x80", -1.5))
    said = [TextDelta("😀", (half, rest)), TextDelta("", (rest,)), ReplyFinished("stop", ReplyUsage())]
    remote = EndpointChatModel(f"{serving(FakeChatModel([said])).url}/v1")
    heard = [event async for event in remote.reply(CONVERSATION, (), ReplyOptions(logprobs=2))]
    await remote.close()
    assert heard[:-1] == said[:-1]


async def test_usage_survives_the_wire(serving: Callable[..., Running]) -> None:
    usage = ReplyUsage(100, 20, 64, 7)
    remote = EndpointChatModel(f"{serving(FakeChatModel([[TextDelta('a'), ReplyFinished('length', usage)]])).url}/v1")
    *_, last = [event async for event in remote.reply(CONVERSATION)]
    await remote.close()
    assert isinstance(last, ReplyFinished)
    assert last.reason == "length"
    got = last.usage
    assert (got.prompt_tokens, got.completion_tokens, got.cached_tokens, got.reasoning_tokens) == (100, 20, 64, 7)


async def test_server_error_arrives_in_its_words(serving: Callable[..., Running]) -> None:
    remote = EndpointChatModel(f"{serving(FakeChatModel([[LocalcoderError('Out of cheese.')]])).url}/v1")
    with pytest.raises(LocalcoderError, match="Out of cheese"):
        [event async for event in remote.reply(CONVERSATION)]
    await remote.close()
