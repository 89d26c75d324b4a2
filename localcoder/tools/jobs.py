"""The `jobs` tool: what runs in the background, what it has written, and how to end it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._output import harmless
from localcoder.tools.background import Job
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult, failure

MAX_COMMAND_CHARACTERS = 120


class JobsArguments(Arguments):
    """Parameters of `jobs`."""

    action: Literal["list", "output", "stop"] = Field(description="`output` and `stop` need `id`")
    id: int | None = Field(default=None, description="the job's number")


class JobsTool(Tool[JobsArguments]):
    """Needs no permission: starting the command did."""

    name = "jobs"
    description = "List the commands in the background, get the output of one, or stop it. They end with localcoder."
    arguments = JobsArguments

    def access(self, arguments: JobsArguments, context: ToolContext) -> list[Access]:
        """Only what localcoder started itself."""
        return [Access("own", "jobs")]

    def preview(self, arguments: JobsArguments, context: ToolContext) -> Preview:
        """The action and the job."""
        return Preview(f"jobs {arguments.action}" + (f" {arguments.id}" if arguments.id is not None else ""))

    async def run(self, arguments: JobsArguments, context: ToolContext) -> ToolResult:
        """A line for each job; or the output so far and what became of the job."""
        jobs = context.jobs.jobs
        if arguments.action == "list":
            return ToolResult("\n".join(map(_row, jobs)) or "There are no jobs.")
        known = ", ".join(str(job.id) for job in jobs)
        there_are = f"the jobs are: {known}" if known else "there are none"
        if arguments.id is None:
            return failure(f"`id` is missing; {there_are}")
        job = context.jobs.get(arguments.id)
        if job is None:
            return failure(f"there is no job {arguments.id}; {there_are}")
        if arguments.action == "stop":
            await context.jobs.stop(job)
        return ToolResult("\n".join(row for row in (job.output.text_so_far().removesuffix("\n"), _state(job)) if row))


def _row(job: Job) -> str:
    command = " ".join(harmless(job.command).split())
    if len(command) > MAX_COMMAND_CHARACTERS:
        command = f"{command[: MAX_COMMAND_CHARACTERS - 1]}…"
    return f"{job.id}  {job.state}  {command}"


def _state(job: Job) -> str:
    return f"[job {job.id} is running]" if job.is_running else f"[job {job.id}: {job.state}]"
