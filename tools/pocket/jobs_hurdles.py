"""Going on after an obstacle: files with nearly the name, lines that are not there, edits and writes that are refused."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import jobs_hurdles_look, jobs_hurdles_run, jobs_refusals
from tools.pocket import phrases_hurdles as phrases
from tools.pocket.contents import Document
from tools.pocket.contents_hurdles import (
    TRAITS,
    Item,
    Sheet,
    absent,
    alike,
    already,
    dressed,
    fine,
    first_turn,
    fresh,
    seen,
    sheet,
    stem,
    things,
    turns,
)
from tools.pocket.draw import Draw
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.phrasing import file_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Meanwhile, Say, Script, Task, Unsuitable, edit, list_folder, read
from tools.pocket.words import Vocabulary

_ENDINGS = ("ini", "conf", "cfg", "json", "yaml", "yml", "toml", "txt", "md", "csv", "py", "js", "env", "xml", "html")


def _misnamed(draw: Draw, path: str) -> str:
    """A file's name as somebody has it in mind."""
    folder, slash, name = path.rpartition("/")
    base, _, ending = name.rpartition(".")
    at = draw.randint(1, max(1, len(base) - 2))
    words = re.split(r"[_-]", base)
    ways = [
        (2, f"{base[:at]}{base[at + 1 :]}.{ending}"),
        (2, f"{base[:at]}{base[at : at + 2][::-1]}{base[at + 2 :]}.{ending}"),
        (1, f"{base[:at]}{base[at]}{base[at:]}.{ending}"),
        (2, f"{base.removesuffix('s')}.{ending}" if base.endswith("s") else f"{base}s.{ending}"),
        (2, f"{base}.{draw.pick(_ENDINGS)}"),
        (1, base),
        (1, f"{base.capitalize()}.{ending}"),
        (1, f"{base.upper()}.{ending}"),
    ]
    if len(words) == 2:
        ways += [
            (3, f"{words[1]}_{words[0]}.{ending}"),
            (2, f"{words[0]}{words[1]}.{ending}"),
            (2, f"{words[0]}{'-' if '_' in base else '_'}{words[1]}.{ending}"),
            (1, f"{words[0]}{words[1].capitalize()}.{ending}"),
        ]
    asked = draw.weighted(ways)
    if asked == name or len(base) < 4:
        raise Unsuitable("same")
    return folder + slash + asked


def _unlike(v: Vocabulary, paths: list[str], *, like: Sheet | None = None) -> Sheet:
    """A sheet whose name is not near to these, which may well say the same of the same things."""
    wanted = v.draw.some(like.items(), 2, 5) if like is not None and v.draw.chance(0.6) else ()
    other = sheet(v, wanted=wanted)
    if any(alike(other.path, path) > 0.5 for path in paths):
        raise Unsuitable("too near")
    return other


def _sheets(v: Vocabulary, asked: str, one: Sheet, low: int = 1) -> dict[str, str]:
    """Others that lie beside, none of them near to the name asked for."""
    others = [_unlike(v, [asked, one.path], like=one) for _ in range(v.draw.randint(low, 3))]
    return {other.path: other.text for other in others}


def _half_alike(v: Vocabulary, asked: str, one: Sheet) -> dict[str, str]:
    """A file that has one word of the name in common with the one that is meant, where it has two."""
    draw = v.draw
    folder, slash, name = one.path.rpartition("/")
    words = re.split(r"([_-])", name.rpartition(".")[0])
    if len(words) != 3 or draw.chance(0.4):
        return {}
    words[draw.pick([0, 2])] = draw.pick([v.word(), v.nonsense(), draw.pick(lists()["gear"])])
    other = sheet(v, "".join(words), one.items() if draw.chance(0.5) else ())
    if alike(other.path, asked) > min(0.85, alike(one.path, asked) - 0.15):
        raise Unsuitable("too near")
    return {f"{folder}{slash}{other.path}": other.text}


