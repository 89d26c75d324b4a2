"""`localcoder chat` end to end: the real program in a pseudo-terminal against a scripted server."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import pyte
import pytest

from localcoder.cli.chat import POCKET_NOTE
from localcoder.config.settings import BUILT_IN_MODEL
from localcoder.engine.models import POCKET
from localcoder.sessions.journal import load
from tests.cli.running import PROGRAM, TIMEOUT_S, Home
from tests.fakes.openai_server import Answer, serving

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

WRITE = Answer("I will write it.", [("write", {"path": "hello.py", "content": "print('hello')\n"})])


class Terminal:
    """A program on an 80x24 screen."""

    def __init__(self, home: Home, *args: str) -> None:
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self._child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], *args],
            cwd=str(home.project),
            env=home.environment | {"TERM": "xterm-256color"},
            dimensions=(24, 80),
            timeout=None,
        )

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    def wait_for(self, ready: str | Callable[[], bool]) -> None:
        """Read until `ready`, or a text on the screen; fails with the screen after a minute."""
        deadline_s = time.monotonic() + TIMEOUT_S
        while not (ready in self.text if isinstance(ready, str) else ready()):
            assert time.monotonic() < deadline_s, self.text
            try:
                self._stream.feed(self._child.read_nonblocking(65_536, 0.2))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert ready in self.text if isinstance(ready, str) else ready(), self.text
                return

    def read_for(self, seconds: float) -> None:
        """Read what comes for so long."""
        deadline_s = time.monotonic() + seconds
        self.wait_for(lambda: time.monotonic() >= deadline_s)

    def press(self, keys: str) -> None:
        self._child.send(keys)

    def end(self) -> int:
        """Wait for the program to end by itself; returns its exit code."""
        self.wait_for(lambda: not self._child.isalive())
        self._child.close()
        assert self._child.exitstatus is not None
        return int(self._child.exitstatus)

    def kill(self) -> None:
        self._child.close(force=True)


def test_a_task_is_done_step_by_step_and_can_be_resumed(home: Home) -> None:
    with serving(WRITE, Answer("It is there."), Answer("You asked for hello.py.")) as server:
        terminal = Terminal(home, "create hello.py", "--endpoint", server.url)
        try:
            terminal.wait_for("y once")
            assert not (home.project / "hello.py").exists()
            terminal.read_for(2)  # a key in the first moment counts as typing, not as an answer
            terminal.press("y")
            terminal.wait_for("It is there.")
            assert (home.project / "hello.py").read_text() == "print('hello')\n"
            terminal.press("\x04")
            terminal.wait_for("--resume 2")
            assert terminal.end() == 0
        finally:
            terminal.kill()
        (path,) = home.sessions()
        assert [m.role for m in load(path).messages] == ["user", "assistant", "tool", "assistant"]
        again = Terminal(home, "-r", "--endpoint", server.url)
        try:
            again.wait_for("create hello.py")
            again.press("1\r")
            again.wait_for("It is there.")
            again.press("what did I ask for?\r")
            again.wait_for("You asked for hello.py.")
            again.press("\x04")
            assert again.end() == 0
        finally:
            again.kill()
    assert [m["role"] for m in server.requests[2]["messages"]][1:] == ["user", "assistant", "tool", "assistant", "user"]
    assert len(home.sessions()) == 1


def test_a_model_that_cannot_be_loaded_is_said_and_the_terminal_is_left_as_it_was(home: Home) -> None:
    terminal = Terminal(home, "hi", "-m", "no/such/model/anywhere")
    try:
        terminal.wait_for("no/such/model/anywhere")
        assert terminal.end() == 2
    finally:
        terminal.kill()
    assert "Traceback" not in terminal.text


def test_the_built_in_model_is_said_to_be_tiny_in_one_line(home: Home) -> None:
    terminal = Terminal(home)
    try:
        terminal.wait_for(POCKET_NOTE)
        terminal.press("\x04")
        assert terminal.end() == 0
    finally:
        terminal.kill()


def test_the_torch_backend_instead_of_the_megakernel_that_was_asked_for_is_said_on_the_screen(home: Home) -> None:
    home.variables["CUDA_VISIBLE_DEVICES"] = ""
    terminal = Terminal(home, "--backend", "megakernel")
    try:
        terminal.wait_for("Using the torch backend instead of the megakernel: there is no GPU that")
        terminal.press("\x04")
        assert terminal.end() == 0
    finally:
        terminal.kill()


def test_another_model_is_not_said_to_be_tiny(home: Home) -> None:
    with serving() as server:
        terminal = Terminal(home, "-m", BUILT_IN_MODEL, "--endpoint", server.url)
        try:
            terminal.wait_for("folder")
            assert "tiny" not in terminal.text
        finally:
            terminal.kill()


def test_the_name_of_the_built_in_model_is_the_engines() -> None:
    assert BUILT_IN_MODEL == POCKET
