"""The exam is fair: its judge accepts each task's reference solution, and neither idling nor plausible mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.exam import TASKS
from bench.exam.sitting import attempt
from bench.exam.task import Script, Task
from localcoder.tools.todo import TodoTool
from tests.fakes.fake_model import FakeChatModel, calls, says


async def _play(task: Task, script: Script) -> list[str]:
    model = FakeChatModel([*(calls(call) for call in script.calls), says(script.answer)])
    verdict = await attempt(model, task, [TodoTool()])
    assert len(model.asked) == len(script.calls) + 1, "the script was not played to its end"
    return list(verdict["wrong"])


def test_there_are_two_hundred_tasks_over_all_jobs() -> None:
    assert len(TASKS) == len({task.id for task in TASKS}) == len({task.prompt for task in TASKS}) == 200
    by_job = Counter(task.job for task in TASKS)
    assert len(by_job) == 11
    assert min(by_job.values()) >= 14


@pytest.mark.parametrize("task", TASKS, ids=lambda task: str(task.id))
async def test_only_what_solves_a_task_is_accepted(task: Task) -> None:
    assert await _play(task, task.reference) == []
    assert await _play(task, Script()) != [], "idling was accepted"
    assert task.wrong
    for script in task.wrong:
        assert await _play(task, script) != [], script
