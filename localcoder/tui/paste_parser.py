"""What the terminal sends, read so that nothing in a paste counts as a key."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.message import Message

from localcoder.tui.text import visible

_BEGIN, _END = "\x1b[200~", "\x1b[201~"


def with_whole_pastes(driver: type[Driver]) -> type[Driver]:
    """`driver`, which then reads with `PasteParser`: the library has no place to hand one in."""
    sys.modules[driver.__module__].XTermParser = PasteParser  # type: ignore[attr-defined]
    return driver


class PasteParser(XTermParser):
    """The library's, which takes some of what follows an ESC in a paste for keys: Enter sends it, Ctrl+C quits.

    Most terminals let no ESC through, but tmux does. Here it comes as its picture.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._tail = ""
        """What came last and may begin a mark: that of the end is only passed on when it is known what it is."""

    def feed(self, data: str) -> Iterable[Message]:
        """The messages that `data` completes; without any it is the end."""
        harmless = self._harmless(data)
        return super().feed(harmless) if harmless or not data else ()

    def _harmless(self, data: str) -> str:
        passed = ""
        while True:
            seen, mark = self._tail + data, _END if self._pasting else _BEGIN
            at = seen.find(mark)
            end = at + len(mark)
            if at < 0:
                self._tail = _begun(seen, mark)
                return passed + (_pictured(seen.removesuffix(self._tail)) if self._pasting else data)
            passed += _pictured(seen[:at]) + mark if self._pasting else seen[len(self._tail) : end]
            self._pasting, self._tail, data = not self._pasting, "", seen[end:]


def _begun(text: str, mark: str) -> str:
    """The longest beginning of `mark` that `text` ends with."""
    return next((mark[:length] for length in range(len(mark) - 1, 0, -1) if text.endswith(mark[:length])), "")


def _pictured(text: str) -> str:
    return text.replace("\x1b", visible("\x1b"))
