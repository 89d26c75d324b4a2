"""Running ripgrep so that it gives the answers of the Python walk, only faster."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from functools import cache
from pathlib import Path

from localcoder.workspace.ignore import RIPGREP_OPTIONS

Matches = Callable[[Path], bool]

LINE_LIMIT_BYTES = 64 * 1024 * 1024
"""The longest record that is taken from ripgrep; a longer one is an error, not a hang."""


_UNREADABLE = re.compile(r"\(os error \d+\)$")
"""How ripgrep reports a file or folder on the way that it may not read; that ends no search."""


class RipgrepFailed(Exception):
    """ripgrep refused its arguments; the message is its own."""


@cache
def program() -> str | None:
    """Where ripgrep is, if it is installed."""
    return shutil.which("rg")


async def records(arguments: list[str], folder: Path, *, separator: bytes = b"\n") -> AsyncGenerator[bytes]:
    """ripgrep's output, cut at `separator`. Closing the generator ends the process.

    Raises:
        RipgrepFailed: it could not run at all; unreadable files on the way are no failure.
    """
    rg = program()
    assert rg is not None
    process = await asyncio.create_subprocess_exec(
        rg,
        *RIPGREP_OPTIONS,
        "--sort=path",
        *arguments,
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=LINE_LIMIT_BYTES,
    )
    assert process.stdout is not None and process.stderr is not None
    errors = asyncio.create_task(process.stderr.read(64 * 1024))
    count = 0
    try:
        while True:
            try:
                record = await process.stdout.readuntil(separator)
            except asyncio.IncompleteReadError as end:
                if end.partial:
                    yield end.partial
                break
            count += 1
            yield record[: -len(separator)]
        code = await process.wait()
        if code == 2 and count == 0:
            said = (await errors).decode(errors="replace").strip()
            if not all(_UNREADABLE.search(line) for line in said.splitlines()):
                raise RipgrepFailed(said.removeprefix("rg: "))
    finally:
        errors.cancel()
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def files(folder: Path, matches: Matches, most: int) -> list[Path]:
    """The first `most` files that are not ignored and that `matches`, relative to `folder`, sorted."""
    found: list[Path] = []
    async with aclosing(records(["--files", "--null"], folder, separator=b"\0")) as names:
        async for name in names:
            path = Path(os.fsdecode(name))
            if matches(path):
                found.append(path)
                if len(found) == most:
                    break
    return found
