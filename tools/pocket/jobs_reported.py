"""Series of runs: of what a script, a test or a target gives, just the one thing that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import jobs_counted, jobs_letters, jobs_sought, jobs_sought_code
from tools.pocket.phrases_reported import ARGUMENTS, ERRORS, GOALS, LABELS, VARIABLES
from tools.pocket.scene_values import Values
from tools.pocket.scripts_run import Fact, Run, Scripts
from tools.pocket.task import Say, Script, Task, Unsuitable, shell, shell_output
from tools.pocket.visited import looked, needed, printed
from tools.pocket.words import Vocabulary


class _Runner(Scripts):
    """Scripts of many kinds, and what is asked about them."""

    def __init__(self, v: Vocabulary) -> None:
        super().__init__(v)
        makers = [self.report, self.report, self.fails, self.fails, self.ends, self.tests, self.tests]
        makers += [self.arguments, self.variables, self.targets]
        self.turns = [maker() for maker in self.draw.sample(makers, self.draw.randint(3, 4))]

    def report(self) -> Callable[[], None]:
        """A script that prints numbers under names that are much alike."""
        draw, v = self.draw, self.v
        one, other = draw.sample(LABELS, 2)
        labels = [*draw.sample(one, draw.randint(2, 3)), *draw.sample(other, draw.randint(1, 2))]
        draw.shuffle(labels)
        mark, capital, python = draw.pick([": ", " = ", " ", " is ", " -> "]), draw.chance(0.4), draw.chance(0.6)
        lines, facts = [], []
        for label in labels:
            a, b = draw.randint(1, 400), draw.randint(1, 400)
            front = f"{label.capitalize() if capital else label}{mark}"
            row = front + str(a + b)
            lines.append(f'print("{front}" + str({a} + {b}))' if python else f'echo "{front}$(({a} + {b}))"')
            facts.append(Fact("value", [row], str(a + b), label))
        rows = [fact.quotes[0] for fact in facts]
        if draw.chance(0.3):
            rows.append(draw.pick(["done", "ok", f"end of {v.word()}", v.nonsense()]))
            lines.append(f'print("{rows[-1]}")' if python else f'echo "{rows[-1]}"')
        facts += [Fact("last", rows[-1:], rows[-1]), Fact("first", rows[:1], rows[0])]
        path = self.put(self.stem() + (".py" if python else ".sh"), lines)
        turn = self.about(Run(path, f"{'python3' if python else 'sh'} {path}", facts))

        def turn_or_pipe() -> None:
            if not python and draw.chance(0.25):
                self.piped(path, rows)
            else:
                turn()

        return turn_or_pipe

    def piped(self, path: str, rows: list[str]) -> None:
        """The number of lines that a script prints, or its output in a file."""
        new = f"{self.v.nonsense()}{self.draw.pick(['.txt', '.log', '.out'])}"
        saves = self.draw.chance(0.5)
        command = f"sh {path} > {new}" if saves else f"sh {path} | wc -l"

        def script() -> Script:
            result = yield shell(command, f"run {command}")
            output, _ = shell_output(result)
            return Say("exit 0; done", f"Created {new}.") if saves else printed(output)

        self.ask("into" if saves else "many", path, script, new=new)
        if saves:
            self.seen.now[new] = "".join(f"{row}\n" for row in rows)

    def fails(self) -> Callable[[], None]:
        """A program that ends in a traceback."""
        draw, v = self.draw, self.v
        w, x, n = v.nonsense(), v.nonsense(), draw.randint(2, 90)
        slots = {"w": w, "x": x, "n": str(n), "m": str(n + 1)}
        line, error = (draw.phrase([part], None, **slots) for part in draw.pick(ERRORS))
        lines = [f'print("{v.word()}", {draw.randint(1, 99)})' for _ in range(draw.randint(1, 3))]
        if draw.chance(0.4):
            name = v.nonsense()
            lines = [f"def {name}():", f"    return {line}", "", "", *lines, f"print({name}())"]
        else:
            lines = [*lines, f"{v.nonsense()} = {line}", f'print("{v.word()}")']
        if w == x:
            raise Unsuitable("twin")
        path = self.put(self.stem() + ".py", lines)
        rows = self.seen.files[path].splitlines()
        place = next(at for at, row in enumerate(rows, 1) if line in row)
        within = next((row[4:-3] for row in rows if row.startswith("def ")), "<module>")
        frame = f'File "/home/user/project/{path}", line {place}, in {within}'
        facts = [
            Fact("error", [error], error),
            Fact("type", [error], error.partition(":")[0]),
            Fact("place", [frame], f"Line {place} of {path}."),
            Fact("code", ["[exit 1]"], "It ends with exit code 1."),
            Fact("works", [error, "[exit 1]"], f"No, it fails with exit code 1: {error}"),
        ]
        return self.about(Run(path, f"python3 {path}", facts))

    def ends(self) -> Callable[[], None]:
        """A script that ends with some exit code."""
        draw, v = self.draw, self.v
        said, python = v.words(1, 3), draw.chance(0.5)
        code = draw.pick([0, draw.randint(1, 9), draw.randint(10, 120)])
        lines = [f'print("{said}")' if python else f'echo "{said}"']
        if code:
            lines = ["import sys", "", *lines, f"sys.exit({code})"] if python else [*lines, f"exit {code}"]
        path = self.put(self.stem() + (".py" if python else ".sh"), lines)
        ok = "Yes, it ends with exit code 0." if not code else f"No, it fails with exit code {code}: {said}"
        facts = [
            Fact("code", [f"[exit {code}]"], f"It ends with exit code {code}."),
            Fact("works", [said, f"[exit {code}]"] if code else ["[exit 0]"], ok),
            Fact("last", [said], said),
        ]
        return self.about(Run(path, f"{'python3' if python else 'sh'} {path}", facts))

    def tests(self) -> Callable[[], None]:
        """Tests, of which one may fail."""
        draw, v = self.draw, self.v
        module, function, factor = f"{v.nonsense()}_{v.nonsense()}", v.nonsense(), draw.randint(2, 30)
        self.stems.append(module)
        names = [draw.pick([v.nonsense(), v.word(), f"{v.word()}_{v.word()}"]) for _ in range(draw.randint(3, 5))]
        if len(set(names)) < len(names) or module in names:
            raise Unsuitable("twin")
        names[-1] = draw.pick([names[-1], f"{names[0]}_{v.word()}"])
        wrong = draw.pick([None, *range(len(names)), *range(len(names))])
        path = f"test_{module}.py"
        kind = v.nonsense().capitalize()
        lines = [
            f"# {v.words(1, 3)}",
            "import unittest",
            "",
            f"from {module} import {function}",
            "",
            "",
            f"class {kind}(unittest.TestCase):",
        ]
        message = failing = ""
        for at, name in enumerate(names):
            n = draw.randint(2, 90)
            value = n * factor + (draw.randint(1, 9) if at == wrong else 0)
            lines += [f"    def test_{name}(self):", f"        self.assertEqual({function}({n}), {value})", ""]
            if at == wrong:
                message, failing = f"AssertionError: {n * factor} != {value}", f"test_{name}"
        self.seen.put(path, "\n".join(lines))
        self.put(f"{module}.py", [f"def {function}(n):", f"    return {factor} * n"])
        ran, many = f"Ran {len(names)} tests in 0.000s", len(names)
        if not failing:
            facts = [
                Fact("pass", [ran, "OK"], f"Yes, all {many} tests pass."),
                Fact("number", [ran, "OK"], f"{many} tests, all pass."),
            ]
            return self.about(Run(path, f"python3 -m unittest {path}", facts))
        fails = f"FAIL: {failing} (test_{module}.{kind}.{failing})"
        facts = [
            Fact("pass", [fails, message], f"No, {failing} fails: {message}"),
            Fact("number", [ran, "FAILED (failures=1)"], f"{many} tests, one fails."),
            Fact("name", [fails], failing),
            Fact("why", [message], message),
        ]
        return self.about(Run(path, f"python3 -m unittest {path}", facts))

    def arguments(self) -> Callable[[], None]:
        """A script with arguments whose order its first lines tell."""
        draw, values = self.draw, Values(self.v)
        stem = self.stem()
        path = f"{stem}.sh"
        chosen = draw.sample(ARGUMENTS, draw.randint(1, 3))
        usage = f"# usage: sh {path} {' '.join(name for name, *_ in chosen)}"
        shown = [f"${at}" for at in range(1, len(chosen) + 1)]
        texts = [f'echo "{self.v.word()} {one} {self.v.word()}"' for one in draw.sample(shown, len(shown))]
        self.put(path, [usage, *texts])
        number = self.seen.files[path].splitlines().index(usage) + 1
        left = ["once", "twice", "three times"]

        def turn() -> None:
            left.pop()
            given = [values.add(f"{name}{len(values)}", kind) for name, kind, _ in chosen]
            command = f"sh {path} {' '.join(given)}"
            if not command.isascii() or "'" in command:
                raise Unsuitable("quotes")
            plain = len(chosen) == 1 and draw.chance(0.6)
            unread = not plain and self.seen.look(path)
            said = [
                draw.pick(ways.split("; ")).replace("{x}", value)
                for (_, _, ways), value in zip(chosen, given, strict=True)
            ]
            draw.shuffle(said)

            def script() -> Script:
                line = f"line {number}: " + (yield from looked(unread, path, "", usage)) + "; "
                result = yield shell(command, f"{'' if plain else line}run {command}")
                return printed(shell_output(result)[0])

            a = given[0] if plain else ", ".join(said)
            self.ask("with" if plain else "used", path, script, needed("shell", read=unread), a=a)

        return turn

    def variables(self) -> Callable[[], None]:
        """A script whose output depends on variables of the environment."""
        draw, values = self.draw, Values(self.v)
        path = f"{self.stem()}.sh"
        chosen = draw.sample(VARIABLES, draw.randint(2, 4))
        lines = [f'echo "{words}: ${{{name}:-{values.add(name, kind)}}}"' for name, words, kind in chosen]
        self.put(path, lines)
        rows = self.seen.files[path].splitlines()
        left = ["once", "twice", "three times"]

        def turn() -> None:
            left.pop()
            at = draw.randrange(len(chosen))
            name, words, kind = chosen[at]
            value = values.add(f"{name}{len(values)}", kind)
            if not re.fullmatch(r"[\w-]+", value):
                raise Unsuitable("quotes")
            command, named = f"{name}={value} sh {path}", draw.chance(0.4)
            unread = not named and self.seen.look(path)

            def script() -> Script:
                line = yield from looked(unread, path, "", lines[at])
                line = "" if named else f"line {rows.index(line) + 1}: {line}; "
                result = yield shell(command, f"{line}run {command}")
                return printed(shell_output(result)[0])

            kind = "env" if named else "meant"
            self.ask(kind, path, script, needed("shell", read=unread), name=name if named else words, a=value)

        return turn

    def targets(self) -> Callable[[], None]:
        """A Makefile, and what its targets are for."""
        draw, v = self.draw, self.v
        chosen = draw.sample(GOALS, draw.randint(3, 4))
        named = [draw.pick([first, *others.split(", ")]) for first, others, _ in chosen]
        lines = [f".PHONY: {' '.join(named)}", ""] if draw.chance(0.5) else []
        for name in named:
            lines += [f"{name}:", f"\t@echo {v.words(1, 3)}", ""]
        path = self.seen.put("Makefile", "\n".join(lines[:-1]) + "\n")
        rows = self.seen.files[path].splitlines()

        left = draw.sample(range(len(chosen)), len(chosen))

        def turn() -> None:
            at = left.pop()
            target, plain = named[at], draw.chance(0.4)
            command = f"make {target}"
            unread = not plain and self.seen.look(path)

            def script() -> Script:
                line = yield from looked(unread, path, "", f"{target}:")
                line = "" if plain else f"line {rows.index(line) + 1}: {line}; "
                result = yield shell(command, f"{line}run {command}")
                return printed(shell_output(result)[0])

            does = draw.pick(chosen[at][2].split("; "))
            self.ask("make" if plain else "goal", path, script, needed("shell", read=unread), target=target, does=does)

        return turn


def report(v: Vocabulary) -> Task:
    """A folder of scripts that are run one after the other."""
    made = _Runner(v)
    wanted = v.draw.randint(5, 8)
    turn = v.draw.pick(made.turns)
    for _ in range(4 * wanted):
        if len(made.seen.turns) == wanted:
            break
        try:
            turn()
        except (Unsuitable, IndexError):
            turn = v.draw.pick(made.turns)
        if v.draw.chance(0.45):
            turn = v.draw.pick(made.turns)
    return made.seen.task(4)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (1.5, report),
    (1.5, jobs_counted.count),
    (1, jobs_sought.notes),
    (0.8, jobs_sought_code.code),
    (0.7, jobs_letters.letters),
]
