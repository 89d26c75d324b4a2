"""Texts as editors show them: an editor reads all text as Markdown, and foreign text must come out as it is."""

from __future__ import annotations

import re
from typing import Any

_RUN_OF_BACKTICKS = re.compile("`+")
_MARKUP = re.compile(r"([\\`*_\[\]<>&~$!#|])")


def fenced(text: str) -> str:
    """`text` as a code block that nothing in it can end."""
    longest = max((len(run) for run in _RUN_OF_BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.removesuffix(chr(10))}\n{fence}"


def escaped(line: str) -> str:
    """`line` with what would be markup made plain."""
    return _MARKUP.sub(r"\\\1", " ".join(line.split()))


def sendable(value: Any) -> Any:
    """`value`, text or JSON, with half characters (lone surrogates) replaced: no message could carry them."""
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {sendable(key): sendable(one) for key, one in value.items()}
        case list() | tuple():
            return [sendable(one) for one in value]
        case _:
            return value
