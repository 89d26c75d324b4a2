"""The conversation on the screen, top to bottom, following its end."""

from __future__ import annotations

import time

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget

from localcoder.tui.widgets.answer import Answer
from localcoder.tui.widgets.distant import Distant
from localcoder.tui.widgets.messages import NoticeLine
from localcoder.tui.widgets.reasoning import Reasoning
from localcoder.tui.widgets.tool_call import ToolCallBlock

MAX_ENTRIES = 150
"""More than this many entries cost layout time on every frame, so the oldest leave the screen (never the session)."""
DROPPED_AT_ONCE = 50
TIDY_EVERY_S = 0.3
"""While an answer grows, what left the view is set aside so often."""


class Transcript(VerticalScroll, can_focus=False):
    """A column of entries. Scrolled to the end it stays there; scrolled up it stays where it is."""

    def __init__(self) -> None:
        super().__init__(id="transcript")
        self.expanded = False
        self._left_out = 0
        self._distant = Distant()
        self._tidied_s = 0.0
        self._width = 0
        # At least as high as the view: following the end of something shorter would scroll to a negative offset.
        self._column = Vertical(id="transcript-column")

    def compose(self) -> ComposeResult:
        """The column that the entries stand in."""
        yield self._column

    def on_mount(self) -> None:
        """Follow the end from the start."""
        self.anchor()

    async def add(self, entry: Widget) -> None:
        """Put `entry` at the end."""
        await self._column.mount(entry)
        if isinstance(entry, Answer):
            entry.on_drawn = self._tidy_sometimes
        self._tidy_sometimes()
        entries = list(self._column.children)
        if len(entries) > MAX_ENTRIES:
            await self._drop(entries[: len(entries) - MAX_ENTRIES + DROPPED_AT_ONCE])

    async def clear(self) -> None:
        """Remove everything."""
        self._left_out = 0
        await self._column.remove_children()

    def toggle_expanded(self) -> None:
        """Unfold all outputs and reasoning, or fold them."""
        self.expanded = not self.expanded
        for entry in self._column.children:
            if isinstance(entry, Reasoning | ToolCallBlock):
                entry.set_expanded(self.expanded)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.anchor()

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Bring back what comes near."""
        super().watch_scroll_y(old, new)
        self.call_after_refresh(self._tidy)

    def on_resize(self) -> None:
        """With another width heights change, also of what is set aside."""
        if self.size.width != self._width:
            self._width = self.size.width
            self._distant.bring_all_back()

    def _tidy_sometimes(self) -> None:
        if time.monotonic() - self._tidied_s > TIDY_EVERY_S:
            self.call_after_refresh(self._tidy)

    def _tidy(self) -> None:
        self._tidied_s = time.monotonic()
        with self.app.batch_update():
            self._distant.arrange(self._column.children, round(self.scroll_y), self.size.height)

    async def _drop(self, entries: list[Widget]) -> None:
        marker = [entry for entry in entries if entry.has_class("-left-out")]
        self._left_out += len(entries) - len(marker)
        await self._column.remove_children(entries)
        line = NoticeLine("info", f"{self._left_out:,} earlier entries are no longer shown here; the session has them.")
        line.add_class("-left-out")
        await self._column.mount(line, before=0)
