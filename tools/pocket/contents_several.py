"""What is drawn for jobs over several files: notations of lists, the files' names, and the files themselves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tools.pocket.draw import Draw
from tools.pocket.glossary import Entry, Theme, themes
from tools.pocket.jobs_scenes import play
from tools.pocket.phrases_several import TAGS
from tools.pocket.scene import Ask, Scene, Step
from tools.pocket.scene_values import Values
from tools.pocket.shapes import Shape, Table, Thing, settings, table
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import FIRST_NAMES, Vocabulary

ENV = Shape("", [], lambda t: f"{t.key.upper()}={t.value}")
"""The notation of `.env`, whose name has no ending."""

BOX = Shape("md", [], lambda t: f"- [{t.value}] {t.label}")
"""A list of boxes to tick."""


def listed(draw: Draw, title: str) -> Shape:
    """A notation for a list; what a thing's value says is not shown."""
    say = title.capitalize()
    return draw.pick(
        [
            Shape("txt", [], lambda t: t.label),
            Shape("txt", [f"{say}:", ""], lambda t: f"- {t.label}"),
            Shape("md", [f"# {say}", ""], lambda t: f"- {t.label}"),
            Shape("md", [], lambda t: f"* {t.label}"),
            Shape("csv", ["name"], lambda t: t.label, mark=","),
            Shape("json", ["["], lambda t: f"  {json.dumps(t.label)}", ["]"], ","),
            Shape("yaml", [], lambda t: f"- {t.label}"),
            Shape("yml", ["list:"], lambda t: f"  - {t.label}"),
            Shape("py", ["NAMES = ["], lambda t: f"    {json.dumps(t.label)},", ["]"]),
            Shape("toml", ["names = ["], lambda t: f"  {json.dumps(t.label)},", ["]"]),
            Shape("html", ["<ul>"], lambda t: f"  <li>{t.label}</li>", ["</ul>"]),
        ]
    )


def stated(draw: Draw, title: str) -> Shape:
    """A notation for a list that says something of each thing."""
    return draw.pick(
        [
            Shape("txt", [], lambda t: f"{t.label}: {t.value}"),
            Shape("txt", [], lambda t: f"[{t.value}] {t.label}"),
            Shape("log", [], lambda t: f"{t.value} {t.label}"),
            Shape("md", [f"# {title.capitalize()}", ""], lambda t: f"- {t.label} ({t.value})"),
            Shape("md", ["| what | note |", "| --- | --- |"], lambda t: f"| {t.label} | {t.value} |", mark="|"),
            Shape("csv", ["name,note"], lambda t: f"{t.label},{t.value}", mark=","),
            Shape("tsv", ["note\tname"], lambda t: f"{t.value}\t{t.label}", mark="\t"),
            Shape("yaml", [], lambda t: f"- {{name: {t.label}, note: {t.value}}}", mark=","),
            Shape("jsonl", [], lambda t: json.dumps({"name": t.label, "note": t.value})),
            Shape("html", ["<ol>"], lambda t: f"  <li>{t.label} <b>{t.value}</b></li>", ["</ol>"]),
        ]
    )


def told(draw: Draw, title: str) -> Shape:
    """A notation for things that people have written down, sometimes in sentences."""
    if draw.chance(0.8):
        return settings(draw, title)
    return draw.pick(
        [
            Shape("txt", ["Hello,", ""], lambda t: f"The {t.label} is {t.value} now.", ["", "See you"]),
            Shape("txt", [], lambda t: f"{t.value} is the {t.label}."),
            Shape("md", [f"# {title.capitalize()}", ""], lambda t: f"We agreed on {t.value} as the {t.label}."),
            Shape("txt", [], lambda t: f"{t.label.capitalize()}? {t.value}, they said."),
            Shape("md", [f"Notes on {title}", ""], lambda t: f"* for the {t.label}, take {t.value}"),
            Shape("log", [], lambda t: f"set {t.key} to {t.value}"),
        ]
    )


