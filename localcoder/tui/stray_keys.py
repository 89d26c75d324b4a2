"""Text that leads to a panel by chance: a paste that the terminal does not mark may hold a Tab, and a y behind it."""

from __future__ import annotations

from collections.abc import Callable

from textual import events


class StrayKeys:
    """Gives keys that come without a pause behind the Tab that led to a panel back to the draft, and the Tab too.

    Nobody presses Tab and reads a question in `pause_s`.
    """

    def __init__(self, pause_s: float, give_back: Callable[[str], None]) -> None:
        self._pause_s = pause_s
        self._give_back = give_back
        self._last_at = float("-inf")
        self._tab = ""

    def arrive(self, tab: events.Key) -> None:
        """This Tab has led to a panel."""
        self._last_at, self._tab = tab.time, "\t"

    def takes(self, event: events.Key) -> bool:
        """Whether this key in a panel was the draft's, which has it now."""
        if event.time - self._last_at >= self._pause_s:
            self._last_at = float("-inf")
            return False
        self._last_at = event.time
        text = "\n" if event.key == "enter" else (event.character or "") if event.is_printable else ""
        self._give_back(self._tab + text)
        self._tab = ""
        return True
