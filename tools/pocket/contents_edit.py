"""Files to change a value in: notes, services, build files, pages, queries, schedules, bills, code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.contents import Document, Entry
from tools.pocket.draw import Draw
from tools.pocket.task import Unsuitable
from tools.pocket.words import CITIES, COLORS, FIRST_NAMES, GOODS, NAMES_OF_THINGS, WEEKDAYS, Vocabulary

Fresh = Callable[[], str]


@dataclass(slots=True)
class Spot(Entry):
    """An entry that knows the number of its line, from 0, and how people ask for it."""

    at: int = 0
    style: str = "set"


class Sheet:
    """Lines being written, and the spots in them. `@` in a line stands for the value."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.spots: list[Entry] = []

    def add(self, *lines: str) -> None:
        """Lines that nobody changes."""
        self.lines += lines

    def put(
        self,
        line: str,
        fresh: Fresh,
        key: str,
        *names: str,
        section: str | None = None,
        style: str = "set",
        kind: str = "text",
    ) -> None:
        """A line with a value."""
        value = fresh()
        whole = line.replace("@", value)
        self.spots.append(
            Spot(
                key,
                names or (key,),
                value,
                whole,
                lambda new: line.replace("@", new),
                fresh,
                section,
                kind,
                len(self.lines),
                style,
            )
        )
        self.lines.append(whole)

    def document(self, path: str) -> Document:
        """The file."""
        return Document(path, "\n".join(self.lines) + "\n", self.spots)


def variants(draw: Draw, key: str) -> str:
    """A key in another spelling: spaces, dashes, case."""
    words = key.replace("_", " ").replace("-", " ")
    return draw.pick(
        [
            words.lower(),
            words.lower(),
            words,
            words.capitalize(),
            words.lower().replace(" ", "-"),
            words.lower().replace(" ", "_"),
            words.upper(),
            words.title().replace(" ", ""),
        ]
    )


UNITS = ["kg", "g", "km", "m", "cm", "s", "ms", "min", "h", "MB", "GB", "EUR", "USD", "%", "W", "V", "Hz", "l", "px", "hours", "days",
         "minutes", "seconds", "people", "pieces", "pages", "points"]  # fmt: skip
MEASURES = ["weight", "length", "height", "width", "speed", "size", "price", "duration", "distance", "capacity", "load", "power", "budget",
            "limit", "rate", "fee", "depth", "volume", "pressure", "temperature", "age", "pause", "delay", "share", "deposit"]  # fmt: skip
QUALIFIERS = [
    "max",
    "min",
    "default",
    "total",
    "first",
    "last",
    "average",
    "daily",
    "monthly",
    "allowed",
    "base",
    "net",
    "start",
    "target",
]
PLACES = ["room", "gate", "contact", "leader", "speaker", "owner", "supplier", "meeting place", "colour", "city", "hall", "driver", "shift",
          "carrier", "bank", "hotel", "material", "brand", "dog", "street", "floor", "captain", "code word", "slogan"]  # fmt: skip


def _amount(v: Vocabulary) -> Fresh:
    draw = v.draw
    low, high = draw.pick([(1, 12), (1, 99), (10, 999), (100, 9000)])
    if draw.chance(0.2):
        return lambda: f"{draw.randint(low, high)}.{draw.randint(1, 99)}"
    return lambda: str(draw.randint(low, high))


def _clock(v: Vocabulary) -> Fresh:
    draw = v.draw
    form = draw.pick(["{:02}:{:02}", "{:02}:{:02}", "{}:{:02}", "{}.{:02}"])
    return lambda: form.format(draw.randint(6, 22), draw.pick([0, 15, 30, 45, draw.randint(0, 59)]))


def _name(v: Vocabulary) -> str:
    draw = v.draw
    return draw.pick([v.word(), v.nonsense(), v.nonsense(), f"{v.word()}_{v.word()}", f"{v.nonsense()}_{v.word()}"])


def _text(v: Vocabulary) -> Fresh:
    draw = v.draw
    return draw.pick(
        [
            lambda: v.nonsense().capitalize(),
            lambda: v.words(1, 3),
            v.proper,
            lambda: f"{draw.pick(FIRST_NAMES)} {v.nonsense().capitalize()}",
            lambda: f"{draw.pick('ABCDEFGH')}{draw.randint(1, 40)}",
            v.code_token,
            lambda: draw.pick(COLORS) + draw.pick(["", " " + v.word()]),
        ]
    )


def _measure(v: Vocabulary) -> tuple[str, Fresh, str]:
    """A name, its values, and a unit that belongs to the line rather than to the value."""
    draw = v.draw
    name = draw.pick(
        [draw.pick(MEASURES), f"{draw.pick(QUALIFIERS)} {draw.pick(MEASURES)}", f"{v.word()} {draw.pick(MEASURES)}"]
    )
    amount, unit = _amount(v), draw.pick(UNITS)
    gap = "" if unit in ("%", "px", "ms", "s") and draw.chance(0.6) else " "
    kind = draw.randrange(4)
    if kind == 0:
        return name, amount, ""
    if kind == 1:
        return name, amount, gap + unit
    return name, lambda: amount() + gap + unit, ""


