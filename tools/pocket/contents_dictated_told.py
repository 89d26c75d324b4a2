"""How people tell the rows of a file in prose, and by what words they come back to one of them."""

from __future__ import annotations

import re

from tools.pocket.contents_dictated import cell, clause
from tools.pocket.contents_dictated_forms import Sheet
from tools.pocket.draw import Draw
from tools.pocket.phrases_dictated import CORRECTED, GROUPS
from tools.pocket.phrasing import listed
from tools.pocket.scene_values import Values
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

_RISKY = re.compile(
    r"[,;!?#=()]|[.:]$|\b(and|then|or|no|not|for|in|at|is|with|to|from|the|sorry|wait)\b|^\W| \W|->|: ", re.I
)
"""What makes it unclear where a bare value starts or ends."""
_PARTS = re.compile(r"[,;!?/|+#=()]|[.:]$| - | and |^\W|->|\b(then|first|last|no|sorry|wait)\b", re.I)
"""The same within a list."""
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]


def cell_said(draw: Draw, text: str, bare: float = 0.93) -> str:
    """A cell, in quotes where it would not be clear without."""
    typed = re.fullmatch(r"[\d.,:-]+|on|off|yes|no|true|false", text)
    if (typed or draw.chance(bare)) and not _RISKY.search(text.replace("no", "") if typed else text):
        return text
    return f'"{text}"' if draw.chance(0.8) else f"'{text}'"


def form_said(draw: Draw, one: Sheet) -> str:
    """The notation of a sheet, as it is asked for."""
    text = draw.choices_of(f"[{one.form.said}]")
    pair = one.columns if len(one.columns) > 1 else ("", "")
    fill = {
        "title": f'"{one.title}"' if " " in one.title or draw.chance(0.5) else one.title,
        "name": one.name,
        "columns": listed_all(draw, one.columns),
        "c1": pair[0],
        "c2": pair[1],
    }
    return re.sub(r"\{(\w+)\}", lambda found: fill[found[1]], text)


def listed_all(draw: Draw, items: tuple[str, ...]) -> str:
    """Names of columns."""
    if draw.chance(0.3):
        return ",".join(items)
    return f"{', '.join(items[:-1])}{draw.pick([' and ', ', '])}{items[-1]}"


def _label(one: Sheet, row: tuple[str, ...], spoken: bool) -> str:
    return row[0].replace("_", " ") if spoken else row[0]


def row_said(draw: Draw, one: Sheet, row: tuple[str, ...], template: str = "", spoken: bool = False) -> str:
    """One row, told in a clause, without the heading that it stands under."""
    row = row[1:] if one.subject.grouped else row
    if len(row) == 1:
        return cell_said(draw, row[0], 0.2 if " " in row[0] and not one.subject.grouped else 0.93)
    x = cell_said(draw, _label(one, row, spoken), 1.0)
    if len(row) > 2:
        return _cells_said(draw, one, row, draw.pick(["bare", "named", "with"]))
    value = cell_said(draw, row[1])
    text = template or clause(draw, one.subject)
    if re.match(r"an? ", value):
        text = text.replace("of type {v}", "is {v}").replace("as {v}", "is {v}")
    if value[0] in "aeiou":
        text = text.replace(" a {v}", " an {v}")
    return text.replace("{x}", x).replace("{v}", value)


def _cells_said(draw: Draw, one: Sheet, row: tuple[str, ...], way: str) -> str:
    """A row of more than two cells; where they are named, in any order."""
    said = [cell_said(draw, text, 1.0) for text in row]
    if way == "bare":
        return ", ".join(said)
    if way == "spaced":
        return " ".join(said)
    if way == "bracketed":
        return f"{said[0]} ({', '.join(said[1:])})"
    pairs = [f"{name} {text}" for name, text in zip(one.columns[1:], said[1:], strict=True)]
    draw.shuffle(pairs)
    if way == "with":
        return f"{said[0]} with {', '.join(pairs[:-1])} and {pairs[-1]}"
    if way == "has":
        return f"{said[0]} has {', '.join(pairs[:-1])} and {pairs[-1]}"
    return f"{said[0]}: {', '.join(pairs)}"


