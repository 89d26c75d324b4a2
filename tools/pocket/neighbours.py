"""Conversations of many small turns about one or two small files, which are read once."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.pocket.answers import value_with_line
from tools.pocket.contents import Document
from tools.pocket.contents_neighbours import ALIASES, Row, Sheet, another
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import lines_edit, spot_edit
from tools.pocket.phrases_neighbours import PHRASES
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking, file_form
from tools.pocket.shapes import literal
from tools.pocket.task import Result, Say, Script, Task, Unsuitable, edit, read
from tools.pocket.words import Vocabulary

_TOPICS = {"price": "PRICE", "time": "TIME", "phone": "PHONE", "version": "VERSION", "grams": "GRAMS", "int": "COUNT"}
"""Sentences that fit only some values."""


def _norm(words: str) -> str:
    """Words as far as they tell one name from another."""
    text = re.sub(r"[\W_]|\bthe\b", "", words.lower())
    return text[:-1] if text.endswith("s") else text


def _near(one: str, other: str) -> bool:
    """Whether a slip or two could make one of the other."""
    if one == other:
        return True
    gone = len(one) - len(other)
    return abs(gone) < 3 and sum(a != b for a, b in zip(one, other, strict=False)) + abs(gone) < 3


def _slipped(draw: Draw, words: str) -> str:
    at = draw.randrange(1, len(words) - 1)
    if " " in words[at : at + 2]:
        return words
    before, one, other, behind = words[:at], words[at], words[at + 1], words[at + 2 :]
    return before + draw.pick([other + one, other, one + one + other]) + behind


def called(draw: Draw, words: str, others: list[str]) -> str:
    """A name as somebody says it, in another form than the file's, as long as it fits none of the others."""
    ways = [(6.0, words), (0.3, words.upper())]
    if not words.istitle():
        ways += [(1, words.capitalize()), (1.5, f"the {words}")]
    if " " in words:
        first, *rest = words.split(" ")
        camel = first + "".join(word.capitalize() for word in rest)
        ways += [(0.6, words.replace(" ", "-")), (0.5, words.replace(" ", "_")), (0.4, camel)]
        ways += [(0.4, words.replace(" ", "")), (0.3, f"{rest[-1]} ({first})" if len(rest) == 1 else words)]
    if words[-1].isalpha() and words[-1] not in "sxyh" and not words.istitle():
        ways.append((0.8, words + "s"))
    if len(words) > 5:
        ways.append((0.8, _slipped(draw, words)))
    way = draw.weighted(ways)
    exact = _norm(way) == _norm(words)
    if any(_norm(way) == _norm(other) or (not exact and _near(_norm(way), _norm(other))) for other in others):
        return words
    return way


@dataclass(slots=True)
class Spot:
    """One value: its row and which of its values it is."""

    sheet: Sheet
    row: Row
    at: int = 0

    @property
    def value(self) -> str:
        """What it is now."""
        return self.row.values[self.at]

    @property
    def kind(self) -> str:
        """What it is drawn from."""
        return self.row.kinds[self.at]


