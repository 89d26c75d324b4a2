"""Commands in the background: each is a task that runs it exactly as in the foreground, and ends with localcoder."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from localcoder.tools._output import OutputCollector
from localcoder.tools._process import run_process

logger = logging.getLogger(__name__)

MAX_RUNNING = 16
"""More at once are refused: a model that goes in circles must not fill the machine."""
MAX_ENDED_KEPT = 32
"""The output of so many ended jobs can still be read; older ones are forgotten."""


class TooManyJobs(Exception):
    """`MAX_RUNNING` jobs run already."""


@dataclass(eq=False)
class Job:
    """One command. `state` is what became of it, in words for model and user (`running`, `exit 0`, `stopped`)."""

    id: int
    command: str
    output: OutputCollector
    state: str = "running"
    started: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.state == "running"


class JobManager:
    """Owns the jobs of a conversation. Ids count from 1 and are never given twice.

    `on_end`, where set, is called with each job that ended by itself; not with one that was stopped.

    When its event loop ends, however it ends, the jobs end; when localcoder is killed, `run_process` ends them.
    """

    def __init__(self) -> None:
        self._jobs: dict[int, Job] = {}
        self._last_id = 0
        self.on_end: Callable[[Job], None] | None = None

    @property
    def jobs(self) -> tuple[Job, ...]:
        """All that are known, the oldest first."""
        return tuple(self._jobs.values())

    def get(self, job_id: int) -> Job | None:
        """The job of this id, if it is known."""
        return self._jobs.get(job_id)

    async def start(
        self,
        command: str,
        argv: list[str],
        *,
        cwd: Path,
        environment: Mapping[str, str],
        timeout_s: float | None,
        output: OutputCollector,
    ) -> Job:
        """Start `argv`, which is known to people as `command`; returns once it runs.

        Raises:
            TooManyJobs: as many run as may.
            OSError: it cannot be started.
        """
        if sum(job.is_running for job in self.jobs) >= MAX_RUNNING:
            raise TooManyJobs
        self._last_id += 1
        job = self._jobs[self._last_id] = Job(self._last_id, command, output)
        run = partial(run_process, argv, cwd=cwd, environment=environment, timeout_s=timeout_s)
        job.task = asyncio.create_task(_follow(job, run), name=f"job {job.id}")
        try:
            await job.started.wait()
        except asyncio.CancelledError:
            await self.stop(job)
            del self._jobs[job.id]
            raise
        if job.task.done() and not job.task.cancelled() and (error := job.task.exception()) is not None:
            del self._jobs[job.id]
            raise error
        job.task.add_done_callback(lambda task: self._ended(job))
        self._forget_old()
        return job

    async def stop(self, job: Job) -> None:
        """End the job with all its processes; returns once they are gone. One that has ended stays as it is."""
        if job.task is not None:
            job.task.cancel()
            await asyncio.wait([job.task])
        if job.is_running:  # cancelled before its first step
            job.state = "stopped"
            job.output.finish()

    async def close(self) -> None:
        """End all jobs."""
        for job in self.jobs:
            await self.stop(job)

    def _ended(self, job: Job) -> None:
        if self.on_end is not None and job.state != "stopped":
            self.on_end(job)

    def _forget_old(self) -> None:
        ended = [job.id for job in self.jobs if not job.is_running]
        for job_id in ended[: max(0, len(ended) - MAX_ENDED_KEPT)]:
            del self._jobs[job_id]


async def _follow(job: Job, run: Callable[..., Awaitable[int | None]]) -> None:
    """Run the job and note how it ends. OSError where it cannot be started."""
    try:
        exit_code = await run(on_bytes=job.output.feed, on_start=job.started.set)
        job.state = "timed out" if exit_code is None else f"exit {exit_code}"
    except asyncio.CancelledError:
        job.state = "stopped"
        raise
    except Exception as error:
        job.state = f"failed: {error}"
        if not job.started.is_set():
            raise
        logger.exception("Job %s failed", job.id)
    finally:
        job.output.finish()
        job.started.set()
