"""From a server's chunks to chat events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pydantic

from localcoder.chat.model import ChatEvent, ReasoningDelta, ReplyUsage, ScoredToken, TextDelta, TokenChoice
from localcoder.wire.call_assembler import CallAssembler
from localcoder.wire.errors import EndpointError, refusal
from localcoder.wire.sse import ServerEvent
from localcoder.wire.types import Completion, Logprobs, MessagePart, TokenScore, WireUsage

_DONE = "[DONE]"


class ReplyReader:
    """Reads one reply: chunks of a stream, or a whole completion."""

    def __init__(self, url: str, *, secret: str | None = None) -> None:
        self.done = False
        """The server has said that nothing follows."""
        self.usage: ReplyUsage | None = None
        self.characters = 0
        """Characters of all deltas, for an estimate where the server counts no tokens."""
        self._url = url
        self._secret = secret
        self._calls = CallAssembler()
        self._finish_reason = ""

    def feed(self, server_event: ServerEvent) -> Iterator[ChatEvent]:
        """Take one event of the stream.

        Raises:
            EndpointError: it is an error, or no chunk of a completion.
        """
        data = server_event.data.strip()
        if data == _DONE:
            self.done = True
            return
        if server_event.name == "error":
            raise refusal(self._url, None, data, secret=self._secret)
        try:
            chunk = Completion.model_validate_json(data)
        except pydantic.ValidationError as error:
            what = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(map(str, what["loc"])) or "the event"
            raise EndpointError(f"{self._url} sent what is no chat completion: {where}: {what['msg']}.") from None
        if chunk.error:
            raise refusal(self._url, None, data, secret=self._secret)
        if chunk.usage is not None:
            self.usage = _usage(chunk.usage)
        for choice in chunk.choices or ():
            if choice.index != 0:
                continue
            part = choice.delta or choice.message
            if part is not None:
                yield from self._take(part, _scores(choice.logprobs))
            self._finish_reason = choice.finish_reason or self._finish_reason

    def finish(self) -> list[ChatEvent]:
        """The stream has ended.

        Raises:
            EndpointError: it broke off, or the server's content filter ended it.
        """
        if not self._finish_reason and not self.done:
            raise EndpointError(f"{self._url} ended the reply before it was complete.")
        if self._finish_reason == "content_filter":
            raise EndpointError(f"{self._url} ended the reply: its content filter stopped it.")
        return self._calls.finish(truncated=self._finish_reason == "length")

    def reason(self) -> Literal["stop", "length", "tool_calls"]:
        """Why the reply ended, once `finish` has been called; servers disagree on it where tools are called."""
        if self._finish_reason == "length":
            return "length"
        return "tool_calls" if self._calls.finished else "stop"

    def _take(self, part: MessagePart, scores: tuple[TokenChoice, ...]) -> Iterator[ChatEvent]:
        reasoning = part.reasoning_content or part.reasoning
        if reasoning:
            self.characters += len(reasoning)
            yield ReasoningDelta(reasoning)
        content = _text(part.content) or part.refusal
        if content or scores:
            self.characters += len(content or "")
            yield TextDelta(content or "", scores)
        for call in part.tool_calls or ():
            arguments = call.function.arguments if call.function else None
            self.characters += len(arguments) if isinstance(arguments, str) else 0
            yield from self._calls.feed(call)


def _text(content: str | list[dict[str, object]] | None) -> str:
    if not isinstance(content, list):
        return content or ""
    return "".join(str(part.get("text") or "") for part in content if part.get("type") == "text")


def _scores(logprobs: Logprobs | None) -> tuple[TokenChoice, ...]:
    if logprobs is None:
        return ()
    return tuple(
        TokenChoice(_score(token), tuple(map(_score, token.top_logprobs or ()))) for token in logprobs.content or ()
    )


def _score(token: TokenScore) -> ScoredToken:
    data = token.token.encode("utf-8", "replace") if token.bytes is None else bytes(byte & 0xFF for byte in token.bytes)
    return ScoredToken(data, token.logprob)


def _usage(usage: WireUsage) -> ReplyUsage:
    prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
    return ReplyUsage(
        usage.prompt_tokens or 0,
        usage.completion_tokens or 0,
        (prompt.cached_tokens if prompt else None) or 0,
        (completion.reasoning_tokens if completion else None) or 0,
    )
