"""How the agent asks whether a call may run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from localcoder.agent.events import ApprovalRequested

REFUSED = "The user refused this call."
"""How the result of a refused call begins; a saved conversation tells by it which calls were refused."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The user's word on one call.

    `once` and `always` run it; `always` also adds the request's suggested rule for this session. `no` refuses it and
    the turn goes on, with `feedback` given to the model. `unavailable`: nobody is there to ask.

    To a request of kind `loop`: `once` lets the turn go on, `always` does so without another such question in this
    turn, `no` ends the turn.
    """

    choice: Literal["once", "always", "no", "unavailable"]
    feedback: str = ""


class Approver(Protocol):
    """Whoever can be asked: the TUI, an editor, or nobody (headless)."""

    async def approve(self, request: ApprovalRequested) -> Answer:
        """Wait for the user's answer to `request`."""
        ...


class Questions:
    """Lets the agents of one conversation ask one user: one question at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def ask(
        self,
        ask: Callable[[ApprovalRequested], Awaitable[Answer]],
        prepare: Callable[[], Awaitable[ApprovalRequested | None]],
    ) -> Answer | None:
        """Ask what `prepare` says once those before have their answers; None, and no question, where it says None.

        What was answered meanwhile may have settled it, and what it shows may have changed. Cancelling withdraws the
        question, and the next one is asked.
        """
        async with self._turn:
            request = await prepare()
            return None if request is None else await ask(request)
