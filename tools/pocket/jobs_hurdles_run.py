"""Commands that fail, and what their output says of the way that works: arguments, options, targets, folders, files."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator

from tools.pocket import phrases_hurdles_run as phrases
from tools.pocket.contents_hurdles import alike, dressed, fine, fresh, stem, things
from tools.pocket.draw import Draw
from tools.pocket.phrases_hurdles_run import ARGUMENTS, COUNTED, OPTIONS, PURPOSES, RUNNERS
from tools.pocket.phrasing import file_form as any_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, list_folder, read, shell, shell_output, write
from tools.pocket.words import Vocabulary


def file_form(draw: Draw, path: str) -> str:
    """A path as people write it, but never so that it is to be executed."""
    return any_form(draw, path).removeprefix("./")


def _run(command: str, why: str = "") -> Generator[Call, Result, tuple[str, int]]:
    """Run it, for what was found out before."""
    return shell_output((yield shell(command, f"{why}; run {command}" if why else f"run {command}")))


def _failed(command: str, sign: str, why: str = "") -> Generator[Call, Result, str]:
    """Run what fails, and give the line that says so."""
    output, status = yield from _run(command, why)
    line = next((row for row in output.split("\n") if sign in row), "")
    if not status or not line:
        raise Unsuitable(output)
    return line


def _printed(command: str, why: str = "") -> Script:
    """Run what works, and report its output."""
    output, status = yield from _run(command, why)
    if status or not output:
        raise Unsuitable(output)
    return Say("exit 0; report it", f"It printed:{chr(10) if chr(10) in output else ' '}{output}")


def _series(prompt: str, script: Callable[[], Script], files: dict[str, str], after: list[Task]) -> Task:
    ends: dict[str, str | None] = dict(files)
    return Task("recover", prompt, script, files, ("shell", "read", "list", "write"), ends=ends, alone=True, after=after)  # fmt: skip


def _script(v: Vocabulary, lines: list[str], *, nested: float = 0.2) -> tuple[str, str]:
    """A path and a text for a script of the shell."""
    draw = v.draw
    folder = f"{draw.pick(lists()['dirname'])}/" if draw.chance(nested) else ""
    head = draw.pick([["#!/bin/sh"], ["#!/bin/sh", f"# {v.words(2, 4)}"], ["#!/bin/sh", ""], ["#!/bin/sh", "", f"# {v.word()}"]])  # fmt: skip
    return f"{folder}{stem(v)}.sh", "\n".join([*head, *lines]) + "\n"


def _spoken_list(names: list[str], draw: Draw) -> str:
    return draw.pick([f"{', '.join(names[:-1])} or {names[-1]}", ", ".join(names), "|".join(names), " ".join(names)])


def usage(v: Vocabulary) -> Task:
    """A script wants an argument, or in another form: run it again with what the user's words mean; more follow."""
    draw = v.draw
    kind = draw.pick(list(ARGUMENTS))
    pairs = list(ARGUMENTS[kind].items())
    at = sorted(draw.sample(range(len(pairs)), draw.randint(3, min(5, len(pairs)))))
    own = [pairs[i] for i in at]
    counted = draw.pick([draw.pick(COUNTED), v.nonsense()])
    asks_usage = draw.pick(["usage: {f} {k} ({o})", "{k} is missing or wrong: {o}", "give a {k}: {o}", "needs {k}, one of {o}", "unknown {k}; known: {o}"])  # fmt: skip
    cases = [f'  {arg}) echo "{draw.randint(2, 999)} {counted}" ;;' for _, arg in own]
    if kind in ("MONTH", "DAY") and draw.chance(0.4):
        draw.shuffle(cases)
    path, text = _script(v, [])
    message = asks_usage.format(f=path, k=kind, o=_spoken_list([arg for _, arg in own], draw))
    text += "\n".join(['case "$1" in', *cases, f'  *) echo "{message}"; exit 2 ;;', "esac"]) + "\n"
    order = draw.sample(own, draw.randint(2, len(own)))
    said, arg = order[0]
    mode = draw.pick(["bare", "if", "with"])
    spoken = said if draw.chance(0.7) else said.lower()
    table = {"bare": phrases.RUN, "if": phrases.RUN_IF_WANTED, "with": phrases.RUN_WITH}[mode]
    noun = kind.lower() if kind not in ("LANG", "COLOR") else {"LANG": "language", "COLOR": "colour"}[kind]
    prompt = dressed(draw, table, f=file_form(draw, path), a=spoken, k=noun)

    def script() -> Script:
        why = yield from _failed(f"sh {path}" + (f" {spoken}" if mode == "with" else ""), message)
        if mode == "bare":
            return Say(f"{why}; so it failed; say so", f"It stops: {why}")
        return (yield from _printed(f"sh {path} {arg}", why))

    def turn(said: str, arg: str) -> Task:
        word = said if draw.chance(0.7) else said.lower()
        prompt = dressed(draw, phrases.ARGUMENT_ON, a=word)
        return Task("recover", prompt, lambda: _printed(f"sh {path} {arg}"), ends={path: text})

    more = order if mode == "bare" else order[1:]
    return _series(prompt, script, {path: text}, [turn(*pair) for pair in more[:3]])


