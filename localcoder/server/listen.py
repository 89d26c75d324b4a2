"""Running the app on a socket until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Generator

import uvicorn
from fastapi import FastAPI

from localcoder.server.sockets import bind, cannot_listen, url_of

__all__ = ["GRACE_S", "Server", "bind", "url_of"]

GRACE_S = 3
"""How long running answers may go on after a request to stop; then they are ended."""

_BACKSTOP_S = GRACE_S + 5
"""When connections are cut that still did not end."""


class Server(uvicorn.Server):
    """uvicorn, quiet, on a socket that is bound already; `on_ready` is called once it accepts connections."""

    def __init__(self, app: FastAPI, listener: socket.socket, *, on_ready: Callable[[], None] | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",  # else it depends on what happens to be installed, and so do the limits of headers
                log_config=None,
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=_BACKSTOP_S,
            )
        )
        self.app = app
        self.listener = listener
        self.on_ready = on_ready

    async def run_until_stopped(self, *, handle_signals: bool = False) -> None:
        """Serve until `stop`, or until SIGINT or SIGTERM where `handle_signals` (main thread only)."""
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM) if handle_signals else ()
        for number in signals:
            loop.add_signal_handler(number, self.stop)
        try:
            await self.serve(sockets=[self.listener])
        finally:
            for number in signals:
                loop.remove_signal_handler(number)

    def stop(self) -> None:
        """Accept nothing more and end, running answers after `GRACE_S` at most; at once when told a second time."""
        if self.should_exit:
            self.force_exit = True
            for connection in list(self.server_state.connections):
                connection.transport.abort()
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start accepting, then say so."""
        try:
            await super().startup(sockets)
        except OSError as error:  # somebody else bound the port as well and listened first
            raise cannot_listen(url_of(self.listener), error) from error
        if self.on_ready is not None:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, and end the answers that `GRACE_S` does not suffice for."""
        timer = asyncio.get_running_loop().call_later(GRACE_S, self.app.state.stopping.set)
        try:
            await super().shutdown(sockets)
        finally:
            timer.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals alone: uvicorn's way raises them again at the end, and a clean end is wanted."""
        yield
