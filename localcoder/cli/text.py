"""Text from elsewhere (models, servers, files, commands) for a terminal, which it must not steer."""

from __future__ import annotations

import re
from typing import TextIO

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def printable(text: str) -> str:
    """`text` with control characters made visible; newline and tab stay."""
    return _CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


def fit_for(stream: TextIO, text: str) -> str:
    """`text` as it may be written to `stream`: `printable` on a terminal, untouched for files and programs."""
    return printable(text) if stream.isatty() else text


def one_line(text: str, width: int) -> str:
    """`text` on one line of at most `width` characters, without any control character."""
    line = "".join(character if character.isprintable() else " " for character in text)
    return line if len(line) <= width else f"{line[: max(0, width - 1)]}…"
