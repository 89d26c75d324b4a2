"""The todo list of a conversation: what is to be done, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

TodoStatus = Literal["pending", "in_progress", "done"]

_MARKS: dict[TodoStatus, str] = {"pending": "[ ]", "in_progress": "[>]", "done": "[x]"}


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One step. `text` is one line."""

    text: str
    status: TodoStatus


def todo_text(items: Sequence[TodoItem]) -> str:
    """The list as model and user see it: how much is done, then a line for each step."""
    if not items:
        return "The todo list is empty."
    done = sum(item.status == "done" for item in items)
    return "\n".join([f"{done} of {len(items)} done", *(f"{_MARKS[item.status]} {item.text}" for item in items)])


class TodoList:
    """The newest list that the model wrote; each one takes the place of the last."""

    def __init__(self, items: Sequence[TodoItem] = ()) -> None:
        self.items = tuple(items)
