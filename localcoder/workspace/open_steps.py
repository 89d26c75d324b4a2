"""The steps that are on their way, on the disk: what lay there before, and until when the process lived."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from localcoder.workspace.checkpoint_folder import CheckpointFolder
from localcoder.workspace.states import State
from localcoder.workspace.survey import Survey
from localcoder.workspace.turn_records import VERSION, list_of, paths_of, state_of_list, text_of
from localcoder.workspace.turns import Turn

BEAT_S = 0.25
_PREFIX = "step-"


@dataclass
class Step:
    """One call that may change files, between `begin_step` and `end_step`."""

    turn: Turn
    before: dict[Path, State]
    surveys: Sequence[Survey]
    id: str = field(default_factory=lambda: secrets.token_hex(8))


@dataclass(frozen=True, slots=True)
class LeftStep:
    """A step whose process ended before it did; that still lived at `alive_ns`, by the clock of the file system."""

    step: Step
    alive_ns: int


class OpenSteps:
    """Has a file for each step of a session that is open, whose time says until when the process lived.

    Attributes:
        files: those files by the step's id.
    """

    def __init__(self, folder: CheckpointFolder) -> None:
        self.files: dict[str, Path] = {}
        self._folder = folder
        self._stop = threading.Event()

    def begin(self, step: Step) -> None:
        """`step` begins. OSError where that cannot be noted."""
        if self._folder.name is None:
            return
        path = self._folder.write(f"{_PREFIX}{step.id}", _encode(step))
        if not self.files:
            self._stop = threading.Event()
            threading.Thread(target=_beat, args=(self.files, self._stop), name="checkpoints", daemon=True).start()
        self.files[step.id] = path

    def end(self, step_id: str) -> None:
        """The step ended, and what it changed is in the log."""
        path = self.files.pop(step_id, None)
        if path is not None:
            with suppress(OSError):
                path.unlink()
        if not self.files:
            self._stop.set()

    def left(self) -> Iterator[LeftStep]:
        """Those that an earlier process left, in their order; one that could not be noted whole never began."""
        for path in sorted(self._left_files(), key=lambda path: path.stat().st_mtime_ns):
            with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
                alive_ns = path.stat().st_mtime_ns
                yield LeftStep(_decode(path.name.removeprefix(_PREFIX), path.read_bytes()), alive_ns)

    def forget_left(self) -> None:
        """What they changed is in the log now."""
        for path in self._left_files():
            with suppress(OSError):
                path.unlink()

    def _left_files(self) -> list[Path]:
        return list(self._folder.open().glob(f"{_PREFIX}*"))


def last_change_ns(path: Path) -> int:
    """When what lies at `path`, or that nothing does, last changed, by the clock of the file system."""
    try:
        return path.lstat().st_ctime_ns
    except (FileNotFoundError, NotADirectoryError):
        return next((parent.stat().st_mtime_ns for parent in path.parents if parent.is_dir()), 0)


def _beat(paths: Mapping[str, Path], stop: threading.Event) -> None:
    while not stop.wait(BEAT_S):
        for path in tuple(paths.values()):
            with suppress(OSError):
                os.utime(path)


def _encode(step: Step) -> bytes:
    document = {
        "v": VERSION,
        "number": step.turn.number,
        "prompt": step.turn.prompt,
        "before": _states(step.before),
        "surveys": [
            {
                "folder": text_of(survey.folder),
                "states": _states(survey.states),
                "hidden": [text_of(path) for path in survey.hidden],
                "repositories": _states(survey.repositories),
                "complete": survey.complete,
            }
            for survey in step.surveys
        ],
    }
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def _decode(step_id: str, data: bytes) -> Step:
    document = json.loads(data)
    if document["v"] != VERSION:
        raise ValueError("a step of another version")
    surveys = [
        Survey(
            Path(survey["folder"]),
            _states_of(survey["states"]),
            paths_of(survey["hidden"]),
            _states_of(survey.get("repositories", ())),
            survey["complete"] is True,
        )
        for survey in document["surveys"]
    ]
    turn = Turn(str(document["prompt"]), int(document["number"]))
    return Step(turn, _states_of(document["before"]), surveys, step_id)


def _states(states: Mapping[Path, State]) -> list[Any]:
    return [[text_of(path), list_of(state)] for path, state in states.items()]


def _states_of(pairs: Sequence[Any]) -> dict[Path, State]:
    return {Path(text): state_of_list(state) for text, state in pairs}
