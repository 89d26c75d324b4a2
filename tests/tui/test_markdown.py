"""Markdown becomes lines of the screen: the same ones however it is cut, and nothing of the text is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.highlight import HighlightTheme

from localcoder.tui.document import Document, parse
from localcoder.tui.markdown import LEAST_COLUMNS, LIVE_CODE_CHARACTERS, Style, block_lines
from localcoder.tui.text import visible

STYLE = Style(HighlightTheme)
MARKS = [
    "\n",
    "\n\n",
    "- ",
    "  ",
    "1. ",
    "2) ",
    "> ",
    "# ",
    "```",
    "```py\n",
    "---",
    "===",
    "| a | b |\n|---|--:|\n",
    "|",
]
INLINE = [
    "*",
    "**",
    "`",
    "~~",
    "[",
    "](",
    ")",
    "<b>",
    "&#27;",
    "&#x202e;",
    "&lt;",
    "\\",
    "!",
    "_",
    ":",
    "\x1b[31m",
    "\t",
    "1",
    "-",
]
WORDS = ["alpha", "be ta", "ü", "日本語", "x" * 30, "https://example.com/a"]
PIECES = st.lists(st.sampled_from(MARKS + INLINE + WORDS), max_size=40)
WIDTHS = st.integers(min_value=1, max_value=100)


def laid_out(blocks, width=60, style=STYLE):
    return [block_lines(block, width, style) for block in blocks]


def shown(text, width=60):
    return [line.indent.plain + line.text.plain for lines in laid_out(parse(text), width) for line in lines]


@given(PIECES)
def test_an_answer_looks_the_same_however_it_was_cut(pieces):
    pieces = [visible(piece) for piece in pieces]
    document = Document()
    for number, piece in enumerate(pieces, 1):
        document.append(piece)
        assert laid_out(document.complete + document.open) == laid_out(parse("".join(pieces[:number])))
    document.close()
    assert laid_out(document.complete) == laid_out(parse("".join(pieces)))
    assert document.open == []


@given(PIECES, WIDTHS)
def test_no_word_is_lost_and_no_line_is_too_long(pieces, width):
    text = visible("".join(pieces))
    lines = [line for lines in laid_out(parse(text), width) for line in lines]
    letters = "".join(re.findall(r"[a-zü日本語]+", "".join(line.text.plain for line in lines)))
    info = r"```[^`\n]*"
    for word in ("alpha", "ü", "日本語"):
        assert letters.count(word) >= len(re.findall(word, re.sub(info, "", text))) or width < 40
    assert all(line.text.cell_length <= max(width, LEAST_COLUMNS) for line in lines)
    assert not any(character < " " for line in lines for character in line.text.plain)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# Title\ntext *one* `two`", ["Title", "text one two"]),
        ("- a\n- b\n  - c\n\n10. d", ["• a", "• b", "  ▪ c", "10. d"]),
        ("1. a\n\n2. b", ["1. a", "", "2. b"]),
        ("> quoted\n> - item", ["▌ quoted", "▌ ", "▌ • item"]),
        ("```\n[bold]\n\n  x\n```", [" [bold]", " ", "   x"]),
        ("a <b>c</b> &lt;d> [bold]", ["a <b>c</b> <d> [bold]"]),
        ("[here](https://example.com) <https://example.org>", ["here (https://example.com) https://example.org"]),
        ("&#27;[31m &#x202e;gpj.exe", ["\ufffd[31m ‹U+202E›gpj.exe"]),
        ("[a]: https://example.com\n\n[a]", ["[a]: https://example.com", "[a]"]),
        (
            "| a | b |\n|---|--:|\n| one | 2 |",
            ["┌─────┬───┐", "│ a   │ b │", "├─────┼───┤", "│ one │ 2 │", "└─────┴───┘"],
        ),
    ],
)
def test_each_kind_of_block(text, lines):
    assert shown(text) == lines


def test_a_table_too_wide_is_wrapped_in_its_cells_and_one_with_no_room_at_all_becomes_text():
    table = "| name | text |\n|---|---|\n| a | one two three four |"
    assert shown(table, 20) == [
        "┌──────┬───────────┐",
        "│ name │ text      │",
        "├──────┼───────────┤",
        "│ a    │ one two   │",
        "│      │ three     │",
        "│      │ four      │",
        "└──────┴───────────┘",
    ]
    assert "".join(shown(table, 10)).replace(" ", "") == "name│texta│onetwothreefour"


def test_what_was_wrapped_knows_its_place_in_the_text():
    (lines,) = laid_out(parse("one two three"), 8)
    assert [(line.text.plain, line.column) for line in lines] == [("one two", 0), ("three", 8)]
    (lines,) = laid_out(parse("    0123456789"), 8)
    assert [(line.text.plain, line.column) for line in lines] == [("012345", 0), ("6789", 6)]


def test_deep_quotes_are_shown():
    assert "end" in "".join(shown("> " * 60 + "end", 40))


def test_long_code_is_coloured_once_it_is_complete():
    (block,) = parse("```python\n" + "x = 1\n" * LIVE_CODE_CHARACTERS + "```")
    live, complete = (block_lines(block, 40, Style(HighlightTheme, live)) for live in (True, False))
    assert [line.text.plain for line in live] == [line.text.plain for line in complete]
    assert not any(line.text.spans for line in live)
    assert all(len(line.text.spans) > 1 for line in complete)


def test_only_what_may_still_change_is_parsed_again():
    """So a piece costs the same at the end of a long answer as at its beginning."""
    document = Document()
    section = "## Title\n\nText.\n\n- one\n- two\n\n```\ncode\n```\n\n"
    for _ in range(200):
        for at in range(0, len(section), 7):
            document.append(section[at : at + 7])
            assert len(document._tail) <= len(section)
            assert len(document.open) <= 2
    assert len(document.complete) >= 4 * 200 - 2
