"""What the terminal sends, in whatever pieces it comes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser

from localcoder.tui.paste_parser import PasteParser

PIECES = [
    "\x1b[200~",
    "\x1b[201~",
    "\x1b",
    "\x1b[",
    "[201~",
    "\x1b[31m",
    "\x1b[A",
    "a",
    "y",
    "\r",
    "\n",
    "\x03",
    "\x07",
    "é",
]


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


def read(parser: XTermParser, *pieces: str) -> list[str]:
    messages = [message for piece in pieces for message in parser.feed(piece)]
    return [f"paste {one.text}" if isinstance(one, events.Paste) else f"key {one.key}" for one in messages]


def test_nothing_in_a_paste_is_a_key() -> None:
    text = "a\x1b[31mred\x1b[0m\r\x07\x03\x1b\x1b[200~y\x1b[20\x1b"
    assert read(PasteParser(), pasted(text), "n") == [f"paste {text}".replace("\x1b", "␛"), "key n"]


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.data())
def test_where_reads_end_makes_no_difference(pieces: list[str], data: st.DataObject) -> None:
    sent = "".join(pieces)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(sent) - 1)))))
    parts = [sent[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
    assert read(PasteParser(), *[part for part in parts if part]) == read(PasteParser(), *([sent] if sent else []))


@given(st.lists(st.sampled_from(PIECES[2:]), max_size=12))
def test_what_is_no_paste_is_read_as_the_library_reads_it(pieces: list[str]) -> None:
    assert read(PasteParser(), *pieces) == read(XTermParser(), *pieces)
