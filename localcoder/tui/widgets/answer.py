"""The model's answer as Markdown that grows while it is written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from textual.content import Content
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock, MarkdownFence

from localcoder.tui.text import visible
from localcoder.tui.widgets.coalesced import FRAME_S

BUSY_SHARE = 0.2
"""Drawing takes at most this share of the time: the last block is built anew for each frame, which costs more the
longer a code block or a list is."""
LONGEST_FRAME_S = 0.5
LIVE_CODE_CHARACTERS = 3_000
"""Longer code blocks are coloured once they are complete."""


class Code(MarkdownFence):
    """A code block. While a long one is written it stays in one colour, since colouring it takes too long per frame."""

    @classmethod
    def highlight(cls, code: str, language: str, ansi: bool = False, dark: bool = False) -> Content:
        """The code as content."""
        if len(code) > LIVE_CODE_CHARACTERS:
            return Content(code.rstrip("\n"))
        return super().highlight(code, language, ansi, dark)

    def colour(self) -> None:
        """Colour it however long it is."""
        if len(self.code) > LIVE_CODE_CHARACTERS:
            dark = self.app.current_theme.dark
            self.set_content(super().highlight(self.code, self.lexer, self.app.native_ansi_color, dark))


class Answer(Markdown):
    """One assistant message. Links are shown and never opened: no key or click leaves the machine."""

    def __init__(self) -> None:
        super().__init__(classes="entry", open_links=False)
        self._pieces: list[str] = []
        self._pending: list[str] = []
        self._drawing: asyncio.Task[None] | None = None
        self._complete = asyncio.Event()
        self.on_drawn: Callable[[], None] = lambda: None
        """Called when it has grown on the screen."""

    @property
    def is_complete(self) -> bool:
        """Whether no more will be written."""
        return self._complete.is_set()

    @property
    def text(self) -> str:
        """What the model wrote so far, unchanged."""
        return "".join(self._pieces)

    def get_block_class(self, block_name: str) -> type[MarkdownBlock]:
        """The library's blocks, but for code."""
        return Code if block_name in ("fence", "code_block") else super().get_block_class(block_name)

    def write(self, text: str) -> None:
        """Append a piece. Pieces that arrive faster than the screen is drawn are joined."""
        self._pieces.append(text)
        self._pending.append(visible(text))
        if self._drawing is None:
            self._drawing = asyncio.create_task(self._draw())

    async def finish(self) -> None:
        """Show all that was written."""
        self._complete.set()
        if self._drawing is not None:
            # Shielded: who waits here may be cancelled, and the drawing goes on to the end of the text.
            await asyncio.shield(self._drawing)
        for code in self.query(Code):
            code.colour()

    async def _on_screen(self) -> None:
        """Wait until what was added is laid out, which takes longer than adding it, and counts as drawing too."""
        shown = asyncio.Event()
        if self.call_after_refresh(shown.set):
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_FRAME_S):
                    await shown.wait()

    async def _draw(self) -> None:
        while self._pending:
            started = time.monotonic()
            text = "".join(self._pending)
            self._pending.clear()
            await self.append(text)
            await self._on_screen()
            self.on_drawn()
            rest_s = max(FRAME_S, (time.monotonic() - started) * (1 / BUSY_SHARE - 1))
            with suppress(TimeoutError):
                async with asyncio.timeout(rest_s):
                    await self._complete.wait()
        self._drawing = None
