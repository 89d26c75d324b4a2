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

    def __init__(self, folder, scenario="task", program=None, executable=sys.executable, **environment):
        given = {**os.environ, "TERM": "xterm-256color", "HOME": str(folder), "COLORTERM": "truecolor", **environment}
        given.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
        self.child = pexpect.spawn(
            executable,
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


@pytest.fixture
def start_job(tmp_path):
    """The chat as a part of a job (as below `make`) of a shell, which goes on with it after Enter."""
    started = []

    def _start():
        job = f"sh -c \"'{sys.executable}' -m tests.tui.pty_program '{tmp_path}'; exit \\$?\""
        terminal = Terminal(tmp_path, executable="/bin/sh", program=["-c", f"set -m; {job}; echo STOPPED; read go; fg"])
        started.append(terminal)
        terminal.wait_for_text("no sandbox")
        (terminal.chat,) = psutil.Process(terminal.pid).children()[0].children()
        return terminal

    yield _start
    for terminal in started:
        if terminal.chat.is_running():
            terminal.chat.kill()
        terminal.child.close(force=True)


MODE = re.compile(r"\x1b\[\?([0-9;]+)([hl])")
KEYBOARD = re.compile(r"\x1b\[([<>])[0-9;]*u")
ON_FOR_THE_SHELL = frozenset({"7", "25"})
"""Line wrap and the cursor; every other mode is off for a shell."""


def changed_modes(written):
    """The modes that are not as a shell expects them: a recorder of all that was switched on and off."""
    modes, keyboards = {}, 0
    for match in re.finditer(f"{MODE.pattern}|{KEYBOARD.pattern}", written):
        if match[3]:
            keyboards = max(0, keyboards + (1 if match[3] == ">" else -1))
        else:
            modes.update(dict.fromkeys(match[1].split(";"), match[2]))
    changed = {mode for mode, state in modes.items() if (state == "h") != (mode in ON_FOR_THE_SHELL)}
    return changed | ({"keyboard"} if keyboards else set())


def assert_restored(terminal, after=0):
    assert changed_modes(terminal.written) == set()
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


def test_ctrl_c_clears_the_draft_then_ends_the_turn_and_only_twice_quits(start, tmp_path):
    terminal = start()
    terminal.keys("a long thought")
    terminal.wait_for_text("a long thought")
    terminal.keys("\x03")
    terminal.wait_for(lambda: "a long thought" not in terminal.display)
    terminal.keys("\x1b[A")
    terminal.wait_for_text("a long thought")
    terminal.keys("\r")
    terminal.wait_for_text("Allow write hello.py")
    terminal.keys("\x03")
    terminal.wait_for(lambda: "Allow write hello.py" not in terminal.display)
    terminal.keys("go on\r")
    terminal.wait_for_text("There it is.")
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)
    assert terminal.written.rstrip().endswith("Resume with: -c")
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_restores_the_terminal(start, number):
    terminal = start()
    os.kill(terminal.pid, number)
    assert terminal.read_to_end() == 128 + number
    assert_restored(terminal)


@pytest.mark.parametrize("scenario", ["crash", "crash in a worker", "crash in a callback", "crash in a timer"])
def test_an_exception_in_the_screen_restores_the_terminal_and_says_one_line(start, scenario):
    terminal = start(scenario)
    terminal.keys("\x0f")
    assert terminal.read_to_end() == 1
    assert_restored(terminal)
    end = terminal.written[terminal.written.rfind("\x1b[?1049l") :]
    assert "Internal error, the chat ended: RuntimeError: the screen is broken (the details are in " in end
    assert "Traceback" not in terminal.written


def test_what_a_terminal_with_more_modes_is_asked_for_is_switched_off_too(start_job):
    terminal = start_job()
    terminal.keys("\x1b[?2048;2$y\x1b[?2026;2$y")
    terminal.wait_for(lambda: {"1016", "2048", "1000", "1004", "2004", "keyboard"} <= changed_modes(terminal.written))
    terminal.keys("\x1a")
    terminal.wait_for_text("STOPPED")
    assert_restored(terminal)
    terminal.keys("\r")
    terminal.wait_for(lambda: "1049" in changed_modes(terminal.written))
    terminal.keys("\x1b[?2048;2$y")
    terminal.wait_for(lambda: "1016" in changed_modes(terminal.written))
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_an_approval_waits_restores_the_terminal_and_runs_nothing(start, tmp_path, number):
    terminal = start()
    terminal.keys("write hello.py\r")
    terminal.wait_for_text("Allow write hello.py")
    os.kill(terminal.pid, number)
    assert terminal.read_to_end() == 128 + number
    assert_restored(terminal)
    assert not (tmp_path / "hello.py").exists()


def test_the_chat_ends_and_restores_the_terminal_when_its_shell_is_killed(tmp_path):
    chat = f"'{sys.executable}' -m tests.tui.pty_program '{tmp_path}'; echo never"
    terminal = Terminal(tmp_path, executable="/bin/sh", program=["-c", chat])
    terminal.wait_for_text("no sandbox")
    shell = psutil.Process(terminal.pid)
    (child,) = shell.children()
    shell.kill()
    terminal.wait_for(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
    terminal.read_to_end()
    assert_restored(terminal)


def test_a_command_of_the_user_cannot_reach_the_terminal(start):
    terminal = start()
    terminal.keys("!reset; tput rmcup; printf '\\033[?1049lDO''NE' | tee /dev/tty\r")
    terminal.wait_for_text("DONE")
    assert "1049" in changed_modes(terminal.written)
    assert "\x1bc" not in terminal.written
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)


