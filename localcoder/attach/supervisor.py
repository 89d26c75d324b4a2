"""Keeps one engine running in a process of its own, and starts it again when it dies, fails or is stuck."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from localcoder.attach.registry import listen_privately
from localcoder.attach.spec import EngineSpec, ModelFacts, Say
from localcoder.errors import LocalcoderError, UsageError

logger = logging.getLogger(__name__)

Entry = str
"""`module:function` that the process runs; it is given both descriptors and whether to log everything."""

_LINE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the supervisor waits for what.

    All but `quick_s` and the graces are counted in ticks of its own clock or in reports, so that neither a sleeping
    laptop nor a program stopped with Ctrl-Z looks like an engine that does not answer.
    """

    tick_s: float = 1.0
    silent_ticks: int = 60
    """Without any report: the process is stopped, or holds Python's lock."""
    stuck_reports: int = 240
    """Reports (two a second) without a step while requests run. On slow processors a step can take a minute."""
    quick_s: float = 60.0
    """A failure sooner than this after the engine was ready, or before it was, is a quick one."""
    quick_failures: int = 3
    """So many of them in a row and it is given up."""
    flush_s: float = 1.0
    """How long an engine that has failed may go on telling its clients."""
    grace_s: float = 10.0
    """How long a process may take to end."""


class GaveUp(LocalcoderError):
    """The engine failed again and again."""


