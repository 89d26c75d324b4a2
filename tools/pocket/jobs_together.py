"""Jobs of several things at once, put together from what is asked in the scenes, and mostly worked off with a list."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from tools.pocket import phrases_steps as phrases
from tools.pocket.contents import clear
from tools.pocket.draw import Draw, wordiness
from tools.pocket.jobs_scenes import asks, play
from tools.pocket.scene import Ask, Scene
from tools.pocket.task import Call, Meanwhile, Say, Script, Task, Unsuitable, Unusable, todo
from tools.pocket.words import Vocabulary

_JOBS = ((5, "edit"), (4, "create"), (3, "command"), (2, "read"))
_WORDS = 6, 26
"""That one of the things may have."""
_TRIES = 40
_LONGEST = 130
"""Characters of an entry of the list."""


@dataclass(slots=True)
class _Part:
    """One of the things: begun, so that the list can say what is to be done first."""

    task: Task
    script: Script
    first: Call

    @classmethod
    def of(cls, task: Task) -> _Part:
        """The task of one of the things, begun."""
        script = task.script()
        first = next(script)
        if not isinstance(first, Call):
            raise Unsuitable("no call")
        return cls(task, script, first)

    @property
    def text(self) -> str:
        """What the list says: all that the user does, so that whoever comes to it needs to look no further back."""
        said = self.task.prompt.rstrip(".!")
        capital = said[1:2].isupper() or said[:2] in ("I ", "I'")
        return said if capital else said[:1].lower() + said[1:]


def _simple(ask: Ask) -> bool:
    actions = [step.action for step in ask.steps]
    return bool(actions) and not ask.refuse[0] and len(actions) <= 4 and not {"list", "search", "todo"} & set(actions)


@cache
def _ways(job: str) -> tuple[list[tuple[Scene, Ask, str]], list[int]]:
    """The wordings, and the sums of their weights."""
    every = [
        (scene, ask, wording)
        for scene, ask in asks()[job]
        if _simple(ask)
        for wording in ask.prompts
        if "\\n" not in wording and _WORDS[0] <= len(wording.split()) <= _WORDS[1]
    ]
    return every, list(itertools.accumulate(wordiness(wording) for *_, wording in every))


def _parts(v: Vocabulary, count: int) -> list[_Part]:
    """Things that do not get into each other's way."""
    parts: list[_Part] = []
    taken: set[str] = set()
    for _ in range(_TRIES):
        ways, sums = _ways(v.draw.weighted(_JOBS))
        scene, ask, wording = ways[bisect.bisect_right(sums, v.draw.random() * sums[-1])]
        try:
            part = _Part.of(play(scene, replace(ask, prompts=[wording]), v))
        except (Unsuitable, ValueError):
            continue
        paths = {*part.task.files, *part.task.ends}
        named = part.first.name != "write" or str(part.first.arguments["path"]) in part.task.prompt
        if part.task.alone or not named or len(part.text) > _LONGEST or not all(clear(path, taken) for path in paths):
            continue
        if part.text in (other.text for other in parts):
            continue
        parts.append(part)
        taken |= paths
        if len(parts) == count:
            return parts
    raise Unsuitable("parts")


def _ended(text: str) -> str:
    return text if text[-1] in ".?!:" else f"{text}."


def _prompt(draw: Draw, said: list[str], asked: bool) -> str:
    """All of it in one message, with the wish for a list before or behind it."""
    lists = draw.wordy(phrases.LISTED) if asked else ""
    before = asked and draw.chance(0.6)
    intro = lists if before else draw.pick(phrases.INTROS) if draw.chance(0.6) else ""
    intro = intro[:1].upper() + intro[1:]
    match draw.randrange(5):
        case 0:
            body = "\n".join(f"{number}{draw.pick('..)')} {one}" for number, one in enumerate(said, 1))
        case 1:
            mark = draw.pick(["- ", "* ", "- [ ] "])
            body = "\n".join(mark + one for one in said)
        case 2:
            body = " ".join(f"({number}) {_ended(one)}" for number, one in enumerate(said, 1))
        case 3:
            heads = [draw.pick(["First: ", "1st: ", "First of all: "]), "Then: ", "Next: ", "After that: "][
                : len(said) - 1
            ]
            body = " ".join(head + _ended(one) for head, one in zip([*heads, "Finally: "], said, strict=True))
        case _:
            body = " ".join(map(_ended, said))
    apart = "\n" if "\n" in body else " "
    if intro:
        body = f"{intro.rstrip('.:')}{':' if apart == chr(10) or not lists else '.'}{apart}{body}"
    if asked and not before:
        body += f"{apart}{_ended(lists[0].upper() + lists[1:])}"
    return body


def together(v: Vocabulary) -> Task:
    """Two to four things that have nothing to do with each other, or no more than that one person wants them."""
    draw = v.draw
    parts = _parts(v, draw.weighted([(4, 2), (4, 3), (1, 4)]))
    asked = draw.chance(0.85)
    texts = [part.text for part in parts]
    files = {path: text for part in parts for path, text in part.task.files.items()}
    unsure = any(not part.task.ends for part in parts)
    ends: dict[str, str | None] = {}

    def script() -> Script:
        if asked:
            yield todo(texts, 0, f"{len(parts)} steps; write them down")
        told = []
        for number, part in enumerate(parts):
            ahead = "" if asked else f"step {number + 1} of {len(parts)}: "
            step: Call | Unusable | Meanwhile = replace(part.first, plan=ahead + part.first.plan)
            try:
                while True:
                    step = part.script.send((yield step))
            except StopIteration as end:
                said: Say = end.value
            told.append(said.text)
            ends.update({} if unsure else part.task.ends)  # a scene knows them when it was played
            if asked:
                following = f"next: {texts[number + 1]}" if number + 1 < len(parts) else "all done"
                yield todo(texts, number + 1, f"{said.plan}; {texts[number]} is done; {following}")
        return Say("all steps done; report", "\n".join(told))

    needs = {need for part in parts for need in part.task.needs} | ({"todo"} if asked else set())
    prompt = _prompt(draw, [part.task.prompt for part in parts], asked)
    without = () if asked else ("todo",)
    return Task("todo" if asked else "steps", prompt, script, files, tuple(sorted(needs)), ends=ends, without=without)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, together)]
