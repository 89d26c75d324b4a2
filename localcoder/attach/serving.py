"""A server's whole life: an engine, the endpoint in front of it, and the end of both."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

from localcoder.attach.source import Source
from localcoder.attach.spec import EngineSpec, ModelFacts, Say
from localcoder.attach.supervisor import Entry, Patience
from localcoder.server.sockets import url_of

if TYPE_CHECKING:
    from localcoder.server.listen import Server

PATIENCE = Patience()


class Serving:
    """Serves `spec` on `listener` until it is told to stop.

    Args:
        spec: the model.
        entry: what the engine's process runs, see `Source`.
        listener: a bound socket; it accepts connections once the model is loaded.
        api_key: what clients must send.
        attach: whether a running engine may be used.
        progress: is told how far the loading is.
        notice: gets lines that the user should see and keep.
        on_ready: is called once requests are taken.
        patience: with the engine's process.
        debug: whether that process logs everything.
    """

    def __init__(
        self,
        spec: EngineSpec,
        entry: Entry,
        listener: socket.socket,
        *,
        api_key: str | None,
        attach: bool,
        progress: Say,
        notice: Say,
        on_ready: Callable[[ModelFacts], None],
        patience: Patience = PATIENCE,
        debug: bool = False,
    ) -> None:
        self._listener = listener
        self._api_key = api_key
        self._on_ready = on_ready
        self._stopping = asyncio.Event()
        self._front: Server | None = None
        self.source = Source(
            spec,
            entry,
            url_of(listener),
            attach=attach,
            progress=progress,
            notice=notice,
            patience=patience,
            debug=debug,
        )

    def stop(self) -> None:
        """Take nothing more and end, running answers after the endpoint's grace at most; told again, at once."""
        self._stopping.set()
        self.source.stop()
        if self._front is not None:
            self._front.stop()

    async def run(self) -> None:
        """Serve.

        Raises:
            LocalcoderError: the model cannot be loaded, its engine failed too often, or the port is taken.
        """
        source = asyncio.ensure_future(self.source.run())
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait((source, stopping, self.source.facts), return_when=asyncio.FIRST_COMPLETED)
            if self.source.facts.done() and not self._stopping.is_set():
                await self._serve(source, self.source.facts.result())
        finally:
            stopping.cancel()
            source.cancel()
            await asyncio.wait((source,))
        if not source.cancelled():
            source.result()

    async def run_until_signal(self) -> None:
        """As `run`, until SIGINT or SIGTERM (main thread only).

        Raises:
            KeyboardInterrupt: SIGINT came before the model was loaded.
        """
        loop = asyncio.get_running_loop()
        interrupted = False

        def on_signal(number: signal.Signals) -> None:
            nonlocal interrupted
            interrupted = interrupted or (number == signal.SIGINT and self._front is None)
            self.stop()

        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, on_signal, number)
        try:
            await self.run()
        finally:
            for number in signals:
                loop.remove_signal_handler(number)
        if interrupted:
            raise KeyboardInterrupt

    async def _serve(self, source: asyncio.Future[None], facts: ModelFacts) -> None:
        """The endpoint, until it is stopped or there is no engine to be had any more."""
        from localcoder.attach.proxy import create_proxy
        from localcoder.server.listen import Server

        app = create_proxy(self.source, api_key=self._api_key)
        self._front = Server(app, self._listener, on_ready=lambda: self._on_ready(facts))
        front = asyncio.ensure_future(self._front.run_until_stopped())
        try:
            await asyncio.wait((front, source), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not front.done():
                self._front.stop()
            await asyncio.wait((front,))
        front.result()
