"""A command's output on its way to the model: decoded, made harmless, masked, and bounded in memory."""

from __future__ import annotations

import codecs
import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from localcoder.config.paths import outputs_dir

MAX_SPILL_CHARACTERS = 16 * 1024 * 1024
MAX_STREAMED_CHARACTERS = 1024 * 1024
"""More is not shown while the command runs; nobody could read it, and it would keep the screen busy."""
_KEEP_SPILLS_S = 7 * 24 * 3600
_MAX_PENDING_CHARACTERS = 16 * 1024
"""A line that is longer is passed on in pieces."""

_COLOURS = re.compile(r"\x1b\[[0-9;:]*m")
_BEGUN_COLOUR = re.compile(r"\x1b(\[[0-9;:]*)?$")
_MAX_COLOUR_CHARACTERS = 32
_OVERWRITTEN = re.compile(r"[^\n]*\r(?=[^\r\n])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
MASK = "[secret]"


def harmless(text: str) -> str:
    """`text` (whole lines) as it would stand on a terminal, with no power over one.

    Colours vanish, a line that was overwritten after a carriage return shows its last state, and every other control
    character is spelled out.
    """
    text = _COLOURS.sub("", text).replace("\r\n", "\n")
    if "\r" in text:
        text = _OVERWRITTEN.sub("", text).replace("\r", "")
    return _CONTROLS.sub(lambda match: f"\\x{ord(match.group()):02x}", text)


def masked(text: str, secrets: Sequence[str]) -> str:
    """`text` with `MASK` for each of `secrets`, as `secret_values` has them."""
    for value in secrets:
        text = text.replace(value, MASK)
    return text


class OutputCollector:
    """Takes bytes as they come; keeps head and tail of the text, and the whole, up to a cap, in a file."""

    def __init__(self, budget: int, masked: Sequence[str], on_output: Callable[[str], None]) -> None:
        self._head_budget = budget // 2
        self._tail_budget = budget - self._head_budget
        self._masked = masked
        self._overlap = max((len(value) + _MAX_COLOUR_CHARACTERS for value in masked), default=0)
        self._on_output = on_output
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        self._pending = ""
        self._head: list[str] = []
        self._head_length = 0
        self._tail = ""
        self._total = 0
        self._spill: TextIO | None = None
        self._spill_path: Path | None = None
        self._spill_failed = False
        self._finished = False

    def feed(self, data: bytes) -> None:
        """The next bytes of the command."""
        self._pending += self._decoder.decode(data)
        cut = self._pending.rfind("\n") + 1
        if not cut and len(self._pending) > _MAX_PENDING_CHARACTERS + self._overlap:
            self._pending = self._mask(_COLOURS.sub("", self._pending))  # the cut must not go through a secret
            cut = max(0, len(self._pending) - self._overlap)
        if cut:
            ready, self._pending = self._pending[:cut], self._pending[cut:]
            self._add(ready)

    def finish(self) -> None:
        """No more bytes will come."""
        if self._finished:
            return
        self._finished = True
        self._add(self._pending + self._decoder.decode(b"", final=True))
        self._pending = ""
        if self._spill is not None:
            try:
                self._spill.close()
            except OSError:
                self._drop_spill()

    def text(self) -> str:
        """Everything, or head, a note on what is left out and where it is, and tail."""
        head = "".join(self._head)
        left_out = self._total - len(head) - len(self._tail)
        if left_out <= 0:
            return head + self._tail
        where = f"; {self._whole()}" if self._spill_path else ""
        gap = "" if head.endswith("\n") else "\n"
        return f"{head}{gap}[{left_out} characters left out{where}]\n{self._tail}"

    def text_so_far(self) -> str:
        """`text`, and before the end of the output also a line that is not finished, such as a prompt."""
        line = self._clean(_BEGUN_COLOUR.sub("", self._pending))
        return self.text() + line[: len(line) - _begun(line, self._masked)]

    def _whole(self) -> str:
        what = "the whole" if self._total <= MAX_SPILL_CHARACTERS else f"the first {MAX_SPILL_CHARACTERS} characters"
        return f"{what} is in {self._spill_path}"

    def _clean(self, text: str) -> str:
        """Harmless and masked: before, as control characters may be in a secret; after, as colours may part it."""
        return self._mask(harmless(self._mask(text)))

    def _mask(self, text: str) -> str:
        return masked(text, self._masked)

    def _add(self, text: str) -> None:
        text = self._clean(text)
        if not text:
            return
        if self._total < MAX_STREAMED_CHARACTERS:
            more = len(text) + self._total >= MAX_STREAMED_CHARACTERS
            self._on_output(f"{text}\n[the rest is not shown while it runs]\n" if more else text)
        self._write_spill(text)
        self._total += len(text)
        room = self._head_budget - self._head_length
        if room > 0:
            self._head.append(text[:room])
            self._head_length += len(text[:room])
            text = text[room:]
        self._tail = (self._tail + text)[-self._tail_budget :]

    def _write_spill(self, text: str) -> None:
        """Keep `text` in the file, which there is from when not all fits; without one where the disk is full."""
        fits = self._total + len(text) <= self._head_budget + self._tail_budget
        if self._spill_failed or (fits and self._spill is None):
            return
        try:
            spill = self._spill or self._open_spill()
            if self._total < MAX_SPILL_CHARACTERS:
                spill.write(text[: MAX_SPILL_CHARACTERS - self._total])
        except OSError:
            self._drop_spill()

    def _open_spill(self) -> TextIO:
        folder = outputs_dir()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _remove_old(folder)
        self._spill_path = folder / f"{secrets.token_hex(6)}.txt"
        self._spill = self._spill_path.open("x", encoding="utf-8")
        self._spill.write("".join(self._head) + self._tail)
        return self._spill

    def _drop_spill(self) -> None:
        """A part would be taken for the whole: the file goes, and `text` names none."""
        self._spill_failed = True
        with suppress(OSError):
            if self._spill is not None:
                self._spill.close()
        with suppress(OSError):
            if self._spill_path is not None:
                self._spill_path.unlink()
        self._spill = self._spill_path = None


def _begun(text: str, secrets_: Sequence[str]) -> int:
    """How many characters at the end of `text` may be the beginning of a secret."""
    return max(
        (length for value in secrets_ for length in range(1, len(value)) if text.endswith(value[:length])), default=0
    )


def _remove_old(folder: Path) -> None:
    oldest = time.time() - _KEEP_SPILLS_S
    for path in folder.glob("*.txt"):
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
