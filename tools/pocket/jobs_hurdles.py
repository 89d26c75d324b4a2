"""Going on after an obstacle: files with nearly the name, lines that are not there, edits and writes that are refused."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.pocket import jobs_hurdles_around, jobs_hurdles_edit, jobs_hurdles_look, jobs_hurdles_run, jobs_refusals
from tools.pocket import phrases_hurdles as phrases
from tools.pocket.contents import clear
from tools.pocket.contents_hurdles import (
    ENDINGS,
    Sheet,
    absent,
    alike,
    dressed,
    fine,
    first_turn,
    fresh,
    misnamed,
    opened,
    series,
    sheet,
    stem,
    turns,
)
from tools.pocket.phrasing import file_form
from tools.pocket.scene_values import lists
from tools.pocket.task import Call, Say, Script, Task, Unsuitable, edit, list_folder, read
from tools.pocket.words import Vocabulary


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


def near_name(v: Vocabulary) -> Task:
    """There is no file of that name, but one with nearly it: go on with that."""
    draw = v.draw
    one = sheet(v)
    folder = draw.pick(["", "", "", f"{draw.pick(lists()['dirname'])}/"])
    one.path = folder + one.path
    asked = misnamed(draw, one.path)
    files = {one.path: one.text, **{folder + path: text for path, text in _sheets(v, asked, one, 0).items()}}
    files |= _half_alike(v, asked, one)
    prompt, becomes, rest = first_turn(v, one, file_form(draw, asked))

    def script() -> Script:
        yield from opened(one.path, asked, becomes)
        return (yield from rest())

    return series(prompt, script, files, one, v)


def _elsewhere(one: Sheet, asked: str, becomes: str, rest: Callable[[], Script], look: Call | None) -> Script:
    """Read what the user names, list the folder where it is not there, `look` further, and go on with what is found."""
    result = yield read(asked, f"read {asked}{becomes}")
    if not result.is_error:
        raise Unsuitable("it is there")
    result = yield list_folder(f"{result.content}; list the folder")
    if look is not None:
        result = yield look
    if one.path not in result.content.split("\n"):
        raise Unsuitable(result.content)
    fine((yield read(one.path, f"{one.path}; read {one.path}{becomes}")))
    return (yield from rest())


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
    look = None if up else list_folder(f"{there}/; list {there}", path=there)
    if several:
        look = list_folder(f"{name} is not there; look for it", pattern=f"**/{name}")
    return series(prompt, lambda: _elsewhere(one, asked, becomes, rest, look), files, one, v)


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
    look = list_folder(f"{there}/; list {there}", path=there)
    return series(prompt, lambda: _elsewhere(one, asked, becomes, rest, look), files, one, v)


def no_file(v: Vocabulary) -> Task:
    """There is no such file, nor one of nearly its name: say so, and take the one that the user names then."""
    draw = v.draw
    one = sheet(v)
    asked = f"{stem(v)}.{draw.pick(ENDINGS)}"
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
    then = series(meant, script_then, files, one, v, low=0)
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


_APART: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (2, no_line),
    (1, near_name),
    *jobs_hurdles_edit.JOBS,
    *jobs_refusals.JOBS,
    (1.5, jobs_hurdles_look.nothing_in_it),
    *jobs_hurdles_run.JOBS,
    (1, jobs_hurdles_around.not_executable),
    (1, jobs_hurdles_around.no_program),
    (1.5, jobs_hurdles_around.lock),
    (1.5, jobs_hurdles_around.settings_first),
]
"""Those that go as they go whatever else lies in the folder."""


def one_after_the_other(v: Vocabulary) -> Task:
    """Several obstacles in one folder, so that what helped at one is not what helps at the next."""
    draw = v.draw
    first, *others = (draw.weighted(_APART)(v) for _ in range(draw.randint(2, 3)))
    for other in others:
        if not all(clear(path, {*first.files, *first.ends}) for path in {**other.files, **other.ends}):
            raise Unsuitable("same place")
        first.files, other.files = {**first.files, **other.files}, {}
        first.needs = tuple(sorted({*first.needs, *other.needs}))
        first.after += [other, *other.after]
        other.after = []
        if len(first.after) > 8:
            raise Unsuitable("long")
    first.alone = True
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (4, near_name),
    (2.5, other_folder),
    (1.5, near_folder),
    (2.5, no_file),
    (3, no_line),
    (14, one_after_the_other),
    *jobs_hurdles_edit.JOBS,
    *jobs_refusals.JOBS,
    *jobs_hurdles_look.JOBS,
    *jobs_hurdles_run.JOBS,
    *jobs_hurdles_around.JOBS,
]
