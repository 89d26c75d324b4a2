"""Small sheets of values with close neighbours, and the turns that can go on about one: what jobs with obstacles share."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from tools.pocket import phrases_hurdles as phrases
from tools.pocket import shapes
from tools.pocket.answers import value_with_line
from tools.pocket.contents import Document
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.phrases_shell import plain
from tools.pocket.phrasing import asking
from tools.pocket.scene_values import Values, lists
from tools.pocket.shapes import Shape, Thing
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, list_folder, read
from tools.pocket.words import Vocabulary

ENDINGS = ("ini", "conf", "cfg", "json", "yaml", "yml", "toml", "txt", "md", "csv", "py", "js", "env", "xml", "html")
"""Of sheets."""
TRAITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "port": ("int 80 9999", ("port", "port number")),
    "limit": ("int 2 900", ("limit", "upper limit")),
    "colour": ("colour", ("colour", "color")),
    "city": ("city", ("city", "town")),
    "price": ("price", ("price", "cost")),
    "day": ("day", ("day", "date")),
    "owner": ("name", ("owner",)),
    "hour": ("hour", ("hour", "time")),
    "weight": ("int 2 400", ("weight",)),
    "width": ("int 10 800", ("width",)),
    "code": ("nonsense", ("code",)),
    "host": ("host", ("host", "hostname")),
    "mail": ("email", ("mail", "e-mail address")),
    "version": ("version", ("version", "version number")),
    "level": ("=low|medium|high|highest|lowest|normal|off", ("level",)),
    "phone": ("phone", ("phone", "phone number")),
    "stock": ("int 0 500", ("stock",)),
    "seats": ("int 2 90", ("seats", "number of seats")),
    "country": ("country", ("country",)),
    "dish": ("dish", ("dish", "meal")),
    "length": ("int 3 240", ("length",)),
    "floor": ("int 0 40", ("floor", "storey")),
}
"""What things have: how it is drawn, and its names in speech."""
_TRAIT_WORDS = {*TRAITS, *(word for _, words in TRAITS.values() for word in words), "mail", "color"}
THINGS = ("service", "room", "gear", "instrument", "animal", "trade", "part", "sport", "fruit", "flower", "vegetable", "subject", "planet", "bird")  # fmt: skip
LINKED = {
    "lamp": "lampshade", "door": "doorbell", "tea": "teapot", "book": "bookshelf", "rain": "raincoat", "sun": "sunshade",
    "fire": "fireplace", "water": "waterwheel", "foot": "football", "hand": "handbag", "snow": "snowboard",
    "bed": "bedroom", "candle": "candlestick", "wind": "windmill", "paper": "paperclip", "sea": "seaside", "back": "backpack",
}  # fmt: skip
"""Things whose names begin alike."""


def dressed(draw: Draw, table: Sequence[str], **slots: object) -> str:
    """A sentence of `table` as people type it; what fills its slots stays as it is."""
    text = draw.choices_of(draw.wordy(table) if draw.chance(0.5) else draw.pick(table))
    text = re.sub(r" +([,.?!])(?= |$)", r"\1", re.sub(r" {2,}", " ", text)).strip()
    if draw.chance(0.3):
        return draw.phrase(["=" + text], lambda d, t: asking(d, t, reword=False), **slots)
    return draw.phrase([text], lambda d, t: plain(d, t), **slots)


def terse(draw: Draw, table: Sequence[str], **slots: object) -> str:
    """A sentence of `table` as somebody answers in passing."""
    return draw.phrase([draw.choices_of(draw.pick(table))], lambda d, t: plain(d, t), **slots)


def seen(text: str) -> Result:
    """A text as `read` shows it."""
    return Result("\n".join(f"{number}|{row}" for number, row in enumerate(text.removesuffix("\n").split("\n"), 1)))


@dataclass(frozen=True, slots=True)
class Item:
    """A trait of a thing, as it is named in the file and by people."""

    thing: str
    trait: str

    @property
    def key(self) -> str:
        """Its name in code."""
        return re.sub(r"\W+", "_", f"{self.thing} {self.trait}".lower())

    def spoken(self, draw: Draw) -> str:
        """One of the ways to speak of it."""
        thing, trait = self.thing, draw.pick(TRAITS[self.trait][1])
        if len(thing) > 5 and draw.chance(0.05):
            at = draw.randint(1, len(thing) - 3)
            thing = thing[:at] + thing[at + 1] + thing[at] + thing[at + 2 :]
        elif draw.chance(0.1):
            thing = thing.capitalize()
        key = self.key
        camel = re.sub(r"_(\w)", lambda found: found[1].upper(), key)
        ways = [
            (5, f"the {trait} of the {thing}"), (4, f"the {thing}'s {trait}"), (4, f"the {thing} {trait}"),
            (3, f"the {trait} for the {thing}"), (2, f"{thing} {trait}"), (2, f"the {trait} under {thing}"), (1, key),
            (1, key.replace("_", "-")), (0.7, key.upper()), (0.7, camel), (0.5, f"`{key}`"),
        ]  # fmt: skip
        return draw.weighted(ways)


@dataclass(slots=True)
class Sheet:
    """A file with a line for each item; it changes as turns are made."""

    path: str
    shape: Shape
    things: list[tuple[Item, Thing]]
    text: str = ""

    def line(self, item: Item) -> str:
        """The line of an item."""
        _, own = self.shape.lines([thing for _, thing in self.things])
        return own[[one for one, _ in self.things].index(item)]

    def value(self, item: Item) -> str:
        """Its value."""
        return next(thing.value for one, thing in self.things if one == item)

    def quote(self, item: Item) -> str:
        """Its line with the number, as thoughts tell it."""
        line = self.line(item)
        rows = self.text.split("\n")
        if rows.count(line) != 1:
            raise Unsuitable("twin")
        return f"line {rows.index(line) + 1}: {line.strip()}"

    def told(self, item: Item) -> Say:
        """The answer to who asks for the value."""
        quote = self.quote(item)
        return Say(quote, value_with_line(self.value(item), quote))

    def put(self, item: Item, new: str) -> tuple[str, str, str, Say]:
        """Change a value: the thought, `old` and `new` of the edit, and what is said behind it."""
        before, line = self.text, self.line(item)
        quote = self.quote(item)
        at = next(at for at, (one, _) in enumerate(self.things) if one == item)
        thing = self.things[at][1]
        self.things[at] = item, Thing(thing.key, thing.label, new)
        new_line = self.line(item)
        if new_line == line:
            raise Unsuitable("same")
        plan, old, after = lines_edit(Document(self.path, before), [line], [new_line], seen(before))
        self.text = before.replace(old, after)
        number = quote.partition(":")[0]
        return plan, old, after, Say("edited; done", f"Changed {number} of {self.path}.")

    def items(self) -> list[Item]:
        """All that it has."""
        return [item for item, _ in self.things]


def fresh(v: Vocabulary, trait: str, other: str = "") -> str:
    """A value of a trait that is not `other`."""
    values = Values(v)
    values.know("other", other)
    return values.add("new", TRAITS[trait][0])


def things(v: Vocabulary, count: int) -> list[str]:
    """Different things of one sort, sometimes two of them with names that begin alike."""
    draw = v.draw
    sort = [name for name in lists()[draw.pick(THINGS)] if name.lower().removesuffix("s") not in _TRAIT_WORDS]
    names = draw.some(sort, count, count)
    if draw.chance(0.25):
        names = [*names, *draw.pick(list(LINKED.items()))][-max(count, 2) :]
    elif draw.chance(0.2):
        names = [v.nonsense() for _ in range(count)]
    if len({name.lower() for name in names}) < len(names):
        raise Unsuitable("twins")
    return [name.lower() for name in names]


def items(v: Vocabulary, low: int = 3, high: int = 6) -> list[Item]:
    """Traits of things, several of them of one thing or the same of several."""
    draw = v.draw
    traits = draw.some(list(TRAITS), 2, 3)
    every = [Item(thing, trait) for thing in things(v, draw.randint(2, 3)) for trait in traits]
    return draw.some(every, low, high)


def stem(v: Vocabulary) -> str:
    """The name of a sheet, mostly of two words."""
    draw = v.draw
    word = [draw.pick(lists()[draw.pick(THINGS)]).lower(), v.nonsense(), v.word()]
    second = draw.pick(["list", "plan", "settings", "values", "notes", "data", "limits", "prices", "setup", "sheet", "table", v.nonsense(), v.word()])  # fmt: skip
    first = draw.pick(word).replace(" ", "")
    return draw.pick([first, f"{first}_{second}", f"{first}-{second}", f"{second}_{first}", f"{first}_{second}"])


def sheet(v: Vocabulary, name: str = "", wanted: Sequence[Item] = ()) -> Sheet:
    """A sheet of this name without its ending, with these items or drawn ones."""
    draw = v.draw
    own = list(wanted) or items(v)
    title = draw.pick([f"{draw.pick(own).thing} {v.word()}", v.words(1, 2), v.nonsense()])
    shape = shapes.settings(draw, title)
    rows = [(item, Thing(item.key, f"{item.thing} {item.trait}", fresh(v, item.trait))) for item in own]
    if any(shape.mark in thing.value for _, thing in rows):
        raise Unsuitable("mark")
    lines, _ = shape.lines([thing for _, thing in rows])
    return Sheet(f"{name or stem(v)}.{shape.ending}", shape, rows, "\n".join(lines) + "\n")


def alike(one: str, other: str) -> float:
    """How much two paths are the same to people, from 0 to 1; words in another order are the same."""
    words = [re.split(r"[_-]", path.rsplit("/", 1)[-1].rsplit(".", 1)[0].lower()) for path in (one, other)]
    orders = ("".join(words[0]), "".join(reversed(words[0])))
    return max(difflib.SequenceMatcher(None, order, "".join(words[1])).ratio() for order in orders)


def misnamed(draw: Draw, path: str) -> str:
    """A file's name as somebody has it in mind."""
    folder, slash, name = path.rpartition("/")
    base, _, ending = name.rpartition(".")
    at = draw.randint(1, max(1, len(base) - 2))
    words = re.split(r"[_-]", base)
    ways = [
        (2, f"{base[:at]}{base[at + 1 :]}.{ending}"),
        (2, f"{base[:at]}{base[at : at + 2][::-1]}{base[at + 2 :]}.{ending}"),
        (1, f"{base[:at]}{base[at]}{base[at:]}.{ending}"),
        (2, f"{base.removesuffix('s')}.{ending}" if base.endswith("s") else f"{base}s.{ending}"),
        (2, f"{base}.{draw.pick(ENDINGS)}"),
        (1, base),
        (1, f"{base.capitalize()}.{ending}"),
        (1, f"{base.upper()}.{ending}"),
    ]
    if len(words) == 2:
        ways += [
            (3, f"{words[1]}_{words[0]}.{ending}"),
            (2, f"{words[0]}{words[1]}.{ending}"),
            (2, f"{words[0]}{'-' if '_' in base else '_'}{words[1]}.{ending}"),
            (1, f"{words[0]}{words[1].capitalize()}.{ending}"),
        ]
    asked = draw.weighted(ways)
    if asked == name or len(base) < 4:
        raise Unsuitable("same")
    return folder + slash + asked


