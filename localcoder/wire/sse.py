"""Decoding server-sent events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r")
_LONGEST_EVENT_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event; `name` is `message` where the server gives none."""

    name: str
    data: str


class EventTooLong(ValueError):
    """A line that does not end: whatever the server sends, it is no event stream."""


class EventDecoder:
    """Bytes in, events out, whatever the bytes' cuts; linear in their number.

    Lines may end in LF, CRLF or CR; comments and unknown fields are skipped; several data lines make one text.
    """

    def __init__(self) -> None:
        self._pending = bytearray()
        self._searched = 0
        self._after_return = False
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Take more bytes; gives the events that they complete.

        Raises:
            EventTooLong: an event beyond any reason.
        """
        if self._after_return and chunk[:1] == b"\n":
            chunk = chunk[1:]
        self._after_return = chunk.endswith(b"\r") if chunk else self._after_return
        self._pending += chunk
        last = 0
        for match in _LINE_END.finditer(self._pending, self._searched):
            yield from self._take_line(bytes(self._pending[last : match.start()]))
            last = match.end()
        del self._pending[:last]
        self._searched = len(self._pending)
        if len(self._pending) + self._size > _LONGEST_EVENT_BYTES:
            raise EventTooLong

    def finish(self) -> Iterator[ServerEvent]:
        """The stream has ended; gives the last event even where its blank line is missing."""
        if self._pending:
            yield from self._take_line(bytes(self._pending))
            self._pending.clear()
        yield from self._take_line(b"")

    def _take_line(self, line: bytes) -> Iterator[ServerEvent]:
        if not line:
            if self._data:
                yield ServerEvent(self._name or "message", "\n".join(self._data))
            self._name, self._data, self._size = "", [], 0
            return
        field, _, value = line.decode("utf-8", "replace").removeprefix("\ufeff").partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
            self._size += len(value)
        elif field == "event":
            self._name = value