@cache
def plain() -> list[Theme]:
    """The themes whose files are no tables."""
    return [theme for theme in themes() if not theme.rows]


def kept(value: str) -> str:
    """`value` as a slot of a prompt, which no noise touches."""
    return f"{{{{= {value!r}}}}}"


def written(thing: Thing, line: str) -> str:
    """What a thing is called in its line."""
    first, *rest = thing.key.split("_")
    camel = first + "".join(word.capitalize() for word in rest)
    names = [thing.key, thing.key.upper(), camel, thing.key.replace("_", "-"), thing.label, thing.label.capitalize()]
    return max((name for name in names if name in line), key=len)


@dataclass(slots=True)
class File:
    """A file, what people call it, and the lines of its things alone."""

    path: str
    called: str
    lines: list[str]
    own: list[str]


class Case:
    """The files of one task, in the order in which they are read, and others beside them."""

    def __init__(self, v: Vocabulary, frame: str) -> None:
        self.vocabulary, self.draw, self.frame, self.values = v, v.draw, frame, Values(v)
        self.named = any(f"{{{slot}}}" in frame for slot in ("f", "files", "has"))
        self.by_path = self.named and self.draw.chance(0.75)
        self.count = 2 if "{f}" in frame or "{has}" in frame else self.draw.pick([2, 2, 3])
        self.files: list[File] = []
        self.others: list[File] = []
        self.title = ""

    def value(self, kind: str) -> str:
        """A value that nothing else has."""
        return self.values.add(f"value {len(self.values)}", kind)

    def spare(self, kind: str) -> str:
        """A value that others may have as well."""
        return Values(self.vocabulary).add("", kind)

    def names(self, stems: Sequence[str], count: int, *, people: bool = False) -> list[tuple[str, str]]:
        """Names without endings for files about the same, each with what people call it."""
        draw = self.draw
        if self.named and not people and len(stems) >= count and draw.chance(0.25):
            return [(stem, stem) for stem in draw.sample(list(stems), count)]
        people = people or draw.chance(0.2)
        tags = draw.sample(FIRST_NAMES[:90] if people else draw.pick(TAGS), count)
        ways = ["{stem}_{tag}", "{stem}-{tag}", "{tag}_{stem}", "{stem}.{tag}"]
        way = draw.pick(ways + ["{tag}"] * self.named + ["{tag}/{stem}"] * self.by_path)
        stem = draw.pick(stems)
        names = [(way.format(stem=stem, tag=tag.lower()), tag) for tag in tags]
        return names if self.named else sorted(names)

    def add(self, name: tuple[str, str], shape: Shape, things: Sequence[Thing], *, aside: bool = False) -> File:
        """A file of these things; `aside` where it is not to be read."""
        if any(shape.mark in text for thing in things for text in (thing.label, thing.value)):
            raise Unsuitable("no such value here")
        lines, own = shape.lines(things)
        return self.put(File(f"{name[0]}.{shape.ending}".rstrip("."), name[1], lines, own), aside=aside)

    def add_table(
        self,
        name: tuple[str, str],
        shape: Table,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        *,
        aside: bool = False,
    ) -> File:
        """A file of these rows."""
        if len(set(heads)) < len(heads) or any(shape.mark in cell for row in rows for cell in row):
            raise Unsuitable("no such table")
        own = [shape.row(heads, row) + shape.between for row in rows]
        own[-1] = own[-1].removesuffix(shape.between)
        lines = [*shape.header(heads), *own, *shape.tail]
        return self.put(File(f"{name[0]}.{shape.ending}", name[1], lines, own), aside=aside)

    def put(self, file: File, *, aside: bool = False) -> File:
        """A file whose name no other has."""
        if any(file.path == other.path for other in (*self.files, *self.others)):
            raise Unsuitable("two files of one name")
        (self.others if aside else self.files).append(file)
        return file

    def things(self, entries: Sequence[Entry]) -> list[Thing]:
        """These entries with values of their own."""
        return [Thing(self.draw.pick(one.keys), one.label, self.value(one.kind)) for one in entries]

    def crowd(self) -> None:
        """Files about something else, sometimes."""
        for theme in self.draw.sample(plain(), self.draw.pick([0, 0, 1, 2])):
            shape = settings(self.draw, theme.title)
            self.add(
                (self.draw.pick(theme.stems), ""), shape, self.things(self.draw.some(theme.entries, 2, 5)), aside=True
            )

    def name(self, file: File) -> str:
        """How the answer calls a file: as the user does."""
        return file.called if self.named and not self.by_path else file.path

    def task(
        self, quotes: Sequence[Sequence[str]], concluded: str, answer: str, said: dict[str, str], *, seen: int = 9
    ) -> Task:
        """The task: list the folder where no file is named, `seen` of which are then known, read one by one, answer.

        `quotes` are the lines that count, of each file; `said` is what the user's sentence is filled with.
        """
        self.crowd()
        if said.get("noun", "")[:1] in ("a", "e", "i", "o"):
            self.frame = self.frame.replace("a {noun}", "an {noun}")
        names = [kept(one.path if self.by_path else one.called) for one in self.files]
        joint = self.draw.pick([" and ", " and ", ", ", " & "])
        files = f"{', '.join(names[:-1])}{joint}{names[-1]}"
        prompt = self.frame.format(
            **{"files": files, "title": self.title, **dict(zip("fgh", names, strict=False)), **said}
        )
        steps = [
            Step("read", one.path, "", False, list(before))
            for one, before in zip(self.files, [[], *quotes], strict=False)
        ]
        if not self.by_path:
            steps[0].quotes = [one.path for one in self.files[:seen]]
            steps.insert(0, Step("list", "", "which files?", False, []))
        last = [*quotes[-1], concluded] if concluded else list(quotes[-1])
        ask = Ask([prompt], steps, quotes=last, answer=answer)
        every = [(one.path, False, one.lines) for one in (*self.files, *self.others)]
        return play(Scene("several", f"several {self.title}", every, [ask]), ask, self.vocabulary)

    def hold(
        self, theme: Theme, entry: Entry, kind: str, count: int, *, read: int
    ) -> tuple[list[File], list[str], list[str], list[str]]:
        """Files that all say something of the same thing, the first `read` of them to be read.

        Its values are of `kind`. The result has the files, that thing's lines and values, and the names of the rows:
        the first one is meant, and is empty where there is no table.
        """
        draw = self.draw
        rows = [self.value(theme.rows) for _ in range(draw.randint(3, 5))] if theme.rows else [""]
        row, same = draw.randrange(len(rows)), draw.chance(0.5)
        made, lines, values = [], [], []
        for number, name in enumerate(self.names(theme.stems, count)):
            if not number or not same:
                shape, grid = told(draw, theme.title), table(draw)
                columns = draw.some([one for one in theme.entries if one is not entry], 1 if theme.rows else 2, 5)
                at = draw.randint(0, len(columns))
                columns.insert(at, entry)
                keys = [draw.pick(one.keys) for one in columns]
            cells = [[self.spare(kind if one is entry else one.kind) for one in columns] for _ in rows]
            cells[row][at] = self.value(kind)
            if theme.rows:
                body = [[first, *others] for first, others in zip(rows, cells, strict=True)]
                file = self.add_table(
                    name, grid, ["name" if "name" not in keys else "id", *keys], body, aside=number >= read
                )
            else:
                things = [Thing(key, one.label, cell) for key, one, cell in zip(keys, columns, cells[0], strict=True)]
                file = self.add(name, shape, things, aside=number >= read)
            made.append(file)
            lines.append(file.own[row if theme.rows else at])
            values.append(cells[row][at])
        return made, lines, values, [rows[row], *rows[:row], *rows[row + 1 :]]
