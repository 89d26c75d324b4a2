"""The Textual app."""

from __future__ import annotations

import os

_FPS = "TEXTUAL_FPS"

if _FPS not in os.environ:
    # The library paints when its clock ticks next, and after a long frame misses one tick: with 60 a second a key waits
    # up to 33 ms. It reads the number once. Commands that the chat starts are not to find it.
    os.environ[_FPS] = "240"
    import textual.constants  # noqa: F401

    del os.environ[_FPS]
