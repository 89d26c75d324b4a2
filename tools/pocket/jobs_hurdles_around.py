"""Commands that fail for what is around them: the folder, the right to execute, the program, a file in the way or missing."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import phrases_hurdles_run as phrases
from tools.pocket.contents_hurdles import alike, dressed, fine, fresh, stem
from tools.pocket.jobs_hurdles_run import failed, file_form, printed, ran, series, shell_script, spoken_list
from tools.pocket.phrases_hurdles_run import ARGUMENTS, RUNNERS
from tools.pocket.scene_values import lists
from tools.pocket.task import Say, Script, Task, Unsuitable, list_folder, write
from tools.pocket.words import Vocabulary


def from_its_folder(v: Vocabulary) -> Task:
    """A script in a folder reads a file beside it: run it from there."""
    draw = v.draw
    folder, inner, other = draw.sample(lists()["dirname"], 3)
    data = f"{inner}/{stem(v)}.{draw.pick(['txt', 'csv', 'list', 'dat'])}"
    verb = draw.pick(["cat", "head -n 1", "tail -n 2", "sort"])
    path, text = shell_script(v, [f"{verb} {data}"], nested=0)
    files = {f"{folder}/{path}": text, f"{folder}/{data}": "".join(f"{v.word()} {draw.randint(2, 99)}\n" for _ in range(draw.randint(2, 4)))}  # fmt: skip
    files[f"{other}/{stem(v)}.txt"] = f"{v.word()} {draw.randint(2, 99)}\n"
    lost = draw.chance(0.25)
    if lost:
        files[f"{folder}/{stem(v)}.txt"] = files.pop(f"{folder}/{data}")
    prompt = dressed(draw, phrases.RUN, f=file_form(draw, f"{folder}/{path}"))

    def script() -> Script:
        why = yield from failed(f"sh {folder}/{path}", data)
        result = yield list_folder(f"{why}; list {folder}", path=folder)
        if (f"{folder}/{inner}/" not in result.content.split("\n")) != lost:
            raise Unsuitable(result.content)
        if lost:
            return Say(f"so there is no {folder}/{inner}; say so", f"It stops: {why}")
        return (yield from printed(f"cd {folder} && sh {path}", f"{folder}/{inner}/"))

    return series(prompt, script, files, [])


def not_executable(v: Vocabulary) -> Task:
    """A script may not be executed: give it to the shell; and to the right one at once the next time."""
    draw = v.draw
    scripts = [shell_script(v, [f"echo {v.word()} {v.nonsense()}"]) for _ in range(draw.randint(1, 3))]
    if len({path for path, _ in scripts}) < len(scripts):
        raise Unsuitable("twins")
    path = scripts[0][0]
    prompt = dressed(draw, phrases.RUN, f=draw.pick([f"./{path}", f"`./{path}`"]))

    def script() -> Script:
        why = yield from failed(f"./{path}", "Permission denied")
        return (yield from printed(f"sh {path}", why))

    def turn(other: str) -> Task:
        return Task("recover", dressed(draw, phrases.RUN_ON, f=file_form(draw, other)), lambda: printed(f"sh {other}"))

    return series(prompt, script, dict(scripts), [turn(other) for other, _ in scripts[1:]])


def no_program(v: Vocabulary) -> Task:
    """The program is not there, or its name is mistyped: take the one that does it."""
    draw = v.draw
    right = draw.weighted([(3, "python3"), (2, "sh"), *((1, name) for name in list(RUNNERS)[2:])])
    wrong = draw.pick(RUNNERS[right])
    base, word = stem(v), f"{v.word()} {v.nonsense()}"
    path, text = {
        "python3": (f"{base.replace('-', '_')}_{draw.randint(1, 9)}.py", f'print("{word}")\n'),
        "sh": (f"{base}.sh", f"echo {word}\n"),
    }.get(right, (f"{base}.txt", "".join(f"{v.word()} {v.nonsense()}\n" for _ in range(draw.randint(2, 6)))))
    command = f"{wrong} {path}"
    prompt = dressed(draw, phrases.COMMAND, c=draw.pick([command, command, f"`{command}`"]))

    def script() -> Script:
        why = yield from failed(command, "command not found")
        return (yield from printed(f"{right} {path}", why))

    return series(prompt, script, {path: text}, [])


def lock(v: Vocabulary) -> Task:
    """A file is in the way, as the output says: take that one away where the user allows it, else say so."""
    draw = v.draw
    base = stem(v)
    ending = draw.pick(["lock", "pid", "busy", "stop", "tmp"])
    name, other = f"{draw.pick([base, v.nonsense()])}.{ending}", f"{v.nonsense()}.{draw.pick([ending, 'lock'])}"
    says = draw.pick(["{} is in the way; remove it first", "{} exists, so another run goes on (or remove it)", "found {}: delete it to go on", "cannot start while {} is there"]).format(name)  # fmt: skip
    path, text = shell_script(v, [f"if [ -e {name} ]; then", f'  echo "{says}"', "  exit 1", "fi", f"echo {v.word()} {draw.randint(2, 99)} {v.nonsense()}"], nested=0)  # fmt: skip
    files = {path: text, name: f"{draw.randint(100, 9999)}\n", other: f"{draw.randint(100, 9999)}\n"}
    allowed, dot = draw.chance(0.5), draw.chance(0.25)
    if name == other:
        raise Unsuitable("twin")
    table = phrases.RUN_UNLOCK if allowed else phrases.RUN
    prompt = dressed(draw, table, f=f"./{path}" if dot else file_form(draw, path))

    def again(why: str = "") -> Script:
        output, status = yield from ran(f"rm {name}", why)
        if status:
            raise Unsuitable(output)
        return (yield from printed(f"sh {path}"))

    def script() -> Script:
        why = ""
        if dot:
            why = yield from failed(f"./{path}", "Permission denied")
        why = yield from failed(f"sh {path}", says, why)
        if allowed:
            return (yield from again(why))
        return Say(f"{why}; so it failed; say so", f"It stops: {why}")

    gone: dict[str, str | None] = {**files, name: None}
    more = [] if allowed else [Task("recover", dressed(draw, phrases.UNLOCK), again, ends=gone)]
    task = series(prompt, script, files, more)
    task.ends = gone if allowed else dict(files)
    return task


def settings_first(v: Vocabulary) -> Task:
    """A script wants a file with a line in it: write that with what the user says, or ask him."""
    draw = v.draw
    traits = draw.sample(["port", "city", "owner", "colour", "price", "mail", "day", "host", "level", "country"], 3)
    values = {trait: fresh(v, trait) for trait in traits}
    trait, other, _ = traits
    path, _ = shell_script(v, [], nested=0)
    name = f"{stem(v)}.{draw.pick(['conf', 'cfg', 'ini', 'env', 'txt'])}"
    line = draw.pick(["{}={}", "{} = {}", "{}: {}", "{} {}"])
    wanted = line.format(trait, trait.upper())
    says = draw.pick(["no {}; create it with the line {}", "{} is missing, it needs one line: {}", "write {} first, as in {}", "please make {} ({})"]).format(name, wanted)  # fmt: skip
    text = f'#!/bin/sh\nif [ ! -f {name} ]; then\n  echo "{says}"\n  exit 1\nfi\necho "{v.word()} with $(cat {name})"\n'
    told = draw.chance(0.6)
    pairs = [(trait, values[trait]), (other, values[other])]
    draw.shuffle(pairs)
    (k, a), (m, b) = pairs
    table = phrases.RUN_SETTING if told else phrases.RUN
    prompt = dressed(draw, table, f=file_form(draw, path), k=k, a=a, m=m, b=b)
    content = line.format(trait, values[trait]) + "\n"

    def again(why: str = "") -> Script:
        fine((yield write(name, content, "; ".join(filter(None, [why, f"write {name}"])))))
        return (yield from printed(f"sh {path}", "written"))

    def script() -> Script:
        why = yield from failed(f"sh {path}", says)
        return (yield from again(why)) if told else Say(f"{why}; so it failed; say so", f"It stops: {why}")

    answer = dressed(draw, phrases.SETTING, k=trait, a=values[trait])
    more = [] if told else [Task("recover", answer, again, ends={name: content})]
    task = series(prompt, script, {path: text}, more)
    task.ends = {path: text, name: content if told else None}
    return task


def elsewhere(v: Vocabulary) -> Task:
    """The script lies in another folder, and then it wants an argument or has another name: two obstacles in a row."""
    draw = v.draw
    folder, other = draw.sample(lists()["dirname"], 2)
    base = stem(v)
    path = f"{folder}/{base}.sh"
    decoy = f"{folder}/{stem(v)}.sh"
    pairs = list(ARGUMENTS[draw.pick(list(ARGUMENTS))].items())
    own = draw.sample(pairs, 3)
    said, arg = own[0]
    message = f"{draw.pick(['usage', 'choose', 'options', 'give one of'])}: {spoken_list([a for _, a in own], draw)}"
    cases = [f'  {a}) echo "{draw.randint(2, 999)} {v.word()}" ;;' for _, a in own]
    text = "\n".join(["#!/bin/sh", 'case "$1" in', *cases, f'  *) echo "{message}"; exit 2 ;;', "esac"]) + "\n"
    files = {path: text, decoy: f"echo {v.nonsense()}\n", f"{stem(v)}.txt": v.word() + "\n"}
    if alike(path, decoy) > 0.6 or len(files) < 3 or folder == other:
        raise Unsuitable("near")
    wants = draw.chance(0.6)
    if not wants:
        files[path] = text = f"#!/bin/sh\necho {draw.randint(2, 99)} {v.word()} {v.nonsense()}\n"
    table = phrases.RUN_WITH if wants else phrases.RUN
    prompt = dressed(draw, table, f=file_form(draw, f"{base}.sh"), a=said)
    tail = f" {said}" if wants else ""

    def script() -> Script:
        why = yield from failed(f"sh {base}.sh{tail}", "No such file")
        yield list_folder(f"{why}; list the folder")
        result = yield list_folder(f"{folder}/; list {folder}", path=folder)
        if path not in result.content.split("\n"):
            raise Unsuitable(result.content)
        if not wants:
            return (yield from printed(f"sh {path}", path))
        why = yield from failed(f"sh {path}{tail}", message, path)
        return (yield from printed(f"sh {path} {arg}", why))

    def turn(said: str, arg: str) -> Task:
        return Task("recover", dressed(draw, phrases.ARGUMENT_ON, a=said), lambda: printed(f"sh {path} {arg}"))

    return series(prompt, script, files, [turn(*pair) for pair in own[1 : draw.randint(1, 3)]] if wants else [])


def no_module(v: Vocabulary) -> Task:
    """A script imports a module of the folder by a wrong name, or one that lies in a folder beside it."""
    draw = v.draw
    name = f"{v.nonsense()}_{v.nonsense()}"
    at = draw.randint(1, len(name) - 3)
    folder = draw.pick(lists()["dirname"])
    value = draw.randint(2, 999)
    path = f"{stem(v).replace('-', '_')}_{draw.randint(1, 99)}.py"
    constant = v.constant()
    files = {path: f"import {name}\n\nprint({name}.{constant})\n", f"{folder}/{name}.py": f"{constant} = {value}\n"}
    files[f"{folder}/{name[: at + 1]}.py"] = f"{constant} = {value + draw.randint(1, 9)}\n"
    prompt = dressed(draw, phrases.RUN, f=file_form(draw, path))

    def script() -> Script:
        why = yield from failed(f"python3 {path}", f"No module named '{name}'")
        result = yield list_folder(f"{why}; list the folder")
        result = yield list_folder(f"{folder}/; list {folder}", path=folder)
        if f"{folder}/{name}.py" not in result.content.split("\n"):
            raise Unsuitable(result.content)
        return (yield from printed(f"PYTHONPATH={folder} python3 {path}", f"{folder}/{name}.py"))

    return series(prompt, script, files, [])


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (1.5, from_its_folder),
    (1.5, not_executable),
    (2, no_program),
    (2, lock),
    (2, settings_first),
    (2, elsewhere),
    (0.5, no_module),
]
