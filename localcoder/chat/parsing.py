"""What all parsers of a model's reply share.

A parser is fed the reply's text piece by piece (control tokens as their literal text) and gives events; cutting the
text differently never changes what the events add up to. A call that cannot be understood becomes a
`MalformedToolCall`, which may follow the `ToolCallStarted` and deltas of the same call; a `ToolCallFinished` never
follows then.
"""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from localcoder.chat.model import ChatEvent

NewId = Callable[[], str]


def random_call_id() -> str:
    """An id that is unique in any conversation."""
    return f"call_{secrets.token_hex(8)}"


class ReplyParser(Protocol):
    """Turns one reply's text into events; the last event of a reply (`ReplyFinished`) is the caller's."""

    def feed(self, text: str, *, spelled: bool = False) -> list[ChatEvent]:
        """Take more text; linear in the length of all text, whatever the cuts.

        Text that is `spelled` comes from ordinary tokens: what looks like a control token in it is none.
        """
        ...

    def finish(self, *, truncated: bool = False) -> list[ChatEvent]:
        """The reply has ended, by the model or (`truncated`) by a token limit; nothing may be fed afterwards."""
        ...


class MarkerSplitter:
    """Splits a stream into text and markers; holds text back only while it may be the beginning of a marker."""

    def __init__(self, markers: Iterable[str]) -> None:
        ordered = sorted(set(markers), key=lambda marker: (-len(marker), marker))
        self._pattern = re.compile("|".join(map(re.escape, ordered)) or "(?!)")
        self._beginnings = {marker[:end] for marker in ordered for end in range(1, len(marker))}
        self._longest = max(map(len, ordered), default=1)
        self._held = ""

    def feed(self, text: str) -> Iterator[tuple[str, bool]]:
        """Pieces in order, each with whether it is a marker; no piece is empty."""
        text, self._held = self._held + text, ""
        last = 0
        for match in self._pattern.finditer(text):
            if match.start() > last:
                yield text[last : match.start()], False
            yield match[0], True
            last = match.end()
        size = self._beginning_at_end(text, last)
        self._held = text[len(text) - size :]
        if last < len(text) - size:
            yield text[last : len(text) - size], False

    def finish(self) -> str:
        """What is still held back, which is plain text after all."""
        held, self._held = self._held, ""
        return held

    def _beginning_at_end(self, text: str, start: int) -> int:
        for size in range(min(self._longest - 1, len(text) - start), 0, -1):
            if text[len(text) - size :] in self._beginnings:
                return size
        return 0


class MarkerParser(ABC):
    """A `ReplyParser` of text that markers divide; subclasses say what a marker, a text and the end mean."""

    def __init__(self, markers: Iterable[str], controls: Iterable[str] = ()) -> None:
        """`controls`: those of `markers` that are control tokens of the model, and so never spelled by others."""
        markers = set(markers)
        self._all = MarkerSplitter(markers)
        self._spelled = MarkerSplitter(markers.difference(controls))
        self._splitter = self._all

    def feed(self, text: str, *, spelled: bool = False) -> list[ChatEvent]:
        """See `ReplyParser.feed`."""
        events: list[ChatEvent] = []
        splitter = self._spelled if spelled else self._all
        if splitter is not self._splitter:
            self._take_held(events)
            self._splitter = splitter
        for piece, is_marker in splitter.feed(text):
            if is_marker:
                self._take_marker(piece, events)
            else:
                self._take_text(piece, events)
        return events

    def finish(self, *, truncated: bool = False) -> list[ChatEvent]:
        """See `ReplyParser.finish`."""
        events: list[ChatEvent] = []
        self._take_held(events)
        self._end(events, truncated=truncated)
        return events

    def _take_held(self, events: list[ChatEvent]) -> None:
        rest = self._splitter.finish()
        if rest:
            self._take_text(rest, events)

    @abstractmethod
    def _take_marker(self, marker: str, events: list[ChatEvent]) -> None:
        """A whole marker has come."""

    @abstractmethod
    def _take_text(self, text: str, events: list[ChatEvent]) -> None:
        """More text without a marker in it has come; never empty."""

    @abstractmethod
    def _end(self, events: list[ChatEvent], *, truncated: bool) -> None:
        """Close whatever part is open."""
