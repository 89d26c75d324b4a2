"""How fast the chat's screen is, seen from outside of a pseudo-terminal.

`python -m bench.terminal [--samples 60] [--files 300000] [--out bench/results/terminal-cpu.json]`

- `start`: from the start of `localcoder chat` to its first frame, and to the moment the built-in model is loaded.
- `keys`: from a key to its letter on the screen, while nothing happens, while a scripted engine writes 500 tokens a
  second, and the same with a conversation of 3,000 messages.
- `idle`: the processor time of a chat that waits.
- `completion`: `@` in a folder of many files: keys while the files are being gathered, and from a key to the match.

Each key is a letter that occurs nowhere else, so the first time that it is written is its paint.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import psutil

from bench.machine import describe

LETTERS = [chr(code) for code in range(0x0100, 0x017F) if chr(code).isalpha()]
DEADLINE_S = 120.0
BETWEEN_KEYS_S = 0.15
LINE_LETTERS = 40
"""After so many the draft is emptied, so that it stays one line."""
IDLE_S = 15.0
FRAME = "›".encode()
"""The mark before the draft: the first frame has it."""


class Screen:
    """A chat in a pseudo-terminal of 120x40, and all that it wrote."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCALCODER_")}
        runtime = home / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")}
        environment |= folders | {"HOME": str(home), "XDG_RUNTIME_DIR": str(runtime), "TERM": "xterm-256color"}
        self.begun_s = time.perf_counter()
        self._child = pexpect.spawn(
            sys.executable, list(arguments), env=environment, dimensions=(40, 120), timeout=None, cwd=Path.cwd()
        )
        self._child.delaybeforesend = None
        self.written = bytearray()

    @property
    def process(self) -> psutil.Process:
        return psutil.Process(self._child.pid)

    def read_until(self, ready: Callable[[], bool]) -> float:
        """Read until `ready`; the time at which it was."""
        deadline_s = time.monotonic() + DEADLINE_S
        while not ready():
            if time.monotonic() > deadline_s:
                raise TimeoutError(self.written[-2000:].decode(errors="replace"))
            with contextlib.suppress(pexpect.TIMEOUT):
                self.written += self._child.read_nonblocking(65_536, 0.5)
        return time.perf_counter()

    def read_until_written(self, what: bytes, since: int = 0) -> float:
        return self.read_until(lambda: what in self.written[since:])

    def read_for(self, seconds: float) -> None:
        end_s = time.monotonic() + seconds
        while (left_s := end_s - time.monotonic()) > 0:
            with contextlib.suppress(pexpect.TIMEOUT):
                self.written += self._child.read_nonblocking(65_536, left_s)

    def send(self, keys: str) -> tuple[float, int]:
        """Send keys; when that was, and how much had been written."""
        since = len(self.written)
        sent_s = time.perf_counter()
        self._child.send(keys)
        return sent_s, since

    def close(self) -> None:
        """End the chat in order, and read its last words, which it may wait to get rid of."""
        self._child.kill(signal.SIGTERM)
        deadline_s = time.monotonic() + DEADLINE_S
        with contextlib.suppress(pexpect.EOF):
            while time.monotonic() < deadline_s:
                with contextlib.suppress(pexpect.TIMEOUT):
                    self._child.read_nonblocking(65_536, 0.5)
        self._child.close(force=True)


@contextlib.contextmanager
def screen(*arguments: str) -> Iterator[Screen]:
    with tempfile.TemporaryDirectory() as home:
        shown = Screen(Path(home), *arguments)
        try:
            yield shown
        finally:
            shown.close()


def milliseconds(times_s: list[float]) -> dict[str, float]:
    """Median, 95th percentile and worst."""
    ordered = sorted(times_s)
    percentile_95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    named = {"median": statistics.median(ordered), "p95": percentile_95, "worst": ordered[-1]}
    return {name: round(value * 1000, 1) for name, value in named.items()} | {"samples": len(ordered)}


def start(repeats: int) -> dict[str, Any]:
    """From the start of the program with the built-in model to its first frame and to the loaded model, in ms."""
    frames, ready = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(repeats + 1):
            with screen("-m", "localcoder", "chat", "--no-attach", "-C", folder) as shown:
                frames.append(shown.read_until_written(FRAME) - shown.begun_s)
                ready.append(shown.read_until_written(b"sandbox") - shown.begun_s)
    return {"first_frame_ms": milliseconds(frames[1:]), "model_ready_ms": milliseconds(ready[1:])}


