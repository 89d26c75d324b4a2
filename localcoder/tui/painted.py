"""Screens of which the terminal shows all: what the library forgets to paint is painted too."""

from __future__ import annotations

from textual._compositor import Compositor, CompositorMap, ReflowResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget


class PaintedScreen(Screen[None]):
    """A screen whose layouts are compared with what was painted."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = _Compositor()


class _Compositor(Compositor):
    """The library's, but for what a layout paints and which widgets it tells of their new sizes.

    The library compares with the map of before, and asking for the size of a widget can put a map in its place that
    already knows what changed: when the layout comes nothing seems to, and old rows stay in the terminal.
    """

    def __init__(self) -> None:
        super().__init__()
        self._painted: CompositorMap = {}
        self._told: CompositorMap = {}

    @property
    def full_map(self) -> CompositorMap:
        """Where all widgets are. What is in the middle of a change is measured again when the layout comes."""
        asked_early = self._full_map_invalidated
        places = super().full_map
        if asked_early:
            for widget in places:
                if widget._layout_required:
                    widget._layout_updates += 1  # the library keeps a height for each of these numbers
        return places

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Lay out all."""
        result = super().reflow(parent, size)
        now, told = self._full_map, self._told
        if size.region not in self._dirty_regions:
            changes = now.items() ^ self._painted.items()
            self._dirty_regions.update(
                region for _, place in changes if (region := place.clip.intersection(place.region))
            )
        self._painted = self._told = now
        return ReflowResult(
            result.hidden,
            result.shown | (now.keys() - told.keys()),
            result.resized | {one for one in now if one in told and told[one].region.size != now[one].region.size},
        )

    def reflow_visible(self, parent: Widget, size: Size) -> set[Widget]:
        """Lay out what is in view after it was scrolled."""
        exposed = super().reflow_visible(parent, size)
        self._painted = self._visible_map or {}
        return exposed
