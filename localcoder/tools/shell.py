"""The `shell` tool: one command, run to its end."""

from __future__ import annotations

import os
import shutil
from functools import cache

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._environment import child_environment, secret_values
from localcoder.tools._output import OutputCollector
from localcoder.tools._process import run_process
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult, failure

DEFAULT_TIMEOUT_S = 120
MAX_TIMEOUT_S = 3600


class ShellArguments(Arguments):
    """Parameters of `shell`."""

    command: str = Field(min_length=1, description="bash command line, run in the working folder")
    timeout_s: int = Field(default=DEFAULT_TIMEOUT_S, ge=1, le=MAX_TIMEOUT_S, description="seconds until it is ended")


class ShellTool(Tool[ShellArguments]):
    """Runs confined where the sandbox works. Background processes end with the command that started them."""

    name = "shell"
    description = (
        "Run a shell command and get its output and exit code. Input is empty, there is no terminal; what it starts in "
        "the background ends with it."
    )
    arguments = ShellArguments

    def access(self, arguments: ShellArguments, context: ToolContext) -> list[Access]:
        """The command; what it touches is found by parsing it."""
        return [Access("shell", arguments.command)]

    def preview(self, arguments: ShellArguments, context: ToolContext) -> Preview:
        """The command."""
        return Preview(f"shell {arguments.command}")

    async def run(self, arguments: ShellArguments, context: ToolContext) -> ToolResult:
        """Output, then `[exit CODE]`; a failing command is an answer, not an error of the tool."""
        if "\0" in arguments.command:
            return failure("a command must not contain NUL")
        environment = {**os.environ, **context.environment}
        output = OutputCollector(context.result_characters, secret_values(environment), context.on_output)
        try:
            exit_code = await run_process(
                context.sandbox.wrap([shell_program(), "-c", arguments.command]),
                cwd=context.cwd,
                environment=child_environment(environment, confined=context.sandbox.works),
                timeout_s=arguments.timeout_s,
                on_bytes=output.feed,
            )
        except OSError as error:
            return failure(f"the command cannot be started: {error.strerror}: {error.filename or context.cwd}")
        finally:
            output.finish()
        rows = [output.text().removesuffix("\n")]
        rows.append(f"[timed out after {arguments.timeout_s} s]" if exit_code is None else f"[exit {exit_code}]")
        return ToolResult("\n".join(row for row in rows if row), is_error=exit_code is None)


@cache
def shell_program() -> str:
    """bash, or sh where there is none."""
    return shutil.which("bash") or "/bin/sh"
