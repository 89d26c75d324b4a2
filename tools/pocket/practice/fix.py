"""Practice in fixing: a bug of one line in a short program, and something that shows it."""

from __future__ import annotations

from bench.exam.task import Script, Task, edit, read, shell, write

FIX = (
    Task(
        id="practice-fix-cart-total",
        job="fix",
        prompt="test_cart.py fails. The total has to be price times quantity, summed up. Please fix cart.py.",
        files={
            "cart.py": """\
def total(items):
    result = 0
    for price, quantity in items:
        result += price + quantity
    return result
""",
            "test_cart.py": """\
import unittest

from cart import total


class CartTest(unittest.TestCase):
    def test_two_items(self):
        self.assertEqual(total([(3, 4), (10, 1)]), 22)

    def test_nothing(self):
        self.assertEqual(total([]), 0)


if __name__ == "__main__":
    unittest.main()
""",
        },
        free=("cart.py",),
        outputs={
            "python3 test_cart.py 2>&1 | tail -1": "OK",
            "python3 -c 'import cart; print(cart.total([(5, 5), (2, 7)]))'": "39",
        },
        reference=Script(
            (
                read("cart.py"),
                edit("cart.py", "price + quantity", "price * quantity"),
                shell("python3 test_cart.py"),
            ),
            "cart.py multiplies price and quantity now, and the tests pass.",
        ),
        wrong=(
            Script((read("cart.py"), shell("python3 test_cart.py")), "Fixed."),
            Script((read("cart.py"), edit("cart.py", "price + quantity", "price - quantity"))),
        ),
    ),
    Task(
        id="practice-fix-sum-to",
        job="fix",
        prompt="sum_to(5) shoud give 15 but i get 10?? can u look at sums.py, check with check_sums.py",
        files={
            "sums.py": """\
# Sums for the school site.


def sum_to(n):
    total = 0
    for i in range(1, n):
        total = total + i
    return total
""",
            "check_sums.py": """\
from sums import sum_to

assert sum_to(5) == 15, sum_to(5)
assert sum_to(1) == 1, sum_to(1)
print("sums are fine")
""",
        },
        free=("sums.py",),
        outputs={"python3 check_sums.py": "sums are fine", "python3 -c 'import sums; print(sums.sum_to(10))'": "55"},
        reference=Script(
            (
                read("sums.py"),
                edit("sums.py", "range(1, n)", "range(1, n + 1)"),
                shell("python3 check_sums.py"),
            ),
            "range left out the last number. sum_to(5) gives 15 now.",
        ),
        wrong=(
            Script((read("sums.py"), edit("sums.py", "range(1, n)", "range(0, n)"))),
            Script((read("check_sums.py"), edit("check_sums.py", "== 15", "== 10"))),
        ),
    ),
    Task(
        id="practice-fix-greeting-name",
        job="fix",
        prompt="`python3 greet.py` stops with a NameError, repair it and run it again",
        files={
            "greet.py": """\
visitor = "Marta"
town = "Porto"

print(f"Hello {visiter}, welcome to {town}!")
""",
        },
        free=("greet.py",),
        outputs={"python3 greet.py": "Hello Marta, welcome to Porto!"},
        ran=(r"greet\.py",),
        reference=Script(
            (
                shell("python3 greet.py"),
                read("greet.py"),
                edit("greet.py", "{visiter}", "{visitor}"),
                shell("python3 greet.py"),
            ),
            "The name was misspelt. It prints: Hello Marta, welcome to Porto!",
        ),
        wrong=(
            Script((shell("python3 greet.py"),), "The variable visiter is not defined."),
            Script((read("greet.py"), edit("greet.py", "{visiter}", "visitor"), shell("python3 greet.py"))),
        ),
    ),
    Task(
        id="practice-fix-area-none",
        job="fix",
        prompt=(
            "Why does area() always give None? Make the test in tests/test_area.py pass (python3 -m tests.test_area)."
        ),
        files={
            "shapes.py": '''\
def area(width, height):
    """The area of a rectangle."""
    result = width * height


def perimeter(width, height):
    """The way around a rectangle."""
    return 2 * (width + height)
''',
            "tests/__init__.py": "",
            "tests/test_area.py": """\
from shapes import area, perimeter

assert perimeter(2, 3) == 10
assert area(2, 3) == 6, f"area gave {area(2, 3)}"
print("2 checks passed")
""",
        },
        free=("shapes.py",),
        outputs={
            "python3 -m tests.test_area": "2 checks passed",
            "python3 -c 'import shapes; print(shapes.area(7, 8))'": "56",
        },
        reference=Script(
            (
                read("shapes.py"),
                edit("shapes.py", "    result = width * height\n", "    result = width * height\n    return result\n"),
                shell("python3 -m tests.test_area"),
            ),
            "area had no return. It returns the result now, and the test passes.",
        ),
        wrong=(
            Script((read("shapes.py"),), "It has no return statement."),
            Script((read("shapes.py"), edit("shapes.py", "result = width * height", "return width + height"))),
        ),
    ),
    Task(
        id="practice-fix-power-default",
        job="fix",
        prompt="When no exponent is passed, power() in mathy.py is supposed to square. demo.py shows that it doesn't.",
        files={
            "mathy.py": """\
def power(base, exponent=1):
    result = 1
    for _ in range(exponent):
        result *= base
    return result
""",
            "demo.py": """\
from mathy import power

print("3 squared is", power(3))
print("2 cubed is", power(2, 3))
""",
        },
        free=("mathy.py",),
        outputs={
            "python3 demo.py": "3 squared is 9\n2 cubed is 8",
            "python3 -c 'from mathy import power; print(power(5), power(5, 1))'": "25 5",
        },
        reference=Script(
            (read("mathy.py"), edit("mathy.py", "exponent=1", "exponent=2"), shell("python3 demo.py")),
            "The default exponent is 2 now; demo.py prints 3 squared is 9.",
        ),
        wrong=(
            Script((read("mathy.py"), edit("mathy.py", "result = 1", "result = base"))),
            Script((read("demo.py"), edit("demo.py", "power(3))", "power(3, 2))"), shell("python3 demo.py"))),
        ),
    ),
    Task(
        id="practice-fix-replace-arguments",
        job="fix",
        prompt="""\
there is a bug in slug.py:
- slug("My Blog Post") must be my-blog-post
- it is "my blog post" now
pls correct, `sh check.sh` should say ok""",
        files={
            "slug.py": """\
import sys


def slug(title):
    lowered = title.lower()
    return lowered.replace("-", " ")


if __name__ == "__main__":
    print(slug(sys.argv[1]))
""",
            "check.sh": """\
got=$(python3 slug.py "My Blog Post")
if [ "$got" = "my-blog-post" ]; then
  echo ok
else
  echo "wrong: $got"
  exit 1
fi
""",
        },
        free=("slug.py",),
        outputs={"sh check.sh": "ok", "python3 slug.py 'Two New Cats Here'": "two-new-cats-here"},
        reference=Script(
            (
                read("slug.py"),
                edit("slug.py", 'replace("-", " ")', 'replace(" ", "-")'),
                shell("sh check.sh"),
            ),
            "The arguments of replace were swapped. check.sh says ok.",
        ),
        wrong=(
            Script((read("slug.py"), edit("slug.py", 'replace("-", " ")', 'replace("-", "")'))),
            Script((read("check.sh"), edit("check.sh", "my-blog-post", "my blog post"), shell("sh check.sh"))),
        ),
    ),
    Task(
        id="practice-fix-adult-age",
        job="fix",
        prompt=(
            "Somebody who is exactly 18 counts as an adult, our test says so too, but tickets.py charges them "
            "the child price. Could you correct that?"
        ),
        files={
            "tickets.py": """\
CHILD_PRICE = 6
ADULT_PRICE = 11


def ticket_price(age):
    if age > 18:
        return ADULT_PRICE
    return CHILD_PRICE
""",
            "test_tickets.py": """\
from tickets import ticket_price


def test_child():
    assert ticket_price(17) == 6


def test_adult():
    assert ticket_price(18) == 11
    assert ticket_price(40) == 11


test_child()
test_adult()
print("passed")
""",
        },
        free=("tickets.py",),
        outputs={"python3 test_tickets.py": "passed"},
        reference=Script(
            (
                read("tickets.py"),
                edit("tickets.py", "age > 18", "age >= 18"),
                shell("python3 test_tickets.py"),
            ),
            "At 18 the adult price is charged now; the test passes.",
        ),
        wrong=(
            Script((read("tickets.py"), edit("tickets.py", "age > 18", "age < 18"))),
            Script((read("tickets.py"), edit("tickets.py", "ADULT_PRICE = 11", "ADULT_PRICE = 6"))),
        ),
    ),
    Task(
        id="practice-fix-first-word",
        job="fix",
        prompt="In text_tools.py, first_word returns the second one. Fix.",
        files={
            "text_tools.py": '''\
"""Small helpers for text."""


def first_word(sentence):
    words = sentence.split()
    return words[1]


def last_word(sentence):
    words = sentence.split()
    return words[-1]
''',
        },
        free=("text_tools.py",),
        outputs={
            "python3 -c \"from text_tools import *; print(first_word('red green blue'), last_word('a b c'))\"": "red c",
            "python3 -c \"from text_tools import *; print(first_word('alone'))\"": "alone",
        },
        reference=Script(
            (read("text_tools.py"), edit("text_tools.py", "words[1]", "words[0]")),
            "first_word returns words[0] now.",
        ),
        wrong=(
            Script((read("text_tools.py"), edit("text_tools.py", "words[-1]", "words[0]"))),
            Script((read("text_tools.py"),), "I changed words[1] to words[0]."),
        ),
    ),
    Task(
        id="practice-fix-even",
        job="fix",
        prompt=(
            "hey, my even numbers come out odd lol. numbers.txt is fine so it must be evens.py, can you sort it out?"
        ),
        files={
            "evens.py": """\
def is_even(n):
    return n % 2 == 1


with open("numbers.txt") as file:
    for line in file:
        number = int(line)
        if is_even(number):
            print(number)
""",
            "numbers.txt": "4\n7\n10\n13\n22\n",
        },
        free=("evens.py",),
        outputs={"python3 evens.py": "4\n10\n22"},
        reference=Script(
            (read("evens.py"), edit("evens.py", "n % 2 == 1", "n % 2 == 0"), shell("python3 evens.py")),
            "is_even compared with 1. It prints 4, 10 and 22 now.",
        ),
        wrong=(
            Script((read("evens.py"), edit("evens.py", "n % 2 == 1", "n % 2 == 2"))),
            Script((read("numbers.txt"), write("numbers.txt", "4\n10\n22\n"))),
        ),
    ),
    Task(
        id="practice-fix-product-start",
        job="fix",
        prompt=(
            "The product function always returns 0. I expect 24 for [2, 3, 4]. "
            "Where it is wrong? Please repair the code."
        ),
        files={
            "product.py": """\
def product(values):
    answer = 0
    for value in values:
        answer = answer * value
    return answer


print(product([2, 3, 4]))
""",
        },
        free=("product.py",),
        outputs={"python3 product.py": "24", "python3 -c 'import product; print(product.product([5, 6]))'": "24\n30"},
        reference=Script(
            (read("product.py"), edit("product.py", "answer = 0", "answer = 1"), shell("python3 product.py")),
            "It started from 0; it starts from 1 now and prints 24.",
        ),
        wrong=(
            Script((read("product.py"), edit("product.py", "answer * value", "answer + value"))),
            Script((read("product.py"), edit("product.py", "return answer", "return 24"))),
        ),
    ),
    Task(
        id="practice-fix-early-return",
        job="fix",
        prompt=(
            "vowels.py counts only the first letter of a word, I think the return is indented too far. "
            "Run python3 test_vowels.py when you have fixed it."
        ),
        files={
            "vowels.py": """\
def count_vowels(word):
    count = 0
    for letter in word:
        if letter in "aeiou":
            count += 1
        return count
""",
            "test_vowels.py": """\
import sys

from vowels import count_vowels

expected = {"banana": 3, "tree": 2, "audio": 4}
failures = [word for word, count in expected.items() if count_vowels(word) != count]
print("failed:", ", ".join(failures) or "none")
sys.exit(len(failures))
""",
        },
        free=("vowels.py",),
        outputs={"python3 test_vowels.py": "failed: none"},
        ran=(r"test_vowels",),
        reference=Script(
            (
                read("vowels.py"),
                edit("vowels.py", "        return count", "    return count"),
                shell("python3 test_vowels.py"),
            ),
            "The return stands after the loop now; no word fails.",
        ),
        wrong=(
            Script((read("vowels.py"), edit("vowels.py", "        return count", "    return count"))),
            Script((read("vowels.py"), edit("vowels.py", "count = 0", "count = 1"), shell("python3 test_vowels.py"))),
        ),
    ),
    Task(
        id="practice-fix-ranking-order",
        job="fix",
        prompt="make test is red: best() has to list the highest score first. Only ranking.py may change.",
        files={
            "Makefile": "test:\n\tpython3 test_ranking.py\n",
            "ranking.py": """\
SCORES = {"ada": 31, "lin": 57, "tom": 44}


def best():
    return sorted(SCORES, key=SCORES.get)
""",
            "test_ranking.py": """\
from ranking import best

assert best() == ["lin", "tom", "ada"], best()
print("green")
""",
        },
        free=("ranking.py",),
        outputs={"make -s test": "green"},
        reference=Script(
            (
                read("ranking.py"),
                edit("ranking.py", "key=SCORES.get)", "key=SCORES.get, reverse=True)"),
                shell("make test"),
            ),
            "best() sorts in reverse now and make test is green.",
        ),
        wrong=(
            Script((read("ranking.py"), edit("ranking.py", "sorted(SCORES, key=SCORES.get)", "sorted(SCORES)"))),
            Script((read("test_ranking.py"), edit("test_ranking.py", '"lin", "tom", "ada"', '"ada", "tom", "lin"'))),
        ),
    ),
    Task(
        id="practice-fix-wrong-key",
        job="fix",
        prompt=(
            "mails.py dies with KeyError: 'mail'. "
            "the people in people.json have it under another key, don't touch that file"
        ),
        files={
            "people.json": """\
[
  {"name": "Ines", "email": "ines@example.org"},
  {"name": "Kofi", "email": "kofi@example.org"}
]
""",
            "mails.py": """\
import json

with open("people.json") as file:
    people = json.load(file)

for person in people:
    print(person["name"] + ": " + person["mail"])
""",
        },
        free=("mails.py",),
        outputs={"python3 mails.py": "Ines: ines@example.org\nKofi: kofi@example.org"},
        reference=Script(
            (
                read("people.json"),
                read("mails.py"),
                edit("mails.py", 'person["mail"]', 'person["email"]'),
                shell("python3 mails.py"),
            ),
            "The key is email. mails.py prints both addresses now.",
        ),
        wrong=(
            Script((read("people.json"), edit("people.json", '"email"', '"mail"', every=True))),
            Script((read("mails.py"), edit("mails.py", 'person["mail"]', 'person.get("mail", "")'))),
        ),
    ),
    Task(
        id="practice-fix-average-division",
        job="fix",
        prompt="Fix average in stats.py; for 1 and 2 it must be 1.5 and not 1",
        files={
            "stats.py": '''\
def average(*numbers):
    """The mean of the numbers.

    >>> average(1, 2)
    1.5
    >>> average(4, 4, 4)
    4.0
    """
    return sum(numbers) // len(numbers)
''',
        },
        free=("stats.py",),
        outputs={
            "python3 -m doctest stats.py && echo good": "good",
            "python3 -c 'from stats import average; print(average(1, 2), average(2, 3, 5, 8))'": "1.5 4.5",
        },
        reference=Script(
            (
                read("stats.py"),
                edit("stats.py", "sum(numbers) // len", "sum(numbers) / len"),
                shell("python3 -m doctest stats.py"),
            ),
            "average used whole division; it gives 1.5 now.",
        ),
        wrong=(
            Script((read("stats.py"), edit("stats.py", "    1.5\n", "    1\n"))),
            Script((read("stats.py"), edit("stats.py", "sum(numbers) // len", "sum(numbers) % len"))),
        ),
    ),
    Task(
        id="practice-fix-password-and",
        job="fix",
        prompt=(
            "A good password is at least 8 characters long AND has a digit. Our check accepts either, "
            "so I'd be glad if you mended password.py until `python3 -m unittest -q` is happy."
        ),
        files={
            "password.py": """\
def is_good(password):
    long_enough = len(password) >= 8
    has_digit = any(c.isdigit() for c in password)
    return long_enough or has_digit
""",
            "test_password.py": """\
from unittest import TestCase

from password import is_good


class TestPassword(TestCase):
    def test_good(self):
        self.assertTrue(is_good("sunflower7"))

    def test_bad(self):
        self.assertFalse(is_good("sunflower"))
        self.assertFalse(is_good("sun7"))
""",
        },
        free=("password.py",),
        outputs={"python3 -m unittest -q 2>&1 | tail -1": "OK"},
        reference=Script(
            (
                read("password.py"),
                edit("password.py", "long_enough or has_digit", "long_enough and has_digit"),
                shell("python3 -m unittest -q"),
            ),
            "Both are required now, and the tests pass.",
        ),
        wrong=(
            Script((read("password.py"), edit("password.py", "return long_enough or has_digit", "return has_digit"))),
            Script((shell("python3 -m unittest -q"),), "One test failed."),
        ),
    ),
    Task(
        id="practice-fix-bill-type",
        job="fix",
        prompt="bill.py: TypeError, can only concatenate str. Expected output is in expected.txt.",
        files={
            "bill.py": """\
rent = 640
power = 75
water = 31

total = rent + power + water
print("Total: " + total + " euros")
""",
            "expected.txt": "Total: 746 euros\n",
        },
        free=("bill.py",),
        outputs={"python3 bill.py | diff - expected.txt && echo same": "same"},
        reference=Script(
            (
                read("bill.py"),
                edit("bill.py", '"Total: " + total + " euros"', 'f"Total: {total} euros"'),
                shell("python3 bill.py"),
            ),
            "The number is formatted into the text now: Total: 746 euros.",
        ),
        wrong=(
            Script((read("bill.py"), edit("bill.py", '"Total: " + total + " euros"', "total"))),
            Script((read("bill.py"), edit("bill.py", " + total + ", " + ")), "It runs now."),
        ),
    ),
)
