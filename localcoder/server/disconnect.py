"""Stopping work whose client has left."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from starlette.types import Receive

T = TypeVar("T")


class ClientLeft(Exception):
    """The client closed its connection."""


async def unless_client_leaves(receive: Receive, work: Coroutine[None, None, T]) -> T:
    """The result of `work`, which is cancelled, and has ended, when `ClientLeft` is raised.

    `receive` is the request's, its body read: all it can still give is the disconnection.
    """
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_disconnection(receive))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientLeft
    finally:
        working.cancel()
        watching.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)
    return working.result()


async def _disconnection(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