def _series(job: str, prompt: str, script: Callable[[], Script], files: dict[str, str], one: Sheet, v: Vocabulary, *, low: int = 1) -> Task:  # fmt: skip
    """A turn, with more behind it about the sheet; `one` is as the turn leaves it."""
    ends: dict[str, str | None] = {**files, one.path: one.text}
    after = turns(v, one, low, 4)
    return Task(job, prompt, script, files, ("read", "edit", "list", "search", "write"), ends=ends, alone=True, after=after)  # fmt: skip


def near_name(v: Vocabulary) -> Task:
    """There is no file of that name, but one with nearly it: go on with that."""
    draw = v.draw
    one = sheet(v)
    folder = draw.pick(["", "", "", f"{draw.pick(lists()['dirname'])}/"])
    one.path = folder + one.path
    asked = _misnamed(draw, one.path)
    files = {one.path: one.text, **{folder + path: text for path, text in _sheets(v, asked, one, 0).items()}}
    files |= _half_alike(v, asked, one)
    prompt, becomes, rest = first_turn(v, one, file_form(draw, asked))

    def script() -> Script:
        result = yield read(asked, f"read {asked}{becomes}")
        if not result.is_error:
            raise Unsuitable("it is there")
        error = result.content
        if one.path not in error.replace("?", "").split(" "):
            where = {"path": folder.rstrip("/")} if folder else {}
            result = yield list_folder(f"{error}; list {folder.rstrip('/') or 'the folder'}", **where)
            error = one.path
        fine((yield read(one.path, f"{error}; read {one.path}{becomes}")))
        return (yield from rest())

    return _series("recover", prompt, script, files, one, v)


def other_folder(v: Vocabulary) -> Task:
    """The file lies in another folder than the user says, or than the one where he is."""
    draw = v.draw
    one = sheet(v)
    name = one.path
    there, wrong, *more = draw.sample(lists()["dirname"], 4)
    up = draw.chance(0.25)
    one.path = name if up else f"{there}/{name}"
    asked = f"{wrong}/{name}" if up or draw.chance(0.4) else name
    files = {one.path: one.text, **_sheets(v, asked, one)}
    for folder in [] if up else draw.some(more, 0, 2):
        files |= {f"{folder}/{path}": text for path, text in _sheets(v, asked, one).items()}
    several = len({path.partition("/")[0] for path in files if "/" in path}) > 1
    prompt, becomes, rest = first_turn(v, one, file_form(draw, asked))

    def script() -> Script:
        result = yield read(asked, f"read {asked}{becomes}")
        if not result.is_error:
            raise Unsuitable("it is there")
        result = yield list_folder(f"{result.content}; list the folder")
        if several:
            result = yield list_folder(f"{name} is not there; look for it", pattern=f"**/{name}")
        elif not up:
            result = yield list_folder(f"{there}/; list {there}", path=there)
        if one.path not in result.content.split("\n"):
            raise Unsuitable(result.content)
        fine((yield read(one.path, f"{one.path}; read {one.path}{becomes}")))
        return (yield from rest())

    return _series("recover", prompt, script, files, one, v)


def near_folder(v: Vocabulary) -> Task:
    """The folder has nearly the name that the user says: look into that one, or into the only one that there is."""
    draw = v.draw
    one = sheet(v)
    name = one.path
    there, *more = draw.sample(lists()["dirname"], 3)
    if draw.chance(0.5):
        there = (
            f"{there}{draw.pick('-_')}{draw.pick(['old', 'new', 'all', str(draw.randint(2019, 2032)), v.nonsense()])}"
        )
    at = draw.randint(1, len(there) - 2)
    wrong = draw.pick(
        [
            there[:at] + there[at + 1 :],
            there[:at] + there[at : at + 2][::-1] + there[at + 2 :],
            there.removesuffix("s") if there.endswith("s") else f"{there}s",
            there.capitalize(),
            there.replace("-", "_") if "-" in there else there.replace("_", "-"),
        ]
    )
    if wrong == there:
        raise Unsuitable("same")
    one.path = f"{there}/{name}"
    asked = f"{wrong}/{name}"
    files = {one.path: one.text, **_sheets(v, asked, one, 0)}
    for folder in more[: draw.randint(0, 2)]:
        twin = sheet(v, name.rpartition(".")[0], one.items())
        files[f"{folder}/{twin.path}"] = twin.text
    prompt, becomes, rest = first_turn(v, one, file_form(draw, asked))

    def script() -> Script:
        result = yield read(asked, f"read {asked}{becomes}")
        if not result.is_error:
            raise Unsuitable("it is there")
        yield list_folder(f"{result.content}; list the folder")
        result = yield list_folder(f"{there}/; list {there}", path=there)
        if one.path not in result.content.split("\n"):
            raise Unsuitable(result.content)
        fine((yield read(one.path, f"{one.path}; read {one.path}{becomes}")))
        return (yield from rest())

    return _series("recover", prompt, script, files, one, v)


