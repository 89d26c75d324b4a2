"""Files to look things up in: menus, lessons, games, meters, options, translations, sites, units."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket.contents_lookup import Fact, Page
from tools.pocket.words import MONTHS, WEEKDAYS


def menu(p: Page) -> None:
    """What there is to eat, in courses, and its price."""
    draw = p.v.draw
    p.name("menu card lunch kitchen prices", draw.pick(["md", "txt"]))
    form = draw.pick(["- {d} {p}", "{d} ... {p}", "* {d}: {p}", "{p}  {d}"])
    head = draw.pick(["## {}", "{}:", "-- {} --"])
    rows = []
    for course in draw.sample(
        ["starters", "soups", "mains", "desserts", "drinks", "specials", "for children"], draw.randint(2, 3)
    ):
        top = p.add(*([""] if p.lines else []), head.format(course.capitalize()))
        mine = []
        for thing in p.some(draw.pick(["dish", "goods", "fruit"]), 2, 3):
            dish, price = f"{draw.pick(['hot', 'cold', 'green', 'fried', 'sweet', 'fresh'])} {thing}", p.new("price")
            at = p.add(form.format(d=dish.capitalize(), p=price))
            p.fact("menu.price", price, at, change="price", x=dish)
            p.facts.append(Fact("menu.course", {"x": dish}, course.capitalize(), (top, at), "", top))
            mine.append((dish.capitalize(), price, at))
        p.follows("menu.in", ", ".join(dish for dish, *_ in mine), "", [top, *(at for *_, at in mine)], x=course)
        rows += mine
    p.extremes("menu", rows)
    p.lacks("menu.price", x=f"warm {p.new('goods')}")


def lessons(p: Page) -> None:
    """A school's week: what, when, where, with whom."""
    draw = p.v.draw
    p.name("lessons school week classes plan semester", draw.pick(["txt", "md", "csv"]))
    csv = p.path.endswith(".csv")
    form = (
        "{d},{h},{s},{r},{t}"
        if csv
        else draw.pick(
            [
                "{d} {h} {s}, room {r} ({t})",
                "{d}, {h}: {s} with {t} in {r}",
                "{s}: {d} at {h}, {t}, room {r}",
                "- {d} | {h} | {s} | {r} | {t}",
            ]
        )
    )
    if csv:
        p.add("day,time,subject,room,teacher")
    subjects = [p.new("subject") for _ in range(draw.randint(4, 6))]
    days = sorted((draw.pick(WEEKDAYS[:5]) for _ in subjects), key=WEEKDAYS.index)
    by_day: dict[str, list[tuple[str, int]]] = {}
    for day, subject in zip(days, subjects, strict=True):
        hour, room, teacher = p.new("hour"), p.new("int 100 399"), p.new("name")
        at = p.add(form.format(d=day, h=hour, s=subject, r=room, t=teacher))
        for kind, value, change in (
            ("day", day, ""),
            ("hour", hour, "hour"),
            ("room", room, "int 400 800"),
            ("teacher", teacher, "name"),
        ):
            p.fact(f"lesson.{kind}", value, at, change=change, x=subject)
        p.fact("lesson.of", subject, at, x=teacher)
        by_day.setdefault(day, []).append((subject, at))
    for day, rows in by_day.items():
        p.listed("lesson.on", rows, x=day)
    p.lacks("lesson.day", x=p.new("subject"))


def games(p: Page) -> None:
    """Who played against whom, and how it ended."""
    draw = p.v.draw
    p.name("games results scores cup season matches", draw.pick(["txt", "md"]))
    form = draw.pick(
        [
            "{d}: {a} - {b} {m}:{n}",
            "{a} {m} : {n} {b} ({d})",
            "{d} {a} vs {b}: {m}-{n}",
            "* {a} against {b}, {m}:{n}, {d}",
        ]
    )
    for _ in range(draw.randint(4, 6)):
        one, other, day = p.new("nonsense").capitalize(), p.new("nonsense").capitalize(), p.new("day")
        mine, theirs = draw.sample(range(0, 9), 2)
        at = p.add(form.format(d=day, a=one, b=other, m=mine, n=theirs))
        names = (one, other) if mine > theirs else (other, one)
        so = f"so {max(mine, theirs)} > {min(mine, theirs)}"
        both = dict(zip("xh", draw.sample([one, other], 2), strict=True))
        p.follows("game.won", names[0], so, [at], at, **both)
        p.follows("game.lost", names[1], so, [at], at, **both)
        p.fact("game.when", day, at, change="day", **both)
        for name, goals, against in ((one, mine, other), (other, theirs, one)):
            p.fact("game.goals", str(goals), at, x=name)
            p.fact("game.against", against, at, x=name)
    p.lacks("game.against", x=p.new("nonsense").capitalize())


def meters(p: Page) -> None:
    """Figures that somebody reads month by month."""
    draw = p.v.draw
    p.name("meter readings power water visitors weight", draw.pick(["txt", "csv", "md"]))
    csv = p.path.endswith(".csv")
    form = (
        "{m},{n},{w}"
        if csv
        else draw.pick(["{m}: {n} (read by {w})", "- {m} {n}, {w}", "{m} - {n} - {w}", "{n} in {m}, says {w}"])
    )
    if csv:
        p.add("month,reading,by")
    start, rows = draw.randint(0, 6), []
    for month in MONTHS[start : start + draw.randint(4, 6)]:
        figure, who = p.new("int 100 9900"), p.new("name")
        at = p.add(form.format(m=month, n=figure, w=who))
        p.fact("meter.value", figure, at, change="int 100 9900", x=month)
        p.fact("meter.who", who, at, change="name", x=month)
        p.fact("meter.month", month, at, X=figure)
        rows.append((month, figure, at))
    p.extremes("meter", rows)
    p.lacks("meter.value", x=MONTHS[start - 1])


