"""The values and the words of a scene: drawn anew each time that it is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tools.pocket.draw import VALUE_END, WORD_END, Draw
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

KINDS: dict[str, Callable[[Vocabulary], object]] = {
    "word": Vocabulary.word,
    "nonsense": Vocabulary.nonsense,
    "name": Vocabulary.first_name,
    "fullname": Vocabulary.full_name,
    "city": Vocabulary.city,
    "email": Vocabulary.email,
    "url": Vocabulary.url,
    "host": Vocabulary.host,
    "date": Vocabulary.date,
    "clock": Vocabulary.clock,
    "money": Vocabulary.money,
    "quantity": Vocabulary.quantity,
    "phone": Vocabulary.phone,
    "version": Vocabulary.version,
    "snake": Vocabulary.snake,
    "camel": Vocabulary.camel,
    "pascal": Vocabulary.pascal,
    "constant": Vocabulary.constant,
    "function": Vocabulary.function_name,
    "variable": Vocabulary.variable,
    "stem": Vocabulary.stem,
    "folder": Vocabulary.folder,
    "syspath": Vocabulary.system_path,
    "sentence": Vocabulary.sentence,
    "number": Vocabulary.number,
    "decimal": Vocabulary.decimal,
}
LISTS = Path(__file__).with_name("lists.txt")
"""More kinds: a line each, with a name and everything that may be drawn, as in `colour: red|green|blue`."""

_SLOT = re.compile(r"\{\{(.+?)\}\}")
_EXACT = re.compile(
    r"[\w/-]*\{\{.+?\}\}(?:[\w/-]|\{\{.+?\}\}|\.(?=\w))*|[\w./-]*\w\.[A-Za-z]\w{0,8}\b"
    r"|\b(?:Make|Docker|Container|Proc|Jenkins|Just|Gem|Caddy|Vagrant)file\b|\b[A-Z][A-Z_]+\b"
)
"""What nobody mistypes: values, and names of files."""


@cache
def lists() -> dict[str, list[str]]:
    """What is in `LISTS`."""
    pairs = (line.split(": ", 1) for line in LISTS.read_text(encoding="utf-8").splitlines())
    return {name: options.split("|") for name, options in pairs}


class Values:
    """The values of one scene as it is played."""

    def __init__(self, v: Vocabulary) -> None:
        self.vocabulary = v
        self._values: dict[str, str] = {}

    def fill(self, text: str) -> str:
        """`text` with its slots filled."""
        return _SLOT.sub(lambda found: self._one(found[1]), text)

    def define(self, texts: list[str]) -> None:
        """Draw all values that these define, wherever each is used first."""
        for text in texts:
            for inner in _SLOT.findall(text):
                name, sign, kind = inner.partition(":")
                if sign and not inner.startswith("="):
                    self.add(name.strip(), kind.strip())
        for text in texts:
            for inner in _SLOT.findall(text):
                if (inner in KINDS or inner in lists()) and inner not in self._values:
                    self.add(inner, inner)

    def __len__(self) -> int:
        return len(self._values)

    def know(self, name: str, value: str) -> None:
        """Take over a value that was drawn elsewhere."""
        self._values[name] = value

    def add(self, name: str, kind: str) -> str:
        """Draw a value that no other has, under this name.

        Raises:
            Unsuitable: there is none.
        """
        draw = self.vocabulary.draw
        for _ in range(30):
            if kind.startswith("="):
                value = draw.pick(kind[1:].split("|"))
            elif kind.startswith("int "):
                low, high = map(int, kind.split()[1:])
                value = str(draw.randint(low, high))
            elif kind in lists():
                value = draw.pick(lists()[kind])
            else:
                value = str(KINDS[kind](self.vocabulary))
            if value.lower() not in (one.lower() for one in self._values.values()) and not re.search(r"[{}\n]", value):
                self._values[name] = value
                return value
        raise Unsuitable("no other value")

    def _one(self, inner: str) -> str:
        if inner.startswith("="):
            numbers: dict[str, Any] = {name: _number(value) for name, value in self._values.items()}
            try:
                return str(eval(inner[1:].strip(), {}, numbers))
            except (NameError, SyntaxError) as error:
                raise ValueError(f"{inner}: {error}") from error
            except Exception as error:  # a word may look like a number, a divisor may be 0
                raise Unsuitable(f"{inner}: {error}") from error
        if inner == "out":
            return "{{out}}"
        name = inner.partition(":")[0].strip()
        if name not in self._values:
            raise ValueError(f"nothing is called {name}")
        return self._values[name]


def _number(text: str) -> int | float | str:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d+\.\d+", text) else text


def prompt_of(draw: Draw, template: str, values: Values, exact: frozenset[str] = frozenset()) -> str:
    """A wording with its choices made, typed by somebody, and its values put in.

    Neither values nor names of files are ever mistyped, nor the words in `exact`, behind the first one.
    """
    slots: list[str] = []

    def hide(found: re.Match[str]) -> str:
        slots.append(found[0])
        return f"{{s{len(slots) - 1}}}"

    def hide_word(found: re.Match[str]) -> str:
        return hide(found) if found[0] in exact else found[0]

    text = _EXACT.sub(hide, template.replace("\\n", "\n"))
    text = re.sub(r"(?<=[^{\w])[^\W\d_]{4,}\b", hide_word, text)
    text = re.sub(r" {2,}", " ", draw.choices_of(text)).strip()
    if re.search(r"\w", text) and "\n" not in text and "`" not in text and draw.chance(0.4):
        text = re.sub(f"[{VALUE_END}{WORD_END}].*", "", asking(draw, "=" + text, reword=False), flags=re.S)
    elif "\n" not in text:
        text = plain(draw, text)
    return re.sub(r"\{s(\d+)\}", lambda found: values.fill(slots[int(found[1])]), text)
