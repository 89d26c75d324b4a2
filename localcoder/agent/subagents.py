"""Subagents: tasks that the same model works on side by side, each in a conversation of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Protocol

from localcoder.agent.events import (
    Event,
    MessageCompleted,
    ReplyStarted,
    SubagentEvent,
    TurnFinished,
    TurnStatus,
)
from localcoder.agent.reply import added_usage
from localcoder.chat.model import ReplyUsage
from localcoder.tools.task import TaskItemArguments, TaskOutcome

logger = logging.getLogger(__name__)

MAX_RUNNING = 8
"""So many work at once, for the engine computes as many rows at once; the others wait for their turn."""

BACKGROUND = 1
"""The priority of their requests: the user's own conversation goes first."""


class Conversation(Protocol):
    """What is needed of the agent that does a task."""

    def run(self, prompt: str) -> AsyncGenerator[Event]:
        """Take the one turn."""
        ...

    def interrupt(self) -> None:
        """End it; its events then end by themselves."""
        ...


@dataclass
class Subagent:
    """One task on its way, and what it took so far. `finished` is set when it is over, however it ended."""

    name: str
    prompt: str
    status: TurnStatus = "interrupted"
    text: str = ""
    error: str | None = None
    turns: int = 0
    usage: ReplyUsage = field(default_factory=ReplyUsage)
    refused_calls: int = 0
    started_s: float = field(default_factory=time.monotonic)
    conversation: Conversation | None = None
    finished: bool = False

    def take(self, event: Event) -> None:
        """Note what `event` says."""
        match event:
            case ReplyStarted(number):
                self.turns = number
            case MessageCompleted(text, usage=usage):
                self.text = text
                self.usage = added_usage(self.usage, usage)
            case TurnFinished(status, text, turns, usage, error=error, refused_calls=refused):
                self.status, self.text, self.turns, self.usage = status, text, turns, usage
                self.error, self.refused_calls = error, refused
                self.finished = True

    def end(self) -> TurnFinished:
        """Its last event, where it could not give one itself."""
        self.finished = True
        duration_s = time.monotonic() - self.started_s
        return TurnFinished(self.status, self.text, self.turns, self.usage, duration_s, self.error, self.refused_calls)

    @property
    def outcome(self) -> TaskOutcome:
        """What the model is told."""
        return TaskOutcome(self.name, self.status, self.text, self.error)


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the tasks of one call show what happens.

    `emit` waits until the event was taken, `emit_soon` does not; `on_end` is told of each subagent that began.
    """

    task_id: str
    emit: Callable[[Event], Awaitable[None]]
    emit_soon: Callable[[Event], None]
    on_end: Callable[[Subagent], None]


class Subagents:
    """The subagents of one conversation. One that fails, or is interrupted, leaves the others and the caller alone."""

    def __init__(self, converse: Callable[[str, str], Conversation]) -> None:
        """`converse` gives the agent for a task: of that name, for the call of that id."""
        self._converse = converse
        self._slots = asyncio.Semaphore(MAX_RUNNING)
        self._names: set[str] = set()
        self._running: dict[str, Subagent] = {}

    def interrupt(self, name: str) -> bool:
        """End the subagent of this name; False if there is none at work."""
        running = self._running.get(name)
        if running is None or running.conversation is None:
            return False
        running.conversation.interrupt()
        return True

    async def run(self, tasks: Sequence[TaskItemArguments], stage: Stage) -> list[TaskOutcome]:
        """Do `tasks`; returns how each ended, in their order. Cancelling ends all of them before it returns."""
        started = [Subagent(self._unique(task.name), task.prompt) for task in tasks]
        followed = [
            asyncio.create_task(self._follow(subagent, stage), name=f"subagent {subagent.name}") for subagent in started
        ]
        try:
            await asyncio.wait(followed)
        finally:
            await _end_all(followed)
        return [subagent.outcome for subagent in started]

    def _unique(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self._names:
            name, number = f"{wanted} {number}", number + 1
        self._names.add(name)
        return name

    async def _follow(self, subagent: Subagent, stage: Stage) -> None:
        async with self._slots:
            self._running[subagent.name] = subagent
            try:
                await self._play(subagent, stage)
            except Exception as failure:
                logger.exception("The subagent %s failed unexpectedly", subagent.name)
                subagent.status = "failed"
                subagent.error = f"The subagent failed unexpectedly: {type(failure).__name__}: {failure}"
            finally:
                del self._running[subagent.name]
                if not subagent.finished:
                    stage.emit_soon(SubagentEvent(subagent.name, stage.task_id, subagent.end()))
                stage.on_end(subagent)

    async def _play(self, subagent: Subagent, stage: Stage) -> None:
        subagent.started_s = time.monotonic()
        subagent.conversation = self._converse(subagent.name, stage.task_id)
        async with aclosing(subagent.conversation.run(subagent.prompt)) as events:
            async for event in events:
                subagent.take(event)
                await stage.emit(SubagentEvent(subagent.name, stage.task_id, event))


async def _end_all(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel `tasks` and wait until they are over, however often the wait itself is cancelled."""
    for task in tasks:
        task.cancel()
    cancelled = False
    while not all(task.done() for task in tasks):
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
