"""Answers that are a value: which one, and how it is told with the line that says it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SLOT = re.compile(r"\{\{.+?\}\}")
_ALONE = re.compile(r"(?<![^\s\"'(])\{\{.+\}\}(?![^\s\"').,;!?]|[.,]\w)")
_DENIES = re.compile(
    r"(?i)\b(yes|no|not|nobody|none|nothing|never|nowhere|neither|only|without|lacks?|missing)\b|n't\b"
)
_WORD = re.compile(r"\w{3,}")
_FEW = 5
"""Words beside a value that may be left unsaid."""
_LONGEST = 100
"""Characters of a line that is told with its value."""


def value_asked_for(template: str, lines: Iterable[str]) -> str:
    """The one slot of an answer that says nothing else of importance, or nothing.

    `lines` are the templates of those that it is taken from: words of theirs beside the slot may be what was asked for.
    """
    said = _SLOT.sub("", template)
    slots = _SLOT.findall(template)
    if len(slots) != 1 or not _ALONE.search(template) or _DENIES.search(said) or len(said.split()) > _FEW:
        return ""
    words = set(_WORD.findall(_SLOT.sub("", " ".join(lines)).lower()))
    beside = _SLOT.sub("", ",".join(part for part in template.split(",") if slots[0] not in part))
    return "" if words & set(_WORD.findall(beside.lower())) else slots[0]


def value_with_line(value: str, line: str) -> str:
    """A value, and the quoted line of a file that says it where that is more than the value."""
    if not line.startswith("line ") or len(line) > _LONGEST or line.endswith(f": {value}"):
        return value
    return f"{value} ({line})"