def _field(v: Vocabulary) -> tuple[str, Fresh, str]:
    draw = v.draw
    if draw.chance(0.55):
        return _measure(v)
    if draw.chance(0.3):
        return draw.pick(["opening time", "start", "departure", "arrival", "end", "closing time"]), _clock(v), ""
    return draw.pick([draw.pick(PLACES), v.word(), v.nonsense(), f"{v.word()} {v.word()}"]), _text(v), ""


def notes(v: Vocabulary) -> Document:
    """Labels with values, and prose between them."""
    draw, sheet = v.draw, Sheet()
    mark = draw.pick(["", "", "- ", "* ", "> "])
    glue = draw.pick([": ", ": ", " = ", " - ", ":\t", ":   "])
    if draw.chance(0.5):
        sheet.add(draw.pick([f"# {v.words(1, 3).capitalize()}", v.words(2, 4).capitalize(), f"== {v.word()} =="]), "")
    seen: set[str] = set()
    for _ in range(draw.randint(2, 6)):
        name, fresh, unit = _field(v)
        if name in seen:
            continue
        seen.add(name)
        label = draw.pick([name.capitalize(), name.capitalize(), name, name.title()])
        sheet.put(f"{mark}{label}{glue}@{unit}", fresh, label, name, name, variants(draw, name))
        if draw.chance(0.15):
            sheet.add(v.sentence())
    return sheet.document(v.path(".txt", ".md", ".txt", "", ".rst", ".notes.txt"))


def facts(v: Vocabulary) -> Document:
    """Sentences that say something, so that the key need not stand there."""
    draw, sheet = v.draw, Sheet()
    clock, amount = _clock(v), _amount(v)
    town = draw.pick([lambda: draw.pick(CITIES), lambda: v.nonsense().capitalize()])
    person = draw.pick([lambda: draw.pick(FIRST_NAMES), lambda: v.nonsense().capitalize()])
    thing = draw.pick([v.word(), v.nonsense(), draw.pick(GOODS)])
    table: list[tuple[str, Fresh, tuple[str, ...]]] = [
        ("The shop opens at @.", clock, ("opening time", "opening time of the shop")),
        ("The train leaves at @ from platform 3.", clock, ("departure time", "departure of the train")),
        ("The meeting takes place in room @.", lambda: f"{draw.pick('ABCDEF')}{draw.randint(1, 60)}", ("room", "meeting room")),
        ("Tickets cost @ each.", lambda: amount() + " EUR", ("ticket price", "price of the tickets")),
        (f"One {thing} costs @ euros.", amount, (f"price of one {thing}", f"{thing} price")),
        ("The code for the door is @.", lambda: str(draw.randint(1000, 99999)), ("door code", "code for the door")),
        ("For questions ask @.", person, ("contact", "person to ask")),
        ("Our office is in @ now.", town, ("office city", "city of the office")),
        ("The key lies under the @.", v.word, ("place of the key", "hiding place of the key")),
        ("Requires Python @ or newer.", lambda: f"3.{draw.randint(6, 15)}", ("required Python version", "Python version")),
        ("The project is led by @.", person, ("project lead", "leader of the project")),
        ("We expect @ guests.", amount, ("number of guests", "guest count")),
        ("The deadline is @.", v.date, ("deadline",)),
        ("Released under the @ license.", lambda: draw.pick(["MIT", "ISC", "Apache-2.0", "GPL-3.0", "MPL-2.0"]), ("license",)),
        (f"The {thing} weighs @ kg.", amount, (f"weight of the {thing}",)),
        (f"My {thing} is called @.", person, (f"name of my {thing}", f"name of the {thing}")),
        ("The service listens on port @.", lambda: str(draw.randint(80, 64000)), ("port", "port of the service")),
        ("Garbage is collected on @.", lambda: draw.pick(WEEKDAYS), ("garbage day", "day of the garbage collection")),
        ("The bus number is @.", amount, ("bus number",)),
        ("The walls are painted @.", lambda: draw.pick(COLORS), ("colour of the walls", "wall color")),
    ]  # fmt: skip
    if draw.chance(0.3):
        sheet.add(f"# {v.words(1, 2).capitalize()}", "")
    for line, fresh, names in draw.some(table, 2, 5):
        sheet.put(draw.pick(["", "", "", "Note: "]) + line, fresh, names[0], *names)
        if draw.chance(0.2):
            sheet.add(v.sentence())
    return sheet.document(v.path(".txt", ".md", "", ".rst"))


