"""Small scripts that people tell in words: what one does, its code, and the values in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tools.pocket.draw import Draw
from tools.pocket.phrasing import quoted
from tools.pocket.scene_values import Values
from tools.pocket.shapes import literal
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

PROGRAMS = [
    ("prints <a> <n> times|says <a> <n> times over|prints <n> times <a>|repeats <a> <n> times, a line each", "for _ in range(<n>):\n    print(<a>)"),
    ("prints <a> and then <b>|first prints <a>, then <b>|prints <b>, but before that <a>|says <a> and below it <b>", "print(<a>)\nprint(<b>)"),
    ("adds <n> and <m> and prints it|prints the sum of <n> and <m>|prints <n> plus <m>", "print(<n> + <m>)"),
    ("takes <m> away from <n> and prints the rest|subtracts <m> from <n> and prints it|prints <n> minus <m>|prints what is left of <n> after <m> are gone", "print(<n> - <m>)"),
    ("multiplies <n> by <m> and prints it|prints <n> times <m>, the product|prints the product of <n> and <m>", "print(<n> * <m>)"),
    ("prints the remainder of <n> divided by <m>|prints <n> modulo <m>|divides <n> by <m> and prints only the remainder", "print(<n> % <m>)"),
    ("prints how often <m> fits into <n>, as a whole number|divides <n> by <m> without a fraction and prints it", "print(<n> // <m>)"),
    ("has a list numbers with <s> and prints their sum|sums up the list numbers, which is <s>, and prints it|puts <s> into the list numbers and prints the total", "numbers = [<s>]\nprint(sum(numbers))"),
    ("has a list numbers with <s> and prints the largest|puts <s> into a list numbers and prints the biggest of them", "numbers = [<s>]\nprint(max(numbers))"),
    ("has a list numbers with <s> and prints the smallest|puts <s> into a list numbers and prints the lowest of them", "numbers = [<s>]\nprint(min(numbers))"),
    ("puts <s> into a list numbers and prints it sorted|has a list numbers, <s>, and prints it in order", "numbers = [<s>]\nprint(sorted(numbers))"),
    ("counts from <l> to <h>|prints the numbers from <l> up to <h>|prints every number from <l> to <h>, <h> too", "for i in range(<l>, <h+1>):\n    print(i)"),
    ("counts down from <c> to 1|prints the numbers from <c> down to 1", "for i in range(<c>, 0, -1):\n    print(i)"),
    ("prints the even numbers from <l> to <h>|goes from <l> to <h> and prints what is even", "for i in range(<l>, <h+1>):\n    if i % 2 == 0:\n        print(i)"),
    ("prints the first <c> multiples of <n>|prints the times table of <n>, <c> lines", "for i in range(1, <c+1>):\n    print(i * <n>)"),
    ("prints the squares of 1 to <c>|goes from 1 to <c> and prints each number squared", "for i in range(1, <c+1>):\n    print(i ** 2)"),
    ("has a function <f> with the parameter name, which prints <a> and the name, and calls it with <p>|defines <f>(name), printing <a> and then the name, and calls that for <p>", "def <f>(name):\n    print(<a>, name)\n\n\n<f>(<p>)"),
    ("defines <f>(a, b), which returns a plus b, and prints it for <n> and <m>|has a function <f> that adds its arguments a and b, and prints <f> of <n> and <m>", "def <f>(a, b):\n    return a + b\n\n\nprint(<f>(<n>, <m>))"),
    ("defines <f>(a, b), which returns a minus b, and prints it for <n> and <m>|has a function <f> that takes b away from a, and prints <f> of <n> and <m>", "def <f>(a, b):\n    return a - b\n\n\nprint(<f>(<n>, <m>))"),
    ("has a function <f> that returns its argument value times <n>, and prints it for <m>|defines <f>(value), value times <n>, and prints that for <m>", "def <f>(value):\n    return value * <n>\n\n\nprint(<f>(<m>))"),
    ("turns <n> miles into metres, a mile being <m> metres, and prints it|prints how many metres <n> miles are, with <m> metres a mile", "print(<n> * <m>)"),
    ("prints each of <w> in capitals, with a loop|loops over <w> and prints each in upper case", "for word in [<w>]:\n    print(word.upper())"),
    ("loops over <w> and prints each|goes through <w> and prints them one by one, with a loop", "for word in [<w>]:\n    print(word)"),
    ("joins <w> with dashes and prints it|prints <w> as one line, with a dash between", 'print("-".join([<w>]))'),
    ("prints <a> backwards|turns <a> around and prints it", "print(<a>[::-1])"),
    ("prints <a> in capitals|prints <a> in upper case", "print(<a>.upper())"),
    ("prints how many characters <a> has|prints the length of <a>", "print(len(<a>))"),
    ("sets <x> to <n>, then adds <m> to it, then prints it|starts with <x> = <n>, increases that by <m> and prints it", "<x> = <n>\n<x> += <m>\nprint(<x>)"),
    ("sets <x> to <n>, takes <m> away and prints it|starts with <x> = <n>, decreases that by <m> and prints it", "<x> = <n>\n<x> -= <m>\nprint(<x>)"),
    ("sets <x> to <n> and prints <a> if that is more than <m>, else <b>|has <x> = <n>; if it is greater than <m> it prints <a>, otherwise <b>", "<x> = <n>\nif <x> > <m>:\n    print(<a>)\nelse:\n    print(<b>)"),
    ("sets <x> to <n> and prints <a> if that is less than <m>, else <b>|has <x> = <n>; if it is below <m> it prints <a>, otherwise <b>", "<x> = <n>\nif <x> < <m>:\n    print(<a>)\nelse:\n    print(<b>)"),
]  # fmt: skip
"""What a script does, and its code."""


@dataclass(frozen=True, slots=True)
class Program:
    """A script that was told in words, with what may be altered in it."""

    path: str
    does: str
    code: str
    given: dict[str, int | str | list[int] | list[str]]

    @property
    def text(self) -> str:
        """The file."""
        return re.sub(r"<(\w)(\+1)?>", self._code, self.code) + "\n"

    def _code(self, found: re.Match[str]) -> str:
        value = self.given[found[1]]
        if isinstance(value, list):
            return ", ".join(str(one) if isinstance(one, int) else literal(one) for one in value)
        if isinstance(value, int):
            return str(value + 1) if found[2] else str(value)
        return value if found[1] in "fx" else f'"{value}"'

    def told(self, draw: Draw) -> str:
        """What it does."""

        def one(found: re.Match[str]) -> str:
            value = self.given[found[1]]
            if isinstance(value, list):
                return f"{', '.join(map(str, value[:-1]))}{draw.pick([' and ', ', and ', ', '])}{value[-1]}"
            return quoted(draw, value, bare=0) if found[1] in "abp" else str(value)

        return re.sub(r"<(\w)>", one, self.does)


def program(v: Vocabulary) -> Program:
    """A small script with other values each time."""
    draw = v.draw
    says, code = draw.pick(PROGRAMS)
    values = Values(v)
    low = draw.randint(1, 30)
    text = draw.pick([v.sentence, v.message, v.word, lambda: v.words(2, 3), v.full_name])
    given: dict[str, int | str | list[int] | list[str]] = {
        "a": text(), "b": draw.pick([v.sentence, v.word, lambda: v.words(2, 3)])(), "p": v.first_name(),
        "n": draw.randint(2, 12) if "range" in code else v.number(), "m": draw.randint(2, 400), "l": low, "h": low + draw.randint(2, 12),
        "c": draw.randint(3, 12), "s": [draw.randint(1, 200) for _ in range(draw.randint(3, 6))],
        "w": [values.add(f"w{n}", draw.pick(["word", "nonsense", "fruit", "animal"])) for n in range(draw.randint(3, 5))],
        "f": v.safe(v.function_name()), "x": v.safe(draw.pick([v.word, v.nonsense])()),
    }  # fmt: skip
    used = {name: value for name, value in given.items() if f"<{name}>" in says}
    made = Program(v.path(".py", nested=0.1), draw.pick(says.split("|")), code, used)
    if any(isinstance(value, str) and re.search(r"[\"'`\\<>{}]", value) for value in used.values()):
        raise Unsuitable("a mark that is told badly")
    return made


def altered(v: Vocabulary, one: Program) -> tuple[Program, list[str]]:
    """The same with another value, and how the old and the new one are told.

    Raises:
        Unsuitable: it would not be clear which value is meant.
    """
    draw = v.draw
    name = draw.pick([name for name in one.given if name not in "fx"])
    value = one.given[name]
    at = draw.randrange(len(value)) if isinstance(value, list) else 0
    old = value[at] if isinstance(value, list) else value
    new: int | str = draw.pick([v.word, v.nonsense, v.sentence if name == "a" else v.word])()
    if isinstance(old, int):
        new = draw.randint(2, 12) if old < 20 else draw.randint(13, 99)
    told = [str(item) for given in one.given.values() for item in (given if isinstance(given, list) else [given])]
    if str(new) in told or told.count(str(old)) != 1 or re.search(r"[\"'`\\<>{}\[]", str(new)):
        raise Unsuitable("not alone")
    shown = re.findall(r"\w+", re.sub(r'"[^"]*"', "", one.text))
    if isinstance(old, int) and name not in "hc" and shown.count(str(old)) != 1:
        raise Unsuitable("not alone")
    changed = [new if n == at else item for n, item in enumerate(value)] if isinstance(value, list) else new
    given = one.given | {name: changed}  # type: ignore[dict-item]  # the element's type is the list's
    if "l" in given and not 1 <= int(str(given["h"])) - int(str(given["l"])) <= 20:
        raise Unsuitable("no range")
    bare = [0.3 if " " not in str(item) else 0 for item in (old, new)]
    said = [
        str(item) if isinstance(item, int) else quoted(draw, item, bare=share)
        for item, share in zip((old, new), bare, strict=True)
    ]
    return replace(one, given=given), said