def option(v: Vocabulary) -> Task:
    """A script does not know the option, and says which it has: take the one that is meant."""
    draw = v.draw
    own = draw.some(list(OPTIONS), 3, 5)
    right = draw.pick(own)
    wrong = draw.pick(OPTIONS[right])
    if wrong in own:
        raise Unsuitable("twin")
    value = draw.pick([v.nonsense(), str(draw.randint(2, 99)), v.word()])
    doing = [draw.pick(["with", "uses", "set", "done:", "takes", "ok,"]) for _ in own]
    cases = [f'  --{name}) echo "{does} {name} $2" ;;' for name, does in zip(own, doing, strict=True)]
    known = _spoken_list([f"--{name}" for name in own], draw)
    says = draw.pick(["unknown option $1; there are {}", "no option $1 (only {})", "$1? I know {}", "bad option $1, use {}"])  # fmt: skip
    path, text = _script(v, ['case "$1" in', *cases, f'  *) echo "{says.format(known)}"; exit 2 ;;', "esac"])
    prompt = dressed(draw, phrases.RUN_OPTION, f=file_form(draw, path), o=f"--{wrong}", a=value)

    def script() -> Script:
        why = yield from _failed(f"sh {path} --{wrong} {value}", f"--{wrong}")
        return (yield from _printed(f"sh {path} --{right} {value}", why))

    def turn(name: str) -> Task:
        value = draw.pick([v.nonsense(), str(draw.randint(2, 99)), v.word()])
        prompt = dressed(draw, phrases.OPTION_ON, k=name, a=value)
        return Task("recover", prompt, lambda: _printed(f"sh {path} --{name} {value}"), ends={path: text})

    rest = [name for name in own if name != right]
    return _series(prompt, script, {path: text}, [turn(name) for name in draw.some(rest, 0, 2)])


def target(v: Vocabulary) -> Task:
    """The Makefile has no such target: run the one that does it, or say that none does."""
    draw = v.draw
    verbs = draw.some(list(PURPOSES), 3, 4)
    objects = [name if name.endswith("s") else f"{name}s" for name in things(v, len(verbs))]
    verb, thing, exists = verbs[0], objects[0], draw.chance(0.75)
    twins = draw.chance(0.4)
    if twins:
        verbs[1] = verb
    wrong = f"{verb}{draw.pick('-_')}{thing}" if twins or draw.chance(0.3) else verb
    wrong = wrong if not twins or exists else f"{verb}-{v.nonsense()}"
    comments, own, hits = draw.chance(0.5), list(zip(verbs, objects, strict=True)), {}
    if not exists and not twins:
        own = own[1:]
    draw.shuffle(own)
    names: list[str] = []
    lines = [f"{v.constant()} = {v.nonsense()}", ""] if draw.chance(0.3) else []
    for one, (purpose, what) in enumerate(own):
        third, doing, short = PURPOSES[purpose]
        name = draw.pick([*short, v.nonsense(), f"{v.word()}{draw.randint(1, 9)}"])
        names.append(name)
        block = [f"# {third} the {what}"] if comments else []
        block += [f"{name}:", f"\t@echo {v.word() if comments else doing + ' the ' + what} {v.nonsense()}"]
        first = len(lines)
        lines += [*block, *([""] if one < len(own) - 1 else [])]
        quoted = (first, first + 1)
        hits[purpose, what] = name, "; ".join(f"line {at + 1}: {lines[at].strip()}" for at in quoted)
    text = "\n".join(lines) + "\n"
    if len(set(names)) < len(names) or any(name in PURPOSES for name in names) or wrong in names:
        raise Unsuitable("twins")
    prompt = dressed(draw, phrases.MAKE, t=wrong)
    missing = f"No rule to make target '{wrong}'"

    def script() -> Script:
        why = yield from _failed(f"make {wrong}", missing)
        fine((yield read("Makefile", f"{why}; read Makefile")))
        if not exists:
            return Say(f"so no target does {wrong}; say so", f"The Makefile has no target {wrong}, so I ran nothing.")
        name, why = hits[verb, thing]
        return (yield from _printed(f"make {name}", why))

    def turn(purpose: str, what: str) -> Task:
        name, why = hits[purpose, what]
        spoken = f"{purpose} the {what}" if purpose != "backup" else f"back up the {what}"
        return Task("recover", dressed(draw, phrases.MAKE_ON, p=spoken), lambda: _printed(f"make {name}", why))

    rest = [pair for pair in own if pair != (verb, thing)]
    return _series(prompt, script, {"Makefile": text}, [turn(*pair) for pair in draw.some(rest, 0, 2)])


