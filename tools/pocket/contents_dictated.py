"""What people tell in prose to have it written as a file: rows of cells, and the notations that files have for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.draw import Draw
from tools.pocket.phrases_dictated import CLAUSES, TODO
from tools.pocket.scene_values import Values
from tools.pocket.shapes import literal
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Subject:
    """What a file may be about.

    `columns` are names of columns with the kinds of their cells, the first being what a row is called by; where there
    are more than `width`, some of the others are drawn. `clauses` names the ways to tell a row of two cells.
    """

    titles: str
    columns: tuple[tuple[str, str], ...]
    forms: str
    clauses: str = "plain"


@dataclass(frozen=True, slots=True)
class Form:
    """A notation: how it is asked for, its lines, and the characters that no cell may have.

    `typed`: words such as `on` become booleans. `spoken`: who tells a key may leave its underscores out.
    """

    endings: str
    said: str
    lines: Callable[[Sheet], list[str]]
    unfit: str = ""
    typed: bool = False
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file of rows. `title` is a heading, `name` an identifier, for notations that need one."""

    path: str
    form: Form
    subject: Subject
    title: str
    name: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.form.lines(self)

    @property
    def text(self) -> str:
        """The file.

        Raises:
            Unsuitable: the notation cannot say a cell.
        """
        if any(mark in cell for row in self.rows for cell in row for mark in self.form.unfit):
            raise Unsuitable("unfit for the notation")
        return "\n".join(self.lines) + "\n"


def _typed(cell: str) -> str:
    return literal({"on": "true", "yes": "true", "off": "false", "no": "false"}.get(cell, cell))


def _python(cell: str) -> str:
    return {"true": "True", "false": "False"}.get(_typed(cell), _typed(cell))


def _sql(cell: str) -> str:
    return cell if re.fullmatch(r"\d+(\.\d+)?", cell) else f"'{cell}'"


def _between(lines: list[str], mark: str = ",") -> list[str]:
    """The lines, all but the last with a mark at their end."""
    return [line + mark for line in lines[:-1]] + lines[-1:]


def _rows(
    line: Callable[[tuple[str, ...]], str], *head: str, tail: tuple[str, ...] = ()
) -> Callable[[Sheet], list[str]]:
    """A line a row, between lines in which `{title}` and `{name}` may stand."""

    def lines(sheet: Sheet) -> list[str]:
        fill = [text.replace("{title}", sheet.title).replace("{name}", sheet.name) for text in head]
        return [*fill, *map(line, sheet.rows), *tail]

    return lines


def _separated(mark: str, header: bool) -> Callable[[Sheet], list[str]]:
    return lambda s: [mark.join(row) for row in ((s.columns, *s.rows) if header else s.rows)]


def _piped(row: tuple[str, ...]) -> str:
    return f"| {' | '.join(row)} |"


def _cells(row: tuple[str, ...], tag: str) -> str:
    return "  <tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>"


def _record(columns: tuple[str, ...], row: tuple[str, ...]) -> str:
    pairs = zip(columns, row, strict=True)
    return "  {" + ", ".join(f"{json.dumps(name)}: {_typed(cell)}" for name, cell in pairs) + "}"


def _inline(s: Sheet) -> str:
    return ", ".join(literal(row[0]) for row in s.rows)


_PAGE = [
    "<!DOCTYPE html>",
    "<html>",
    "<head>",
    "<title>{title}</title>",
    "</head>",
    "<body>",
    "<h1>{title}</h1>",
    "<ul>",
]

_DOCKER = {
    "base image": "FROM",
    "working directory": "WORKDIR",
    "install step": "RUN",
    "user": "USER",
    "port": "EXPOSE",
    "command": "CMD",
}

