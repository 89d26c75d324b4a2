"""Drawing at random: a seeded generator with the few shapes that the jobs need, and phrase templates."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

_CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
VALUE_END, WORD_END = "\ue000", "\ue001"
"""Before what may stand behind a last value only where nobody could take it for a part of the value; the second is for
what could be a part of any value of several words without quotes."""


MOST_WORDS = 20
"""More of them make a template no likelier."""


def wordiness(template: str) -> int:
    """The weight of a template: the square of its number of words, each choice counted as its first option."""
    text = re.sub(r"\[([^\[\]|]*)\|[^\[\]]*\]", r"\1", template)
    return min(max(1, len(text.split())), MOST_WORDS) ** 2


class Draw(random.Random):
    """A random generator that expands phrase templates."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, all equally likely; IndexError where there is none."""
        return options[int(self.random() * len(options))]

    choice = pick  # type: ignore[assignment]  # the inherited one and `randint` take most of a generator's time

    def randint(self, a: int, b: int) -> int:
        """A whole number from `a` to `b`."""
        return a + int(self.random() * (b - a + 1))

    def some(self, options: Sequence[T], low: int, high: int) -> list[T]:
        """Between `low` and `high` different items, in random order."""
        return self.sample(list(options), min(len(options), self.randint(low, high)))

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.random() < probability

    def weighted(self, options: Sequence[tuple[float, T]]) -> T:
        """One of `(weight, option)`."""
        point = self.random() * sum(weight for weight, _ in options)
        for weight, option in options:
            point -= weight
            if point < 0:
                return option
        return options[-1][1]

    def wordy(self, templates: Sequence[str]) -> str:
        """One of `templates`, likelier the more words it has: people say in whole sentences what authors cut short."""
        return self.weighted([(wordiness(template), template) for template in templates])

    def choices_of(self, template: str) -> str:
        """Resolve `[a|b|]` in a template, innermost first; slots in braces stay."""
        while True:
            found = _CHOICE.search(template)
            if found is None:
                return template
            option = self.pick(found.group(1).split("|"))
            template = template[: found.start()] + option + template[found.end() :]

    def phrase(self, templates: Sequence[str], wrap: Callable[[Draw, str], str] | None = None, **slots: object) -> str:
        """A template with its choices resolved, its noise applied, and then its slots filled.

        Slots are filled last so that neither the noise nor the choice syntax ever touches a value.
        """
        text = re.sub(r" {2,}", " ", self.choices_of(self.pick(templates))).strip()
        text = re.sub(r" ([,.?!])(?= |$)", r"\1", text)
        if wrap is not None:
            text = wrap(self, text)
        mark = next((mark for mark in (VALUE_END, WORD_END) if mark in text), "")
        if not mark:
            return _SLOT.sub(lambda found: str(slots[found.group(1)]), text)
        body, _, end = text.partition(mark)
        filled = _SLOT.sub(lambda found: str(slots[found.group(1)]), body)
        values = [str(slots[name]) for name in _SLOT.findall(body)]
        last = next((value for value in reversed(values) if value), "")
        closed = filled[-1:].isalnum() or filled[-1:] in "\"'`)]}%*€$"
        if mark == WORD_END and " " in last and last[-1] not in "\"'`":
            closed = False
        return filled + end if closed else filled
