"""Keeps what libraries write to stderr off the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def stderr_in_file(file: Path) -> Iterator[None]:
    """Within, the screen has stderr for itself.

    Textual draws on `sys.__stderr__`. Native code (torch, CUDA) prints warnings to file descriptor 2, in the middle of
    the screen; so the descriptor leads to `file` (or nowhere, if that cannot be written) and Textual gets a copy of it.
    """
    original, error = sys.__stderr__, sys.stderr
    terminal = os.dup(2)
    try:
        sink = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        sink = os.open(os.devnull, os.O_WRONLY)
    screen = os.fdopen(os.dup(terminal), "w", encoding="utf-8", errors="replace")
    os.dup2(sink, 2)
    os.close(sink)
    sys.__stderr__ = screen  # type: ignore[misc]
    try:
        yield
    finally:
        sys.__stderr__, sys.stderr = original, error  # type: ignore[misc]
        os.dup2(terminal, 2)
        os.close(terminal)
        with suppress(OSError):  # what was not written yet cannot be where the terminal is gone
            screen.close()
