"""Commands that fail, and what their output says of the way that works: arguments, options, targets, folders, files."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator

from tools.pocket import phrases_hurdles_run as phrases
from tools.pocket.contents_hurdles import dressed, fine, fresh, plural, stem, things
from tools.pocket.draw import Draw
from tools.pocket.phrases_hurdles_run import ARGUMENTS, COUNTED, OPTIONS, PURPOSES
from tools.pocket.phrasing import file_form as any_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, read, shell, shell_output
from tools.pocket.words import Vocabulary


def file_form(draw: Draw, path: str) -> str:
    """A path as people write it, but never so that it is to be executed."""
    return any_form(draw, path).removeprefix("./")


def ran(command: str, why: str = "") -> Generator[Call, Result, tuple[str, int]]:
    """Run it, for what was found out before."""
    return shell_output((yield shell(command, f"{why}; run {command}" if why else f"run {command}")))


def failed(command: str, sign: str, why: str = "") -> Generator[Call, Result, str]:
    """Run what fails, and give the line that says so."""
    output, status = yield from ran(command, why)
    line = next((row for row in output.split("\n") if sign in row), "")
    if not status or not line:
        raise Unsuitable(output)
    return line


def printed(command: str, why: str = "") -> Script:
    """Run what works, and report its output."""
    output, status = yield from ran(command, why)
    if status or not output:
        raise Unsuitable(output)
    return Say("exit 0; report it", f"It printed:{chr(10) if chr(10) in output else ' '}{output}")


def series(prompt: str, script: Callable[[], Script], files: dict[str, str], after: list[Task]) -> Task:
    ends: dict[str, str | None] = dict(files)
    return Task("recover", prompt, script, files, ("shell", "read", "list", "write"), ends=ends, alone=True, after=after)  # fmt: skip


def shell_script(v: Vocabulary, lines: list[str], *, nested: float = 0.2) -> tuple[str, str]:
    """A path and a text for a script of the shell."""
    draw = v.draw
    folder = f"{draw.pick(lists()['dirname'])}/" if draw.chance(nested) else ""
    head = draw.pick([["#!/bin/sh"], ["#!/bin/sh", f"# {v.words(2, 4)}"], ["#!/bin/sh", ""], ["#!/bin/sh", "", f"# {v.word()}"]])  # fmt: skip
    return f"{folder}{stem(v)}.sh", "\n".join([*head, *lines]) + "\n"


def spoken_list(names: list[str], draw: Draw) -> str:
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
    path, text = shell_script(v, [])
    message = asks_usage.format(f=path, k=kind, o=spoken_list([arg for _, arg in own], draw))
    text += "\n".join(['case "$1" in', *cases, f'  *) echo "{message}"; exit 2 ;;', "esac"]) + "\n"
    order = draw.sample(own, draw.randint(2, len(own)))
    said, arg = order[0]
    mode = draw.pick(["bare", "if", "with"])
    spoken = said if draw.chance(0.7) else said.lower()
    table = {"bare": phrases.RUN, "if": phrases.RUN_IF_WANTED, "with": phrases.RUN_WITH}[mode]
    noun = kind.lower() if kind not in ("LANG", "COLOR") else {"LANG": "language", "COLOR": "colour"}[kind]
    prompt = dressed(draw, table, f=file_form(draw, path), a=spoken, k=noun)

    def script() -> Script:
        why = yield from failed(f"sh {path}" + (f" {spoken}" if mode == "with" else ""), message)
        if mode == "bare":
            return Say(f"{why}; so it failed; say so", f"It stops: {why}")
        return (yield from printed(f"sh {path} {arg}", why))

    def turn(said: str, arg: str) -> Task:
        word = said if draw.chance(0.7) else said.lower()
        prompt = dressed(draw, phrases.ARGUMENT_ON, a=word)
        return Task("recover", prompt, lambda: printed(f"sh {path} {arg}"), ends={path: text})

    more = order if mode == "bare" else order[1:]
    return series(prompt, script, {path: text}, [turn(*pair) for pair in more[:3]])


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
    known = spoken_list([f"--{name}" for name in own], draw)
    says = draw.pick(["unknown option $1; there are {}", "no option $1 (only {})", "$1? I know {}", "bad option $1, use {}"])  # fmt: skip
    path, text = shell_script(v, ['case "$1" in', *cases, f'  *) echo "{says.format(known)}"; exit 2 ;;', "esac"])
    prompt = dressed(draw, phrases.RUN_OPTION, f=file_form(draw, path), o=f"--{wrong}", a=value)

    def script() -> Script:
        why = yield from failed(f"sh {path} --{wrong} {value}", f"--{wrong}")
        return (yield from printed(f"sh {path} --{right} {value}", why))

    def turn(name: str) -> Task:
        value = draw.pick([v.nonsense(), str(draw.randint(2, 99)), v.word()])
        prompt = dressed(draw, phrases.OPTION_ON, k=name, a=value)
        return Task("recover", prompt, lambda: printed(f"sh {path} --{name} {value}"), ends={path: text})

    rest = [name for name in own if name != right]
    return series(prompt, script, {path: text}, [turn(name) for name in draw.some(rest, 0, 2)])


def target(v: Vocabulary) -> Task:
    """The Makefile has no such target: run the one that does it, or say that none does."""
    draw = v.draw
    verbs = draw.some(list(PURPOSES), 3, 4)
    objects = [plural(name) for name in things(v, len(verbs))]
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
        why = yield from failed(f"make {wrong}", missing)
        fine((yield read("Makefile", f"{why}; read Makefile")))
        if not exists:
            return Say(f"so no target does {wrong}; say so", f"The Makefile has no target {wrong}, so I ran nothing.")
        name, why = hits[verb, thing]
        return (yield from printed(f"make {name}", why))

    def turn(purpose: str, what: str) -> Task:
        name, why = hits[purpose, what]
        spoken = f"{purpose} the {what}" if purpose != "backup" else f"back up the {what}"
        return Task("recover", dressed(draw, phrases.MAKE_ON, p=spoken), lambda: printed(f"make {name}", why))

    rest = [pair for pair in own if pair != (verb, thing)]
    return series(prompt, script, {"Makefile": text}, [turn(*pair) for pair in draw.some(rest, 0, 2)])


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
    path, text = shell_script(v, [f'if [ -z "${name}" ]; then', f'  echo "{says}"', "  exit 1", "fi", f'echo "{v.word()} with ${name}"'])  # fmt: skip
    told = draw.chance(0.6)
    pairs = [(trait, values[trait]), (other, values[other])]
    draw.shuffle(pairs)
    (k, a), (m, b) = pairs
    table = phrases.RUN_SETTING if told else phrases.RUN
    prompt = dressed(draw, [t for t in table if not re.search("write|file|create", t)], f=file_form(draw, path), k=k, a=a, m=m, b=b)  # fmt: skip
    command = f"{name}={values[trait]} sh {path}"

    def script() -> Script:
        why = yield from failed(f"sh {path}", says)
        return (yield from printed(command, why)) if told else Say(f"{why}; so it failed; say so", f"It stops: {why}")

    new = fresh(v, trait, values[trait])
    if not re.fullmatch(r"[\w.-]+", new):
        raise Unsuitable("quotes")
    more = []
    if not told:
        answer = dressed(draw, [t for t in phrases.SETTING if not re.search("[Ww]rite|file|create", t)], k=trait, a=values[trait])  # fmt: skip
        more.append(Task("recover", answer, lambda: printed(command)))
    if draw.chance(0.5):
        again = dressed(draw, phrases.OPTION_ON, k=trait, a=new)
        more.append(Task("recover", again, lambda: printed(f"{name}={new} sh {path}")))
    return series(prompt, script, {path: text}, more)


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
    path, text = shell_script(v, ['case "$1" in', f'  {"|".join(taken)}) echo "{refusal.format("$1")}"; exit 1 ;;', f'  *) echo "{done.format("$1")}" ;;', "esac"])  # fmt: skip
    a, b, c = wishes
    prompt = dressed(draw, phrases.WISHES, f=file_form(draw, path), a=a, b=b, c=c)

    def script() -> Script:
        why = ""
        for wish in wishes[: tried - 1]:
            why = yield from failed(f"sh {path} {wish}", refusal.format(wish), why)
        return (yield from printed(f"sh {path} {wishes[tried - 1]}", why))

    def turn(wish: str) -> Task:
        def script() -> Script:
            if wish not in taken:
                return (yield from printed(f"sh {path} {wish}"))
            why = yield from failed(f"sh {path} {wish}", refusal.format(wish))
            return Say(f"{why}; so it failed; say so", f"It stops: {why}")

        return Task("recover", dressed(draw, phrases.ARGUMENT_ON, a=wish), script)

    return series(prompt, script, {path: text}, [turn(wish) for wish in draw.some(others, 0, 2)])


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, usage),
    (2.5, option),
    (3, target),
    (1.5, variable_first),
    (2, second_wish),
]
