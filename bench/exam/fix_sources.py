"""The programs with bugs of the exam and the tests that show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bug:
    """A source in which `old` should be `new`; `wrong` is another change, which does not do.

    `checks`: further commands and what they print once the bug is gone. `more`: further files.
    """

    path: str
    source: str
    test_path: str
    test: str
    command: str
    old: str
    new: str
    wrong: tuple[str, str]
    checks: Mapping[str, str]
    more: Mapping[str, str] = field(default_factory=dict)


def _py(expression: str, module: str) -> str:
    return f"python3 -c 'import {module} as m; print({expression})'"


BUGS = {
    "discount": Bug(
        "till.py",
        'CURRENCY = "EUR"\n\n\ndef reduced(price, off):\n    """The price after taking something off."""\n'
        "    return price + off\n",
        "test_till.py",
        "from till import reduced\n\nassert reduced(50, 8) == 42, reduced(50, 8)\nprint('all fine')\n",
        "python3 test_till.py",
        "price + off",
        "price - off",
        ("price + off", "price * off"),
        {_py("m.reduced(9, 4)", "till"): "5"},
    ),
    "voltage": Bug(
        "volts.py",
        "def volts(amps, ohms):\n    return amps / ohms\n\n\ndef label(amps, ohms):\n"
        '    return f"{volts(amps, ohms)} V"\n',
        "check_volts.py",
        "import volts\n\ngot = volts.label(3, 4)\nif got != '12 V':\n    raise SystemExit(f'expected 12 "
        "V, got {got}')\n",
        "python3 check_volts.py",
        "amps / ohms",
        "amps * ohms",
        ("amps / ohms", "amps + ohms"),
        {_py("m.volts(5, 7)", "volts"): "35"},
    ),
    "adult": Bug(
        "ages.py",
        "ADULT = 18\n\n\ndef may_enter(age):\n    if age < ADULT:\n        return True\n    return False\n",
        "test_ages.py",
        "import unittest\n\nimport ages\n\n\nclass Door(unittest.TestCase):\n    def test_child(self):\n"
        "        self.assertFalse(ages.may_enter(9))\n\n    def test_grown_up(self):\n"
        "        self.assertTrue(ages.may_enter(18))\n",
        "python3 -m unittest test_ages",
        "age < ADULT",
        "age >= ADULT",
        ("age < ADULT", "age > ADULT"),
        {_py("m.may_enter(17), m.may_enter(18), m.may_enter(40)", "ages"): "False True True"},
    ),
    "distance": Bug(
        "track.py",
        "class Track:\n    def __init__(self):\n        self.km = 0\n\n    def walk(self, km):\n        self.km -= km\n"
        "        return self.km\n",
        "test_track.py",
        "from track import Track\n\nt = Track()\nt.walk(2)\nassert t.walk(3) == 5, 'two and three are five'\n",
        "python3 test_track.py",
        "self.km -= km",
        "self.km += km",
        ("self.km -= km", "self.km = km"),
        {_py("m.Track().walk(7)", "track"): "7"},
    ),
    "either": Bug(
        "access.py",
        "def allowed(is_owner, is_admin):\n    return is_owner and is_admin\n",
        "t_access.py",
        "from access import allowed\n\nassert allowed(True, False), 'owners may come in'\n"
        "assert not allowed(False, False)\n",
        "python3 t_access.py",
        "is_owner and is_admin",
        "is_owner or is_admin",
        ("is_owner and is_admin", "is_owner"),
        {_py("m.allowed(False, True), m.allowed(False, False)", "access"): "True False"},
    ),
    "leftover": Bug(
        "boxes.py",
        '"""Apples into boxes."""\n\n\ndef full_boxes(apples, size):\n    return apples // size\n\n\n'
        "def left_over(apples, per_box):\n    return apples // per_box\n",
        "test_boxes.py",
        "import boxes\n\nassert boxes.full_boxes(17, 5) == 3\nassert boxes.left_over(17, 5) == 2\n",
        "python3 test_boxes.py",
        "apples // per_box",
        "apples % per_box",
        ("apples // per_box", "apples - per_box"),
        {_py("m.left_over(23, 6), m.full_boxes(23, 6)", "boxes"): "5 3"},
    ),
    "last-items": Bug(
        "feed.py",
        "def newest(posts, n):\n    start = len(posts) - n + 1\n    return posts[start:]\n",
        "test_feed.py",
        "from feed import newest\n\nposts = ['a', 'b', 'c', 'd']\ngot = newest(posts, 2)\n"
        "assert got == ['c', 'd'], f'newest posts: {got}'\n",
        "python3 test_feed.py",
        "len(posts) - n + 1",
        "len(posts) - n",
        ("len(posts) - n + 1", "len(posts) - n - 1"),
        {_py("m.newest([1, 2, 3], 1)", "feed"): "[3]"},
    ),
    "table-row": Bug(
        "rows.py",
        "def numbered(names):\n    out = []\n    for place, name in enumerate(names):\n"
        '        out.append(f"{place}. {name}")\n    return out\n',
        "test_rows.py",
        "import unittest\n\nfrom rows import numbered\n\n\nclass Rows(unittest.TestCase):\n    def "
        "test_first_is_one(self):\n"
        "        self.assertEqual(numbered(['Jo', 'Al']), ['1. Jo', '2. Al'])\n",
        "python3 -m unittest test_rows",
        "enumerate(names)",
        "enumerate(names, 1)",
        ("enumerate(names)", "enumerate(names, 2)"),
        {_py('m.numbered(["x"])', "rows"): "['1. x']"},
    ),
    "weeks": Bug(
        "weeks.py",
        "DAYS = 6\n\n\ndef days(weeks):\n    return weeks * DAYS\n",
        "calendar_test.py",
        "import weeks\n\nassert weeks.days(2) == 14, f'2 weeks are 14 days, not {weeks.days(2)}'\n",
        "python3 calendar_test.py",
        "DAYS = 6",
        "DAYS = 7",
        ("DAYS = 6", "DAYS = 5"),
        {_py("m.days(5)", "weeks"): "35"},
    ),
    "middle": Bug(
        "middle.py",
        "def middle(items):\n    items = sorted(items)\n    return items[len(items) // 2 - 1]\n",
        "test_middle.py",
        "from middle import middle\n\nassert middle([9, 1, 5]) == 5\nassert middle([4]) == 4\n",
        "python3 test_middle.py",
        "// 2 - 1]",
        "// 2]",
        ("// 2 - 1]", "// 2 + 1]"),
        {_py("m.middle([5, 3, 1, 2, 4])", "middle"): "3"},
    ),
    "laps": Bug(
        "laps.py",
        "def laps(total):\n    done = []\n    lap = 1\n    while lap < total:\n        done.append(lap)\n "
        "       lap += 1\n"
        "    return done\n",
        "laps_test.py",
        "from laps import laps\n\nresult = laps(3)\nassert result == [1, 2, 3], f'three laps, got {result}'\n",
        "python3 laps_test.py",
        "lap < total",
        "lap <= total",
        ("lap = 1\n", "lap = 0\n"),
        {_py("m.laps(1), m.laps(4)", "laps"): "[1] [1, 2, 3, 4]"},
    ),
    "pages": Bug(
        "pages.py",
        "def page(items, number, size=3):\n    begin = number * size\n    return items[begin : begin + size]\n",
        "tests/test_pages.py",
        "import sys\n\nsys.path.insert(0, '.')\nfrom pages import page\n\nitems = list(range(7))\n"
        "assert page(items, 1) == [0, 1, 2], 'page 1 is the first one'\nassert page(items, 3) == [6]\n",
        "python3 tests/test_pages.py",
        "begin = number * size",
        "begin = (number - 1) * size",
        ("begin = number * size", "begin = number * size - 1"),
        {_py("m.page([7, 8, 9, 10], 2)", "pages"): "[10]"},
    ),
    "typo-variable": Bug(
        "mail.py",
        'def greet(person):\n    text = "Dear " + person\n    return txt + ","\n',
        "test_mail.py",
        "import mail\n\nassert mail.greet('Ines') == 'Dear Ines,'\n",
        "python3 test_mail.py",
        "txt +",
        "text +",
        ("txt +", "person +"),
        {_py('m.greet("Bo")', "mail"): "Dear Bo,"},
    ),
    "wrong-attribute": Bug(
        "pets.py",
        "class Pet:\n    def __init__(self, kind, legs):\n        self.kind = kind\n        self.legs = legs\n\n"
        '    def describe(self):\n        return f"a {self.kind} on {self.feet} legs"\n',
        "pets_test.py",
        "from pets import Pet\n\nassert Pet('hen', 2).describe() == 'a hen on 2 legs'\nprint('pets ok')\n",
        "python3 pets_test.py",
        "{self.feet}",
        "{self.legs}",
        ("{self.feet}", "{self.kind}"),
        {_py('m.Pet("cat", 4).describe()', "pets"): "a cat on 4 legs"},
    ),
    "wrong-key": Bug(
        "order.py",
        'def new_order(what, amount):\n    return {"item": what, "amount": amount}\n\n\ndef line(order):\n'
        '    return str(order["amount"]) + " x " + order["name"]\n',
        "try_order.py",
        "import order\n\no = order.new_order('lamp', 2)\nassert order.line(o) == '2 x lamp'\n",
        "python3 try_order.py",
        'order["name"]',
        'order["item"]',
        ('order["name"]', 'order["what"]'),
        {_py('m.line(m.new_order("rug", 5))', "order"): "5 x rug"},
    ),
    "wrong-import": Bug(
        "greenhouse.py",
        "from klimate import warmth\n\n\ndef too_warm(day):\n    return warmth(day) > 30\n",
        "test_greenhouse.py",
        "from greenhouse import too_warm\n\nassert too_warm('tue')\nassert not too_warm('mon')\n",
        "python3 test_greenhouse.py",
        "klimate",
        "climate",
        ("klimate", "climates"),
        {_py('m.too_warm("tue"), m.too_warm("mon")', "greenhouse"): "True False"},
        {"climate.py": "DAYS = {'mon': 22, 'tue': 34}\n\n\ndef warmth(day):\n    return DAYS[day]\n"},
    ),
    "wrong-parameter": Bug(
        "paint.py",
        "def litres(width, height):\n    square_metres = width * hight\n    return square_metres / 8\n",
        "test_paint.py",
        "import paint\n\nassert paint.litres(4, 6) == 3.0\n",
        "python3 test_paint.py",
        "hight",
        "height",
        ("hight", "width"),
        {_py("m.litres(8, 2)", "paint"): "2.0"},
    ),
    "wrong-method": Bug(
        "shout.py",
        'def shout(word):\n    loud = word.to_upper()\n    return loud + "!"\n',
        "shout_test.py",
        "from shout import shout\n\nassert shout('ahoy') == 'AHOY!', shout('ahoy')\n",
        "python3 shout_test.py",
        "to_upper()",
        "upper()",
        ("to_upper()", "title()"),
        {_py('m.shout("yes")', "shout"): "YES!"},
    ),
    "no-return": Bug(
        "tea.py",
        "MINUTES = {'green': 2, 'black': 4}\n\n\ndef brew_time(kind):\n    minutes = MINUTES[kind]\n",
        "test_tea.py",
        "from tea import brew_time\n\ngot = brew_time('black')\nassert got == 4, f'got {got}'\n",
        "python3 test_tea.py",
        "    minutes = MINUTES[kind]\n",
        "    minutes = MINUTES[kind]\n    return minutes\n",
        ("    minutes = MINUTES[kind]\n", "    minutes = MINUTES[kind]\n    return 4\n"),
        {_py('m.brew_time("green")', "tea"): "2"},
    ),
    "no-return-branch": Bug(
        "post.py",
        "def postage(grams):\n    if grams <= 20:\n        return 95\n    if grams <= 500:\n        180\n "
        "   return 390\n",
        "test_post.py",
        "import unittest\n\nfrom post import postage\n\n\nclass Postage(unittest.TestCase):\n    def "
        "test_letter(self):\n"
        "        self.assertEqual(postage(15), 95)\n\n    def test_big_letter(self):\n"
        "        self.assertEqual(postage(300), 180)\n\n    def test_parcel(self):\n"
        "        self.assertEqual(postage(900), 390)\n",
        "python3 -m unittest test_post",
        "        180\n",
        "        return 180\n",
        ("return 390", "return 180"),
        {_py("m.postage(500), m.postage(501)", "post"): "180 390"},
    ),
    "no-return-loop": Bug(
        "vowels.py",
        'def vowels(word):\n    found = 0\n    for letter in word:\n        if letter in "aeiou":\n'
        "            found += 1\n",
        "test_vowels.py",
        "from vowels import vowels\n\nassert vowels('banana') == 3, vowels('banana')\nassert vowels('rhythm') == 0\n",
        "python3 test_vowels.py",
        "            found += 1\n",
        "            found += 1\n    return found\n",
        ("            found += 1\n", "            found += 1\n            return found\n"),
        {_py('m.vowels("queue"), m.vowels("")', "vowels"): "4 0"},
    ),
    "no-return-method": Bug(
        "bank.py",
        "class Account:\n    def __init__(self):\n        self.cents = 0\n\n    def pay_in(self, cents):\n"
        "        self.cents += cents\n\n    def balance(self):\n        self.cents\n",
        "bank_test.py",
        "import bank\n\na = bank.Account()\na.pay_in(70)\na.pay_in(30)\nassert a.balance() == 100\n",
        "python3 bank_test.py",
        "balance(self):\n        self.cents\n",
        "balance(self):\n        return self.cents\n",
        ("balance(self):\n        self.cents\n", "balance(self):\n        return 100\n"),
        {_py("m.Account().balance()", "bank"): "0"},
    ),
    "print-not-return": Bug(
        "tag.py",
        'def tag(name, text):\n    print("<" + name + ">" + text + "</" + name + ">")\n',
        "test_tag.py",
        "from tag import tag\n\nassert tag('b', 'hi') == '<b>hi</b>'\n",
        "python3 test_tag.py",
        'print("<" + name + ">" + text + "</" + name + ">")',
        'return "<" + name + ">" + text + "</" + name + ">"',
        ("print(", "return print("),
        {_py('m.tag("i", "x")', "tag"): "<i>x</i>"},
    ),
    "early-return": Bug(
        "total.py",
        "def total(numbers):\n    result = 0\n    for number in numbers:\n        result += number\n"
        "        return result\n",
        "test_total.py",
        "from total import total\n\nassert total([2, 3, 4]) == 9, total([2, 3, 4])\n",
        "python3 test_total.py",
        "        return result\n",
        "    return result\n",
        ("        result += number\n", "        result = sum(numbers) + number\n"),
        {_py("m.total([10, 20]), m.total([])", "total"): "30 0"},
    ),
}
