"""What stands for the entries far above the view: it is as high as they are, and they need no layout."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Above(Widget, can_focus=False):
    """The first widget of a column. The library lays out all that follows it for every frame, seen or not."""

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self._heights: list[int] = []

    @property
    def entries(self) -> int:
        """How many entries it stands for."""
        return len(self._heights)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of its own is painted: what is behind it shows."""
        return []

    def arrange_entries(self, entries: Sequence[Widget], top: int, height: int) -> None:
        """Take in what is more than two screens above row `top` of the column, and let go what is within one.

        `height` is that of a screen, `entries` are all that follow in the column.
        """
        known = self.entries
        while self._heights and sum(self._heights) > top - height:
            self._let_go(entries)
        if self.entries == known:
            for entry, following in pairwise(entries[known:]):
                begin, end = entry.virtual_region.y, following.virtual_region.y
                if not begin < end < top - 2 * height:
                    break
                self._heights.append(end - begin)
                entry.display = False
        if self.entries != known:
            self._show()

    def let_all_go(self, entries: Sequence[Widget]) -> None:
        """Lay everything out; for when heights change, as with another width."""
        while self._heights:
            self._let_go(entries)
        self._show()

    def _let_go(self, entries: Sequence[Widget]) -> None:
        self._heights.pop()
        entries[len(self._heights)].display = True

    def _show(self) -> None:
        self.styles.height = sum(self._heights)
        self.display = bool(self._heights)
