"""Small files whose lines are easy to take for one another: rows of like names, the same key or value in many blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket import shapes
from tools.pocket.draw import Draw
from tools.pocket.shapes import Thing, literal
from tools.pocket.task import Unsuitable
from tools.pocket.words import CITIES, Vocabulary

Maker = Callable[[Vocabulary], str]


def _pixels(v: Vocabulary) -> str:
    return (
        f"{v.draw.pick([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 40])}{v.draw.pick(['px', 'px', 'px', 'em', '%'])}"
    )


MAKERS: dict[str, Maker] = {
    "port": lambda v: str(v.draw.randint(80, 9999)),
    "small": lambda v: str(v.draw.randint(1, 40)),
    "int": lambda v: str(v.draw.pick([5, 10, 15, 20, 30, 45, 60, 90, 100, 120, 200, 250, 300, 500, v.draw.randint(2, 999)])),
    "bool": lambda v: v.draw.pick(["true", "false"]),
    "onoff": lambda v: v.draw.pick(["on", "off"]),
    "yesno": lambda v: v.draw.pick(["yes", "no"]),
    "host": lambda v: v.draw.pick([f"{v.nonsense()}.example.com", f"10.0.{v.draw.randint(0, 9)}.{v.draw.randint(2, 250)}", "localhost", f"{v.nonsense()}.local", f"{v.nonsense()}-{v.draw.randint(1, 9)}"]),
    "word": lambda v: v.draw.pick([v.word(), v.nonsense(), v.nonsense()]),
    "path": lambda v: f"/{v.draw.pick(['srv', 'var', 'data', 'opt', 'mnt'])}/{v.nonsense()}",
    "level": lambda v: v.draw.pick(["debug", "info", "warning", "error"]),
    "price": lambda v: f"{v.draw.randint(0, 39)}.{v.draw.pick([10, 20, 25, 30, 40, 50, 60, 75, 80, 90, 95, 99])}",
    "time": lambda v: f"{v.draw.randint(6, 22):02}:{v.draw.pick([0, 5, 10, 15, 20, 30, 40, 45, 50]):02}",
    "version": lambda v: f"{v.draw.randint(0, 9)}.{v.draw.randint(0, 19)}" + v.draw.pick(["", "", f".{v.draw.randint(0, 9)}"]),
    "px": _pixels,
    "colour": lambda v: v.draw.pick(["red", "blue", "green", "white", "black", "gold", "navy", "teal", "gray"]),
    "tint": lambda v: v.draw.pick(["red", "blue", "white", "black", "gold", "navy", "teal", "gray", "#" + v.draw.pick("0369cf") * 3, "#" + v.draw.pick("2468ace") * 3]),
    "weight": lambda v: f"{v.draw.randint(1, 90) * 10} g",
    "phone": lambda v: f"0{v.draw.randint(20, 89)} {v.draw.randint(1000, 9999)}",
    "mail": lambda v: f"{v.nonsense()}@example.{v.draw.pick(['com', 'org', 'net'])}",
    "city": lambda v: v.draw.pick([c for c in CITIES[:40] if c.isalpha()]),
    "grams": lambda v: f"{v.draw.randint(1, 40) * 10} {v.draw.pick(['g', 'ml'])}",
    "spoons": lambda v: str(v.draw.randint(1, 9)),
}  # fmt: skip

KEYS = """port:port:port number
admin port:port:
host:host:hostname|server name
admin host:host:
timeout:int:time limit
read timeout:int:
write timeout:int:
connect timeout:int:
idle timeout:int:
retries:small:number of retries|retry count
retry delay:int:pause between retries
max retries:small:
workers:small:number of workers|worker count
max workers:small:
threads:small:number of threads
debug:bool:debug mode
debug level:level:
log level:level:logging level
log file:path:
log dir:path:log directory|log folder
cache size:int:size of the cache
cache dir:path:cache directory|cache folder
cache:bool:caching
user:word:
user group:word:
group:word:
name:word:
nickname:word:
display name:word:
theme:word:
dark theme:word:
width:int:
max width:int:maximum width|largest width
min width:int:minimum width|smallest width
height:int:
max height:int:maximum height
line height:int:
verbose:bool:
strict:bool:strict mode
ssl:bool:
ssl port:port:
compress:bool:compression
backup:bool:
backup dir:path:backup directory|backup folder
backup interval:int:
interval:int:
poll interval:int:
page size:int:size of a page
pages:small:number of pages
batch size:int:size of a batch
queue:word:
queue size:int:size of the queue
limit:int:
rate limit:int:
upload limit:int:
download limit:int:
region:word:
owner:word:
mode:word:
version:version:
min version:version:minimum version""".split("\n")

CSS_KEYS = ["color:tint:text colour", "background:tint:", "border color:tint:", "width:px:", "max width:px:maximum width", "padding:px:", "margin:px:", "margin top:px:top margin", "margin bottom:px:bottom margin", "font size:px:size of the font", "line height:px:", "gap:px:", "height:px:", "border radius:px:"]  # fmt: skip

SECTIONS = [
    "prod dev staging test", "server admin client", "server servers_backup admin", "mail mailbox news", "primary replica backup", "web worker db cache", "web webhook website", "left right top bottom",
    "api app auth admin", "north south east west", "input output", "source target", "reader writer", "main side", "default fallback", "kitchen cellar garage attic", "front back", "alpha beta gamma", "db db_test db_old", "search index",
]  # fmt: skip
CLASSES = ["card card-title card-body cards", "hero hero-image header", "nav nav-item navbar", "button button-small button-large", "box box-red box-wide", "menu menu-item submenu", "note notes footnote", "list list-item", "h1 h2 h3", "footer footer-links", "table th td", "main aside section"]  # fmt: skip
ALIASES = {"prod": ["production", "live"], "dev": ["development"], "db": ["database"], "test": ["testing"], "admin": ["administration"]}  # fmt: skip

FAMILIES = """lamp|lampshade|desk lamp|floor lamp|lamp oil
tea|teapot|teacup|green tea|iced tea|tea towel
coffee|iced coffee|coffee cake|coffee filter
milk|oat milk|milkshake|buttermilk|milk chocolate
butter|peanut butter|butter knife|butterscotch
rose|rosemary|rose oil|primrose
apple|apple juice|apple pie|pineapple
book|notebook|bookmark|bookshelf|cookbook
paint|paintbrush|wall paint|paint roller
key|keyring|keyboard|door key
bread|rye bread|gingerbread|bread knife
cake|carrot cake|cupcake|pancake|cake tin
pepper|peppermint|red pepper|pepper mill
water|watering can|watermelon|sparkling water
sun hat|hat|hatbox|rain hat
egg|eggplant|egg cup|duck egg
soap|soap dish|hand soap|soap box
pan|frying pan|pan lid|panini
pot|flower pot|potato|pot lid
bag|handbag|teabag|bag clip|sleeping bag
pin|pinboard|clothes pin|hairpin
ball|football|ballpoint pen|basketball
sock|wool sock|socket|socket wrench
board|cutting board|cardboard|boardgame
candle|candle holder|beeswax candle|tealight
cheese|goat cheese|cheesecake|cheese knife
nut|walnut|peanut|nutmeg|nutcracker
corn|popcorn|peppercorn|corn flour
flour|rye flour|flour sieve|almond flour
sugar|brown sugar|sugar bowl|icing sugar
salt|sea salt|salt shaker|celery salt
onion|spring onion|red onion|onion soup
rice|rice pudding|wild rice|rice cooker
oil|olive oil|oil can|sunflower oil
chair|armchair|chair leg|deck chair
table|tablecloth|bedside table|table lamp
brush|toothbrush|hairbrush|brush holder
glass|wine glass|glasses case|magnifying glass
cup|cupboard|cup holder|egg cup
tape|tape measure|masking tape|tape deck""".split("\n")
COURSES = """yoga|hot yoga|yoga for kids|chair yoga|evening yoga
swimming|swim club|baby swimming|night swim
chess|chess club|speed chess|junior chess
choir|children's choir|choir practice|gospel choir
piano|piano trio|grand piano tour|piano lesson
dance|line dance|tap dance|dance class|tea dance
pottery|pottery for beginners|open pottery
cooking|cooking for two|vegan cooking|cooking show
bus north|bus south|night bus|school bus|bus
ferry|car ferry|early ferry|late ferry
tour|city tour|boat tour|night tour|museum tour
French|French for beginners|business French
Spanish|Spanish film|Spanish for travellers""".replace("'s", "").split("\n")
PACKAGES = """flask|flask-login|flask-cors|flask-mail
react|react-dom|react-router|preact
pytest|pytest-cov|pytest-mock|pytest-xdist
redis|redis-om|fakeredis|ioredis
django|django-filter|django-cors|djangorestframework
vue|vue-router|vuex|vuetify
eslint|eslint-config|tslint|eslint-plugin
jest|ts-jest|jest-dom|jest-cli
requests|requests-mock|types-requests|grequests
numpy|numpydoc|numpy-stubs
pandas|geopandas|pandas-stubs
sass|sass-loader|node-sass
webpack|webpack-cli|webpack-merge
babel-core|babel-loader|babel-cli
httpx|httpcore|httptools|http-parser
sqlalchemy|sqlalchemy-utils|sqlparse|sqlite-utils
aws-cli|aws-sdk|aws-cdk|aws-lambda
ruff|ruff-lsp|rufflib|gruff""".split("\n")
OPPOSITES = {"true": "false", "on": "off", "yes": "no", "false": "true", "off": "on", "no": "yes"}
SWITCHES = ("bool", "onoff", "yesno")
ADJECTIVES = "red blue green small large old new short long wide round plain dark light double single".split()
NOUNS = "mug plate bowl scarf shirt ticket poster towel basket rope hose ladder broom bucket shelf hook blanket cushion tray vase".split()


@dataclass(slots=True)
class Row:
    """A line with one or more values; `form` writes it. `key` is its name in the file, `label` in plain words."""

    at: int
    section: str
    label: str
    key: str
    values: list[str]
    kinds: list[str]
    form: Callable[[Row], str]
    columns: tuple[str, ...] = ("",)
    also: tuple[str, ...] = ()
    """Other words for it."""
    off: bool = False

    def line(self) -> str:
        """The line as it is to stand in the file."""
        return self.form(self)


@dataclass(slots=True)
class Sheet:
    """A file: its lines and the rows among them. `comment` is what takes a line out, where lines can be taken out."""

    path: str
    topic: str
    lines: list[str]
    rows: list[Row]
    comment: str = ""
    loose: bool = True
    """Rows may come and go without a change of their neighbours."""
    below: int = 999
    """Lines from this one on have another number than when they were read."""
    heads: dict[str, int] = field(default_factory=dict)
    """The lines at which sections begin, where these can be renamed."""
    heading: Callable[[str], str] = str
    """The line at which a section begins."""

    @property
    def text(self) -> str:
        """The file."""
        return "\n".join(self.lines) + "\n"


def labels(v: Vocabulary, count: int) -> list[str]:
    """Names of things, some of which are easily taken for another."""
    draw = v.draw
    kind = draw.weighted([(5, "family"), (4, "grid"), (2, "invented")])
    if kind == "family":
        found = draw.pick(FAMILIES).split("|") + draw.pick(FAMILIES).split("|")
        names = list(dict.fromkeys(found))
    elif kind == "grid":
        adjectives, nouns = draw.some(ADJECTIVES, 2, 4), draw.some(NOUNS, 2, 3)
        names = [f"{one} {other}" for one in adjectives for other in nouns]
    else:
        stems = [v.nonsense() for _ in range(3)]
        names = [
            name for stem in stems for name in (stem, f"{stem} {draw.pick(NOUNS)}", f"{draw.pick(ADJECTIVES)} {stem}")
        ]
    if len(names) < count:
        raise Unsuitable("few")
    return draw.sample(names, count)


def courses(v: Vocabulary, count: int) -> list[str]:
    """Names of what has a time, some of which are easily taken for another."""
    names = v.draw.pick(COURSES).split("|") + v.draw.pick(COURSES).split("|")
    names = list(dict.fromkeys(names))
    if len(names) < count:
        raise Unsuitable("few")
    return v.draw.sample(names, count)


def _switched(draw: Draw, keys: list[list[str]], ending: str) -> list[list[str]]:
    """Keys whose switches are said in one of the ways that fit the file."""
    plain = ending in ("ini", "cfg", "conf", "properties", "txt", "md", "html", "csv", "env")
    switch = draw.pick(SWITCHES) if plain else "bool"
    return [[label, switch if kind == "bool" else kind, also] for label, kind, also in keys]


def another(v: Vocabulary, kind: str, pool: list[str], repeat: float = 0.3) -> str:
    """A value of this kind, perhaps one that stands elsewhere already."""
    same = [value for value in pool if value]
    return v.draw.pick(same) if same and v.draw.chance(repeat) else MAKERS[kind](v)


def _snake(words: str) -> str:
    return re.sub(r"\W+", "_", words)


def _camel(words: str) -> str:
    first, *rest = re.split(r"\W+|_", words)
    return first + "".join(word.capitalize() for word in rest)


def _kebab(words: str) -> str:
    return re.sub(r"\W+|_", "-", words)


def _python(value: str) -> str:
    return {"true": "True", "false": "False"}.get(value, literal(value))


@dataclass(frozen=True, slots=True)
class Blocks:
    """A notation with sections: of the file's name the ending, lines around a section and around all, and a row."""

    ending: str
    key: Callable[[str], str]
    row: Callable[[str, str], str]
    head: Callable[[str], list[str]]
    foot: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    comment: str = ""
    gap: bool = True
    comma: bool = False


