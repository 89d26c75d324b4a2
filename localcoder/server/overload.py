"""How many requests may wait, what the others are told, and who goes first."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from localcoder.server.errors import ApiError
from localcoder.wire.requests import PRIORITIES, PRIORITY_HEADER

MAX_QUEUE = 64
"""Requests that may wait while as many others as the engine has rows are answered."""

DEFAULT_ROWS = 8
"""Where the model is another server's, nobody knows how many requests it answers at once."""

_MAX_RETRY_S = 60
"""Clients such as OpenAI's wait as long as they are told only up to a minute."""


def priority_of(headers: Mapping[str, str]) -> int:
    """What `PRIORITY_HEADER` asks for, 0 where it is missing.

    Raises:
        ApiError: 400, it is neither `interactive` nor `background`.
    """
    given = headers.get(PRIORITY_HEADER, "interactive").strip().lower()
    if given not in PRIORITIES:
        allowed = " or ".join(f"`{name}`" for name in PRIORITIES)
        message = f"The header {PRIORITY_HEADER} can only be {allowed}."
        raise ApiError(HTTPStatus.BAD_REQUEST, message, param=PRIORITY_HEADER, code="invalid_value")
    return PRIORITIES[given]


class Admission:
    """Counts the requests that are being answered or wait for it, and how fast they end.

    Args:
        rows: how many are answered at once.
        max_queue: how many more may wait.
        clock: gives seconds; `time.monotonic` but in tests.
    """

    def __init__(self, rows: int, max_queue: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rows = rows
        self.max_queue = max_queue
        self.active = 0
        self._clock = clock
        self._since = 0.0
        self._ends: deque[float] = deque(maxlen=64)

    def enter(self) -> bool:
        """Take a place, to be given back by `leave`; False if there is none."""
        if self.active >= self.rows + self.max_queue:
            return False
        if self.active == 0:
            # A pause says nothing about how fast requests are answered.
            self._since = self._clock()
            self._ends.clear()
        self.active += 1
        return True

    def leave(self) -> None:
        """Give the place back."""
        self.active -= 1
        if len(self._ends) == self._ends.maxlen:
            self._since = self._ends[0]
        self._ends.append(self._clock())

    def retry_after_s(self) -> int:
        """In how many seconds those who wait now will have had their turn, if requests go on ending as fast as lately.

        Where none has ended yet, as if one were about to.
        """
        waiting = max(self.active - self.rows, 1)
        s_per_request = (self._clock() - self._since) / max(len(self._ends), 1)
        return min(max(math.ceil(waiting * s_per_request), 1), _MAX_RETRY_S)


class QueueLimit:
    """ASGI middleware that refuses requests to the model while too many others wait. Only the model's work counts."""

    def __init__(self, app: ASGIApp, *, admission: Admission) -> None:
        self.app = app
        self.admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 429 with Retry-After, or hand the request on."""
        if scope["type"] != "http" or scope["method"] != "POST" or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
        elif self.admission.enter():
            try:
                await self.app(scope, receive, send)
            finally:
                self.admission.leave()
        else:
            await self._refusal().response()(scope, receive, send)

    def _refusal(self) -> ApiError:
        seconds = self.admission.retry_after_s()
        message = f"{self.admission.active} requests are being answered or wait already; try again in {seconds} s."
        headers = {"Retry-After": str(seconds)}
        return ApiError(HTTPStatus.TOO_MANY_REQUESTS, message, code="rate_limit_exceeded", headers=headers)
