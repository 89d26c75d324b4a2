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
_NAMED = re.compile(r"\{\} [A-Z]")
"""A slot is but a part of a name."""
_LINKS = "and|with|by|in|on|at|for|from|of|to|the"
"""Words that may be left unsaid between values."""
_FEW = 5
"""Words beside a value that may be left unsaid."""
_LONGEST = 100
"""Characters of a line that is told with its value."""


def slots_of(template: str) -> list[str]:
    """All slots, in their order."""
    return _SLOT.findall(template)


def value_asked_for(template: str, lines: Iterable[str]) -> str:
    """The one slot of an answer that says nothing else of importance, or nothing.

    `lines` are the templates of those that it is taken from: words of theirs beside the slot may be what was asked for.
    """
    said = _SLOT.sub("", template)
    slots = _SLOT.findall(template)
    if len(slots) != 1 or not _ALONE.search(template) or _DENIES.search(said) or len(said.split()) > _FEW:
        return ""
    if _NAMED.search(_SLOT.sub("{}", template)):
        return ""
    words = set(_WORD.findall(_SLOT.sub("", " ".join(lines)).lower()))
    beside = _SLOT.sub("", ",".join(part for part in template.split(",") if slots[0] not in part))
    return "" if words & set(_WORD.findall(beside.lower())) else slots[0]


def yes_or_no(template: str) -> str:
    """The first word of an answer that is one of them, or nothing."""
    found = re.match(r"(Yes|No)\b", template)
    return found[1] if found else ""


def values_named(template: str) -> list[str]:
    """The slots of an answer that only lists values, in their order; none where it is one alone."""
    slots = re.findall(r"\{\{\w+\}\}", template)
    apart = _SLOT.sub("{}", template)
    listed = re.fullmatch(rf"(?:(?:{_LINKS}) )?\{{\}}(?:,? (?:(?:{_LINKS}) )*\{{\}})+\.?", apart)
    return slots if listed and len(slots) == len(_SLOT.findall(template)) else []


def places(template: str, quotes: list[str], values: Iterable[str]) -> str:
    """Where the hits of a search are, if the answer says no more than that of them; else nothing.

    `values` are those of its slots.
    """
    hits = [hit for hit in (re.match(r"(\S+?):(\d+):(.*)", quote) for quote in quotes) if hit]
    said = _SLOT.sub(" ", template)
    more = any(one in hit[3] and one not in hit[1] for hit in hits for one in values)
    more = more or any(word in hit[3].lower() for hit in hits for word in _WORD.findall(said.lower()))
    if not hits or len(hits) < len(quotes) or more or _DENIES.search(said):
        return ""
    if len(hits) == 1:
        return f"{hits[0][1]}, line {hits[0][2]}."
    every = [f"{hit[1]} line {hit[2]}" for hit in hits]
    return f"{', '.join(every[:-1])} and {every[-1]}."


def value_with_line(value: str, line: str) -> str:
    """A value, and the quoted line of a file that says it where that is more than the value."""
    if not line.startswith("line ") or len(line) > _LONGEST or line.endswith(f": {value}"):
        return value
    return f"{value} ({line})"
