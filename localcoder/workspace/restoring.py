"""Putting back what lay in a workspace: all of it, or nothing where something else has changed a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from localcoder.errors import LocalcoderError
from localcoder.workspace.blobs import BlobLost, BlobStore, digest_of
from localcoder.workspace.states import State, make_file, make_folder, make_link, remove, state_of
from localcoder.workspace.turns import Change

_SHOWN = 5


class UndoRefused(LocalcoderError):
    """Nothing was changed; the message says why, with the file's name."""


class HalfRestored(UndoRefused):
    """Some files could be put back and others not, nor could that be taken back."""


def listed(names: Sequence[str]) -> str:
    """The first of `names`, and how many more there are."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


class Restorer:
    """Takes files from the states before to those after. `name` is how people know a path."""

    def __init__(self, blobs: BlobStore, max_file_bytes: int, name: Callable[[Path], str]) -> None:
        self._blobs = blobs
        self._max_file_bytes = max_file_bytes
        self._name = name

    def check(self, changes: Mapping[Path, Change], *, moving: bool) -> dict[Path, Change]:
        """What of `changes` is left to do: all, unless a process ended while it was `moving` these files.

        Raises:
            UndoRefused: something else lies at a path than the state before, or a content is lost.
        """
        left = {}
        for path, change in changes.items():
            now = state_of(path, digest_of, self._max_file_bytes)
            if moving and _was_moved(now, change):
                left[path] = Change(now, change.after)
            elif _is_as_left(path, now, change, changes):
                left[path] = change
            else:
                raise UndoRefused(f"Nothing was changed: {self._name(path)} has changed since.")
            if change.after.kind == "file":
                try:
                    self._blobs.get(change.after.content)
                except BlobLost as error:
                    raise UndoRefused(f"Nothing was changed: {self._name(path)}: {error}.") from None
        return left

    def carry_out(self, changes: Mapping[Path, Change]) -> None:
        """Put everything at its place.

        Raises:
            UndoRefused: something could not be; nothing was changed then.
            HalfRestored: nor could the rest be put back.
        """
        begun: dict[Path, Change] = {}
        try:
            for path, action in self._actions(changes):
                begun[path] = changes[path]
                action()
        except (OSError, LocalcoderError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            failed = f"{self._name(path)} cannot be put back ({reason})"
            if left := self._roll_back(begun):
                raise HalfRestored(f"{failed}; these may be half done: {listed(left)}.") from None
            raise UndoRefused(f"{failed}; nothing was changed.") from None

    def _actions(self, changes: Mapping[Path, Change]) -> Iterator[tuple[Path, Callable[[], None]]]:
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

    def _roll_back(self, begun: Mapping[Path, Change]) -> list[str]:
        """Undo what was begun; returns the names of what could not be."""
        left = []
        for path, action in self._actions({path: change.reversed for path, change in begun.items()}):
            try:
                action()
            except (OSError, LocalcoderError):
                left.append(self._name(path))
        return left


def _is_as_left(path: Path, now: State, change: Change, changes: Mapping[Path, Change]) -> bool:
    """Whether what lies at `path` is what the turn left there."""
    expected, wanted = change.before, change.after
    if expected.kind == now.kind == "folder" and wanted.kind != "folder":
        # Its mode is no reason; what lies in it is, where something else takes its place.
        return wanted.kind == "missing" or all(inner in changes for inner in path.iterdir())
    # A folder that is there already, or gone already, is as it should be.
    return now == expected or ({expected.kind, wanted.kind} == {"missing", "folder"} and now.kind == wanted.kind)


def _was_moved(now: State, change: Change) -> bool:
    """Whether `now` is what an interrupted move leaves on its way from the state before to the one after."""
    if now == change.after or (now.kind == change.after.kind == "folder"):
        return True
    return now.kind == "missing" and change.before.kind != change.after.kind
