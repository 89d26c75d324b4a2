"""The guard in a turn: who is asked, what an answer does, what is left in the history."""

from __future__ import annotations

import asyncio

from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested, MessageCompleted
from localcoder.chat.model import ReasoningDelta, ReplyFinished, ReplyUsage, TextDelta
from localcoder.errors import LocalcoderError
from localcoder.sessions.journal import Journal, load
from tests.agent.acting import FakeApprover, Stage, check_history, end_of, notices_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says

ON, SILENT, STOP = Answer("once"), Answer("always"), Answer("no")
LOOK = calls(("look", {"path": "a"}))
THE = "the " * 4_000


def asked(approver: object) -> list[ApprovalRequested]:
    assert isinstance(approver, FakeApprover)
    return approver.asked


async def test_where_nobody_can_be_asked_the_turn_fails_with_one_clear_line(stage: Stage) -> None:
    agent = stage.agent([LOOK] * 9)
    events = await turn(agent)
    end = end_of(events)
    assert (end.status, end.turns, notices_of(events)) == ("failed", 4, [])
    assert (end.error or "").startswith("The model made the same call of `look` 4 times with the same result.")
    assert "the turn was stopped" in (end.error or "")
    (request,) = asked(agent.approver)
    assert (request.kind, request.call_id, request.suggested_rule) == ("loop", "", None)
    check_history(agent.messages)


async def test_after_going_on_it_is_asked_only_once_the_circle_has_grown_again(stage: Stage) -> None:
    agent = stage.agent([*[LOOK] * 11, says("Done.")], answers=[ON, ON])
    events = await turn(agent)
    assert (end_of(events).status, end_of(events).turns) == ("done", 12)
    assert len(asked(agent.approver)) == 2
    line = "The model made the same call of `look` 4 times with the same result. It goes on, as you said."
    assert notices_of(events) == [line, line]
    assert not [event for event in events if isinstance(event, ApprovalRequested)]


async def test_always_means_no_further_question_in_this_turn_but_in_the_next(stage: Stage) -> None:
    agent = stage.agent([*[LOOK] * 15, says("Done."), *[LOOK] * 4], answers=[SILENT, STOP])
    assert end_of(await turn(agent)).status == "done"
    assert len(asked(agent.approver)) == 1
    end = end_of(await turn(agent, "again"))
    assert (end.status, end.turns) == ("failed", 4)
    assert (end.error or "").endswith("You stopped the turn.")


async def test_calls_side_by_side_in_one_reply_count_and_are_asked_about_once(stage: Stage) -> None:
    agent = stage.agent([calls(*[("look", {"path": "a"})] * 9), says("Done.")], answers=[ON])
    assert end_of(await turn(agent)).status == "done"
    assert len(asked(agent.approver)) == 1
    check_history(agent.messages)


async def test_listings_that_take_turns_are_asked_about_within_ten_calls(stage: Stage) -> None:
    """The endless `ls -la`, `ls -l`: calls that only read are no exception."""
    script = [calls(("look", {"path": "a", "times": 1 + number % 2})) for number in range(370)]
    agent = stage.agent(script, answers=[ON], max_turns=400)
    assert end_of(await turn(agent)).turns == 12
    assert len(asked(agent.approver)) == 2


async def test_the_same_error_with_ever_other_arguments_is_asked_about(stage: Stage) -> None:
    agent = stage.agent([calls(("look", {"file": str(number)})) for number in range(9)])
    end = end_of(await turn(agent))
    assert (end.status, end.turns) == ("failed", 5)
    assert "Calls of `look` failed 5 times in a row with the same error." in (end.error or "")


async def test_calls_that_nobody_may_approve_are_no_error_of_the_model(stage: Stage) -> None:
    script = [calls(("write", {"path": str(number)})) for number in range(8)]
    agent = stage.agent(script, mode="ask")
    end = end_of(await turn(agent))
    assert (end.status, end.refused_calls) == ("done", 8)


async def test_endless_text_is_cut_and_the_session_lives(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    model = FakeChatModel([says("Well, " + THE), says("Better.")])
    agent = stage.agent(model=model, journal=journal)
    events = await turn(agent)
    end = end_of(events)
    assert (end.status, end.text) == ("failed", "Well, the the […]")
    assert "repeats the same words in its answer" in (end.error or "")
    assert model.active == 0
    assert len(events) < 2_000
    assert agent.messages[-1].content == end.text
    assert end_of(await turn(agent, "again")).text == "Better."
    journal.close()
    assert load(journal.path).messages == agent.messages


async def test_endless_reasoning_is_cut_as_well(stage: Stage) -> None:
    reply = [ReasoningDelta("hm "), *[ReasoningDelta("wait, ")] * 2_000, ReplyFinished("stop", ReplyUsage())]
    agent = stage.agent([[TextDelta("So: "), *reply]])
    assert "in its reasoning" in (end_of(await turn(agent)).error or "")
    assert (agent.messages[-1].content, agent.messages[-1].reasoning) == ("So: ", "hm wait, wait, […]")


async def test_endless_arguments_of_a_call_end_the_turn_before_it_runs(stage: Stage) -> None:
    content = [calls(("write", {"path": "a", "note": "again " * 9_000}))]
    pieces = [event for event in content[0] if type(event).__name__ != "ToolCallFinished"]
    end = end_of(await turn(stage.agent([pieces])))
    assert end.status == "failed" and "in the arguments of a call" in (end.error or "")
    assert stage.log == []


async def test_a_text_that_may_go_on_arrives_whole(stage: Stage) -> None:
    agent = stage.agent([says(THE)], answers=[ON] * 99)
    events = await turn(agent)
    assert [event.text for event in events if isinstance(event, MessageCompleted)] == [THE]
    assert end_of(events).status == "done"
    assert 1 < len(asked(agent.approver)) <= len(THE) // 2_000
    assert len(notices_of(events)) == len(asked(agent.approver))


class Waiting:
    """Somebody who thinks about it for ever."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def approve(self, request: ApprovalRequested) -> Answer:
        self.asked.set()
        await asyncio.Event().wait()
        raise LocalcoderError("nothing wakes this")


async def test_an_interrupt_ends_a_turn_that_waits_for_the_answer(stage: Stage) -> None:
    agent = stage.agent([LOOK] * 9)
    agent.approver = waiting = Waiting()
    task = asyncio.create_task(turn(agent))
    await waiting.asked.wait()
    agent.interrupt()
    assert end_of(await task).status == "interrupted"
    check_history(agent.messages)
