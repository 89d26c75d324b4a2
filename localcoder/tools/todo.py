"""The `todo` tool: the model's plan, written anew with each change, so that user and model see the same one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError

from localcoder.chat.messages import Message
from localcoder.permissions.access import Access
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult
from localcoder.tools.todo_list import TodoItem, TodoList, TodoStatus, todo_text

MAX_ITEMS = 100
MAX_TEXT_CHARACTERS = 500


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        raise ValueError("a step needs a text")
    return line


class TodoItemArguments(Arguments):
    """One step."""

    text: Annotated[str, AfterValidator(_one_line)] = Field(max_length=MAX_TEXT_CHARACTERS)
    status: TodoStatus


class TodoArguments(Arguments):
    """Parameters of `todo`."""

    items: list[TodoItemArguments] = Field(
        max_length=MAX_ITEMS, description="the whole list, which takes the place of the last one"
    )


class TodoTool(Tool[TodoArguments]):
    """Touches nothing but the conversation's own list, so it needs no permission."""

    name = "todo"
    description = (
        "Write down the steps of a task that has several, and keep it up to date: one step `in_progress`, each `done` "
        "as soon as it is. The user sees the list."
    )
    arguments = TodoArguments

    def access(self, arguments: TodoArguments, context: ToolContext) -> list[Access]:
        """Only the list."""
        return [Access("own", "todo list")]

    def preview(self, arguments: TodoArguments, context: ToolContext) -> Preview:
        """How much is done."""
        done = sum(item.status == "done" for item in arguments.items)
        return Preview(f"todo {done} of {len(arguments.items)} done")

    async def run(self, arguments: TodoArguments, context: ToolContext) -> ToolResult:
        """The list as it is now."""
        context.todo.items = _items(arguments)
        context.on_todo(context.todo.items)
        return ToolResult(todo_text(context.todo.items))


def _items(arguments: TodoArguments) -> tuple[TodoItem, ...]:
    return tuple(TodoItem(item.text, item.status) for item in arguments.items)


def todo_of(messages: Iterable[Message]) -> TodoList:
    """The todo list at the end of an earlier conversation: that of its last call that succeeded."""
    written: dict[str, tuple[TodoItem, ...]] = {}
    found = TodoList()
    for message in messages:
        for call in message.tool_calls:
            if call.name == TodoTool.name:
                try:
                    written[call.id] = _items(TodoArguments.model_validate_json(call.arguments))
                except ValidationError:
                    continue  # it was refused then, too
        if message.role == "tool" and not message.is_error and message.tool_call_id in written:
            found.items = written[message.tool_call_id]
    return found
