"""The plain entries of the transcript: what the user wrote, notices, and tables of facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.content import Content
from textual.widgets import Static

from localcoder.tui.text import count, plain, visible

SHOWN_LINES, SHOWN_CHARACTERS = 500, 20_000
"""So much of a prompt is shown."""

Level = Literal["info", "warning", "error"]
_MARKS: dict[Level, tuple[str, str]] = {
    "info": ("·", "$quiet"),
    "warning": ("!", "$warning"),
    "error": ("✗", "$error"),
}


class UserMessage(Static):
    """A prompt as the user wrote it; of a very long one the beginning, since all of it would hold the screen up."""

    def __init__(self, text: str) -> None:
        shown = "\n".join(text[:SHOWN_CHARACTERS].split("\n")[:SHOWN_LINES])
        more = count(len(text) - len(shown), "more character")
        note = f"\n… {more}, not shown here" if len(shown) < len(text) else ""
        super().__init__(Content.assemble(plain(shown), (note, "$quiet")), classes="entry", markup=False)


class NoticeLine(Static):
    """A line of information, a warning or an error; the level shows without colour too."""

    def __init__(self, level: Level, text: str) -> None:
        mark, style = _MARKS[level]
        body = Content.styled(visible(text), "$quiet" if level == "info" else style)
        super().__init__(Content.assemble((f"{mark} ", style), body), classes=f"entry -{level}", markup=False)


class Facts(Static):
    """Rows of name and value under a title, for `/help` and `/status`."""

    def __init__(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        width = max((len(name) for name, _ in rows), default=0)
        lines = [Content.styled(title, "bold")]
        lines += [Content.assemble((f"{name:<{width}}  ", "$primary"), (visible(value), "")) for name, value in rows]
        super().__init__(Content("\n").join(lines), classes="entry", markup=False)
