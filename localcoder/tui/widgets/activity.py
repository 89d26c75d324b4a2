"""The line above the draft that says what is going on, and the messages that wait their turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from localcoder.tui.text import one_line

_FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAME_S = 0.125
MIN_WHAT_CHARACTERS = 10
MAX_QUEUED_SHOWN = 3


class Activity(Static):
    """Hidden and without a timer while nothing goes on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, id: str = "activity") -> None:
        super().__init__("", id=id, markup=False)
        self._clock = clock
        self._started = 0.0
        self._paused_at: float | None = None
        self._what: str | None = None
        self._hint = ""
        self._timer: Timer | None = None
        self.display = False

    @property
    def what(self) -> str | None:
        """What goes on; None while nothing does."""
        return self._what

    def begin(self, what: str, hint: str = "") -> None:
        """Show that `what` goes on; the seconds are counted from now."""
        self._what, self._hint, self._started, self._paused_at = what, hint, self._clock(), None
        self.pause(False)

    def pause(self, paused: bool) -> None:
        """Hide the line while the user is being waited for, or show it again; that time is not counted."""
        if paused and self._paused_at is None:
            self._paused_at = self._clock()
        elif not paused and self._paused_at is not None:
            self._started += self._clock() - self._paused_at
            self._paused_at = None
        self.display = self._what is not None and not paused
        if not self.display:
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.set_interval(_FRAME_S, self._tick)
            self._tick()

    def change(self, what: str) -> None:
        """Show another word for the same work."""
        if self._what is not None and what != self._what:
            self._what = what
            if self._timer is not None:
                self._tick()

    def end(self) -> None:
        """Nothing goes on."""
        self._what = None
        self.pause(False)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        elapsed = self._clock() - self._started
        frame = _FRAMES[int(elapsed / _FRAME_S) % len(_FRAMES)]
        seconds = f" · {elapsed:.0f} s" if elapsed >= 1 else ""
        hint = f" · {self._hint}" if self._hint else ""
        # How to interrupt must stay readable, however long the command is.
        room = max(MIN_WHAT_CHARACTERS, self.app.size.width - 2 - len(f"{frame} {seconds}{hint}"))
        what = one_line(self._what or "", room)
        self.update(Content.assemble((f"{frame} ", "$primary"), (f"{what}{seconds}{hint}", "$quiet")))


class Queue(Static):
    """The messages that were sent while the assistant works."""

    def __init__(self) -> None:
        super().__init__("", id="queue", markup=False)
        self._rows = 0
        self.display = False

    @property
    def rows(self) -> int:
        """How many rows of the screen it takes."""
        return self._rows

    def show(self, prompts: Sequence[str]) -> None:
        """Show the first few of `prompts`."""
        self.display = bool(prompts)
        lines = [f"⋯ queued: {one_line(prompt)}" for prompt in prompts[:MAX_QUEUED_SHOWN]]
        if len(prompts) > MAX_QUEUED_SHOWN:
            lines.append(f"⋯ and {len(prompts) - MAX_QUEUED_SHOWN} more")
        self._rows = len(lines)
        self.update(Content("\n").join([Content(line) for line in lines]))
