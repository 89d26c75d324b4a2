"""What a wildcard word may become: more names than bash finds, never fewer, and never a long walk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

MAX_NAMES_SEEN = 10_000


class TooManyNames(Exception):
    """There are more names than may be looked at."""


class Globs:
    """Looks at `MAX_NAMES_SEEN` names in all, for the words of one command line."""

    def __init__(self) -> None:
        self._left = MAX_NAMES_SEEN

    def paths(self, text: str, folder: Path) -> list[Path]:
        """The paths that the wildcard word `text` may mean in `folder`.

        Every class in brackets counts as any text, for bash's classes and Python's differ; so do `?`, which is one
        byte in some locales, and `**`, which is `*` unless the shell is told otherwise. Hidden names count too.

        Raises:
            TooManyNames: no more names may be looked at.
        """
        places = [Path("/") if text.startswith("/") else folder]
        for part in filter(None, text.split("/")):
            expression = _expression(part)
            if expression is None:
                places = [place / part for place in places if os.path.lexists(place / part)]
                continue
            found: list[Path] = []
            for place in places:
                for name in _names(place):
                    self._left -= 1
                    if self._left < 0:
                        raise TooManyNames
                    if expression.fullmatch(name):
                        found.append(place / name)
            places = found
        return places


def _names(folder: Path) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                yield entry.name
    except OSError:
        return


def _expression(part: str) -> re.Pattern[str] | None:
    """The names that one part of the path may be; None where it holds no wildcard."""
    if not re.search(r"[*?\[]", part):
        return None
    # A class may hold a `]`, so nothing behind its beginning is sure.
    before = re.split(r"\[", part, maxsplit=1)[0]
    pattern = re.sub(r"[*?]+", "*", before + ("*" if before != part else ""))
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL)
