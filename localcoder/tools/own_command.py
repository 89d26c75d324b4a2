"""A command that the user typed, not the model: it runs as in the user's own shell, and its output is kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from localcoder.tools._environment import NONINTERACTIVE, secret_values
from localcoder.tools._output import OutputCollector
from localcoder.tools._process import run_process
from localcoder.tools.base import ToolResult, failure
from localcoder.tools.shell import shell_program


class OwnCommand:
    """One command line of the user's: without sandbox and with all of the user's environment, but without a terminal.

    As the model will read the output, the values of secrets are masked in it, and it has about `result_characters`.
    `on_output` gets it as it comes.
    """

    def __init__(self, command: str, result_characters: int, on_output: Callable[[str], None]) -> None:
        self.command = command
        self._output = OutputCollector(result_characters, secret_values(os.environ), on_output)

    async def run(self, cwd: Path) -> ToolResult:
        """Run it to its end; the output, then `[exit CODE]`. Cancelling ends all that it started."""
        if "\0" in self.command:
            return failure("a command must not contain NUL")
        try:
            exit_code = await run_process(
                [shell_program(), "-c", self.command],
                cwd=cwd,
                environment={**os.environ, **NONINTERACTIVE},
                timeout_s=None,
                on_bytes=self._output.feed,
            )
        except OSError as error:
            return failure(f"the command cannot be started: {error.strerror}: {error.filename or cwd}")
        finally:
            self._output.finish()
        return self._result(f"[exit {exit_code}]")

    def interrupted(self) -> ToolResult:
        """What it had written when `run` was cancelled."""
        self._output.finish()
        return self._result("[interrupted by the user]")

    def _result(self, ending: str) -> ToolResult:
        rows = (self._output.text().removesuffix("\n"), ending)
        return ToolResult("\n".join(row for row in rows if row))
