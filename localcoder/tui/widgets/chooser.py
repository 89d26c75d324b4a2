"""One of several, chosen with the arrows; what is typed narrows the list down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from localcoder.tui.text import one_line

MAX_SHOWN = 10
MAX_LABEL = 2_000
"""So many characters of an option are searched: a prompt may be a pasted file."""
_KEYS = "enter chooses · esc closes"


@dataclass(frozen=True, slots=True)
class Option:
    """One to choose: a line, and what stands beside it."""

    label: str
    detail: str = ""


Then = Callable[[int], Awaitable[None]]
"""What to do with the number of the chosen option."""


class Chooser(Static, can_focus=True):
    """Above the draft, with the focus while it is open."""

    class Chosen(Message):
        """An option was chosen: `await then(number)`."""

        def __init__(self, then: Then, number: int) -> None:
            super().__init__()
            self.then = then
            self.number = number

    class Left(Message):
        """It closed: the draft has the focus again."""

    def __init__(self) -> None:
        super().__init__("", id="chooser", markup=False)
        self._title = ""
        self._options: Sequence[Option] = ()
        self._then: Then | None = None
        self._letters = ""
        self._found: list[int] = []
        self._at = 0
        self._first = 0
        self._most_rows = MAX_SHOWN
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether there is something to choose."""
        return self.display

    def open(self, title: str, options: Sequence[Option], then: Then) -> None:
        """Let the user choose one of `options`, the first of which is at the cursor."""
        self._options = [Option(option.label[:MAX_LABEL], option.detail) for option in options]
        self._title, self._then, self._letters = title, then, ""
        self.display = True
        self.focus()
        self._search()

    def close(self) -> bool:
        """Close without a choice; False if it is not open."""
        if not self.display:
            return False
        self.display = False
        self._options, self._then = (), None
        self.post_message(self.Left())
        return True

    def fit(self, rows: int) -> None:
        """Show at most so many options at a time, but at least one."""
        rows = max(1, min(rows, MAX_SHOWN))
        if rows != self._most_rows:
            self._most_rows = rows
            self._show()

    def on_resize(self) -> None:
        """The lines are cut to the width."""
        self._show()

    async def _on_key(self, event: events.Key) -> None:
        if self.press(event):
            event.stop()
            event.prevent_default()

    def press(self, event: events.Key) -> bool:
        """Move, search or choose with a key; False for one that means nothing here."""
        match event.key:
            case "up" | "down" | "ctrl+p" | "ctrl+n":
                self._move(1 if event.key in ("down", "ctrl+n") else -1)
            case "home" | "end":
                self._move(len(self._found) * (1 if event.key == "end" else -1), wrap=False)
            case "enter" | "tab":
                self._choose()
            case "backspace":
                self._letters = self._letters[:-1]
                self._search()
            case "ctrl+u":
                self._letters = ""
                self._search()
            case _ if event.is_printable and event.character:
                self._letters += event.character
                self._search()
            case _:
                return False
        return True

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._letters += one_line(event.text, 100)
        self._search()

    async def _on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        at = self._first + offset.y - 1  # below the title
        if offset.y and at < min(len(self._found), self._first + self._most_rows):
            self._at = at
            self._choose()

    def next(self) -> None:
        """Go one down, from the last to the first."""
        self._move(1)

    def turn_pages(self, pages: int) -> None:
        """Go down so many pages, or up; not beyond the ends."""
        self._move(pages * self._most_rows, wrap=False)

    def _choose(self) -> None:
        if self._then is not None and self._found:
            chosen = self.Chosen(self._then, self._found[self._at])
            self.close()
            self.post_message(chosen)

    def _move(self, rows: int, *, wrap: bool = True) -> None:
        if self._found:
            at = self._at + rows
            self._at = at % len(self._found) if wrap else max(0, min(at, len(self._found) - 1))
            self._show()

    def _search(self) -> None:
        words = self._letters.casefold().split()
        texts = (f"{option.label}\n{option.detail}".casefold() for option in self._options)
        self._found = [number for number, text in enumerate(texts) if all(word in text for word in words)]
        self._at = 0
        self._show()

    def _show(self) -> None:
        if not self.display:
            return
        width = max(20, self.app.size.width - 6)
        most = self._most_rows
        first = self._first = max(0, min(self._at - most // 2, len(self._found) - most))
        rows = [self._head()]
        for place, number in enumerate(self._found[first : first + most], start=first):
            rows.append(_row(self._options[number], place == self._at, width))
        if not self._found:
            rows.append(Content.styled("  nothing like that", "$quiet"))
        elif len(self._found) > most:
            rows.append(Content.styled(f"  {self._at + 1} of {len(self._found):,}", "$quiet"))
        self.update(Content("\n").join(rows))

    def _head(self) -> Content:
        typed = f"  {one_line(self._letters)}▏" if self._letters else ""
        return Content.assemble((self._title, "bold"), (typed, "$primary"), (f"  {_KEYS}", "$quiet"))


def _row(option: Option, chosen: bool, width: int) -> Content:
    detail = one_line(option.detail, width // 3)
    room = width - Content(detail).cell_length - 4
    label = Content(one_line(option.label, room)).truncate(room, ellipsis=True)
    gap = " " * max(2, room - label.cell_length + 2)
    mark = Content.styled("› " if chosen else "  ", "$primary")
    return Content.assemble(
        mark, label.stylize("bold") if chosen else label, (gap + detail if detail else "", "$quiet")
    )
