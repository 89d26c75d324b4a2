from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from localcoder.acp.updates import SHOWN_OUTPUT_CHARACTERS, Updates, notice
from localcoder.agent import events
from localcoder.chat.model import ReplyUsage
from localcoder.tools.todo_list import TodoItem
from localcoder.workspace.roots import Roots


@pytest.fixture
def updates(tmp_path: Path) -> Updates:
    return Updates(Roots(tmp_path), 1000)


def told(updates: Updates, *happened: events.Event) -> list[dict[str, Any]]:
    return [one.model_dump(exclude_none=True) for event in happened for one in updates.of(event)]


def finished(call_id: str, name: str = "read", content: str = "ok", *, is_error: bool = False) -> events.CallFinished:
    return events.CallFinished(call_id, name, content, is_error, False, None, 0.1)


def test_reasoning_is_thought_and_text_is_the_message(updates: Updates) -> None:
    thought, message = told(updates, events.ReasoningAdded("hm"), events.TextAdded("[b]yes"))
    assert (thought["session_update"], thought["content"]["text"]) == ("agent_thought_chunk", "hm")
    assert (message["session_update"], message["content"]["text"]) == ("agent_message_chunk", "[b]yes")


def test_the_todo_list_is_the_plan(updates: Updates) -> None:
    items = (TodoItem("a", "done"), TodoItem("b", "in_progress"), TodoItem("c", "pending"))
    [plan] = told(updates, events.TodoChanged(items))
    assert plan["session_update"] == "plan"
    assert [(entry["content"], entry["status"]) for entry in plan["entries"]] == [
        ("a", "completed"),
        ("b", "in_progress"),
        ("c", "pending"),
    ]


def test_a_call_is_seen_while_it_is_written_and_keeps_its_id(updates: Updates) -> None:
    drafted, again, started, ended = (
        told(updates, events.CallDrafted("c", "read", 0)),
        told(updates, events.CallDrafted("c", "read", 9)),
        told(updates, events.CallStarted("c", "read", {"path": "a", "offset": 7}, "read a")),
        told(updates, finished("c")),
    )
    assert [one["status"] for one in (*drafted, *again, *started, *ended)] == ["pending", "in_progress", "completed"]
    assert len({one["tool_call_id"] for one in (*drafted, *started, *ended)}) == 1
    assert started[0]["locations"][0]["line"] == 7


@pytest.mark.parametrize("ending", [events.ReplyStarted(2), events.TurnFinished("failed", "", 1, ReplyUsage(), 0.1)])
def test_what_was_written_and_never_became_a_call_does_not_stay_pending(updates: Updates, ending: events.Event) -> None:
    drafted, failed = told(updates, events.CallDrafted("c", "edit", 0), ending)
    assert (failed["tool_call_id"], failed["status"]) == (drafted["tool_call_id"], "failed")


def test_a_models_id_that_comes_again_is_another_call(updates: Updates) -> None:
    first, _, second = told(
        updates, events.CallStarted("c", "list", {}, "list"), finished("c"), events.CallStarted("c", "list", {}, "list")
    )
    assert first["tool_call_id"] != second["tool_call_id"]


def test_subagents_calls_with_the_same_id_are_told_apart_and_named(updates: Updates) -> None:
    start = events.CallStarted("c", "shell", {"command": "ls"}, "shell ls")
    calls = told(updates, start, *(events.SubagentEvent(name, "t", start) for name in ("ann", "bob")))
    assert len({call["tool_call_id"] for call in calls}) == 3
    assert [call["title"] for call in calls] == ["shell ls", "ann: shell ls", "bob: shell ls"]
    asks = events.ApprovalRequested("c", "shell", "shell ls", "why", None, None, agent="bob")
    assert updates.proposed(asks).tool_call_id == calls[2]["tool_call_id"]
    over = events.SubagentEvent("bob", "t", events.TurnFinished("interrupted", "", 1, ReplyUsage(), 0.1))
    assert [(one["tool_call_id"], one["status"]) for one in told(updates, over)] == [
        (calls[2]["tool_call_id"], "failed")
    ]


