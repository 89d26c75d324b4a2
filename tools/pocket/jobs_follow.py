"""Second and later turns that speak of "it": the file that the conversation is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tools.pocket.contents import Document
from tools.pocket.jobs_edit import changed, line_edit
from tools.pocket.jobs_read import run_report
from tools.pocket.phrases_edit import (
    FOLLOW_ADD,
    FOLLOW_DELETE,
    FOLLOW_MOVE,
    FOLLOW_SAY,
    FOLLOW_SHOW,
    SET_IT,
    STAND_ALONE,
    ask,
    said,
)
from tools.pocket.phrasing import asking, macros
from tools.pocket.programs import literal
from tools.pocket.task import Call, Say, Script, Task, Unsuitable, edit, numbered, read, shell, shell_output
from tools.pocket.words import FIRST_NAMES, Vocabulary

RUN_IT = macros(
    [
        "[run|execute|start|launch|try] [it|the script|that|the program|the file|it again|that file|it now|it once more]",
        "=what does it [print|output|say|do]",
        "now run [it|the script|that]",
        "=does it [work|run]",
        "=what's the output",
        "show me the output[| of it]",
        "=and what does it print",
        "run it and show me the output",
        "=what do i get when i run it",
        "test it",
        "run this",
        "=run",
        "go ahead and run it",
        "=can you run it now",
        "run that file again",
    ]
)
SAY_IT = macros(
    [
        "[now |]make it [say|print] {new}[| instead]",
        "[now |]<change> it to [say|print] {new}",
        "[now |]let it [print|say] {new}[| instead]",
        "=it should [print|say] {new}[| instead| instead of {old}]",
        "=i'd rather have it [print|say] {new}",
        "<change> the [text|message|output] to {new}",
        "=no, it should [say|print] {new}",
        "=actually, {new} is better",
        "replace {old} [by|with] {new}",
        "<change> it so that it prints {new}",
        "print {new} instead",
        "=now it should [output|print|say] {new}",
        "use {new} instead",
    ]
)
DELETE_IT = macros(
    [
        "[delete|remove] it[| again]",
        "[delete|remove] [the file|that file|this file]",
        "get rid of [it|that file]",
        "=i don't need it any more, delete it",
        "=you can delete it now",
        "throw it away",
    ]
)
SHOW_IT = macros(
    [
        "show me [it|the file|the content|what's in it]",
        "=what's in it[| now]",
        "=what does it look like[| now]",
        "=what is in the file[| now]",
        "read it[| again| back to me]",
        "print the file",
        "=can i see it",
        "=and what does the file say now",
        "display it",
        "cat it",
    ]
)
MOVE_IT = macros(
    [
        "rename it to {new}",
        "move it to {new}",
        "=it should be called {new}",
        "=call it {new} instead",
        "=please rename that file to {new}",
        "give it the name {new}",
        "=better name it {new}",
    ]
)
ADD_TO_IT = macros(
    [
        "[add|append] {what}[| to it| at the end| to the file| to the end of it| as well| too]",
        "[add|put] {what} [in|into|to] it[| too| as well]",
        "=it also needs {what}",
        "also [add|put|write] {what}[| there| into it]",
        "[add|append] another line: {what}",
        "=one more line: {what}",
        "=and {what}[| too| as well], please add [it|that]",
        "=also {what}",
    ]
)


def _text(root: Path, path: str) -> str:
    try:
        return (root / path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Unsuitable("gone") from error


def run_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Run the script."""
    if not path.endswith(".py") or not (root / path).is_file():
        raise Unsuitable("no script")

    def script() -> Script:
        result = yield shell(f"python3 {path}", f"it is {path}; run python3 {path}")
        output, status = shell_output(result)
        return run_report(path, output, status)

    return Task("follow", v.draw.phrase(RUN_IT + STAND_ALONE, asking), script, needs=("shell",))


def say_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Let the script print something else."""
    draw = v.draw
    text = _text(root, path)
    found = [match for match in re.finditer(r'^print\("([^"\\]+)"\)$', text, re.M)]
    if not path.endswith(".py") or len(found) != 1:
        raise Unsuitable("no print")
    old, new = found[0].group(1), v.message()
    if old == new or "\\" in new:
        raise Unsuitable("same")
    line, new_line = found[0].group(), f"print({literal(new)})"
    bind = line_edit(Document(path, text), line, new_line)
    prompt = draw.phrase(SAY_IT + FOLLOW_SAY, asking, new=said(draw, new, bare=0.55), old=said(draw, old, bare=0.4))
    run = draw.chance(0.3)
    if run:
        prompt = prompt.rstrip(".?!") + draw.pick(
            [" and run it", " and run it again", ", then run it", ". Run it again"]
        )
    then = f"; then python3 {path}" if run else ""
    return Task(
        "follow",
        prompt,
        lambda: changed(
            path,
            f"it is {path}; make it print {literal(new)}; read it first{then}",
            bind,
            f"{path} now prints {literal(new)}.",
            run=run,
        ),
        needs=("read", "edit", "shell"),
    )


def delete_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Delete the file."""
    if not (root / path).is_file():
        raise Unsuitable("gone")

    def script() -> Script:
        result = yield shell(f"rm {path}", f"it is {path}; run rm {path}")
        if result.content != "[exit 0]":
            raise Unsuitable(result.content)
        return Say("exit 0; done", f"Deleted {path}.")

    return Task("follow", v.draw.phrase(DELETE_IT + FOLLOW_DELETE, asking), script, needs=("shell",))


