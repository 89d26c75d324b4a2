from __future__ import annotations

from typing import Any

import pytest

from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.tools.base import Tool
from localcoder.tools.edit import EditTool
from localcoder.tools.shell import ShellTool
from localcoder.tools.write import WriteTool
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


WRITING: tuple[Tool[Any], ...] = (EditTool(), WriteTool(), ShellTool())
UNREAD = "Error: a.py exists and was not read yet; read it first, then edit it"
CHANGE = ("edit", {"path": "a.py", "old": "return a+b", "new": "return a-b"})


def known(agent: Any, stage: Stage, text: str) -> None:
    """`a.py` holds `text`, and the model has read it."""
    (stage.folder / "a.py").write_text(text)
    agent.context.registry.record((stage.folder / "a.py").resolve(), text.encode())


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (CHANGE, UNREAD),
        (("write", {"path": "a.py", "content": "x"}), UNREAD.replace("edit it", "overwrite it")),
        (("edit", {"path": "b.py", "old": "x", "new": "y"}), "Error: b.py does not exist; did you mean a.py?"),
        (("write", {"path": ".", "content": "x"}), "Error: . is a folder; name a file"),
        (("shell", {"command": "ls \0"}), "Error: a command must not contain NUL"),
    ],
)
async def test_nobody_is_asked_about_a_call_that_is_bound_to_fail(
    stage: Stage, call: tuple[str, dict[str, object]], text: str
) -> None:
    (stage.folder / "a.py").write_text("def f(a, b):\n    return a+b\n")
    agent = stage.agent([calls(call), says("ok")], tools=WRITING, mode="ask", answers=[Answer("once")])
    (result,) = results_of(await turn(agent))
    assert (result.content, result.is_error, result.refused) == (text, True, False)
    assert asked(agent) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("a", "a", "are the same"),
        ("x", "y", "is not in the file"),
        ("a", "b", "is there 2 times"),
        ("", "b", "old is empty"),
    ],
)
async def test_nobody_is_asked_about_an_edit_that_does_not_fit_the_file(
    stage: Stage, old: str, new: str, words: str
) -> None:
    call = calls(("edit", {"path": "a.py", "old": old, "new": new}))
    agent = stage.agent([call, says("ok")], tools=WRITING, mode="ask", answers=[Answer("once")])
    known(agent, stage, "a\na\n")
    (result,) = results_of(await turn(agent))
    assert words in result.content
    assert result.is_error and not result.refused
    assert asked(agent) == []


async def test_a_rule_that_denies_comes_before_the_reason_to_fail(stage: Stage) -> None:
    (stage.folder / "a.py").write_text("return a+b")
    agent = stage.agent([calls(CHANGE), says("ok")], tools=WRITING, mode="ask", deny=("edit(a.py)",))
    (result,) = results_of(await turn(agent))
    assert result.refused and "denies it" in result.content


async def test_why_a_call_would_fail_is_not_told_of_a_file_that_may_not_be_read_unasked(stage: Stage) -> None:
    call = calls(("edit", {"path": "/etc/passwd", "old": "x", "new": "y"}))
    agent = stage.agent([call, says("ok")], tools=WRITING, mode="ask", answers=[Answer("no")])
    (result,) = results_of(await turn(agent))
    assert len(asked(agent)) == 1
    assert "was not read" not in result.content


async def test_a_file_that_changes_while_the_question_is_open_is_still_noticed(stage: Stage) -> None:
    class Changing(FakeApprover):
        async def approve(self, request: ApprovalRequested) -> Answer:
            assert request.diff is not None
            (stage.folder / "a.py").write_text("changed")
            return Answer("once")

    agent = stage.agent([calls(CHANGE), says("ok")], tools=WRITING, mode="ask")
    agent.approver = Changing()
    known(agent, stage, "return a+b\n")
    (result,) = results_of(await turn(agent))
    assert result.content == "Error: a.py has changed since it was read; read it again, then edit it"
    assert (stage.folder / "a.py").read_text() == "changed"
