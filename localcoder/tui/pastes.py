"""Long pastes, which stand in the draft as one mark each and become their text again when it is sent."""

from __future__ import annotations

import re

from localcoder.tui.text import count

FOLD_LINES = 100
FOLD_CHARACTERS = 10_000
"""What has more lines, or more characters, hides the words around it."""


class FoldedPastes:
    """The texts behind the marks of one draft."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self._texts)

    def fold(self, text: str) -> str:
        """The mark that stands for `text`, or `text` itself where it is short enough to be shown."""
        lines = text.removesuffix("\n").count("\n") + 1
        if lines <= FOLD_LINES and len(text) <= FOLD_CHARACTERS:
            return text
        size = count(lines, "line") if lines > FOLD_LINES else count(len(text), "character")
        mark = f"[pasted text {len(self._texts) + 1}: {size}, ctrl+o shows it]"
        self._texts[mark] = text
        return mark

    def unfold(self, text: str) -> str:
        """`text` with what was pasted in place of the marks."""
        return self._pattern().sub(lambda match: self._texts[match[0]], text) if self._texts else text

    def spans(self, line: str) -> list[tuple[int, int]]:
        """Where marks begin and end in `line`."""
        return [match.span() for match in self._pattern().finditer(line)] if self._texts else []

    def clear(self) -> None:
        """Forget all: the draft is a new one."""
        self._texts.clear()

    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self._texts)))
