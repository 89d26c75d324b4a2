"""The messages of the user's that a conversation can go back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcoder.agent.attached import own_words
from localcoder.agent.compaction import is_summary
from localcoder.agent.reply import is_feedback
from localcoder.chat.messages import Message


@dataclass(frozen=True, slots=True)
class RewindPoint:
    """A message of the user's. `text` is what the user wrote of it, `kept` counts the messages before it.

    `turn` is the number under which the checkpoints know the turn that it began; None for one of an earlier run.
    """

    text: str
    kept: int
    turn: int | None


class Beginnings:
    """Remembers which turn of the checkpoints began with which message."""

    def __init__(self) -> None:
        self._begun: list[tuple[Message, int]] = []

    def add(self, message: Message, turn: int) -> None:
        """The turn of this number began with `message`."""
        self._begun.append((message, turn))

    def points(self, messages: Sequence[Message]) -> tuple[RewindPoint, ...]:
        """The points of the conversation `messages`, the oldest first."""
        # By identity: the same words may be said twice, and compaction keeps the messages themselves.
        turns = {id(message): turn for message, turn in self._begun}
        return tuple(
            RewindPoint(own_words(message.content), kept, turns.get(id(message)))
            for kept, message in enumerate(messages)
            if message.role == "user" and not is_summary(message) and not is_feedback(message)
        )
