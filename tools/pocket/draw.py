"""Drawing at random: a seeded generator with the few shapes that the jobs need, and phrase templates."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

_CHOICE = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


class Draw(random.Random):
    """A random generator that expands phrase templates."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, all equally likely."""
        return options[self.randrange(len(options))]

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
        return _SLOT.sub(lambda found: str(slots[found.group(1)]), text)
