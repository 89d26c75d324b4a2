"""One reply of the model, collected from its stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from localcoder.agent.events import CallDrafted, Event, ReasoningAdded, TextAdded
from localcoder.chat.messages import Message, ToolCall
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

_UNREADABLE = "Your tool call could not be read: "
_CUT = "Your reply was cut in the middle of the call of `"
_TOO_MANY = "Your reply had too many calls: "
_EMPTY = "Your reply was empty. Call a tool, or answer in a sentence."


MAX_CALLS = 100
"""So many calls of one reply are run, readable or not; what would follow is not waited for. The results of more would
fill any context."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is wrong with a reply: a line for the user, and what the model is told so that it can do better."""

    notice: str
    to_model: str


@dataclass
class Draft:
    """What has arrived of a reply. `reason` is None until the model has ended it by itself.

    `taken` are the ids of all calls so far. A call gets another id than the model gave it where that one is empty or
    taken, for some models count from 0 in each reply; from its first character on, or it would be shown twice.
    """

    taken: set[str] = field(default_factory=set)
    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    malformed: list[MalformedToolCall] = field(default_factory=list)
    reason: Literal["stop", "length", "tool_calls"] | None = None
    usage: ReplyUsage = field(default_factory=ReplyUsage)
    is_overfull: bool = False
    _begun: dict[int, tuple[str, str, int]] = field(default_factory=dict)

    def add(self, event: ChatEvent) -> Iterator[Event]:
        """Take the next event of the model; yields what the user is shown of it."""
        match event:
            case TextDelta(text):
                self.text += text
                yield TextAdded(text)
            case ReasoningDelta(text):
                self.reasoning += text
                yield ReasoningAdded(text)
            case ToolCallStarted() if len(self.calls) + len(self.malformed) + len(self._begun) >= MAX_CALLS:
                self.is_overfull, self.reason = True, "tool_calls"
            case MalformedToolCall() if len(self.calls) + len(self.malformed) >= MAX_CALLS:
                self.is_overfull, self.reason = True, "tool_calls"
            case ToolCallStarted(index, call_id, name):
                self._begun[index] = (self._unique(call_id), name, 0)
                yield CallDrafted(*self._begun[index])
            case ToolCallDelta(index, arguments) if index in self._begun:
                call_id, name, characters = self._begun[index]
                self._begun[index] = (call_id, name, characters + len(arguments))
                yield CallDrafted(*self._begun[index])
            case ToolCallFinished(index, call):
                begun = self._begun.pop(index, None)
                call_id = begun[0] if begun else self._unique(call.id)
                self.calls.append(ToolCall(call_id, call.name, call.arguments))
            case MalformedToolCall():
                # The parser may have announced the call before it turned out to be unreadable.
                self._begun.clear()
                self.malformed.append(event)
            case ReplyFinished(reason, usage):
                self.reason = reason
                self.usage = usage

    def shorten(self, channel: str, characters: int) -> None:
        """Drop what follows the first `characters` of `text` or `reasoning`, and say so in their place."""
        if channel == "text":
            self.text = f"{self.text[:characters]} […]"
        elif channel == "reasoning":
            self.reasoning = f"{self.reasoning[:characters]} […]"

    @property
    def half_call(self) -> str | None:
        """The name of a call that began and never became complete."""
        return next((name for _, name, _ in self._begun.values()), None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to answer with and nothing to do."""
        return not (self.text.strip() or self.calls or self.malformed or self.half_call)

    def feedback(self) -> Feedback | None:
        """What to say about a reply that was not what it should be; None for a good one."""
        if self.malformed:
            error = self.malformed[0].error.rstrip(".")
            return Feedback(
                f"The model wrote a tool call that cannot be read: {error}.",
                f"{_UNREADABLE}{error}. It was not run. Write the call again.",
            )
        if self.is_overfull:
            return Feedback(
                f"The reply had more than {MAX_CALLS} calls; the first {len(self.calls)} were run.",
                f"{_TOO_MANY}only the first {len(self.calls)} were run. Make fewer calls at a time.",
            )
        if self.half_call is not None:
            return Feedback(
                f"The reply ended in the middle of a call of `{self.half_call}`, which was not run.",
                f"{_CUT}{self.half_call}`, so it was not run. Do it in smaller steps.",
            )
        if self.is_empty:
            return Feedback("The model gave an empty reply.", _EMPTY)
        return None

    def message(self) -> Message:
        """The assistant message for the history, unreadable calls included as the text that they were."""
        parts = [self.text, *(malformed.raw for malformed in self.malformed)]
        return Message("assistant", "\n".join(part for part in parts if part), self.reasoning, tuple(self.calls))

    def _unique(self, wanted: str) -> str:
        call_id, number = wanted, 1
        while not call_id or call_id in self.taken:
            call_id, number = f"{wanted or 'call'}_{len(self.taken)}_{number}", number + 1
        self.taken.add(call_id)
        return call_id


def is_feedback(message: Message) -> bool:
    """Whether `message` tells the model what was wrong with its reply: that is said in the user's role."""
    return message.role == "user" and message.content.startswith((_UNREADABLE, _CUT, _TOO_MANY, _EMPTY))


def added_usage(first: ReplyUsage, second: ReplyUsage) -> ReplyUsage:
    """The sum of two replies' usage; a time is None only where neither reply knew it."""

    def seconds(a: float | None, b: float | None) -> float | None:
        return None if a is None and b is None else (a or 0.0) + (b or 0.0)

    return ReplyUsage(
        first.prompt_tokens + second.prompt_tokens,
        first.completion_tokens + second.completion_tokens,
        first.cached_tokens + second.cached_tokens,
        first.reasoning_tokens + second.reasoning_tokens,
        seconds(first.prefill_s, second.prefill_s),
        seconds(first.decode_s, second.decode_s),
    )
