"""Several agents and the same files: no change of one is lost to another, with the real tools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import CallFinished, Event, SubagentEvent
from localcoder.chat.messages import Message
from localcoder.config.settings import Settings
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.checkpoints import Checkpoints
from tests.agent.acting import Stage, end_of, results_of, turn
from tests.fakes.fake_model import Reply, calls, says
from tests.fakes.fake_troupe import FakeTroupe, Part, task_call

EIGHT = tuple(f"line {number}" for number in range(8))
READ = calls(("read", {"path": "f.txt"}))


def agent_of(stage: Stage, script: Sequence[Part], **scripts: Sequence[Part]) -> Agent:
    model = FakeTroupe(scripts={"do it": script, **scripts})
    tools = builtin_tools(Settings(), "full")
    # Who is refused again and again seems to go in circles; here it may.
    agent = stage.agent(model=model, tools=tools, max_turns=90, answers=[Answer("always")] * 8)
    agent.context.checkpoints = Checkpoints([stage.folder], stage.folder.parent / "kept")
    return agent


def errors_of(events: Sequence[Event]) -> list[str]:
    inner = [event.event for event in events if isinstance(event, SubagentEvent)]
    return [event.content for event in inner if isinstance(event, CallFinished) and event.is_error]


def persists(act: Reply) -> Callable[[Sequence[Message]], Reply]:
    """What a model does that reads again whenever it is told to, and tries again."""

    def reply(messages: Sequence[Message]) -> Reply:
        last, call = messages[-1], messages[-2].tool_calls[0].name if len(messages) > 2 else ""
        if last.role == "user" or last.is_error:
            return READ
        return act if call == "read" else says("done")

    return reply


async def test_eight_that_edit_one_file_at_once_lose_no_edit(stage: Stage) -> None:
    path = stage.folder / "f.txt"
    path.write_text("".join(f"{line}\n" for line in EIGHT))
    together = asyncio.Barrier(8)
    scripts: dict[str, Sequence[Part]] = {}
    for line in EIGHT:
        again = persists(calls(("edit", {"path": "f.txt", "old": f"{line}\n", "new": f"{line} changed\n"})))
        scripts[line] = [READ, together, *[again] * 40]
    agent = agent_of(stage, [task_call(*EIGHT), says("end")], **scripts)
    events = await turn(agent)
    assert end_of(events).status == "done"
    assert path.read_text() == "".join(f"{line} changed\n" for line in EIGHT)
    refused = errors_of(events)
    assert len(refused) >= 7 and all("has changed since it was read" in error for error in refused)
    assert agent.context.checkpoints is not None
    await asyncio.to_thread(agent.context.checkpoints.undo)
    assert path.read_text() == "".join(f"{line}\n" for line in EIGHT)


async def test_of_two_that_create_one_file_the_second_has_to_read_it(stage: Stage) -> None:
    together = asyncio.Barrier(2)
    scripts: dict[str, Sequence[Part]] = {
        name: [together, calls(("write", {"path": "new.txt", "content": name}))] for name in ("a", "b")
    }
    events = await turn(agent_of(stage, [task_call("a", "b"), says("end")], **scripts))
    (error,) = errors_of(events)
    assert "exists and was not read yet" in error
    assert (stage.folder / "new.txt").read_text() in ("a", "b")


async def test_the_parent_reads_again_what_a_subagent_changed(stage: Stage) -> None:
    path = stage.folder / "f.txt"
    path.write_text("old\n")
    overwrite = calls(("write", {"path": "f.txt", "content": "parent\n"}))
    agent = agent_of(
        stage,
        [READ, task_call("a"), overwrite, READ, overwrite, says("end")],
        a=[READ, calls(("edit", {"path": "f.txt", "old": "old", "new": "child"}))],
    )
    results = results_of(await turn(agent))
    assert "has changed since it was read" in results[2].content
    assert [result.is_error for result in results] == [False, False, True, False, False]
    assert path.read_text() == "parent\n"


async def test_what_the_parent_read_a_subagent_has_not(stage: Stage) -> None:
    (stage.folder / "f.txt").write_text("old\n")
    write = calls(("write", {"path": "f.txt", "content": "x"}))
    events = await turn(agent_of(stage, [READ, task_call("a"), says("end")], a=[write]))
    assert "was not read yet" in errors_of(events)[0]
    assert (stage.folder / "f.txt").read_text() == "old\n"


async def test_a_command_of_one_makes_another_read_again(stage: Stage) -> None:
    (stage.folder / "f.txt").write_text("old\n")
    read, changed = asyncio.Event(), asyncio.Event()
    edit = calls(("edit", {"path": "f.txt", "old": "old", "new": "lost"}))
    agent = agent_of(
        stage,
        [task_call("editor", "runner"), says("end")],
        editor=[READ, changed, edit],
        runner=[read, calls(("shell", {"command": "echo more >> f.txt"}))],
    )
    async for event in agent.run("do it"):
        if isinstance(event, SubagentEvent) and isinstance(event.event, CallFinished):
            (read if event.event.name == "read" else changed).set()
    assert (stage.folder / "f.txt").read_text() == "old\nmore\n"
