"""The `shell` tool: one command, run to its end or, for models that can handle it, in the background."""

from __future__ import annotations

import os
import shutil
from functools import cache

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._environment import child_environment, secret_values
from localcoder.tools._output import OutputCollector
from localcoder.tools._process import run_process
from localcoder.tools.background import MAX_RUNNING, TooManyJobs
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
        return Preview(f"shell {arguments.command}", failure=_impossible(arguments))

    async def run(self, arguments: ShellArguments, context: ToolContext) -> ToolResult:
        """Output, then `[exit CODE]`; a failing command is an answer, not an error of the tool."""
        if impossible := _impossible(arguments):
            return impossible
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
            return _not_started(error, context)
        finally:
            output.finish()
        rows = [output.text().removesuffix("\n")]
        rows.append(f"[timed out after {arguments.timeout_s} s]" if exit_code is None else f"[exit {exit_code}]")
        return ToolResult("\n".join(row for row in rows if row), is_error=exit_code is None)


class JobShellArguments(ShellArguments):
    """Parameters of `shell` where there are jobs."""

    background: bool = Field(
        default=False, description="return at once and let it run on (a server, a watcher); see `jobs`"
    )


class JobShellTool(ShellTool):
    """`shell` with `background`. Such a job has no time limit unless one is given, and ends with localcoder."""

    description = (
        "Run a shell command and get its output and exit code. Input is empty, there is no terminal; what it starts "
        "with `&` ends with it. With `background` it goes on beside your work until it ends, `jobs` stops it, or "
        "localcoder ends."
    )
    arguments = JobShellArguments

    def preview(self, arguments: ShellArguments, context: ToolContext) -> Preview:
        """The command, and that it will not be waited for."""
        if _in_background(arguments):
            return Preview(f"shell (background) {arguments.command}", failure=_impossible(arguments))
        return super().preview(arguments, context)

    async def run(self, arguments: ShellArguments, context: ToolContext) -> ToolResult:
        """As `ShellTool`; in the background the id of the job."""
        if not _in_background(arguments):
            return await super().run(arguments, context)
        if impossible := _impossible(arguments):
            return impossible
        environment = {**os.environ, **context.environment}
        try:
            job = await context.jobs.start(
                arguments.command,
                # A shell that ends with `&` lives on for what it started: without, that would end with it.
                context.sandbox.wrap([shell_program(), "-c", f"trap wait EXIT; {arguments.command}"]),
                cwd=context.cwd,
                environment=child_environment(environment, confined=context.sandbox.works),
                timeout_s=arguments.timeout_s if "timeout_s" in arguments.model_fields_set else None,
                output=OutputCollector(context.result_characters, secret_values(environment), lambda text: None),
            )
        except TooManyJobs:
            return failure(f"{MAX_RUNNING} jobs are running, which is the most there may be; stop one with `jobs`")
        except OSError as error:
            return _not_started(error, context)
        return ToolResult(f"[job {job.id} is running in the background; `jobs` shows its output and stops it]")


def _in_background(arguments: ShellArguments) -> bool:
    return isinstance(arguments, JobShellArguments) and arguments.background


def _impossible(arguments: ShellArguments) -> ToolResult | None:
    return failure("a command must not contain NUL") if "\0" in arguments.command else None


def _not_started(error: OSError, context: ToolContext) -> ToolResult:
    return failure(f"the command cannot be started: {error.strerror}: {error.filename or context.cwd}")


@cache
def shell_program() -> str:
    """bash, or sh where there is none."""
    return shutil.which("bash") or "/bin/sh"
