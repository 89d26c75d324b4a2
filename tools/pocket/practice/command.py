"""Practice in running a command and saying what came of it."""

from __future__ import annotations

from bench.exam.task import Script, Task, edit, read, shell

COMMAND = (
    Task(
        id="practice-command-report",
        job="command",
        prompt="Run report.py and tell me the grand total.",
        files={
            "report.py": """\
sales = {"north": 129, "south": 204, "west": 85}

for region, amount in sales.items():
    print(f"{region:<8}{amount:>5}")
print("grand total:", sum(sales.values()))
""",
        },
        untouched=True,
        ran=(r"report\.py",),
        answer_has=(("418",),),
        reference=Script((shell("python3 report.py"),), "The grand total is 418."),
        wrong=(
            Script((shell("python3 report.py"),), "The grand total is 204."),
            Script((read("report.py"),), "The grand total is 418."),
        ),
    ),
    Task(
        id="practice-command-exit-code",
        job="command",
        prompt="with which exit code does check_disk.sh end? (start it with sh)",
        files={
            "check_disk.sh": """\
#!/bin/sh
used=91
echo "disk is $used% full"
[ "$used" -lt 80 ] && exit 0
exit 4
""",
        },
        untouched=True,
        ran=(r"check_disk\.sh",),
        answer_has=(("4",),),
        answer_lacks=("0",),
        reference=Script((shell("sh check_disk.sh"),), "It ends with exit code 4."),
        wrong=(
            Script((shell("sh check_disk.sh"),), "It ends with exit code 0."),
            Script((), "check_disk.sh ends with exit code 4."),
        ),
    ),
    Task(
        id="practice-command-lines",
        job="command",
        prompt="how many lines does visits.log have now? use wc",
        files={
            "visits.log": "".join(
                f"2025-03-{day:02} {path}\n"
                for day, path in enumerate(("/", "/about", "/", "/shop", "/", "/shop/tea", "/about", "/") * 3, 1)
            ),
        },
        untouched=True,
        ran=(r"\bwc\b.*visits\.log|visits\.log.*\bwc\b",),
        answer_has=(("24",),),
        reference=Script((shell("wc -l visits.log"),), "visits.log has 24 lines."),
        wrong=(
            Script((shell("wc -l visits.log"),), "visits.log has 23 lines."),
            Script((read("visits.log"),), "It has 24 lines."),
        ),
    ),
    Task(
        id="practice-command-python-version",
        job="command",
        prompt="Which version of Python do we have here? I mean the one called python3.",
        untouched=True,
        ran=(r"python3 (--version|-V|-c .*version)",),
        answer_has=(("3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"),),
        reference=Script((shell("python3 --version"),), "It is Python 3.11.7."),
        wrong=(
            Script((), "It is Python 3.11.7."),
            Script((shell("python3 --version"),), "I cannot tell."),
        ),
    ),
    Task(
        id="practice-command-tests-pass",
        job="command",
        prompt=(
            "Could you please execute the unit tests (python3 -m unittest) "
            "and say how many there were and if all is well?"
        ),
        files={
            "temperature.py": """\
def to_celsius(fahrenheit):
    return (fahrenheit - 32) * 5 / 9
""",
            "test_temperature.py": """\
import unittest

from temperature import to_celsius


class Freezing(unittest.TestCase):
    def test_freezing(self):
        self.assertEqual(to_celsius(32), 0)


class Boiling(unittest.TestCase):
    def test_boiling(self):
        self.assertEqual(to_celsius(212), 100)

    def test_equal(self):
        self.assertEqual(to_celsius(-40), -40)
""",
        },
        untouched=True,
        ran=(r"unittest",),
        answer_has=(("3", "three"), ("pass", "passed", "passes", "ok", "well", "succeeded", "green")),
        reference=Script((shell("python3 -m unittest"),), "There were 3 tests and all passed."),
        wrong=(
            Script((shell("python3 -m unittest"),), "There were 2 tests and all passed."),
            Script((shell("python3 -m unittest"),), "3 tests ran, one of them failed."),
        ),
    ),
    Task(
        id="practice-command-test-fails",
        job="command",
        prompt="Run test_dates.py. One of the tests is broken, I only want to know its name, don't change anything",
        files={
            "test_dates.py": """\
import unittest
from datetime import date


class Dates(unittest.TestCase):
    def test_weekday(self):
        self.assertEqual(date(2024, 5, 1).weekday(), 2)

    def test_february(self):
        self.assertEqual((date(2023, 3, 1) - date(2023, 2, 1)).days, 29)

    def test_order(self):
        self.assertLess(date(2020, 1, 1), date(2021, 1, 1))


unittest.main()
""",
        },
        untouched=True,
        ran=(r"test_dates",),
        answer_has=(("test_february", "february"),),
        answer_lacks=("test_weekday", "test_order"),
        reference=Script((shell("python3 test_dates.py"),), "The broken test is test_february."),
        wrong=(
            Script((shell("python3 test_dates.py"),), "The broken test is test_order."),
            Script(
                (
                    shell("python3 test_dates.py"),
                    read("test_dates.py"),
                    edit("test_dates.py", ".days, 29)", ".days, 28)"),
                ),
                "test_february failed; I corrected it.",
            ),
        ),
    ),
    Task(
        id="practice-command-count-todos",
        job="command",
        prompt="I'd like to know how often TODO stands in the .py files of src, grep should do it.",
        files={
            "src/parse.py": "# TODO: quotes\n\n\ndef parse(line):\n    return line.split(',')  # TODO: strip\n",
            "src/show.py": "def show(rows):\n    # TODO: colours\n    for row in rows:\n        print(*row)\n",
            "src/ideas.txt": "TODO: write a parser for TSV\nTODO: a window\n",
        },
        untouched=True,
        ran=(r"grep.*TODO",),
        answer_has=(("3", "three"),),
        answer_lacks=("5", "2 times", "twice"),
        reference=Script((shell("grep -rn --include='*.py' TODO src"),), "TODO stands there 3 times."),
        wrong=(
            Script((shell("grep -rn TODO src"),), "TODO stands there 5 times."),
            Script((shell("grep -c TODO src/parse.py"),), "TODO stands there twice."),
        ),
    ),
    Task(
        id="practice-command-make-build",
        job="command",
        prompt="do `make build` and report which file it has made",
        files={
            "Makefile": """\
NAME = notes
EXT = txt

build:
\tmkdir -p out
\tsort parts/*.txt > out/$(NAME)-all.$(EXT)
""",
            "parts/a.txt": "pears\ncherries\n",
            "parts/b.txt": "apples\n",
        },
        files_after={"out/notes-all.txt": "apples\ncherries\npears\n"},
        ran=(r"make build",),
        answer_has=(("notes-all.txt",),),
        reference=Script((shell("make build"),), "It made out/notes-all.txt."),
        wrong=(
            Script((shell("make build"),), "It made notes.txt."),
            Script((read("Makefile"),), "It makes out/notes-all.txt."),
        ),
    ),
    Task(
        id="practice-command-argument",
        job="command",
        prompt="What does shuffle.py print for the word lantern? Its one argument is the word.",
        files={
            "shuffle.py": """\
import sys

word = sys.argv[1]
middle = len(word) // 2
print((word[middle:] + word[:middle])[::-1].upper())
""",
        },
        untouched=True,
        ran=(r"shuffle\.py['\"]? ['\"]?lantern",),
        answer_has=(("NALNRET",),),
        reference=Script((shell("python3 shuffle.py lantern"),), "It prints NALNRET."),
        wrong=(
            Script((shell("python3 shuffle.py lantern"),), "It prints LANTERN."),
            Script((shell("python3 shuffle.py"),), "It stops with an IndexError."),
        ),
    ),
    Task(
        id="practice-command-count-files",
        job="command",
        prompt="count the photos! everything ending in .jpg under album, subfolders too. what number do you get",
        files={
            "album/readme.txt": "Pictures of the trip.\n",
            "album/harbour.jpg": "-\n",
            "album/day1/boat.jpg": "-\n",
            "album/day1/gull.jpg": "-\n",
            "album/day2/tower.jpg": "-\n",
            "album/day2/map.png": "-\n",
        },
        untouched=True,
        looks=True,
        answer_has=(("4", "four"),),
        reference=Script((shell("find album -name '*.jpg' | wc -l"),), "There are 4 photos."),
        wrong=(
            Script((shell("ls album/*.jpg | wc -l"),), "There is 1 photo."),
            Script((), "There are 4 photos."),
        ),
    ),
    Task(
        id="practice-command-sort-names",
        job="command",
        prompt="Sort guests.txt with the sort command into guests_sorted.txt; who is the first then?",
        files={"guests.txt": "Olga\nMilan\nBeata\nZoe\nCarlos\n"},
        files_after={"guests_sorted.txt": "Beata\nCarlos\nMilan\nOlga\nZoe\n"},
        ran=(r"\bsort\b.*guests\.txt",),
        answer_has=(("Beata",),),
        reference=Script(
            (shell("sort guests.txt > guests_sorted.txt && head -1 guests_sorted.txt"),),
            "guests_sorted.txt is written; the first is Beata.",
        ),
        wrong=(
            Script((shell("sort guests.txt"),), "The first is Beata."),
            Script((shell("sort -r guests.txt > guests_sorted.txt"),), "The first is Zoe."),
        ),
    ),
    Task(
        id="practice-command-crash",
        job="command",
        prompt=(
            "Something is the matter with start.py. "
            "Just start it and quote the error that appears, I will repair it myself."
        ),
        files={
            "start.py": """\
import json

with open("config.json") as file:
    config = json.load(file)
print("listening on", config["port"])
""",
            "config.json": '{"host": "0.0.0.0", "prot": 4000}\n',
        },
        untouched=True,
        ran=(r"start\.py",),
        answer_has=(("KeyError",),),
        reference=Script((shell("python3 start.py"),), "It stops with KeyError: 'port' in line 5."),
        wrong=(
            Script((shell("python3 start.py"),), "It is listening on port 4000."),
            Script(
                (
                    shell("python3 start.py"),
                    read("config.json"),
                    edit("config.json", "prot", "port"),
                ),
                "KeyError: 'port'. I corrected config.json.",
            ),
        ),
    ),
)
