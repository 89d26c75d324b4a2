"""Repairs of scripts that ask a data file for what it calls otherwise, or for a file that is called otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from tools.pocket import phrases_tried as phrases
from tools.pocket.contents import Document
from tools.pocket.contents_bugs import misspelt
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.jobs_repairs import evidence
from tools.pocket.phrasing import file_form
from tools.pocket.task import Say, Script, Task, Unsuitable, edit, list_folder, read, shell, shell_output
from tools.pocket.words import Vocabulary

_THINGS = [
    "lamp",
    "chair",
    "guest",
    "parcel",
    "seat",
    "room",
    "ticket",
    "order",
    "invoice",
    "member",
    "player",
    "book",
    "song",
    "track",
    "house",
    "boat",
    "truck",
    "plant",
    "tool",
    "lesson",
    "course",
    "sensor",
    "camera",
    "router",
    "customer",
    "supplier",
    "teacher",
    "patient",
    "visitor",
    "recipe",
    "bottle",
    "album",
    "painting",
    "stamp",
]
_KEYS = [
    "price",
    "price_each",
    "old_price",
    "count",
    "max_count",
    "weight",
    "net_weight",
    "age",
    "size",
    "room",
    "room_number",
    "width",
    "height",
    "depth",
    "start_year",
    "end_year",
    "points",
    "bonus_points",
    "pages",
    "page_width",
    "seats",
    "free_seats",
    "floor",
    "house_number",
    "length",
    "unit_cost",
    "delivery_fee",
    "tax_rate",
    "rating",
    "votes",
    "score",
    "level",
    "capacity",
    "wage",
    "bonus",
    "distance",
    "speed",
    "top_speed",
]
_LONGEST_OUTPUT = 900
_Wordings = Callable[[Vocabulary, list[str], dict[str, str]], str]


def _forms(draw: Draw, key: str) -> str:
    """The key as somebody writes it who does not look."""
    first, *rest = key.split("_")
    forms = [
        key + "s" if not key.endswith("s") else key[:-1],
        key.capitalize(),
        key.upper(),
        misspelt(draw, key),
    ]
    if rest:
        forms += [
            first + "".join(word.capitalize() for word in rest),
            "-".join([first, *rest]),
            "".join([first, *rest]),
        ]
        forms.append("_".join([*rest, first]))
    return draw.pick(forms)


def _data(draw: Draw, v: Vocabulary, keys: list[str], kind: str) -> list[str]:
    """The lines of a file with these keys."""
    names = list(dict.fromkeys(v.word() for _ in range(3)))
    rows = [{"name": name} | {key: draw.randint(1, 60) for key in keys} for name in names]
    if kind == "csv":
        return [",".join(rows[0]), *(",".join(str(cell) for cell in row.values()) for row in rows)]
    if kind == "rows":
        cells = [f"  {json.dumps(row)}," for row in rows]
        return ["[", *cells[:-1], cells[-1].rstrip(","), "]"]
    return json.dumps(rows[0], indent=2).split("\n")


def _script(draw: Draw, kind: str, data: str, thing: str, keys: list[str]) -> list[str]:
    """A script that prints what the file says of the first of these keys, and perhaps of others."""
    key, other = keys[:2]
    opened = f'with open("{data}") as {draw.pick(["file", "f", "source", "handle"])}:'
    handle = opened.split()[-1].rstrip(":")
    if kind == "csv":
        body = draw.pick(
            [
                [f'        print({thing}["name"], {thing}["{key}"])'],
                [f'        print({thing}["{key}"])'],
                [
                    f'        {key} = int({thing}["{key}"])',
                    f'        print({thing}["name"], {key} * {draw.randint(2, 9)})',
                ],
                [f'        print(int({thing}["{key}"]) + int({thing}["{other}"]))'],
            ]
        )
        return ["import csv", "", opened, f"    for {thing} in csv.DictReader({handle}):", *body]
    if kind == "rows":
        head = ["import json", "", opened, f"    {thing}s = json.load({handle})"]
        body = draw.pick(
            [
                ["total = 0", f"for {thing} in {thing}s:", f'    total += {thing}["{key}"]', "print(total)"],
                [f"for {thing} in {thing}s:", f'    print({thing}["name"], {thing}["{key}"])'],
                [f'print(sum({thing}["{key}"] for {thing} in {thing}s))'],
                [f'print(max({thing}s, key=lambda one: one["{key}"])["name"])'],
                [
                    f"for {thing} in {thing}s:",
                    f'    if {thing}["{key}"] > {draw.randint(5, 40)}:',
                    f'        print({thing}["name"])',
                ],
                [f'print({thing}s[{draw.randint(0, 1)}]["{key}"])'],
            ]
        )
        return [*head, *body]
    head = ["import json", "", opened, f"    {thing} = json.load({handle})"]
    body = draw.pick(
        [
            [f'print({thing}["{key}"])'],
            [f'print({thing}["name"], {thing}["{key}"])'],
            [f'print({thing}["{key}"] * {draw.randint(2, 9)})'],
            [f'print({thing}["{key}"] + {thing}["{other}"])'],
            [f'{key} = {thing}["{key}"]', f'print("{key.replace("_", " ")}:", {key})'],
        ]
    )
    return [*head, *body]


def _repair(path: str, lines: list[str], at: int, right: str, data: str, line: str, told: list[str]) -> Script:
    """Run, read, look into the data or the folder, correct, run.

    `line` is what the data file says, if it is a key that is wrong; `told` are its lines if it was read before.
    """
    text = "\n".join(lines) + "\n"
    command = f"python3 {path}"
    output, status = shell_output((yield shell(command, f"run {command}")))
    if status == 0 or len(output) > _LONGEST_OUTPUT:
        raise Unsuitable(output)
    result = yield read(path, f"{evidence(output)}; read {path}")
    found = ""
    if not line:
        if not told:
            listed = yield list_folder("list the folder")
            if data not in listed.content.splitlines():
                raise Unsuitable(listed.content)
        found = f"{data}; "
    elif line not in told:
        looked = yield read(data, f"line {at + 1}: {lines[at].strip()}; read {data}")
        row = next(row for row in looked.content.splitlines() if row.partition("|")[2] == line)
        found = f"line {row.partition('|')[0]}: {line.strip()}; so "
    else:
        found = f"{data} line {[one for one in told if one].index(line) + 1}: {line.strip()}; so "
    plan, old, new = lines_edit(Document(path, text), [lines[at]], [right], result)
    changed = yield edit(path, old, new, f"{found}{plan}")
    if changed.is_error:
        raise Unsuitable(changed.content)
    output, status = shell_output((yield shell(command, f"run {command}")))
    if status or not output or len(output) > 300:
        raise Unsuitable(output)
    said = f"It printed: {output}" if "\n" not in output else f"It printed:\n{output}"
    return Say(output.splitlines()[-1], f"In {path} line {at + 1} is now `{right.strip()}`. {said}")


def by_data(v: Vocabulary, worded: _Wordings) -> Task:
    """Two or three scripts over one data file, each with a key, or the file's name, in another form than it has."""
    draw = v.draw
    thing = draw.pick(_THINGS)
    kind = draw.pick(["csv", "rows", "one"])
    stem = draw.pick([thing, f"{thing}s", f"{thing}_list", f"my_{thing}s", f"{thing}-data"])
    data = f"{stem}.{'csv' if kind == 'csv' else 'json'}"
    keys = draw.some([key for key in _KEYS if key != thing], 4, 5)
    rows = _data(draw, v, keys, kind)
    known = "\n".join(rows) + "\n"
    files = {data: known}
    if draw.chance(0.4):
        decoy = f"{thing}{draw.pick(['shade', 'stand', 'box', '_old_prices', '_colours'])}.{data.rpartition('.')[2]}"
        files[decoy] = known.replace(keys[0], "note")
    tasks: list[Task] = []
    told: list[str] = []
    for _ in range(draw.randint(2, 3)):
        used = draw.some(keys, 2, 2)
        right = _script(draw, kind, data, thing, used)
        verb = draw.pick(["show", "print", "sum", "read", "list", v.word(), v.nonsense()])
        path = f"{verb}_{draw.pick([used[0], thing, v.word()])}.py"
        by_name = draw.chance(0.25)
        old, new = (data, _other_name(draw, data)) if by_name else (f'"{used[0]}"', f'"{_forms(draw, used[0])}"')
        at = next(number for number, line in enumerate(right) if old in line)
        lines = [*right[:at], right[at].replace(old, new, 1), *right[at + 1 :]]
        if path in files or new in known or new in files or lines == right:
            raise Unsuitable("taken")
        files[path] = "\n".join(lines) + "\n"
        error = (
            f"FileNotFoundError: [Errno 2] No such file or directory: '{new}'"
            if by_name
            else f"KeyError: '{new[1:-1]}'"
        )
        table = [one for one in phrases.DATA if not (by_name and "{data}" in one)]
        if tasks and draw.chance(0.7):
            table = phrases.NEXT_FAILS
        slots = {
            "file": file_form(draw, path),
            "data": file_form(draw, data),
            "error": error,
            "command": f"python3 {path}",
        }
        line = "" if by_name else next(row for row in rows if kind == "csv" or f'"{used[0]}"' in row)
        script = partial(_repair, path, lines, at, right[at], data, line, list(told))
        ends: dict[str, str | None] = {path: "\n".join(right) + "\n"}
        tasks.append(Task("fix", worded(v, table, slots), script, needs=("read", "edit", "shell", "list"), ends=ends))
        told += rows if line else [""]
    tasks[0].files, tasks[0].after = files, tasks[1:]
    return tasks[0]


def _other_name(draw: Draw, data: str) -> str:
    stem, _, ending = data.rpartition(".")
    return draw.pick(
        [
            f"{stem}s.{ending}" if not stem.endswith("s") else f"{stem[:-1]}.{ending}",
            f"{stem.capitalize()}.{ending}",
            f"{stem}.{'txt' if ending == 'csv' else 'jsn'}",
            f"data/{data}",
            f"{misspelt(draw, stem)}.{ending}",
            f"the_{data}",
        ]
    )
