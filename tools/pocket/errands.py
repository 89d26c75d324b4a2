"""The errands themselves: small things to do with small files, each a step or a few that belong together."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.errands_desk import Desk, Step, loosely
from tools.pocket.errands_sheet import Sheet, change, look, new_value, on_sheet, reckon, sheet, take
from tools.pocket.phrasing import quoted
from tools.pocket.scene_values import lists
from tools.pocket.shapes import Shape, Thing
from tools.pocket.task import Call, Unsuitable, shell
from tools.pocket.words import FIRST_NAMES

_BEFORE, _BEHIND = ("big", "old", "green", "small", "spare"), ("box", "shade", "stand", "bag", "case", "set")
"""What makes of one thing another that is easily taken for it."""
_OPERATORS = ("+", "-", "*")
_BULLETS = ("- ", "* ", "", "", "- [ ] ", "+ ")


def listing(desk: Desk, count: int = 0) -> tuple[str, str, list[str]]:
    """A list: its path, what stands before each item, and the items, some of them alike."""
    draw = desk.draw
    source = draw.pick(["goods", "gear", "fruit", "vegetable", "luggage", "instrument", "animal", "sport", "flower"])
    items = draw.some(lists()[source], 2, 5)
    near = [f"{draw.pick(items)} {draw.pick(_BEHIND)}", f"{draw.pick(_BEFORE)} {draw.pick(items)}"]
    items += [one for one in near[: draw.randint(0, 2)] if one not in items]
    if draw.chance(0.2):
        items = [item.capitalize() for item in items]
    draw.shuffle(items)
    bullet = draw.pick(_BULLETS)
    path = desk.path(".txt", ".md") if bullet in ("- ", "* ") else desk.path(".txt", ".lst", ".list")
    head = draw.pick([[], [], [f"# {draw.pick(['Things', 'Open', 'To get', 'What we have'])}", ""]])
    desk.place(path, [*head, *(bullet + item for item in items)])
    return path, bullet, items


def entry(desk: Desk) -> list[Step]:
    """An item more at the end of a list, one less, or both."""
    draw = desk.draw
    path, bullet, items = listing(desk)
    steps: list[Step] = []
    for kind in draw.some(["add", "drop"], 1, 2):
        calls = desk.shown(path)
        if kind == "add":
            item = draw.pick([desk.v.nonsense(), desk.v.word(), desk.v.words(2, 2), draw.pick(lists()["gear"])])
            last = desk.lines(path)[-1]
            named = quoted(draw, item, bare=0 if " " in item else 0.8)
            call, told = desk.changed(path, [last], [last, bullet + item])
        else:
            item = draw.pick(items)
            named = loosely(draw, item, items)
            if " " in named:
                named = draw.pick([named, f'"{item}"', f"the {named}"])
            call, told = desk.changed(path, [bullet + item], [])
        steps.append(desk.step(kind, [*calls, call], "edited; done", told, item=named, file=path))
        items = [one for one in items if bullet + one in desk.lines(path)]
    return steps


def log(desk: Desk) -> list[Step]:
    """An entry above the others of a changelog."""
    draw, v = desk.draw, desk.v
    bullet = draw.pick(["- ", "* "])
    olds = [bullet + v.sentence().rstrip(".") for _ in range(draw.randint(2, 4))]
    path = desk.path(".md", ".md", ".txt")
    desk.place(path, [f"# {draw.pick(['Changelog', 'Changes', 'News', 'History', 'What is new'])}", "", *olds])
    what = v.words(2, 4)
    calls = desk.shown(path)
    call, told = desk.changed(path, [olds[0]], [bullet + what, olds[0]])
    return [desk.step("log", [*calls, call], "edited; done", told, what=quoted(draw, what, bare=0), file=path)]


def cell(desk: Desk) -> list[Step]:
    """A field of a table."""
    draw, v = desk.draw, desk.v
    columns = draw.some(lists()["numbercolumn"], 1, 2) + draw.some(lists()["textcolumn"], 1, 2)
    names = draw.some(FIRST_NAMES[:90], 3, 5)
    mark = draw.pick([",", ",", ";", "\t"])
    numbers = lists()["numbercolumn"]
    rows = [[str(draw.randint(1, 99)) if one in numbers else v.nonsense() for one in columns] for _ in names]
    path = desk.path(".csv" if mark != "\t" else ".tsv")
    body = [mark.join([name, *row]) for name, row in zip(names, rows, strict=True)]
    desk.place(path, [mark.join(["name", *columns]), *body])
    row, column = draw.randrange(len(names)), draw.randrange(len(columns))
    old = rows[row][column]
    new = new_value(desk, old)
    if not re.fullmatch(r"\w+", new):
        raise Unsuitable("cell")
    changed = [*rows[row][:column], new, *rows[row][column + 1 :]]
    calls = desk.shown(path, new)
    call, told = desk.changed(path, [mark.join([names[row], *rows[row]])], [mark.join([names[row], *changed])])
    who = names[row] if draw.chance(0.8) else names[row].lower()
    slots = {"who": who, "whose": f"{who}'s", "column": columns[column], "old": old, "new": new, "file": path}
    return [desk.step("cell", [*calls, call], "edited; done", told, **slots)]


def word(desk: Desk) -> list[Step]:
    """A word that is misspelt in a text."""
    draw = desk.draw
    rows = [desk.v.sentence() for _ in range(draw.randint(2, 5))]
    at = draw.randrange(len(rows))
    right = draw.pick([one for one in re.findall(r"\b[a-z]{5,}\b", rows[at]) if rows[at].count(one) == 1])
    spot = draw.randint(1, len(right) - 3)
    head, one, two, rest = right[:spot], right[spot], right[spot + 1], right[spot + 2 :]
    wrong = head + draw.pick([two, two + one, one + one + two]) + rest
    good, rows[at] = rows[at], rows[at].replace(right, wrong)
    if wrong == right or sum(wrong in row for row in rows) != 1:
        raise Unsuitable("word")
    path = desk.path(".txt", ".md")
    desk.place(path, rows)
    calls = desk.shown(path)
    call, told = desk.changed(path, [rows[at]], [good])
    mark = draw.pick(["", "", '"', "'"])
    slots = {"wrong": mark + wrong + mark, "right": mark + right + mark, "file": path}
    return [desk.step("word", [*calls, call], "edited; done", told, **slots)]


def create(desk: Desk) -> list[Step]:
    """A new file with one line or three."""
    draw, v = desk.draw, desk.v
    path = desk.path(".txt", ".md", ".txt", ".cfg", ".log")
    if draw.chance(0.6):
        text = draw.pick([v.words(1, 4), v.words(2, 4).capitalize(), v.nonsense(), f"{v.word()} = {v.number()}"])
        call = desk.written(path, text + "\n")
        what = quoted(draw, text, bare=0)
        return [desk.step("create", [call], "written; done", f"Created {path}.", file=path, what=what)]
    a, b, c = (draw.pick([v.word(), v.nonsense(), v.first_name()]) for _ in range(3))
    call = desk.written(path, f"{a}\n{b}\n{c}\n")
    return [desk.step("lines", [call], "written; done", f"Created {path}.", file=path, a=a, b=b, c=c)]


def _name(desk: Desk, path: str) -> str:
    """A free name with the same ending."""
    return desk.path("." + path.rsplit(".", 1)[1], nested=0)


def filing(desk: Desk) -> list[Step]:
    """A file that is renamed, copied, deleted, or moved into a new folder."""
    draw = desk.draw
    path = listing(desk)[0] if draw.chance(0.5) else sheet(desk).path
    kind = draw.pick(["rename", "copy", "delete", "folder"])
    if kind == "delete":
        desk.now[path] = None
        return [desk.command("delete", f"rm {path}", f"Deleted {path}.", file=path)]
    if kind == "folder":
        new = draw.pick([desk.v.nonsense(), desk.v.word(), draw.pick(lists()["dirname"])])
        if new in desk.now or any(one.lower().startswith(f"{new.lower()}") for one in desk.now):
            raise Unsuitable("folder")
        first = desk.command("folder", f"mkdir -p {new}", f"Created the folder {new}.", new=new)
        target = f"{new}/{path.rsplit('/', 1)[-1]}"
        desk.now |= {target: desk.now[path], path: None}
        return [first, desk.command("into", f"mv {path} {target}", f"Moved {path} to {target}.", file=path, new=new)]
    new = _name(desk, path)
    desk.now |= {new: desk.now[path], path: desk.now[path] if kind == "copy" else None}
    verb, done = ("cp", "Copied") if kind == "copy" else ("mv", "Renamed")
    return [desk.command(kind, f"{verb} {path} {new}", f"{done} {path} to {new}.", file=path, new=new)]


def count(desk: Desk) -> list[Step]:
    """How many lines a file has, written into another."""
    path = listing(desk)[0]
    number, new = len(desk.lines(path)), desk.path(".txt", ".md", ".log")
    look = shell(f"wc -l < {path}", f"run wc -l < {path}")
    call = desk.written(new, f"{number}\n", f"{number}; ")
    return [desk.step("count", [look, call], "written; done", f"Created {new}.", file=path, new=new)]


def _ran(desk: Desk, kind: str, path: str, output: str) -> Step:
    calls = [shell(f"python3 {path}", f"run python3 {path}")]
    return desk.step(kind, calls, "exit 0; report it", f"It printed: {output}", f"{output}\n[exit 0]", file=path)


def script(desk: Desk) -> list[Step]:
    """A new script that prints something, and a run of it."""
    text = desk.draw.pick([desk.v.nonsense(), desk.v.words(1, 3), desk.v.words(2, 4).capitalize()])
    path = desk.path(".py", nested=0)
    call = desk.written(path, f'print("{text}")\n')
    what = quoted(desk.draw, text, bare=0)
    first = desk.step("script", [call], "written; done", f"Created {path}.", file=path, what=what)
    return [first, _ran(desk, "run", path, text)] if desk.draw.chance(0.7) else [first]


def program(desk: Desk) -> list[Step]:
    """A script with sums: an operator is mended, it is run, its output is kept; any of these."""
    draw = desk.draw
    names = draw.some([*lists()["numbercolumn"], *lists()["gear"]], 4, 5)
    ones = {name: draw.randint(2, 60) for name in names[:3]}
    first, second = draw.pick(_OPERATORS), draw.pick(_OPERATORS)
    a, b, c = ones
    sums = [f"{names[3]} = {a} {first} {b}", f"{names[-1]}_sum = {names[3]} {second} {c}"]
    path = desk.path(".py", nested=0)
    lines = [*(f"{name} = {value}" for name, value in ones.items()), *sums, f"print({names[-1]}_sum)"]
    desk.place(path, lines)
    steps: list[Step] = []
    if draw.chance(0.6):
        at = draw.randrange(2)
        was = (first, second)[at]
        new = draw.pick([sign for sign in (*_OPERATORS, "//") if sign != was])
        calls = desk.shown(path)
        call, told = desk.changed(path, [sums[at]], [sums[at].replace(f" {was} ", f" {new} ")])
        mark = draw.pick(["", "", '"', "'", "`"])
        slots = {"was": mark + was + mark, "new": mark + new + mark, "name": sums[at].split()[0], "file": path}
        steps.append(desk.step("operator", [*calls, call], "edited; done", told, **slots))
    known: dict[str, int] = {}
    for line in desk.lines(path)[:-1]:
        name, _, term = line.partition(" = ")
        known[name] = eval(term, {}, known)
    output = str(known[f"{names[-1]}_sum"])
    steps.append(_ran(desk, "run", path, output))
    if draw.chance(0.5):
        note = desk.path(".txt", ".log", ".md")
        call = desk.written(note, output + "\n", f"{output}; ")
        steps.append(desk.step("note", [call], "written; done", f"Created {note}.", new=note))
    return steps


def constant(desk: Desk) -> list[Step]:
    """A constant that is changed as told, and the test that must pass then; or that does not."""
    draw, v = desk.draw, desk.v
    module = v.nonsense() + draw.pick(["", "_rules", "_rates", "_core", "s"])
    keys = [f"{draw.pick(['max', 'min', 'base', 'extra'])}_{noun}" for noun in draw.some(lists()["numberkey"], 2, 3)]
    shape = Shape("py", [], lambda thing: f"{thing.key.upper()} = {thing.value}")
    made = Sheet(f"{module}.py", shape, [Thing(key, key.replace("_", " "), str(draw.randint(2, 90))) for key in keys])
    desk.place(made.path, shape.lines(made.things)[0])
    [step] = reckon(desk, made) if draw.chance(0.6) else change(desk, made, 1)
    test, word = f"test_{module}.py", v.nonsense()
    checked = draw.pick(made.things)
    good = draw.chance(0.8)
    value = checked.value if good else str(int(checked.value) + draw.randint(1, 9))
    check = f"if {module}.{checked.key.upper()} != {value}:"
    fails = [check, f'    sys.exit("{checked.label} is wrong")', f'print("{word}")']
    desk.place(test, [f"import {module}", "import sys", "", *fails])
    if good:
        return [step, _ran(desk, "test", test, word)]
    return [step, failing(desk, "test", test, f"{checked.label} is wrong")]


def broken(desk: Desk) -> list[Step]:
    """A script that ends with an error."""
    words, path = desk.v.words(2, 4), desk.path(".py", nested=0)
    desk.place(path, ["import sys", "", f'sys.exit("{words}")'])
    return [failing(desk, "run", path, words)]


def failing(desk: Desk, kind: str, path: str, output: str) -> Step:
    """A run that does not succeed."""
    calls: list[Call] = [shell(f"python3 {path}", f"run python3 {path}")]
    told = f"{path} failed with exit code 1: {output}"
    step = desk.step(kind, calls, "exit 1; report the error", told, f"{output}\n[exit 1]", file=path)
    step.failed = True
    return step


ERRANDS: list[tuple[float, Callable[[Desk], list[Step]]]] = [
    (4, change),
    (3, on_sheet),
    (2, reckon),
    (1.5, look),
    (2, take),
    (4, entry),
    (1.5, log),
    (2, cell),
    (2, word),
    (3, create),
    (4, filing),
    (1, count),
    (1.5, script),
    (3, program),
    (2.5, constant),
    (0.7, broken),
]
"""All of them, with their weights."""
