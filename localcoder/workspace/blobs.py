"""Contents by their hash, in the folder of a session's checkpoints."""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Collection
from contextlib import suppress

from localcoder.errors import LocalcoderError
from localcoder.workspace.checkpoint_folder import CheckpointFolder

_DIGEST = re.compile(r"[0-9a-f]{64}")


class BlobLost(LocalcoderError):
    """A stored content is gone, or is no longer what was stored."""


def digest_of(data: bytes) -> str:
    """The name of `data`: its SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


class BlobStore:
    """Keeps contents in `folder`.

    Attributes:
        size_bytes: how much is stored.
    """

    def __init__(self, folder: CheckpointFolder, max_bytes: int | None = None) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._folder = folder
        self._sizes: dict[str, int] = {}

    def take_over(self) -> None:
        """Know what an earlier process stored in the folder, which is open."""
        for path in self._folder.open().iterdir():
            with suppress(OSError):
                if _DIGEST.fullmatch(path.name) and path.name not in self._sizes:
                    self._sizes[path.name] = path.stat().st_size
                    self.size_bytes += self._sizes[path.name]

    def put(self, data: bytes) -> str:
        """Keep `data` and return its digest. OSError where it cannot be stored, or `max_bytes` are stored already."""
        digest = digest_of(data)
        if digest not in self._sizes:
            if self.max_bytes is not None and self.size_bytes + len(data) > self.max_bytes:
                raise OSError(errno.EDQUOT, "the store is full")
            self._folder.write(digest, data)
            self._sizes[digest] = len(data)
            self.size_bytes += len(data)
        return digest

    def get(self, digest: str) -> bytes:
        """The content named `digest`. Raises `BlobLost` where it cannot be had unchanged."""
        folder = self._folder.path
        try:
            data = (folder / digest).read_bytes() if folder is not None else b""
        except OSError as error:
            raise BlobLost(f"a stored content cannot be read: {error.strerror}") from None
        if digest_of(data) != digest:
            raise BlobLost("a stored content was changed by something else")
        return data

    def keep_only(self, digests: Collection[str]) -> None:
        """Delete all contents but these."""
        for digest in self._sizes.keys() - set(digests):
            if self._folder.path is not None:
                with suppress(OSError):
                    (self._folder.path / digest).unlink(missing_ok=True)
            self.size_bytes -= self._sizes.pop(digest)
