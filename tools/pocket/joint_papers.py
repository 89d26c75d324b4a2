"""Questions about a few files, each about one of the same kind: which has most, which says so, and what else."""

from __future__ import annotations

from collections.abc import Sequence

from tools.pocket.answers import value_with_line
from tools.pocket.contents_joint_papers import (
    PAPERS,
    Part,
)
from tools.pocket.contents_several import kept
from tools.pocket.joint import Desk, Quotes, checked, fill, reckoned, series
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


class _Papers:
    """Two or three files, each about one of the same kind, in notations of their own."""

    def __init__(self, desk: Desk, one: str, many: str, kind: str, ways: list[str], parts: list[Part]) -> None:
        self.desk, self.one, self.many, draw = desk, one, many, desk.draw
        self.parts = draw.some(parts, 3, 5)
        self.values: dict[str, list[str]] = {}
        self.at: dict[str, dict[str, int]] = {}
        self.names: dict[str, list[str]] = {}
        styles, way = draw.sample(range(4), 4), draw.pick(ways)
        count = draw.pick([2, 3, 3])
        lacking = (draw.randrange(count), draw.pick(self.parts)) if count == 3 and draw.chance(0.5) else (-1, parts[0])
        for number in range(count):
            tag = desk.value(kind)
            style = styles[number] if draw.chance(0.7) else styles[0]
            ending = draw.pick([["txt", "yml"], ["ini", "cfg"], ["txt", "md"], ["conf", "txt"]][style])
            lines: list[str] = []
            said: dict[str, tuple[int, str]] = {}
            for part in draw.sample(self.parts, len(self.parts)):
                value = desk.value(part.kind)
                if (number, part) != lacking:
                    said[part.nouns[0]] = (len(lines), value)
                    lines.append(part.forms[style].format(v=value))
            path = desk.add(f"{way.format(t=tag.lower().replace(' ', '_'))}.{ending}", lines)
            self.at[path] = {noun: at for noun, (at, _) in said.items()}
            self.values[path] = [said.get(part.nouns[0], (0, ""))[1] for part in self.parts]
            self.names[path] = [path, path, f"the {tag} {one}", f"the {one} {tag}"]
        self.paths = sorted(self.at)
        self.order = self.paths

    def _called(self, path: str) -> str:
        return kept(path) if path not in self.desk.seen else kept(self.desk.draw.pick(self.names[path]))

    def _value(self, path: str, part: Part) -> str:
        return self.values[path][self.parts.index(part)]

    def _part(self, *, number: bool = False, order: bool = False, everywhere: bool = True) -> Part:
        """Something that all say, or all but one."""
        fit = [
            part
            for part in self.parts
            if (not number or part.kind.startswith("int ")) and (not order or part.more[0])
            and (not everywhere or all(self._value(path, part) for path in self.paths))
        ]  # fmt: skip
        if not fit:
            raise Unsuitable("no such part")
        return self.desk.draw.pick(fit)

    def _quotes(self, part: Part, paths: Sequence[str]) -> Quotes:
        return [(path, [self.at[path][part.nouns[0]]]) for path in paths]

    def _group(self) -> dict[str, str]:
        """How a question about all of them is put; the folder is listed where none is known."""
        desk = self.desk
        if not desk.turns:
            self.order = self.paths
            if len(self.paths) == 3 and desk.draw.chance(0.5):
                return {"many": self.many}
            self.order = desk.draw.sample(self.paths, len(self.paths))
        elif set(desk.seen) < set(self.paths):
            raise Unsuitable("not all are read")
        else:
            self.order = list(desk.seen)
        return {}

    def _won(self, part: Part, paths: Sequence[str], less: bool) -> tuple[str, str]:
        """Which of them has more, or less, and the words for it."""
        values = [self._value(path, part) for path in paths]
        figures = part.kind.startswith("int ")
        if len(set(values)) < len(values):
            raise Unsuitable("the same")
        ordered = sorted(values, key=lambda value: (int(value) if figures else 0, value))
        best = ordered[0 if less else -1]
        sign = ("<" if less else ">") if figures else ("is before" if less else "is after")
        others = " and ".join(value for value in values if value != best)
        return paths[values.index(best)], f"so {best} {sign} {others}"

    def most(self) -> None:
        """Which has the most, or the least, and perhaps what else that one says."""
        desk, less = self.desk, self.desk.draw.chance(0.5)
        part = self._part(order=True)
        group = self._group()
        best, so = self._won(part, self.order, less)
        word = (part.less if less else part.more)[1]
        quotes = self._quotes(part, self.order)
        other = desk.draw.pick([one for one in self.parts if one is not part])
        value = self._value(best, other)
        if value and desk.draw.chance(0.5):
            text = desk.ask("winner", n=desk.draw.pick(other.nouns), best=_one(word, self.one), one=self.one)
            line = desk.line(best, self.at[best][other.nouns[0]])
            return desk.turn(text, quotes, [so, line], value, **group)
        text = desk.ask("most", best=word, many=self.many)
        return desk.turn(text, quotes, [so], f"{best}, {self._value(best, part)}.", **group)

    def pair(self) -> None:
        """Which of two has more, or by how much they differ."""
        desk = self.desk
        paths = desk.draw.sample(self.paths, 2)
        f, g = map(self._called, paths)
        if desk.draw.chance(0.4):
            part = self._part(number=True)
            text = desk.ask("differ", F=f, G=g, n=desk.draw.pick(part.nouns))
            values = [int(self._value(path, part)) for path in paths]
            return reckoned(desk, "apart", text, self._quotes(part, paths), values, paths)
        part, less = self._part(order=True), desk.draw.chance(0.5)
        best, so = self._won(part, paths, less)
        text = desk.ask("pair", F=f, G=g, more=(part.less if less else part.more)[0])
        return desk.turn(text, self._quotes(part, paths), [so], f"{best}, {self._value(best, part)}.")

    def total(self) -> None:
        """All together."""
        part = self._part(number=True)
        group = self._group()
        values = [int(self._value(path, part)) for path in self.order]
        text = self.desk.ask("all", n=part.nouns[0], many=self.many)
        sums = " + ".join(map(str, values))
        self.desk.turn(text, self._quotes(part, self.order), [], "{out} in all.", sums=sums, **group)

    def which(self) -> None:
        """Which of them says so, or nothing."""
        desk, draw = self.desk, self.desk.draw
        part = self._part(everywhere=False)
        noun = draw.pick(part.nouns)
        have = [path for path in self.paths if self._value(path, part)]
        group = self._group()
        if len(have) < len(self.paths):
            (lacks,) = set(self.paths) - set(have)
            text = desk.ask("without", n=noun, many=self.many, one=self.one)
            quotes: Quotes = [(path, []) for path in self.order]
            return desk.turn(text, quotes, [f"so {checked(self.order, have)}: {lacks} lacks it"], f"{lacks}.", **group)
        best = draw.pick(have)
        value = self._value(best, part)
        text = desk.ask("which", n=noun, many=self.many, one=self.one, v=kept(value))
        quotes = [(path, marks if path == best else []) for path, marks in self._quotes(part, self.order)]
        return desk.turn(text, quotes, [f"so only {best} has {value}"], f"{best}, {value}.", **group)

    def single(self) -> None:
        """What one of them says."""
        desk, draw = self.desk, self.desk.draw
        path, part = draw.pick(self.paths), draw.pick(self.parts)
        at = self.at[path].get(part.nouns[0])
        if draw.chance(0.5):
            text, frame = fill(draw.pick(part.asked), {"f": self._called(path)}), ""
        elif path in desk.seen:
            noun = f"the {draw.pick(part.nouns)} [of|for] {self._called(path)}"
            text, frame = desk.ask("noun", n=noun), "{q}"
        else:
            text, frame = f"what is the {draw.pick(part.nouns)}", ""
        if at is None:
            so = ["so no line says it; say so"]
            return desk.turn(text, [(path, [])], so, f"{path} does not say that.", frame=frame)
        value = self._value(path, part)
        return desk.turn(text, [(path, [at])], [], value_with_line(value, desk.line(path, at)), frame=frame)


def _one(word: str, one: str) -> str:
    """`heaviest parcel`, or `one with the most workers` as it is."""
    return word if word.startswith("one ") or word.endswith(" one") else f"{word} {one}"


def papers(v: Vocabulary) -> Task:
    """Several of the same kind, a file each."""
    desk = Desk(v)
    one = _Papers(desk, *v.draw.pick(PAPERS))
    ways = [(5, one.most), (3, one.pair), (1, one.total), (3, one.which), (4, one.single)]
    return series(desk, ways, [one.most, one.most, one.which, one.pair, one.single, one.total])
