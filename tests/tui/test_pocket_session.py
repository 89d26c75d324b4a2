"""The whole program in a pseudo-terminal, with the built-in model: task, approval, diff, undo, and going on later."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.fakes.openai_server import Answer, serving
from tests.tui.test_terminal import DEADLINE_S, REPOSITORY, Terminal, assert_restored

PROGRAM = ["-m", "localcoder", "--no-attach", "--no-sandbox", "--temperature", "0", "-C"]
TASK = "create a file a.txt with the text hello"


def chat(home: Path, work: Path, *options: str) -> Terminal:
    terminal = Terminal(home, program=[*PROGRAM, str(work), *options])
    terminal.wait_for_text("no sandbox")
    return terminal


def test_a_task_its_diff_its_undo_and_the_session_again(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    terminal = chat(tmp_path, work)
    terminal.keys(f"{TASK}\r")
    terminal.wait_for_text("Allow write a.txt")
    assert not (work / "a.txt").exists()
    terminal.keys("\t")
    terminal.wait_for_text("tab back")
    terminal.keys("y")
    terminal.wait_for(lambda: (work / "a.txt").exists() and "Created a.txt" in terminal.display)
    assert (work / "a.txt").read_text().strip() == "hello"
    terminal.wait_for_text("a larger model?")  # the turn is over
    terminal.keys("/diff\r")
    terminal.wait_for_text("● diff a.txt  +1 -0")
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)
    assert "To go on with this conversation: localcoder --resume " in terminal.written

    again = chat(tmp_path, work, "--continue")
    again.wait_for_text("Created a.txt")
    assert TASK in again.display
    again.keys("/undo\r")
    again.wait_for_text(f"Undone: a.txt is as before “{TASK}”.")
    assert not (work / "a.txt").exists()
    again.keys("\x1b")
    again.wait_for_text("esc again goes back")
    again.keys("\x1b")
    again.wait_for_text("Go back to before which message?")
    again.keys("\r")
    again.wait_for(lambda: f"› {TASK}" in again.display and "Created a.txt" not in again.display)
    again.keys("\x03\x03")
    assert again.read_to_end() == 0
    assert not psutil.pid_exists(again.pid) or psutil.Process(again.pid).status() == psutil.STATUS_ZOMBIE


def test_what_a_killed_run_had_changed_is_undone_in_the_chat_that_goes_on_with_it(tmp_path: Path) -> None:
    work, data = tmp_path / "work", tmp_path / "data"
    work.mkdir()
    (work / "old.bin").write_bytes(b"\xff\x00\r\n")
    (work / "mine.txt").write_text("mine\n")
    before = {path.name: path.read_bytes() for path in work.iterdir()}
    write = Answer(calls=[("write", {"path": "a.txt", "content": "one\n"})])
    command = Answer(calls=[("shell", {"command": "rm old.bin; echo two >a.txt; sleep 600"})])
    with serving(write, command) as server:
        arguments = [*PROGRAM, str(work), "--endpoint", server.url]
        run = psutil.Popen(
            [sys.executable, *arguments[:2], "run", "--approval-mode", "full", *arguments[2:], "change it"],
            env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(data)},
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
        )
        written = work / "a.txt"
        checkpoints = data / "localcoder" / "checkpoints"
        until(lambda: written.exists() and written.read_text() == "two\n")
        until(
            lambda: any(path.stat().st_mtime_ns > written.stat().st_mtime_ns for path in checkpoints.glob("*/step-*"))
        )
        run.kill()
        run.wait()
        chat = Terminal(tmp_path, program=[*arguments, "--continue"], XDG_DATA_HOME=str(data))
        chat.wait_for_text("no sandbox")
        chat.keys("/undo\r")
        chat.wait_for_text("Undone: a.txt, old.bin are as before “change it”.")
        assert {path.name: path.read_bytes() for path in work.iterdir()} == before
        chat.keys("\x04")
        assert chat.read_to_end() == 0


def until(condition: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline_s, "it never came to that"
        time.sleep(0.02)
