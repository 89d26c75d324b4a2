"""Jobs that meet an obstacle: a missing file, an ambiguous or refused edit, an existing file, a failing command."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import jobs_create, jobs_edit, jobs_read, jobs_shell
from tools.pocket.change import becomes
from tools.pocket.contents import settings
from tools.pocket.draw import Draw
from tools.pocket.jobs_create import PRINT_PROGRAM, PUT_LINE, ran, report, run_phrase
from tools.pocket.phrases_shell import lines, plain
from tools.pocket.phrasing import asking, file_form, quoted
from tools.pocket.programs import literal, message, program
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, read, shell, shell_output, write
from tools.pocket.words import Vocabulary


def _elsewhere(draw: Draw, path: str, v: Vocabulary) -> str | None:
    """Where a file with the same name lies in another folder."""
    name = path.rsplit("/", 1)[-1]
    other = f"{v.folder()}/{name}"
    return None if other == path or "/" in path else other


def missing_file(v: Vocabulary) -> Task:
    """The file is not where the user says: look for its name; use it where it is, or say that it is not there."""
    draw = v.draw
    document = settings(v, short=True)
    if not document.entries or not re.search(r"\.\w+$", document.path):
        raise Unsuitable("empty")
    entry = draw.pick(document.entries)
    asked = document.path.rsplit("/", 1)[-1]
    exists = draw.chance(0.55)
    real = _elsewhere(draw, asked, v)
    if real is None:
        raise Unsuitable("same")
    changing = draw.chance(0.4) and entry.kind != "bool"
    name = jobs_read.spoken(draw, entry, document).strip("`\"'")
    if changing:
        new = jobs_edit.fresh_value(v, entry)
        prompt = draw.phrase(
            jobs_edit.SET_VALUE,
            asking,
            name=name,
            file=file_form(draw, asked),
            new=quoted(draw, new, bare=0.8),
            old=entry.value,
        )
        first = f"set {name} to {new} in {asked}; read it first"
        document.path = real
        bind = jobs_edit.line_edit(document, entry.line, entry.rewrite(new))
    else:
        prompt = draw.phrase(jobs_read.VALUE, asking, name=name, file=file_form(draw, asked))
        first = f"read {asked}; find {name}"
        document.path = real

    def script() -> Script:
        result = yield read(asked, first)
        if not result.is_error:
            raise Unsuitable("exists")
        result = yield Call(f"{asked} is not there; look for it", "list", {"pattern": f"**/{asked}"})
        if not exists:
            return Say("not anywhere; say so", f"There is no file {asked} here.")
        if result.content != real:
            raise Unsuitable("found otherwise")
        if not changing:
            return (yield from jobs_read.value_script(document, entry, name, f"it is {real}; read it"))
        return (
            yield from jobs_edit.changed(
                real, f"it is {real}; read it", bind, f"Changed {entry.key} from {entry.value} to {new} in {real}."
            )
        )

    return Task(
        "recover",
        prompt,
        script,
        files={real: document.text} if exists else {},
        needs=("read", "list", "edit") if changing else ("read", "list"),
    )


def missing_script(v: Vocabulary) -> Task:
    """A script that should run is not there."""
    draw = v.draw
    path = v.path(".py", nested=0)
    real = f"{v.folder()}/{path}"
    exists = draw.chance(0.5)
    prompt = draw.phrase(jobs_read.PRINTS, asking, file=file_form(draw, path))

    def script() -> Script:
        result = yield shell(f"python3 {path}", f"run python3 {path}; report the output")
        output, status = shell_output(result)
        if status == 0 or "No such file" not in output:
            raise Unsuitable(output)
        result = yield Call(f"{path} is not there; look for it", "list", {"pattern": f"**/{path}"})
        if not exists:
            return Say("not anywhere; say so", f"There is no file {path} here.")
        if result.content != real:
            raise Unsuitable("found otherwise")
        result = yield shell(f"python3 {real}", f"it is {real}; run python3 {real}")
        output, status = shell_output(result)
        return jobs_read.run_report(real, output, status)

    return Task("recover", prompt, script, files={real: program(v).code} if exists else {}, needs=("shell", "list"))


def existing_file(v: Vocabulary) -> Task:
    """The file to create exists: read it, then replace it."""
    draw = v.draw
    if draw.chance(0.5):
        path, made = v.path(".py"), program(v)
        run = draw.chance(0.5)
        prompt = draw.phrase(
            PRINT_PROGRAM,
            asking,
            file=file_form(draw, path),
            what=draw.pick(made.objects),
            run=run_phrase(draw) if run else "",
        )
        content, old = made.code, program(v).code
        then = f"; then python3 {path}" if run else ""
        plan = f"write {path}: {made.plan}{then}"
    else:
        path, text, run = v.path(".txt", ".md"), v.message(), False
        prompt = draw.phrase(
            PUT_LINE, asking, file=file_form(draw, path), what=quoted(draw, text, bare=0.35), colon=":"
        )
        content, old = text + "\n", v.sentence() + "\n"
        plan = f"write {path}: {literal(text)}"

    def script() -> Script:
        result = yield write(path, content, plan)
        if not result.is_error:
            raise Unsuitable("written")
        result = yield read(path, f"{path} exists; read it, then write it")
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield write(path, content, f"now write {path} as planned")
        if result.is_error:
            raise Unsuitable(result.content)
        if not run:
            return Say("written; done", f"Overwrote {path}.")
        result = yield shell(f"python3 {path}", f"written; now run python3 {path}")
        return ran(f"Overwrote {path} and ran it", result)

    return Task(
        "recover", prompt, script, files={path: old}, needs=("read", "write", "shell") if run else ("read", "write")
    )


def unread_edit(v: Vocabulary) -> Task:
    """An edit without a read is refused: read, then edit again. And one whose `old` is not unique gets more context."""
    draw = v.draw
    task = jobs_edit.set_value(v)
    inner = task.script

    def script() -> Script:
        steps = inner()
        first = next(steps)
        path = first.arguments["path"]
        result = yield first
        second = steps.send(result)
        if draw.chance(0.2):
            # A first try with too little text; what is refused is corrected from the file.
            short = second.arguments["old"].split("\n")[-1].strip()
            guess = short[: max(3, len(short) // 2)]
            text = task.files[path]
            if text.count(guess) < 2:
                raise Unsuitable("unique")
            result = yield edit(path, guess, second.arguments["new"].split("\n")[-1].strip(), second.plan, slip=True)
        else:
            wrong = _miscopied(draw, second.arguments["old"], task.files[path])
            if wrong == second.arguments["old"] or wrong in task.files[path]:
                raise Unsuitable("same")
            result = yield edit(path, wrong, second.arguments["new"], second.plan, slip=True)
        if not result.is_error:
            raise Unsuitable("edited")
        result = yield Call("the old text was not right; copy the whole line exactly", "edit", second.arguments)
        try:
            while True:
                result = yield steps.send(result)
        except StopIteration as end:
            say: Say = end.value
            return say

    return Task("recover", task.prompt, script, files=task.files, needs=task.needs)


def _miscopied(draw: Draw, old: str, text: str) -> str:
    """`old` as a hasty writer would have it: another case, a letter lost, a line number in front, a space too many."""
    last = old.split("\n")[-1]
    at = draw.randrange(len(old))
    number = next((i for i, line in enumerate(text.split("\n"), 1) if last.strip() in line), 1)
    return draw.pick(
        [
            old.replace(" ", "  ", 1),
            old.swapcase(),
            old.lower(),
            old[:at] + old[at + 1 :],
            f"{number}|{last}",
            old.replace(" ", "", 1),
            old.replace("=", ":", 1),
            old.replace(":", " =", 1),
            old + draw.pick([";", ",", "."]),
        ]
    )


def hasty_edit(v: Vocabulary) -> Task:
    """An edit of a file that was not read is refused: read it, then edit."""
    draw = v.draw
    task = draw.pick([jobs_edit.set_value, jobs_edit.say_instead])(v)
    inner = task.script

    def script() -> Script:
        steps = inner()
        first = next(steps)
        if first.name != "read":
            raise Unsuitable("no read")
        path = first.arguments["path"]
        rows = task.files[path].removesuffix("\n").split("\n")
        second = steps.send(Result("\n".join(f"{number}|{row}" for number, row in enumerate(rows, 1))))
        if second.name != "edit":
            raise Unsuitable("no edit")
        result = yield Call(second.plan, "edit", second.arguments, slip=True)
        if not result.is_error or "read it first" not in result.content:
            raise Unsuitable("edited")
        yield read(path, f"{path} was not read yet; read it, then edit it")
        try:
            call = second
            while True:
                call = steps.send((yield call))
        except StopIteration as end:
            say: Say = end.value
            return say

    return Task("recover", task.prompt, script, files=task.files, needs=("read", "edit"))


_NO_TOOLS = {
    "shell": ["bash", "run", "execute", "terminal", "python", "sh", "exec", "run_command"],
    "read": ["cat", "open", "view", "read_file", "show", "file_read"],
    "write": ["create", "write_file", "save", "create_file", "new_file"],
    "edit": ["replace", "str_replace", "change", "modify", "edit_file", "sed"],
    "list": ["ls", "list_files", "dir", "files"],
    "search": ["grep", "find", "rg", "search_files"],
}
_OTHER_NAMES = {
    "command": ["cmd", "code", "script", "input"],
    "path": ["file", "filename", "file_path", "name"],
    "content": ["text", "contents", "data"],
    "old": ["old_string", "search", "from"],
    "new": ["new_string", "replace", "to"],
    "pattern": ["glob", "query", "regex"],
}


def badly_called(v: Vocabulary) -> Task:
    """A call of a tool that is not there, or with an argument by another name: the error says what is right."""
    draw = v.draw
    task = draw.pick(
        [
            jobs_edit.set_value,
            jobs_edit.say_instead,
            jobs_read.read_value,
            jobs_read.read_line,
            jobs_read.run_script,
            jobs_create.create_program,
            jobs_create.create_line,
            jobs_shell.run_command,
            jobs_shell.run_shell_script,
        ]
    )(v)
    inner = task.script
    skip = draw.chance(0.3)

    def script() -> Script:
        steps = inner()
        call = next(steps)
        if skip and call.name in ("read", "write", "list"):
            result = yield call
            try:
                call = steps.send(result)
            except StopIteration as end:
                return end.value  # one call was all; the turn is an ordinary one
        if not call.arguments:
            raise Unsuitable("no arguments")
        if call.name == "shell" or draw.chance(0.5):
            name = draw.pick(_NO_TOOLS[call.name])
            result = yield Call(call.plan, name, call.arguments, slip=True)
            plan = f"there is no tool {name}; use {call.name}"
        else:
            key = draw.pick(list(call.arguments))
            other = draw.pick(_OTHER_NAMES.get(key, ["value"]))
            renamed = {other if k == key else k: value for k, value in call.arguments.items()}
            result = yield Call(call.plan, call.name, renamed, slip=True)
            plan = f"{other} is not a parameter; it is {key}"
        if not result.is_error:
            raise Unsuitable("taken")
        call = Call(plan, call.name, call.arguments)
        try:
            while True:
                call = steps.send((yield call))
        except StopIteration as end:
            say: Say = end.value
            return say

    return Task("recover", task.prompt, script, files=task.files, needs=task.needs)


def _is_folder_phrases() -> list[str]:
    return lines("""
