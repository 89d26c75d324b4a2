"""The exam is fair: its judge accepts each task's reference solution, and neither idling nor plausible mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.exam import TASKS, judge
from bench.exam.sitting import attempt
from bench.exam.task import Script, Task
from tests.fakes.fake_model import FakeChatModel, calls, says


async def _play(task: Task, script: Script) -> list[str]:
    model = FakeChatModel([*(calls(call) for call in script.calls), says(script.answer)])
    verdict = await attempt(model, task)
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


async def test_a_command_that_never_ends_is_a_fault_and_not_the_end_of_the_exam(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "LIMIT_S", 0.5)
    forever = "python3 -c 'while True: pass'; echo over"
    task = Task("endless", "fix", "Mend it.", Script(), (), outputs={forever: "over"})
    assert await _play(task, Script()) == [f"{forever} did not end in 0.5 s"]
