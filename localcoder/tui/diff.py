"""A unified diff as coloured content with line numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from textual.content import Content

from localcoder.tui.text import count, visible

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")

Kind = Literal["file", "gap", "added", "removed", "same", "note"]
_STYLES: dict[Kind, str] = {
    "file": "bold",
    "gap": "$quiet",
    "added": "$diff-added",
    "removed": "$diff-removed",
    "same": "$quiet",
    "note": "$quiet",
}
_SIGNS: dict[Kind, str] = {"added": "+", "removed": "-", "same": " "}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line to show. `number` counts in the new file, for removed lines in the old one; None where it has none."""

    kind: Kind
    number: int | None
    text: str


def parse_diff(diff: str) -> list[DiffLine]:
    """The lines of a unified diff of one or more files. Never fails: what it does not know becomes a note.

    A hunk ends where its header says, so that no changed line can pass for a header.
    """
    lines: list[DiffLine] = []
    old = new = old_left = new_left = 0
    for line in diff.split("\n"):
        in_hunk = old_left > 0 or new_left > 0
        if in_hunk and line[:1] == "+":
            lines.append(DiffLine("added", new, line[1:]))
            new, new_left = new + 1, new_left - 1
        elif in_hunk and line[:1] == "-":
            lines.append(DiffLine("removed", old, line[1:]))
            old, old_left = old + 1, old_left - 1
        elif in_hunk and line[:1] in (" ", ""):
            lines.append(DiffLine("same", new, line[1:]))
            old, new, old_left, new_left = old + 1, new + 1, old_left - 1, new_left - 1
        elif hunk := _HUNK.match(line):
            if lines and lines[-1].kind != "file":
                lines.append(DiffLine("gap", None, "⋯"))
            old, new = int(hunk[1]), int(hunk[3])
            old_left, new_left = int(hunk[2] or 1), int(hunk[4] or 1)
        elif line.startswith("+++ "):
            lines.append(DiffLine("file", None, line[4:].split("\t")[0].removeprefix("b/")))
        elif line and not line.startswith("--- "):
            lines.append(DiffLine("note", None, line))
    # The one file is named by the call itself.
    files = sum(line.kind == "file" for line in lines)
    return lines if files > 1 else [line for line in lines if line.kind != "file"]


def change_counts(diff: str) -> tuple[int, int]:
    """Lines added and removed."""
    kinds = [line.kind for line in parse_diff(diff)]
    return kinds.count("added"), kinds.count("removed")


def diff_content(diff: str, max_lines: int | None = None) -> Content:
    """The diff for the screen, cut after `max_lines` with a line that says how much is missing."""
    lines = parse_diff(diff)
    shown = lines if max_lines is None or len(lines) <= max_lines else lines[: max_lines - 1]
    width = max((len(str(line.number)) for line in shown if line.number is not None), default=0)
    rows = [_row(line, width) for line in shown]
    if len(shown) < len(lines):
        rows.append(Content.styled(f"… {count(len(lines) - len(shown), 'more line')}", "$quiet"))
    return Content("\n").join(rows)


def _row(line: DiffLine, width: int) -> Content:
    if line.kind in ("file", "gap", "note"):
        return Content.styled(visible(line.text), _STYLES[line.kind])
    number = "" if line.number is None else str(line.number)
    return Content.assemble(
        (f"{number:>{width}} ", "$faint"),
        (f"{_SIGNS[line.kind]} {visible(line.text)}", _STYLES[line.kind]),
    )