def opened(path: str, asked: str, becomes: str = "") -> Generator[Call, Result, Result]:
    """Read a file that people call `asked`: where there is none of that name, the one that has nearly it."""
    result = yield read(asked, f"read {asked}{becomes}")
    if asked == path:
        fine(result)
        return result
    if not result.is_error:
        raise Unsuitable("it is there")
    why, folder = result.content, path.rpartition("/")[0]
    if path not in why.replace("?", "").split(" "):
        where = {"path": folder} if folder else {}
        result = yield list_folder(f"{why}; list {folder or 'the folder'}", **where)
        why = path
        if path not in result.content.split("\n"):
            raise Unsuitable(result.content)
    result = yield read(path, f"{why}; read {path}{becomes}")
    fine(result)
    return result


def plural(word: str) -> str:
    """Of a noun."""
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return word if word.endswith("s") else f"{word}es" if re.search(r"(x|ch|sh|z)$", word) else f"{word}s"


# turns ----------------------------------------------------------------------------------------------------------------


def ask_value(v: Vocabulary, one: Sheet, item: Item) -> Task:
    """A value of a sheet that is known by now."""
    say = one.told(item)
    prompt = dressed(v.draw, phrases.ASK_ON, n=item.spoken(v.draw))
    return Task("read", prompt, lambda: only(say), ends={one.path: one.text})


