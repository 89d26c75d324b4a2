"""A Markdown document that grows at its end: only what may still change is parsed again."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

MAX_NESTING = 100
_PARSER = (
    MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING})
    .enable(["table", "strikethrough"])
    # A reference may come at the end of all, and would change what is long on the screen; its lines are just text.
    .disable("reference")
)


def parse(text: str) -> list[SyntaxTreeNode]:
    """The blocks of `text`. HTML is text."""
    return SyntaxTreeNode(_PARSER.parse(text)).children


class Document:
    """Blocks of Markdown, however the text was cut into pieces.

    `complete` never changes but at its end; `open` is anew with each piece.
    """

    def __init__(self) -> None:
        self.complete: list[SyntaxTreeNode] = []
        self.open: list[SyntaxTreeNode] = []
        self._tail = ""

    def append(self, text: str) -> None:
        """Add `text`. Its line feeds are the only line ends in it."""
        self._tail += text
        blocks = parse(self._tail)
        # Whole lines end all blocks but the last one. What the last line begins may become something else yet.
        whole_lines = self._tail.count("\n")
        begun = [first for block in blocks if (first := _first_line(block)) < whole_lines]
        kept_from = begun[-1] if begun else 0
        self.complete += [block for block in blocks if _first_line(block) < kept_from]
        self.open = [block for block in blocks if _first_line(block) >= kept_from]
        if kept_from:
            self._tail = self._tail.split("\n", kept_from)[-1]

    def close(self) -> None:
        """Nothing more will come."""
        self.complete += self.open
        self.open, self._tail = [], ""


def _first_line(block: SyntaxTreeNode) -> int:
    return block.map[0] if block.map is not None else 0
