"""The todo list on the screen."""

import asyncio

import pytest

from localcoder.agent.events import TodoChanged
from localcoder.tools.todo_list import TodoItem, TodoList
from localcoder.tui.widgets.todo import MAX_SHOWN
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, send, until

HOSTILE = "[bold]x[/bold] [/] [@click=app.quit]y[/] \x1b[2J\u202e [red"


def panel(pilot):
    return pilot.app.chat._todo


def lines(pilot):
    return str(panel(pilot).render()).splitlines()


def items(*statuses):
    return tuple(TodoItem(f"step {number}", status) for number, status in enumerate(statuses, start=1))


async def test_the_list_is_shown_while_something_is_to_do_and_control_t_hides_it():
    gate = asyncio.Event()
    agent = FakeAgent(
        [[TodoChanged(items("done", "in_progress", "pending")), gate, TodoChanged(items("done", "done"))]]
    )
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: panel(pilot).display)
        assert lines(pilot) == ["✓ step 1", "▸ step 2", "○ step 3"]
        gate.set()
        await until(pilot, lambda: not panel(pilot).display)
        await pilot.press("ctrl+t")
        assert panel(pilot).display
        assert lines(pilot) == ["✓ step 1", "✓ step 2"]
        await pilot.press("ctrl+t")
        assert not panel(pilot).display


async def test_without_a_list_control_t_says_so_and_leaves_the_draft():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat.agent is not None)
        pilot.app.chat._prompt.set_draft("draft")
        await pilot.press("ctrl+t")
        assert not panel(pilot).display
        assert str(pilot.app.chat._completions.render()) == "there is no todo list"
        assert pilot.app.chat._prompt.text == "draft"


async def test_a_resumed_conversation_shows_its_list():
    agent = FakeAgent()
    agent.context.todo = TodoList(items("pending"))
    async with chat_app(agent).run_test() as pilot:
        await until(pilot, lambda: panel(pilot).display)
        assert lines(pilot) == ["○ step 1"]


async def test_a_step_is_text_and_nothing_else():
    agent = FakeAgent([[TodoChanged((TodoItem(HOSTILE, "pending"),))]])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: panel(pilot).display)
        assert lines(pilot) == ["○ [bold]x[/bold] [/] [@click=app.quit]y[/] ␛[2J‹U+202E› [red"]


@pytest.mark.parametrize(
    ("done", "first", "last"),
    [(0, "○ step 1", "… 12 more, 0 of 20 done"), (10, "✓ step 10", "… 12 more, 10 of 20 done"),
     (19, "✓ step 13", "… 12 more, 19 of 20 done")],
)  # fmt: skip
async def test_of_a_long_list_what_comes_next_is_in_sight(done, first, last):
    agent = FakeAgent([[TodoChanged(items(*["done"] * done, *["pending"] * (20 - done)))]])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: panel(pilot).display)
        assert (lines(pilot)[0], lines(pilot)[-1]) == (first, last)
        assert len(lines(pilot)) == MAX_SHOWN + 1
