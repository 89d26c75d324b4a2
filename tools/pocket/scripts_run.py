"""Scripts of a folder that are run turn by turn: what one run has printed needs no other run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.phrases_reported import AGAIN, REPORTED
from tools.pocket.phrasing import file_form
from tools.pocket.task import Say, Script, Unsuitable, shell
from tools.pocket.visited import Visited
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Fact:
    """What can be asked about a run: the kind of question, the lines that count, the answer."""

    kind: str
    quotes: list[str]
    answer: str
    label: str = ""


@dataclass(slots=True)
class Run:
    """A command, all that can be asked about it, and what has been asked."""

    path: str
    command: str
    facts: list[Fact]
    asked: list[Fact] = field(default_factory=list)
    output: list[str] = field(default_factory=list)


def _quoted(run: Run, fact: Fact) -> Say:
    """The answer, with the lines of the output that say so."""
    if not run.output or any(quote not in run.output for quote in fact.quotes):
        raise Unsuitable(f"no line is one of {fact.quotes}")
    return Say("; ".join(fact.quotes), fact.answer)


class Scripts:
    """A folder of scripts."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw, self.seen = v, v.draw, Visited(v)
        self.stems: list[str] = []

    def stem(self) -> str:
        """A new name for a script, often one that is easily taken for another."""
        draw, v = self.draw, self.v
        stem = draw.pick([v.nonsense(), f"{v.word()}_{v.word()}", f"{v.nonsense()}_{v.word()}"])
        if self.stems and draw.chance(0.5):
            stem = f"{draw.pick(self.stems)}_{draw.pick([v.nonsense(), 'all', 'new', str(draw.randint(2, 99))])}"
        if stem in self.stems or not stem.isascii() or not stem.isidentifier():
            raise Unsuitable("twin")
        self.stems.append(stem)
        return stem

    def put(self, path: str, lines: list[str]) -> str:
        """A script, some with a comment before all else."""
        if self.draw.chance(0.4):
            said = self.draw.pick(["made", "changed", "written", "last seen", "tidied", "copied"])
            lines = [f"# {said} in {self.draw.randint(2009, 2031)}", *lines]
        return self.seen.put(path, "\n".join(lines) + "\n")

    def ask(
        self, kind: str, path: str, script: Callable[[], Script], needs: tuple[str, ...] = ("shell",), **slots: object
    ) -> None:
        """A turn about a script."""
        said = file_form(self.draw, path).replace("./", "")
        self.seen.add("command", self.seen.tell(REPORTED[kind], run=said, **slots), script, needs, path)

    def about(self, run: Run) -> Callable[[], None]:
        """Turns about one run: the first one runs it, the next ones know its output."""

        def turn() -> None:
            fact = self.draw.pick([fact for fact in run.facts if fact not in run.asked])

            def first() -> Script:
                result = yield shell(run.command, f"run {run.command}")
                run.output = [line.strip() for line in result.content.splitlines()]
                return _quoted(run, fact)

            def again() -> Script:
                yield from ()
                return _quoted(run, fact)

            if not run.asked:
                self.ask(fact.kind, run.path, first, label=fact.label)
            elif self.seen.subject == run.path and fact.kind in AGAIN:
                prompt = self.seen.tell(AGAIN[fact.kind], label=fact.label)
                self.seen.add("command", prompt, again, (), run.path)
            else:
                raise Unsuitable("another one was run since")
            run.asked.append(fact)

        return turn
