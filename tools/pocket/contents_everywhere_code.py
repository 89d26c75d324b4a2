"""Programs of several files whose names, keys and file names stand in more than one of them."""

from __future__ import annotations

import re

from tools.pocket.contents_everywhere import Fact, World
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

_DEFINED = {
    "py": [
        ["def «f»(«x»):", "    # «c» was found by trying", "    return «x» * «c»"],
        ["def «f»(«x»):", "    «y» = «x» + «c»", "    return «y»"],
        ["def «f»(«x», «y»=«c»):", "    return «x» - «y»"],
        ["def «f»(«x»):", "    if «x» > «c»:", "        return «c»", "    return «x»"],
        ["def «f»(«x»):", '    """Counts in steps of «c»."""', "    return list(range(0, «x», «c»))"],
        ["def «f»(«x»):", "    return [«x», «c»]"],
    ],
    "js": [
        ["export function «f»(«x») {", "  return «x» * «c»;", "}"],
        ["export const «f» = («x») => «x» + «c»;"],
        ["export function «f»(«x», «y» = «c») {", "  return Math.max(«x», «y»);", "}"],
        ["// «f» never gives more than «c»", "export const «f» = («x») => Math.min(«x», «c»);"],
        ["export function «f»(«x») {", "  const «y» = «c» - «x»;", "  return «y»;", "}"],
    ],
    "sh": [
        ["«f»() {", '  echo "$1 $«c»"', "}"],
        ["«f»() {", '  cp "$1" "$«c»/"', "}"],
        ["«f»() {", '  test -d "$«c»" || mkdir "$«c»"', "}"],
    ],
}
_LONGER = {
    "py": [
        ["def «~f»_all(«x»):", "    return [«f»(one) for one in «x»]"],
        ["def re«~f»(«x»):", "    return «f»(«f»(«x»))"],
        ["def «~f»_twice(«x»):", "    return «x» * 2"],
        ["«~c»_MIN = «n2»"],
    ],
    "js": [
        ["export const «~f»All = («x») => «x».map(«f»);"],
        ["export const «~f»Once = («x») => «x»;"],
        ["export const «~c»_MIN = «n2»;"],
        ["export function pre«~f»(«x») {", "  return «f»(«x») - 1;", "}"],
    ],
    "sh": [["«~f»_all() {", '  for one in "$@"; do «f» "$one"; done', "}"], ["«~c»_OLD=«n2»"], ["un«~f»() {", '  rm "$1"', "}"]],
}  # fmt: skip
_CONSTANT = {"py": "«c» = «n»", "js": "export const «c» = «n»;", "sh": "«c»=«n»"}
_USED = {
    "py": [
        ["from «m» import «f»", "", "print(«f»(«n3»))"],
        ["import «m»", "", "print(«m».«f»(«n3»), «m».«c»)"],
        ["from «m» import «c», «f»", "", "", "def main():", "    «y» = «f»(«n3»)", "    print(«y», «c»)", "", "", "main()"],
        ["from «m» import «c»", "", "for «y» in range(3):", '    print(«y», "of", «c»)'],
        ["from «m» import «f» as «y»", "", "print(«y»(«n3»))"],
        ["import «m»", "", "«y» = [«m».«f»(«n2»), «m».«f»(«n3»)]", "print(«y»)"],
    ],
    "js": [
        ['import { «f» } from "./«p»";', "", "console.log(«f»(«n3»));"],
        ['import { «c», «f» } from "./«p»";', "", "const «y» = «f»(«n3») + «c»;", "console.log(«y»);"],
        ['const { «f» } = require("./«p»");', "", "module.exports = () => «f»(«n3»);"],
        ['import { «c» } from "./«p»";', "", "if («n3» > «c») {", '  console.log("too much");', "}"],
    ],
    "sh": [
        [". ./«p»", "«f» «y»"],
        ["#!/bin/sh", ". ./«p»", "for one in «x» «y»; do", '  «f» "$one"', "done", 'echo "done: $«c»"'],
        ["#!/bin/sh", ". ./«p»", "echo $«c»"],
    ],
}  # fmt: skip
_CLASSES = {
    "py": (
        [
            ["class «f»:", "    def __init__(self, «x»):", "        self.«x» = «x» + «c»"],
            ["class «f»:", "    «x» = «c»", "", "    def __init__(self, «y»):", "        self.«y» = «y»"],
        ],
        [["class «~f»Error(ValueError):", '    """What «f» raises."""'], ["class Base«~f»:", "    pass"], ["class My«~f»(«f»):", "    «x» = «n2»"]],
        [
            ["from «m» import «f»", "", "«y» = «f»(«n3»)", "print(«y».«x»)"],
            ["import «m»", "", "print(«m».«f»(«n2»).«x», «m».«c»)"],
            ["from «m» import «c», «f»", "", "for one in («n2», «n3»):", "    print(«f»(one).«x» - «c»)"],
        ],
    ),
    "js": (
        [["export class «f» {", "  constructor(«x») {", "    this.«x» = «x» + «c»;", "  }", "}"]],
        [["export class «~f»List extends Array {}"], ["export class My«~f» extends «f» {}"], ["export const new«~f» = («x») => new «f»(«x»);"]],
        [
            ['import { «f» } from "./«p»";', "", "const «y» = new «f»(«n3»);", "console.log(«y».«x»);"],
            ['import { «c», «f» } from "./«p»";', "", "export const «y» = («x») => new «f»(«x» + «c»);"],
            ['const { «f» } = require("./«p»");', "", 'test("«f» counts", () => {', "  expect(new «f»(1).«x»).toBe(«n3»);", "});"],
        ],
    ),
}  # fmt: skip
"""Definitions, what looks like them, and uses, where the name is that of a class."""
_TOLD = [
    "`«f»` is in `«p»`.", "Call `«f»` with a number.", "- `«c»` can be changed in `«p»`", "`«c»` is «n» for a reason.",
    "Everything begins in «p».", "* «f»: see «p»", "To do: tests for «f»", "«p» has «f» and «c».", "`«f»` needs `«c»`",
]  # fmt: skip


