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
    "I have {f} here but I would rather ask you than read it: {q}?", "I can't open {f} at the moment. {q}?",
    "Before I call them I want to be sure: {q}? It should be in {f}.", "I wrote it into {f} long ago and forgot it: {q}?",
    "My colleague keeps asking, and I never remember: {q}? Please look into {f}.", "Does {f} say it? {q}?",
    "Could you open {f} for me and look up one thing? {q}?", "I don't want to read all of {f}, so tell me: {q}?",
    "Please look it up in {f} and give me nothing but the answer: {q}?", "Surely {f} has it somewhere: {q}?",
    "We talked about it at lunch and nobody knew: {q}? The file {f} must have it.",
]  # fmt: skip
ASKED_ALONE = [
    "{q}?", "{q}", "I need to know {q}", "can you find out {q}?", "somewhere here it says {q}, look it up",
    "I am sure that one of the files here has it: {q}?", "I forgot where I wrote it down, so please find out: {q}?",
]  # fmt: skip
TOLD = [
    "{f}: {o}", "{o} ({f})", "{o}. It's in {f}.", "{o}, see {f}", "{f} - {o}", "please change {f}: {o}", "{o} - file {f}",
    "edit {f}: {o}", "in {f}, {o}", "{o}. The file is {f}.", "{o}; {f} has it", "correct {f}, {o}", "{o}, that's {f}",
    "I looked at {f}, and it is not right: {o}", "would you change {f}? {o}", "{f} must be changed: {o}",
    "Things have changed since I wrote {f}, so please correct it: {o}.", "Please update {f} for me: {o}.",
    "I noticed a mistake in {f} this morning, would you put it right? {o}.", "{f} is out of date by now: {o}.",
    "They told me on the phone that this changes: {o}. Please put it into {f}.", "Please bring {f} up to date: {o}.",
    "Everything else in {f} can stay as it is, but not this: {o}.", "We agreed on it in the meeting: {o}. Please edit {f}.",
    "Please open {f} and change one thing for me: {o}.", "I'd like you to edit {f} so that it is right again: {o}.",
]  # fmt: skip
TOLD_ALONE = [
    "{o}", "{o}. Find the file.", "please: {o}", "{o}, wherever that is",
    "One of the files here still has the old state, please correct it: {o}.", "Please find the file that has it: {o}.",
]  # fmt: skip
MADE_SO = [
    "{q}? if it isn't {new} in {f} yet, make it so", "{f}: {q}? it must be {new}, change it if need be",
    "I am not sure that {f} has it right: {q}? If it isn't {new}, please change it to {new}.",
]  # fmt: skip
AGREED = [
    "do {f} and {g} have the same {label}?", "is the {label} in {f} that of {g}?", "{f} and {g}: same {label}?",
    "Does the {label} differ between {f} and {g}?", "compare the {label} of {f} with that of {g}",
    "I want to be sure that {f} and {g} agree on the {label}", "{label}: {f} vs {g}, equal or not?",
    "I have a feeling that {f} and {g} do not have the same {label}, could you check that for me?",
    "Please read both {f} and {g} and tell me whether the {label} is the same in them.",
]  # fmt: skip
BOTH = ["{f} and {g}", "{f} and in {g}", "{f} & {g}", "both {f} and {g}", "{f} + {g}", "{f}, {g}"]


