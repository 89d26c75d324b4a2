"""Pictures of what comes and goes around the conversation: choosers, lists, panels, errors, the subagents."""

import asyncio

import pytest
from textual.events import Paste

from localcoder.agent.events import (
    CallStarted,
    ReplyStarted,
    SubagentEvent,
    TextAdded,
    TodoChanged,
    TurnStarted,
)
from localcoder.errors import LocalcoderError
from localcoder.tools.todo_list import TodoItem
from localcoder.tui import session_commands
from localcoder.tui.screens.agents import AgentsScreen
from localcoder.workspace.roots import Roots
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_sessions import FakeSessions
from tests.snapshots.test_screens import SIZES, TURN, done
from tests.tui.chatting import chat_app, send, send_kept, steps, transcript, type_text, until


@pytest.mark.parametrize("size", SIZES)
def test_choosing_a_session_to_resume(snap_compare, size, monkeypatch):
    monkeypatch.setattr(session_commands, "_when", lambda changed_s: "2026-01-02 03:04")
    sessions = FakeSessions({name: FakeAgent() for name in ("the parser", "[bold]notes[/bold]", "a test that fails")})
    app = chat_app(FakeAgent(), sessions=sessions)

    async def before(pilot):
        await until(pilot, lambda: app.chat._ready)
        await send(pilot, "/resume")
        await until(pilot, lambda: app.chat._chooser.is_open)

    assert snap_compare(app, terminal_size=size, run_before=before)


def of(name, *given):
    return [SubagentEvent(name, "t1", event) for event in given]


TROUPE = [
    CallStarted("t1", "task", {}, "task scout, tests"),
    *of("scout", TurnStarted("Look for every use of `greet`."), *TURN[:4]),
    *of("tests", TurnStarted("Run the tests."), CallStarted("c1", "shell", {}, "shell pytest -q")),
    *of("scout", *TURN[4:8], TextAdded("It is used in one place.\n\n- `hello.py`")),
]


@pytest.mark.parametrize("size", SIZES)
def test_what_a_subagent_does(snap_compare, size):
    app = chat_app(FakeAgent([[*TROUPE, asyncio.Event()]]))

    async def before(pilot):
        await send(pilot, "find and test it")
        await until(pilot, lambda: app.chat.status.agents == 2)
        await send(pilot, "/agents scout")
        await until(pilot, lambda: isinstance(app.screen, AgentsScreen))
        # Its answer comes last.
        await until(pilot, lambda: "one place" in "".join(event_text(app.chat.board.get("scout"))))
        await until(pilot, lambda: len(app.screen.query("ToolCallBlock")) == 2 and len(app.screen.query("Answer")) == 2)

    assert snap_compare(app, terminal_size=size, run_before=before)


def event_text(watched):
    return [event.text for event in watched.stream if isinstance(event, TextAdded)]


@pytest.mark.parametrize("size", SIZES)
def test_all_that_works_beside_the_conversation_and_the_todo_list(snap_compare, size):
    items = (
        TodoItem("read the parser", "done"),
        TodoItem("write [bold]the[/bold] test", "in_progress"),
        TodoItem("run it", "pending"),
    )
    app = chat_app(FakeAgent([[TodoChanged(items), *TROUPE, asyncio.Event()]]), mode="accept-edits")

    async def before(pilot):
        await send(pilot, "find and test it")
        await until(pilot, lambda: app.chat.status.agents == 2)
        await send(pilot, "/tasks")
        await until(pilot, lambda: len(app.query("Facts")) == 2 and app.chat._todo.display)

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light", "ansi"])
def test_errors_and_a_long_paste(snap_compare, size, theme):
    failing = steps(ReplyStarted(1), TextAdded("I look."), LocalcoderError("The model's server does not answer."))
    app = chat_app(FakeAgent([failing]), theme=theme)

    async def before(pilot):
        await until(pilot, done(app))
        await send(pilot, "go on")
        await until(pilot, lambda: done(app)() and "does not answer" in transcript(pilot))
        await send_kept(pilot, "/permision full")
        await until(pilot, lambda: "Unknown command" in transcript(pilot))
        app.chat._prompt.set_draft("Explain ")
        await app.chat._prompt._on_paste(Paste("line\n" * 2_000))
        app.chat._prompt.insert(" and mend it")
        await until(pilot, lambda: not app.chat._completions.display)

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_files_that_are_offered_for_a_mention(snap_compare, size, tmp_path):
    for name in ("src/main.py", "src/[red]match.py", "tests/test_main.py", "my notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    agent = FakeAgent()
    agent.context.roots = Roots(tmp_path)
    app = chat_app(agent)

    async def before(pilot):
        await until(pilot, done(app))
        await type_text(pilot, "look at @ma")
        await until(pilot, lambda: app.chat._files.display)

    assert snap_compare(app, terminal_size=size, run_before=before)
