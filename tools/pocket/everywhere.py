"""A folder that is changed turn by turn, and what a perfect assistant does in it, who reads no file twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.contents import Document
from tools.pocket.contents_everywhere import Fact, World, matches, swapped
from tools.pocket.jobs_edit import spot_edit
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, read, search, shell_output


@dataclass(slots=True)
class Turn:
    """The calls of one turn with the results that they must have, if known, and what is told at its end."""

    steps: list[tuple[Call, str | None]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    ahead: str = ""
    """What the next thought begins with."""

    def call(self, call: Call, result: str | None = None) -> None:
        """Add a call."""
        self.steps.append((call, result))
        self.ahead = ""


class Series:
    """A folder that is changed turn by turn: what its files say now, and which of them the assistant has seen."""

    def __init__(self, world: World) -> None:
        self.world, self.draw = world, world.v.draw
        self.start = {path: "\n".join(lines) + "\n" for path, lines in world.files.items()}
        self.seen: set[str] = set()
        self.gone: list[str] = []
        self.turns: list[Task] = []
        self.last: list[str] = []
        self.recent: Fact | None = None
        self.alone = False

    def text(self, path: str) -> str:
        """What a file says now."""
        return "\n".join(self.world.files[path]) + "\n"

    def quote(self, path: str, at: int) -> str:
        """A line as thoughts quote it."""
        return f"line {at + 1}: {self.world.files[path][at].strip()}"

    def look(self, turn: Turn, path: str, new: str = "") -> None:
        """Read a file that was not seen before."""
        if path not in self.seen:
            self.seen.add(path)
            turn.call(read(path, f"{turn.ahead}read {path}" + (f"; it becomes {new}" if new else "")))

    def search(self, turn: Turn, text: str, new: str = "") -> None:
        """Search for a text, which finds longer words as well."""
        pattern = re.sub(r"([.+*?()\[\]{}$^|\\])", r"\\\1", text)
        hits = [
            f"{path}:{number}:{line}"
            for path in sorted(self.world.files)
            for number, line in enumerate(self.world.files[path], 1)
            if text in line
        ]
        if len(hits) > 14:
            raise Unsuitable("too many")
        plan = f"{turn.ahead}search {pattern}" + (f"; it becomes {new}" if new else "")
        turn.call(search(pattern, plan), "\n".join(hits) or "[no matches]")
        self.alone = True

    def edit(self, turn: Turn, path: str, olds: dict[int, str], new: str | Callable[[str], str]) -> None:
        """Change lines of a file: one line, every occurrence at once, or one line after the other."""
        lines = self.world.files[path]
        after = {at: swapped(lines[at], old, new if isinstance(new, str) else new(old)) for at, old in olds.items()}
        if any(lines[at] == line for at, line in after.items()):
            raise Unsuitable("same")
        old, changed = next(iter(olds.values())), [after.get(at, line) for at, line in enumerate(lines)]
        becomes = new if isinstance(new, str) else new(old)
        if len(after) > 1 and self.text(path).replace(old, becomes) == "\n".join(changed) + "\n":
            turn.call(edit(path, old, becomes, f"{turn.ahead}{old} -> {becomes}", every=True), "")
            turn.told.append(f"Changed {path}.")
            self.world.files[path] = changed
            return
        for at, line in sorted(after.items()):
            bind = spot_edit(Document(path, self.text(path)), at, line)
            plan, was, is_now = bind(Result("\n".join(f"{n}|{one}" for n, one in enumerate(lines, 1))))
            turn.call(edit(path, was, is_now, turn.ahead + plan), "")
            turn.told.append(f"Changed line {at + 1} of {path}.")
            lines[at] = line

    def done(self, turn: Turn, fact: Fact, prompt: str, plan: str, named: list[str]) -> None:
        """The turn as a task."""
        ends: dict[str, str | None] = {path: self.text(path) for path in self.world.files}
        ends |= dict.fromkeys(self.gone)
        steps, told = turn.steps, turn.told

        def script() -> Script:
            output = ""
            for call, expected in steps:
                result = yield call
                if result.is_error or (call.name == "search" and result.content != expected):
                    raise Unsuitable(result.content)
                if call.name == "shell":
                    output, status = shell_output(result)
                    if status:
                        raise Unsuitable(result.content)
            apart = "\n" if "\n" in output else " "
            return Say(plan, "\n".join([*told, f"It printed:{apart}{output}"] if output else told))

        needs = tuple(sorted({call.name for call, _ in steps}))
        self.turns.append(Task("across", prompt, script, {}, needs, ends=ends))
        self.last, self.recent = named, fact

    def fact(self, *kinds: str, alike: bool = True, files: int = 2) -> Fact:
        """One that stands in several files, with the same text in all of them or not."""
        usable = [
            fact
            for fact in self.world.facts.values()
            if fact.kind in kinds and len(fact.places) >= files and (not alike or len(fact.texts) == 1)
        ]
        usable = [fact for fact in usable if fact is not self.recent] if self.draw.chance(0.8) else usable
        if not usable:
            raise Unsuitable("no fact")
        if "value" in kinds and self.draw.chance(0.5):  # another thing that says the same is what is easily got wrong
            usable = [fact for fact in usable if fact.kind == "value" and self.strangers(fact, fact.texts[0])] or usable
        found = list(dict.fromkeys(fact.kind for fact in usable))
        kind = self.draw.weighted([(1 if "key" in kind else 2, kind) for kind in found])
        return self.draw.pick([fact for fact in usable if fact.kind == kind])

    def fresh(self, fact: Fact) -> str:
        """Another text, which nothing here resembles."""
        everything = "\n".join(map(self.text, self.world.files)).lower()
        for _ in range(12):
            new = fact.fresh()
            if new.lower() not in everything and not any(old.lower() in new.lower() for old in fact.texts):
                return new
        raise Unsuitable("no other text")

    def strangers(self, fact: Fact, text: str) -> list[tuple[str, int]]:
        """Lines that have a text and not as this fact."""
        return [
            (path, at)
            for path, lines in self.world.files.items()
            for at, line in enumerate(lines)
            if matches(text, line) and fact.places.get(path, {}).get(at) != text
        ]

    def clear(self, fact: Fact) -> None:
        """Only this fact is called so."""
        others = [one for one in self.world.facts.values() if one is not fact and one.places and one.kind == "value"]
        if any(what in one.whats for one in others for what in fact.whats):
            raise Unsuitable("unclear")

    def change(self, turn: Turn, fact: Fact, paths: list[str], new: str, *, searched: bool) -> None:
        """Look at the files and change the fact in each."""
        for path in paths:
            self.look(turn, path, "" if searched else new)
            self.edit(turn, path, fact.places[path], new)
            fact.places[path] = dict.fromkeys(fact.places[path], new)
            turn.ahead = f"so {path} is done; " if searched else ""