BLOCKS = [
    Blocks("ini", _snake, lambda k, x: f"{k} = {x}", lambda s: [f"[{s}]"], comment="; "),
    Blocks("cfg", _snake, lambda k, x: f"{k}={x}", lambda s: [f"[{s}]"], comment="# "),
    Blocks("toml", _snake, lambda k, x: f"{k} = {literal(x)}", lambda s: [f"[{s}]"], comment="# "),
    Blocks("yaml", _snake, lambda k, x: f"  {k}: {x}", lambda s: [f"{s}:"], comment="# ", gap=False),
    Blocks("yml", _kebab, lambda k, x: f"  {k}: {x}", lambda s: [f"{s}:"], comment="# "),
    Blocks("json", _snake, lambda k, x: f"    {json.dumps(k)}: {literal(x)}", lambda s: [f'  "{s}": {{'], ("  },",), ("{",), ("}",), gap=False, comma=True),
    Blocks("json", _camel, lambda k, x: f"    {json.dumps(k)}: {literal(x)}", lambda s: [f'  "{s}": {{'], ("  },",), ("{",), ("}",), gap=False, comma=True),
    Blocks("ts", _camel, lambda k, x: f"  {k}: {literal(x)},", lambda s: [f"export const {_camel(s)} = {{"], ("};",), comment="// "),
    Blocks("py", _snake, lambda k, x: f"    {k} = {_python(x)}", lambda s: [f"class {_camel(s)[0].upper()}{_camel(s)[1:]}:"], comment="# "),
    Blocks("py", _snake, lambda k, x: f'    "{k}": {_python(x)},', lambda s: [f"{s.upper()} = {{"], ("}",), comment="# "),
    Blocks("conf", _snake, lambda k, x: f"    {k} {x};", lambda s: [f"{s} {{"], ("}",), comment="# "),
    Blocks("html", lambda k: k.capitalize(), lambda k, x: f"  <dt>{k}</dt><dd>{x}</dd>", lambda s: [f"<h2>{s.capitalize()}</h2>", "<dl>"], ("</dl>",), gap=False),
    Blocks("md", lambda k: k.capitalize(), lambda k, x: f"- {k}: {x}", lambda s: [f"## {s.capitalize()}", ""]),
    Blocks("txt", lambda k: k, lambda k, x: f"  {k}: {x}", lambda s: [s.upper()]),
    Blocks("xml", _kebab, lambda k, x: f"    <{k}>{x}</{k}>", lambda s: [f"  <{_kebab(s)}>"], (), ("<config>",), ("</config>",), gap=False),
    Blocks("go", _camel, lambda k, x: f"\t{k} = {literal(x)}", lambda s: [f"const ( // {s}"], (")",), ("package config", "")),
]  # fmt: skip
CSS = Blocks("css", _kebab, lambda k, x: f"  {k}: {x};", lambda s: [f"{s} {{"], ("}",))