def services(v: Vocabulary) -> Document:
    """Nested YAML: the same keys under several parents, images with tags."""
    draw, sheet = v.draw, Sheet()
    top = draw.pick(["services", "services", "apps", "jobs", "targets", v.word()])
    if draw.chance(0.3):
        sheet.put(
            'version: "@"', lambda: f"{draw.randint(2, 3)}.{draw.randint(0, 9)}", "version", "version", "file version"
        )
    sheet.add(f"{top}:")
    pool = ["web", "db", "cache", "api", "worker", "proxy", "queue", "mailer", v.nonsense(), v.nonsense(), v.word()]
    shared = draw.some(
        ["replicas", "port", "memory", "cpu", "restart", "timeout", "image", "user", "region", _name(v)], 2, 4
    )
    for parent in dict.fromkeys(draw.some(pool, 2, 3)):
        sheet.add(f"  {parent}:")
        for key in shared:
            where = (key.replace("_", " "), key)
            if key == "image":
                image = draw.pick(
                    [
                        "nginx",
                        "redis",
                        "postgres",
                        "python",
                        "node",
                        "alpine",
                        v.nonsense(),
                        f"{v.nonsense()}/{v.word()}",
                    ]
                )
                tail = draw.pick(["", "", "-alpine", "-slim"])
                tag = draw.pick([lambda: f"{draw.randint(1, 20)}.{draw.randint(0, 30)}", v.version])
                sheet.put(f"    image: {image}:@{tail}", tag, image, image, f"{image} image", style="bump")
            elif key == "memory":
                sheet.put("    memory: @", lambda: f"{draw.randint(1, 16) * 64}M", key, *where, section=parent)
            elif key == "restart":
                sheet.put(
                    "    restart: @",
                    lambda: draw.pick(["always", "never", "on-failure", "unless-stopped"]),
                    key,
                    *where,
                    section=parent,
                )
            elif key in ("user", "region"):
                sheet.put(f"    {key}: @", lambda: draw.pick([v.nonsense(), v.word()]), key, *where, section=parent)
            elif key == "port":
                sheet.put("    port: @", lambda: str(draw.randint(80, 64000)), key, *where, section=parent)
            else:
                sheet.put(
                    f"    {key}: @", lambda: str(draw.randint(1, draw.pick([5, 90]))), key, *where, section=parent
                )
    return sheet.document(
        v.path(".yml", ".yaml")
        if draw.chance(0.6)
        else draw.pick(["docker-compose.yml", "compose.yaml", ".ci.yml", "deploy/stack.yml"])
    )


def blocks(v: Vocabulary) -> Document:
    """Blocks in braces or under Host lines."""
    draw, sheet = v.draw, Sheet()
    style = draw.pick(["brace", "host", "css", "ini"])
    parents = list(dict.fromkeys([v.nonsense(), v.word(), v.nonsense()]))[: draw.randint(2, 3)]
    if style == "css":
        parents = draw.some(
            ["body", "h1", "h2", "a", "p", ".button", ".card", "#header", "footer", f".{v.nonsense()}"], 2, 3
        )
        sheet.add(draw.pick([f"/* {v.words(1, 3)} */", f'@import "{v.nonsense()}.css";']), "")
    px = lambda: f"{draw.randint(1, 90)}px"  # noqa: E731
    fields: dict[str, Fresh] = (
        {"color": lambda: draw.pick([draw.pick(COLORS), "#" + "".join(draw.choices("0123456789abcdef", k=6))]), "font-size": px, "margin": px, "padding": px, "width": lambda: f"{draw.randint(10, 100)}%", "border-radius": px, "line-height": lambda: f"1.{draw.randint(1, 9)}", "background-color": lambda: draw.pick(COLORS)}
        if style == "css"
        else {"port": lambda: str(draw.randint(80, 64000)), "host_name": v.host, "user": v.nonsense, "timeout": lambda: f"{draw.randint(1, 90)}s", "weight": lambda: str(draw.randint(1, 50)), "mode": v.word, "max_size": lambda: f"{draw.randint(1, 64)}m"}
    )  # fmt: skip
    shared = draw.some(list(fields), 2, 3)
    for number, parent in enumerate(parents):
        if number:
            sheet.add("")
        sheet.add(
            {"brace": f"{parent} {{", "css": f"{parent} {{", "host": f"Host {parent}", "ini": f"[{parent}]"}[style]
        )
        for key in shared:
            line = {
                "brace": f"    {key} @;",
                "css": f"  {key}: @;",
                "host": f"    {key.title().replace('_', '')} @",
                "ini": f"{key} = @",
            }[style]
            sheet.put(
                line,
                fields[key],
                key.title().replace("_", "") if style == "host" else key,
                key.replace("_", " ").replace("-", " "),
                key,
                section=parent,
            )
        if style in ("brace", "css"):
            sheet.add("}")
    path = {
        "brace": v.path(".conf"),
        "css": v.path(".css"),
        "host": draw.pick(["ssh_config", ".ssh/config", v.path(".conf")]),
        "ini": v.path(".ini", ".cfg"),
    }
    return sheet.document(path[style])


