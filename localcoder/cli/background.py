"""Work in a thread that nobody has to wait for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

_running: set[threading.Thread] = set()


async def in_thread(work: Callable[[], T]) -> T:
    """The result of `work`, done in a daemon thread.

    Unlike with `asyncio.to_thread`, cancelling returns at once and the event loop can be closed while the thread
    is still busy (loading a model takes as long as it takes).
    """
    future: Future[T] = Future()

    def body() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001  it is raised again where the result is awaited
            future.set_exception(error)
        finally:
            _running.discard(threading.current_thread())

    thread = threading.Thread(target=body, name="localcoder-load", daemon=True)
    _running.add(thread)
    thread.start()
    return await asyncio.shield(asyncio.wrap_future(future))


def is_running() -> bool:
    """Whether such a thread is still busy."""
    return any(thread.is_alive() for thread in _running)
