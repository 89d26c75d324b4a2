"""Stop strings in streamed text."""

from __future__ import annotations

from collections.abc import Sequence


class StopStrings:
    """Lets text through up to the first stop string, holding back what may turn out to be its beginning.

    The string whose last character comes first ends the text; of several that end together the longest does. So the
    result depends neither on the order of the strings nor on how the text is cut into pieces.
    """

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = tuple(stop for stop in stops if stop)
        self._held = ""

    def push(self, text: str) -> tuple[str, bool]:
        """Take more text; returns what can be shown now, and True if a stop string has been reached."""
        if not self._stops:
            return text, False
        text = self._held + text
        self._held = ""
        found = [(start + len(stop), start) for stop in self._stops if (start := text.find(stop)) >= 0]
        if found:
            return text[: min(found)[1]], True
        held = max((_overlap(text, stop) for stop in self._stops), default=0)
        shown, self._held = text[: len(text) - held], text[len(text) - held :]
        return shown, False

    def push_control(self, text: str) -> tuple[str, bool]:
        """As `push` for the text of one control token, which only a stop string that is all of it can match.

        What people write ends at text that the model wrote, not at the `<` of a marker that they never see.
        """
        held = self.flush()
        return (held, True) if text in self._stops else (held + text, False)

    def flush(self) -> str:
        """End the text: no stop string comes any more, so what was held back is shown."""
        text, self._held = self._held, ""
        return text


def _overlap(text: str, stop: str) -> int:
    """The length of the longest end of `text` that `stop` begins with."""
    for length in range(min(len(text), len(stop) - 1), 0, -1):
        if stop.startswith(text[-length:]):
            return length
    return 0
