"""Jobs that repair the functions of `tools.pocket.functions`: mistakes of their authors and such as a program makes."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tools.pocket import checks
from tools.pocket import phrases_fix as phrases
from tools.pocket.contents import Document
from tools.pocket.contents_bugs import WEIGHTS, differs, grows_in_a_loop, misspelt, outcome, possible_mistakes, shown
from tools.pocket.contents_bugs import names as names_of
from tools.pocket.draw import Draw
from tools.pocket.functions import Function, Mistake, functions, place_of, text_of
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.phrasing import file_form
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, list_folder, read, shell, shell_output
from tools.pocket.words import Vocabulary

_TRIES = 12
"""Mistakes of a program that are tried before a function is given up."""
_LONGEST_OUTPUT = 1100
_OFTEN = {"missing return": 5.0, "wrong attribute": 3.0, "wrong key": 3.0, "wrong import": 3.0, "wrong name": 2.5}
"""Kinds of mistakes that authors make too seldom; 1.5 for all that neither this nor `WEIGHTS` has."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A module with a mistake: `right` lines stand in place of `wrong` ones when it is mended."""

    stem: str
    text: str
    wrong: list[str]
    right: list[str]
    cases: list[tuple[str, Any]]
    call: str
    value: Any
    found: Any

    @property
    def path(self) -> str:
        """Of the module."""
        return f"{self.stem}.py"

    @property
    def mended(self) -> str:
        """The module as it should be."""
        return self.text.replace("\n".join(self.wrong) + "\n", "\n".join(self.right) + "\n", 1)

    def told(self) -> str:
        """What is right now."""
        added = [line.strip() for line in self.right if line not in self.wrong]
        if self.right[: len(self.wrong)] == self.wrong:
            return f"In {self.path} I added `{added[0]}`."
        if len(self.right) == 1:
            at = self.text.split("\n").index(self.wrong[0]) + 1
            return f"In {self.path} line {at} is now `{self.right[0].strip()}`."
        return f"I corrected {self.path}."


def _renamed(
    draw: Draw, v: Vocabulary, entry: Function, mistake: Mistake | None
) -> tuple[list[str], list[str], Mistake | None]:
    """Code, expressions and mistake with other names for one or two variables."""
    code = "\n".join(entry.code)
    strings = " ".join(re.findall(r"\"[^\"\n]*\"|'[^'\n]*'", code))
    free = [
        name
        for name in dict.fromkeys(names_of(entry.code))
        if name.isidentifier()
        and not keyword.iskeyword(name)
        and name not in ("self", "cls")
        and not re.search(rf"\.{name}\b|\b{name}=|\b{name}\(", code + "\n".join(entry.calls))
        and not re.search(rf"\b{name}\b", strings)
    ]
    others = dict.fromkeys(re.findall(r"\w+", code))
    swaps: dict[str, str] = {}
    for name in draw.some(free, 0, 2) if free and draw.chance(0.45) else []:
        new = v.safe(draw.pick([v.word, v.nonsense])())
        if new.isidentifier() and new.isascii() and new not in others and new not in swaps.values():
            swaps[name] = new

    def swap(lines: list[str]) -> list[str]:
        if not swaps:
            return list(lines)
        pattern = rf"\b({'|'.join(swaps)})\b"
        return [re.sub(pattern, lambda found: swaps[found[1]], line) for line in lines]

    changed = None if mistake is None else Mistake(swap(mistake.right), swap(mistake.wrong), mistake.said)
    return swap(entry.code), swap(entry.calls), changed


def program_mistakes(draw: Draw, code: list[str]) -> list[tuple[str, list[str], list[str]]]:
    """Mistakes that a program can make: what is wrong, the right lines, the wrong ones."""
    names = [name for name in dict.fromkeys(names_of(code)) if name.isidentifier() and name != "self"]
    found = [(kind, [code[at]], [wrong]) for at, wrong, kind in possible_mistakes(draw, code, names)]
    for at, line in enumerate(code):
        if '"""' in line or not line.strip():
            continue
        rest = code[at + 1] if at + 1 < len(code) else ""
        if (
            re.match(r"\s+return \w", line)
            and at
            and not (rest.strip() and rest.startswith(line[: -len(line.lstrip())]))
        ):
            found += [("missing return", [line], [])] * 2
        if re.match(r"\s+\w+(\.\w+)? (=|\+=|-=) |\s+\w+\.(append|add)\(", line) and at:
            found.append(("missing line", [line], []))
        for pattern, kind in ((r"\.([a-z_]{3,})", "wrong attribute"), (r"[\"']([a-z_]{3,})[\"']\]", "wrong key")):
            for match in re.finditer(pattern, line):
                wrong = line[: match.start(1)] + misspelt(draw, match[1]) + line[match.end(1) :]
                found.append((kind, [line], [wrong]))
        for match in re.finditer(r"\((\w+), (\w+)\)", line):
            if not line.lstrip().startswith(("def ", "class ", "import ", "from ")):
                found.append(
                    ("swapped", [line], [f"{line[: match.start()]}({match[2]}, {match[1]}){line[match.end() :]}"])
                )
        match = re.match(r"from \w+ import (\w+)", line)
        if match is not None:
            found += [
                ("wrong import", [line], [line[: match.start(1)] + misspelt(draw, match[1]) + line[match.end(1) :]])
            ] * 3
    return [one for one in found if one[1] != one[2] and not any(grows_in_a_loop(code, line) for line in one[2])]


