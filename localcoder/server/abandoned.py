"""Ending work that nobody waits for any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from starlette.types import Receive, Scope

T = TypeVar("T")


class Abandoned(Exception):
    """The client closed its connection, or the server is stopping."""


async def unless_abandoned(scope: Scope, receive: Receive, work: Coroutine[None, None, T]) -> T:
    """The result of `work`; where `Abandoned` is raised instead, `work` was cancelled and has ended.

    `receive` is the request's, its body read: all it can still give is the disconnection. The app's state holds
    `stopping`, an event that is set when the server cannot wait any longer.
    """
    working = asyncio.ensure_future(work)
    watching = (
        asyncio.ensure_future(_disconnection(receive)),
        asyncio.ensure_future(scope["app"].state.stopping.wait()),
    )
    try:
        await asyncio.wait((working, *watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Abandoned
    finally:
        for task in (working, *watching):
            task.cancel()
        await asyncio.gather(working, *watching, return_exceptions=True)
    return working.result()


async def _disconnection(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