def blocks(v: Vocabulary) -> Sheet:
    """The same keys in two or three sections."""
    draw = v.draw
    css = draw.chance(0.2)
    form = CSS if css else draw.pick(BLOCKS)
    parts = draw.pick(CLASSES if css else SECTIONS).split()
    if not css and draw.chance(0.25):
        parts = [v.nonsense() for _ in range(3)]
    parts = draw.some(parts, 2, 3)
    keys = [key.split(":") for key in draw.some(CSS_KEYS if css else KEYS, 3, 5)]
    if form.ending == "py":
        keys = [key for key in keys if _snake(key[0]) not in ("class", "pass")]
    keys = _switched(draw, keys, form.ending)
    lines, rows = list(form.top), list[Row]()
    pools: dict[str, list[str]] = {}
    heads: dict[str, int] = {}
    for number, part in enumerate(parts):
        if number and form.gap:
            lines.append("")
        heads[part] = len(lines)
        lines += form.head(
            "." + part
            if css and not re.fullmatch(r"h\d|t[hd]|table|main|aside|section|nav|footer|header|button", part)
            else part
        )
        own = draw.sample(keys, draw.randint(max(2, len(keys) - 1), len(keys)))
        for place, (label, kind, also) in enumerate(own):
            value = another(v, kind, pools.setdefault(label, []))
            pools[label].append(value)
            comma = "," if form.comma and place < len(own) - 1 else ""
            rows.append(
                Row(len(lines), part, label, form.key(label), [value], [kind], lambda row, comma=comma: form.row(row.key, row.values[0]) + comma, also=tuple(filter(None, also.split("|"))))  # type: ignore[misc]
            )  # fmt: skip
            lines.append(rows[-1].line())
        if form.ending == "xml":
            lines.append(f"  </{_kebab(part)}>")
        lines += form.foot
    if form.comma:
        lines[-1] = lines[-1].rstrip(",")
    lines += form.bottom
    path = v.path("." + form.ending, nested=0.15)
    made = Sheet(path, "css" if css else "setting", lines, rows, form.comment, not form.comma)
    if not css and form.ending not in ("xml", "go"):
        made.heads, made.heading = heads, lambda part: form.head(part)[0]
    return made


