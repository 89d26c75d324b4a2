"""The files that an `@` in the draft can become, below the draft."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from textual import events
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from localcoder.tui.mentions import Open, open_mention, written
from localcoder.tui.text import one_line
from localcoder.tui.widgets.prompt import PASTE_S, Prompt
from localcoder.workspace.file_index import FileIndex, best_matches
from localcoder.workspace.roots import Roots

REST_S = 2 * PASTE_S
"""A search begins when no key came for so long: so a paste, whose keys come faster, never opens the list."""


class FilePicker(Static):
    """Follows the draft of `prompt`. Up and Down choose, Enter and Tab insert, Esc closes until another `@`.

    A key counts only while the mention at the cursor is the one that the list was searched for, so that none takes
    a file that was not seen.
    """

    def __init__(self, prompt: Prompt, roots: Roots, rows: Callable[[], int]) -> None:
        """`rows` says how many files may be offered now."""
        super().__init__("", id="files", markup=False)
        self._prompt = prompt
        self._rows = rows
        self.index = FileIndex(roots, self._news)
        self._wanted: Open | None = None
        self._shown_for: Open | None = None
        self._dismissed: tuple[int, int] | None = None
        self._offered: list[str] = []
        self._chosen = 0
        self._searches = 0
        self._rest: Timer | None = None

    def on_mount(self) -> None:
        """Nothing is offered at first."""
        self.display = False

    def on_unmount(self) -> None:
        """The walk ends with the screen."""
        self.index.close()

    def use(self, roots: Roots, may_read: Callable[[Path], bool] | None) -> None:
        """Offer the files of `roots` from now on, but for those that may not be read."""
        self.index.close()
        self.index = FileIndex(roots, self._news, may_read)
        if self._wanted is not None:
            self.index.refresh()

    def draft_changed(self) -> None:
        """Look at the mention at the cursor: offer files for it, or hide."""
        wanted, place = self._at_cursor()
        self._searches += 1  # what is being searched for is no longer wanted
        if wanted is None:
            self._wanted = self._dismissed = None
            self._hide()
            return
        if place == self._dismissed:
            return
        if self._wanted is None:
            # New files are found when the next mention begins.
            self.index.refresh()
        self._wanted = wanted
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(REST_S, self._search)

    def takes_key(self, event: events.Key) -> bool:
        """Use a key that is meant for the list; True if it was."""
        if not self.display or self._shown_for is None or self._at_cursor()[0] != self._shown_for:
            return False
        match event.key:
            case "up" | "down":
                self._chosen = (self._chosen + (1 if event.key == "down" else -1)) % len(self._offered)
                self._show()
            case "enter" if self._offered[self._chosen] == self._shown_for.letters:
                # All of it is there already: Enter sends.
                self._hide()
                return False
            case "enter" | "tab":
                self._insert(self._shown_for, self._offered[self._chosen])
            case _:
                return False
        return True

    def close(self) -> bool:
        """Hide the list until another mention begins; False if it is not shown."""
        if not self.display:
            return False
        self._dismissed = self._at_cursor()[1]
        self._searches += 1
        self._hide()
        return True

    def _at_cursor(self) -> tuple[Open | None, tuple[int, int] | None]:
        """The mention before the cursor, and where it begins."""
        row, column = self._prompt.cursor_location
        if not self._prompt.selection.is_empty:
            return None, None
        mention = open_mention(self._prompt.document.get_line(row)[:column])
        return mention, (row, mention.column) if mention else None

    def _insert(self, mention: Open, name: str) -> None:
        row, column = self._prompt.cursor_location
        self._prompt.replace(f"{written(name)} ", (row, mention.column), (row, column))

    def _news(self) -> None:
        """The index knows more files. Called in its thread."""
        # The screen may end at this very moment, and its loop with it.
        with suppress(RuntimeError):
            self.call_later(self._search_again)

    async def _search_again(self) -> None:
        if self._wanted is not None and self._dismissed is None:
            await self._search()

    async def _search(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        self._searches += 1
        number = self._searches
        found = await asyncio.to_thread(
            best_matches, self.index.names, wanted.letters, self._rows(), lambda: number != self._searches
        )
        if number != self._searches or self._at_cursor()[0] != wanted:
            return
        same = self._offered[self._chosen] if self.display and self._shown_for == wanted else None
        self._offered, self._shown_for = found, wanted
        self._chosen = found.index(same) if same in found else 0
        if found:
            self._show()
        else:
            self._hide()

    def _show(self) -> None:
        rows = [
            Content.assemble(("› " if number == self._chosen else "  ", "$primary"), one_line(name))
            for number, name in enumerate(self._offered)
        ]
        self.update(Content("\n").join(rows))
        self.display = True

    def _hide(self) -> None:
        self.display = False
