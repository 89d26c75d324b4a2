"""Repairs that search: a try that does not help is taken back, and another place or another change follows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tools.pocket import checks
from tools.pocket import phrases_tried as phrases
from tools.pocket.broken import Case, catalogued, elementary
from tools.pocket.contents import Document
from tools.pocket.contents_bugs import shown
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.jobs_repairs import Broken, evidence, said_of, trial
from tools.pocket.phrases_fix import TEST_ALONE, WITH_TEST, WRONG_RESULT
from tools.pocket.phrasing import file_form
from tools.pocket.repairs_data import by_data
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, read, shell, shell_output
from tools.pocket.tries import Step, step_of
from tools.pocket.words import Vocabulary

MOST_CALLS = 12
"""In one turn; with its results and its words they are all the messages that a turn may have."""
_LONGEST_OUTPUT = 900
_DRAFTS = 12
_WORDS = {
    "mend": "mend mend fix fix fix repair correct".split(),
    "slip": "slip mistake mistake bug error fault".split(),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How a repair is seen: the command, what it prints where it says nothing of right and wrong, and what is told."""

    command: str
    wanted: str | None
    told: str
    first: bool = True
    """Whether it runs before anything is read."""


def _rows(text: str) -> Result:
    lines = text.removesuffix("\n").split("\n")
    return Result("\n".join(f"{number}|{line}" for number, line in enumerate(lines, 1)))


def _seen(result: Result, way: Way) -> tuple[str, bool]:
    """What tells how a run went, and whether it went well."""
    output, status = shell_output(result)
    if len(output) > _LONGEST_OUTPUT:
        raise Unsuitable(output)
    well = status == 0 and way.wanted in (None, output)
    return (output.splitlines()[-1] if output else "exit 0") if status == 0 else evidence(output), well


def _edited(path: str, text: str, old: list[str], new: list[str]) -> tuple[str, str, str, str]:
    """The thought and the texts of an edit, and the module behind it."""
    plan, before, after = lines_edit(Document(path, text), old, new, _rows(text))
    return plan, before, after, text.replace(before, after, 1)


def _repaired(
    path: str, text: str, steps: Sequence[Step], way: Way, said: str, *, known: bool
) -> Generator[Call, Result, Say]:
    """Look at what is wrong, then edit and run until it is right; `known`: it was read before."""
    thought = ""
    if way.first:
        result = yield shell(way.command, f"run {way.command}")
        thought, well = _seen(result, way)
        if well or path.removesuffix(".py") not in said + result.content:
            raise Unsuitable("nothing is wrong, or nobody knows where")
        thought += "; "
    if not known:
        result = yield read(path, f"{thought}read {path}")
        if result.content != _rows(text).content:
            raise Unsuitable(result.content)
        thought = ""
    for number, step in enumerate(steps):
        tried: tuple[str, str] | None = None
        changes = [([line], [other], True) for line, other in step.tries] + [(step.wrong, step.right, False)]
        for old, new, slip in changes:
            now = old
            if tried is not None:
                at = text.split("\n").index(tried[1]) + 1
                if old == [tried[0]]:
                    thought += f"still wrong; line {at} was {tried[0].strip()}; "
                    now = [tried[1]]
                else:
                    _, before, after, text = _edited(path, text, [tried[1]], [tried[0]])
                    yield edit(path, before, after, f"{thought}still wrong; line {at} back to {tried[0].strip()}")
                    thought = ""
            plan, before, after, text = _edited(path, text, now, new)
            result = yield edit(path, before, after, thought + plan, slip=slip)
            if result.is_error:
                raise Unsuitable(result.content)
            thought, well = _seen((yield shell(way.command, f"run {way.command}")), way)
            if well != (not slip and number == len(steps) - 1):
                raise Unsuitable("not as it should be")
            thought += "" if well else "; "
            tried = (old[0], new[0]) if slip else None
        if not well:
            thought += "another one; "
    return Say(thought, f"{' '.join(step.told(path, text) for step in steps)} {way.told}")


@dataclass(frozen=True, slots=True)
class Turn:
    """What is asked of a module and how it is seen; `files` are its own and those of its check."""

    broken: Broken
    files: dict[str, str]
    way: Way
    prompt: str
    tests: bool = False
    """Whether it is said only that a test fails."""


def _worded(v: Vocabulary, table: Sequence[str], slots: dict[str, str]) -> str:
    draw = v.draw
    wording = draw.pick(table).removeprefix("=")
    wording = re.sub(r"\b(mend|slip)(?=s?\b)", lambda found: draw.pick(_WORDS[found[1]]), wording)
    values = Values(v)
    for slot, value in slots.items():
        values.know(slot, value)
    return prompt_of(draw, re.sub(r"\{(\w+)\}", r"{{\1}}", wording), values)