def options(p: Page) -> None:
    """What a program can be told, in a table or in lines."""
    draw = p.v.draw
    p.name("options usage help flags README reference", draw.pick(["md", "md", "txt"]))
    table = p.path.endswith(".md") and draw.chance(0.6)
    if table:
        p.add("| option | default | what for |", "| --- | --- | --- |")
    form = (
        "| {o} | {d} | {w} |"
        if table
        else draw.pick(["{o}  {w} (default {d})", "{o}={d}  {w}", "- `{o}`: {w}, {d} by default"])
    )
    uses = [
        "longest wait in seconds",
        "number of workers",
        "name of the owner",
        "folder for results",
        "most lines shown",
        "port to listen on",
        "colour of the bar",
        "times to try again",
        "language of messages",
        "size of the cache",
    ]
    letters = draw.sample("abcdefghijklmnoqrstuvwxyz", 10)
    for use in draw.sample(uses, draw.randint(4, 6)):
        option, value = (
            f"{draw.pick(['--', '--', '--no-'])}{p.new('nonsense')}" if draw.chance(0.8) else f"-{letters.pop()}",
            p.new("int 1 9000"),
        )
        at = p.add(form.format(o=option, d=value, w=use))
        p.fact("option.default", value, at, change="int 1 9000", X=option)
        p.fact("option.for", use, at, X=option)
        p.fact("option.which", option, at, x=use)
    p.lacks("option.for", X=f"--{p.new('nonsense')}")


def translations(p: Page) -> None:
    """Words and what they are in another language."""
    draw = p.v.draw
    kind = draw.pick(["json", "properties", "txt", "csv", "yaml"])
    p.name("words translations messages lang vocabulary strings", kind)
    form = {"json": '  "{k}": "{v}"', "properties": "{k}={v}", "csv": "{k},{v}", "yaml": "{k}: {v}"}.get(
        kind, draw.pick(["{k} - {v}", "{k} = {v}", "{v}: {k}"])
    )
    if kind == "json":
        p.add("{")
    words = p.some(draw.pick(["animal", "fruit", "gear", "room", "colour"]), 4, 7)
    for word in words:
        foreign = p.new("nonsense")
        at = p.add(form.format(k=word, v=foreign) + ("," if kind == "json" and word != words[-1] else ""))
        p.fact("word.to", foreign, at, change="nonsense", x=word)
        p.fact("word.from", word, at, x=foreign)
    if kind == "json":
        p.add("}")
    p.lacks("word.to", x=p.new("trade"))


def sites(p: Page) -> None:
    """Blocks of a web server, each with its name, folder and port."""
    draw = p.v.draw
    p.name("nginx sites server web default", "conf")
    for _ in range(draw.randint(2, 3)):
        name, port, folder = (
            f"{p.new('nonsense')}.{draw.pick(['org', 'net', 'dev'])}",
            p.new("int 1000 9900"),
            f"/srv/{p.new('nonsense')}",
        )
        p.add("server {", f"  server_name {name};")
        p.fact("site.port", port, p.add(f"  listen {port};"), change="int 1000 9900", X=name)
        if draw.chance(0.7):
            p.fact("site.root", folder, p.add(f"  root {folder};"), X=name)
        else:
            p.lacks("site.root", X=name)
        p.add("}")
        p.fact(
            "site.name",
            name,
            len(p.lines) - (4 if "root" in p.lines[-2] else 3),
            p.lines.index(f"  listen {port};"),
            X=port,
        )
        p.facts[-1].told = p.facts[-1].at[0]
    p.lacks("site.port", X=f"{p.new('nonsense')}.org")


def unit(p: Page) -> None:
    """How a service is started."""
    draw = p.v.draw
    p.path = f"{p.v.nonsense()}.service"
    words, user, folder, script = (
        p.new("club"),
        p.new("nonsense"),
        f"/opt/{p.new('nonsense')}",
        f"{p.new('nonsense')}.py",
    )
    p.add("[Unit]")
    p.fact("unit.what", words, p.add(f"Description={words}"), change="club")
    after = draw.pick(["network", "postgresql", "redis", "docker", "mysql"]) + draw.pick([".target", ".service"])
    p.fact("unit.after", after, p.add(f"After={after}"))
    p.add("", "[Service]")
    wait, policy, key, value = (
        p.new("int 2 90"),
        draw.pick(["always", "on-failure", "no"]),
        p.new("envname"),
        p.new("nonsense"),
    )
    rest = [("user", user, f"User={user}", "nonsense"), ("folder", folder, f"WorkingDirectory={folder}", ""), ("starts", script, f"ExecStart=/usr/bin/python3 {script}", ""),
            ("restart", policy, f"Restart={policy}", ""), ("wait", wait, f"RestartSec={wait}", "int 2 90"), ("env", value, f"Environment={key}={value}", "nonsense")]  # fmt: skip
    gone = draw.randrange(8)
    for at, (kind, answer, line, change) in enumerate(draw.sample(rest, 6)):
        p.lacks(f"unit.{kind}", X=key) if at == gone else p.fact(
            f"unit.{kind}", answer, p.add(line), change=change, X=key
        )


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (3, menu), (3, lessons), (3, games), (2, meters), (2, options), (2, translations), (1.5, sites), (1.5, unit)
]  # fmt: skip
