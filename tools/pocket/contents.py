"""Files with something to find in them: settings in many formats, tables, prose, code, lists."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.pocket.draw import Draw
from tools.pocket.programs import Function, function, literal
from tools.pocket.words import (
    COLORS,
    COUNTRIES,
    FIRST_NAMES,
    GOODS,
    JOBS,
    LANGUAGE_CODES,
    LICENSES,
    LOG_LEVELS,
    NAMES_OF_THINGS,
    TEAMS,
    THEMES,
    WEEKDAYS,
    Vocabulary,
    invented,
)


@dataclass(slots=True)
class Entry:
    """One value in a file. `line` is where it stands; `rewrite` gives the line with another value.

    `names` are what people may call it, `section` the heading it stands under where one matters.
    """

    key: str
    names: tuple[str, ...]
    value: str
    line: str
    rewrite: Callable[[str], str]
    fresh: Callable[[], str]
    section: str | None = None
    kind: str = "text"


@dataclass(slots=True)
class Document:
    """A file: where it lies, what it says, and the values in it."""

    path: str
    text: str
    entries: list[Entry] = field(default_factory=list)

    def anchor(self, line: str, new_line: str) -> tuple[str, str] | None:
        """`old` and `new` of an edit that changes `line`, with as much context as makes `old` unique."""
        lines = self.text.split("\n")
        old, new = line.strip(), new_line.strip()
        if self.text.count(old) == 1:
            return old, new
        if lines.count(line) != 1:
            return None
        at = lines.index(line)
        for back in range(1, 4):
            if at < back:
                return None
            before = lines[at - back : at]
            old, new = (
                "\n".join([before[0].strip(), *before[1:], line]),
                "\n".join([before[0].strip(), *before[1:], new_line]),
            )
            if self.text.count(old) == 1:
                return old, new
        return None


# keys and their values -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """A setting that people know: its spellings as a key and in speech, and values for it."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    make: Callable[[Vocabulary], str]
    kind: str = "text"


def _int(low: int, high: int) -> Callable[[Vocabulary], str]:
    return lambda v: str(v.draw.randint(low, high))


def _of(options: list[str]) -> Callable[[Vocabulary], str]:
    return lambda v: v.draw.pick(options)


def _flag(v: Vocabulary) -> str:
    return v.draw.pick(["true", "false"])