def change_value(v: Vocabulary, one: Sheet, item: Item) -> Task:
    """A value of it changed."""
    old_value = one.value(item)
    new = fresh(v, item.trait, old_value)
    plan, old, after, say = one.put(item, new)
    prompt = dressed(v.draw, phrases.SET_ON, n=item.spoken(v.draw), new=new, old=old_value)

    def script() -> Script:
        result = yield edit(one.path, old, after, plan)
        fine(result)
        return say

    return Task("edit", prompt, script, ends={one.path: one.text})


def set_already(v: Vocabulary, one: Sheet, item: Item) -> Task:
    """A value that is what it should become."""
    say = already(one, item)
    prompt = dressed(v.draw, phrases.SET_TO, n=item.spoken(v.draw), new=one.value(item))
    return Task("recover", prompt, lambda: only(say), ends={one.path: one.text})


def already(one: Sheet, item: Item) -> Say:
    """What is said where a value is right."""
    quote = one.quote(item)
    return Say(f"{quote}; it is so already", f"It is {one.value(item)} already ({quote}), so I changed nothing.")


def ask_absent(v: Vocabulary, one: Sheet, item: Item) -> Task:
    """What the sheet does not say, though it has the same of another thing, or another trait of the same."""
    item = absent(v, one)
    setting = v.draw.chance(0.4)
    table = phrases.SET_TO if setting else phrases.ASK_ON
    prompt = dressed(v.draw, table, n=item.spoken(v.draw), new=fresh(v, item.trait))
    rest = " I changed nothing." if setting else ""
    say = Say(f"so no line has {item.thing} {item.trait}; say so", f"{one.path} does not say that.{rest}")
    return Task("recover", prompt, lambda: only(say), ends={one.path: one.text})


