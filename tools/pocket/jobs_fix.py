"""Jobs that repair Python: with a test that fails, a script that crashes, a result that is wrong."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket import phrases_fix as phrases
from tools.pocket.checks import test_path
from tools.pocket.contents import Document
from tools.pocket.contents_bugs import Bug, bug, right, shown, test_file
from tools.pocket.jobs_edit import spot_edit
from tools.pocket.phrasing import file_form
from tools.pocket.task import (
    Call,
    Result,
    Say,
    Script,
    Task,
    Unsuitable,
    edit,
    list_folder,
    numbered,
    read,
    shell,
    shell_output,
)
from tools.pocket.tell import tell
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Repair:
    """A module with one wrong line, number `at` from 0, and the module as it should be."""

    path: str
    text: str
    fixed: str
    at: int
    good: str
    kind: str

    @property
    def bad(self) -> str:
        """The line as it is."""
        return self.text.split("\n")[self.at]

    def edit(self, good: str | None = None, *, slip: bool = False) -> Callable[[Result], Call]:
        """The edit that puts things right, or another line there, as it follows from reading the file."""
        good = self.good if good is None else good
        lines = self.text.split("\n")
        if self.kind == "missing import":
            old, new = self.bad, f"{good}\n\n\n{self.bad}"
            plan = f"{self.kind}; put {good} before line {self.at + 1}"
        elif self.bad.strip() == good.strip():
            above = lines[self.at - 1].lstrip()
            old, new = f"{above}\n{self.bad}", f"{above}\n{good}"
            plan = f"{self.kind}; line {self.at + 1}: {self.bad.strip()} with {_depth(good)} spaces in front, not {_depth(self.bad)}"
        else:
            bind = spot_edit(Document(self.path, self.text), self.at, good)

            def change(result: Result) -> Call:
                where, old, new = bind(result)
                return edit(self.path, old, new, f"{self.kind}; {where}", slip=slip)

            return change
        if self.text.count(old) != 1:
            raise Unsuitable("no unique text")

        def direct(result: Result) -> Call:
            if numbered(result)[self.at : self.at + 1] != [self.bad]:
                raise Unsuitable("line is gone")
            return edit(self.path, old, new, plan, slip=slip)

        return direct


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _module(v: Vocabulary, path: str, made: Bug) -> Repair:
    """The wrong function among others that are right."""
    draw = v.draw
    blocks, fixed = [made.code], [made.fixed]
    if not made.code.startswith("import "):
        for _ in range(draw.weighted([(5, 0), (3, 1), (1, 2)])):
            with contextlib.suppress(Unsuitable):
                name, code, _, _ = right(v)
                if name != made.name and not code.startswith("import ") and f"def {name}(" not in "".join(blocks):
                    place = draw.randint(0, len(blocks))
                    blocks.insert(place, code)
                    fixed.insert(place, code)
    at = made.at + sum(block.count("\n") + 2 for block in blocks[: blocks.index(made.code)])
    if draw.chance(0.12):
        head = f'"""{v.words(2, 4).capitalize()}."""'
        blocks[0], fixed[0] = f"{head}\n\n{blocks[0]}", f"{head}\n\n{fixed[0]}"
        at += 2
    return Repair(path, "\n\n".join(blocks), "\n\n".join(fixed), at, made.good, made.kind)


def _without_import(made: Bug, path: str) -> Repair:
    """The function with its import forgotten."""
    head, _, rest = made.fixed.partition("\n\n\n")
    return Repair(path, rest, f"{head}\n\n\n{rest}", 0, head, "missing import")


def module_name(v: Vocabulary) -> str:
    """A name that no other module has."""
    draw = v.draw
    name = draw.pick([f"{v.nonsense()}_{v.word()}", v.nonsense(), f"{v.word()}_{draw.pick(['tools', 'utils', 'lib', 'helpers', 'calc', 'text', 'math'])}", f"my_{v.word()}", f"{v.nonsense()}{draw.randint(1, 9)}"])  # fmt: skip
    return name if name.isidentifier() and name.isascii() else f"{v.nonsense()}_mod"


def failure(output: str) -> str:
    """The line that says best what went wrong."""
    lines = output.splitlines()
    errors = [line for line in lines if re.match(r"\w*(Error|Exception)\b", line)]
    if errors and errors[-1] != "AssertionError":
        return errors[-1]
    asserts = [line.strip() for line in lines if line.strip().startswith("assert ")]
    if errors and asserts:
        return f"{asserts[-1]} fails"
    return lines[-1] if lines else "no output"


def _repair(v: Vocabulary, path: str, *, retries: bool = False) -> tuple[Bug, Repair]:
    made = bug(v, retries=retries)
    if made.fixed.startswith("import ") and v.draw.chance(0.5) and not retries:
        return made, _without_import(made, path)
    return made, _module(v, path, made)


def failing_test(v: Vocabulary) -> Task:
    """A test fails: run it, read the code, correct the line, run it again."""
    draw = v.draw
    name = module_name(v)
    made, repair = _repair(v, f"{name}.py")
    test = test_path(draw, name)
    checks = test_file(v, name, made.name, made.cases)
    style = draw.weighted([(5, "both"), (4, "test"), (2, "none")])
    named = style != "none"
    table = {"both": phrases.WITH_TEST, "test": phrases.TEST_ALONE, "none": phrases.NO_NAMES}[style]
    prompt = tell(draw, table, file=file_form(draw, repair.path), test=file_form(draw, test))
    command = f"python3 {test}"
    if "unittest" in checks and draw.chance(0.3):
        command = f"python3 -m unittest {test}"
    looks = draw.chance(0.2)

    def script() -> Script:
        if not named:
            result = yield list_folder("which test? list the folder")
            listed = result.content.splitlines()
            if test not in listed or sum(bool(re.match(r"tests?_|check_|.*_tests?\.", line)) for line in listed) != 1:
                raise Unsuitable("list")
        result = yield shell(command, f"run {command} to see what fails")
        output, status = shell_output(result)
        if status == 0 or len(output) > 1100:
            raise Unsuitable(output)
        if looks and "Traceback" not in output:
            result = yield read(test, f"{failure(output)}; read {test}")
            result = yield read(repair.path, f"it tests {made.name} of {repair.path}; read it")
        else:
            result = yield read(repair.path, f"{failure(output)}; read {repair.path}")
        result = yield repair.edit()(result)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(command, f"edited; run {command} again")
        output, status = shell_output(result)
        if status:
            raise Unsuitable(output)
        return Say("exit 0: it passes", f"{_told(repair)} {test} passes now.")

    return Task(
        "fix",
        prompt,
        script,
        files={repair.path: repair.text, test: checks},
        needs=("read", "edit", "shell") if named else ("read", "edit", "shell", "list"),
        ends={repair.path: repair.fixed, test: checks},
        alone=not named,
    )


def _told(repair: Repair) -> str:
    """What was wrong and is right now."""
    if repair.kind == "missing import":
        return f"{repair.path} had no `{repair.good}`; I put it in."
    if repair.kind == "wrong indentation":
        return f"In {repair.path} line {repair.at + 1} had the wrong indentation; I corrected it."
    return f"In {repair.path} line {repair.at + 1} is now `{repair.good.strip()}`."


_CRASHES = frozenset(
    "missing colon|missing bracket|wrong name|wrong method|wrong keyword|one equals sign too few|wrong indentation|missing str".split(
        "|"
    )
)


def crash(v: Vocabulary) -> Task:
    """A script stops with an error: run it, read it, correct it, run it again."""
    draw = v.draw
    made = bug(v, kinds=lambda kind: kind in _CRASHES)
    path = v.path(".py")
    calls = [call for call, _ in made.cases][: draw.randint(1, 2)]
    shown_calls = draw.choice(["print({})", "print({})", "result = {}\nprint(result)", 'print("{w}", {})'])
    tail = "\n".join(shown_calls.replace("{}", call).replace("{w}", v.word()) for call in calls) + "\n"
    repair = _without_import(made, path) if made.fixed.startswith("import ") and draw.chance(0.6) else _module(v, path, made)  # fmt: skip
    repair = Repair(path, f"{repair.text}\n\n{tail}", f"{repair.fixed}\n\n{tail}", repair.at, repair.good, repair.kind)
    error = _error_of(repair.text, path)
    if error is None:
        raise Unsuitable("runs")
    if draw.chance(0.3) and len(error) < 90:
        error_said = draw.pick(
            [f"`{error}`", error, f'"{error}"' if '"' not in error else f"`{error}`", error.split(":")[0]]
        )
        prompt = tell(draw, phrases.ERROR_SHOWN, file=file_form(draw, path), error=error_said)
    else:
        prompt = tell(draw, phrases.CRASH, file=file_form(draw, path))

    def script() -> Script:
        result = yield shell(f"python3 {path}", f"run python3 {path} to see what fails")
        output, status = shell_output(result)
        if status == 0 or len(output) > 1100:
            raise Unsuitable(output)
        result = yield read(path, f"{failure(output)}; read {path}")
        result = yield repair.edit()(result)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(f"python3 {path}", f"edited; run python3 {path} again")
        output, status = shell_output(result)
        if status or len(output) > 400:
            raise Unsuitable(output)
        printed = f"It printed: {output}" if "\n" not in output else f"It printed:\n{output}"
        return Say("exit 0; report the output", f"{_told(repair)} {printed}")

    return Task("fix", prompt, script, {path: repair.text}, ("read", "edit", "shell"), ends={path: repair.fixed})


def _error_of(code: str, path: str) -> str | None:
    """The last line of the error that a script ends with."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, path, "exec"), {"__name__": "__main__"})
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the user sees
        return f"{type(error).__name__}: {error}"
    return None


