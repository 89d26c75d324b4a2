"""Looking at a whole folder: the state of all that is not ignored, without reading again what did not change."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from localcoder.workspace.files import MAX_FILE_BYTES
from localcoder.workspace.ignore import ALWAYS_HIDDEN, walk_entries
from localcoder.workspace.repositories import repository_state
from localcoder.workspace.states import State, state_from

_SETTLED_NS = 2_000_000_000
"""A file that changed so shortly before it was read may change again within the same tick of its clock."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is kept at most: entries of a folder, bytes of one file, of one look at a folder, and in all.

    Within one turn there may be twice `stored_bytes`; what would be more is not covered.
    """

    entries: int = 20_000
    file_bytes: int = MAX_FILE_BYTES
    look_bytes: int = 512 * 1024**2
    stored_bytes: int = 2 * 1024**3


@dataclass
class Survey:
    """What lies in a folder.

    `hidden` was not looked into: it is ignored or cannot be read. `repositories`: which `.git` lay where.
    `complete`: no limit ended the walk.
    """

    folder: Path
    states: dict[Path, State] = field(default_factory=dict)
    hidden: set[Path] = field(default_factory=set)
    repositories: dict[Path, State] = field(default_factory=dict)
    complete: bool = True

    def certainly_new(self, later: Survey) -> Collection[Path]:
        """The paths that did not exist at this survey and do in `later`, which passed over what was hidden then."""
        return later.states.keys() - self.states.keys() if self.complete else ()


class Surveyor:
    """Looks at folders. `keep` stores a content and names it; the paths in `skip` are passed over."""

    def __init__(self, keep: Callable[[bytes], str], limits: Limits, skip: frozenset[str]) -> None:
        self._keep = keep
        self._limits = limits
        self._skip = skip
        self._known: dict[Path, tuple[tuple[int, ...], State]] = {}

    def look(self, folder: Path, hidden_before: Collection[Path] = ()) -> Survey:
        """The state of everything below `folder`, but for what was `hidden_before`, even if it no longer is.

        Files that look untouched since the last look are not read again.
        """
        survey = Survey(folder)
        seen = total_bytes = 0
        for entry, hidden in walk_entries(folder, self._skip.union(map(str, hidden_before))):
            seen += 1
            if seen > self._limits.entries:
                survey.complete = False
                break
            path = Path(entry.path)
            if hidden:
                survey.hidden.add(path)
                if path.name == ALWAYS_HIDDEN:
                    survey.repositories[path] = repository_state(path)
                continue
            try:
                status = path.lstat()
                if entry.is_dir(follow_symlinks=False) and not os.access(path, os.R_OK | os.X_OK):
                    survey.hidden.add(path)
                if entry.is_file(follow_symlinks=False):
                    total_bytes += status.st_size
                    if total_bytes > self._limits.look_bytes:
                        total_bytes -= status.st_size
                        reason = f"more than {self._limits.look_bytes // 1024**2} MiB in all"
                        survey.states[path] = State("other", 0, reason, status.st_ctime_ns)
                        continue
                survey.states[path] = self._state(path, status)
            except FileNotFoundError:
                continue
            except OSError as error:
                survey.states[path] = State("other", 0, error.strerror or "unreadable")
        return survey

    def forget(self) -> None:
        """Read every file at the next look."""
        self._known.clear()

    def _state(self, path: Path, status: os.stat_result) -> State:
        stamp = (status.st_dev, status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        known = self._known.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        looked_ns = time.time_ns()
        state = state_from(path, status, self._keep, self._limits.file_bytes)
        if state.kind == "file" and max(status.st_mtime_ns, status.st_ctime_ns) + _SETTLED_NS < looked_ns:
            self._known[path] = (stamp, state)
        else:
            self._known.pop(path, None)
        return state
