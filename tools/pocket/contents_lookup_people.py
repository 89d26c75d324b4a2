"""Files to look things up in: notes, mails, addresses, ages, boxes to tick, errands."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.contents_lookup import Fact, Page
from tools.pocket.words import WEEKDAYS


def potluck(p: Page) -> None:
    """Who brings what, in the words of people."""
    draw = p.v.draw
    p.name("potluck party buffet dinner bring brunch picnic", draw.pick(["txt", "md"]))
    form = draw.pick(
        ["{D}: {n} ({r})", "- {D} - {n}, {r}", "{n} brings {d} ({r})", "* {n}: {d}, {r}", "{n} will make {d}; {r}"]
    )
    p.add(
        *draw.pick(
            [
                [],
                ["Who brings what", ""],
                [f"# {p.new('club')}", ""],
                [f"Saturday, {p.new('hour')}, bring your own plates", ""],
            ]
        )
    )
    for dish in p.some(draw.pick(["dish", "fruit", "goods"]), 4, 7):
        who, other, number = p.new("name"), p.new("name"), p.new("int 2 40")
        remark = draw.pick(
            [f"no nuts, {other} is allergic", f"enough for {number}", "vegan", f"with {p.new('goods')}", f"without {p.new('vegetable')}", "still warm",
             f"needs the oven at {p.new('hour')}", f"{other} helps", "maybe", f"comes after {p.new('hour')}", f"{number} portions", f"from {p.new('city')}"]
        )  # fmt: skip
        at = p.add(form.format(D=dish.capitalize(), d=dish, n=who, r=remark))
        p.fact("potluck.who", who, at, change="name", x=dish)
        p.fact("potluck.what", dish if form[:3] != "{D}" and "{D}" not in form else dish.capitalize(), at, x=who)
        p.fact("potluck.note", remark, at, x=dish)
    p.lacks("potluck.who", x=p.new("dish"))
    p.lacks("potluck.what", x=p.new("name"))


def availability(p: Page) -> None:
    """When everybody can, in sentences."""
    draw = p.v.draw
    p.name("availability free meeting poll times rehearsal", "txt")
    forms = ["{n}: I can on {d} and {e}, not before {h}.", "{n}: {d} or {e}, from {h} on", "{n} - {d} and {e} are fine, but only after {h}",
             "{n} can come on {d} and on {e}, {h} at the earliest", "{n}: not before {h}; {d}, {e}"]  # fmt: skip
    same = draw.pick([[draw.pick(forms)], forms])
    days: dict[str, list[tuple[str, int]]] = {}
    for _ in range(draw.randint(3, 6)):
        who, (day, other), hour = p.new("name"), draw.sample(WEEKDAYS, 2), p.new("hour")
        form = draw.pick(same)
        at = p.add(form.format(n=who, d=day, e=other, h=hour))
        said = re.search(f"{day}.*{other}", p.lines[at])
        p.fact("free.days", said[0] if said else day, at, x=who)
        p.fact("free.hour", hour, at, change="hour", x=who)
        for one in (day, other):
            days.setdefault(one, []).append((who, at))
    for day in WEEKDAYS:
        p.listed("free.who", days.get(day, []), x=day)
    p.lacks("free.days", x=p.new("name"))


def mail(p: Page) -> None:
    """A mail with a few facts in its sentences."""
    draw = p.v.draw
    p.name("mail message letter inbox reply", draw.pick(["txt", "eml", "md"]))
    sender, to, copy = p.new("name"), p.new("name"), p.new("name")
    subject = f"{draw.pick(['About', 'Re:', 'Plans for', 'News of', 'Fwd:'])} the {p.new('gear')}"
    for key, value, kind in [
        ("From", sender, "name"),
        ("To", to, "name"),
        ("Cc", copy, "name"),
        ("Subject", subject, ""),
    ]:
        p.fact(f"mail.{key.lower()}", value, p.add(f"{key}: {value}"), change=kind)
    p.add("", f"{draw.pick(['Hi', 'Dear', 'Hello'])} {to},", "")
    sentences: list[tuple[str, str, str, dict[str, str]]] = [
        ("day", "day", "the meeting is on {}{}.", {}), ("hour", "hour", "we start at {}, {}so be on time.", {}),
        ("room", "room", "we sit in the {} this time{}.", {}), ("bring", "gear", "please bring the {}{}.", {}),
        ("phone", "phone", "my new number is {}{}.", {}), ("code", "int 1000 9899", "the code of the door is {}{}.", {}),
        ("price", "price", "it costs {} per person{}.", {}), ("guests", "int 5 60", "there will be {} of us{}.", {}),
        ("hotel", "city", "I booked the hotel in {}{}.", {}), ("pay", "name", "please give the money to {}{}.", {}),
        ("train", "int 100 990", "I take train {} and then walk{}.", {}), ("deadline", "month", "the form must be in by the end of {}{}.", {}),
    ]  # fmt: skip
    chosen = draw.some(sentences, 4, 6)
    for name, kind, text, _ in chosen:
        value = p.new(kind)
        start = (
            draw.pick(["By the way, ", "Also, ", "And ", "As you know, ", ""]) if name not in ("hotel", "train") else ""
        )
        line = start + text.format(value, "")
        p.fact(f"mail.{name}", value, p.add(line[0].upper() + line[1:]), change=kind if kind != "month" else "")
    for name, *_ in draw.some([one for one in sentences if one not in chosen], 1, 2):
        p.lacks(f"mail.{name}")
    p.add("", draw.pick(["Bye", "Best", "See you", "Yours", "Cheers"]), sender)


def addresses(p: Page) -> None:
    """Where people live and how to reach them, in lines or in blocks."""
    draw = p.v.draw
    p.name("addresses contacts people friends members", draw.pick(["txt", "md"]))
    kinds = draw.some(
        [
            ("city", "city"),
            ("phone", "phone"),
            ("mail", "email"),
            ("street", "flower"),
            ("born", "day"),
            ("trade", "trade"),
        ],
        2,
        3,
    )
    block = draw.chance(0.35)
    for who in [p.new("name") for _ in range(draw.randint(3, 5) - block)]:
        cells = [
            (name, kind, f"{draw.randint(1, 99)} {value.capitalize()} Street" if name == "street" else value)
            for name, kind in kinds
            for value in [p.new(kind)]
        ]
        if block:
            head = p.add(*([""] if p.lines else []), who)
            for name, kind, value in cells:
                p.fact(
                    f"people.{name}", value, head, p.add(f"  {value}"), change="" if name == "street" else kind, x=who
                )
            continue
        at = p.add(f"{who}: {', '.join(value for *_, value in cells)}")
        for name, kind, value in cells:
            p.fact(f"people.{name}", value, at, change="" if name == "street" else kind, x=who)
            if name in ("city", "trade", "phone"):
                p.fact(f"people.who{name}", who, at, X=value)
    p.lacks("people.pet", x=next(fact.slots["x"] for fact in p.facts if "x" in fact.slots))
    p.lacks(f"people.{kinds[0][0]}", x=p.new("name"))


def ages(p: Page) -> None:
    """Sentences about people."""
    draw = p.v.draw
    p.name("people guests class team family quiz", draw.pick(["txt", "md"]))
    forms = [
        "{n} is {a} and lives in {c}.",
        "{n} ({a}) comes from {c}, has a {p}.",
        "{n}, {a}, {t}, {c}",
        "The {t} {n} is {a} years old and was born in {c}.",
        "{n} from {c} is {a}; likes {s}.",
    ]
    form, rows = draw.pick(forms), []
    for age in draw.sample(range(5, 95), draw.randint(4, 6)):
        slots = {
            "n": p.new("name"),
            "a": str(age),
            "c": p.new("city"),
            "p": p.new("animal"),
            "t": p.new("trade"),
            "s": p.new("sport"),
        }
        at = p.add(form.format(**slots))
        who = slots["n"]
        p.fact("age.age", str(age), at, change="int 96 120", x=who)
        p.fact("age.from", slots["c"], at, change="city", x=who)
        p.fact("age.who", who, at, x=slots["c"])
        for letter, kind in (("p", "animal"), ("t", "trade"), ("s", "sport")):
            if f"{{{letter}}}" in form:
                p.fact(f"age.{kind}", slots[letter], at, change=kind, x=who)
                p.fact(f"age.who{kind}", who, at, x=slots[letter])
        rows.append((who, str(age), at))
    limit = draw.pick(rows)[1]
    p.listed("age.over", [(who, at) for who, age, at in rows if int(age) > int(limit)], X=limit)
    p.listed("age.under", [(who, at) for who, age, at in rows if int(age) < int(limit)], X=limit)
    p.extremes("age", rows)
    p.lacks("age.age", x=p.new("name"))


def boxes(p: Page) -> None:
    """What is done, and what is not."""
    draw = p.v.draw
    p.name("todo tasks chores list checklist", "md")
    p.add(*draw.pick([[], ["# To do", ""], [f"# {p.new('club')}", ""], ["Things to do", ""]]))
    done: list[tuple[str, int]] = []
    left: list[tuple[str, int]] = []
    for thing in p.some("gear", 4, 8):
        what = draw.pick(
            [
                "buy the {}",
                "repair the {}",
                "sell the {}",
                "clean the {}",
                "paint the {}",
                "order the {}",
                "return the {}",
            ]
        ).format(thing)
        ticked = draw.chance(0.45)
        (done if ticked else left).append((what, p.add(f"- [{'x' if ticked else ' '}] {what}")))
    for ticked, rows in ((True, done), (False, left)):
        for what, at in rows:
            so = "so it is done" if ticked else "so it is not done"
            p.follows("box.did", "Yes" if ticked else "No", so, [at], at, X=what)
            p.follows("box.must", "No" if ticked else "Yes", so, [at], at, X=what)
    p.listed("box.done", done)
    p.listed("box.left", left)
    for way, rows in (("left", left), ("done", done)):
        if len(rows) > 1:
            p.fact(f"box.{way}.first", rows[0][0], rows[0][1])
            p.fact(f"box.{way}.last", rows[-1][0], rows[-1][1])


def shopping(p: Page) -> None:
    """What to get where, under headings."""
    draw = p.v.draw
    p.name("shopping errands list groceries market", draw.pick(["md", "txt"]))
    head, bullet = draw.pick(
        [("## {}", "- {n} {x}"), ("{}:", "  {x}, {n}"), ("== {} ==", "{n} x {x}"), ("### {}", "* {x} ({n})")]
    )
    kind = draw.pick(["goods", "gear", "fruit", "vegetable"])
    for shop in draw.sample(
        "baker,market,chemist,butcher,post office,station kiosk,garden centre,hardware shop,library,online".split(","),
        draw.randint(2, 3),
    ):
        top = p.add(*([""] if p.lines else []), head.format(shop.capitalize()))
        rows = []
        for thing in p.some(kind, 2, 3):
            number = str(draw.randint(2, 19))
            at = p.add(bullet.format(x=thing, n=number))
            p.facts.append(Fact("shop.where", {"x": thing}, shop.capitalize(), (top, at), "", top))
            p.fact("shop.amount", number, at, change="int 20 60", x=thing)
            rows.append((thing, at))
        p.follows("shop.at", ", ".join(thing for thing, _ in rows), "", [top, *(at for _, at in rows)], x=shop)
    p.lacks("shop.where", x=p.new(kind))


def diary(p: Page) -> None:
    """What happened on which day, in a sentence each."""
    draw = p.v.draw
    p.name("diary journal week training notes", draw.pick(["txt", "md"]))
    head = draw.pick(["{d}: ", "- {d}: ", "{d} - ", "{d}, "])
    for day in sorted(draw.sample(WEEKDAYS, draw.randint(4, 6)), key=WEEKDAYS.index):
        sport, who, city, number = p.new("sport"), p.new("name"), p.new("city"), p.new("int 2 90")
        cells = [("sport", sport, "sport", draw.pick(["did {}", "went to {}", "trained {}"])), ("with", who, "name", draw.pick(["with {}", "{} came too", "met {}"])),
                 ("where", city, "city", "in {}"), ("minutes", number, "int 91 140", draw.pick(["{} minutes", "for {} min"]))]  # fmt: skip
        chosen = [cells[0], *draw.some(cells[1:], 2, 3)]
        at = p.add(head.format(d=day) + ", ".join(text.format(value) for _, value, _, text in chosen))
        for kind, value, change, _ in chosen:
            p.fact(f"diary.{kind}", value, at, change=change, x=day)
        p.fact("diary.day", day, at, X=sport)
        if who in p.lines[at]:
            p.fact("diary.met", day, at, x=who)
    p.lacks("diary.day", X=p.new("sport"))


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (3, potluck), (2, availability), (3, mail), (3, addresses), (2, ages), (2, boxes), (2, shopping), (3, diary)
]  # fmt: skip