KEYS = [
    Key(("port", "server_port", "http_port", "listen_port", "PORT"), ("port", "port number", "server port", "port the server uses"), _int(80, 65000), "int"),
    Key(("host", "hostname", "server", "address", "bind", "host_name"), ("host", "host name", "server address", "hostname"), lambda v: v.host()),
    Key(("timeout", "timeout_s", "request_timeout", "timeout_seconds", "connect_timeout"), ("timeout", "time limit", "timeout in seconds"), _int(1, 900), "int"),
    Key(("retries", "max_retries", "retry_count", "retry_limit", "attempts"), ("number of retries", "retries", "retry count", "retry limit", "maximum number of retries"), _int(0, 20), "int"),
    Key(("debug", "debug_mode", "DEBUG"), ("debug", "debug mode", "debug flag", "debugging"), _flag, "bool"),
    Key(("verbose", "verbose_output"), ("verbose", "verbose mode", "verbosity flag"), _flag, "bool"),
    Key(("enabled", "active", "is_active", "is_enabled"), ("enabled", "active", "enabled flag"), _flag, "bool"),
    Key(("version", "app_version", "release"), ("version", "version number", "release version", "current version"), lambda v: v.version()),
    Key(("name", "app_name", "project_name", "project", "title"), ("name", "project name", "app name", "name of the project", "title"), lambda v: v.draw.pick([v.nonsense(), v.draw.pick(NAMES_OF_THINGS), f"{v.word()}-{v.word()}", v.words(1, 2), f"{v.nonsense()}-{v.nonsense()}"])),
    Key(("author", "maintainer", "owner", "contact", "created_by"), ("author", "maintainer", "owner", "name of the author"), lambda v: v.full_name()),
    Key(("license",), ("license", "licence"), _of(LICENSES)),
    Key(("log_level", "loglevel", "level", "logging_level", "LOG_LEVEL"), ("log level", "logging level", "level of logging"), _of(LOG_LEVELS)),
    Key(("database", "db_name", "db", "database_name", "dbname"), ("database", "database name", "name of the database"), lambda v: v.draw.pick([v.snake(), v.nonsense()])),
    Key(("user", "username", "db_user", "login", "user_name"), ("user", "user name", "username", "login name"), lambda v: v.draw.pick([v.draw.pick(FIRST_NAMES[:90]).lower(), v.nonsense(), v.nonsense() + str(v.draw.randint(1, 99)), "admin", "root", v.word()])),
    Key(("password", "passwd", "secret", "api_key", "token", "secret_key"), ("password", "secret", "key", "token"), lambda v: v.code_token()),
    Key(("url", "base_url", "endpoint", "api_url", "homepage", "website"), ("url", "URL", "base url", "endpoint", "web address"), lambda v: v.url()),
    Key(("theme", "color_scheme", "style", "skin"), ("theme", "color scheme", "colour theme"), _of(THEMES)),
    Key(("color", "colour", "background", "accent", "primary_color"), ("color", "colour", "background color", "accent color"), _of(COLORS)),
    Key(("language", "lang", "locale", "default_language"), ("language", "locale", "default language"), _of(LANGUAGE_CODES)),
    Key(("limit", "max_items", "max_size", "max_connections", "page_size", "maximum"), ("limit", "maximum", "maximum number", "page size", "max size"), _int(1, 5000), "int"),
    Key(("batch_size", "chunk_size", "buffer_size", "block_size", "cache_size"), ("batch size", "chunk size", "buffer size", "size of a batch"), _int(1, 4096), "int"),
    Key(("threads", "workers", "num_workers", "processes", "worker_count", "concurrency"), ("number of threads", "workers", "number of workers", "worker count", "thread count"), _int(1, 64), "int"),
    Key(("interval", "refresh", "poll_interval", "delay", "sleep_seconds", "period"), ("interval", "refresh interval", "delay", "polling interval"), _int(1, 600), "int"),
    Key(("path", "data_dir", "output_dir", "log_file", "root", "directory", "folder"), ("path", "directory", "folder", "location"), lambda v: v.system_path()),
    Key(("email", "mail", "admin_email", "support_email", "contact_email"), ("email", "mail address", "email address", "e-mail"), lambda v: v.email()),
    Key(("city", "location", "office", "region"), ("city", "location", "place"), lambda v: v.city()),
    Key(("country", "nation"), ("country", "nation"), _of(COUNTRIES)),
    Key(("age",), ("age",), _int(1, 99), "int"),
    Key(("price", "cost", "amount", "total"), ("price", "cost", "amount"), lambda v: v.draw.pick([v.decimal(), str(v.number())]), "number"),
    Key(("rate", "learning_rate", "threshold", "ratio", "factor", "tolerance"), ("rate", "threshold", "ratio", "factor"), lambda v: f"0.{v.draw.randint(1, 999)}", "number"),
    Key(("width", "height", "font_size", "margin", "padding", "depth", "size"), ("width", "height", "size", "font size"), _int(1, 2000), "int"),
    Key(("date", "deadline", "due", "expires", "start_date", "released"), ("date", "deadline", "due date", "start date"), lambda v: v.date()),
    Key(("team", "department", "group", "division"), ("team", "department", "group"), _of(TEAMS)),
    Key(("mode", "environment", "env", "stage"), ("mode", "environment", "stage"), _of(["production", "development", "staging", "test", "local", "fast", "slow", "safe", "strict", "auto", "manual"])),
    Key(("message", "greeting", "welcome", "banner", "text", "motto", "slogan"), ("message", "greeting", "welcome text", "banner"), lambda v: v.message()),
    Key(("encoding", "charset"), ("encoding", "character set"), _of(["utf-8", "latin-1", "ascii", "utf-16"])),
    Key(("format", "output_format"), ("format", "output format"), _of(["json", "csv", "xml", "yaml", "text", "html", "pdf"])),
    Key(("cache", "use_cache", "compress", "strict", "secure", "ssl", "use_tls", "autosave", "dark_mode"), ("cache", "compression", "strict mode", "ssl", "autosave", "dark mode"), _flag, "bool"),
    Key(("count", "quantity", "stock", "items", "copies"), ("count", "quantity", "number", "stock"), _int(0, 999), "int"),
    Key(("seed", "random_seed"), ("seed", "random seed"), _int(0, 99999), "int"),
    Key(("epochs", "steps", "iterations", "rounds"), ("number of epochs", "steps", "iterations", "number of rounds"), _int(1, 2000), "int"),
    Key(("role", "job", "position", "profession"), ("role", "job", "position", "profession"), _of(JOBS)),
    Key(("phone", "telephone", "mobile", "fax", "hotline"), ("phone", "phone number", "telephone number", "number to call"), lambda v: v.phone()),
    Key(("opens", "closes", "start", "end", "start_time", "backup_time", "alarm", "departure"), ("opening time", "time", "start time", "hour"), lambda v: v.clock()),
    Key(("weight", "length", "distance", "volume", "max_age", "ttl", "speed", "capacity", "memory", "duration"), ("weight", "length", "duration", "amount"), lambda v: v.quantity()),
    Key(("budget", "fee", "salary", "rent", "fine", "deposit", "bonus"), ("budget", "fee", "sum of money"), lambda v: v.money()),
    Key(("room", "ticket", "code", "serial", "sku", "order_id", "build_id", "model", "device"), ("room", "code", "id", "serial number"), lambda v: v.code_token()),
    Key(("street", "venue", "delivery_address", "place"), ("address", "street", "venue"), lambda v: v.address()),
    Key(("manager", "chair", "speaker", "reviewer", "approver", "on_call", "lead", "editor", "guest"), ("manager", "person in charge", "speaker", "reviewer"), lambda v: v.draw.pick([v.full_name(), v.first_name()])),
    Key(("weekday", "day", "meeting_day", "delivery_day"), ("day", "weekday", "day of the week"), _of(WEEKDAYS)),
    Key(("codename", "nickname", "alias", "mascot", "brand", "product"), ("code name", "nickname", "alias"), lambda v: v.draw.pick([v.nonsense().capitalize(), v.nonsense(), v.draw.pick(NAMES_OF_THINGS), v.words(2, 2)])),
    Key(("image", "base_image", "runtime", "engine", "driver", "backend", "provider"), ("image", "engine", "backend", "driver"), lambda v: v.draw.pick([v.nonsense(), f"{v.nonsense()}-{v.version()}", v.word()])),
]  # fmt: skip


