"""Unified diffs for people."""

from __future__ import annotations

import difflib

from localcoder.workspace.files import visible

_MAX_CHARACTERS = 2_000_000
"""Above this, comparing lines would take seconds; the diff then names the sizes alone."""


def unified_diff(name: str, before: str, after: str, *, created: bool = False) -> str:
    """The unified diff of a file `name`; empty where nothing changes. Line ends and foreign bytes are made visible."""
    if before == after and not created:
        return ""
    source = "/dev/null" if created else f"a/{name}"
    if len(before) + len(after) > _MAX_CHARACTERS:
        return (
            f"--- {source}\n+++ b/{name}\n({len(before)} characters before, {len(after)} after: too large to compare)\n"
        )
    rows = difflib.unified_diff(_lines(before), _lines(after), source, f"b/{name}")
    return visible("".join(row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows))


def _lines(text: str) -> list[str]:
    """Lines with their LF; str.splitlines would also split at form feeds and the like."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
