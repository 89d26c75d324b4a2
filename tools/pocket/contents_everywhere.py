"""Folders in which several files say the same: what is said, and in which lines it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.contents import clear
from tools.pocket.draw import Draw
from tools.pocket.scene_values import lists
from tools.pocket.shapes import Thing, settings
from tools.pocket.task import Unsuitable
from tools.pocket.words import NAMES_OF_THINGS, Vocabulary

Fresh = Callable[[], str]
_SLOT = re.compile(r"«(~?)(\w+)»")


def matches(text: str, line: str) -> list[re.Match[str]]:
    """Where `text` stands in a line, not as a part of a longer word."""
    return list(re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", line))


def swapped(line: str, old: str, new: str) -> str:
    """The line with `new` wherever it has `old` as a whole word."""
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, line)


@dataclass(slots=True)
class Fact:
    """Something that stands in several files: how people call it, and its text in the lines that have it.

    `kind` is value, name, code, key or file. `places` are, by path, numbers of lines from 0, with its text there.
    """

    kind: str
    whats: list[str]
    fresh: Fresh
    places: dict[str, dict[int, str]] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """Its different texts."""
        return list(dict.fromkeys(text for lines in self.places.values() for text in lines.values()))


@dataclass(slots=True)
class World:
    """Files as lines, and their facts by name; `longer` are words that only look like a fact's text."""

    v: Vocabulary
    files: dict[str, list[str]] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    now: dict[str, str] = field(default_factory=dict)
    longer: dict[str, str] = field(default_factory=dict)
    runs: str = ""

    def know(self, name: str, kind: str, whats: list[str], fresh: Fresh) -> str:
        """A new fact with a text of its own."""
        for _ in range(20):
            text = fresh()
            if all(text.lower() not in old.lower() and old.lower() not in text.lower() for old in self.now.values()):
                self.facts[name] = Fact(kind, whats, fresh)
                self.now[name] = text
                return text
        raise Unsuitable("no other text")

    def new_file(self, path: str) -> str:
        """A path that nothing has yet, with no lines."""
        if not clear(path, set(self.files)) or any(path in other or other in path for other in self.files):
            raise Unsuitable("path")
        self.files[path] = []
        return path

    def add(self, path: str, template: str) -> None:
        """A line with `«fact»` for the text of a fact; `«~fact»` is the start of a longer word."""
        lines = self.files[path]
        line = _SLOT.sub(lambda found: self.now[found[2]], template)
        for mark, name in _SLOT.findall(template):
            if not mark:
                self.facts[name].places.setdefault(path, {})[len(lines)] = self.now[name]
        lines.append(line)


def _number(draw: Draw, low: int, high: int) -> Fresh:
    return lambda: str(draw.randint(low, high))


def _folder(v: Vocabulary) -> str:
    return f"{v.draw.pick([v.word(), v.nonsense()])}/" if v.draw.chance(0.35) else ""


def _name(v: Vocabulary) -> Fresh:
    draw = v.draw
    return lambda: draw.pick(NAMES_OF_THINGS) if draw.chance(0.3) else v.nonsense().capitalize()