def dockerfile(v: Vocabulary) -> Document:
    """A Dockerfile."""
    draw, sheet = v.draw, Sheet()
    image = draw.pick(["python", "node", "alpine", "debian", "golang", "ruby", v.nonsense()])
    tail = draw.pick(["", "-slim", "-alpine"])
    sheet.put(
        f"FROM {image}:@{tail}",
        lambda: f"{draw.randint(1, 22)}.{draw.randint(0, 20)}",
        image,
        image,
        f"{image} base image",
        style="bump",
    )
    sheet.put(
        "WORKDIR @",
        lambda: "/" + draw.pick([v.word(), v.nonsense(), f"srv/{v.word()}"]),
        "WORKDIR",
        "working directory",
        "workdir",
        "work folder",
    )
    for key in dict.fromkeys(v.constant() for _ in range(draw.randint(1, 3))):
        sheet.put(
            f"ENV {key}=@", draw.pick([lambda: str(v.number()), v.nonsense, v.word]), key, key, variants(draw, key)
        )
    sheet.add("COPY . .")
    if draw.chance(0.8):
        sheet.put(
            "EXPOSE @", lambda: str(draw.randint(80, 64000)), "EXPOSE", "exposed port", "port", "port that is exposed"
        )
    if draw.chance(0.5):
        sheet.put("USER @", v.nonsense, "USER", "user", "user of the image")
    sheet.add(f'CMD ["{image}", "{v.word()}"]')
    return sheet.document(
        draw.pick(
            [
                "Dockerfile",
                "Dockerfile",
                "Dockerfile.dev",
                f"{v.folder()}/Dockerfile",
                "docker/Dockerfile",
                f"Dockerfile.{v.word()}",
            ]
        )
    )


def makefile(v: Vocabulary) -> Document:
    """A Makefile."""
    draw, sheet = v.draw, Sheet()
    glue = draw.pick([" = ", " := ", "=", " ?= "])
    known: dict[str, Fresh] = {"CC": lambda: draw.pick(["gcc", "clang", "cc", "tcc"]), "PREFIX": lambda: f"/{v.word()}/{v.word()}", "VERSION": v.version, "CFLAGS": lambda: draw.pick(["-O2", "-O3", "-g", "-Wall", "-Os"]), "BUILD_DIR": v.word, "TARGET": v.nonsense, "JOBS": lambda: str(draw.randint(1, 32))}  # fmt: skip
    spoken = {
        "CC": "compiler",
        "PREFIX": "install prefix",
        "CFLAGS": "compiler flags",
        "TARGET": "name of the target",
        "JOBS": "number of jobs",
    }
    for key in draw.some(list(known), 2, 4):
        sheet.put(f"{key}{glue}@", known[key], key, key, variants(draw, key), spoken.get(key, key))
    for key in [k for k in [v.constant()] if k not in known]:
        sheet.put(f"{key}{glue}@", v.nonsense, key, key, variants(draw, key))
    sheet.add("", "all:", f"\t$(CC) -o {v.word()} {v.word()}.c")
    return sheet.document(
        draw.pick(["Makefile", "Makefile", "makefile", "GNUmakefile", f"{v.folder()}/Makefile", "rules.mk"])
    )


def dotfile(v: Vocabulary) -> Document:
    """An environment file or another file whose name begins with a dot."""
    draw, sheet = v.draw, Sheet()
    export = "export " if draw.chance(0.15) else ""
    mark = draw.pick(["", "", "", '"'])
    known: dict[str, Fresh] = {"DB_HOST": v.host, "DB_USER": v.nonsense, "API_KEY": v.code_token, "APP_PORT": lambda: str(draw.randint(80, 64000)), "MAIL_FROM": v.email, "BASE_URL": v.url, "CACHE_TTL": lambda: str(draw.randint(1, 9000)), "NODE_ENV": lambda: draw.pick(["production", "development", "staging", "test"]), "LOG_DIR": lambda: f"/{v.word()}/{v.nonsense()}", "REGION": lambda: f"{v.nonsense()}-{draw.randint(1, 9)}"}  # fmt: skip
    for key in draw.some(list(known), 2, 4):
        sheet.put(f"{export}{key}={mark}@{mark}", known[key], key, key, variants(draw, key))
    for key in [k for k in dict.fromkeys([v.constant(), v.constant()]) if k not in known]:
        sheet.put(
            f"{export}{key}={mark}@{mark}",
            draw.pick([v.nonsense, lambda: str(v.number())]),
            key,
            key,
            variants(draw, key),
        )
    if draw.chance(0.4):
        key = draw.pick(["DEBUG", "USE_SSL", "ENABLE_CACHE", "VERBOSE", f"USE_{v.nonsense().upper()}"])
        sheet.put(f"{export}{key}=@", lambda: draw.pick(["true", "false"]), key, key, variants(draw, key), kind="bool")
    return sheet.document(draw.pick([".env", ".env.local", ".env.production", ".env.test", ".envrc", f".env.{v.nonsense()}", f"{v.folder()}/.env", f"{v.word()}.env", f".{v.word()}rc", f".{v.nonsense()}.conf"]))  # fmt: skip


