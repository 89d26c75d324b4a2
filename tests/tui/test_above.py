"""Entries far above the view need no layout, and nothing moves because of that."""

from __future__ import annotations

import pytest

from localcoder.tui.widgets.messages import NoticeLine
from localcoder.tui.widgets.transcript import MAX_ENTRIES
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, until

LINE = "a line that is wrapped in a narrow terminal, but not in a wide one"


async def fill(pilot, entries: int) -> None:
    await until(pilot, lambda: pilot.app.chat._ready)
    for number in range(entries):
        await pilot.app.chat.add_entry(NoticeLine("info", f"{number} {LINE}"))


def laid_out(transcript):
    return [entry for entry in transcript.entries if entry.display]


def height(transcript):
    return transcript.virtual_size.height


@pytest.mark.parametrize("entries", [60, 140])
async def test_however_much_was_said_what_is_laid_out_is_some_screens(entries):
    app = chat_app(FakeAgent())
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(pilot, entries)
        transcript = app.chat._transcript
        rows = transcript.size.height
        await until(pilot, lambda: len(laid_out(transcript)) <= 2 * rows)
        assert laid_out(transcript) == list(transcript.entries)[-len(laid_out(transcript)) :]
        before, seen = height(transcript), transcript.entries[-1].region
        transcript._above.let_all_go(transcript.entries)
        await until(pilot, lambda: len(laid_out(transcript)) == len(transcript.entries))
        assert (height(transcript), transcript.entries[-1].region) == (before, seen)


async def test_scrolling_up_finds_everything_in_its_place_and_back_down_it_is_set_aside_again():
    app = chat_app(FakeAgent())
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(pilot, 60)
        transcript = app.chat._transcript
        await until(pilot, lambda: transcript._above.entries > 0)
        rows = height(transcript)
        while transcript.scroll_y > 0:
            place = transcript.scroll_y
            await pilot.press("pageup")
            await until(pilot, lambda place=place: transcript.scroll_y < place and all_seen(transcript))
            assert height(transcript) == rows
        assert transcript._above.entries == 0
        await pilot.press("ctrl+end")
        await until(pilot, lambda: transcript._above.entries > 0 and all_seen(transcript))
        assert height(transcript) == rows


def all_seen(transcript):
    """Whether every row of the view has an entry, or the empty line below one."""
    covered = {row for entry in laid_out(transcript) for row in range(entry.region.y, entry.region.bottom + 1)}
    top = transcript.region.y
    return set(range(top + (transcript.scroll_y == 0), transcript.region.bottom)) <= covered


async def test_another_width_measures_anew_what_is_above():
    app = chat_app(FakeAgent())
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(pilot, 60)
        transcript = app.chat._transcript
        await until(pilot, lambda: transcript._above.entries > 0)
        wide = height(transcript)
        await pilot.resize_terminal(40, 24)
        await until(pilot, lambda: transcript._above.entries > 0 and height(transcript) >= wide + 60)
        narrow = height(transcript)
        transcript._above.let_all_go(transcript.entries)
        await until(pilot, lambda: len(laid_out(transcript)) == len(transcript.entries))
        assert height(transcript) == narrow


async def test_the_oldest_entries_leave_and_clearing_leaves_nothing():
    app = chat_app(FakeAgent())
    async with app.run_test(size=(80, 24)) as pilot:
        await fill(pilot, MAX_ENTRIES + 1)
        transcript = app.chat._transcript
        assert len(transcript.entries) <= MAX_ENTRIES
        assert "no longer shown" in str(transcript.entries[0].render())
        await until(pilot, lambda: transcript._above.entries > 0)
        await transcript.clear()
        await fill(pilot, 1)
        assert len(transcript.entries) == 1
        assert transcript._above.entries == 0
