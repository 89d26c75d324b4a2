"""Ending work that nobody waits for any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from starlette.types import Receive, Scope

from localcoder.server.exchange import current_exchange

T = TypeVar("T")


class Abandoned(Exception):
    """The client closed its connection, or the server is stopping."""


async def unless_abandoned(scope: Scope, receive: Receive, work: Coroutine[None, None, T]) -> T:
    """The result of `work`; where `Abandoned` is raised instead, `work` was cancelled and has ended.

    `receive` is the request's, its body read: all it can still give is the disconnection. The app's state holds
    `stopping`, an event that is set when the server cannot wait any longer.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnection(receive))
    stopping = asyncio.ensure_future(scope["app"].state.stopping.wait())
    tasks = (working, leaving, stopping)
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            this = current_exchange()
            this.left, this.stopped = leaving.done(), stopping.done()
            raise Abandoned
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return working.result()


async def _disconnection(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
