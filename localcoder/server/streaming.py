"""Server-sent events of a reply, which end, with the generation, when the client leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.errors import ApiError, stopping

DONE = b"data: [DONE]\n\n"

_IN_A_ROW = 4
"""Events of one stream that may follow each other while others wait: a stream that is behind has many at hand, and
would neither let them have their turn nor hear that its client has left."""


def sse(value: dict[str, Any]) -> bytes:
    """One `data:` event."""
    return b"data: " + json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n\n"


def error_event(error: ApiError) -> bytes:
    """A failure after the headers, as readers of chat completions expect it."""
    return sse(error.body())


class EventStream(Response):
    """Sends `first`, then what `events` yields as it comes, and closes `events` in every case.

    `events` has yielded `first` already: closing a generator that never ran would not reach what it holds.
    `farewell` makes the last event of a stream that is abandoned.
    """

    media_type = "text/event-stream"

    def __init__(
        self, first: bytes, events: AsyncGenerator[bytes], farewell: Callable[[ApiError], bytes] = error_event
    ) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-cache"
        # Proxies such as nginx collect a response otherwise.
        self.headers["x-accel-buffering"] = "no"
        self.first = first
        self.events = events
        self.farewell = farewell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response. A stream that is abandoned ends in an error event, for whoever may still read it."""
        try:
            await unless_abandoned(scope, receive, self._send(send))
        except Abandoned:
            await send({"type": "http.response.body", "body": self.farewell(stopping()), "more_body": False})
        finally:
            await self.events.aclose()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.first, "more_body": True})
        count = 0
        async for data in self.events:
            await send({"type": "http.response.body", "body": data, "more_body": True})
            count += 1
            if count % _IN_A_ROW == 0:
                await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
