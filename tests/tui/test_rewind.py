"""Going back to an earlier message on the screen, with the real agent, tools, checkpoints and session file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from localcoder.agent.approval import Approver
from localcoder.cli.common import Options, build_agent, open_journal, open_workplace, undoable
from localcoder.cli.open_session import OpenSession
from localcoder.sessions.journal import load
from localcoder.tui.app import ChatApp
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from tests.agent.test_compaction_turn import LONG
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.tui.chatting import chat_app, send, send_kept, steps, transcript, type_text, until


def writes(text: str) -> list[object]:
    return calls(("write", {"path": "a.txt", "content": text}))


SCRIPT = [writes("one\n"), says("First done."), says("Second done."), writes("three\n"), says("Third done.")]


def saved_app(folder: Path, script: list[object] = SCRIPT, *, continued: bool = False) -> ChatApp:
    """The chat in `folder` as `localcoder chat` (`--continue`) puts it together, but for its model."""
    options = Options(cd=str(folder), no_sandbox=True, continue_last=continued)
    workplace = open_workplace(options)
    session = OpenSession(workplace, open_journal(options, workplace))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        journal = session.journal
        model = FakeChatModel(script, context_tokens=8_192)
        return undoable(build_agent(workplace, model, approver, journal=journal, history=journal.messages))

    options = ChatOptions(model_name="fake", mode="full", cwd=folder, theme="dark", sessions=session)
    return ChatApp(build, options, clock=lambda: 0.0)


async def talk(pilot, *prompts: str) -> None:
    for prompt in prompts:
        await send(pilot, prompt)
        await idle(pilot)


async def idle(pilot) -> None:
    chat = pilot.app.chat
    await until(pilot, lambda: chat.agent is not None and chat._ready and chat._turn is None and not chat._queued)


def chooser(pilot) -> str:
    return str(pilot.app.chat._chooser.render()) if pilot.app.chat._chooser.is_open else ""


async def escape_twice(pilot) -> None:
    """Press Escape until two of the presses were close enough together."""
    for _ in range(20):
        await pilot.press("escape")
        await pilot.pause()
        if "Go back to before which message?" in chooser(pilot):
            return
    raise AssertionError("the choice never opened")


def said(app: ChatApp) -> list[str]:
    return [message.content for message in app.chat.agent.messages if message.role == "user"]


async def test_escape_twice_goes_back_to_a_message_with_its_files(tmp_path: Path) -> None:
    app = saved_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first [b]", "second", "third")
        await escape_twice(pilot)
        assert "› third" in chooser(pilot) and "1 file changed since" in chooser(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "What goes back?" in chooser(pilot))
        assert "a.txt" in chooser(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "The conversation is as before “second”." in transcript(pilot))
        await until(pilot, lambda: "Undone: a.txt is as before “third”." in transcript(pilot))
        assert said(app) == ["first [b]"]
        assert "first [b]" in transcript(pilot) and "Second done." not in transcript(pilot)
        assert app.chat._prompt.text == "second"
        assert app.chat._prompt.has_focus
        assert (tmp_path / "a.txt").read_text() == "one\n"
        assert load(app.chat.options.sessions.journal.path).messages == app.chat.agent.messages


@pytest.mark.parametrize(
    ("downs", "text", "messages"), [(1, "three\n", ["first", "second"]), (2, "one\n", ["first", "second", "third"])]
)
async def test_the_conversation_or_the_files_can_go_back_alone(
    tmp_path: Path, downs: int, text: str, messages: list[str]
) -> None:
    app = saved_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first", "second", "third")
        await send(pilot, "/rewind")
        await until(pilot, lambda: "which message" in chooser(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "What goes back?" in chooser(pilot))
        await pilot.press(*["down"] * downs, "enter")
        await until(pilot, lambda: "as before “third”" in transcript(pilot))
        await idle(pilot)
        assert (tmp_path / "a.txt").read_text() == text
        assert said(app) == messages


async def test_where_files_cannot_go_back_nothing_does_and_the_reason_is_said(tmp_path: Path) -> None:
    app = saved_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first", "second", "third")
        (tmp_path / "a.txt").write_text("mine")
        await escape_twice(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "What goes back?" in chooser(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "Nothing was changed: a.txt has changed since." in transcript(pilot))
        assert said(app) == ["first", "second", "third"]
        assert (tmp_path / "a.txt").read_text() == "mine"


async def test_escape_closes_the_choice_and_the_draft_is_as_it_was(tmp_path: Path) -> None:
    app = saved_app(tmp_path)
    async with app.run_test() as pilot:
        await talk(pilot, "first")
        await type_text(pilot, "half a thought")
        await escape_twice(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.chat._prompt.has_focus and not app.chat._chooser.is_open)
        assert app.chat._prompt.text == "half a thought"
        await escape_twice(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "What goes back?" in chooser(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: app.chat._prompt.text == "first")
        await pilot.press("up")
        assert app.chat._prompt.text == "half a thought"


async def test_the_word_on_a_second_escape_goes_once_it_came(tmp_path: Path) -> None:
    async with saved_app(tmp_path).run_test(size=(100, 30)) as pilot:
        await talk(pilot, "first")
        await idle(pilot)
        await escape_twice(pilot)
        assert not pilot.app.chat._completions.display


async def test_an_escape_after_something_was_written_is_a_first_one(tmp_path: Path) -> None:
    app = saved_app(tmp_path, [says("One.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first")
        await pilot.press("escape")
        await pilot.press("x")
        await pilot.press("escape")
        await pilot.pause()
        assert not app.chat._chooser.is_open
        await escape_twice(pilot)


async def test_escape_in_a_turn_only_interrupts(tmp_path: Path) -> None:
    agent = FakeAgent([steps(asyncio.Event())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "work")
        await until(pilot, lambda: agent.prompts == ["work"])
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.chat._turn is None)
        assert not pilot.app.chat._chooser.is_open
        await send_kept(pilot, "/rewind")
        await until(pilot, lambda: "There is no message to go back to yet." in transcript(pilot))


async def test_after_a_restart_messages_and_their_files_can_be_gone_back_to_also_behind_a_summary(
    tmp_path: Path,
) -> None:
    app = saved_app(tmp_path, [*SCRIPT[:2], says(f"Second done. {LONG} {LONG} {LONG}"), *SCRIPT[3:], says("Notes.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first", "second", "third")
        await send(pilot, "/compact")
        await until(pilot, lambda: "tokens before" in transcript(pilot))
        await idle(pilot)
    await app.chat.shut_down()
    app.chat.options.sessions.journal.close()
    again = saved_app(tmp_path, continued=True)
    async with again.run_test(size=(100, 40)) as pilot:
        await idle(pilot)
        assert "first" not in said(again)
        await send(pilot, "/rewind")
        await until(pilot, lambda: "› third" in chooser(pilot) and "first" in chooser(pilot))
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "What goes back?" in chooser(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: again.chat._prompt.text == "first" and "Undone: a.txt is" in transcript(pilot))
        assert not (tmp_path / "a.txt").exists()
        assert again.chat.agent.messages == ()


async def test_a_fork_undoes_what_was_done_before_it_and_then_the_other_one_cannot(tmp_path: Path) -> None:
    app = saved_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first", "second", "third")
        before = app.chat.options.sessions.journal.path.stem
        await send(pilot, "/fork")
        await until(pilot, lambda: f"/resume {before}" in transcript(pilot))
        await send(pilot, "/undo")
        await until(pilot, lambda: "Undone: a.txt is as before “third”." in transcript(pilot))
        assert (tmp_path / "a.txt").read_text() == "one\n"
        await send(pilot, f"/resume {before}")
        await until(pilot, lambda: app.chat.options.sessions.journal.path.stem == before)
        await idle(pilot)
        await send_kept(pilot, "/undo")
        await until(pilot, lambda: "Nothing was changed: a.txt has changed since." in transcript(pilot))
        assert (tmp_path / "a.txt").read_text() == "one\n"


async def test_an_undone_turn_is_named_by_the_users_own_words(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text("print(1)\n")
    app = saved_app(tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "as @b.py does")
        await send(pilot, "/undo")
        await until(pilot, lambda: "Undone: a.txt is as before “as @b.py does”." in transcript(pilot))
