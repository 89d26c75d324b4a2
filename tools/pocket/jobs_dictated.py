"""Files that the user dictates in prose, one after the other, with second thoughts about what was just written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tools.pocket import phrases_dictated as phrases
from tools.pocket import phrases_dictated_again as again
from tools.pocket.answers import value_with_line
from tools.pocket.contents_dictated import cell, drawn_rows, path_for, sheet
from tools.pocket.contents_dictated_code import Program, altered, program
from tools.pocket.contents_dictated_edit import changed
from tools.pocket.contents_dictated_forms import OWN, Sheet
from tools.pocket.contents_dictated_told import called, cell_said, form_said, row_said, rows_said
from tools.pocket.draw import Draw
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import RUN_AFTER, asking, file_form
from tools.pocket.scene_values import Values
from tools.pocket.task import Call, Say, Script, Task, Unsuitable, shell, shell_output, write
from tools.pocket.words import Vocabulary

_FIXED = ("make", "docker")
"""Files whose parts depend on one another: only their values change."""
_RUNS = {"py": "python3", "sh": "sh"}


def _ask(draw: Draw, templates: list[str], **slots: object) -> str:
    """A sentence from templates, now and then with what people say around one."""
    template = draw.pick(templates)
    if draw.chance(0.35):
        return draw.phrase([template], lambda own, text: asking(own, text, reword=False), **slots)
    return draw.phrase([template], lambda own, text: plain(own, text.removeprefix("=")), **slots)


class Series:
    """A conversation as it grows: what was written, and what was spoken of last."""

    def __init__(self, v: Vocabulary) -> None:
        self.v = v
        self.draw = v.draw
        self.files: dict[str, Sheet | Program] = {}
        self.last = ""
        self.ran: set[str] = set()
        self.turns: list[Task] = []

    def grow(self) -> None:
        """Add a turn of any kind that works out."""
        ways: list[tuple[float, Callable[[], None]]] = [(3.0 if len(self.files) < 5 else 0.3, self.new)]
        last = self.files.get(self.last)
        if isinstance(last, Program):
            ways += [(2.0, self.alter), (0.0 if self.last in self.ran else 2.5, self.run)]
        elif last is not None:
            ways += [(1.2, self.add), (1.6, self.change), (0.8, self.drop), (0.5, self.rename), (0.4, self.swap), (0.4, self.move), (0.5, self.retitle), (0.9, self.convert), (0.9, self.ask)]  # fmt: skip
            ways += [(0.7, self.run)] if last.text.startswith(("print(", "echo ")) else []
        for _ in range(12):
            try:
                return self.draw.weighted(ways)()
            except (Unsuitable, IndexError, StopIteration):
                continue
        raise Unsuitable("nothing goes on")

    def _say(self, prompt: str, calls: list[Call], told: list[str], plan: str) -> None:
        """A turn with these calls; what a shell command prints is told at its end."""

        def script() -> Script:
            lines = list(told)
            end = plan
            for call in calls:
                result = yield call
                if result.is_error:
                    raise Unsuitable(result.content)
                if call.name == "shell":
                    output, status = shell_output(result)
                    if status or not output:
                        raise Unsuitable(result.content)
                    lines.append(f"It printed:{chr(10) if chr(10) in output else ' '}{output}")
                    end = "exit 0; report it"
            return Say(end, "\n".join(lines))

        needs = tuple(sorted({call.name for call in calls}))
        ends: dict[str, str | None] = {path: one.text for path, one in self.files.items()}
        self.turns.append(Task("create", prompt, script, needs=needs, ends=ends))

    def _known(self, kind: type[Sheet] | type[Program]) -> str:
        """The file that a turn is about: mostly the one spoken of last."""
        others = [path for path, one in self.files.items() if isinstance(one, kind) and path != self.last]
        if others and self.draw.chance(0.2):
            return self.draw.pick(others)
        if not isinstance(self.files[self.last], kind):
            raise Unsuitable("another kind")
        return self.last

    def _about(self, path: str, templates: list[str], **slots: object) -> str:
        """A sentence about a file, which has to name it unless it was spoken of last."""
        named = path != self.last or self.draw.chance(0.25)
        file = file_form(self.draw, path)
        if named and self.draw.chance(0.35):
            starts = [text for text in templates if text.startswith("=")] or templates
            front = self.draw.pick([f"in {{file}}[,|:|] {text.removeprefix('=')}" for text in starts])
            return _ask(self.draw, ["=" + front], file=file, at="", **slots)
        return _ask(self.draw, templates, at=f" in {file}" if named else "", **slots)  # fmt: skip

    def _rewritten(self, prompt: str, path: str, new: Sheet | Program) -> None:
        old = self.files[path]
        if len(new.text) > 900:
            raise Unsuitable("long")
        call, told = changed(path, old.text, new.text)
        self.files[path], self.last = new, path
        self.ran.discard(path)
        self._say(prompt, [call], [told], "edited; done")

    def _written(self, prompt: str, one: Sheet | Program, *, run: bool = False) -> None:
        path = one.path
        taken = [path.lower(), *(part.lower() for part in path.split("/")[:-1])]
        if any(name.lower() in taken or path.lower().startswith(name.lower() + "/") for name in self.files) or any(
            name.lower().startswith(path.lower() + "/") for name in self.files
        ):
            raise Unsuitable("taken")
        self.files[path] = one
        self.last = path
        calls = [write(path, one.text, f"write {path}")]
        if run:
            command = f"{_RUNS[path.rsplit('.', 1)[1]]} {path}"
            calls.append(shell(command, f"run {command}"))
            self.ran.add(path)
        self._say(prompt, calls, [f"Created {path}."], "written; done")

    # turns -----------------------------------------------------------------------------------------------------------
    def new(self) -> None:
        """Another file is dictated."""
        draw = self.draw
        if draw.chance(0.3):
            made = program(self.v)
            prompt = _ask(draw, phrases.CODE, file=file_form(draw, made.path), does=made.told(draw))
            run = draw.chance(0.3) and prompt[-1:] not in ".?!)"
            return self._written(prompt + draw.pick(RUN_AFTER) if run else prompt, made, run=run)
        one = sheet(self.v)
        told = rows_said(self.v, one)
        prompt = _ask(draw, phrases.NEW, file=file_form(draw, one.path), form=form_said(draw, one), told=told)
        return self._written(prompt, one)

    def run(self) -> None:
        """The script is run."""
        path = self.last
        command = f"{_RUNS[path.rsplit('.', 1)[1]]} {path}"
        self.ran.add(path)
        prompt = _ask(self.draw, phrases.RUN, file=file_form(self.draw, path))
        self._say(prompt, [shell(command, f"run {command}")], [], "")

    def alter(self) -> None:
        """A script gets another value."""
        path = self._known(Program)
        one = self.files[path]
        assert isinstance(one, Program)
        new, words = altered(self.v, one)
        self._rewritten(self._about(path, again.ALTER, old=words[0], new=words[1]), path, new)

    def _sheet(self) -> Sheet:
        one = self.files[self._known(Sheet)]
        assert isinstance(one, Sheet)
        return one

    def _fresh(self, one: Sheet) -> tuple[str, ...]:
        """A row more, of the same kinds; under the heading of another where there are some."""
        if one.subject.grouped:
            group = self.draw.pick(one.rows)[0]
            key = drawn_rows(self.v, one.kinds[1:2], 1, camel=False)[0][0]
            if key.lower() in (other.lower() for other in one.names):
                raise Unsuitable("twice")
            return group, key, *[cell(self.v, Values(self.v), kind, key) for kind in one.kinds[2:]]
        camel = any(re.search(r"[a-z][A-Z]", row[0]) for row in one.rows) and one.subject.forms == "setting"
        row = drawn_rows(self.v, one.kinds, 1, camel=camel)[0]
        if any(row[0].lower() == other[0].lower() for other in one.rows):
            raise Unsuitable("twice")
        return row

    def add(self) -> None:
        """One more is wanted, at the end, on top or behind another."""
        draw, one = self.draw, self._sheet()
        if one.subject.forms in _FIXED or len(one.rows) > 7:
            raise Unsuitable("no room")
        row = self._fresh(one)
        if one.subject.grouped:
            at = max(number for number, other in enumerate(one.rows, 1) if other[0] == row[0])
            new = replace(one, rows=(*one.rows[:at], row, *one.rows[at:]))
            prompt = self._about(one.path, again.ADD_UNDER, what=row_said(draw, one, row), g=row[0])
            return self._rewritten(prompt, one.path, new)
        way = draw.weighted([(5, "end"), (1.5, "top"), (2, "behind")])
        at = {"end": len(one.rows), "top": 0}.get(way, draw.randint(1, len(one.rows) - 1))
        new = replace(one, rows=(*one.rows[:at], row, *one.rows[at:]))
        templates = {"end": again.ADD, "top": again.ADD_FIRST}.get(way, again.ADD_BEHIND)
        y = called(draw, one, at - 1) if way == "behind" else ""
        prompt = self._about(one.path, templates, what=row_said(draw, one, row), y=y)
        return self._rewritten(prompt, one.path, new)

    def drop(self) -> None:
        """One is not wanted any more."""
        one = self._sheet()
        if len(one.rows) < 3 or one.subject.forms in _FIXED:
            raise Unsuitable("too few")
        at = self.draw.randrange(len(one.rows))
        if one.subject.grouped and [row[0] for row in one.rows].count(one.rows[at][0]) < 2:
            raise Unsuitable("nothing left under the heading")
        y = called(self.draw, one, at)
        new = replace(one, rows=one.rows[:at] + one.rows[at + 1 :])
        self._rewritten(self._about(one.path, again.DROP, y=y), one.path, new)

    def _with(self, one: Sheet, row: int, column: int, value: str) -> Sheet:
        cells = list(one.rows[row])
        if value == cells[column] or re.search(r"[\"'`<>|\\{}\n]", value):
            raise Unsuitable("no other")
        cells[column] = value
        return replace(one, rows=(*one.rows[:row], tuple(cells), *one.rows[row + 1 :]))

    def change(self) -> None:
        """A value was wrong."""
        draw, one = self.draw, self._sheet()
        first = 1 + one.subject.grouped
        if len(one.columns) <= first:
            return self.rename()
        row, column = draw.randrange(len(one.rows)), draw.randint(first, len(one.columns) - 1)
        old = one.rows[row][column]
        new = cell(self.v, Values(self.v), one.kinds[column], one.names[row])
        flags = {"on": "off", "off": "on", "yes": "no", "no": "yes", "true": "false", "false": "true"}
        new = flags.get(old, new)
        slots = {"y": called(draw, one, row), "old": cell_said(draw, old), "new": cell_said(draw, new)}
        templates = again.CHANGE if len(one.columns) == first + 1 else again.CELL
        prompt = self._about(one.path, templates, column=one.columns[column], **slots)
        return self._rewritten(prompt, one.path, self._with(one, row, column, new))

    def rename(self) -> None:
        """What a row is called by was wrong."""
        draw, one = self.draw, self._sheet()
        if one.subject.forms not in ("list", "fact", "table", "ignore", "sections"):
            raise Unsuitable("a key")
        row, new = draw.randrange(len(one.rows)), self._fresh(one)[one.subject.grouped]
        y = called(draw, one, row)
        prompt = self._about(one.path, again.RENAME, y=y, new=cell_said(draw, new))
        self._rewritten(prompt, one.path, self._with(one, row, int(one.subject.grouped), new))

    def swap(self) -> None:
        """Two are in the wrong order."""
        draw, one = self.draw, self._sheet()
        a, b = draw.sample(range(len(one.rows)), 2)
        if one.subject.forms in _FIXED or one.subject.grouped:
            raise Unsuitable("no plain order")
        rows = list(one.rows)
        rows[a], rows[b] = rows[b], rows[a]
        y, z = called(draw, one, a), called(draw, one, b)
        self._rewritten(self._about(one.path, again.SWAP, y=y, z=z), one.path, replace(one, rows=tuple(rows)))

    def move(self) -> None:
        """One should stand elsewhere."""
        draw, one = self.draw, self._sheet()
        if one.subject.forms in _FIXED or one.subject.grouped or len(one.rows) < 3:
            raise Unsuitable("no plain order")
        at = draw.randrange(len(one.rows))
        rest = list(one.rows[:at] + one.rows[at + 1 :])
        to = draw.randint(0, len(rest))
        if to == at or abs(to - at) > 2:
            raise Unsuitable("it stands there, or far off")
        if to in (0, len(rest)):
            place = draw.pick(
                ["on top", "first", "at the very top"] if to == 0 else ["at the end", "last", "at the very end"]
            )
        else:
            place = f"{draw.pick(['behind', 'right after', 'directly below'])} {called(draw, one, one.rows.index(rest[to - 1]))}"
        rest.insert(to, one.rows[at])
        prompt = self._about(one.path, again.MOVE, y=called(draw, one, at), place=place)
        self._rewritten(prompt, one.path, replace(one, rows=tuple(rest)))

    def retitle(self) -> None:
        """The heading, the section or the variable was misnamed."""
        draw, one = self.draw, self._sheet()
        found = re.search(r"heading|section|dict|list|array|table|object|key|page", one.form.said)
        kind = "title" if "{title}" in one.form.said else "name" if "{name}" in one.form.said else ""
        if found is None or not kind or one.subject.forms == "css":
            raise Unsuitable("no name")
        noun = {"page": "title", "object": "object", "key": "top key"}.get(found[0], found[0])
        old = one.title if kind == "title" else one.name
        new = (
            self.v.words(1, 2).capitalize()
            if kind == "title"
            else self.v.safe(draw.pick([self.v.word, self.v.nonsense])())
        )
        after = replace(one, title=new) if kind == "title" else replace(one, name=new)
        said = [f'"{text}"' if kind == "title" else text for text in (old, new)]
        if len(old) < 3 or one.text.lower().count(old.lower()) != after.text.lower().count(new.lower()):
            raise Unsuitable("the name stands elsewhere")
        prompt = self._about(one.path, again.RETITLE, noun=noun, old=said[0], new=said[1])
        self._rewritten(prompt, one.path, after)

    def convert(self) -> None:
        """The same is wanted in another notation."""
        draw = self.draw
        one = self.files[self.last]
        assert isinstance(one, Sheet)
        form = draw.pick([form for form in OWN[one.subject.forms] if form.lines is not one.form.lines])
        camel = any(re.search(r"[a-z][A-Z]", row[0]) for row in one.rows)
        snake = any("_" in row[0] for row in one.rows)
        if one.subject.forms == "setting" and (snake if "typescript" in form.said else camel):
            raise Unsuitable("other keys")
        new = replace(one, form=form, path=path_for(self.v, form))
        if new.text.count("\n") > 18:
            raise Unsuitable("long")
        prompt = _ask(draw, again.CONVERT, form=form_said(draw, new), file=file_form(draw, new.path))
        self._written(prompt, new)

    def ask(self) -> None:
        """What was said is asked for."""
        draw, one = self.draw, self._sheet()
        if len(one.columns) != 2 + one.subject.grouped:
            raise Unsuitable("no value")
        row = draw.randrange(len(one.rows))
        key, value = one.rows[row][-2:]
        back = draw.chance(0.3) and not one.subject.grouped
        if back and [other[1] for other in one.rows].count(value) != 1:
            raise Unsuitable("not alone")
        other = replace(one, rows=(*one.rows[:row], (*one.rows[row][:-1], "\0"), *one.rows[row + 1 :])).lines
        found = [
            (at, line.strip()) for at, (line, its) in enumerate(zip(one.lines, other, strict=True), 1) if line != its
        ]
        found = [(number, line) for number, line in found if value in line and key.lower() in line.lower()]
        if len(found) != 1:
            raise Unsuitable("no line of its own")
        quote = f"line {found[0][0]}: {found[0][1]}"
        if back:
            prompt = self._about(one.path, again.ASK_BACK, v=cell_said(draw, value))
        else:
            prompt = self._about(one.path, again.ASK, y=called(draw, one, row, exact=value))
        self.last = one.path
        self._say(prompt, [], [value_with_line(key if back else value, quote)], quote)


def dictated(v: Vocabulary) -> Task:
    """A few files that are dictated in one conversation, each perhaps mended, asked about or run."""
    series = Series(v)
    series.new()
    for _ in range(v.draw.randint(4, 8)):
        series.grow()
    first, *others = series.turns
    first.after = others
    first.alone = True
    first.needs = tuple(sorted({"write", *(name for turn in series.turns for name in turn.needs)}))
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, dictated)]
