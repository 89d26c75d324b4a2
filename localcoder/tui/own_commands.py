"""`!command`: the user's own commands, shown like the model's and told to it with the next message."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from localcoder.agent.compaction import shortened
from localcoder.agent.events import CallFinished, CallStarted
from localcoder.tools.base import ToolResult
from localcoder.tools.own_command import OwnCommand
from localcoder.tui.widgets.tool_call import ToolCallBlock
from localcoder.tui.widgets.transcript import Transcript

MARK = "!"
RUNNING = "A command of yours is running: Esc ends it."


class OwnCommands:
    """Runs one command at a time and keeps what each said until a message takes it along.

    `on_end` is called after each.
    """

    def __init__(self, transcript: Transcript, on_end: Callable[[], None]) -> None:
        self._transcript = transcript
        self._on_end = on_end
        self._task: asyncio.Task[None] | None = None
        self._outputs: list[tuple[str, str]] = []
        self._count = 0

    @property
    def running(self) -> bool:
        """Whether a command runs."""
        return self._task is not None

    def start(self, command: str, cwd: Path, result_characters: int) -> None:
        """Run `command` in `cwd`; only while none runs."""
        assert self._task is None
        self._task = asyncio.create_task(self._run(command, cwd, result_characters))
        self._task.add_done_callback(self._ended)

    def interrupt(self) -> bool:
        """End the running command; False if there is none."""
        return self._task is not None and self._task.cancel()

    def take(self, result_characters: int) -> list[tuple[str, str]]:
        """The commands that ended since the last time, with their outputs, which share the room of one result."""
        taken, self._outputs = self._outputs, []
        if len(taken) < 2:
            return taken
        return [(command, shortened(output, result_characters // len(taken))) for command, output in taken]

    def forget(self) -> None:
        """Take no output along: the conversation is another one."""
        self._outputs.clear()

    async def close(self) -> None:
        """End what runs and wait until it is gone."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self, command: str, cwd: Path, result_characters: int) -> None:
        self._count += 1
        block = ToolCallBlock(f"own-{self._count}", "shell", self._transcript.expanded)
        block.start(CallStarted(block.call_id, "shell", {}, f"{MARK} {command}"))
        await self._transcript.add(block)
        started_s = time.monotonic()
        own = OwnCommand(command, result_characters, block.add_output)
        try:
            result = await own.run(cwd)
        except asyncio.CancelledError:
            self._outputs.append((command, own.interrupted().content))
            if block.is_attached:
                block.interrupt()
            raise
        self._outputs.append((command, result.content))
        block.finish(_finished(block.call_id, result, time.monotonic() - started_s))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        self._on_end()
        if not task.cancelled():
            task.result()


def _finished(call_id: str, result: ToolResult, duration_s: float) -> CallFinished:
    return CallFinished(call_id, "shell", result.content, result.is_error, False, None, duration_s)
