"""Noticing that the model goes round in circles."""

from __future__ import annotations

from localcoder.chat.messages import ToolCall

SAME_CALL_LIMIT = 4


class LoopGuard:
    """Counts how often in a row one and the same call gave one and the same result; one guard per turn."""

    def __init__(self) -> None:
        self._last: tuple[str, str, str] | None = None
        self._repeats = 0

    def add(self, call: ToolCall, result: str) -> str | None:
        """Take the next call and its result; returns what to tell the user if the turn should stop."""
        key = (call.name, call.arguments, result)
        self._repeats = self._repeats + 1 if key == self._last else 1
        self._last = key
        if self._repeats < SAME_CALL_LIMIT:
            return None
        return (
            f"The model made the same call of `{call.name}` {self._repeats} times in a row with the same result,"
            " so the turn was stopped; say more precisely what to do, or use a more capable model."
        )
