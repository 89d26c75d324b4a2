"""Leaving what cannot be waited for: threads in the middle of their work, an output that nobody reads."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, TypeVar

T = TypeVar("T")

_running: set[threading.Thread] = set()


async def in_thread(work: Callable[[], T]) -> T:
    """The result of `work`, done in a daemon thread.

    Unlike with `asyncio.to_thread`, cancelling returns at once and the event loop can be closed while the thread
    is still busy (loading a model takes as long as it takes).
    """
    # The command line imports this file before it knows whether there is anything to wait for.
    import asyncio
    from concurrent.futures import Future

    future: Future[T] = Future()

    def body() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001  it is raised again where the result is awaited
            _running.discard(thread)
            future.set_exception(error)
        else:
            _running.discard(thread)
            future.set_result(result)

    thread = threading.Thread(target=body, name="localcoder-load", daemon=True)
    _running.add(thread)
    thread.start()
    wrapped = asyncio.wrap_future(future)
    wrapped.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody may wait any more
    return await asyncio.shield(wrapped)


def is_running() -> bool:
    """Whether such a thread is still busy."""
    return any(thread.is_alive() for thread in _running)


def discard_stdout(stream: TextIO | None = None) -> None:
    """What is still in the buffer cannot go anywhere, and must not be tried again when the interpreter ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


@contextmanager
def own_stdout() -> Iterator[TextIO]:
    """The program's stdout for a result alone: whatever else prints, C libraries too, does so on stderr from now on.

    Each write must be flushed. Where stdout is no file of the program's own (in tests), it is left as it is.
    """
    try:
        is_own = sys.stdout.fileno() == 1
    except (AttributeError, OSError, ValueError):
        is_own = False
    if not is_own:
        yield sys.stdout
        return
    stream = os.fdopen(os.dup(1), "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no stderr
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stdout = sys.stderr
    try:
        yield stream
    finally:
        discard_stdout(stream)
        stream.close()