_TITLES = {"price": ["prices", "price list", "shop", "menu"], "time": ["times", "timetable", "schedule"], "int": ["stock", "inventory", "counts"], "version": ["versions", "packages"], "grams": ["recipe", "ingredients"], "phone": ["phone list", "numbers"]}  # fmt: skip
_MARKS = {"ini": "; ", "conf": "# ", "cfg": "# ", "env": "# ", "properties": "# ", "yaml": "# ", "toml": "# ", "py": "# ", "ts": "// ", "sh": "# ", "dockerfile": "# ", "rb": "# ", "yml": "# "}  # fmt: skip


def _versions(draw: Draw) -> shapes.Shape:
    sign, mark = draw.pick(["==", "==", ">=", "~="]), draw.pick(["^", "~", "", "^"])
    own = shapes.Shape
    return draw.pick(
        [
            own("txt", [], lambda t: f"{t.label}{sign}{t.value}"),
            own(
                "json", ["{", '  "dependencies": {'], lambda t: f'    "{t.label}": "{mark}{t.value}"', ["  }", "}"], ","
            ),
            own("mod", ["module shop", "", "require ("], lambda t: f"\texample.com/{t.label} v{t.value}", [")"]),
            own("yml", ["images:"], lambda t: f"  - {t.label}:{t.value}"),
            own("rb", [], lambda t: f'gem "{t.label}", "~> {t.value}"'),
            own("dockerfile", ["FROM debian:12"], lambda t: f"ARG {t.key.upper()}_VERSION={t.value}"),
            own("toml", ["[dependencies]"], lambda t: f'{t.label} = "{mark}{t.value}"'),
            own("gradle", ["dependencies {"], lambda t: f"    implementation 'com.example:{t.label}:{t.value}'", ["}"]),
        ]
    )