def _error(value: Any) -> str:
    text = value.msg if isinstance(value, SyntaxError) else str(value)
    return f"{type(value).__name__}: {text}" if text else type(value).__name__


def turn_of(v: Vocabulary, case: Case, *, follows: bool = False) -> Turn:
    """One of the ways to ask for the repair of this module; `follows`: others were asked for before."""
    draw, broken = v.draw, case.broken
    fails = isinstance(broken.found, Exception)
    kind = draw.weighted(
        [
            (5, "test"),
            (4 * (not isinstance(broken.found, SyntaxError)), "call"),
            (2, "own"),
            (2 * (not fails), "prints"),
            (5 * fails, "fails"),
            (2 * fails, "fails alone"),
        ]
    )
    path = broken.path
    slots = {"file": file_form(draw, path), "name": case.name, "call": broken.call, "does": case.does}
    slots |= {"right": said_of(broken.value), "wrong": said_of(broken.found)}
    follows = follows and draw.chance(0.75)
    if kind in ("own", "prints", "fails alone"):
        tail = "".join(f"assert {call} == {shown(value)}\n" for call, value in broken.cases)
        told = f"`python3 {path}` passes now."
        table = phrases.NEXT_OWN if follows else phrases.OWN
        wanted = None
        if kind != "own":
            tail, told, wanted = f"print({broken.call})\n", f"It printed: {broken.value}", str(broken.value)
            table = phrases.NEXT_PRINTS if follows else phrases.PRINTS
            slots |= {"right": str(broken.value), "wrong": str(broken.found)}
        if kind == "fails alone":
            slots |= {"command": draw.pick([f"python3 {path}", file_form(draw, path)]), "error": _error(broken.found)}
            table = phrases.NEXT_FAILS if follows else phrases.FAILS
        broken = replace(broken, text=f"{broken.text}\n\n{tail}")
        way = Way(f"python3 {path}", wanted, told)
        return Turn(broken, {path: broken.text}, way, _worded(v, table, slots))
    if kind == "call":
        named = [*phrases.SYMPTOM, *phrases.SYMPTOM, *WRONG_RESULT, *(phrases.TASKED * 3 if case.does else [])]
        way = Way(
            trial(broken, [case.name]), str(broken.value), f"{broken.call} gives {slots['right']} now.", first=False
        )
        return Turn(broken, {path: broken.text}, way, _worded(v, phrases.NEXT_SYMPTOM if follows else named, slots))
    check = checks.drawn(v, broken.stem, case.imported, broken.cases, named=True)
    if re.fullmatch(r"python3 -m unittest( -q)?", check.command):
        raise Unsuitable("runs the tests of others")
    slots |= {"test": check.called, "command": check.command, "error": _error(broken.found)}
    tables = phrases.CHECKED * 2 + WITH_TEST + phrases.TEST_ONLY * 2 + TEST_ALONE
    table = phrases.NEXT_TEST if follows else tables
    if kind == "fails":
        table = phrases.NEXT_FAILS if follows else phrases.FAILS
    passes = check.path if check.command.endswith(".py") else f"`{check.command}`"
    way = Way(check.command, None, f"{passes} passes now.")
    return Turn(broken, {path: broken.text, **check.files}, way, _worded(v, table, slots), kind == "test")


def _task(turn: Turn, steps: Sequence[Step], files: dict[str, str], mended: str, *, known: bool = False) -> Task:
    broken = turn.broken

    def script() -> Script:
        return (yield from _repaired(broken.path, broken.text, steps, turn.way, turn.prompt, known=known))

    return Task("fix", turn.prompt, script, files, ("read", "edit", "shell"), ends={broken.path: mended})


def _nothing(turn: Turn) -> Task:
    """The test passes, whatever somebody says."""
    command = turn.way.command

    def script() -> Script:
        _, well = _seen((yield shell(command, f"run {command}")), turn.way)
        if not well:
            raise Unsuitable("it fails")
        passes = turn.way.told.removesuffix(" now.")
        return Say("exit 0: it passes; nothing to fix", f"{passes} already, so I changed nothing.")

    return Task("fix", turn.prompt, script, {}, ("read", "edit", "shell"), ends={turn.broken.path: turn.broken.mended})


def _room(way: Way) -> int:
    return MOST_CALLS - 1 - way.first


def single(v: Vocabulary, source: Callable[[Vocabulary], Case]) -> Task:
    """One repair, with up to three tries before it."""
    case = source(v)
    turn = turn_of(v, case)
    step = step_of(v, turn.broken, turn.broken.text, _room(turn.way))
    return _task(turn, [step], turn.files, turn.broken.mended)


