"""The prompts of before, recalled by Up and kept in a file."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from localcoder.workspace.files import FileRefused
from localcoder.workspace.writing import write_atomic

MAX_PROMPTS = 1_000
MAX_KEPT_CHARACTERS = 20_000
"""A longer prompt, with a pasted log for instance, can be recalled in this run only."""


class PromptHistory:
    """A list of prompts with a cursor at one past its end.

    The file has one JSON string a line, readable by its owner alone; lines that are not are skipped. A start cuts it
    to the last `MAX_PROMPTS`. Where it cannot be written the history lives for this run only.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._prompts = _load(file) if file else []
        self._position = len(self._prompts)
        self._draft = ""

    @property
    def newest_first(self) -> tuple[str, ...]:
        """All prompts, each once."""
        return tuple(dict.fromkeys(reversed(self._prompts)))

    def add(self, prompt: str) -> None:
        """Remember `prompt` (unless it repeats the last one) and put the cursor at the end."""
        if prompt.strip() and (not self._prompts or self._prompts[-1] != prompt):
            self._prompts.append(prompt)
            self._append(prompt)
        self._position = len(self._prompts)
        self._draft = ""

    def older(self, draft: str) -> str | None:
        """The prompt before the one shown, or None at the oldest; `draft` is kept for the way back."""
        if self._position == 0:
            return None
        if self._position == len(self._prompts):
            self._draft = draft
        self._position -= 1
        return self._prompts[self._position]

    def newer(self) -> str | None:
        """The prompt after the one shown, at the end the kept draft; None when already there."""
        if self._position == len(self._prompts):
            return None
        self._position += 1
        return self._draft if self._position == len(self._prompts) else self._prompts[self._position]

    def _append(self, prompt: str) -> None:
        if self._file is None or len(prompt) > MAX_KEPT_CHARACTERS:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.touch(mode=0o600)
            with self._file.open("ab+") as file:
                file.write((b"" if _ends_whole(file) else b"\n") + _line(prompt).encode())
        except OSError:
            # A full disk or a read-only home is no reason to lose the chat.
            self._file = None


def _ends_whole(file: BinaryIO) -> bool:
    """Whether nothing stands behind the last line feed: a full disk may have torn the last prompt."""
    if not file.seek(0, os.SEEK_END):
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _load(file: Path) -> list[str]:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    prompts = []
    for line in lines:
        try:
            prompt = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(prompt, str) and len(prompt) <= MAX_KEPT_CHARACTERS:
            prompts.append(prompt)
    prompts = prompts[-MAX_PROMPTS:]
    if len(lines) > MAX_PROMPTS:
        with suppress(OSError, FileRefused):
            write_atomic(file.resolve(), "".join(map(_line, prompts)).encode())
    return prompts


def _line(prompt: str) -> str:
    return json.dumps(prompt) + "\n"
