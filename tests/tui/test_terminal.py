"""The real chat in a real pseudo-terminal: a task from start to end, and every way out."""

import os
import re
import signal
import sys
import termios
import time
from pathlib import Path

import pexpect
import psutil
import pyte
import pytest

REPOSITORY = Path(__file__).parents[2]
DEADLINE_S = 60
RESTORED = ("\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?2004l")
"""Alternate screen left, cursor shown, mouse and paste marks off."""

COLOUR = re.compile(r"\x1b\[(\d+;)*([34][0-8]|9[0-7]|10[0-7])(;\d+)*m")


class Terminal:
    """A pseudo-terminal of 80x24 with the chat in it, everything it wrote, and the screen that this makes.

    `program` are Python's arguments; without them the chat has a scripted model.
    """

    def __init__(self, folder, scenario="task", program=None, **environment):
        given = {**os.environ, "TERM": "xterm-256color", "HOME": str(folder), "COLORTERM": "truecolor", **environment}
        given.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
        self.child = pexpect.spawn(
            sys.executable,
            program or ["-m", "tests.tui.pty_program", str(folder), scenario],
            cwd=REPOSITORY,
            env=given,
            dimensions=(24, 80),
            timeout=DEADLINE_S,
        )
        self.pid = self.child.pid
        self.written = ""
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def display(self):
        return "\n".join(self._screen.display)

    def wait_for(self, condition):
        deadline = time.monotonic() + DEADLINE_S
        while not condition():
            assert time.monotonic() < deadline, f"it never came to that:\n{self.display}"
            self._read()

    def wait_for_text(self, text):
        self.wait_for(lambda: text in self.display)

    def keys(self, text):
        self.child.send(text)

    def read_to_end(self):
        """Everything until the program has ended; its exit code, negative for a signal."""
        deadline = time.monotonic() + DEADLINE_S
        while self._read():
            assert time.monotonic() < deadline, f"it did not end:\n{self.display}"
        self.child.wait()
        return self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus

    def _read(self):
        try:
            data = self.child.read_nonblocking(65_536, timeout=0.1)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data.decode(errors="replace")
        # pyte does not know private CSI sequences with < or > and would print their rest.
        self._stream.feed(_without_private(data))
        return True

    def echoes(self):
        """Whether the line discipline is as a shell expects it."""
        flags = termios.tcgetattr(self.child.child_fd)[3]
        return bool(flags & termios.ECHO) and bool(flags & termios.ICANON)


def _without_private(data):
    return re.sub(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]", b"", data)


@pytest.fixture
def start(tmp_path):
    started = []

    def _start(scenario="task", **environment):
        terminal = Terminal(tmp_path, scenario, **environment)
        started.append(terminal)
        terminal.wait_for_text("no sandbox")
        return terminal

    yield _start
    for terminal in started:
        if psutil.pid_exists(terminal.pid):
            terminal.child.close(force=True)


def assert_restored(terminal, after=0):
    tail = terminal.written[after:]
    for sequence in RESTORED:
        assert sequence in tail, f"missing {sequence!r}"
        enabling = sequence[:-1] + ("l" if sequence == "\x1b[?25h" else "h")
        assert tail.rfind(sequence) > tail.rfind(enabling), f"{enabling!r} came last"
    assert terminal.echoes()


def test_a_task_with_an_approval_from_start_to_end(start, tmp_path):
    terminal = start()
    terminal.keys("write hello.py\r")
    terminal.wait_for_text("Allow write hello.py")
    terminal.wait_for_text('+ print("hello")')
    assert not (tmp_path / "hello.py").exists()
    terminal.keys("\t")
    terminal.wait_for_text("tab back")
    terminal.keys("y")
    terminal.wait_for_text("There it is.")
    assert (tmp_path / "hello.py").read_text() == 'print("hello")\n'
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)
    assert terminal.written.rstrip().endswith("Resume with: -c")


def test_quitting_in_the_middle_of_a_turn_restores_the_terminal(start, tmp_path):
    terminal = start()
    terminal.keys("write hello.py\r")
    terminal.wait_for_text("Allow write hello.py")
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)
    assert not (tmp_path / "hello.py").exists()


