"""A file to look things up in, as it is made, with all that may be asked about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tools.pocket.scene_values import Values
from tools.pocket.words import Vocabulary

NEAR = ["{} box", "old {}", "small {}", "{} stand", "spare {}", "big {}", "{} holder", "{} bag", "second {}"]
"""What makes of one thing another one with nearly the same name."""


LIKE = {"name", "nonsense", "city"}
"""Kinds whose values may look like others; numbers may as well."""


@dataclass(slots=True)
class Fact:
    """Something that a file says: what is asked for, and the lines that answer it.

    `kind` is the heading of the questions in `phrases_lookup`, `slots` are the words that go into them. `at` are the
    lines that a thought quotes, from 0. `so` is what follows from them, `told` the line that is told with the value
    where there is one. `change` is the kind of a value that may take the place of this one. Without `at`, the file does
    not say it.
    """

    kind: str
    slots: dict[str, str]
    value: str = ""
    at: tuple[int, ...] = ()
    so: str = ""
    told: int | None = None
    change: str = ""


def _near(v: Vocabulary, word: str) -> str:
    """Another word, or number, that is easily taken for this one; nothing where there is none."""
    draw = v.draw
    if re.fullmatch(r"[1-9]\d{2,}", word):
        at = draw.randrange(len(word) - 1)
        return (word[:at] + word[at + 1] + word[at] + word[at + 2 :]) if word[at + 1] != "0" or at else ""
    if not re.fullmatch(r"[A-Za-z]{3,9}", word):
        return ""
    if word[-1] in "aeiou":
        return word[:-1] + draw.pick([one for one in "aeiou" if one != word[-1]])
    return word + draw.pick(["a", "o", "in", "el"])


@dataclass(slots=True)
class Page:
    """A file as it is made, line by line, with what may be asked about it."""

    v: Vocabulary
    values: Values
    path: str = ""
    lines: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    drawn: dict[str, list[str]] = field(default_factory=dict)

    def name(self, stems: str, ending: str) -> None:
        """What the file is called: after what is in it, or anything."""
        draw = self.v.draw
        stem = draw.pick(stems.split())
        if draw.chance(0.35):
            self.path = self.v.path(f".{ending}", nested=0.2)
        else:
            self.path = f"{draw.pick([stem, stem, f'{stem}_{self.v.nonsense()}', stem.capitalize()])}.{ending}"

    def new(self, kind: str) -> str:
        """A value that no other is equal to, though it may look much like one before."""
        before = self.drawn.setdefault(kind, [])
        near = kind in LIKE or kind.startswith("int ")
        like = _near(self.v, self.v.draw.pick(before)) if near and before and self.v.draw.chance(0.15) else ""
        value = self.values.add(f"value {len(self.values)}", f"={like}" if like else kind)
        before.append(value)
        return value

    def some(self, kind: str, low: int, high: int) -> list[str]:
        """Several of a kind, now and then with two that are nearly the same."""
        draw = self.v.draw
        found = [self.new(kind) for _ in range(draw.randint(low, high))]
        if kind in ("gear", "goods", "dish", "fruit") and draw.chance(0.4):
            near = draw.pick(NEAR).format(found[0])
            self.values.know(near, near)
            found[-1] = near
            draw.shuffle(found)
        return found

    def add(self, *lines: str) -> int:
        """Lines at the end; the number of the last one, from 0."""
        self.lines += lines
        return len(self.lines) - 1

    def fact(self, kind: str, value: str, *at: int, change: str = "", **slots: str) -> None:
        """A value in the last of these lines; the others must be quoted to tell that it is that one."""
        self.facts.append(Fact(kind, slots, value, at, "", at[-1], change))

    def follows(self, kind: str, value: str, so: str, at: Sequence[int], told: int | None = None, **slots: str) -> None:
        """What follows from several lines."""
        self.facts.append(Fact(kind, slots, value, tuple(at), so, told))

    def lacks(self, kind: str, **slots: str) -> None:
        """What the file does not say."""
        self.facts.append(Fact(kind, slots))

    def listed(self, kind: str, rows: Sequence[tuple[str, int]], **slots: str) -> None:
        """Which ones, and how many: names with their lines, of which there are some."""
        if rows:
            at = [line for _, line in rows]
            self.follows(
                f"{kind}.which", ", ".join(name for name, _ in rows), "", at, at[0] if len(at) == 1 else None, **slots
            )
            self.follows(f"{kind}.count", str(len(rows)), f"so {len(rows)}", at, **slots)

    def extremes(self, kind: str, rows: Sequence[tuple[str, str, int]], **slots: str) -> None:
        """Which one has most, and least: names, figures and lines.

        Nothing where two share the place, or where all lines would make too long a thought.
        """

        def size(row: tuple[str, str, int]) -> float:
            return float(re.sub(r"[^\d.]", "", row[1]))

        for way, less in (("most", False), ("least", True)):
            best, *rest = sorted(rows, key=size, reverse=not less)
            if not rest or size(best) == size(rest[0]) or len(rest) > 5:
                continue
            sign = "<" if less else ">"
            others = " and ".join(row[1] for row in rows if row is not best)
            at = [line for *_, line in rows]
            self.follows(f"{kind}.{way}", best[0], f"so {best[1]} {sign} {others}", at, best[2], **slots)
