"""Subagents side by side: what each may do, how each may end, and what is left of all of them."""

from __future__ import annotations

import asyncio
import json

import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.events import (
    ApprovalRequested,
    CallFinished,
    Event,
    SubagentEvent,
    TextAdded,
    TurnFinished,
    TurnStarted,
)
from localcoder.agent.subagents import MAX_RUNNING
from localcoder.chat.messages import Message
from localcoder.config.settings import Settings
from localcoder.sessions.journal import Journal, load
from localcoder.tools.registry import builtin_tools
from localcoder.tools.task import TaskTool
from tests.agent.acting import FakeApprover, ModelGone, Stage, check_history, end_of, results_of, turn
from tests.agent.test_interrupt import WAYS, stopped_at
from tests.fakes.fake_model import calls, says
from tests.fakes.fake_troupe import FakeTroupe, Part, task_call

EIGHT = tuple(f"task {number}" for number in range(8))


def parent_of(stage: Stage, *script: Part, journal: Journal | None = None, **scripts: list[Part]) -> Agent:
    """An agent that is told "do it" and plays `script`; its subagents play those that their prompts name."""
    model = FakeTroupe(scripts={"do it": [*script], **scripts})
    tools = [stage.tool("look"), stage.tool("write", "write"), TaskTool()]
    return stage.agent(model=model, tools=tools, journal=journal)


def ends_of(events: list[Event]) -> dict[str, TurnFinished]:
    """How each subagent ended, after checking that each began once, ended once, and did nothing after its end."""
    streams: dict[str, list[Event]] = {}
    for event in events:
        if isinstance(event, SubagentEvent):
            streams.setdefault(event.agent, []).append(event.event)
    for stream in streams.values():
        assert [type(event) for event in stream].count(TurnFinished) == 1
        assert isinstance(stream[0], TurnStarted)
    return {name: end_of(stream) for name, stream in streams.items()}


def results_by_prompt(model: FakeTroupe) -> dict[str, list[Message]]:
    """The last conversation that each first prompt was seen with."""
    return {messages[1].content: list(messages) for messages, _, _ in model.asked}


def nothing_runs(agent: Agent) -> bool:
    assert isinstance(agent.model, FakeTroupe)
    return agent.model.active == 0 and not [
        task for task in asyncio.all_tasks() if task.get_name().startswith("subagent ")
    ]


async def test_eight_work_at_the_same_time_and_all_answers_come_back_as_one_result(stage: Stage) -> None:
    together = asyncio.Barrier(8)
    scripts: dict[str, list[Part]] = {
        name: [calls(("look", {"path": name})), together, says(f"{name} is done")] for name in EIGHT
    }
    agent = parent_of(stage, task_call(*EIGHT), says("All done."), **scripts)
    events = await turn(agent)
    assert isinstance(agent.model, FakeTroupe)
    assert agent.model.peak == 8
    assert {name: (end.status, end.text) for name, end in ends_of(events).items()} == {
        name: ("done", f"{name} is done") for name in EIGHT
    }
    (result,) = results_of(events)
    assert result.content == "\n\n".join(f"# {name}: done\n{name} is done" for name in EIGHT)
    assert end_of(events).text == "All done."
    check_history(agent.messages)
    assert [message.role for message in agent.messages] == ["user", "assistant", "tool", "assistant"]


async def test_no_more_than_eight_work_at_once_and_the_others_follow(stage: Stage) -> None:
    names = [f"task {number}" for number in range(16)]
    together = asyncio.Barrier(8)
    agent = parent_of(stage, task_call(*names), **{name: [together, says(name)] for name in names})
    events = await turn(agent)
    assert isinstance(agent.model, FakeTroupe)
    assert agent.model.peak == MAX_RUNNING
    assert {end.status for end in ends_of(events).values()} == {"done"}
    assert len(ends_of(events)) == 16


