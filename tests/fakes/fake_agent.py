"""An agent that plays back a script of events: the double for everything that only shows a turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from localcoder.agent.approval import Answer, Approver
from localcoder.agent.compaction import Prompt
from localcoder.agent.context_use import ContextUse, context_use
from localcoder.agent.events import ApprovalRequested, CallFinished, CallStarted, Event, TurnFinished, TurnStarted
from localcoder.agent.rewinding import Beginnings, RewindPoint
from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyUsage
from localcoder.permissions.rules import RuleSet
from localcoder.tools.background import JobManager
from localcoder.tools.mcp.servers import McpServers
from localcoder.tools.todo_list import TodoList
from localcoder.workspace.checkpoints import Checkpoints
from localcoder.workspace.roots import Roots
from tests.fakes.fake_model import FakeChatModel

SYSTEM = f"{'You are a test. ' * 60}\n\n# Instructions from /project/AGENTS.md\n\n{'Be brief. ' * 40}"
Step = Event | asyncio.Event | Exception
"""An `ApprovalRequested` is shown and then asked; an `asyncio.Event` is waited for; an exception is raised."""


@dataclass
class FakeSandbox:
    works: bool = True
    reason: str = ""
    means: str = "bubblewrap"
    gaps: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return "sandbox" if self.works else "no sandbox"


@dataclass
class FakeContext:
    sandbox: FakeSandbox = field(default_factory=FakeSandbox)
    jobs: JobManager = field(default_factory=JobManager)
    todo: TodoList = field(default_factory=TodoList)
    roots: Roots = field(default_factory=lambda: Roots(Path("/project")))
    may_read: Callable[[Path], bool] | None = None
    result_characters: int = 2_000
    checkpoints: Checkpoints | None = None
    mcp: McpServers | None = None

    async def close(self) -> None:
        await self.jobs.close()
        if self.mcp is not None:
            await self.mcp.close()


@dataclass
class FakeSubagents:
    interrupted: list[str] = field(default_factory=list)

    def interrupt(self, name: str) -> bool:
        self.interrupted.append(name)
        return True


@dataclass
class FakePolicy:
    mode: str = "ask"
    rules: RuleSet = field(default_factory=RuleSet)


@dataclass
class FakeAgent:
    """Plays one list of steps per turn, then `TurnFinished`; records the prompts and the answers it got."""

    turns: Iterable[Sequence[Step]] = ()
    model: FakeChatModel = field(default_factory=lambda: FakeChatModel(context_tokens=8_192))
    policy: FakePolicy = field(default_factory=FakePolicy)
    context: FakeContext = field(default_factory=FakeContext)
    subagents: FakeSubagents = field(default_factory=FakeSubagents)
    messages: tuple[Message, ...] = ()
    approver: Approver | None = None
    prompts: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    _running: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._turns = iter(self.turns)

    @property
    def rewind_points(self) -> tuple[RewindPoint, ...]:
        return Beginnings().points(self.messages)

    def rewind(self, point: RewindPoint) -> None:
        self.messages = self.messages[: point.kept]

    def context_use(self) -> ContextUse:
        return context_use(Prompt(self.model, Message("system", SYSTEM), ()), self.messages)

    def interrupt(self) -> None:
        if self._running is not None:
            self._running.cancel()

    async def run(self, prompt: str) -> AsyncGenerator[Event]:
        self.prompts.append(prompt)
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        task = self._running = asyncio.create_task(self._play(next(self._turns, ()), queue))
        yield TurnStarted(prompt)
        try:
            while (event := await queue.get()) is not None:
                yield event
            status = "done"
            try:
                await task
            except asyncio.CancelledError:
                status = "interrupted"
            yield TurnFinished(status, "", 1, ReplyUsage(), 0.0)
        finally:
            task.cancel()
            self._running = None

    async def _play(self, steps: Sequence[Step], queue: asyncio.Queue[Event | None]) -> None:
        try:
            for step in steps:
                await self._step(step, queue)
        finally:
            queue.put_nowait(None)

    async def _step(self, step: Step, queue: asyncio.Queue[Event | None]) -> None:
        match step:
            case Exception():
                raise step
            case asyncio.Event():
                await step.wait()
            case ApprovalRequested():
                queue.put_nowait(CallStarted(step.call_id, step.name, {}, step.summary))
                queue.put_nowait(step)
                assert self.approver is not None
                answer = await self.approver.approve(step)
                self.answers.append(answer)
                refused = answer.choice == "no"
                content = "The user refused this call." if refused else "done"
                queue.put_nowait(CallFinished(step.call_id, step.name, content, refused, refused, step.diff, 0.1))
            case _:
                queue.put_nowait(step)
                await asyncio.sleep(0)