def _neighbours(v: Vocabulary, code: list[str]) -> tuple[list[str], list[str]]:
    """Code of other entries, to stand before and behind."""
    draw = v.draw
    before: list[str] = []
    behind: list[str] = []
    taken = set(re.findall(r"^(?:def|class) (\w+)", "\n".join(code), re.M))
    for _ in range(draw.weighted([(6, 0), (3, 1), (1, 2)])):
        other = draw.pick(functions())
        own = set(re.findall(r"^(?:def|class) (\w+)", "\n".join(other.code), re.M))
        plain = not re.match(r"import |from |[A-Z_]+ = ", other.code[0])
        if own & taken or not plain or len(other.code) > 12 or set(other.code) & set(code) - {"", "    return result"}:
            continue
        taken |= own
        if draw.chance(0.5) and re.match(r"def |class |@", code[0]):
            before += [*other.code, "", ""]
        else:
            behind += ["", "", *other.code]
    return before, behind


def broken_module(v: Vocabulary, entry: Function, mistake: Mistake | None) -> Broken:
    """The entry with this mistake, or with one that a program makes."""
    draw = v.draw
    code, calls, own = _renamed(draw, v, entry, mistake)
    cases = [(call, outcome(text_of(code), call)) for call in calls]
    if any(isinstance(value, Exception) for _, value in cases):
        raise Unsuitable("renamed wrongly")
    weights = {**WEIGHTS, **_OFTEN}
    possible = [("", own.right, own.wrong)] if own is not None else program_mistakes(draw, code)
    for _ in range(_TRIES):
        if not possible:
            break
        kind = draw.weighted(
            [(weights.get(kind, 1.5), kind) for kind in dict.fromkeys(kind for kind, _, _ in possible)]
        )
        right, wrong = draw.pick([(right, wrong) for of_kind, right, wrong in possible if of_kind == kind])
        if code.count(right[0]) != 1:
            continue
        at = place_of(code, right)
        if not wrong:
            if not at or not code[at - 1].strip():
                continue
            right, wrong, at = [code[at - 1], *right], [code[at - 1]], at - 1
        now = [*code[:at], *wrong, *code[at + len(right) :]]
        try:
            results = [(call, value, outcome(text_of(now), call)) for call, value in cases]
        except Unsuitable:
            continue
        failing = [one for one in results if differs(one[2], one[1])]
        if failing:
            before, behind = _neighbours(v, code)
            text = text_of([*before, *now, *behind])
            if text.count("\n".join(wrong) + "\n") == 1:
                return Broken(
                    draw.pick(entry.modules), text, wrong, right, draw.sample(cases, len(cases)), *draw.pick(failing)
                )
    raise Unsuitable("no mistake")


def evidence(output: str) -> str:
    """The lines that say best what went wrong: the last one of code in a traceback, and the error."""
    lines = [line.strip() for line in output.splitlines()]
    errors = [at for at, line in enumerate(lines) if re.match(r"\w*(Error|Exception)\b(?!:? \()", line)]
    if not errors:
        said = [line for line in lines if line and set(line) - set("-=.F") and not line.startswith("make:")]
        return said[-1] if said else "no output"
    at = errors[-1]
    code = [line for line in lines[max(0, at - 3) : at] if line and not re.match(r"File \"|Traceback|[~^ ]+$", line)]
    return "; ".join([*code[-1:], lines[at]])


def said_of(value: Any) -> str:
    return f"{type(value).__name__}" if isinstance(value, Exception) else shown(value)


