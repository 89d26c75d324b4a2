"""Keeping message text apart from a template's own control tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from localcoder.chat.raw_arguments import RawArguments

_SENTINELS = [chr(code) for code in range(0x10FFFD, 0x10FF00, -1)]
"""Private-use characters, of which one that occurs in no message marks where a marker was broken."""


class MarkerBreaker:
    """Breaks the control tokens' texts wherever they stand in message text.

    A sentinel goes behind the first character of each marker, so neither the template's own logic (`'</think>' in
    content`) nor the tokenizer sees a marker that the template did not write. A text that ends in the beginning of a
    marker, or begins with the end of one, gets a sentinel at that edge: what stands beside it cannot complete it.
    """

    def __init__(self, markers: Iterable[str]) -> None:
        """`markers`: the texts of all control tokens."""
        ordered = sorted({marker for marker in markers if len(marker) > 1}, key=lambda marker: (-len(marker), marker))
        self._starts = re.compile(f"(?=({'|'.join(map(re.escape, ordered))}))") if ordered else None
        self._beginnings = {marker[:end] for marker in ordered for end in range(1, len(marker))}
        self._endings = {marker[start:] for marker in ordered for start in range(1, len(marker))}
        self._longest = max(map(len, ordered), default=0)

    def break_all(self, value: Any) -> tuple[Any, str]:
        """A copy of nested dicts, lists and strings with every marker broken, and the sentinel that was used."""
        used: set[str] = set()

        def note(text: str) -> str:
            used.update(text)
            return text

        _map_strings(value, note)
        sentinel = next(candidate for candidate in _SENTINELS if candidate not in used)
        return _map_strings(value, lambda text: self._break(text, sentinel)), sentinel

    def _break(self, text: str, sentinel: str) -> str:
        if self._starts is None or not text:
            return text
        sizes = range(1, min(self._longest, len(text) + 1))
        head = sentinel if any(text[:size] in self._endings for size in sizes) else ""
        tail = sentinel if any(text[-size:] in self._beginnings for size in sizes) else ""
        pieces, last = [], 0
        for match in self._starts.finditer(text):
            pieces.append(text[last : match.start() + 1])
            last = match.start() + 1
        return head + sentinel.join([*pieces, text[last:]]) + tail


def _map_strings(value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str():
            return change(value)
        case RawArguments():
            return RawArguments(
                {change(key): _map_strings(item, change) for key, item in value.items()}, change(value.raw)
            )
        case Mapping():
            return {
                change(key) if isinstance(key, str) else key: _map_strings(item, change) for key, item in value.items()
            }
        case list() | tuple():
            return [_map_strings(item, change) for item in value]
        case _:
            return value
