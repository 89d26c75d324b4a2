"""The commands about sessions, with the real session files."""

from __future__ import annotations

import json
from pathlib import Path

from localcoder.sessions.journal import load
from localcoder.sessions.store import SessionStore
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import calls, says
from tests.fakes.fake_sessions import FakeSessions
from tests.tui.chatting import chat_app, send, send_kept, transcript, type_text, until
from tests.tui.test_rewind import chooser, idle, said, saved_app, talk


def contents(path: Path) -> list[str]:
    return [message.content for message in load(path).messages]


async def test_a_fork_goes_on_by_itself_and_leaves_the_other_as_it_was(tmp_path: Path) -> None:
    app = saved_app(tmp_path, [says("One."), says("Two."), says("Three.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first")
        before = app.chat.options.sessions.journal.path
        await send(pilot, "/fork another [way]")
        await until(pilot, lambda: f"/resume {before.stem}" in transcript(pilot))
        await talk(pilot, "second")
        after = app.chat.options.sessions.journal.path
        assert contents(before) == ["first", "One."]
        assert contents(after) == ["first", "One.", "second", "Two."]
        assert [one.title for one in SessionStore().summaries()] == ["another [way]", "first"]
        await send(pilot, f"/resume {before.stem}")
        await until(pilot, lambda: said(app) == ["first"])
        await idle(pilot)
        assert "Two." not in transcript(pilot) and "One." in transcript(pilot)
        await until(pilot, lambda: app.chat.status.context_used == app.chat.agent.context_use().used_tokens)
        await talk(pilot, "third")
        assert contents(before) == ["first", "One.", "third", "Three."]


async def test_resume_offers_the_other_sessions_and_typing_narrows_them_down(tmp_path: Path) -> None:
    script = [says("One."), says("Two.")]
    app = saved_app(tmp_path, script)
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "about apples")
        await send(pilot, "/rename The [red] apples")
        await until(pilot, lambda: "now called “The [red] apples”" in transcript(pilot))
        await send(pilot, "/new")
        await talk(pilot, "about pears")
        await send(pilot, "/new")
        await idle(pilot)
        await send(pilot, "/resume")
        await until(pilot, lambda: "about pears" in chooser(pilot) and "The [red] apples" in chooser(pilot))
        await type_text(pilot, "apples")
        await until(pilot, lambda: "about pears" not in chooser(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: said(app) == ["about apples"])
        await send(pilot, "/status")
        await until(pilot, lambda: "The [red] apples (" in transcript(pilot))
        assert app.chat._prompt.has_focus


async def test_what_cannot_be_resumed_changes_nothing(tmp_path: Path) -> None:
    app = saved_app(tmp_path, [says("One.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first")
        await send_kept(pilot, "/resume nothing-like-it")
        await until(pilot, lambda: "There is no session 'nothing-like-it'" in transcript(pilot))
        await send_kept(pilot, f"/resume {app.chat.options.sessions.id}")
        await until(pilot, lambda: "That is the session that is open." in transcript(pilot))
        assert said(app) == ["first"]
        assert not app.chat.options.sessions.journal.is_empty


async def test_export_writes_what_the_ending_of_the_name_says_and_never_over_a_file(tmp_path: Path) -> None:
    task = {"tasks": [{"name": "scout", "prompt": "look around"}]}
    app = saved_app(tmp_path, [calls(("task", task), text="I send one."), says("Nothing."), says("Done.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await talk(pilot, "first")
        await send(pilot, "/export my talk.json")
        await until(pilot, lambda: "my talk.json." in transcript(pilot))
        document = json.loads((tmp_path / "my talk.json").read_text())
        assert [message["role"] for message in document["messages"]] == ["user", "assistant", "tool", "assistant"]
        assert [subagent["name"] for subagent in document["subagents"]] == ["scout"]
        await send(pilot, "/export")
        name = f"localcoder-{app.chat.options.sessions.id}.md"
        await until(pilot, lambda: (tmp_path / name).exists())
        assert "## User\n\nfirst" in (tmp_path / name).read_text()
        await idle(pilot)
        await send_kept(pilot, "/export my talk.json")
        await until(pilot, lambda: "exists already" in transcript(pilot))


async def test_init_sends_its_task_and_shows_the_command_alone(tmp_path: Path) -> None:
    app = saved_app(tmp_path, [calls(("write", {"path": "AGENTS.md", "content": "# x\n"})), says("Done.")])
    async with app.run_test(size=(100, 40)) as pilot:
        await idle(pilot)
        await talk(pilot, "/init in German")
        assert said(app)[0].startswith("/init in German\n\n[attached: what /init asks for]\nLook at this project")
        assert "Look at this project" not in transcript(pilot)
        assert "/init in German\n[with attachments]" in transcript(pilot)
        assert (tmp_path / "AGENTS.md").read_text() == "# x\n"
        app.chat.set_mode("plan")
        await send_kept(pilot, "/init")
        await until(pilot, lambda: "Plan mode writes nothing" in transcript(pilot))
        assert len(said(app)) == 1


async def test_names_and_forks_need_something_to_name_and_to_fork() -> None:
    sessions = FakeSessions()
    async with chat_app(FakeAgent(), sessions=sessions).run_test() as pilot:
        await idle(pilot)
        for command, problem in (
            ("/rename", "Give the name after the command"),
            ("/fork", "no conversation to fork yet"),
            ("/export", "no conversation to export yet"),
            ("/resume", "no other session in this folder"),
        ):
            pilot.app.chat._prompt.text = ""
            await send_kept(pilot, command)
            await until(pilot, lambda problem=problem: problem in transcript(pilot))
        assert sessions.title == ""
