"""Questions whose answer is three files away: each file names what is to be looked up in the next one."""

from __future__ import annotations

import re

from tools.pocket.answers import value_with_line
from tools.pocket.contents_joint_chain import CHAINS, Chain
from tools.pocket.contents_several import kept
from tools.pocket.joint import Desk, Quotes, fill, laid, series
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


class _Chained:
    """Three files, each leading to the next."""

    def __init__(self, desk: Desk, chain: Chain) -> None:
        self.desk, self.chain, draw = desk, chain, desk.draw
        kinds = chain.kinds
        sizes = draw.randint(3, 5), draw.randint(4, 6), draw.randint(3, 6)
        ends = {desk.value(kinds["d"]): desk.value(kinds["y"]) for _ in range(sizes[2])}
        codes = {desk.value(kinds["c"]): draw.pick(sorted(ends)) for _ in range(sizes[1])}
        starts = {desk.value(kinds["x"]): draw.pick(sorted(codes)) for _ in range(sizes[0])}
        self.maps = [starts, codes, ends]
        self.paths: list[str] = []
        self.at: list[dict[str, int]] = []
        for stems, forms, pairs in zip(chain.stems, chain.forms, self.maps, strict=True):
            form = draw.pick(forms)
            order = draw.sample(sorted(pairs), len(pairs))
            rows = [form[2].format(name, pairs[name]) for name in order]
            lines, own = laid((form[0], form[1], "{row}"), [{"row": row} for row in rows])
            lines += ["}"] * (form[1] == ":root {")
            self.paths.append(desk.add(f"{draw.pick(stems.split())}.{form[0]}", lines))
            self.at.append({name: at for name, (at,) in zip(order, own, strict=True)})

    def _way(self, x: str, steps: int) -> tuple[Quotes, str]:
        """The lines on the way, and what stands at its end."""
        quotes: Quotes = []
        for number in range(steps):
            quotes.append((self.paths[number], [self.at[number][x]]))
            x = self.maps[number][x]
        return quotes, x

    def _named(self, x: str) -> str:
        return fill(self.desk.draw.pick(self.chain.called["X"]), {"x": self._word(x)})

    def _word(self, x: str) -> str:
        return kept(self.desk.form(x, sorted(self.maps[0])))

    def follow(self) -> None:
        """What it leads to, two or three files on; and perhaps the same for another one."""
        desk, draw = self.desk, self.desk.draw
        slot = draw.pick("dyyy") if desk.turns else "y"
        names = draw.sample(sorted(self.maps[0]), 2)
        text = fill(draw.pick(self.chain.asked[slot]), {"x": self._word(names[0])})
        quotes, value = self._way(names[0], 3 if slot == "y" else 2)
        frame = ""
        if draw.chance(0.4):
            noun = f"the {draw.pick(self.chain.called[slot.upper()])} for {self._named(names[0])}"
            known = all(path in desk.seen for path, _ in quotes)
            text, frame = (desk.ask("noun", n=noun), "{q}") if known else (f"what [is|would be] {noun}", "")
        desk.turn(text, quotes, [], value, frame=frame)
        if draw.chance(0.4):
            quotes, value = self._way(names[1], len(quotes))
            desk.turn(desk.ask("same", X=self._named(names[1])), quotes, [], value, frame="{q}")

    def single(self) -> None:
        """One step alone."""
        desk, draw = self.desk, self.desk.draw
        if len(desk.seen) < 3:
            raise Unsuitable("not all are read")
        number = draw.randrange(3)
        name = draw.pick(sorted(self.maps[number]))
        value = self.maps[number][name]
        if number:
            noun = self.chain.called["DY"[number - 1]][0]
            named = self._called(name) if number == 1 else kept(name)
        else:
            noun = re.sub(r" ?\{c\}|the ", "", self.chain.called["C"][0])
            named = self._named(name)
        path, at = self.paths[number], self.at[number][name]
        answer = value_with_line(value, desk.line(path, at))
        desk.turn(desk.ask("noun", n=f"the {noun} [of|for] {named}"), [(path, [at])], [], answer, frame="{q}")

    def _called(self, code: str) -> str:
        return fill(self.chain.called["C"][0], {"c": kept(code)})

    def alike(self) -> None:
        """Whether two lead to the same."""
        desk = self.desk
        if len(desk.seen) < 3:
            raise Unsuitable("not all are read")
        x, w = desk.draw.sample(sorted(self.maps[0]), 2)
        (one, first), (other, second) = self._way(x, 3), self._way(w, 3)
        quotes: Quotes = [(path, list(dict.fromkeys([*a, *b]))) for (path, a), (_, b) in zip(one, other, strict=True)]
        noun = self.chain.called["Y"][0]
        text = desk.ask("alike", X=self._named(x), W=self._named(w), n=noun)
        if first == second:
            return desk.turn(text, quotes, [f"so {first} and {second}: the same"], f"Yes, {first}.")
        so = f"so {first} and {second}: not the same"
        return desk.turn(text, quotes, [so], f"No, {first} and {second}.")


def chained(v: Vocabulary) -> Task:
    """From file to file to file."""
    desk = Desk(v)
    one = _Chained(desk, v.draw.pick(CHAINS))
    return series(desk, [(5, one.follow), (3, one.single), (2, one.alike)], [one.follow])
