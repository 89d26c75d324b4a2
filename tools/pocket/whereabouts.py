"""Folders of small files about different things, as they are made: what each says, and what people call it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.pocket.contents_lookup import NEAR
from tools.pocket.contents_whereabouts import CODES, GROUPS, NAMED, TELLING, Topic
from tools.pocket.scene_values import Values
from tools.pocket.task import Unsuitable
from tools.pocket.visited import Visited
from tools.pocket.words import Vocabulary

FORMS = {
    "txt": ["{x}: {v}", "{x} - {v}", "- {x}: {v}", "{x} = {v}", "* {x} ({v})"],
    "md": ["- {x}: {v}", "* {x} - {v}", "| {x} | {v} |", "{x}: {v}"],
    "csv": ["{x},{v}", "{x};{v}"],
    "yaml": ["{x}: {v}"],
    "list": ["{x}: {v}", "{x} {v}", "{x} -> {v}"],
}
"""How a line has its two values, for each ending."""
FOLDERS = [
    "notes", "lists", "home", "club", "house", "work", "office", "plans", "papers", "private", "shared", "stuff",
    "misc", "docs", "data", "family", "old_things", "inbox", "desk", "box", "records", "files", "archive",
]  # fmt: skip
THINGS = ("goods", "gear", "luggage", "animal", "flower", "instrument")
SORTS = [
    ("family", "work"), ("home", "office"), ("a", "b"), ("spring", "summer"), ("old", "young"), ("north", "south"),
    ("2", "3"), ("kids", "parents"), ("east", "west"), ("one", "two"), ("early", "late"), ("big", "small"),
]  # fmt: skip
"""What two files about the same differ in."""

SAME = {
    "laundry": "washing", "rubbish": "trash", "stairs": "staircase", "fridge": "refrigerator", "carpets": "rugs",
    "electricity": "power", "waste": "garbage", "sunglasses": "shades",
    "pyjamas": "nightclothes", "raincoat": "waterproof", "cellar": "basement", "lounge": "sitting room",
    "maths": "mathematics", "football": "soccer", "cycling": "bike riding", "rabbit": "bunny",
    "hen": "chicken", "thief": "robber", "doctor": "physician",
    "ghost": "spook", "courgette": "zucchini",
}  # fmt: skip
"""What else people say for a thing."""


@dataclass(slots=True)
class Sheet:
    """A file about a topic: its rows by name, with the number of the line and the value."""

    topic: Topic
    path: str
    lines: list[str]
    rows: dict[str, tuple[int, str]]
    coded: bool = False
    absent: str = ""

    @property
    def folder(self) -> str:
        """Where it lies; empty for the folder itself."""
        return self.path.rpartition("/")[0]


class Folder:
    """A folder of files about different things."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw, self.seen, self.values = v, v.draw, Visited(v), Values(v)
        draw = v.draw
        self.folders = draw.sample(FOLDERS, draw.pick([0, 0, 1, 1, 2]))
        if self.folders and draw.chance(0.3):
            self.folders[0] = v.nonsense()
        self.listed: set[str] = set()
        self.sheets: list[Sheet] = []
        self.asked: set[tuple[str, str]] = set()
        self.found: set[tuple[str, str]] = set()
        self.last: tuple[Sheet, bool] | None = None
        places: dict[str, str] = {}
        for topic in draw.sample(TELLING, draw.randint(3, 5)):
            group = next((group for group in GROUPS if topic.stems[0] in group.split()), topic.stems[0])
            where = places.setdefault(group, draw.pick(["", "", *self.folders]))
            stem = draw.pick(topic.stems)
            if draw.chance(0.25):
                for sort in draw.pick(SORTS):
                    self.put(topic, where, f"{stem}_{sort}")
            else:
                self.put(topic, where, stem)
        if draw.chance(0.45):
            topic = draw.pick(CODES)
            self.put(topic, draw.pick(["", *self.folders]), draw.pick(topic.stems), coded=True)
        if draw.chance(0.5):
            for topic in draw.some(NAMED, 1, 2):
                self.put(topic, draw.pick(["", "", *self.folders]), draw.pick(topic.stems))
        if any(not any(sheet.folder == folder for sheet in self.sheets) for folder in self.folders):
            raise Unsuitable("an empty folder")

    def code(self) -> str:
        """An identifier."""
        draw, letters = self.draw, "ABCDEFGHKLMNPRSTUVWXYZ"
        head = "".join(draw.pick(letters) for _ in range(draw.randint(1, 3)))
        return f"{head}{draw.pick(['-', '-', ''])}{draw.randint(100, 9999)}"

    def put(self, topic: Topic, where: str, stem: str, *, coded: bool = False) -> None:
        """One more file."""
        draw = self.draw
        ending = draw.pick(["txt", "txt", "md", "csv", "yaml", "list"])
        form = topic.form or draw.pick(FORMS[ending])
        if not topic.form:
            stem = stem.capitalize() if draw.chance(0.15) else stem.replace("_", draw.pick("_-"))
            stem += f".{ending}"
        path = f"{where}/{stem}" if where else stem

        def drawn(kind: str) -> str:
            return self.values.add(f"value {len(self.values)}", kind)

        names = [f"={self.code()}" if coded else topic.row for _ in range(draw.randint(3, 6) + 1)]
        names = [drawn(name) for name in names]
        if topic.row in THINGS and draw.chance(0.5):
            names[1] = draw.pick(NEAR).format(names[0])
            self.values.know(names[1], names[1])
        names, absent = names[:-1], names[-1]
        draw.shuffle(names)
        capital = draw.chance(0.3) and not coded and not topic.form
        lines = topic.above[:]
        if topic.form:
            pass
        elif ending == "csv":
            lines = [(";" if ";" in form else ",").join(topic.heads)]
        elif form.startswith("|"):
            lines = [form.format(x=topic.heads[0], v=topic.heads[1]), "| --- | --- |"]
        elif draw.chance(0.3):
            lines = [f"# {draw.pick([self.v.nonsense(), topic.heads[1], self.v.word()])}", ""]
        rows: dict[str, tuple[int, str]] = {}
        own: list[str] = []
        for name in names:
            value = drawn(topic.value) if not topic.value.startswith("=") else draw.pick(topic.value[1:].split("|"))
            while topic.value == "int" and value in own:
                value = drawn(topic.value)
            if ":" in value and ending == "yaml":
                raise Unsuitable("a colon")
            if ending == "csv" and re.search("[,;]", value):
                raise Unsuitable("a mark")
            own.append(value)
            lines.append(form.replace("{x}", name[0].upper() + name[1:] if capital else name).replace("{v}", value))
            rows[name] = len(lines), value
        if topic.below:
            lines[-1] = lines[-1].removesuffix(",")
            lines += topic.below
        self.sheets.append(Sheet(topic, self.seen.put(path, "\n".join(lines) + "\n"), lines, rows, coded, absent))

    def spoken(self, sheet: Sheet, name: str) -> str:
        """A row's name as the user has it."""
        draw = self.draw
        if sheet.coded or sheet.topic.form:
            return name
        if not name.islower():
            return name.lower() if draw.chance(0.08) else name
        if name not in SAME and sheet.topic.row == "luggage" and name[-1] not in "sy" and draw.chance(0.7):
            return name + "s"
        if name in SAME and draw.chance(0.3):
            return SAME[name]
        others = [one for one in sheet.rows if one != name and (name in one or one in name)]
        if len(name) > 5 and name.isalpha() and not others and draw.chance(0.06):
            at = draw.randint(1, len(name) - 3)
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        return draw.pick([name, name, name, name, name.capitalize(), name.upper()])

    def alike(self, sheet: Sheet) -> list[Sheet]:
        """All files about the same, in the order in which the list has them."""
        return sorted((one for one in self.sheets if one.topic is sheet.topic), key=lambda one: one.path)