def page(v: Vocabulary) -> Document:
    """An HTML page."""
    draw, sheet = v.draw, Sheet()
    words = lambda: v.words(1, 3).capitalize()  # noqa: E731
    sheet.add("<!DOCTYPE html>")
    sheet.put(
        '<html lang="@">',
        lambda: draw.pick(["en", "de", "fr", "es", "pl", "nl"]),
        "lang",
        "language",
        "lang attribute",
        "page language",
    )
    sheet.add("<head>")
    sheet.put("  <title>@</title>", words, "title", "title", "page title", "title of the page")
    sheet.add("</head>", "<body>")
    rows = [
        ("  <h1>@</h1>", words, "h1", ("heading", "h1", "headline", "main heading")),
        ('  <a href="@">More</a>', v.url, "href", ("link", "link target", "href")),
        ("  <button>@</button>", words, "button", ("button text", "text of the button", "button label")),
        (f'  <img src="@" alt="{v.word()}">', lambda: f"{v.word()}.png", "src", ("image", "image source", "src of the image")),
        ('  <p class="price">@</p>', lambda: f"{v.decimal()} EUR", "price", ("price",)),
        ('  <input type="text" placeholder="@">', words, "placeholder", ("placeholder", "placeholder text")),
        ("  <footer>@</footer>", words, "footer", ("footer", "footer text")),
        ('  <div id="@"></div>', v.nonsense, "id", ("id of the div", "id")),
    ]  # fmt: skip
    for line, fresh, key, names in draw.some(rows, 2, 4):
        sheet.put(line, fresh, key, *names)
    sheet.add("</body>", "</html>")
    return sheet.document(v.path(".html", ".htm"))


def query(v: Vocabulary) -> Document:
    """SQL."""
    draw, sheet = v.draw, Sheet()
    name = v.nonsense() + "s"
    if draw.chance(0.5):
        sheet.add(f"CREATE TABLE {name} (", "    id INTEGER PRIMARY KEY,")
        for key in dict.fromkeys(_name(v) for _ in range(draw.randint(2, 3))):
            if draw.chance(0.5):
                sheet.put(
                    f"    {key} TEXT DEFAULT '@',",
                    v.word,
                    key,
                    f"default of {key}",
                    f"default value of {key}",
                    f"{key} default",
                )
            else:
                sheet.put(
                    f"    {key} INTEGER DEFAULT @,",
                    lambda: str(draw.randint(0, 99)),
                    key,
                    f"default of {key}",
                    f"default for {key}",
                )
        sheet.put(
            "    note VARCHAR(@)",
            lambda: str(draw.randint(5, 500)),
            "note",
            "length of note",
            "size of the note column",
        )
        sheet.add(");")
    else:
        sheet.add(f"SELECT id, {v.word()}")
        sheet.put("FROM @", lambda: v.nonsense() + "s", "FROM", "table", "table name")
        sheet.put(
            f"WHERE {draw.pick(['city', 'status', 'owner'])} = '@'",
            v.nonsense,
            "WHERE",
            "value in the where clause",
            "value in the condition",
        )
        sheet.put("ORDER BY @", v.word, "ORDER BY", "sort column", "order column", "column it sorts by")
        sheet.put("LIMIT @;", lambda: str(draw.randint(1, 900)), "LIMIT", "limit", "row limit", "LIMIT")
    return sheet.document(v.path(".sql"))


EVENTS = ["standup", "yoga", "lunch", "keynote", "review", "choir", "chess club", "retro", "swimming", "dinner", "workshop", "planning", "piano lesson",
          "dentist", "team meeting", "panel", "registration", "coffee break", "closing", "backup", "ferry", "tram", "guided tour", "bake sale"]  # fmt: skip


def schedule(v: Vocabulary) -> Document:
    """Times and what happens at them."""
    draw, sheet = v.draw, Sheet()
    clock, days = _clock(v), draw.chance(0.25)
    pattern = draw.pick(
        [
            "@ {}",
            "@ - {}",
            "@  {}",
            "{}: @",
            "- {}: @",
            "{} - @",
            "{},@",
            "@\t{}",
            "| {} | @ |",
            "{} at @",
            "* @ {}",
            "@;{}",
        ]
    )
    if draw.chance(0.5):
        sheet.add(
            f"{draw.pick(['Plan', 'Schedule', 'Agenda', 'Timetable', draw.pick(WEEKDAYS)])} {draw.pick(['', v.word()])}".strip(),
            "",
        )
    for event in dict.fromkeys(
        [*draw.some(EVENTS, 2, 5), f"{v.nonsense()} {draw.pick(['call', 'class', 'talk', 'train'])}"]
    ):
        shown = draw.pick([event, event.capitalize()])
        fresh = (lambda: draw.pick(WEEKDAYS)) if days else clock
        if days:
            sheet.put(
                pattern.replace("{}", shown),
                fresh,
                shown,
                f"day of the {event}",
                f"{event} day",
                f"day for the {event}",
            )
        elif draw.chance(0.2):
            sheet.put(
                pattern.replace("{}", shown),
                fresh,
                shown,
                f"time of the {event}",
                f"{event} time",
                f"start of the {event}",
            )
        else:
            sheet.put(pattern.replace("{}", shown), fresh, shown, event, style="when")
    return sheet.document(v.path(".txt", ".md", "", ".csv", ".plan"))


