"""The todo list on the screen."""

import asyncio

import pytest

from localcoder.agent.events import TodoChanged
from localcoder.tools.todo_list import TodoItem, TodoList
from localcoder.tui.widgets.todo import MAX_SHOWN
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import DIFF, chat_app, request, send, until

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


def painted(pilot):
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


LONG = items(*["done"] * 7, "in_progress", *["pending"] * 17)


@pytest.mark.parametrize("size", [(80, 24), (80, 23), (80, 18), (80, 16), (60, 16), (60, 12)])
async def test_in_a_low_window_the_list_makes_room_for_a_request_the_draft_and_the_bottom_line(size):
    agent = FakeAgent([[TodoChanged(LONG), request(diff=DIFF * 9)]])
    async with chat_app(agent).run_test(size=size) as pilot:
        await send(pilot, "go")
        await send(pilot, "another")
        await until(pilot, lambda: pilot.app.chat._panel.display and panel(pilot).display)
        await until(pilot, lambda: "y once" in painted(pilot))
        seen = painted(pilot)
        assert all(shown in seen for shown in ("╭", "rm -rf build", "n no", "› Ask for", "fake")), seen
        await pilot.press("x", "ctrl+j", "b", "ctrl+j", "c", "ctrl+j", "d", "ctrl+j", "e", "ctrl+j", "f")
        await until(pilot, lambda: "tab to answer" in painted(pilot))
        await until(pilot, lambda: all(shown in painted(pilot) for shown in ("╭", "rm -rf build", "f", "fake")))
        await pilot.press("ctrl+c")
        await pilot.press("slash")
        await until(pilot, lambda: all(shown in painted(pilot) for shown in ("╭", "rm -rf", "› /", "/help ", "fake")))


@pytest.mark.parametrize(("size", "begin"), [((60, 12), "▸ step 8"), ((60, 10), "… 24 more, 7 of 25 done  ▸ step 8")])
async def test_in_a_low_window_the_list_is_short_and_grows_again_with_the_window(size, begin):
    agent = FakeAgent([[TodoChanged(LONG), asyncio.Event()]])
    async with chat_app(agent).run_test(size=size) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: panel(pilot).display)
        await pilot.press("a", "ctrl+j", "b", "ctrl+j", "c")
        await until(pilot, lambda: lines(pilot)[0] == begin)
        await until(pilot, lambda: all(shown in painted(pilot) for shown in ("› a", "▸ step 8", "Thinking", "fake")))
        await pilot.resize_terminal(80, 30)
        await until(pilot, lambda: len(lines(pilot)) == MAX_SHOWN + 1)


@pytest.mark.parametrize(("rows", "shown"), [(1, 1), (2, 2), (3, 3), (9, 9), (20, 9), (-3, 1)])
async def test_the_list_takes_no_more_rows_than_it_is_given_and_shows_what_is_next(rows, shown):
    agent = FakeAgent([[TodoChanged(LONG)]])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: panel(pilot).display)
        panel(pilot).fit(rows)
        assert len(lines(pilot)) == shown
        assert any("▸ step 8" in line for line in lines(pilot))
