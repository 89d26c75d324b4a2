"""Series of edits among neighbours: small files whose lines are easily mixed up, read once and changed turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tools.pocket.contents_neighbours import (
    SECTIONS,
    Sheet,
    another,
    blocks,
    flat,
    functions,
    table,
)
from tools.pocket.contents_spelling import MISSPELT, cased, misspelt
from tools.pocket.contents_todo import chores
from tools.pocket.neighbours import Series, Spot, called, written
from tools.pocket.neighbours_turns import TURNS, Turn
from tools.pocket.phrases_edit import said
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary


def _twin(v: Vocabulary, sheet: Sheet) -> Sheet:
    """The same things with other values, in a second file."""
    draw = v.draw
    stem, dot, ending = sheet.path.rpartition(".")
    path = draw.pick([f"{stem}_{v.word()}{dot}{ending}", f"{stem}-{draw.randint(2, 9)}{dot}{ending}", f"old/{sheet.path}", f"{v.nonsense()}{dot}{ending}", f"{stem}.{v.word()}{dot}{ending}"])  # fmt: skip
    rows = [replace(row, values=[another(v, kind, [value], 0.25) for kind, value in zip(row.kinds, row.values, strict=True)]) for row in sheet.rows]  # fmt: skip
    made = replace(sheet, path=path, rows=rows, lines=list(sheet.lines))
    for row in rows:
        made.lines[row.at] = row.line()
    return made


def rename_section(series: Series, sheet: Sheet) -> None:
    """Another name for a section; what it has stays."""
    draw = series.draw
    part = draw.pick([part for part, at in sheet.heads.items() if at < sheet.below])
    new = draw.pick([draw.pick(SECTIONS).split()[0], series.v.nonsense()])
    if new in sheet.text.lower():
        raise Unsuitable("twin")
    at = sheet.heads[part]
    said_part = draw.pick([part, part, part.capitalize(), part.upper(), f'"{part}"'])
    shown = next(word for word in (new, new.capitalize(), new.upper()) if word in sheet.heading(new))
    prompt = series.say("SECTION", sheet, section=said_part, new=shown)
    series.change(prompt, sheet, [(at, [sheet.heading(part)], [sheet.heading(new)])], shown)
    sheet.heads = {new if one == part else one: at for one, at in sheet.heads.items()}
    for row in sheet.rows:
        row.section = new if row.section == part else row.section
    series.last = None


_TURNS: list[tuple[float, Turn]] = [*TURNS, (0.8, rename_section)]


def _played(series: Series, turns: Sequence[tuple[float, Turn]], count: int) -> Task:
    """Turns that work out, now about the one sheet, now about the other."""
    draw = series.draw
    sheet = draw.pick(series.sheets)
    for _ in range(3 * count):
        if len(series.turns) == count:
            break
        if len(series.sheets) > 1 and draw.chance(0.3):
            sheet = draw.pick(series.sheets)
        turn = draw.weighted(turns)
        subject, known, last, made = series.subject, set(series.known), series.last, len(series.turns)
        kept = [(one, list(one.lines), list(one.rows), one.below) for one in series.sheets]
        rows = [(row, replace(row, values=list(row.values))) for one in series.sheets for row in one.rows]
        try:
            turn(series, sheet)
        except (Unsuitable, IndexError, ValueError):
            series.subject, series.known, series.last = subject, known, last
            del series.turns[made:]
            for one, lines, own, below in kept:
                one.lines, one.rows, one.below = lines, own, below
            for row, was in rows:
                for name in ("at", "label", "key", "values", "also", "off", "section"):
                    setattr(row, name, getattr(was, name))
    return series.task()


def neighbours(v: Vocabulary) -> Task:
    """Values, lines and names of one file, or of two that are alike."""
    draw = v.draw
    sheet = draw.weighted([(5, blocks), (5, flat), (4, table), (1.5, functions)])(v)
    if len(sheet.lines) > 24:
        raise Unsuitable("long")
    if sheet.comment and draw.chance(0.4):
        row = draw.pick(sheet.rows)
        row.off = True
        sheet.lines[row.at] = written(sheet, row)
    if draw.chance(0.25) and not any(row.off for row in sheet.rows):
        return _played(Series(v, [sheet, _twin(v, sheet)]), _TURNS, draw.randint(5, 9))
    if draw.chance(0.25):
        other = draw.pick([blocks, flat, table])(v)
        series = Series(v, [sheet, other])
        if series.apart and other.path != sheet.path and len(other.lines) + len(sheet.lines) < 30:
            return _played(series, _TURNS, draw.randint(6, 10))
    return _played(Series(v, [sheet]), _TURNS, draw.randint(5, 10))


def todo_list(v: Vocabulary) -> Task:
    """Things to do: what is done, what is not, what goes and what comes."""
    draw = v.draw
    sheet, rows, more, (open_mark, done_mark) = chores(v)
    series = Series(v, [sheet])

    def tick(series: Series, sheet: Sheet) -> None:
        row, chore = draw.pick([pair for pair in rows if pair[0] in sheet.rows and pair[0].at < sheet.below])
        done = row.values[0] == done_mark
        others = [one.object for _, one in rows if one.object != chore.object]
        thing = f"the {called(draw, chore.object.removeprefix('the '), [one.removeprefix('the ') for one in others]).removeprefix('the ')}"  # fmt: skip
        prompt = series.say("UNDONE" if done else "DONE", sheet, base=chore.base, did=chore.did, past=chore.past, gerund=chore.gerund, object=thing, person=v.first_name())  # fmt: skip
        series.rewrite(prompt, Spot(sheet, row), open_mark if done else done_mark)

    def add(series: Series, sheet: Sheet) -> None:
        chore = more()
        row, other = draw.pick([pair for pair in rows if pair[0] in sheet.rows and pair[0].at < sheet.below])
        text = chore.text if row.key[0].islower() else chore.text[0].upper() + chore.text[1:]
        line, new = row.line(), replace(row, key=text, values=[open_mark]).line()
        kind = draw.pick(["AFTER", "BEFORE"])
        prompt = series.say(kind, sheet, name=said(draw, other.text, bare=0.3), what=said(draw, chore.text, bare=0.3))
        series.change(prompt, sheet, [(row.at, [line], [new, line] if kind == "BEFORE" else [line, new])])

    def drop(series: Series, sheet: Sheet) -> None:
        row, chore = draw.pick([pair for pair in rows if pair[0] in sheet.rows and pair[0].at < sheet.below])
        prompt = series.say("DELETE", sheet, name=said(draw, chore.text, bare=0.3))
        sheet.rows.remove(row)
        series.change(prompt, sheet, [(row.at, [row.line()], [])])

    return _played(series, [(8, tick), (1, add), (0.8, drop)], draw.randint(5, 8))


def spelling(v: Vocabulary) -> Task:
    """Misspelt words, with the right form said or not, or only with the number of the line."""
    draw = v.draw
    sheet, rows = misspelt(v)
    series = Series(v, [sheet])
    left = draw.sample(rows, len(rows))

    def mend(series: Series, sheet: Sheet) -> None:
        row, wrong = left.pop()
        right = MISSPELT.get(wrong.lower()) or next(
            good for bad, good in MISSPELT.items() if bad.lower() == wrong.lower()
        )
        new = cased(right, wrong)
        kind = draw.weighted([(4, "SPELL"), (3, "RIGHT"), (2, "BOTH"), (2, "NUMBER")])
        forms: list[Callable[[str], str]] = [str, str.lower, lambda word: f'"{word}"']
        prompt = series.say(kind, sheet, wrong=draw.pick(forms)(wrong), right=draw.pick(forms)(new), line=str(row.at + 1))  # fmt: skip
        line = row.values[0]
        series.rewrite(prompt, Spot(sheet, row), line.replace(wrong, new, 1))

    return _played(series, [(1, mend)], min(len(rows), draw.randint(5, 8)))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(7, neighbours), (1.6, todo_list), (2, spelling)]
