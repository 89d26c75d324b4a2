"""The model's reasoning: dim, and folded to one line once the answer begins."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from localcoder.tui.text import count, visible
from localcoder.tui.widgets.coalesced import Coalesced

LIVE_LINES = 3


class Reasoning(Static):
    """Shows the last lines while the model thinks, then one line; everything when expanded."""

    def __init__(self, expanded: bool) -> None:
        super().__init__("", classes="entry", markup=False)
        self._pieces: list[str] = []
        self._live = True
        self._expanded = expanded
        self._frames = Coalesced(self, self._show)

    def append(self, text: str) -> None:
        """More reasoning arrived."""
        self._pieces.append(text)
        self._frames.request()

    def finish(self) -> None:
        """The reasoning is complete."""
        self._live = False
        self._show()

    def set_expanded(self, expanded: bool) -> None:
        """Show everything, or fold."""
        self._expanded = expanded
        self._show()

    def on_click(self) -> None:
        """Fold or unfold this one."""
        self.set_expanded(not self._expanded)

    def _show(self) -> None:
        text = visible("".join(self._pieces)).strip()
        self._pieces = [text] if not self._live else self._pieces
        mark = "▾" if self._expanded else "▸"
        title = "Thinking" if self._live else f"Thought · {count(len(text.split()), 'word')}"
        lines = text.split("\n")
        body = lines if self._expanded else lines[-LIVE_LINES:] if self._live else []
        self.update(Content("\n").join([Content(f"{mark} {title}"), *(Content(f"  {line}") for line in body)]))
