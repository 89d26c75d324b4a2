"""Jobs that change files: values, names, words, printed texts, wrong operators, lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket.change import becomes
from tools.pocket.contents import Document, Entry, item_list, module, prose, settings, table
from tools.pocket.contents_edit import Spot, call_spot, grid, sheet, variants
from tools.pocket.draw import Draw
from tools.pocket.jobs_create import run_phrase
from tools.pocket.jobs_read import find_line, run_report, spoken
from tools.pocket.phrases_edit import (
    BUMP,
    CELL,
    DELETE,
    FLAG,
    NO_FILE,
    OPERATOR,
    RENAME_TO,
    REPLACE,
    RUN_END,
    SAY,
    SET,
    WHEN,
    ask,
    said,
)
from tools.pocket.phrasing import asking, file_form, macros, quoted
from tools.pocket.programs import function, literal
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable, edit, numbered, read, shell, shell_output
from tools.pocket.words import FIRST_NAMES, Vocabulary

SET_VALUE = macros(
    [
        "<change> <value>{name} to {new} in {file}",
        "<change> <value>{name} in {file} to {new}",
        "in {file}[,|] <change> <value>{name} to {new}",
        "<change> <value>{name} from {old} to {new} in {file}",
        "<change> <value>{name} in {file} from {old} to {new}",
        "in {file}[,|] <change> <value>{name} from {old} to {new}",
        "<change> [the|] {name} to {new} in [the file|the config|] {file}",
        "set {name} = {new} in {file}",
        "set {name}={new} in {file}",
        "={name} [should be|must be|has to be|needs to be|ought to be|shall be|should now be|should become] {new} in {file}",
        "={name} in {file} [should be|must be|has to be|needs to be|ought to be|should become] {new}[| instead of {old}]",
        "=in {file}[,|] {name} [should be|must be|has to be|needs to be|should read|should say] {new}[|, not {old}| instead of {old}]",
        "=the {name} in {file} is wrong[,|.|:| -] [it should be|make it|change it to|it must be|correct is|set it to] {new}",
        "=the {name} in {file} is [still|] {old}[, but it should be|. Make it|. Change it to|, it must be|, set it to|. It has to be] {new}",
        "={new} is the [new|right|correct] {name}[; update|, update|. Update|, change|. Please change|, put that in|. Put it in] {file}",
        "=the [new|correct|right] {name} is {new}[. Update|, update|, change|. Change|. Fix|, fix] {file}[| accordingly]",
        "=we [moved|switched|changed|went] to {name} {new}[, update|. Update|, change|. Change] {file}",
        "update {file} so that {name} is {new}",
        "<change> {file} so [that |]{name} [is|becomes|equals] {new}",
        "<change> {file}: {name} [to|should be|->|becomes|=|is now] {new}",
        "={file}: set {name} to {new}",
        "={file}: {name} -> {new}",
        "={file} - {name} should be {new}",
        "open {file} and <change> {name} to {new}",
        "[go to|go into|edit|modify|open] {file} and [set|change|put|make] {name} [to|=|as] {new}",
        "replace {old} [with|by] {new} for {name} in {file}",
        "replace the {name} in {file} [with|by] {new}",
        "[use|take|put] {new} as [the |]{name} in {file}",
        "[use|put|enter|write] {new} [for|as|at] {name} in {file}[| instead of {old}]",
        "give {name} the value {new} in {file}",
        "make {name} {new} in {file}",
        "make [the |]{name} in {file} {new}",
        "assign {new} to {name} in {file}",
        "overwrite {name} in {file} with {new}",
        "fix the {name} in {file}[: it should be|, it must be|; it is] {new}",
        "correct {name} in {file} to {new}",
        "=i want {name} to be {new} in {file}",
        "=i want {file} to have {name} {new}",
        "=[can|could] {name} in {file} be {new}? [Change it|Please do that|Do it|Make it so]",
        "let {name} be {new} in {file}",
        "=please have {name} in {file} changed to {new}",
        "adapt {file}: the {name} is now {new}",
        "=from now on the {name} in {file} is {new}",
        "=change of plans: {name} becomes {new} in {file}",
        "swap {old} for {new} as the {name} in {file}",
        "=instead of {old}, {name} in {file} should be {new}",
        "=we need {new} as {name} in {file}",
        "[configure|tell] {file} to use {name} {new}",
        "put the {name} to {new} in {file}",
        "bring {name} in {file} to {new}",
        "[raise|increase|lower|reduce|bump] {name} to {new} in {file}",
        "rewrite the {name} line in {file} so that it is {new}",
    ]
)
SET_FLAG = macros(
    [
        "[turn|switch] {onoff} {name} in {file}", "[turn|switch] {name} {onoff} in {file}", "{enable} {name} in {file}", "in {file}[,|] {enable} {name}", "in {file} [turn|switch] {name} {onoff}", "={name} should be {onoff} in {file}",
        "[set|change|switch] {name} to {new} in {file}", "=i want {name} {onoff} in {file}", "make sure {name} is {onoff} in {file}", "=we need {name} {onoff} in {file}", "[edit|open|change] {file} and {enable} {name}", "<change> {file} so that {name} is {onoff}", "=please {enable} {name}. It's in {file}",
        "={file}: {enable} {name}", "=can you have {name} {onoff} in {file}", "flip {name} to {new} in {file}",
    ]
)  # fmt: skip
REPLACE_WORD = macros(
    [
        "replace {old} [with|by] {new} in {file}", "in {file}[,|] replace {old} [with|by] {new}", "<change> {old} to {new} in {file}", "in {file}[,|] <change> {old} to {new}", "[swap|exchange] {old} for {new} in {file}", "=in {file} it should [say|be|read] {new} [instead of|, not|rather than] {old}",
        "=in {file}[,|] [it says|there is|there's|it reads] {old}[, make it|. Change it to|, but it should be|, it should be|. It must be|. Make that] {new}", "use {new} instead of {old} in {file}", "fix the typo in {file}: {old} [should be|->|must be|is wrong, it's] {new}", "=there is a typo in {file}: {old} [should be|instead of] {new}", "correct {old} to {new} in {file}",
        "rename {old} to {new} in {file}", "=wherever {file} says {old} it should say {new}", "={file} [still says|says|mentions] {old}[, change it to|. It should be|. Replace it with|, that should be] {new}", "put {new} where it says {old} in {file}", "turn {old} into {new} in {file}", "[edit|open] {file} and replace {old} [with|by] {new}", "=the word {old} in {file} [should be|must become|is wrong, use] {new}",
        "write {new} [in place of|instead of] {old} in {file}", "make {old} {new} in {file}", "find {old} in {file} and [make it|change it to|replace it with] {new}", "=not {old} but {new} is right, fix it in {file}", "={old} is now {new}. Update {file}",
    ]
)  # fmt: skip
RENAME = macros(
    [
        "rename [the |]{kind} {old} to {new} in {file}", "rename {old} to {new} in {file}", "in {file}[,|] rename {old} to {new}", "in {file} rename the {kind} {old} to {new}", "=the {kind} {old} in {file} should be called {new}", "change the name of [the |][|{kind} ]{old} to {new} in {file}", "<change> the {kind} name {old} to {new} in {file}",
        "call the {kind} {old} {new} in {file}", "={old} in {file} is a bad name, call it {new}", "give the {kind} {old} in {file} the [new name|name] {new}", "refactor {file}: {old} becomes {new}", "={file}: rename {old} -> {new}", "=i'd like {old} to be named {new} in {file}", "replace the {kind} name {old} by {new} in {file}",
        "use the name {new} instead of {old} in {file}", "let's call {old} {new} in {file}", "=the {kind} {old} gets a new name, {new}. Do it in {file}", "rename {old} in {file}; the new name is {new}", "[every|each] {old} in {file} [should become|must be] {new}",
    ]
)  # fmt: skip
SAY_INSTEAD = macros(
    [
        "<change> {file} so that it prints {new}[| instead of {old}]", "make {file} print {new}[| instead of {old}]", "={file} should [print|say|output|display] {new}[| instead of {old}|, not {old}]", "<change> the [message|text|output|greeting] in {file} to {new}", "<change> the [message|text|output] [printed by|that is printed by|of] {file} to {new}", "let {file} [print|say|output] {new}[| instead of {old}]",
        "[edit|modify] {file}: it should [print|say] {new}", "in {file}[,|] print {new} instead of {old}", "in {file} change the printed text to {new}", "=i want {file} to [say|print] {new}", "=the [message|text] in {file} [should be|must be] {new}", "replace the [message|text|output] in {file} [with|by] {new}", "have {file} [say|print|output] {new} instead",
        "rewrite {file} so it prints {new}", "=instead of {old}, {file} should print {new}", "=when i run {file} i want to see {new}[| and not {old}]", "update the text in {file}: {new}",
    ]
)  # fmt: skip
WRONG_OP = macros(
    [
        "=the function {name} in {file} is wrong[,|:|.|;] it should {do}", "fix {name} in {file}[,|:|.|;] it should {do}", "fix the bug in {file}: {name} should {do}", "={name} in {file} has a bug[.|,|:] [it should|it must|it is supposed to] {do}", "correct {name} in {file}[.|,|:] [it has to|it should|it must] {do}", "<change> {name} in {file} so that it {does}",
        "=there is a bug in {file}. {name} should {do}. Fix it", "make {name} in {file} {do}", "[repair|debug] {file}: {name} must {do}", "={name} does not {do} as it should. Fix {file}", "in {file}[,|] {name} should {do}, but it doesn't. [Fix it|Correct it|Please fix]", "<change> {file}: {name} should {do}", "in {file} let {name} {do}", "=i need {name} in {file} to {do}",
    ]
)  # fmt: skip
DELETE_LINE = macros(
    [
        "[delete|remove|drop|erase|take out] [the line |the entry |the item |]{what} from {file}", "[delete|remove] {what} in {file}", "in {file}[,|] [delete|remove|drop] [the line |]{what}", "take {what} out of {file}", "=the line {what} [should|must|can] [go|be removed|be deleted] from {file}", "get rid of {what} in {file}", "=i don't need {what} in {file} anymore, [remove|delete] it", "={file} should no longer contain {what}",
        "cross {what} off {file}", "strike {what} from {file}", "=we already have {what}, remove it from {file}",
    ]
)  # fmt: skip
CELL_SET = macros(
    [
        "<change> the {column} of {row} to {new} in {file}", "in {file}[,|] <change> the {column} of {row} to {new}", "set {row}'s {column} to {new} in {file}", "={row}'s {column} in {file} [should be|must be|is now] {new}", "update {file}: {row} now has {column} {new}", "<change> {row}'s {column} in {file} to {new}", "=the {column} of {row} in {file} is wrong, it should be {new}", "=the {column} of {row} is {new} now. Update {file}", "give {row} the {column} {new} in {file}",
    ]
)  # fmt: skip
RUN_AFTER_EDIT = [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    " and run it",
    ", then run it",
    " and then run it",
    ". Then run it",
    ". Run it afterwards",
    " and run it to check",
    " and execute it",
    ". Run it and show me the output",
    " and tell me what it prints now",
    ". Check it by running it",
    " and run the script again",
    " and verify by running it",
    *RUN_END,
]


def changed(
    path: str,
    first: str,
    bind: Callable[[Result], tuple[str, str, str]],
    said: str,
    *,
    every: bool = False,
    run: bool = False,
) -> Script:
    """Read, bind, edit, perhaps run, and say what was done."""
    result = yield read(path, first)
    plan, old, new = bind(result)
    result = yield edit(path, old, new, plan, every=every)
    if result.is_error:
        raise Unsuitable(result.content)
    if not run:
        return Say("edited; done", said)
    result = yield shell(f"python3 {path}", f"edited; now run python3 {path}")
    output, status = shell_output(result)
    report = run_report(path, output, status)
    return Say(report.plan, f"{said} {report.text}")


def line_edit(document: Document, line: str, new_line: str) -> Callable[[Result], tuple[str, str, str]]:
    """Bind an edit of one line: the plan that quotes it, and `old` and `new`."""
    anchored = document.anchor(line, new_line)
    if anchored is None:
        raise Unsuitable("no unique text")
    old, new = anchored

    def bind(result: Result) -> tuple[str, str, str]:
        number = find_line(result, line)
        return f"line {number}: {becomes(line, new_line)}", old, new

    return bind


def worded(draw: Draw, plain: list[str], wide: list[str], *, share: float = 0.8, **slots: object) -> str:
    """A prompt from the plain templates or, mostly, from the wide ones."""
    if draw.chance(share):
        return ask(draw, wide, people=FIRST_NAMES, **slots)
    slots.pop("run", None)
    return draw.phrase(plain, asking, **slots)


def spot_edit(document: Document, at: int, new_line: str) -> Callable[[Result], tuple[str, str, str]]:
    """Bind an edit of the line with this number (from 0), with the lines above it where it is not the only such one."""
    lines = document.text.split("\n")
    line = lines[at]
    for back in range(5):
        if at < back:
            break
        above = lines[at - back : at]
        old = "\n".join([*above, line]).strip()
        new = "\n".join([*above, new_line]).strip()
        if above and not above[0].strip():
            continue
        if document.text.count(old) == 1:
            break
    else:
        raise Unsuitable("no unique text")
    if document.text.count(old) != 1:
        raise Unsuitable("no unique text")

    def bind(result: Result) -> tuple[str, str, str]:
        if numbered(result)[at : at + 1] != [line]:
            raise Unsuitable("line is gone")
        return f"line {at + 1}: {becomes(line, new_line)}", old, new

    return bind


def lines_edit(document: Document, old: list[str], new: list[str], result: Result) -> tuple[str, str, str]:
    """The thought and the texts of an edit of lines that were read, with those around them where it needs them.

    Raises:
        ValueError: the lines do not stand exactly once in the file.
        Unsuitable: no unique text has them, or they stay as they are.
    """
    if old == new:
        raise Unsuitable("nothing changes")
    text, lines = document.text, document.text.split("\n")
    places = [at for at in range(len(lines)) if lines[at : at + len(old)] == old]
    if len(places) != 1:
        raise ValueError(f"{document.path} has {len(places)} times {chr(10).join(old)!r}")
    at = places[0]
    single = len(old) == len(new) == 1
    if single and old[0].strip() != new[0].strip():
        return spot_edit(document, at, new[0])(result)
    if not new:
        plan = f"line {at + 1}: take out {chr(10).join(old).strip()}"
        neighbour = lines[at + len(old)] if at + len(old) < len(lines) - 1 else ""
        if neighbour.strip():
            old, new = [*old, neighbour], [neighbour]
        elif at:
            old, new, at = [lines[at - 1], *old], [lines[at - 1]], at - 1
    elif new[: len(old)] == old:
        plan = f"behind line {at + len(old)} comes {new[len(old)].strip()}"
    elif new[-len(old) :] == old:
        plan = f"before line {at + 1} comes {new[0].strip()}"
    elif len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True), at + 1)
        plan = "; ".join(f"line {number}: {becomes(one, other)}" for number, (one, other) in pairs if one != other)
    else:
        was, is_now = (" / ".join(line.strip() for line in part) for part in (old, new))
        plan = f"line {at + 1}: {was} -> {is_now}"
    while at and (text.count("\n".join(old)) != 1 or (single and len(old) == 1)):
        at -= 1
        old, new = [lines[at], *old], [lines[at], *new]
    before, after = "\n".join(old), "\n".join(new)
    if text.count(before) != 1:
        raise Unsuitable("no unique text")
    return plan, before, after


def fresh_value(v: Vocabulary, entry: Entry) -> str:
    """Another value for an entry."""
    for _ in range(20):
        value = entry.fresh()
        if value != entry.value and not any(c in value for c in "<>#;'\"&:\\"):
            return value
    if entry.kind == "int":
        return str(int(entry.value) + 1)
    raise Unsuitable("no other value")


def set_value(v: Vocabulary) -> Task:
    """Another value for a setting."""
    draw = v.draw
    document = settings(v)
    if not document.entries:
        raise Unsuitable("empty")
    entry = draw.pick(document.entries)
    name = spoken(draw, entry, document)
    if name == entry.key and draw.chance(0.35):
        name = variants(draw, name)
        if sum(name.lower() in [n.lower() for n in other.names] for other in document.entries) > 1:
            raise Unsuitable("twin")
    plain = name.strip("`\"'")
    path = document.path
    if entry.kind == "bool":
        on = entry.value.lower() != "true"
        new = "true" if on else "false"
        if draw.chance(0.75):
            words = ["on", "enabled", "active"] if on else ["off", "disabled"]
            prompt = worded(
                draw,
                SET_FLAG,
                FLAG,
                was=draw.pick(["off", "disabled"] if on else ["on", "enabled"]),
                name=name,
                file=file_form(draw, path),
                onoff=words[0] if draw.chance(0.7) else draw.pick(words),
                enable=draw.pick(
                    ["enable", "activate", "turn on", "switch on"]
                    if on
                    else ["disable", "deactivate", "turn off", "switch off"]
                ),
                new=new,
            )
            prompt = re.sub(
                r"\b([Tt]urn|[Ss]witch) (enabled|active|disabled)\b",
                lambda m: f"{m.group(1)} {'on' if on else 'off'}",
                prompt,
            )
        else:
            prompt = worded(draw, SET_VALUE, SET, name=name, file=file_form(draw, path), new=new, old=entry.value)
    else:
        new = fresh_value(v, entry)
        prompt = worded(
            draw,
            SET_VALUE,
            SET,
            name=name,
            file=file_form(draw, path),
            new=said(draw, new),
            old=said(draw, entry.value, bare=0.85),
        )
    if entry.rewrite(new) == entry.line:
        raise Unsuitable("same")
    shown = new.capitalize() if entry.value in ("True", "False") else new
    bind = line_edit(document, entry.line, entry.rewrite(new))
    under = f" under {entry.section}" if entry.section and plain != entry.key and entry.section in plain else ""
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {plain} to {new} in {path}; read it first",
            bind,
            f"Changed {entry.key}{under} from {entry.value} to {shown} in {path}.",
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


SET_NO_FILE = macros(
    [
        "<change> {name} [|in the config |in the settings |here |in this project ]to {new}",
        "<change> {name} from {old} to {new}",
        "={name} should be {new}[| instead of {old}]",
        "set {name} to {new}",
        "=the {name} [is wrong, it should be|must be|has to be] {new}",
        "find where {name} is set and change it to {new}",
        "replace {old} by {new} for {name}",
        "=somewhere {name} is set to {old}; make it {new}",
    ]
)


SET_FROM = [template for template in SET if "{old}" in template and "{name}" in template]


def set_part(v: Vocabulary) -> Task:
    """A part of a longer value, where the user names only what changes: a word, a number, a folder."""
    draw = v.draw
    document = settings(v) if draw.chance(0.6) else sheet(v)
    usable = []
    for entry in document.entries:
        parts = [
            part for part in re.findall(r"[A-Za-z]{3,}|\b(?:19|20)\d\d\b", entry.value) if entry.value.count(part) == 1
        ]
        if parts and len(re.findall(r"\w+", entry.value)) > 1 and not any(mark in entry.value for mark in "\"'\\"):
            usable.append((entry, parts))
    if not usable:
        raise Unsuitable("no part")
    entry, parts = draw.pick(usable)
    old = draw.pick(parts)
    new = str(draw.randint(1950, 2060)) if old.isdigit() else draw.pick([v.word(), v.nonsense(), v.nonsense()])
    if old[0].isupper():
        new = new.capitalize()
    if new == old:
        raise Unsuitable("same")
    name = call_spot(draw, entry, document) if isinstance(entry, Spot) else spoken(draw, entry, document)
    plain = name.strip("`\"'")
    path = document.path
    prompt = ask(
        draw,
        SET_FROM,
        people=FIRST_NAMES,
        name=name,
        file=file_form(draw, path),
        new=said(draw, new),
        old=said(draw, old),
    )
    prompt = re.sub(r"\b([Tt]he|[Aa]|[Tt]hat) (?=(the |[\w.#-]+'s ))", "", prompt)
    new_line = entry.rewrite(entry.value.replace(old, new))
    if isinstance(entry, Spot):
        bind = spot_edit(document, entry.at, new_line)
    else:
        bind = line_edit(document, entry.line, new_line)
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {plain} to {new} in {path}; read it first",
            bind,
            f"Changed {entry.key} from {old} to {new} in {path}.",
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


def set_found_value(v: Vocabulary) -> Task:
    """Another value for a setting whose file the user does not name: search for it."""
    draw = v.draw
    document = settings(v)
    candidates = [
        entry
        for entry in document.entries
        if document.text.count(entry.key) == 1 and entry.kind != "bool" and re.fullmatch(r"\w{4,}", entry.key)
    ]
    if not candidates:
        raise Unsuitable("no key")
    entry = draw.pick(candidates)
    name = draw.pick([entry.key, entry.key, f"`{entry.key}`", f"'{entry.key}'"])
    new = fresh_value(v, entry)
    prompt = worded(
        draw, SET_NO_FILE, NO_FILE, share=0.7, name=name, new=said(draw, new), old=said(draw, entry.value, bare=0.85)
    )

    def script() -> Script:
        result = yield Call(
            f"set {entry.key} to {new}; which file? search {entry.key}", "search", {"pattern": entry.key}
        )
        hits = result.content.splitlines()
        if result.is_error or len(hits) != 1 or not hits[0].startswith(document.path + ":"):
            raise Unsuitable("hits")
        bind = line_edit(document, entry.line, entry.rewrite(new))
        return (
            yield from changed(
                document.path,
                f"it is in {document.path}; read it first",
                bind,
                f"Changed {entry.key} from {entry.value} to {new} in {document.path}.",
            )
        )

    return Task("edit", prompt, script, files={document.path: document.text}, needs=("read", "edit", "search"))


def replace_word(v: Vocabulary) -> Task:
    """A word or a phrase of a text by another."""
    draw = v.draw
    document = draw.weighted([(3, prose), (3, item_list), (1, settings), (2, sheet)])(v)
    pattern = r"[A-Za-z]{3,}"
    odd = draw.chance(0.3)
    if odd:  # numbers, times, prices, names with signs in them
        pattern = r"(?<![\w.@:/-])[\w@/-][\w.@:/-]*\d[\w.@:/-]*(?<![.:/-])"
    words = [word for word in re.findall(pattern, document.text) if len(word) > 1 and document.text.count(word) == 1]
    if not words:
        raise Unsuitable("no word")
    old = draw.pick(words)
    lines = document.text.split("\n")
    line = next(line for line in lines if old in line)
    if not odd and draw.chance(0.25):
        parts = line.split(" ")
        if len(parts) > 2:
            at = draw.randrange(len(parts) - 1)
            both = " ".join(parts[at : at + 2])
            if document.text.count(both) == 1 and both.strip() == both:
                old = both
    new = draw.pick([v.word(), v.any_word(), v.nonsense(), v.words(1, 2), v.proper()])
    if odd:
        new = re.sub(r"\d", lambda m: str(draw.randrange(1, 10)) if draw.chance(0.6) else m.group(), old)
        if old.isdigit() and draw.chance(0.5):
            new = str(v.number())
    elif old[0].isupper() and draw.chance(0.7):
        new = new[0].upper() + new[1:]
    if new == old:
        raise Unsuitable("same")
    mark = draw.weighted([(5, ""), (3, '"'), (2, "'"), (2, "`")])
    if mark in old + new and mark:
        mark = ""
    path = document.path
    if not mark and " " in old + new:
        mark = draw.pick(['"', '"', "'"])
        mark = "" if mark in old + new else mark
    prompt = worded(
        draw, REPLACE_WORD, REPLACE, old=f"{mark}{old}{mark}", new=f"{mark}{new}{mark}", file=file_form(draw, path)
    )
    bind = line_edit(document, line, line.replace(old, new))
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path, f"replace {old} by {new} in {path}; read it first", bind, f"Replaced {old} by {new} in {path}."
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


def rename(v: Vocabulary) -> Task:
    """A function or variable by another name, everywhere in its file."""
    draw = v.draw
    run = draw.chance(0.3)
    if draw.chance(0.65):
        document, functions = module(v, short=True)
        made = draw.pick(functions)
        old, new, kind = made.name, v.safe(v.function_name()), "function"
        text = document.text
        if run or draw.chance(0.4):
            text += f"\n\nprint({made.call})\n"
    else:
        old, new, kind = v.variable(), v.variable(), "variable"
        value = draw.pick([str(v.number()), literal(v.word()), v.decimal()])
        text = f"{old} = {value}\n" + draw.pick(
            [f"print({old})\n", f"print({old} * 2)\n", f"other = {old}\nprint(other, {old})\n"]
        )
        document = Document(v.path(".py"), text)
    if len(old) < 3 or old == new or new in text or len(re.findall(rf"\b{re.escape(old)}\b", text)) != text.count(old):
        raise Unsuitable("part of another name")
    path = document.path
    document = Document(path, text)
    count = text.count(old)
    mark = draw.weighted([(5, ""), (2, "`"), (1, "'"), (1, '"')])
    call = "()" if kind == "function" and draw.chance(0.25) else ""
    prompt = worded(
        draw,
        RENAME,
        RENAME_TO,
        share=0.7,
        run=run,
        old=f"{mark}{old}{call}{mark}",
        new=f"{mark}{new}{call}{mark}",
        file=file_form(draw, path),
        kind=draw.pick([kind, kind, kind, "method" if kind == "function" else "constant"]),
    )
    run = run and "print(" in text
    if run:
        prompt = prompt.rstrip(".?!") + draw.pick([r for r in RUN_AFTER_EDIT if r])

    def bind(result: Result) -> tuple[str, str, str]:
        numbers = [str(i) for i, line in enumerate(numbered(result), 1) if old in line]
        return f"{old} is in line{'s' * (len(numbers) > 1)} {', '.join(numbers)}; replace all by {new}", old, new

    then = f"; then python3 {path}" if run else ""
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"rename {old} to {new} in {path}; read it first{then}",
            bind,
            f"Renamed {old} to {new} in {path} ({count} place{'s' * (count > 1)}).",
            every=True,
            run=run,
        ),
        files={path: text},
        needs=("read", "edit", "shell") if run else ("read", "edit"),
    )


def say_instead(v: Vocabulary) -> Task:
    """Another text for a program to print."""
    draw = v.draw
    old, new = v.message(), v.message()
    if old == new or "\\" in old + new:
        raise Unsuitable("same")
    kind = draw.pick(["py", "py", "py", "sh", "js"])
    path = v.path("." + kind)
    if kind == "py":
        shape = draw.pick(
            [
                "print({})",
                "print({})",
                "message = {}\nprint(message)",
                "def main():\n    print({})\n\n\nmain()",
                "def greet():\n    return {}\n\n\nprint(greet())",
                f'name = "{draw.pick(FIRST_NAMES)}"\nprint({{}})',
                f'print({{}})\nprint("{v.word()}")',
                "for i in range(2):\n    print({})",
            ]
        )
        old_text, new_text = literal(old), literal(new)
    elif kind == "sh":
        if "'" in old + new:
            raise Unsuitable("quote")
        shape, old_text, new_text = "echo {}", f"'{old}'", f"'{new}'"
    else:
        shape, old_text, new_text = "console.log({});", literal(old), literal(new)
    text = shape.replace("{}", old_text) + "\n"
    line = next(line for line in text.split("\n") if old_text in line)
    document = Document(path, text)
    run = draw.chance(0.4) and kind == "py"
    prompt = worded(
        draw,
        SAY_INSTEAD,
        SAY,
        share=0.75,
        run=run,
        new=said(draw, new, bare=0.5),
        old=said(draw, old, bare=0.4),
        file=file_form(draw, path),
    )
    if run:
        prompt = prompt.rstrip(".?!") + draw.pick([r for r in RUN_AFTER_EDIT if r])
    bind = line_edit(document, line, line.replace(old_text, new_text))
    then = f"; then python3 {path}" if run else ""
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"make {path} print {literal(new)}; read it first{then}",
            bind,
            f"{path} now prints {literal(new)}.",
            run=run,
        ),
        files={path: text},
        needs=("read", "edit", "shell") if run else ("read", "edit"),
    )


def wrong_operator(v: Vocabulary) -> Task:
    """A function that does the wrong thing, said so."""
    draw = v.draw
    document, functions = module(v, short=True)
    made = draw.pick(functions)
    right = (
        next(
            other
            for other in (function(v) for _ in range(40))
            if other.parameters == made.parameters and other.body != made.body
        )
        if len(made.parameters) != 2
        else None
    )
    if right is None:
        a, b = made.parameters
        goals = {
            f"return {a} + {b}": (
                f"return the sum of {a} and {b}",
                f"add {a} and {b}",
                f"return {a} + {b}",
                f"return {a} plus {b}",
            ),
            f"return {a} - {b}": (f"return {a} minus {b}", f"subtract {b} from {a}", f"return {a} - {b}"),
            f"return {a} * {b}": (
                f"return the product of {a} and {b}",
                f"multiply {a} and {b}",
                f"return {a} * {b}",
                f"return {a} times {b}",
            ),
            f"return {a} / {b}": (f"divide {a} by {b}", f"return {a} / {b}", f"return {a} divided by {b}"),
            f"return max({a}, {b})": (f"return the larger of {a} and {b}", f"return the maximum of {a} and {b}"),
            f"return min({a}, {b})": (f"return the smaller of {a} and {b}", f"return the minimum of {a} and {b}"),
        }
        body = draw.pick([goal for goal in goals if goal != made.body])
        do = draw.pick(goals[body])
    else:
        does = draw.pick(right.does)
        if not does.startswith("returns "):
            raise Unsuitable("no verb")
        body, do = right.body, "return " + does.removeprefix("returns ")
    name = draw.pick([made.name, f"`{made.name}`", f"{made.name}()"])
    path = document.path
    run = draw.chance(0.25)
    text = document.text + (f"\n\nprint({made.call})\n" if run else "")
    document = Document(path, text)
    prompt = worded(
        draw,
        WRONG_OP,
        OPERATOR,
        share=0.75,
        run=run,
        name=name,
        do=do,
        does="returns" + do.removeprefix("return") if do.startswith("return") else do.replace(" ", "s ", 1),
        file=file_form(draw, path),
    )
    if run:
        prompt = prompt.rstrip(".?!") + draw.pick([r for r in RUN_AFTER_EDIT if r])
    bind = line_edit(document, f"    {made.body}", f"    {body}")
    then = f"; then python3 {path}" if run else ""
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"{made.name} in {path} should {do}; read it first{then}",
            bind,
            f"{made.name} in {path} now has {body}.",
            run=run,
        ),
        files={path: text},
        needs=("read", "edit", "shell") if run else ("read", "edit"),
    )


def delete_line(v: Vocabulary) -> Task:
    """A line of a list."""
    draw = v.draw
    document = item_list(v)
    lines = document.text.rstrip("\n").split("\n")
    places = [
        i
        for i, line in enumerate(lines)
        if line.strip() and not line.startswith("#") and not line.endswith(":") and document.text.count(line) == 1
    ]
    if len(places) < 2:
        raise Unsuitable("short")
    at = draw.pick(places)
    line = lines[at]
    item = re.sub(r"^(\[ \] |- \[ \] |- |\* |TODO: )", "", line)
    path = document.path
    prompt = worded(draw, DELETE_LINE, DELETE, share=0.75, what=said(draw, item, bare=0.7), file=file_form(draw, path))
    last = at == len(lines) - 1
    old = "\n".join(lines[at - 1 : at + 1]) if last else "\n".join(lines[at : at + 2])
    new = lines[at - 1] if last else lines[at + 1]
    if document.text.count(old) != 1 or (last and not at) or not new.strip():
        raise Unsuitable("anchor")

    def bind(result: Result) -> tuple[str, str, str]:
        number = find_line(result, line)
        return f"line {number} is {line}; take it out", old, new

    return Task(
        "edit",
        prompt,
        lambda: changed(path, f"remove {item} from {path}; read it first", bind, f"Removed {item} from {path}."),
        files={path: document.text},
        needs=("read", "edit"),
    )


def set_cell(v: Vocabulary) -> Task:
    """A cell of a table."""
    draw = v.draw
    document, header, rows = table(v)
    row, column = draw.pick(rows), draw.randrange(1, len(header))
    other = draw.pick(rows)[column]
    new = (
        str(int(row[column]) + draw.randint(1, 20))
        if row[column].isdigit()
        else (other if other != row[column] else v.word())
    )
    line = next(line for line in document.text.split("\n") if line.lstrip("| ").startswith(row[0]))
    if row[column] == new or line.count(row[column]) != 1:
        raise Unsuitable("twin")
    path = document.path
    prompt = worded(
        draw,
        CELL_SET,
        CELL,
        share=0.7,
        column=header[column],
        row=row[0],
        new=said(draw, new, bare=0.9),
        old=said(draw, row[column], bare=0.9),
        file=file_form(draw, path),
    )
    bind = line_edit(document, line, line.replace(row[column], new))
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {header[column]} of {row[0]} to {new} in {path}; read it first",
            bind,
            f"Changed {header[column]} of {row[0]} from {row[column]} to {new} in {path}.",
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


def set_spot(v: Vocabulary) -> Task:
    """A value in a file of any shape: notes, services, pages, schedules, bills, code."""
    draw = v.draw
    document = sheet(v)
    spot = draw.pick(document.entries)
    assert isinstance(spot, Spot)
    new = ""
    for _ in range(8):
        new = spot.fresh()
        if new != spot.value:
            break
    if new == spot.value or not new or not spot.value:
        raise Unsuitable("same")
    plain = call_spot(draw, spot, document)
    name, path = plain, document.path
    if name in (spot.key, *spot.names) and " " not in name and draw.chance(0.12):
        name = quoted(draw, name.strip("`"), bare=0)
    plain = plain.strip("`")
    new_said = said(draw, new)
    old_said = said(draw, spot.value, bare=0.85)
    file = file_form(draw, path)
    if spot.kind == "bool" and draw.chance(0.7):
        on = new == "true"
        prompt = worded(
            draw,
            SET_FLAG,
            FLAG,
            name=name,
            file=file,
            new=new,
            onoff=draw.pick(["on", "on", "enabled"] if on else ["off", "off", "disabled"]),
            was=draw.pick(["off", "disabled"] if on else ["on", "enabled"]),
            enable=draw.pick(["enable", "turn on", "activate"] if on else ["disable", "turn off", "deactivate"]),
        )
    else:
        templates = {"bump": BUMP, "when": WHEN}.get(spot.style, SET)
        if templates is not SET and draw.chance(0.1):
            templates = SET
        share = 0.85 if templates is SET else 1.0
        prompt = worded(draw, SET_VALUE, templates, share=share, name=name, new=new_said, old=old_said, file=file)
    prompt = re.sub(r"\b([Tt]he|[Aa]|[Tt]hat) (?=(the |[\w.#-]+'s ))", "", prompt)
    under = f" under {spot.section}" if spot.section else ""
    bind = spot_edit(document, spot.at, spot.rewrite(new))
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {plain} to {new} in {path}; read it first",
            bind,
            f"Changed {spot.key}{under} from {spot.value} to {new} in {path}.",
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


def set_grid(v: Vocabulary) -> Task:
    """A cell of a table of any style, its column named in another spelling or case."""
    draw = v.draw
    document, header, rows, written, makers = grid(v)
    if len(rows) < 2:
        raise Unsuitable("short")
    at, column = draw.randrange(len(rows)), draw.randrange(1, len(header))
    row, line = rows[at], written[at]
    old, new = row[column], makers[column - 1]()
    if document.path.endswith(".json"):
        new = str(int(new)) if new.isdigit() and f": {old}" in line else new
    if new == old or old in new or line.count(old) != 1 or document.text.count(row[0]) != 1:
        raise Unsuitable("twin")
    path = document.path
    new_line = line.replace(old, new)
    if ".txt" in path or "." not in path:
        new_line = re.sub(re.escape(old) + " *", lambda m: new.ljust(max(len(m.group()), len(new) + 2)), line).rstrip()
    spoken_column = header[column] if draw.chance(0.6) else header[column].replace("_", " ").lower()
    row_said = row[0] if draw.chance(0.85) else quoted(draw, row[0], bare=0)
    prompt = worded(
        draw,
        CELL_SET,
        CELL,
        share=0.85,
        column=spoken_column,
        row=row_said,
        new=said(draw, new, bare=0.9),
        old=said(draw, old, bare=0.9),
        file=file_form(draw, path),
    )
    bind = spot_edit(document, document.text.split("\n").index(line), new_line)
    return Task(
        "edit",
        prompt,
        lambda: changed(
            path,
            f"set {spoken_column} of {row[0]} to {new} in {path}; read it first",
            bind,
            f"Changed {spoken_column} of {row[0]} from {old} to {new} in {path}.",
        ),
        files={path: document.text},
        needs=("read", "edit"),
    )


def wrong_line(v: Vocabulary) -> Task:
    """A comparison, an operator or a method that is wrong, told by what should happen."""
    draw = v.draw
    name = v.safe(v.function_name())
    a, b = draw.pick(
        [("age", "limit"), ("x", "y"), ("price", "amount"), ("total", "count"), (v.nonsense(), v.nonsense())]
    )
    if a == b or name in (a, b):
        raise Unsuitable("twin")
    n = draw.randint(2, 99)
    cases: list[tuple[str, str, tuple[str, ...]]] = [
        (f"if {a} > {n}:", f"if {a} >= {n}:", (f"count {n} as well", f"accept {n} too", f"also be true for {n} itself", "use >= instead of >")),
        (f"if {a} >= {n}:", f"if {a} > {n}:", (f"leave out {n} itself", f"not accept {n} any more, only more than {n}", "use > instead of >=")),
        (f"if {a} < {n}:", f"if {a} <= {n}:", (f"include {n}", f"let {n} pass as well", "compare with <= instead of <")),
        (f"if {a} < {n}:", f"if {a} > {n}:", (f"check that {a} is more than {n}", f"test for {a} above {n}", "have > and not <")),
        (f"if {a} == {b}:", f"if {a} != {b}:", (f"check that {a} and {b} differ", f"test that {a} is not the same as {b}")),
        (f"if {a} != {b}:", f"if {a} == {b}:", (f"check that {a} and {b} are equal", f"test that {a} equals {b}")),
        (f"if {a} and {b}:", f"if {a} or {b}:", (f"be satisfied with one of {a} and {b}", f"need only {a} or {b}, not both")),
        (f"if {a} or {b}:", f"if {a} and {b}:", (f"require both {a} and {b}", f"need {a} and {b} together")),
        (f"if not {a}:", f"if {a}:", (f"go on when {a} is set", f"do it if there is {a}, not if it is missing")),
        (f"if {a} % 2 == 1:", f"if {a} % 2 == 0:", (f"pick the even values of {a}", f"check whether {a} is even")),
    ]  # fmt: skip
    lines: list[str]
    if draw.chance(0.5):
        old, new, goals = draw.pick(cases)
        lines = [f"def {name}({a}, {b}):", f"    {old}", "        return True", "    return False"]
        if draw.chance(0.4):
            lines = [
                f"def {name}({a}, {b}):",
                f"    {old}",
                f'        return "{v.word()}"',
                f'    return "{v.nonsense()}"',
            ]
    else:
        more: list[tuple[list[str], str, str, tuple[str, ...]]] = [
            ([f"def {name}({a}):", "    result = 0", f"    for item in {a}:", "        {}", "    return result"], "result -= item", "result += item", ("add the items up", f"sum up all of {a}", "add every item instead of subtracting it")),
            ([f"def {name}({a}):", "    result = 1", f"    for item in {a}:", "        {}", "    return result"], "result += item", "result *= item", ("multiply all items", f"multiply everything in {a}")),
            ([f"def {name}({a}):", "    {}"], f"return {a}.upper()", f"return {a}.lower()", ("give small letters", f"return {a} in lower case", "make everything lowercase")),
            ([f"def {name}({a}):", "    {}"], f"return {a}.lower()", f"return {a}.upper()", ("give capital letters", f"return {a} in upper case", "shout, so all capitals")),
            ([f"def {name}({a}):", "    {}"], f"return sorted({a})", f"return sorted({a}, reverse=True)", ("sort from high to low", "put the largest first", "sort in descending order")),
            ([f"def {name}({a}):", "    {}"], f"return {a}[0]", f"return {a}[-1]", ("give the last one, not the first", f"return the last element of {a}")),
            ([f"def {name}({a}):", "    {}"], f"return {a}[-1]", f"return {a}[0]", ("give the first one", f"return the first element of {a}")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return {a} / {b}", f"return {a} // {b}", ("give whole numbers only", "use integer division", "divide without a fraction")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return {a} // {b}", f"return {a} % {b}", (f"give the remainder of {a} and {b}", "return what is left over")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return {a} + {b}", f"return {a} - {b}", (f"take {b} away from {a}", f"subtract {b}", f"deduct {b} from {a}")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return {a} - {b}", f"return {a} + {b}", (f"add {b} on top of {a}", "add the two", f"put {a} and {b} together")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return {a} + {b}", f"return {a} * {b}", ("multiply the two", f"give {a} times {b}", f"take the product of {a} and {b}")),
            ([f"def {name}({a}):", "    {}"], f"return {a} * {n}", f"return {a} / {n}", (f"divide by {n}, not multiply", f"divide {a} by {n}")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return min({a}, {b})", f"return max({a}, {b})", ("give the bigger of the two", f"return whichever of {a} and {b} is larger")),
            ([f"def {name}({a}, {b}):", "    {}"], f"return max({a}, {b})", f"return min({a}, {b})", ("give the smaller of the two", f"return whichever of {a} and {b} is smaller")),
            ([f"def {name}({a}, {b}):", f"    return {b} - ({a} * 2)" if draw.chance(0.3) else f"    {b} = {b} or {n}", "    {}"], f"return {a} ** 2", f"return {a} ** 3", (f"give the cube of {a}", "use the third power")),
            ([f"def {name}({a}):", "    {}", "        print(i)"], f"for i in range({a}):", f"for i in range({a} + 1):", (f"count up to and including {a}", f"print {a} as the last number too")),
            ([f"def {name}({a}):", "    {}", f"        {a} += 1", f"    return {a}"], f"while {a} < {n}:", f"while {a} <= {n}:", (f"go on until {n} is passed", f"include {n} in the loop")),
        ]  # fmt: skip
        body, old, new, goals = draw.pick(more)
        lines = [line.replace("{}", old) for line in body]
    do = draw.pick(goals)
    before = [f"def {v.safe(v.function_name())}():", f"    return {v.number()}", "", ""] if draw.chance(0.4) else []
    path = v.path(".py")
    document = Document(path, "\n".join(before + lines) + "\n")
    at = len(before) + next(i for i, line in enumerate(lines) if line.strip() == old)
    indent = lines[at - len(before)].removesuffix(old)
    prompt = worded(
        draw,
        WRONG_OP,
        OPERATOR,
        share=0.8,
        name=draw.pick([name, name, f"`{name}`", f"{name}()"]),
        do=do,
        does=re.sub(
            r"^(\w+)", lambda m: {"do": "does", "go": "goes", "be": "is", "have": "has"}.get(m[1], m[1] + "s"), do
        ),
        file=file_form(draw, path),
    )
    bind = spot_edit(document, at, indent + new)
    return Task(
        "edit",
        prompt,
        lambda: changed(path, f"{name} in {path} should {do}; read it first", bind, f"{name} in {path} now has {new}."),
        files={path: document.text},
        needs=("read", "edit"),
    )


def with_run(v: Vocabulary) -> Task:
    """A constant of a script changed and the script run."""
    draw = v.draw
    names = list(dict.fromkeys(v.variable() for _ in range(draw.randint(1, 3))))
    values = [draw.pick([str(v.number()), literal(v.word()), literal(v.proper())]) for _ in names]
    name, old = names[0], values[0]
    new = str(v.number()) if old[0].isdigit() else literal(draw.pick([v.word(), v.proper()]))
    if new == old:
        raise Unsuitable("same")
    pairs = list(zip(names, values, strict=True))
    draw.shuffle(pairs)
    tail = draw.pick(
        [
            f"print({name})",
            f"print({', '.join(names)})",
            f'print("{v.word()}", {name})',
            f'print(f"{v.word()}: {{{name}}}")',
        ]
    )
    text = "".join(f"{n} = {x}\n" for n, x in pairs) + f"\n{tail}\n"
    path = v.path(".py")
    document = Document(path, text)
    shown = new.strip('"') if draw.chance(0.6) else new
    prompt = worded(
        draw,
        SET_VALUE,
        SET,
        share=0.6,
        run=True,
        name=draw.pick([name, name, f"`{name}`", name.replace("_", " ")]),
        file=file_form(draw, path),
        new=shown,
        old=old.strip('"'),
    ).rstrip(".?!")
    prompt += run_phrase(draw) if draw.chance(0.7) else draw.pick([r for r in RUN_AFTER_EDIT if r])
    bind = line_edit(document, f"{name} = {old}", f"{name} = {new}")
    return Task(
        "edit-run",
        prompt,
        lambda: changed(
            path,
            f"set {name} to {shown} in {path}; read it first; then python3 {path}",
            bind,
            f"Changed {name} from {old} to {new} in {path}.",
            run=True,
        ),
        files={path: text},
        needs=("read", "edit", "shell"),
    )


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (9, set_value), (9, set_spot), (3.5, set_grid), (2.5, wrong_line), (1.5, set_part), (2, set_found_value), (4, replace_word), (3.5, rename), (4, say_instead), (2.5, wrong_operator), (2, delete_line), (1.5, set_cell), (2.5, with_run),
]  # fmt: skip
__all__ = ["JOBS", "Draw"]
