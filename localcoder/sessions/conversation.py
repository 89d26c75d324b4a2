"""A conversation as the records of a session's file tell it, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from localcoder.chat.messages import Message
from localcoder.sessions import records

LOST_RESULT = "Interrupted: localcoder ended before this call had a result."


@dataclass(frozen=True, slots=True)
class Earlier:
    """A conversation as it was before a summary took the place of all but its newest `kept` messages."""

    messages: tuple[Message, ...]
    kept: int


@dataclass
class Conversation:
    """What was said, `messages` as the model sees it.

    `earlier` is how it was before each summary, the oldest first. `turns` tells the messages with which turns of the
    checkpoints began, by number.
    """

    messages: list[Message] = field(default_factory=list)
    earlier: list[Earlier] = field(default_factory=list)
    turns: list[tuple[Message, int]] = field(default_factory=list)

    def apply(self, record: dict[str, Any]) -> None:
        """Let one record take effect; one of another kind has none. Raises ValueError where it is damaged."""
        match record["type"]:
            case "message":
                self.messages.append(records.message_of(record))
                if (turn := records.turn_of(record)) is not None:
                    self.turns.append((self.messages[-1], turn))
            case "retract":
                if self.messages and self.messages[-1].role == "user":
                    self.messages.pop()
            case "rewind":
                self._rewind(record)
            case "compaction":
                seen = tuple(whole(self.messages))  # as the conversation was when its messages were counted
                summary, kept = records.compaction_of(record, len(seen))
                self.messages = [summary, *seen[len(seen) - kept :]]
                self.earlier.append(Earlier(seen, kept))

    def _rewind(self, record: dict[str, Any]) -> None:
        compactions = records.rewound_compactions(record, len(self.earlier))
        seen = self.earlier[-compactions].messages if compactions else tuple(whole(self.messages))
        self.messages = list(seen[: records.rewind_of(record, len(seen))])
        del self.earlier[len(self.earlier) - compactions :]


def whole(messages: Iterable[Message]) -> Iterator[Message]:
    """`messages` as a valid conversation: each call has exactly one result, right after its message."""
    waiting: dict[str, None] = {}
    for message in messages:
        if message.role == "tool":
            if message.tool_call_id in waiting:
                del waiting[message.tool_call_id]
                yield message
            continue
        yield from _lost(waiting)
        waiting = {call.id: None for call in message.tool_calls}
        yield message
    yield from _lost(waiting)


def _lost(waiting: Iterable[str]) -> Iterator[Message]:
    return (Message("tool", LOST_RESULT, tool_call_id=call_id, is_error=True) for call_id in waiting)
