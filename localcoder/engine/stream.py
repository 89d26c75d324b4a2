"""From the engine's thread to consumers in event loops, without polling."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from localcoder.engine.request import TokenOutput

Item = TokenOutput | Exception


class Stream:
    """The outputs of one request on their way to its consumer. All methods belong to the consumer's event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._items: deque[Item] = deque()
        self._waiter: asyncio.Future[None] | None = None

    async def next(self) -> TokenOutput:
        """The next output, once there is one; raises what the engine sent instead."""
        while not self._items:
            self._waiter = self.loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        item = self._items.popleft()
        if isinstance(item, Exception):
            raise item
        return item

    def put(self, item: Item) -> None:
        """Hand in an output or an error."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Outbox:
    """Collects what one step produced and wakes each event loop once for all of it. Owned by the engine's thread."""

    def __init__(self) -> None:
        self._pending: list[tuple[Stream, Item]] = []

    def put(self, stream: Stream, item: Item) -> None:
        """Queue an item until `send`."""
        self._pending.append((stream, item))

    def send(self) -> set[Stream]:
        """Deliver everything; returns the streams whose event loop is closed, so that nobody will read them."""
        lost: set[Stream] = set()
        while self._pending:
            loop = self._pending[0][0].loop
            mine = [pair for pair in self._pending if pair[0].loop is loop]
            self._pending = [pair for pair in self._pending if pair[0].loop is not loop]
            try:
                loop.call_soon_threadsafe(_put_all, mine)
            except RuntimeError:  # the only error of a closed event loop
                lost.update(stream for stream, _ in mine)
        return lost


def _put_all(items: Iterable[tuple[Stream, Item]]) -> None:
    for stream, item in items:
        stream.put(item)
