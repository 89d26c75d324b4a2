"""The names of all files of a workspace, gathered in a thread of its own, and the fuzzy search among them."""

from __future__ import annotations

import heapq
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from localcoder.workspace.ignore import walk_entries
from localcoder.workspace.roots import Roots

MAX_NAMES = 1_000_000
"""Further files are not offered; so large a folder is no project, and the names alone would fill the memory."""
_BREATH_ENTRIES = 200
"""After so many the thread lets others run, so that typing goes on beside it."""
_NEWS_NAMES = 20_000
"""So often the first walk says that there is more to search in."""


class FileIndex:
    """Knows the files of a workspace that are not ignored, as they are named in it.

    `refresh` walks the folders in a daemon thread. Until the first walk has ended `names` grows; later ones replace it
    when they are complete, so that a search always has something to search in. `on_news` is called in that thread when
    there is more to find. Names that cannot be typed (control characters, bytes that are no text) are left out.

    Attributes:
        steps: how many entries all walks together have looked at.
        walks: how many walks have ended.
    """

    def __init__(
        self,
        roots: Roots,
        on_news: Callable[[], None] = lambda: None,
        may_read: Callable[[Path], bool] | None = None,
    ) -> None:
        self._roots = roots
        self._on_news = on_news
        self._may_read = may_read
        self._names: Sequence[str] = ()
        self._thread: threading.Thread | None = None
        self._closed = False
        self.steps = 0
        self.walks = 0

    @property
    def names(self) -> Sequence[str]:
        """What is known so far, in no promised order."""
        return self._names

    @property
    def building(self) -> bool:
        """Whether a walk is under way."""
        return self._thread is not None and self._thread.is_alive()

    def refresh(self) -> None:
        """Look at the folders again, unless that is being done or the index is closed. Returns at once."""
        if self._closed or self.building:
            return
        self._thread = threading.Thread(target=self._walk, name="file-index", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the walk."""
        self._closed = True

    def _walk(self) -> None:
        found: list[str] = []
        if self.walks == 0:
            self._names = found
        for folder in self._roots.folders:
            for entry, hidden in walk_entries(folder):
                self.steps += 1
                if self.steps % _BREATH_ENTRIES == 0:
                    time.sleep(0)
                if self._closed or len(found) >= MAX_NAMES:
                    break
                if not hidden and entry.is_file(follow_symlinks=False):
                    self._add(entry, found)
        if self._closed:
            return
        self._names = found
        self.walks += 1
        self._on_news()

    def _add(self, entry: os.DirEntry[str], found: list[str]) -> None:
        path = Path(entry.path)
        if not entry.path.isprintable() or (self._may_read is not None and not self._may_read(path)):
            return
        found.append(self._roots.display(path))
        if self.walks == 0 and len(found) % _NEWS_NAMES == 0:
            self._on_news()


def best_matches(
    names: Iterable[str], letters: str, most: int, cancelled: Callable[[], bool] = lambda: False
) -> list[str]:
    """The `most` best of `names` that hold `letters` in this order, whatever their case.

    First those that begin with them (the path or the file's own name), then those that hold them in one piece, in the
    file's own name before elsewhere, then the others by how close together the letters stand; the shorter before the
    longer, else by name. So the order does not depend on that of `names`. Empty where it was `cancelled`.
    """
    wanted = letters.lower()
    ranked = (rank for name in _until(cancelled, names) if (rank := _rank(name, wanted)) is not None)
    best = heapq.nsmallest(most, ranked)
    return [] if cancelled() else [name for _, _, _, name in best]


def _until(cancelled: Callable[[], bool], names: Iterable[str]) -> Iterable[str]:
    for number, name in enumerate(names):
        if number % _BREATH_ENTRIES == 0:
            if cancelled():
                return
            time.sleep(0)
        yield name


def _rank(name: str, wanted: str) -> tuple[int, int, int, str] | None:
    """The place of `name` in the order, smaller before larger; None if it lacks a letter."""
    lower = name.lower()
    span = _span(lower, wanted)
    if span is None:
        return None
    own = lower.rpartition("/")[2]
    if lower.startswith(wanted) or own.startswith(wanted):
        return 0, 0, len(name), name
    if wanted in own:
        return 1, 0, len(name), name
    if wanted in lower:
        return 2, 0, len(name), name
    return 3, span, len(name), name


def _span(text: str, wanted: str) -> int | None:
    """Over how many characters the letters of `wanted` are spread where each is taken as early as it comes."""
    start = end = 0
    for number, letter in enumerate(wanted):
        place = text.find(letter, end)
        if place < 0:
            return None
        if number == 0:
            start = place
        end = place + 1
    return end - start