class Series:
    """Turns about one or two sheets, each of which starts from what those before it left."""

    def __init__(self, v: Vocabulary, sheets: list[Sheet]) -> None:
        self.v, self.draw, self.sheets = v, v.draw, sheets
        self.files = {sheet.path: sheet.text for sheet in sheets}
        self.turns: list[Task] = []
        self.known: set[str] = set()
        self.subject = ""
        self.pointed = False
        self.apart = len(sheets) == 2 and not _said(sheets[0]) & _said(sheets[1])
        """A name tells which file is meant."""
        self.last: tuple[Spot, str] | None = None
        """What was changed last, and its value before."""

    def spots(self, sheet: Sheet) -> list[Spot]:
        """The values whose lines still have the numbers that were read."""
        rows = [row for row in sheet.rows if row.at < sheet.below and not row.off]
        return [Spot(sheet, row, at) for row in rows for at in range(len(row.values))]

    def name(self, spot: Spot, *, row_only: bool = False) -> str:
        """What somebody calls a value, or a row."""
        draw, row = self.draw, spot.row
        others = [other.label for other in spot.sheet.rows if other.label != row.label]
        label = row.label
        if not label.istitle() or draw.chance(0.3):
            label = called(draw, label, others)
        if label.istitle() and " " in label and draw.chance(0.3):  # a person, whom half a name may do for
            halves = [half for half in row.label.split() if not any(half in other.split() for other in others)]
            label = draw.pick(halves or [label])
        if row.also and draw.chance(0.3):
            also = draw.pick(row.also)
            if not any(_words(also) <= _words(other) or _norm(also) == _norm(other) for other in others):
                label = also
        place = self._pointed(spot, row_only)
        self.pointed = self.pointed or bool(place)
        label = place or label
        bare = label.removeprefix("the ")
        if row.section:
            names = [row.section, row.section, row.section.capitalize(), *ALIASES.get(row.section, [])]
            if spot.sheet.topic == "css":
                names = [row.section, f".{row.section}"] if f".{row.section} {{" in spot.sheet.text else [row.section]
            part = draw.pick(names)
            ways = [f"the {part} {bare}", f"{label} of {part}", f"{bare} in {part}", f"{part}'s {bare}"]
            return draw.pick([*ways, f"{bare} ({part})", f"{bare} under {part}", f"the {bare} of the {part} part"])
        if row_only or len(row.values) == 1:
            return label
        column = called(draw, row.columns[spot.at], [*(c for c in row.columns if c != row.columns[spot.at]), *others])
        cell = column.removeprefix("the ")
        ways = [f"the {cell} of {label}", f"{bare}'s {cell}", f"{column} for {label}", f"{cell} of {label}"]
        return draw.pick([*ways, f"{label}, {cell}", f"the {bare} {cell}"])

    def _pointed(self, spot: Spot, row_only: bool) -> str:
        """Where a row stands, or what it has, instead of its name; mostly nothing."""
        draw, sheet, row = self.draw, spot.sheet, spot.row
        if row.section or sheet.below < len(sheet.lines) or not draw.chance(0.1):
            return ""
        places = {0: "first", 1: "second", len(sheet.rows) - 1: "last"}
        found = [places[at] for at, one in enumerate(sheet.rows) if one is row and at in places]
        if found and not any(one.off for one in sheet.rows):
            return f"the {found[0]} {'function' if sheet.topic == 'function' else draw.pick(['one', 'entry'])}"
        if row_only and not row.off and stands_alone(sheet.text, row.values[0]) and row.kinds[0] != "mark":
            return f"the one {draw.pick(['with', 'that has'])} {row.values[0]}"
        return ""

    def fresh(self, spot: Spot) -> str:
        """Another value that is written the same way."""
        like = [other.value for other in self.spots(spot.sheet) if other.kind == spot.kind]
        for _ in range(20):
            new = another(self.v, spot.kind, like, 0.15)
            if new != spot.value and literal(new).startswith('"') == literal(spot.value).startswith('"'):
                return new
        raise Unsuitable("no other value")

    def say(self, kind: str, sheet: Sheet, **slots: str) -> str:
        """A sentence with the file named where it must be, or where somebody happens to."""
        draw = self.draw
        told = sheet.path == self.subject or (self.apart and sheet.path in self.known and "name" in slots)
        named = not told or draw.chance(0.1) or (self.pointed and sheet.path != self.subject)
        self.pointed = False
        options = PHRASES[kind]
        if kind == "SET" and sheet.topic in _TOPICS and draw.chance(0.3):
            options = PHRASES[_TOPICS[sheet.topic]]
        text = draw.pick(options)
        inside = "{in}" in text and named and draw.chance(0.7)
        text = text.replace("{in}", " in {file}" if inside else "")
        if named and not inside and draw.chance(0.55):
            text = f"{draw.pick(PHRASES['WHERE'])} {text}"
        elif named and not inside:
            text = f"{text}{'' if text[-1] in '.?!' else '.'} {draw.pick(PHRASES['THERE'])}"
        self.subject = sheet.path
        slots["file"] = file_form(draw, sheet.path)
        wrap = _asked if draw.chance(0.25) and not text.endswith("?") else _typed
        prompt = re.sub(r"\b(new|correct|one|right) the ", r"\1 ", draw.phrase([text], wrap, **slots))
        return prompt[0].upper() + prompt[1:] if prompt.startswith("the ") and draw.chance(0.5) else prompt

    def ask(self, prompt: str, sheet: Sheet, row: Row | None, value: str) -> None:
        """A turn that only tells a value, or that there is none."""
        path, must_read = sheet.path, self._read(sheet)
        line = f"line {row.at + 1}: {sheet.lines[row.at].strip()}" if row else "so no line says it; say so"
        answer = value_with_line(value, line) if row else f"{path} does not say that."

        def script() -> Script:
            if must_read:
                yield read(path, f"read {path}")
            return Say(line, answer)

        self.last = None
        self.turns.append(Task("read", prompt, script, needs=("read", "edit"), ends={path: sheet.text}))

    def change(self, prompt: str, sheet: Sheet, edits: list[tuple[int, list[str], list[str]]], new: str = "") -> None:
        """A turn of edits, each from the line with its number (from 0): old lines, new lines."""
        path, must_read = sheet.path, self._read(sheet)
        steps = []
        for at, old, replaced in edits:
            assert sheet.lines[at : at + len(old)] == old, f"{path} has no {old} at {at}"
            made = Document(path, sheet.text)
            shown = Result("".join(f"{n}|{line}\n" for n, line in enumerate(sheet.lines, 1)))
            if old == replaced:
                raise Unsuitable("nothing changes")
            if len(old) == len(replaced) == 1:
                steps.append(spot_edit(made, at, replaced[0])(shown))
            else:
                steps.append(lines_edit(made, old, replaced, shown))
            sheet.lines[at : at + len(old)] = replaced
            if sheet.text != made.text.replace(*steps[-1][1:], 1):
                raise Unsuitable("another place")
            if len(old) != len(replaced):
                stays = next((n for n, pair in enumerate(zip(old, replaced, strict=False)) if pair[0] != pair[1]), 1)
                sheet.below = min(sheet.below, at + min(stays, len(old), len(replaced)))
        note = f"; it becomes {new}" if new else ""
        told = "\n".join(f"Changed line {_first(plan)} of {path}." for plan, _, _ in steps)

        def script() -> Script:
            if must_read:
                yield read(path, f"read {path}{note}")
            for plan, old_text, new_text in steps:
                result = yield edit(path, old_text, new_text, plan)
                if result.is_error:
                    raise Unsuitable(result.content)
            return Say("edited; done", told)

        self.turns.append(Task("edit", prompt, script, needs=("read", "edit"), ends={path: sheet.text}))

    def rewrite(self, prompt: str, spot: Spot, new: str, shown: str = "") -> None:
        """A turn that gives a value to one row."""
        old_line, old = written(spot.sheet, spot.row), spot.value
        spot.row.values[spot.at] = new
        self.change(prompt, spot.sheet, [(spot.row.at, [old_line], [written(spot.sheet, spot.row)])], shown)
        self.last = spot, old

    def rewrite_all(self, prompt: str, sheet: Sheet, news: list[tuple[Spot, str]]) -> None:
        """A turn that gives values to several rows, in the order in which they are said."""
        edits = []
        for spot, value in news:
            before = written(sheet, spot.row)
            spot.row.values[spot.at] = value
            edits.append((spot.row.at, [before], [written(sheet, spot.row)]))
        self.change(prompt, sheet, edits)
        self.last = None

    def _read(self, sheet: Sheet) -> bool:
        first = sheet.path not in self.known
        self.known.add(sheet.path)
        return first

    def task(self) -> Task:
        """All of it."""
        if len(self.turns) < 4:
            raise Unsuitable("short")
        first, *rest = self.turns
        first.files, first.after = self.files, rest
        return first


def stands_alone(text: str, value: str) -> bool:
    """Whether a value is there once."""
    return len(re.findall(rf"(?<![\w.#/:-]){re.escape(value)}(?![\w/:-]|\.\w)", text)) == 1


def written(sheet: Sheet, row: Row) -> str:
    """The line of a row, commented out where it is off."""
    line = row.line()
    rest = line.lstrip()
    return line[: len(line) - len(rest)] + sheet.comment + rest if row.off else line


def _first(plan: str) -> str:
    found = re.search(r"line (\d+)", plan)
    return found[1] if found else ""


def _said(sheet: Sheet) -> set[str]:
    """All words by which something of a sheet is called."""
    names = [(row.label, row.section, *row.columns, *row.also) for row in sheet.rows]
    return {word for texts in names for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    return {_norm(word) for word in re.split(r"[\W_]+", text) if word and word not in ("of", "the", "number")}


def _asked(draw: Draw, text: str) -> str:
    return asking(draw, "=" + text, reword=False)


def _typed(draw: Draw, text: str) -> str:
    if text[0] != "{" and draw.chance(0.5):
        text = text[0].upper() + text[1:]
    return plain(draw, text) if draw.chance(0.7) else text
