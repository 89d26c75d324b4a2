"""Files to look things up in: recipes, invoices, changes, hours, seats, books."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket.contents_lookup import Fact, Page
from tools.pocket.words import MONTHS, WEEKDAYS


def _day(p: Page, year: int, form: str) -> str:
    month = p.v.draw.randint(1, 12)
    return form.format(y=year, m=month, month=MONTHS[month - 1], short=MONTHS[month - 1][:3], d=p.v.draw.randint(1, 28))


def recipe(p: Page) -> None:
    """Amounts and steps."""
    draw = p.v.draw
    dish = p.new("dish")
    p.name(f"recipe {dish} dinner cooking", draw.pick(["md", "txt"]))
    serves, oven, baking, rest = p.new("int 2 12"), p.new("int 140 250"), p.new("int 13 90"), p.new("int 100 130")
    p.add(f"# {dish.capitalize()}" if p.path.endswith("md") else dish.capitalize())
    p.fact(
        "recipe.serves",
        serves,
        p.add(draw.pick(["for {} people", "Serves {}", "enough for {}", "{} portions"]).format(serves)),
        change="int 13 40",
    )
    p.add("")
    form = draw.pick(["- {a} {x}", "* {x}: {a}", "{a} {x}", "- {x} ({a})"])
    for thing in p.some(draw.pick(["goods", "vegetable", "fruit"]), 4, 6):
        amount = f"{p.new('int 2 900')} {draw.pick(['g', 'ml', 'cups', 'spoons', 'pieces', 'kg'])}"
        p.fact("recipe.amount", amount, p.add(form.format(a=amount, x=thing)), x=thing)
    p.add("")
    steps = [
        ("recipe.oven", f"{oven} °C", draw.pick(["Heat the oven to {}.", "The oven must be at {}.", "Oven: {}"]), ""),
        (
            "recipe.baking",
            f"{baking} minutes",
            draw.pick(["Bake it for {}.", "Then {} in the oven.", "It bakes {}."]),
            "",
        ),
        (
            "recipe.rest",
            f"{rest} minutes",
            draw.pick(["Let it rest for {}.", "Leave it alone for {} before you cut it.", "Rest: {}."]),
            "",
        ),
    ]
    gone = draw.randrange(6)
    for at, (kind, value, line, _) in enumerate(steps):
        p.fact(kind, value, p.add(line.format(value))) if at != gone else p.lacks(kind)
    p.lacks("recipe.amount", x=p.new("goods"))


def invoice(p: Page) -> None:
    """What was bought, and what is to be paid until when."""
    draw = p.v.draw
    p.name("invoice bill receipt order", draw.pick(["txt", "txt", "md"]))
    number, customer, seller, due, sent = (
        p.new("int 1000 99999"),
        p.new("fullname"),
        p.new("club"),
        p.new("day"),
        p.new("day"),
    )
    heads = [("number", number, "Invoice no. {}", "int 1000 99999"), ("customer", customer, draw.pick(["Bill to: {}", "Customer: {}", "For {}"]), "fullname"),
             ("seller", seller, draw.pick(["From: {}", "Sold by {}", "{}, your partner"]), ""), ("sent", sent, draw.pick(["Date: {}", "Issued {}", "Date of issue: {}"]), "day")]  # fmt: skip
    draw.shuffle(heads)
    for kind, value, line, change in heads[1:]:
        p.fact(f"invoice.{kind}", value, p.add(line.format(value)), change=change)
    p.lacks(f"invoice.{heads[0][0]}")
    p.add("")
    rows, total = [], 0
    form = draw.pick(["{n} x {x} at {p}", "{x}, {n} pieces, {p} each", "- {x}: {n} x {p}", "{x} | {n} | {p}"])
    for thing in p.some("gear", 3, 5):
        amount, price = p.new("int 2 40"), p.new("int 41 900")
        at = p.add(form.format(n=amount, x=thing, p=price))
        p.fact("invoice.amount", amount, at, x=thing)
        p.fact("invoice.price", price, at, x=thing)
        rows.append((thing, price, at))
        total += int(amount) * int(price)
    p.extremes("invoice", rows)
    p.add("")
    p.fact("invoice.total", str(total), p.add(draw.pick(["Total: {}", "Sum {}", "To pay: {} EUR"]).format(total)))
    ends = [("due", due, draw.pick(["Please pay by {}.", "Due: {}", "Payable until {}"]), "day"), ("discount", p.new("int 901 999"), "Discount code: {}", "int 901 999"),
            ("contact", p.new("email"), draw.pick(["Questions? {}", "Write to {}"]), "email"), ("delivery", p.new("city"), "Delivered to {}", "city")]  # fmt: skip
    draw.shuffle(ends)
    for kind, value, line, change in ends[:-1]:
        p.fact(f"invoice.{kind}", value, p.add(line.format(value)), change=change)
    p.lacks(f"invoice.{ends[-1][0]}")


def changes(p: Page) -> None:
    """What came in which version."""
    draw = p.v.draw
    p.name("CHANGELOG changes HISTORY releases news", "md")
    major, minor, year = draw.randint(0, 9), draw.randint(3, 20), draw.randint(2021, 2027)
    head = draw.pick(["## {v} - {d}", "## [{v}] ({d})", "### {v}, {d}", "## v{v} ({d})"])
    form = draw.pick(["{y}-{m:02}-{d:02}", "{d} {month} {y}", "{short} {d}, {y}"])
    p.add("# Changes", "")
    verbs = ["Added", "Fixed", "Removed"]
    for number in range(draw.randint(2, 3)):
        version = f"{major}.{minor - number}{draw.pick(['', '.0', '.1'])}"
        day = _day(p, year - number, form)
        top = p.add(head.format(v=version, d=day))
        p.fact("change.when", day, top, X=version)
        if not number:
            p.fact("change.latest", version, top)
        for verb in draw.sample(verbs, draw.randint(1, 3)):
            thing = f"{p.new('nonsense')} {draw.pick(['export', 'login', 'menu', 'search', 'upload', 'filter'])}"
            at = p.add(f"- {verb} the {thing}")
            p.fact(f"change.{verb.lower()}", thing, top, at, X=version)
            p.facts.append(Fact("change.version", {"X": thing}, version, (top, at), "", top))
        p.add("")
    p.lines.pop()
    p.lacks("change.when", X=f"{major}.{minor + 1}")


def commits(p: Page) -> None:
    """A history: who did what, when."""
    draw = p.v.draw
    p.name("history git commits log", draw.pick(["log", "txt"]))
    form = draw.pick(["{h} {d} {n}: {m}", "{h} {m} ({n}, {d})", "* {h} - {m} <{n}> {d}", "{d} {h} [{n}] {m}"])
    people = [p.new("name") for _ in range(3)]
    by: dict[str, list[tuple[str, int]]] = {}
    days = sorted((_day(p, 2026, "{y}-{m:02}-{d:02}") for _ in range(draw.randint(4, 6))), reverse=True)
    for day in days:
        mark, who = "".join(draw.choices("0123456789abcdef", k=7)), draw.pick(people)
        said = f"{draw.pick(['Fix', 'Add', 'Remove', 'Rename', 'Speed up', 'Test'])} {p.new('nonsense')} {draw.pick(['parser', 'cache', 'form', 'page', 'job'])}"
        at = p.add(form.format(h=mark, d=day, n=who, m=said))
        for kind, value in (("who", who), ("mark", mark), ("when", day)):
            p.fact(f"commit.{kind}", value, at, X=said)
        p.fact("commit.what", said, at, X=mark)
        by.setdefault(who, []).append((said, at))
    for who, rows in by.items():
        p.listed("commit.by", rows, x=who)
        p.fact("commit.newest", rows[0][0], rows[0][1], x=who)
    p.lacks("commit.who", X=f"Add {p.new('nonsense')} button")


def hours(p: Page) -> None:
    """When something is open."""
    draw = p.v.draw
    p.name("hours opening shop library pool museum", draw.pick(["txt", "md"]))
    form = draw.pick(["{d}: {a} - {b}", "{d} {a}-{b}", "{d}, open {a} to {b}", "- {d} from {a} until {b}"])
    p.add(*draw.pick([[], [p.new("club"), ""], [f"# {p.new('club')}", ""]]))
    closed = draw.sample(WEEKDAYS, draw.randint(0, 2))
    for day in WEEKDAYS[draw.randint(0, 2) :]:
        if day in closed:
            p.add(f"{form[: form.index('{')]}{day}: closed")
            continue
        opens, closes = (
            f"{draw.randint(6, 11):02}:{draw.pick(['00', '15', '30', '45'])}",
            f"{draw.randint(15, 23)}:{draw.pick(['00', '15', '30', '45'])}",
        )
        at = p.add(form.format(d=day, a=opens, b=closes))
        p.fact("hours.opens", opens, at, change="hour", x=day)
        p.fact("hours.closes", closes, at, change="hour", x=day)
    if closed:
        p.listed(
            "hours.closed",
            [(day, at) for at, line in enumerate(p.lines) for day in closed if line.endswith(f"{day}: closed")],
        )
    p.lacks("hours.phone")


def seats(p: Page) -> None:
    """Who sits, plays or works where: lists in a line."""
    draw = p.v.draw
    noun = draw.pick(["Table", "Team", "Room", "Boat", "Group", "Car", "Tent"])
    p.name(f"{noun.lower()}s seating groups plan", draw.pick(["txt", "md"]))
    form = draw.pick(["{g}: {l}", "{g} - {l}", "* {g} ({l})", "{g} = {l}"])
    sizes, numbers = draw.sample(range(2, 6), draw.randint(3, 4)), draw.chance(0.6)
    for number, size in enumerate(sizes, 1):
        group = f"{noun} {number if numbers else p.new('colour')}"
        people = [p.new("name") for _ in range(size)]
        at = p.add(form.format(g=group, l=", ".join(people)))
        for place, one in enumerate(people):
            p.fact("seat.where", group, at, x=one)
            if place < 3:
                p.fact("seat.nth", one, at, change="name", X=group, h=["first", "second", "third"][place])
        p.fact("seat.last", people[-1], at, change="name", X=group)
        p.follows("seat.count", str(size), f"so {size}", [at], X=group)
    p.lacks("seat.where", x=p.new("name"))


def books(p: Page) -> None:
    """Works with their makers and years."""
    draw = p.v.draw
    p.name("books records films library reading songs", draw.pick(["txt", "md"]))
    form = draw.pick(
        ['"{t}" by {a} ({y})', "{a}: {t}, {y}", "- {t} ({a}, {y})", "{y} {t} - {a}", "{t}, {y}, lent to {b}, by {a}"]
    )
    rows = []
    for year in draw.sample(range(1850, 2026), draw.randint(4, 6)):
        title = f"{draw.pick(['The', 'A', 'My', 'Our', 'No'])} {p.new('gear').capitalize()} {draw.pick(['of', 'in', 'from'])} {p.new('city')}"
        author, lent = p.new("fullname"), p.new("name")
        at = p.add(form.format(t=title, a=author, y=year, b=lent))
        p.fact("book.author", author, at, change="fullname", x=title)
        p.fact("book.year", str(year), at, change="int 1700 1849", x=title)
        p.fact("book.title", title, at, x=author)
        p.fact("book.of", title, at, X=str(year))
        if "{b}" in form:
            p.fact("book.lent", lent, at, change="name", x=title)
        rows.append((title, str(year), at))
    p.extremes("book", rows)
    p.lacks("book.author", x=f"The {p.new('gear').capitalize()}")


PAGES: list[tuple[float, Callable[[Page], None]]] = [
    (3, recipe), (3, invoice), (3, changes), (3, commits), (2, hours), (3, seats), (2, books)
]  # fmt: skip
