from __future__ import annotations

import asyncio

import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import (
    ApprovalRequested,
    CallFinished,
    CallOutput,
    CallStarted,
    Event,
    ReplyStarted,
    TextAdded,
    TurnStarted,
)
from localcoder.chat.messages import Message
from localcoder.sessions.journal import Journal, load
from tests.agent.acting import Stage, check_history, end_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says

WAYS = ["interrupt", "aclose", "cancel"]


async def stopped_at(agent: Agent, kind: type[Event], way: str) -> list[Event]:  # type: ignore[valid-type]
    """The events of a turn that is stopped when the first event of `kind` arrives."""
    events: list[Event] = []
    stream = agent.run("do it")

    async def read() -> None:
        async for event in stream:
            events.append(event)
            if isinstance(event, kind):
                if way == "interrupt":
                    agent.interrupt()
                elif way == "aclose":
                    break
                else:
                    asyncio.current_task().cancel()  # type: ignore[union-attr]
        await stream.aclose()

    reader = asyncio.create_task(read())
    await asyncio.wait([reader])
    if way == "cancel":
        assert reader.cancelled()
    else:
        reader.result()
    return events


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [TurnStarted, ReplyStarted, TextAdded, CallStarted, CallOutput, CallFinished])
async def test_wherever_a_turn_is_stopped_the_history_is_whole_and_goes_on(
    stage: Stage,
    way: str,
    kind: type[Event],  # type: ignore[valid-type]
) -> None:
    wanted = [("look", {"path": "a"}), ("write", {"path": "b"}), ("write", {"path": "c"})]
    model = FakeChatModel([calls(*wanted, text="Let me.")])
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    agent = stage.agent(model=model, journal=journal)
    events = await stopped_at(agent, kind, way)
    assert model.active == 0
    if way == "interrupt":
        assert end_of(events).status == "interrupted"
    check_history(agent.messages)
    assert agent.messages[0] == Message("user", "do it")
    done = list(stage.log)
    agent.model = FakeChatModel([says("later")])
    assert end_of(await turn(agent, "go on")).status == "done"
    assert stage.log == done
    check_history(agent.messages)
    journal.close()
    assert load(journal.path).messages == agent.messages


@pytest.mark.parametrize("way", WAYS)
async def test_a_half_answer_is_kept(stage: Stage, way: str) -> None:
    agent = stage.agent([says("This is a long answer.", piece=4)])
    await stopped_at(agent, TextAdded, way)
    assert agent.messages[1:] == (Message("assistant", "This"),)


@pytest.mark.parametrize("way", WAYS)
async def test_a_running_call_and_those_behind_it_are_marked_interrupted(stage: Stage, way: str) -> None:
    forever = stage.tool("write", "write", gate=asyncio.Event())
    script = [calls(("look", {"path": "a"}), ("write", {"path": "b"}), ("look", {"path": "c"}))]
    agent = stage.agent(script, tools=[stage.tool("look"), forever])
    stream = agent.run("do it")
    events: list[Event] = []
    async for event in stream:
        events.append(event)
        if isinstance(event, CallOutput) and event.text == "out b":
            if way == "aclose":
                break
            agent.interrupt()
    await stream.aclose()
    contents = [message.content for message in agent.messages if message.role == "tool"]
    assert contents == ["did a", "Interrupted by the user.", "Interrupted by the user."]
    if way != "aclose":
        finished = [event for event in events if isinstance(event, CallFinished)]
        assert [event.content for event in finished] == contents[:2]


async def test_an_open_question_can_be_interrupted(stage: Stage) -> None:
    class Silent:
        async def approve(self, request: ApprovalRequested) -> Answer:
            await asyncio.Event().wait()
            raise AssertionError

    agent = stage.agent([calls(("write", {"path": "b"}))], mode="ask")
    agent.approver = Silent()
    events = await stopped_at(agent, ApprovalRequested, "interrupt")
    assert end_of(events).status == "interrupted"
    assert agent.messages[-1].content == "Interrupted by the user."
    assert stage.log == []


async def test_an_interrupt_before_the_first_step_ends_the_turn(stage: Stage) -> None:
    agent = stage.agent([says("x")])
    reader = asyncio.create_task(turn(agent))
    asyncio.get_running_loop().call_soon(agent.interrupt)
    assert end_of(await asyncio.wait_for(reader, 10)).status == "interrupted"


async def test_an_interrupt_without_a_turn_is_nothing(stage: Stage) -> None:
    agent = stage.agent([says("x")])
    agent.interrupt()
    assert end_of(await turn(agent)).status == "done"


async def test_nothing_runs_ahead_of_the_consumer(stage: Stage) -> None:
    agent = stage.agent([calls(("write", {"path": "b"}))])
    stream = agent.run("do it")
    async for event in stream:
        if isinstance(event, CallStarted):
            for _ in range(50):
                await asyncio.sleep(0)
            assert stage.log == []
            break
    await stream.aclose()
    assert stage.log == []
