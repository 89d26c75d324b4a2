import asyncio

import pytest
from textual import events
from textual.app import App

from localcoder.agent.events import ApprovalRequested
from localcoder.tui.approvals import KeyGate
from localcoder.tui.widgets.activity import Activity
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import DIFF, chat_app, request, send, steps, transcript, type_text, until


async def asked(pilot, agent):
    await until(pilot, lambda: pilot.app.chat._approvals.current is not None and pilot.app.chat._panel.display)
    await pilot.pause()


async def test_y_with_an_empty_draft_approves_once():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await pilot.press("y")
        await until(pilot, lambda: bool(agent.answers))
        assert agent.answers[0].choice == "once"
        assert not pilot.app.chat._panel.display


async def test_typing_yes_do_it_while_a_request_arrives_approves_nothing_and_loses_no_key():
    arrives = asyncio.Event()
    agent = FakeAgent([steps(arrives, request())])
    async with chat_app(agent, gate=KeyGate()).run_test() as pilot:
        await send(pilot, "clean up")
        text = "yes do it"
        for position, character in enumerate(text):
            if position == 1:
                arrives.set()
            await type_text(pilot, character)
            await pilot.pause(0.1)
        await asked(pilot, agent)
        assert pilot.app.chat._prompt.text == text
        assert agent.answers == []
        assert "tab to answer" in str(pilot.app.chat._panel._keys.render())


async def test_a_word_begun_after_the_request_is_on_the_screen_stays_a_word():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, gate=KeyGate(quiet_s=0.0, hold_s=30)).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await type_text(pilot, "yes do it")
        assert pilot.app.chat._prompt.text == "yes do it"
        assert agent.answers == []


async def test_escape_takes_a_held_answer_back():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, gate=KeyGate(quiet_s=0.0, hold_s=30)).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await pilot.press("y", "escape")
        await pilot.pause()
        assert agent.answers == []
        assert pilot.app.chat._prompt.text == ""
        assert pilot.app.chat._approvals.count == 1


async def test_a_key_that_follows_another_too_soon_is_the_drafts():
    gate = KeyGate(quiet_s=1.0)
    gate.show(10.0)
    assert gate.press("x", "", 12.0) is None
    assert gate.press("y", "", 12.9) is None
    assert gate.press("y", "", 14.0) == "once"


async def test_a_key_that_comes_too_soon_after_the_request_is_the_drafts():
    gate = KeyGate(quiet_s=1.0)
    gate.show(10.0)
    assert gate.press("y", "", 10.9) is None


async def test_keys_are_not_shown_as_answers_before_they_are():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, gate=KeyGate(quiet_s=1.0, hold_s=0.05)).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        keys, prompt = pilot.app.chat._panel._keys, pilot.app.chat._prompt
        assert str(keys.render()) == "… once   … always for shell(rm *)   … no   "
        await pilot.press("y")
        assert prompt.text == "y" and agent.answers == []
        await pilot.press("backspace")
        assert str(keys.render()).startswith("… once")
        await until(pilot, lambda: str(keys.render()).startswith("y once   a always"))
        await pilot.press("left")
        assert str(keys.render()).startswith("… once")
        await until(pilot, lambda: str(keys.render()).startswith("y once   a always"))
        await pilot.press("y")
        await until(pilot, lambda: bool(agent.answers))
        assert prompt.text == ""


async def test_in_the_panel_the_keys_are_answers_at_once_and_are_shown_so():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, gate=KeyGate(quiet_s=60, pause_s=0)).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        keys = pilot.app.chat._panel._keys
        assert str(keys.render()).startswith("… once")
        await pilot.press("tab")
        await until(pilot, lambda: str(keys.render()).startswith("y once"))
        await pilot.press("y")
        await until(pilot, lambda: bool(agent.answers))


async def test_a_paste_that_leads_to_the_panel_is_the_drafts_all_of_it():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, gate=KeyGate(quiet_s=60, pause_s=60)).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await pilot.press("a", "tab", "y", "a", "n")
        chat = pilot.app.chat
        await until(pilot, lambda: chat._prompt.text == "a\tyan" and chat._prompt.has_focus)
        assert agent.answers == []


