from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from localcoder.agent.agent import Agent
from localcoder.agent.compaction import is_summary
from localcoder.agent.events import Compacted, CompactionStarted, Event
from localcoder.chat.messages import Message
from localcoder.engine.request import PromptTooLong
from localcoder.sessions.journal import Journal, load
from localcoder.tools.base import ToolResult
from localcoder.tools.todo_list import TodoItem
from tests.agent.acting import ModelGone, Stage, check_history, end_of, notices_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says

LONG = " ".join(map(str, range(10_000, 10_500)))
"""About 750 tokens of the fake model, whose context holds 4,096 here: 3,584 of them for the prompt."""


def talked(count: int) -> list[Message]:
    pairs = ((Message("user", f"ask {i}"), Message("assistant", f"{i} {LONG}")) for i in range(count))
    return [message for pair in pairs for message in pair]


def small(script: Iterable[Any]) -> FakeChatModel:
    return FakeChatModel(script, context_tokens=4_096)


def compacted(events: list[Event]) -> list[Compacted]:
    return [event for event in events if isinstance(event, Compacted)]


async def compact_now(agent: Agent) -> list[Event]:
    return [event async for event in agent.compact()]


async def test_a_full_context_is_summed_up_before_the_next_reply(stage: Stage) -> None:
    model = small([says("Notes on the past."), says("Here I am.")])
    history = talked(5)
    agent = stage.agent(model=model, history=history)
    events = await turn(agent, "and now?")
    assert end_of(events).text == "Here I am."
    (event,) = compacted(events)
    assert f"{event.before_tokens:,} tokens before, {event.after_tokens:,} after" in event.line
    assert event.after_tokens < 3_584 < event.before_tokens
    assert "Notes on the past." in agent.messages[0].content and is_summary(agent.messages[0])
    kept = len(history) - event.messages
    assert list(agent.messages[1 : 2 + kept]) == [*history[-kept:], Message("user", "and now?")]
    asked, tools, _ = model.asked[1]
    assert asked == (Message("system", "You are a test."), *agent.messages[:-1])
    assert [tool.name for tool in tools] == ["look", "write"]
    assert end_of(events).usage.prompt_tokens == 20


async def test_in_the_middle_of_a_turn_request_todo_and_mode_survive_and_calls_keep_their_results(stage: Stage) -> None:
    tool = stage.tool("look", result=lambda arguments: ToolResult(f"{arguments.path} {LONG}"))
    looks = [calls(("look", {"path": f"p{i}"}), ("look", {"path": f"q{i}"})) for i in range(3)]
    model = small([*looks, says("Notes."), says("Done.")])
    agent = stage.agent(tools=[tool], model=model)
    agent.context.todo.items = (TodoItem("look at all", "in_progress"),)
    events = await turn(agent, "look at p and q")
    assert end_of(events).text == "Done."
    assert len(compacted(events)) == 1
    check_history(agent.messages)
    summary = agent.messages[0].content
    assert all(part in summary for part in ("Notes.", "look at p and q", "[>] look at all", "approval mode: full"))
    assert [message.content[:2] for message in agent.messages if message.role == "tool"] == ["p2", "q2"]
    assert not notices_of(events)


async def test_a_failed_summary_is_asked_for_once_more(stage: Stage) -> None:
    agent = stage.agent(model=small([[ModelGone("gone")], says("Notes."), says("ok")]), history=talked(5))
    events = await turn(agent)
    assert (end_of(events).status, len(compacted(events))) == ("done", 1)


async def test_after_two_failures_the_turn_ends_and_nothing_is_lost(stage: Stage) -> None:
    model = small([[ModelGone("gone away")], [ModelGone("gone away")], says("Notes."), says("ok")])
    agent = stage.agent(model=model, history=talked(5))
    end = end_of(await turn(agent, "one"))
    assert end.status == "failed" and "could not be summed up: gone away" in (end.error or "")
    assert list(agent.messages) == [*talked(5), Message("user", "one")]
    assert len(model.asked) == 2
    assert end_of(await turn(agent, "two")).status == "done"


