from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.tools.invisible import revealed

INVISIBLE = [
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2065),
    *range(0x2066, 0x206A),
    *range(0xFE00, 0xFE10),
    *range(0xE0000, 0xE0080),
    *(0xFEFF, 0x00AD, 0x061C, 0x180E, 0x034F, 0x115F, 0x3164, 0xFFA0, 0x2028),
]


@pytest.mark.parametrize("code", INVISIBLE)
def test_an_invisible_character_is_shown_by_its_number(code: int) -> None:
    assert revealed(f"rm a{chr(code)}b") == f"rm a‹U+{code:04X}›b"


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧", "🏳️‍🌈", "👍🏽", "❤️", "1️⃣", "🇩🇪", "☎︎"])
def test_an_emoji_stays_whole(emoji: str) -> None:
    assert revealed(f"échec {emoji}!") == f"échec {emoji}!"


@pytest.mark.parametrize("text", ["👍\u200db", "👍\ufe0f\ufe0f", "\u200d👍", "a\ufe0f"])
def test_what_stands_beside_an_emoji_and_joins_nothing_is_shown(text: str) -> None:
    assert "‹U+" in revealed(text)


@given(st.text())
def test_only_format_characters_change_and_none_is_left_but_in_emoji(text: str) -> None:
    shown = revealed(text)
    assert revealed(shown) == shown
    assert all(c in "\u200d" for c in shown if unicodedata.category(c) == "Cf")
