"""Jobs where exactness counts: the ends of values, nested parents, aligned columns, commands named like tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tools.pocket import phrases_precise as phrases
from tools.pocket.change import becomes
from tools.pocket.contents import Document, document
from tools.pocket.contents_edit import Fresh, grid, variants
from tools.pocket.jobs_edit import changed, spot_edit
from tools.pocket.jobs_shell import said as reported
from tools.pocket.phrases_edit import said
from tools.pocket.phrasing import file_form, quoted
from tools.pocket.task import Script, Task, Unsuitable, shell, shell_output
from tools.pocket.tell import tell
from tools.pocket.words import CITIES, COLORS, FIRST_NAMES, GOODS, WEEKDAYS, Vocabulary


def _values(v: Vocabulary) -> tuple[Fresh, bool]:
    """A maker of values whose ends are easy to get wrong, and whether they are numbers."""
    draw = v.draw
    words = lambda: v.words(2, 5)  # noqa: E731
    makers: list[tuple[float, Fresh]] = [
        (3, words),
        (1, lambda: v.words(2, 4).capitalize()),
        (1, lambda: f"{v.proper()} {v.proper()}"),
        (1, lambda: f"{v.words(1, 2)} {draw.randint(1, 99)}"),
        (1, lambda: f"/{v.word()}/{v.nonsense()}/{v.word()}"),
        (1, lambda: f"./{v.word()}/{v.nonsense()}.{draw.pick(['log', 'db', 'txt', 'html'])}"),
        (1, lambda: f"{draw.randint(1, 99)} {draw.pick(['seconds', 'minutes', 'days', 'kg', 'km', 'percent', 'MB'])}"),
        (1, lambda: f"{draw.randint(1, 999)}{draw.pick(['ms', 's', 'MB', 'px', '%', 'k', 'GB', 'em'])}"),
        (1, lambda: f"{v.nonsense()}-{v.word()}-{draw.randint(1, 99)}"),
        (1, lambda: f"{v.nonsense()}, {v.word()}, {v.nonsense()}"),
        (1, lambda: f"{v.first_name()} <{v.email()}>"),
        (1, lambda: f"{v.words(1, 3)}{draw.pick(['!', '?', '...', '.'])}"),
        (1, lambda: f"({v.word()}) {v.nonsense()}"),
        (1, lambda: f"{draw.randint(0, 23):02}:{draw.randint(0, 59):02}-{draw.randint(0, 23):02}:{draw.randint(0, 59):02}"),
        (1, lambda: f"{draw.randint(2000, 2040)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"),
        (1, lambda: f"{v.host()}:{draw.randint(80, 60000)}"),
        (0.7, v.url),
        (0.7, v.version),
        (0.7, lambda: f"{v.word()} and {v.word()}"),
        (0.7, lambda: f"{v.word()} in {v.word()}"),
        (0.7, lambda: f"to {v.word()} or not to {v.word()}"),
        (0.7, lambda: f"{v.word()} = {v.word()}"),
        (0.5, lambda: f"#{''.join(draw.choices('0123456789abcdef', k=6))}"),
        (0.5, lambda: f"-{draw.randint(1, 99)}"),
    ]  # fmt: skip
    if draw.chance(0.3):
        low, high = draw.pick([(0, 9), (1, 99), (100, 9999), (1000, 999999)])
        return (lambda: str(draw.randint(low, high))), True
    return draw.weighted(makers), False


_ROWS: list[tuple[tuple[str, ...], str, str]] = [
    ((".ini", ".cfg", ".conf"), "{k} = {x}", "ini"), ((".ini", ".conf"), "{k}={x}", "ini"), ((".properties",), "{k}={x}", "plain"), ((".toml",), '{k} = "{x}"', "toml"), ((".toml",), "{k} = {n}", "toml"),
    ((".yaml", ".yml"), "{k}: {x}", "yaml"), ((".yaml", ".yml"), '{k}: "{x}"', "yaml"), ((".py",), '{k} = "{x}"', "plain"), ((".py",), "{k} = '{x}'", "plain"), ((".py",), "{k} = {n}", "plain"), ((".js", ".ts"), "const {k} = '{x}';", "plain"), ((".js",), "let {k} = {n};", "plain"),
    ((".txt", ".md", ""), "{k}: {x}", "plain"), ((".txt", ".md"), "{k} - {x}", "plain"), ((".md",), "**{k}:** {x}", "plain"), ((".md",), "- {k}: {x}", "plain"), ((".md",), "* {k} = {x}", "plain"), ((".sh",), '{k}="{x}"', "plain"), ((".sh",), "export {k}='{x}'", "plain"),
    ((".css",), "  --{k}: {x};", "css"), ((".html",), '<meta name="{k}" content="{x}">', "plain"), ((".html",), "<dt>{k}</dt><dd>{x}</dd>", "plain"), ((".xml",), "  <{k}>{x}</{k}>", "xml"), ((".c", ".h"), '#define {k} "{x}"', "plain"), ((".c", ".h"), "#define {k} {n}", "plain"), ((".rb",), "{k} = '{x}'", "plain"),
    ((".json",), '  "{k}": "{x}",', "json"), ((".json",), '  "{k}": {n},', "json"), ((".env",), "{k}={x}", "plain"), ((".go",), 'const {k} = "{x}"', "plain"), ((".java",), 'static final String {k} = "{x}";', "plain"),
]  # fmt: skip


def _key(v: Vocabulary, kind: str) -> str:
    draw = v.draw
    key = draw.pick([v.nonsense(), v.word(), f"{v.word()}_{v.word()}", f"{v.nonsense()}_{v.word()}", draw.pick(["title", "motto", "subject", "slogan", "banner", "path", "schedule", "author", "label", "window", "address", "note", "size", "delay"])])  # fmt: skip
    return key.replace("_", "-") if kind == "css" else key


def exact_value(v: Vocabulary) -> Task:
    """A value of several words, with signs or a unit, among others of its kind; the line around it stays."""
    draw = v.draw
    extensions, shape, kind = draw.pick(_ROWS)
    extension = draw.pick(extensions)
    rows: list[str] = []
    keys: list[str] = []
    values: list[str] = []
    makers: list[Fresh] = []
    for _ in range(draw.randint(2, 6)):
        key = _key(v, kind)
        fresh, is_number = _values(v)
        if "{n}" in shape:
            fresh, is_number = (lambda: str(draw.randint(1, 99999))), True
        value = fresh()
        if key in keys or any(mark in value for mark in _unfit(shape, kind, is_number)):
            continue
        keys.append(key)
        values.append(value)
        makers.append(fresh)
        rows.append(shape.replace("{k}", key).replace("{x}", value).replace("{n}", value))
    at = draw.randrange(len(rows))
    key, old, new = keys[at], values[at], makers[at]()
    if new == old or any(mark in new for mark in _unfit(shape, kind, False)) or "\n" in new or rows[at].count(old) != 1:
        raise Unsuitable("same")
    new_row = rows[at].replace(old, new)
    head, tail = _around(v, kind)
    if kind == "json":
        rows[-1] = rows[-1].removesuffix(",")
        new_row = new_row.removesuffix(",") if at == len(rows) - 1 else new_row
    lines = [*head, *rows, *tail]
    at += len(head)
    path = v.path(extension)
    made = Document(path, "\n".join(lines) + "\n")
    name = draw.pick([key, key, key.replace("_", " ").replace("-", " "), f"`{key}`", variants(draw, key)])
    plain = name.strip("`")
    if any(plain.lower() == other.lower() for other in keys if other != key):
        raise Unsuitable("twin")
    sure = 0.0 if re.search(r"[^\w /.%:-]", new) or re.search(r"\b(in|to|and|from|or|not|as|for)\b", new) else 0.5
    mark = draw.chance(0.5)
    slots = {"name": name, "file": file_form(draw, path), "new": quoted(draw, new, bare=sure)}
    if mark:
        old_sure = 0.0 if sure == 0.0 or re.search(r"[^\w /.%:-]|\b(in|to|and|from|or|not|as|for)\b", old) else 0.5
        prompt = tell(draw, phrases.FROM_TO, old=quoted(draw, old, bare=old_sure), **slots)
    else:
        prompt = tell(draw, phrases.TO, **slots)
    bind = spot_edit(made, at, new_row)
    lines[at] = new_row
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {plain} to {new} in {path}; read it first",
            bind,
            f"Changed {key} from {old} to {new} in {path}.",
        ),
        files={path: made.text},
        needs=("read", "edit"),
        ends={path: "\n".join(lines) + "\n"},
    )


def _unfit(shape: str, kind: str, number: bool) -> str:
    """Signs that the value must not have there."""
    if number:
        return ""
    marks = '"\\' if '"' in shape else "'\\" if "'" in shape else ""
    return marks + {"yaml": "#" if '"' in shape else "#:<>[]{},&*!|%@`-?'", "ini": ";#", "css": ";{}", "xml": "<>&", "json": '"\\'}.get(kind, "") + ("<>&" if "<" in shape else "")  # fmt: skip


def _around(v: Vocabulary, kind: str) -> tuple[list[str], list[str]]:
    draw = v.draw
    comment = [f"# {v.words(1, 4)}"] if draw.chance(0.25) and kind in ("ini", "toml", "yaml") else []
    match kind:
        case "ini" | "toml":
            return [*comment, f"[{v.word()}]"], []
        case "yaml":
            return comment, []
        case "css":
            return [":root {"], ["}"]
        case "xml":
            return ["<settings>"], ["</settings>"]
        case "json":
            return ["{"], ["}"]
        case _:
            return [], []


def _leaf(v: Vocabulary) -> tuple[str, Fresh]:
    draw = v.draw
    table: dict[str, Fresh] = {
        "port": lambda: str(draw.randint(80, 64000)), "replicas": lambda: str(draw.randint(1, 30)), "timeout": lambda: str(draw.randint(1, 900)), "host": v.host, "level": lambda: draw.pick(["debug", "info", "warning", "error"]), "enabled": lambda: draw.pick(["true", "false"]),
        "size": lambda: str(draw.randint(1, 512)), "color": lambda: draw.pick(COLORS), "name": v.nonsense, "owner": v.nonsense, "path": lambda: f"/{v.word()}/{v.nonsense()}", "limit": lambda: str(draw.randint(1, 9999)), "mode": v.word, "version": v.version, "city": lambda: draw.pick(CITIES), "day": lambda: draw.pick(WEEKDAYS),
    }  # fmt: skip
    key = draw.pick(list(table))
    return key, table[key]


def nested_value(v: Vocabulary) -> Task:
    """A value two or three levels deep, whose key stands under other parents as well."""
    draw = v.draw
    style = draw.pick(["yaml", "yaml", "json", "json", "toml", "braces", "python", "markdown"])
    deep = draw.chance(0.4) and style in ("yaml", "json", "toml", "python", "braces")
    parents = list(dict.fromkeys(draw.pick([v.nonsense(), v.word(), draw.pick(["web", "db", "cache", "api", "dev", "test", "prod", "client", "server", "backup", "mail", "left", "right", "main"])]) for _ in range(4)))[: draw.randint(2, 3)]  # fmt: skip
    tops = list(dict.fromkeys([v.word(), v.nonsense()])) if deep else [""]
    leaves: dict[str, Fresh] = dict(_leaf(v) for _ in range(draw.randint(2, 4)))
    if len(parents) < 2 or len(leaves) < 2 or set(tops) & set(parents):
        raise Unsuitable("few")
    spots: list[tuple[int, str, str, str, str, str]] = []
    lines: list[str] = []
    bare = ("true", "false")

    def value_of(key: str) -> str:
        return leaves[key]()

    def shown(value: str) -> str:
        if style == "yaml" or style in ("braces", "markdown"):
            return value
        if style == "python" and value in bare:
            return value.capitalize()
        return value if value in bare or re.fullmatch(r"\d+", value) else json.dumps(value)

    step = draw.pick(["  ", "    "])
    if style in ("json", "python"):
        lines.append("{" if style == "json" else f"{v.safe(v.word())} = {{")
    for top_at, top in enumerate(tops):
        depth = 1 if style in ("json", "python") else 0
        if top:
            lines.append(
                {
                    "yaml": f"{top}:",
                    "json": f'{step}"{top}": {{',
                    "python": f'{step}"{top}": {{',
                    "braces": f"{top} {{",
                    "toml": "",
                }[style]
            )
            depth += 1
        for at, parent in enumerate(parents):
            inner = step * depth
            lines.append(
                {
                    "yaml": f"{inner}{parent}:",
                    "json": f'{inner}"{parent}": {{',
                    "python": f'{inner}"{parent}": {{',
                    "braces": f"{inner}{parent} {{",
                    "toml": f"[{top}.{parent}]" if top else f"[{parent}]",
                    "markdown": f"## {parent.capitalize()}",
                }[style]
            )
            keys = list(leaves)
            for number, key in enumerate(keys):
                value = value_of(key)
                comma = "," if number < len(keys) - 1 or style == "python" else ""
                lead = "" if style == "toml" else inner + step
                form = {
                    "yaml": f"{lead}{key}: @",
                    "json": f'{lead}"{key}": @{comma}',
                    "python": f'{lead}"{key}": @,',
                    "braces": f"{lead}{key} @;",
                    "toml": f"{key} = @",
                    "markdown": f"- {key}: @",
                }[style]
                spots.append((len(lines), top, parent, key, value, form))
                lines.append(form.replace("@", shown(value)))
            if style in ("json", "python"):
                lines.append(inner + "}" + ("," if at < len(parents) - 1 or style == "python" else ""))
            elif style == "braces":
                lines.append(inner + "}")
            elif style == "toml" or (style == "markdown" and draw.chance(0.7)):
                lines.append("")
        if top and style in ("json", "python"):
            lines.append(step + "}" + ("," if top_at < len(tops) - 1 or style == "python" else ""))
        elif top and style == "braces":
            lines.append("}")
    if style in ("json", "python"):
        lines.append("}")
    while not lines[-1]:
        lines.pop()
    lines = [line for line in lines if line or style in ("toml", "markdown")]
    index = draw.pick(spots)
    at, top, parent, key, old, form = index
    at = next((i for i, line in enumerate(lines) if i >= 0 and _is_at(lines, i, index, spots)), -1)
    new = next((value for value in (value_of(key) for _ in range(9)) if value != old), "")
    if not new or at < 0:
        raise Unsuitable("same")
    path = v.path(
        {"yaml": ".yaml", "json": ".json", "toml": ".toml", "braces": ".conf", "python": ".py", "markdown": ".md"}[
            style
        ]
    )
    where = f"{top} {parent}" if top else parent
    dotted = f"{top}.{parent}.{key}" if top else f"{parent}.{key}"
    name = draw.pick(
        [f"{key} of {parent}", f"{key} under {parent}", f"{key} for {parent}", f"{parent} {key}", f"{parent}'s {key}", f"{key} in {parent}", f"{key} in the {parent} section", f"{parent}.{key}"]
        if not top
        else [dotted, f"{key} of {parent} in {top}", f"{key} of {parent} under {top}", f"{top} {parent} {key}", f"{key} under {top}.{parent}", f"{key} for {parent} in {top}", f"{parent}'s {key} under {top}"]
    )  # fmt: skip
    table = phrases.FROM_TO if draw.chance(0.3) else phrases.TO
    prompt = tell(
        draw, table, name=name, file=file_form(draw, path), new=said(draw, new), old=said(draw, old, bare=0.85)
    )
    prompt = re.sub(rf"\b([Tt]he|[Nn]ew) (?={re.escape(parent)}'s )", "", prompt)
    made = Document(path, "\n".join(lines) + "\n")
    new_line = form.replace("@", shown(new))
    bind = _deep_edit(made, at, new_line, where)
    lines[at] = new_line
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {name} to {new} in {path}; read it first",
            bind,
            f"Changed {key} under {where.replace(' ', '.')} from {old} to {new} in {path}.",
        ),
        files={path: made.text},
        needs=("read", "edit"),
        ends={path: "\n".join(lines) + "\n"},
    )


def _is_at(
    lines: list[str],
    at: int,
    index: tuple[int, str, str, str, str, str],
    spots: list[tuple[int, str, str, str, str, str]],
) -> bool:
    """Whether the spot is on this line: the empty lines that were taken out have moved it."""
    before = sum(1 for spot in spots if spot[0] < index[0])
    keys = [i for i, line in enumerate(lines) if _leaf_line(line, spots)]
    return before < len(keys) and keys[before] == at


def _leaf_line(line: str, spots: list[tuple[int, str, str, str, str, str]]) -> bool:
    return any(line.startswith(spot[5].split("@")[0]) for spot in spots)


def _deep_edit(made: Document, at: int, new_line: str, where: str) -> Callable[..., tuple[str, str, str]]:
    """`spot_edit` with as many lines above as it takes, and a plan that names the parent."""
    lines = made.text.split("\n")
    for back in range(9):
        if back > at:
            break
        old = "\n".join(lines[at - back : at + 1]).strip()
        new = "\n".join([*lines[at - back : at], new_line]).strip()
        if made.text.count(old) == 1 and lines[at - back].strip():
            break
    else:
        raise Unsuitable("no unique text")
    if made.text.count(old) != 1:
        raise Unsuitable("no unique text")

    def bind(result: object) -> tuple[str, str, str]:
        return f"line {at + 1} under {where}: {becomes(lines[at], new_line)}", old, new

    return bind


def aligned_cell(v: Vocabulary) -> Task:
    """A cell of an aligned table: what stands behind it keeps its column."""
    draw = v.draw
    if draw.chance(0.4):
        made, header, rows, written, makers = grid(v)
    else:
        made, header, rows, written, makers = _aligned(v)
    at, column = draw.randrange(len(rows)), draw.randrange(1, len(header))
    line, old, new = written[at], rows[at][column], makers[column - 1]()
    if made.text.count(rows[at][0]) != 1 or new == old or not new or made.text.split("\n").count(line) != 1:
        raise Unsuitable("twin")
    start = _cell_start(line, rows[at], column)
    width = len(old) + len(re.match(r" *", line[start + len(old) :]).group())  # type: ignore[union-attr]
    new_line = line[:start] + new + line[start + len(old) :]
    if made.path.endswith(".json"):
        if new.isdigit() != old.isdigit() and f'"{old}"' not in line:
            raise Unsuitable("type")
    elif width - len(old) > 1 or draw.pick(["  " in line]):
        behind = line[start + width :]
        new_line = (line[:start] + (new.ljust(width) if len(new) < width else new + " ") + behind).rstrip()
        if len(new) >= width and behind:
            raise Unsuitable("too wide")
    path = made.path
    said_column = header[column] if draw.chance(0.65) else variants(draw, header[column])
    if [said_column.lower()] == [h.lower() for h in header if h.lower() == said_column.lower()][1:]:
        raise Unsuitable("twin")
    prompt = tell(
        draw,
        phrases.CELL,
        column=said_column,
        row=rows[at][0] if draw.chance(0.85) else quoted(draw, rows[at][0], bare=0),
        new=said(draw, new, bare=0.9),
        file=file_form(draw, path),
    )
    place = made.text.split("\n").index(line)
    bind = spot_edit(made, place, new_line)
    lines = made.text.split("\n")
    lines[place] = new_line
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {said_column} of {rows[at][0]} to {new} in {path}; read it first",
            bind,
            f"Changed {header[column]} of {rows[at][0]} from {old} to {new} in {path}.",
        ),
        files={path: made.text},
        needs=("read", "edit"),
        ends={path: "\n".join(lines)},
    )


def _cell_start(line: str, row: list[str], column: int) -> int:
    """Where a cell begins: behind all that stand before it."""
    position = 0
    for cell in row[:column]:
        found = line.find(cell, position)
        if found < 0:
            raise Unsuitable("cell")
        position = found + len(cell)
    found = line.find(row[column], position)
    if found < 0:
        raise Unsuitable("cell")
    return found


def _aligned(v: Vocabulary) -> tuple[Document, list[str], list[list[str]], list[str], list[Fresh]]:
    """A table whose columns are aligned, with or without rules and bars."""
    draw = v.draw
    columns: dict[str, Fresh] = {
        "price": v.decimal, "stock": lambda: str(draw.randint(0, 500)), "city": lambda: draw.pick(CITIES), "owner": lambda: v.nonsense().capitalize(), "day": lambda: draw.pick(WEEKDAYS), "state": lambda: draw.pick(["open", "closed", "done", "late", "paid", "new"]), "color": lambda: draw.pick(COLORS),
        "time": lambda: f"{draw.randint(0, 23):02}:{draw.randint(0, 59):02}", "age": lambda: str(draw.randint(1, 99)), "Qty": lambda: str(draw.randint(1, 90)), "size": lambda: draw.pick(["S", "M", "L", "XL"]), "room": lambda: f"{draw.pick('ABCDEF')}{draw.randint(1, 40)}", v.nonsense(): v.nonsense, v.word(): lambda: str(v.number()),
    }  # fmt: skip
    header = [draw.pick(["name", "item", "who", "id", "task", "Name", "Item"]), *draw.some(list(columns), 2, 3)]
    names = list(dict.fromkeys(draw.pick([v.nonsense().capitalize(), v.nonsense(), draw.pick(FIRST_NAMES), draw.pick(GOODS), v.word()]) for _ in range(draw.randint(3, 5))))  # fmt: skip
    names = [name for name in names if not any(name != other and name in other for other in names)]
    makers = [columns[column] for column in header[1:]]
    rows = [[name, *(make() for make in makers)] for name in names]
    widths = [max(len(row[i]) for row in [header, *rows]) + draw.randint(2, 5) for i in range(len(header))]
    bars = draw.chance(0.5)

    def written_row(row: list[str]) -> str:
        if bars:
            return "| " + "| ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + "|"
        return "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

    written = [written_row(row) for row in rows]
    lines = [written_row(header)]
    if bars:
        lines.append("|" + "|".join("-" * (width + 1) for width in widths) + "|")
    elif draw.chance(0.4):
        lines.append("-" * sum(widths))
    lines += written
    if draw.chance(0.3):
        lines = [f"{v.words(1, 3).capitalize()}", "", *lines]
    return (
        Document(v.path(".md") if bars else v.path(".txt", ".txt", ""), "\n".join(lines) + "\n"),
        header,
        rows,
        written,
        makers,
    )


def tool_like_command(v: Vocabulary) -> Task:
    """A command that is called like a tool, or does what one does: run it, as it was said."""
    draw = v.draw
    made = document(v, short=True)
    path = made.path
    if " " in path:
        raise Unsuitable("space")
    folder = path.rsplit("/", 1)[0] if "/" in path else "."
    word = draw.pick(re.findall(r"[A-Za-z]{3,}", made.text) or ["x"])
    command = draw.weighted(
        [
            (5, draw.pick(["ls", "ls -1", "ls -a", "ls .", "ls | wc -l", "ls -d *", "ls *", "ls | sort", "ls | head -n 1", "ls -r"])), (2, f"ls {path}"), (1, f"ls {folder}"),
            (4, draw.pick([f"sort {path}", f"sort -r {path}", f"sort -u {path}", f"sort {path} | head -n 1", f"sort -n {path}", f"sort < {path}", f"sort {path} | uniq -c"])),
            (3, draw.pick([f"grep {word} {path}", f"grep -n {word} {path}", f"grep -c {word} {path}", f"grep -i {word} {path}", f"grep -v {word} {path}", f"grep -r {word} .", f"grep -l {word} {path}"])),
            (2, draw.pick([f"find . -name '*.{path.rsplit('.', 1)[-1]}'", "find . -type f", "find . -type f | wc -l", f"find {folder} -type f"])), (2, draw.pick([f"cat {path}", f"cat -n {path}", f"head -n 2 {path}", f"tail -n 1 {path}", f"wc -l {path}"])),
            (1, draw.pick(["read x", "list", "search", "edit", "write", f"list {path}", f"read {path}", f"search {word}", "todo", "jobs", f"edit {path}"])), (1, draw.pick(["pwd", "tree", "which ls", "which sort", "type ls", "echo ls", "history"])), (1, draw.pick([f"test -f {path} && echo yes", f"stat -c %s {path}", f"touch {v.nonsense()}.txt", "du -s . | cut -f2"])),
        ]
    )  # fmt: skip
    asked = command if draw.chance(0.45) else f"`{command}`"
    if command.split()[0] in ("read", "list", "search", "edit", "write", "todo"):
        prompt = tell(
            draw,
            [
                text
                for text in phrases.TOOL_LIKE
                if "command" in text.replace("{command}", "") or "shell" in text or "terminal" in text
            ],
            command=f"`{command}`",
        )
    else:
        prompt = tell(draw, phrases.TOOL_LIKE, command=asked)

    def script() -> Script:
        result = yield shell(command, f"run {command}; report the output")
        output, status = shell_output(result)
        return reported(command, output, status)

    return Task("run", prompt, script, {path: made.text}, ("shell",))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, exact_value),
    (3.5, nested_value),
    (2.5, aligned_cell),
    (1.8, tool_like_command),
]
