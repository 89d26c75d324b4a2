"""Questions about lists that have things in common, and about two files that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from tools.pocket.answers import value_with_line
from tools.pocket.contents_joint_papers import (
    BAG_FORMS,
    BAGS,
    FREE,
    NOTED,
    NUMBERED,
    SAID,
    TOGETHER,
)
from tools.pocket.contents_several import kept
from tools.pocket.joint import Desk, Quotes, checked, fill, joined, laid, reckoned, series
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


class _Bags:
    """Lists that have some things in common."""

    def __init__(self, desk: Desk) -> None:
        self.desk, draw = desk, desk.draw
        self.noun, stems, kind = draw.pick(BAGS)
        count = draw.pick([2, 2, 3])
        pool = [desk.value(kind) for _ in range(7 if "Sunday" in kind else draw.randint(6, 9))]
        self.items: dict[str, list[str]] = {}
        stem = draw.pick(stems)
        names = draw.sample(stems, count)
        if draw.chance(0.9 if self.noun == "day" else 0.5):
            names = [f"{stem}_{desk.value('name').lower()}" for _ in range(count)]
        for name in names:
            mine = draw.some(pool, 3, 6)
            form = draw.pick(BAG_FORMS)
            shown = [item.capitalize() if draw.chance(0.25) and item.islower() else item for item in mine]
            if self.noun == "day" and form[0] == "txt" and draw.chance(0.6):
                mine = [item.lower() for item in mine] if draw.chance(0.4) else mine
                lines = [draw.pick(FREE).replace("{all}", joined(mine))]
            elif form[0] in ("txt", "md") and draw.chance(0.5):
                lines = [draw.pick(TOGETHER).replace("{all}", joined(mine))]
            else:
                lines, _ = laid(form, [{"v": item, "n": str(draw.randint(1, 40))} for item in shown])
                mine = shown
            self.items[desk.add(f"{name}.{form[0]}", lines)] = mine

    def _have(self, path: str, names: Sequence[str]) -> list[str]:
        """Those of the names that are in a file, in any case."""
        lowered = {item.lower() for item in self.items[path]}
        return [name for name in names if name.lower() in lowered]

    def pair(self) -> None:
        """What is in one of two alone, or in both."""
        desk, draw = self.desk, self.desk.draw
        f, g = draw.sample(sorted(self.items), 2)
        names = self.items[f]
        both = self._have(g, names)
        kind = draw.pick(["minus", "minus", "both", "both", "many", "only"])
        chosen = both if kind in ("both", "many") else [name for name in names if name not in both]
        if not chosen:
            raise Unsuitable("none")
        told = joined(chosen)
        here = f"in both {f} and {g}" if kind in ("both", "many") else f"missing in {g}"
        so = f"so {checked(names, both)}: {told} {'are' if chosen[1:] else 'is'} {here}"
        answer = {
            "minus": f"{', '.join(chosen)}, missing in {g}.",
            "both": f"{', '.join(chosen)}.",
            "many": f"{len(chosen)} in both.",
            "only": f"{len(chosen)} in {f} only.",
        }[kind]
        so += f"; so {len(chosen)}" if kind in ("many", "only") else ""
        text = desk.ask(kind, F=kept(f), G=kept(g), k=self.noun, ks=self.noun + "s")
        desk.turn(text, [(f, []), (g, [])], [so], answer)

    def where(self) -> None:
        """Where something stands."""
        desk, draw = self.desk, self.desk.draw
        paths = list(desk.seen)
        if set(paths) < set(self.items):
            raise Unsuitable("not all are read")
        every = sorted({item.lower(): item for mine in self.items.values() for item in mine}.values())
        item = draw.pick(every)
        have = [path for path in paths if self._have(path, [item])]
        text = desk.ask("can" if self.noun == "day" else "where", x=kept(desk.form(item, every)))
        desk.turn(text, [(path, []) for path in paths], [f"so {checked(paths, have)}"], f"{', '.join(have)}.")

    def every(self) -> None:
        """What is in all three."""
        desk = self.desk
        paths = list(desk.seen) or desk.draw.sample(sorted(self.items), len(self.items))
        if len(paths) < 3:
            raise Unsuitable("not three")
        two = self._have(paths[1], self.items[paths[0]])
        three = self._have(paths[2], two)
        if not three:
            raise Unsuitable("none")
        stage = f"so {checked(self.items[paths[0]], two)}"
        so = f"so {checked(two, three)}: {joined(three)} {'are' if three[1:] else 'is'} in all three"
        text = desk.ask(
            "free" if self.noun == "day" and desk.draw.chance(0.7) else "every", k=self.noun, ks=f"{self.noun}s"
        )
        desk.turn(text, [(paths[0], []), (paths[1], [stage]), (paths[2], [])], [so], f"{', '.join(three)}.")


def bags(v: Vocabulary) -> Task:
    """What is in which list."""
    desk = Desk(v)
    one = _Bags(desk)
    return series(desk, [(4, one.pair), (2, one.where), (2, one.every)], [one.pair, one.every, one.pair])


class _Accounts:
    """A letter in sentences and a table that ought to say the same."""

    def __init__(self, desk: Desk) -> None:
        self.desk, draw = desk, desk.draw
        _, self.unit, stems, kind = draw.pick(NUMBERED)
        self.names = [desk.value(kind) for _ in range(draw.randint(4, 6))]
        told = dict(zip(self.names, draw.sample(range(2, 99), len(self.names)), strict=True))
        noted = dict(told)
        for name in draw.some(self.names, 1, 2):
            noted[name] = told[name] + draw.pick([-1, 1, 2, 3, 10, 20])
        ways = draw.pick([SAID, [draw.pick(SAID)]])
        order = draw.sample(self.names, len(self.names))
        opening = draw.pick([[], ["Hello,", ""], ["Hi,", "as we said:"], [f"Dear {desk.value('name')},"]])
        lines = opening + [fill(draw.pick(ways), {"x": x, "n": str(told[x]), "u": self.unit}) for x in order]
        form = draw.pick(NOTED)
        rows = [{"x": x, "n": str(noted[x])} for x in draw.sample(self.names, len(self.names))]
        others, own = laid(form, rows, u=self.unit)
        self.f = desk.add(f"{draw.pick(stems.split())}.{draw.pick(['txt', 'txt', 'md', 'eml'])}", lines)
        self.g = desk.add(f"{draw.pick(['list', 'table', 'ledger', 'sheet', 'stock', 'book'])}.{form[0]}", others)
        self.order = {self.f: order, self.g: [row["x"] for row in rows]}
        self.says = {self.f: told, self.g: noted}
        head = len(opening)
        self.at = {self.f: {x: head + at for at, x in enumerate(order)}, self.g: {}}
        self.at[self.g] = {row["x"]: at for row, (at,) in zip(rows, own, strict=True)}

    def _ask(self, kind: str, path: str, *names: str) -> str:
        words = [kept(self.desk.form(name, self.names)) for name in names]
        said = dict(zip("xw", words, strict=False))
        other = self.g if path == self.f else self.f
        return self.desk.ask(kind, f=kept(path), g=kept(other), u=self.unit, k="one", **said)

    def agree(self) -> None:
        """Whether both say the same of one, or by how much not."""
        desk, x = self.desk, self.desk.draw.pick(self.names)
        quotes: Quotes = [(path, [self.at[path][x]]) for path in (self.f, self.g)]
        one, other = (self.says[path][x] for path in (self.f, self.g))
        if one != other and desk.draw.chance(0.3):
            return reckoned(desk, "apart", self._ask("excess", self.f, x), quotes, [one, other], "")
        text = self._ask("agree", self.f, x)
        if one == other:
            return desk.turn(text, quotes, [f"so {one} and {other}: the same"], f"{one} in both.")
        so = f"so {one} and {other}: not the same"
        return desk.turn(text, quotes, [so], f"{one} in {self.f}, {other} in {self.g}.")

    def odd(self) -> None:
        """What is not the same in both."""
        pairs = [(x, self.says[self.f][x], self.says[self.g][x]) for x in self.order[self.f]]
        odd = [pair for pair in pairs if pair[1] != pair[2]]
        if len(odd) > 1:
            raise Unsuitable("more than one")
        (x, one, other), told = odd[0], []
        for name, left, right in pairs[: pairs.index(odd[0]) + 1]:
            told.append(f"{name} {left} and {right}")
        answer = f"{x}: {one} in {self.f}, {other} in {self.g}."
        so = f"so {', '.join(told)}: {x} differs"
        self.desk.turn(self._ask("odd", self.f), [(self.f, []), (self.g, [])], [so], answer)

    def alone(self) -> None:
        """What one of them says: of two together, or the most."""
        desk, draw = self.desk, self.desk.draw
        path = draw.pick([self.f, self.g])
        says, at = self.says[path], self.at[path]
        if draw.chance(0.5):
            x, w = draw.sample(self.names, 2)
            values = [says[x], says[w]]
            return reckoned(desk, "sum", self._ask("two", path, x, w), [(path, [at[x], at[w]])], values, "")
        values = [says[x] for x in self.order[path]]
        best = max(values)
        if values.count(best) > 1:
            raise Unsuitable("the same")
        x = self.order[path][values.index(best)]
        so = f"so {best} > {' and '.join(str(value) for value in values if value != best)}"
        quotes: Quotes = [(path, [at[name] for name in self.order[path]])]
        return desk.turn(self._ask("largest", path), quotes, [so], value_with_line(x, desk.line(path, at[x])))


def accounts(v: Vocabulary) -> Task:
    """Two files that contradict each other somewhere."""
    desk = Desk(v)
    one = _Accounts(desk)
    return series(desk, [(5, one.agree), (2, one.odd), (3, one.alone)], [one.agree, one.agree, one.odd, one.alone])
