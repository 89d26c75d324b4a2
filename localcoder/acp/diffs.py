"""Unified diffs as the protocol wants them: the old and the new text of each place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


@dataclass(frozen=True, slots=True)
class Hunk:
    """A place of a file that changes, with lines around it. `line` is its first in the new file, counted from 1;
    `old` is None where the file is new."""

    line: int
    old: str | None
    new: str


def hunks(diff: str) -> Iterator[Hunk]:
    """The hunks of the unified diff of one file."""
    rows = diff.split("\n")
    created = rows[0] == "--- /dev/null"
    position = 0
    while position < len(rows):
        head = _HEAD.fullmatch(rows[position])
        position += 1
        if head is None:
            continue
        reader = _Reader(_count(head[1]), _count(head[3]))
        while position < len(rows) and reader.wants(rows[position]):
            reader.take(rows[position])
            position += 1
        yield Hunk(max(1, int(head[2])), None if created else reader.old, reader.new)


class _Reader:
    """Takes a hunk's rows. It counts them, for a removed line may look like a head itself."""

    def __init__(self, old_lines: int, new_lines: int) -> None:
        self.old = self.new = ""
        self._old_lines, self._new_lines = old_lines, new_lines
        self._last = ""

    def wants(self, row: str) -> bool:
        return self._old_lines > 0 or self._new_lines > 0 or row.startswith("\\")

    def take(self, row: str) -> None:
        sign, line = row[:1], f"{row[1:]}\n"
        if sign == "\\":  # the line before it is the file's last, without a newline
            if self._last != "+":
                self.old = self.old.removesuffix("\n")
            if self._last != "-":
                self.new = self.new.removesuffix("\n")
            return
        self._last = sign
        if sign != "+":
            self.old += line
            self._old_lines -= 1
        if sign != "-":
            self.new += line
            self._new_lines -= 1


def _count(lines: str | None) -> int:
    return 1 if lines is None else int(lines)