def rows_said(v: Vocabulary, one: Sheet) -> str:
    """All that a file is to hold."""
    draw = v.draw
    if one.subject.grouped:
        return _groups_said(draw, one)
    if len(one.columns) == 1:
        return _list_said(v, one)
    if len(one.columns) > 2:
        way = draw.pick(["bare", "bracketed", "named", "named", "with", "with", "has"])
        if way == "bare" and not any(re.search(r"[ _]", text) for row in one.rows for text in row) and draw.chance(0.5):
            way = "spaced"
        return _joined(
            draw, [_cells_said(draw, one, row, way) for row in one.rows], [", and "] if way == "spaced" else []
        )
    spoken = one.form.spoken and draw.chance(0.35)
    if one.subject.forms == "fact" and draw.chance(0.06):
        keys, values = ([cell_said(draw, text, 1.0) for text in cells] for cells in zip(*one.rows, strict=True))
        return f"{listed_said(keys)} have {listed_said(values)}, in that order"
    style = clause(draw, one.subject)
    mixed = draw.chance(0.3)
    said = [row_said(draw, one, row, "" if mixed else style, spoken) for row in one.rows]
    for at in range(1, len(said)):
        same = [one.rows[before][0] for before in range(at) if one.rows[before][1] == one.rows[at][1]]
        if same and one.subject.clauses in ("price", "time", "home", "place") and draw.chance(0.4):
            said[at] = draw.pick(
                [f"{one.rows[at][0]} the same as {same[0]}", f"for {one.rows[at][0]} the same as for {same[0]}"]
            )
    if draw.chance(0.1) and one.subject.forms in ("fact", "setting"):
        at = draw.randrange(len(said))
        wrong = cell(v, Values(v), one.kinds[1], one.rows[at][0])
        if wrong != one.rows[at][1] and not _RISKY.search(wrong) and not _RISKY.search(one.rows[at][1]):
            first = row_said(
                draw, one, (one.rows[at][0], wrong), "{x} {v}" if one.subject.forms == "fact" else "{x} is {v}", spoken
            )
            said[at] = draw.pick(CORRECTED).format(no=first, yes=one.rows[at][1])
            return "; ".join(said)
    return _joined(draw, said, [", ", ", ", " and "])


def _groups_said(draw: Draw, one: Sheet) -> str:
    """All rows, heading by heading."""
    style = clause(draw, one.subject)
    clear = all(" " not in group and key[0].islower() for group, key, *_ in one.rows)
    ways = [way for way in GROUPS if clear or "{g} {all}" not in way]
    way = draw.choices_of(draw.pick(ways))
    parts = []
    for group in dict.fromkeys(row[0] for row in one.rows):
        own = [row_said(draw, one, row, style) for row in one.rows if row[0] == group]
        way = draw.choices_of(draw.pick(ways)) if draw.chance(0.25) else way
        parts.append(
            way.replace("{g}", group).replace("{all}", listed_said(own) if draw.chance(0.7) else ", ".join(own))
        )
    return draw.pick(["; ", "; ", ". ", "; then ", "; and "]).join(parts)


def listed_said(items: list[str]) -> str:
    """`a, b and c`."""
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _joined(draw: Draw, clauses: list[str], more: list[str]) -> str:
    """Clauses one after the other, with marks that keep them apart."""
    apart = ["; ", "; ", ". ", ", then ", "; then ", " - then "]
    if not any(re.search(r",| and ", text) for text in clauses):
        apart += more * 2
    mark = draw.pick(apart)
    if mark == ", " and draw.chance(0.8):
        return listed_said(clauses)
    return mark.join(clauses)


