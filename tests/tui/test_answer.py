"""An answer is drawn to its end, whoever waits for it."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult

from localcoder.tui.widgets.answer import Answer


class Page(App[None]):
    """One answer."""

    def compose(self) -> ComposeResult:
        yield Answer()


@pytest.mark.parametrize("turns", range(0, 40, 3))
async def test_who_waits_can_be_cancelled_at_any_moment_and_the_rest_is_drawn_all_the_same(turns: int) -> None:
    """A cancelling that got lost in the waiting left two who wrote the screen's title."""
    async with Page().run_test() as pilot:
        answer = pilot.app.query_one(Answer)
        answer.write("first ")
        await pilot.pause()
        answer.write("and last")
        waiting = asyncio.create_task(answer.finish())
        for _ in range(turns):
            await asyncio.sleep(0)
        was_done = waiting.done()
        waiting.cancel()
        if not was_done:
            with pytest.raises(asyncio.CancelledError):
                await waiting
        await answer.finish()
        assert answer.source == "first and last"
