"""Errands that have to do with a file of settings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tools.pocket import shapes
from tools.pocket.answers import value_with_line
from tools.pocket.draw import Draw
from tools.pocket.errands_desk import Desk, Step, loosely
from tools.pocket.phrases_edit import said
from tools.pocket.scene_values import Values, lists
from tools.pocket.shapes import Shape, Thing
from tools.pocket.task import Unsuitable, shell


@dataclass(slots=True)
class Sheet:
    """A file of settings: what it says in which notation."""

    path: str
    shape: Shape
    things: list[Thing]

    def line(self, at: int) -> str:
        """The line of one of the things."""
        return self.shape.lines(self.things)[1][at]


def sheet(desk: Desk) -> Sheet:
    """A file of settings whose names are alike, and some of whose values are the same."""
    draw, values = desk.draw, Values(desk.v)
    parts = draw.some([*lists()["part"], *lists()["service"], *lists()["room"]], 1, 3)
    numbers, texts = (draw.some(lists()[kind], 2, 3) for kind in ("numberkey", "textkey"))
    kinds = ["word", "nonsense", "name", "hour", "version", "colour", "host"]
    nouns = [(part, noun) for part in parts for noun in draw.some([*numbers, *texts], 1, 3)]
    keys = sorted({f"{part}_{noun}" if draw.chance(0.75) else noun for part, noun in nouns})
    things: list[Thing] = []
    for key in draw.sample(keys, min(len(keys), draw.randint(3, 7))):
        number = key.rpartition("_")[2] in numbers
        same = [one.value for one in things if one.value.isdigit() == number]
        kind = "int 2 990" if number else draw.pick(kinds)
        value = draw.pick(same) if same and draw.chance(0.25) else values.add(key, kind)
        things.append(Thing(key, key.replace("_", " "), value))
    shape = shapes.settings(draw, draw.pick(parts))
    lines, own = shape.lines(things)
    if len(things) < 2 or len(set(own)) < len(own) or any(shape.mark in one.value for one in things):
        raise Unsuitable("things")
    made = Sheet(desk.path(f".{shape.ending}"), shape, things)
    desk.place(made.path, lines)
    return made


def _thing(desk: Desk, made: Sheet, number: bool = False) -> tuple[int, str]:
    """One of the things, and what the user calls it."""
    at = desk.draw.pick([at for at, one in enumerate(made.things) if not number or one.value.isdigit()])
    keys = [one.key for one in made.things]
    return at, loosely(desk.draw, keys[at], [form for key in keys for form in (key, key.replace("_", " "))])


def new_value(desk: Desk, old: str) -> str:
    """Another value of the same kind."""
    kind = "int 2 990" if old.isdigit() else desk.draw.pick(["word", "nonsense", "name", "hour", "colour"])
    values = Values(desk.v)
    values.know("old", old)
    return values.add("new", kind)


def _said(draw: Draw, value: str) -> str:
    return value if value.isdigit() else said(draw, value)


def change(desk: Desk, made: Sheet | None = None, count: int = 0) -> list[Step]:
    """Another value for one of the settings, or for two."""
    draw = desk.draw
    made = made or sheet(desk)
    steps: list[Step] = []
    done: set[int] = set()
    for _ in range(count or draw.weighted([(4, 1), (1, 2)])):
        at, name = _thing(desk, made)
        old, new = made.things[at].value, new_value(desk, made.things[at].value)
        if at in done or made.shape.mark in new:
            raise Unsuitable("again")
        done.add(at)
        calls, line = desk.shown(made.path, new), made.line(at)
        made.things[at] = replace(made.things[at], value=new)
        call, told = desk.changed(made.path, [line], [made.line(at)])
        slots = {"name": name, "old": _said(draw, old), "new": _said(draw, new), "file": made.path}
        steps.append(desk.step("change", [*calls, call], "edited; done", told, **slots))
    return steps


def reckon(desk: Desk, made: Sheet | None = None) -> list[Step]:
    """A number that is to be so much higher or lower."""
    made = made or sheet(desk)
    at, name = _thing(desk, made, number=True)
    calls, line, old = desk.shown(made.path), made.line(at), int(made.things[at].value)
    more = desk.draw.chance(0.6)
    by = desk.draw.randint(1, 60 if more else max(1, old - 1))
    new = old + by if more else old - by
    term = f"{old} {'+' if more else '-'} {by}"
    calls.append(shell(f"echo $(({term}))", f"{desk.quote(made.path, line)}; so {term}"))
    made.things[at] = replace(made.things[at], value=str(new))
    call, told = desk.changed(made.path, [line], [made.line(at)], f"{new}; ")
    kind = "raise" if more else "lower"
    return [desk.step(kind, [*calls, call], "edited; done", told, name=name, by=str(by), file=made.path)]


def look(desk: Desk, made: Sheet | None = None) -> list[Step]:
    """A value that the user wants to know, and perhaps wants to have in a file."""
    made = made or sheet(desk)
    at, name = _thing(desk, made)
    calls, quote = desk.shown(made.path), desk.quote(made.path, made.line(at))
    told = value_with_line(made.things[at].value, quote)
    steps = [desk.step("look", calls, quote, told, name=name, file=made.path)]
    if desk.draw.chance(0.4) and not desk.subject:
        new = desk.path(".txt", ".md", ".log")
        call = desk.written(new, made.things[at].value + "\n", f"{quote}; ")
        steps.append(desk.step("that", [call], "written; done", f"Created {new}.", new=new))
    return steps


def take(desk: Desk, made: Sheet | None = None) -> list[Step]:
    """A value that goes into a file of its own."""
    made = made or sheet(desk)
    at, name = _thing(desk, made)
    new = desk.path(".txt", ".txt", ".md", ".log")
    calls, quote = desk.shown(made.path), desk.quote(made.path, made.line(at))
    calls.append(desk.written(new, made.things[at].value + "\n", f"{quote}; "))
    return [desk.step("take", calls, "written; done", f"Created {new}.", name=name, file=made.path, new=new)]


def on_sheet(desk: Desk) -> list[Step]:
    """Two or three things to do with one file of settings."""
    made = sheet(desk)
    return [step for work in desk.draw.some([change, reckon, look, take], 2, 3) for step in work(desk, made)]
