"""Getting a model while the chat goes on, in a process of its own: a download keeps Python busy, which a screen must
not be, and only a process can be stopped at any moment. Files that came whole are kept; another pull gets the rest."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress

from localcoder.errors import LocalcoderError

END_S = 5.0
"""So long the process may take to end."""

Bytes = Callable[[int, int], None]
"""Takes bytes done and bytes in all."""


async def pull(hub_id: str, progress: Bytes) -> None:
    """Get a model from the hub. Cancelling stops it.

    Raises:
        LocalcoderError: it cannot be had, with a line that says why and what to do.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *_command(hub_id),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise LocalcoderError(f"Model {hub_id}: no process can be started to get it: {error.strerror}.") from None
    assert process.stdin is not None and process.stdout is not None
    try:
        async for line in process.stdout:
            message = json.loads(line)
            if "error" in message:
                raise LocalcoderError(message["error"])
            if "done" in message:
                return
            progress(message["got"], message["of"])
    finally:
        process.stdin.close()  # it tidies up then
        try:
            async with asyncio.timeout(END_S):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    raise LocalcoderError(f"Model {hub_id}: the download's process ended; pull again to get the rest.")


def _command(hub_id: str) -> list[str]:
    # With this program's own path: a file of the current folder must not be imported.
    code = f"import sys; sys.path[:] = {sys.path!r}; from localcoder.cli.pull_process import main; main({hub_id!r})"
    return [sys.executable, "-c", code]
