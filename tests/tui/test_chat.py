import asyncio

from localcoder.agent.approval import REFUSED
from localcoder.agent.events import (
    CallDrafted,
    CallFinished,
    CallOutput,
    CallStarted,
    MessageCompleted,
    Notice,
    ReasoningAdded,
    ReplyStarted,
    TextAdded,
)
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyUsage
from localcoder.errors import UsageError
from localcoder.tui.app import ChatApp
from localcoder.tui.contract import ChatOptions
from localcoder.tui.widgets.answer import Answer
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import DIFF, chat_app, send, steps, transcript, type_text, until

HOSTILE = "[bold]x[/bold] [/] [@click=app.quit]y[/] \x1b[2J\x1b]52;c;aGk=\x07 \u202egnp.exe [red"


def idle(pilot):
    return lambda: pilot.app.chat.agent is not None and pilot.app.chat._turn is None


async def test_what_is_sent_while_the_model_loads_waits_and_runs_in_order():
    loaded = asyncio.Event()
    agent = FakeAgent()
    async with chat_app(agent, loaded=loaded).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._activity.what == "Reading weights")
        await send(pilot, "one")
        await send(pilot, "two")
        assert agent.prompts == []
        assert "queued: one" in str(pilot.app.chat._queue.render())
        loaded.set()
        await until(pilot, lambda: agent.prompts == ["one", "two"])
        await until(pilot, idle(pilot))
        assert not pilot.app.chat._queue.display
        assert not pilot.app.chat._activity.display


async def test_the_first_prompt_of_the_command_line_is_sent():
    agent = FakeAgent()
    async with chat_app(agent, first_prompt="fix it").run_test() as pilot:
        await until(pilot, lambda: agent.prompts == ["fix it"])


async def test_a_load_that_fails_ends_the_chat_with_its_line_and_code():
    async def build(approver, progress):
        raise UsageError("There is no model 'x'.")

    app = ChatApp(build, ChatOptions(model_name="x"))
    async with app.run_test() as pilot:
        await until(pilot, lambda: app._exit)
    assert app.return_code == 2
    assert app.chat.parting == "Error: There is no model 'x'."


async def test_a_turn_shows_reasoning_answer_calls_and_figures():
    usage = ReplyUsage(prompt_tokens=1_000, completion_tokens=240, cached_tokens=500, prefill_s=0.5, decode_s=2.0)
    turn = steps(
        ReplyStarted(1),
        ReasoningAdded("first I "),
        ReasoningAdded("think"),
        TextAdded("\n\nIt is "),
        TextAdded("**done**."),
        MessageCompleted("It is **done**.", "first I think", usage),
        CallStarted("1", "edit", {}, "edit hello.py"),
        CallFinished("1", "edit", "Edited hello.py (1 replacement).", False, False, DIFF, 0.1),
        CallStarted("2", "read", {}, "read a.txt"),
        CallFinished("2", "read", "1|a\n2|b", False, False, None, 0.1),
        Notice("warning", "careful"),
    )
    async with chat_app(FakeAgent([turn])).run_test(size=(120, 50)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "careful" in transcript(pilot))
        shown = transcript(pilot)
        for expected in ("Thought · 3 words", "It is done.", "edit hello.py  +2 -1", "read a.txt  2 lines"):
            assert expected in shown
        assert "1|a" not in shown
        bar = str(pilot.app.chat._bar.render())
        for expected in ("1.2k/8.2k (15%)", "120 tok/s", "prefill 1,000/s", "cached 50%", "sandbox"):
            assert expected in bar
        await pilot.press("ctrl+o")
        await until(pilot, lambda: "1|a" in transcript(pilot))
        assert "first I think" in transcript(pilot)


