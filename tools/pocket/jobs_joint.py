"""Series of questions over two or three files: what leads from one to the other, and what follows from all of them.

Each file is read once, when it is first needed; every answer is quoted, compared or checked line by line in the thought.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.answers import value_with_line
from tools.pocket.contents_joint import (
    LINKS,
    Link,
)
from tools.pocket.contents_several import kept
from tools.pocket.joint import Desk, Quotes, fill, laid, reckoned, series
from tools.pocket.joint_chain import chained
from tools.pocket.joint_lists import accounts, bags
from tools.pocket.joint_papers import papers
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


class _Linked:
    """Two files, the codes of the first one leading to the rows of the second."""

    def __init__(self, desk: Desk, link: Link) -> None:
        self.desk, self.link, draw = desk, link, desk.draw
        self.full: dict[str, str] = {}
        codes = self._codes(draw.randint(4, 7))
        self.second = {code: {"c": code, "C": code.upper(), **self._drawn("y", "z")} for code in codes}
        lost = draw.chance(0.4)
        if lost:
            codes = [*codes[:-1], *self._codes(1)]
        pool = codes if draw.chance(0.6) else draw.sample(codes, 3)
        self.first = []
        for _ in range(draw.randint(3, 5)):
            code = draw.pick(pool)
            pool = [one for one in pool if one != code] if draw.chance(0.8) and len(pool) > 1 else pool
            self.first.append({"c": code, "C": code.upper(), **self._drawn("x", "e")})
            if self.full:
                self.first[-1]["x"] = self.full[code]
        if self.full and len({row["x"] for row in self.first}) < len(self.first):
            raise Unsuitable("one person twice")
        stems = [draw.pick(text.split()) for text in link.stems]
        forms = [draw.pick(link.first), draw.pick(link.second)]
        if "{stem}" in forms[0][1] + forms[0][2] or "{C}" in forms[1][2]:  # code imports code of its own language
            forms = (
                list(draw.pick([*zip(link.first, link.second, strict=False)])) if "{C}" in link.first[0][2] else forms
            )
        rows = draw.sample(list(self.second.values()), len(self.second))
        lines, self.at = laid(forms[0], self.first, stem=stems[1])
        others, own = laid(forms[1], rows)
        self.a = desk.add(f"{stems[0]}.{forms[0][0]}", lines)
        if stems[1] == ".env" and forms[1][0] != "env":
            stems[1] = "vars"
        self.b = desk.add(stems[1] if stems[1] == ".env" else f"{stems[1]}.{forms[1][0]}", others)
        self.line_of = {row["c"]: at for row, at in zip(rows, own, strict=True)}
        self.upper = "{C}" in forms[0][2] and "{c}" not in forms[0][2]
        self.noun = next(filter(None, (re.sub(r"\{.\}|the |`", "", one).strip() for one in link.said["C"])), "code")

    def _codes(self, count: int) -> list[str]:
        codes: list[str] = []
        for _ in range(count):
            code = self._initials() if self.link.kinds["c"] == "initials" else self.desk.value(self.link.kinds["c"])
            turned = re.sub(r"(\d)(\d)$", r"\2\1", code)
            codes.append(code)
            if turned.lower() not in self.desk.used and self.desk.draw.chance(0.3):
                self.desk.used.add(turned.lower())
                codes.append(turned)
        return codes[:count]

    def _initials(self) -> str:
        """The first letters of somebody's names."""
        for _ in range(30):
            first, *last = self.desk.value("fullname").split()
            code = first[0] + "".join(last)[:1]
            if len(last) == 1 and f"{first}{last[0]}".isalpha() and code.isupper() and code not in self.full:
                self.full[code] = f"{first} {last[0]}"
                return code
        raise Unsuitable("no other initials")

    def _drawn(self, *names: str) -> dict[str, str]:
        return {name: self.desk.value(self.link.kinds[name]) for name in names}

    def _said(self, slot: str, value: str) -> str:
        """A row, a code or what a row says, as the user calls it."""
        rows = [*self.first, *self.second.values()]
        word = kept(self.desk.form(value, [row[slot] for row in rows if slot in row]))
        return fill(self.desk.draw.pick(self.link.said[slot.upper()]), {slot: word, "C": word})

    def _row(self) -> int:
        return self.desk.draw.randrange(len(self.first))

    def _led(self, row: int) -> Quotes:
        """The lines from a row to what its code leads to."""
        return [(self.a, [*self.at[row]]), (self.b, [*self.line_of.get(self.first[row]["c"], [])])]

    def forward(self) -> None:
        """What the second file says of a row of the first."""
        desk, draw, row = self.desk, self.desk.draw, self._row()
        slot = draw.pick(["y", "y", "z"])
        self._forward(row, slot)
        if draw.chance(0.5):
            other = self._row()
            if other != row:
                self._forward(other, slot, desk.ask("same", X=self._said("x", self.first[other]["x"])))

    def _forward(self, row: int, slot: str, text: str = "") -> None:
        desk, draw, x = self.desk, self.desk.draw, self.first[row]["x"]
        code = self.first[row]["c"]
        frame = "{q}" if text else ""
        if not text and draw.chance(0.5):
            word = kept(desk.form(x, [one["x"] for one in self.first]))
            text = fill(draw.pick(self.link.said["q" + slot]), {"x": word})
        if not text:
            noun = draw.pick(self.link.said[slot.upper()])
            noun = f"the {noun} [of|for] {self._said('x', x)}"
            text, frame = self._noun(noun, [self.a, self.b])
        if code in self.second:
            desk.turn(text, self._led(row), [], self.second[code][slot], frame=frame)
        else:
            desk.turn(text, self._led(row), ["so no line says it; say so"], f"{self.b} does not say that.", frame=frame)

    def _noun(self, noun: str, paths: list[str]) -> tuple[str, str]:
        """A question that is a noun: as what is asked where files are still to be named, or alone."""
        if all(path in self.desk.seen for path in paths):
            return self.desk.ask("noun", n=noun), "{q}"
        return f"what [is|would be] {noun}", ""

    def single(self) -> None:
        """What one file says alone."""
        desk, draw = self.desk, self.desk.draw
        if draw.chance(0.06):
            noun = f"the {draw.pick(self.link.said['E'])} [of|for] {self._unknown()}"
            text, frame = self._noun(noun, [self.a])
            so = ["so no line says it; say so"]
            return desk.turn(text, [(self.a, [])], so, f"{self.a} does not say that.", frame=frame)
        if draw.chance(0.6):
            row = self._row()
            slot = draw.pick(["e"] if self.full else ["e", "e", "c"])
            noun = draw.pick(self.link.said["E"]) if slot == "e" else self.noun
            at, path, value = self.at[row], self.a, self.first[row][slot]
            value = value.upper() if slot == "c" and self.upper else value
            noun = f"the {noun} [of|for] {self._said('x', self.first[row]['x'])}"
        else:
            code, path = draw.pick(sorted(self.second)), self.b
            slot = draw.pick("yz")
            at, value = self.line_of[code], self.second[code][slot]
            noun = f"the {draw.pick(self.link.said[slot.upper()])} [of|for] {self._said('c', code)}"
        if value not in " ".join(desk.files[path][one] for one in at):
            raise Unsuitable("it is written otherwise")
        text, frame = self._noun(noun, [path])
        quotes = "; ".join(desk.line(path, one) for one in at)
        answer = value_with_line(value, quotes) if len(at) == 1 else value
        return desk.turn(text, [(path, [*at])], [], answer, frame=frame)

    def _unknown(self) -> str:
        """Something that the first file does not have."""
        return fill(self.desk.draw.pick(self.link.said["X"]), {"x": kept(self.desk.value(self.link.kinds["x"]))})

    def back(self) -> None:
        """Which row of the first file leads to what the second one says."""
        desk, row = self.desk, self._row()
        code = self.first[row]["c"]
        if [one["c"] for one in self.first].count(code) > 1 or code not in self.second:
            raise Unsuitable("more than one, or none")
        y = self.second[code]["y"]
        word = kept(desk.form(y, [one["y"] for one in self.second.values()]))
        text = fill(desk.draw.pick(self.link.said["back"]), {"y": word})
        desk.turn(text, self._led(row)[::-1], [], self.first[row]["x"])

    def two(self) -> None:
        """Two rows compared by what their codes lead to, or reckoned together."""
        desk, draw = self.desk, self.desk.draw
        rows = draw.sample(range(len(self.first)), 2)
        names = [self.first[row]["x"] for row in rows]
        codes = [self.first[row]["c"] for row in rows]
        if codes[0] == codes[1] or not set(codes) <= set(self.second):
            raise Unsuitable("the same, or none")
        values = [int(self.second[code]["z"]) for code in codes]
        senseless = self.link.said["Z"][0] in ("gate", "year", "line number", "font size")
        kind = draw.pick(["more", "less", "apart", *([] if senseless else ["sum"])])
        x, w = (self._said("x", name) for name in names)
        text = desk.ask(kind, X=x, W=w, Z=draw.pick(self.link.said["Z"]))
        quotes: Quotes = [(path, [*one, *other]) for (path, one), (_, other) in zip(*map(self._led, rows), strict=True)]
        reckoned(desk, kind, text, quotes, values, names)

    def dangling(self) -> None:
        """Which code leads nowhere."""
        codes = list(dict.fromkeys(row["c"] for row in self.first))
        lost = [code for code in codes if code not in self.second]
        if self.full or len(lost) != 1 or {self.a, self.b} - set(self.desk.seen):
            raise Unsuitable("none is lost, or it is a person")
        names = [code.upper() if self.upper else code for code in codes]
        name = names[codes.index(lost[0])]
        told = ", ".join(f"{one} {'no' if one == name else 'yes'}" for one in names[: names.index(name) + 1])
        text = self.desk.ask("dangling", k=self.noun, f=kept(self.a), g=kept(self.b))
        so = f"so {told}: {name} is missing in {self.b}"
        self.desk.turn(text, [(self.a, []), (self.b, [])], [so], f"{name}, missing in {self.b}.")


def linked(v: Vocabulary) -> Task:
    """From one file to the other by a code."""
    desk = Desk(v)
    one = _Linked(desk, v.draw.pick(LINKS))
    ways = [(5, one.forward), (3, one.single), (3, one.back), (4, one.two), (2, one.dangling)]
    return series(desk, ways, [one.forward, one.forward, one.single, one.two])


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (5, linked),
    (5, papers),
    (2, chained),
    (2, bags),
    (2, accounts),
]
