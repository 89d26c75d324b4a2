from __future__ import annotations

import pytest

from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from tests.agent.acting import FakeApprover, Stage, check_history, end_of, results_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says

WRITE = calls(("write", {"path": "b.txt"}))


def asked(agent: object) -> list[ApprovalRequested]:
    approver = agent.approver  # type: ignore[attr-defined]
    assert isinstance(approver, FakeApprover)
    return approver.asked


async def test_in_ask_mode_a_write_is_asked_about_with_its_diff_and_runs_once(stage: Stage) -> None:
    agent = stage.agent([WRITE, WRITE], mode="ask", answers=[Answer("once"), Answer("no")])
    events = await turn(agent)
    first = asked(agent)[0]
    assert (first.name, first.summary, first.diff) == ("write", "write b.txt", "-a\n+b\n")
    assert first in events
    assert stage.log == ["begin write b.txt", "end write b.txt"]
    assert len(asked(agent)) == 2


async def test_reads_in_the_folder_are_not_asked_about(stage: Stage) -> None:
    agent = stage.agent([calls(("look", {"path": "a"}))], mode="ask")
    await turn(agent)
    assert asked(agent) == []
    assert stage.log != []


async def test_always_is_not_asked_again(stage: Stage) -> None:
    agent = stage.agent([WRITE, WRITE], mode="ask", answers=[Answer("always")])
    await turn(agent)
    assert len(asked(agent)) == 1
    assert len(stage.log) == 4


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer("no"), "The user refused this call."),
        (Answer("no", "use c.txt"), "The user refused this call. Feedback: use c.txt"),
        (Answer("unavailable"), "This call needs an approval and nobody can give it."),
    ],
)
async def test_a_refused_call_does_not_run_and_the_turn_goes_on(stage: Stage, answer: Answer, text: str) -> None:
    agent = stage.agent([WRITE, says("Then not.")], mode="ask", answers=[answer])
    events = await turn(agent)
    (result,) = results_of(events)
    assert (result.content, result.is_error, result.refused) == (text, True, True)
    assert stage.log == []
    end = end_of(events)
    assert (end.status, end.text, end.refused_calls) == ("done", "Then not.", 1)
    check_history(agent.messages)


async def test_plan_mode_offers_no_writing_tool_and_runs_none(stage: Stage) -> None:
    model = FakeChatModel([WRITE, says("ok"), WRITE, says("ok")])
    agent = stage.agent(model=model, mode="plan", answers=[Answer("once")] * 4, allow=("write",))
    events = await turn(agent)
    assert [tool.name for tool in model.asked[0][1]] == ["look"]
    (result,) = results_of(events)
    assert result.refused and result.content.startswith("Error: ")
    assert asked(agent) == [] and stage.log == []
    agent.policy.mode = "full"
    await turn(agent)
    assert [tool.name for tool in model.asked[-1][1]] == ["look", "write"]
    assert len(stage.log) == 2


async def test_questions_of_one_reply_come_one_after_the_other(stage: Stage) -> None:
    outside = calls(("look", {"path": "/etc/a"}), ("look", {"path": "/etc/b"}))
    agent = stage.agent([outside], mode="ask", answers=[Answer("once"), Answer("no")])
    events = await turn(agent)
    assert [request.summary for request in asked(agent)] == ["look /etc/a", "look /etc/b"]
    assert [result.refused for result in results_of(events)] == [True, False]
    check_history(agent.messages)


async def test_a_path_that_leads_elsewhere_after_the_approval_is_not_used(stage: Stage) -> None:
    (stage.folder / "in").mkdir()
    (stage.folder / "link").symlink_to(stage.folder / "in")

    class Swapping(FakeApprover):
        async def approve(self, request: ApprovalRequested) -> Answer:
            (stage.folder / "link").unlink()
            (stage.folder / "link").symlink_to("/etc")
            return Answer("once")

    agent = stage.agent([calls(("write", {"path": "link/x"})), says("ok")], mode="ask")
    agent.approver = Swapping()
    (result,) = results_of(await turn(agent))
    assert "has changed since the call was permitted" in result.content
    assert stage.log == []
