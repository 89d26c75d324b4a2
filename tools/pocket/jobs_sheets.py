"""Series of questions and orders over one file of the glossary, which is read once.

What people say for a thing, and which line they mean, is the only thing to decide in each turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.answers import value_with_line
from tools.pocket.contents import Document
from tools.pocket.draw import Draw
from tools.pocket.glossary import Entry, themes
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.jobs_glossary import ASKED, TOLD
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.shapes import Shape, Table, Thing, settings, table
from tools.pocket.task import Result, Say, Script, Task, Unsuitable, edit, read
from tools.pocket.words import Vocabulary

ASKED_NEXT = [
    "{q}?", "{q}?", "{q}?", "{q}", "{q}", "and {q}?", "and {q}?", "one more thing: {q}?", "then {q}?", "ok, {q}?",
    "thanks. {q}?", "what about this: {q}?", "I also need to know {q}", "does it say {q}?", "good, and {q}?",
    "while you are at it, {q}?", "now tell me {q}", "last one: {q}?", "And in the same file, {q}?", "hm, {q}?",
    "And do you see there {q}?", "Next question, {q}?", "I have another one: {q}?", "Please also look up {q}.",
]  # fmt: skip
TOLD_NEXT = [
    "{o}", "{o}", "{o}", "now {o}", "and {o}", "{o}, please", "then {o}", "ok, {o}", "also: {o}", "one more change: {o}",
    "there is one more: {o}", "and change this too: {o}", "Next: {o}.", "And there: {o}.", "It also has to be changed: {o}.",
    "I forgot something: {o}.", "thanks, and {o}", "oh, and {o}", "While you are at it: {o}.", "Last one: {o}.",
]  # fmt: skip
MIXED = 0.35
"""Share of files whose things come from many themes, so that only the words tell them apart."""


@dataclass(slots=True)
class _Cell:
    """A value that is asked for: which thing it is, in the row of what, and where it stands."""

    entry: Entry
    row: str
    line: int
    place: int


@dataclass(slots=True)
class _Sheet:
    """A file as it is at this turn; `lines` follow `things` or `rows` when a value changes."""

    values: Values
    path: str
    shape: Shape | Table
    keys: list[str]
    grid: list[list[str]]
    lines: list[str] = field(default_factory=list)
    cells: list[_Cell] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What the file holds."""
        return "\n".join(self.lines) + "\n"

    def fresh(self, kind: str) -> str:
        """A value that no other cell has and that the notation can hold."""
        value = self.values.add(f"value {len(self.values)}", kind)
        if self.shape.mark in value:
            raise Unsuitable("no such value here")
        return value

    def write(self, entries: list[Entry]) -> None:
        """The lines anew, from keys and grid."""
        self.cells = []
        if isinstance(self.shape, Shape):
            things = [
                Thing(key, one.label, row[0]) for key, one, row in zip(self.keys, entries, self.grid, strict=True)
            ]
            self.lines, own = self.shape.lines(things)
            self.cells = [
                _Cell(one, "", self.lines.index(line), at)
                for at, (one, line) in enumerate(zip(entries, own, strict=True))
            ]
            return
        own = [self.shape.row(self.keys, row) + self.shape.between for row in self.grid]
        own[-1] = own[-1].removesuffix(self.shape.between) if self.shape.between else own[-1]
        head = self.shape.header(self.keys)
        self.lines = [*head, *own, *self.shape.tail]
        for at, row in enumerate(self.grid):
            self.cells += [_Cell(one, row[0], len(head) + at, at) for one in entries]
        if len(set(own)) < len(own):
            raise Unsuitable("rows alike")


def _sheet(v: Vocabulary) -> tuple[_Sheet, list[Entry], list[Entry]]:
    """A file, what it says, and things of its kind that it does not say."""
    draw, theme, values = v.draw, v.draw.pick(themes()), Values(v)
    if theme.rows:
        entries = draw.some(theme.entries, 2, 5)
        kind = theme.rows
        first = "city" if kind == "city" else "name"
        keys = [first, *(draw.pick(one.keys) for one in entries)]
        sheet = _Sheet(values, "", table(draw), keys, [])
        sheet.grid = [
            [sheet.fresh(kind), *(sheet.fresh(one.kind) for one in entries)] for _ in range(draw.randint(3, 6))
        ]
    else:
        pool = theme.entries
        if draw.chance(MIXED):
            plain = [other for other in draw.sample(themes(), 14) if not other.rows]
            pool = [draw.pick(other.entries) for other in plain]
        entries = draw.some(pool, 4, 9)
        keys = [draw.pick(one.keys) for one in entries]
        sheet = _Sheet(values, "", settings(draw, theme.title), keys, [])
        sheet.grid = [[sheet.fresh(one.kind)] for one in entries]
    if len({key.lower() for key in keys}) < len(keys) or len({one.label for one in entries}) < len(entries):
        raise Unsuitable("two of one name")
    sheet.path = f"{draw.pick(theme.stems)}.{sheet.shape.ending}"
    sheet.write(entries)
    labels = {one.label for one in entries} | set(keys)
    absent = [one for one in theme.entries if one.label not in labels and not labels & set(one.keys)]
    return sheet, entries, absent


