"""Looking for something that is not as the user says: another spelling, an empty or binary file, one name in two folders."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import phrases_hurdles as phrases
from tools.pocket.contents_hurdles import (
    alike,
    dressed,
    fine,
    first_turn,
    fresh,
    items,
    plural,
    sheet,
    stem,
    things,
    turns,
)
from tools.pocket.phrasing import file_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Say, Script, Task, Unsuitable, edit, list_folder, read, search
from tools.pocket.words import FIRST_NAMES, Vocabulary

SPELLINGS = {
    "colour": "color", "grey": "gray", "theatre": "theater", "centre": "center", "e-mail": "email", "aluminium": "aluminum",
    "tyre": "tire", "plough": "plow", "jewellery": "jewelry", "programme": "program", "yoghurt": "yogurt", "moustache": "mustache",
    "pyjamas": "pajamas", "litre": "liter", "fibre": "fiber", "harbour": "harbor", "neighbour": "neighbor", "flavour": "flavor",
    "catalogue": "catalog", "dialogue": "dialog", "licence": "license", "doughnut": "donut", "whisky": "whiskey",
}  # fmt: skip
"""Words that are spelt in two ways."""
PLACES = ["on the {}", "for a {}", "about {}", "with {}", "no {} any more", "{} again", "ask for {}", "the {}: late", "{} twice", "near the {}", "2 x {}", "see {}"]  # fmt: skip


def other_spelling(v: Vocabulary) -> Task:
    """A search finds nothing: another spelling of the word does, or it is nowhere."""
    draw = v.draw
    kind = draw.pick(["plural", "plural", "spelling", "joint", "case", "slip"])
    one, written = things(v, 1)[0], ""
    if kind == "plural":
        said, there = plural(one), one
        if one.endswith("s"):
            raise Unsuitable("plural")
    elif kind == "spelling":
        said, there = draw.pick([pair if draw.chance(0.5) else pair[::-1] for pair in list(SPELLINGS.items())])
    elif kind == "joint":
        words = one, draw.pick(["plan", "list", "key", "box", "day", "team", "shop", v.nonsense()])
        said, written = (mark.join(words) for mark in draw.sample(["_", "-", " ", "s "], 2))
        there = one
    elif kind == "case":
        said, there = draw.sample([one.capitalize(), one], 2)
    else:
        there = draw.pick(lists()[draw.pick(["gear", "instrument", "animal", "vegetable", "flower", "dish"])])
        at = draw.randint(1, max(1, len(there) - 3))
        said = f"{there[:at]}{there[at + 1]}{there[at]}{there[at + 2 :]}"
    exists = draw.chance(0.75)
    others = things(v, 3)
    if said == there or len(there) < 3 or there.lower() in " ".join(others) or " " in said:
        raise Unsuitable("same")
    texts = []
    for _ in range(draw.randint(2, 3)):
        rows = [draw.pick([v.sentence(), draw.pick(PLACES).format(draw.pick(others))]) for _ in range(draw.randint(2, 5))]  # fmt: skip
        texts.append(rows)
    if any(there.lower() in row.lower() or said.lower() in row.lower() for rows in texts for row in rows):
        raise Unsuitable("there")
    names = [f"{draw.pick(['', '', 'notes/'])}{stem(v)}.{draw.pick(['txt', 'md', 'log', 'text'])}" for _ in texts]
    at, line = 0, draw.pick(PLACES).format(written or there)
    if exists:
        at = draw.randint(0, len(texts[0]))
        texts[0].insert(at, line)
    files = {name: "\n".join(rows) + "\n" for name, rows in zip(names, texts, strict=True)}
    if len(files) < len(texts) or any(there.lower() in name.lower() for name in names):
        raise Unsuitable("same names")
    prompt = dressed(draw, phrases.WHERE, w=draw.pick([said, said, f'"{said}"', f"'{said}'"]))

    def script() -> Script:
        result = yield search(said, f"search {said}")
        if result.content != "[no matches]":
            raise Unsuitable(result.content)
        result = yield search(there, f"no {said}; search {there}")
        if not exists:
            if result.content != "[no matches]":
                raise Unsuitable(result.content)
            return Say(f"so there is no {there} either; say so", f"No file here has {said} or {there}.")
        if result.content != f"{names[0]}:{at + 1}:{line}":
            raise Unsuitable(result.content)
        return Say(result.content, f"{names[0]} (line {at + 1}: {line})")

    return Task("recover", prompt, script, files, ("search",), ends=dict(files), alone=True)


def nothing_in_it(v: Vocabulary) -> Task:
    """A file is empty or no text: say so; then comes another."""
    draw = v.draw
    one = sheet(v)
    empty = draw.chance(0.6)
    ending = one.path.rpartition(".")[2] if empty else draw.pick(["dat", "bin", "db", "img", "raw", "pack"])
    path = f"{stem(v)}.{ending}"
    if alike(path, one.path) > 0.8:
        raise Unsuitable("near")
    item = draw.pick(one.items())
    kind = draw.pick(["look", "ask", "set"])
    new = fresh(v, item.trait, one.value(item))
    table = {"look": phrases.LOOK_AT, "ask": phrases.ASK, "set": [text for text in phrases.SET if "{old}" not in text]}
    prompt = dressed(draw, table[kind], f=file_form(draw, path), n=item.spoken(draw), new=new)
    files = {path: "" if empty else f"\0{v.nonsense()}\0\1{v.word()}\0", one.path: one.text}
    plan = old = after = ""
    say = one.told(item)
    if kind == "set":
        plan, old, after, say = one.put(item, new)

    def script() -> Script:
        result = yield read(path, f"read {path}" + (f"; it becomes {new}" if kind == "set" else ""))
        fine(result)
        rest = ", so I changed nothing" if kind == "set" else ""
        what = "is empty" if empty else "is not text"
        return Say(f"{result.content}; say so", f"{path} {what}{rest}.")

    def script_then() -> Script:
        fine((yield read(one.path, f"read {one.path}")))
        if kind == "set":
            fine((yield edit(one.path, old, after, plan)))
        return say

    if kind == "look":
        then = dressed(draw, phrases.ASK, f=file_form(draw, one.path), n=item.spoken(draw))
    else:
        then = dressed(draw, phrases.MEANT, g=file_form(draw, one.path))
    second = Task("recover", then, script_then, ends={one.path: one.text})
    more = turns(v, one, 0, 2)
    return Task("recover", prompt, script, files, ("read", "edit"), ends=dict(files), alone=True, after=[second, *more])


def of_several(v: Vocabulary) -> Task:
    """Files of one name lie in several folders: the user says whose is meant, and then whose else."""
    draw = v.draw
    folders = draw.sample([name.lower() for name in lists()[draw.pick(["room", "service", "trade", "animal", "sport", "flower"])]], 3)[: draw.randint(2, 3)]  # fmt: skip
    own = items(v, 3, 4)
    first = sheet(v, wanted=own)
    sheets = []
    for folder in folders:
        values = [(item, type(thing)(thing.key, thing.label, fresh(v, item.trait))) for item, thing in first.things]
        draw.shuffle(values)
        if any(first.shape.mark in thing.value for _, thing in values):
            raise Unsuitable("mark")
        text = "\n".join(first.shape.lines([thing for _, thing in values])[0]) + "\n"
        sheets.append(type(first)(f"{folder}/{first.path}", first.shape, values, text))
    if any(item.thing in folders for item in own):
        raise Unsuitable("same word")
    files = {one.path: one.text for one in sheets}
    name = first.path
    item, asked = draw.pick(own), draw.sample(range(len(sheets)), draw.randint(1, len(sheets)))
    setting = draw.chance(0.4)
    one = sheets[asked[0]]
    whose = [draw.pick([f"the {folder}", f"the {folder}", folder.capitalize(), folder]) for folder in folders]
    new, say, plan, old, after = fresh(v, item.trait, one.value(item)), one.told(item), "", "", ""
    if setting:
        plan, old, after, say = one.put(item, new)
    table = phrases.OF_TWO_SET if setting else phrases.OF_TWO
    prompt = dressed(draw, table, n=item.spoken(draw), f=file_form(draw, name), d=whose[asked[0]], new=new)

    def script() -> Script:
        result = yield read(name, f"read {name}" + (f"; it becomes {new}" if setting else ""))
        if not result.is_error or "did you mean" in result.content:
            raise Unsuitable(result.content)
        yield list_folder(f"{result.content}; list the folder")
        becomes = f"; it becomes {new}" if setting else ""
        fine((yield read(one.path, f"{folders[asked[0]]}/; read {one.path}{becomes}")))
        if setting:
            fine((yield edit(one.path, old, after, plan)))
        return say

    def turn(at: int) -> Task:
        other = sheets[at]
        told = other.told(item)

        def script() -> Script:
            fine((yield read(other.path, f"read {other.path}")))
            return told

        return Task("recover", dressed(draw, phrases.OTHER_OF_TWO, d=whose[at]), script, ends={other.path: other.text})

    ends: dict[str, str | None] = {**files, one.path: one.text}
    more = turns(v, one, 0, 2) if setting else [turn(at) for at in asked[1:]]
    return Task("recover", prompt, script, files, ("read", "edit", "list"), ends=ends, alone=True, after=more)


_SORTS = [
    ("dev", "prod", "test"), ("old", "new"), ("summer", "winter"), ("north", "south", "east"), ("small", "large"), ("home", "work"),
    ("left", "right"), ("red", "blue", "green"), ("first", "second", "third"), ("draft", "final"), ("long", "short"), ("inner", "outer"),
    ("monday", "friday", "sunday"), ("adults", "children"), ("day", "night"), ("local", "remote"), ("upper", "lower"), ("mine", "yours"),
]  # fmt: skip
"""What tells files of one kind apart."""


def which_one(v: Vocabulary) -> Task:
    """Two or three files may be meant: ask, change nothing, and go on with the one that the user says then."""
    draw = v.draw
    base = stem(v)
    sorts = draw.pick([*_SORTS, tuple(draw.sample(lists()["room"], 3)), tuple(draw.sample(FIRST_NAMES, 3))])
    sorts = tuple(draw.sample(sorts, draw.randint(2, min(3, len(sorts)))))
    own = items(v, 3, 5)
    first = sheet(v, base, own)
    mark = draw.pick("_-.")
    sheets = []
    for sort in sorts:
        values = [(item, type(thing)(thing.key, thing.label, fresh(v, item.trait))) for item, thing in first.things]
        draw.shuffle(values)
        if any(first.shape.mark in thing.value for _, thing in values):
            raise Unsuitable("mark")
        text = "\n".join(first.shape.lines([thing for _, thing in values])[0]) + "\n"
        name = f"{base}{mark}{sort.lower()}.{first.shape.ending}"
        sheets.append(type(first)(name, first.shape, values, text))
    files = {one.path: one.text for one in sheets}
    beside = sheet(v)
    if alike(beside.path, first.path) > 0.5 or any(sort.lower() in base.lower() for sort in sorts):
        raise Unsuitable("near")
    if draw.chance(0.5):
        files[beside.path] = beside.text
    at = draw.randrange(len(sorts))
    one, sort = sheets[at], sorts[at]
    prompt, becomes, rest = first_turn(v, one, file_form(draw, first.path), olds=False)
    names = sorted(file.path for file in sheets)

    def script() -> Script:
        result = yield read(first.path, f"read {first.path}{becomes}")
        if not result.is_error:
            raise Unsuitable("there")
        yield list_folder(f"{result.content}; list the folder")
        count = {2: "two", 3: "three"}[len(names)]
        nothing = " I changed nothing." if becomes else ""
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return Say(
            f"{'; '.join(names)}; so there are {count}, but no {first.path}; ask",
            f"There is no {first.path}, only {listed}. Which one do you mean?{nothing}",
        )

    def script_then() -> Script:
        fine((yield read(one.path, f"read {one.path}")))
        return (yield from rest())

    if len(sorts) == 2 and draw.chance(0.3):
        said = dressed(draw, phrases.NOT_THAT_ONE, y=draw.pick([sorts[1 - at], sorts[1 - at].lower()]))
    else:
        said = dressed(draw, phrases.THAT_ONE, x=draw.pick([sort, sort.lower(), sort.capitalize(), one.path]))
    before: dict[str, str | None] = {**files, first.path: None}
    second = Task("recover", said, script_then, ends={one.path: one.text})
    more = turns(v, one, 0, 3)
    return Task(
        "recover", prompt, script, files, ("read", "edit", "list"), ends=before, alone=True, after=[second, *more]
    )


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (3, other_spelling),
    (2, nothing_in_it),
    (3, of_several),
    (3, which_one),
]