class _Case:
    """One file of a theme, with the entry that is talked about."""

    def __init__(
        self, v: Vocabulary, theme: Theme, entry: Entry, beside: _Case | None = None, *, same: bool = False
    ) -> None:
        """`beside`: a file about the same, where it has another one; `same`: with the same value."""
        self.draw, self.theme, self.entry = v.draw, theme, entry
        self.values = beside.values if beside else Values(v)
        self.stem = self.draw.pick([stem for stem in theme.stems if beside is None or stem != beside.stem])
        self.present = beside is not None or self.draw.chance(0.93)
        self._same = beside.old if beside and same else ""
        others = [one for one in theme.entries if one is not entry]
        entries = self.draw.some(others, 2, 7) + ([entry] if self.present else [])
        self.draw.shuffle(entries)
        self.entries = entries
        self.row = ""
        self.old = self.line = self.new_line = ""
        self.new = beside.new if beside else self._value(entry)
        self._write_table() if theme.rows else self._write_settings()

    def _value(self, entry: Entry) -> str:
        return self.values.add(f"value {len(self.values)}", entry.kind)

    def _write_settings(self) -> None:
        shape = settings(self.draw, self.theme.title)
        things = [
            Thing(self.draw.pick(one.keys), one.label, (one is self.entry and self._same) or self._value(one))
            for one in self.entries
        ]
        if any(shape.mark in value for value in (self.new, *(thing.value for thing in things))):
            raise Unsuitable("no such value here")
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
        first = (
            ["city", "place", "name"]
            if kind == "city"
            else ["name", "name", "who"]
            if "name" in kind
            else ["name", "what"]
        )
        names = [self.draw.pick([one for one in first if one not in heads] or ["id"]), *heads]
        rows = [
            [self.values.add(f"row {number}", kind), *(self._value(one) for one in self.entries)]
            for number in range(self.draw.randint(3, 5))
        ]
        if any(shape.mark in value for value in (self.new, *(cell for row in rows for cell in row))):
            raise Unsuitable("no such value here")
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
        prompt = self.filled(self.draw.wordy(frames), said)
        read = Step("read", self.path, thought, False, [])
        steps = [read]
        if f"{{{{= {self.path!r}}}}}" not in prompt:
            read.quotes = [self.path]
            read.thought = f"it is the {self.stem} file; {thought}"
            steps = [Step("list", "", "which file?", False, []), read]
        quotes = [self.line] if self.line else ["so no line says it; say so"]
        if last is not None:
            steps, quotes = [*steps, last], []
        return self.play("read" if last is None else "edit", prompt, steps, quotes, answer)

    def play(self, job: str, prompt: str, steps: list[Step], quotes: list[str], answer: str, *others: _Case) -> Task:
        """The task of a scene that is made of this file, and others."""
        ask = Ask([prompt], steps, quotes=quotes, answer=answer)
        files = [(case.path, False, case.lines) for case in (self, *others)]
        return play(Scene(job, f"{self.theme.place} {self.path}", files, [ask]), ask, self.values.vocabulary)

    def second(self, *, same: bool) -> _Case:
        """A file beside this one, with the same value. Unsuitable where there can be none."""
        if self.theme.rows or not self.present or len(self.theme.stems) < 2:
            raise Unsuitable("no second file")
        return _Case(self.values.vocabulary, self.theme, self.entry, self, same=same)

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
    frames = ASKED_ALONE if case.draw.chance(0.25) else ASKED
    return case.ask(frames, said, case.what, None, case.old if case.present else f"{case.path} does not say that.")


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


def compared(case: _Case, _: str) -> Task:
    """Do two files agree? Unsuitable where there are none."""
    other = case.second(same=case.draw.chance(0.5))
    f, g, label = f"{{{{= {case.path!r}}}}}", f"{{{{= {other.path!r}}}}}", case.entry.label
    prompt = case.draw.wordy(AGREED).format(f=f, g=g, label=label)
    same = case.old == other.old
    concluded = f"so both are {case.old}" if same else f"so {case.old} is not {other.old}"
    steps = [
        Step("read", case.path, case.what, False, []),
        Step("read", other.path, "the same there", False, [case.line]),
    ]
    apart = f"Not the same: {case.old} in {case.path}, {other.old} in {other.path}."
    answer = f"The same: both have {case.old}." if same else apart
    return case.play("several", prompt, steps, [other.line, concluded], answer, other)


def in_both(case: _Case, said: str) -> Task:
    """Change it in two files. Unsuitable where there are none."""
    other = case.second(same=True)
    frame = case.draw.wordy(TOLD).replace("{f}", case.draw.pick(BOTH).format(f="{f}", g=f"{{{{= {other.path!r}}}}}"))
    steps = [
        Step("read", case.path, f"{case.what} becomes {case.new}", False, []),
        case.change,
        Step("read", other.path, f"{case.new} here too", False, []),
        other.change,
    ]
    prompt = case.filled(frame, said)
    return case.play("across", prompt, steps, [], f"T{case.what[1:]} is {case.new} in both files now.", other)


def glossary(v: Vocabulary, theme: Theme | None = None) -> Task:
    """A question or an order about something in a file, of any theme where none is given."""
    draw = v.draw
    theme = theme or draw.pick(themes())
    entry = draw.pick(theme.entries)
    case = _Case(v, theme, entry)
    orders = bool(entry.orders)
    kind = draw.weighted([(10, question), (10 * orders, order), (1, made_so), (3, compared), (4 * orders, in_both)])
    return kind(case, draw.pick(entry.orders if kind in (order, in_both) else entry.questions))


def every(v: Vocabulary) -> Iterator[Callable[[], Task]]:
    """All that is said of anything, once; each may be Unsuitable."""
    for theme in themes():
        for entry in theme.entries:
            for said in entry.questions:
                yield lambda theme=theme, entry=entry, said=said: question(_Case(v, theme, entry), said)
            for said in entry.orders:
                yield lambda theme=theme, entry=entry, said=said: order(_Case(v, theme, entry), said)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, glossary)]
