import os
import stat

import pytest

from localcoder.agent.events import TextAdded
from localcoder.tui import clipboard
from localcoder.tui.clipboard import OSC52_BYTES, clipboard_program
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, send, send_kept, steps, transcript, until

ALL = ("wl-copy", "xclip", "xsel", "pbcopy", "clip.exe", "tmux")


def program(monkeypatch, tmp_path, script):
    """Stands in for the desktop's own program."""
    monkeypatch.delenv("SSH_CONNECTION")
    monkeypatch.delenv("SSH_TTY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    file = tmp_path / "wl-copy"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("environment", "there", "command"),
    [
        ({}, (), None),
        ({}, ALL, "pbcopy"),
        ({"DISPLAY": ":0"}, ("xsel",), "xsel"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ALL, "wl-copy"),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "a 1 b 2"}, ALL, None),
        ({"TMUX": "/tmp/tmux", "SSH_CONNECTION": "a 1 b 2"}, ALL, "tmux"),
        ({"TMUX": "/tmp/tmux"}, (), None),
    ],
)
def test_the_clipboard_is_the_one_of_who_looks_at_the_terminal(environment, there, command):
    found = clipboard_program(environment, lambda name: name if name in there else None)
    assert (found[0] if found else None) == command


async def copied(pilot):
    await send(pilot, "go")
    await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done" and pilot.app.chat._turn is None)
    await send(pilot, "/copy")


async def test_copy_says_so_when_a_program_has_taken_it(monkeypatch, tmp_path):
    program(monkeypatch, tmp_path, f"cat >'{tmp_path}/copied'")
    async with chat_app(FakeAgent([steps(TextAdded("**ünï**\n"))])).run_test() as pilot:
        await copied(pilot)
        await until(pilot, lambda: "The last answer was copied." in transcript(pilot))
    assert (tmp_path / "copied").read_text() == "**ünï**\n"


@pytest.mark.parametrize("script", ["exit 1", "exec sleep 1000"])
async def test_a_program_that_fails_leaves_it_to_the_terminal(monkeypatch, tmp_path, script):
    program(monkeypatch, tmp_path, script)
    monkeypatch.setattr(clipboard, "PROGRAM_S", 0.2)
    app = chat_app(FakeAgent([steps(TextAdded("short"))]))
    async with app.run_test() as pilot:
        await copied(pilot)
        await until(pilot, lambda: "sent to the terminal's clipboard" in transcript(pilot) and app.clipboard == "short")


async def test_what_the_terminal_would_drop_is_refused_in_a_line_that_says_what_to_do():
    app = chat_app(FakeAgent([steps(TextAdded("x" * OSC52_BYTES))]))
    async with app.run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: app.chat._presenter.last_status == "done" and app.chat._turn is None)
        await send_kept(pilot, "/copy")
        await until(pilot, lambda: "too long for the terminal's clipboard (100,000" in transcript(pilot))
        assert "/export" in transcript(pilot)
        assert app.clipboard == ""