def _identifier(v: Vocabulary) -> str:
    draw = v.draw
    name = draw.pick([v.nonsense(), f"{v.word()}_{v.nonsense()}", f"{v.nonsense()}_{v.word()}", v.function_name()])
    if len(name) < 4 or not name.isidentifier():
        raise Unsuitable("name")
    return v.safe(name)


def program(v: Vocabulary) -> World:
    """A module, two or three files that use it, and perhaps one that tells of it."""
    draw = v.draw
    world = World(v)
    language = draw.weighted([(6, "py"), (4, "js"), (2, "sh")])
    is_class = language in _CLASSES and draw.chance(0.3)
    defined, longer, used = _DEFINED[language], _LONGER[language], _USED[language]
    if is_class:
        defined, longer, used = _CLASSES[language]
        world.know(
            "f", "code", ["class"], lambda: f"{v.nonsense()}{draw.pick(['', v.word().capitalize()])}".capitalize()
        )
    else:
        world.know("f", "code", ["function", "function", "helper", "routine"], lambda: _identifier(v))
    world.know("c", "code", ["constant", "constant", "variable", "name"], lambda: _identifier(v).upper())
    if language == "py":
        module = world.know("m", "module", ["module"], v.nonsense)
    else:
        module = v.nonsense()
        world.facts["p"] = Fact("file", ["file"], lambda: f"{v.nonsense()}.{language}")
    world.now["p"] = f"{module}.{language}"
    fixed = {"x": v.nonsense()[:4] + "s", "y": v.nonsense(), "n": str(draw.randint(3, 90))}
    fixed |= {"n2": str(draw.randint(2, 20)), "n3": str(draw.randint(100, 300))}
    if len({*fixed.values(), *world.now.values()}) < len(fixed) + 3:
        raise Unsuitable("twins")

    def put(path: str, lines: list[str]) -> None:
        for line in lines:
            for name, text in fixed.items():
                line = line.replace(f"«{name}»", text)
            world.add(path, line.replace("«p»", "«m».py") if language == "py" else line)

    path = world.new_file(world.now["p"])
    parts = [draw.pick(defined), *draw.some(longer, 0, 2)]
    put(path, [_CONSTANT[language]])
    for part in parts:
        put(path, [*([""] * (2 if language == "py" and part[0].startswith(("def", "class")) else 1)), *part])
    for lines in draw.some(used, 2, 2 if draw.chance(0.6) else 3):
        user = world.new_file(f"{v.nonsense()}.{language}")
        put(user, lines)
        world.runs = user if language == "py" else ""
    if draw.chance(0.5):
        told = world.new_file(v.path(".md", ".txt", nested=0))
        put(told, draw.some(_TOLD, 2, 4))
    for name in ("f", "c"):
        found = [one for line in world.files[path] for one in re.findall(rf"\w*{world.now[name]}\w*", line)]
        others = [one for one in found if one != world.now[name]]
        world.longer |= {name: draw.pick(others)} if others else {}
    if not any(world.facts["c"].places.get(path, {})):
        raise Unsuitable("no constant")
    return world


