"""Files to look things up in: logs, timetables, tables, machines by their names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tools.pocket.contents_lookup import Page
from tools.pocket.shapes import table
from tools.pocket.task import Unsuitable


def log(p: Page) -> None:
    """What a program did, when, and how bad it was."""
    draw = p.v.draw
    p.name("server app log events worker output service", draw.pick(["log", "log", "txt"]))
    form = draw.pick(["{t} {l} {m}", "[{t}] {l}: {m}", "{t} [{l}] {m}", "{l} {t} {m}", "{t} {l:<7} {m}"])
    clock, levels = (
        draw.randint(0, 60000),
        draw.pick([["INFO", "WARNING", "ERROR"], ["info", "warn", "error"], ["DEBUG", "WARN", "ERROR"]]),
    )
    rows = []
    for _ in range(draw.randint(5, 9)):
        clock += draw.randint(1, 2600)
        time, level, a, b = (
            f"{clock // 3600:02}:{clock // 60 % 60:02}:{clock % 60:02}",
            draw.pick(levels),
            p.new("service"),
            p.new("nonsense"),
        )
        said = draw.pick([f"{a} started", f"{a} stopped", f"lost {b}", f"cannot open {b}.{draw.pick(['db', 'csv', 'json'])}", f"{b} is slow", f"user {b} logged in",
                          f"{a} does not answer", f"retry of {b}", f"saved {b}", f"{b} is missing", f"{b} has no room left"])  # fmt: skip
        at = p.add(form.format(t=time, l=level, m=said))
        p.fact("log.time", time, at, X=said)
        p.fact("log.what", said, at, X=time)
        rows.append((level, said, time, at))
    for level, word in zip(levels, ["info", "warning", "error"], strict=True):
        mine = [(said, at) for one, said, _, at in rows if one == level]
        word = "debug" if level == "DEBUG" else word
        p.listed("log.level", mine, x=word)
        if len(mine) > 1:
            for way, (said, at) in (("first", mine[0]), ("last", mine[-1])):
                p.fact(f"log.{way}", said, at, x=word)
                p.fact(f"log.{way}time", next(time for *_, time, line in rows if line == at), at, x=word)
    some, many = ([at for level, *_, at in rows if level == one] for one in levels[1:])
    if some and many and len(some) != len(many):
        more, less = ("warnings", len(some)), ("errors", len(many))
        if more[1] < less[1]:
            more, less = less, more
        p.follows("log.more", f"{more[0]}, {more[1]}", f"so {more[1]} > {less[1]}", sorted(some + many))
    p.lacks("log.time", X=f"{p.new('service')} crashed")


def requests(p: Page) -> None:
    """What a web server was asked for."""
    draw = p.v.draw
    p.name("access requests http nginx web hits", "log")
    clock, rows, statuses = (
        draw.randint(0, 60000),
        [],
        draw.sample([200, 201, 301, 304, 401, 403, 404, 429, 500, 502, 503], 3),
    )
    form = draw.pick(["{t} {m} {u} {s} {d}ms", '{t} "{m} {u}" {s} {d} ms', "[{t}] {s} {m} {u} ({d} ms)"])
    for took in draw.sample(range(3, 990), draw.randint(4, 7)):
        clock += draw.randint(1, 2600)
        time, url = f"{clock // 3600:02}:{clock // 60 % 60:02}:{clock % 60:02}", f"/{p.new('nonsense')}"
        status, method = str(draw.pick(statuses)), draw.pick(["GET", "POST", "PUT", "DELETE"])
        at = p.add(form.format(t=time, m=method, u=url, s=status, d=took))
        for name, value in (("status", status), ("time", time), ("method", method), ("took", str(took))):
            p.fact(f"request.{name}", value, at, X=url)
        rows.append((url, str(took), at, status))
    p.extremes("request", [row[:3] for row in rows])
    for one in map(str, statuses):
        p.listed("request.code", [(url, at) for url, _, at, status in rows if status == one], X=one)
    p.fact("request.first", rows[0][0], rows[0][2])
    p.fact("request.last", rows[-1][0], rows[-1][2])
    p.lacks("request.status", X=f"/{p.new('nonsense')}")


def timetable(p: Page) -> None:
    """What leaves when, and from where."""
    draw = p.v.draw
    p.name("timetable departures trains buses ferries schedule", draw.pick(["txt", "md", "csv"]))
    noun, place = draw.pick([("train", "platform"), ("bus", "stop"), ("ferry", "pier"), ("flight", "gate")])
    csv = p.path.endswith(".csv")
    form = (
        "{t},{c},{g},{n}"
        if csv
        else draw.pick(
            [
                f"{{t}} to {{c}}, {place} {{g}}, {noun} {{n}}",
                f"{{c}}: {{t}} ({noun} {{n}}, {place} {{g}})",
                f"- {{t}} {noun} {{n}} to {{c}} from {place} {{g}}",
            ]
        )
    )
    if csv:
        p.add(f"time,to,{place},{noun}")
    for hour in sorted(p.new("hour") for _ in range(draw.randint(4, 7))):
        city, gate, number = p.new("city"), p.new("int 1 30"), p.new("int 31 990")
        at = p.add(form.format(t=hour, c=city, g=gate, n=number))
        p.fact("timetable.when", hour, at, change="hour", x=city)
        p.fact("timetable.gate", gate, at, change="int 40 70", x=city, p=place)
        p.fact("timetable.to", city, at, change="city", X=f"{noun} {number}")
        p.fact("timetable.at", city, at, change="city", X=hour, p=noun)
    rows = [fact for fact in p.facts if fact.kind == "timetable.when"]
    for row, after in pairwise(rows):
        hour, minute = map(int, row.value.split(":"))
        at = draw.pick(
            [
                f"{hour}:{minute + 1:02}",
                f"{hour:02}:{minute + 2:02}",
                f"{(hour - 1) % 12 + 1}:{minute + 1:02} {'ap'[hour > 11]}m",
            ]
        )
        p.fact("timetable.next", after.slots["x"], *after.at, X=at, p=noun)
    for way, row in (("first", rows[0]), ("last", rows[-1])):
        p.fact(f"timetable.{way}", row.slots["x"], *row.at, p=noun)
    p.lacks("timetable.when", x=p.new("city"))


def tables(p: Page) -> None:
    """Cells of a table, by row and column, and what follows from a column."""
    draw = p.v.draw
    shape = table(draw)
    p.name("table data sheet rows stock results", shape.ending)
    kind = draw.pick(["name", "goods", "gear", "city", "animal", "room", "dish", "instrument", "flower"])
    first = "name" if kind in ("name", "city") else draw.pick(["item", "what", "thing"])
    figures = draw.sample(
        "amount price weight height length score stock rating age points seats pages volume".split(), draw.randint(1, 2)
    )
    words = draw.sample(
        [
            ("colour", "colour"),
            ("owner", "name"),
            ("place", "city"),
            ("day", "day"),
            ("country", "country"),
            ("hour", "hour"),
            ("trade", "trade"),
        ],
        draw.randint(1, 2),
    )
    columns = [(head, "") for head in figures] + words
    columns = [pair for pair in columns if pair[1] != kind]
    draw.shuffle(columns)
    heads = [first, *(head for head, _ in columns)]
    names = p.some(kind, 4, 6)
    repeated = {head: [p.new(one) for _ in range(2)] for head, one in columns if one in ("colour", "country", "trade")}
    cells = [
        [
            name,
            *(
                draw.pick(repeated[head]) if head in repeated else p.new(one) if one else p.new("int 1 990")
                for head, one in columns
            ),
        ]
        for name in names
    ]
    if any(shape.mark in cell for row in cells for cell in row):
        raise Unsuitable("no such value here")
    p.add(*shape.header(heads)) if shape.header(heads) else None
    for number, row in enumerate(cells):
        p.add(shape.row(heads, row) + (shape.between if number < len(cells) - 1 else ""))
    start = len(p.lines) - len(cells)
    p.lines += shape.tail
    for column, (head, one) in enumerate(columns, 1):
        rows = [(row[0], row[column], start + at) for at, row in enumerate(cells)]
        for name, cell, at in rows:
            p.fact("table.cell", cell, at, change=one or "int 1000 2000", x=name, h=head)
            special = {"owner": "who", "place": "where", "day": "when", "hour": "when", "price": "price"}.get(head)
            if special and first != "name" and not {"day", "hour"} <= set(heads):
                p.fact(f"table.{special}", cell, at, change=one or "int 1000 2000", x=name)
            if head not in repeated:
                p.fact("table.row", name, at, X=cell, h=head)
        if not one:
            p.extremes("table", rows, h=head)
            limit = int(draw.pick(rows)[1])
            p.listed("table.over", [(name, at) for name, cell, at in rows if int(cell) > limit], X=str(limit), h=head)
            p.listed("table.under", [(name, at) for name, cell, at in rows if int(cell) < limit], X=str(limit), h=head)
        for value in repeated.get(head, []):
            p.listed("table.has", [(name, at) for name, cell, at in rows if cell == value], x=value, h=head)
    p.lacks(
        "table.cell",
        x=draw.pick(names),
        h=draw.pick(["warranty", "insurance", "number plate", "blood type", "shoe size"]),
    )
    p.lacks("table.cell", x=p.new(kind), h=heads[1])


def machines(p: Page) -> None:
    """Machines by their names: for SSH in blocks, or for the network in lines."""
    draw = p.v.draw
    if draw.chance(0.4):
        p.path = draw.pick(["hosts", "hosts.txt", f"{p.v.nonsense()}.hosts"])
        for last in draw.sample(range(2, 250), draw.randint(4, 7)):
            name, address = p.new("nonsense"), f"10.{draw.randint(0, 9)}.{draw.randint(0, 9)}.{last}"
            at = p.add(f"{address}{draw.pick([' ', '  '])}{name}")
            p.fact("host.address", address, at, X=name)
            p.fact("host.name", name, at, change="nonsense", X=address)
        p.lacks("host.address", X=p.new("nonsense"))
        return
    p.path = draw.pick(["ssh_config", "config", f"{p.v.nonsense()}.conf", "ssh.conf"])
    for _ in range(draw.randint(2, 3)):
        name = p.new("nonsense")
        p.add(*([""] if p.lines else []), f"Host {name}")
        cells = [
            ("hostname", "HostName", p.new("host"), "host"),
            ("user", "User", p.new("nonsense"), "nonsense"),
            ("port", "Port", p.new("int 1000 9900"), "int 1000 9900"),
            ("key", "IdentityFile", f"~/.ssh/{p.new('nonsense')}", ""),
        ]
        gone = draw.randrange(6)
        for at, (kind, key, value, change) in enumerate(cells):
            if at == gone:
                p.lacks(f"ssh.{kind}", X=name)
            else:
                p.fact(f"ssh.{kind}", value, p.add(f"  {key} {value}"), change=change, X=name)


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (3, log), (2, requests), (2, timetable), (5, tables), (2, machines)
]  # fmt: skip