async def test_each_has_a_conversation_of_its_own_the_tools_but_one_and_a_lower_priority(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a", "b"))
    await turn(agent)
    assert isinstance(agent.model, FakeTroupe)
    own = [asked for asked in agent.model.asked if asked[0][1].content == "do it"]
    theirs = [asked for asked in agent.model.asked if asked[0][1].content in "ab"]
    assert len(own) == len(theirs) == 2
    assert {options.priority for _, _, options in own} == {0}
    assert {options.priority for _, _, options in theirs} == {1}
    assert [[tool.name for tool in tools] for _, tools, _ in theirs] == [["look", "write"]] * 2
    assert sorted(len(messages) for messages, _, _ in theirs) == [2, 2]
    prefixes = {messages[0].content for messages, _, _ in theirs}
    assert len(prefixes) == 1 and "You are a subagent" in prefixes.pop()


async def test_a_subagent_cannot_start_subagents(stage: Stage) -> None:
    agent = parent_of(stage, task_call("deep"), deep=[task_call("deeper"), says("I did it myself.")])
    events = await turn(agent)
    assert set(ends_of(events)) == {"deep"}
    refused = [e.event for e in events if isinstance(e, SubagentEvent) and isinstance(e.event, CallFinished)]
    assert "there is no tool `task`" in refused[0].content


@pytest.mark.parametrize("error", [ModelGone("The model is gone."), RuntimeError("odd")])
async def test_one_that_raises_leaves_the_others_and_the_parent_alone(stage: Stage, error: Exception) -> None:
    scripts: dict[str, list[Part]] = {name: [says(f"{name} ok")] for name in EIGHT}
    scripts["task 3"] = [[*says("half")[:1], error]]
    agent = parent_of(stage, task_call(*EIGHT), says("Go on."), **scripts)
    events = await turn(agent)
    ends = ends_of(events)
    assert {name for name, end in ends.items() if end.status == "failed"} == {"task 3"}
    (result,) = results_of(events)
    assert not result.is_error
    assert "# task 3: failed\nError: " in result.content and str(error) in result.content
    assert "# task 4: done\ntask 4 ok" in result.content
    assert (end_of(events).status, end_of(events).text) == ("done", "Go on.")
    check_history(agent.messages)


async def test_what_breaks_around_a_conversation_fails_that_task_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = parent_of(stage, task_call("a", "b"))
    converse = agent.subagents._converse

    def breaks(name: str, call_id: str) -> object:
        if name == "a":
            raise OSError("no room")
        return converse(name, call_id)

    monkeypatch.setattr(agent.subagents, "_converse", breaks)
    events = await turn(agent)
    (result,) = results_of(events)
    assert result.content == ("# a: failed\nError: The subagent failed unexpectedly: OSError: no room\n\n# b: done\nb")
    assert end_of(events).status == "done"


@pytest.mark.parametrize("way", ["by name", "by its task"])
async def test_one_that_is_cancelled_leaves_the_others_and_the_parent_alone(stage: Stage, way: str) -> None:
    never, others = asyncio.Event(), asyncio.Event()
    agent = parent_of(
        stage, task_call("a", "b", "c"), says("Go on."), a=[others, says("a ok")], b=[never], c=[others, says("c ok")]
    )
    events: list[Event] = []
    async for event in agent.run("do it"):
        events.append(event)
        began = [e for e in events if isinstance(e, SubagentEvent) and isinstance(e.event, TurnStarted)]
        if len(began) == 3 and not others.is_set():
            if way == "by name":
                agent.subagents.interrupt("b")
            else:
                next(task for task in asyncio.all_tasks() if task.get_name() == "subagent b").cancel()
            others.set()
    assert {name: end.status for name, end in ends_of(events).items()} == {"a": "done", "b": "interrupted", "c": "done"}
    assert "# b: interrupted by the user\n(no answer)" in results_of(events)[0].content
    assert (end_of(events).status, end_of(events).text) == ("done", "Go on.")
    assert not agent.subagents.interrupt("b")
    assert nothing_runs(agent)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [TurnStarted, TextAdded, CallFinished])