def from_its_folder(v: Vocabulary) -> Task:
    """A script in a folder reads a file beside it: run it from there."""
    draw = v.draw
    folder, inner, other = draw.sample(lists()["dirname"], 3)
    data = f"{inner}/{stem(v)}.{draw.pick(['txt', 'csv', 'list', 'dat'])}"
    verb = draw.pick(["cat", "head -n 1", "tail -n 2", "sort"])
    path, text = _script(v, [f"{verb} {data}"], nested=0)
    files = {f"{folder}/{path}": text, f"{folder}/{data}": "".join(f"{v.word()} {draw.randint(2, 99)}\n" for _ in range(draw.randint(2, 4)))}  # fmt: skip
    files[f"{other}/{stem(v)}.txt"] = f"{v.word()} {draw.randint(2, 99)}\n"
    lost = draw.chance(0.25)
    if lost:
        files[f"{folder}/{stem(v)}.txt"] = files.pop(f"{folder}/{data}")
    prompt = dressed(draw, phrases.RUN, f=file_form(draw, f"{folder}/{path}"))

    def script() -> Script:
        why = yield from _failed(f"sh {folder}/{path}", data)
        result = yield list_folder(f"{why}; list {folder}", path=folder)
        if (f"{folder}/{inner}/" not in result.content.split("\n")) != lost:
            raise Unsuitable(result.content)
        if lost:
            return Say(f"so there is no {folder}/{inner}; say so", f"It stops: {why}")
        return (yield from _printed(f"cd {folder} && sh {path}", f"{folder}/{inner}/"))

    return _series(prompt, script, files, [])


def not_executable(v: Vocabulary) -> Task:
    """A script may not be executed: give it to the shell; and to the right one at once the next time."""
    draw = v.draw
    scripts = [_script(v, [f"echo {v.word()} {v.nonsense()}"]) for _ in range(draw.randint(1, 3))]
    if len({path for path, _ in scripts}) < len(scripts):
        raise Unsuitable("twins")
    path = scripts[0][0]
    prompt = dressed(draw, phrases.RUN, f=draw.pick([f"./{path}", f"`./{path}`"]))

    def script() -> Script:
        why = yield from _failed(f"./{path}", "Permission denied")
        return (yield from _printed(f"sh {path}", why))

    def turn(other: str) -> Task:
        return Task("recover", dressed(draw, phrases.RUN_ON, f=file_form(draw, other)), lambda: _printed(f"sh {other}"))

    return _series(prompt, script, dict(scripts), [turn(other) for other, _ in scripts[1:]])


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
        why = yield from _failed(command, "command not found")
        return (yield from _printed(f"{right} {path}", why))

    return _series(prompt, script, {path: text}, [])


