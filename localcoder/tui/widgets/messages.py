"""The plain entries of the transcript: what the user wrote, notices, and tables of facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.content import Content
from textual.widgets import Static

from localcoder.tui.pastes import FOLD_CHARACTERS, FOLD_LINES
from localcoder.tui.text import count, plain, visible

SHOWN_LINES, SHOWN_CHARACTERS = 500, 20_000
"""So much of a prompt is shown at most."""
HEAD_LINES, TAIL_LINES, LINE_CHARACTERS = 5, 3, 400
"""So much of it is shown where it is folded."""

Level = Literal["info", "warning", "error"]
_MARKS: dict[Level, tuple[str, str]] = {
    "info": ("·", "$quiet"),
    "warning": ("!", "$warning"),
    "error": ("✗", "$error"),
}


class UserMessage(Static):
    """A prompt as the user wrote it. A long one, with a paste that was a mark in the draft for instance, is folded.

    Unfolded, of a very long one the beginning is shown, since all of it would hold the screen up.
    """

    def __init__(self, text: str, expanded: bool = False) -> None:
        self._text = text
        self._is_long = text.count("\n") >= FOLD_LINES or len(text) > FOLD_CHARACTERS
        self._expanded = expanded
        super().__init__(self._shown(), classes="entry", markup=False)

    def set_expanded(self, expanded: bool) -> None:
        """Show all, or fold what is long."""
        if self._is_long and expanded != self._expanded:
            self._expanded = expanded
            self.update(self._shown())

    def on_click(self) -> None:
        """Fold or unfold this one."""
        self.set_expanded(not self._expanded)

    def _shown(self) -> Content:
        return _folded(self._text) if self._is_long and not self._expanded else _beginning(self._text)


def _beginning(text: str) -> Content:
    """`text`, or as much of it as the screen can bear."""
    shown = "\n".join(text[:SHOWN_CHARACTERS].split("\n")[:SHOWN_LINES])
    more = count(len(text) - len(shown), "more character")
    note = f"\n… {more}, not shown here" if len(shown) < len(text) else ""
    return Content.assemble(plain(shown), (note, "$quiet"))


def _folded(text: str) -> Content:
    """The first and the last lines of `text`, each cut where it is long, and how to see the others."""
    lines = text.split("\n")
    fits = len(lines) <= SHOWN_LINES and len(text) <= SHOWN_CHARACTERS
    how = f"(ctrl+o shows {'all' if fits else 'more'})"
    hidden = len(lines) - HEAD_LINES - TAIL_LINES
    if hidden <= 0:
        return Content("\n").join([*map(_cut, lines), Content.styled(f"… {how}", "$quiet")])
    gap = Content.styled(f"… {count(hidden, 'more line')} {how}", "$quiet")
    return Content("\n").join([*map(_cut, lines[:HEAD_LINES]), gap, *map(_cut, lines[-TAIL_LINES:])])


def _cut(line: str) -> Content:
    more = len(line) - LINE_CHARACTERS
    if more <= 0:
        return plain(line)
    return Content.assemble(plain(line[:LINE_CHARACTERS]), (f"… {count(more, 'more character')}", "$quiet"))


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