def flat(v: Vocabulary) -> Sheet:
    """One value for each of some things with like names, or for settings with like names."""
    draw = v.draw
    if draw.chance(0.35):
        keys = [key.split(":") for key in draw.some(KEYS, 5, 8)]
        title, topic = draw.pick(["settings", "config", "limits", "options"]), "setting"
    else:
        topic = draw.pick(list(_TITLES))
        count = draw.randint(4, 7)
        if topic in ("phone", "time"):
            names = (people if topic == "phone" or draw.chance(0.3) else courses)(v, count)
        elif topic == "version":
            names = list(dict.fromkeys([*draw.pick(PACKAGES).split("|"), *draw.pick(PACKAGES).split("|")]))
            if draw.chance(0.4):
                names = [_kebab(name) for name in labels(v, count)]
            names = draw.sample(names, min(count, len(names)))
        else:
            names = labels(v, draw.randint(4, 8))
        keys = [[name, topic, ""] for name in names]
        title = draw.pick(_TITLES[topic])
    form = shapes.settings(draw, title)
    keys = _switched(draw, keys, form.ending)
    if topic == "version" and draw.chance(0.7):
        form = _versions(draw)
    pool: list[str] = []
    rows: list[Row] = []
    lines = list(form.head)
    for place, (label, kind, also) in enumerate(keys):
        value = another(v, kind, [x for x, other in zip(pool, keys, strict=False) if other[1] == kind], 0.2)
        pool.append(value)
        between = form.between if place < len(keys) - 1 else ""
        rows.append(
            Row(len(lines), "", label, re.sub(r"\W+", "_", label.lower()), [value], [kind], lambda row, between=between: form.line(Thing(row.key, row.label, row.values[0])) + between, also=tuple(filter(None, also.split("|"))))  # type: ignore[misc]
        )  # fmt: skip
        lines.append(rows[-1].line())
    lines += form.tail
    if form.mark != "\n" and any(form.mark in value for value in pool):
        raise Unsuitable("mark")
    path = "Dockerfile" if form.ending == "dockerfile" else v.path("." + form.ending, nested=0.15)
    return Sheet(path, topic, lines, rows, _MARKS.get(form.ending, ""), not form.between)


