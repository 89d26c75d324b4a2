"""Files to look things up in: pages, styles, tables of a database, packages, code."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket.contents_lookup import Page


def manual(p: Page) -> None:
    """A readme with a command under each heading."""
    draw = p.v.draw
    p.name("README INSTALL docs guide manual setup", "md")
    tool = p.new("nonsense")
    marks = draw.pick(["##", "###"])
    p.add(f"# {tool.capitalize()}", "")
    tops = draw.some(
        [("macOS", "mac"), ("Linux", "linux"), ("Windows", "windows"), ("Uninstall", "remove"), ("Tests", "tests"), ("Update", "update"), ("Docker", "docker"), ("Development", "develop")], 3, 5
    )  # fmt: skip
    ways = {
        "mac": ["brew install {t}", "port install {t}", "brew tap {a}/{t}"], "linux": ["apt install {t}", "snap install {t}", "dnf install {t}-{a}"], "windows": ["winget install {a}.{t}", "scoop install {t}", "choco install {t}-{a}"],
        "remove": ["{t} uninstall --{a}", "rm -r ~/.{t}/{a}"], "tests": ["make {a}", "{t} check --{a}", "pytest tests/{a}"], "update": ["{t} self-update", "{t} upgrade --{a}"],
        "docker": ["docker run {a}/{t}:{n}", "docker pull {a}/{t}"], "develop": ["pip install -e .[{a}]", "npm run {a}", "cargo run -- {a}"],
    }  # fmt: skip
    for title, kind in tops:
        command = draw.pick(ways[kind]).format(t=tool, a=p.new("nonsense"), n=p.new("int 1 90"))
        head = p.add(f"{marks} {title}")
        at = p.add(*draw.pick([[], [""]]), draw.pick(["    {}", "`{}`", "$ {}", "Run `{}`."]).format(command))
        p.add("")
        p.fact(f"manual.{kind}", command, head, at)
    p.lines.pop()
    rest = [kind for kind in ways if kind not in [kind for _, kind in tops]]
    p.lacks(f"manual.{draw.pick(rest)}")


def page(p: Page) -> None:
    """A web page: links, headings, pictures, fields."""
    draw = p.v.draw
    p.name("index page about home links start", "html")
    title, heading, other = p.new("club"), p.new("heading"), p.new("heading")
    p.fact("html.title", title, p.add(f"<title>{title}</title>"), change="club")
    p.fact("html.h1", heading, p.add(f"<h1>{heading}</h1>"), change="heading")
    for text in p.some(draw.pick(["heading", "goods", "gear"]), 3, 5):
        target = draw.pick(
            [f"/{p.new('nonsense')}", f"{p.new('nonsense')}.html", p.new("url"), f"#{p.new('nonsense')}"]
        )
        at = p.add(
            draw.pick(
                ['<a href="{u}">{t}</a>', '  <li><a href="{u}">{t}</a></li>', '<a class="{c}" href="{u}">{t}</a>']
            ).format(u=target, t=text.capitalize(), c=draw.pick(["button", "link", "nav"]))
        )
        p.fact("html.href", target, at, x=text)
        p.fact("html.text", text.capitalize(), at, X=target)
    p.fact("html.h2", other, p.add(f"<h2>{other}</h2>"), change="heading")
    for alt in p.some("animal", 1, 2):
        file = f"{p.new('nonsense')}.{draw.pick(['jpg', 'png', 'webp', 'svg'])}"
        at = p.add(f'<img src="{file}" alt="{alt}" width="{p.new("int 40 900")}">')
        p.fact("html.src", file, at, x=alt)
        p.fact("html.alt", alt, at, change="animal", X=file)
    hint, field = p.new("goods"), p.new("textkey")
    at = p.add(f'<input name="{field}" placeholder="{hint}">')
    p.fact("html.hint", hint, at, change="goods")
    p.lacks("html.href", x=p.new("dish"))


def styles(p: Page) -> None:
    """Rules of a style sheet."""
    draw = p.v.draw
    p.name("style main theme site print", "css")
    kinds = [
        ("color", "colour"),
        ("background", "colour"),
        ("padding", "px"),
        ("width", "px"),
        ("font-size", "px"),
        ("margin", "px"),
        ("border-radius", "px"),
    ]
    wide = draw.chance(0.5)
    for selector in draw.sample(
        [
            ".card",
            ".cards",
            "h1",
            "h2",
            "p",
            "a",
            "a:hover",
            "button",
            "footer",
            "header",
            "nav",
            ".note",
            "#menu",
            ".price",
            "table",
        ],
        draw.randint(2, 4 + wide),
    ):
        cells = [
            (key, f"{p.new('int 1 900')}px" if kind == "px" else p.new(kind), kind)
            for key, kind in draw.some(kinds, 2, 2 + wide)
        ]
        if wide:
            at = p.add(f"{selector} {{ {' '.join(f'{key}: {value};' for key, value, _ in cells)} }}")
        else:
            p.add(f"{selector} {{")
        for key, value, kind in cells:
            at = at if wide else p.add(f"  {key}: {value};")
            p.fact(f"css.{key}", value, at, change="" if kind == "px" else kind, X=selector)
        p.add("}") if not wide else None


def sql(p: Page) -> None:
    """A table, its rows, a query."""
    draw = p.v.draw
    p.name("schema tables dump init queries", "sql")
    table, other = p.new("goods"), p.new("gear")
    p.add(f"CREATE TABLE {table} (")
    kinds = [
        "INTEGER",
        "TEXT",
        "REAL",
        "DATE",
        "BOOLEAN",
        "BLOB",
        "TIMESTAMP",
        "NUMERIC",
        "VARCHAR(40)",
        "CHAR(8)",
        "SMALLINT",
    ]
    columns = [p.new("column") for _ in range(draw.randint(3, 5))]
    for column, kind in zip(columns, draw.sample(kinds, len(columns)), strict=True):
        default = p.new("int 1 900") if draw.chance(0.4) else ""
        at = p.add(f"  {column} {kind}{f' DEFAULT {default}' if default else ''}{',' if column != columns[-1] else ''}")
        p.fact("sql.type", kind, at, x=column)
        p.fact("sql.default", default, at, change="int 1000 2000", x=column) if default else p.lacks(
            "sql.default", x=column
        )
    p.add(");")
    for name in p.some("name", 2, 3):
        city = p.new("city")
        at = p.add(f"INSERT INTO {other} VALUES ({draw.randint(1, 90)}, '{name}', '{city}');")
        p.fact("sql.beside", city, at, change="city", x=name)
        p.fact("sql.whose", name, at, x=city)
    limit, column = p.new("int 1000 9000"), draw.pick(columns)
    at = p.add(f"SELECT {column} FROM {table} ORDER BY {draw.pick(columns)} LIMIT {limit};")
    p.fact("sql.limit", limit, at, change="int 1000 9000")


def packages(p: Page) -> None:
    """Scripts and versions of a package, or pinned requirements."""
    draw = p.v.draw
    if draw.chance(0.4):
        p.path = draw.pick(["requirements.txt", "requirements-dev.txt", f"{p.v.nonsense()}.txt"])
        for name in p.some("package", 4, 8):
            number = p.new("version").removeprefix("v")
            p.fact(
                "pack.version",
                number,
                p.add(f"{name}{draw.pick(['==', '==', '>=', '~='])}{number}"),
                change="version",
                x=name,
            )
        p.lacks("pack.version", x=p.new("package"))
        return
    p.path = "package.json" if draw.chance(0.6) else f"{p.v.nonsense()}.json"
    name, version = p.new("nonsense"), f"{draw.randint(0, 9)}.{draw.randint(0, 20)}.{draw.randint(0, 20)}"
    p.add("{")
    p.fact("pack.name", name, p.add(f'  "name": "{name}",'), change="nonsense")
    p.fact("pack.own", version, p.add(f'  "version": "{version}",'), change="version")
    p.add('  "scripts": {')
    scripts = draw.sample("build test start lint dev format docs".split(), draw.randint(2, 3))
    for script in scripts:
        command = draw.pick(["node {}.js", "vite {}", "jest {}", "tsc -p {}", "eslint {}", "rollup {}"]).format(
            p.new("nonsense")
        )
        p.fact(
            "pack.script",
            command,
            p.add(f'    "{script}": "{command}"{"," if script != scripts[-1] else ""}'),
            X=script,
        )
    p.lacks("pack.script", X=draw.pick([one for one in ("release", "deploy", "clean")]))
    for block, last in (("dependencies", False), ("devDependencies", True)):
        p.add("  },", f'  "{block}": {{')
        names = [p.new("jspackage") for _ in range(draw.randint(1, 3))]
        for one in names:
            number = f"{draw.pick(['^', '~', ''])}{draw.randint(0, 30)}.{draw.randint(0, 20)}.{draw.randint(0, 20)}"
            p.fact("pack.version", number, p.add(f'    "{one}": "{number}"{"," if one != names[-1] else ""}'), x=one)
        rows = [(one, len(p.lines) - len(names) + at) for at, one in enumerate(names)]
        p.listed("pack.dev" if last else "pack.run", rows)
    p.add("  }", "}")


def source(p: Page) -> None:
    """Code in Python, TypeScript or Go: constants, defaults, what is returned, what is imported."""
    draw = p.v.draw
    kind = draw.pick(["py", "py", "ts", "js"])
    p.name("main app utils client limits helpers core", kind)
    p.path = p.path if kind != "py" else p.path.replace("-", "_")
    python = kind == "py"
    modules = draw.sample(
        ["os", "re", "json", "math", "csv", "random", "time", "shutil", "socket", "fs", "path", "http", "url"][
            : 9 if python else 13
        ],
        1,
    )
    for module in modules:
        p.fact("code.import", module, p.add(f"import {module}" if python else f'import {module} from "{module}";'))
    p.add("")
    for words in [
        (draw.pick(["max", "min", "default", "first"]), p.new("numberkey")) for _ in range(draw.randint(3, 4))
    ]:
        key, value = "_".join(words), p.new("int 1 9000")
        line = (
            f"{key.upper()} = {value}"
            if python
            else f"const {draw.pick([key.upper(), words[0] + words[1].capitalize()])} = {value};"
        )
        p.fact("code.constant", value, p.add(line), change="int 1 9000", x=" ".join(words))
    for _ in range(draw.randint(1, 2)):
        name, parameter, default, back, other = (
            p.new("nonsense"),
            p.new("settingkey"),
            p.new("int 1 9000"),
            p.new("word"),
            p.new("nonsense"),
        )
        head = (
            f"def {name}({other}, {parameter}={default}):"
            if python
            else f"function {name}({other}, {parameter} = {default}) {{"
        )
        top = p.add("", head)
        p.fact("code.default", default, top, change="int 1 9000", x=parameter, X=name)
        p.fact("code.first", other, top, X=name)
        at = p.add(f'    return "{back}"' if python else f'  return "{back}";')
        p.fact("code.returns", back, top, at, X=name)
        p.add("}") if not python else None
        p.lacks("code.default", x=other, X=name)
    if draw.chance(0.7):
        name, base, field, value = p.v.pascal(), p.v.pascal(), p.new("settingkey"), p.new("nonsense")
        at = p.add("", f"class {name}({base}):" if python else f"class {name} extends {base} {{")
        p.fact("code.class", name, at)
        p.fact("code.base", base, at, X=name)
        at = p.add(f'    {field} = "{value}"' if python else f'  {field} = "{value}";')
        p.fact("code.field", value, at, change="nonsense", x=field, X=name)
        p.add("}") if not python else None


def program(p: Page) -> None:
    """Code in Go or Rust: constants, fields of a type, what a function gives back."""
    draw = p.v.draw
    go = draw.chance(0.6)
    p.name("main server store client types config", "go" if go else "rs")
    package = p.new("nonsense")
    if go:
        p.fact("program.package", package, p.add(f"package {package}"), change="nonsense")
        p.add("")
    for words in [
        (draw.pick(["max", "min", "default", "first"]), p.new("numberkey")) for _ in range(draw.randint(2, 3))
    ]:
        value = p.new("int 1 9000")
        name = words[0] + words[1].capitalize() if go else "_".join(words).upper()
        p.fact(
            "code.constant",
            value,
            p.add(f"const {name} = {value}" if go else f"const {name}: u32 = {value};"),
            change="int 1 9000",
            x=" ".join(words),
        )
    type_name = p.v.pascal()
    p.add("", f"type {type_name} struct {{" if go else f"struct {type_name} {{")
    kinds = ["string", "int", "bool", "float64", "[]byte"] if go else ["String", "u64", "bool", "f32", "Vec<u8>"]
    for kind in draw.sample(kinds, draw.randint(2, 3)):
        key = p.new("settingkey")
        at = p.add(f"\t{key.capitalize()} {kind}" if go else f"    {key}: {kind},")
        p.fact("program.type", kind, at, x=key, X=type_name)
    p.add("}")
    for _ in range(draw.randint(1, 2)):
        name, back = p.new("nonsense"), p.new("int 1 9000")
        top = p.add("", f"func {name}() int {{" if go else f"fn {name}() -> u32 {{")
        at = p.add(f"\treturn {back}" if go else f"    {back}")
        p.add("}")
        p.fact("code.returns", back, top, at, change="int 1 9000", X=name)
    p.lacks("code.returns", X=p.new("nonsense"))


def links(p: Page) -> None:
    """Links in a text, each with a word on it."""
    draw = p.v.draw
    p.name("links README bookmarks resources reading", "md")
    p.add(f"# {p.new('heading')}", "")
    form = draw.pick(["- [{t}]({u}) - {n}", "* [{t}]({u}): {n}", "{n}: [{t}]({u})", "[{t}]({u}) ({n})"])
    for title in p.some(draw.pick(["gear", "sport", "flower", "nonsense"]), 4, 6):
        url, note = (
            p.new("url"),
            draw.pick(["by {}", "for {}", "found by {}", "thanks to {}", "ask {}"]).format(p.new("name")),
        )
        at = p.add(form.format(t=title.capitalize(), u=url, n=note))
        p.fact("html.href", url, at, x=title)
        p.fact("html.text", title.capitalize(), at, X=url)
        p.fact("link.note", note, at, x=title)
    p.lacks("html.href", x=p.new("dish"))


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (3, manual), (3, page), (2, styles), (2, sql), (3, packages), (3, source), (2, program), (2, links)
]  # fmt: skip