def _list_said(v: Vocabulary, one: Sheet) -> str:
    draw = v.draw
    items = [row[0] for row in one.rows]
    if any(_PARTS.search(item) for item in items) or draw.chance(0.06):
        mark = draw.pick(['"', '"', "'"])
        items = [f"{mark}{item}{mark}" for item in items]
    way = draw.weighted(
        [
            (5, "listed"),
            (1.2, "ordered"),
            (0.6, "stacked"),
            (0.8, "moved"),
            (0.7, "corrected"),
            (0.5, "numbered"),
            (0.6, "marks"),
        ]
    )
    if way == "ordered":
        words = [
            draw.pick(["first ", "first comes ", "at first ", "one is "]),
            *["then "] * (len(items) - 2),
            draw.pick(["and last ", "and finally ", "at the end "]),
        ]
        return ", ".join(word + item for word, item in zip(words, items, strict=True))
    if way == "stacked" and len(items) > 2:
        return f"on top {items[0]}, below that {', then '.join(items[1:-1])}, and at the bottom {items[-1]}"
    if way == "moved" and len(items) > 2:
        last = draw.chance(0.6)
        moved, rest = (items[-1], items[:-1]) if last else (items[0], items[1:])
        place = draw.pick(
            ["at the very end", "as the last one", "below all of those"]
            if last
            else ["on top of all", "before all of those", "as the very first"]
        )
        return (
            f"{listed_said(rest)}, and {place} {moved}"
            if draw.chance(0.6)
            else f"{place} {moved}, {'before that' if last else 'then'} {listed_said(rest)}"
        )
    if way == "corrected" and len(items) > 1:
        at = draw.randrange(len(items))
        wrong = cell(v, Values(v), one.kinds[0].split("|")[0])
        if wrong not in items and not _RISKY.search(wrong) and not items[at].startswith(('"', "'")):
            return "; ".join([*items[:at], draw.pick(CORRECTED).format(no=wrong, yes=items[at]), *items[at + 1 :]])
    if way == "numbered":
        return ", ".join(f"number {n} {draw.pick(['is ', ''])}{item}" for n, item in enumerate(items, 1))
    if way == "marks":
        return draw.pick([" / ", "; ", " - ", " + ", " | "]).join(items)
    return listed(draw, items)


def called(draw: Draw, one: Sheet, row: int, exact: str = "") -> str:
    """By what words somebody means a row: its name, nearly its name, or its place.

    `exact` is what the words must not give away.
    """
    name = one.names[row]
    others = [other for at, other in enumerate(one.names) if at != row]
    if len(one.columns) == 3 and one.subject.grouped:
        text = draw.pick(
            [
                "{k} of {g}",
                "the {k} of {g}",
                "the {k} under {g}",
                "{g}'s {k}",
                "{k} under {g}",
                "the {g} {k}",
                "{k} in the part {g}",
            ]
        )
        return text.replace("{k}", name.replace("_", " ") if draw.chance(0.3) else name).replace(
            "{g}", one.rows[row][0]
        )
    if name in others:
        return f"{name} under {one.rows[row][0]}"
    way = draw.weighted(
        [
            (6, "same"),
            (1, "place"),
            (1.2, "case"),
            (1.2, "article"),
            (1, "slip"),
            (1.2, "part"),
            (1, "joint"),
            (0.6, "plural"),
        ]
    )
    said = name
    things = (
        one.subject.forms in ("list", "fact", "table", "sections")
        and name.replace(" ", "").isalpha()
        and name.islower()
    )
    if way == "place" and len(one.rows) > 2 and not one.subject.grouped:
        return draw.pick(
            [
                f"the {_ORDINALS[row]} one",
                f"number {row + 1}",
                "the last one" if not others or row == len(one.rows) - 1 else f"the {_ORDINALS[row]} one",
            ]
        )
    if way == "case":
        said = draw.pick([name.capitalize(), name.lower(), name.upper()])
    elif way == "article" and things and len(name.split()) < 3:
        said = f"the {name}"
    elif way == "slip" and re.fullmatch(r"[A-Za-z]{5,}", name):
        at = draw.randint(1, len(name) - 3)
        said = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    elif way == "part" and one.subject.forms in ("list", "sections") and " " in name:
        words = [
            word
            for word in re.findall(r"[A-Za-z]{4,}", name)
            if not any(word.lower() in other.lower() for other in others)
        ]
        said = f"the one with {draw.pick(words)}" if words else name
    elif way == "joint" and re.search(r"\w[_-]\w", name):
        said = re.sub(r"[_-]", draw.pick([" ", "-", ""]), name)
    elif way == "plural" and things and " " not in name:
        said = name[:-1] if name.endswith("s") else name + "s"
    plain = re.sub(r"[\W_]|^the ", "", said.lower())
    if any(plain == re.sub(r"[\W_]", "", other.lower()) for other in others) or (
        said != name and any(_near(said, other) for other in others)
    ):
        said = name
    if exact and exact.lower() in said.lower():
        raise Unsuitable("it says so itself")
    if said.startswith("the one with ") or not _RISKY.search(said.removeprefix("the ")):
        return said
    return f'"{said}"'


def _near(said: str, other: str) -> bool:
    """Whether the words may mean the other as well."""
    a, b = (sorted(re.sub(r"^the |s$|\W|_", "", text.lower())) for text in (said, other))
    return a == b
