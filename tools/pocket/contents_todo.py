"""Lists of things to do, with marks for what is done."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from tools.pocket.contents_neighbours import Row, Sheet
from tools.pocket.draw import Draw
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary

_VERBS = {
    "things": "paint painted painted painting|clean cleaned cleaned cleaning|wash washed washed washing|repair repaired repaired repairing|measure measured measured measuring|sell sold sold selling|buy bought bought buying|order ordered ordered ordering|move moved moved moving|polish polished polished polishing|fetch fetched fetched fetching|oil oiled oiled oiling|replace replaced replaced replacing|photograph photographed photographed photographing",
    "papers": "write wrote written writing|sign signed signed signing|send sent sent sending|print printed printed printing|scan scanned scanned scanning|translate translated translated translating|check checked checked checking|copy copied copied copying|file filed filed filing|pay paid paid paying|update updated updated updating",
    "code": "test tested tested testing|review reviewed reviewed reviewing|document documented documented documenting|deploy deployed deployed deploying|rewrite rewrote rewritten rewriting|remove removed removed removing|merge merged merged merging|write wrote written writing|translate translated translated translating",
    "people": "call called called calling|visit visited visited visiting|thank thanked thanked thanking|invite invited invited inviting|pay paid paid paying|remind reminded reminded reminding|ask asked asked asking",
}  # fmt: skip
_OBJECTS = {
    "things": ("kitchen cellar garden front back garage".split(), "door window table floor lamp shelf curtain fence gate bench".split()),
    "papers": ("tax rent work travel insurance school club".split(), "letter form report contract invoice list plan certificate".split()),
    "code": ("login search export import payment upload admin".split(), "page module form button script test menu dialog".split()),
    "people": ("new old upstairs downstairs other".split(), "neighbour landlord dentist teacher plumber electrician boss trainer".split()),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to do, with the forms of its verb."""

    base: str
    did: str
    past: str
    gerund: str
    object: str

    @property
    def text(self) -> str:
        """What a list says."""
        return f"{self.base} {self.object}"


_FORMS: list[tuple[str, list[str], str, str, str]] = [
    (".md", [], "- [{s}] {x}", " ", "x"), (".md", ["# To do", ""], "* [{s}] {x}", " ", "x"), (".txt", [], "[{s}] {x}", " ", "x"), (".txt", [], "[{s}] {x}", " ", "X"), (".org", [], "* {s} {x}", "TODO", "DONE"), (".txt", [], "{s}: {x}", "todo", "done"), (".txt", [], "({s}) {x}", "-", "+"),
    (".csv", ["task,state"], "{x},{s}", "open", "done"), (".csv", ["task,done"], "{x},{s}", "no", "yes"), (".md", ["| what | state |", "| --- | --- |"], "| {x} | {s} |", "open", "done"), (".yaml", [], "- {{task: {x}, done: {s}}}", "false", "true"), (".txt", [], "{x} - {s}", "open", "done"), (".jsonl", [], '{{"task": "{x}", "done": {s}}}', "false", "true"),
]  # fmt: skip


def _chore(draw: Draw, kind: str) -> Chore:
    firsts, lasts = _OBJECTS[kind]
    thing = draw.pick(lasts) if draw.chance(0.25) else f"{draw.pick(firsts)} {draw.pick(lasts)}"
    base, did, past, gerund = draw.pick(_VERBS[kind].split("|")).split()
    return Chore(base, did, past, gerund, f"the {thing}")


def chores(v: Vocabulary) -> tuple[Sheet, list[tuple[Row, Chore]], Callable[[], Chore], tuple[str, str]]:
    """A list, its rows with what each is about, a maker of more of the kind, and the marks for open and done."""
    draw = v.draw
    kind = draw.pick(list(_VERBS))
    pool = [_chore(draw, kind) for _ in range(4)]
    # The same thing to be done to others, and something else to the same.
    pool += [Chore(a.base, a.did, a.past, a.gerund, b.object) for a, b in itertools.pairwise(pool)]
    pool = list({chore.text: chore for chore in pool}.values())
    count = draw.randint(5, 7)
    if len(pool) < count:
        raise Unsuitable("few")
    ending, head, form, todo, done = draw.pick(_FORMS)
    upper = draw.chance(0.4)
    lines = list(head)
    rows: list[tuple[Row, Chore]] = []
    for chore in draw.sample(pool, count):
        text = chore.text[0].upper() + chore.text[1:] if upper else chore.text
        row = Row(len(lines), "", chore.text, text, [draw.pick([todo, todo, done])], ["mark"], lambda row: form.format(s=row.values[0], x=row.key))  # fmt: skip
        rows.append((row, chore))
        lines.append(row.line())

    def another() -> Chore:
        chore = _chore(draw, kind)
        if any(chore.text == one.text for _, one in rows):
            raise Unsuitable("twin")
        return chore

    return Sheet(v.path(ending, nested=0.15), "todo", lines, [row for row, _ in rows]), rows, another, (todo, done)
