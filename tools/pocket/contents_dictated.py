"""What people tell in prose to have it written as a file: its subject, and the cells of its rows."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.contents_dictated_forms import DOCKER, OWN, Form, Sheet, Subject
from tools.pocket.draw import Draw
from tools.pocket.phrases_dictated import CLAUSES, TODO
from tools.pocket.scene_values import Values
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

SUBJECTS: list[tuple[float, Subject]] = [
    (2, Subject("Shopping list|Groceries|For the market|Errands", (("label", "goods|fruit|vegetable"),), "list")),
    (2, Subject("Packing list|To pack|For the trip|Luggage", (("label", "luggage|gear"),), "list")),
    (1.5, Subject("Guests|Helpers|Our team|Who comes", (("label", "name|fullname"),), "list")),
    (1, Subject("Stops|Cities|Where we go", (("label", "city|country"),), "list")),
    (3, Subject("To do|Chores|Saturday|Next steps", (("label", "todo"),), "list")),
    (1, Subject("Words|Codes|Labels", (("label", "word|nonsense|code"),), "list")),
    (1, Subject("Links|Bookmarks|Contacts", (("label", "url|email"),), "list")),
    (1, Subject("Menu|This week|Dinner", (("label", "dish"),), "list")),
    (1, Subject("Rooms|Animals|Garden|Colours", (("label", "room|animal|flower|colour|bird"),), "list")),
    (1, Subject("Notes|Sayings|Lines", (("label", "sentence"),), "list")),
    (1, Subject("Ignored", (("label", "pattern"),), "ignore")),
    (4, Subject("Prices|Price list|Menu|What we sell", (("name|item|product|article", "goods|gear|fruit|dish|flower"), ("price|cost", "price")), "fact", "price")),
    (3, Subject("Stock|Inventory|How many", (("name|item|thing|part", "goods|gear|fruit|luggage"), ("count|amount|stock|number", "int 2 99")), "fact", "count")),
    (3, Subject("Timetable|Schedule|Today", (("event|what|name", "sport|subject|dish|service"), ("time|start|begin", "hour")), "fact", "time")),
    (1.5, Subject("Homes|Who lives where", (("name|person|who", "name|fullname"), ("city|town|home", "city")), "fact", "home")),
    (1.5, Subject("Jobs|Staff", (("name|person|who", "name|fullname"), ("job|role|trade", "trade")), "fact", "trade")),
    (1.5, Subject("Phone book|Numbers", (("name|person|who", "name|fullname"), ("phone|number", "phone")), "fact", "phone")),
    (1.5, Subject("Where things are|Places", (("thing|item|what", "gear|luggage|instrument"), ("room|place", "room")), "fact", "place")),
    (5, Subject("Prices|Stock|Catalogue", (("name|item|product", "goods|gear|fruit|flower"), ("price|cost", "price"), ("stock|count", "int 1 99"), ("colour|shade", "colour"), ("room|shelf", "room")), "table")),
    (4, Subject("Members|Staff|Class", (("name|person", "name"), ("age|points", "int 8 79"), ("city|town", "city"), ("job|trade", "trade"), ("sport|club", "sport")), "table")),
    (3, Subject("Trips|Visits|Concerts", (("city|stop|place", "city"), ("date|day", "day"), ("time|start", "hour"), ("seats|tickets", "int 1 60")), "table")),
    (10, Subject("Settings", (("key", "setting"), ("value", "setting")), "setting", "setting")),
    (2, Subject("Packages", (("package", "package"), ("version", "semver")), "pin", "version")),
    (1.5, Subject("Targets", (("target", "target"), ("command", "recipe")), "make", "target")),
    (2, Subject("Columns", (("column", "column"), ("type", "type")), "sql", "type")),
    (8, Subject("Plan", (("group", "room|day|heading|name|city"), ("label", "goods|gear|todo|dish|name|sport")), "sections", grouped=True)),
    (8, Subject("Services", (("section", "service|part"), ("key", "setting"), ("value", "setting")), "blocks", "setting", grouped=True)),
    (1.5, Subject("Container", (("part", "docker"), ("value", "docker")), "docker", "docker")),
    (1.5, Subject("Style", (("property", "css"), ("value", "css")), "css", "style")),
]  # fmt: skip

_CSS = {
    "color": "colour", "background": "colour", "margin": "px", "padding": "px", "font-size": "px", "width": "px", "height": "px",
    "border-radius": "px", "gap": "px", "text-align": "=left|right|center", "display": "=block|flex|grid|none", "font-weight": "=bold|normal|300|600",
}  # fmt: skip
_PARTS = {
    "base image": "baseimage", "working directory": "=/app|/srv|/code|/opt/app|/work|/home/app", "install step": "install", "user": "name", "port": "int 80 9999",
    "command": "recipe",
}  # fmt: skip


def cell(v: Vocabulary, values: Values, kind: str, key: str = "") -> str:
    """A cell of a kind; where the kind of a value hangs on its key, for this key."""
    draw = v.draw
    if kind == "setting" and key:
        if re.search(r"host|server", key):
            kind = "host"
        elif re.search(r"port|limit|timeout|retries|workers|size|depth|interval|level|width|delay|pages", key):
            kind = "int 1 9999"
        elif re.search(r"debug|verbose|enabled|cache|strict|public|dry_run|backup|dryRun|autosave", key):
            return draw.pick(["on", "off", "true", "false", "yes", "no"])
        else:
            kind = draw.pick(["word", "nonsense", "name", "city", "colour", "email", "syspath", "int 1 99"])
    if kind == "css":
        kind = _CSS[key] if key else "=" + "|".join(_CSS)
    if kind == "docker":
        kind = _PARTS[key] if key else "=" + "|".join(_PARTS)
    if kind == "setting":
        return _setting(draw, values)
    made: dict[str, Callable[[], str]] = {
        "todo": lambda: values.fill(_todo(draw, values)),
        "code": v.code_token,
        "pattern": lambda: draw.pick([f"*.{v.nonsense()}", f"{v.nonsense()}/", f"*.{draw.pick(['log', 'tmp', 'bak', 'pyc', 'o'])}", f"{v.folder()}/", f".{v.nonsense()}", f"!{v.nonsense()}.txt"]),
        "semver": lambda: f"{draw.randint(0, 9)}.{draw.randint(0, 30)}.{draw.randint(0, 9)}",
        "recipe": lambda: draw.pick([f"echo {v.nonsense()}", f"python3 {v.nonsense()}.py", f"rm -rf {v.nonsense()}", f"sh {v.word()}.sh", f"node {v.nonsense()}.js", f"npm run {v.word()}"]),
        "install": lambda: draw.pick([f"pip install {values.add('i', 'package')}", f"npm install {values.add('i', 'jspackage')}", f"apt-get install -y {v.nonsense()}"]),
        "type": lambda: draw.pick(["integer", "text", "real", "date", "an integer", "a date", "a real", "boolean"]),
        "phone": lambda: next(one for one in (v.phone() for _ in range(50)) if not one.isdigit()),
        "px": lambda: f"{draw.randint(1, 60)}{draw.pick(['px', 'px', 'em', '%'])}",
    }  # fmt: skip
    if kind in made:
        return made[kind]()
    return values.add(f"c{len(values)}", kind)


def _setting(draw: Draw, values: Values) -> str:
    """A key, with underscores where it has several words."""
    key = values.add(f"c{len(values)}", draw.pick(["settingkey", "settingkey", "numberkey", "textkey", "switch"]))
    return draw.weighted(
        [(5, key), (2, f"{draw.pick(['db', 'mail', 'cache', 'log', 'max', 'web', 'user', 'default'])}_{key}")]
    )


def _todo(draw: Draw, values: Values) -> str:
    text = draw.choices_of(draw.pick(TODO))
    return re.sub(r"<(\w+)>", lambda found: values.add(f"t{len(values)}", found[1]), text)


_UNIQUE = (
    "column",
    "package",
    "target",
    "css",
    "docker",
    "pattern",
    "todo",
    "sentence",
    "url",
    "email",
    "day",
    "heading",
)
"""Kinds whose cells have no neighbours that would be named so."""


def _neighbour(draw: Draw, name: str, kind: str) -> str:
    """Something that is easily taken for `name`."""
    if kind == "setting":
        return draw.pick([f"{name}_2", f"old_{name}", f"backup_{name}", f"{name}_test"])
    if kind in _UNIQUE:
        raise Unsuitable("no neighbour")
    if kind in ("service", "part"):
        return draw.pick([f"{name}2", f"{name}_old", f"{name}_test", f"{name}_backup"])
    if kind in ("name", "fullname", "city", "country"):
        return name[:-1] + draw.pick([letter for letter in "aeionry" if letter != name[-1]])
    return draw.pick(
        [
            f"{draw.pick(['small', 'old', 'new', 'spare', 'red', 'big'])} {name}",
            f"{name} {draw.pick(['box', 'bag', 'set', 'case', 'mix'])}",
        ]
    )


def drawn_rows(v: Vocabulary, kinds: tuple[str, ...], count: int, *, camel: bool) -> list[tuple[str, ...]]:
    """Rows of cells of these kinds, some easily taken for one another."""
    draw, values = v.draw, Values(v)
    first = draw.pick(kinds[0].split("|"))
    keys: list[str] = []
    for _ in range(count):
        near = keys and first not in _UNIQUE and draw.chance(0.2)
        key = _neighbour(draw, draw.pick(keys), first) if near else cell(v, values, first)
        key = re.sub(r"_(\w)", lambda found: found[1].upper(), key) if camel else key
        if key.lower() in (one.lower() for one in keys):
            raise Unsuitable("twice")
        keys.append(key)
    rows: list[tuple[str, ...]] = []
    for key in keys:
        rest = [cell(v, Values(v), kind, key) for kind in kinds[1:]]
        if rows and rest and kinds[0] not in ("setting", "css") and draw.chance(0.12):
            rest[0] = rows[-1][1]
        rows.append((key, *rest))
    if any(re.search(r"[\"'`<>|\\{}\n]", one) or one != one.strip() for row in rows for one in row):
        raise Unsuitable("a mark that is told badly")
    return rows


def _groups_of(v: Vocabulary, kinds: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Rows of two or three groups; the same key, or now and then the same thing, stands in several."""
    draw = v.draw
    groups = [row[0] for row in drawn_rows(v, kinds[:1], draw.randint(2, 3), camel=False)]
    pool = drawn_rows(v, kinds[1:2], draw.randint(3, 4) if len(kinds) > 2 else 3 * len(groups), camel=False)
    keys = [row[0] for row in pool]
    rows: list[tuple[str, ...]] = []
    for number, group in enumerate(groups):
        own = (
            draw.some(keys, 2, 4)
            if len(kinds) > 2 or draw.chance(0.15)
            else keys[3 * number : 3 * number + draw.randint(2, 3)]
        )
        rows += [(group, key, *[cell(v, Values(v), kind, key) for kind in kinds[2:]]) for key in own]
    if any(re.search(r"[\"'`<>|\\{}\n]", one) for row in rows for one in row):
        raise Unsuitable("a mark that is told badly")
    return rows