def people(v: Vocabulary, count: int) -> list[str]:
    """Full names that share first names and surnames."""
    draw = v.draw
    first = [v.first_name() for _ in range(3)]
    last = [v.full_name().split(" ")[-1] for _ in range(3)]
    names = list(dict.fromkeys(f"{one} {other}" for one in first for other in last))
    if any(not re.fullmatch(r"[A-Za-z]+ [A-Za-z]+", name) for name in names) or len(names) < count:
        raise Unsuitable("names")
    return draw.sample(names, count)


_COLUMNS = {
    "goods": [("price", "price"), ("stock", "int"), ("weight", "weight"), ("shelf", "small"), ("colour", "colour")],
    "people": [("phone", "phone"), ("mail", "mail"), ("city", "city"), ("room", "small"), ("mobile", "phone")],
    "buses": [("departure", "time"), ("arrival", "time"), ("platform", "small"), ("driver", "word")],
}  # fmt: skip


def table(v: Vocabulary) -> Sheet:
    """Rows with two to four values each."""
    draw = v.draw
    topic = draw.pick(["goods", "goods", "people", "buses"])
    count = draw.randint(4, 7)
    if topic == "people":
        names = people(v, count)
    elif topic == "buses":
        start = draw.randint(1, 9)
        every = [f"{draw.pick(['bus', 'tram'])} {n}" for n in (start, start * 10, start * 10 + 1, start * 11, start + 10, start + 20, start + 1)]  # fmt: skip
        names = draw.sample(list(dict.fromkeys(every)), 4)
        if len({name.split()[1] for name in names}) < 4:
            raise Unsuitable("twins")
    else:
        names = labels(v, count)
    columns = draw.some(_COLUMNS[topic], 2, 3)
    form = shapes.table(draw)
    head = ("name", *(name for name, _ in columns))
    lines = form.header(head)
    rows: list[Row] = []
    for place, name in enumerate(names):
        values = [another(v, kind, [row.values[at] for row in rows], 0.2) for at, (_, kind) in enumerate(columns)]
        between = form.between if place < len(names) - 1 else ""
        if any(form.mark in value for value in values):
            raise Unsuitable("mark")
        rows.append(
            Row(len(lines), "", name, name, values, [kind for _, kind in columns], lambda row, between=between: form.row(head, [row.key, *row.values]) + between, head[1:])  # type: ignore[misc]
        )  # fmt: skip
        lines.append(rows[-1].line())
    lines += form.tail
    return Sheet(v.path("." + form.ending, nested=0.15), topic, lines, rows, "", not form.between)


