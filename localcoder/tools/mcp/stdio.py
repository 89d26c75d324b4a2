"""Running a server as a process of its own, which speaks in lines of JSON: nothing of it outlives localcoder.

The package's own transport neither bounds a line's length nor ends the server where localcoder is killed.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from localcoder.tools._process import dismiss_guard, kill_group, spawn, start_guard, to_the_end

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

    Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]

logger = logging.getLogger(__name__)

MAX_MESSAGE_BYTES = 16 * 1024 * 1024
GRACE_S = 1.0
"""How long a server may take to end once its stdin is closed, and once more after SIGTERM."""
_POLL_S = 0.02
_CHUNK_BYTES = 16 * 1024


@asynccontextmanager
async def stdio_transport(
    argv: list[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    on_stderr: Callable[[bytes], None],
    on_end: Callable[[], None],
) -> AsyncGenerator[Streams]:
    """Streams of messages from and to the server `argv`; `on_end` is called when it writes no more.

    OSError where it cannot be started.
    """
    import anyio
    from mcp.shared.message import SessionMessage

    pipe = asyncio.subprocess.PIPE
    process = await spawn(
        argv, cwd=cwd, env=dict(environment), stdin=pipe, stdout=pipe, stderr=pipe, limit=MAX_MESSAGE_BYTES
    )
    tasks: list[asyncio.Task[None]] = []
    guard = None
    arrived, messages = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, to_write = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        guard = await start_guard(process.pid)
        assert process.stdin and process.stdout and process.stderr
        reading = asyncio.create_task(_read(process.stdout, arrived), name="mcp stdout")
        reading.add_done_callback(lambda task: on_end())
        writing = asyncio.create_task(_write(process.stdin, to_write), name="mcp stdin")
        tasks += [reading, writing, asyncio.create_task(_pass_on(process.stderr, on_stderr), name="mcp stderr")]
        yield messages, outgoing
    finally:
        try:
            messages.close()
            outgoing.close()
            await _end(process)
        finally:
            kill_group(process.pid)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            arrived.close()
            to_write.close()
            await _reap(process)
            if guard is not None:
                await to_the_end(dismiss_guard(*guard))


async def _read(stdout: asyncio.StreamReader, arrived: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    import anyio
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    with arrived:
        while True:
            try:
                line = await stdout.readline()
            except ValueError:
                logger.warning("An MCP server wrote a line of more than %s bytes", MAX_MESSAGE_BYTES)
                return
            if not line:
                return
            try:
                message = jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError:
                logger.debug("An MCP server wrote something that is no message: %r", line[:200])
                continue
            try:
                await arrived.send(SessionMessage(message))
            except (anyio.ClosedResourceError, anyio.BrokenResourceError):
                return


async def _write(stdin: asyncio.StreamWriter, to_write: MemoryObjectReceiveStream[SessionMessage]) -> None:
    with to_write, suppress(ConnectionError):
        async for message in to_write:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            stdin.write(f"{text}\n".encode())
            await stdin.drain()
    with suppress(ConnectionError):
        stdin.close()
        await stdin.wait_closed()


async def _pass_on(stderr: asyncio.StreamReader, on_stderr: Callable[[bytes], None]) -> None:
    while data := await stderr.read(_CHUNK_BYTES):
        on_stderr(data)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close its stdin, wait, ask its group to end, wait. What is left is for SIGKILL."""
    if process.stdin is not None:
        with suppress(ConnectionError):
            process.stdin.close()
    if not await _has_ended(process):
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await _has_ended(process)


async def _has_ended(process: asyncio.subprocess.Process) -> bool:
    """Whether it ends in time. (`Process.wait` would also wait for whoever holds its pipes.)"""
    for _ in range(int(GRACE_S / _POLL_S)):
        if process.returncode is not None:
            return True
        await asyncio.sleep(_POLL_S)
    return process.returncode is not None


async def _reap(process: asyncio.subprocess.Process) -> None:
    """Let the loop see the end; a process that left the group may hold the pipes open, so they are closed here."""
    for _ in range(int(GRACE_S / _POLL_S)):
        if process.returncode is not None:
            break
        await asyncio.sleep(_POLL_S)
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
