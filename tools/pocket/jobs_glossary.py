"""Jobs about what things are called in files and what people say for them: questions, orders, and both side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tools.pocket.glossary import Entry, Theme, themes
from tools.pocket.jobs_scenes import play
from tools.pocket.scene import Ask, Scene, Step
from tools.pocket.scene_values import Values
from tools.pocket.shapes import Thing, settings, table
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary

ASKED = [
    "{q}? see {f}", "{f}: {q}?", "{q}, says {f}?", "look in {f}: {q}?", "in {f}, {q}?", "{q} ({f})?", "{q}? it's in {f}",
    "{q}? {f} should know", "I need to know {q}, the file is {f}", "please read {f}. {q}?", "{f} - {q}", "{q}, by {f}",
    "according to {f}, {q}?", "don't change anything in {f}, just tell me: {q}?", "somebody asked me: {q}? ({f} has it)",
    "what does {f} say: {q}?", "{q}? I think {f} says it", "check {f} please, {q}?", "have a look at {f}: {q}",
]  # fmt: skip
ASKED_ALONE = ["{q}?", "{q}", "I need to know {q}", "can you find out {q}?", "somewhere here it says {q}, look it up"]
TOLD = [
    "{f}: {o}", "{o} ({f})", "{o}. It's in {f}.", "{o}, see {f}", "{f} - {o}", "please change {f}: {o}", "{o} - file {f}",
    "edit {f}: {o}", "in {f}, {o}", "{o}. The file is {f}.", "{o}; {f} has it", "correct {f}, {o}", "{o}, that's {f}",
    "I looked at {f}, and it is not right: {o}", "would you change {f}? {o}", "{f} must be changed: {o}",
]  # fmt: skip
TOLD_ALONE = ["{o}", "{o}. Find the file.", "please: {o}", "{o}, wherever that is"]
MADE_SO = ["{q}? if it isn't {new} in {f} yet, make it so", "{f}: {q}? it must be {new}, change it if need be"]
ANSWERS = ["{value}", "{value}.", "It is {value}.", "The {label} is {value}.", "{file} says {value}."]


class _Case:
    """One file of a theme, with the entry that is talked about."""

    def __init__(self, v: Vocabulary, theme: Theme, entry: Entry) -> None:
        self.draw, self.theme, self.entry = v.draw, theme, entry
        self.values = Values(v)
        self.stem = self.draw.pick(theme.stems)
        self.present = self.draw.chance(0.93)
        others = [one for one in theme.entries if one is not entry]
        entries = self.draw.some(others, 2, 7) + ([entry] if self.present else [])
        self.draw.shuffle(entries)
        self.entries = entries
        self.row = ""
        self.old = self.line = self.new_line = ""
        self.new = self._value(entry)
        self._write_table() if theme.rows else self._write_settings()

    def _value(self, entry: Entry) -> str:
        return self.values.add(f"value {len(self.values)}", entry.kind)

    def _write_settings(self) -> None:
        shape = settings(self.draw, self.theme.title)
        things = [Thing(self.draw.pick(one.keys), one.label, self._value(one)) for one in self.entries]
        self.path = f"{self.stem}.{shape.ending}"
        self.lines, own = shape.lines(things)
        if self.present:
            at = self.entries.index(self.entry)
            thing = things[at]
            self.old, self.line = thing.value, own[at]
            changed = [*things[:at], Thing(thing.key, thing.label, self.new), *things[at + 1 :]]
            self.new_line = shape.lines(changed)[1][at]

    def _write_table(self) -> None:
        shape, kind = table(self.draw), self.theme.rows
        heads = [self.draw.pick(one.keys) for one in self.entries]
        names = [self.draw.pick(["name", kind]), *heads] if kind in ("name", "fullname") else [kind, *heads]
        rows = [
            [self.values.add(f"row {number}", kind), *(self._value(one) for one in self.entries)]
            for number in range(self.draw.randint(3, 5))
        ]
        self.path = f"{self.stem}.{shape.ending}"
        own = [shape.row(names, row) + shape.between for row in rows]
        own[-1] = own[-1].removesuffix(shape.between) if shape.between else own[-1]
        self.lines = [*shape.header(names), *own, *shape.tail]
        at = self.draw.randrange(len(rows))
        self.row = rows[at][0]
        if self.present:
            column = 1 + self.entries.index(self.entry)
            self.old, self.line = rows[at][column], own[at]
            changed = [*rows[at][:column], self.new, *rows[at][column + 1 :]]
            self.new_line = shape.row(names, changed) + own[at][len(shape.row(names, rows[at])) :]

    def filled(self, frame: str, said: str) -> str:
        """A prompt, its values as slots that nothing may touch."""
        text = frame.replace("{q}", said).replace("{o}", said)
        slots = {"new": self.new, "old": self.old, "row": self.row, "f": self.path}
        for name, value in slots.items():
            text = text.replace(f"{{{name}}}", f"{{{{= {value!r}}}}}")
        return text

    def ask(self, frames: Sequence[str], said: str, thought: str, last: Step | None, answer: str) -> Task:
        """The task: find the file where nobody names it, read it, perhaps edit it, and answer."""
        prompt = self.filled(self.draw.pick(frames), said)
        read = Step("read", self.path, thought, False, [])
        steps = [read]
        if f"{{{{= {self.path!r}}}}}" not in prompt:
            read.quotes = [self.path]
            read.thought = f"it is the {self.stem} file; {thought}"
            steps = [Step("list", "", "which file?", False, []), read]
        quotes = [self.line] if self.line else ["so no line says it; say so"]
        if last is not None:
            steps, quotes = [*steps, last], []
        place = f"{self.theme.place} {self.path}"
        asked = Ask([prompt], steps, quotes=quotes, answer=answer)
        job = "read" if last is None else "edit"
        return play(Scene(job, place, [(self.path, False, self.lines)], [asked]), asked, self.values.vocabulary)

    @property
    def what(self) -> str:
        """What is talked about, as a thought says it."""
        return f"the {self.entry.label}" + (f" of {self.row}" if self.row else "")

    @property
    def change(self) -> Step:
        """The edit."""
        return Step("edit", self.path, "", False, [], [("-", self.line), ("+", self.new_line)])

    @property
    def changed(self) -> str:
        """What is said of the edit."""
        return f"T{self.what[1:]} in {self.path} went from {self.old} to {self.new}."


def question(case: _Case, said: str) -> Task:
    """What is it?"""
    answer = case.draw.pick(ANSWERS).format(value=case.old, label=case.entry.label, file=case.path)
    frames = ASKED_ALONE if case.draw.chance(0.25) else ASKED
    return case.ask(frames, said, case.what, None, answer if case.present else f"{case.path} does not say that.")


def order(case: _Case, said: str) -> Task:
    """Change it. Unsuitable where it is not there."""
    if not case.present:
        raise Unsuitable("nothing to change")
    thought = f"{case.what} becomes {case.new}"
    return case.ask(TOLD_ALONE if case.draw.chance(0.2) else TOLD, said, thought, case.change, case.changed)


def made_so(case: _Case, said: str) -> Task:
    """Change it only where it has another value. Unsuitable where it is not there."""
    if not case.present:
        raise Unsuitable("nothing to change")
    thought = f"whether {case.what} is {case.new}"
    if case.draw.chance(0.5):
        case.new = case.old
        thought = f"whether {case.what} is {case.old}"
        return case.ask(MADE_SO, said, thought, None, f"It is {case.old} already.")
    return case.ask(MADE_SO, said, thought, case.change, case.changed)


def glossary(v: Vocabulary, theme: Theme | None = None) -> Task:
    """A question or an order about something in a file, of any theme where none is given."""
    draw = v.draw
    theme = theme or draw.pick(themes())
    entry = draw.pick(theme.entries)
    case = _Case(v, theme, entry)
    kind = draw.weighted([(10, question), (10 if entry.orders else 0, order), (1, made_so)])
    return kind(case, draw.pick(entry.orders if kind is order else entry.questions))


def every(v: Vocabulary) -> Iterator[Callable[[], Task]]:
    """All that is said of anything, once; each may be Unsuitable."""
    for theme in themes():
        for entry in theme.entries:
            for said in entry.questions:
                yield lambda theme=theme, entry=entry, said=said: question(_Case(v, theme, entry), said)
            for said in entry.orders:
                yield lambda theme=theme, entry=entry, said=said: order(_Case(v, theme, entry), said)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, glossary)]
