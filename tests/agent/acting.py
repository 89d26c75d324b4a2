"""A small stage for the agent: a scripted model, tools that only note what happens, an approver with a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested, CallFinished, Event, Notice, TurnFinished
from localcoder.chat.messages import Message, ToolSpec
from localcoder.config.settings import ApprovalMode, Permissions
from localcoder.errors import LocalcoderError
from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.sessions.journal import Journal
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from tests.fakes.fake_model import FakeChatModel


class PathArguments(Arguments):
    path: str
    times: int = 1
    note: str | None = None


@dataclass
class FakeTool(Tool[PathArguments]):
    """Reads or writes nothing; notes what was begun and what was ended."""

    name: str  # type: ignore[misc]
    kind: str = "read"
    result: Callable[[PathArguments], ToolResult] = lambda arguments: ToolResult(f"did {arguments.path}")
    gate: asyncio.Event | None = None
    log: list[str] = field(default_factory=list)
    arguments = PathArguments
    description = "A tool of the tests."

    @property
    def writes(self) -> bool:  # type: ignore[override]
        return self.kind == "write"

    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, PathArguments.model_json_schema())

    def access(self, arguments: PathArguments, context: ToolContext) -> list[Access]:
        return [Access(self.kind, str(context.roots.resolve(arguments.path)))]  # type: ignore[arg-type]

    def preview(self, arguments: PathArguments, context: ToolContext) -> Preview:
        return Preview(f"{self.name} {arguments.path}", "-a\n+b\n" if self.kind == "write" else None)

    async def run(self, arguments: PathArguments, context: ToolContext) -> ToolResult:
        self.log.append(f"begin {self.name} {arguments.path}")
        context.on_output(f"out {arguments.path}")
        await asyncio.sleep(0)
        if self.gate is not None:
            await self.gate.wait()
        self.log.append(f"end {self.name} {arguments.path}")
        return self.result(arguments)


@dataclass
class FakeApprover:
    answers: Iterable[Answer] = ()
    asked: list[ApprovalRequested] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._answers = iter(self.answers)

    async def approve(self, request: ApprovalRequested) -> Answer:
        self.asked.append(request)
        return next(self._answers, Answer("unavailable"))


@dataclass
class Stage:
    folder: Path
    log: list[str] = field(default_factory=list)

    def tool(self, name: str, kind: str = "read", **more: Any) -> FakeTool:
        return FakeTool(name, kind, log=self.log, **more)

    def agent(
        self,
        script: Iterable[Any] = (),
        *,
        tools: Sequence[Tool[Any]] | None = None,
        mode: ApprovalMode = "full",
        answers: Iterable[Answer] = (),
        model: FakeChatModel | None = None,
        journal: Journal | None = None,
        history: Iterable[Message] = (),
        max_turns: int = 20,
        allow: tuple[str, ...] = (),
        deny: tuple[str, ...] = (),
    ) -> Agent:
        roots = Roots(self.folder)
        return Agent(
            model or FakeChatModel(script),
            tools if tools is not None else (self.tool("look"), self.tool("write", "write")),
            Policy(mode, Permissions(allow=allow, deny=deny), roots),
            ToolContext(roots, ReadRegistry(), Sandbox(False, "not in tests")),
            FakeApprover(answers),
            max_turns=max_turns,
            journal=journal,
            history=history,
            system="You are a test.",
        )


async def turn(agent: Agent, prompt: str = "do it") -> list[Event]:
    """All events of one turn."""
    return [event async for event in agent.run(prompt)]


def end_of(events: Sequence[Event]) -> TurnFinished:
    """The turn's last event, after checking that it is the only one of its kind."""
    assert [type(event) for event in events].count(TurnFinished) == 1
    last = events[-1]
    assert isinstance(last, TurnFinished)
    return last


def results_of(events: Sequence[Event]) -> list[CallFinished]:
    return [event for event in events if isinstance(event, CallFinished)]


def notices_of(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Notice)]


def check_history(messages: Sequence[Message]) -> None:
    """Every call has exactly one result, right behind its message, in the order of the calls; ids are unique."""
    seen: set[str] = set()
    waiting: list[str] = []
    for message in messages:
        if message.role == "tool":
            assert message.tool_call_id == waiting.pop(0)
            continue
        assert not waiting
        waiting = [call.id for call in message.tool_calls]
        assert not seen & set(waiting)
        seen.update(waiting)
    assert not waiting


class ModelGone(LocalcoderError):
    pass