def _column(sheet: _Sheet, entries: list[Entry], cell: _Cell) -> int:
    return 0 if isinstance(sheet.shape, Shape) else 1 + next(at for at, one in enumerate(entries) if one is cell.entry)


def _prompt(draw: Draw, frame: str, said: str, sheet: _Sheet, row: str, new: str, old: str) -> str:
    text = frame.replace("{q}", said).replace("{o}", said)
    for name, value in {"new": new, "old": old, "row": row, "f": sheet.path}.items():
        text = text.replace(f"{{{name}}}", f"{{{{= {value!r}}}}}")
    return prompt_of(draw, text, sheet.values)


def _looked(sheet: _Sheet, first: bool, plan: str, last: Callable[[], Say]) -> Script:
    """Read the file where it was not read yet, and answer."""
    if first:
        yield read(sheet.path, plan)
    return last()


def _question(v: Vocabulary, sheet: _Sheet, cell: _Cell, value: str, first: bool) -> Task:
    frame = v.draw.wordy(ASKED) if first else v.draw.pick(ASKED_NEXT)
    prompt = _prompt(v.draw, frame, v.draw.pick(cell.entry.questions), sheet, cell.row, "", value)
    line = f"line {cell.line + 1}: {sheet.lines[cell.line].strip()}"
    say = Say(line, value_with_line(value, line))
    return Task("read", prompt, lambda: _looked(sheet, first, f"read {sheet.path}", lambda: say))


def _unsaid(v: Vocabulary, sheet: _Sheet, entry: Entry, first: bool) -> Task:
    said = v.draw.pick(entry.questions)
    frame = v.draw.wordy(ASKED) if first else v.draw.pick(ASKED_NEXT)
    row = v.draw.pick(sheet.grid)[0] if "{row}" in said else ""
    prompt = _prompt(v.draw, frame, said, sheet, row, "", "")
    say = Say("so no line says it; say so", f"{sheet.path} does not say that.")
    return Task("read", prompt, lambda: _looked(sheet, first, f"read {sheet.path}", lambda: say))


def _order(v: Vocabulary, sheet: _Sheet, entries: list[Entry], cell: _Cell, first: bool) -> Task:
    draw = v.draw
    column = _column(sheet, entries, cell)
    old, new, before = sheet.grid[cell.place][column], sheet.fresh(cell.entry.kind), list(sheet.lines)
    prompt = _prompt(
        draw,
        draw.wordy(TOLD) if first else draw.pick(TOLD_NEXT),
        draw.pick(cell.entry.orders),
        sheet,
        cell.row,
        new,
        old,
    )
    sheet.grid[cell.place][column] = new
    sheet.write(entries)
    document = Document(sheet.path, "\n".join(before) + "\n")
    seen = Result("\n".join(f"{number}|{line}" for number, line in enumerate(before, 1)))
    plan, was, is_now = lines_edit(document, [before[cell.line]], [sheet.lines[cell.line]], seen)

    def script() -> Script:
        if first:
            yield read(sheet.path, f"read {sheet.path}; it becomes {new}" if new in prompt else f"read {sheet.path}")
        result = yield edit(sheet.path, was, is_now, plan)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("edited; done", f"Changed line {cell.line + 1} of {sheet.path}.")

    return Task("edit", prompt, script, ends={sheet.path: sheet.text})


def series(v: Vocabulary) -> Task:
    """Five to twelve turns over one file."""
    draw = v.draw
    sheet, entries, absent = _sheet(v)
    files = {sheet.path: sheet.text}
    turns: list[Task] = []
    for number in range(draw.randint(5, 12)):
        first = not number
        if absent and draw.chance(0.1):
            turns.append(_unsaid(v, sheet, draw.pick(absent), first))
            continue
        cell = draw.pick(sheet.cells)
        if cell.entry.orders and draw.chance(0.35):
            turns.append(_order(v, sheet, entries, cell, first))
        else:
            value = sheet.grid[cell.place][_column(sheet, entries, cell)]
            turns.append(_question(v, sheet, cell, value, first))
    task, *task.after = turns
    task.files, task.needs = files, ("read", "edit")
    return task


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, series)]