def test_without_the_mouse_the_terminal_selects_by_itself(start):
    terminal = start(LOCALCODER_MOUSE="false")
    terminal.keys("go")
    terminal.wait_for_text("› go")
    assert not changed_modes(terminal.written) & {"1000", "1002", "1003", "1006", "1015", "1016"}
    assert "1049" in changed_modes(terminal.written)


def test_every_way_to_write_a_new_line_makes_one(start):
    terminal = start()

    def below(text):
        lines = terminal.display.split("\n")
        return next((lines[row + 1] for row, line in enumerate(lines) if text in line), None)

    # Ctrl+J, a backslash, and Shift+Enter as Kitty's protocol, xterm and tmux tell it; Alt+Enter of Kitty's.
    for number, keys in enumerate(["\n", "\\\r", "\x1b[13;2u", "\x1b[13;2;13u", "\x1b[27;2;13~", "\x1b[13;3u"]):
        terminal.keys(f"above{number}{keys}")
        terminal.wait_for(lambda above=f"› above{number}": (below(above) or "───").strip() == "")
        terminal.keys("under")
        terminal.wait_for(lambda above=f"› above{number}": (below(above) or "").strip() == "under")
        terminal.keys("\x15\x7f\x15")
        terminal.wait_for_text("sk for a change")
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0


@pytest.mark.parametrize("signalled", [False, True], ids=["ctrl-z", "signal"])
def test_stopped_it_gives_the_terminal_back_to_the_shell_and_fg_takes_it_again(start_job, signalled):
    terminal = start_job()
    if signalled:
        terminal.chat.send_signal(signal.SIGTSTP)
    else:
        terminal.keys("\x1a")
    terminal.wait_for_text("STOPPED")
    assert_restored(terminal)
    end = len(terminal.written)
    terminal.keys("\r")
    terminal.wait_for(lambda: "\x1b[?1049h" in terminal.written[end:])
    terminal.wait_for(lambda: "sk for a change" in terminal.written[end:])
    terminal.keys("back")
    terminal.wait_for_text("› back")
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal, end)


def test_ctrl_z_where_no_shell_could_go_on_with_it_leaves_the_chat_on_the_screen(start):
    terminal = start()
    terminal.keys("\x1a")
    terminal.wait_for(lambda: "\x1b[?1049l" in terminal.written)
    terminal.keys("still here")
    terminal.wait_for_text("› still here")
    terminal.keys("\x03\x03")
    assert terminal.read_to_end() == 0
    assert_restored(terminal)


def test_going_on_after_a_stop_that_cannot_be_seen_takes_the_terminal_again_and_restores_it_at_the_end(start):
    terminal = start()
    process = psutil.Process(terminal.pid)
    process.suspend()
    terminal.wait_for(lambda: process.status() == psutil.STATUS_STOPPED)
    end = len(terminal.written)
    process.resume()
    terminal.wait_for(lambda: "\x1b[?1049h" in terminal.written[end:])
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


def test_a_window_that_is_closed_ends_the_chat_in_order(start):
    terminal = start()
    terminal.child.ptyproc.fileobj.close()
    assert psutil.Process(terminal.pid).wait(DEADLINE_S) == 128 + signal.SIGHUP


def test_a_paste_with_an_escape_in_it_sends_nothing_and_starts_no_editor(start):
    terminal = start(EDITOR="sh -c 'exit 3'")
    terminal.keys("\x1b[200~a\x1b[31mred\x1b[0m\r\x07\x03end\x1b[201~, typed")
    terminal.wait_for_text("␇␃end, typed")
    assert "› a␛[31mred␛[0m" in terminal.display
    assert "exit code" not in terminal.display


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


@pytest.mark.parametrize("trap", ["exit", ""], ids=["an editor that ends", "one that does not"])
def test_a_signal_that_ends_the_chat_ends_the_editor_too(start, tmp_path, trap):
    noted = tmp_path / "editor"
    script = f"trap {trap!r} TERM; echo $$ >{noted}.new; mv {noted}.new {noted}; while :; do sleep 0.1; done"
    terminal = start(EDITOR=f'sh -c "{script}"')
    terminal.keys("a draft\x07")
    terminal.wait_for(noted.exists)
    editor = psutil.Process(int(noted.read_text()))
    left = len(terminal.written)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.read_to_end() == 128 + signal.SIGTERM
    assert not editor.is_running()
    assert terminal.echoes()
    assert "\x1b[?1049h" not in terminal.written[left:] or "\x1b[?1049l" in terminal.written[left:]


def test_an_editor_that_fails_leaves_the_draft(start):
    terminal = start(EDITOR="sh -c 'exit 3'")
    terminal.keys("a draft\x07")
    terminal.wait_for_text("sh ended with exit code 3")
    terminal.wait_for_text("› a draft")


def test_an_editor_that_removes_the_file_leaves_the_draft(start):
    terminal = start(EDITOR="rm")
    terminal.keys("a draft\x07")
    terminal.wait_for_text("The editor removed the file")
    terminal.wait_for_text("› a draft")


def test_what_an_editor_writes_in_another_encoding_is_kept_and_named(start, tmp_path):
    place = tmp_path / "t"
    place.mkdir()
    terminal = start(EDITOR="""sh -c 'printf "sch\\366n" >"$0"'""", TMPDIR=str(place))
    terminal.keys("a draft\x07")
    terminal.wait_for_text("is no UTF-8 text (byte 3)")
    terminal.wait_for_text("› a draft")
    (kept,) = place.glob("*.md")
    assert kept.name in terminal.display.replace("\n", "").replace(" ", "")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (b"sch\xf6n", 0o600)


def test_an_editor_that_is_not_there_leaves_the_draft(start):
    terminal = start(EDITOR="/nowhere/editor")
    terminal.keys("a draft\x07")
    terminal.wait_for_text("The editor /nowhere/editor cannot be started")
    terminal.wait_for_text("› a draft")
