"""Repairs that search: a try that does not help is taken back, and another place or another change follows."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tools.pocket import checks
from tools.pocket import phrases_tried as phrases
from tools.pocket.broken import Case, catalogued, elementary
from tools.pocket.contents import Document
from tools.pocket.contents_bugs import outcome, shown
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
_LONGEST_MODULE = 1500
_SHORT = 10
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
    numbers: list[int] = []
    for step in steps:
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
            lines = text.split("\n")
            at = next(at for at in range(len(lines)) if lines[at : at + len(now)] == now) + 1
            plan, before, after, text = _edited(path, text, now, new)
            result = yield edit(path, before, after, thought + plan, slip=slip)
            if result.is_error:
                raise Unsuitable(result.content)
            thought, well = _seen((yield shell(way.command, f"run {way.command}")), way)
            if well != (not slip and step is steps[-1]):
                raise Unsuitable("not as it should be")
            thought += "" if well else "; "
            tried = (old[0], new[0]) if slip else None
        more = len(step.right) - len(step.wrong)
        numbers = [*(number + more if number > at else number for number in numbers), at]
        if not well:
            thought += "another one; "
    told = " ".join(step.told(path, number) for step, number in zip(steps, numbers, strict=True))
    return Say(thought, f"{told} {way.told}")


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
    error = _error(outcome(broken.text, broken.call)) if fails else ""
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
            slots |= {"command": draw.pick([f"python3 {path}", file_form(draw, path)]), "error": error}
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
    slots |= {"test": check.called, "command": check.command, "error": error}
    table = phrases.NEXT_TEST if follows else phrases.CHECKED * 2 + WITH_TEST + phrases.TEST_ONLY * 2 + TEST_ALONE
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


def _joint(v: Vocabulary, count: int) -> list[Case]:
    """Broken functions for one module."""
    cases: list[Case] = []
    while len(cases) < count:
        with contextlib.suppress(Unsuitable):
            case = elementary(v)
            if case.broken.text.count("\n") <= _SHORT:
                cases.append(case)
    stem = cases[0].broken.stem
    cases = [replace(case, broken=replace(case.broken, stem=stem)) for case in cases]
    defined = re.findall(r"^(?:def|class) (\w+)", _joined(cases), re.M)
    broken_form = any(isinstance(case.broken.found, SyntaxError) for case in cases)
    imports = any(re.match("import |from ", case.broken.mended) for case in cases[1:])
    if len(set(defined)) < len(defined) or imports or broken_form or len(_joined(cases)) > _LONGEST_MODULE:
        raise Unsuitable("they do not go together")
    return cases


def _joined(cases: Sequence[Case], mended: Collection[int] = ()) -> str:
    """The module of these functions where some are mended."""
    return "\n\n".join(case.broken.mended if at in mended else case.broken.text for at, case in enumerate(cases))


def both(v: Vocabulary) -> Task:
    """Two mistakes in one module, one after the other as the check tells of them."""
    draw = v.draw
    cases = _joint(v, 2)
    order = draw.sample(range(2), 2)
    one, other = (cases[at] for at in order)
    first, second = one.broken, other.broken
    check = checks.test_path(draw, first.stem)
    checking = checks.test_file(v, first.stem, f"{one.name}, {other.name}", (*first.cases, *second.cases))
    # Only where a failure names the function is it clear that it is another one.
    if len(re.findall(r"^ *assert \w+\(", checking, re.M)) < len(first.cases) + len(second.cases):
        raise Unsuitable("does not tell of which")
    text = _joined(cases)
    way = Way(f"python3 {check}", None, f"{check} passes now.")
    step = step_of(v, first, text, _room(way) - 2, 2)
    steps = [step, step_of(v, second, _joined(cases, order[:1]), _room(way) - step.calls, 2)]
    slots = {"file": file_form(draw, first.path), "test": file_form(draw, check)}
    prompt = _worded(v, phrases.BOTH * 2 + phrases.CHECKED + WITH_TEST, slots)
    files = {first.path: text, check: checking}
    return _task(Turn(replace(first, text=text), files, way, prompt), steps, files, _joined(cases, order))


def again(v: Vocabulary) -> Task:
    """A few functions in one module, told of one after the other, which nobody has to read again."""
    draw = v.draw
    cases = _joint(v, draw.randint(2, 6))
    order = draw.sample(range(len(cases)), draw.randint(2, len(cases)))
    mended = [at for at in range(len(cases)) if at not in order]
    files = {cases[0].broken.path: _joined(cases, mended)}
    tasks: list[Task] = []
    for at in order:
        case = cases[at]
        broken = replace(case.broken, text=_joined(cases, mended))
        mended = [*mended, at]
        slots = {"file": file_form(draw, broken.path), "name": case.name, "call": broken.call, "does": case.does}
        slots |= {"right": said_of(broken.value), "wrong": said_of(broken.found)}
        told = f"{broken.call} gives {slots['right']} now."
        way = Way(trial(broken, [case.name]), str(broken.value), told, first=False)
        table = phrases.STILL if tasks else phrases.SYMPTOM + phrases.TASKED + WRONG_RESULT
        turn = Turn(broken, {}, way, _worded(v, table, slots))
        step = step_of(v, broken, broken.text, _room(way))
        tasks.append(_task(turn, [step], {}, _joined(cases, mended), known=bool(tasks)))
    tasks[0].files, tasks[0].after = files, tasks[1:]
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
    (2.5, _insisted(again)),
    (1, _insisted(lambda v: by_data(v, _worded))),
]