def test_a_tasks_call_says_what_its_subagents_do_just_now(updates: Updates) -> None:
    [task] = told(updates, events.CallStarted("t", "task", {"tasks": []}, "task ann, bob"))
    call = events.CallStarted("c", "shell", {"command": "ls"}, "shell ls")
    failed = events.TurnFinished("failed", "", 1, ReplyUsage(), 0.1, "no\nanswer")
    happened = [("ann", events.TurnStarted("x")), ("bob", events.TurnStarted("y")), ("bob", call), ("ann", failed)]
    shown = told(updates, *(events.SubagentEvent(name, "t", event) for name, event in happened))
    lines = [one["content"][0]["content"]["text"] for one in shown if one["tool_call_id"] == task["tool_call_id"]]
    assert lines[-2:] == [
        "```\nann: at work\nbob: shell ls\n```",
        "```\nann: failed: no answer\nbob: shell ls\n```",
    ]
    [result] = told(updates, finished("t", "task", "all of it"))
    assert result["content"][0]["content"]["text"] == "```\nall of it\n```"
    assert told(updates, events.SubagentEvent("ann", "t", events.TurnStarted("late"))) == []


def test_a_subagents_words_are_not_taken_for_the_answer(updates: Updates) -> None:
    assert told(updates, events.SubagentEvent("ann", "t", events.TextAdded("mine"))) == []
    assert told(updates, events.SubagentEvent("ann", "t", events.MessageCompleted("mine", "", ReplyUsage()))) == []


def test_running_output_is_shown_as_it_is_and_bounded(updates: Updates) -> None:
    start = events.CallStarted("c", "shell", {"command": "x"}, "shell x")
    text = "```\n# no head\n" + "x" * 3 * SHOWN_OUTPUT_CHARACTERS
    _, output = told(updates, start, events.CallOutput("c", text))
    shown = output["content"][0]["content"]["text"]
    assert shown == f"```\n{text[-SHOWN_OUTPUT_CHARACTERS:]}\n```"
    *_, result = told(updates, events.CallOutput("c", "y"), finished("c", content="```\nall"))
    assert result["content"][0]["content"]["text"] == "````\n```\nall\n````"


def test_output_that_came_too_soon_to_be_shown_is_shown_once_more_and_not_after_the_result(updates: Updates) -> None:
    outputs = [events.CallOutput("c", text) for text in ("a\n", "b\n", "c\n")]
    _, first = told(updates, events.CallStarted("c", "shell", {"command": "x"}, "shell x"), *outputs)
    assert first["content"][0]["content"]["text"] == "```\na\n```"
    late = updates.late()
    assert late is not None
    assert late.model_dump()["content"][0]["content"]["text"] == "```\na\nb\nc\n```"
    assert (updates.is_late, updates.late()) == (False, None)
    told(updates, events.CallOutput("c", "d\n"))
    assert updates.is_late
    told(updates, finished("c"))
    assert (updates.is_late, updates.late()) == (False, None)


@pytest.mark.parametrize("path", ["", "a\0b", 7, None, "~nobody-of-that-name/x", "x" * 5000])
def test_a_path_that_is_none_has_no_place(updates: Updates, path: object) -> None:
    [call] = told(updates, events.CallStarted("c", "read", {"path": path}, "read"))
    assert all(Path(place["path"]).is_absolute() for place in call["locations"])


def test_the_context_in_use_is_told_with_its_size(updates: Updates) -> None:
    [usage] = told(updates, events.MessageCompleted("", "", ReplyUsage(prompt_tokens=70, completion_tokens=5)))
    assert (usage["used"], usage["size"]) == (75, 1000)
    _, usage = told(updates, events.Compacted(3, 70, 20))
    assert (usage["used"], usage["size"]) == (20, 1000)


def test_a_line_of_localcoders_own_is_no_markup() -> None:
    assert "\\[x\\](y)" in notice("[x](y)").model_dump()["content"]["text"]


def test_what_nobody_sees_in_a_call_is_shown_where_it_is_approved(updates: Updates) -> None:
    hidden = "rm a\u200b\u202eb"
    [asked] = told(updates, events.ApprovalRequested("c", "shell", f"shell {hidden}", "", None, f"shell({hidden})"))
    assert asked["title"] == "shell rm a‹U+200B›‹U+202E›b"