def key_times(shown: Screen, samples: int) -> list[float]:
    """Seconds from each key to its paint."""
    times = []
    for number in range(samples):
        if number % LINE_LETTERS == 0:
            shown.send("\x15")
            shown.read_for(0.5)
        letter = LETTERS[number % len(LETTERS)]
        sent_s, since = shown.send(letter)
        times.append(shown.read_until_written(letter.encode(), since) - sent_s)
        shown.read_for(BETWEEN_KEYS_S)
    return times


def idle_share(shown: Screen) -> float:
    """Per cent of one core that the chat takes while nothing happens."""
    shown.read_for(2)
    before, begun_s = shown.process.cpu_times(), time.monotonic()
    shown.read_for(IDLE_S)
    after = shown.process.cpu_times()
    used_s = after.user + after.system - before.user - before.system
    return round(100 * used_s / (time.monotonic() - begun_s), 2)


def conversation(messages: int, samples: int) -> dict[str, Any]:
    """Keys and idle time with a conversation of so many messages."""
    with tempfile.TemporaryDirectory() as folder, screen("-m", "bench.scripted_chat", folder, str(messages)) as shown:
        shown.read_until_written(b"no sandbox")
        shown.read_for(3)
        result: dict[str, Any] = {"idle_percent": idle_share(shown)}
        result["key_to_paint_ms"] = milliseconds(key_times(shown, samples))
        for keys in ("\x15", "go", "\r"):
            shown.send(keys)
            shown.read_for(0.5)
        shown.read_until_written(b"Writing")
        shown.read_for(3)
        result["key_to_paint_streaming_ms"] = milliseconds(key_times(shown, samples))
        return result


def lay_out(folder: Path, files: int) -> None:
    """So many empty files, a hundred in each folder, and one whose name has letters that no other has."""
    for number in range(0, files, 100):
        inside = folder / f"part_{number // 10_000}" / f"group_{number // 100}"
        inside.mkdir(parents=True)
        for each in range(number, min(number + 100, files)):
            os.close(os.open(inside / f"file_{each}.py", os.O_CREAT | os.O_WRONLY))
    (folder / "part_0" / "zwq_target.py").touch()


def completion(files: int, samples: int) -> dict[str, Any]:
    """Keys while the files are gathered, and from the last letter of a name to the file."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder), files)
        with screen("-m", "bench.scripted_chat", folder, "0") as shown:
            shown.read_until_written(b"no sandbox")
            shown.read_for(2)
            asked_s, since = shown.send("@zwq")
            found_s = shown.read_until_written(b"zwq_target", since)
            gathering = key_times_of_mention(shown, min(samples, 20))
            shown.send("\x15")
            shown.read_for(10)
            matches = []
            for _ in range(10):
                empty_and_type(shown, "@zw")
                shown.read_for(2)
                sent_s, since = shown.send("q")
                matches.append(shown.read_until_written(b"q_target", since) - sent_s)
            return {
                "files": files,
                "first_match_from_nothing_ms": round((found_s - asked_s) * 1000, 1),
                "key_to_paint_while_gathering_ms": milliseconds(gathering),
                "key_to_match_ms": milliseconds(matches),
                "key_to_paint_searching_ms": milliseconds(key_times_of_mention(shown, samples)),
            }


def empty_and_type(shown: Screen, text: str) -> None:
    """Empty the draft and begin another one; what comes in one piece with Ctrl+U would go with it."""
    for keys in ("\x15", text):
        shown.send(keys)
        shown.read_for(0.3)


def key_times_of_mention(shown: Screen, samples: int) -> list[float]:
    """Seconds from each letter of a mention to its paint; every one starts a search through all names."""
    times = []
    for number in range(samples):
        if number % 8 == 0:
            empty_and_type(shown, "@f")
        letter = LETTERS[number % len(LETTERS)]
        sent_s, since = shown.send(letter)
        times.append(shown.read_until_written(letter.encode(), since) - sent_s)
        shown.read_for(BETWEEN_KEYS_S)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=60)
    parser.add_argument("--files", type=int, default=300_000)
    parser.add_argument("--messages", type=int, default=3_000)
    parser.add_argument("--only", choices=["start", "short", "long", "completion"])
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "start": lambda: start(3),
        "short": lambda: conversation(0, arguments.samples),
        "long": lambda: {"messages": arguments.messages} | conversation(arguments.messages, arguments.samples),
        "completion": lambda: completion(arguments.files, arguments.samples),
    }
    result: dict[str, Any] = {
        **describe(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "terminal": "120x40",
    }
    for name, measure in parts.items():
        if arguments.only in (None, name):
            result[name] = {"load_average_before": round(os.getloadavg()[0], 1)} | measure()
            print(name, json.dumps(result[name]), flush=True)
    if arguments.out is not None:
        arguments.out.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