async def test_ending_the_turn_ends_its_subagents_wherever_they_are(
    stage: Stage,
    way: str,
    kind: type[Event],  # type: ignore[valid-type]
) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    never = asyncio.Event()
    busy: list[Part] = [calls(("write", {"path": "x"}), text="Let me."), says("Then"), never]
    agent = parent_of(stage, task_call("a", "b"), journal=journal, a=[*busy], b=[*busy])
    events: list[Event] = []
    stream = agent.run("do it")

    async def read() -> None:
        async for event in stream:
            events.append(event)
            if isinstance(event, SubagentEvent) and isinstance(event.event, kind):
                if way == "interrupt":
                    agent.interrupt()
                    agent.interrupt()  # an impatient user
                elif way == "aclose":
                    break
                else:
                    asyncio.current_task().cancel()  # type: ignore[union-attr]
        await stream.aclose()

    await asyncio.wait([asyncio.create_task(read())])
    assert nothing_runs(agent)
    if way == "interrupt":
        assert end_of(events).status == "interrupted"
        assert {end.status for end in ends_of(events).values()} == {"interrupted"}
    check_history(agent.messages)
    assert agent.messages[-1].content == "Interrupted by the user."
    assert end_of(await turn(agent, "and now?")).status == "done"
    journal.close()
    loaded = load(journal.path)
    assert loaded.messages == agent.messages
    for subagent in loaded.subagents:
        check_history(subagent.messages)
        assert subagent.messages[0] == Message("user", subagent.name)


async def test_answers_of_those_that_were_done_outlive_an_interrupt(stage: Stage) -> None:
    never = asyncio.Event()
    agent = parent_of(stage, task_call("a", "b", "c"), a=[says("a ok")], b=[never], c=[says("c ok")])
    events: list[Event] = []
    async for event in agent.run("do it"):
        events.append(event)
        ended = [e for e in events if isinstance(e, SubagentEvent) and isinstance(e.event, TurnFinished)]
        if len(ended) == 2:
            agent.interrupt()
    (result,) = results_of(events)
    assert agent.messages[-1].content == result.content
    first, *answers = result.content.split("\n\n")
    assert first == "Interrupted by the user. This was done before:"
    assert sorted(answers) == ["# a: done\na ok", "# c: done\nc ok"]


async def test_an_interrupt_while_questions_wait_ends_them(stage: Stage) -> None:
    class Silent:
        async def approve(self, request: ApprovalRequested) -> object:
            await asyncio.Event().wait()
            raise AssertionError

    agent = parent_of(stage, task_call("a", "b"), **{n: [calls(("write", {"path": n}))] for n in "ab"})
    agent.policy.mode = "ask"
    agent.approver = Silent()  # type: ignore[assignment]
    events: list[Event] = []
    async for event in agent.run("do it"):
        events.append(event)
        if isinstance(event, SubagentEvent) and isinstance(event.event, ApprovalRequested):
            agent.interrupt()
    assert end_of(events).status == "interrupted"
    assert nothing_runs(agent) and stage.log == []


async def test_usage_replies_and_refusals_of_subagents_count_for_the_turn(stage: Stage) -> None:
    scripts: dict[str, list[Part]] = {name: [calls(("write", {"path": name})), says("no")] for name in "abc"}
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    agent = parent_of(stage, task_call("a", "b", "c"), says("end"), journal=journal, **scripts)
    agent.policy.mode = "ask"
    end = end_of(await turn(agent))
    assert end.refused_calls == 3
    assert end.turns == 2 + 3 * 2
    assert end.usage.prompt_tokens == 10 * end.turns
    journal.close()
    record = json.loads(journal.path.read_text().splitlines()[-1])
    assert (record["type"], record["turns"], record["usage"]["prompt_tokens"]) == ("turn", 8, 80)


async def test_the_limit_of_replies_holds_for_each(stage: Stage) -> None:
    busy = [calls(("look", {"path": str(n)}), text=f"step {n}") for n in range(9)]
    agent = parent_of(stage, task_call("busy", "quick"), busy=[*busy])
    agent.max_turns = 3
    events = await turn(agent)
    assert {name: end.status for name, end in ends_of(events).items()} == {"busy": "turn_limit", "quick": "done"}
    assert "# busy: stopped at the limit of replies\nError: " in results_of(events)[0].content
    assert end_of(events).status == "done"