async def test_a_marked_paste_while_the_panel_has_the_keys_is_the_drafts():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await pilot.press("tab")
        await until(pilot, lambda: pilot.app.chat._panel.has_focus)
        pilot.app.post_message(events.Paste("yes, but"))
        await until(pilot, lambda: pilot.app.chat._prompt.text == "yes, but")
        assert pilot.app.chat._prompt.has_focus
        assert agent.answers == []


async def test_with_a_draft_only_the_panel_reached_by_tab_answers():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await type_text(pilot, "wait")
        await asked(pilot, agent)
        assert pilot.app.focused is pilot.app.chat._prompt
        await pilot.press("y", "tab", "n")
        await until(pilot, lambda: bool(agent.answers))
        assert agent.answers[0].choice == "no"
        assert pilot.app.chat._prompt.text == "waity"
        assert pilot.app.focused is pilot.app.chat._prompt


async def test_f_refuses_with_the_draft_as_the_reason():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await type_text(pilot, "use make clean")
        await pilot.press("tab", "f")
        await until(pilot, lambda: bool(agent.answers))
        assert (agent.answers[0].choice, agent.answers[0].feedback) == ("no", "use make clean")
        assert pilot.app.chat._prompt.text == ""
        assert "refused" in transcript(pilot)


async def test_nothing_in_a_request_is_invisible():
    hidden = ApprovalRequested(
        "1", "shell", "shell touch a\u200bb", "no rule allows it\u2060", None, "shell(touch a\u200bb)"
    )
    async with chat_app(FakeAgent([steps(hidden)])).run_test(size=(100, 30)) as pilot:
        await send(pilot, "clean up")
        await until(pilot, lambda: pilot.app.chat._panel.display)
        panel = pilot.app.chat._panel
        shown = "\n".join(str(part.render()) for part in (panel._title, panel._reason, panel._keys))
        assert "touch a‹U+200B›b" in shown and "allows it‹U+2060›" in shown and "(touch a‹U+200B›b)" in shown
        assert "\u200b" not in shown and "\u2060" not in shown


async def test_requests_queue_and_each_names_itself():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await until(pilot, lambda: agent.approver is not None)
        names = ["shell one", "shell two", "shell three"]
        waiting = [asyncio.ensure_future(agent.approver.approve(request(name, name))) for name in names]
        for number, name in enumerate(names):
            await until(pilot, lambda name=name: name in str(pilot.app.chat._panel._title.render()))
            left = len(names) - number
            assert pilot.app.chat._panel.border_title == (f"approval 1 of {left}" if left > 1 else "approval")
            pilot.app.chat._panel.focus()
            await pilot.press("y")
            await until(pilot, waiting[number].done)


@pytest.mark.parametrize(("key", "choice"), [("y", "once"), ("a", "always"), ("n", "no")])
async def test_a_model_that_goes_in_circles_is_asked_about_in_its_own_words(key, choice):
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await until(pilot, lambda: agent.approver is not None)
        found = "The model made the same call of `[bold]` 4 times."
        question = ApprovalRequested("", "loop_guard", found, "It goes round.", None, None, kind="loop")
        waiting = asyncio.ensure_future(agent.approver.approve(question))
        await asked(pilot, agent)
        panel = pilot.app.chat._panel
        assert str(panel._title.render()) == f"Go on? {found}"
        assert str(panel._keys.render()) == "y go on   a go on, do not ask again in this turn   n stop the turn   "
        await type_text(pilot, "instead")
        panel.focus()
        await pilot.press("f")
        await pilot.pause()
        assert not waiting.done() and pilot.app.chat._prompt.text == "instead"
        await pilot.press(key)
        assert (await waiting).choice == choice
        assert pilot.app.chat._presenter._calls == {}


async def test_interrupting_withdraws_the_request():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.chat._turn is None)
        assert agent.answers == []
        assert not pilot.app.chat._panel.display
        assert "Interrupted" in transcript(pilot)