def _draw_key(v: Vocabulary, *, cased: bool = True) -> tuple[str, tuple[str, ...], Callable[[], str], str]:
    """A key, its names in speech, a maker of values, and the kind of value."""
    draw = v.draw
    if draw.chance(0.5):
        known = draw.pick(KEYS)
        key = draw.pick(known.keys)
        names = [key, key, key.replace("_", " ").lower()]
        if key in known.keys[:2] or key == known.keys[0]:
            names += known.names
        elif len(known.names) > 1:
            names.append(key.replace("_", " ").lower())
        return key, tuple(names), lambda: known.make(v), known.kind
    key = v.snake() if cased or draw.chance(0.6) else v.camel()
    kind = draw.pick(["text", "text", "text", "typed", "typed", "int", "int", "number", "bool", "word"])
    maker = draw.pick([v.clock, v.money, v.quantity, v.phone, v.code_token, v.date, v.version, v.full_name, v.city, v.first_name, v.email,
                       v.url, v.address, v.month_day, v.system_path, v.typed])  # fmt: skip
    make = {
        "text": lambda: draw.pick(
            [v.words(1, 3), v.any_word(), v.code_token(), v.proper(), v.nonsense(), f"{v.nonsense()} {v.nonsense()}"]
        ),
        "typed": maker,
        "word": v.any_word,
        "int": lambda: str(v.number()),
        "number": v.decimal,
        "bool": lambda: _flag(v),
    }[kind]
    plain = re.sub(r"(?<=[a-z])([A-Z])", lambda found: " " + found.group().lower(), key).replace("_", " ")
    return key, (key, key, plain), make, {"word": "text", "typed": "text"}.get(kind, kind)