def absent(v: Vocabulary, one: Sheet) -> Item:
    """An item near to those of the sheet that is not there."""
    have = one.items()
    pairs = [Item(a.thing, b.trait) for a in have for b in have if Item(a.thing, b.trait) not in have]
    others = [Item(have[0].thing, trait) for trait in TRAITS if all(item.trait != trait for item in have)]
    return v.draw.pick(pairs if pairs and v.draw.chance(0.7) else others)


TURNS = [(4, ask_value), (4, change_value), (0.8, set_already), (1.5, ask_absent)]


def turns(v: Vocabulary, one: Sheet, low: int = 1, high: int = 4) -> list[Task]:
    """More turns about a sheet that is known, each about another line."""
    draw = v.draw
    count = draw.randint(low, high)
    return [draw.weighted(TURNS)(v, one, item) for item in draw.sample(one.items(), len(one.items()))[:count]]


def series(
    prompt: str, script: Callable[[], Script], files: dict[str, str], one: Sheet, v: Vocabulary, *, low: int = 1
) -> Task:
    """A turn, with more behind it about the sheet; `one` is as the turn leaves it."""
    ends: dict[str, str | None] = {**files, one.path: one.text}
    after = turns(v, one, low, 4)
    return Task("recover", prompt, script, files, ("read", "edit", "list"), ends=ends, alone=True, after=after)


def only(say: Say) -> Script:
    """An answer without any call."""
    yield from ()
    return say


def fine(result: Result) -> None:
    """Throw the conversation away where a call failed that should not."""
    if result.is_error:
        raise Unsuitable(result.content)


def first_turn(v: Vocabulary, one: Sheet, asked: str, *, olds: bool = True) -> tuple[str, str, Callable[[], Script]]:
    """A question about a sheet or a change of it, which people call `asked`.

    Gives the prompt, what a thought adds to reading it, and all that comes behind that. `olds`: the prompt may tell the
    old value, by which one could find the file.
    """
    draw = v.draw
    item = draw.pick(one.items())
    if draw.chance(0.5):
        prompt = dressed(draw, phrases.ASK, n=item.spoken(draw), f=asked)
        told = one.told(item)
        return prompt, "", lambda: only(told)
    old_value = one.value(item)
    new = fresh(v, item.trait, old_value)
    plan, old, after, say = one.put(item, new)
    table = [text for text in phrases.SET if olds or "{old}" not in text]
    prompt = dressed(draw, table, n=item.spoken(draw), f=asked, new=new, old=old_value)

    def script() -> Script:
        fine((yield edit(one.path, old, after, plan)))
        return say

    return prompt, f"; it becomes {new}", script