def bill(v: Vocabulary) -> Document:
    """An invoice or a recipe."""
    draw, sheet = v.draw, Sheet()
    if draw.chance(0.5):
        sheet.add(draw.pick(["INVOICE", "Invoice", "Bill", "Order"]), "")
        head = [
            ("Number: @", lambda: f"{draw.randint(2019, 2031)}-{draw.randint(1, 999):03}", "Number", ("number", "invoice number")),
            ("Customer: @", lambda: draw.pick([v.full_name(), v.nonsense().capitalize() + " Ltd"]), "Customer", ("customer", "name of the customer")),
            ("Date: @", v.date, "Date", ("date", "invoice date")),
            ("Due: @ days", lambda: str(draw.randint(7, 60)), "Due", ("due time", "payment term")),
        ]  # fmt: skip
        for line, fresh, key, names in draw.some(head, 1, 3):
            sheet.put(line, fresh, key, *names)
        sheet.add("")
        for good in draw.some([*GOODS, v.nonsense(), v.nonsense()], 2, 4):
            sheet.put(
                f"{draw.randint(1, 9)} x {good:<14} @",
                v.decimal,
                good,
                f"price of {good}",
                f"{good} price",
                f"amount for {good}",
            )
        sheet.put("Total: @ EUR", v.decimal, "Total", "total", "total amount", "sum")
        sheet.put("VAT: @%", lambda: str(draw.randint(5, 25)), "VAT", "VAT", "VAT rate", "tax rate")
    else:
        sheet.add(f"# {v.words(1, 2).capitalize()}", "")
        mark = draw.pick(["- ", "", "* "])
        for good in draw.some([*GOODS, v.nonsense()], 2, 5):
            unit = draw.pick([" g", " ml", " tbsp", "x", ""])
            sheet.put(
                f"{mark}@ {good}",
                lambda unit=unit: f"{draw.randint(1, 900)}{unit}",
                good,
                f"amount of {good}",
                good,
                f"quantity of {good}",
            )
        sheet.put("Bake for @ minutes.", lambda: str(draw.randint(5, 120)), "Bake", "baking time", "time in the oven")
    return sheet.document(v.path(".txt", ".md", ""))


def pins(v: Vocabulary) -> Document:
    """Versions of dependencies."""
    draw, sheet = v.draw, Sheet()
    style = draw.pick(["requirements", "package", "toml", "gem"])
    names = list(dict.fromkeys([*draw.some(["flask", "requests", "numpy", "lodash", "react", "express", "django", "rich", "serde", "vue", "pytest"], 1, 3), v.nonsense(), f"{v.nonsense()}-{v.word()}"]))  # fmt: skip
    draw.shuffle(names)
    caret = draw.pick(["", "^", "~"])
    if style == "package":
        sheet.add("{", f'  "name": "{v.nonsense()}",')
        sheet.put('  "version": "@",', v.version, "version", "version", "package version")
        sheet.add('  "dependencies": {')
    if style == "toml":
        sheet.add("[dependencies]")
    for number, name in enumerate(names):
        comma = "," if number < len(names) - 1 else ""
        line = {"requirements": f"{name}{draw.pick(['==', '==', '>=', '~='])}@", "package": f'    "{name}": "{caret}@"{comma}', "toml": f'{name} = "{caret}@"', "gem": f'gem "{name}", "@"'}[style]  # fmt: skip
        sheet.put(line, v.version, name, name, name, f"`{name}`", style="bump")
    if style == "package":
        sheet.add("  }", "}")
    path = {"requirements": draw.pick(["requirements.txt", "requirements-dev.txt", v.path(".txt")]), "package": draw.pick(["package.json", "web/package.json"]), "toml": draw.pick(["Cargo.toml", "pyproject.toml", v.path(".toml")]), "gem": "Gemfile"}  # fmt: skip
    return sheet.document(path[style])


