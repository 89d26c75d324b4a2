"""What somebody tries who does not see at once which line of a function is wrong, and how."""

from __future__ import annotations

import builtins
import itertools
import re
from dataclasses import dataclass, field, replace

from tools.pocket.change import TOKEN
from tools.pocket.contents_bugs import differs, grows_in_a_loop, outcome, possible_mistakes
from tools.pocket.contents_bugs import names as names_of
from tools.pocket.draw import Draw
from tools.pocket.jobs_repairs import Broken
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

TRIES = [(20, 0), (39, 1), (27, 2), (14, 3)]
"""How many tries fail before the right one, where any can be made: with the other mistakes 35, 35, 20 and 10 of 100."""
_SMALL = 6
"""Tokens: what a line lacks that is longer, nobody guesses in part."""
_UNSAFE = frozenset(["exit", "quit", "input", "open", "exec", "eval"])
_NAMED = (NameError, AttributeError, KeyError, ImportError)
"""Errors that say what is wrong, so that nobody looks elsewhere."""
_PLAUSIBLE = frozenset(
    [
        "wrong operator",
        "wrong comparison",
        "off by one",
        "wrong index",
        "wrong slice",
        "wrong step",
        "wrong start value",
        "wrong value",
        "wrong number",
        "wrong function",
        "wrong order",
        "wrong method",
        "wrong name",
        "missing not",
        "wrong separator",
    ]
)


@dataclass(frozen=True, slots=True)
class Step:
    """A mistake and what is tried before it is found: lines of the module, and what is put in the place of each."""

    wrong: list[str]
    right: list[str]
    tries: list[tuple[str, str]] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """How many its repair takes, with a run behind each edit."""
        places = [[line] for line, _ in self.tries] + [self.wrong]
        moves = sum(one != other for one, other in itertools.pairwise(places))
        return 2 * len(places) + moves

    def told(self, path: str, number: int) -> str:
        """What is right in the module now; `number` is that of the first line."""
        added = [line.strip() for line in self.right if line.strip() and line not in self.wrong]
        if len(self.right) > len(self.wrong):
            return f"In {path} I added `{added[0]}`."
        if len(self.right) == 1:
            return f"In {path} line {number} is now `{added[0]}`."
        return f"I corrected {path}."


def _block(lines: list[str], at: int) -> range:
    """The lines of the function, or class, that line `at` belongs to."""
    start = next((row for row in range(at, -1, -1) if lines[row] and not lines[row].startswith(" ")), 0)
    behind = (row for row in range(start + 1, len(lines)) if lines[row] and not lines[row].startswith(" "))
    return range(start, next(behind, len(lines)))


def _in_place(wrong: str, right: str, new: str) -> bool:
    """Whether this differs from the wrong line only where the right one does, and that is a small part."""
    was, is_now, other = (TOKEN.findall(line) for line in (wrong, right, new))
    head = tail = 0
    shortest = min(len(was), len(is_now))
    while head < shortest and was[head] == is_now[head]:
        head += 1
    while tail < shortest - head and was[-1 - tail] == is_now[-1 - tail]:
        tail += 1
    same = other[:head] == was[:head] and other[len(other) - tail :] == was[len(was) - tail :]
    return same and len(is_now) - head - tail <= _SMALL


def _candidates(draw: Draw, broken: Broken, text: str) -> list[tuple[str, str]]:
    """Lines of the function, and what somebody might try there."""
    lines = text.split("\n")
    wrong, right = broken.wrong, broken.right
    code = [lines[row] for row in _block(lines, lines.index(wrong[0]))]
    if "while " in text or right[0].startswith(("import ", "from ")):
        return []
    names = [name for name in names_of(code) if name.isidentifier() and name != "self"]
    own = len(wrong) == len(right) == 1 and _depth(wrong[0]) == _depth(right[0])
    found: list[tuple[str, str, str]] = []
    if own:
        here = possible_mistakes(draw, [code[0], right[0]], names)
        found = [(wrong[0], new, kind) for row, new, kind in here if row and _in_place(wrong[0], right[0], new)] * 2
    named = isinstance(broken.found, _NAMED)
    if not named:
        rows = possible_mistakes(draw, code, names)
        found += [(code[row], new, kind) for row, new, kind in rows if own or code[row] not in wrong]
    known = {*re.findall(r"\w+", text), *dir(builtins), "upper", "lower", "title"} - _UNSAFE
    return [
        (old, new)
        for old, new, kind in found
        if kind in _PLAUSIBLE
        and (named or kind != "wrong name" or draw.chance(0.35))
        and set(re.findall(r"[A-Za-z_]\w*", new)) <= known
        and lines.count(old) == 1
        and new not in (*lines, *right)
        and not grows_in_a_loop(code, new)
    ]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _fails(broken: Broken, text: str, old: str, new: str) -> bool:
    """Whether that does not help, and can be run at all."""
    found = outcome(text.replace(f"{old}\n", f"{new}\n", 1), broken.call)
    return differs(found, broken.value) and not isinstance(found, SyntaxError | RecursionError)


def step_of(v: Vocabulary, broken: Broken, text: str, room: int, most: int = 3) -> Step:
    """The repair of a mistake with tries before it that take no more than `room` calls."""
    draw = v.draw
    count = min(most, draw.weighted(TRIES))
    plain = Step(broken.wrong, broken.right)
    if not count or isinstance(broken.found, SyntaxError) or (isinstance(broken.found, _NAMED) and draw.chance(0.6)):
        return plain
    found = list(dict.fromkeys(_candidates(draw, broken, text)))
    draw.shuffle(found)
    if draw.chance(0.5):
        found.sort(key=lambda one: one[0] != broken.wrong[0])
    tries: list[tuple[str, str]] = []
    for old, new in found:
        if len(tries) == count:
            break
        step = replace(plain, tries=[*tries, (old, new)])
        if step.calls <= room and _fails(broken, text, old, new):
            tries.append((old, new))
    if len(tries) < count:
        raise Unsuitable("no tries")
    return replace(plain, tries=tries)
