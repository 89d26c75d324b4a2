"""The draft: a text area in which Enter sends, and that never mistakes a paste for Enter."""

from __future__ import annotations

import select
import sys
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from localcoder.tui.history import PromptHistory
from localcoder.tui.pastes import FoldedPastes
from localcoder.tui.text import visible, visible_with_tabs

PASTE_S = 0.02
"""Keys closer together than this come from a paste without bracketed mode, not from fingers."""

_NEWLINE_KEYS = frozenset({"ctrl+j", "shift+enter", "shift+\r", "alt+enter", "ctrl+enter"})
"""The second and the third are one key: as Kitty's protocol tells it, and as xterm and tmux do."""


class Prompt(TextArea):
    """Where the user writes.

    `takes_key` sees each key first and returns True for one that it used. Until the terminal has shown that it marks
    pastes, Enter waits for 20 ms: if more text follows it was pasted, and stays a line feed.

    All that a key does is done before the next one is looked at. Keys that are left to the library's bindings climb up
    to the app first, and are overtaken by the text behind them: Ctrl+U then deletes what was typed after it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+underscore,ctrl+shift+z", "undo", show=False)]
    ACTIONS: ClassVar[dict[str, str]] = {
        binding.key: binding.action for binding in Binding.make_bindings([*TextArea.BINDINGS, *BINDINGS])
    }
    """What each key of the text area does."""

    class Submitted(Message):
        """The user sent `text`."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, history: PromptHistory, takes_key: Callable[[events.Key], Awaitable[bool]]) -> None:
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
        self._pastes = FoldedPastes()

    @property
    def full_text(self) -> str:
        """The draft with all that was pasted into it."""
        return self._pastes.unfold(self.text)

    def clear_draft(self) -> None:
        """Empty the draft; Up brings it back."""
        self.prompts.add(self.full_text)
        self._empty()

    def unfold(self) -> bool:
        """Show the pastes that stand in the draft as marks; False if there are none."""
        text = self.full_text
        if text == self.text:
            return False
        self.replace(text, self.document.start, self.document.end, maintain_selection_offset=False)
        self.scroll_cursor_visible()
        return True

    def edit(self, edit: Edit) -> EditResult:
        """Carry out `edit`, which never cuts a paste's mark: it goes as a whole, and nothing comes between."""
        if not self._pastes:
            return super().edit(edit)
        (top_row, top), (bottom_row, bottom) = edit.top, edit.bottom
        for begin, end in self._marks(top_row):
            if begin < top < end:
                top = end if edit.top == edit.bottom else begin
        for begin, end in self._marks(bottom_row):
            if begin < bottom < end:
                bottom = end
        return super().edit(replace(edit, from_location=(top_row, top), to_location=(bottom_row, bottom)))

    def _marks(self, row: int) -> list[tuple[int, int]]:
        """Where pastes' marks begin and end in a line; an edit may end in the one behind the last."""
        return self._pastes.spans(self.document.get_line(row)) if row < self.document.line_count else []

    def set_draft(self, text: str) -> None:
        """Replace the draft and put the cursor at its end."""
        self.text = text
        self.move_cursor(self.document.end)

    def undo(self) -> None:
        """Take the last edit back."""
        self._with_cursor_in_text(super().undo)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._with_cursor_in_text(super().redo)

    def _with_cursor_in_text(self, step: Callable[[], None]) -> None:
        # The library looks for the cursor before it has brought it back, and fails where its line is gone by then.
        before, selection = self.text, self.selection
        self.move_cursor((0, 0))
        step()
        if self.text == before:
            self.selection = selection

    async def _on_key(self, event: events.Key) -> None:
        fast = event.time - self._last_key_at < PASTE_S
        self._last_key_at = event.time
        self._pasting = self._pasting and fast
        if self._enter is not None:
            self._enter.stop()
            self._enter = None
            if event.is_printable or event.key in ("enter", "tab") or _unprintable_text(event):
                self._pasting = True
                self.insert("\n")
            else:
                self._submit()
        if await self._takes_key(event) or self._handle(event) or await self._act(event.key):
            event.stop()
            event.prevent_default()

    async def _act(self, key: str) -> bool:
        action = self.ACTIONS.get(key)
        if action is not None:
            await self.run_action(action)
        return action is not None

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
            case _ if text := _unprintable_text(event):
                self.replace(visible(text), *self.selection, maintain_selection_offset=False)
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
            self._wait_for_more()

    def _wait_for_more(self) -> None:
        """Send unless more keys follow at once."""
        self._enter = timer = self.set_timer(PASTE_S, lambda: self.app.call_later(self.call_later, submit))

        # When the time is over, keys that were read before may still be on their way, through the app's queue and this
        # one's; what is sent along behind them knows better. Or they have not been read, since much else went on.
        def submit() -> None:
            if self._enter is not timer:
                return
            if _input_waits():
                self._wait_for_more()
            else:
                self._submit()

    def _submit(self) -> None:
        self._enter = None
        text = self.full_text.strip()
        if text:
            self.prompts.add(text)
            self._empty()
            self.post_message(self.Submitted(text))

    def _empty(self) -> None:
        self.text = ""
        self._pastes.clear()

    def _at_first_line(self) -> bool:
        return self.selection.is_empty and self.navigator.is_first_wrapped_line(self.cursor_location)

    def _at_last_line(self) -> bool:
        return self.selection.is_empty and self.navigator.is_last_wrapped_line(self.cursor_location)

    def _recall(self, text: str | None) -> None:
        if text is not None:
            self.set_draft(text)

    async def _on_paste(self, event: events.Paste) -> None:
        """Insert a paste as one piece, whatever it holds: line feeds do not send. A long one is folded."""
        event.stop()
        event.prevent_default()
        self._marks_pastes = True
        text = event.text.replace("\r\n", "\n").replace("\r", "\n")
        folded = self._pastes.fold(visible_with_tabs(text))
        self.replace(folded, *self.selection, maintain_selection_offset=False)
        self.scroll_cursor_visible()


def _unprintable_text(event: events.Key) -> str:
    """What a key wrote that Python calls unprintable and the library drops: a wide space, the joiner in an emoji."""
    character = event.character or ""
    is_text = len(character) == 1 and unicodedata.category(character) in ("Cf", "Co", "Zs")
    return character if is_text and not event.is_printable else ""


def _input_waits() -> bool:
    """Whether the terminal has sent what was not read yet."""
    stdin = sys.__stdin__
    return stdin is not None and stdin.isatty() and bool(select.select([stdin], [], [], 0)[0])
