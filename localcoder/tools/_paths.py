"""What the file tools share: opening what a path means, and errors that name what lies near it."""

from __future__ import annotations

import os
from pathlib import Path

from localcoder.permissions.access import Access, AccessKind
from localcoder.tools.base import ToolContext
from localcoder.workspace.files import FileRefused, read_bytes

_MAX_NAMES_COMPARED = 2000
_MAX_NAMES_SHOWN = 3
_MIN_LIKENESS = 60


def path_access(kind: AccessKind, text: str, context: ToolContext) -> list[Access]:
    """The access of a call on one path."""
    return [Access(kind, str(context.roots.resolve(text)))]


def read_named(text: str, context: ToolContext) -> tuple[Path, bytes]:
    """The resolved path and the bytes of the file that `text` means.

    Raises:
        FileRefused: with what is there instead, and for a missing file with the names nearest to it.
    """
    path = context.roots.resolve(text)
    if path.is_dir():
        raise FileRefused(f"{text} is a folder; use list to see what is in it")
    try:
        return path, read_bytes(path, text)
    except FileNotFoundError as error:
        raise FileRefused(missing(text, context)) from error


def missing(text: str, context: ToolContext) -> str:
    """One sentence for a path that does not exist, with the nearest names there are."""
    near = _nearest(text, context)
    return f"{text} does not exist" + (f"; did you mean {' or '.join(near)}?" if near else "")


def _nearest(text: str, context: ToolContext) -> list[str]:
    from rapidfuzz import fuzz, process

    folder = context.roots.resolve(text).parent
    # What lies outside the workspace was not approved to be listed.
    if not context.roots.contains(folder) or not folder.is_dir():
        return []
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for _, entry in zip(range(_MAX_NAMES_COMPARED), entries, strict=False))
    except OSError:
        return []
    wanted = Path(text).name
    found = process.extract(
        wanted.lower(),
        {name: name.lower() for name in names},
        scorer=fuzz.ratio,
        score_cutoff=_MIN_LIKENESS,
        limit=_MAX_NAMES_SHOWN,
    )
    return [str(Path(text).with_name(name)) for _, _, name in found]


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
