"""Noticing that the model goes round in circles."""

from __future__ import annotations

from collections import Counter

from localcoder.chat.messages import ToolCall

SAME_CALL_LIMIT = 4


class LoopGuard:
    """Counts how often a call gave the same result again while nothing new happened; one guard per turn.

    A call that was not made before in the turn, or gave another result, is something new: so a check that fails the
    same way after each of several edits is no circle, and two calls that take turns are one.
    """

    def __init__(self) -> None:
        self._seen: set[tuple[str, str, str]] = set()
        self._repeats: Counter[tuple[str, str, str]] = Counter()

    def add(self, call: ToolCall, result: str) -> str | None:
        """Take the next call and its result; returns what to tell the user if the turn should stop."""
        key = (call.name, call.arguments, result)
        if key not in self._seen:
            self._seen.add(key)
            self._repeats.clear()
        self._repeats[key] += 1
        if self._repeats[key] < SAME_CALL_LIMIT:
            return None
        return (
            f"The model made the same call of `{call.name}` {self._repeats[key]} times with the same result and nothing"
            " new in between, so the turn was stopped; say more precisely what to do, or use a more capable model."
        )
