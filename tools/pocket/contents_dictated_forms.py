"""Files that hold rows of cells, and the notations that they may be in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.shapes import literal
from tools.pocket.task import Unsuitable


@dataclass(frozen=True, slots=True)
class Subject:
    """What a file may be about.

    `columns` are names of columns with the kinds of their cells, the first being what a row is called by. `forms` names
    its notations, `clauses` the ways to tell a row of two cells. `grouped`: the first cell is a heading over rows, and
    the second is what a row is called by.
    """

    titles: str
    columns: tuple[tuple[str, str], ...]
    forms: str
    clauses: str = "plain"
    grouped: bool = False


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
    def names(self) -> list[str]:
        """What the rows are called by."""
        return [row[self.subject.grouped] for row in self.rows]

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


def _groups(
    line: Callable[[tuple[str, ...]], str], over: str, under: str = "", apart: tuple[str, ...] = (), mark: str = ""
) -> Callable[[Sheet], list[str]]:
    """Rows under their headings, `{g}` being one; `mark` parts rows, and `under` closes a group."""

    def lines(sheet: Sheet) -> list[str]:
        every: list[str] = []
        for group in dict.fromkeys(row[0] for row in sheet.rows):
            own = [line(row[1:]) for row in sheet.rows if row[0] == group]
            own = _between(own, mark) if mark else own
            every += [*(apart if every else ()), *over.replace("{g}", group).split("\n"), *own, *under.split("\n")]
            every = every if under else every[:-1]
        return every

    return lines


def _arrays(sheet: Sheet, quote: str = '"') -> list[str]:
    """For each heading a line with all its rows."""
    groups = dict.fromkeys(row[0] for row in sheet.rows)
    return [
        f"{quote}{group}{quote}: [{', '.join(literal(row[1]) for row in sheet.rows if row[0] == group)}]"
        for group in groups
    ]


def _braced(sheet: Sheet) -> list[str]:
    lines = _groups(lambda r: f"    {json.dumps(r[0])}: {_typed(r[1])}", '  "{g}": {', "  },", mark=",")(sheet)
    return ["{", *lines[:-1], "  }", "}"]


DOCKER = {
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
    Form("html", "an unordered html list|a <ul>|a html list with bullets|just a <ul> with its items", _rows(lambda r: f"  <li>{r[0]}</li>", "<ul>", tail=("</ul>",)), "&"),
    Form("html", "an ordered html list|an <ol>|a numbered html list", _rows(lambda r: f"  <li>{r[0]}</li>", "<ol>", tail=("</ol>",)), "&"),
    Form("html", "a small web page, title and heading {title}, then a bullet list|a html page called {title}, in title and h1, with a <ul>", _rows(lambda r: f"  <li>{r[0]}</li>", *_PAGE, tail=("</ul>", "</body>", "</html>")), "&"),
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
    Form("toml", "toml with the table {name}|a toml, everything in the table {name}", _rows(lambda r: f"{r[0]} = {_typed(r[1])}", "[{name}]"), typed=True, spoken=True),
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
    "sections": [
        Form("md", "markdown with a second level heading for each group and dash bullets|markdown, ## headings, dash bullets below", _groups(lambda r: f"- {r[0]}", "## {g}\n", apart=("",))),
        Form("txt md", "each group as a line with a colon, below it dashes|groups as a line with a colon at its end, then a dash for each", _groups(lambda r: f"- {r[0]}", "{g}:")),
        Form("yaml yml", "yaml, a key for each group with a list|yaml lists under the groups", _groups(lambda r: f"  - {r[0]}", "{g}:"), ":#@%"),
        Form("json", "a json object with an array for each group, every array on one line|json, group to array, one line a group", lambda s: ["{", *_between([f"  {line}" for line in _arrays(s)]), "}"]),
        Form("py", "a python dict {name} from group to list|a dict called {name} in python, a list for each group", lambda s: [f"{s.name} = {{", *[f"    {line}," for line in _arrays(s)], "}"]),
        Form("html", "html with an h2 for each group and a <ul> below|an h2 and a <ul> for each group", _groups(lambda r: f"  <li>{r[0]}</li>", "<h2>{g}</h2>\n<ul>", "</ul>")),
    ],
    "blocks": [
        Form("ini cfg conf", "an ini with sections|ini style with sections", _groups(lambda r: f"{r[0]} = {r[1]}", "[{g}]", apart=("",))),
        Form("toml", "toml tables|a toml with tables", _groups(lambda r: f"{r[0]} = {_typed(r[1])}", "[{g}]", apart=("",)), typed=True),
        Form("yaml yml", "nested yaml|yaml, nested one level", _groups(lambda r: f"  {r[0]}: {_typed(r[1]) if r[1] in ('on', 'off', 'yes', 'no') else r[1]}", "{g}:"), ":#@%", typed=True),
        Form("json", "nested json|json, an object for each", _braced, typed=True),
    ],
    "docker": [Form("Dockerfile", "a dockerfile|the dockerfile|our dockerfile", _rows(lambda r: f"{DOCKER[r[0]]} {r[1]}"))],
}  # fmt: skip
"""Notations by what they are for."""