Create a file {file} that says {what}.
Write {what} into a file called {file}.
I need a file {file} with the text {what}.
Please make the file {file}. It should contain {what}.
Put {what} into the file {file}.
There should be a file named {file} with {what} in it.
Save {what} as {file}.
Make {file}, a file that holds {what}.
Could you write {what} to {file}?
{file} should be a file that says {what}.
""")


def folder_in_the_way(v: Vocabulary) -> Task:
    """The file to write has the name of a folder: say so, and leave it."""
    draw = v.draw
    folder, text = draw.pick([v.nonsense(), v.word(), v.folder()]), v.message()
    inside = f"{folder}/{v.path('.txt', '.md', '.py', nested=0)}"
    prompt = draw.phrase(_is_folder_phrases(), plain, file=file_form(draw, folder), what=quoted(draw, text, bare=0))

    def script() -> Script:
        result = yield write(folder, text + "\n", f"write {folder}: {literal(text)}")
        if not result.is_error or "is a folder" not in result.content:
            raise Unsuitable("written")
        return Say("it is a folder; say so", f"I did not write {folder}: it is a folder.")

    return Task("recover", prompt, script, files={inside: v.sentence() + "\n"}, needs=("write",))


def refused(v: Vocabulary) -> Task:
    """The user refuses the call: accept it and say so."""
    draw = v.draw
    make = draw.pick(
        [
            jobs_create.create_program,
            jobs_create.create_line,
            jobs_edit.set_value,
            jobs_edit.say_instead,
            jobs_create.create_structured,
        ]
    )
    task = make(v)
    inner = task.script
    feedback = draw.pick(
        [
            "",
            "",
            "",
            "not now",
            "do not touch that",
            "I changed my mind",
            "wrong file",
            "leave it as it is",
            "no",
            "stop",
            "please don't",
            "that is not what I meant",
            "I will do it myself",
            "let me think first",
            "this is dangerous",
            f"ask {v.proper()} first",
            f"use {v.path('.py', '.txt', '.toml')} instead",
            v.sentence(),
        ]
    )

    def script() -> Script:
        steps = inner()
        call = next(steps)
        while call.name not in ("write", "edit", "shell"):
            call = steps.send((yield call))
        task.refuse[call.name] = feedback
        result = yield call
        if not result.is_error:
            raise Unsuitable("not refused")
        what = {"write": "did not write", "edit": "did not change", "shell": "did not run"}[call.name]
        target = call.arguments.get("path") or call.arguments.get("command")
        return Say("refused; stop and say so", f"You refused it, so I {what} {target}.")

    refused_task = Task("recover", task.prompt, script, files=task.files, needs=task.needs)
    task.refuse = refused_task.refuse
    return refused_task


def nobody(v: Vocabulary) -> Task:
    """Nobody can approve: say what was not done."""
    task = refused(v)
    task.refuse["*"] = "nobody"
    inner = task.script

    def script() -> Script:
        steps = inner()
        result: Result | None = None
        try:
            while True:
                call = next(steps) if result is None else steps.send(result)
                result = yield call
        except StopIteration as end:
            say: Say = end.value
            return Say(
                "nobody can approve; stop and say so",
                say.text.replace("You refused it, so I", "Nobody could approve it, so I"),
            )

    task.script = script
    return task


def fix_own_error(v: Vocabulary) -> Task:
    """The first try of a script fails; read the error, correct it, run it again."""
    draw = v.draw
    path, made = v.path(".py"), draw.pick([message, program])(v)
    lines = made.code.rstrip("\n").split("\n")
    at = len(lines) - 1
    good = lines[at]
    bad = draw.pick(
        [
            good.replace("print(", "prnt(", 1),
            good.replace("print(", "Print(", 1),
            good[:-1] if good.endswith(")") else good,
            good.replace('"', "", 1),
        ]
    )
    if bad == good:
        raise Unsuitable("same")
    code = "\n".join([*lines[:at], bad]) + "\n"
    prompt = draw.phrase(
        PRINT_PROGRAM, asking, file=file_form(draw, path), what=draw.pick(made.objects), run=run_phrase(draw)
    )

    def script() -> Script:
        yield Call(
            f"write {path}: {made.plan}; then python3 {path}", "write", {"path": path, "content": code}, slip=True
        )
        result = yield shell(f"python3 {path}", f"written; now run python3 {path}")
        output, status = shell_output(result)
        if status == 0:
            raise Unsuitable("no error")
        error = output.splitlines()[-1]
        if code.count(bad.strip()) != 1:
            raise Unsuitable("anchor")
        result = yield edit(path, bad.strip(), good.strip(), f"{error}: {becomes(bad, good)}")
        if result.is_error:
            raise Unsuitable(result.content)
        result = yield shell(f"python3 {path}", f"edited; run python3 {path} again")
        output, status = shell_output(result)
        if status:
            raise Unsuitable(output)
        return Say("exit 0; report the output", report(f"Created {path} and ran it", output, status))

    return Task("recover", prompt, script, needs=("write", "shell", "edit"))


def misspelled(v: Vocabulary) -> Task:
    """The path has a typing error, and the tool's error names the right one."""
    draw = v.draw
    task = draw.pick([jobs_read.read_value, jobs_edit.set_value, jobs_read.read_line, jobs_edit.say_instead])(v)
    (right,) = task.files
    folder, _, name = right.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if len(stem) < 4 or not dot:
        raise Unsuitable("short name")
    at = draw.randrange(1, len(stem) - 1)
    stem = draw.pick(
        [
            stem[:at] + stem[at + 1 :],
            stem[:at] + stem[at + 1] + stem[at] + stem[at + 2 :],
            stem + "s",
            stem[:-1],
            stem[:at] + stem[at] + stem[at:],
        ]
    )
    wrong = (folder + "/" if folder else "") + stem + dot + draw.pick([extension, extension, extension, "txt"])
    if wrong == right or right not in task.prompt:
        raise Unsuitable("same")
    inner = task.script

    def script() -> Script:
        steps = inner()
        first = next(steps)
        result = yield Call(first.plan.replace(right, wrong), first.name, {"path": wrong})
        if not result.is_error or f"did you mean {right}?" not in result.content:
            raise Unsuitable("no hint")
        result = yield Call(f"{wrong} does not exist, but {right} does; read it", first.name, first.arguments)
        try:
            while True:
                result = yield steps.send(result)
        except StopIteration as end:
            say: Say = end.value
            return say

    return Task("recover", task.prompt.replace(right, wrong), script, files=task.files, needs=task.needs)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, missing_file),
    (2, missing_script),
    (3, existing_file),
    (2.5, unread_edit),
    (1.5, hasty_edit),
    (2.5, badly_called),
    (0.5, folder_in_the_way),
    (2, refused),
    (1, nobody),
    (1.5, fix_own_error),
    (1.5, misspelled),
]
