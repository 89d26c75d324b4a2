"""What `run` prints: the answer alone, one JSON document, or a JSON line for each event."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TextIO

from localcoder.agent.events import (
    CallFinished,
    CallOutput,
    CallStarted,
    Compacted,
    Event,
    Notice,
    SubagentEvent,
    TurnFinished,
    TurnStarted,
)
from localcoder.chat.model import ReplyUsage
from localcoder.cli.text import fit_for, one_line, printable
from localcoder.errors import LocalcoderError
from localcoder.tools.invisible import revealed

OutputFormat = Literal["text", "json", "stream-json"]

SCHEMA_VERSION = 1
"""Of the documents that `docs/stream-json.schema.json` describes. It is raised when a field goes away or changes its
meaning; new fields and types of lines may come without."""

_LINE_CHARACTERS = 160
_PROGRESS_CHARACTERS = 76

# Deltas come back whole in `message`; drafts only tell a screen that something happens.
_NOT_STREAMED = ("call_draft", "turn_finished")


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended; the fields of the `result` document."""

    status: Literal["done", "failed", "turn_limit", "interrupted"]
    text: str = ""
    turns: int = 0
    usage: ReplyUsage = field(default_factory=ReplyUsage)
    duration_s: float = 0.0
    error: str | None = None
    refused_calls: int = 0
    session_id: str | None = None

    @classmethod
    def of_turn(cls, event: TurnFinished, session_id: str | None) -> Result:
        """The result of a turn that came to its end."""
        return cls(
            event.status,
            event.text,
            event.turns,
            event.usage,
            event.duration_s,
            event.error,
            event.refused_calls,
            session_id,
        )


class Printer:
    """Prints a run in one of the formats.

    stdout carries the result alone. Notices go to stderr in `text`; so do one-line traces of what happens, if stderr
    is a terminal. `finish` prints the result and may be called once only.
    """

    def __init__(self, output_format: OutputFormat, stdout: TextIO | None = None, stderr: TextIO | None = None) -> None:
        self._format = output_format
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr
        self._watched = bool(self._stderr and self._stderr.isatty())
        self._progress_characters = 0

    def init(self, document: Callable[[], dict[str, Any]]) -> None:
        """The conversation is about to begin: `document` says with which model, tools and session."""
        if self._format == "stream-json":
            self._line({"type": "init", **document()})

    def notice(self, level: str, text: str) -> None:
        """A line for the user from outside of a turn."""
        if self._format == "stream-json":
            self._line({"type": "notice", "level": level, "text": text})
        self._say(f"localcoder: {text}", whole=True)

    def progress(self, text: str) -> None:
        """What is being loaded, on a line that the next one replaces; shown only to somebody who watches."""
        if self._watched and self._stderr is not None:
            line = one_line(f"localcoder: {text}", _PROGRESS_CHARACTERS)
            self._erase_progress()
            self._stderr.write(line)
            self._stderr.flush()
            self._progress_characters = len(line)

    def event(self, event: Event) -> None:
        """One event of the turn. That of a subagent is a line like any other, with `agent` and `task_id` besides."""
        if isinstance(event, SubagentEvent):
            self._agent_event(event)
            return
        if self._format == "stream-json" and event.type not in _NOT_STREAMED:
            self._line({"type": event.type, **asdict(event)})
        match event:
            case Notice():
                self._say(f"localcoder: {event.text}", whole=True)
            case Compacted():
                self._say(f"localcoder: {event.line}", whole=True)
            case CallStarted() if self._watched:
                self._say(f"> {event.summary}")
            case CallOutput() if self._watched:
                for line in event.text.splitlines():
                    self._say(f"  {line}")
            case CallFinished() if self._watched and event.is_error:
                self._say(f"  {event.content.splitlines()[0] if event.content else 'failed'}")

    def _agent_event(self, of_agent: SubagentEvent) -> None:
        name, event = of_agent.agent, of_agent.event
        if self._format == "stream-json" and event.type != "call_draft":
            document = {"type": event.type, "agent": name, "task_id": of_agent.task_id}
            self._line({**asdict(event), **document})
        match event:
            case Notice():
                self._say(f"localcoder: {name}: {event.text}", whole=True)
            case Compacted():
                self._say(f"localcoder: {name}: {event.line}", whole=True)
            case TurnStarted() if self._watched:
                self._say(f"> {name}: {event.prompt}")
            case CallStarted() if self._watched:
                self._say(f"> {name}: {event.summary}")
            case CallFinished() if self._watched and event.is_error:
                self._say(f"  {name}: {event.content.splitlines()[0] if event.content else 'failed'}")
            case TurnFinished() if self._watched:
                self._say(f"> {name}: {event.status}")

    def finish(self, result: Result) -> None:
        """The result: exactly one document in the JSON formats; in `text` the answer, if there is one."""
        self._erase_progress()
        if self._format == "text":
            if result.status == "done" and result.text:
                text = fit_for(self._stdout, result.text)
                self._write(text if text.endswith("\n") else f"{text}\n")
        else:
            self._line({"type": "result", "schema_version": SCHEMA_VERSION, **asdict(result)})
        if result.error is not None:
            self._say(f"localcoder: {result.error}", whole=True)
        elif result.status == "interrupted":
            self._say("localcoder: interrupted.")
        elif result.refused_calls:
            refused = "a call was" if result.refused_calls == 1 else f"{result.refused_calls} calls were"
            self._say(f"localcoder: {refused} refused, for nobody could be asked; choose an --approval-mode, or rules.")

    def _line(self, document: dict[str, Any]) -> None:
        self._write(json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n")

    def _write(self, text: str) -> None:
        try:
            self._stdout.write(text)
            self._stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise LocalcoderError(f"The output cannot be written: {error.strerror}.") from None

    def _erase_progress(self) -> None:
        if self._progress_characters and self._stderr is not None:
            self._stderr.write(f"\r{' ' * self._progress_characters}\r")
            self._progress_characters = 0

    def _say(self, text: str, *, whole: bool = False) -> None:
        if self._stderr is None:
            return
        line = printable(revealed(" ".join(text.split("\n"))))
        cut = line if whole or len(line) <= _LINE_CHARACTERS else f"{line[: _LINE_CHARACTERS - 1]}…"
        try:
            self._erase_progress()
            print(cut, file=self._stderr, flush=True)
        except OSError:
            self._stderr = None  # whoever read it has left; the result is not for them


def exit_code(result: Result) -> int:
    """The exit code that says how a run ended."""
    match result.status:
        case "done":
            return 4 if result.refused_calls else 0
        case "failed":
            return 1
        case "turn_limit":
            return 3
        case "interrupted":
            return 130
