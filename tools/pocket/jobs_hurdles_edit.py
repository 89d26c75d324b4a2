"""Edits that do not go as first meant: it is so already, the file has changed, `old` is not right or not unique."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import phrases_hurdles as phrases
from tools.pocket.contents import Document
from tools.pocket.contents_hurdles import (
    TRAITS,
    Item,
    Sheet,
    already,
    dressed,
    fine,
    first_turn,
    fresh,
    misnamed,
    opened,
    seen,
    series,
    sheet,
    stem,
    things,
    turns,
)
from tools.pocket.jobs_edit import lines_edit
from tools.pocket.phrasing import file_form
from tools.pocket.task import Meanwhile, Say, Script, Task, Unsuitable, edit, read
from tools.pocket.words import Vocabulary


def already_so(v: Vocabulary) -> Task:
    """It is as it should become: say so, then go on."""
    draw = v.draw
    one = sheet(v)
    item = draw.pick(one.items())
    say = already(one, item)
    table = [text for text in phrases.SET if "{old}" not in text]
    new = one.value(item)
    asked = misnamed(draw, one.path) if draw.chance(0.3) else one.path
    prompt = dressed(draw, table, n=item.spoken(draw), f=file_form(draw, asked), new=new)

    def script() -> Script:
        yield from opened(one.path, asked, f"; it becomes {new}")
        return say

    return series(prompt, script, {one.path: one.text}, one, v)


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
    asked = misnamed(draw, one.path) if draw.chance(0.3) else one.path
    prompt = dressed(draw, phrases.SET, n=item.spoken(draw), f=file_form(draw, asked), new=new, old=old_value)

    def script() -> Script:
        yield from opened(one.path, asked, f"; it becomes {new}")
        result = yield edit(one.path, slip, slip_new, plan, slip=True)
        if not result.is_error:
            raise Unsuitable("edited")
        fine((yield edit(one.path, old, after, "the old text was not right; copy the whole line exactly")))
        return say

    return series(prompt, script, {one.path: text}, one, v)


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
    (1.5, already_so),
    (2, changed_meanwhile),
    (1.5, slipped_edit),
    (2, twin_lines),
]