SECTIONS = """server database app client logging cache auth mail paths network ui api storage display general main default
production development paths security user editor build test window export backup queue worker
alerts archive audio billing board camera catalog checkout client clock cluster colors cookies dashboard deploy devices email engine
fonts forms garden gateway graphics heating hotel images imports index invoices jobs keyboard kitchen layout library lights limits
loader locale mailer map menu metrics monitor mouse music notify office orders output owner parser payment player plugins pool
printer profile proxy radio reports router scheduler screen search sensor session shop sound store stream support sync team theme
timer token tracker transport tuning upload video warehouse watcher web widget""".split()
SECTIONS += [word for word in invented("sections", 120, capital=False) if word not in SECTIONS]


@dataclass(frozen=True, slots=True)
class Format:
    """How a file type writes one setting, a heading, a comment."""

    extensions: tuple[str, ...]
    line: Callable[[str, str, str], str]
    heading: str | None = None
    comment: str = "# {}"
    indent: str = ""
    cased: str = "any"
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def _quoted_unless(value: str, kind: str) -> str:
    return value if kind in ("int", "number", "bool") else json.dumps(value, ensure_ascii=False)


def _python_value(value: str, kind: str) -> str:
    if kind == "bool":
        return value.capitalize()
    return value if kind in ("int", "number") else literal(value)


def _single(value: str, kind: str) -> str:
    return (
        value
        if kind in ("int", "number", "bool")
        else ("'" + value + "'" if "'" not in value else json.dumps(value, ensure_ascii=False))
    )


def _dash(key: str) -> str:
    return key.replace("_", "-")


def _words_of(key: str) -> str:
    return key.replace("_", " ").capitalize()


FORMATS: dict[str, Format] = {
    "ini": Format((".ini", ".cfg", ".conf"), lambda k, x, t: f"{k} = {x}", "[{}]", "; {}"),
    "ini_tight": Format((".ini", ".conf", ".cfg"), lambda k, x, t: f"{k}={x}", "[{}]", "# {}"),
    "toml": Format((".toml",), lambda k, x, t: f"{k} = {_quoted_unless(x, t)}", "[{}]"),
    "yaml": Format((".yaml", ".yml"), lambda k, x, t: f"{k}: {x}"),
    "yaml_nested": Format((".yaml", ".yml"), lambda k, x, t: f"{k}: {x}", "{}:", indent="  "),
    "yaml_quoted": Format((".yaml", ".yml"), lambda k, x, t: f"{k}: {_quoted_unless(x, t)}"),
    "env": Format((".env", ""), lambda k, x, t: f"{k.upper()}={x}", cased="upper"),
    "properties": Format((".properties",), lambda k, x, t: f"app.{k.replace('_', '.')}={x}"),
    "python": Format((".py",), lambda k, x, t: f"{k.upper()} = {_python_value(x, t)}", cased="upper"),
    "python_lower": Format((".py",), lambda k, x, t: f"{k} = {_python_value(x, t)}"),
    "javascript": Format((".js", ".ts"), lambda k, x, t: f"const {k} = {_single(x, t)};", comment="// {}"),
    "export": Format(
        (".sh", ".env", ".bash"),
        lambda k, x, t: f"export {k.upper()}={x if ' ' not in x else json.dumps(x)}",
        cased="upper",
    ),
    "define": Format(
        (".h",), lambda k, x, t: f"#define {k.upper()} {_quoted_unless(x, t)}", comment="/* {} */", cased="upper"
    ),
    "colon": Format((".txt", ".md", ""), lambda k, x, t: f"{_words_of(k)}: {x}", comment="{}", cased="words"),
    "bullets": Format((".md", ".txt"), lambda k, x, t: f"- {_words_of(k)}: {x}", "## {}", "{}", cased="words"),
    "bold": Format((".md",), lambda k, x, t: f"**{_words_of(k)}:** {x}", "## {}", "{}", cased="words"),
    "spaced": Format((".conf", ".cfg"), lambda k, x, t: f"{k} {x}"),
    "css": Format((".css",), lambda k, x, t: f"{_dash(k)}: {x};", "{} {{", "/* {} */", "  "),
    "xml": Format(
        (".xml",),
        lambda k, x, t: f"<{k}>{x}</{k}>",
        comment="<!-- {} -->",
        indent="  ",
        before=("<config>",),
        after=("</config>",),
    ),
    "make": Format((".mk", ""), lambda k, x, t: f"{k.upper()} := {x}", cased="upper"),
    "arrow": Format((".rb",), lambda k, x, t: f"{k.upper()} = {_single(x, t)}", cased="upper"),
    "go": Format(
        (".go",), lambda k, x, t: f"var {k} = {_quoted_unless(x, t)}", comment="// {}", before=("package main", "")
    ),
}


