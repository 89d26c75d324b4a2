"""The part of the screen that is always seen whole: what is asked, the draft, and the bottom line."""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget


class Foot(Vertical):
    """As high as what stands in it, at the bottom of the screen; `on_height` is called when that has changed.

    What is above gets the rows that are left, and is cut where they are too few.
    """

    def __init__(self, *children: Widget, on_height: Callable[[], None]) -> None:
        super().__init__(*children, id="foot")
        self._on_height = on_height

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows of all children. The library would take no notice of how high they may be at most."""
        return self.arrange(Size(width, container.height)).total_region.height

    def on_resize(self) -> None:
        """Others have more room now, or less."""
        self._on_height()
