"""Jobs that cannot go as asked: what is not there, what is so already, refusals, useless replies, failing commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tools.pocket import jobs_chat, jobs_create, jobs_edit, jobs_read, jobs_shell
from tools.pocket import phrases_obstacle as phrases
from tools.pocket.contents import document as any_document
from tools.pocket.contents import item_list, prose, settings
from tools.pocket.contents_bugs import right, test_file
from tools.pocket.contents_edit import Spot, blocks, call_spot, services
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import fresh_value, line_edit, spot_edit
from tools.pocket.jobs_fix import module_name
from tools.pocket.phrases_edit import SET, ask, said
from tools.pocket.phrasing import asking, file_form, quoted
from tools.pocket.programs import message
from tools.pocket.task import (
    Call,
    Meanwhile,
    Result,
    Say,
    Script,
    Task,
    Unsuitable,
    Unusable,
    edit,
    list_folder,
    numbered,
    read,
    shell,
    shell_output,
    write,
)
from tools.pocket.tell import tell
from tools.pocket.words import FIRST_NAMES, Vocabulary


def _single(document: jobs_edit.Document) -> list[jobs_edit.Entry]:
    entries = document.entries
    return [one for one in entries if sum(other.key == one.key for other in entries) == 1]


def already(v: Vocabulary) -> Task:
    """The value is what it should become: say so and change nothing."""
    draw = v.draw
    document = settings(v)
    entry = draw.pick(_single(document))
    name = jobs_read.spoken(draw, entry, document)
    plain = name.strip("`\"'")
    table = [text for text in SET if "{old}" not in text]
    prompt = ask(
        draw, table, people=FIRST_NAMES, name=name, file=file_form(draw, document.path), new=said(draw, entry.value)
    )

    def script() -> Script:
        result = yield read(document.path, f"set {plain} to {entry.value} in {document.path}; read it first")
        number = jobs_read.find_line(result, entry.line)
        return Say(
            f"line {number}: {entry.line.strip()}; it is so already",
            f"{entry.key} in {document.path} is {entry.value} already, so I changed nothing.",
        )

    files = {document.path: document.text}
    return Task("edit", prompt, script, files, ("read",), ends=dict(files))


def _other_key(v: Vocabulary, document: jobs_edit.Document) -> str:
    """A key that the file does not have, and nothing like it."""
    for _ in range(20):
        name = v.draw.pick(
            [v.snake(), v.nonsense(), f"{v.word()} {v.word()}", *(e.key for e in settings(v, short=True).entries)]
        )
        words = re.findall(r"[a-z]{3,}", name.lower())
        if (
            words
            and all(word not in document.text.lower() for word in words)
            and all(not set(words) & set(re.findall(r"[a-z]{3,}", " ".join(e.names).lower())) for e in document.entries)
        ):
            return name
    raise Unsuitable("no other key")


def _keys(document: jobs_edit.Document) -> str:
    keys = list(dict.fromkeys(entry.key for entry in document.entries))
    return ", ".join(keys[:5]) + (", ..." if len(keys) > 5 else "")


def no_key(v: Vocabulary) -> Task:
    """The file has no such value: say so, and what it has."""
    draw = v.draw
    document = settings(v, short=draw.chance(0.6))
    name = _other_key(v, document)
    changing = draw.chance(0.5)
    new = draw.pick([str(v.number()), v.word(), v.nonsense()])
    table = phrases.NO_KEY_SET if changing else phrases.NO_KEY
    prompt = tell(draw, table, n=name, file=file_form(draw, document.path), new=said(draw, new))
    path = document.path

    def script() -> Script:
        plan = f"set {name} to {new} in {path}; read it first" if changing else f"read {path}; find {name}"
        result = yield read(path, plan)
        numbered(result)
        rest = " I changed nothing." if changing else ""
        return Say(f"no line has {name}; say so", f"There is no {name} in {path}.{rest} It has: {_keys(document)}.")

    files = {path: document.text}
    return Task("read" if not changing else "edit", prompt, script, files, ("read",), ends=dict(files))


def gone(v: Vocabulary) -> Task:
    """The file is nowhere: look for it once, then say so; nothing is made up and nothing created."""
    draw = v.draw
    kind = draw.weighted([(4, "show"), (3, "change"), (1.5, "delete"), (1.5, "run")])
    path = v.path(".py" if kind == "run" else draw.pick([".txt", ".md", ".toml", ".json", ".yaml", ".py", ".csv", ".ini", ".js", ".html"]), nested=0.15)  # fmt: skip
    if " " in path:
        raise Unsuitable("space")
    name = path.rsplit("/", 1)[-1]
    table = {
        "show": phrases.GONE_SHOW,
        "change": phrases.GONE_CHANGE,
        "delete": phrases.GONE_DELETE,
        "run": phrases.GONE_RUN,
    }[kind]
    word, new = v.word(), quoted(draw, v.message(), bare=0.2)
    prompt = tell(draw, table, file=file_form(draw, path), word=draw.pick([word, f'"{word}"']), new=new)

    def script() -> Script:
        if kind in ("delete", "run"):
            command = f"rm {path}" if kind == "delete" else f"python3 {path}"
            result = yield shell(command, f"run {command}")
            output, status = shell_output(result)
            if not status or "No such file" not in output:
                raise Unsuitable(output)
        else:
            result = yield read(
                path, f"read {path}" + ("; then change it" if kind == "change" else "; tell what it says")
            )
            if not result.is_error or "does not exist" not in result.content or "did you mean" in result.content:
                raise Unsuitable(result.content)
        result = yield list_folder(f"{path} is not there; look for it", pattern=f"**/{name}")
        if result.content != "[no matches]":
            raise Unsuitable(result.content)
        done = {"show": "", "change": " I changed nothing.", "delete": " I deleted nothing.", "run": " I ran nothing."}[
            kind
        ]
        return Say("not anywhere; say so", f"There is no file {path} here.{done}")

    needs = ("shell", "list") if kind in ("delete", "run") else ("read", "list")
    return Task("recover", prompt, script, {}, needs, ends={path: None})


def changed_meanwhile(v: Vocabulary) -> Task:
    """The file changes between the read and the edit: the tool refuses, so read it again and edit that."""
    draw = v.draw
    document = settings(v)
    entry = draw.pick([e for e in _single(document) if e.kind != "bool"])
    new = fresh_value(v, entry)
    name = draw.pick([entry.key, *entry.names])
    if any(name in (o.key, *o.names) for o in document.entries if o is not entry):
        name = entry.key
    path = document.path
    prompt = ask(
        draw,
        [t for t in SET if "{old}" not in t],
        people=FIRST_NAMES,
        name=name,
        file=file_form(draw, path),
        new=said(draw, new),
    )
    others = [e for e in _single(document) if e is not entry and e.line != entry.line]
    if others and draw.chance(0.6):
        other = draw.pick(others)
        text = document.text.replace(other.line, other.rewrite(fresh_value(v, other)), 1)
    else:
        text = document.text + draw.pick([f"# {v.words(1, 3)}\n", "\n"])
    if text == document.text or text.split("\n").count(entry.line) != 1 or (path.endswith(".json") and not others):
        raise Unsuitable("same")
    before = line_edit(document, entry.line, entry.rewrite(new))
    after = line_edit(jobs_edit.Document(path, text), entry.line, entry.rewrite(new))

    def script() -> Script:
        result = yield read(path, f"set {name} to {new} in {path}; read it first")
        plan, old, becomes = before(result)
        yield Meanwhile({path: text})
        result = yield edit(path, old, becomes, plan)
        if not result.is_error or "has changed since" not in result.content:
            raise Unsuitable(result.content)
        result = yield read(path, f"{path} has changed; read it again")
        plan, old, becomes = after(result)
        result = yield edit(path, old, becomes, plan)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("edited; done", f"Changed {entry.key} from {entry.value} to {new} in {path}.")

    ends = {path: text.replace(entry.line, entry.rewrite(new), 1)}
    return Task("recover", prompt, script, {path: document.text}, ("read", "edit"), ends=ends)


def twin_line(v: Vocabulary) -> Task:
    """The line stands there more than once: the tool refuses, so take the lines above it as well."""
    draw = v.draw
    document = draw.pick([services, blocks])(v)
    spots = [e for e in document.entries if isinstance(e, Spot) and e.section and e.style == "set"]
    lines = document.text.split("\n")
    spot = draw.pick(spots)
    same = [e for e in spots if e.key == spot.key and e is not spot]
    if not same:
        raise Unsuitable("no twin")
    # All of that key get this value, so that one line alone does not tell which is meant.
    for other in same:
        other.value, other.line = spot.value, spot.line
        lines[other.at] = spot.line
    document.text = "\n".join(lines)
    new = next(value for value in (spot.fresh() for _ in range(9)) if value != spot.value)
    name = call_spot(draw, spot, document)
    prompt = ask(
        draw,
        SET,
        people=FIRST_NAMES,
        name=name,
        file=file_form(draw, document.path),
        new=said(draw, new),
        old=said(draw, spot.value),
    )
    bind = spot_edit(document, spot.at, spot.rewrite(new))
    slips = draw.chance(0.5)

    def script() -> Script:
        result = yield read(document.path, f"set {name} to {new} in {document.path}; read it first")
        plan, old, becomes = bind(result)
        if slips:
            short = spot.line.strip()
            result = yield edit(document.path, short, spot.rewrite(new).strip(), plan, slip=True)
            if not result.is_error or "old is there" not in result.content:
                raise Unsuitable(result.content)
            plan = f"it is there {document.text.count(short)} times; the one under {spot.section} is line {spot.at + 1}"
        result = yield edit(document.path, old, becomes, plan)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say(
            "edited; done", f"Changed {spot.key} under {spot.section} from {spot.value} to {new} in {document.path}."
        )

    lines[spot.at] = spot.rewrite(new)
    return Task(
        "edit", prompt, script, {document.path: document.text}, ("read", "edit"), ends={document.path: "\n".join(lines)}
    )


def not_to_be_edited(v: Vocabulary) -> Task:
    """A first edit without a text to replace, or with the same text twice, is refused; the second one is right."""
    draw = v.draw
    document = settings(v)
    entry = draw.pick([e for e in _single(document) if e.kind != "bool"])
    new = fresh_value(v, entry)
    path = document.path
    prompt = ask(
        draw,
        SET,
        people=FIRST_NAMES,
        name=entry.key,
        file=file_form(draw, path),
        new=said(draw, new),
        old=said(draw, entry.value),
    )
    bind = line_edit(document, entry.line, entry.rewrite(new))
    empty = draw.chance(0.4)

    def script() -> Script:
        result = yield read(path, f"set {entry.key} to {new} in {path}; read it first")
        plan, old, becomes = bind(result)
        result = yield edit(path, "" if empty else old, becomes if empty else old, plan, slip=True)
        if not result.is_error:
            raise Unsuitable("edited")
        why = "old was empty; give the line that is there" if empty else f"new must be {entry.rewrite(new).strip()}"
        result = yield edit(path, old, becomes, why)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("edited; done", f"Changed {entry.key} from {entry.value} to {new} in {path}.")

    ends = {path: document.text.replace(entry.line, entry.rewrite(new), 1)}
    return Task("recover", prompt, script, {path: document.text}, ("read", "edit"), ends=ends)


def _broken(draw: Draw, call: Call) -> str:
    """A call as it must not be written."""
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    whole = f'[{{"tool_call_id": "0", "tool_name": "{call.name}", "parameters": {arguments}}}]'
    inside = len(whole) - len(arguments) - 2
    return draw.pick(
        [
            whole[: draw.randrange(20, max(21, len(whole) - 3))],
            whole[: draw.randrange(inside, len(whole) - 2)],
            f'[{{"tool_call_id": "0", "parameters": {arguments}}}]',
            f"{call.name}({arguments})",
            whole.replace('"tool_name"', "tool_name", 1),
            whole.replace(": {", ": ", 1),
            f"I will call {call.name} now.",
            "[]",
            whole.replace('"', "'"),
        ]
    )


_ANY_JOB: list[Callable[[Vocabulary], Task]] = [jobs_edit.set_value, jobs_edit.say_instead, jobs_read.read_value, jobs_read.read_line, jobs_read.run_script, jobs_create.create_program, jobs_create.create_line, jobs_shell.run_command, jobs_read.list_files, jobs_read.search_name, jobs_chat.talk]  # fmt: skip


def useless_reply(v: Vocabulary) -> Task:
    """A reply that the agent cannot use, and what it says of that: now write the call, or the answer, as it should be."""
    draw = v.draw
    task = draw.pick(_ANY_JOB)(v)
    inner = task.script
    later = draw.chance(0.35)

    def script() -> Script:
        steps = inner()
        try:
            step = next(steps)
            if later:
                step = steps.send((yield step))
        except StopIteration as end:
            yield Unusable(end.value.plan)
            say: Say = end.value
            return say
        if not isinstance(step, Call):
            raise Unsuitable("no call")
        kind = draw.weighted([(3, "broken"), (2, "cut"), (1.5, "empty"), (1, "half")])
        if kind == "empty":
            yield Unusable(step.plan)
        elif kind == "half":
            yield Unusable(step.plan, half=step.name)
        elif kind == "cut":
            raw = f'[{{"tool_call_id": "0", "tool_name": "{step.name}", "parameters": {json.dumps(step.arguments)}}}]'
            yield Unusable(step.plan, raw[: draw.randrange(len(raw) // 2, len(raw) - 2)], cut=True)
        else:
            yield Unusable(step.plan, _broken(draw, step))
        try:
            while True:
                result = yield step
                step = steps.send(result)
        except StopIteration as end:
            say = end.value
            return say

    return Task("recover", task.prompt, script, task.files, task.needs)


def redirected(v: Vocabulary) -> Task:
    """The user refuses a call and says what to do instead: do that."""
    draw = v.draw
    path, text = v.path(".txt", ".md", ".txt", ".cfg", nested=0.1), v.message()
    other, instead = v.path("." + path.rsplit(".", 1)[-1], nested=0.1), v.message()
    if other == path or "\\" in text + instead or text == instead:
        raise Unsuitable("same")
    kind = draw.pick(["path", "path", "text", "program"])
    if kind == "program":
        path, other = v.path(".py", nested=0.1), v.path(".py", nested=0.1)
    content = text + "\n"
    if kind == "program":
        made = message(v)
        content = made.code
        prompt = draw.phrase(
            jobs_create.PRINT_PROGRAM, asking, file=file_form(draw, path), what=draw.pick(made.objects), run=""
        )
    else:
        prompt = tell(draw, phrases.WRITING, file=file_form(draw, path), what=quoted(draw, text, bare=0))
    if kind == "text":
        new = quoted(draw, instead, bare=0)
        feedback = draw.pick(
            [
                f"write {new} instead",
                f"it should say {new}",
                f"no, the text should be {new}",
                f"use the text {new}",
                f"{new} is what I want there",
                f"better: {new}",
                f"put {new} into it",
            ]
        )
    else:
        feedback = draw.pick(
            [
                f"call it {other}",
                f"name it {other} instead",
                f"use the name {other}",
                f"it should be {other}",
                f"put it in {other}",
                f"{other} please, not {path}",
                f"wrong name, I want {other}",
                f"no, write it to {other}",
                f"the file should be called {other}",
                f"save it as {other} instead",
            ]
        )
    target, body = (path, instead + "\n") if kind == "text" else (other, content)

    def script() -> Script:
        result = yield write(path, content, f"write {path}: {content.strip()}")
        if not result.is_error or feedback not in result.content:
            raise Unsuitable("not refused")
        result = yield write(target, body, f"refused: {feedback}; write {target}: {body.strip()}")
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("written; done", f"Created {target}.")

    ends: dict[str, str | None] = {target: body}
    if target != path:
        ends[path] = None
    return Task("recover", prompt, script, {}, ("write",), {"write": feedback}, 1, ends=ends)


def no_tool(v: Vocabulary) -> Task:
    """What is asked needs a tool that is not on offer: say so instead of trying."""
    draw = v.draw
    kind = draw.pick(["write", "edit", "shell"])
    if kind == "write":
        prompt = tell(
            draw, phrases.WRITING, file=file_form(draw, v.path(".txt", ".md")), what=quoted(draw, v.message(), bare=0)
        )
        text = "I cannot create files here: I am not given a tool for it."
    elif kind == "edit":
        document = settings(v, short=True)
        entry = draw.pick(document.entries)
        prompt = ask(
            draw,
            [t for t in SET if "{old}" not in t],
            people=FIRST_NAMES,
            name=entry.key,
            file=file_form(draw, document.path),
            new=said(draw, fresh_value(v, entry)),
        )
        text = "I cannot change files here: I am not given a tool for it."
    else:
        command = draw.pick(
            [f"echo {v.word()}", "git status", f"python3 {v.path('.py')}", "ls", f"wc -l {v.path('.txt')}", "make test"]
        )
        prompt = tell(draw, phrases.RUNNING, command=draw.pick([command, f"`{command}`"]))
        text = "I cannot run commands here: I am not given a tool for it."

    def script() -> Script:
        return Say(f"no tool for that: {kind} is not on offer; say so", text)
        yield list_folder("")  # makes this a generator

    without = ("shell",) if kind == "shell" else ("write", "edit", "shell")
    return Task("recover", prompt, script, without=without)


def other_command(v: Vocabulary) -> Task:
    """The command fails for a reason that its output names, and another way works."""
    draw = v.draw
    kind = draw.weighted([(1, "pytest"), (4, "dot"), (6, "folder")])
    if kind == "pytest":
        name = module_name(v)
        function, code, cases, _ = right(v)
        test = f"test_{name}.py"
        files = {f"{name}.py": code, test: test_file(v, name, function, tuple(cases))}
        prompt = tell(draw, phrases.PYTEST, test=test)
        if test not in prompt:
            raise Unsuitable("not named")
        first = draw.pick([f"python3 -m pytest {test}", f"python3 -m pytest -q {test}"])
        second, why, sign = f"python3 {test}", "there is no pytest", "No module named pytest"
    elif kind == "dot":
        path = v.path(".sh", nested=0.2)
        files = {path: f"#!/bin/sh\necho {v.word()} {v.nonsense()}\n"}
        prompt = tell(draw, phrases.DOT_RUN, file=path)
        first, second, why, sign = f"./{path}", f"sh {path}", "it is not executable", "Permission denied"
    else:
        made = any_document(v, short=True)
        folder = draw.pick([v.nonsense(), v.folder(), v.word()])
        path = made.path
        if " " in path or folder.lower() in path.lower():
            raise Unsuitable("same")
        files = {path: made.text}
        prompt = tell(draw, phrases.COPY_INTO, file=file_form(draw, path), folder=folder)
        verb = "mv" if re.search(r"\bmove\b|put (?!a copy)|to be in", prompt.lower()) else "cp"
        first, sign = f"{verb} {path} {folder}/", "directory"
        second, why = f"mkdir -p {folder} && {first}", f"there is no folder {folder}"

    def script() -> Script:
        result = yield shell(first, f"run {first}")
        output, status = shell_output(result)
        if not status or sign not in output:
            raise Unsuitable(output)
        result = yield shell(second, f"{why}; run {second}")
        output, status = shell_output(result)
        if status:
            raise Unsuitable(output)
        if kind == "folder":
            return Say(
                "exit 0; done",
                f"There was no folder {folder}, so I made it, and {'moved' if verb == 'mv' else 'copied'} {path} there.",
            )
        last = output.splitlines()[-1]
        told = (
            "There is no pytest here, so I ran the test with python3"
            if kind == "pytest"
            else f"{path} is not executable, so I ran it with sh"
        )
        return Say("exit 0; report it", f"{told}: it {'passes' if kind == 'pytest' else 'works'} and printed: {last}")

    return Task("recover", prompt, script, files, ("shell",))


def twice_failed(v: Vocabulary) -> Task:
    """Two ways fail: stop, and say what was tried."""
    draw = v.draw
    module = f"{v.nonsense()}_{draw.pick(['client', 'kit', 'lib', v.nonsense()])}"
    path = v.path(".py", nested=0.2)
    kind = draw.pick(["module", "file", "program"])
    if kind == "module":
        text = f"import {module}\n\nprint({module}.{v.function_name()}())\n"
        prompt = tell(draw, phrases.GONE_RUN, file=file_form(draw, path))
        files, first = {path: text}, f"python3 {path}"
        second, plan, sign = f"python3 -c 'import {module}'", f"is {module} installed? try it", "No module named"
        told = f"I could not run {path}: it needs the module {module}, which is not installed here. Install it first, or tell me what to do without it."
    elif kind == "file":
        data = v.path(".csv", ".json", ".txt", nested=0)
        text = f"with open({json.dumps(data)}) as file:\n    print(file.read())\n"
        prompt = tell(draw, phrases.GONE_RUN, file=file_form(draw, path))
        files, first = {path: text}, f"python3 {path}"
        second, plan, sign = f"ls {data}", f"is {data} there? look", "No such file"
        told = f"I could not run {path}: it opens {data}, and there is no such file here. Where is it?"
    else:
        program = f"{v.nonsense()}{draw.pick(['ctl', '-cli', 'x', ''])}"
        command = f"{program} {draw.pick(['build', 'start', '--version', v.word()])}"
        prompt = tell(draw, phrases.RUNNING, command=draw.pick([command, f"`{command}`"]))
        files, first = {}, command
        second, plan, sign = f"command -v {program}", f"is {program} installed? look", ""
        told = f"I could not run {command}: {program} is not installed here."

    def script() -> Script:
        result = yield shell(first, f"run {first}")
        output, status = shell_output(result)
        if not status or len(output) > 700:
            raise Unsuitable(output)
        result = yield shell(second, f"{output.splitlines()[-1]}; {plan}")
        output, status = shell_output(result)
        if not status or sign not in output:
            raise Unsuitable(output)
        return Say("failed twice; stop and say why", told)

    return Task("recover", prompt, script, files, ("shell",), ends=dict(files))


def is_folder(v: Vocabulary) -> Task:
    """The file that should be read is a folder: list it and say so."""
    draw = v.draw
    folder = draw.pick([v.nonsense(), v.word(), v.folder()])
    made = draw.pick([item_list, prose])(v, short=True)
    inside = f"{folder}/{made.path.rsplit('/', 1)[-1]}"
    prompt = tell(draw, [t for t in phrases.GONE_SHOW[:14] if "file" in t], file=folder)

    def script() -> Script:
        result = yield read(folder, f"read {folder}; tell what it says")
        if not result.is_error or "is a folder" not in result.content:
            raise Unsuitable(result.content)
        result = yield list_folder(f"{folder} is a folder; list it", path=folder)
        names: Result = result
        return Say(
            "it is a folder; say what is in it",
            f"{folder} is a folder. It contains: {', '.join(names.content.splitlines())}",
        )

    return Task("recover", prompt, script, {inside: made.text}, ("read", "list"))


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (2.5, already),
    (4, no_key),
    (4, gone),
    (2, changed_meanwhile),
    (2.5, twin_line),
    (1, not_to_be_edited),
    (3, useless_reply),
    (1.5, redirected),
    (2, no_tool),
    (1.5, other_command),
    (1.5, twice_failed),
    (0.7, is_folder),
]
