"""Running one call with a checkpoint around it, where it may change files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from localcoder.agent.events import Event, Notice
from localcoder.permissions.access import Access
from localcoder.permissions.commands import only_reads
from localcoder.tools.base import ToolResult
from localcoder.workspace.checkpoints import Checkpoints, Step
from localcoder.workspace.writing import CHANGING_FILES


async def recorded(
    run: Callable[[], Awaitable[ToolResult]],
    accesses: Sequence[Access],
    writes: bool,
    checkpoints: Checkpoints | None,
    emit_soon: Callable[[Event], None],
) -> ToolResult:
    """The result of `run`, a call that touches `accesses` and, where there are none, `writes` anything or nothing.

    Files that it names are kept before it runs; where it may change any, all that are not ignored are. What could not
    be kept is said in a notice. Whatever ends the call, what it changed is noted.
    """
    paths = [Path(access.target) for access in accesses if access.kind == "write"]
    commands = [access.target for access in accesses if access.kind == "shell"]
    anything = not all(map(only_reads, commands)) or (writes and not accesses)
    if checkpoints is None or not (paths or anything):
        return await run()
    step = await asyncio.to_thread(checkpoints.begin_step, paths, everything=anything)
    if step is None:
        return await run()
    _tell(checkpoints.not_covered(step), emit_soon)
    try:
        return await run()
    finally:
        await asyncio.shield(asyncio.to_thread(_end, checkpoints, step))
        _tell(checkpoints.not_covered(step), emit_soon)


def _end(checkpoints: Checkpoints, step: Step) -> None:
    with CHANGING_FILES:  # a write whose call was cancelled may still be on its way
        checkpoints.end_step(step)


def _tell(line: str | None, emit_soon: Callable[[Event], None]) -> None:
    if line is not None:
        emit_soon(Notice("warning", line))
