"""Requests that wait for the user, and the rule by which a key may answer one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested

Choice = Literal["once", "always", "no"]
KEYS: dict[str, Choice] = {"y": "once", "a": "always", "n": "no"}


@dataclass(slots=True)
class _Waiting:
    request: ApprovalRequested
    answer: asyncio.Future[Answer]


class Approvals:
    """The `Approver` of the screen: requests wait in the order they came, one is shown at a time."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._waiting: list[_Waiting] = []
        self._on_change = on_change

    @property
    def current(self) -> ApprovalRequested | None:
        """The request that is shown."""
        return self._waiting[0].request if self._waiting else None

    @property
    def count(self) -> int:
        """How many wait, the shown one included."""
        return len(self._waiting)

    async def approve(self, request: ApprovalRequested) -> Answer:
        """Wait until the user has answered `request`. Cancelling withdraws it."""
        waiting = _Waiting(request, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._on_change()
        try:
            return await waiting.answer
        finally:
            self._waiting.remove(waiting)
            self._on_change()

    def answer(self, choice: Choice, feedback: str = "") -> None:
        """Answer the shown request."""
        if self._waiting and not self._waiting[0].answer.done():
            self._waiting[0].answer.set_result(Answer(choice, feedback))


class KeyGate:
    """Tells keys that answer a request from keys that were meant for the draft.

    A request can come up at any moment while somebody types. So `y`, `a` and `n` count only if the draft is empty, the
    request has been on the screen for `quiet_s` and no key was pressed for as long; and even then the key is held for
    `hold_s`: if another key follows, it was the beginning of a word and goes to the draft with the rest.
    """

    def __init__(self, *, quiet_s: float = 0.7, hold_s: float = 0.35, pause_s: float = 0.01) -> None:
        self.quiet_s = quiet_s
        self.hold_s = hold_s
        self.pause_s = min(pause_s, quiet_s)
        """See `StrayKeys`."""
        self._shown_at: float | None = None
        self._last_key_at = float("-inf")

    def show(self, now: float) -> None:
        """Another request came on the screen."""
        self._shown_at = now

    def hide(self) -> None:
        """No request is on the screen."""
        self._shown_at = None

    def wait_s(self, now: float) -> float | None:
        """How long until a key would count if none is pressed before; None while no request is on the screen."""
        if self._shown_at is None:
            return None
        return max(0.0, max(self._shown_at, self._last_key_at) + self.quiet_s - now)

    def press(self, key: str, draft: str, now: float) -> Choice | None:
        """Take note of a key; the choice it would make, to be held, or None if it is the draft's."""
        counts = self.wait_s(now) == 0.0
        self._last_key_at = now
        return KEYS.get(key) if counts and not draft else None
