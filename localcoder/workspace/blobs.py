"""Contents by their hash, in a folder of the user's own that ends with the process."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shutil
import sys
import weakref
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from localcoder.errors import LocalcoderError

if sys.platform != "win32":  # Windows has no flock: there, folders that a crash left behind stay.
    import fcntl

_LOCK = "lock"


class BlobLost(LocalcoderError):
    """A stored content is gone, or is no longer what was stored."""


def digest_of(data: bytes) -> str:
    """The name of `data`: its SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


class BlobStore:
    """Keeps contents in a folder below `base`, readable by its owner alone.

    The folder appears with the first content and goes with the store, at the latest when Python ends. What crashed
    processes left behind is swept away by the next store; folders whose process lives are never touched.

    Attributes:
        size_bytes: how much is stored.
    """

    def __init__(self, base: Path, max_bytes: int | None = None) -> None:
        self.base = base
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._folder: Path | None = None
        self._sizes: dict[str, int] = {}

    def put(self, data: bytes) -> str:
        """Keep `data` and return its digest. OSError where it cannot be stored, or `max_bytes` are stored already."""
        digest = digest_of(data)
        if digest not in self._sizes:
            if self.max_bytes is not None and self.size_bytes + len(data) > self.max_bytes:
                raise OSError(errno.EDQUOT, "the store is full")
            folder = self._folder or self._open()
            temporary = folder / f".{secrets.token_hex(8)}"
            try:
                descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                temporary.replace(folder / digest)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
            self._sizes[digest] = len(data)
            self.size_bytes += len(data)
        return digest

    def get(self, digest: str) -> bytes:
        """The content named `digest`. Raises `BlobLost` where it cannot be had unchanged."""
        try:
            data = (self._folder / digest).read_bytes() if self._folder is not None else b""
        except OSError as error:
            raise BlobLost(f"a stored content cannot be read: {error.strerror}") from None
        if digest_of(data) != digest:
            raise BlobLost("a stored content was changed by something else")
        return data

    def keep_only(self, digests: Collection[str]) -> None:
        """Delete all contents but these."""
        assert self._folder is not None or not self._sizes
        for digest in self._sizes.keys() - set(digests):
            with suppress(OSError):
                (self._folder or self.base).joinpath(digest).unlink(missing_ok=True)
            self.size_bytes -= self._sizes.pop(digest)

    def _open(self) -> Path:
        self.base.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(self.base / _LOCK):  # so that nobody sweeps the new folder before its own lock is taken
            _sweep(self.base)
            folder = self.base / secrets.token_hex(8)
            folder.mkdir(mode=0o700)
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            _try_lock(lock)
        weakref.finalize(self, _discard, folder, lock)
        self._folder = folder
        return folder


def _discard(folder: Path, lock: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    os.close(lock)


def _sweep(base: Path) -> None:
    for folder in base.iterdir():
        with suppress(OSError):
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
            try:
                if _try_lock(lock):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks: then nothing is ever swept either
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Whether the lock could be taken: nobody holds it, and there are locks."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
