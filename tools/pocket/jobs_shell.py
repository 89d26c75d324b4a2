"""Jobs for the shell: given commands, arithmetic, files moved and deleted, tests."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket.contents import document
from tools.pocket.draw import Draw
from tools.pocket.phrasing import asking, file_form, macros
from tools.pocket.programs import function, literal, program
from tools.pocket.task import Call, Say, Script, Task, Unsuitable, shell, shell_output
from tools.pocket.words import Vocabulary

RUN = macros(
    [
        "run {command}", "run {command} and [tell me|show me|report|give me] [the output|what it prints|the result|what comes out|what it says]", "[execute|run|start|launch|invoke|try|do] [the command |the shell command |]{command}", "[execute|run] {command} [and report|for me|in the shell|in the terminal|here|in this folder]", "=what does {command} [print|output|say|return|give|show]",
        "=what is the output of {command}", "=what's the [output|result] of {command}", "=what happens [when i run|if i run|with] {command}", "<tell> [what|] {command} [prints|outputs|gives|says]", "please run this[| command]: {command}", "=i need the output of {command}", "=can you run {command}", "type {command} in the [shell|terminal] and [show me the output|tell me what it says]",
        "use the shell to run {command}", "=shell: {command}", "=$ {command}", "=command: {command}", "show me what {command} [gives|prints|does]", "check {command}", "=what do i get from {command}", "run the following: {command}", "=output of {command}", "let me see the output of {command}", "=could you execute {command} and paste the output",
    ]
)  # fmt: skip
EXIT_CODE = macros(
    [
        "=what is the exit code of {command}",
        "=which exit [code|status] does {command} [give|have|return]",
        "run {command} and tell me the exit [code|status]",
        "=does {command} succeed",
        "=does {command} fail",
        "<tell> the exit code of {command}",
        "check whether {command} succeeds",
        "=with what exit status does {command} end",
    ]
)


def command_form(draw: Draw, command: str) -> str:
    """A command as people write it in a sentence."""
    if "`" in command:
        return command
    return draw.weighted(
        [
            (6, f"`{command}`"),
            (4, command),
            (1, f'"{command}"' if '"' not in command else command),
            (1, f"'{command}'" if "'" not in command else command),
        ]
    )


def said(command: str, output: str, status: int) -> Say:
    """What a command gave."""
    lines = output.splitlines()
    if len(lines) > 16 or len(output) > 900:
        raise Unsuitable("long")
    if status != 0:
        if not lines:
            return Say(
                f"exit {status}, no output; report it", f"{command} failed with exit code {status} and printed nothing."
            )
        return Say(f"exit {status}; report the error", f"{command} failed with exit code {status}: {lines[-1]}")
    if not lines:
        return Say("exit 0, no output; report it", f"{command} ran with exit code 0 and printed nothing.")
    if len(lines) == 1:
        return Say("exit 0; report the output", f"{command} printed: {output}")
    return Say("exit 0; report the output", f"{command} printed:\n{output}")


def _command(v: Vocabulary) -> tuple[str, dict[str, str]]:
    draw = v.draw
    made = document(v, short=True)
    path = made.path
    if " " in path:
        raise Unsuitable("space")
    w = v.word
    text = v.message().replace("'", "").replace("\\", "").replace("!", "")
    n, m = v.number(), draw.randint(2, 99)
    plain: list[str] = [
        f"echo {w()}", f"echo {w()} {w()}", f"echo '{text}'", f'echo "{w()} {w()}"', f"printf '{w()}\\n'", f"expr {n} + {m}", f"echo $(({n} + {m}))", f"echo $(({n} * {m}))", f"seq {draw.randint(1, 5)} {draw.randint(6, 12)}", f"seq {draw.randint(2, 8)}",
        f"python3 -c 'print({n} * {m})'", f'python3 -c "print({n} + {m})"', f"python3 -c 'print(\"{w()}\".upper())'", f"python3 -c 'print(len(\"{v.nonsense()}\"))'", f"python3 -c 'print(sum(range({draw.randint(3, 60)})))'", f"python3 -c 'print(\"{w()}\")'", f'python3 -c "import math; print(math.sqrt({draw.randint(2, 99)}))"',
        f"basename {v.folder()}/{w()}.{w()}", f"dirname {v.folder()}/{w()}.py", f"echo {w()} | tr a-z A-Z", f"echo {w()} | rev", f"echo -n {w()} | wc -c", "false", "true", f"exit {draw.randint(0, 40)}", f"test -f {v.path('.txt')}", f"sh -c 'exit {draw.randint(1, 9)}'", f"ls {v.nonsense()}", f"cat {v.path('.txt', '.md')}", f"which {v.nonsense()}",
        f"{v.nonsense()} --version", f"echo {w()} && echo {w()}", f"echo {w()}; echo {w()}", f"for i in {w()} {w()}; do echo $i; done", f"echo {v.code_token()}", f"python3 {v.path('.py')}", "git status", f"date -d 2024-0{draw.randint(1, 9)}-1{draw.randint(0, 9)} +%A", f"echo {n} {m} | awk '{{print $1 + $2}}'", f"echo {v.decimal()}", f"echo {w()} | sed 's/{w()[0]}/x/'", f"printf '%s\\n' {w()} {w()} {w()}",
    ]  # fmt: skip
    on_file = [
        f"cat {path}", f"wc -l {path}", f"head -n {draw.randint(1, 3)} {path}", f"tail -n {draw.randint(1, 3)} {path}", f"head -1 {path}", f"tail -1 {path}", f"sort {path}", f"grep -n {w()} {path}", "ls", "ls -1", f"wc -w {path}", f"wc -c {path}", f"wc -l < {path}", f"cat {path} | wc -l", f"ls {path}", f"test -f {path} && echo yes",
        f"grep -c . {path}", f"nl {path}", f"tac {path}", f"stat -c %s {path}", f"find . -name '*.{path.rsplit('.', 1)[-1]}'", f"cut -c1-{draw.randint(2, 9)} {path}",
    ]  # fmt: skip
    if draw.chance(0.6):
        return draw.pick(plain), {}
    return draw.pick(on_file), {path: made.text}


def run_command(v: Vocabulary) -> Task:
    """A command that the user gives."""
    draw = v.draw
    command, files = _command(v)
    for_code = draw.chance(0.12)
    prompt = draw.phrase(EXIT_CODE if for_code else RUN, asking, command=command_form(draw, command))

    def script() -> Script:
        result = yield shell(command, f"run {command}; report " + ("the exit code" if for_code else "the output"))
        output, status = shell_output(result)
        if for_code:
            return Say(f"exit {status}", f"{command} ended with exit code {status}.")
        return said(command, output, status)

    return Task("run", prompt, script, files=files, needs=("shell",))


CALCULATE = macros(
    [
        "=[what is|what's|how much is] {sum}", "[calculate|compute|work out|evaluate] {sum}", "<tell> [what|] {sum}[| is]", "=[can you|could you] [calculate|compute] {sum}", "=how much is {sum}", "={sum} = ?", "={sum}", "use python to [calculate|compute] {sum}", "=i need the result of {sum}", "=give me {sum}", "=solve {sum}", "=what do you get for {sum}",
    ]
)  # fmt: skip


def calculate(v: Vocabulary) -> Task:
    """Arithmetic, which is the shell's work and not the model's."""
    draw = v.draw
    a, b, c = v.number(), draw.randint(2, 999), draw.randint(2, 99)
    said_form, expression = draw.pick(
        [
            (f"{a} + {b}", f"{a} + {b}"), (f"{a} * {b}", f"{a} * {b}"), (f"{a} - {b}", f"{a} - {b}"), (f"{a} / {c}", f"{a} / {c}"), (f"{a} times {b}", f"{a} * {b}"), (f"{a} plus {b}", f"{a} + {b}"), (f"{a} minus {b}", f"{a} - {b}"), (f"{a} divided by {c}", f"{a} / {c}"), (f"{a} x {b}", f"{a} * {b}"), (f"{a}*{b}", f"{a}*{b}"), (f"{a}+{b}", f"{a}+{b}"),
            (f"the sum of {a} and {b}", f"{a} + {b}"), (f"the product of {a} and {b}", f"{a} * {b}"), (f"{a} modulo {c}", f"{a} % {c}"), (f"{a} % {c}", f"{a} % {c}"), (f"{c} squared", f"{c} ** 2"), (f"{c} to the power of {draw.randint(2, 6)}", ""), (f"({a} + {b}) * {c}", f"({a} + {b}) * {c}"), (f"the square root of {b}", f"{b} ** 0.5"), (f"{c} percent of {a}", f"{a} * {c} / 100"), (f"{c}% of {a}", f"{a} * {c} / 100"), (f"{a} + {b} + {c}", f"{a} + {b} + {c}"),
        ]
    )  # fmt: skip
    if not expression:
        expression = f"{c} ** {said_form.rsplit(' ', 1)[-1]}"
    prompt = draw.phrase(CALCULATE, asking, sum=said_form)

    def script() -> Script:
        result = yield shell(f"python3 -c 'print({expression})'", f"compute {expression} with python3")
        output, status = shell_output(result)
        if status:
            raise Unsuitable(output)
        return Say("exit 0; report the result", f"{said_form} is {output}.")

    return Task("run", prompt, script, needs=("shell",))


DELETE = macros(
    [
        "[delete|remove|erase] [the file |]{file}",
        "get rid of {file}",
        "=i don't need {file} any more, [delete|remove] it",
        "=please [delete|remove] {file}",
        "throw {file} away",
        "={file} can be deleted",
        "=remove the file {file} from the folder",
        "rm {file}",
    ]
)
MOVE = macros(
    [
        "rename [the file |]{file} to {new}",
        "move {file} to {new}",
        "=the file {file} should be called {new}",
        "rename {file}; the new name is {new}",
        "change the file name {file} to {new}",
        "give the file {file} the name {new}",
        "={file} should be named {new}[, rename it|. Rename it|]",
        "mv {file} {new}",
    ]
)
COPY = macros(
    [
        "copy {file} to {new}",
        "make a copy of {file} [called|named|as] {new}",
        "duplicate {file} as {new}",
        "=i need a copy of {file} named {new}",
        "cp {file} {new}",
        "back up {file} as {new}",
        "save a copy of {file} in {new}",
    ]
)
MKDIR = macros(
    [
        "<create> a [folder|directory] [called|named] {new}",
        "<create> the [folder|directory] {new}",
        "=i need a [folder|directory] {new}",
        "<create> a new [folder|directory], {new}",
        "mkdir {new}",
        "add an empty [folder|directory] {new}",
        "<create> [folder|directory] {new}",
    ]
)


def manage(v: Vocabulary) -> Task:
    """Delete, rename, copy a file, or make a folder."""
    draw = v.draw
    made = document(v, short=True)
    path = made.path
    kind = draw.weighted([(3, "delete"), (3, "move"), (2, "copy"), (2, "folder")])
    extension = "." + path.rsplit(".", 1)[1] if "." in path.rsplit("/", 1)[-1] else ""
    new = v.path(extension, nested=0.0) if kind != "folder" else v.folder()
    if kind != "folder" and "/" in path:
        new = path.rsplit("/", 1)[0] + "/" + new
    if new == path or new.lower() == path.lower() or path.lower().startswith(new.lower() + "/"):
        raise Unsuitable("same")
    templates, command, done = {
        "delete": (DELETE, f"rm {path}", f"Deleted {path}."), "move": (MOVE, f"mv {path} {new}", f"Renamed {path} to {new}."), "copy": (COPY, f"cp {path} {new}", f"Copied {path} to {new}."), "folder": (MKDIR, f"mkdir -p {new}", f"Created the folder {new}."),
    }[kind]  # fmt: skip
    prompt = draw.phrase(templates, asking, file=file_form(draw, path), new=file_form(draw, new))

    def script() -> Script:
        result = yield shell(command, f"run {command}")
        output, status = shell_output(result)
        if status or output:
            raise Unsuitable(output)
        return Say("exit 0; done", done)

    return Task("run", prompt, script, files={} if kind == "folder" else {path: made.text}, needs=("shell",))


TESTS = macros(
    [
        "run the tests",
        "run the tests in {file}",
        "run {file}",
        "=do the tests [pass|work]",
        "=do the tests in {file} pass",
        "check [if|whether] the tests [in {file} |]pass",
        "execute the [tests|test file] {file}",
        "=are the tests green",
        "test [the code|this project|everything]",
        "=what do the tests say",
        "run the unit tests[| in {file}]",
    ]
)


def run_tests(v: Vocabulary) -> Task:
    """A unittest file: run it and say whether it passes."""
    draw = v.draw
    made = function(v)
    while not made.parameters or (isinstance(made.call, str) and '"' in made.call and "'" in made.call):
        made = function(v)
    module_name = v.safe(v.word())
    namespace: dict[str, object] = {}
    exec(made.code, namespace)
    expected = eval(made.call, namespace)
    wrong = draw.chance(0.35)
    value = (
        (
            expected + 1
            if isinstance(expected, (int, float)) and not isinstance(expected, bool)
            else not expected
            if isinstance(expected, bool)
            else str(expected) + "x"
        )
        if wrong
        else expected
    )
    if wrong and draw.chance(0.5):
        module_text, value = (
            made.code.replace("return ", "return not ") if isinstance(expected, bool) else made.code,
            value,
        )
    else:
        module_text = made.code
    shown = literal(value) if isinstance(value, str) else repr(value)
    path = draw.pick([f"test_{module_name}.py", f"test_{module_name}.py", f"{module_name}_test.py"])
    text = f'from {module_name} import {made.name}\n\nassert {made.call} == {shown}\nprint("{draw.pick(["ok", "all tests passed", "passed", "done", "tests passed"])}")\n'
    if module_name in (
        "test",
        "string",
        "code",
        "types",
        "token",
        "queue",
        "copy",
        "select",
        "signal",
        "calendar",
        "profile",
        "platform",
        "numbers",
        "time",
        "random",
        "email",
        "json",
        "site",
        "operator",
        "locale",
        "keyword",
        "inspect",
    ):
        raise Unsuitable("module")
    template = draw.pick(TESTS)
    named = "{file}" in template.replace("[in {file} |]", "").replace("[| in {file}]", "")
    prompt = draw.phrase([template], asking, file=file_form(draw, path))
    named = path in prompt

    def script() -> Script:
        if not named:
            result = yield Call("run the tests; which file? list the folder", "list", {})
            if (
                path not in result.content.splitlines()
                or sum("test" in line.lower() for line in result.content.splitlines()) != 1
            ):
                raise Unsuitable("list")
        result = yield shell(f"python3 {path}", f"run python3 {path}; report if it passes")
        output, status = shell_output(result)
        if status == 0:
            return Say("exit 0: it passes", f"The test {path} passes. It printed: {output}")
        last = output.splitlines()[-1]
        return Say(f"exit {status}: it fails", f"The test {path} fails with exit code {status}: {last}")

    return Task(
        "run",
        prompt,
        script,
        files={path: text, f"{module_name}.py": module_text},
        needs=("shell",) if named else ("shell", "list"),
    )


ENVIRONMENT = [
    (["which python version is [installed|here|used|this]", "what version of python do [i|we] have", "what python is this", "[tell me|show me] the python version", "what's the python version"], "python3 --version", "the Python version"),
    (["which directory am i in", "what is the current [directory|folder|path]", "where am i", "what's the working directory", "print the working directory", "[tell me|show me] the current folder's path", "in which folder are we"], "pwd", "the working folder"),
    (["what is the git status", "is this a git repository", "[show|tell] me the git status", "what does git say", "are there uncommitted changes"], "git status --short", "the git status"),
    (["who am i", "which user am i", "what's my user name", "as which user do you run"], "whoami", "the user"),
    (["what date is it", "what day is today", "[tell me|what's] today's date", "what is the date"], "date +%F", "the date"),
    (["what operating system is this", "which os is this", "what kernel runs here", "[tell me|show me] the operating system"], "uname -s", "the system"),
    (["which node version is installed", "what version of node is here"], "node --version", "the node version"),
    (["which git version [is this|is installed|do we have]", "what git do i have"], "git --version", "the git version"),
    (["how many cpu cores [does this machine have|are there|do i have]", "what's the number of cpus"], "nproc", "the number of cores"),
]  # fmt: skip


def environment(v: Vocabulary) -> Task:
    """Something about the machine."""
    draw = v.draw
    phrases, command, what = draw.pick(ENVIRONMENT)
    prompt = draw.phrase(["=" + phrase for phrase in phrases], asking)

    def script() -> Script:
        result = yield shell(command, f"run {command} for {what}")
        output, status = shell_output(result)
        if status:
            return Say(
                f"exit {status}; report the error",
                f"{command} failed with exit code {status}: {output.splitlines()[-1] if output else 'no output'}",
            )
        if "\n" in output:
            raise Unsuitable("lines")
        return Say("exit 0; report it", f"{command} printed: {output}" if output else f"{command} printed nothing.")

    return Task("run", prompt, script, needs=("shell",))


def python_line(v: Vocabulary) -> Task:
    """A small computation without a file."""
    draw = v.draw
    made = program(v)
    lines = made.code.rstrip("\n").split("\n")
    if len(lines) != 1 or "'" in made.code or "!" in made.code:
        raise Unsuitable("not one line")
    prompt = draw.phrase(
        macros(
            [
                "use python to print {what}, without [a file|creating a file|writing a file]",
                "<print> {what} with a python one-liner",
                "=with python -c, print {what}",
                "run python to <print> {what}; don't create a file",
                "without creating a file, <print> {what} using python",
                "use a python one-liner to <print> {what}",
            ]
        ),
        asking,
        what=draw.pick(made.objects),
    )

    def script() -> Script:
        result = yield shell(f"python3 -c '{lines[0]}'", f"one line: {made.plan}")
        output, status = shell_output(result)
        if status or "\n" in output or not output:
            raise Unsuitable(output)
        return Say("exit 0; report the output", f"It printed: {output}")

    return Task("run", prompt, script, needs=("shell",))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (8, run_command),
    (3, calculate),
    (3.5, manage),
    (2.5, run_tests),
    (1, environment),
    (0.7, python_line),
]