_DATA = {
    "json": ["{", '  "«k»": "«u»",', '  "«j»": «n»,', '  "«~k»_old": "«w»"', "}"],
    "yaml": ["«k»: «u»", "«j»: «n»", "«~k»s2: «w»"],
    "csv": ["«k»,«j»", "«u»,«n»", "«w»,«n2»"],
    "toml": ['«k» = "«u»"', "«j» = «n»"],
    "jsonl": ['{"«k»": "«u»", "«j»": «n»}', '{"«k»": "«w»", "«j»": «n2»}'],
    "ini": ["[«w»]", "«j» = «n»", "«k» = «u»"],
}
_READER = {
    "py": [
        ['PATH = "«d»"', "", "", "def show(rows):", "    for row in rows:", '        print(row["«k»"], row["«j»"], sep="\\t")'],
        ["import json", "", 'data = json.load(open("«d»"))', 'print(data["«k»"], data["«j»"])'],
        ["def «w»(row):", '    return row["«k»"].strip()', "", "", "def «u»(row):", '    return int(row["«j»"])'],
        ['FIELDS = ["«k»", "«j»"]', "", "", "def fits(row):", "    return all(one in row for one in FIELDS)"],
        ["def check(row):", '    assert row.get("«k»"), "«k» is empty"', '    assert int(row["«j»"]) > «n2»'],
    ],
    "js": [
        ['const data = require("./«d»");', "console.log(data.«k», data.«j»);"],
        ["export const label = (row) => `${row.«k»} (${row.«j»})`;"],
        ["rows.sort((a, b) => a.«j» - b.«j»);", "rows.forEach((row) => show(row.«k»));", "rows.length = «n»;"],
    ],
    "md": [
        ["# Fields", "", "- `«k»`: what it is called", "- `«j»`: how many"],
        ["| field | type |", "| --- | --- |", "| «k» | text |", "| «j» | number |"],
    ],
    "sql": [["ALTER TABLE «w» ADD COLUMN «k» TEXT;", "ALTER TABLE «w» ADD COLUMN «j» INTEGER;", "UPDATE «w» SET «j» = «n»;"], ["SELECT «k», «j»", "FROM «w»", "WHERE «j» > «n»", "ORDER BY «k»;"]],
    "html": [["<td>{{ row.«k» }}</td>", "<td>{{ row.«j» }}</td>"], ['<input name="«k»">', '<input name="«j»" type="number">']],
}  # fmt: skip


