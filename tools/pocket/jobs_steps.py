"""Tasks of several steps: written down with `todo` where that is on offer, and done one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tools.pocket import phrases_steps as phrases
from tools.pocket.contents import Document, clear, item_list, prose, settings
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import fresh_value, line_edit
from tools.pocket.jobs_read import find_line, run_report
from tools.pocket.phrases_asking import AFTER
from tools.pocket.phrases_edit import said
from tools.pocket.phrasing import file_form, quoted, small_talk
from tools.pocket.programs import literal, message
from tools.pocket.task import (
    Call,
    Say,
    Script,
    Task,
    Unsuitable,
    edit,
    numbered,
    read,
    shell,
    shell_output,
    todo,
    write,
)
from tools.pocket.words import Vocabulary


@dataclass(slots=True)
class Step:
    """One thing to do: as the user says it, as the list has it, how it is done and what is said of it."""

    asked: str
    text: str
    script: Callable[[], Script]
    files: dict[str, str] = field(default_factory=dict)
    ends: dict[str, str | None] = field(default_factory=dict)
    needs: tuple[str, ...] = ("shell",)


def _say(draw: Draw, table: list[str], **slots: object) -> str:
    return draw.phrase([draw.pick(table)], None, **slots)


def _form(draw: Draw, path: str) -> str:
    return path if draw.chance(0.8) else file_form(draw, path)


def put_line(v: Vocabulary) -> list[Step]:
    """A file with one line."""
    draw = v.draw
    path, text = v.path(".txt", ".md", ".txt", ".cfg"), v.message()

    def script() -> Script:
        result = yield write(path, text + "\n", f"write {path}: {literal(text)}")
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("", f"Created {path}.")

    asked = _say(draw, phrases.PUT, file=_form(draw, path), what=quoted(draw, text, bare=0))
    return [Step(asked, f"create {path}", script, {}, {path: text + "\n"}, ("write",))]


def program(v: Vocabulary) -> list[Step]:
    """A script, and perhaps a run of it."""
    draw = v.draw
    path, made = v.path(".py"), message(v)

    def script() -> Script:
        result = yield write(path, made.code, f"write {path}: {made.plan}")
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("", f"Created {path}.")

    asked = _say(draw, phrases.PROGRAM, file=_form(draw, path), what=draw.pick(made.objects))
    steps = [Step(asked, f"write {path}", script, {}, {path: made.code}, ("write",))]
    if draw.chance(0.75):
        steps.append(_run(v, path, {}))
    return steps


def _run(v: Vocabulary, path: str, files: dict[str, str]) -> Step:
    def script() -> Script:
        result = yield shell(f"python3 {path}", f"run python3 {path}")
        output, status = shell_output(result)
        if len(output) > 200:
            raise Unsuitable("long")
        return Say("", run_report(path, output, status).text)

    asked = _say(v.draw, phrases.RUN, file=v.draw.pick([path, path, "it"]) if not files else path)
    return Step(asked, f"run {path}", script, files)


def run_old(v: Vocabulary) -> list[Step]:
    """A script that is there; sometimes it is not."""
    path, made = v.path(".py"), message(v)
    return [_run(v, path, {path: made.code})]


def set_value(v: Vocabulary) -> list[Step]:
    """Another value in a file."""
    draw = v.draw
    document = settings(v, short=True)
    usable = [e for e in document.entries if sum(o.key == e.key for o in document.entries) == 1 and e.kind != "bool"]
    entry = draw.pick(usable)
    new = fresh_value(v, entry)
    bind = line_edit(document, entry.line, entry.rewrite(new))
    path = document.path

    def script() -> Script:
        result = yield read(path, f"set {entry.key} to {new} in {path}; read it first")
        plan, old, becomes = bind(result)
        result = yield edit(path, old, becomes, plan)
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("", f"Changed {entry.key} from {entry.value} to {new} in {path}.")

    asked = _say(draw, phrases.SET, name=entry.key, new=said(draw, new), file=_form(draw, path))
    ends: dict[str, str | None] = {path: document.text.replace(entry.line, entry.rewrite(new), 1)}
    if document.text.count(entry.line) != 1:
        raise Unsuitable("twin")
    return [Step(asked, f"set {entry.key} to {new} in {path}", script, {path: document.text}, ends, ("read", "edit"))]


def _command(
    asked: str, text: str, command: str, done: str, files: dict[str, str], ends: dict[str, str | None]
) -> Step:
    def script() -> Script:
        result = yield shell(command, f"run {command}")
        if result.content != "[exit 0]":
            raise Unsuitable(result.content)
        return Say("", done)

    return Step(asked, text, script, files, ends)


def _short(v: Vocabulary) -> Document:
    made = v.draw.pick([item_list, prose, settings])(v, short=True)
    if " " in made.path:
        raise Unsuitable("space")
    return made


def delete(v: Vocabulary) -> list[Step]:
    """A file goes."""
    made = _short(v)
    asked = _say(v.draw, phrases.DELETE, file=_form(v.draw, made.path))
    files: dict[str, str] = {made.path: made.text}
    return [
        _command(asked, f"delete {made.path}", f"rm {made.path}", f"Deleted {made.path}.", files, {made.path: None})
    ]


def move(v: Vocabulary) -> list[Step]:
    """A file gets another name, or a second one."""
    draw = v.draw
    made = _short(v)
    copies = draw.chance(0.4)
    name = made.path.rsplit("/", 1)[-1]
    extension = "." + name.rsplit(".", 1)[-1] if "." in name[1:] else ""
    new = v.path(extension, nested=0) if extension else v.nonsense()
    if not clear(new, {made.path}) or " " in new:
        raise Unsuitable("same")
    verb, table, done = ("cp", phrases.COPY, "Copied") if copies else ("mv", phrases.MOVE, "Renamed")
    asked = _say(draw, table, file=_form(draw, made.path), new=_form(draw, new))
    ends: dict[str, str | None] = {made.path: made.text if copies else None, new: made.text}
    text = f"{'copy' if copies else 'rename'} {made.path} to {new}"
    told = f"{done} {made.path} to {new}."
    return [_command(asked, text, f"{verb} {made.path} {new}", told, {made.path: made.text}, ends)]


def folder(v: Vocabulary) -> list[Step]:
    """A folder, and a file that moves into it."""
    draw = v.draw
    made, new = _short(v), draw.pick([v.nonsense(), v.word(), v.folder()])
    name = made.path.rsplit("/", 1)[-1]
    if not clear(new, {made.path}) or new == name:
        raise Unsuitable("same")
    asked = _say(draw, phrases.FOLDER, new=new)
    first = _command(asked, f"create the folder {new}", f"mkdir -p {new}", f"Created the folder {new}.", {}, {})
    if draw.chance(0.4):
        return [first]
    asked = _say(draw, phrases.INTO, file=_form(draw, made.path), folder=new)
    target = f"{new}/{name}"
    ends: dict[str, str | None] = {made.path: None, target: made.text}
    text, told = f"move {made.path} into {new}", f"Moved {made.path} to {target}."
    return [first, _command(asked, text, f"mv {made.path} {target}", told, {made.path: made.text}, ends)]


def append(v: Vocabulary) -> list[Step]:
    """A line at the end of a file."""
    draw = v.draw
    made = draw.pick([item_list, prose])(v, short=True)
    text = v.sentence().rstrip(".")
    path = made.path
    last = made.text.rstrip("\n").split("\n")[-1]
    if not last.strip() or made.text.count(last) != 1:
        raise Unsuitable("anchor")

    def script() -> Script:
        result = yield read(path, f"add {literal(text)} at the end of {path}; read it first")
        if numbered(result)[-1] != last:
            raise Unsuitable("last")
        result = yield edit(
            path, last, f"{last}\n{text}", f"last line is {literal(last)}; put {literal(text)} after it"
        )
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("", f"Added {literal(text)} at the end of {path}.")

    asked = _say(draw, phrases.APPEND, what=quoted(draw, text, bare=0), file=_form(draw, path))
    ends: dict[str, str | None] = {path: made.text.rstrip("\n") + f"\n{text}\n"}
    return [Step(asked, f"add a line to {path}", script, {path: made.text}, ends, ("read", "edit"))]


def look(v: Vocabulary) -> list[Step]:
    """A value to be told."""
    draw = v.draw
    document = settings(v, short=True)
    entry = draw.pick([e for e in document.entries if sum(o.key == e.key for o in document.entries) == 1])

    def script() -> Script:
        result = yield read(document.path, f"read {document.path}; find {entry.key}")
        find_line(result, entry.line)
        return Say("", f"{entry.key} in {document.path} is {entry.value}.")

    asked = _say(draw, phrases.LOOK, name=entry.key, file=_form(draw, document.path))
    return [
        Step(asked, f"look up {entry.key} in {document.path}", script, {document.path: document.text}, {}, ("read",))
    ]


def count(v: Vocabulary) -> list[Step]:
    """The lines of a file."""
    made = _short(v)
    number = made.text.count("\n")

    def script() -> Script:
        result = yield shell(f"wc -l < {made.path}", f"count the lines of {made.path}")
        output, status = shell_output(result)
        if status or output.strip() != str(number):
            raise Unsuitable(output)
        return Say("", f"{made.path} has {number} line{'s' * (number != 1)}.")

    asked = _say(v.draw, phrases.COUNT, file=_form(v.draw, made.path))
    return [Step(asked, f"count the lines of {made.path}", script, {made.path: made.text})]


_STEPS: list[tuple[float, Callable[[Vocabulary], list[Step]]]] = [
    (3, put_line),
    (3, program),
    (1.5, run_old),
    (3, set_value),
    (2, delete),
    (2, move),
    (1.5, folder),
    (1.5, append),
    (1.5, look),
    (0.4, count),
]


def _drawn(v: Vocabulary, wanted: int) -> list[Step]:
    """Steps that do not get into each other's way."""
    steps: list[Step] = []
    for _ in range(40):
        try:
            more = v.draw.weighted(_STEPS)(v)
        except (Unsuitable, IndexError, StopIteration):
            continue
        taken = {path for step in steps for path in (*step.files, *step.ends)}
        if len(steps) + len(more) <= wanted and all(clear(p, taken) for s in more for p in (*s.files, *s.ends)):
            steps += more
        if len(steps) == wanted:
            return steps
    raise Unsuitable("steps")