def usual_names(v: Vocabulary, kind: str) -> list[str]:
    """File names that tools look for, by format; some for tools that do not exist."""
    x, y = v.nonsense(), v.word()
    env = [".env", ".env", ".env.local", ".env.test", ".env.production", ".env.staging", ".env.example", ".env.dev", f".env.{x}", f".env.{y}",
           f"{y}.env", f"{x}.env", "config/.env", f".{x}env", "env", f".env.{x}.local"]  # fmt: skip
    return {
        "env": env, "export": [*env[:4], ".bashrc", ".profile", ".zshrc", f"{x}.env", ".envrc", f"{x}_env.sh"],
        "ini": ["setup.cfg", "tox.ini", ".gitconfig", ".editorconfig", ".flake8", f".{x}rc", "php.ini", "pytest.ini", ".coveragerc", f"{x}.ini.example"],
        "ini_tight": [".npmrc", ".pylintrc", f".{x}rc", f"{x}.conf.d/{y}.conf", f".{x}.conf", f"{x}.service", f"{y}.desktop", f"{x}.local.cfg"],
        "toml": ["pyproject.toml", "Cargo.toml", f".{x}.toml", f"{x}.dev.toml", "Pipfile", f"{y}.config.toml"],
        "yaml": ["docker-compose.yml", ".travis.yml", f".{x}.yml", f"{y}.prod.yaml", ".config.yml", f"{x}.{y}.yml", f"{x}-values.yaml", ".rubocop.yml"],
        "yaml_nested": ["docker-compose.override.yml", ".gitlab-ci.yml", f".{x}.yaml", f"{y}.{x}.yaml", ".github/workflows/" + f"{x}.yml", "mkdocs.yml"],
        "yaml_quoted": [f".{y}.yml", f"{x}.test.yaml", "openapi.yaml", "pubspec.yaml"],
        "properties": ["gradle.properties", f"{x}.{y}.properties", f".{x}.properties"],
        "python": ["config.local.py", "settings_prod.py", f"{x}.{y}.py", f"{x}_{y}2.py", f"{v.camel()}.py"],
        "javascript": ["next.config.js", f"{x}.config.ts", f".{x}rc.js", f"{y}.test.ts", f"{v.camel()}.js"],
        "colon": ["README", "LICENSE", "ABOUT", "INFO", f".{x}", f"{x.upper()}", "CONTACTS", "NOTES", f"{y}.info", f"{x}.v2.txt", "Procfile", "VERSION"],
        "bullets": ["README.md", f"{x}.{y}.md", "CONTRIBUTING.md", f"{v.pascal()}.md"], "bold": ["README.md", f"{x}-{y}.md", "ABOUT.md"],
        "spaced": [f".{x}rc", "sshd_config", f"{x}d.conf", ".ssh/config", f"{x}.local.conf", "redis.conf"],
        "make": ["Makefile", "Makefile", "GNUmakefile", "makefile", f"Makefile.{x}", f"{y}/Makefile", f"{x.capitalize()}file"],
        "arrow": ["Gemfile", "Rakefile", f"{x}.config.rb"],
    }.get(kind, [])  # fmt: skip