def no_file(v: Vocabulary) -> Task:
    """There is no such file, nor one of nearly its name: say so, and take the one that the user names then."""
    draw = v.draw
    one = sheet(v)
    asked = f"{stem(v)}.{draw.pick(_ENDINGS)}"
    if alike(asked, one.path) > 0.5:
        raise Unsuitable("near")
    files = {one.path: one.text, **_sheets(v, asked, one)}
    before = dict(files)
    prompt, becomes, rest = first_turn(v, one, file_form(draw, asked))

    def script() -> Script:
        result = yield read(asked, f"read {asked}{becomes}")
        if not result.is_error:
            raise Unsuitable("it is there")
        yield list_folder(f"{result.content}; list the folder")
        nothing = ", so I changed nothing" if becomes else ""
        return Say(f"so there is no {asked}; say so", f"There is no file {asked} here{nothing}.")

    def script_then() -> Script:
        fine((yield read(one.path, f"read {one.path}")))
        return (yield from rest())

    meant = dressed(draw, phrases.MEANT, g=file_form(draw, one.path))
    then = _series("recover", meant, script_then, files, one, v, low=0)
    more, then.after, then.files = then.after, [], {}
    return Task("recover", prompt, script, files, then.needs, ends={**before, asked: None}, alone=True, after=[then, *more])  # fmt: skip


def no_line(v: Vocabulary) -> Task:
    """The file does not say it, though it says the same of something else; another one, named then, does."""
    draw = v.draw
    one = sheet(v)
    item = absent(v, one)
    two = sheet(v, wanted=draw.sample([item, *draw.sample(one.items(), 2)], 3))
    if alike(one.path, two.path) > 0.8 or len(set(two.items())) < 3:
        raise Unsuitable("near")
    files = {one.path: one.text, two.path: two.text}
    setting = draw.chance(0.4)
    new, old_value = fresh(v, item.trait, two.value(item)), two.value(item)
    table = [text for text in phrases.SET if "{old}" not in text] if setting else phrases.ASK
    prompt = dressed(draw, table, n=item.spoken(draw), f=file_form(draw, one.path), new=new, old=old_value)
    plan = old = after = ""
    say = two.told(item)
    if setting:
        plan, old, after, say = two.put(item, new)

    def script() -> Script:
        fine((yield read(one.path, f"read {one.path}" + (f"; it becomes {new}" if setting else ""))))
        rest = " I changed nothing." if setting else ""
        return Say(f"so no line has {item.thing} {item.trait}; say so", f"{one.path} does not say that.{rest}")

    def script_then() -> Script:
        fine((yield read(two.path, f"read {two.path}")))
        if setting:
            fine((yield edit(two.path, old, after, plan)))
        return say

    meant = dressed(draw, phrases.MEANT, g=file_form(draw, two.path))
    then = Task("recover", meant, script_then, ends={one.path: one.text, two.path: two.text})
    more = turns(v, draw.pick([one, two]), 1, 3)
    return Task("recover", prompt, script, files, ("read", "edit"), ends=dict(files), alone=True, after=[then, *more])


