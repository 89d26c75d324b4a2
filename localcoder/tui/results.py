"""What a person is told of a result that is written for the model: how much it is, and what was left out of it."""

from __future__ import annotations

import re

from localcoder.agent.instructions import told_characters
from localcoder.tui.text import count, one_line

QUIET_TOOLS = frozenset({"read", "list", "search"})
"""Their results are for the model; a person sees how much it was, and all of it on demand."""

_LINE_OF_A_FILE = re.compile(r"\d+\|")
_NOTHING = re.compile(r"\[(?:.* is )?(no matches|empty folder|empty file|not text: .*)\]")
_LINES_OF = re.compile(r"\[lines \d+-\d+ of (\d+)(; .*)?\]")
_ONLY_THE_FIRST = re.compile(r"\[only the first \d+ (matches|entries); .*\]")
_LEFT_OUT = re.compile(r"\[(\d+) characters left out(?:; (.*))?\]")


def result_size(tool: str, content: str) -> str:
    """How much one of `QUIET_TOOLS` found: `12 lines`, `1,000 of 5,000 lines`, `200 lines, cut`, or that it is nothing.

    What the tool says in brackets about its result is no line of it.
    """
    own = content[: len(content) - told_characters(content)].rstrip("\n")
    if nothing := _NOTHING.fullmatch(own):
        return one_line(nothing[1], 100)
    lines = own.split("\n")
    last = lines[-1]
    cut = any(_LEFT_OUT.fullmatch(line) for line in lines)
    if tool == "read":
        # A file's own lines have numbers before them, so that none can pass for a note.
        shown = sum(_LINE_OF_A_FILE.match(line) is not None for line in lines) or len(lines)
        if (window := _LINES_OF.fullmatch(last)) and not cut:
            return f"{shown:,} of {count(int(window[1]), 'line')}"
        cut = cut or window is not None
    else:
        is_note = _ONLY_THE_FIRST.fullmatch(last) is not None
        shown = len(lines) - is_note
        cut = cut or is_note
    return count(shown, "line") + (", cut" if cut else "")


def left_out(lines: list[str]) -> str:
    """What was left out of a command's output before it came here, from the note among its `lines`, or nothing."""
    for line in lines:
        if note := _LEFT_OUT.fullmatch(line):
            where = f"; {note[2]}" if note[2] else ""
            return f"{count(int(note[1]), 'character')} left out{where}"
    return ""