def sheet(v: Vocabulary) -> Sheet:
    """Something to be dictated."""
    draw = v.draw
    subject = draw.weighted(SUBJECTS)
    form = draw.pick(OWN[subject.forms])
    columns = list(subject.columns)
    if len(columns) > 2 and not subject.grouped:
        columns = [columns[0], *draw.some(columns[1:], 2, 3)]
    names = tuple(draw.pick(name.split("|")) for name, _ in columns)
    kinds = tuple(kind for _, kind in columns)
    camel = "typescript" in form.said or ("json" in form.endings and subject.forms == "setting" and draw.chance(0.4))
    rows = (
        _groups_of(v, kinds)
        if subject.grouped
        else drawn_rows(v, kinds, draw.randint(2, 6 if len(kinds) < 3 else 4), camel=camel)
    )
    if subject.forms == "docker":
        rows.sort(key=lambda row: list(DOCKER).index(row[0]))
        if rows[0][0] != "base image":
            raise Unsuitable("no image")
    title = draw.pick([draw.pick(subject.titles.split("|")), v.words(1, 2).capitalize(), v.nonsense().capitalize()])
    name = v.safe(draw.pick([v.word, v.nonsense])())
    if subject.forms == "css":
        name = draw.pick(
            ["body", "h1", "h2", "p", "nav", "footer", f".{v.nonsense()}", f".{v.word()}", f"#{v.nonsense()}"]
        )
    made = Sheet(path_for(v, form), form, subject, title, name, names, kinds, tuple(rows))
    if made.text.count("\n") > 18:
        raise Unsuitable("long")
    return made


def path_for(v: Vocabulary, form: Form) -> str:
    """The name of a file in this notation."""
    draw = v.draw
    ending = draw.pick(form.endings.split())
    if ending in (".gitignore", "Makefile", "Dockerfile"):
        return ending if draw.chance(0.6) else f"{v.folder()}/{ending}"
    if ending == "env":
        return draw.pick([".env", f".env.{v.word()}", f"{v.nonsense()}.env", f"{v.folder()}/.env"])
    if "requirements" in form.said:
        return draw.pick(["requirements.txt", f"requirements-{v.word()}.txt", f"{v.nonsense()}/requirements.txt"])
    return v.path(f".{ending}", nested=0.12)


def clause(draw: Draw, subject: Subject) -> str:
    """A way to tell a row of two cells, `{x}` and `{v}`."""
    return draw.choices_of(draw.pick(CLAUSES[subject.clauses]))
