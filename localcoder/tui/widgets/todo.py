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
        self._most_rows = MAX_SHOWN + 1
        self.display = False

    def show(self, items: Sequence[TodoItem]) -> None:
        """Show `items` in place of the last list."""
        self._items = tuple(items)
        self._update()
        self._appear()

    def fit(self, rows: int) -> None:
        """Take at most so many rows from now on, but at least one."""
        rows = max(1, min(rows, MAX_SHOWN + 1))
        if rows != self._most_rows:
            self._most_rows = rows
            self._update()

    def toggle(self) -> bool:
        """Hide the list, or show it again; False where there is none."""
        if self._items:
            self._wanted = not self.display
            self._appear()
        return bool(self._items)

    def _update(self) -> None:
        self.update(Content("\n").join(_rows(self._items, self._most_rows)))

    def _appear(self) -> None:
        to_do = any(item.status != "done" for item in self._items)
        self.display = bool(self._items) and (to_do if self._wanted is None else self._wanted)


def _rows(items: Sequence[TodoItem], most: int) -> list[Content]:
    """At most `most` rows, from the last step that is done on, or where there is little room from the next one."""
    steps = min(MAX_SHOWN, most if len(items) <= most else max(1, most - 1))
    next_step = next((number for number, item in enumerate(items) if item.status != "done"), len(items))
    begin = next_step - (1 if steps > 2 else 0)
    first = max(0, min(begin, len(items) - steps))
    rows = [_row(item) for item in items[first : first + steps]]
    hidden = len(items) - len(rows)
    if hidden:
        done = sum(item.status == "done" for item in items)
        more = Content.styled(f"… {hidden} more, {done} of {len(items)} done", "$quiet")
        # In one row the count comes first: a long step would push it off the screen.
        rows = [*rows, more] if most > 1 else [Content("  ").join([more, *rows])]
    return rows


def _row(item: TodoItem) -> Content:
    mark, style = _LOOKS[item.status]
    return Content.styled(f"{mark} {one_line(item.text)}", style)
