"""Jobs for the shell: given commands, arithmetic, files moved and deleted, tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tools.pocket.contents import document
from tools.pocket.draw import Draw
from tools.pocket.phrases_shell import (
    CALCULATE_WIDE,
    COPY_WIDE,
    DELETE_WIDE,
    DESCRIBED,
    EXIT_WIDE,
    FOLDER_WIDE,
    INTO_WIDE,
    MKDIR_WIDE,
    MOVE_WIDE,
    ONE_LINER_WIDE,
    RUN_LOOSE,
    RUN_PARTS,
    RUN_WIDE,
    SCRIPT_WIDE,
    TESTS_WIDE,
    UNITTEST_WIDE,
    plain,
)
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


_WORDS_AT_END = re.compile(r"(echo|printf|which|grep|tr)( -\w+)?( [A-Za-z][\w-]*)+")


def command_form(draw: Draw, command: str, *, bare: float = 4.0) -> str:
    """A command as people write it in a sentence; `bare` is the weight of no quotes at all."""
    if "`" in command:
        return command
    return draw.weighted(
        [
            (6, f"`{command}`"),
            (bare, command),
            (1, f'"{command}"' if '"' not in command else f"`{command}`"),
            (1, f"'{command}'" if "'" not in command else f"`{command}`"),
            (0.2, f"**{command}**" if "*" not in command else f"`{command}`"),
            (0.2, f"``{command}``"),
        ]
    )


def worded(draw: Draw, old: Sequence[str], wide: Sequence[str], **slots: object) -> str:
    """A sentence from either table; an old one counts twice, since it stands for more than one."""
    at = draw.randrange(2 * len(old) + len(wide))
    if at < 2 * len(old):
        return draw.phrase([old[at // 2]], asking, **slots)
    return draw.phrase([wide[at - 2 * len(old)]], plain, **slots)


def asked_to_run(draw: Draw, command: str, old: Sequence[str], wide: Sequence[str]) -> str:
    """A sentence with a command in it, quoted where nobody could see its end otherwise."""
    words_follow = _WORDS_AT_END.fullmatch(command.rpartition("| ")[2].rpartition("; ")[2].rpartition("&& ")[2])
    if draw.chance(0.07):
        return draw.phrase(RUN_LOOSE, plain, command=command) if wide is not EXIT_WIDE else f"exit code?\n{command}"
    at = draw.randrange(2 * len(old) + len(wide))
    is_old = at < 2 * len(old)
    template = old[at // 2] if is_old else wide[at - 2 * len(old)]
    after = template.rpartition("{command}")[2]
    open_end = words_follow and (not re.match(r"[,.;:?!)|-]| (and|in|to|then|for|so|with) |$", after) or is_old)
    form = command_form(draw, command, bare=0.0 if open_end else 5.0)
    return draw.phrase([template], asking if is_old else plain, command=form)


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


def rare(v: Vocabulary) -> str:
    """One word for a command, more often an odd one than a known one."""
    draw = v.draw
    made = draw.weighted(
        [(3, v.word), (4, v.nonsense), (1, v.any_word), (1, v.code_token), (0.5, v.snake), (0.5, v.camel)]
    )
    text = made()
    return f"{text}{draw.randint(0, 999)}" if draw.chance(0.1) else text


def _rows(v: Vocabulary) -> tuple[str, list[str]]:
    """A file of lines to sort, count and cut, some of them twice; its path has any ending or none."""
    draw = v.draw
    path = v.path(".txt", ".txt", ".log", ".csv", ".list", ".dat", ".md", ".tsv", "", nested=0.25)
    kind = draw.randrange(5)
    count = draw.randint(2, 9)
    if kind == 0:
        rows = [rare(v) for _ in range(count)]
    elif kind == 1:
        rows = [str(v.number()) for _ in range(count)]
    elif kind == 2:
        rows = [f"{rare(v)},{draw.randint(1, 99)},{v.nonsense()}" for _ in range(count)]
    elif kind == 3:
        rows = [
            f"{draw.choice(['INFO', 'WARN', 'ERROR', 'ok', 'fail'])} {rare(v)} {draw.randint(1, 999)}"
            for _ in range(count)
        ]
    else:
        rows = [v.words(1, 4) for _ in range(count)]
    if draw.chance(0.5):
        rows += draw.choices(rows, k=draw.randint(1, 3))
        draw.shuffle(rows)
    if " " in path:
        raise Unsuitable("space")
    return path, rows


def _wide_command(v: Vocabulary) -> tuple[str, dict[str, str]]:
    """A simple command of any kind, with the files that it needs."""
    draw = v.draw
    path, rows = _rows(v)
    text = "\n".join(rows) + "\n"
    some = draw.pick(rows)
    word = re.split(r"[ ,]", some)[draw.randint(0, some.count(" ") + some.count(","))]
    n = draw.randint(1, 9)
    if draw.chance(0.55):
        script, shell_file = v.path(".py"), v.path(".sh", ".sh", ".bash", "", nested=0.2)
        new = v.path(".txt", ".bak", ".md", ".old", "", nested=0)
        on_file = [
            "sort {p}", "sort -r {p}", "sort -n {p}", "sort -u {p}", "sort {p} | uniq", "sort {p} | uniq -c", "uniq {p}", "sort {p} | head -n {n}", "sort {p} | tail -1", "sort -rn {p} | head -1",
            "cat {p}", "cat -n {p}", "cat {p} | sort", "cat {p} | wc -l", "cat {p} | tr a-z A-Z", "cat {p} | head -{n}", "cat {p} | grep {w}", "cat {p} | rev", "rev {p}", "tac {p}", "nl {p}", "head {p}", "head -{n} {p}", "head -n {n} {p}", "head -n1 {p}", "head -c {n} {p}",
            "tail {p}", "tail -{n} {p}", "tail -n {n} {p}", "tail -n +2 {p}", "head -n {n} {p} | tail -n 1", "wc {p}", "wc -l {p}", "wc -w {p}", "wc -c {p}", "wc -m {p}", "wc -l < {p}", "grep {w} {p}", "grep -c {w} {p}", "grep -n {w} {p}", "grep -i {w} {p}", "grep -v {w} {p}", "grep -o {w} {p}", "grep '{w}' {p}", 'grep "{w}" {p}', "grep -c {w} {p} || true",
            "grep {w} {p} | wc -l", "cut -d, -f1 {p}", "cut -d, -f{c} {p}", "cut -d ' ' -f1 {p}", "cut -c1-{n} {p}", "cut -c {n} {p}", "tr a-z A-Z < {p}", "tr -d aeiou < {p}", "tr ' ' '_' < {p}", "ls {p}", "ls", "ls -1", "ls | wc -l", "ls -a | head -n 4", "test -f {p}", "test -s {p} && echo full", "basename {p}", "dirname {p}", "sed -n {n}p {p}", "sed -n '{n}p' {p}",
            "awk '{print $1}' {p}", "paste -sd, {p}", "cp {p} {new}", "mv {p} {new}", "rm {p}", "cp {p} {new} && ls {new}", "diff {p} {p}", "cmp {p} {p}", "file_is_missing {p}", "md5sum {p} | cut -c1-8", "sort {p} > {new}", "sort {p} > {new} && wc -l {new}", "head -n {n} {p} > {new}", "echo {r} >> {p} && tail -n 1 {p}",
        ]  # fmt: skip
        scripts = ["bash {s}", "sh {s}", "bash ./{s}", "sh {s} | wc -l", "bash {s} | tail -n 1"]
        if draw.chance(0.15):
            made = _shell_script(v)
            command = draw.pick(scripts)
            if not made or shell_file == path:
                raise Unsuitable("same")
            return command.replace("{s}", shell_file), {shell_file: made}
        if draw.chance(0.12):
            return draw.pick(
                [f"python3 {script} | wc -l", f"python3 {script} | head -n 1", f"python3 {script} && echo {rare(v)}"]
            ), {script: program(v).code}
        if new == path:
            raise Unsuitable("same")
        command = draw.pick(on_file)
        for slot, value in {"p": path, "w": word, "n": n, "c": draw.randint(1, 3), "new": new, "r": rare(v)}.items():
            command = command.replace("{" + slot + "}", str(value))
        return command, {path: text}
    a, b, c = rare(v), rare(v), rare(v)
    x, y = v.number(), draw.randint(2, 99)
    stamp = draw.randint(0, 2_000_000_000)
    folder = f"{v.nonsense()}/{v.word()}"
    words = v.words(2, 4)
    return draw.pick(
        [
            f"echo {a}", f"echo {a} {b}", f"echo {a} {b} {c}", f"echo '{words}'", f'echo "{a} {b}"', f"echo {a}; echo {b}", f"echo {a} && echo {b}", f"echo {a} | rev", f"echo {a} | tr a-z A-Z", f"echo {a}{b} | cut -c{draw.randint(1, 3)}-{draw.randint(4, 6)}", f"echo '{words}' | wc -w", f"echo {a} | wc -c", f"echo -n {a}", f"echo {x} | rev",
            f"printf '{a}\\n'", f'printf "{a}\\n{b}\\n"', f"printf '%s-%s\\n' {a} {b}", f"printf '%d\\n' {x}", f"printf '{b}\\n{a}\\n' | sort", f"printf {a}", f"printf '%05d\\n' {y}", f"printf '%x\\n' {x}", f"printf '{a}\\n{b}\\n{a}\\n' | sort | uniq -c",
            f"expr {x} + {y}", f"expr {x} - {y}", f"expr {x} \\* {y}", f"expr {x} / {y}", f"expr {x} % {y}", f"expr length {a}", f"echo $(({x} - {y}))", f"echo $(({x} * {y} + {n}))", f"echo $(({x} % {y}))",
            f"seq {n}", f"seq {n} {n + draw.randint(1, 7)}", f"seq {n} {draw.randint(2, 4)} {n + 12}", f"seq {y} | tail -n 1", f"seq {n} -1 1", f"seq -s, {n}", f"seq -s + {n + 1}", f"seq {y} | wc -l", f"seq {y} | head -n 3",
            f"basename /{folder}/{a}.txt", f"basename {folder}/{a}.tar.gz", f"basename {a}.py .py", f"dirname /{folder}/{a}.txt", f"dirname {folder}", "pwd", "pwd | wc -l", "ls -A", f"ls {folder}", f"cat {v.path('.txt', '.log', '')}", f"head -n 2 {v.path('.csv', '.md')}", f"rm {v.path('.txt')}", f"cp {a}.txt {b}.txt", f"mv {a} {b}",
            f"mkdir {a}", f"mkdir -p {folder}", f"mkdir {a} && ls -d {a}", f"touch {a}.txt", f"touch {v.path('.md', '.txt', nested=0)}", f"touch {a} {b}", f"mkdir {a} {b}", f"date -u -d @{stamp} +%F", f"date -u -d @{stamp} +%Y", f"date -u -d @{stamp}", f"date -u -d @{stamp} +%H:%M", f"date -u -d @{stamp} '+%d.%m.%Y'", f"date -u -d @{stamp} +%A",
            "true", "false", "true && echo yes", f"false || echo {a}", f"true; echo {b}", f"exit {y}", f"sh -c 'exit {n}'", f"bash -c 'echo {a}'", f'sh -c "echo {a} {b}"', f"bash -c 'exit {y}'", f"test {x} -gt {y}", f"test {x} -lt {y} && echo smaller", f"[ {x} -eq {y} ]", f"test -d {folder}", f"test -e {a}", f"{a} --help", f"{a}", f"{a} {b}", f"which {a}", f"command -v {a}",
            f"python3 -c 'print({x} + {y})'", f"python3 -c 'print({x} ** 2)'", f"python3 -c 'print({x} // {y})'", f"python3 -c 'print({x} % {y})'", f"python3 -c \"print('{a}')\"", f"python3 -c \"print('{a}'.upper())\"", f"python3 -c 'print(\"{a}\"[::-1])'", f"python3 -c 'print(\"{a}\" * {draw.randint(2, 4)})'", f"python3 -c 'print(len(\"{words}\"))'", f"python3 -c 'print(sorted([{x}, {y}, {n}]))'", f"python3 -c 'print(max({x}, {y}))'",
            f"python3 -c 'for i in range({draw.randint(2, 5)}): print(i, \"{a}\")'", f"python3 -c 'print(\"{words}\".split())'", f"python3 -c 'import math; print(math.factorial({n}))'", f"python3 -c 'import math; print(math.gcd({x}, {y}))'", "python3 -c 'print(1 / 0)'", f"python3 -c 'print({a[0]}'", f"python3 -c 'import {v.nonsense()}'", f"python3 -c 'raise SystemExit({n})'", f"python3 -c 'print(bin({y}))'", f"python3 -c 'print(hex({x}))'", f"python3 -c 'print(\"{a}\"); print(\"{b}\")'",
            f"for x in {a} {b}; do echo $x; done", f"for i in 1 2 3; do echo {a}$i; done", f"X={a}; echo $X", f"X={a} sh -c 'echo $X'", f"echo {a} | sed s/{a[0]}/{b[0]}/", f"echo {a},{b},{c} | cut -d, -f{draw.randint(1, 3)}", f"echo {a}:{b} | tr : ' '", f"echo {a} {b} {c} | awk '{{print $2}}'", f"echo {a} | grep -c {a[:2]}", f"yes {a} | head -n {draw.randint(2, 4)}", f"factor {y}", f"echo {{1..{n}}}",
        ]
    ), {}  # fmt: skip


def _shell_script(v: Vocabulary) -> str:
    """A shell script that prints a line or two, or fails."""
    draw = v.draw
    a, b, n = rare(v), rare(v), draw.randint(2, 4)
    steps = draw.some(
        [
            f"echo {a}", f'echo "{v.words(1, 4)}"', f"echo '{v.words(1, 3)}'", f"seq {n}", f"name={a}\necho \"{draw.pick(['hello', 'my', 'dear', 'the'])} $name\"", f"for x in {a} {b}; do\n  echo $x\ndone",
            f"echo $(({v.number()} + {v.number()}))", f"printf '%s\\n' {b}", f"echo {a} | tr a-z A-Z", f"n={n}\necho $((n * {draw.randint(2, 99)}))", f"if [ {n} -gt 2 ]; then\n  echo {a}\nelse\n  echo {b}\nfi", f"echo {b} | rev",
        ],
        1,
        3,
    )  # fmt: skip
    if draw.chance(0.15):
        steps.append(
            draw.pick(
                [
                    f"exit {draw.randint(1, 9)}",
                    f"echo '{v.words(1, 3)}' >&2\nexit {draw.randint(1, 9)}",
                    f"cat {v.nonsense()}.txt",
                    f"{v.nonsense()}",
                ]
            )
        )
    head = draw.pick(["#!/bin/sh\n", "#!/bin/bash\n", "#!/usr/bin/env bash\n", "#!/bin/sh\nset -e\n", ""])
    return head + "\n".join(steps) + "\n"


def run_command(v: Vocabulary) -> Task:
    """A command that the user gives."""
    draw = v.draw
    command, files = _command(v) if draw.chance(0.3) else _wide_command(v)
    for_code = draw.chance(0.12)
    if for_code:
        prompt = asked_to_run(draw, command, EXIT_CODE, EXIT_WIDE)
    else:
        prompt = asked_to_run(draw, command, RUN, [*RUN_WIDE, *RUN_PARTS])

    def script() -> Script:
        result = yield shell(command, f"run {command}; report " + ("the exit code" if for_code else "the output"))
        output, status = shell_output(result)
        if for_code:
            return Say(f"exit {status}", f"{command} ended with exit code {status}.")
        return said(command, output, status)

    return Task("run", prompt, script, files=files, needs=("shell",))


def run_shell_script(v: Vocabulary) -> Task:
    """A shell script that lies there."""
    draw = v.draw
    path, text = v.path(".sh", ".sh", ".sh", ".bash"), _shell_script(v)
    prompt = draw.phrase(SCRIPT_WIDE, plain, file=file_form(draw, path))

    def script() -> Script:
        result = yield shell(f"bash {path}", f"run bash {path}; report the output")
        output, status = shell_output(result)
        lines = output.splitlines()
        if status:
            last = lines[-1] if lines else "no output"
            return Say(f"exit {status}; report the error", f"{path} failed with exit code {status}: {last}")
        if not lines:
            return Say("exit 0; no output", f"{path} ran and printed nothing.")
        if len(lines) > 16:
            raise Unsuitable("long")
        shown = output if len(lines) == 1 else "\n" + output
        text = f"{path} printed: {shown}" if len(lines) == 1 else f"{path} printed:{shown}"
        return Say("exit 0; report the output", text)

    return Task("run", prompt, script, files={path: text}, needs=("shell",))


_ROWS = [(form, row) for form, rows in DESCRIBED.items() for row in rows]


def described_command(v: Vocabulary) -> Task:
    """A command of which the user names the program, and what to do with it."""
    draw = v.draw
    form, template = draw.pick(_ROWS)
    path, rows = _rows(v)
    word = draw.pick(re.findall(r"\w[\w-]*", draw.pick(rows))) if "{p}" in form else rare(v)
    n, m = (draw.randint(2, 9), draw.randint(10, 16)) if "seq" in form or "{p}" in form else (v.number(), v.number())
    new, stamp = v.path(".txt", ".md", ".log", nested=0), draw.randint(0, 2_000_000_000)
    values = {"p": path, "w": word, "n": n, "m": m, "new": new, "stamp": stamp}
    command = re.sub(r"\{(\w+)\}", lambda found: str(values[found.group(1)]), form)
    shown = {"file": file_form(draw, path).replace("./", ""), "newfile": file_form(draw, new).replace("./", "")}
    spoken = draw.pick([word, word, f'"{word}"', f"'{word}'", f"`{word}`"])
    prompt = draw.phrase([template], plain, word=spoken, n=n, m=m, stamp=stamp, **shown)

    def script() -> Script:
        result = yield shell(command, f"run {command}; report the output")
        return said(command, *shell_output(result))

    return Task("run", prompt, script, files={path: "\n".join(rows) + "\n"}, needs=("shell",))


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
    prompt = worded(draw, CALCULATE, CALCULATE_WIDE, sum=said_form)

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
    templates, wide, command, done = {
        "delete": (DELETE, DELETE_WIDE, f"rm {path}", f"Deleted {path}."), "move": (MOVE, MOVE_WIDE, f"mv {path} {new}", f"Renamed {path} to {new}."), "copy": (COPY, COPY_WIDE, f"cp {path} {new}", f"Copied {path} to {new}."), "folder": (MKDIR, MKDIR_WIDE, f"mkdir -p {new}", f"Created the folder {new}."),
    }[kind]  # fmt: skip
    prompt = worded(draw, templates, wide, file=file_form(draw, path), new=file_form(draw, new))

    def script() -> Script:
        result = yield shell(command, f"run {command}")
        output, status = shell_output(result)
        if status or output:
            raise Unsuitable(output)
        return Say("exit 0; done", done)

    return Task("run", prompt, script, files={} if kind == "folder" else {path: made.text}, needs=("shell",))


def move_into(v: Vocabulary) -> Task:
    """A file moves into a folder that is there, and keeps its name."""
    draw = v.draw
    made, other = document(v, short=True), document(v, short=True)
    name, inside = made.path.rsplit("/", 1)[-1], other.path.rsplit("/", 1)[-1]
    folder = draw.pick([v.folder(), v.nonsense(), v.word()])
    target = f"{folder}/{name}"
    if name.lower() in (inside.lower(), folder.lower()) or " " in made.path + inside or target == made.path:
        raise Unsuitable("same")
    prompt = draw.phrase(INTO_WIDE, plain, file=file_form(draw, made.path), folder=folder)
    command = f"mv {made.path} {target}"

    def script() -> Script:
        result = yield shell(command, f"run {command}")
        output, status = shell_output(result)
        if status or output:
            raise Unsuitable(output)
        return Say("exit 0; done", f"Renamed {made.path} to {target}.")

    files = {made.path: made.text, f"{folder}/{inside}": other.text}
    return Task("run", prompt, script, files=files, needs=("shell",))


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
    prompt = worded(draw, TESTS, TESTS_WIDE, file=file_form(draw, path))
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
    prompt = worded(draw, ["=" + phrase for phrase in phrases], FOLDER_WIDE[command])

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


def run_unittest(v: Vocabulary) -> Task:
    """A file of unittest cases, with or without a main part; what python3 passes over in silence, unittest runs."""
    draw = v.draw
    made = function(v)
    if not made.parameters:
        raise Unsuitable("parameters")
    namespace: dict[str, object] = {}
    exec(made.code, namespace)
    expected = eval(made.call, namespace)
    if isinstance(expected, float) or not isinstance(expected, (int, str, bool)):
        raise Unsuitable("type")
    wrong = (
        not expected if isinstance(expected, bool) else expected + 1 if isinstance(expected, int) else expected + "x"
    )
    value = wrong if draw.chance(0.35) else expected
    shown = literal(value) if isinstance(value, str) else repr(value)
    name = f"{v.nonsense()}_{draw.pick(['tools', 'lib', 'core', v.nonsense()])}"
    path = draw.pick([f"test_{name}.py", f"{name}_test.py", f"test_{v.nonsense()}.py"])
    main, says_so = draw.chance(0.5), draw.chance(0.6)
    case = draw.pick([made.name, v.snake(), v.nonsense()])
    text = f"import unittest\n\nfrom {name} import {made.name}\n\n\nclass Test{v.pascal()}(unittest.TestCase):\n    def test_{case}(self):\n        self.assertEqual({made.call}, {shown})\n"
    if main:
        text += '\n\nif __name__ == "__main__":\n    unittest.main()\n'
    asked = file_form(draw, path)
    prompt = draw.phrase(UNITTEST_WIDE, plain, file=asked) if says_so else worded(draw, TESTS, TESTS_WIDE, file=asked)
    named = path in prompt

    def script() -> Script:
        if not named:
            result = yield Call("run the tests; which file? list the folder", "list", {})
            listed = result.content.splitlines()
            if path not in listed or sum("test" in line.lower() for line in listed) != 1:
                raise Unsuitable("list")
        first = f"python3 -m unittest {path}" if says_so else f"python3 {path}"
        result = yield shell(first, f"run {first}; report if it passes")
        output, status = shell_output(result)
        if not status and not output:
            second = f"python3 -m unittest {path}"
            result = yield shell(second, f"nothing was run; run {second}")
            output, status = shell_output(result)
        last = output.splitlines()[-1]
        if status == 0:
            return Say("exit 0: it passes", f"The test {path} passes. It printed: {last}")
        return Say(f"exit {status}: it fails", f"The test {path} fails with exit code {status}: {last}")

    needs = ("shell",) if named else ("shell", "list")
    return Task("run", prompt, script, files={path: text, f"{name}.py": made.code}, needs=needs)


def python_line(v: Vocabulary) -> Task:
    """A small computation without a file."""
    draw = v.draw
    made = program(v)
    lines = made.code.rstrip("\n").split("\n")
    if len(lines) != 1 or "'" in made.code or "!" in made.code:
        raise Unsuitable("not one line")
    prompt = worded(
        draw,
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
        ONE_LINER_WIDE,
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
    (2.5, described_command),
    (2.5, calculate),
    (3.5, manage),
    (0.8, move_into),
    (2, run_tests),
    (1.2, run_unittest),
    (1.2, run_shell_script),
    (1, environment),
    (0.7, python_line),
]