class EngineProcess:
    """One process, from its start to its end. Its socket is `path`."""

    def __init__(self, spec: EngineSpec, entry: Entry, path: Path, *, debug: bool) -> None:
        self.path = path
        here, there = socket.socketpair()
        listener = listen_privately(path)
        try:
            # A session of its own: Ctrl-C on the terminal is for the one who lets running answers end first.
            self._process = subprocess.Popen(
                _command(entry, there.fileno(), listener.fileno(), debug),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(there.fileno(), listener.fileno()),
                start_new_session=True,
            )
        except BaseException:
            here.close()
            raise
        finally:
            # Only the process may hold them: when it dies, whoever is connected or waits to be gets to know.
            there.close()
            listener.close()
        here.setblocking(False)
        self._link = here
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._spec = spec

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    async def message(self) -> dict[str, Any] | None:
        """What it says next; None when it has ended."""
        if self._reader is None:
            self._reader, self._writer = await asyncio.open_connection(sock=self._link, limit=_LINE_BYTES)
            self._writer.write(json.dumps(asdict(self._spec)).encode() + b"\n")
        try:
            line = await self._reader.readline()
            message: dict[str, Any] | None = json.loads(line) if line else None
        except (OSError, ValueError):
            return None
        return message

    async def end(self, grace_s: float) -> int:
        """Tell it to end, make it after `grace_s`, and return its exit code (negative: the signal)."""
        self.hang_up()
        try:
            return await asyncio.to_thread(self._process.wait, grace_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return await asyncio.to_thread(self._process.wait)

    def hang_up(self) -> None:
        """Close the link, which tells it to end."""
        if self._writer is not None:
            self._writer.close()
        else:
            self._link.close()

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()


class Supervisor:
    """The engine of `spec`, behind the socket `path`, for as long as `run` runs.

    `on_ready` is awaited whenever the engine is ready.
    """

    def __init__(
        self,
        spec: EngineSpec,
        entry: Entry,
        path: Path,
        *,
        progress: Say,
        notice: Say,
        on_ready: Callable[[ModelFacts], Awaitable[None]],
        patience: Patience,
        debug: bool = False,
    ) -> None:
        self.spec = spec
        self.path = path
        self.state: Literal["loading", "ready", "restarting", "ended"] = "loading"
        self.reason = ""
        """Why it is restarting, or has ended."""
        self.process: EngineProcess | None = None
        self.hurry = False
        """Whether to end the process without waiting for it."""
        self._entry = entry
        self._progress = progress
        self._notice = notice
        self._on_ready = on_ready
        self._patience = patience
        self._debug = debug
        self._started_s = time.monotonic()
        self._load_s = 1.0
        self._lived_s: float | None = None

    @property
    def retry_after_s(self) -> int:
        """When it is worth asking again, judged by how long the last start took."""
        left_s = self._load_s - (time.monotonic() - self._started_s)
        return min(max(math.ceil(left_s), 1), 60)

    async def run(self) -> None:
        """Start the engine, and again whenever it fails.

        Raises:
            LocalcoderError: the first start failed, with what the engine says.
            GaveUp: it failed too often in a row.
        """
        quick = 0
        try:
            while True:
                self.reason = await self._live()
                logger.error("the engine ended: %s", self.reason)
                quick = quick + 1 if (self._lived_s or 0.0) < self._patience.quick_s else 1
                if quick >= self._patience.quick_failures:
                    raise GaveUp(f"The engine failed {quick} times in a row, at last because: {self.reason}")
                self._notice(f"The engine failed and is started again: {self.reason}")
        finally:
            self.state = "ended"
            if self.process is not None:
                await self.process.end(0.0 if self.hurry else self._patience.grace_s)
                self.path.unlink(missing_ok=True)

    async def _live(self) -> str:
        """One process from start to end; returns why it ended."""
        self._started_s = time.monotonic()
        self._lived_s = None
        self.process = process = EngineProcess(self.spec, self._entry, self.path, debug=self._debug)
        reason = await self._watch(process)
        if self.state == "ready":
            self.state = "restarting"
            self._lived_s = time.monotonic() - self._started_s - self._load_s
            self.reason = reason or "its process ended."
        code = await process.end(self._patience.grace_s)
        self.process = None
        if self.state == "loading":
            raise LocalcoderError(f"The engine could not be started: {_ending(code)}")
        return reason or _ending(code)

    async def _watch(self, process: EngineProcess) -> str:
        """Follow what the process says until it is of no more use; returns why, empty where its end alone tells."""
        patience = self._patience
        silent = stuck = 0
        steps = -1
        ready = False
        waiting = asyncio.ensure_future(process.message())
        try:
            while True:
                done, _ = await asyncio.wait((waiting,), timeout=patience.tick_s)
                if not done:
                    silent += 1
                    # Loading may be silent for long, and whoever waits for it can see that.
                    if ready and silent >= patience.silent_ticks:
                        process.kill()
                        return "its process gave no sign of life."
                    continue
                message = waiting.result()
                if message is None:
                    return ""
                waiting = asyncio.ensure_future(process.message())
                silent = 0
                match message["is"]:
                    case "progress":
                        self._progress(message["text"])
                    case "notice":
                        self._notice(message["text"])
                    case "ready":
                        ready = True
                        self._load_s = time.monotonic() - self._started_s
                        self.state, self.reason = "ready", ""
                        await self._on_ready(ModelFacts(**message["facts"]))
                    case "beat":
                        stuck = stuck + 1 if message["busy"] and message["steps"] == steps else 0
                        steps = message["steps"]
                        if stuck >= patience.stuck_reports:
                            process.kill()
                            return "it did not get on with its requests."
                    case "failed":
                        self.state, self.reason = "restarting", message["reason"]
                        self._lived_s = time.monotonic() - self._started_s - self._load_s
                        await asyncio.sleep(patience.flush_s)
                        return str(message["reason"])
                    case "refused" | "broken":
                        return self._not_loaded(message)
        finally:
            waiting.cancel()

    def _not_loaded(self, message: dict[str, Any]) -> str:
        """Why the model could not be loaded; the first time that is the end, as it is without a process between."""
        if message["is"] == "refused" and self.state == "loading":
            kind = UsageError if message["exit_code"] == UsageError.exit_code else LocalcoderError
            raise kind(message["message"])
        if self.state == "loading":
            raise LocalcoderError(f"unexpected {message['message']} (the details are in the log).")
        return str(message["message"])


def _command(entry: Entry, link: int, listener: int, debug: bool) -> list[str]:
    """Starts `entry` with this process's import path: `-m` would put the current folder, a project's, before it."""
    module, _, function = entry.partition(":")
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from {module} import {function} as main;"
        f" main({link}, {listener}, {debug})"
    )
    return [sys.executable, "-c", code]


def _ending(code: int) -> str:
    if code >= 0:
        return f"its process ended with exit code {code}."
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"its process was ended by {name}."