def _task(v: Vocabulary, entry: Function, mistake: Mistake | None, wording: str) -> Task:
    """The repair that somebody asks for in these words."""
    draw = v.draw
    broken = broken_module(v, entry, mistake)
    names_file, names_test = "{file}" in wording, "{test}" in wording
    tested = names_test or not names_file or draw.chance(0.5)
    imported = [
        name
        for found in re.findall(r"^(?:def|class) (\w+)|^([A-Z_]+) = ", broken.mended, re.M)
        for name in found
        if name and any(re.search(rf"\b{name}\b", call) for call, _ in broken.cases)
    ]
    called = [name for name in imported if re.search(rf"\b{name}\b", broken.call)]
    if not called:
        raise Unsuitable("nothing to import")
    if (
        any(len(part) > 70 for part in (broken.call, said_of(broken.value), said_of(broken.found)))
        and "{call}" in wording
    ):
        raise Unsuitable("long")
    check = checks.drawn(v, broken.stem, imported, broken.cases, named=names_test) if tested else None
    called_so = check.called if check else ""
    slots = {"file": file_form(draw, broken.path), "test": called_so, "call": broken.call}
    slots |= {"right": said_of(broken.value), "wrong": said_of(broken.found), "name": called[0]}
    values = Values(v)
    for slot, value in slots.items():
        values.know(slot, value)
    prompt = prompt_of(draw, re.sub(r"\{(\w+)\}", r"{{\1}}", wording), values)
    files = {broken.path: broken.text, **(check.files if check else {})}
    ends = {**files, broken.path: broken.mended}
    command = check.command if check else trial(broken, called)

    def script() -> Script:
        thought = ""
        if check and not names_test:
            result = yield list_folder("list the folder")
            if check.path not in result.content.splitlines():
                raise Unsuitable(result.content)
            thought = f"{check.path}; "
        if check:
            result = yield shell(command, f"{thought}run {command}")
            output, status = shell_output(result)
            if status == 0 or len(output) > _LONGEST_OUTPUT:
                raise Unsuitable(output)
            thought = f"{evidence(output)}; "
        result = yield read(broken.path, f"{thought}read {broken.path}")
        result = yield _mend(broken, result)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(command, f"run {command}")
        output, status = shell_output(result)
        if status or (not check and output != str(broken.value)):
            raise Unsuitable(output)
        gives = f"{broken.call} gives {said_of(broken.value)} now."
        if check:
            gives = f"{check.path if check.command.endswith('.py') else f'`{check.command}`'} passes now."
        return Say(output.splitlines()[-1] if output else "exit 0", f"{broken.told()} {gives}")

    needs = ("read", "edit", "shell", *(("list",) if tested and not names_test else ()))
    return Task("fix", prompt, script, files, needs, ends=ends, alone=tested and not names_test)


def trial(broken: Broken, names: list[str]) -> str:
    """The command that prints what the call gives."""
    code = f"from {broken.stem} import {', '.join(names)}; print({broken.call})"
    quote = "'" if '"' in code else '"'
    if quote in code or re.search(r"[$`\\!]", code):
        raise Unsuitable("quotes")
    return f"python3 -c {quote}{code}{quote}"


def _mend(broken: Broken, result: Result) -> Call:
    plan, old, new = lines_edit(Document(broken.path, broken.text), broken.wrong, broken.right, result)
    return edit(broken.path, old, new, plan)


_GENERAL = [*phrases.WITH_TEST, *phrases.WITH_TEST, *phrases.TEST_ALONE, *phrases.NO_NAMES]


def repair(v: Vocabulary) -> Task:
    """A repair, in words of its author about the mistake or about what the code should do, or in anybody's words."""
    draw = v.draw
    entry = draw.pick(functions())
    how = draw.weighted([(4.0 if entry.mistakes else 0.0, "own"), (4, "any"), (1.5, "general")])
    mistake = draw.pick(entry.mistakes) if how == "own" else None
    if how == "general":
        return _task(v, entry, mistake, draw.pick(_GENERAL).removeprefix("="))
    return _task(v, entry, mistake, draw.wordy(mistake.said if mistake else entry.said))


def every(v: Vocabulary) -> Iterator[Callable[[], Task]]:
    """A task of each thing that is said."""

    def one(entry: Function, mistake: Mistake | None, wording: str) -> Callable[[], Task]:
        return lambda: _task(v, entry, mistake, wording)

    for entry in functions():
        yield from (one(entry, None, wording) for wording in entry.said)
        yield from (one(entry, mistake, wording) for mistake in entry.mistakes for wording in mistake.said)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, repair)]
