"""Turns of the real agent with the real tools can be undone, whatever ended them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.events import CallOutput, CallStarted
from localcoder.config.settings import Permissions
from localcoder.permissions.commands import only_reads
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext
from localcoder.tools.edit import EditTool
from localcoder.tools.read import ReadTool
from localcoder.tools.shell import ShellTool
from localcoder.tools.write import WriteTool
from localcoder.workspace.checkpoints import Checkpoints, UndoRefused
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from localcoder.workspace.survey import Limits
from tests.agent.acting import FakeApprover, end_of, notices_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says


def agent_in(folder: Path, script: Iterable[Any], limits: Limits | None = None) -> Agent:
    work = folder / "work"
    work.mkdir()
    roots = Roots(work)
    context = ToolContext(roots, ReadRegistry(), Sandbox(False, "not in tests"))
    context.checkpoints = Checkpoints(roots.folders, folder / "checkpoints", limits=limits)
    tools = (ReadTool(), WriteTool(), EditTool(), ShellTool())
    policy = Policy("full", Permissions(), roots)
    return Agent(FakeChatModel(script), tools, policy, context, FakeApprover(), system="You are a test.")


def texts(agent: Agent) -> dict[str, str]:
    work = agent.context.cwd
    return {str(path.relative_to(work)): path.read_text() for path in sorted(work.rglob("*")) if path.is_file()}


async def test_edits_writes_and_commands_of_one_turn_are_undone_together(tmp_path: Path) -> None:
    agent = agent_in(
        tmp_path,
        [
            calls(("read", {"path": "a.txt"})),
            calls(
                ("edit", {"path": "a.txt", "old": "one", "new": "two"}), ("write", {"path": "n/b.txt", "content": "b"})
            ),
            calls(("shell", {"command": "rm gone.txt; echo c >c.txt; echo more >>a.txt"})),
            says("Done."),
        ],
    )
    (agent.context.cwd / "a.txt").write_text("one\n")
    (agent.context.cwd / "gone.txt").write_text("precious\n")
    before = texts(agent)
    assert end_of(await turn(agent)).status == "done"
    after = texts(agent)
    assert after == {"a.txt": "two\nmore\n", "c.txt": "c\n", "n/b.txt": "b"}
    assert agent.context.checkpoints is not None
    agent.context.checkpoints.undo()
    assert texts(agent) == before
    agent.context.checkpoints.redo()
    assert texts(agent) == after


async def test_an_edit_after_an_undo_must_read_the_file_again(tmp_path: Path) -> None:
    agent = agent_in(
        tmp_path,
        [
            calls(("read", {"path": "a.txt"})),
            calls(("edit", {"path": "a.txt", "old": "one", "new": "two"})),
            says("Done."),
            calls(("edit", {"path": "a.txt", "old": "o", "new": "0"})),
            says("Done."),
        ],
    )
    (agent.context.cwd / "a.txt").write_text("one\n")
    await turn(agent)
    assert agent.context.checkpoints is not None
    agent.context.checkpoints.undo()
    await turn(agent)
    assert texts(agent) == {"a.txt": "one\n"}
    assert "has changed since it was read" in agent.messages[-2].content


async def test_what_an_interrupted_command_had_done_is_undone(tmp_path: Path) -> None:
    agent = agent_in(tmp_path, [calls(("shell", {"command": "echo half >a.txt; echo ready; sleep 600"}))])
    events = []
    async for event in agent.run("go"):
        events.append(event)
        if isinstance(event, CallOutput):
            agent.interrupt()
    assert end_of(events).status == "interrupted"
    assert texts(agent) == {"a.txt": "half\n"}
    assert agent.context.checkpoints is not None
    agent.context.checkpoints.undo()
    assert texts(agent) == {}


async def test_a_turn_that_is_interrupted_at_once_leaves_nothing_open(tmp_path: Path) -> None:
    agent = agent_in(tmp_path, [calls(("write", {"path": "a", "content": "1"})), says("x"), calls()])
    async for event in agent.run("go"):
        if isinstance(event, CallStarted):
            agent.interrupt()
    assert agent.context.checkpoints is not None
    with pytest.raises(UndoRefused, match="nothing to undo"):
        agent.context.checkpoints.undo()


async def test_before_a_command_that_only_reads_nothing_is_stored(tmp_path: Path) -> None:
    agent = agent_in(tmp_path, [calls(("shell", {"command": "cat a.txt | wc -l"})), says("One.")])
    (agent.context.cwd / "a.txt").write_text("one\n")
    await turn(agent)
    assert not (tmp_path / "checkpoints").exists()


async def test_what_a_checkpoint_does_not_cover_is_a_notice_before_the_command_runs(tmp_path: Path) -> None:
    agent = agent_in(tmp_path, [calls(("shell", {"command": "rm big"})), says("Gone.")], Limits(file_bytes=3))
    (agent.context.cwd / "big").write_text("large")
    assert any("/undo does not cover big" in text for text in notices_of(await turn(agent)))


@pytest.mark.parametrize(
    "command", ["ls -la", "cat a | grep b && git status", "x=1; echo $x >/dev/null", "find . -name a"]
)
def test_these_only_read(command: str) -> None:
    assert only_reads(command)


@pytest.mark.parametrize(
    "command", ["rm a", "ls; rm a", "echo a >b", "cat a &", "git checkout -- .", "PATH=. ls", "$x", "make", "ls `rm a`"]
)
def test_these_may_do_more(command: str) -> None:
    assert not only_reads(command)