def functions(v: Vocabulary) -> Sheet:
    """Functions with defaults of the same names."""
    draw = v.draw
    verbs, nouns = draw.some("load fetch send save read list find sync copy open".split(), 2, 3), draw.some("user users order orders page mail file files image items".split(), 2, 3)  # fmt: skip
    names = draw.sample([f"{one} {other}" for one in verbs for other in nouns], draw.randint(3, 4))
    keys = [key.split(":") for key in draw.some([key for key in KEYS if ":small:" in key or ":int:" in key], 2, 3)]
    python = draw.chance(0.6)
    spell = _snake if python else _camel
    rows: list[Row] = []
    lines: list[str] = []

    def form(row: Row) -> str:
        inside = ", ".join(
            f"{spell(one)}{'=' if python else ' = '}{x}" for one, x in zip(row.columns, row.values, strict=True)
        )
        return f"def {row.key}({inside}):" if python else f"export function {row.key}({inside}) {{"

    for name in names:
        own = draw.some(keys, 2, len(keys))
        values = [another(v, kind, [], 0) for _, kind, _ in own]
        rows.append(Row(len(lines), "", name, spell(name), values, [kind for _, kind, _ in own], form, tuple(key[0] for key in own)))  # fmt: skip
        lines.append(rows[-1].line())
        call = f"{spell('run ' + name)}({', '.join(spell(key[0]) for key in own)})"
        lines += [f"    return {call}", "", ""] if python else [f"  return {call};", "}", ""]
    while not lines[-1]:
        lines.pop()
    return Sheet(v.path(".py" if python else ".ts", nested=0.15), "function", lines, rows, "", False)
