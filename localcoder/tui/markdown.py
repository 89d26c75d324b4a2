"""Blocks of Markdown as lines of the screen. All text in them is just text, escape sequences made visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from textual.content import Content, Span
from textual.highlight import HighlightTheme, highlight

from localcoder.tui.text import visible

LEAST_COLUMNS = 10
"""Deeper indentation than leaves so many columns is cut off on the right."""
LIVE_CODE_CHARACTERS = 3_000
"""Longer code is coloured once it is complete: doing it again for every frame takes too long."""
CODE_STYLE = "on $surface"
_BULLETS = "•▪‣◦"
Align = Literal["left", "center", "right"]
_INLINE_STYLES = {"em": "italic", "strong": "bold", "s": "strike", "link": "underline"}
_ALIGNED: dict[str, Align] = {"text-align:right": "right", "text-align:center": "center"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the screen: `text` behind `indent`, filled up to the right with `fill`.

    `column` says where in its row of the text it begins: 0 for a new row, more for what was wrapped.
    """

    indent: Content
    text: Content
    column: int = 0
    fill: str = ""


EMPTY = Line(Content(""), Content(""))


@dataclass(frozen=True, slots=True)
class Style:
    """How code is coloured. `live` while it grows."""

    theme: type[HighlightTheme]
    live: bool = False


def block_lines(block: SyntaxTreeNode, width: int, style: Style, depth: int = 0) -> list[Line]:
    """The lines of a block, at most `width` columns wide; `depth` is how many lists it lies in."""
    match block.type:
        case "paragraph":
            return list(_wrapped(_inline(block), width))
        case "heading":
            look = "bold $primary" if block.tag in ("h1", "h2") else "bold"
            return list(_wrapped(_inline(block).stylize_before(look), width))
        case "bullet_list" | "ordered_list":
            return _list_lines(block, width, style, depth)
        case "blockquote":
            return list(_indented(_stacked(block.children, width - 2, style, depth), "▌ ", "▌ ", "$line"))
        case "fence" | "code_block":
            return _code_lines(block.content, block.info.split()[0] if block.info.strip() else "text", width, style)
        case "table":
            return _table_lines(block, width)
        case "hr":
            return [Line(Content(""), Content.styled("─" * max(width, 1), "$line"))]
        case _:
            return list(_wrapped(Content(visible(block.content)), width))


def _stacked(
    blocks: Sequence[SyntaxTreeNode], width: int, style: Style, depth: int, *, tight: bool = False
) -> Iterator[Line]:
    """Blocks below each other, with an empty line between two."""
    for number, block in enumerate(blocks):
        if number and not tight:
            yield EMPTY
        yield from block_lines(block, max(width, LEAST_COLUMNS), style, depth)


def _indented(lines: Iterator[Line], first: str, others: str, look: str) -> Iterator[Line]:
    for number, line in enumerate(lines):
        yield replace(line, indent=Content.styled(others if number else first, look) + line.indent)


def _wrapped(text: Content, width: int) -> Iterator[Line]:
    for row in text.split(allow_blank=True):
        at = 0
        for part in row.wrap(max(width, 1)):
            at = max(row.plain.find(part.plain, at), at)
            yield Line(Content(""), part, at)
            at += len(part.plain)


def _list_lines(block: SyntaxTreeNode, width: int, style: Style, depth: int) -> list[Line]:
    ordered = block.type == "ordered_list"
    start = int(block.attrs.get("start", 1)) if ordered else 0
    marks = [
        f"{start + number}. " if ordered else f"{_BULLETS[depth % len(_BULLETS)]} "
        for number in range(len(block.children))
    ]
    columns = max(map(len, marks))
    # Paragraphs of a list without empty lines are hidden.
    tight = all(part.hidden for item in block.children for part in item.children if part.type == "paragraph")
    lines: list[Line] = []
    for mark, item in zip(marks, block.children, strict=True):
        if lines and not tight:
            lines.append(EMPTY)
        inside = _stacked(item.children, width - columns, style, depth + 1, tight=tight) if item.children else [EMPTY]
        lines += _indented(iter(inside), mark.rjust(columns), " " * columns, "$primary")
    return lines


