"""Jobs that reckon over a few files: which has more, by how much, what is missing, and what follows from both.

Files, values and sentences are drawn apart from one another, so that only the reckoning can be learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from tools.pocket.contents_several import BOX, ENV, Case, File, kept, listed, plain, stated, written
from tools.pocket.glossary import Entry, Theme, themes
from tools.pocket.phrases_several import (
    BOXES,
    COMPARED,
    COUNTED,
    COUNTED_ALL,
    DAYS,
    DIFFERENCE,
    DIFFERS,
    FOLLOWED,
    GIVEN,
    ITEMS,
    JOINED,
    JOINS,
    MEETING,
    MISSING,
    MORE,
    NOUNS,
    OWNERS,
    POINTERS,
    SHARED,
    STARTS,
    STATES,
    TOTAL,
)
from tools.pocket.shapes import Shape, Thing, settings, table
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary

IN_ORDER = {"date": "day", "day": "day", "clock": "hour", "hour": "hour"}
"""Kinds of days and hours, each with one whose values are in order as text."""


def _counting(kind: str) -> str:
    return kind if kind.startswith("int ") and not kind.startswith("int -") else ""


def _ordered(kind: str) -> str:
    return kind if kind.startswith("int ") or kind == "price" else IN_ORDER.get(kind, "")


@cache
def _reckonable(kinds: Callable[[str], str]) -> list[tuple[Theme, Entry]]:
    """All things whose values are of a kind to reckon with; `kinds` gives the kind that is drawn."""
    return [(theme, entry) for theme in themes() for entry in theme.entries if kinds(entry.kind)]


def _ranked(case: Case, values: Sequence[str], words: str) -> tuple[int, str, dict[str, str]]:
    """The file that has more, or less, of them; how a thought says so; and the words for it."""
    side = case.draw.randrange(2)
    more, most = MORE[words][side]
    order = sorted(range(len(values)), key=lambda at: values[at] if words == "time" else float(values[at]))
    best, *rest = order if side else order[::-1]
    sign = ("is before" if side else "is after") if words == "time" else "<" if side else ">"
    said = {"more": case.draw.pick(more), "most": case.draw.pick(most)}
    return best, f"so {values[best]} {sign} {' and '.join(values[at] for at in rest)}", said


def _reckoned(case: Case, kinds: Callable[[str], str]) -> tuple[Entry, dict[str, str], list[list[str]], list[str]]:
    """Files that say something else of the same thing: the thing, what people say, its lines, and its values."""
    theme, entry = case.draw.pick(_reckonable(kinds))
    case.title = theme.title
    more = case.named and case.count == 2 and case.draw.chance(0.2)  # one that nobody asks for
    _, lines, values, (row, *_) = case.hold(theme, entry, kinds(entry.kind), case.count + more, read=case.count)
    label = f"{entry.label} of {kept(row)}" if row else entry.label
    said = {"label": label, "q": case.draw.pick(entry.questions).replace("{row}", kept(row))}
    return entry, said, [[line] for line in lines[: case.count]], values[: case.count]


def compared(case: Case) -> Task:
    """In which file is it higher, or lower, or earlier?"""
    entry, said, quotes, values = _reckoned(case, _ordered)
    best, concluded, words = _ranked(case, values, "time" if entry.kind in IN_ORDER else "number")
    return case.task(quotes, concluded, f"{case.name(case.files[best])}, {values[best]}.", said | words)


def difference(case: Case) -> Task:
    """By how much do two files differ?"""
    case.count = 2
    _, said, quotes, values = _reckoned(case, _counting)
    low, high = sorted(map(int, values))
    return case.task(quotes, f"so {high} - {low} = {high - low}", f"By {high - low}.", said)


def total(case: Case) -> Task:
    """What is it in all files together?"""
    _, said, quotes, values = _reckoned(case, _counting)
    sums = sum(map(int, values))
    return case.task(quotes, f"so {' + '.join(values)} = {sums}", f"{sums} in all.", said)


def _settings(case: Case) -> tuple[str, Shape, list[tuple[str, str]], list[Thing], list[Thing]]:
    """What one is called, a notation, names for two files, settings, and the same with other values."""
    draw = case.draw
    theme = draw.pick(plain())
    case.title = theme.title
    entries = draw.some(theme.entries, 4, 7)
    things = case.things(entries)
    others = [replace(thing, value=case.value(one.kind)) for thing, one in zip(things, entries, strict=True)]
    return draw.pick(NOUNS), settings(draw, theme.title), case.names(theme.stems, 2), things, others


def _items(case: Case, count: int) -> tuple[str, Shape, list[tuple[str, str]], list[Thing]]:
    """The same for what stands in lists."""
    draw = case.draw
    rows = [(theme.rows, "entry", theme.title, theme.stems) for theme in themes() if theme.rows.startswith("=")]
    kind, noun, case.title, stems = draw.pick(ITEMS if draw.chance(0.7) else rows)
    detail = draw.pick(["int 1 90", "day", "city", ""])
    things = [Thing("", case.value(kind), case.value(detail) if detail else "") for _ in range(count)]
    shape = (stated if detail else listed)(draw, case.title)
    return noun, shape, case.names(stems, case.count), things


def _checked(names: Sequence[str], chosen: Container[str], is_in: str, is_out: str) -> str:
    """Each name with whether it is one of the chosen: to look them up one by one is easy, to see it at once is not."""
    return ", ".join(f"{name} {is_in if name in chosen else is_out}" for name in names)


def missing(case: Case) -> Task:
    """What has one file that the other lacks?"""
    draw, first_has = case.draw, case.draw.chance(0.5)
    case.count, said = 2, "{has}" in case.frame
    if said:
        first_has = case.frame.index("{has}") < case.frame.index("{lacks}")
        slots = ("{f}", "{g}") if first_has else ("{g}", "{f}")
        case.frame = case.frame.replace("{has}", slots[0]).replace("{lacks}", slots[1])
    if draw.chance(0.5):
        noun, shape, names, full, others = _settings(case)
        if case.by_path and draw.chance(0.2):
            noun, shape, names = "variable", ENV, [(name, name) for name in draw.sample([".env", ".env.example"], 2)]
    else:
        noun, shape, names, full = _items(case, draw.randint(4, 7))
        others = full
    at = draw.randrange(len(full))
    source = others if said and draw.chance(0.5) else full
    less = source[:at] + source[at + 1 :]
    if draw.chance(0.5):
        draw.shuffle(less)
    for name, things in zip(names, (full, less) if first_has else (less, full), strict=True):
        blank = [replace(thing, value="") for thing in things]
        case.add(name, shape, blank if "example" in name[0] else things)
    one, other = case.files if first_has else case.files[::-1]
    key = written(full[at], one.own[at]) if full[at].key else full[at].label
    named = [written(thing, line) if thing.key else thing.label for thing, line in zip(full, one.own, strict=True)]
    concluded = f"so {_checked(named[: at + 1], {key}, 'no', 'yes')}: {key} is missing in {case.name(other)}"
    return case.task([[], []], concluded, f"{key}, missing in {case.name(other)}.", {"noun": noun})


def _common(case: Case, noun: str, shape: Shape, names: Sequence[tuple[str, str]], things: Sequence[Thing]) -> Task:
    """Files that have the first thing in common, and no other."""
    draw, shared = case.draw, things[0]
    rest = list(things[1:])
    parts = [rest[: len(rest) // 2], rest[len(rest) // 2 :]]
    if case.count == 3:
        parts = [draw.some(rest, 2, 4) for _ in names]
    have = [{shared.label, *(thing.label for thing in part)} for part in parts]
    if len(set.intersection(*have)) > 1:
        raise Unsuitable("more than one in common")
    order: list[str] = []
    checks: list[str] = []
    for name, part, mine in zip(names, parts, have, strict=True):
        listed_here = draw.sample([shared, *part], len(part) + 1)
        case.add(name, shape, listed_here)
        if case.files[1:]:
            last = len(checks) == case.count - 2
            asked = order[: order.index(shared.label) + 1] if last else order
            checks.append(f"so {_checked(asked, mine, 'yes', 'no')}")
            order = [one for one in order if one in mine]
        else:
            order = [thing.label for thing in listed_here]
    where = "both" if case.count == 2 else "all three"
    concluded = f"{checks.pop()}: {shared.label} is in {where}"
    quotes = [[], *([check] for check in checks), []]
    return case.task(quotes, concluded, f"{shared.label}.", {"noun": noun})


def shared(case: Case) -> Task:
    """What is in all of them?"""
    return _common(case, *_items(case, case.draw.randint(6, 9)))


def meeting(case: Case) -> Task:
    """When can everybody?"""
    draw = case.draw
    kind, noun = draw.pick(DAYS)
    things = [Thing("", case.value(kind), "") for _ in range(7 if "Sunday" in kind else draw.randint(5, 7))]
    case.title = "availability"
    names = case.names(["free", "available", "can_come", "times", "answer"], case.count, people=True)
    return _common(case, noun, listed(draw, "possible"), names, things)


def _states(case: Case) -> tuple[str, list[int], list[list[str]]]:
    """Lists in which something is to be counted: what, how many of it are in each, and their lines."""
    draw = case.draw
    state, other, called = draw.weighted([(6, draw.pick(STATES)), (3, draw.pick(BOXES)), (2, ("", "", ["entries"]))])
    counts = draw.sample(range(1 if state else 2, 7), case.count)
    extra = [draw.randint(0, 3) if state else 0 for _ in counts]
    _, shape, names, things = _items(case, sum(counts) + sum(extra))
    if len(state) > 1 and any(state.lower() in thing.label.lower() for thing in things):
        raise Unsuitable("it would count as well")
    shape = BOX if state in (" ", "x") else stated(draw, case.title) if state else shape
    quotes = []
    for name, count, more in zip(names, counts, extra, strict=True):
        mine = [replace(things.pop(), value=state) if state else things.pop() for _ in range(count)]
        mine += [replace(things.pop(), value=other) for _ in range(more)]
        draw.shuffle(mine)
        own = case.add(name, shape, mine).own
        quotes.append([line for line, thing in zip(own, mine, strict=True) if not state or thing.value == state])
    return draw.pick(called), counts, quotes


def counted(case: Case) -> Task:
    """Which file has more, or fewer?"""
    what, counts, quotes = _states(case)
    best, concluded, said = _ranked(case, list(map(str, counts)), "count")
    return case.task(quotes, concluded, f"{case.name(case.files[best])}, {counts[best]}.", said | {"what": what})


def counted_all(case: Case) -> Task:
    """How many are in all files together?"""
    what, counts, quotes = _states(case)
    concluded = f"so {' + '.join(map(str, counts))} = {sum(counts)}"
    return case.task(quotes, concluded, f"{sum(counts)} in all.", {"what": what})


def differs(case: Case) -> Task:
    """Which of the same settings has two values?"""
    draw = case.draw
    case.count = 2
    noun, shape, names, things, others = _settings(case)
    at = draw.randrange(len(things))
    changed = [*things[:at], others[at], *things[at + 1 :]]
    one, other = case.add(names[0], shape, things), case.add(names[1], shape, changed)
    key, old, new = written(things[at], one.own[at]), things[at].value, changed[at].value
    answer = f"{key}: {old} in {case.name(one)}, {new} in {case.name(other)}."
    pairs = zip(things, changed, one.own, strict=True)
    compared = [f"{written(left, line)} {left.value} and {right.value}" for left, right, line in pairs]
    concluded = f"so {', '.join(compared[: at + 1])}: {key} differs"
    return case.task([[], []], concluded, answer, {"noun": noun})


def _pointing(case: Case, ways: Sequence[tuple[list[str], str, list[str]]], path: str, wrong: str) -> File:
    """A file that names `path` in its only own line, and perhaps a wrong one."""
    draw = case.draw
    stems, called, template = draw.pick(ways)
    if template:
        lines = [line.replace("{h}", wrong).replace("{title}", case.title) for line in template]
        own = [line.replace("{g}", path) for line in lines if "{g}" in line]
        return case.put(File(draw.pick(stems), f"the {called}", [line.replace("{g}", path) for line in lines], own))
    things = case.things(draw.some(draw.pick(plain()).entries, 2, 4))
    at = draw.randint(0, len(things))
    things.insert(at, Thing(*draw.pick(POINTERS), path))
    file = case.add((draw.pick(stems), f"the {called}"), settings(draw, case.title), things)
    file.own = [file.own[at]]
    return file


def followed(case: Case) -> Task:
    """What says the file that another one names?"""
    draw = case.draw
    theme = draw.pick(themes())
    entry = draw.pick(theme.entries)
    case.title = theme.title
    files, lines, values, (row, *_) = case.hold(theme, entry, entry.kind, draw.pick([2, 2, 3]), read=1)
    if draw.chance(0.3):
        _pointing(case, STARTS[:2], files[0].path, files[1].path)
    start = _pointing(case, STARTS, case.files[-1].path, files[1].path)
    case.files.reverse()
    if case.named and not case.by_path:
        case.frame = case.frame.replace("{f}", start.called)
    asked = draw.pick(entry.questions).replace("{row}", kept(row))
    return case.task([*(one.own for one in case.files[:-1]), lines[:1]], "", values[0], {"q": asked}, seen=1)


def joined(case: Case, asked: str = "") -> Task:
    """What says the second table of that which the first one has for somebody? `asked` is the question, if given."""
    draw = case.draw
    ways = [(one, ask) for one in JOINS for ask in one[5] if not asked or asked in ask[2]]
    (kind, stems, links, code, others, asks), (heads, value_kind, questions) = draw.pick(ways)
    case.title = stems[0]
    codes = [case.value(code) for _ in range(draw.randint(3, 5))]
    names = [case.value(kind) for _ in range(draw.randint(3, 6))]
    link = draw.pick(links)
    more = draw.some([("number", "int 100 990"), ("since", "day"), ("colour", "colour")], 0, 1)
    rows = [[name, draw.pick(codes), *(case.value(kind) for _, kind in more)] for name in names]
    case.add_table((draw.pick(stems),) * 2, table(draw), ["name", link, *(head for head, _ in more)], rows)
    wanted = draw.pick(heads), value_kind
    columns = [wanted, *((draw.pick(ask[0]), ask[1]) for ask in asks if ask[0] is not heads)][: draw.randint(1, 3)]
    draw.shuffle(columns)
    told = [[one, *(case.value(kind) for _, kind in columns)] for one in codes]
    case.add_table((draw.pick(others),) * 2, table(draw), [link, *(head for head, _ in columns)], told)
    who = draw.randrange(len(names))
    at = codes.index(rows[who][1])
    said = (asked or draw.pick(questions)).replace("{x}", kept(names[who]))
    return case.task(
        [[case.files[0].own[who]], [case.files[1].own[at]]], "", told[at][1 + columns.index(wanted)], {"q": said}
    )


def owned(case: Case) -> Task:
    """What says a table of the row that another one has for somebody?"""
    draw = case.draw
    theme = draw.pick([theme for theme in themes() if theme.rows])
    entry = draw.pick(theme.entries)
    case.title = theme.title
    _, lines, values, rows = case.hold(theme, entry, entry.kind, 1, read=1)
    kinds, ways = OWNERS["name" in theme.rows]
    kind = draw.pick(kinds)
    owners = [case.value(kind) for _ in range(draw.randint(3, 6))]
    at = draw.randrange(len(owners))
    given = [rows[0] if number == at else draw.pick(rows) for number in range(len(owners))]
    more = draw.some([("number", "int 100 990"), ("since", "day"), ("until", "hour")], 0, 1)
    body = [[one, row, *(case.value(kind) for _, kind in more)] for one, row in zip(owners, given, strict=True)]
    heads = [draw.pick(["name", "for", "who"]), draw.pick(theme.stems), *(head for head, _ in more)]
    first = case.add_table((draw.pick(GIVEN),) * 2, table(draw), heads, body)
    case.files.reverse()
    asked = draw.pick(entry.questions).replace("the {row}", "{row}")
    said = asked.replace("{row}", draw.pick(ways).replace("{x}", kept(owners[at])))
    return case.task([[first.own[at]], lines], "", values[0], {"q": said})


FAMILIES: list[tuple[float, Callable[[Case], Task], Sequence[str]]] = [
    (5, compared, COMPARED),
    (3, difference, DIFFERENCE),
    (3, total, TOTAL),
    (6, missing, MISSING),
    (4, shared, SHARED),
    (2, meeting, MEETING),
    (4, counted, COUNTED),
    (3, counted_all, COUNTED_ALL),
    (5, differs, DIFFERS),
    (7, followed, FOLLOWED),
    (5, joined, JOINED),
    (4, owned, JOINED),
]
"""How often something is reckoned, how, and what people say for it."""


def several(v: Vocabulary) -> Task:
    """Something to be reckoned over a few files."""
    family, frames = v.draw.weighted([(weight, (family, frames)) for weight, family, frames in FAMILIES])
    return family(Case(v, v.draw.wordy(frames)))


def every(v: Vocabulary) -> Iterator[Callable[[], Task]]:
    """All that is said, once; each may be Unsuitable."""
    for _, family, frames in FAMILIES:
        for frame in frames:
            yield partial(family, Case(v, frame))
    for asked in (asked for *_, asks in JOINS for *_, questions in asks for asked in questions):
        yield partial(joined, Case(v, v.draw.pick(JOINED)), asked)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, several)]