LISTS = [
    Form("txt list text", "a plain [text file|list], one [per line|a line]|a list with one thing per line|just a list, each on its own line|a simple list, every entry on a line of its own", _rows(lambda r: r[0])),
    Form("md txt", "a bullet list with dashes|a dash list|bullet points with a dash|a list where each line starts with a dash", _rows(lambda r: f"- {r[0]}")),
    Form("md txt", "a list with stars as bullets|a list with an asterisk before each|bullet points with stars", _rows(lambda r: f"* {r[0]}")),
    Form("md txt", "a numbered list|a list with numbers|a list numbered from 1", lambda s: [f"{n}. {row[0]}" for n, row in enumerate(s.rows, 1)]),
    Form("md", "a markdown checklist|a checklist with empty boxes|a task list in markdown, nothing ticked yet", _rows(lambda r: f"- [ ] {r[0]}")),
    Form("md", "markdown with the heading {title} and dash bullets|a markdown page, heading {title}, then bullets with dashes|{title} as the heading and below it a dash list", _rows(lambda r: f"- {r[0]}", "# {title}", "")),
    Form("html", "an unordered html list|a <ul>|a html list with bullets|just a <ul> with its items", _rows(lambda r: f"  <li>{r[0]}</li>", "<ul>", tail=("</ul>",))),
    Form("html", "an ordered html list|an <ol>|a numbered html list", _rows(lambda r: f"  <li>{r[0]}</li>", "<ol>", tail=("</ol>",))),
    Form("html", "a small web page, title and heading {title}, then a bullet list|a html page called {title}, in title and h1, with a <ul>", _rows(lambda r: f"  <li>{r[0]}</li>", *_PAGE, tail=("</ul>", "</body>", "</html>"))),
    Form("json", "a json array|a json list|an array in json", lambda s: ["[", *_between([f"  {literal(row[0])}" for row in s.rows]), "]"]),
    Form("yaml yml", "a yaml list|a list in yaml", _rows(lambda r: f"- {r[0]}"), ":#@%"),
    Form("yaml yml", "yaml with the list under {name}|a yaml list under the key {name}", _rows(lambda r: f"  - {r[0]}", "{name}:"), ":#@%"),
    Form("py", "a python list called {name}|a list {name} in python", lambda s: [f"{s.name} = [{_inline(s)}]"]),
    Form("js", "a js array {name}, as a const|a constant array called {name} in javascript", lambda s: [f"const {s.name} = [{_inline(s)}];"]),
    Form("txt csv", "one single line with commas between|all in one line, separated by commas", lambda s: [", ".join(row[0] for row in s.rows)], ","),
    Form("py", "a python script that prints them one after the other|a python script, a print for each", _rows(lambda r: f"print({json.dumps(r[0], ensure_ascii=False)})")),
    Form("sh", "a shell script with an echo for each|a shell script that echoes them one by one", _rows(lambda r: f'echo "{r[0]}"'), "$!"),
    Form("sql", "insert statements, table {name}, column label|sql inserts into the table {name}, the only column is label", lambda s: [f"INSERT INTO {s.name} (label) VALUES ('{row[0]}');" for row in s.rows]),
]  # fmt: skip
PAIRS = [
    Form("txt", "lines like {c1}: {c2}|a text file with lines like {c1}: {c2}|one line each, {c1}, a colon, {c2}", _rows(lambda r: f"{r[0]}: {r[1]}"), ":"),
    Form("txt md", "lines like {c1} - {c2}|one line each, as in {c1} - {c2}", _rows(lambda r: f"{r[0]} - {r[1]}")),
    Form("md", "a dash list, each entry like {c1}: {c2}|dash bullets of the form {c1}: {c2}", _rows(lambda r: f"- {r[0]}: {r[1]}")),
    Form("md", "markdown with the heading {title} and dash bullets like {c1}: {c2}|a markdown page, heading {title}, then dash bullets, {c1}: {c2}", _rows(lambda r: f"- {r[0]}: {r[1]}", "# {title}", "")),
    Form("json", "a json object from {c1} to {c2}|one json object, the {c1} as the key", lambda s: ["{", *_between([f"  {json.dumps(r[0], ensure_ascii=False)}: {_typed(r[1])}" for r in s.rows]), "}"], typed=True),
    Form("yaml yml", "plain yaml, {c1}: {c2}|yaml with the {c1} as key", _rows(lambda r: f"{r[0]}: {_typed(r[1]) if r[1] in ('on', 'off', 'yes', 'no') else r[1]}"), ":#@%", typed=True),
    Form("py", "a python dict called {name}, {c1} to {c2}|a dictionary {name} in python with the {c1} as key", _rows(lambda r: f"    {json.dumps(r[0], ensure_ascii=False)}: {_python(r[1])},", "{name} = {", tail=("}",)), typed=True),
    Form("html", "a description list in html, {c1} in dt and {c2} in dd|a <dl>, the {c1} as dt, the {c2} as dd", _rows(lambda r: f"  <dt>{r[0]}</dt><dd>{r[1]}</dd>", "<dl>", tail=("</dl>",))),
]  # fmt: skip
TABLES = [
    Form("csv", "a csv with the [columns|header] {columns}|csv, columns {columns}|comma separated, the header is {columns}|a csv file, first row {columns}", _separated(",", True), ","),
    Form("csv", "a csv with the columns {columns}|csv with the header {columns}", _separated(",", True), ","),
    Form("csv", "a csv without a header, in the order {columns}|csv, no header row, {columns} in this order", _separated(",", False), ","),
    Form("csv", "a csv with semicolons, header {columns}|semicolon separated, columns {columns}", _separated(";", True), ";"),
    Form("tsv", "a tsv with the columns {columns}|tab separated, the header being {columns}", _separated("\t", True)),
    Form("md", "a markdown table with the columns {columns}|a table in markdown, header {columns}", lambda s: [_piped(s.columns), _piped(("---",) * len(s.columns)), *map(_piped, s.rows)]),
    Form("json", "a json array of objects with the keys {columns}, an object per line|json, a list of objects, each on one line, keys {columns}", lambda s: ["[", *_between([_record(s.columns, r) for r in s.rows]), "]"]),
    Form("sql", "insert statements for the table {name} with the columns {columns}|sql inserts into {name}, columns {columns}", lambda s: [f"INSERT INTO {s.name} ({', '.join(s.columns)}) VALUES ({', '.join(map(_sql, r))});" for r in s.rows]),
    Form("html", "a html table with a header row {columns}|a <table>, header cells {columns}", lambda s: ["<table>", _cells(s.columns, "th"), *[_cells(r, "td") for r in s.rows], "</table>"]),
]  # fmt: skip
SETTINGS = [
    Form("ini cfg", "an ini with the section {name}|ini style, section {name}|our config, all in the section {name}", _rows(lambda r: f"{r[0]} = {r[1]}", "[{name}]"), spoken=True),
    Form("ini conf", "an ini without a section|the settings as key = value", _rows(lambda r: f"{r[0]} = {r[1]}"), spoken=True),
    Form("env", "the environment file|environment variables|the env variables", _rows(lambda r: f"{r[0].upper()}={r[1]}"), " ", spoken=True),
    Form("properties", "java properties|a properties file|plain properties", _rows(lambda r: f"{r[0]}={r[1]}")),
    Form("toml", "toml|a toml without any table|the settings in toml", _rows(lambda r: f"{r[0]} = {_typed(r[1])}"), typed=True, spoken=True),
    Form("toml", "toml with the table {name}|a toml, everything under [{name}]", _rows(lambda r: f"{r[0]} = {_typed(r[1])}", "[{name}]"), typed=True, spoken=True),
    Form("json", "a json object|json|the config as json", PAIRS[4].lines, typed=True),
    Form("yaml yml", "yaml|plain yaml, nothing nested", PAIRS[5].lines, ":#@%", typed=True, spoken=True),
    Form("yaml yml", "yaml, all of it under {name}|yaml with everything nested under {name}", _rows(lambda r: f"  {r[0]}: {_typed(r[1]) if r[1] in ('on', 'off', 'yes', 'no') else r[1]}", "{name}:"), ":#@%", typed=True, spoken=True),
    Form("py", "python constants|constants in python, upper case", _rows(lambda r: f"{r[0].upper()} = {_python(r[1])}"), typed=True, spoken=True),
    Form("py", "a python dict called {name}|a dict {name}", PAIRS[6].lines, typed=True),
    Form("js", "exported js constants in upper case|javascript constants, exported, all caps", _rows(lambda r: f"export const {r[0].upper()} = {_typed(r[1])};"), typed=True, spoken=True),
    Form("ts", "a typescript object called {name}, exported as a const|an exported const object {name} for typescript", _rows(lambda r: f"  {r[0]}: {_typed(r[1])},", "export const {name} = {", tail=("};",)), typed=True),
    Form("sh", "shell variables with export|exports for the shell, upper case names", _rows(lambda r: f"export {r[0].upper()}={r[1]}"), " ", spoken=True),
]  # fmt: skip
OWN = {
    "list": LISTS,
    "fact": PAIRS + TABLES,
    "table": TABLES,
    "setting": SETTINGS,
    "ignore": [Form(".gitignore", "one pattern per line|the ignore file|what git is to ignore", _rows(lambda r: r[0]))],
    "pin": [Form("txt", "requirements, pinned with ==|pinned requirements|pip requirements with == versions", _rows(lambda r: f"{r[0]}=={r[1]}"))],
    "make": [Form("Makefile mk", "make targets|a makefile with these targets|targets for make", lambda s: "\n\n".join(f"{r[0]}:\n\t{r[1]}" for r in s.rows).split("\n"))],
    "sql": [Form("sql", "a create table for {name}|the table {name}|a CREATE TABLE statement, table {name}", lambda s: [f"CREATE TABLE {s.name} (", *_between([f"  {r[0]} {r[1].split()[-1].upper()}" for r in s.rows]), ");"])],
    "css": [Form("css", "a css rule for {name}|one rule for {name}|the style of {name}", _rows(lambda r: f"  {r[0]}: {r[1]};", "{name} {", tail=("}",)))],
    "docker": [Form("Dockerfile", "a dockerfile|the dockerfile|our dockerfile", _rows(lambda r: f"{_DOCKER[r[0]]} {r[1]}"))],
}  # fmt: skip
"""Notations by what they are for."""

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