def _keys(v: Vocabulary) -> dict[str, tuple[list[str], Fresh]]:
    draw = v.draw
    small = _number(draw, 2, 99)
    return {
        "port": (["port", "port number", "port it listens on"], _number(draw, 1024, 64000)),
        "timeout": (["timeout", "time-out", "time limit", "timeouts"], small),
        "retries": (["retries", "number of retries", "count of retries"], small),
        "workers": (["workers", "number of workers", "worker count"], small),
        "max_size": (["max size", "maximum size", "max_size"], small),
        "batch_size": (["batch size", "size of a batch"], small),
        "interval": (["interval"], small),
        "limit": (["limit"], _number(draw, 20, 900)),
        "host": (["host", "host name"], lambda: f"{v.nonsense()}.{draw.pick(['lan', 'example', 'internal', 'net'])}"),
        "user": (["user", "user name", "login"], v.nonsense),
        "region": (["region"], lambda: f"{v.nonsense()}-{draw.randint(1, 9)}"),
        "version": (["version", "version number"], lambda: f"{draw.randint(0, 9)}.{draw.randint(0, 30)}.{draw.randint(0, 9)}"),
        "database": (["database", "name of the database", "db"], lambda: f"{v.nonsense()}_{draw.pick(['db', 'data', 'store'])}"),
        "bucket": (["bucket"], v.nonsense),
        "branch": (["branch"], v.nonsense),
        "data_dir": (["data dir", "data directory", "folder for the data"], lambda: f"/{draw.pick(['srv', 'var', 'opt', 'mnt'])}/{v.nonsense()}"),
        "contact": (["contact", "contact address"], v.email),
        "api_url": (["API URL", "url of the api", "api url"], lambda: f"https://{v.nonsense()}.{draw.pick(['example', 'test', 'org'])}/{v.word()}"),
        "token_name": (["token name", "name of the token"], v.nonsense),
        "theme": (["theme"], v.nonsense),
        "queue": (["queue", "name of the queue"], v.nonsense),
    }  # fmt: skip


def _written_key(line: str, key: str) -> str:
    """How a line spells a key of one word."""
    found = re.search(rf"(?i)(?<![^\W_]){key}(?![^\W_])", line)
    return found[0] if found else ""


def configuration(v: Vocabulary) -> World:
    """Files with settings, each in a notation of its own, that share some of them."""
    draw = v.draw
    keys = _keys(v)
    numeric = draw.some([name for name in keys if keys[name][1]().isdigit()], 2, 4)
    others = draw.some([name for name in keys if name not in numeric], 3, 4)
    titles = ["web", "mail", "backup", "search", "shop", "queue", "jobs", "site", v.nonsense()]
    return _scattered(v, keys, [numeric[0], *others[:2]], [*numeric[1:], *others[2:]], numeric[1], titles)


def catalogue(v: Vocabulary) -> World:
    """Prices, stocks, hours or rooms of like things, in several lists; some only differ in a word."""
    draw = v.draw
    kinds: list[tuple[list[str], list[str], Fresh]] = [
        (["dish", "goods", "gear", "flower", "fruit"], ["price of {}", "price for {}", "{} price"], lambda: f"{draw.randint(1, 60)}.{draw.randint(11, 99)}"),
        (["goods", "gear", "vegetable", "luggage"], ["stock of {}", "amount of {}", "count for {}"], _number(draw, 2, 99)),
        (["sport", "subject", "instrument"], ["time of {}", "time for {}", "start of {}"], lambda: f"{draw.randint(6, 22)}:{draw.randint(10, 59)}"),
        (["sport", "subject"], ["room for {}", "place for {}"], lambda: f"{draw.pick(lists()['room'])} {draw.randint(2, 40)}"),
        (["room", "club"], ["person for {}", "name for {}", "{} helper"], v.first_name),
    ]  # fmt: skip
    sources, whats, fresh = draw.pick(kinds)
    things = draw.some([thing.lower() for thing in lists()[draw.pick(sources)]], 4, 6)
    alike = (
        f"{draw.pick(['red', 'old', 'small', 'green', 'hot', 'cheap', 'second', 'evening', v.nonsense()])} {things[0]}"
    )
    things.append(alike)
    keys = {thing.replace(" ", "_"): ([thing, *(one.format(thing) for one in whats)], fresh) for thing in things}
    first, *rest = list(keys) if draw.chance(0.5) else reversed(keys)
    titles = ["prices", "list", "plan", "week", "shop", "board", "club", v.nonsense(), v.word()]
    return _scattered(v, keys, [first, *rest[:2]], rest[2:], rest[-1], titles, renames=False)


