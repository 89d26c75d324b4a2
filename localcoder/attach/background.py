"""A server in the background of a program that uses the model itself."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from localcoder.attach.client import AttachedChatModel
from localcoder.attach.serving import Serving
from localcoder.attach.spec import ModelFacts, Say
from localcoder.errors import LocalcoderError


class ServingChatModel(AttachedChatModel):
    """The model of a program that serves it as well, in the background; `close` ends that.

    The constructor waits until the model is loaded.

    Raises:
        LocalcoderError: it cannot be.
    """

    def __init__(self, background: Background) -> None:
        self._background = background
        self._serving = background.start()
        super().__init__(self.socket, os.getpid())

    @property
    def socket(self) -> Path:
        """Where the engine is reached now: another program's may have ended."""
        return self._serving.source.shared_socket

    async def close(self) -> None:
        """End the server."""
        await asyncio.to_thread(self._background.stop)


class Background:
    """A `Serving` in a thread of its own.

    Args:
        make: makes it, in the thread's event loop, from what is to be called once it serves.
        on_failure: is told where it ends by itself later on.
    """

    def __init__(self, make: Callable[[Callable[[ModelFacts], None]], Serving], on_failure: Say) -> None:
        self._make = make
        self._on_failure = on_failure
        self._serving: Serving | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._settled = threading.Event()
        self._facts: ModelFacts | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="localcoder-serve", daemon=True)

    def start(self) -> Serving:
        """Begin, and wait until the model is loaded and served.

        Raises:
            LocalcoderError: it cannot be.
        """
        self._thread.start()
        self._settled.wait()
        if self._facts is None:
            raise self._error or LocalcoderError("The server ended while it was starting.")
        assert self._serving is not None
        return self._serving

    def stop(self) -> None:
        """End it and wait for that. Harmless when repeated."""
        with suppress(RuntimeError):  # it has not begun, or has ended by itself
            self._thread.join(0)
            if self._loop is not None and self._serving is not None:
                self._loop.call_soon_threadsafe(self._serving.stop)
            self._thread.join()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001  it is raised where `start` waits, or told
            self._error = error
            if self._facts is not None:
                self._on_failure(str(error))
        self._settled.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._serving = self._make(self._ready)
        await self._serving.run()

    def _ready(self, facts: ModelFacts) -> None:
        self._facts = facts
        self._settled.set()
