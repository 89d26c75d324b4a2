"""Turns of a series about like lines: each changes one or two, or asks for one, and says which in its own words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace

from tools.pocket.contents_neighbours import KEYS, OPPOSITES, SWITCHES, Row, Sheet, another, labels
from tools.pocket.neighbours import Series, Spot, stands_alone, written
from tools.pocket.phrases_edit import said
from tools.pocket.task import Unsuitable

Turn = Callable[[Series, Sheet], None]
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def _spot(series: Series, sheet: Sheet, fits: Callable[[Spot], bool] = lambda spot: spot.kind not in SWITCHES) -> Spot:
    """One of the values, none that was changed just now."""
    last = series.last[0].row if series.last else None
    return series.draw.pick([spot for spot in series.spots(sheet) if fits(spot) and spot.row is not last])


def set_value(series: Series, sheet: Sheet) -> None:
    """A new value, sometimes with the old one, or with a neighbour that stays."""
    draw = series.draw
    spot = _spot(series, sheet)
    new, old = series.fresh(spot), spot.value
    once = "OLD" if stands_alone(sheet.text, old) else "SET"
    kind = draw.weighted([(5, "SET"), (2.5, "FROM"), (2.5, "STAYS"), (2, once)])
    told = said(draw, new, bare=0.9)
    if new.isdigit() and int(new) < len(_NUMBERS) and draw.chance(0.25):
        told = _NUMBERS[int(new)]
    slots = {"name": series.name(spot), "new": told, "old": said(draw, old, bare=0.9)}
    if kind == "STAYS":
        slots["other"] = series.name(_other(series, spot))
    series.rewrite(series.say(kind, sheet, **slots), spot, new, new)


def _other(series: Series, spot: Spot, fits: Callable[[Spot], bool] = lambda other: True) -> Spot:
    """Another value; mostly one that is easily taken for it."""
    rest = [
        other
        for other in series.spots(spot.sheet)
        if (other.row is not spot.row or other.at != spot.at) and fits(other)
    ]
    like = [
        one
        for one in rest
        if one.row.label == spot.row.label or set(one.row.label.split()) & set(spot.row.label.split())
    ]
    return series.draw.pick(like if like and series.draw.chance(0.7) else rest)


def set_like(series: Series, sheet: Sheet) -> None:
    """The value of a neighbour."""
    spot = _spot(series, sheet)
    column = spot.row.columns[spot.at]

    def fits(one: Spot) -> bool:
        related = one.row.section == spot.row.section or one.row.label == spot.row.label
        return one.kind == spot.kind and one.value != spot.value and related and one.row.columns[one.at] == column

    other = _other(series, spot, fits)
    series.rewrite(series.say("LIKE", sheet, name=series.name(spot), other=series.name(other)), spot, other.value)


def set_two(series: Series, sheet: Sheet) -> None:
    """Two values in one turn, in whichever order they stand."""
    draw = series.draw
    spot = _spot(series, sheet)
    other = _other(series, spot, lambda one: one.kind not in SWITCHES and one.row is not spot.row)
    new, more = series.fresh(spot), series.fresh(other)
    slots = {"name": series.name(spot), "new": said(draw, new), "other": series.name(other), "more": said(draw, more)}
    prompt = series.say("TWO", sheet, **slots)
    series.rewrite_all(prompt, sheet, [(spot, new), (other, more)])


def once_more(series: Series, sheet: Sheet) -> None:
    """What was changed last is to be something else, or as before, or another is to be like it."""
    if series.last is None or series.last[0].sheet is not sheet or series.subject != sheet.path:
        raise Unsuitable("nothing before")
    draw = series.draw
    spot, old = series.last
    kind = draw.weighted([(3, "AGAIN"), (2, "UNDO"), (3, "SAME")])
    if kind == "SAME":
        new = spot.value
        spot = _other(series, spot, lambda one: one.kind == spot.kind and one.value != new and one.kind not in SWITCHES)
        prompt = series.say("SAME", sheet, name=series.name(spot))
    elif kind == "UNDO":
        new = old
        prompt = series.say("UNDO", sheet)
    else:
        new = series.fresh(spot)
        if new == old or spot.kind in SWITCHES:
            raise Unsuitable("as before")
        prompt = series.say("AGAIN", sheet, new=said(draw, new))
    series.rewrite(prompt, spot, new, new if kind == "AGAIN" else "")
    if kind == "UNDO":
        series.last = None


def mixed_up(series: Series, sheet: Sheet) -> None:
    """What was changed last was the wrong one: it goes back, and the other gets the value."""
    if series.last is None or series.last[0].sheet is not sheet or series.subject != sheet.path:
        raise Unsuitable("nothing before")
    wrong, old = series.last
    new = wrong.value

    def fits(one: Spot) -> bool:
        return one.kind == wrong.kind and one.row is not wrong.row and one.value != new

    spot = _other(series, wrong, fits)
    prompt = series.say("MIXED", sheet, name=series.name(spot), other=series.name(wrong))
    series.rewrite_all(prompt, sheet, [(wrong, old), (spot, new)])


def reckon(series: Series, sheet: Sheet) -> None:
    """One more or less, twice or half."""
    spot = _spot(
        series,
        sheet,
        lambda one: one.kind in ("small", "int", "grams", "spoons", "weight", "port") and one.value[0].isdigit(),
    )
    number, _, unit = spot.value.partition(" ")
    kind = series.draw.pick(["UP", "UP", "DOWN", "DOUBLE", "HALF"] if not unit else ["DOUBLE", "HALF"])
    value = int(number)
    if (
        (kind == "HALF" and value % (2 if value < 41 else 20))
        or (kind in ("UP", "DOWN") and unit)
        or (kind == "DOUBLE" and (value > 499 or (value > 40 and value % 10)))
    ):
        raise Unsuitable("hard")
    new = {"UP": value + 1, "DOWN": value - 1, "DOUBLE": value * 2, "HALF": value // 2}[kind]
    name = series.name(spot)
    prompt = series.say(kind, sheet, name=name, bare=name.removeprefix("the "))
    series.rewrite(prompt, spot, f"{new} {unit}".strip())


def flag(series: Series, sheet: Sheet) -> None:
    """Something on or off."""
    draw = series.draw
    spot = _spot(series, sheet, lambda one: one.kind in SWITCHES)
    on = OPPOSITES[spot.value] in ("true", "on", "yes")
    onoff, able = ("on", draw.pick(["enable", "activate"])) if on else ("off", draw.pick(["disable", "deactivate"]))
    prompt = series.say("FLAG", sheet, name=series.name(spot), onoff=onoff, able=able)
    series.rewrite(prompt, spot, OPPOSITES[spot.value])


def ask_value(series: Series, sheet: Sheet) -> None:
    """What something is now, changed or not; or which one has a value."""
    draw = series.draw
    spot = draw.pick(series.spots(sheet))
    if (
        draw.chance(0.3)
        and not spot.row.section
        and spot.kind not in SWITCHES
        and len(spot.row.columns) == 1
        and stands_alone(sheet.text, spot.value)
    ):
        series.ask(series.say("WHICH", sheet, old=said(draw, spot.value)), sheet, spot.row, _shown(spot.row))
    else:
        value = spot.value  # which Python begins with a capital where it is a switch
        value = value if value in sheet.lines[spot.row.at] else value.capitalize()
        series.ask(series.say("ASK", sheet, name=series.name(spot)), sheet, spot.row, value)


def _shown(row: Row) -> str:
    """The name of a row as its line has it."""
    line = row.line()
    words = re.split(r"\W+|_", row.label)
    camel = words[0].lower() + "".join(word.capitalize() for word in words[1:])
    for name in (row.key.upper(), row.label.capitalize(), row.label, row.key, row.key.replace("_", "-"), camel):
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line):
            return name
    raise Unsuitable("no name")


def _foreign(series: Series, sheet: Sheet) -> list[str]:
    """A name that is not in the sheet, its kind and other words, and is no part of one that is."""
    has = [row.label for row in sheet.rows]
    if sheet.topic in ("setting", "css", "function"):
        label, kind, also = series.draw.pick(KEYS).split(":")
        alike = any(set(label.split()) & set(one.split()) for one in has)
    else:
        label, kind, also = labels(series.v, 1)[0], sheet.rows[0].kinds[0], ""
        words = set(label.split())
        alike = any(words <= set(one.split()) or words >= set(one.split()) for one in has)
    if alike or any(label[:4] == one[:4] and abs(len(label) - len(one)) < 2 for one in has):
        raise Unsuitable("like another")
    return [label, kind, also]


def ask_missing(series: Series, sheet: Sheet) -> None:
    """Something that is not in the file, or only in another section."""
    draw = series.draw
    row = draw.pick(sheet.rows)
    if row.section:
        own = {one.label for one in sheet.rows if one.section == row.section}
        label = draw.pick([one.label for one in sheet.rows if one.label not in own])
        if any(set(label.split()) & set(one.split()) for one in own):
            raise Unsuitable("like another")
    elif sheet.topic in ("people", "phone", "time", "buses", "version", "function"):
        raise Unsuitable("names")
    else:
        label = _foreign(series, sheet)[0]
    if len(series.sheets) > 1:
        series.subject = ""  # so that the file is named
    ghost = replace(row, label=label, also=())
    name = series.name(Spot(sheet, ghost, draw.randrange(len(row.values))))
    series.ask(series.say("ASK", sheet, name=name), sheet, None, "")


def _movable(series: Series, sheet: Sheet) -> list[Row]:
    """Rows whose line stands once, in sheets where one may go."""
    if not sheet.loose:
        raise Unsuitable("commas")
    return [row for row in sheet.rows if row.at < sheet.below and not row.off and sheet.lines.count(row.line()) == 1]


def delete(series: Series, sheet: Sheet) -> None:
    """A line goes."""
    rows = _movable(series, sheet)
    row = series.draw.pick(rows[len(rows) // 2 :])
    if sum(one.section == row.section for one in sheet.rows) < 3:
        raise Unsuitable("the last ones")
    prompt = series.say("DELETE", sheet, name=series.name(Spot(sheet, row), row_only=True))
    sheet.rows.remove(row)
    series.change(prompt, sheet, [(row.at, [row.line()], [])])
    series.last = None


def insert(series: Series, sheet: Sheet) -> None:
    """A line comes before or behind another, or at the end, written as those around it."""
    draw = series.draw
    rows = _movable(series, sheet)
    row = draw.pick(rows[len(rows) // 2 :])
    if row.section:
        own = {one.label for one in sheet.rows if one.section == row.section}
        model = draw.pick([one for one in sheet.rows if one.label not in own and one.section != row.section])
        new = replace(
            model, section=row.section, form=row.form, values=[another(series.v, model.kinds[0], [])], off=False
        )
        title = draw.pick([model.label, model.key])
    elif sheet.topic in ("people", "phone", "time", "buses", "version", "css"):
        raise Unsuitable("names")
    else:
        label, kind, _ = _foreign(series, sheet)
        kinds = row.kinds if len(row.kinds) > 1 else [kind]
        key = label if len(kinds) > 1 else re.sub(r"\W+", "_", label)
        new = replace(row, label=label, key=key, kinds=kinds, values=[another(series.v, one, []) for one in kinds])
        title = label
    if len(new.values) > 1:
        facts = [f"{column} {said(draw, value, bare=1)}" for column, value in zip(new.columns, new.values, strict=True)]
        what = f"{title}, {', '.join(draw.sample(facts, len(facts)))}"
    else:
        value = said(draw, new.values[0])
        ways = [f"{title}: {value}", f"{title} {value}", f"{title} = {value}", f"{title} ({value})"]
        what = draw.pick([*ways, f"{title} with {value}", f"{title}, {value}"])
    kind = draw.pick(["AFTER", "AFTER", "BEFORE", "INTO" if row.section else "END"])
    if kind == "END":
        row = sheet.rows[-1]
        if row not in rows:
            raise Unsuitable("other numbers")
    if kind == "INTO":
        row = [one for one in sheet.rows if one.section == row.section][-1]
        if row not in rows:
            raise Unsuitable("other numbers")
    line = row.line()
    name = series.name(Spot(sheet, row), row_only=True)
    prompt = series.say(kind, sheet, name=name, what=what, section=row.section)
    series.change(prompt, sheet, [(row.at, [line], [new.line(), line] if kind == "BEFORE" else [line, new.line()])])
    series.last = None


def _varied(series: Series, label: str) -> str:
    """Another name that has much of the old one."""
    draw = series.draw
    words = label.split()
    more = draw.pick(["main", "old", "new", "small", "total", "first", "last", "extra", "default", "daily", "local"])
    if len(words) > 1:
        return draw.pick([" ".join(words[::-1]), f"{more} {words[-1]}", words[-1], f"{words[0]} {more}"])
    return draw.pick([f"{more} {label}", f"{label} {more}"])


def rename(series: Series, sheet: Sheet) -> None:
    """Another name for a row of a plain list."""
    draw = series.draw
    row = _spot(series, sheet, lambda one: len(one.row.values) == 1).row
    if row.section or sheet.topic in ("people", "phone", "time", "version", "text", "todo"):
        raise Unsuitable("names")
    label = draw.pick([_varied(series, row.label), _varied(series, row.label), _foreign(series, sheet)[0]])
    if any(label == one.label for one in sheet.rows):
        raise Unsuitable("twin")
    new = replace(row, label=label, key=re.sub(r"\W+", "_", label))
    prompt = series.say("RENAME", sheet, name=series.name(Spot(sheet, row), row_only=True), new=said(draw, _shown(new)))
    before = row.line()
    row.label, row.key, row.also = new.label, new.key, ()
    series.change(prompt, sheet, [(row.at, [before], [row.line()])], _shown(row))
    series.last = None


def swap(series: Series, sheet: Sheet) -> None:
    """Two lines that stand together change places."""
    rows = _movable(series, sheet)
    pairs = [pair for pair in itertools.pairwise(rows) if pair[1].at == pair[0].at + 1]
    one, other = series.draw.pick([pair for pair in pairs if pair[0].section == pair[1].section])
    names = [series.name(Spot(sheet, row), row_only=True) for row in series.draw.sample([one, other], 2)]
    prompt = series.say("SWAP", sheet, name=names[0], other=names[1])
    lines = [one.line(), other.line()]
    series.change(prompt, sheet, [(one.at, lines, lines[::-1])])
    one.at, other.at = other.at, one.at
    sheet.rows.sort(key=lambda row: row.at)
    series.last = None


def comment(series: Series, sheet: Sheet) -> None:
    """A line becomes a comment, or one that is a comment counts again."""
    if not sheet.comment:
        raise Unsuitable("no comments")
    off = [row for row in sheet.rows if row.off and row.at < sheet.below]
    row = series.draw.pick(off if off and series.draw.chance(0.6) else [spot.row for spot in series.spots(sheet)])
    before = written(sheet, row)
    prompt = series.say("BACK" if row.off else "OUT", sheet, name=series.name(Spot(sheet, row), row_only=True))
    row.off = not row.off
    series.change(prompt, sheet, [(row.at, [before], [written(sheet, row)])])
    series.last = None


TURNS: list[tuple[float, Turn]] = [
    (10, set_value),
    (2.5, set_like),
    (1.5, set_two),
    (4, once_more),
    (1, mixed_up),
    (1, mixed_up),
    (2.5, reckon),
    (2.5, flag),
    (4, ask_value),
    (1, ask_missing),
    (2, comment),
    (1.2, swap),
    (1.2, rename),
    (1.2, delete),
    (1.5, insert),
]