def settings(v: Vocabulary, *, short: bool = False) -> Document:
    """A settings file in some format."""
    draw = v.draw
    if draw.chance(0.25):
        return _json_settings(v, short=short)
    kind = draw.pick(
        [*FORMATS, "ini", "ini", "toml", "toml", "yaml", "yaml_nested", "env", "python", "python_lower", "colon"]
    )
    form = FORMATS[kind]
    path = v.path(*form.extensions)
    names = usual_names(v, kind)
    if kind == "make" and not path.endswith(".mk"):
        path = draw.pick(names)
    elif names and draw.chance(0.55 if kind == "env" else 0.22):
        path = draw.pick(names)
        if draw.chance(0.15):
            path = f"{v.folder()}/{path}"
    headings: list[str | None] = [None]
    if form.heading is not None:
        headings = list(draw.some(SECTIONS, 1, 2 if short else 3))
        if kind in ("toml", "ini") and draw.chance(0.2):
            headings = [None]
    lines: list[str] = list(form.before)
    if kind == "css":  # never bare rules alone
        lines.append(
            draw.pick(
                [f"/* {v.words(2, 5)} */", '@charset "utf-8";', f'@import "{v.word()}.css";', f"/* {v.word()} */"]
            )
        )
    elif draw.chance(0.25) or (kind in ("ini", "toml") and len(headings) == 1 and headings != [None]):
        lines.append(form.comment.format(v.words(2, 5)))  # never one bare section alone
    entries: list[Entry] = []
    for position, heading in enumerate(headings):
        if heading is not None:
            if position and draw.chance(0.8):
                lines.append("")
            title = heading.capitalize() if kind in ("bullets", "bold") else heading
            lines.append((form.heading or "").format(title))
            if kind in ("bullets", "bold"):
                lines.append("")
        used: set[str] = set()
        for _ in range(draw.randint(1, 3) if short else draw.randint(2, 5)):
            key, names, fresh, t = _draw_key(v, cased=form.cased != "any" or kind in ("css", "properties", "xml"))
            if key.lower() in used or (kind == "colon" and key == "x"):
                continue
            used.add(key.lower())
            value = fresh()
            if kind in (
                "ini",
                "ini_tight",
                "yaml",
                "yaml_nested",
                "xml",
                "css",
                "env",
                "export",
                "spaced",
                "make",
            ) and any(c in value for c in "<>:#'\"&;"):
                value = draw.pick([v.word(), str(v.number())])
            if draw.chance(0.06):
                lines.append(form.indent + form.comment.format(v.words(2, 4)))
            written = form.line(key, value, t)
            line = form.indent + written
            lines.append(line)
            rewrite = _rewriter(form, key, t)
            shown = value.capitalize() if t == "bool" and kind.startswith("python") else value
            entries.append(
                Entry(key.upper() if form.cased == "upper" else key, names, shown, line, rewrite, fresh, heading, t)
            )
        if kind == "css" and heading is not None:
            lines.append("}")
        if draw.chance(0.1):
            lines.append("")
    lines.extend(form.after)
    return Document(path, "\n".join(lines).rstrip("\n") + "\n", entries)


def _rewriter(form: Format, key: str, kind: str) -> Callable[[str], str]:
    return lambda value: form.indent + form.line(key, value, kind)