def records(v: Vocabulary) -> World:
    """Data with keys, and the code, the tables and the pages that use them."""
    draw = v.draw
    world = World(v)
    for name in ("k", "j"):
        world.know(name, "all key", ["key"], lambda: draw.pick([v.nonsense(), f"{v.nonsense()}_{v.word()}", v.word()]))
    ending = draw.pick(list(_DATA))
    world.know("d", "file", ["file"], lambda: f"{v.nonsense()}.{ending}")
    fixed = {"u": v.nonsense(), "w": v.nonsense(), "n": str(draw.randint(20, 900)), "n2": str(draw.randint(2, 19))}
    kinds = draw.some(list(_READER), 2, 3)
    chosen = [(world.now["d"], _DATA[ending]), *((f"{v.stem()}.{kind}", draw.pick(_READER[kind])) for kind in kinds)]
    if any("json.load" in line or "require" in line for _, lines in chosen for line in lines) and ending != "json":
        raise Unsuitable("no JSON")
    if any(text in world.now.values() or len(text) < 4 for text in (fixed["u"], fixed["w"])):
        raise Unsuitable("twins")
    for path, lines in chosen:
        world.new_file(path)
        for line in lines:
            for name, text in fixed.items():
                line = line.replace(f"«{name}»", text)
            world.add(path, line)
    return world


_DEPLOYED = {
    "env": ["«k»=«port»", "«j»=«path»", "«~k»_OLD=«n»"],
    "compose.yaml": [
        "services:", "  «u»:", "    image: «image»", "    ports:", '      - "«port»:«port»"', "    volumes:", "      - «path»:/data",
        "    environment:", "      «j»: «path»",
    ],
    "Dockerfile": ["FROM «image»", "ENV «j»=«path»", "EXPOSE «port»", "USER «w»", 'CMD ["«u»"]'],
    "sh": ["#!/bin/sh", "mkdir -p «path»", '«u» --port "$«k»" --dir "$«j»" &', "curl -s http://localhost:«port»/«w»"],
    "conf": [
        "server {", "  server_name «w».example;", "  location /«w» {", "    proxy_pass http://localhost:«port»;", "  }", "  location /files {",
        "    alias «path»;", "  }", "}",
    ],
    "md": ["# «u»", "", "Runs on port «port», with its files in `«path»`.", "Set `«k»` and `«j»` before.", "Needs «image»."],
    "py": ["import os", "", 'PORT = int(os.environ.get("«k»", "«port»"))', 'FOLDER = os.environ.get("«j»", "«path»")', "USERS = «n»"],
    "Makefile": ["up:", "\t«u» -p «port»", "", "clean:", "\trm -rf «path»/tmp", "", "pull:", "\tdocker pull «image»"],
    "service": ["[Service]", "ExecStart=/usr/bin/«u» --port «port»", "Environment=«j»=«path»", "WorkingDirectory=«path»", "User=«w»"],
    "js": ["const port = process.env.«k» || «port»;", "const limit = «n»;", "app.listen(port);", "serve(process.env.«j»);"],
}  # fmt: skip


def deployment(v: Vocabulary) -> World:
    """What it takes to run a program: variables, a port, a folder and an image, in files of many kinds."""
    draw = v.draw
    world = World(v)
    for name in ("k", "j"):
        world.know(name, "code", ["variable", "environment variable"], lambda: _identifier(v).upper())
    world.know("port", "value", ["port", "port number"], lambda: str(draw.randint(1024, 64000)))
    world.know(
        "path",
        "value",
        ["data folder", "folder with the data", "folder for the data"],
        lambda: f"/{draw.pick(['srv', 'var', 'opt'])}/{v.nonsense()}",
    )
    world.know("image", "value", ["image"], lambda: f"{v.nonsense()}:{draw.randint(1, 30)}.{draw.randint(0, 20)}")
    fixed = {"u": f"{v.nonsense()}d", "w": v.nonsense(), "n": str(draw.randint(2, 900))}
    if len({*fixed.values()}) < len(fixed) or fixed["u"] in world.now["path"]:
        raise Unsuitable("twins")
    for kind in draw.some(list(_DEPLOYED), 3, 4):
        path = world.new_file(
            kind if kind[0].isupper() or "." in kind else f"{draw.pick([v.nonsense(), v.stem()])}.{kind}"
        )
        for line in _DEPLOYED[kind]:
            for name, text in fixed.items():
                line = line.replace(f"«{name}»", text)
            world.add(path, line)
    return world