def _scattered(
    v: Vocabulary,
    keys: dict[str, tuple[list[str], Fresh]],
    shared: list[str],
    own: list[str],
    double: str,
    titles: list[str],
    *,
    renames: bool = True,
) -> World:
    """Files that share some things with their values; `double` may have the value of the first of them."""
    draw = v.draw
    world = World(v)
    for name in (*shared, *own):
        world.know(name, "value", *keys[name])
    count = draw.weighted([(3, 3), (2, 4)])
    holders = {name: draw.some(range(count), 2, count) for name in shared}
    apart = {name for name in shared[1:] if draw.chance(0.3)}
    world.now[double] = world.now[shared[0]] if draw.chance(0.7) else world.now[double]
    for number in range(count):
        shape = settings(draw, draw.pick(titles))
        path = world.new_file(v.path(f".{shape.ending}", nested=0.25))
        mine = [name for name in shared if number in holders[name]] + draw.some(own, 1, 3)
        mine += [double] if double not in mine and draw.chance(0.5) else []
        draw.shuffle(mine)
        things = [Thing(name, keys[name][0][0], keys[name][1]() if name in apart else world.now[name]) for name in mine]
        lines, _ = shape.lines(things)
        world.files[path] = lines
        for at, thing in enumerate(things, len(shape.head)):
            if len(matches(thing.value, lines[at])) != 1:
                raise Unsuitable("value")
            world.facts[thing.key].places.setdefault(path, {})[at] = thing.value
            written = _written_key(lines[at], thing.key)
            if renames and thing.key in shared and "_" not in thing.key and matches(written, lines[at]):
                fact = world.facts.setdefault(f"key {thing.key}", Fact("key", [thing.key], v.nonsense))
                fact.places.setdefault(path, {})[at] = written
    if not renames:
        for name in keys:  # the thing alone could mean its name as well
            world.facts[name].whats = world.facts[name].whats[1:]
    return world


def environments(v: Vocabulary) -> World:
    """The same settings, or strings, for several stages or languages: one file each, all in one notation."""
    draw = v.draw
    world = World(v)
    keys = _keys(v)
    strings = draw.chance(0.45)
    stages = draw.some(
        ["en", "de", "fr", "nl", "pl", "it", "es", "sv"] if strings else ["dev", "prod", "staging", "test", "local", "demo"], 3, 4
    )  # fmt: skip
    title = draw.pick([v.nonsense(), v.word(), "app", "server"])
    shape = settings(draw, title)
    if shape.ending in ("md", "html", "csv", "xml") or (
        strings and shape.ending not in ("json", "yaml", "ini", "properties", "js")
    ):
        raise Unsuitable("notation")
    pattern = draw.pick(["{s}", f"{title}.{{s}}", f"{{s}}_{title}", f"{title}-{{s}}", f"{v.word()}/{{s}}"])
    names = [v.nonsense() for _ in range(draw.randint(3, 5))] if strings else draw.some(list(keys), 3, 6)
    usual = {} if strings else {name: keys[name][1]() for name in names if draw.chance(0.5)}
    brand = world.know("brand", "name", ["product", "name", "app"], _name(v))
    for stage in stages:
        path = world.new_file(f"{pattern.format(s=stage)}.{shape.ending}")
        things = []
        for name in names:
            words = v.words(1, 3)
            value = draw.pick([words, f"{brand} {words}", f"{words} {brand}"]) if strings else keys[name][1]()
            value = usual.get(name, value) if draw.chance(0.7) else value
            things.append(Thing(name, name if strings else keys[name][0][0], value))
        lines, _ = shape.lines(things)
        world.files[path] = lines
        for at, thing in enumerate(things, len(shape.head)):
            written = _written_key(lines[at], thing.key)
            if len(matches(thing.value, lines[at])) != 1:
                raise Unsuitable("value")
            whats = [f'text of "{name}"' for name in [thing.key]] if strings else keys[thing.key][0]
            fresh = (lambda: v.words(1, 3)) if strings else keys[thing.key][1]
            fact = world.facts.setdefault(thing.key, Fact("value", whats, fresh))
            fact.places.setdefault(path, {})[at] = thing.value
            if "_" not in thing.key and matches(written, lines[at]):
                fact = world.facts.setdefault(f"key {thing.key}", Fact("key", [thing.key], v.nonsense))
                fact.places.setdefault(path, {})[at] = written
            if strings and matches(brand, thing.value):
                world.facts["brand"].places.setdefault(path, {})[at] = brand
    return world