def _json_settings(v: Vocabulary, *, short: bool = False) -> Document:
    draw = v.draw
    path = draw.pick([v.path(".json"), v.path(".json"), v.path(".json"), "package.json", "config.json", "settings.json",
                      draw.pick([f".{v.nonsense()}.json", f"{v.nonsense()}.{v.word()}.json", ".prettierrc", "tsconfig.json", f".{v.nonsense()}rc", "composer.json",
                                 f"{v.camel()}.json", f"{v.nonsense()}.config.json", "appsettings.Development.json", f"{v.nonsense()}.lock"])])  # fmt: skip
    indent = draw.pick([2, 2, 4])
    nested = draw.chance(0.4)
    groups: list[tuple[str | None, int]] = [
        (None, draw.randint(1, 2) if nested else draw.randint(2, 4 if short else 6))
    ]
    if nested:
        groups += [(name, draw.randint(1, 3)) for name in draw.some(SECTIONS, 1, 2)]
    tree: dict[str, object] = {}
    found: list[tuple[str | None, str, tuple[str, ...], str, Callable[[], str], str]] = []
    for heading, count in groups:
        level = tree if heading is None else {}
        if heading is not None:
            tree[heading] = level
        for _ in range(count):
            key, names, fresh, kind = _draw_key(v, cased=False)
            if key in level or key in SECTIONS:
                continue
            value = fresh()
            level[key] = json.loads(value) if kind in ("int", "number", "bool") else value
            if isinstance(level[key], float) and str(level[key]) != value:
                value = str(level[key])
            found.append((heading, key, names, value, fresh, kind))
        if heading is not None and draw.chance(0.3):
            level.setdefault("tags", [v.word() for _ in range(2)])
    tree = {key: value for key, value in tree.items() if value != {}}
    text = json.dumps(tree, indent=indent, ensure_ascii=False) + "\n"
    lines = text.split("\n")
    entries = []
    for heading, key, names, value, fresh, kind in found:
        start = (
            0
            if heading is None
            else next(i for i, line in enumerate(lines) if line.strip().startswith(f'"{heading}": {{'))
        )
        prefix = " " * (indent if heading is None else 2 * indent) + f'"{key}": '
        line = next(line for line in lines[start:] if line.startswith(prefix))
        comma = "," if line.endswith(",") else ""
        entries.append(Entry(key, names, value, line, _json_rewriter(prefix, kind, comma), fresh, heading, kind))
    return Document(path, text, entries)


def _json_rewriter(prefix: str, kind: str, comma: str) -> Callable[[str], str]:
    return lambda value: prefix + _quoted_unless(value, kind) + comma


# other files ---------------------------------------------------------------------------------------------------------


def item_list(v: Vocabulary, *, short: bool = False) -> Document:
    """A list, one thing a line: shopping, names, tasks."""
    draw = v.draw
    path = v.path(".txt", ".txt", ".md", "", ".list")
    if draw.chance(0.08):
        path = draw.pick(
            [
                "requirements.txt",
                ".gitignore",
                ".dockerignore",
                "requirements-dev.txt",
                f".{v.nonsense()}ignore",
                "robots.txt",
            ]
        )
    make = draw.pick(
        [
            lambda: draw.pick(GOODS),
            v.first_name,
            v.typed,
            v.code_token,
            v.message,
            v.word,
            v.nonsense,
            lambda: v.words(2, 4),
            v.sentence,
            v.city,
            v.full_name,
        ]
    )
    mark = draw.pick(["", "", "- ", "* ", "[ ] ", "- [ ] ", "TODO: "])
    items = list(dict.fromkeys(make() for _ in range(draw.randint(2, 4) if short else draw.randint(3, 8))))
    title = (
        [draw.pick([f"# {v.words(1, 2).capitalize()}", f"{v.words(1, 2).capitalize()}:"]), ""]
        if path.endswith(".md") or draw.chance(0.15)
        else []
    )
    return Document(path, "\n".join([*title, *(mark + item for item in items)]) + "\n")


def prose(v: Vocabulary, *, short: bool = False) -> Document:
    """A few sentences."""
    draw = v.draw
    path = v.path(".txt", ".md", ".txt", ".rst", "")
    lines = [v.sentence() for _ in range(draw.randint(2, 3) if short else draw.randint(2, 6))]
    if path.endswith(".md"):
        lines[:0] = [f"# {v.words(1, 3).capitalize()}", ""]
    return Document(path, "\n".join(lines) + "\n")


