"""The whole program in a pseudo-terminal, with the built-in model: task, approval, diff, undo, and going on later."""

from __future__ import annotations

from pathlib import Path

import psutil

from tests.tui.test_terminal import Terminal, assert_restored

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
    terminal.wait_for(lambda: (work / "a.txt").exists() and "Created a.txt." in terminal.display)
    assert (work / "a.txt").read_text().strip() == "hello"
    terminal.keys("/diff\r")
    terminal.wait_for_text("● diff a.txt  +1 -0")
    terminal.keys("/undo\r")
    terminal.wait_for_text(f"Undone: a.txt is as before “{TASK}”.")
    assert not (work / "a.txt").exists()
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)
    assert "To go on with this conversation: localcoder --resume " in terminal.written

    again = chat(tmp_path, work, "--continue")
    again.wait_for_text("Created a.txt.")
    assert TASK in again.display
    again.keys("\x1b")
    again.wait_for_text("esc again goes back")
    again.keys("\x1b")
    again.wait_for_text("Go back to before which message?")
    again.keys("\r")
    again.wait_for(lambda: f"› {TASK}" in again.display and "Created a.txt." not in again.display)
    again.keys("\x03\x03")
    assert again.read_to_end() == 0
    assert not psutil.pid_exists(again.pid) or psutil.Process(again.pid).status() == psutil.STATUS_ZOMBIE