def lock(v: Vocabulary) -> Task:
    """A file is in the way, as the output says: take that one away where the user allows it, else say so."""
    draw = v.draw
    base = stem(v)
    ending = draw.pick(["lock", "pid", "busy", "stop", "tmp"])
    name, other = f"{draw.pick([base, v.nonsense()])}.{ending}", f"{v.nonsense()}.{draw.pick([ending, 'lock'])}"
    says = draw.pick(["{} is in the way; remove it first", "{} exists, so another run goes on (or remove it)", "found {}: delete it to go on", "cannot start while {} is there"]).format(name)  # fmt: skip
    path, text = _script(v, [f"if [ -e {name} ]; then", f'  echo "{says}"', "  exit 1", "fi", f"echo {v.word()} {draw.randint(2, 99)} {v.nonsense()}"], nested=0)  # fmt: skip
    files = {path: text, name: f"{draw.randint(100, 9999)}\n", other: f"{draw.randint(100, 9999)}\n"}
    allowed, dot = draw.chance(0.5), draw.chance(0.25)
    if name == other:
        raise Unsuitable("twin")
    table = phrases.RUN_UNLOCK if allowed else phrases.RUN
    prompt = dressed(draw, table, f=f"./{path}" if dot else file_form(draw, path))

    def again(why: str = "") -> Script:
        output, status = yield from _run(f"rm {name}", why)
        if status:
            raise Unsuitable(output)
        return (yield from _printed(f"sh {path}"))

    def script() -> Script:
        why = ""
        if dot:
            why = yield from _failed(f"./{path}", "Permission denied")
        why = yield from _failed(f"sh {path}", says, why)
        if allowed:
            return (yield from again(why))
        return Say(f"{why}; so it failed; say so", f"It stops: {why}")

    gone: dict[str, str | None] = {**files, name: None}
    more = [] if allowed else [Task("recover", dressed(draw, phrases.UNLOCK), again, ends=gone)]
    task = _series(prompt, script, files, more)
    task.ends = gone if allowed else dict(files)
    return task


def settings_first(v: Vocabulary) -> Task:
    """A script wants a file with a line in it: write that with what the user says, or ask him."""
    draw = v.draw
    traits = draw.sample(["port", "city", "owner", "colour", "price", "mail", "day", "host", "level", "country"], 3)
    values = {trait: fresh(v, trait) for trait in traits}
    trait, other, _ = traits
    path, _ = _script(v, [], nested=0)
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
        return (yield from _printed(f"sh {path}", "written"))

    def script() -> Script:
        why = yield from _failed(f"sh {path}", says)
        return (yield from again(why)) if told else Say(f"{why}; so it failed; say so", f"It stops: {why}")

    answer = dressed(draw, phrases.SETTING, k=trait, a=values[trait])
    more = [] if told else [Task("recover", answer, again, ends={name: content})]
    task = _series(prompt, script, {path: text}, more)
    task.ends = {path: text, name: content if told else None}
    return task


def variable_first(v: Vocabulary) -> Task:
    """A script wants a variable to be set: with what the user says it is, or he is asked."""
    draw = v.draw
    traits = draw.sample(["port", "city", "owner", "colour", "price", "day", "host", "level", "country", "code"], 3)
    values = {trait: fresh(v, trait) for trait in traits}
    trait, other, _ = traits
    if not all(re.fullmatch(r"[\w.-]+", value) for value in values.values()):
        raise Unsuitable("quotes")
    name = f"{draw.pick(['', '', v.nonsense().upper() + '_'])}{trait.upper()}"
    says = draw.pick(["{} is not set", "set {} first", "please give {}", "{}: unset variable", "I need {} in the environment"]).format(name)  # fmt: skip
    path, text = _script(v, [f'if [ -z "${name}" ]; then', f'  echo "{says}"', "  exit 1", "fi", f'echo "{v.word()} with ${name}"'])  # fmt: skip
    told = draw.chance(0.6)
    pairs = [(trait, values[trait]), (other, values[other])]
    draw.shuffle(pairs)
    (k, a), (m, b) = pairs
    table = phrases.RUN_SETTING if told else phrases.RUN
    prompt = dressed(draw, [t for t in table if not re.search("write|file|create", t)], f=file_form(draw, path), k=k, a=a, m=m, b=b)  # fmt: skip
    command = f"{name}={values[trait]} sh {path}"

    def script() -> Script:
        why = yield from _failed(f"sh {path}", says)
        return (yield from _printed(command, why)) if told else Say(f"{why}; so it failed; say so", f"It stops: {why}")

    new = fresh(v, trait, values[trait])
    if not re.fullmatch(r"[\w.-]+", new):
        raise Unsuitable("quotes")
    more = []
    if not told:
        answer = dressed(draw, [t for t in phrases.SETTING if not re.search("[Ww]rite|file|create", t)], k=trait, a=values[trait])  # fmt: skip
        more.append(Task("recover", answer, lambda: _printed(command)))
    if draw.chance(0.5):
        again = dressed(draw, phrases.OPTION_ON, k=trait, a=new)
        more.append(Task("recover", again, lambda: _printed(f"{name}={new} sh {path}")))
    return _series(prompt, script, {path: text}, more)


