"""The conversation on the screen, top to bottom, following its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from localcoder.tui.widgets.above import Above
from localcoder.tui.widgets.messages import NoticeLine, UserMessage
from localcoder.tui.widgets.reasoning import Reasoning
from localcoder.tui.widgets.tool_call import ToolCallBlock

MAX_ENTRIES = 150
"""More than this many entries take memory, so the oldest leave the screen (never the session)."""
DROPPED_AT_ONCE = 50


class Column(Vertical):
    """The entries."""

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def __init__(self, arrange: Callable[[], None]) -> None:
        super().__init__(id="transcript-column")
        self._arrange_entries = arrange

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of its own is painted: what is behind it shows."""
        return []

    def on_resize(self) -> None:
        """A layout found other heights. Following the end, the library scrolls then, and tells nobody."""
        self.call_after_refresh(self._arrange_entries)


class Transcript(VerticalScroll, can_focus=False):
    """A column of entries. Scrolled to the end it stays there; scrolled up it stays where it is."""

    virtual_size = Reactive(Size(0, 0), repaint=False)
    """Of the library's widgets a size that a layout found asks for another layout, and all is painted twice. Whether
    there is a scrollbar is seen to without that."""

    def __init__(self) -> None:
        super().__init__(id="transcript")
        self.expanded = False
        self._left_out = 0
        self._width = 0
        self._above = Above()
        # At least as high as the view: following the end of something shorter would scroll to a negative offset.
        self._column = Column(self._arrange)

    @property
    def entries(self) -> Sequence[Widget]:
        """All entries that are shown, or would be after scrolling."""
        return self._column.children[1:]

    def compose(self) -> ComposeResult:
        """The column that the entries stand in."""
        with self._column:
            yield self._above

    def render_lines(self, crop: Region) -> list[Strip]:
        """The background: its rows are alike, so one is made for all."""
        return super().render_lines(Region(crop.x, crop.y, crop.width, 1)) * crop.height

    def on_mount(self) -> None:
        """Follow the end from the start."""
        self.anchor()

    async def add(self, entry: Widget) -> None:
        """Put `entry` at the end."""
        await self._column.mount(entry)
        entries = self.entries
        if len(entries) > MAX_ENTRIES:
            await self._drop(entries[: len(entries) - MAX_ENTRIES + DROPPED_AT_ONCE])

    async def clear(self) -> None:
        """Remove everything."""
        self._left_out = 0
        self._above.let_all_go(self.entries)
        await self._column.remove_children(self.entries)

    def toggle_expanded(self) -> None:
        """Unfold all outputs, reasoning and long messages, or fold them."""
        self.expanded = not self.expanded
        self._above.let_all_go(self.entries)
        for entry in self.entries:
            if isinstance(entry, Reasoning | ToolCallBlock | UserMessage):
                entry.set_expanded(self.expanded)
        self.call_after_refresh(self._arrange)

    def follow(self) -> None:
        """Go to the end and stay there."""
        self.anchor()

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Lay out what comes near."""
        super().watch_scroll_y(old, new)
        self.call_after_refresh(self._arrange)

    def on_resize(self) -> None:
        """With another width heights change."""
        if self.size.width != self._width:
            self._width = self.size.width
            self._above.let_all_go(self.entries)
            self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        with self.app.batch_update():
            self._above.arrange_entries(self.entries, round(self.scroll_y), self.size.height)

    async def _drop(self, entries: Sequence[Widget]) -> None:
        self._above.let_all_go(self.entries)
        marker = [entry for entry in entries if entry.has_class("-left-out")]
        self._left_out += len(entries) - len(marker)
        await self._column.remove_children(entries)
        line = NoticeLine("info", f"{self._left_out:,} earlier entries are no longer shown here; the session has them.")
        line.add_class("-left-out")
        await self._column.mount(line, after=self._above)
