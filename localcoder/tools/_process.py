"""Running one command so that nothing of it outlives the call, or localcoder."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

GRACE_AFTER_EXIT_S = 0.2
"""How long a process left in the background may still write before it is ended."""

_CHUNK_BYTES = 64 * 1024
_GUARD = 'read -r _ && exit 0; kill -s KILL -- "-$1"'
"""Waits on a pipe that only localcoder holds: a line means that all is well, its end that localcoder has died."""


async def run_process(
    argv: list[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    timeout_s: float | None,
    on_bytes: Callable[[bytes], None],
    on_start: Callable[[], None] = lambda: None,
    stdin: int = asyncio.subprocess.DEVNULL,
) -> int | None:
    """Run `argv` in a session of its own, without terminal; stdout and stderr go to `on_bytes`.

    stdin is empty, or the file with the descriptor `stdin`.

    Its whole process group is gone when this returns, raises or is cancelled, and when localcoder is killed. Returns
    the exit code (128 + N after signal N), None where it ran out of time. `on_start` is called once it runs and
    nothing of it can outlive localcoder.
    OSError where it cannot be started.
    """
    read_end, write_end = os.pipe()
    try:
        process = await spawn(argv, cwd=cwd, env=dict(environment), stdin=stdin, stdout=write_end, stderr=write_end)
    except BaseException:
        os.close(read_end)
        raise
    finally:
        os.close(write_end)
    with os.fdopen(read_end, "rb", 0) as pipe:
        guard = reader = None
        try:
            guard = await start_guard(process.pid)
            on_start()
            reader = asyncio.create_task(_read_all(pipe.fileno(), on_bytes))
            async with asyncio.timeout(timeout_s):
                await process.wait()
                await asyncio.wait([reader], timeout=GRACE_AFTER_EXIT_S)
            exit_code = process.returncode
        except TimeoutError:
            exit_code = None
        finally:
            kill_group(process.pid)
            await to_the_end(_clean_up(process, reader, guard))
    if exit_code is not None and exit_code < 0:
        exit_code = 128 - exit_code
    return exit_code


async def _clean_up(
    process: asyncio.subprocess.Process,
    reader: asyncio.Task[None] | None,
    guard: tuple[asyncio.subprocess.Process, int] | None,
) -> None:
    """After the group was killed: what it wrote last, its end, and the guard's, which comes last."""
    if reader is not None:
        await _end_reader(reader)
    await process.wait()
    kill_group(process.pid)
    if guard is not None:
        await dismiss_guard(*guard)


async def to_the_end(cleaning: Coroutine[Any, Any, object]) -> None:
    """Await what must not be left half done, however often that is cancelled meanwhile; then the cancelling goes on."""
    task = asyncio.ensure_future(cleaning)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    task.result()


async def spawn(argv: Sequence[str], **options: Any) -> asyncio.subprocess.Process:
    """Start a process in a group of its own; where that is cancelled meanwhile, nothing of the group stays.

    (asyncio itself would then only end the process, not what that may have started already, and cancelled once more
    not even that.) OSError where it cannot be started.
    """
    starting = asyncio.ensure_future(asyncio.create_subprocess_exec(*argv, start_new_session=True, **options))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_kill_started)
        await to_the_end(_ended(starting))
        raise


async def _ended(starting: asyncio.Future[asyncio.subprocess.Process]) -> None:
    await asyncio.wait([starting])
    if starting.exception() is None:
        await starting.result().wait()


def _kill_started(starting: asyncio.Future[asyncio.subprocess.Process]) -> None:
    if not starting.cancelled() and starting.exception() is None:
        kill_group(starting.result().pid)


async def _read_all(descriptor: int, on_bytes: Callable[[bytes], None]) -> None:
    """Pass on what comes through the pipe until its last writer is gone."""
    loop = asyncio.get_running_loop()
    os.set_blocking(descriptor, False)
    while True:
        readable = loop.create_future()
        loop.add_reader(descriptor, _wake, readable)
        try:
            await readable
        finally:
            loop.remove_reader(descriptor)
        with suppress(BlockingIOError):
            data = os.read(descriptor, _CHUNK_BYTES)
            if not data:
                return
            on_bytes(data)


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def _end_reader(reader: asyncio.Task[None]) -> None:
    """The group is dead, so what is still in the pipe comes at once; a process that left the group may hold it open."""
    await asyncio.wait([reader], timeout=GRACE_AFTER_EXIT_S)
    reader.cancel()
    with suppress(asyncio.CancelledError):
        await reader


def kill_group(group: int) -> None:
    """Kill what is left of the process group."""
    # PermissionError: macOS says so of a group in which only a zombie is left.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


async def start_guard(group: int) -> tuple[asyncio.subprocess.Process, int]:
    """A process that ends `group` when localcoder dies, and the pipe that keeps it waiting: for `dismiss_guard`."""
    read_end, write_end = os.pipe()
    try:
        guard = await spawn(
            ["/bin/sh", "-c", _GUARD, "localcoder-guard", str(group)],
            stdin=read_end,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except BaseException:
        os.close(write_end)
        raise
    finally:
        os.close(read_end)
    return guard, write_end


async def dismiss_guard(guard: asyncio.subprocess.Process, write_end: int) -> None:
    """Tell the guard that its group has ended, before the number can mean another group."""
    try:
        with suppress(BrokenPipeError):
            os.write(write_end, b"\n")
    finally:
        os.close(write_end)
    await guard.wait()