def code(v: Vocabulary) -> Document:
    """Constants, attributes, defaults, branches and calls in a program."""
    draw, sheet = v.draw, Sheet()
    kind = draw.pick(["class", "branch", "default", "call", "dict", "js", "sh", "const"])
    number = lambda: str(v.number())  # noqa: E731
    if kind == "class":
        name = v.pascal()
        sheet.add(f"class {name}:")
        for key in dict.fromkeys(v.safe(_name(v)) for _ in range(draw.randint(2, 4))):
            plain = key.replace("_", " ")
            names = (
                f"{key} of {name}",
                f"{plain} in class {name}",
                key,
                f"{name}.{key}",
                f"{plain} of the class {name}",
            )
            if draw.chance(0.5):
                sheet.put(f"    {key} = @", number, key, *names)
            else:
                sheet.put(f'    {key} = "@"', draw.pick([v.word, v.nonsense]), key, *names)
        sheet.add("", "    def show(self):", "        return self")
    elif kind == "branch":
        name, arg = v.function_name(), draw.pick(["score", "n", "age", "x", "level", "weight"])
        levels = sorted({draw.randint(2, 99) for _ in range(3)}, reverse=True)
        sheet.add(f"def {name}({arg}):")
        for level in levels[:2]:
            sheet.add(f"    if {arg} >= {level}:")
            sheet.put('        return "@"', draw.pick([v.word, v.nonsense]), f"{name} for {arg} >= {level}", f"result of {name} for {arg} {level} or more", f"text {name} returns when {arg} is at least {level}", f"return value of {name} for {arg} >= {level}")  # fmt: skip
        sheet.put('    return "@"', v.nonsense, f"{name} otherwise", f"last return value of {name}", f"fallback of {name}", f"text {name} returns otherwise")  # fmt: skip
    elif kind == "default":
        for name in dict.fromkeys(v.safe(v.function_name()) for _ in range(2)):
            arg = v.safe(_name(v))
            sheet.put(
                f"def {name}({arg}=@):",
                number,
                arg,
                f"default of {arg} in {name}",
                f"default value of {arg}",
                f"default {arg} of {name}",
            )
            sheet.add(f"    return {arg}", "", "")
        while not sheet.lines[-1]:
            sheet.lines.pop()
    elif kind == "call":
        sheet.put(
            'log("@")', lambda: v.words(1, 3), "log", "log message", "message that is logged", "text of the log call"
        )
        sheet.put('connect("@", 5)', v.host, "connect", "host", "host it connects to", "address in the connect call")
        sheet.put(
            'open_file("@")',
            lambda: f"{v.nonsense()}.{draw.pick(['csv', 'txt', 'db'])}",
            "open_file",
            "file name in open_file",
            "file it opens",
            "input file",
        )
        sheet.put("sleep(@)", number, "sleep", "sleep time", "pause", "argument of sleep")
        sheet.put('send(mail, to="@")', v.email, "to", "recipient", "mail recipient", "address it sends to")
    elif kind == "dict":
        name = v.safe(_name(v))
        sheet.add(f"{name} = {{")
        for key in dict.fromkeys(_name(v) for _ in range(draw.randint(2, 5))):
            if draw.chance(0.5):
                sheet.put(
                    f'    "{key}": @,', number, key, key, variants(draw, key), f"{key} in {name}", f'{name}["{key}"]'
                )
            else:
                sheet.put(f'    "{key}": "@",', v.nonsense, key, key, variants(draw, key), f"{key} in {name}")
        sheet.add("}")
    elif kind == "js":
        for key in dict.fromkeys(v.camel() for _ in range(draw.randint(1, 2))):
            sheet.put(f"{draw.pick(['const', 'let', 'var'])} {key} = @;", number, key, key, f"constant {key}")
        sheet.add("", "const options = {")
        for key in dict.fromkeys(_name(v) for _ in range(draw.randint(1, 3))):
            sheet.put(f"  {key}: '@',", v.nonsense, key, key, variants(draw, key), f"option {key}")
        sheet.add("};")
        sheet.put(
            'console.log("@");',
            lambda: v.words(1, 3),
            "console.log",
            "logged text",
            "text it logs",
            "message in console.log",
        )
        sheet.put(
            "app.listen(@);",
            lambda: str(draw.randint(80, 64000)),
            "listen",
            "port it listens on",
            "port",
            "listen port",
        )
    elif kind == "sh":
        sheet.add("#!/bin/sh")
        for key in dict.fromkeys(v.constant() for _ in range(draw.randint(1, 3))):
            sheet.put(f"{key}=@", draw.pick([v.nonsense, number]), key, key, variants(draw, key))
        sheet.put('echo "@"', lambda: v.words(1, 3), "echo", "text it echoes", "echoed text", "message")
        sheet.put("sleep @", number, "sleep", "sleep time", "pause", "number of seconds it sleeps")
        sheet.put(f"curl -m {draw.randint(1, 9)} @", v.url, "curl", "url", "address it fetches", "curl url")
    else:
        for key in dict.fromkeys(v.constant() for _ in range(draw.randint(2, 4))):
            if draw.chance(0.5):
                sheet.put(f"{key} = @", number, key, key, variants(draw, key), f"constant {key}")
            else:
                sheet.put(f'{key} = "@"', v.nonsense, key, key, variants(draw, key), f"constant {key}")
        sheet.add("", "", f"def {v.function_name()}():", f"    return {v.number()}")
    return sheet.document(v.path(".js", ".ts") if kind == "js" else v.path(".sh") if kind == "sh" else v.path(".py"))


