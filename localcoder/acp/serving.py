"""The bridge on pipes: nothing but the protocol goes through them, and their end is the program's."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from asyncio.streams import FlowControlMixin
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import cast

from acp.agent.connection import AgentSideConnection
from acp.interfaces import Agent

from localcoder.acp.bridge import Bridge
from localcoder.acp.lines import Lines
from localcoder.errors import UsageError

LINE_BYTES = 16 * 1024 * 1024
"""A message is read in pieces of this size."""

FLUSH_S = 1.0
"""How long an editor that has closed our stdin may take to read what is still on its way."""


def take_pipes() -> tuple[int, int]:
    """The program's stdin and stdout, which from now on belong to the protocol: what else prints goes to stderr.

    Raises:
        UsageError: they are no pipes, so there is no editor.
    """
    for descriptor in (0, 1):
        mode = os.fstat(descriptor).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            raise UsageError(
                "`localcoder acp` is for editors, which start it and speak to it through pipes; see docs/guide.md."
            )
    pipes = os.dup(0), os.dup(1)  # not inherited: commands that tools start must not hold them open
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipes


class _Output(FlowControlMixin):
    """Knows when the editor does not read any more."""

    def __init__(self, on_lost: Callable[[], None]) -> None:
        super().__init__()
        self._on_lost = on_lost

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._on_lost()


async def serve(bridge: Bridge, pipes: tuple[int, int]) -> None:
    """Answer the editor until it closes a pipe, then end what runs. Cancelling ends it as well."""
    loop = asyncio.get_running_loop()
    lost = asyncio.Event()
    reader = asyncio.StreamReader(limit=LINE_BYTES)
    incoming, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipes[0], "rb"))
    outgoing, output = await loop.connect_write_pipe(lambda: _Output(lost.set), os.fdopen(pipes[1], "wb"))
    writer = asyncio.StreamWriter(outgoing, output, None, loop)
    # What the bridge has no method for is answered as unknown. Closing a session counts as unstable in the package.
    agent = cast("Agent", bridge)
    connection = AgentSideConnection(agent, Lines(reader, writer), listening=False, use_unstable_protocol=True)
    try:
        await _first(connection.listen(), lost.wait())
    finally:
        giving_up = loop.call_later(FLUSH_S, _abandon, outgoing)
        with suppress(OSError):
            await connection.close()  # ends the turns
        giving_up.cancel()
        await bridge.close()
        _abandon(outgoing)
        incoming.close()


def _abandon(pipe: asyncio.WriteTransport) -> None:
    if not pipe.is_closing():
        pipe.abort()


async def _first(*waiting: Awaitable[object]) -> None:
    """Wait until one of `waiting` has ended, and cancel the others."""
    tasks = [asyncio.ensure_future(one) for one in waiting]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