def already_so(v: Vocabulary) -> Task:
    """It is as it should become: say so, then go on."""
    draw = v.draw
    one = sheet(v)
    item = draw.pick(one.items())
    say = already(one, item)
    table = [text for text in phrases.SET if "{old}" not in text]
    new = one.value(item)
    prompt = dressed(draw, table, n=item.spoken(draw), f=file_form(draw, one.path), new=new)

    def script() -> Script:
        fine((yield read(one.path, f"read {one.path}; it becomes {new}")))
        return say

    return _series("recover", prompt, script, {one.path: one.text}, one, v)


def changed_meanwhile(v: Vocabulary) -> Task:
    """Somebody else has saved the file: read it again, where the user says so or the tool does."""
    draw = v.draw
    one = sheet(v)
    prompt, becomes, rest = first_turn(v, one, file_form(draw, one.path))
    files = {one.path: one.text}
    start = {one.path: one.text}
    if becomes:
        raise Unsuitable("a question first")

    def script() -> Script:
        fine((yield read(one.path, f"read {one.path}")))
        return (yield from rest())

    before = one.text
    own = draw.sample(one.things, len(one.things))
    changed = draw.pick(own)[0]
    one.things = own
    one.text = "\n".join(one.shape.lines([thing for _, thing in own])[0]) + "\n"
    one.put(changed, fresh(v, changed.trait, one.value(changed)))
    between = one.text
    if between == before:
        raise Unsuitable("same")
    item = draw.pick([changed, *one.items()])
    if draw.chance(0.5):
        say = one.told(item)
        then = dressed(draw, phrases.CHANGED_IT, f=file_form(draw, one.path), n=item.spoken(draw))

        def script_then() -> Script:
            yield Meanwhile({one.path: between})
            fine((yield read(one.path, f"read {one.path}")))
            return say
    else:
        stale = Sheet(one.path, one.shape, [], before)
        new, old_value = fresh(v, item.trait, one.value(item)), one.value(item)
        line = one.line(item)
        plan, old, after, say = one.put(item, new)
        if line not in before.split("\n"):
            raise Unsuitable("nothing to try")
        first, old_first, after_first = lines_edit(Document(one.path, stale.text), [line], [one.line(item)], seen(before))  # fmt: skip
        then = dressed(draw, phrases.SET_ON, n=item.spoken(draw), new=new, old=old_value)

        def script_then() -> Script:
            yield Meanwhile({one.path: between})
            result = yield edit(one.path, old_first, after_first, first)
            if not result.is_error or "has changed since" not in result.content:
                raise Unsuitable(result.content)
            fine((yield read(one.path, f"{result.content}; read {one.path}")))
            fine((yield edit(one.path, old, after, plan)))
            return say

    second = Task("recover", then, script_then, ends={one.path: one.text})
    more = turns(v, one, 0, 2)
    return Task("read", prompt, script, files, ("read", "edit"), ends={**start}, alone=True, after=[second, *more])


