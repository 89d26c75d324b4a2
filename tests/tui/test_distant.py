"""However long answers are, what is laid out stays about what is on the screen."""

from __future__ import annotations

from localcoder.agent.events import TextAdded
from localcoder.chat.messages import Message
from localcoder.tui.widgets.answer import Answer
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, send, steps, until

SECTION = "## Title {0}\n\nSome *text* here.\n\n- one\n- two\n- three\n\n```python\nx = {0}\n```\n\n"
LONG = "".join(SECTION.format(number) for number in range(16))


def laid_out(app):
    return [
        widget for widget in app.chat._transcript.query("*") if all(each.display for each in widget.ancestors_with_self)
    ]


def height(app):
    return app.chat._transcript.virtual_size.height


async def test_of_a_long_answer_only_what_is_near_is_laid_out_and_it_keeps_its_place():
    app = chat_app(FakeAgent([steps(TextAdded(LONG))]))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        await send(pilot, "go")
        await until(pilot, lambda: app.chat._presenter.last_status == "done")
        whole = len(list(app.chat._transcript.query("*")))
        app.chat._transcript._tidy()
        await pilot.pause()
        before = height(app)
        assert len(laid_out(app)) < whole / 2
        app.chat._transcript._distant.bring_all_back()
        await pilot.pause()
        assert len(laid_out(app)) == whole
        assert height(app) == before
        assert app.query_one(Answer).text == LONG


async def test_scrolling_brings_back_what_comes_near():
    app = chat_app(FakeAgent([steps(TextAdded(LONG))]))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        await send(pilot, "go")
        await until(pilot, lambda: app.chat._presenter.last_status == "done")
        app.chat._transcript._tidy()
        await pilot.pause()
        first = app.query_one(Answer).query("MarkdownBulletList").first()
        assert not any(child.display for child in first.children)
        app.chat._transcript.scroll_home(animate=False)
        await until(pilot, lambda: all(child.display for child in first.children))
        last = app.query_one(Answer).query("MarkdownBulletList")[-2]
        await until(pilot, lambda: not any(child.display for child in last.children))


async def test_the_answers_of_a_long_conversation_are_not_laid_out_and_another_width_measures_them_anew():
    history = tuple(
        message
        for number in range(20)
        for message in (Message("user", "?"), Message("assistant", SECTION.format(number)))
    )
    app = chat_app(FakeAgent(messages=history))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        app.chat._transcript._tidy()
        await pilot.pause()
        first = app.query(Answer).first()
        assert not any(child.display for child in first.children)
        await pilot.resize_terminal(40, 24)
        await pilot.pause()
        app.chat._transcript._tidy()
        await pilot.pause()
        narrow = height(app)
        app.chat._transcript._distant.bring_all_back()
        await pilot.pause()
        assert all(child.display for child in first.children)
        assert height(app) == narrow
