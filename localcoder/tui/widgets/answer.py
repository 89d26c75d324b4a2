"""The model's answer as Markdown that grows while it is written."""

from __future__ import annotations

import time

from textual.content import Content
from textual.geometry import Size
from textual.highlight import ANSIDarkHighlightTheme, ANSILightHighlightTheme, HighlightTheme
from textual.reactive import Reactive
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.visual import Visual
from textual.widget import Widget

from localcoder.tui.document import Document
from localcoder.tui.markdown import EMPTY, Line, Style, block_lines
from localcoder.tui.text import visible
from localcoder.tui.widgets.coalesced import FRAME_S

BUSY_SHARE = 0.2
"""Drawing takes at most this share of the time, so that keys are answered on slow machines too."""
LONGEST_REST_S = 0.5


class Answer(Widget, can_focus=False):
    """One assistant message, as one widget: a frame costs what has changed and what is seen, however long it is.

    Links are shown and never opened: no key or click leaves the machine.
    """

    auto_links = False
    virtual_size = Reactive(Size(0, 0), repaint=False)
    """As of the transcript: growing is laid out once."""

    def __init__(self) -> None:
        super().__init__(classes="entry")
        self._pieces: list[str] = []
        self._pending: list[str] = []
        self._drawing = False
        self._document = Document()
        self._changed = False
        self._laid_out_for: tuple[int, type[HighlightTheme]] | None = None
        self._lines: list[Line] = []
        self._rows: list[int] = []
        self._strips: dict[int, Strip] = {}
        self._settled_blocks = self._settled_lines = 0

    @property
    def text(self) -> str:
        """What the model wrote so far, unchanged."""
        return "".join(self._pieces)

    def write(self, text: str) -> None:
        """Append a piece. Pieces that arrive faster than the screen is drawn are joined."""
        self._pieces.append(text)
        self._pending.append(visible(text))
        if not self._drawing:
            self._drawing = True
            self.call_later(self._draw)

    def finish(self) -> None:
        """All was written."""
        self._take()
        self._document.close()
        self._grow()

    def _draw(self) -> None:
        if not self._pending:
            self._drawing = False
            return
        begun_s = time.monotonic()
        self._take()
        self._grow()
        self.call_after_refresh(self._drawn, begun_s)

    def _drawn(self, begun_s: float) -> None:
        """Rest after a frame. Laying out takes longer than adding, and counts as drawing too."""
        rest_s = (time.monotonic() - begun_s) * (1 / BUSY_SHARE - 1)
        self.set_timer(min(max(FRAME_S, rest_s), LONGEST_REST_S), self._draw)

    def _take(self) -> None:
        if self._pending:
            self._document.append("".join(self._pending))
            self._pending.clear()

    def _grow(self) -> None:
        self._changed = True
        self.refresh(layout=True)

    # --- What the screen asks for

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines at this width."""
        self._lay_out(width)
        return len(self._lines)

    def render(self) -> Content:
        """The text without what wrapping did to it: what is copied."""
        rows: list[str] = []
        for line in self._lines:
            if line.column:
                rows[-1] = rows[-1].ljust(line.column) + line.text.plain
            else:
                rows.append(line.text.plain)
        return Content("\n".join(rows))

    def render_line(self, y: int) -> Strip:
        """One line of it."""
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        if self.text_selection is not None:
            return self._strip(y)
        if y not in self._strips:
            self._strips[y] = self._strip(y)
        return self._strips[y]

    def notify_style_update(self) -> None:
        """Colours changed, with the theme for instance."""
        self._strips.clear()
        self._changed = True
        super().notify_style_update()

    def _lay_out(self, width: int) -> None:
        """Make the lines that are new, and anew those of blocks that may still change."""
        wanted = (width, self._highlight_theme())
        if self._laid_out_for != wanted:
            self._laid_out_for = wanted
            self._lines, self._rows, self._strips = [], [], {}
            self._settled_blocks = self._settled_lines = 0
        elif not self._changed:
            return
        self._changed = False
        for y in range(self._settled_lines, len(self._lines)):
            self._strips.pop(y, None)
        del self._lines[self._settled_lines :], self._rows[self._settled_lines :]
        complete = self._document.complete
        for block in complete[self._settled_blocks :]:
            self._add(block_lines(block, width, Style(wanted[1])))
        self._settled_blocks, self._settled_lines = len(complete), len(self._lines)
        for block in self._document.open:
            self._add(block_lines(block, width, Style(wanted[1], live=True)))

    def _add(self, lines: list[Line]) -> None:
        for line in [EMPTY, *lines] if self._lines else lines:
            self._rows.append(self._rows[-1] + (line.column == 0) if self._rows else 0)
            self._lines.append(line)

    def _highlight_theme(self) -> type[HighlightTheme]:
        if not self.app.native_ansi_color:
            return HighlightTheme
        return ANSIDarkHighlightTheme if self.app.current_theme.dark else ANSILightHighlightTheme

    def _strip(self, y: int) -> Strip:
        """The line with its style; where a letter of the text stands is noted in it, for selecting with the mouse."""
        line, row = self._lines[y], self._rows[y]
        text = line.text
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(row)) is not None:
            begin, end = (max(at - line.column, 0) for at in span)
            style = VisualStyle.from_styles(self.screen.get_component_styles("screen--selection"))
            text = text.stylize(style, begin, len(text) if span[1] == -1 else end)
        style = self.visual_style + VisualStyle.parse(line.fill, self.app.theme_variables)
        strip = Strip.join(
            [
                self._painted(line.indent, style).discard_meta(),
                self._painted(text, style).apply_offsets(line.column, row),
            ]
        )
        return strip.extend_cell_length(self.size.width, style.rich_style) if line.fill else strip

    def _painted(self, text: Content, style: VisualStyle) -> Strip:
        if not text:
            return Strip([])
        return Visual.to_strips(self, text, text.cell_length, 1, style, apply_selection=False)[0]