async def test_names_that_come_again_are_told_apart(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a", "a"), task_call("a"), says("end"))
    events = await turn(agent)
    assert list(ends_of(events)) == ["a", "a 2", "a 3"]


async def test_only_where_all_failed_the_result_is_an_error(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a", "b"), a=[[ModelGone("gone")]], b=[[ModelGone("gone")]])
    assert [result.is_error for result in results_of(await turn(agent))] == [True]


async def test_in_plan_mode_subagents_write_nothing_either(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a"), a=[calls(("write", {"path": "x"})), says("I may not.")])
    agent.policy.mode = "plan"
    events = await turn(agent)
    assert isinstance(agent.model, FakeTroupe)
    offered = [[tool.name for tool in tools] for messages, tools, _ in agent.model.asked]
    assert offered[:2] == [["look", "task"], ["look"]]
    refused = [e.event for e in events if isinstance(e, SubagentEvent) and isinstance(e.event, CallFinished)]
    assert refused[0].refused and "plan mode" in refused[0].content
    assert stage.log == []


async def test_a_mode_that_is_narrowed_meanwhile_holds_for_those_at_work(stage: Stage) -> None:
    first, second = calls(("write", {"path": "x"})), calls(("write", {"path": "y"}))
    agent = parent_of(stage, task_call("a"), a=[first, second, says("end")])
    async for event in agent.run("do it"):
        if isinstance(event, SubagentEvent) and isinstance(event.event, CallFinished):
            agent.policy.mode = "plan"
    assert stage.log == ["begin write x", "end write x"]


async def test_a_subagent_in_circles_is_asked_about_by_its_name(stage: Stage) -> None:
    look = calls(("look", {"path": "a"}))
    agent = parent_of(stage, task_call("round", "fine"), round=[look] * 9)
    events = await turn(agent)
    assert isinstance(agent.approver, FakeApprover)
    (request,) = agent.approver.asked
    assert (request.agent, request.name, request.call_id, request.kind) == ("round", "loop_guard", "", "loop")
    assert {name: end.status for name, end in ends_of(events).items()} == {"round": "failed", "fine": "done"}
    assert end_of(events).status == "done"


async def test_a_todo_list_of_a_subagent_is_its_own(stage: Stage) -> None:
    todo = calls(("todo", {"items": [{"text": "mine", "status": "pending"}]}))
    model = FakeTroupe(scripts={"do it": [task_call("a")], "a": [todo]})
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"))
    events = await turn(agent)
    assert agent.context.todo.items == ()
    assert [event.type for event in events].count("todo") == 0
    assert [e.event.type for e in events if isinstance(e, SubagentEvent)].count("todo") == 1


async def test_background_jobs_are_shared_and_outlive_the_subagent(stage: Stage) -> None:
    start = calls(("shell", {"command": "sleep 98774", "background": True}))
    model = FakeTroupe(scripts={"do it": [task_call("a"), calls(("jobs", {"action": "list"}))], "a": [start]})
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"))
    try:
        events = await turn(agent)
        assert results_of(events)[-1].content == "1  running  sleep 98774"
    finally:
        await agent.context.jobs.close()


async def test_eight_write_one_journal_which_tells_them_apart(stage: Stage) -> None:
    scripts: dict[str, list[Part]] = {
        name: [calls(("look", {"path": f"{name}-{n}"})) for n in range(12)] for name in EIGHT
    }
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    agent = parent_of(stage, task_call(*EIGHT), says("All done."), journal=journal, **scripts)
    assert end_of(await turn(agent)).status == "done"
    journal.close()
    resumed = Journal.resume(journal.path)
    assert resumed.messages == agent.messages and resumed.problems == ()
    resumed.close()
    loaded = load(journal.path)
    assert [subagent.name for subagent in loaded.subagents] == list(EIGHT)
    assert isinstance(agent.model, FakeTroupe)
    seen = results_by_prompt(agent.model)
    for subagent in loaded.subagents:
        assert list(subagent.messages[:-1]) == seen[subagent.name][1:]
        assert subagent.messages[-1].content == subagent.name
        assert len(subagent.messages) == 1 + 2 * 12 + 1
        check_history(subagent.messages)


async def test_nothing_runs_ahead_of_whoever_reads_the_events(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a"), a=[calls(("write", {"path": "x"}))])
    stream = agent.run("do it")
    async for event in stream:
        if isinstance(event, SubagentEvent) and event.event.type == "tool_call":
            for _ in range(50):
                await asyncio.sleep(0)
            assert stage.log == []
            break
    await stream.aclose()
    assert stage.log == []


async def test_the_parent_can_be_stopped_at_its_own_events_too(stage: Stage) -> None:
    agent = parent_of(stage, task_call("a"))
    events = await stopped_at(agent, SubagentEvent, "interrupt")
    assert end_of(events).status == "interrupted"