def slipped_edit(v: Vocabulary) -> Task:
    """An edit whose `old` has other blanks or quotes than the file, or too little of the line: copy it exactly."""
    draw = v.draw
    one = sheet(v)
    item = draw.pick(one.items())
    old_value, text, line = one.value(item), one.text, one.line(item).strip()
    new = fresh(v, item.trait, old_value)
    plan, old, after, say = one.put(item, new)
    swaps = [("=", " = "), (" = ", "="), (": ", ":"), (" = ", ": "), ('"', "'"), ('"', ""), (" ", "  "), ("_", " "), ("_", "-"), ("-", "_"), (",", "")]  # fmt: skip
    wrong = [bad for a, b in swaps for bad in (line.replace(a, b), line.replace(a, b, 1)) if bad not in text]
    short = [part for part in (line[: len(line) // 2], old_value, item.thing) if text.count(part) > 1]
    slip = draw.pick([*wrong, *short])
    slip_new = one.line(item).strip()
    prompt = dressed(draw, phrases.SET, n=item.spoken(draw), f=file_form(draw, one.path), new=new, old=old_value)

    def script() -> Script:
        fine((yield read(one.path, f"read {one.path}; it becomes {new}")))
        result = yield edit(one.path, slip, slip_new, plan, slip=True)
        if not result.is_error:
            raise Unsuitable("edited")
        fine((yield edit(one.path, old, after, "the old text was not right; copy the whole line exactly")))
        return say

    return _series("recover", prompt, script, {one.path: text}, one, v)


def twin_lines(v: Vocabulary) -> Task:
    """The same line stands in several sections: the one that the user means needs a line around it."""
    draw = v.draw
    names, traits = things(v, draw.randint(2, 3)), draw.some(list(TRAITS), 2, 3)
    values = {trait: fresh(v, trait) for trait in traits}
    ending, head, row = draw.pick(
        [
            ("ini", "[{}]", "{} = {}"), ("conf", "[{}]", "{}={}"), ("yaml", "{}:", "  {}: {}"), ("txt", "{}", "- {}: {}"),
            ("md", "## {}", "* {}: {}"), ("cfg", "[{}]", "{}: {}"), ("txt", "* {}", "  {} - {}"), ("yml", "{}:", "    {}: {}"),
        ]
    )  # fmt: skip
    every = {name: {trait: values[trait] if draw.chance(0.7) else fresh(v, trait) for trait in traits} for name in names}  # fmt: skip
    gap = draw.chance(0.5)
    path = f"{stem(v)}.{ending}"

    def written() -> str:
        blocks = ["\n".join([head.format(name), *(row.format(*pair) for pair in own.items())]) for name, own in every.items()]  # fmt: skip
        return ("\n\n" if gap else "\n").join(blocks) + "\n"

    def turn(first: bool) -> Task:
        name, trait = draw.pick(names), draw.pick(traits)
        before, old_value = written(), every[name][trait]
        new = fresh(v, trait, old_value)
        line = row.format(trait, old_value)
        every[name][trait] = new
        text = written()
        lines, rows = before.split("\n"), text.split("\n")
        at = next(at for at, pair in enumerate(zip(lines, rows, strict=True)) if pair[0] != pair[1])
        back = 0
        while before.count("\n".join(lines[at - back : at + 1]).strip()) != 1 or not lines[at - back].strip():
            back += 1
        old, after = ("\n".join(part[at - back : at + 1]).strip() for part in (lines, rows))
        plan, _, _ = lines_edit(Document(path, line), [line], [rows[at]], seen(line))
        plan = f"line {at + 1}:{plan.partition(':')[2]}"
        slips = back > 0 and draw.chance(0.4)
        table = phrases.SET if first else phrases.SET_ON
        spoken = Item(name, trait).spoken(draw) if draw.chance(0.7) else f"the {trait} under {name}"
        if "_" in spoken or "-" in spoken or "`" in spoken:
            spoken = f"the {trait} of the {name}"
        prompt = dressed(draw, table, n=spoken, f=file_form(draw, path), new=new, old=old_value)

        def script() -> Script:
            if first:
                fine((yield read(path, f"read {path}; it becomes {new}")))
            if slips:
                result = yield edit(path, line.strip(), rows[at].strip(), plan, slip=True)
                if not result.is_error or "old is there" not in result.content:
                    raise Unsuitable(result.content)
                count = before.count(line.strip())
                fine((yield edit(path, old, after, f"it is there {count} times; the one under {name} is line {at + 1}")))  # fmt: skip
            else:
                fine((yield edit(path, old, after, plan)))
            return Say("edited; done", f"Changed line {at + 1} of {path}.")

        return Task("recover" if slips else "edit", prompt, script, ends={path: text})

    files = {path: written()}
    first, *more = (turn(at == 0) for at in range(draw.randint(2, 4)))
    first.files, first.needs, first.after, first.alone = files, ("read", "edit"), more, True
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, near_name),
    (2.5, other_folder),
    (1.5, near_folder),
    (2.5, no_file),
    (3, no_line),
    (1.5, already_so),
    (2, changed_meanwhile),
    (1.5, slipped_edit),
    (2, twin_lines),
    *jobs_refusals.JOBS,
    *jobs_hurdles_look.JOBS,
    *jobs_hurdles_run.JOBS,
]