async def test_text_of_models_tools_and_paths_is_never_markup_nor_reaches_the_terminal():
    turn = steps(
        ReasoningAdded(HOSTILE),
        TextAdded(f"`{HOSTILE}`\n\n{HOSTILE}"),
        CallStarted("1", "shell", {}, f"shell {HOSTILE}"),
        CallOutput("1", HOSTILE),
        CallFinished("1", "shell", HOSTILE, False, False, None, 0.1),
        CallStarted("2", "edit", {}, HOSTILE),
        CallFinished("2", "edit", "", False, False, f"--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+{HOSTILE}\n", 0.1),
        CallStarted("3", "read", {}, HOSTILE),
        CallFinished("3", "read", HOSTILE, True, False, None, 0.1),
        Notice("error", HOSTILE),
    )
    app = chat_app(FakeAgent([turn]), model_name=HOSTILE)
    async with app.run_test(size=(200, 60)) as pilot:
        pilot.app.chat._prompt.set_draft("[red]go[/red]")
        await pilot.press("enter", "ctrl+o")
        await until(pilot, lambda: transcript(pilot).count("[bold]x[/bold]") >= 9)
        painted = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "[red]go[/red]" in painted
        assert "[@click=app.quit]y[/]" in painted
        assert not any(ord(character) < 32 and character != "\n" for character in painted)
        assert "\u202e" not in painted
        actions = [
            segment.style.meta
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.meta.get("@click")
        ]
        assert actions == []


async def test_escape_interrupts_and_what_was_queued_returns_to_the_draft():
    forever = asyncio.Event()
    agent = FakeAgent([steps(TextAdded("half an "), forever), steps()])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "half an" in transcript(pilot))
        await send(pilot, "and then")
        await pilot.press("escape")
        await until(pilot, idle(pilot))
        assert "Interrupted" in transcript(pilot)
        assert "half an" in transcript(pilot)
        assert pilot.app.chat._prompt.text == "and then"
        assert agent.prompts == ["go"]
        await pilot.press("enter")
        await until(pilot, lambda: agent.prompts == ["go", "and then"])


async def test_ctrl_c_with_an_empty_draft_interrupts_the_turn():
    forever = asyncio.Event()
    async with chat_app(FakeAgent([steps(forever)])).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._turn is not None)
        await pilot.press("ctrl+c")
        await until(pilot, idle(pilot))
        assert "Interrupted" in transcript(pilot)
        assert not pilot.app._exit


async def test_shift_tab_cycles_the_mode_and_the_agent_gets_it():
    agent = FakeAgent()
    async with chat_app(agent, mode="plan").run_test() as pilot:
        await until(pilot, idle(pilot))
        assert agent.policy.mode == "plan"
        seen = []
        for _ in range(3):
            await pilot.press("shift+tab")
            seen.append(agent.policy.mode)
        assert seen == ["ask", "accept-edits", "plan"]
        assert "plan" in str(pilot.app.chat._bar.render())


async def test_nothing_ticks_while_nothing_goes_on():
    async with chat_app(FakeAgent([steps(ReplyStarted(1), ReasoningAdded("x"), TextAdded("y"))])).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "y" in transcript(pilot))
        await until(pilot, idle(pilot))
        await pilot.pause(0.3)
        widgets = [pilot.app, pilot.app.screen, *pilot.app.screen.walk_children()]
        ticking = [(widget, timer) for widget in widgets for timer in widget._timers if timer._active.is_set()]
        assert ticking == []


async def test_an_error_inside_the_turn_is_shown_and_the_chat_goes_on():
    agent = FakeAgent([steps(RuntimeError("boom")), steps(TextAdded("fine"))])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "RuntimeError: boom" in transcript(pilot))
        await send(pilot, "again")
        await until(pilot, lambda: "fine" in transcript(pilot))


async def test_scrolled_up_the_transcript_stays_where_it_is():
    more = asyncio.Event()
    lines = "\n\n".join(f"line {number}" for number in range(60))
    async with chat_app(FakeAgent([steps(TextAdded(lines), more, TextAdded("\n\nmore\n\nmore"))])).run_test() as pilot:
        await send(pilot, "go")
        view = pilot.app.chat._transcript
        await until(pilot, lambda: view.max_scroll_y > 60 and view.scroll_y == view.max_scroll_y)
        await pilot.press("pageup")
        await until(pilot, lambda: view.scroll_y < view.max_scroll_y)
        place = view.scroll_y
        more.set()
        await until(pilot, idle(pilot))
        assert view.scroll_y == place
        await pilot.press("ctrl+end")
        await until(pilot, lambda: view.scroll_y == view.max_scroll_y)


