"""Subagents on the screen: how many work, what each does, and who asks."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from localcoder.agent.events import (
    ApprovalRequested,
    CallFinished,
    CallStarted,
    Event,
    MessageCompleted,
    ReasoningAdded,
    ReplyStarted,
    SubagentEvent,
    TextAdded,
    TodoChanged,
    TurnFinished,
    TurnStarted,
)
from localcoder.chat.model import ReplyUsage
from localcoder.tools.todo_list import TodoItem
from localcoder.tui.screens.agents import AgentsScreen
from localcoder.tui.subagents import MAX_KEPT, Board
from tests.fakes.fake_agent import FakeAgent, Step
from tests.tui.chatting import chat_app, send, transcript, until

HOSTILE = "[bold]x[/bold] [/] [@click=app.quit]y[/]"
TASK = CallStarted("t1", "task", {}, "task scout, tests")


def of(name: str, *given: Event, task_id: str = "t1") -> list[Step]:
    return [SubagentEvent(name, task_id, event) for event in given]


def call(call_id: str, summary: str) -> tuple[Event, Event]:
    name = summary.split()[0]
    return (
        CallStarted(call_id, name, {}, summary),
        CallFinished(call_id, name, f"result of {summary}", False, False, None, 0.0),
    )


def says(text: str) -> tuple[Event, ...]:
    return (ReplyStarted(1), *(TextAdded(piece) for piece in text), MessageCompleted(text, "", ReplyUsage()))


def ended(status: str = "done") -> TurnFinished:
    return TurnFinished(status, "", 1, ReplyUsage(), 0.0)  # type: ignore[arg-type]


def footer(pilot: Pilot[None]) -> str:
    return str(pilot.app.chat._bar.render())


def shown(pilot: Pilot[None]) -> str:
    """All that the screen of the subagents shows."""
    screen = pilot.app.screen
    assert isinstance(screen, AgentsScreen)
    entries = screen._transcript._column.walk_children()
    lines = [str(entry.render()) for entry in entries if not entry.children and entry.display]
    return "\n".join([str(screen._title.render()), *lines, str(screen._foot.render())])


async def test_the_footer_counts_those_at_work_and_the_call_has_a_line_for_each() -> None:
    first, second = asyncio.Event(), asyncio.Event()
    agent = FakeAgent(
        [
            [
                TASK,
                *of("scout", TurnStarted("look"), *call("c1", "read a.py")),
                *of("tests", TurnStarted("test"), CallStarted("c1", "shell", {}, "shell pytest")),
                first,
                *of("tests", ended("failed")),
                second,
                *of("scout", ended()),
                CallFinished("t1", "task", "# scout: done\nIt is there.", False, False, None, 0.0),
            ]
        ]
    )
    async with chat_app(agent).run_test(size=(120, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "2 agents" in footer(pilot) and "shell pytest" in transcript(pilot))
        assert "◌ scout  read a.py · 1 call\n◌ tests  shell pytest · 1 call" in transcript(pilot)
        first.set()
        await until(pilot, lambda: "1 agent" in footer(pilot) and "✗ tests  failed" in transcript(pilot))
        second.set()
        await until(pilot, lambda: "agent" not in footer(pilot))
        await until(pilot, lambda: "It is there." in transcript(pilot))
        assert "result of read a.py" not in transcript(pilot)


async def test_agents_shows_each_stream_so_far_and_as_it_goes_on() -> None:
    gate = asyncio.Event()
    agent = FakeAgent(
        [
            [
                TASK,
                *of("scout", TurnStarted("look around"), ReasoningAdded("hm"), *says("Found it."), ended()),
                *of("tests", TurnStarted("run the tests"), *call("c1", "shell pytest")),
                gate,
                *of("tests", *says("All pass.")),
                gate,
            ]
        ]
    )
    async with chat_app(agent).run_test(size=(100, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat.board.get("tests") is not None)
        await send(pilot, "/agents")
        await until(pilot, lambda: isinstance(pilot.app.screen, AgentsScreen) and "pytest" in shown(pilot))
        assert "tests  2 of 2" in shown(pilot) and "run the tests" in shown(pilot)
        assert "result of shell pytest" in shown(pilot)
        gate.set()
        await until(pilot, lambda: "All pass." in shown(pilot))
        await pilot.press("right")
        await until(pilot, lambda: "Found it." in shown(pilot))
        assert "scout  1 of 2" in shown(pilot) and "look around" in shown(pilot)
        await pilot.press("left", "x")
        assert agent.subagents.interrupted == ["tests"]
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AgentsScreen))
        await until(pilot, lambda: pilot.app.chat._turn is None)


async def test_a_stream_of_another_can_be_named_and_read_after_the_turn() -> None:
    agent = FakeAgent([[TASK, *of("scout", TurnStarted("look"), *says("Found."), ended()), *of("b", ended())]])
    async with chat_app(agent).run_test(size=(100, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        pilot.app.chat._prompt.set_draft("/agents nobody")
        await pilot.press("enter")
        await until(pilot, lambda: "There is no subagent nobody: scout, b." in transcript(pilot))
        pilot.app.chat._prompt.clear_draft()
        await send(pilot, "/agents scout")
        await until(pilot, lambda: isinstance(pilot.app.screen, AgentsScreen) and "Found." in shown(pilot))


async def test_a_request_that_comes_while_the_streams_are_shown_waits_for_the_way_back() -> None:
    request = ApprovalRequested("c1", "shell", "shell make", "why", None, None, agent="scout")
    agent = FakeAgent([[TASK, *of("scout", TurnStarted("look"))]])
    async with chat_app(agent).run_test(size=(100, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._turn is None and pilot.app.chat.board.get("scout") is not None)
        await send(pilot, "/agents")
        await until(pilot, lambda: isinstance(pilot.app.screen, AgentsScreen))
        assert agent.approver is not None
        asked = asyncio.ensure_future(agent.approver.approve(request))
        await until(pilot, lambda: "An approval waits" in shown(pilot))
        await pilot.press("y")
        await pilot.pause()
        assert not asked.done()
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.chat._panel.display and not isinstance(pilot.app.screen, AgentsScreen))
        assert str(pilot.app.chat._panel._title.render()) == "scout: Allow shell make"
        await until(pilot, lambda: pilot.app.chat._asking._gate._shown_at is not None)
        await pilot.press("y")
        assert (await asyncio.wait_for(asked, 10)).choice == "once"


async def test_a_request_that_was_answered_is_not_shown_as_waiting() -> None:
    request = ApprovalRequested("c1", "shell", "shell make", "why", None, None, agent="scout")
    call_of_it = CallStarted("c1", "shell", {}, "shell make")
    agent = FakeAgent([[TASK, *of("scout", TurnStarted("look"), call_of_it, request), gate := asyncio.Event()]])
    async with chat_app(agent).run_test(size=(100, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat.board.get("scout") is not None)
        await send(pilot, "/agents")
        await until(pilot, lambda: isinstance(pilot.app.screen, AgentsScreen) and "shell make" in shown(pilot))
        assert agent.approver is not None and "waiting for approval" not in shown(pilot)
        asked = asyncio.ensure_future(agent.approver.approve(request))
        await until(pilot, lambda: "waiting for approval" in shown(pilot))
        asked.cancel()
        await until(pilot, lambda: "waiting for approval" not in shown(pilot))
        gate.set()


async def test_what_subagents_are_called_and_say_is_no_markup() -> None:
    gate = asyncio.Event()
    agent = FakeAgent([[TASK, *of(HOSTILE, TurnStarted(HOSTILE), *says(f"`{HOSTILE}`")), gate]])
    async with chat_app(agent).run_test(size=(160, 40)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: f"◌ {HOSTILE}" in transcript(pilot))
        await send(pilot, "/tasks")
        await until(pilot, lambda: transcript(pilot).count(HOSTILE) >= 2)
        await send(pilot, "/agents")
        await until(pilot, lambda: isinstance(pilot.app.screen, AgentsScreen) and shown(pilot).count(HOSTILE) >= 2)
        assert agent.approver is not None
        question = ApprovalRequested("c", "shell", HOSTILE, "", None, None, agent=HOSTILE)
        asked = asyncio.ensure_future(agent.approver.approve(question))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.chat._panel.display)
        assert str(pilot.app.chat._panel._title.render()) == f"{HOSTILE}: Allow {HOSTILE}"
        asked.cancel()
        gate.set()


async def test_a_todo_list_of_a_subagent_is_not_that_of_the_conversation() -> None:
    todo = TodoChanged((TodoItem("theirs", "pending"),))
    agent = FakeAgent([[TASK, *of("scout", TurnStarted("look"), todo, ended())]])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        assert not pilot.app.chat._todo.display


@pytest.mark.parametrize("command", ["/agents", "/tasks"])
async def test_without_any_the_commands_say_so_and_leave_the_draft_free(command: str) -> None:
    async with chat_app(FakeAgent()).run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: pilot.app.chat.agent is not None)
        pilot.app.chat._prompt.set_draft(command)
        await pilot.press("enter")
        await until(pilot, lambda: "o subagents" in transcript(pilot))
        assert pilot.app.chat._prompt.text == ""
        await pilot.press("up")
        assert pilot.app.chat._prompt.text == command


def test_the_board_puts_deltas_together_and_forgets_the_oldest_that_ended() -> None:
    counts: list[int] = []
    board = Board(counts.append)
    for number in range(MAX_KEPT + 3):
        for event in (TurnStarted("p"), *says("Hello"), ended()):
            board.take(SubagentEvent(f"a{number}", "t", event))
    assert len(board.all) == MAX_KEPT and board.get("a0") is None
    assert board.all[-1].stream == [
        TurnStarted("p"),
        ReplyStarted(1),
        TextAdded("Hello"),
        MessageCompleted("Hello", "", ReplyUsage()),
        ended(),
    ]
    assert counts[:4] == [1, 0, 1, 0]