def _joined(draw: Draw, parts: list[str], intros: list[str] | None = None) -> str:
    """The steps in one prompt, under one of `intros` where they are given."""
    form = draw.pick([0, 1, 3, 7]) if intros else draw.randrange(8)
    intro = draw.pick(intros or phrases.INTROS)
    upper = [part[0].upper() + part[1:] for part in parts]
    if form == 0:
        rows = [f"{number}{draw.pick(['.', '.', ')'])} {part}" for number, part in enumerate(parts, 1)]
        return f"{intro[0].upper() + intro[1:]}:\n" + "\n".join(rows)
    if form == 1:
        mark = draw.pick(["- ", "* ", "- [ ] ", ""])
        return f"{intro[0].upper() + intro[1:]}:\n" + "\n".join(mark + part for part in parts)
    if form == 2:
        rows = [f"{number}. {part}" for number, part in enumerate(upper, 1)]
        return "\n".join(rows)
    if form == 3:
        return f"{intro[0].upper() + intro[1:]}: " + " ".join(f"{number}) {part}{draw.pick([',', ';', ''])}" for number, part in enumerate(parts, 1)).rstrip(",;")  # fmt: skip
    if form == 4:
        return ". ".join(upper) + draw.pick([".", ""])
    if form == 5:
        words = ["First, ", "Then ", "After that, ", "Next, ", "Finally, "]
        middle = [draw.pick(words[1:4]) for _ in parts[1:-1]]
        return " ".join(f"{word}{part}." for word, part in zip([words[0], *middle, draw.pick(["Finally, ", "At the end, ", "Last, "])], parts, strict=True))  # fmt: skip
    if form == 6:
        last = draw.pick([", and then ", ", and finally ", ", and ", ", then "])
        return (
            f"{draw.pick(['Please ', '', 'I want you to ', 'Could you '])}" + ", ".join(parts[:-1]) + last + parts[-1]
        )
    return f"{intro[0].upper() + intro[1:]}: " + "; ".join(parts) + draw.pick([".", ""])


