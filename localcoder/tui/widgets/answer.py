"""The model's answer as Markdown that grows while it is written."""

from __future__ import annotations

from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownStream

from localcoder.tui.text import visible


class Answer(Markdown):
    """One assistant message. Links are shown and never opened: no key or click leaves the machine."""

    def __init__(self) -> None:
        super().__init__(classes="entry", open_links=False)
        self._pieces: list[str] = []
        self._stream: MarkdownStream | None = None

    @property
    def text(self) -> str:
        """What the model wrote so far, unchanged."""
        return "".join(self._pieces)

    async def write(self, text: str) -> None:
        """Append a piece. Pieces that arrive faster than the screen is drawn are joined."""
        self._pieces.append(text)
        if self._stream is None:
            self._stream = Markdown.get_stream(self)
        await self._stream.write(visible(text))

    async def finish(self) -> None:
        """Show all that was written and end the stream."""
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.stop()
