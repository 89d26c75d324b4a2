"""The model's todo list above the draft."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from localcoder.tools.todo_list import TodoItem, TodoStatus
from localcoder.tui.text import one_line

MAX_SHOWN = 8
"""So many steps are shown; the conversation needs the room."""

_LOOKS: dict[TodoStatus, tuple[str, str]] = {
    "pending": ("○", ""),
    "in_progress": ("▸", "$primary"),
    "done": ("✓", "$quiet"),
}


class TodoPanel(Static):
    """Shown while something on the list is still to do, unless the user wants it otherwise."""

    def __init__(self) -> None:
        super().__init__("", id="todo", markup=False)
        self._items: tuple[TodoItem, ...] = ()
        self._wanted: bool | None = None
        self.display = False

    def show(self, items: Sequence[TodoItem]) -> None:
        """Show `items` in place of the last list."""
        self._items = tuple(items)
        self.update(Content("\n").join(_rows(self._items)))
        self._appear()

    def toggle(self) -> bool:
        """Hide the list, or show it again; False where there is none."""
        if self._items:
            self._wanted = not self.display
            self._appear()
        return bool(self._items)

    def _appear(self) -> None:
        to_do = any(item.status != "done" for item in self._items)
        self.display = bool(self._items) and (to_do if self._wanted is None else self._wanted)


def _rows(items: Sequence[TodoItem]) -> list[Content]:
    """The steps from the last one that is done on, so that the next ones are in sight."""
    begin = next((number for number, item in enumerate(items) if item.status != "done"), len(items)) - 1
    first = max(0, min(begin, len(items) - MAX_SHOWN))
    rows = [_row(item) for item in items[first : first + MAX_SHOWN]]
    hidden = len(items) - len(rows)
    if hidden:
        done = sum(item.status == "done" for item in items)
        rows.append(Content.styled(f"… {hidden} more, {done} of {len(items)} done", "$quiet"))
    return rows


def _row(item: TodoItem) -> Content:
    mark, style = _LOOKS[item.status]
    return Content.styled(f"{mark} {one_line(item.text)}", style)