MANY = 4
"""So many steps are written down unasked."""


def several(v: Vocabulary) -> Task:
    """Two to four steps in one prompt."""
    draw = v.draw
    wanted = draw.weighted([(2, 2), (5, 3), (3, 4)])
    steps = _drawn(v, wanted)
    files: dict[str, str] = {}
    ends: dict[str, str | None] = {}
    for step in steps:
        files |= step.files
        ends |= step.ends
    asked, first = draw.chance(0.55), draw.chance(0.4)
    prompt = _joined(draw, [step.asked for step in steps], phrases.TODO_INTROS if asked and first else None)
    written = asked or (wanted == MANY and draw.chance(0.7))
    if asked and not first:
        prompt = f"{draw.pick(phrases.TODO_ASKED)} {prompt}" if draw.chance(0.3) else f"{prompt.rstrip('.')}. {draw.pick(phrases.TODO_ASKED)}"  # fmt: skip
    elif draw.chance(0.1) and "\n" not in prompt:
        prompt = f"{prompt.rstrip('.')}. {small_talk(draw, AFTER)}"
    texts = [step.text for step in steps]

    def script() -> Script:
        if written:
            result = yield todo(texts, 0, f"{len(steps)} steps; write them down")
            if result.is_error:
                raise Unsuitable(result.content)
        told = []
        for number, step in enumerate(steps):
            ahead = "" if written else f"step {number + 1} of {len(steps)}: "
            inner = step.script()
            call = next(inner)
            try:
                while True:
                    result = yield replace(call, plan=ahead + call.plan) if isinstance(call, Call) else call
                    ahead = ""
                    call = inner.send(result)
            except StopIteration as end:
                told.append(end.value.text)
            if written:
                rest = f"; next: {texts[number + 1]}" if number + 1 < len(steps) else "; all done"
                yield todo(texts, number + 1, f"{step.text} is done{rest}")
        glue = "\n" if any("printed" in one for one in told) else " "
        return Say("all steps done; report", glue.join(told))

    needs = {need for step in steps for need in step.needs} | ({"todo"} if written else set())
    without = () if written or wanted < MANY else ("todo",)
    return Task("steps", prompt, script, files, tuple(sorted(needs)), ends=ends, without=without)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, several)]