def wrong_result(v: Vocabulary) -> Task:
    """A call gives the wrong value: read the code, correct it, try the call."""
    draw = v.draw
    name = module_name(v)
    made = bug(v, kinds=lambda kind: kind not in _CRASHES)
    repair = _module(v, f"{name}.py", made)
    namespace: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(made.code, "<made>", "exec"), namespace)
        found: list[tuple[str, object, object]] = []
        for call, value in made.cases:
            with contextlib.suppress(Exception):
                found.append((call, value, eval(call, namespace)))
    differing = [one for one in found if shown(one[1]) != shown(one[2])]
    if not differing or len(found) < len(made.cases):
        raise Unsuitable("no case")
    call, value, wrong = draw.pick(differing)
    if "'" in call or len(call) > 70 or len(shown(wrong)) > 60:
        raise Unsuitable("quotes")
    call_shown = draw.pick([call, call, f"`{call}`"])
    prompt = tell(draw, phrases.WRONG_RESULT, file=file_form(draw, repair.path), call=call_shown, name=made.name, wrong=shown(wrong), right=shown(value))  # fmt: skip
    check = f"python3 -c 'from {name} import {made.name}; print({call})'"

    def script() -> Script:
        result = yield read(
            repair.path, f"{made.name} in {repair.path}: {call} should be {shown(value)}, not {shown(wrong)}; read it"
        )
        result = yield repair.edit()(result)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(check, f"edited; try {call}")
        output, status = shell_output(result)
        if status or output != str(value):
            raise Unsuitable(output)
        return Say("exit 0: right", f"{_told(repair)} {call} gives {shown(value)} now.")

    return Task(
        "fix", prompt, script, {repair.path: repair.text}, ("read", "edit", "shell"), ends={repair.path: repair.fixed}
    )