SHAPES: list[Callable[[Vocabulary], Document]] = [notes, notes, facts, services, services, blocks, dockerfile, makefile, dotfile, dotfile, page, query, schedule, schedule, bill, pins, code, code, code]  # fmt: skip


def sheet(v: Vocabulary) -> Document:
    """A file of any of these shapes."""
    document = v.draw.pick(SHAPES)(v)
    if not document.entries:
        raise Unsuitable("empty")
    return document


def call_spot(draw: Draw, spot: Entry, document: Document) -> str:
    """What to call a spot so that it is clear which one is meant."""
    name = draw.pick(spot.names)
    if spot.section is None:
        if any(other is not spot and name in other.names for other in document.entries):
            raise Unsuitable("twin")
        return name
    return draw.pick(
        [
            f"{spot.section} {name}",
            f"{name} of {spot.section}",
            f"{name} of {spot.section}",
            f"{name} for {spot.section}",
            f"{name} under {spot.section}",
            f"{name} in {spot.section}",
            f"{spot.section}'s {name}",
            f"{spot.section}.{spot.key}",
            f"{name} of the {spot.section} part",
            f"{name} in the {spot.section} block",
        ]
    )


def grid(v: Vocabulary) -> tuple[Document, list[str], list[list[str]], list[str], list[Fresh]]:
    """A table in a style of its own: the document, its header, its rows, the line of each row, column makers."""
    draw = v.draw
    columns: dict[str, Fresh] = {
        "price": v.decimal, "stock": lambda: str(draw.randint(0, 500)), "room": lambda: f"{draw.pick('ABCDEF')}{draw.randint(1, 40)}", "city": lambda: draw.pick(CITIES), "owner": lambda: v.nonsense().capitalize(),
        "day": lambda: draw.pick(WEEKDAYS), "phone": lambda: f"0{draw.randint(100, 999)} {draw.randint(1000, 99999)}", "status": lambda: draw.pick(["open", "closed", "done", "late", "paid", "new"]), "team": lambda: draw.pick(NAMES_OF_THINGS),
        "time": _clock(v), "points": lambda: str(draw.randint(0, 99)), "colour": lambda: draw.pick(COLORS), "unit_price": v.decimal, "due date": lambda: f"20{draw.randint(20, 35)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
        "weight": lambda: f"{draw.randint(1, 90)} kg", "Qty": lambda: str(draw.randint(1, 90)), v.nonsense(): v.nonsense, v.word(): lambda: str(v.number()),
    }  # fmt: skip
    names = [draw.pick([v.nonsense().capitalize(), v.nonsense(), draw.pick(FIRST_NAMES), draw.pick(GOODS), v.full_name(), v.code_token(), v.word()]) for _ in range(draw.randint(3, 6))]  # fmt: skip
    names = [name for name in dict.fromkeys(names) if not any(name != other and name in other for other in names)]
    header = [
        draw.pick(["name", "item", "id", "who", "product", "Name", "task"]),
        *draw.some([c for c in columns if len(c) > 2], 2, 4),
    ]
    rows = [[name, *(columns[column]() for column in header[1:])] for name in names]
    style = draw.pick([",", ";", "aligned", "|", "\t", ", ", "records"])
    makers = [columns[column] for column in header[1:]]
    if style == "records":
        numbers = draw.chance(0.5)

        def plain(x: str) -> str:
            return x if numbers and x.isdigit() and not x.startswith("0") else f'"{x}"'

        texts = [
            "{ " + ", ".join(f'"{k}": {plain(x)}' for k, x in zip(header, row, strict=True)) + " }" for row in rows
        ]
        text = "[\n" + ",\n".join("  " + t for t in texts) + "\n]\n"
        made = [line for line in text.split("\n") if line.startswith("  {")]
        return Document(v.path(".json"), text, []), header, rows, made, makers
    if style == "aligned":
        widths = [max(len(row[i]) for row in [header, *rows]) + 2 for i in range(len(header))]
        written = [
            "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in [header, *rows]
        ]
    elif style == "|":
        written = ["| " + " | ".join(row) + " |" for row in [header, *rows]]
        written.insert(1, "|" + " --- |" * len(header))
    else:
        written = [style.join(row) for row in [header, *rows]]
    document = Document(
        v.path(".md")
        if style == "|"
        else v.path(".txt", "")
        if style == "aligned"
        else v.path(".tsv")
        if style == "\t"
        else v.path(".csv"),
        "\n".join(written) + "\n",
        [],
    )
    return document, header, rows, written[-len(rows) :], makers
