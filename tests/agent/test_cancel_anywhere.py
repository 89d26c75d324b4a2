"""A turn that is cancelled at any of its awaits, and again while it cleans up, leaves a conversation that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any

import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.chat.messages import Message
from localcoder.config.settings import Settings
from localcoder.sessions.journal import Journal, load
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.checkpoints import Checkpoints
from tests.agent.acting import Stage, check_history, end_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.fakes.fake_troupe import FakeTroupe, task_call


class CancelledAt(Coroutine[Any, Any, Any]):
    """A coroutine whose task is cancelled while it waits for the `first` time, and at the `again` waits after it."""

    def __init__(self, inner: Coroutine[Any, Any, Any], first: int, again: int) -> None:
        self._inner, self._first, self._last = inner, first, first + again
        self.waits = 0

    def _waiting(self, future: Any) -> Any:
        self.waits += 1
        if self._first <= self.waits <= self._last:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()
        return future

    def send(self, value: Any) -> Any:
        return self._waiting(self._inner.send(value))

    def throw(self, *error: Any) -> Any:
        return self._waiting(self._inner.throw(*error))

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        raise NotImplementedError


class Thoughtful:
    """Says yes, not at once."""

    async def approve(self, request: ApprovalRequested) -> Answer:
        await asyncio.sleep(0)
        return Answer("once")


def with_tools(stage: Stage) -> Agent:
    (stage.folder / "src").mkdir(exist_ok=True)
    (stage.folder / "src" / "AGENTS.md").write_text("Use tabs.")
    (stage.folder / "src" / "a.txt").write_text("one\n")
    reads = calls(("read", {"path": "src/a.txt"}), ("list", {"path": "src"}), ("nothing", {}))
    write = calls(
        ("write", {"path": "new.txt", "content": "x"}), ("todo", {"items": [{"text": "t", "status": "pending"}]})
    )
    edit = calls(("edit", {"path": "src/a.txt", "old": "one", "new": "two"}))
    agent = stage.agent(
        [reads, write, edit, says("Done.", piece=9)], tools=builtin_tools(Settings(), "full"), mode="ask"
    )
    agent.context.checkpoints = Checkpoints([stage.folder], stage.folder.parent / "kept")
    return agent


def with_command(stage: Stage) -> Agent:
    return stage.agent(
        [calls(("shell", {"command": "echo hi"})), says("Done.")], tools=builtin_tools(Settings(), "full")
    )


def with_compaction(stage: Stage) -> Agent:
    long = " ".join(map(str, range(10_000, 10_500)))
    history = [message for n in range(5) for message in (Message("user", f"{n}"), Message("assistant", f"{n} {long}"))]
    model = FakeChatModel(
        [says("Notes.", piece=9), calls(("look", {"path": "a"})), says("Done.")], context_tokens=4_096
    )
    return stage.agent(model=model, history=history, tools=[stage.tool("look")])


def with_subagents(stage: Stage) -> Agent:
    model = FakeTroupe(
        scripts={
            "do it": [task_call("a", "b"), says("Done.")],
            "a": [calls(("write", {"path": "x"})), says("I did.", piece=9)],
            "b": [says("So did I.", piece=9)],
        }
    )
    tools = [stage.tool("write", "write"), *[tool for tool in builtin_tools(Settings(), "full") if tool.name == "task"]]
    return stage.agent(model=model, tools=tools, mode="ask")


def in_circles(stage: Stage) -> Agent:
    return stage.agent([calls(*[("write", {"path": "a"})] * 6), says("Done.")], tools=[stage.tool("write", "write")])


async def cancelled_turn(agent: Agent, first: int, again: int) -> CancelledAt | None:
    """Take a turn that is cancelled there; returns what it ran in, None where it came to its end before."""
    loop = asyncio.get_running_loop()
    wrapped: list[CancelledAt] = []

    def factory(loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        if not wrapped and getattr(coro, "__qualname__", "") == "Agent._play":
            wrapped.append(coro := CancelledAt(coro, first, again))
        return asyncio.Task(coro, loop=loop, **more)

    loop.set_task_factory(factory)
    try:
        end = end_of(await turn(agent))
    finally:
        loop.set_task_factory(None)
    if wrapped[0].waits < first:
        assert end.status == "done"
        return None
    assert end.status == "interrupted"
    return wrapped[0]


@pytest.mark.parametrize("again", [0, 2])
@pytest.mark.parametrize("made", [with_tools, with_command, with_compaction, with_subagents, in_circles])
async def test_wherever_a_turn_is_cancelled_the_history_is_whole_and_the_next_turn_works(
    stage: Stage, made: Callable[[Stage], Agent], again: int
) -> None:
    first = 0
    while True:
        first += 1
        inner = Stage(stage.folder / f"{first}" / "work")
        inner.folder.mkdir(parents=True)
        agent = made(inner)
        agent.approver = Thoughtful()
        agent.journal = journal = Journal.create(inner.folder.parent / "sessions", inner.folder, "fake")
        for message in agent.messages:
            journal.append_message(message)
        ended = await cancelled_turn(agent, first, again) is None
        check_history(agent.messages)
        assert agent.messages[0].role == "user"
        assert {task for task in asyncio.all_tasks() if not task.done()} == {asyncio.current_task()}
        assert isinstance(agent.model, FakeChatModel) and agent.model.active == 0
        agent.model = FakeChatModel([says("Still here.")])
        assert end_of(await turn(agent, "next")).text == "Still here."
        journal.close()
        assert (load(journal.path).messages, load(journal.path).problems) == (agent.messages, ())
        if ended:
            break
    assert first > 10
