"""The draft: a text area in which Enter sends, and that never mistakes a paste for Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

from localcoder.tui.history import PromptHistory
from localcoder.tui.text import visible_with_tabs

PASTE_S = 0.02
"""Keys closer together than this come from a paste without bracketed mode, not from fingers."""

_NEWLINE_KEYS = frozenset({"ctrl+j", "shift+enter", "alt+enter"})


class Prompt(TextArea):
    """Where the user writes.

    `takes_key` sees each key first and returns True for one that it used. Until the terminal has shown that it marks
    pastes, Enter waits for 20 ms: if more text follows it was pasted, and stays a line feed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+underscore,ctrl+shift+z", "undo", show=False)]

    class Submitted(Message):
        """The user sent `text`."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, history: PromptHistory, takes_key: Callable[[events.Key], bool]) -> None:
        super().__init__(
            id="prompt",
            compact=True,
            highlight_cursor_line=False,
            placeholder="Ask for a change, or /help",
        )
        # A blinking cursor would wake the process twice a second for nothing.
        self.cursor_blink = False
        self.prompts = history
        self._takes_key = takes_key
        self._enter: Timer | None = None
        self._last_key_at = float("-inf")
        self._pasting = False
        self._marks_pastes = False

    def clear_draft(self) -> None:
        """Empty the draft; Up brings it back."""
        self.prompts.add(self.text)
        self.text = ""

    def set_draft(self, text: str) -> None:
        """Replace the draft and put the cursor at its end."""
        self.text = text
        self.move_cursor(self.document.end)

    async def _on_key(self, event: events.Key) -> None:
        fast = event.time - self._last_key_at < PASTE_S
        self._last_key_at = event.time
        self._pasting = self._pasting and fast
        if self._enter is not None:
            self._enter.stop()
            self._enter = None
            if event.is_printable or event.key in ("enter", "tab"):
                self._pasting = True
                self.insert("\n")
            else:
                self._submit()
        if self._takes_key(event) or self._handle(event):
            event.stop()
            event.prevent_default()

    def _handle(self, event: events.Key) -> bool:
        match event.key:
            case "enter":
                self._press_enter()
            case key if key in _NEWLINE_KEYS:
                self.insert("\n")
            case "tab":
                if not self._pasting:
                    return False
                self.insert("\t")
            case "up" if self._at_first_line():
                self._recall(self.prompts.older(self.text))
            case "down" if self._at_last_line():
                self._recall(self.prompts.newer())
            case _:
                return False
        return True

    def _press_enter(self) -> None:
        row, column = self.cursor_location
        if self._pasting:
            self.insert("\n")
        elif column and self.document.get_line(row)[column - 1] == "\\":
            self.replace("\n", (row, column - 1), (row, column))
        elif self._marks_pastes:
            self._submit()
        else:
            self._enter = self.set_timer(PASTE_S, self._submit)

    def _submit(self) -> None:
        self._enter = None
        text = self.text.strip()
        if text:
            self.prompts.add(text)
            self.text = ""
            self.post_message(self.Submitted(text))

    def _at_first_line(self) -> bool:
        return self.selection.is_empty and self.navigator.is_first_wrapped_line(self.cursor_location)

    def _at_last_line(self) -> bool:
        return self.selection.is_empty and self.navigator.is_last_wrapped_line(self.cursor_location)

    def _recall(self, text: str | None) -> None:
        if text is not None:
            self.set_draft(text)

    async def _on_paste(self, event: events.Paste) -> None:
        """Insert a paste as one piece, whatever it holds: line feeds do not send."""
        event.stop()
        event.prevent_default()
        self._marks_pastes = True
        text = event.text.replace("\r\n", "\n").replace("\r", "\n")
        self.replace(visible_with_tabs(text), *self.selection, maintain_selection_offset=False)
        self.scroll_cursor_visible()
