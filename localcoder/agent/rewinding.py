"""The messages of the user's that a conversation can go back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from localcoder.agent.attached import own_words
from localcoder.agent.compaction import is_summary
from localcoder.agent.reply import is_feedback
from localcoder.chat.messages import Message
from localcoder.sessions.conversation import Earlier


@dataclass(frozen=True, slots=True)
class RewindPoint:
    """A message of the user's. `text` is what the user wrote of it, `kept` counts the messages before it.

    `turn` is the number under which the checkpoints know the turn that it began; None where they do not.
    `compactions` is how many of the newest summaries have to give way again to reach it.
    """

    text: str
    kept: int
    turn: int | None
    compactions: int = 0


class Beginnings:
    """Remembers which turn of the checkpoints began with which message."""

    def __init__(self, begun: Iterable[tuple[Message, int]] = ()) -> None:
        self._begun = list(begun)

    def add(self, message: Message, turn: int) -> None:
        """The turn of this number began with `message`."""
        self._begun.append((message, turn))

    def turn_of(self, message: Message) -> int | None:
        """The number of the turn that began with just this `message`: the same words may be said twice."""
        return next((turn for begun, turn in self._begun if begun is message), None)

    def points(self, messages: Sequence[Message], earlier: Sequence[Earlier] = ()) -> tuple[RewindPoint, ...]:
        """The points of a conversation, the oldest first: those that summaries replaced, and those of `messages`."""
        turns = {id(message): turn for message, turn in self._begun}  # compaction keeps the messages themselves
        reachable = [(len(earlier) - index, one.messages[: -one.kept or None]) for index, one in enumerate(earlier)]
        return tuple(
            RewindPoint(own_words(message.content), kept, turns.get(id(message)), compactions)
            for compactions, part in [*reachable, (0, messages)]
            for kept, message in enumerate(part)
            if message.role == "user" and not is_summary(message) and not is_feedback(message)
        )