def _code_lines(code: str, language: str, width: int, style: Style) -> list[Line]:
    code = visible(code).rstrip("\n")
    plain = style.live and len(code) > LIVE_CODE_CHARACTERS
    coloured = Content(code) if plain else highlight(code, language=language, theme=style.theme)
    lines = []
    for row in coloured.split(allow_blank=True):
        at = 0
        for part in row.fold(max(width - 2, 2)):
            lines.append(Line(Content(" "), part, at, CODE_STYLE))
            at += len(part.plain)
    return lines


def _table_lines(table: SyntaxTreeNode, width: int) -> list[Line]:
    rows = [row for part in table.children for row in part.children]
    cells = [[_inline(cell) for cell in row.children] for row in rows]
    cells[0] = [cell.stylize_before("bold $primary") for cell in cells[0]]
    aligned: list[Align] = [_ALIGNED.get(str(cell.attrs.get("style")), "left") for cell in rows[0].children]
    natural = [max(cell.cell_length for cell in column) for column in zip(*cells, strict=True)]
    columns = _column_widths(natural, width - 3 * len(natural) - 1)
    if not columns:
        return [line for row in cells for line in _wrapped(Content(" │ ").join(row), width)]
    wrapped = [[cell.wrap(columns[number], align=aligned[number]) for number, cell in enumerate(row)] for row in cells]
    ruled = any(len(cell) > 1 for row in wrapped for cell in row)
    lines = [_rule(columns, "┌┬┐")]
    for number, row in enumerate(wrapped):
        lines += _row_lines(row, columns, aligned)
        if number + 1 < len(wrapped) and (number == 0 or ruled):
            lines.append(_rule(columns, "├┼┤"))
    return [*lines, _rule(columns, "└┴┘")]


def _column_widths(natural: Sequence[int], room: int) -> list[int]:
    """The columns' widths within `room`, the widest cut first; none where that leaves hardly anything."""
    natural = [max(width, 1) for width in natural]
    for most in range(max(room, 0), 2, -1):
        widths = [min(width, most) for width in natural]
        if sum(widths) <= room:
            return widths
    return []


def _rule(columns: Sequence[int], corners: str) -> Line:
    text = corners[0] + corners[1].join("─" * (width + 2) for width in columns) + corners[2]
    return Line(Content(""), Content.styled(text, "$line"))


def _row_lines(row: Sequence[Sequence[Content]], columns: Sequence[int], aligned: Sequence[Align]) -> Iterator[Line]:
    bar = Content.styled("│", "$line")
    for at in range(max(map(len, row))):
        pieces = []
        for cell, width, side in zip(row, columns, aligned, strict=True):
            part = cell[at] if at < len(cell) else Content("")
            missing = width - part.cell_length
            left = missing if side == "right" else missing // 2 if side == "center" else 0
            pieces += [bar, part.pad(left + 1, missing - left + 1)]
        yield Line(Content(""), Content("").join([*pieces, bar]))


def _inline(block: SyntaxTreeNode) -> Content:
    """The text of a block, with what is emphasised in it."""
    texts = [part.token for part in block.children if part.token is not None]
    tokens = chain.from_iterable(text.children or () for text in texts)
    pieces: list[str] = []
    spans: list[Span] = []
    opened: list[tuple[int, Token]] = []
    length = 0

    def add(text: str, look: str = "") -> None:
        nonlocal length
        pieces.append(text)
        if look:
            spans.append(Span(length, length + len(text), look))
        length += len(text)

    for token in tokens:
        kind, _, edge = token.type.rpartition("_")
        if edge == "open":
            opened.append((length, token))
        elif edge == "close":
            begin, opening = opened.pop()
            spans.append(Span(begin, length, _INLINE_STYLES.get(kind, "")))
            target = visible(str(opening.attrs.get("href", "")))
            if target and target != "".join(pieces)[begin:]:
                add(f" ({target})", "$quiet")
        elif token.type == "softbreak":
            add(" ")
        elif token.type == "hardbreak":
            add("\n")
        elif token.type == "code_inline":
            add(visible(token.content), "$secondary")
        elif token.type == "image":
            add(f"▣ {visible(token.content)} ({visible(str(token.attrs.get('src', '')))})")
        else:
            add(visible(token.content))
    return Content("".join(pieces), spans)
