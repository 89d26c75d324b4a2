"""A model's reply as OpenAI's clients read it: a stream of chunks, or one completion that equals their sum."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from localcoder.server.logprobs import finite
from localcoder.wire.types import (
    CallPart,
    Choice,
    Completion,
    CompletionDetails,
    FunctionPart,
    Logprobs,
    MessagePart,
    PromptDetails,
    TokenScore,
    TokenScores,
    WireUsage,
)


def part_of(event: ChatEvent) -> MessagePart | None:
    """What `event` adds to the assistant's message; None if nothing.

    A call that cannot be parsed is shown as the text that it is, so that nothing the model wrote is lost. Of one that
    the token limit cut, its pieces have told all that is a call.
    """
    match event:
        case TextDelta(text):
            return MessagePart(content=text)
        case ReasoningDelta(text):
            return MessagePart(reasoning_content=text)
        case ToolCallStarted(index, call_id, name):
            function = FunctionPart(name=name, arguments="")
            return MessagePart(tool_calls=[CallPart(index=index, id=call_id, type="function", function=function)])
        case ToolCallDelta(index, arguments):
            return MessagePart(tool_calls=[CallPart(index=index, function=FunctionPart(arguments=arguments))])
        case MalformedToolCall(raw, _, cut=False):
            return MessagePart(content=raw)
        case MalformedToolCall() | ToolCallFinished() | ReplyFinished():
            return None


def wire_usage(replies: Sequence[ReplyUsage]) -> WireUsage:
    """OpenAI's `usage` of the replies to one prompt, which counts once."""
    first = replies[0] if replies else ReplyUsage()
    written = sum(usage.completion_tokens for usage in replies)
    return WireUsage(
        prompt_tokens=first.prompt_tokens,
        completion_tokens=written,
        total_tokens=first.prompt_tokens + written,
        prompt_tokens_details=PromptDetails(cached_tokens=first.cached_tokens),
        completion_tokens_details=CompletionDetails(reasoning_tokens=sum(usage.reasoning_tokens for usage in replies)),
    )


def usage_object(usage: ReplyUsage) -> dict[str, Any]:
    """OpenAI's `usage` of one reply."""
    return wire_usage([usage]).sent()


@dataclass(frozen=True, slots=True)
class ReplyFrame:
    """What all chunks of one response have in common. `scored`: its client wants the tokens' probabilities."""

    model: str
    scored: bool = False
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def opening(self, index: int) -> dict[str, Any]:
        """The first chunk of choice `index`."""
        return self._chunk(index, MessagePart(role="assistant", content=""))

    def chunk(self, index: int, event: ChatEvent) -> dict[str, Any] | None:
        """The chunk for `event` of choice `index`, if it has one."""
        if isinstance(event, ReplyFinished):
            return self._chunk(index, MessagePart(), None, event.reason)
        part = part_of(event)
        scores = event.logprobs if isinstance(event, TextDelta) else ()
        return None if part is None else self._chunk(index, part, _logprobs(scores) if self.scored and scores else None)

    def usage_chunk(self, replies: Sequence[ReplyUsage]) -> dict[str, Any]:
        """The chunk after the last one, for clients that asked for it."""
        return self._completion("chat.completion.chunk", [], usage=wire_usage(replies))

    def completion(self, replies: Sequence[Sequence[ChatEvent]]) -> dict[str, Any]:
        """The whole response at once. The events of each reply end in `ReplyFinished`."""
        choices, usages = [], []
        for index, events in enumerate(replies):
            finished = [event for event in events if isinstance(event, ReplyFinished)]
            usages += [event.usage for event in finished]
            scores = [token for event in events if isinstance(event, TextDelta) for token in event.logprobs]
            choices.append(
                Choice(
                    index=index,
                    message=_merged(part for event in events if (part := part_of(event)) is not None),
                    logprobs=_logprobs(scores) if self.scored else None,
                    finish_reason=finished[0].reason if finished else "stop",
                )
            )
        return self._completion("chat.completion", choices, usage=wire_usage(usages))

    def _chunk(
        self, index: int, part: MessagePart, logprobs: Logprobs | None = None, finish_reason: str | None = None
    ) -> dict[str, Any]:
        choice = Choice(index=index, delta=part, logprobs=logprobs, finish_reason=finish_reason)
        return self._completion("chat.completion.chunk", [choice])

    def _completion(self, kind: str, choices: list[Choice], **more: Any) -> dict[str, Any]:
        return Completion(
            id=self.id, object=kind, created=self.created, model=self.model, choices=choices, **more
        ).sent()


def _logprobs(choices: Sequence[TokenChoice]) -> Logprobs:
    content = [
        TokenScores(**_score(choice.chosen), top_logprobs=[TokenScore(**_score(token)) for token in choice.top])
        for choice in choices
    ]
    return Logprobs(content=content, refusal=None)


def _score(token: ScoredToken) -> dict[str, Any]:
    return {"token": token.text, "logprob": finite(token.logprob), "bytes": list(token.data)}


def _merged(parts: Iterable[MessagePart]) -> MessagePart:
    """The message that `parts` add up to, as a client that merges the stream sees it; linear in their number."""
    content: list[str] = []
    reasoning: list[str] = []
    calls: dict[int, CallPart] = {}
    arguments: dict[int, list[str]] = {}
    for part in parts:
        if isinstance(part.content, str):
            content.append(part.content)
        if part.reasoning_content is not None:
            reasoning.append(part.reasoning_content)
        for call in part.tool_calls or ():
            index = call.index or 0
            if call.id is not None:
                calls[index] = call
            if call.function is not None:
                arguments.setdefault(index, []).append(str(call.function.arguments or ""))
    merged: dict[str, Any] = {"role": "assistant", "content": "".join(content) if content or not calls else None}
    if reasoning:
        merged["reasoning_content"] = "".join(reasoning)
    if calls:
        merged["tool_calls"] = [_whole(call, "".join(arguments[index])) for index, call in calls.items()]
    return MessagePart(**merged)


def _whole(call: CallPart, arguments: str) -> CallPart:
    name = None if call.function is None else call.function.name
    return CallPart(id=call.id, type="function", function=FunctionPart(name=name, arguments=arguments))