def table(v: Vocabulary) -> tuple[Document, list[str], list[list[str]]]:
    """A CSV or Markdown table of people or goods: the document, its header, its rows."""
    draw = v.draw
    people = draw.chance(0.6)
    columns: dict[str, Callable[[], str]] = (
        {"age": lambda: str(draw.randint(16, 80)), "city": v.city, "email": v.email, "job": lambda: draw.pick(JOBS), "team": lambda: draw.pick(TEAMS), "salary": lambda: str(draw.randint(20, 99) * 1000), "phone": v.phone, "country": lambda: draw.pick(COUNTRIES), "day": lambda: draw.pick(WEEKDAYS), "arrival": v.clock, "room": v.code_token, "birthday": v.month_day, "joined": v.date, "alias": v.nonsense, "height": v.quantity, "score": lambda: str(draw.randint(0, 100))}
        if people
        else {"price": v.decimal, "stock": lambda: str(draw.randint(0, 500)), "color": lambda: draw.pick(COLORS), "shelf": lambda: f"{draw.pick('ABCDEF')}{draw.randint(1, 20)}", "weight": lambda: str(draw.randint(1, 900)), "supplier": lambda: draw.pick(NAMES_OF_THINGS), "code": v.code_token, "maker": v.nonsense, "size": v.quantity, "origin": v.city, "since": v.date, "quantity": lambda: str(draw.randint(1, 90))}
    )  # fmt: skip
    header = [
        draw.pick(["name", "name", "person", "employee"])
        if people
        else draw.pick(["item", "product", "name", "article"]),
        *draw.some(list(columns), 1, 3),
    ]
    pool = FIRST_NAMES if people else GOODS if draw.chance(0.6) else [v.nonsense() for _ in range(8)]
    names = list(dict.fromkeys(draw.some(pool, 3, 7)))
    rows = [[name, *(columns[column]() for column in header[1:])] for name in names]
    style = draw.pick(["csv", "csv", "csv", "semicolon", "markdown", "tabs"])
    if style == "markdown":
        text = (
            "\n".join(
                [
                    "| " + " | ".join(header) + " |",
                    "|" + "---|" * len(header),
                    *("| " + " | ".join(row) + " |" for row in rows),
                ]
            )
            + "\n"
        )
        return Document(v.path(".md"), text), header, rows
    mark = {"csv": ",", "semicolon": ";", "tabs": "\t"}[style]
    text = "\n".join(mark.join(row) for row in [header, *rows]) + "\n"
    return Document(v.path(".tsv" if style == "tabs" else ".csv"), text), header, rows


def module(v: Vocabulary, *, short: bool = False) -> tuple[Document, list[Function]]:
    """A Python module of a few functions."""
    draw = v.draw
    functions: dict[str, Function] = {}
    for _ in range(draw.randint(1, 2) if short else draw.randint(1, 3)):
        made = function(v)
        functions[made.name] = made
    made_list = list(functions.values())
    blocks = []
    if draw.chance(0.2):
        blocks.append(f'"""{v.words(2, 5).capitalize()}."""')
    if draw.chance(0.2):
        blocks.append(draw.pick(["import os", "import sys", "import json", "import math", "from pathlib import Path"]))
    blocks += [made.code.rstrip("\n") for made in made_list]
    text = "\n\n\n".join(blocks) + "\n"
    return Document(v.path(".py"), text), made_list


def document(v: Vocabulary, *, short: bool = False) -> Document:
    """A file of any of these kinds."""
    draw = v.draw
    kind = draw.weighted([(4, "settings"), (2, "list"), (2, "prose"), (2, "module"), (1, "table")])
    if kind == "settings":
        return settings(v, short=short)
    if kind == "list":
        return item_list(v, short=short)
    if kind == "prose":
        return prose(v, short=short)
    if kind == "module":
        return module(v, short=short)[0]
    return table(v)[0]


def distractors(draw: Draw, v: Vocabulary, taken: set[str]) -> dict[str, str]:
    """Other files that lie around."""
    files: dict[str, str] = {}
    for _ in range(draw.weighted([(3, 0), (3, 1), (3, 2), (2, 3), (1, 5)])):
        made = document(v, short=True)
        if clear(made.path, taken | set(files)):
            files[made.path] = made.text
    return files


def clear(path: str, taken: set[str]) -> bool:
    """Whether a file can be at `path` beside those: neither one of them nor a folder of one, nor the reverse."""
    lowered = path.lower()
    return all(
        lowered != other.lower()
        and not other.lower().startswith(lowered + "/")
        and not lowered.startswith(other.lower() + "/")
        for other in taken
    )
