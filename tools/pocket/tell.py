"""Sentences of one table, said by many people."""

from __future__ import annotations

from collections.abc import Sequence

from tools.pocket.draw import Draw
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking


def rows(text: str) -> list[str]:
    """The sentences of a table, one a line; one that starts with `=` takes no lead-in."""
    return [line.strip() for line in text.strip().split("\n") if line.strip()]


def tell(draw: Draw, table: Sequence[str], **slots: object) -> str:
    """A sentence of `table` with its slots filled, dressed up as people type."""
    template = draw.pick(table)
    if draw.chance(0.5):
        return draw.phrase([template], asking, **slots)
    return draw.phrase([template.removeprefix("=")], _plain, **slots)


def _plain(draw: Draw, text: str) -> str:
    if text[0] != "{" and draw.chance(0.7):
        text = text[0].upper() + text[1:]
    if text[-1] not in ".?!:}`" and draw.chance(0.6):
        text += "?" if text.split(" ")[0].lower() in _QUESTIONS else "."
    return plain(draw, text)


_QUESTIONS = frozenset(("what", "which", "who", "where", "when", "why", "how", "is", "are", "does", "do"))
