"""Small functions with drawn names, words and numbers, and elementary mistakes in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tools.pocket.contents_bugs import misspelt, shown
from tools.pocket.draw import Draw
from tools.pocket.functions import Function, Mistake
from tools.pocket.task import Unsuitable
from tools.pocket.words import ANIMALS, FRUITS, FUNCTION_VERBS, Vocabulary

PATTERNS = Path(__file__).with_name("small.txt")
"""For each function what it does behind `=`, its lines, below a line behind `~` what somebody may write in its place,
behind `>` the kinds of its arguments, or behind `>>` a whole call. Slots are the names, words and numbers of `_names`.
"""
_THINGS = """price weight score lamp chair table bottle ticket guest parcel box seat row step cell coin card page note bill item
day hour mark goal point lap sample reading sensor lane shelf crate jar cup plate tile brick plank nail screw bolt pipe
truck van tram bike train boat cabin room house tower letter stamp book chapter line word song track photo film course
lesson exam task job ticket order invoice fee rate share loan tax tip wage bonus""".split()
_TOTALS = """total result amount summed count answer number found value outcome collected so_far all_of_it res acc
subtotal grand_total total_so_far new_total gathered kept chosen""".split()
_QUANTITIES = """width height length depth speed age size level stock weight_kg hours points cents distance temperature
volume start_value end_value first_value second_value old_price new_price low high left right price_each""".split()
_KEYS = "price count stock size weight age points hours pages seats rooms votes goals cost amount quantity year".split()
_LIMITS = "limit max_{x} min_{x} {x}_limit {x}_count wanted bound n top number_of_{a} threshold cap".split()
_METHODS = "area put add take measure worth size_of biggest best work_it_out deposit record insert check value".split()
_KEYWORDS = frozenset(
    "def class for if not and return else True False None import self from in or elif range break".split()
)
_INDEXES = "i j k n index pos place number step at idx".split()


@dataclass(slots=True)
class Pattern:
    """A function with slots for its names: what it does, its lines, what may stand for some, how it is called."""

    does: str
    code: list[str] = field(default_factory=list)
    mistakes: list[tuple[int, str]] = field(default_factory=list)
    call: str = ""


@dataclass(frozen=True, slots=True)
class Small:
    """A drawn function and what it does."""

    entry: Function
    does: str


@cache
def patterns() -> list[Pattern]:
    """All of `PATTERNS`."""
    found: list[Pattern] = []
    for line in PATTERNS.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            found.append(Pattern(line[2:]))
        elif line.startswith(">> "):
            found[-1].call = line[3:]
        elif line.startswith("> "):
            found[-1].call = "{f}(" + ", ".join(f"<{kind}>" for kind in line[2:].split()) + ")"
        elif line.startswith("~"):
            found[-1].mistakes.append((len(found[-1].code) - 1, " " + line[1:]))
        else:
            found[-1].code.append(line)
    return found


def _names(v: Vocabulary) -> dict[str, str]:
    """Names, words and numbers for the slots."""
    draw = v.draw
    x = draw.weighted([(4, draw.pick(_THINGS)), (1, draw.pick(FRUITS)), (1, draw.pick(ANIMALS)), (2, v.nonsense())])
    a = x + ("es" if x.endswith(("s", "x", "ch", "sh")) else "s")
    y, z = draw.some(_QUANTITIES, 2, 2)
    q, p = draw.some(_KEYS, 2, 2)
    k = draw.randint(2, 9)
    verb = draw.pick([*FUNCTION_VERBS, "work_out", "make", "sum", "total", "calc", "do"])
    named = {
        "a": a, "x": x, "y": y, "z": z, "q": q, "p": p, "k": str(k), "m": str(k + draw.randint(2, 30)),
        "t": draw.weighted([(5, draw.pick(_TOTALS)), (1, v.nonsense()), (1, f"{x}_total"), (1, f"total_{a}")]),
        "i": draw.pick(_INDEXES), "w": v.word(), "u": v.word(),
        "b": draw.pick(_LIMITS).format(x=x, a=a),
        "f": draw.weighted([(4, f"{verb}_{a}"), (2, f"{x}_{draw.pick(_TOTALS)}"), (2, v.nonsense()), (1, v.function_name())]),
    }  # fmt: skip
    named |= {
        "c": x.capitalize(),
        "g": draw.pick([f"get_{draw.pick(_TOTALS)}", f"{verb}_it", draw.pick(_METHODS), v.nonsense()]),
    }
    variables = [named[slot] for slot in "axyztibfcg"]
    if len(set(variables)) < len(variables) or any(
        v.safe(name) != name or not name.isidentifier() for name in variables
    ):
        raise Unsuitable("names")
    return named


def _argument(v: Vocabulary, kind: str, named: dict[str, str]) -> Any:
    draw = v.draw
    match kind:
        case "i":
            return draw.randint(0, 40)
        case "j":
            return draw.randint(2, 9)
        case "c":
            return draw.randint(1, 3)
        case "q":
            return draw.randint(2, 12) ** 2
        case "o":
            return draw.randint(20, 400)
        case "h":
            return draw.pick("abcdefghiklmnoprst")
        case "p":
            return [(draw.randint(1, 12), draw.randint(2, 12)) for _ in range(draw.randint(2, 3))]
        case "l":
            return [draw.randint(1, 12) for _ in range(int(named["k"]) + draw.randint(1, 2))]
        case "e":
            near = [int(named[slot]) + more for slot in "km" for more in (-1, 0, 1)]
            return draw.pick([*near, draw.randint(0, 50)])
        case "v":
            return [draw.randint(-20, 9) for _ in range(draw.randint(3, 4))]
        case "t":
            return " ".join(draw.pick([v.word, v.nonsense])() for _ in range(3))
        case "d":
            return {v.word(): draw.randint(1, 30) for _ in range(3)}
        case "s":
            return draw.pick([v.word, v.nonsense, v.first_name])()
        case "w":
            return list(dict.fromkeys(draw.pick([v.word, v.nonsense])() for _ in range(3)))
        case "r":
            return [
                {"name": v.word(), named["q"]: draw.randint(1, 12), named["p"]: draw.randint(1, 12)}
                for _ in range(draw.randint(2, 3))
            ]
        case _:
            return [draw.randint(1, 12) for _ in range(draw.randint(3, 5))]


def small(v: Vocabulary, stem: str) -> Small:
    """A function for the module of this name."""
    draw = v.draw
    pattern = draw.pick(patterns())
    named = _names(v)

    def fill(text: str) -> str:
        return text.format(**named)

    code = [fill(line) for line in pattern.code]
    mistakes = [Mistake([code[at]], [fill(line)]) for at, line in pattern.mistakes if code.count(code[at]) == 1]
    head = next(at for at, line in enumerate(code) if line.startswith(("def ", "class ")))
    if draw.chance(0.25):
        mistakes = _typed(draw, code)
    does = fill(pattern.does)
    if pattern is patterns()[0] or draw.chance(0.6):
        code.insert(head + 1, f'    """{does[0].upper()}{does[1:]}."""')
    if head and draw.chance(0.3):
        mistakes = [Mistake(code[: head + 1], code[head : head + 1])]
    calls: list[str] = []
    for _ in range(draw.randint(2, 4)):
        given: list[Any] = []
        for kind in re.findall(r"<(\w)>", pattern.call):
            words = given and kind == "s" and isinstance(given[-1], dict) and draw.chance(0.6)
            given.append(draw.pick(list(given[-1])) if words else _argument(v, kind, named))
        values = iter(given)
        call = re.sub(r"<\w>", lambda found: shown(next(values)), fill(pattern.call))  # noqa: B023 - used at once
        calls.append(re.sub(r"'(\w+)'", r'"\1"', call))
    return Small(Function("small", [stem], code, list(dict.fromkeys(calls)), [does], mistakes), does)


def _typed(draw: Draw, code: list[str]) -> list[Mistake]:
    """What a hand makes wrong that types too fast."""
    found: list[tuple[str, str]] = []
    for line in code:
        body = line.strip()
        if not body or code.count(line) > 1:
            continue
        if body.endswith(":"):
            found.append((line, line[:-1]))
        if body.endswith((")", "]", "):")):
            at = max(line.rfind(")"), line.rfind("]"))
            found.append((line, line[:at] + line[at + 1 :]))
        if body.count('"') >= 2:
            at = draw.pick([place for place, letter in enumerate(line) if letter == '"'])
            found.append((line, line[:at] + line[at + 1 :]))
        if line.startswith(" "):
            found += [(line, f"  {line}"), (line, line[4:])]
            names = [name for name in re.finditer(r"\b[a-z_]{3,}\b", line) if name[0] not in _KEYWORDS]
            for name in draw.some(names, 0, 2):
                found.append((line, line[: name.start()] + misspelt(draw, name[0]) + line[name.end() :]))
        if " = " in body and not body.startswith("def "):
            found.append((line, line.replace(" = ", " == ", 1)))
        if " == " in body:
            found.append((line, line.replace(" == ", " = ", 1)))
    return [Mistake([right], [wrong]) for right, wrong in found]
