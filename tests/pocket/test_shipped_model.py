"""The model in the package does its jobs through the real agent and tools (`bench.pocket` scores all tasks)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bench.exam import TASKS
from bench.exam.sitting import attempt
from bench.exam.task import Script, Task, shell, write
from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model

SOLVED = {
    "create-parking",
    "create-countdown",
    "create-module-half",
    "create-csv",
    "read-flour",
    "read-versions",
    "read-port",
    "several-pools",
    "several-longer-part",
    "edit-speed",
    "edit-expose",
    "across-vat",
    "across-class-name",
    "fix-discount",
    "fix-no-return",
    "command-word-count",
    "find-gate-callers",
    "todo-shop-hours",
    "recover-no-edit",
    "talk-poem",
}
MAIN_JOB = Task(
    "main",
    "create",
    "create hello.py that prints hello and run it",
    Script((write("hello.py", 'print("hello")\n'), shell("python3 hello.py")), "It printed hello."),
    (),
    outputs={"python3 hello.py": "hello\n"},
    ran=(r"hello\.py",),
    answer_has=(("hello",),),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pocket() -> AsyncIterator[LocalChatModel]:
    entry = find_model("pocket")
    model = LocalChatModel(Engine.load(entry.directory), entry.name)
    yield model
    await model.close()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "task", [MAIN_JOB, *(task for task in TASKS if task.id in SOLVED)], ids=lambda task: str(task.id)
)
async def test_a_task_is_solved(task: Task, pocket: LocalChatModel) -> None:
    verdict = await attempt(pocket, task)
    assert verdict["solved"], (verdict["wrong"], verdict["transcript"])


def test_the_weights_are_small_enough_to_ship() -> None:
    weights = Path(find_model("pocket").directory) / "model.safetensors"
    assert 30e6 < weights.stat().st_size <= 40e6