def test_what_native_code_prints_is_in_the_file_and_not_on_the_screen(start, tmp_path):
    terminal = start()
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert "NOISE" not in terminal.written
    assert "NOISE of a native library" in (tmp_path / "stderr.log").read_text()


def test_a_terminal_that_cannot_move_its_cursor_is_refused_in_one_line(tmp_path):
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tests.tui.pty_program", str(tmp_path)],
        cwd=REPOSITORY,
        env={**os.environ, "TERM": "dumb"},
        timeout=DEADLINE_S,
    )
    child.expect("TERM=dumb")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus != 0


def test_a_marked_paste_of_many_lines_is_one_draft(start):
    terminal = start()
    terminal.keys("\x1b[200~" + "\r".join(f"pasted {number}" for number in range(50)) + "\x1b[201~")
    terminal.wait_for_text("pasted 49")
    terminal.keys("\x03")
    terminal.wait_for(lambda: "pasted 49" not in terminal.display)
    assert "Allow" not in terminal.display
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_restores_the_terminal(start, number):
    terminal = start()
    os.kill(terminal.pid, number)
    assert terminal.read_to_end() == 128 + number
    assert_restored(terminal)


def test_an_exception_in_the_screen_restores_the_terminal_and_says_one_line(start):
    terminal = start("crash")
    terminal.keys("\x0f")
    assert terminal.read_to_end() == 1
    assert_restored(terminal)
    end = terminal.written[terminal.written.rfind("\x1b[?1049l") :]
    assert "Internal error, the chat ended: RuntimeError: the screen is broken" in end
    assert "Traceback" not in terminal.written


def test_ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(start):
    terminal = start()
    terminal.keys("\x1a")
    process = psutil.Process(terminal.pid)
    terminal.wait_for(lambda: process.status() == psutil.STATUS_STOPPED)
    terminal.wait_for(lambda: "\x1b[?1049l" in terminal.written)
    assert_restored(terminal)
    end = len(terminal.written)
    process.send_signal(signal.SIGCONT)
    terminal.wait_for(lambda: "\x1b[?1049h" in terminal.written[end:])
    terminal.wait_for(lambda: "sk for a change" in terminal.written[end:])
    terminal.keys("back")
    terminal.wait_for_text("› back")
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal, end)


def test_the_chat_ends_with_its_terminal(start):
    terminal = start()
    process = psutil.Process(terminal.pid)
    terminal.child.ptyproc.fileobj.close()
    process.wait(DEADLINE_S)


@pytest.mark.parametrize(
    "environment",
    [{"NO_COLOR": "1"}, {"TERM": "xterm-16color", "COLORTERM": ""}, {"COLORFGBG": "0;15"}],
    ids=["no-colour", "16-colours", "light"],
)
def test_every_kind_of_colour_shows_the_same_text(start, environment):
    terminal = start(**environment)
    terminal.keys("write hello.py\r")
    terminal.wait_for_text("Allow write hello.py")
    terminal.wait_for_text('+ print("hello")')
    if "NO_COLOR" in environment:
        assert not COLOUR.search(terminal.written)
    if "TERM" in environment:
        assert "38;2;" not in terminal.written
        assert "38;5;" not in terminal.written


def test_the_draft_can_be_written_in_an_editor_that_has_the_terminal_for_itself(start):
    script = 'test -t 0 && test -t 1 && test -t 2 && stty -a | grep -qw icanon && printf ", edited [b]" >>"$0"'
    terminal = start(EDITOR=f"sh -c '{script}'")
    terminal.keys("a draft")
    terminal.wait_for_text("› a draft")
    left = len(terminal.written)
    terminal.keys("\x07")
    terminal.wait_for_text("› a draft, edited [b]")
    assert "\x1b[?1049l" in terminal.written[left:]
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal, left)


def test_an_editor_that_fails_leaves_the_draft(start):
    terminal = start(EDITOR="sh -c 'exit 3'")
    terminal.keys("a draft\x07")
    terminal.wait_for_text("sh ended with exit code 3")
    terminal.wait_for_text("› a draft")
