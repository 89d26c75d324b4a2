"""Choosing one of several: with the arrows, by typing, and never with a key that was meant for the draft."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from localcoder.tui import editor
from localcoder.tui.widgets.chooser import MAX_SHOWN, Option
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, request, steps, transcript, type_text, until
from tests.tui.test_rewind import chooser, idle

NAMES = [f"number {n}" for n in range(25)]


class Chosen(list[int]):
    async def __call__(self, number: int) -> None:
        self.append(number)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ((), 0),
        (("down", "down", "up"), 1),
        (("up",), 24),
        (("end", "down"), 0),
        (("pagedown",), MAX_SHOWN),
        (("pagedown", "pagedown", "pagedown"), 24),
        (("2", "4"), 24),
        (("2", "4", "backspace", "backspace"), 0),
        (("B", "E", "R", "space", "7"), 7),
        (("2", "4", "ctrl+u", "down"), 1),
    ],
)
async def test_keys_lead_to_the_option_that_is_marked(keys: tuple[str, ...], expected: int) -> None:
    chosen = Chosen()
    async with chat_app(FakeAgent()).run_test(size=(80, 30)) as pilot:
        await idle(pilot)
        pilot.app.chat.choose("Which?", [Option(name) for name in NAMES], chosen)
        await pilot.press(*keys)
        await pilot.pause()
        assert f"› {NAMES[expected]}" in chooser(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: chosen == [expected])
        assert pilot.app.chat._prompt.has_focus
        assert pilot.app.chat._prompt.text == ""


async def test_a_click_chooses_what_it_hits_and_nothing_elsewhere() -> None:
    chosen = Chosen()
    async with chat_app(FakeAgent()).run_test(size=(80, 30)) as pilot:
        await idle(pilot)
        pilot.app.chat.choose("Which?", [Option(name) for name in NAMES], chosen)
        await pilot.press("end")
        await pilot.pause()
        await pilot.click("#chooser", offset=(6, 1))
        await pilot.click("#chooser", offset=(6, MAX_SHOWN + 2))
        await pilot.pause()
        assert pilot.app.chat._chooser.is_open
        await pilot.click("#chooser", offset=(6, 3))
        await until(pilot, lambda: chosen == [16])


async def test_what_is_not_there_cannot_be_chosen_and_text_is_never_markup() -> None:
    chosen = Chosen()
    async with chat_app(FakeAgent()).run_test(size=(40, 30)) as pilot:
        await idle(pilot)
        long = "[red]one[/red]\nand \x1b[31m" + "long " * 40
        pilot.app.chat.choose("[b]Which?", [Option(long, "[u]detail")], chosen)
        await pilot.pause()
        assert "[b]Which?" in chooser(pilot) and "› [red]one[/red] and" in chooser(pilot)
        assert "\x1b" not in chooser(pilot)
        await type_text(pilot, "zzz")
        await pilot.press("enter")
        await pilot.pause()
        assert "nothing like that" in chooser(pilot)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not pilot.app.chat._chooser.is_open)
        assert chosen == []


async def test_a_request_that_comes_up_meanwhile_is_not_answered_by_what_is_typed() -> None:
    forever, agent = asyncio.Event(), FakeAgent([steps(request())])
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await idle(pilot)
        pilot.app.chat.choose("Which?", [Option("yes"), Option("no way")], Chosen())
        pilot.app.chat.submit("work")
        await until(pilot, lambda: pilot.app.chat._panel.display)
        await type_text(pilot, "y")
        await asyncio.sleep(0.2)
        assert agent.answers == [] and not forever.is_set()
        assert "yes" in chooser(pilot) and "no way" in chooser(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.chat._prompt.has_focus)
        assert pilot.app.chat._turn is not None


async def test_ctrl_r_finds_an_earlier_prompt_and_keeps_the_draft_for_up(tmp_path: Path) -> None:
    (tmp_path / "history").write_text('"run the tests"\n"fix [it]\\nplease"\n"run the tests"\n"write docs"\n')
    app = chat_app(FakeAgent(), history_file=tmp_path / "history")
    async with app.run_test(size=(80, 30)) as pilot:
        await type_text(pilot, "draft")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "Earlier prompts" in chooser(pilot))
        assert chooser(pilot).count("run the tests") == 1
        assert "› write docs" in chooser(pilot)
        await pilot.press("ctrl+r")
        assert "› run the tests" in chooser(pilot)
        await type_text(pilot, "fix")
        await pilot.press("enter")
        await until(pilot, lambda: app.chat._prompt.text == "fix [it]\nplease")
        await pilot.press("ctrl+home")
        app.chat._prompt.move_cursor((0, 0))
        await pilot.press("up")
        assert app.chat._prompt.text == "draft"


async def test_ctrl_r_and_ctrl_g_without_what_they_need_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", 'broken "quote')
    async with chat_app(FakeAgent()).run_test() as pilot:
        await idle(pilot)
        await pilot.press("ctrl+r")
        assert "there are no earlier prompts" in str(pilot.app.chat._completions.render())
        await type_text(pilot, "draft")
        await pilot.press("ctrl+g")
        await until(pilot, lambda: "cannot be read as a command" in transcript(pilot))
        monkeypatch.setenv("VISUAL", "vi")
        await pilot.press("ctrl+g")
        await until(pilot, lambda: "cannot be given to an editor" in transcript(pilot))
        monkeypatch.setattr(editor, "temporary_dir", lambda: Path("/nowhere"))
        await pilot.press("ctrl+g")
        await until(pilot, lambda: "cannot be written to a file for the editor" in transcript(pilot))
        assert pilot.app.chat._prompt.text == "draft"


@pytest.mark.parametrize("size", [(60, 10), (60, 12), (80, 18), (80, 24)])
async def test_in_a_low_window_the_chosen_one_and_the_draft_are_seen_also_beside_a_request(size):
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test(size=size) as pilot:
        chat = pilot.app.chat

        def seen(*texts: str) -> bool:
            rows = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
            return all(text in rows for text in texts)

        async def then(number: int) -> None:
            pass

        await until(pilot, lambda: chat._ready)
        chat.choose("Which?", [Option(f"option {number}") for number in range(40)], then)
        await until(pilot, lambda: seen("Which?", "› option 0", "› Ask for", "fake"))
        await pilot.press("end")
        await until(pilot, lambda: seen("Which?", "› option 39", "40 of 40", "› Ask for", "fake"))
        chat.submit("go")
        await until(pilot, lambda: chat._panel.display and seen("› option 39", "… once", "fake"))
        await pilot.press("escape")
        await until(pilot, lambda: seen("y once", "› Ask for", "fake"))
