"""Run a command and report what it says."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam.task import NOT, Script, Task, shell


def _command(
    name: str,
    prompt: str,
    command: str,
    ran: str,
    answer: str,
    *has: str | tuple[str, ...],
    wrong: str = "",
    files: Mapping[str, str] | None = None,
    after: Mapping[str, str] | None = None,
) -> Task:
    """`ran`: a regular expression for the command, where only this one will do; `wrong`: an answer that the output does
    not bear out, where one is asked for.
    """
    return Task(
        f"command-{name}",
        "command",
        prompt,
        Script((shell(command),), answer),
        (Script((), answer), *([Script((shell(command),), wrong)] if wrong else [])),
        files or {},
        after or {},
        ran=(ran,) if ran else (),
        looks=True,
        answer_has=tuple((words,) if isinstance(words, str) else words for words in has),
    )


_FAILING = (
    "import unittest\n\n\nclass Sums(unittest.TestCase):\n    def test_add(self):\n        "
    "self.assertEqual(2 + 2, 4)\n\n"
    "    def test_take(self):\n        self.assertEqual(9 - 4, 6)\n"
)

COMMAND = (
    _command(
        "pipe",
        "run `echo kite | tr a-z A-Z` and give me its output",
        "echo kite | tr a-z A-Z",
        r"tr a-z A-Z",
        "It printed KITE.",
        "KITE",
        wrong="It printed tr a-z.",
    ),
    _command(
        "script-sum",
        "There is a script adder.py here, please start it with python3, which number is printed?",
        "python3 adder.py",
        r"python3 \S*adder\.py",
        "It printed 366.",
        "366",
        wrong="It printed 244.",
        files={"adder.py": "n = 0\nfor k in range(3):\n    n += 122\nprint(n)\n"},
    ),
    _command(
        "build-script",
        "sh build.sh plz, whats the last thing it says?",
        "sh build.sh",
        r"build\.sh",
        "It ends with bundle 88 ready.",
        "bundle 88 ready",
        wrong="It says packing.",
        files={"build.sh": "echo packing\nn=44\necho bundle $((n * 2)) ready\n"},
    ),
    _command(
        "failing-tests",
        "Execute python3 -m unittest sums_test for me, and say if everything passed or which test failed.",
        "python3 -m unittest sums_test",
        r"unittest",
        "test_take failed.",
        "test_take",
        ("failed", "fails", "failing", "failure", "fail"),
        wrong="All tests passed.",
        files={"sums_test.py": _FAILING},
    ),
    _command(
        "word-count",
        "How many words are in speech.txt? wc -w speech.txt should tell you.",
        "wc -w speech.txt",
        r"wc -w",
        "It has 9 words.",
        ("9", "nine"),
        wrong="It has 8 words.",
        files={"speech.txt": "we meet again my friends\nthe night is young\n"},
    ),
    _command(
        "exit-status",
        "Please check with which exit code python3 quits.py comes back. I need the number.",
        "python3 quits.py; echo $?",
        r"quits\.py",
        "Exit code 7.",
        ("7", "seven"),
        wrong="Exit code 0.",
        files={"quits.py": "import sys\n\nsys.exit(7)\n"},
    ),
    _command(
        "sorted-last",
        "do a sort -n on scores.txt. which is highest score",
        "sort -n scores.txt",
        r"sort -n",
        "The highest is 310.",
        "310",
        wrong="The highest is 98.",
        files={"scores.txt": "98\n310\n45\n"},
    ),
    _command(
        "unique",
        "Try this one in the shell: sort bids.txt | uniq | wc -l  (I'd like to know how many different bids we have)",
        "sort bids.txt | uniq | wc -l",
        r"uniq",
        "There are 3 different bids.",
        ("3", "three"),
        wrong="There are 5 bids.",
        files={"bids.txt": "oak\nelm\noak\nash\nelm\n"},
    ),
    _command(
        "comparison",
        "What does python3 -c \"print('pear' < 'plum')\" give? True or False?",
        "python3 -c \"print('pear' < 'plum')\"",
        r"pear",
        "It prints True.",
        "True",
        wrong="It prints False.",
    ),
    _command(
        "argument",
        "greet.py wants a name behind it. Call it with the name Wanda, then quote what it replies.",
        "python3 greet.py Wanda",
        r"greet\.py\s+['\"]?Wanda",
        'It says "Wanda, you have 2 parcels".',
        "Wanda, you have 2 parcels",
        wrong="It says hello.",
        files={"greet.py": "import sys\n\nprint(sys.argv[1] + ', you have ' + str(1 + 1) + ' parcels')\n"},
    ),
    _command(
        "two-commands",
        "first `python3 one.py`, afterwards `python3 two.py`; tell me both results, please",
        "python3 one.py; python3 two.py",
        r"two\.py",
        "one.py printed swan-5, two.py printed 21.",
        "swan-5",
        "21",
        wrong="one.py printed swan-5.",
        files={"one.py": "print('swan-' + str(len('abcde')))\n", "two.py": "print(7 * 3)\n"},
    ),
    _command(
        "copy",
        "With cp, copy plan.txt to plan_backup.txt.",
        "cp plan.txt plan_backup.txt",
        r"\bcp\b",
        "I copied it.",
        files={"plan.txt": "1. sow\n2. wait\n"},
        after={"plan_backup.txt": "1. sow\n2. wait\n"},
    ),
    _command(
        "folder",
        "mkdir -p media/raw is what I'd type, but you do it for me, and touch media/raw/keep.txt too",
        "mkdir -p media/raw && touch media/raw/keep.txt",
        r"mkdir",
        "Both are there.",
        after={"media/raw/keep.txt": ""},
    ),
    _command(
        "fails",
        "Run python3 convert.py and tell me honestly whether it works or what error comes.",
        "python3 convert.py",
        r"convert\.py",
        "It fails with a ValueError.",
        ("ValueError", "invalid literal"),
        wrong="It works.",
        files={"convert.py": "print('start')\nprint(int('four'))\n"},
    ),
    _command(
        "no-such-file",
        "is there anything in cargo.txt? ask cat cargo.txt",
        "cat cargo.txt",
        "",
        "There is no such file.",
        (*NOT, "missing"),
        wrong="It says: cargo loaded.",
    ),
    _command(
        "module",
        "Kindly do python3 -m shop.cart and forward me the one line that appears.",
        "python3 -m shop.cart",
        r"python3 -m shop\.cart",
        "It printed: 4 things in the cart",
        "4 things in the cart",
        wrong="It printed: the cart is empty",
        files={
            "shop/__init__.py": "",
            "shop/cart.py": "things = list('abcd')\nprint(len(things), 'things in the cart')\n",
        },
    ),
    _command(
        "cut",
        "cut -d: -f2 roles.txt ... what are the two roles you see?",
        "cut -d: -f2 roles.txt",
        r"cut",
        "gardener and smith",
        "gardener",
        "smith",
        wrong="lea and tom",
        files={"roles.txt": "lea:gardener:3\ntom:smith:8\n"},
    ),
    _command(
        "environment",
        "set HUE to indigo for python3 hue.py, that is HUE=indigo python3 hue.py, and report its line",
        "HUE=indigo python3 hue.py",
        r"HUE=['\"]?indigo",
        "It printed: hue is INDIGO",
        "hue is INDIGO",
        wrong="It printed: hue is unset",
        files={"hue.py": "import os\n\nprint('hue is', os.environ.get('HUE', 'unset').upper())\n"},
    ),
)
