"""Functions that are right, with what people say of them and the mistakes that somebody makes in them.

    python -m tools.pocket.functions FILE ...      says what does not hold in these files

They are texts, in `functions/*.txt`:

    == basket, order                               names that the module may have
    def total(items):                              the code as it should be
        return sum(price * count for price, count in items)
    > total([(3, 4), (10, 1)])                     expressions; what they give is computed
    ? the sum in {file} is wrong: {call} gives {wrong}, not {right}       said of any mistake
    -     return sum(price * count for price, count in items)
    +     return sum(price + count for price, count in items)
    ? {file} adds up prices and numbers of pieces                         said of this mistake

Behind `-` stand lines of the code and behind `+` what a mistake makes of them: nothing where they are forgotten. Slots
of what people say are `{file}`, `{test}`, `{call}` (an expression that shows the mistake), `{right}` and `{wrong}` (its
values) and `{name}` (the function that it calls).
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tools.pocket.contents_bugs import differs, outcome
from tools.pocket.task import Unsuitable

FOLDER = Path(__file__).parent / "functions"
SLOTS = frozenset(("file", "test", "call", "right", "wrong", "name"))


@dataclass(slots=True)
class Mistake:
    """Lines of the code, what they are in its place, and what people say who have that."""

    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Function:
    """One entry; `place` says where it is written."""

    place: str
    modules: list[str]
    code: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)


def parse(text: str, name: str) -> list[Function]:
    """The entries of a text.

    Raises:
        ValueError: a line that cannot be understood; the message has its number.
    """
    entries: list[Function] = []
    for number, line in enumerate(text.split("\n"), 1):
        mark, rest = line[:2], line[2:].rstrip()
        entry = entries[-1] if entries else None
        if mark == "==":
            modules = [one.strip() for one in rest.split(",")]
            if not all(one.isidentifier() for one in modules):
                raise ValueError(f"{name}:{number}: no name of a module: {line}")
            entries.append(Function(f"{name}:{number}", modules))
        elif entry is None:
            if line.strip() and not line.startswith("#"):
                raise ValueError(f"{name}:{number}: in no entry: {line}")
        elif mark == "> ":
            entry.calls.append(rest)
        elif mark == "? ":
            unknown = set(re.findall(r"\{(\w*)\}", rest)) - SLOTS
            if unknown:
                raise ValueError(f"{name}:{number}: no slot: {', '.join(sorted(unknown))}")
            (entry.mistakes[-1].said if entry.mistakes else entry.said).append(rest.replace("\\n", "\n"))
        elif mark == "- ":
            last = entry.mistakes[-1] if entry.mistakes else None
            if last is None or last.wrong or last.said:
                last = Mistake()
                entry.mistakes.append(last)
            last.right.append(rest)
        elif mark == "+ " and entry.mistakes:
            entry.mistakes[-1].wrong.append(rest)
        elif not entry.calls:
            entry.code.append(line.rstrip())
        elif line.strip():
            raise ValueError(f"{name}:{number}: not understood: {line}")
    for entry in entries:
        while entry.code and not entry.code[-1]:
            entry.code.pop()
    return entries


def place_of(code: list[str], lines: list[str]) -> int:
    """Where these lines stand in the code, from 0.

    Raises:
        ValueError: nowhere, or more than once.
    """
    places = [at for at in range(len(code)) if code[at : at + len(lines)] == lines]
    if len(places) != 1:
        raise ValueError(f"stands {len(places)} times in the code: {' / '.join(lines)}")
    return places[0]


def text_of(lines: list[str]) -> str:
    """The text of a module."""
    return "\n".join(lines) + "\n"


def faults(entry: Function) -> list[str]:
    """What does not hold."""
    found: list[str] = []
    if len(entry.calls) < 2:
        found.append("fewer than two expressions")
    if not entry.said:
        found.append("nobody says anything of it")
    values: dict[str, Any] = {}
    for call in entry.calls:
        values[call] = outcome(text_of(entry.code), call)
        if isinstance(values[call], Exception):
            found.append(f"{call} fails: {type(values[call]).__name__}: {values[call]}")
        elif " at 0x" in repr(values[call]) or isinstance(values[call], set | frozenset):
            found.append(f"{call} gives {values[call]!r}, which cannot be written down")
    for mistake in entry.mistakes:
        what = " / ".join(line.strip() for line in mistake.right)
        try:
            at = place_of(entry.code, mistake.right)
            if not mistake.wrong:
                place_of(entry.code, entry.code[at - 1 : at])
            wrong = [*entry.code[:at], *mistake.wrong, *entry.code[at + len(mistake.right) :]]
            if not any(differs(outcome(text_of(wrong), call), value) for call, value in values.items()):
                found.append(f"no expression shows it: {what}")
        except (ValueError, Unsuitable) as error:
            found.append(f"{what}: {error}")
        if not mistake.said:
            found.append(f"nobody says anything of the mistake: {what}")
    return found


@cache
def functions() -> list[Function]:
    """All entries."""
    paths = sorted(FOLDER.glob("*.txt"))
    return [entry for path in paths for entry in parse(path.read_text(encoding="utf-8"), path.name)]


def main(paths: list[Path]) -> int:
    """Check files; 1 where something does not hold."""
    count = wrong = 0
    for path in paths:
        for entry in parse(path.read_text(encoding="utf-8"), path.name):
            count += 1
            for fault in faults(entry):
                wrong += 1
                print(f"{entry.place}: {fault}")
    print(f"{count} entries, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
