"""/undo and /redo on the screen, with the real agent and tools around a scripted model."""

from __future__ import annotations

import asyncio
from pathlib import Path

from localcoder.agent.approval import Approver
from localcoder.cli.common import Options, build_agent, open_workplace, undoable
from localcoder.tui.app import ChatApp
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.tui.chatting import chat_app, send, send_kept, steps, transcript, until

SCRIPT = [
    calls(("write", {"path": "[red]a.py", "content": "print(1)\n"}), ("shell", {"command": "rm old.txt"})),
    says("There it is."),
]


def real_app(folder: Path) -> ChatApp:
    workplace = open_workplace(Options(cd=str(folder), no_sandbox=True))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        return undoable(build_agent(workplace, FakeChatModel(SCRIPT), approver))

    return ChatApp(build, ChatOptions(model_name="fake", mode="full", cwd=folder, theme="dark"), clock=lambda: 0.0)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_undo_and_redo_move_the_files_and_say_so_in_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("precious")
    async with real_app(tmp_path).run_test(size=(120, 40)) as pilot:
        await send(pilot, "write it [bold]")
        await until(pilot, lambda: "There it is." in transcript(pilot) and pilot.app.chat._turn is None)
        assert names(tmp_path) == ["[red]a.py"]
        await send(pilot, "/undo")
        await until(pilot, lambda: "Undone: [red]a.py, old.txt are as before “write it [bold]”." in transcript(pilot))
        assert names(tmp_path) == ["old.txt"]
        assert (tmp_path / "old.txt").read_text() == "precious"
        await send(pilot, "/redo")
        await until(pilot, lambda: "Redone: [red]a.py, old.txt are as after" in transcript(pilot))
        assert names(tmp_path) == ["[red]a.py"]


async def test_undo_names_the_file_that_was_changed_meanwhile_and_leaves_it(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("precious")
    async with real_app(tmp_path).run_test(size=(120, 40)) as pilot:
        await send(pilot, "write it")
        await until(pilot, lambda: "There it is." in transcript(pilot) and pilot.app.chat._turn is None)
        (tmp_path / "[red]a.py").write_text("mine")
        await send_kept(pilot, "/undo")
        await until(pilot, lambda: "Nothing was changed: [red]a.py has changed since." in transcript(pilot))
        assert names(tmp_path) == ["[red]a.py"]
        assert (tmp_path / "[red]a.py").read_text() == "mine"


async def test_undo_waits_for_nobody_it_is_refused_while_a_turn_runs(tmp_path: Path) -> None:
    agent = FakeAgent([steps(asyncio.Event())])
    agent.context.checkpoints = object()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "work")
        await until(pilot, lambda: agent.prompts == ["work"])
        await send_kept(pilot, "/undo")
        await until(pilot, lambda: "It is still working: Esc interrupts it" in transcript(pilot))
        await pilot.press("escape")


async def test_with_nothing_to_undo_it_says_so(tmp_path: Path) -> None:
    async with real_app(tmp_path).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        await send_kept(pilot, "/undo")
        await until(pilot, lambda: "There is nothing to undo." in transcript(pilot))
