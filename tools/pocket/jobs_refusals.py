"""Calls that are refused: by the user, with another wish or without a word, and by `write` where a file exists."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import phrases_hurdles as phrases
from tools.pocket import phrases_hurdles_run as phrases_run
from tools.pocket.contents_hurdles import alike, dressed, fine, fresh, misnamed, opened, sheet, stem, terse, turns
from tools.pocket.phrasing import file_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Result, Say, Script, Task, Unsuitable, edit, list_folder, read, shell, shell_output, write
from tools.pocket.words import Vocabulary


def _why(result: Result) -> str:
    """What the user has said, or the tool."""
    if not result.is_error:
        raise Unsuitable("not refused")
    return result.content


def redirected(v: Vocabulary) -> Task:
    """The user refuses an edit and says which file, value or line he means: change that."""
    draw = v.draw
    one = sheet(v)
    item = draw.pick(one.items())
    two = sheet(v, wanted=draw.sample([item, *draw.sample(one.items(), 2)], 3))
    kind = draw.pick(["file", "value", "item"])
    if alike(one.path, two.path) > 0.8 or len(set(two.items())) < 3:
        raise Unsuitable("near")
    files = {one.path: one.text}
    if kind == "file":
        files[two.path] = two.text
    old_value = one.value(item)
    new = fresh(v, item.trait, old_value)
    table = [text for text in phrases.SET if "{old}" not in text]
    asked = misnamed(draw, one.path) if draw.chance(0.3) else one.path
    prompt = dressed(draw, table, n=item.spoken(draw), f=file_form(draw, asked), new=new)
    first = one.put(item, new)
    one.put(item, old_value)
    other, then, value = one, item, new
    if kind == "file":
        feedback = terse(draw, phrases.NO_FILE, g=two.path, f=one.path)
        other = two
    elif kind == "value":
        value = fresh(v, item.trait, new)
        feedback = terse(draw, phrases.NO_VALUE, new=value, wrong=new)
    else:
        then = draw.pick([i for i in one.items() if i.trait == item.trait and i != item])
        feedback = terse(draw, phrases.NO_ITEM, n=then.spoken(draw))
    plan, old, after, say = other.put(then, value)

    def script() -> Script:
        yield from opened(one.path, asked, f"; it becomes {new}")
        why = _why((yield edit(one.path, first[1], first[2], first[0])))
        if kind == "file":
            fine((yield read(two.path, f"{why}; read {two.path}; it becomes {new}")))
            fine((yield edit(two.path, old, after, plan)))
        else:
            fine((yield edit(one.path, old, after, f"{why}; {plan}")))
        return say

    ends: dict[str, str | None] = {**files, other.path: other.text}
    more = turns(v, other, 0, 3)
    return Task("recover", prompt, script, files, ("read", "edit", "list"), {"edit": feedback}, 1, ends=ends, alone=True, after=more)  # fmt: skip


def stopped(v: Vocabulary) -> Task:
    """The user refuses an edit and does not say what else: stop; when he allows it later, make it."""
    draw = v.draw
    one = sheet(v)
    item = draw.pick(one.items())
    new, old_value = fresh(v, item.trait, one.value(item)), one.value(item)
    asked = misnamed(draw, one.path) if draw.chance(0.3) else one.path
    prompt = dressed(draw, phrases.SET, n=item.spoken(draw), f=file_form(draw, asked), new=new, old=old_value)
    files = {one.path: one.text}
    later = draw.chance(0.5)
    plan, old, after, say = one.put(item, new)

    def script() -> Script:
        yield from opened(one.path, asked, f"; it becomes {new}")
        _why((yield edit(one.path, old, after, plan)))
        return Say("refused; stop and say so", f"You refused it, so I did not change {one.path}.")

    def script_later() -> Script:
        fine((yield edit(one.path, old, after, plan)))
        return say

    more = []
    if later:
        more.append(Task("recover", dressed(draw, phrases.GO_AHEAD), script_later, ends={one.path: one.text}))
    else:
        one.put(item, old_value)
    more += turns(v, one, 0, 2)
    no = draw.pick(phrases.NO_BARE)
    return Task("recover", prompt, script, files, ("read", "edit", "list"), {"edit": no}, 1, ends=dict(files), alone=True, after=more)  # fmt: skip


def kept_file(v: Vocabulary) -> Task:
    """The user refuses to have a file deleted and says what is to be done with it: move, copy or read it, or another."""
    draw = v.draw
    one, two = sheet(v), sheet(v)
    if alike(one.path, two.path) > 0.8:
        raise Unsuitable("near")
    path, place = one.path, draw.pick(lists()["dirname"])
    kind = draw.pick(["other", "move", "copy", "read", "name", "stop"])
    name = f"{stem(v)}.{path.rpartition('.')[2]}"
    new = {"move": f"{place}/{path}", "copy": f"{place}/{path}", "name": name}.get(kind, two.path)
    if new == path:
        raise Unsuitable("same")
    table = {
        "other": phrases.NOT_THAT,
        "move": phrases.MOVE_IT,
        "copy": phrases.COPY_IT,
        "read": phrases.READ_IT,
        "name": phrases.NAME_IT,
    }
    feedback = terse(draw, table[kind], f=path, g=new, d=place, n="") if kind in table else draw.pick(phrases.NO_BARE)
    files = {path: one.text, two.path: two.text}
    item = draw.pick(one.items())
    command = {"other": f"rm {two.path}", "copy": f"cp {path} {new}"}.get(kind, f"mv {path} {new}")
    if kind in ("move", "copy"):
        files[f"{place}/{stem(v)}.txt"] = v.sentence() + "\n"
    told = {
        "other": f"Deleted {two.path}.",
        "move": f"Moved {path} to {new}.",
        "copy": f"Copied {path} to {new}.",
        "name": f"Renamed {path} to {new}.",
    }
    if kind == "read":
        feedback = terse(draw, phrases.READ_IT, f=path, n=item.spoken(draw))
    say = one.told(item)

    def script() -> Script:
        why = _why((yield shell(f"rm {path}", f"run rm {path}")))
        if kind == "stop":
            return Say("refused; stop and say so", f"You refused it, so I did not run rm {path}.")
        if kind == "read":
            fine((yield read(path, f"{why}; read {path}")))
            return say
        output, status = shell_output((yield shell(command, f"{why}; run {command}")))
        if status or output:
            raise Unsuitable(output)
        return Say("exit 0; done", told[kind])

    ends: dict[str, str | None] = dict(files)
    if kind == "other":
        ends[two.path] = None
    elif kind in ("move", "copy", "name"):
        ends[new] = one.text
        ends[path] = one.text if kind == "copy" else None
    prompt = dressed(draw, phrases.DELETE, f=file_form(draw, path))
    more = turns(v, one, 1, 2) if kind == "read" else []
    return Task("recover", prompt, script, files, ("shell", "read", "edit"), {"shell": feedback}, 1, ends=ends, alone=True, after=more)  # fmt: skip


def other_command(v: Vocabulary) -> Task:
    """The user refuses a command and names another argument or another script; or nothing, and it is not run."""
    draw = v.draw
    kind = draw.pick(["value", "value", "file", "file", "stop"])
    sort = draw.pick(["room", "month", "flower", "instrument", "sport", "animal", "colour", "planet"])
    words = [word.lower() if draw.chance(0.5) else word for word in draw.sample(lists()[sort], 4)]
    said = f"{draw.pick(['', v.word() + ' '])}$1"
    paths = [f"{stem(v)}.sh" for _ in range(2)]
    files = {path: f'#!/bin/sh\necho "{said}: {draw.randint(2, 999)} {v.word()}"\n' for path in paths}
    if len(files) < 2 or alike(*paths) > 0.8 or not all(word.isalpha() for word in words):
        raise Unsuitable("near")
    (path, other), (word, new, *more) = paths, words
    then = f"sh {other} {word}" if kind == "file" else f"sh {path} {new}"
    feedback = {
        "value": lambda: terse(draw, phrases.NO_VALUE, new=new, wrong=word),
        "file": lambda: terse(draw, phrases.NO_SCRIPT, g=other, f=path),
        "stop": lambda: draw.pick(phrases.NO_BARE),
    }[kind]()

    def result_of(command: str, why: str = "") -> Script:
        result = yield shell(command, f"{why}; run {command}" if why else f"run {command}")
        output, status = shell_output(result)
        if status or not output:
            raise Unsuitable(output)
        return Say("exit 0; report it", f"It printed: {output}")

    def script() -> Script:
        why = _why((yield shell(f"sh {path} {word}", f"run sh {path} {word}")))
        if kind == "stop":
            return Say("refused; stop and say so", f"You refused it, so I did not run sh {path} {word}.")
        return (yield from result_of(then, why))

    def turn(word: str) -> Task:
        prompt = dressed(draw, phrases_run.ARGUMENT_ON, a=word)
        command = f"{then.rpartition(' ')[0]} {word}"
        return Task("recover", prompt, lambda: result_of(command))

    prompt = dressed(draw, phrases_run.RUN_WITH, f=file_form(draw, path).removeprefix("./"), a=word)
    after = [turn(word) for word in draw.some(more, 0, 2)] if kind != "stop" else []
    return Task("recover", prompt, script, files, ("shell",), {"shell": feedback}, 1, ends=dict(files), alone=True, after=after)  # fmt: skip


def _note(v: Vocabulary) -> str:
    for _ in range(9):
        text = v.draw.pick([v.sentence, v.message])()
        if '"' not in text and "\\" not in text and "\n" not in text:
            return text
    raise Unsuitable("quotes")


def new_folder(v: Vocabulary) -> Task:
    """A file in folders that are not there yet: `write` makes them; more follow in the same place."""
    draw = v.draw
    parts = [draw.pick(lists()["dirname"]), draw.pick([v.nonsense(), v.word(), str(draw.randint(2020, 2031))])]
    folder = "/".join(parts[: draw.randint(1, 2)])
    ending = draw.pick(["txt", "md", "log", "text"])
    names = draw.sample([f"{stem(v)}.{ending}" for _ in range(5)], 3)
    if len(set(names)) < 3:
        raise Unsuitable("same")

    def turn(name: str, table: list[str], what: str) -> Task:
        path, text = f"{folder}/{name}", _note(v)
        prompt = dressed(draw, table, f=file_form(draw, path), g=name, t=text)

        def script() -> Script:
            fine((yield write(path, text + "\n", f"write {path}")))
            return Say("written; done", f"Created {path}.")

        return Task(what, prompt, script, needs=("write",), ends={path: text + "\n"})

    first, *more = names[: draw.randint(1, 3)]
    task = turn(first, phrases.SAVE, "create")
    task.after = [turn(name, phrases.SAVE_ON, "create") for name in more]
    return task


def taken_name(v: Vocabulary) -> Task:
    """The file to create may exist: the user has said what to do then, and only then is it to be done."""
    draw = v.draw
    ending = draw.pick(["txt", "md", "log", "text", "lst"])
    path, other = f"{stem(v)}.{ending}", f"{stem(v)}.{ending}"
    text, have = _note(v), [_note(v) for _ in range(draw.randint(1, 5))]
    exists = draw.chance(0.7)
    kind = draw.pick(["add", "tell", "name"])
    if path == other or len({text, *have}) <= len(have):
        raise Unsuitable("same")
    table = {"add": phrases.SAVE_OR_ADD, "tell": phrases.SAVE_OR_TELL, "name": phrases.SAVE_OR_NAME}[kind]
    prompt = dressed(draw, table, f=file_form(draw, path), g=other, t=text)
    before = "".join(f"{line}\n" for line in have)
    if before.count(have[-1]) != 1:
        raise Unsuitable("twin")

    def script() -> Script:
        result = yield write(path, text + "\n", f"write {path}")
        if not exists:
            fine(result)
            return Say("written; done", f"Created {path}.")
        why = _why(result)
        if kind == "name":
            fine((yield write(other, text + "\n", f"{why}; write {other}")))
            return Say("written; done", f"There is a {path} already, so I created {other}.")
        fine((yield read(path, f"{why}; read {path}")))
        if kind == "tell":
            return Say(f"line 1: {have[0]}", f"{path} exists, so I left it. Its first line: {have[0]}")
        plan = f"behind line {len(have)} comes {text}"
        fine((yield edit(path, have[-1], f"{have[-1]}\n{text}", plan)))
        return Say("edited; done", f"Changed line {len(have)} of {path}.")

    ends: dict[str, str | None] = {path: before if exists else text + "\n", other: None}
    if exists and kind == "add":
        ends[path] = before + text + "\n"
    if exists and kind == "name":
        ends[other] = text + "\n"
    files = {path: before} if exists else {}
    return Task("recover", prompt, script, files, ("write", "read", "edit"), ends=ends, alone=True)


def add_or_create(v: Vocabulary) -> Task:
    """A line for a file that may not be there: then it is created, where the user says so, and else not."""
    draw = v.draw
    ending = draw.pick(["txt", "md", "log", "text", "lst"])
    path, beside = f"{stem(v)}.{ending}", f"{stem(v)}.{ending}"
    text, have = _note(v), [_note(v) for _ in range(draw.randint(1, 5))]
    before = "".join(f"{line}\n" for line in have)
    exists, allowed = draw.chance(0.4), draw.chance(0.6)
    if alike(path, beside) > 0.5 or len({text, *have}) <= len(have) or before.count(have[-1]) != 1:
        raise Unsuitable("same")
    prompt = dressed(draw, phrases.ADD_OR_SAVE if allowed else phrases.ADD, f=file_form(draw, path), t=text)

    def script() -> Script:
        result = yield read(path, f"read {path}")
        if not result.is_error:
            plan = f"behind line {len(have)} comes {text}"
            fine((yield edit(path, have[-1], f"{have[-1]}\n{text}", plan)))
            return Say("edited; done", f"Changed line {len(have)} of {path}.")
        if allowed:
            fine((yield write(path, text + "\n", f"{result.content}; write {path}")))
            return Say("written; done", f"Created {path}.")
        yield list_folder(f"{result.content}; list the folder")
        return Say(f"so there is no {path}; say so", f"There is no file {path} here, so I changed nothing.")

    def script_then() -> Script:
        fine((yield write(path, text + "\n", f"write {path}")))
        return Say("written; done", f"Created {path}.")

    made = {path: text + "\n"}
    files = {beside: v.sentence() + "\n", **({path: before} if exists else {})}
    ends: dict[str, str | None] = {path: before + text + "\n" if exists else made[path] if allowed else None}
    then = Task("recover", dressed(draw, phrases.CREATE_IT), script_then, ends={**made})
    after = [then] if not exists and not allowed and draw.chance(0.6) else []
    return Task("recover", prompt, script, files, ("read", "edit", "write", "list"), ends=ends, alone=True, after=after)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, redirected),
    (2, stopped),
    (2.5, kept_file),
    (2, other_command),
    (1, new_folder),
    (2, taken_name),
    (2, add_or_create),
]