def show_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Show the file."""
    if not 1 <= _text(root, path).rstrip("\n").count("\n") + 1 <= 7:
        raise Unsuitable("long")

    def script() -> Script:
        result = yield read(path, f"it is {path}; read it and show it")
        lines = numbered(result)
        if not lines:
            raise Unsuitable("empty")
        if len(lines) == 1:
            return Say("one line", f"{path} says: {lines[0]}")
        return Say(f"{len(lines)} lines", f"{path} contains:\n" + "\n".join(lines))

    return Task("follow", v.draw.phrase(SHOW_IT + FOLLOW_SHOW, asking), script, needs=("read",))


def move_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Rename the file."""
    draw = v.draw
    extension = Path(path).suffix
    new = v.path(extension, nested=0)
    if "/" in path:
        new = path.rsplit("/", 1)[0] + "/" + new
    if not (root / path).is_file() or (root / new).exists():
        raise Unsuitable("gone")

    def script() -> Script:
        result = yield shell(f"mv {path} {new}", f"it is {path}; run mv {path} {new}")
        if result.content != "[exit 0]":
            raise Unsuitable(result.content)
        return Say("exit 0; done", f"Renamed {path} to {new}.")

    return Task("follow", draw.phrase(MOVE_IT + FOLLOW_MOVE, asking, new=new), script, needs=("shell",))


def add_to_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Another line at the end."""
    draw = v.draw
    if not path.endswith((".txt", ".md", ".log", ".list")) or not _text(root, path).strip():
        raise Unsuitable("no text")
    text = v.message()

    def script() -> Script:
        result = yield read(path, f"it is {path}; add {literal(text)} at the end; read it first")
        lines = numbered(result)
        anchor = lines[-1]
        if not anchor.strip() or "\n".join(lines).count(anchor) != 1:
            raise Unsuitable("anchor")
        result = yield edit(
            path, anchor, f"{anchor}\n{text}", f"last line is {literal(anchor)}; put {literal(text)} after it"
        )
        if result.is_error:
            raise Unsuitable(result.content)
        return Say("edited; done", f"Added {literal(text)} at the end of {path}.")

    return Task(
        "follow",
        draw.phrase(ADD_TO_IT + FOLLOW_ADD, asking, what=said(draw, text, bare=0.45)),
        script,
        needs=("read", "edit"),
    )


_SETTING = re.compile(
    r"""^\s*[-*]?\s*"?([A-Za-z][\w -]{1,24}?)"?\s*[:=]\s*(["']?)([^"'{}\[\],;:=]{1,30}?)\2[,;]?$""", re.M
)


def set_it(v: Vocabulary, path: str, root: Path) -> Task:
    """Set another value in the file."""
    draw = v.draw
    text = _text(root, path)
    if path.endswith((".rst", ".sql", ".html")) or len(text) > 1500:
        raise Unsuitable("no settings")
    found = [match for match in _SETTING.finditer(text) if text.count(match.group(1)) == 1 and match.group(3).strip()]
    if not found:
        raise Unsuitable("no settings")
    match = draw.pick(found)
    key, old = re.sub(r"^(ENV|var|let|const|export) ", "", match.group(1)), match.group(3)
    if key[-1].isdigit() and " " in key:
        raise Unsuitable("a time")
    flags = {"true": "false", "false": "true", "True": "False", "False": "True"}
    if old in flags:
        new = flags[old]
    elif re.search(r"\d", old):
        new = re.sub(r"\d", lambda m: str(draw.randrange(1, 10)) if draw.chance(0.7) else m.group(), old)
        if old.isdigit() and draw.chance(0.6):
            new = str(v.number())
    elif path.endswith(".py") and not match.group(2):
        raise Unsuitable("an expression")
    else:
        new = draw.pick([v.word(), v.nonsense(), v.nonsense().capitalize(), v.words(1, 2), v.any_word()])
    line = match.group().split("\n")[-1]
    start = match.start(3) - match.end() + len(line)
    new_line = line[:start] + new + line[start + len(old) :]
    if new == old or line not in text.split("\n"):
        raise Unsuitable("same")
    bind = line_edit(Document(path, text), line, new_line)
    name = draw.pick([key, key, key.replace("_", " "), key.lower(), f"`{key}`"])
    plain = name.strip("`")
    prompt = ask(draw, SET_IT, people=FIRST_NAMES, name=name, new=said(draw, new), old=said(draw, old, bare=0.85))
    return Task(
        "follow",
        prompt,
        lambda: changed(
            path,
            f"it is {path}; set {plain} to {new}; read it first",
            bind,
            f"Changed {key} from {old} to {new} in {path}.",
        ),
        needs=("read", "edit"),
    )


JOBS: list[tuple[float, Callable[[Vocabulary, str, Path], Task]]] = [
    (4, run_it),
    (4, say_it),
    (3, set_it),
    (1, delete_it),
    (1.5, show_it),
    (1, move_it),
    (2, add_to_it),
]
__all__ = ["JOBS", "Call"]