def second_wish(v: Vocabulary) -> Task:
    """What the user wants first is taken: go on with his second wish, and with the third where that is taken too."""
    draw = v.draw
    kind = draw.pick(["room", "port", "hour", "day", "instrument", "colour", "name"])
    choices = list(dict.fromkeys(str(draw.randint(1024, 9999)) if kind == "port" else v.first_name() if kind == "name" else draw.pick(lists()[kind]) for _ in range(9)))  # fmt: skip
    wishes, others = choices[:3], choices[3:6]
    if len(others) < 3 or not all(re.fullmatch(r"[\w:.-]+", wish) for wish in choices):
        raise Unsuitable("few")
    tried = draw.pick([1, 2, 2, 3])
    taken = draw.sample([*wishes[: tried - 1], *draw.sample(others, 2)], tried + 1)
    refusal = draw.pick(["{} is taken", "no, {} is not free", "{}: gone already", "sorry, somebody has {}", "{} not available"])  # fmt: skip
    done = draw.pick(["{} is yours", "booked {}", "ok: {}", "you have {} now", "{} reserved"])
    path, text = _script(v, ['case "$1" in', f'  {"|".join(taken)}) echo "{refusal.format("$1")}"; exit 1 ;;', f'  *) echo "{done.format("$1")}" ;;', "esac"])  # fmt: skip
    a, b, c = wishes
    prompt = dressed(draw, phrases.WISHES, f=file_form(draw, path), a=a, b=b, c=c)

    def script() -> Script:
        why = ""
        for wish in wishes[: tried - 1]:
            why = yield from _failed(f"sh {path} {wish}", refusal.format(wish), why)
        return (yield from _printed(f"sh {path} {wishes[tried - 1]}", why))

    def turn(wish: str) -> Task:
        def script() -> Script:
            if wish not in taken:
                return (yield from _printed(f"sh {path} {wish}"))
            why = yield from _failed(f"sh {path} {wish}", refusal.format(wish))
            return Say(f"{why}; so it failed; say so", f"It stops: {why}")

        return Task("recover", dressed(draw, phrases.ARGUMENT_ON, a=wish), script)

    return _series(prompt, script, {path: text}, [turn(wish) for wish in draw.some(others, 0, 2)])


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
    message = f"{draw.pick(['usage', 'choose', 'options', 'give one of'])}: {_spoken_list([a for _, a in own], draw)}"
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
        why = yield from _failed(f"sh {base}.sh{tail}", "No such file")
        yield list_folder(f"{why}; list the folder")
        result = yield list_folder(f"{folder}/; list {folder}", path=folder)
        if path not in result.content.split("\n"):
            raise Unsuitable(result.content)
        if not wants:
            return (yield from _printed(f"sh {path}", path))
        why = yield from _failed(f"sh {path}{tail}", message, path)
        return (yield from _printed(f"sh {path} {arg}", why))

    def turn(said: str, arg: str) -> Task:
        return Task("recover", dressed(draw, phrases.ARGUMENT_ON, a=said), lambda: _printed(f"sh {path} {arg}"))

    return _series(prompt, script, files, [turn(*pair) for pair in own[1 : draw.randint(1, 3)]] if wants else [])


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
        why = yield from _failed(f"python3 {path}", f"No module named '{name}'")
        result = yield list_folder(f"{why}; list the folder")
        result = yield list_folder(f"{folder}/; list {folder}", path=folder)
        if f"{folder}/{name}.py" not in result.content.split("\n"):
            raise Unsuitable(result.content)
        return (yield from _printed(f"PYTHONPATH={folder} python3 {path}", f"{folder}/{name}.py"))

    return _series(prompt, script, files, [])


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, usage), (2.5, option), (3, target), (1.5, from_its_folder), (1.5, not_executable), (2, no_program), (2, lock), (2, settings_first), (1.5, variable_first), (2, second_wish), (2, elsewhere), (0.5, no_module),
]  # fmt: skip
