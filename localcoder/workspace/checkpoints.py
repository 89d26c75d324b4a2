"""Checkpoints of what a turn changed, so that it can be undone and redone, inside Git or not.

A turn consists of steps: the workspace is looked at before and after each, and what differs belongs to the turn. A
change that came from elsewhere is therefore never part of a turn, unless it happened while a command ran.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from localcoder.errors import LocalcoderError
from localcoder.workspace.blobs import BlobLost, BlobStore, digest_of
from localcoder.workspace.states import MISSING, State, make_file, make_folder, make_link, remove, state_of
from localcoder.workspace.survey import Limits, Survey, Surveyor

_SHOWN = 5


class UndoRefused(LocalcoderError):
    """Nothing was changed; the message says why, with the file's name."""


@dataclass(frozen=True, slots=True)
class Change:
    """What lay at a path before and after."""

    before: State
    after: State

    @property
    def reversed(self) -> Change:
        """The way back."""
        return Change(self.after, self.before)


@dataclass(frozen=True, slots=True)
class FileChange:
    """What became of the file `name`, one of the workspace or outside it: its bytes before and after, None for none.

    `note` says of what has no bytes (a link, a file too large to keep) what it is.
    """

    name: str
    before: bytes | None
    after: bytes | None
    note: str = ""


@dataclass
class _Turn:
    """What one turn changed. `foreign`: changed by something else too; `uncovered`: changed and not kept."""

    prompt: str
    number: int = 0
    changes: dict[Path, Change] = field(default_factory=dict)
    foreign: set[Path] = field(default_factory=set)
    uncovered: set[Path] = field(default_factory=set)

    def add(self, path: Path, change: Change) -> None:
        """Take in what one step changed."""
        earlier = self.changes.get(path)
        if "other" in (change.before.kind, change.after.kind):
            self.uncovered.add(path)
            self.changes.pop(path, None)
        elif path in self.uncovered or (earlier is not None and earlier.after == change.after):
            return  # another call, side by side with this one, did it
        else:
            if earlier is not None and earlier.after != change.before:
                self.foreign.add(path)
            self.changes[path] = Change(earlier.before if earlier else change.before, change.after)

    def close(self) -> None:
        """Forget what came back to where it was."""
        self.changes = {path: change for path, change in self.changes.items() if change.before != change.after}
        self.foreign &= self.changes.keys()

    @property
    def digests(self) -> set[str]:
        """The contents that it needs."""
        states = [state for change in self.changes.values() for state in (change.before, change.after)]
        return {state.content for state in states if state.kind == "file"}


@dataclass
class Step:
    """One call that may change files, between `begin_step` and `end_step`."""

    turn: _Turn
    before: dict[Path, State]
    surveys: Sequence[Survey]