_UNIQUE = ("column", "package", "target", "css", "docker", "pattern", "todo", "sentence", "url", "email")
"""Kinds whose cells have no neighbours that would be named so."""


def _neighbour(draw: Draw, name: str, kind: str) -> str:
    """Something that is easily taken for `name`."""
    if kind == "setting":
        return draw.pick([f"{name}_2", f"old_{name}", f"backup_{name}", f"{name}_test"])
    if kind in _UNIQUE:
        raise Unsuitable("no neighbour")
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


def sheet(v: Vocabulary) -> Sheet:
    """Something to be dictated."""
    draw = v.draw
    subject = draw.weighted(SUBJECTS)
    form = draw.pick(OWN[subject.forms])
    columns = list(subject.columns)
    if len(columns) > 2:
        columns = [columns[0], *draw.some(columns[1:], 2, 3)]
    names = tuple(draw.pick(name.split("|")) for name, _ in columns)
    kinds = tuple(kind for _, kind in columns)
    camel = "typescript" in form.said or ("json" in form.endings and subject.forms == "setting" and draw.chance(0.4))
    rows = drawn_rows(v, kinds, draw.randint(2, 6 if len(kinds) < 3 else 4), camel=camel)
    if subject.forms == "docker":
        rows.sort(key=lambda row: list(_DOCKER).index(row[0]))
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
