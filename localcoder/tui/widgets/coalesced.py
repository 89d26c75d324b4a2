"""Updates at most once a frame, however fast the model writes."""

from __future__ import annotations

from collections.abc import Callable

from textual.widget import Widget

FRAME_S = 1 / 20


class Coalesced:
    """Calls `update` at most once per frame of 50 ms after `request`; no timer runs while nothing is requested."""

    def __init__(self, widget: Widget, update: Callable[[], None]) -> None:
        self._widget = widget
        self._update = update
        self._pending = False

    def request(self) -> None:
        """Something changed."""
        if not self._pending:
            self._pending = True
            self._widget.set_timer(FRAME_S, self.flush)

    def flush(self) -> None:
        """Show what changed now."""
        if self._pending:
            self._pending = False
            self._update()
