"""Which files a conversation has read, and what they held then."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

ReadState = Literal["unread", "changed", "current"]


class ReadRegistry:
    """Remembers the content hash of each file that was read or written, by resolved path.

    Times are never looked at: they lie in both directions (clock skew, `touch -r`).
    """

    def __init__(self) -> None:
        self._digests: dict[Path, bytes] = {}

    def record(self, path: Path, content: bytes) -> None:
        """`content` is what the whole file at `path` holds now, and the model knows it."""
        self._digests[path] = hashlib.sha256(content).digest()

    def state(self, path: Path, content: bytes) -> ReadState:
        """Whether the model's knowledge of `path` is about `content`, the bytes on disk now."""
        known = self._digests.get(path)
        if known is None:
            return "unread"
        return "current" if known == hashlib.sha256(content).digest() else "changed"

    def forget(self, path: Path) -> None:
        """`path` counts as unread again."""
        self._digests.pop(path, None)