async def test_what_was_said_is_not_wrapped_anew_beside_a_request():
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await pilot.pause()
        before = pilot.app.chat._transcript.size.width
        await send(pilot, "clean up")
        await asked(pilot, agent)
        assert pilot.app.chat._transcript.size.width == before


async def test_the_diff_of_a_request_is_shown_as_it_is():
    agent = FakeAgent([steps(request(summary="edit hello.py", diff=DIFF))])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "greet")
        await asked(pilot, agent)
        shown = str(pilot.app.chat._panel._diff.render())
        assert '- print("hello")' in shown
        assert "[bold]end[/bold]" in shown


async def test_a_request_that_does_not_fit_says_so_and_can_be_scrolled():
    command = "shell " + "\n".join(f"echo {number}" for number in range(60)) + "\nrm -rf ~"
    agent = FakeAgent([steps(request(summary=command))])
    async with chat_app(agent).run_test(size=(80, 24)) as pilot:
        await send(pilot, "go")
        await asked(pilot, agent)
        panel = pilot.app.chat._panel
        await until(pilot, lambda: "more below" in (panel.border_subtitle or ""))
        painted = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
        assert any("y once" in line for line in painted)
        await pilot.press("tab")
        await until(pilot, lambda: panel.border_subtitle == "the arrows scroll")
        await pilot.press("end")
        await pilot.pause()
        assert any("rm -rf ~" in strip.text for strip in pilot.app.screen._compositor.render_strips())
        await pilot.press("tab")
        await until(pilot, lambda: panel.border_subtitle == "")


async def test_the_time_in_which_the_user_is_asked_is_not_counted_as_work():
    now = [0.0]
    activity = Activity(lambda: now[0])

    class Shown(App[None]):
        def compose(self):
            yield activity

    async with Shown().run_test():
        activity.begin("Thinking")
        now[0] = 5.0
        activity.pause(True)
        now[0] = 3_600.0
        activity.pause(False)
        assert "· 5 s" in str(activity.render())


async def test_how_to_interrupt_stays_readable_beside_a_long_command():
    activity = Activity(lambda: 0.0)

    class Shown(App[None]):
        def compose(self):
            yield activity

    async with Shown().run_test(size=(80, 24)):
        activity.begin("shell " + "x" * 200, "esc interrupts")
        line = str(activity.render())
        assert line.endswith("… · esc interrupts") and len(line) <= 78


@pytest.mark.parametrize("in_panel", [False, True], ids=["draft", "panel"])
@pytest.mark.parametrize(
    ("key", "happened"),
    [
        ("escape", lambda chat: chat._presenter.last_status == "interrupted"),
        ("ctrl+c", lambda chat: chat._presenter.last_status == "interrupted"),
        ("ctrl+o", lambda chat: chat._transcript.expanded),
        ("ctrl+r", lambda chat: chat._chooser.is_open),
        ("ctrl+t", lambda chat: "there is no todo list" in str(chat._completions.render())),
    ],
)
async def test_the_keys_of_the_chat_do_the_same_wherever_the_focus_is(key, happened, in_panel):
    agent = FakeAgent([steps(request())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "clean up")
        await asked(pilot, agent)
        if in_panel:
            await pilot.press("tab")
            await until(pilot, lambda: pilot.app.chat._panel.has_focus)
        await pilot.press(key)
        await until(pilot, lambda: happened(pilot.app.chat))
        assert agent.answers == []


@pytest.mark.parametrize("size", [(40, 10), (60, 17), (80, 18)])
async def test_in_a_low_window_the_keys_and_the_draft_are_seen_below_the_request(size):
    agent = FakeAgent([steps(request(summary="shell rm -rf build", diff=DIFF))])
    async with chat_app(agent).run_test(size=size) as pilot:
        await send(pilot, "go")
        await asked(pilot, agent)
        await pilot.press(*"wait")
        await pilot.pause()
        painted = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
        for shown in ("rm -rf build", "keys go to your", "› wait", "fake"):
            assert shown in painted, painted
