"""Answers that are a value: which one, and how it is told with the line that says it."""

from __future__ import annotations

import re

_SLOT = re.compile(r"\{\{.+?\}\}")
_ALONE = re.compile(r"(?<![^\s\"'(])\{\{.+\}\}(?![^\s\"').,;!?]|[.,]\w)")
_DENIES = re.compile(
    r"(?i)\b(yes|no|not|nobody|none|nothing|never|nowhere|neither|only|without|lacks?|missing)\b|n't\b"
)
_FEW = 5
"""Words beside a value that may be left unsaid."""
_LONGEST = 100
"""Characters of a line that is told with its value."""


def value_asked_for(template: str) -> str:
    """The one slot of an answer that says nothing else of importance, or nothing."""
    said = _SLOT.sub("", template)
    slots = _SLOT.findall(template)
    if len(slots) != 1 or not _ALONE.search(template) or _DENIES.search(said) or len(said.split()) > _FEW:
        return ""
    return slots[0]


def value_with_line(value: str, line: str) -> str:
    """A value, and the quoted line of a file that says it where that is more than the value."""
    if not line.startswith("line ") or len(line) > _LONGEST or line.endswith(f": {value}"):
        return value
    return f"{value} ({line})"