def second_try(v: Vocabulary) -> Task:
    """The first correction was not right, and the test says so; the second is, or after two failures it gives up."""
    draw = v.draw
    name = module_name(v)
    made, repair = _repair(v, f"{name}.py", retries=True)
    if len(made.others) < 2 or made.kind == "wrong indentation" or repair.kind == "missing import":
        raise Unsuitable("no other tries")
    first, second = draw.some([line for line in made.others if line.strip() != made.wrong.strip()], 2, 2)
    if len({first.strip(), second.strip(), made.good.strip(), made.wrong.strip()}) < 4:
        raise Unsuitable("same")
    gives_up = draw.chance(0.45)
    test = test_path(draw, name)
    checks = test_file(v, name, made.name, made.cases)
    style = draw.chance(0.5)
    prompt = tell(
        draw,
        phrases.WITH_TEST if style else phrases.TEST_ALONE,
        file=file_form(draw, repair.path),
        test=file_form(draw, test),
    )
    command = f"python3 {test}"

    def put(line: str) -> Repair:
        lines = repair.text.split("\n")
        lines[repair.at] = line
        return Repair(repair.path, "\n".join(lines), repair.fixed, repair.at, repair.good, repair.kind)

    def script() -> Script:
        result = yield shell(command, f"run {command} to see what fails")
        output, status = shell_output(result)
        if status == 0 or len(output) > 900:
            raise Unsuitable(output)
        shown_file = yield read(repair.path, f"{failure(output)}; read {repair.path}")
        result = yield repair.edit(first, slip=True)(shown_file)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(command, f"edited; run {command} again")
        output, status = shell_output(result)
        if status == 0 or len(output) > 900:
            raise Unsuitable(output)
        now = put(first)
        rows = Result(
            "\n".join(f"{number}|{row}" for number, row in enumerate(now.text.removesuffix("\n").split("\n"), 1))
        )
        if not gives_up:
            again = now.edit()(rows)
            result = yield Call(f"still {failure(output)}; {again.plan}", again.name, again.arguments)
            if result.is_error:
                raise Unsuitable(result.content)
            result = yield shell(command, f"edited; run {command} again")
            output, status = shell_output(result)
            if status:
                raise Unsuitable(output)
            return Say("exit 0: it passes", f"{_told(repair)} {test} passes now.")
        again = now.edit(second, slip=True)(rows)
        result = yield Call(f"still {failure(output)}; {again.plan}", again.name, again.arguments, slip=True)
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(command, f"edited; run {command} again")
        output, status = shell_output(result)
        if status == 0:
            raise Unsuitable("passes")
        return Say(
            "two tries failed; stop and say so",
            f"I could not fix it: after two changes of line {repair.at + 1} in {repair.path}, {test} still fails: "
            f"{failure(output)}. That is too hard for me; please look at that line.",
        )

    ends = {repair.path: put(second).text if gives_up else repair.fixed}
    return Task(
        "recover", prompt, script, {repair.path: repair.text, test: checks}, ("read", "edit", "shell"), ends=ends
    )


def passes_already(v: Vocabulary) -> Task:
    """The test passes: there is nothing to repair, so say that."""
    draw = v.draw
    name = module_name(v)
    function, code, cases, _ = right(v)
    test = test_path(draw, name)
    checks = test_file(v, name, function, tuple(cases))
    both = draw.chance(0.5)
    prompt = tell(
        draw,
        phrases.WITH_TEST if both else phrases.TEST_ALONE,
        file=file_form(draw, f"{name}.py"),
        test=file_form(draw, test),
    )
    command = f"python3 {test}"

    def script() -> Script:
        result = yield shell(command, f"run {command} to see what fails")
        output, status = shell_output(result)
        if status:
            raise Unsuitable(output)
        return Say("exit 0: it passes; nothing to fix", f"{test} passes already, so I changed nothing.")

    files = {f"{name}.py": code, test: checks}
    return Task("fix", prompt, script, files, ("shell",), ends=dict(files))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (9, failing_test),
    (4, crash),
    (3, wrong_result),
    (1.5, second_try),
    (0.5, passes_already),
]