def series(v: Vocabulary) -> Task:
    """A folder with three or four broken modules, one repair a turn, and now and then two in one module."""
    draw = v.draw
    tasks: list[Task] = []
    files: dict[str, str] = {}
    wanted = draw.randint(3, 4)
    for _ in range(2 * _DRAFTS):
        if len(tasks) >= wanted:
            break
        try:
            case = elementary(v) if draw.chance(0.7) else catalogued(v)
            turn = turn_of(v, case, follows=bool(tasks))
            step = step_of(v, turn.broken, turn.broken.text, _room(turn.way))
        except Unsuitable:
            continue
        if set(turn.files) & set(files) or (not step.tries and draw.chance(0.4)):
            continue
        files |= turn.files
        if turn.tests and draw.chance(0.15):
            files[turn.broken.path] = turn.broken.mended
            tasks.append(_nothing(turn))
            continue
        tasks.append(_task(turn, [step], {}, turn.broken.mended))
    if len(tasks) < wanted:
        raise Unsuitable("too few")
    tasks[0].files, tasks[0].after = files, tasks[1:]
    return tasks[0]


def _pair(v: Vocabulary) -> tuple[Case, Case, str, str, str]:
    """Two broken functions for one module, its text, how it is when one is mended, and when both are."""
    one = elementary(v)
    other = elementary(v)
    first, second = one.broken, replace(other.broken, stem=one.broken.stem)
    joint = "\n\n"
    text = f"{first.text}{joint}{second.text}"
    defined = re.findall(r"^(?:def|class) (\w+)", text, re.M)
    broken_form = any(isinstance(broken.found, SyntaxError) for broken in (first, second))
    if len(set(defined)) < len(defined) or second.text.startswith(("import ", "from ")) or broken_form:
        raise Unsuitable("no pair")
    if isinstance(second.found, NameError) and second.wrong[0].startswith("def "):
        raise Unsuitable("no pair")
    half = f"{first.mended}{joint}{second.text}"
    return one, replace(other, broken=second), text, half, f"{first.mended}{joint}{second.mended}"


def both(v: Vocabulary) -> Task:
    """Two mistakes in one module, one after the other as the check tells of them."""
    draw = v.draw
    one, other, text, half, mended = _pair(v)
    first, second = one.broken, other.broken
    check = checks.test_path(draw, first.stem)
    checking = checks.test_file(v, first.stem, f"{one.name}, {other.name}", (*first.cases, *second.cases))
    # Only where a failure names the function is it clear that it is another one.
    if len(re.findall(r"^ *assert \w+\(", checking, re.M)) < len(first.cases) + len(second.cases):
        raise Unsuitable("does not tell of which")
    way = Way(f"python3 {check}", None, f"{check} passes now.")
    step = step_of(v, first, text, _room(way) - 2, 2)
    steps = [step, step_of(v, second, half, _room(way) - step.calls, 2)]
    slots = {"file": file_form(draw, first.path), "test": file_form(draw, check)}
    prompt = _worded(v, phrases.BOTH * 2 + phrases.CHECKED + WITH_TEST, slots)
    files = {first.path: text, check: checking}
    return _task(Turn(replace(first, text=text), files, way, prompt), steps, files, mended)


def again(v: Vocabulary) -> Task:
    """Two mistakes in one module, the second one found when the first is mended, which nobody has to read again."""
    draw = v.draw
    one, other, text, half, mended = _pair(v)
    tasks: list[Task] = []
    for case, now, then, table in (
        (one, text, half, phrases.SYMPTOM + phrases.TASKED + WRONG_RESULT),
        (other, half, mended, phrases.STILL),
    ):
        broken = replace(case.broken, text=now)
        slots = {"file": file_form(draw, broken.path), "name": case.name, "call": broken.call, "does": case.does}
        slots |= {"right": said_of(broken.value), "wrong": said_of(broken.found)}
        way = Way(
            trial(broken, [case.name]), str(broken.value), f"{broken.call} gives {slots['right']} now.", first=False
        )
        turn = Turn(broken, {}, way, _worded(v, table, slots))
        tasks.append(_task(turn, [step_of(v, broken, now, _room(way))], {}, then, known=bool(tasks)))
    tasks[0].files, tasks[0].after = {one.broken.path: text}, tasks[1:]
    return tasks[0]


def _insisted(job: Callable[[Vocabulary], Task]) -> Callable[[Vocabulary], Task]:
    """The job drawn anew where a draft does not work out, so that its share does not depend on how often that is."""

    def made(v: Vocabulary) -> Task:
        for _ in range(_DRAFTS):
            with contextlib.suppress(Unsuitable):
                return job(v)
        raise Unsuitable("no draft works out")

    return made


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (3, _insisted(lambda v: single(v, elementary))),
    (3, _insisted(lambda v: single(v, catalogued))),
    (4, _insisted(series)),
    (1.5, _insisted(both)),
    (1, _insisted(again)),
    (1, _insisted(lambda v: by_data(v, _worded))),
]
