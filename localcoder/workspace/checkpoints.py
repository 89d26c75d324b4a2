"""Checkpoints of what a turn changed, so that it can be undone and redone, inside Git or not, also after a restart.

A turn consists of steps: the workspace is looked at before and after each, and what differs belongs to the turn. A
change that came from elsewhere is therefore never part of a turn, unless it happened while a command ran.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from localcoder.workspace.blobs import BlobLost, BlobStore
from localcoder.workspace.checkpoint_folder import LOG, CheckpointFolder
from localcoder.workspace.ignore import ALWAYS_HIDDEN
from localcoder.workspace.open_steps import LeftStep, OpenSteps, Step, last_change_ns
from localcoder.workspace.repositories import repository_state
from localcoder.workspace.restoring import HalfRestored, Restorer, UndoRefused, listed
from localcoder.workspace.states import MISSING, State, state_of
from localcoder.workspace.survey import Limits, Surveyor
from localcoder.workspace.turn_log import TurnLog
from localcoder.workspace.turn_records import turn_record
from localcoder.workspace.turns import Change, History, Turn

__all__ = ["Checkpoints", "FileChange", "Step", "UndoRefused"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """What became of the file `name`, one of the workspace or outside it: its bytes before and after, None for none.

    `note` says of what has no bytes (a link, a file too large to keep) what it is.
    """

    name: str
    before: bytes | None
    after: bytes | None
    note: str = ""


class Checkpoints:
    """The turns of one conversation that can be undone.

    Args:
        folders: the workspace, with links resolved; a command's changes are looked for there.
        base: the folder for contents; it and what it lies in are never part of the workspace.
        session: whose turns they are: those of earlier processes are known too. None: all ends with the process.
        sessions: where the files of sessions lie; what is kept of one goes when its file does.
        begun: the highest number that a turn of the session has had, as far as its file knows.
        private: further folders of localcoder's own, which are never part of the workspace either.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        base: Path,
        session: str | None = None,
        *,
        sessions: Path | None = None,
        begun: int = 0,
        private: Iterable[Path] = (),
        limits: Limits | None = None,
    ) -> None:
        self._folders = tuple(folders)
        self._limits = limits or Limits()
        self._history = history = History()
        self._folder = CheckpointFolder(base, session, sessions=sessions, others_bytes=self._limits.stored_bytes)
        self._steps = OpenSteps(self._folder)
        open_steps = self._steps.files
        self._folder.lasting = lambda: None if open_steps else _lasting(history)
        self._log = TurnLog(self._folder, history)
        self._blobs = BlobStore(self._folder, 2 * self._limits.stored_bytes)
        self._surveyor = Surveyor(self._blobs.put, self._limits, frozenset(map(str, (base, *private))))
        self._restorer = Restorer(self._blobs, self._limits.file_bytes, self._name)
        self._depth = 0
        self._lock = threading.Lock()
        self._named: set[str] = set()
        if self._folder.is_left:
            self._take_over()
        history.begun = max(history.begun, begun)

    @property
    def begun(self) -> int:
        """The highest number that a turn has had."""
        return self._history.begun

    def close(self) -> None:
        """Keep what can be undone later, and let another process go on with it."""
        with self._lock:
            self._folder.close()

    def copy_for(self, session: str) -> None:
        """Let another session, which has nothing yet, begin with the same turns.

        Raises:
            UndoRefused: that cannot be stored.
        """
        with self._lock:
            if self._log.problem is not None:
                self._log.rewrite()
            try:
                self._folder.copy_to(session, _lasting(self._history))
            except OSError as error:
                raise UndoRefused(f"What can be undone cannot be copied: {error.strerror}.") from None

    # --- Recording

    def begin_turn(self, prompt: str) -> int:
        """A turn begins; returns its number. One within another (of a subagent) belongs to the outer one."""
        with self._lock:
            if not self._depth:
                self._tidy(keep_turns=0)
                self._history.begin(prompt, self._history.begun + 1)
            self._depth += 1
            return self._history.begun

    def end_turn(self) -> None:
        """The turn is over; if it changed something, it is the next to be undone and nothing can be redone."""
        with self._lock:
            self._depth -= 1
            turn = self._history.open
            if self._depth or turn is None:
                return
            changed = bool(turn.changes or turn.uncovered)
            self._history.end()
            if changed:
                self._log.write({"type": "end"})
            self._tidy(keep_turns=1)
            if changed:
                self._log.end_turn()

    def begin_step(self, paths: Iterable[Path], *, everything: bool) -> Step | None:
        """Keep what lies at the resolved `paths`, or `everything` that is not ignored, before a call changes it.

        None between turns, where nothing is recorded. Takes as long as reading the files that changed since last time.
        """
        with self._lock:
            if self._history.open is None:
                return None
            before = {path: self._keep(path) for named in paths for path in _with_missing_parents(named)}
            everything = everything or any(map(_has_other_names, before))  # which change with it
            surveys = [self._surveyor.look(folder) for folder in self._folders] if everything else []
            step = Step(self._history.open, before, surveys)
            try:
                self._steps.begin(step)
            except OSError as error:
                self._log.problem = error.strerror or "it cannot be written"
            return step

    def end_step(self, step: Step) -> None:
        """The call is over, however it ended: what differs now was its doing."""
        with self._lock:
            changed = dict(self._differences(step))
            for path, change in changed.items():
                step.turn.add(path, change)
            if changed:
                self._log.write(turn_record(step.turn, changed, step.id))
            self._steps.end(step.id)

    def not_covered(self, step: Step) -> str | None:
        """A line about what `step` could not keep and no line named before; once it ended, also about lost `.git`s."""
        states = [(path, state) for survey in step.surveys for path, state in survey.states.items()]
        states += list(step.before.items())
        gaps = [f"{self._name(path)} ({state.content})" for path, state in states if state.kind == "other"]
        gaps += [
            f"{survey.folder} beyond its first {self._limits.entries:,} files and folders"
            for survey in step.surveys
            if not survey.complete
        ]
        gaps += [f"{self._name(path)} (Git's own files)" for path in step.turn.uncovered if path.name == ALWAYS_HIDDEN]
        if self._log.problem is not None:
            gaps.append(f"this turn once localcoder has ended ({self._log.problem})")
        new = [gap for gap in dict.fromkeys(gaps) if gap not in self._named]
        self._named.update(new)
        return f"/undo does not cover {listed(new)}." if new else None

    def _differences(self, step: Step) -> Iterator[tuple[Path, Change]]:
        for survey in step.surveys:
            now = self._surveyor.look(survey.folder, survey.hidden)
            for path, before in survey.states.items():
                after = now.states.get(path) or self._keep(path)
                if after != before:
                    yield path, Change(before, after)
            for path, repository in survey.repositories.items():
                if (left := repository_state(path)) != repository:
                    yield path, Change(repository, left)
            for path in survey.certainly_new(now):
                yield path, Change(MISSING, now.states[path])
        for path, before in step.before.items():
            if (after := self._keep(path)) != before:
                yield path, Change(before, after)

    def _keep(self, path: Path) -> State:
        return state_of(path, self._blobs.put, self._limits.file_bytes)

    def _tidy(self, keep_turns: int) -> None:
        """Forget the oldest turns until the rest is small enough; a turn that just ended stays until the next."""
        if self._blobs.size_bytes <= self._limits.stored_bytes:
            return
        while True:
            self._blobs.keep_only(self._history.digests)
            self._surveyor.forget()
            if self._blobs.size_bytes <= self._limits.stored_bytes or len(list(self._history)) <= keep_turns:
                return
            self._history.forget_oldest()
            self._log.write({"type": "dropped"})

    # --- Going on after another process

    def _take_over(self) -> None:
        """Know what the session's earlier processes left, and end the turn in which the last one may have ended."""
        try:
            self._blobs.take_over()
            self._log.read()
            left = list(self._steps.left())
            for one in left:
                self._end_left(one)
        except OSError as error:
            self._history.forget_all()
            self._folder.leave()
            self._log.problem = error.strerror or "what was kept cannot be read"
            return
        if left or self._history.open is not None:
            self._history.end()
            self._log.rewrite()
            if self._log.problem is None:
                self._steps.forget_left()
        self._blobs.keep_only(self._history.digests)

    def _end_left(self, left: LeftStep) -> None:
        """A step ended with its process: what changed until then was its doing, what changed later was not."""
        prompt, number = left.step.turn.prompt, left.step.turn.number
        turn = self._history.open
        if left.step.id in self._log.ended_steps or number in [turn.number for turn in self._history.closed]:
            return
        if turn is None or turn.number != number:
            turn = self._history.begin(prompt, number)
        for path, change in self._differences(left.step):
            if last_change_ns(path) < left.alive_ns:
                turn.add(path, change)
            elif path not in turn.changes:
                turn.uncovered.add(path)

    # --- Going back and forth

    def undo(self) -> str:
        """Put back what the last turn changed, and nothing else; returns a line about it.

        Raises:
            UndoRefused: a file has changed since, or cannot be put back. Nothing was changed then.
        """
        with self._lock:
            turn = self._history.done[-1] if self._history.done else Turn("")
            self._go_back(turn, turn.number, "while that turn ran")
            return self._told("Undone", "before", turn)

    def redo(self) -> str:
        """Take the last undo back; returns a line about it. Raises `UndoRefused` as `undo` does."""
        with self._lock:
            turn = self._history.undone[-1] if self._history.undone else Turn("")
            self._require(turn, "redo", "while that turn ran")
            self._move(turn, turn.changes, [turn.number])
            self._history.redo()
            self._log.write({"type": "redone"})
            return self._told("Redone", "after", turn)

    def undo_since(self, number: int) -> str:
        """Put back what turn `number` and all later ones changed, as one; returns a line about it.

        Each can be taken back by `redo`, the earliest first.

        Raises:
            UndoRefused: a file has changed since, or between two of these turns, or too much was forgotten. Nothing
                was changed then.
        """
        with self._lock:
            if self._history.forgotten >= number:
                raise UndoRefused("Nothing was changed: the checkpoints of that time are no longer kept.")
            together = self._history.together(number)
            self._go_back(together, number, "in that time")
            return self._told("Undone", "before", together)

    def names_since(self, number: int) -> tuple[str, ...]:
        """What `undo_since` would put back, by name; folders only where nothing else changed."""
        with self._lock:
            return tuple(self._files_of(self._history.together(number)))

    def changes(self, since: int = 0) -> tuple[FileChange, ...]:
        """What the turns from number `since` on changed together and did not undo, by name. Folders are left out.

        Of a turn that is still running it is what its calls have changed that are over.
        """
        with self._lock:
            together = self._history.together(since, running=True)
            found = [
                self._file_change(path, change)
                for path, change in together.changes.items()
                if {change.before.kind, change.after.kind} - {"folder", "missing"}
            ]
            found += [FileChange(self._name(path), None, None, "changed, not kept") for path in together.uncovered]
            return tuple(sorted(found, key=lambda change: change.name))

    def _go_back(self, turn: Turn, since: int, when: str) -> None:
        """Undo `turn`, which is all that was done from turn number `since` on."""
        self._require(turn, "undo", when)
        numbers = [one.number for one in self._history.done if one.number >= since]
        self._move(turn, {path: change.reversed for path, change in turn.changes.items()}, numbers)
        self._history.undo(since)
        self._log.write({"type": "undone", "since": since})

    def _require(self, turn: Turn, verb: str, when: str) -> None:
        """UndoRefused unless all of `turn` can be gone back on."""
        if self._history.open is not None:
            raise UndoRefused(f"A turn is still running; there is nothing to {verb} until it ends.")
        if turn.foreign:
            names = listed(sorted(map(self._name, turn.foreign)))
            raise UndoRefused(f"Nothing was changed: something else changed {names} too {when}.")
        if not turn.changes and turn.uncovered:
            names = listed(sorted(map(self._name, turn.uncovered)))
            raise UndoRefused(f"Nothing was changed: no checkpoint covers {names}.")
        if not turn.changes:
            raise UndoRefused(f"There is nothing to {verb}.")

    def _move(self, turn: Turn, changes: dict[Path, Change], numbers: Collection[int]) -> None:
        """Carry out `changes`, those of the turns `numbers` together; whoever ends meanwhile can be gone on after."""
        moved_before = turn.moving
        left = self._restorer.check(changes, moving=moved_before)
        self._history.move(numbers, moving=True)
        self._log.write({"type": "moving", "numbers": list(numbers)})
        try:
            self._restorer.carry_out(left)
        except HalfRestored:
            raise
        except UndoRefused:
            if not moved_before:
                self._history.move(numbers, moving=False)
                self._log.write({"type": "stayed", "numbers": list(numbers)})
            raise

    def _file_change(self, path: Path, change: Change) -> FileChange:
        kept: list[bytes | None] = []
        notes = []
        for state in (change.before, change.after):
            try:
                kept.append(self._blobs.get(state.content) if state.kind == "file" else None)
            except BlobLost as error:
                kept.append(None)
                notes.append(str(error))
            if state.kind == "link":
                notes.append(f"link to {state.content}")
        return FileChange(self._name(path), kept[0], kept[1], ", ".join(notes))

    # --- Saying it

    def _told(self, verb: str, where: str, turn: Turn) -> str:
        names = self._files_of(turn)
        prompt = " ".join(turn.prompt.split())
        shown = prompt if len(prompt) <= 40 else f"{prompt[:39]}…"
        gaps = f" Not covered: {listed(sorted(map(self._name, turn.uncovered)))}." if turn.uncovered else ""
        return f"{verb}: {listed(names)} {'is' if len(names) == 1 else 'are'} as {where} “{shown}”.{gaps}"

    def _files_of(self, turn: Turn) -> list[str]:
        files = [
            path for path, change in turn.changes.items() if "folder" not in (change.before.kind, change.after.kind)
        ]
        return sorted(map(self._name, files or turn.changes))

    def _name(self, path: Path) -> str:
        folder = next((folder for folder in self._folders[:1] if path.is_relative_to(folder)), None)
        return os.fsencode(path.relative_to(folder) if folder else path).decode("utf-8", "backslashreplace")


def _lasting(history: History) -> set[str]:
    """The files of the folder without which `history` would be lost."""
    digests = history.digests
    return {*digests, LOG} if digests or history.forgotten or list(history) else set()


def _with_missing_parents(path: Path) -> Iterator[Path]:
    """`path`, and the folders above it that a write would have to make."""
    yield path
    for parent in path.parents:
        if os.path.exists(parent):
            return
        yield parent


def _has_other_names(path: Path) -> bool:
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and status.st_nlink > 1
