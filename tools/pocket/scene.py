"""Scenes: small folders, what people ask about them in their own words, and how it is done.

Other jobs draw sentence, file and value apart from one another, which teaches to copy; scenes teach what words mean.
They are texts, in `scenes/*.txt`, so that many can be written:

    == read                          a scene, and the job that it is counted for
    --- Dockerfile                   a file; with `--- ~path` its lines come in any order
    FROM debian:{{tag:int 9 14}}
    USER {{user:word}}
    ? does our [image|container] run as root? if not, as whom? Dockerfile should tell
    > read Dockerfile | as whom it runs
    = USER {{user}}
    ! It runs as {{user}}.

`?` is what the user says; of several in a row one is drawn (`[a|b]` is a choice, `\\n` the end of a line). Then come
the assistant's steps: `> action | thought`, where `read`, `list`, `search`, `run`, `write`, `edit`, `replace` (each
occurrence) and `todo` are actions. `-` and `+` after an edit are the old and the new lines, `+` after `write` the text,
`*` the steps of the list, of which `> todo 1` has one done. `=` is a line of the last result, which the next thought
quotes. `!` is the answer. What a thought adds to a look or a new file is not learnt, but for what something becomes
(`world.decided`). An action whose result may be an error or an exit code is `read!`, `run!` and so on.
`% shell: words` before them is a tool that the user refuses, with these words.

`{{name:kind}}` draws a value, which `{{name}}` is everywhere in the scene; `{{word}}` alone is both. Kinds are those of
`scene_values.KINDS`, the lists in `lists.txt`, `int LOW HIGH`, and `=a|b|c`. `{{= a + b}}` computes; `{{out}}` is what
was printed last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

WEIGHTS = {
    "create": 17,
    "read": 9,
    "several": 11,
    "edit": 9,
    "across": 11,
    "fix": 12,
    "command": 16,
    "find": 14,
    "todo": 6,
    "recover": 12,
    "talk": 16,
}
"""How often a scene is of each job: what is harder comes more often, however many were written."""
ACTIONS = ("read", "list", "search", "run", "write", "edit", "replace", "todo")
_STEP = re.compile(r"(\w+)(!?)(?: +([^|\s].*?))?(?: +\| *(.*))?")


@dataclass(slots=True)
class Step:
    """One action; `lines` are those that follow it, with their marks."""

    action: str
    argument: str
    thought: str
    loose: bool
    quotes: list[str]
    """Lines of the result before, which the thought quotes."""
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Ask:
    """What the user wants, in several wordings, and how it is done."""

    prompts: list[str]
    steps: list[Step] = field(default_factory=list)
    refuse: tuple[str, str] = ("", "")
    quotes: list[str] = field(default_factory=list)
    """For the last thought."""
    items: list[str] = field(default_factory=list)
    answer: str = ""


@dataclass(slots=True)
class Scene:
    """`files` are path, whether lines may be shuffled, and lines; `place` says where it is written."""

    job: str
    place: str
    files: list[tuple[str, bool, list[str]]] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)


def parse(text: str, name: str) -> list[Scene]:
    """The scenes of a text.

    Raises:
        ValueError: a line that cannot be understood; the message has its number.
    """
    scenes: list[Scene] = []
    quotes: list[str] = []
    in_files = False
    for number, line in enumerate(text.split("\n"), 1):
        mark, rest = line[:2], line[2:]
        scene = scenes[-1] if scenes else None
        if mark == "==":
            scenes.append(Scene(rest.strip(), f"{name}:{number}"))
            if scenes[-1].job not in WEIGHTS:
                raise ValueError(f"{name}:{number}: no job: {line}")
            in_files = False
        elif scene is None:
            if line.strip() and not line.startswith("#"):
                raise ValueError(f"{name}:{number}: not in a scene: {line}")
        elif line.startswith("--- "):
            path = line[4:].strip()
            scene.files.append((path.removeprefix("~"), path.startswith("~"), []))
            in_files = True
        elif mark == "? ":
            in_files = False
            if not scene.asks or scene.asks[-1].answer:
                scene.asks.append(Ask([]))
            scene.asks[-1].prompts.append(rest)
        elif in_files:
            scene.files[-1][2].append(line)
        elif not line.strip():
            continue
        elif not scene.asks:
            raise ValueError(f"{name}:{number}: nobody asked: {line}")
        else:
            ask = scene.asks[-1]
            if mark == "> ":
                found = _STEP.fullmatch(rest)
                if found is None or found[1] not in ACTIONS:
                    raise ValueError(f"{name}:{number}: no action: {line}")
                ask.steps.append(Step(found[1], (found[3] or "").strip(), found[4] or "", bool(found[2]), quotes))
                quotes = []
            elif mark == "= ":
                quotes.append(rest)
            elif mark == "* ":
                ask.items.append(rest)
            elif mark == "% ":
                tool, _, words = rest.partition(":")
                ask.refuse = tool.strip(), words.strip()
            elif mark in ("- ", "+ ", "+", "-") and ask.steps:
                ask.steps[-1].lines.append((mark[0], rest))
            elif mark == "! ":
                ask.answer, ask.quotes, quotes = rest, quotes, []
            else:
                raise ValueError(f"{name}:{number}: not understood: {line}")
    for scene in scenes:
        for _, _, lines in scene.files:
            while lines and not lines[-1].strip():
                lines.pop()
        if not scene.asks or not all(ask.answer for ask in scene.asks):
            raise ValueError(f"{scene.place}: somebody gets no answer")
    return scenes
