"""Server-sent events of a reply, which end, with the generation, when the client leaves."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.errors import ApiError, stopping

DONE = b"data: [DONE]\n\n"


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
        async for data in self.events:
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
