"""A model's reply as OpenAI's clients read it: a stream of chunks, or one completion that equals their sum."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    ReasoningDelta,
    ReplyFinished,
    ReplyUsage,
    TextDelta,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)

Delta = dict[str, Any]


def delta_of(event: ChatEvent) -> Delta | None:
    """What `event` adds to the assistant's message; None if nothing.

    A call that cannot be parsed is shown as the text that it is, so that nothing the model wrote is lost.
    """
    match event:
        case TextDelta(text):
            return {"content": text}
        case ReasoningDelta(text):
            return {"reasoning_content": text}
        case ToolCallStarted(index, call_id, name):
            function = {"name": name, "arguments": ""}
            return {"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]}
        case ToolCallDelta(index, arguments):
            return {"tool_calls": [{"index": index, "function": {"arguments": arguments}}]}
        case MalformedToolCall(raw, _):
            return {"content": raw}
        case ToolCallFinished() | ReplyFinished():
            return None


def usage_object(usage: ReplyUsage) -> dict[str, Any]:
    """OpenAI's `usage`."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
    }


@dataclass(frozen=True, slots=True)
class ReplyFrame:
    """What all chunks of one reply have in common."""

    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def chunk(self, delta: Delta, finish_reason: str | None = None) -> dict[str, Any]:
        """One chunk of the stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
        return self._head("chat.completion.chunk") | {"choices": [choice]}

    def usage_chunk(self, usage: ReplyUsage) -> dict[str, Any]:
        """The chunk after the last one, for clients that asked for it."""
        return self._head("chat.completion.chunk") | {"choices": [], "usage": usage_object(usage)}

    def completion(self, events: Iterable[ChatEvent]) -> dict[str, Any]:
        """The whole reply at once. `events` ends in `ReplyFinished`."""
        finish_reason, usage = "stop", ReplyUsage()
        deltas: list[Delta] = []
        for event in events:
            if isinstance(event, ReplyFinished):
                finish_reason, usage = event.reason, event.usage
            delta = delta_of(event)
            if delta is not None:
                deltas.append(delta)
        message = _merged(deltas)
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_reason}
        return self._head("chat.completion") | {"choices": [choice], "usage": usage_object(usage)}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def _merged(deltas: Iterable[Delta]) -> dict[str, Any]:
    """The message that `deltas` add up to, as a client that merges the stream sees it; linear in their number."""
    texts: dict[str, list[str]] = {}
    calls: dict[int, dict[str, Any]] = {}
    arguments: dict[int, list[str]] = {}
    for delta in deltas:
        for name in ("content", "reasoning_content"):
            if name in delta:
                texts.setdefault(name, []).append(delta[name])
        for part in delta.get("tool_calls", ()):
            index = part["index"]
            if "id" in part:
                calls[index] = {"id": part["id"], "type": "function", "function": dict(part["function"])}
            arguments.setdefault(index, []).append(part["function"]["arguments"])
    message: dict[str, Any] = {"role": "assistant", "content": None}
    message |= {name: "".join(pieces) for name, pieces in texts.items()}
    if calls:
        for index, call in calls.items():
            call["function"]["arguments"] = "".join(arguments[index])
        message["tool_calls"] = list(calls.values())
    elif message["content"] is None:
        message["content"] = ""
    return message
