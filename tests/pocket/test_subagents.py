"""Eight subagents on the shipped model at once do, token for token, what each does alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bench.agents import TOGETHER, Asker, alone, together, without_ids
from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model
from localcoder.sessions.journal import Journal, load


@pytest_asyncio.fixture
async def pocket() -> AsyncIterator[LocalChatModel]:
    entry = find_model("pocket")
    model = LocalChatModel(Engine.load(entry.directory, backend="torch"), entry.name)
    yield model
    await model.close()


async def test_eight_at_once_say_and_do_what_each_says_and_does_alone(pocket: LocalChatModel, tmp_path: Path) -> None:
    expected = {}
    for task in TOGETHER:
        folder = tmp_path / "alone" / task.id
        folder.mkdir(parents=True)
        expected[task.id], end = await alone(pocket, task, folder)
        assert end.status == "done"
    shared = tmp_path / "together"
    shared.mkdir()
    journal = Journal.create(tmp_path / "sessions", shared, "pocket")
    asker = Asker(pocket, TOGETHER)
    end = await together(asker, TOGETHER, shared, journal)
    journal.close()
    assert end.status == "done"
    assert asker.peak == len(TOGETHER) == 8
    loaded = load(journal.path)
    assert loaded.problems == ()
    assert {subagent.name: without_ids(subagent.messages) for subagent in loaded.subagents} == expected
    for folder in (tmp_path / "alone").iterdir():
        for path in folder.rglob("*"):
            assert path.is_dir() or (shared / path.relative_to(folder)).read_bytes() == path.read_bytes()
