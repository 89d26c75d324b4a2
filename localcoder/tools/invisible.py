"""Characters that nobody sees, made visible: in a command or a path that somebody approves they could hide anything."""

from __future__ import annotations

import re
import unicodedata

_IGNORABLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2028, 0x2029),
    (0x2065, 0x2065),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0xE0000, 0xE0FFF),
)
"""Unicode's Default_Ignorable_Code_Point without those of category Cf, and its two line separators."""

_EMOJI = "[\u00a9\u00ae\u2194-\u21aa\u231a-\u27bf\u2934-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_WHOLE = re.compile(f"(?:{_EMOJI}[\ufe0e\ufe0f]?(?:\u200d(?={_EMOJI}))?)+|[#*0-9]\ufe0f\u20e3|[^\\x00-\\x7f]")
"""An emoji with what joins and dresses its parts, or one character that is not ASCII."""


def revealed(text: str) -> str:
    """`text` with each character that shows nothing, or that turns the order of others, as its number: `‹U+200B›`.

    What belongs to an emoji stays.
    """
    return text if text.isascii() else _WHOLE.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    text = match.group()
    return f"‹U+{ord(text):04X}›" if len(text) == 1 and _is_invisible(text) else text


def _is_invisible(character: str) -> bool:
    code = ord(character)
    return unicodedata.category(character) == "Cf" or any(first <= code <= last for first, last in _IGNORABLE)
