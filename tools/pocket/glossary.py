"""What things are called in files, and what people say for them: texts in `glossary/*.txt`, from which jobs are made.

    == client; client, http, fetch           a theme, and how its files are called
    timeout, max_wait; waiting time; int 2 90
    ? how long does it wait before it gives up
    ! give up after {new} seconds[, not after {old}]

An entry has its names as a key, its name in plain words, and the kind of its values (see `scene_values`). `?` is a
question about it and `!` an order to change it, without a full stop and without the file, which jobs put in. A theme
with a third part, the kind of its rows' names, is a table: `== crew; crew, sailors; name`; its entries are columns, and
what is said of them has the row: `? how do I reach {row}`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "glossary"


@dataclass(slots=True)
class Entry:
    """One thing; `label` is its name in plain words."""

    keys: list[str]
    label: str
    kind: str
    questions: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Theme:
    """Things that stand in one file; `rows` is the kind of the names of a table's rows, empty where it is none."""

    title: str
    stems: list[str]
    rows: str
    place: str
    entries: list[Entry] = field(default_factory=list)


def parse(text: str, name: str) -> list[Theme]:
    """The themes of a text.

    Raises:
        ValueError: a line that cannot be understood; the message has its number.
    """
    themes: list[Theme] = []
    for number, line in enumerate(text.split("\n"), 1):
        mark, rest, place = line[:2], line[2:].strip(), f"{name}:{number}"
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in (rest if mark == "==" else line).split(";", 2)]
        if mark == "==":
            if len(parts) < 2:
                raise ValueError(f"{place}: a theme needs a title and names of files: {line}")
            themes.append(Theme(parts[0], _words(parts[1]), parts[2] if len(parts) == 3 else "", place))
        elif not themes:
            raise ValueError(f"{place}: not in a theme: {line}")
        elif mark in ("? ", "! "):
            if not themes[-1].entries:
                raise ValueError(f"{place}: of what is it said? {line}")
            if (needed := "{row}" if themes[-1].rows else "") not in rest:
                raise ValueError(f"{place}: it needs {needed}: {line}")
            if mark == "! " and "{new}" not in rest:
                raise ValueError(f"{place}: it needs {{new}}: {line}")
            entry = themes[-1].entries[-1]
            (entry.questions if mark == "? " else entry.orders).append(rest)
        elif len(parts) == 3:
            themes[-1].entries.append(Entry(_words(parts[0]), parts[1], parts[2]))
        else:
            raise ValueError(f"{place}: not understood: {line}")
    for theme in themes:
        if len(theme.entries) < 3 or not all(entry.questions for entry in theme.entries):
            raise ValueError(f"{theme.place}: a theme needs three entries, each with a question")
    return themes


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


@cache
def themes() -> list[Theme]:
    """All themes."""
    return [
        theme for path in sorted(FOLDER.glob("*.txt")) for theme in parse(path.read_text(encoding="utf-8"), path.name)
    ]
