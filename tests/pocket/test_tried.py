"""A repair that searches takes back what does not help, and ends with a module that passes."""

from __future__ import annotations

import json
import re

import pytest

from tests.pocket.test_jobs import plays, text_of
from tools.pocket import jobs_tried
from tools.pocket.contents_small import patterns, small
from tools.pocket.draw import Draw
from tools.pocket.functions import faults
from tools.pocket.task import Unsuitable
from tools.pocket.tries import Step
from tools.pocket.words import Vocabulary

NAMES = ["elementary", "catalogued", "series", "both", "again", "data"]


@pytest.mark.parametrize("at", range(len(jobs_tried.JOBS)), ids=NAMES)
async def test_the_files_end_as_they_should_and_nothing_tried_stays(at: int) -> None:
    async for task, conversation, folder in plays(jobs_tried.JOBS[at][1], f"tried {at}", 12):
        for turn in (task, *task.after):
            assert all(text_of(folder, path) == text for path, text in turn.ends.items()) or at == 4
        messages = conversation.messages
        for said in (message["content"] for message in messages if not message.get("tool_calls")):
            for path, number, line in re.findall(r"In (\S+) line (\d+) is now `(.+?)`\. ", said):
                assert task.after or text_of(folder, path).split("\n")[int(number) - 1].strip() == line
        for slip in conversation.slips:
            assert [call["name"] for call in messages[slip + 2]["tool_calls"]] == ["shell"]
            behind = messages[slip + 4]
            tried = json.loads(messages[slip]["tool_calls"][0]["arguments"])
            taken_back = json.loads(behind["tool_calls"][0]["arguments"])
            assert (
                "still wrong; line " in behind["reasoning"]
                and tried["new"].split("\n")[-1].strip() in taken_back["old"]
            )


async def test_up_to_three_tries_come_before_the_right_one() -> None:
    counts = set()
    async for _, conversation, _ in plays(jobs_tried.JOBS[0][1], "how many", 60):
        counts.add(len(conversation.slips))
    assert counts == {0, 1, 2, 3}


def test_going_elsewhere_takes_a_call_more_than_trying_again_here() -> None:
    assert Step(["a"], ["b"]).calls == 2
    assert Step(["a"], ["b"], [("a", "c")]).calls == 4
    assert Step(["a"], ["b"], [("x", "y")]).calls == 5


@pytest.mark.parametrize("number", range(len(patterns())))
def test_a_small_function_is_right_and_each_mistake_is_another_line(number: int) -> None:
    pattern = patterns()[number]
    assert pattern.call and pattern.mistakes, pattern.does
    assert all(pattern.code[at] != line for at, line in pattern.mistakes), pattern.does


def test_what_small_functions_are_called_with_works() -> None:
    v = Vocabulary(Draw("small"))
    made = 0
    for _ in range(400):
        try:
            one = small(v, "module")
        except Unsuitable:
            continue
        made += 1
        assert not [fault for fault in faults(one.entry) if re.search(r" fails: |cannot be written", fault)]
    assert made > 300