_PROSE = {
    "md": """# «firm»|# «product» by «firm»|## How to find us|«product» comes from «firm» in «town».|- Phone: «phone»|- Mail: «mail»
|**«product»** costs «price».|«person» of «firm» is in «town» on «day».|Call «phone» before «time».|Price: «price»|1. Send a letter to «firm» in «town»
|2. Ring «phone» and ask for «person»|3. Pay «price» until «day2»|The «product» was first shown in «town».|~~«person2»~~ «person» is in charge.|### «town», «day»|No «product» without «firm»!|We meet on «day» at «time».|Ask «person» about it.|> "«product» is all I need", says «person2».|* «town», since «year»
|«firm» makes «product» and nothing else.|[«firm»](«url»)|Write to «mail» or ring «phone».|Fax: «fax»|The next tour of «firm» starts at «time».|«person» and «person2» wrote this.""",
    "txt": """«firm», «town»|Dear «person2»,|thank you for asking about «product».|It costs «price» and is ready on «day».|Call «phone», «person» will answer.
|Yours, «person»|«person», «firm»|Fax «fax»|Web: «url»|come to «town» on «day»|doors open at «time»|PS: bring the old «product»|«product»: «price»|Questions? «mail»
|«firm» is closed on «day2».|«person» «mail»|we start «time» sharp|See you in «town»!|On «day» «person» talks about «product».|On «day2» «person2» shows «town».
|«firm» ...... «phone»|«firm» ...... «price»|to: «mail»|from: «person»|subject: «product» in «town»|«product» is not sold in «town2».|«time»  «person»|«person2» was born in «year»|«firm» thanks you for buying «product».
|The fax has the number «fax» now.|In «year» «firm» had one desk in «town2».""",
    "html": """<!DOCTYPE html>|<title>«firm»</title>|<h1>«firm»</h1>|<h1>«product»</h1>|<h2>«town»</h2>|<p>«product», made by «firm».</p>|<p>Only «price»!</p>|<li>«person»</li>|<li>«person2»</li>
|<p>Tel. «phone»</p>|<p>Fax «fax»</p>|<a href="«url»">«firm»</a>|<a href="mailto:«mail»">«mail»</a>|<p>Open from «time»</p>|<footer>«firm», «town»</footer>|<td>«day»</td><td>«product»</td>|<b>«product»</b> for «price»|<p>«person» and «person2», «town»</p>|<img alt="«product»" src="p.png">
|<meta name="author" content="«firm»">|<p>«firm» since «year»</p>|<td>«day2»</td><td>«town2»</td>|<a href="tel:«phone»">«phone»</a>|<li>«firm»: «person»</li>|<p>Next time: «day», «time»</p>""",
    "csv": """what,value|company,«firm»|phone,«phone»|fax,«fax»|mail,«mail»|«product»,«price»|«person»,«town»|«person2»,«town2»|«day»,«time»|«day2»,closed|boss,«person»|page,«url»|«product»,«person»|«product»,«firm»|«firm»,«phone»|«town2»,«time»|«person2»,«mail»|founded,«year»|«firm»,«town»""",
    "yaml": """company: «firm»|product: «product»|price: "«price»"|city: «town»|phone: "«phone»"|fax: "«fax»"|contact: «mail»|home: «url»|head: «person»|deputy: «person2»|date: «day»|opens: "«time»"
|title: «product» from «firm»|footer: "(c) «firm»"|branch: «town2»|since: «year»|places: [«town», «town2»]|people: [«person», «person2»]|next: «day2» «time»|mail_from: «person» <«mail»>|slogan: Nothing but «product»|seller: «firm»""",
}  # fmt: skip
_LONGER = ["«~{0}»{1} is a different thing.", "«~{0}»{1}: see below", "- «~{0}»{1}", "not to be mixed up with «~{0}»{1}", "«~{0}»{1} {1}"]  # fmt: skip


