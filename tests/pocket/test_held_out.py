"""The held-out tasks share no phrasing and no shape of file with what the training generator makes.

Both are compared by normal forms: names, values, paths and numbers are taken out, the frame of the sentence or of the
file stays.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from bench.exam import TASKS
from tools.pocket import jobs_glossary, jobs_repairs, jobs_several
from tools.pocket.jobs_scenes import asks, play
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary
from tools.pocket.world import Generator

SAMPLE = 6000
COMMON = 12
"""A word that stands in this many sampled prompts belongs to the sentences' frames; a rarer one is a name or value."""

_TOKEN = re.compile(r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|[\w./@~-]*[./@~_\d][\w./@~-]*|[\w']+|[^\s\w]")


def _tokens(prompt: str) -> list[str]:
    return [token.strip(".") or token for token in _TOKEN.findall(prompt.lower())]


def _is_word(token: str) -> bool:
    return re.fullmatch(r"[a-z']+", token) is not None and not token.startswith("'")


@cache
def _sample() -> tuple[Task, ...]:
    generator = Generator(20_261)
    drawn = [generator.task() for _ in range(SAMPLE)]
    return (*(turn for task in drawn for turn in (task, *task.after)), *_written(generator.vocabulary))


def _written(v: Vocabulary) -> Iterator[Task]:
    """Every wording of scenes, of the glossary, of functions and over several files, however rarely it is drawn."""
    for scene, ask in itertools.chain.from_iterable(asks().values()):
        for prompt in ask.prompts:
            with suppress(Unsuitable):
                yield play(scene, replace(ask, prompts=[prompt]), v)
    for said in itertools.chain(jobs_glossary.every(v), jobs_repairs.every(v), jobs_several.every(v)):
        with suppress(Unsuitable):
            yield said()


@cache
def _frame_words() -> frozenset[str]:
    counts = Counter(word for task in _sample() for word in set(_tokens(task.prompt)) if _is_word(word))
    return frozenset(word for word, count in counts.items() if count >= COMMON)


def sentence_form(prompt: str) -> str:
    """The prompt with every value as `_`, runs of them as one, without punctuation at the end."""
    frame = _frame_words()
    form = " ".join(token if token in frame or not re.search(r"\w", token) else "_" for token in _tokens(prompt))
    return re.sub(r"(_ )+_", "_", form).rstrip(" .?!")


def file_form(text: str) -> tuple[str, ...]:
    """The lines with words as `w` and numbers as `n`, equal neighbours once."""
    lines: list[str] = []
    for line in text.splitlines():
        form = re.sub(r"[^\W\d_]+(?:[ _-][^\W\d_]+)*", "w", re.sub(r"\d+", "n", line))
        if not lines or lines[-1] != form:
            lines.append(form)
    return tuple(lines)


def test_the_normal_form_sees_through_names_and_values() -> None:
    assert sentence_form("Change brimble to 80 in a.toml.") == sentence_form("change zorkel to 'x y' in lib/b.json")
    assert sentence_form("Change brimble to 80 in a.toml") != sentence_form("In a.toml, change brimble to 80")
    assert file_form("a = 1\nb_c = 22\n") == file_form("xyz = 3\n")
    assert file_form("a: 1\n") != file_form("a = 1\n")


@pytest.mark.timeout(300)
def test_no_held_out_prompt_is_phrased_as_in_training() -> None:
    trained = {sentence_form(task.prompt) for task in _sample()}
    assert len(trained) > SAMPLE / 4
    assert [task.id for task in TASKS if sentence_form(task.prompt) in trained] == []


@pytest.mark.timeout(300)
def test_no_held_out_file_of_several_lines_is_shaped_as_in_training() -> None:
    trained = {file_form(text) for task in _sample() for text in task.files.values()}
    shared = {
        f"{task.id}: {path}"
        for task in TASKS
        for path, text in task.files.items()
        if len(file_form(text)) > 2 and file_form(text) in trained
    }
    assert shared == set()
