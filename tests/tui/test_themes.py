"""What can be read: contrast of all that is written on the screen, and nothing told by colour alone."""

import re

import pytest
from rich.color import Color

from localcoder.tui import diff
from localcoder.tui.themes import ANSI, DARK, LIGHT, THEMES
from localcoder.tui.widgets import messages, todo, tool_call
from tests.fakes.fake_agent import FakeAgent
from tests.snapshots.test_screens import ENDING, TURN
from tests.tui.chatting import DIFF, chat_app, request, send, send_kept, transcript, until

LEAST_CONTRAST = 4.5
"""What WCAG 2 asks of text (level AA)."""
_LINES = re.compile("[\u2500-\u259f]")
"""Frames and bars, which are no text."""


def luminance(colour):
    def linear(channel):
        part = channel / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def written(app):
    """All pieces of text on the screen with their colours."""
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            text = _LINES.sub("", segment.text).strip()
            style = segment.style
            if text and style is not None and style.color is not None and style.bgcolor is not None:
                colours = tuple(style.color.get_truecolor()), tuple(style.bgcolor.get_truecolor())
                yield text, colours[::-1] if style.reverse else colours


def test_the_formula_is_the_one_of_wcag():
    assert contrast((0, 0, 0), (255, 255, 255)) == 21
    assert round(contrast(Color.parse("#777777").triplet, (255, 255, 255)), 2) == 4.48


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("ground", ["background", "surface"])
def test_every_colour_of_text_stands_out_from_every_ground(theme, ground):
    names = ["foreground", "primary", "secondary", "success", "warning", "error"]
    colours = {name: getattr(theme, name) for name in names} | {
        name: theme.variables[name] for name in ("quiet", "diff-added", "diff-removed", "faint")
    }
    below = getattr(theme, ground)
    weak = {
        name: round(contrast(Color.parse(colour).triplet, Color.parse(below).triplet), 2)
        for name, colour in colours.items()
        if contrast(Color.parse(colour).triplet, Color.parse(below).triplet) < LEAST_CONTRAST
    }
    assert weak == {}


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_everything_on_the_screen_can_be_read(theme):
    app = chat_app(FakeAgent([TURN, [*ENDING, request(summary="edit hello.py", diff=DIFF)]]), theme=theme)
    async with app.run_test(size=(100, 120)) as pilot:
        await send(pilot, "first")
        await until(pilot, lambda: app.chat._presenter.last_status == "done" and app.chat._turn is None)
        await send(pilot, "second")
        await until(pilot, lambda: app.chat._panel.display)
        app.chat._prompt.set_draft("/")
        await until(pilot, lambda: app.chat._completions.display)
        texts = list(written(app))
    weak = {(text, round(contrast(*colours), 2)) for text, colours in texts if contrast(*colours) < LEAST_CONTRAST}
    assert weak == set()
    assert any("def" in text for text, _ in texts)
    assert any("hello {name}" in text for text, _ in texts)


PALETTES = {
    "xterm": {"magenta": "#cd00cd", "bright_red": "#ff0000", "bright_blue": "#5c5cff"},
    "linux": {"magenta": "#aa00aa", "bright_red": "#ff5555", "bright_blue": "#5555ff"},
}
LEAST_OF_16 = 3.0
"""More cannot be had on black and on white with one of 16 colours."""


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255)], ids=["black", "white"])
def test_the_16_colours_of_text_can_be_read_on_black_and_on_white(palette, ground):
    # Added lines and successes are green as everywhere; they have a sign of their own.
    for name in (ANSI.primary, ANSI.secondary, ANSI.warning, ANSI.error, ANSI.variables["diff-removed"]):
        colour = PALETTES[palette][name.removeprefix("ansi_")]
        assert contrast(Color.parse(colour).triplet, ground) >= LEAST_OF_16, name
    for name in ("quiet", "faint"):
        assert ANSI.variables[name] == "ansi_default"


@pytest.mark.parametrize(
    "marks",
    [
        [mark for mark, _ in tool_call._MARKS.values()],
        [mark for mark, _ in messages._MARKS.values()],
        [mark for mark, _ in todo._LOOKS.values()],
        list(diff._SIGNS.values()),
    ],
    ids=["calls", "notices", "todo", "diff"],
)
def test_no_state_is_told_by_colour_alone(marks):
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("choice", THEMES)
async def test_the_chosen_theme_is_remembered_until_auto_is_chosen(choice, tmp_path, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    file = tmp_path / "state" / "theme"
    async with chat_app(FakeAgent(), theme="auto", theme_file=file).run_test() as pilot:
        await send(pilot, f"/theme {choice}")
        await until(pilot, lambda: pilot.app.current_theme.name == THEMES[choice].name and file.exists())
    async with chat_app(FakeAgent(), theme="auto", theme_file=file).run_test() as pilot:
        assert pilot.app.current_theme.name == THEMES[choice].name
        monkeypatch.setenv("COLORTERM", "truecolor")
        await send(pilot, "/theme auto")
        await until(pilot, lambda: file.read_text() == "auto\n")
        assert pilot.app.current_theme.name == DARK.name


async def test_a_theme_of_the_configuration_counts_before_the_remembered_one(tmp_path):
    file = tmp_path / "theme"
    file.write_text("light\n")
    async with chat_app(FakeAgent(), theme="dark", theme_file=file).run_test() as pilot:
        assert pilot.app.current_theme.dark


@pytest.mark.parametrize("left", ["", "purple", "\0\xff"])
async def test_what_cannot_be_a_theme_is_none(left, tmp_path):
    file = tmp_path / "theme"
    file.write_bytes(left.encode("latin-1"))
    async with chat_app(FakeAgent(), theme="auto", theme_file=file).run_test() as pilot:
        assert pilot.app.current_theme.name in {theme.name for theme in THEMES.values()}


async def test_where_no_colours_are_wanted_there_are_none_to_choose(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with chat_app(FakeAgent()).run_test() as pilot:
        await send_kept(pilot, "/theme light")
        await until(pilot, lambda: "NO_COLOR is set" in transcript(pilot))
        assert pilot.app.current_theme.ansi