class Checkpoints:
    """The turns of one conversation that can be undone.

    Args:
        folders: the workspace, with links resolved; a command's changes are looked for there.
        base: the folder for contents; it and what it lies in are never part of the workspace.
        private: further folders of localcoder's own, which are never part of it either.
    """

    def __init__(
        self, folders: Sequence[Path], base: Path, *, private: Iterable[Path] = (), limits: Limits | None = None
    ) -> None:
        self._folders = tuple(folders)
        self._limits = limits or Limits()
        self._blobs = BlobStore(base, 2 * self._limits.stored_bytes)
        self._surveyor = Surveyor(self._blobs.put, self._limits, frozenset(map(str, (base, *private))))
        self._done: list[_Turn] = []
        self._undone: list[_Turn] = []
        self._turn: _Turn | None = None
        self._begun = 0
        self._forgotten = 0
        self._depth = 0
        self._lock = threading.Lock()
        self._named: set[str] = set()

    # --- Recording

    def begin_turn(self, prompt: str) -> int:
        """A turn begins; returns its number. One within another (of a subagent) belongs to the outer one."""
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                self._tidy(keep_turns=0)
                self._begun += 1
                self._turn = _Turn(prompt, self._begun)
            return self._begun

    def end_turn(self) -> None:
        """The turn is over; if it changed something, it is the next to be undone and nothing can be redone."""
        with self._lock:
            self._depth -= 1
            turn = self._turn
            if self._depth or turn is None:
                return
            self._turn = None
            turn.close()
            if turn.changes or turn.uncovered:
                self._done.append(turn)
                self._undone.clear()
            self._tidy(keep_turns=1)

    def begin_step(self, paths: Iterable[Path], *, everything: bool) -> Step | None:
        """Keep what lies at the resolved `paths`, or `everything` that is not ignored, before a call changes it.

        None between turns, where nothing is recorded. Takes as long as reading the files that changed since last time.
        """
        with self._lock:
            if self._turn is None:
                return None
            before = {path: self._keep(path) for named in paths for path in _with_missing_parents(named)}
            surveys = [self._surveyor.look(folder) for folder in self._folders] if everything else []
            return Step(self._turn, before, surveys)

    def end_step(self, step: Step) -> None:
        """The call is over, however it ended: what differs now was its doing."""
        with self._lock:
            for survey in step.surveys:
                now = self._surveyor.look(survey.folder, survey.hidden)
                for path, before in survey.states.items():
                    after = now.states.get(path) or self._keep(path)
                    if after != before:
                        step.turn.add(path, Change(before, after))
                for path in survey.certainly_new(now):
                    step.turn.add(path, Change(MISSING, now.states[path]))
            for path, before in step.before.items():
                if (after := self._keep(path)) != before:
                    step.turn.add(path, Change(before, after))

    def not_covered(self, step: Step) -> str | None:
        """A line about what `step` could not keep and no line named before."""
        states = [(path, state) for survey in step.surveys for path, state in survey.states.items()]
        states += list(step.before.items())
        gaps = [f"{self._name(path)} ({state.content})" for path, state in states if state.kind == "other"]
        gaps += [
            f"{survey.folder} beyond its first {self._limits.entries:,} files and folders"
            for survey in step.surveys
            if not survey.complete
        ]
        new = [gap for gap in dict.fromkeys(gaps) if gap not in self._named]
        self._named.update(new)
        return f"/undo does not cover {_listed(new)}." if new else None

    def _keep(self, path: Path) -> State:
        return state_of(path, self._blobs.put, self._limits.file_bytes)

    def _tidy(self, keep_turns: int) -> None:
        """Forget the oldest turns until the rest is small enough; a turn that just ended stays until the next."""
        if self._blobs.size_bytes <= self._limits.stored_bytes:
            return
        while True:
            turns = [*self._done, *self._undone]
            self._blobs.keep_only(set().union(*(turn.digests for turn in turns)))
            self._surveyor.forget()
            if self._blobs.size_bytes <= self._limits.stored_bytes or len(turns) <= keep_turns:
                return
            forgotten = (self._done or self._undone).pop(0)
            self._forgotten = max(self._forgotten, forgotten.number)

    # --- Going back and forth

    def undo(self) -> str:
        """Put back what the last turn changed, and nothing else; returns a line about it.

        Raises:
            UndoRefused: a file has changed since, or cannot be put back. Nothing was changed then.
        """
        with self._lock:
            turn = self._last(self._done, "undo")
            self._restore({path: change.reversed for path, change in turn.changes.items()})
            self._undone.append(self._done.pop())
            return self._told("Undone", "before", turn)

    def redo(self) -> str:
        """Take the last undo back; returns a line about it. Raises `UndoRefused` as `undo` does."""
        with self._lock:
            turn = self._last(self._undone, "redo")
            self._restore(turn.changes)
            self._done.append(self._undone.pop())
            return self._told("Redone", "after", turn)

    def undo_since(self, number: int) -> str:
        """Put back what turn `number` and all later ones changed, as one; returns a line about it.

        Each can be taken back by `redo`, the earliest first.

        Raises:
            UndoRefused: a file has changed since, or between two of these turns, or too much was forgotten. Nothing
                was changed then.
        """
        with self._lock:
            if self._forgotten >= number:
                raise UndoRefused("Nothing was changed: the checkpoints of that time are no longer kept.")
            together = self._to_restore(self._together(number), "undo", "in that time")
            self._restore({path: change.reversed for path, change in together.changes.items()})
            while self._done and self._done[-1].number >= number:
                self._undone.append(self._done.pop())
            return self._told("Undone", "before", together)

    def names_since(self, number: int) -> tuple[str, ...]:
        """What `undo_since` would put back, by name; folders only where nothing else changed."""
        with self._lock:
            return tuple(self._files_of(self._together(number)))

    def changes(self, since: int = 0) -> tuple[FileChange, ...]:
        """What the turns from number `since` on changed together and did not undo, by name. Folders are left out."""
        with self._lock:
            together = self._together(since)
            found = [
                self._file_change(path, change)
                for path, change in together.changes.items()
                if {change.before.kind, change.after.kind} - {"folder", "missing"}
            ]
            found += [FileChange(self._name(path), None, None, "changed, not kept") for path in together.uncovered]
            return tuple(sorted(found, key=lambda change: change.name))

    def _together(self, since: int) -> _Turn:
        """The done turns from number `since` on as one, whose prompt is that of the first."""
        turns = [turn for turn in self._done if turn.number >= since]
        together = _Turn(turns[0].prompt if turns else "")
        for turn in turns:
            for path, change in turn.changes.items():
                earlier = together.changes.get(path)
                if earlier is not None and earlier.after != change.before:
                    together.foreign.add(path)
                together.changes[path] = Change(earlier.before if earlier else change.before, change.after)
            together.foreign |= turn.foreign
            together.uncovered |= turn.uncovered
        together.close()
        return together

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

    def _last(self, turns: Sequence[_Turn], verb: str) -> _Turn:
        return self._to_restore(turns[-1] if turns else _Turn(""), verb, "while that turn ran")

    def _to_restore(self, turn: _Turn, verb: str, when: str) -> _Turn:
        """`turn`, if all of it can be gone back on."""
        if self._turn is not None:
            raise UndoRefused(f"A turn is still running; there is nothing to {verb} until it ends.")
        if turn.foreign:
            names = _listed(sorted(map(self._name, turn.foreign)))
            raise UndoRefused(f"Nothing was changed: something else changed {names} too {when}.")
        if not turn.changes and turn.uncovered:
            names = _listed(sorted(map(self._name, turn.uncovered)))
            raise UndoRefused(f"Nothing was changed: no checkpoint covers {names}.")
        if not turn.changes:
            raise UndoRefused(f"There is nothing to {verb}.")
        return turn

    def _restore(self, changes: dict[Path, Change]) -> None:
        for path, change in changes.items():
            self._check(path, change, changes)
            if change.after.kind == "file":
                try:
                    self._blobs.get(change.after.content)
                except BlobLost as error:
                    raise UndoRefused(f"Nothing was changed: {self._name(path)}: {error}.") from None
        begun: dict[Path, Change] = {}
        try:
            for path, action in self._actions(changes):
                begun[path] = changes[path]
                action()
        except (OSError, LocalcoderError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            left = self._roll_back(begun)
            outcome = f"these may be half done: {_listed(left)}" if left else "nothing was changed"
            raise UndoRefused(f"{self._name(path)} cannot be put back ({reason}); {outcome}.") from None

    def _check(self, path: Path, change: Change, changes: dict[Path, Change]) -> None:
        """UndoRefused unless what lies at `path` is what the turn left there."""
        now = state_of(path, digest_of, self._limits.file_bytes)
        expected, wanted = change.before, change.after
        if expected.kind == now.kind == "folder" and wanted.kind != "folder":
            # Its mode is no reason; what lies in it is, where something else takes its place.
            if wanted.kind == "missing" or all(inner in changes for inner in path.iterdir()):
                return
        elif now == expected or ({expected.kind, wanted.kind} == {"missing", "folder"} and now.kind == wanted.kind):
            return  # a folder that is there already, or gone already, is as it should be
        raise UndoRefused(f"Nothing was changed: {self._name(path)} has changed since.")

    def _actions(self, changes: dict[Path, Change]) -> Iterator[tuple[Path, Callable[[], None]]]:
        """What to do, in an order that works: removals from below, folders from above, files and links, modes."""
        for path in sorted(changes, reverse=True):
            change = changes[path]
            if change.before.kind != change.after.kind:
                yield path, partial(remove, path, change.before)
        for path in sorted(changes):
            if changes[path].after.kind == "folder":
                yield path, partial(make_folder, path)
        for path, change in changes.items():
            if change.after.kind in ("file", "link"):
                yield path, partial(self._put, path, change.after)
        for path in sorted(changes, reverse=True):
            if (wanted := changes[path].after).kind == "folder":
                yield path, partial(path.chmod, wanted.mode)

    def _put(self, path: Path, wanted: State) -> None:
        if wanted.kind == "link":
            make_link(path, wanted)
        else:
            make_file(path, wanted, self._blobs.get(wanted.content))

    def _roll_back(self, begun: dict[Path, Change]) -> list[str]:
        """Undo what was begun; returns the names of what could not be."""
        left = []
        for path, action in self._actions({path: change.reversed for path, change in begun.items()}):
            try:
                action()
            except (OSError, LocalcoderError):
                left.append(self._name(path))
        return left

    # --- Saying it

    def _told(self, verb: str, where: str, turn: _Turn) -> str:
        names = self._files_of(turn)
        prompt = " ".join(turn.prompt.split())
        shown = prompt if len(prompt) <= 40 else f"{prompt[:39]}…"
        gaps = f" Not covered: {_listed(sorted(map(self._name, turn.uncovered)))}." if turn.uncovered else ""
        return f"{verb}: {_listed(names)} {'is' if len(names) == 1 else 'are'} as {where} “{shown}”.{gaps}"

    def _files_of(self, turn: _Turn) -> list[str]:
        files = [
            path for path, change in turn.changes.items() if "folder" not in (change.before.kind, change.after.kind)
        ]
        return sorted(map(self._name, files or turn.changes))

    def _name(self, path: Path) -> str:
        folder = next((folder for folder in self._folders[:1] if path.is_relative_to(folder)), None)
        return os.fsencode(path.relative_to(folder) if folder else path).decode("utf-8", "backslashreplace")


def _with_missing_parents(path: Path) -> Iterator[Path]:
    """`path`, and the folders above it that a write would have to make."""
    yield path
    for parent in path.parents:
        if parent.exists():
            return
        yield parent


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
