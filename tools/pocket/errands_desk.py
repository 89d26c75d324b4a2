"""The folder that errands are done in, as it is after each of them, and what every errand has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tools.pocket.contents import Document, clear
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.phrases_errands import STEPS
from tools.pocket.phrasing import file_form
from tools.pocket.task import Call, Result, Unsuitable, edit, read, shell, write
from tools.pocket.words import Vocabulary

MOST_WORDS = 8
"""In the text of a todo."""

_BEHIND = re.compile(r"[,:;](?: |$)| \(| - | (?:and|that|which|so|because|since) ")
"""What ends the text of a todo; a reason, or more exact words, come behind it."""
_QUOTED = re.compile(r"(?<!\w)([\"'`]).*?\1(?!\w)")


@dataclass(slots=True)
class Step:
    """One errand: its words, those that the list leaves out, the calls that do it, and the folder afterwards.

    `thought` is what its last result says, `told` what the user reads, `expects` the last result where a command gives
    it; `ends` are the files that it changed. `alone`: no other step has to do with its `file`.
    """

    said: str
    tail: str
    order: bool
    calls: list[Call]
    thought: str
    told: str
    expects: str = ""
    failed: bool = False
    file: str = ""
    alone: bool = False
    ends: dict[str, str | None] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """What the list says: the user's words."""
        return self.said


def short(words: str) -> str:
    """The words of the user for one errand as the list has them: up to the first mark or joint outside of quotes."""
    found = _BEHIND.search(_QUOTED.sub(lambda quote: "x" * len(quote[0]), words))
    return words[: found.start()] if found else words


class Desk:
    """Files as they are in the beginning and now, and those whose text the conversation has shown."""

    def __init__(self, v: Vocabulary) -> None:
        self.v, self.draw = v, v.draw
        self.before: dict[str, str] = {}
        self.now: dict[str, str | None] = {}
        self.told: dict[str, str | None] = {}
        self.seen: set[str] = set()
        self.subject = self.last = ""

    def path(self, *extensions: str, nested: float = 0.12) -> str:
        """A free name."""
        for _ in range(20):
            path = self.v.path(*extensions, nested=nested)
            if clear(path, {*self.now}) and re.fullmatch(r"\w[\w./-]*", path) and len(path) < 26:
                return path
        raise Unsuitable("no free name")

    def place(self, path: str, lines: list[str]) -> None:
        """A file that lies there from the beginning."""
        if not clear(path, {*self.now}):
            raise Unsuitable("taken")
        self.before[path] = self.now[path] = "\n".join(lines) + "\n"

    def lines(self, path: str) -> list[str]:
        """What a file says now."""
        return (self.now[path] or "").splitlines()

    def shown(self, path: str, note: str = "") -> list[Call]:
        """A look at a file whose text is not known yet."""
        if path in self.seen:
            return []
        self.seen.add(path)
        return [read(path, f"read {path}" + (f"; it becomes {note}" if note else ""))]

    def changed(self, path: str, old: list[str], new: list[str], before: str = "") -> tuple[Call, str]:
        """The edit of some lines, and what is told of it."""
        text = self.now[path] or ""
        result = Result("\n".join(f"{number}|{line}" for number, line in enumerate(text.splitlines(), 1)))
        plan, was, is_now = lines_edit(Document(path, text), old, new, result)
        self.now[path] = text.replace(was, is_now)
        at = re.match(r"(?:behind |before )?line (\d+)", plan)
        told = f"Changed line {at[1]} of {path}." if at else f"Changed {path}."
        return edit(path, was, is_now, before + plan), told

    def written(self, path: str, text: str, before: str = "") -> Call:
        """A new file."""
        self.now[path] = text
        self.seen.add(path)
        return write(path, text, f"{before}write {path}")

    def quote(self, path: str, line: str) -> str:
        """A line with its number."""
        return f"line {self.lines(path).index(line) + 1}: {line.strip()}"

    def command(self, kind: str, command: str, told: str, **slots: str) -> Step:
        """A step that is one command without output."""
        return self.step(kind, [shell(command, f"run {command}")], "exit 0; done", told, "[exit 0]", **slots)

    def step(self, kind: str, calls: list[Call], thought: str, told: str, expects: str = "", **slots: str) -> Step:
        """A step in words of the user; files in it are named as people do.

        Raises:
            Unsuitable: all of them are too many for a todo.
        """
        for _ in range(12):
            template = self.draw.pick(STEPS[kind])
            order, (core, _, tail) = template[0] != "=", template.removeprefix("=").partition(" // ")
            if self.subject:
                core, found = re.subn(r" (in|to|from) \{file\}$", "", core)
                if not found or "{file}" in tail:
                    continue
            elif slots.get("file") == self.last and self.draw.chance(0.4):
                core = core.replace(" in {file}", self.draw.pick([" in the same file", " in the same file", " there"]))
            words = {**slots, "file": _form(self.draw, slots["file"])} if "file" in slots else dict(slots)
            name = slots.get("name", " ")
            words["the"] = "the " if self.draw.chance(0.6) and name.islower() and not re.search(r"[_-]", name) else ""
            said, rest = (" ".join(self.draw.choices_of(part).format(**words).split()) for part in (core, tail))
            tail = f"{'' if rest[:1] in (',', ':', ';') else ' '}{rest}" if rest else ""
            if len(said.split()) <= MOST_WORDS and short(said + tail) == said:
                ends = {path: text for path, text in self.now.items() if self.told.get(path, "") != text}
                self.told |= ends
                file = slots.get("file", slots.get("new", ""))
                self.last = "" if kind in ("take", "count") else file  # those name two files
                return Step(said, tail, order, calls, thought, told, expects, file=file, ends=ends)
        raise Unsuitable("too many words")


def _form(draw: Draw, path: str) -> str:
    return path if draw.chance(0.85) else file_form(draw, path)


def loosely(draw: Draw, name: str, others: list[str]) -> str:
    """A name as somebody types it who has not got the file before him; none of `others` is meant by it."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace("-", " ").lower().split()
    spaced = " ".join(words)
    form = draw.weighted(
        [
            (6, spaced),
            (4, name),
            (1, "-".join(words)),
            (1, "_".join(words)),
            (1, spaced.capitalize()),
            (1, words[0] + "".join(word.capitalize() for word in words[1:])),
            (0.7, "".join(words)),
            (1.5 if len(words) == 2 else 0, f"{words[-1]} of the {words[0]}"),
        ]
    )
    if len(form) > 5 and draw.chance(0.05):
        at = draw.randint(1, len(form) - 3)
        if form[at : at + 2].isalpha():
            form = form[:at] + form[at + 1] + form[at] + form[at + 2 :]
    return name if form.lower() in (other.lower() for other in others if other != name) else form
