"""What is written about functions becomes repairs: the mistake fails its test, and what replaces it passes it."""

from __future__ import annotations

import pytest

from tests.pocket.test_jobs import plays, text_of
from tools.pocket import checks
from tools.pocket.contents_bugs import differs, grows_in_a_loop, outcome
from tools.pocket.draw import Draw
from tools.pocket.functions import Function, faults, functions, parse
from tools.pocket.jobs_repairs import evidence, repair
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary
from tools.pocket.world import Generator

BASKET = """# shops
== basket, order
def total(items):
    result = 0
    for price, quantity in items:
        result += price * quantity
    return result
> total([(3, 4), (10, 1)])
> total([])
? the sum in {file} is wrong
-         result += price * quantity
+         result += price + quantity
? it adds prices and numbers of pieces, see {test}
? {call} gives {wrong}
-     return result
? {name} gives nothing
"""


def test_an_entry_has_code_expressions_mistakes_and_what_is_said_of_them() -> None:
    (entry,) = parse(BASKET, "x")
    assert (entry.place, entry.modules) == ("x:2", ["basket", "order"])
    assert entry.code[0] == "def total(items):" and entry.code[-1] == "    return result"
    assert entry.calls == ["total([(3, 4), (10, 1)])", "total([])"]
    assert entry.said == ["the sum in {file} is wrong"]
    first, second = entry.mistakes
    assert first.right == ["        result += price * quantity"] and first.wrong == [
        "        result += price + quantity"
    ]
    assert first.said == ["it adds prices and numbers of pieces, see {test}", "{call} gives {wrong}"]
    assert (second.right, second.wrong) == (["    return result"], [])
    assert faults(entry) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1", "x:1: in no entry: a = 1"),
        ("== a b", "x:1: no name of a module: == a b"),
        ("== a\nb = 1\n> b\n? look at {files}", "x:4: no slot: files"),
        ("== a\nb = 1\n> b\nc = 2", "x:4: not understood: c = 2"),
    ],
)
def test_a_line_that_cannot_be_understood_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse(text, "x")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("> total([])\n", "", "fewer than two expressions"),
        ("? the sum in {file} is wrong\n", "", "nobody says anything of it"),
        ("total([])", "total(1)", "total(1) fails: TypeError: 'int' object is not iterable"),
        ("+         result += price + quantity", "+         result += quantity * price", "no expression shows it: "),
        ("-         result +=", "-         results +=", "stands 0 times in the code"),
        ("? {name} gives nothing\n", "", "nobody says anything of the mistake: return result"),
    ],
)
def test_what_does_not_hold_is_named(old: str, new: str, fault: str) -> None:
    (entry,) = parse(BASKET.replace(old, new), "x")
    assert any(fault in one for one in faults(entry)), faults(entry)


@pytest.mark.parametrize("entry", functions(), ids=lambda entry: entry.place)
def test_what_is_written_holds(entry: Function) -> None:
    assert faults(entry) == []


async def test_a_repair_ends_with_a_module_that_passes() -> None:
    async for task, conversation, folder in plays(repair, "repairs", 40):
        (path,) = (one for one in task.files if text_of(folder, one) != task.files[one])
        assert text_of(folder, path) == task.ends[path]
        results = [message["content"] for message in conversation.messages if message["role"] == "tool"]
        assert results[-1].endswith("[exit 0]")


def test_a_repair_is_checked_in_many_ways_and_each_names_its_command() -> None:
    v = Vocabulary(Draw("checks"))
    ways = set()
    for _ in range(200):
        check = checks.drawn(v, "basket", ["total"], [("total([])", 0), ("total([(2, 3)])", 6)], named=True)
        assert check.path in check.files
        words = check.command.split()
        ways.add(" ".join(words[:2]) if words[:2] == ["python3", "-m"] else words[0])
        assert check.path in check.called or check.command in check.called
    assert ways == {"python3", "python3 -m", "make", "sh"}


@pytest.mark.parametrize(
    ("line", "grows"),
    [
        ("        items.append(item)", True),
        ("        items += [item]", True),
        ("        heapq.heappush(items, item)", True),
        ("        result.append(item)", False),
        ("        item += 1", False),
    ],
)
def test_a_mistake_that_makes_a_loop_endless_and_fills_the_memory_is_not_made(line: str, grows: bool) -> None:
    assert grows_in_a_loop(["for place, item in enumerate(items):", "    result = []"], line) is grows


def test_a_program_finds_many_kinds_of_mistakes_that_show() -> None:
    generator = Generator("kinds")
    changes: set[str] = set()
    for _ in range(400):
        try:
            task = repair(generator.vocabulary)
        except Unsuitable:
            continue
        (path,) = (one for one in task.files if task.files[one] != task.ends[one])
        was, is_now = (set(text.split("\n")) for text in (task.files[path], task.ends[path]))
        changes |= {f"{sorted(was - is_now)} {sorted(is_now - was)}"}
    assert len(changes) > 150
    assert differs(outcome("a = 1", "a"), 2) and not differs(outcome("a = 1", "a"), 1)


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        (
            'Traceback (most recent call last):\n  File "t.py", line 1, in <module>\n    assert f(1) == 2\n'
            "           ^^^^^^^^^\nAssertionError: 1",
            "assert f(1) == 2; AssertionError: 1",
        ),
        (
            'Traceback (most recent call last):\n  File "t.py", line 3, in f\n    return y\nNameError: no y',
            "return y; NameError: no y",
        ),
        ("checking\nwrong: 3 is not 4", "wrong: 3 is not 4"),
        ("", "no output"),
    ],
)
def test_the_lines_that_say_what_went_wrong_are_quoted(output: str, lines: str) -> None:
    assert evidence(output) == lines
