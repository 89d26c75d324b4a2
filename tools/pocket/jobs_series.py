"""Series: what is asked in one scene, one thing after the other, its files read once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tools.pocket.jobs_scenes import Player, asks, exact_words, files_of, texts_of
from tools.pocket.scene import Ask, Scene
from tools.pocket.scene_values import Values, prompt_of
from tools.pocket.task import Result, Task, Unsuitable
from tools.pocket.words import Vocabulary

FEWEST = 3
"""Things that are asked in a scene."""
_ACTIONS = {"read", "edit", "replace"}


def _simple(ask: Ask) -> bool:
    """Whether it is done by reading and editing alone, and nothing hinders it."""
    actions = [step.action for step in ask.steps]
    return "read" in actions and set(actions) <= _ACTIONS and not ask.refuse[0] and not any(s.loose for s in ask.steps)


@cache
def _scenes() -> list[tuple[Scene, list[Ask]]]:
    """The scenes in which enough is asked."""
    simple: dict[int, tuple[Scene, list[Ask]]] = {}
    for scene, ask in (pair for pairs in asks().values() for pair in pairs):
        if _simple(ask) and any("{{=" in path or path in " ".join(ask.prompts) for path, *_ in scene.files):
            simple.setdefault(id(scene), (scene, []))[1].append(ask)
    return [(scene, ways) for scene, ways in simple.values() if len(ways) >= FEWEST]


def series(v: Vocabulary) -> Task:
    """Some of what is asked in a scene."""
    draw = v.draw
    scene, ways = draw.pick(_scenes())
    chosen = draw.sample(ways, min(len(ways), draw.randint(FEWEST, 8)))
    values = Values(v)
    values.define([text for ask in chosen for text in texts_of(scene, ask)])
    files = files_of(scene, values)
    now, known = dict(files), dict[str, Result]()
    turns = []
    for ask in chosen:
        player = Player(scene.job, ask, values, now, known)
        if player.reckons():
            continue
        prompt = prompt_of(draw, draw.wordy(ask.prompts), values, exact_words(ask))
        turns.append(Task(scene.job, prompt, player.script, ends=now))
    if len(turns) < FEWEST:
        raise Unsuitable("too few")
    first, *first.after = turns
    first.files, first.needs = files, ("edit", "read")
    return first


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(1, series)]
