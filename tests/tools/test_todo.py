"""The todo list: replaced as a whole, shown as it is, and still there when a conversation is resumed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from localcoder.chat.messages import Message, ToolCall
from localcoder.permissions.access import Access
from localcoder.tools.base import ToolResult
from localcoder.tools.todo import MAX_ITEMS, TodoArguments, TodoTool, todo_of
from localcoder.tools.todo_list import TodoItem, TodoStatus, todo_text
from tests.tools.conftest import Workbench

STEPS = [
    {"text": text, "status": status} for text, status in (("read", "done"), ("fix", "in_progress"), ("test", "pending"))
]


async def test_the_result_is_the_list_with_its_marks(bench: Workbench) -> None:
    assert await bench.call("todo", items=STEPS) == ToolResult("1 of 3 done\n[x] read\n[>] fix\n[ ] test")
    assert bench.context.todo.items[1] == TodoItem("fix", "in_progress")


async def test_each_list_takes_the_place_of_the_last_and_is_told(bench: Workbench) -> None:
    told: list[int] = []
    bench.context.on_todo = lambda items: told.append(len(items))
    await bench.call("todo", items=STEPS)
    await bench.call("todo", items=STEPS[:1])
    assert bench.context.todo.items == (TodoItem("read", "done"),)
    assert await bench.call("todo", items=[]) == ToolResult("The todo list is empty.")
    assert bench.context.todo.items == ()
    assert told == [3, 1, 0]


@pytest.mark.parametrize(
    "items",
    [
        [{"text": "x", "status": "finished"}],
        [{"text": "x"}],
        [{"text": " \n", "status": "done"}],
        [{"text": "x", "status": "done", "owner": "me"}],
        [{"text": "x", "status": "done"}] * (MAX_ITEMS + 1),
        "x",
    ],
)
async def test_a_list_that_is_wrong_changes_nothing(bench: Workbench, items: object) -> None:
    await bench.call("todo", items=STEPS)
    with pytest.raises(ValidationError):
        await bench.call("todo", items=items)
    assert len(bench.context.todo.items) == 3


async def test_a_step_is_one_line(bench: Workbench) -> None:
    result = await bench.call("todo", items=[{"text": " a\n b\t[x] c ", "status": "pending"}])
    assert result.content == "0 of 1 done\n[ ] a b [x] c"


def test_it_touches_only_what_localcoder_keeps(bench: Workbench) -> None:
    tool = TodoTool()
    arguments = TodoArguments.model_validate({"items": STEPS})
    assert tool.access(arguments, bench.context) == [Access("own", "todo list")]
    assert tool.preview(arguments, bench.context).summary == "todo 1 of 3 done"
    assert not tool.writes


def test_the_schema_spells_out_the_steps() -> None:
    parameters = TodoTool().spec().parameters
    assert "$" not in json.dumps(parameters)
    step = parameters["properties"]["items"]["items"]
    assert step["required"] == ["text", "status"]
    assert step["properties"]["status"]["enum"] == ["pending", "in_progress", "done"]


def said(call_id: str, items: object, *, is_error: bool = False, answered: bool = True) -> list[Message]:
    call = ToolCall(call_id, "todo", items if isinstance(items, str) else json.dumps({"items": items}))
    asked = Message("assistant", "", tool_calls=(call,))
    return [asked, Message("tool", "...", tool_call_id=call_id, is_error=is_error)] if answered else [asked]


def test_a_resumed_conversation_has_the_last_list_that_was_taken() -> None:
    assert todo_of([]).items == ()
    history = [
        *said("a", STEPS),
        *said("b", STEPS[:2]),
        *said("c", "{half"),
        *said("d", [], is_error=True),
        *said("e", [], answered=False),
    ]
    assert [item.text for item in todo_of(history).items] == ["read", "fix"]
    assert todo_of(said("a", STEPS) + said("b", [])).items == ()


STATUSES = st.sampled_from(["pending", "in_progress", "done"])


@given(st.lists(st.tuples(st.text(), STATUSES), max_size=5))
def test_the_text_has_one_line_for_each_step(pairs: list[tuple[str, TodoStatus]]) -> None:
    try:
        arguments = TodoArguments.model_validate(
            {"items": [{"text": text, "status": status} for text, status in pairs]}
        )
    except ValidationError:
        assert any(not text.split() or any("\ud800" <= c <= "\udfff" for c in text) for text, _ in pairs)
        return
    lines = todo_text([TodoItem(item.text, item.status) for item in arguments.items]).split("\n")
    assert len(lines) == 1 + len(pairs)
