"""The line above the draft that says how far a download is."""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static

from localcoder.tui.sparkline import share_bar
from localcoder.tui.text import one_line

BAR_COLUMNS = 16
_HINT = "/model stop"


class Transfer(Static):
    """Hidden while nothing is got; changes only when there is news."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__("", id="transfer", markup=False)
        self._clock = clock
        self._model = ""
        self._started_s = 0.0
        self._first_bytes: int | None = None
        self.display = False

    def begin(self, name: str) -> None:
        """`name` is being got."""
        self._model, self._started_s, self._first_bytes = name, self._clock(), None
        self.display = True
        self._show("asking the hub")

    def show_progress(self, done_bytes: int, total_bytes: int) -> None:
        """So much is there."""
        if self._first_bytes is None:
            self._first_bytes, self._started_s = done_bytes, self._clock()
        elapsed_s = self._clock() - self._started_s
        rate = (done_bytes - self._first_bytes) / elapsed_s if elapsed_s > 1 else 0.0
        share = done_bytes / max(1, total_bytes)
        speed = f" · {rate / 1e6:.0f} MB/s · {_duration((total_bytes - done_bytes) / rate)} left" if rate > 0 else ""
        self._show(f"{share_bar(share, BAR_COLUMNS)} {share:.0%} of {total_bytes / 1e9:.1f} GB{speed}")

    def end(self) -> None:
        """Nothing is being got any more."""
        self.display = False

    def _show(self, what: str) -> None:
        name = one_line(self._model.rpartition("/")[2], 30)
        self.update(Content.assemble((f"⇣ {name}  ", "$primary"), (f"{what} · {_HINT}", "$quiet")))


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.0f} h"
