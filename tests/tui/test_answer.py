"""An answer is one widget, whatever is in it, and a piece of it is laid out and painted once."""

from __future__ import annotations

import pytest

from localcoder.chat.messages import Message, ToolCall
from localcoder.tui import markdown
from localcoder.tui.widgets import answer as answer_module
from localcoder.tui.widgets.answer import Answer
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, until

SECTION = "## Title\n\nSome *text* here.\n\n- one\n- two\n\n```python\nx = 1\n```\n\n"


async def answer_in(pilot) -> Answer:
    await until(pilot, lambda: pilot.app.chat._ready)
    answer = Answer()
    await pilot.app.chat.add_entry(answer)
    return answer


async def written(pilot, answer, text):
    """Write `text`, and wait until it is on the screen."""
    answer.write(text)
    await until(pilot, lambda: not answer._drawing and answer.size.height == len(answer._lines))


def shown(app):
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


async def test_what_is_written_is_shown_and_followed_to_its_end():
    async with chat_app(FakeAgent()).run_test(size=(60, 20)) as pilot:
        answer = await answer_in(pilot)
        await written(pilot, answer, SECTION * 5)
        await written(pilot, answer, "the **last** line")
        answer.finish()
        await until(pilot, lambda: "the last line" in "".join(shown(pilot.app)))
        assert answer.text == SECTION * 5 + "the **last** line"


async def test_a_piece_costs_the_same_at_the_end_of_a_long_answer_and_is_laid_out_once(monkeypatch):
    counts = {"blocks": 0, "layouts": 0}

    def counted(*given):
        counts["blocks"] += 1
        return markdown.block_lines(*given)

    monkeypatch.setattr(answer_module, "block_lines", counted)
    async with chat_app(FakeAgent()).run_test(size=(60, 20)) as pilot:
        answer = await answer_in(pilot)
        await written(pilot, answer, SECTION * 100)
        assert counts["blocks"] >= 400
        strips = len(answer._strips)

        def laid_out(screen):
            counts["layouts"] += 1

        pilot.app.screen.screen_layout_refresh_signal.subscribe(pilot.app, laid_out)
        counts.update(blocks=0, layouts=0)
        await written(pilot, answer, "A paragraph.\n\n")
        await pilot.pause()
        assert counts == {"blocks": 2, "layouts": 1}
        assert len(answer._strips) - strips <= 3
        assert not answer.children


async def test_another_width_and_other_colours_show_the_same_text():
    async with chat_app(FakeAgent()).run_test(size=(60, 20)) as pilot:
        answer = await answer_in(pilot)
        await written(pilot, answer, "one two three four five six seven eight nine ten")
        assert len(answer._lines) == 1
        await pilot.resize_terminal(20, 20)
        await until(pilot, lambda: len(answer._lines) > 1 and answer.size.height == len(answer._lines))
        pilot.app.theme = "localcoder-light"
        await until(pilot, lambda: "one two three" in "".join(shown(pilot.app)))
        assert answer.render().plain == "one two three four five six seven eight nine ten"


async def test_text_is_selected_with_the_mouse_and_copied_as_it_was_written():
    async with chat_app(FakeAgent()).run_test(size=(20, 20)) as pilot:
        answer = await answer_in(pilot)
        await written(pilot, answer, "- one two three four five\n- six")
        await pilot.mouse_down(answer, offset=(6, 0))
        await pilot.hover(answer, offset=(4, 2))
        await pilot.mouse_up(answer, offset=(4, 2))
        await until(pilot, lambda: pilot.app.screen.get_selected_text() is not None)
        assert pilot.app.screen.get_selected_text() == "two three four five\nsix"


@pytest.mark.parametrize("messages", [300, 3_000])
async def test_what_is_laid_out_does_not_grow_with_the_conversation(messages):
    """However many messages are resumed: what a key costs depends on the widgets that are laid out."""
    history = tuple(
        message
        for turn in range(messages // 4)
        for message in (
            Message("user", "?"),
            Message("assistant", "I read.", tool_calls=(ToolCall(f"c{turn}", "read", '{"path": "a.py"}'),)),
            Message("tool", "1|x = 1\n", tool_call_id=f"c{turn}"),
            Message("assistant", SECTION),
        )
    )
    app = chat_app(FakeAgent(messages=history))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.chat._ready and len(app.chat._transcript.entries) > 100)
        await until(pilot, lambda: len(app.screen._compositor.full_map) < 40)
