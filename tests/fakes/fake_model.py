"""A chat model that plays back a script: the double for everything above the engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ChatEvent,
    ReasoningDelta,
    ReplyFinished,
    ReplyOptions,
    ReplyUsage,
    TextDelta,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)

Reply = Sequence[ChatEvent | Exception]


def says(text: str, *, reasoning: str = "", piece: int = 4) -> list[ChatEvent]:
    """A reply of plain text, in deltas of `piece` characters."""
    events: list[ChatEvent] = []
    if reasoning:
        events.append(ReasoningDelta(reasoning))
    events += [TextDelta(text[i : i + piece]) for i in range(0, len(text), piece)]
    return [*events, ReplyFinished("stop", ReplyUsage(10, max(1, len(text) // piece), 0))]


def calls(*named: tuple[str, dict[str, Any] | str], text: str = "", reasoning: str = "") -> list[ChatEvent]:
    """A reply of tool calls, each `(name, arguments)`; arguments as a str are sent as they are."""
    events: list[ChatEvent] = []
    if reasoning:
        events.append(ReasoningDelta(reasoning))
    if text:
        events.append(TextDelta(text))
    for index, (name, arguments) in enumerate(named):
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        call = ToolCall(f"call_{index}", name, raw)
        half = len(raw) // 2
        events += [
            ToolCallStarted(index, call.id, name),
            ToolCallDelta(index, raw[:half]),
            ToolCallDelta(index, raw[half:]),
            ToolCallFinished(index, call),
        ]
    return [*events, ReplyFinished("tool_calls", ReplyUsage(10, 10, 0))]


@dataclass
class FakeChatModel:
    """Plays one scripted reply per call of `reply`; records what it was asked.

    An entry of `script` is a sequence of events (an exception in it is raised there) or a function of the messages
    that returns one. When the script is used up it says "(end of script)". `delay_s` passes before each event.
    """

    script: Iterable[Reply | Callable[[Sequence[Message]], Reply]] = ()
    name: str = "fake"
    context_tokens: int = 32_768
    prompt_profile: Literal["full", "compact"] = "full"
    delay_s: float = 0.0
    asked: list[tuple[tuple[Message, ...], tuple[ToolSpec, ...], ReplyOptions]] = field(default_factory=list)
    active: int = 0
    closed: bool = False

    def __post_init__(self) -> None:
        self._replies = iter(self.script)

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        self.asked.append((tuple(messages), tuple(tools), options))
        entry = next(self._replies, None)
        events = says("(end of script)") if entry is None else entry(messages) if callable(entry) else entry
        self.active += 1
        try:
            for event in events:
                await asyncio.sleep(self.delay_s)
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.active -= 1

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        return sum(len(message.content) // 4 + 4 for message in messages)

    async def close(self) -> None:
        self.closed = True