async def test_a_prompt_refused_although_it_was_counted_as_fitting_is_compacted_and_sent_again(stage: Stage) -> None:
    model = small([[PromptTooLong(5_000, 4_096)], says("Notes."), says("ok")])
    agent = stage.agent(model=model, history=talked(4))
    events = await turn(agent)
    assert (end_of(events).text, len(compacted(events)), end_of(events).turns) == ("ok", 1, 1)


async def test_a_prompt_refused_again_after_a_compaction_ends_the_turn(stage: Stage) -> None:
    model = small([[PromptTooLong(5_000, 4_096)], says("Notes."), [PromptTooLong(4_999, 4_096)], says("late")])
    agent = stage.agent(model=model, history=talked(4))
    end = end_of(await turn(agent))
    assert end.status == "failed" and "4999 tokens" in (end.error or "")
    assert len(model.asked) == 3


async def test_a_newest_result_that_alone_is_too_large_is_removed_and_the_turn_goes_on(stage: Stage) -> None:
    tool = stage.tool("look", result=lambda arguments: ToolResult("x" * 20_000))
    agent = stage.agent(tools=[tool], model=small([calls(("look", {"path": "a"})), says("ok")]))
    events = await turn(agent)
    assert end_of(events).text == "ok"
    assert not compacted(events) and any("The context was full" in notice for notice in notices_of(events))


async def test_the_built_in_model_is_never_asked_for_a_summary(stage: Stage) -> None:
    model = FakeChatModel([says("hi")], context_tokens=4_096, prompt_profile="compact")
    agent = stage.agent(model=model, history=talked(6))
    assert end_of(await turn(agent)).status == "failed"
    assert "cannot sum up" in (end_of(await compact_now(agent)).error or "")
    assert model.asked == []


async def test_a_resumed_session_goes_on_from_the_compaction_and_the_file_keeps_everything(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    script = [*(says(f"{i} {LONG}") for i in range(4)), says("Notes."), says("after")]
    agent = stage.agent(model=small(script), journal=journal)
    for number in range(5):
        await turn(agent, f"ask {number} {'please ' * 150}")
    journal.close()
    assert is_summary(agent.messages[0])
    assert load(journal.path).messages == agent.messages
    rows = [json.loads(row) for row in journal.path.read_text().splitlines()]
    assert [row["type"] for row in rows].count("message") == 10
    (entry,) = [row for row in rows if row["type"] == "compaction"]
    assert entry["after_tokens"] < entry["before_tokens"]
    model = small([says("again")])
    resumed = stage.agent(model=model, history=load(journal.path).messages)
    await turn(resumed, "still there?")
    assert model.asked[0][0][1] == agent.messages[0]


async def test_a_user_can_compact_at_any_time(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    agent = stage.agent(model=small([says(LONG), says("hello"), says("Notes."), says("ok")]), journal=journal)
    await turn(agent, "hi")
    await turn(agent, "tell")
    before = agent.messages
    events = await compact_now(agent)
    assert end_of(events).status == "done" and len(compacted(events)) == 1
    assert agent.messages[1:] == before[-2:]
    assert end_of(await turn(agent, "on")).text == "ok"
    journal.close()
    assert load(journal.path).messages == agent.messages


async def test_a_short_conversation_is_not_compacted(stage: Stage) -> None:
    agent = stage.agent(model=small([says("hello")]))
    await turn(agent, "hi")
    assert "nothing to compact" in (end_of(await compact_now(agent)).error or "")


async def test_a_summary_that_is_longer_than_what_it_replaces_is_not_taken(stage: Stage) -> None:
    agent = stage.agent(model=small([says(LONG)]), history=[Message("user", "hi"), Message("assistant", LONG)])
    end = end_of(await compact_now(agent))
    assert end.status == "failed" and "was not compacted" in (end.error or "")
    assert len(agent.messages) == 2


async def test_an_interrupted_compaction_changes_nothing(stage: Stage) -> None:
    model = small([says("Notes.")])
    model.delay_s = 3_600
    agent = stage.agent(model=model, history=talked(5))
    events: list[Event] = []
    async for event in agent.run("go"):
        events.append(event)
        if isinstance(event, CompactionStarted):
            asyncio.get_running_loop().call_later(0.05, agent.interrupt)
    assert end_of(events).status == "interrupted"
    assert len(model.asked) == 1
    assert list(agent.messages) == [*talked(5), Message("user", "go")]
    assert model.active == 0
