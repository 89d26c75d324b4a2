"""Telling a call from a mention of one in an answer's Markdown, and trimming an answer's edges."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(```|~~~)")


class Prose:
    """Follows an answer's text line by line, in constant memory."""

    def __init__(self, *, blank: bool = True) -> None:
        self.blank = blank
        """Nothing but whitespace has been written."""
        self._fence = ""
        self._line = ""
        self._last = ""

    def feed(self, text: str) -> None:
        """Take more text."""
        if not text:
            return
        self.blank = self.blank and text.isspace()
        first, *others = text.split("\n")
        self._line += first[: 80 - len(self._line)]
        for line in others:
            self._fence = self._fence_after_line()
            self._line = line[:80]
        self._last = text[-1]

    @property
    def at_line_start(self) -> bool:
        """The current line is blank so far."""
        return not self._line.strip()

    @property
    def quotes_next(self) -> bool:
        """What comes next stands in a fenced block or behind a backtick or quotation mark."""
        return bool(self._fence_after_line()) or self._last in ("`", '"', "'")

    def _fence_after_line(self) -> str:
        match = _FENCE.match(self._line)
        if match is None:
            return self._fence
        if not self._fence:
            return match[1]
        return "" if match[1] == self._fence else self._fence


class NewlineTrimmer:
    """Drops a part's leading newlines and holds its trailing ones back."""

    def __init__(self, *, started: bool = False) -> None:
        self._started = started
        self._held = ""

    def feed(self, text: str) -> str:
        """What of the text so far is certainly inside the part."""
        if not self._started:
            text = text.lstrip("\n")
            self._started = bool(text)
        kept = text.rstrip("\n")
        shown = self._held + kept if kept else ""
        self._held = text[len(kept) :] if kept else self._held + text
        return shown
