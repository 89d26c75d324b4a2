"""Answers far from what is on the screen: they keep their height, and what is in them is not laid out."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from localcoder.tui.widgets.answer import Answer

KEPT_AROUND_SCREENS = 1
"""So many screens above and below the view stay laid out, so that scrolling finds them ready."""
_STILL_WRITTEN_BLOCKS = 2


class Distant:
    """Sets answers, and blocks of long answers, aside and brings them back.

    A block of Markdown is up to ten widgets, and the library lays every widget of the screen out for every frame.
    """

    def __init__(self) -> None:
        self._aside: dict[Widget, list[Widget]] = {}

    def arrange(self, entries: Iterable[Widget], top: int, height: int) -> None:
        """Lay out what is near the view, `height` rows from row `top` of the column, and nothing else of `entries`."""
        margin = KEPT_AROUND_SCREENS * height
        first, last = top - margin, top + height + margin
        for entry in entries:
            if not isinstance(entry, Answer) or not entry.is_attached:
                continue
            region = entry.virtual_region
            if not region:
                continue
            if entry.is_complete and (region.bottom < first or region.y > last):
                self._set_aside(entry)
            elif entry in self._aside:
                self._bring_back(entry)
            else:
                self._arrange_blocks(entry, first - region.y, last - region.y)

    def bring_all_back(self) -> None:
        """Lay everything out; for when heights change, as with another width."""
        for widget in list(self._aside):
            self._bring_back(widget)

    def _arrange_blocks(self, answer: Answer, first: int, last: int) -> None:
        for block in answer.children[:-_STILL_WRITTEN_BLOCKS]:
            region = block.virtual_region
            if region and (region.bottom < first or region.y > last):
                self._set_aside(block)
            elif region and block in self._aside:
                self._bring_back(block)

    def _set_aside(self, widget: Widget) -> None:
        inside = [child for child in widget.children if child.display]
        if widget in self._aside or not inside or not widget.outer_size.height:
            return
        self._aside[widget] = inside
        widget.styles.height = widget.outer_size.height
        for child in inside:
            child.display = False

    def _bring_back(self, widget: Widget) -> None:
        for child in self._aside.pop(widget):
            child.display = True
        widget.styles.clear_rule("height")
        widget.refresh(layout=True)
