"""What the terminal shows is what the screen is, however a layout comes about."""

from __future__ import annotations

import pyte
import pytest
from textual._compositor import CompositorUpdate
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from localcoder.tui.painted import PaintedScreen
from localcoder.tui.screens.conversation import MAX_OFFERED
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, until


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pyte.Screen:
    """A terminal of 80x24 that gets what the app writes."""
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    display = App._display

    def written(app, of, update):
        if isinstance(update, CompositorUpdate):
            stream.feed(update.render_segments(app.console))
        display(app, of, update)

    monkeypatch.setattr(App, "_display", written)
    return screen


class Rows(PaintedScreen):
    """Three rows, of which the middle one comes and goes."""

    def __init__(self) -> None:
        super().__init__()
        self.text = Static("middle")
        self.middle, self.last = Vertical(self.text), Static("last")

    def compose(self) -> ComposeResult:
        yield Static("first")
        yield self.middle
        yield self.last


class RowsApp(App[None]):
    CSS = "Static, Vertical { height: auto; }"

    def get_default_screen(self) -> Rows:
        return Rows()


async def test_what_moves_is_painted_also_where_a_size_was_asked_for_before_the_layout(terminal: pyte.Screen) -> None:
    app = RowsApp()
    async with app.run_test(size=(80, 24)) as pilot:
        rows = app.screen
        for shown in (False, True, False, True):
            rows.text.update("middle")  # hidden or not: the library then looks at all places anew when one is asked for
            await until(pilot, lambda: not rows._dirty_widgets and not rows._layout_required)
            with app.batch_update():
                rows.middle.display = shown
                await until(pilot, lambda: rows._layout_required)
                assert rows.last.size.height == 1
            rows.check_idle()
            await until(pilot, lambda: not rows._layout_required)
            assert ("middle" in terminal.display[1]) is shown
            assert ("last" in terminal.display[2]) is shown
            assert ("last" in terminal.display[1]) is not shown


async def test_what_comes_back_longer_is_shown_whole() -> None:
    async with chat_app(FakeAgent()).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        below = pilot.app.chat._completions
        await pilot.press("ctrl+c")  # a hint of one line
        await until(pilot, lambda: below.size.height == 1)
        await until(pilot, lambda: not below.display)
        await pilot.press("x", "ctrl+x", "slash")
        await until(pilot, lambda: below.size.height == MAX_OFFERED + 1)
