"""Broken modules to be repaired: drawn ones, and those that people wrote."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.pocket.change import TOKEN
from tools.pocket.contents_small import small
from tools.pocket.functions import Function, functions
from tools.pocket.jobs_repairs import Broken, broken_module, said_of
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

_LONGEST = 70
_MOST_LOST = 9
"""Tokens of a line that is missing."""


@dataclass(frozen=True, slots=True)
class Case:
    """A broken module, what its checks import, the function that is told of, and what it does where that is known."""

    broken: Broken
    imported: list[str]
    name: str
    does: str = ""


def _case(v: Vocabulary, entry: Function, does: str = "") -> Case:
    broken = broken_module(v, entry, v.draw.pick(entry.mistakes) if entry.mistakes and v.draw.chance(0.6) else None)
    if any(line.strip() == "return" for line in broken.wrong):
        raise Unsuitable("nobody knows what it returned")
    lost = [line for line in broken.right if line not in broken.wrong]
    if len(broken.right) > len(broken.wrong) and any(len(TOKEN.findall(line.strip())) > _MOST_LOST for line in lost):
        raise Unsuitable("nobody knows what is lost")
    found = re.findall(r"^(?:def|class) (\w+)|^([A-Z_]+) = ", broken.mended, re.M)
    calls = " ".join(call for call, _ in broken.cases)
    imported = [name for pair in found for name in pair if name and re.search(rf"\b{name}\b", calls)]
    called = [name for name in imported if re.search(rf"\b{name}\b", broken.call)]
    if any(len(part) > _LONGEST for part in (broken.call, said_of(broken.value), said_of(broken.found))):
        raise Unsuitable("long")
    return Case(broken, imported, called[0], does)


def _stem(v: Vocabulary) -> str:
    draw = v.draw
    stem = draw.weighted(
        [(3, v.word()), (3, v.nonsense()), (3, f"{v.word()}_{v.word()}"), (1, f"{v.nonsense()}_{v.word()}")]
    )
    if not stem.isidentifier() or not stem.isascii() or v.safe(stem) != stem:
        raise Unsuitable("no name of a module")
    return stem


def elementary(v: Vocabulary) -> Case:
    """A drawn function with an elementary mistake."""
    one = small(v, _stem(v))
    return _case(v, one.entry, one.does)


def catalogued(v: Vocabulary) -> Case:
    """A function that people wrote."""
    return _case(v, v.draw.pick(functions()))
