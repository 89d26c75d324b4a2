"""A folder that is searched turn by turn: what has been shown of it needs no further search."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.task import Say, Script, Task, Unsuitable, search
from tools.pocket.visited import Visited, needed
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Hit:
    """A line of a file, as a search shows it."""

    path: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.number}:{self.text}"


def places(hits: list[Hit]) -> str:
    """Where lines stand, as it is told."""
    if len(hits) == 1:
        return f"{hits[0].path}, line {hits[0].number}."
    every = [f"{hit.path} line {hit.number}" for hit in hits]
    return f"{', '.join(every[:-1])} and {every[-1]}."


class Searched:
    """A folder, the lines that searches have shown, and what was searched for."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw, self.seen = v, v.draw, Visited(v)
        self.shown: set[Hit] = set()
        self.patterns: list[str] = []
        self.asked: set[tuple[str, str]] = set()

    def hits(self, pattern: str) -> list[Hit]:
        """The lines that have it, as the tool sorts them."""
        return [
            Hit(path, number, line)
            for path in sorted(self.seen.files, key=lambda path: path.split("/"))
            for number, line in enumerate(self.seen.files[path].splitlines(), 1)
            if pattern in line
        ]

    def turn(
        self, prompt: str, patterns: list[str], wanted: list[Hit], answer: str, note: str = "", *, whole: bool = False
    ) -> None:
        """Search, with another pattern where the first one finds nothing, and tell what the wanted lines say.

        Nothing is searched for that has been shown; where the answer needs the `whole` result, that of the same search.
        """
        if len(wanted) > 5:
            raise Unsuitable("many places")
        for pattern in patterns[:-1]:
            if self.hits(pattern):
                raise Unsuitable("the first search finds something")
        last = patterns[-1]
        before = any(one in last for one in self.patterns)
        direct = before if whole else bool(wanted) and all(hit in self.shown for hit in wanted)
        quotes = [*map(str, wanted), *([note] if note else [])] or ["[no matches]"]
        if not direct:
            self.patterns.append(last)
            self.shown |= set(self.hits(last))

        def script() -> Script:
            thought = ""
            for pattern in [] if direct else patterns:
                result = yield search(pattern, f"{thought}search {pattern}")
                found = result.content.splitlines()
                thought = "[no matches]; "
                if pattern != last and found != ["[no matches]"]:
                    raise Unsuitable(result.content)
            if not direct and any(quote not in found for quote in quotes if quote != note):
                raise Unsuitable(result.content)
            return Say("; ".join(quotes), answer)

        self.seen.add("find", prompt, script, needed(search=not direct))


def searches(
    made: Searched, ways: list[tuple[float, Callable[[], None]]], end: Callable[[], None] | None = None
) -> Task:
    """A conversation of turns drawn from `ways`, sometimes with `end` as the last one."""
    wanted = made.draw.randint(4, 8)
    for _ in range(4 * wanted):
        if len(made.seen.turns) == wanted:
            break
        with contextlib.suppress(Unsuitable, IndexError):
            made.draw.weighted(ways)()
    if end is not None and made.draw.chance(0.25):
        with contextlib.suppress(Unsuitable, IndexError):
            end()
    return made.seen.task(4)