async def test_tiny_and_changing_sizes_do_no_harm():
    agent = FakeAgent([steps(TextAdded("# t\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```\n"))])
    async with chat_app(agent).run_test(size=(80, 24)) as pilot:
        await send(pilot, "go")
        for size in ((20, 6), (10, 3), (1, 1), (300, 100), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await until(pilot, idle(pilot))
        await type_text(pilot, "still here")
        assert pilot.app.chat._prompt.text == "still here"


async def test_a_long_code_block_is_shown_whole_and_coloured_in_the_end():
    lines = [f"value_{number} = {number}\n" for number in range(300)]
    turn = steps(TextAdded("```python\n"), *(TextAdded(line) for line in lines), TextAdded("```\n"))
    async with chat_app(FakeAgent([turn])).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        answer = pilot.app.query_one(Answer)
        await until(pilot, lambda: len(answer._lines) == len(lines))
        assert answer.render().plain.splitlines() == [line.rstrip() for line in lines]
        assert all(len(line.text.spans) > 1 for line in answer._lines)


async def test_an_interrupt_before_a_message_is_sent_puts_it_into_the_draft_again():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        pilot.app.chat.submit("look at @a.py")
        pilot.app.chat.submit("and then")
        await pilot.app.chat.action_interrupt()
        await until(pilot, idle(pilot))
        assert pilot.app.chat._prompt.text == "look at @a.py\nand then"
        assert "Interrupted before it was sent" in transcript(pilot)
        assert agent.prompts == []
        await pilot.press("enter")
        await until(pilot, lambda: agent.prompts == ["look at @a.py\nand then"])


async def test_an_error_before_a_turn_begins_is_shown_also_after_one_that_was_interrupted():
    agent = FakeAgent([steps(asyncio.Event())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: agent.prompts == ["go"])
        await pilot.press("escape")
        await until(pilot, idle(pilot))
        agent.context.roots = None
        await send(pilot, "look at @a.py")
        await until(pilot, lambda: "Internal error, the turn ended: AttributeError" in transcript(pilot))


async def test_a_click_into_the_transcript_takes_no_keys_from_the_draft():
    async with chat_app(FakeAgent([steps(TextAdded("hello"))])).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, idle(pilot))
        await pilot.click("#transcript", offset=(5, 5))
        await pilot.click("#status-bar")
        await type_text(pilot, "still mine")
        assert pilot.app.chat._prompt.text == "still mine"


async def test_a_resumed_conversation_is_shown():
    agent = FakeAgent()
    agent.messages = (
        Message("user", "write [b]it[/b]"),
        Message("assistant", "I **write**.", tool_calls=(ToolCall("1", "write", '{"path": "a.py", "content": "x"}'),)),
        Message("tool", "Created a.py (1 line).", tool_call_id="1"),
        Message("assistant", "", tool_calls=(ToolCall("2", "shell", "{broken"),)),
        Message("assistant", "", tool_calls=(ToolCall("3", "read", '{"path": ' + "[" * 5000 + "]" * 5000 + "}"),)),
    )
    async with chat_app(agent).run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        shown = transcript(pilot)
        for expected in ("write [b]it[/b]", "I write.", "write a.py", "Created a.py (1 line).", "shell", "interrupted"):
            assert expected in shown
        assert pilot.app.chat.status.context_used == agent.context_use().used_tokens


async def test_a_refused_call_is_shown_as_refused_when_its_conversation_is_resumed():
    agent = FakeAgent()
    agent.messages = (
        Message("user", "clean up"),
        Message("assistant", "", tool_calls=(ToolCall("1", "shell", '{"command": "rm -rf build"}'),)),
        Message("tool", f"{REFUSED} Feedback: use make clean", tool_call_id="1", is_error=True),
    )
    async with chat_app(agent).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        assert "⊘ shell rm -rf build  refused" in transcript(pilot)


async def test_ctrl_c_copies_what_is_selected_and_ends_nothing():
    forever = asyncio.Event()
    app = chat_app(FakeAgent([steps(TextAdded("precious words"), forever)]))
    async with app.run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "precious words" in transcript(pilot))
        app.screen.text_select_all()
        await pilot.press("ctrl+c")
        assert "precious words" in app.clipboard
        assert app.chat._turn is not None


async def test_a_call_that_never_became_complete_does_not_look_as_if_it_were_still_written():
    turn = steps(ReplyStarted(1), CallDrafted("c1", "write", 30), MessageCompleted("", "", ReplyUsage()))
    agent = FakeAgent([(*turn, Notice("warning", "It cannot be read."), ReplyStarted(2), asyncio.Event())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "write  interrupted" in transcript(pilot))
        assert "writing" not in transcript(pilot)