_SEE = {
    "md": ["More in [this](«paper»).", "See «paper» for the rest.", "- [«paper»](«paper»)"],
    "txt": ["(the rest is in «paper»)", "enclosed: «paper»", "«paper» has more"],
    "html": ['<a href="«paper»">more</a>', "<p>All of it: «paper»</p>"],
    "yaml": ["include: «paper»", "source: «paper»"],
}  # fmt: skip


def texts(v: Vocabulary) -> World:
    """Letters, pages and lists of a firm: names, numbers and days that stand in several of them."""
    draw = v.draw
    world = World(v)
    money = draw.pick(["{} €", "${}", "{} CHF", "£{}", "{} kr"])
    date = lambda: f"{draw.randint(2024, 2034)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"  # noqa: E731
    for name, kind, whats, fresh in (
        ("firm", "name", ["firm", "company", "name of the firm", "club"], _name(v)),
        ("product", "name", ["product", "name of the product", "brand"], _name(v)),
        ("person", "person", ["person", "name"], v.first_name),
        ("person2", "person", ["person", "name"], v.first_name),
        ("town", "town", ["town", "place"], v.city),
        ("town2", "town", ["town", "place"], v.city),
        ("phone", "value", ["phone number", "phone", "telephone number"], lambda: f"0{draw.randint(20, 999)} {draw.randint(1000, 999999)}"),
        ("fax", "value", ["fax number", "fax"], lambda: f"0{draw.randint(20, 999)} {draw.randint(1000, 999999)}"),
        ("mail", "value", ["mail address", "address for mail", "e-mail"], v.email),
        ("url", "value", ["web address", "link", "url"], lambda: f"https://{v.nonsense()}.{draw.pick(['org', 'example', 'net'])}"),
        ("price", "value", ["price"], lambda: money.format(f"{draw.randint(1, 900)}.{draw.randint(10, 99)}")),
        ("day", "value", ["day", "date"], date),
        ("day2", "value", ["day", "date"], date),
        ("time", "value", ["time", "hour"], lambda: f"{draw.randint(6, 22)}:{draw.randint(10, 59)}"),
        ("year", "value", ["year"], lambda: str(draw.randint(1900, 1999))),
    ):  # fmt: skip
        world.know(name, kind, whats, fresh)
    folder = _folder(v)
    wanted = draw.some(list(world.facts), 6, 11)
    for number in range(draw.weighted([(4, 3), (3, 4)])):
        ending = draw.pick(list(_PROSE))
        path = world.new_file(f"{folder}{v.stem()}.{ending}")
        if not number:
            fresh = lambda end=ending: f"{folder}{v.nonsense()}.{end}"  # noqa: E731
            world.facts["paper"], world.now["paper"] = Fact("file", ["file"], fresh), path
        pool = [one.strip() for one in _PROSE[ending].split("|")]
        pool = [one for one in pool if all(name in wanted for _, name in _SLOT.findall(one) if name in world.facts)]
        kept = draw.some(range(len(pool)), 4, 8)
        chosen = [one for at, one in enumerate(pool) if at in kept]
        if ending in ("md", "txt", "html"):
            longer = draw.pick(["firm", "product", "person", "town"])
            if longer in wanted and draw.chance(0.5):
                end = draw.pick(["ova", "son", "field", "berg", "ware", "ette", "lux"])
                chosen.insert(draw.randint(1, len(chosen)), draw.pick(_LONGER).format(longer, end))
                world.longer[longer] = world.now[longer] + end
        if number and ending in _SEE and draw.chance(0.5):
            chosen.append(draw.pick(_SEE[ending]))
        for one in chosen:
            world.add(path, one)
        if ending == "txt" and draw.chance(0.4):
            world.add(path, v.sentence())
    if len({tuple(lines) for lines in world.files.values()}) < len(world.files):
        raise Unsuitable("the same")
    return world
