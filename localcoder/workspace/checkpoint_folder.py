"""The folder in which a session keeps what its turns changed: locked while a process uses it, gone with its session."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
import weakref
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from localcoder.workspace.turn_records import all_records, encode, replay
from localcoder.workspace.turns import History

if sys.platform != "win32":  # Windows has no flock: there, folders that a crash left behind stay.
    import fcntl

_Lasting = Callable[[], Collection[str] | None]

LOG = "turns.jsonl"
_LOCK = "lock"


class CheckpointFolder:
    """A folder below `base` that only this process uses, readable by its owner alone.

    It appears when something is first written. The next localcoder that opens a folder sweeps: folders without a
    session go, and of those that no process uses the oldest are emptied where all together are too large. Folders in
    use are never touched.

    Attributes:
        path: where it is; None until it is opened.
        lasting: names the files that stay when Python ends, or upon `close`; all do where it gives None.
    """

    def __init__(
        self,
        base: Path,
        name: str | None,
        *,
        sessions: Path | None = None,
        others_bytes: int = 0,
    ) -> None:
        """`name` is the session's, whose file lies in `sessions`; a folder of no session ends with the process.

        `others_bytes` is how much the folders that no process uses may hold in all.
        """
        self.base = base
        self.name = name
        self.path: Path | None = None
        self._sessions = sessions
        self._others_bytes = others_bytes
        self.lasting: _Lasting = lambda: ()
        self._lock: int | None = None
        self._closing: weakref.finalize[[Path, int, _Lasting], CheckpointFolder] | None = None

    @property
    def is_left(self) -> bool:
        """Whether an earlier process of the session left something."""
        return self.name is not None and os.path.isdir(self.base / self.name)

    def open(self) -> Path:
        """The folder, which is there and locked from now on. OSError where that cannot be had."""
        if self.path is not None:
            return self.path
        self.base.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(self.base):  # so that nobody sweeps the folder before its own lock is taken
            folder = self.base / (self.name or secrets.token_hex(8))
            _sweep(self.base, self._sessions, self._others_bytes, but=folder)
            folder.mkdir(mode=0o700, exist_ok=self.name is not None)
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if _try_lock(lock) == "held":
                os.close(lock)
                raise OSError(errno.EBUSY, "another localcoder uses it")
        lasting = self.lasting if self.name is not None else lambda: ()
        self._closing = weakref.finalize(self, _close, folder, lock, lasting)
        self.path, self._lock = folder, lock
        return folder

    def write(self, name: str, data: bytes) -> Path:
        """Put the file `name` into the folder in one step. OSError where it cannot be stored."""
        folder = self.open()
        temporary = folder / f".{secrets.token_hex(8)}"
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            temporary.replace(folder / name)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        return folder / name

    def copy_to(self, name: str, files: Collection[str]) -> None:
        """Give the session `name` a folder with these files of this one. OSError where that cannot be done."""
        if self.path is None or not files:
            return
        with _locked(self.base):
            copy = self.base / name
            copy.mkdir(mode=0o700)
            try:
                for file in files:
                    # Of the contents, which never change, one copy is enough; the log goes on differently.
                    (_copy if file == LOG else _link)(self.path / file, copy / file)
            except BaseException:
                shutil.rmtree(copy, ignore_errors=True)
                raise

    def close(self) -> None:
        """Let others use it."""
        if self._closing is not None:
            self._closing()
        self.path = self._lock = self._closing = None

    def leave(self) -> None:
        """Use another folder from now on, which is no session's; this one stays as it is."""
        if self._closing is not None and self._lock is not None:
            self._closing.detach()
            os.close(self._lock)
        self.name = self.path = self._lock = self._closing = None


def remove_checkpoints(base: Path, name: str) -> None:
    """Remove what is kept for the session `name`, unless a process uses it."""
    folder = base / name
    with suppress(OSError):
        if folder.is_dir():
            with _locked(base):
                if _is_free(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _close(folder: Path, lock: int, lasting: _Lasting) -> None:
    names = lasting()
    if names is not None and not names:
        shutil.rmtree(folder, ignore_errors=True)
    elif names is not None:
        _empty(folder, {*names, _LOCK})
    os.close(lock)


def _empty(folder: Path, but: Collection[str]) -> None:
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name not in but:
                with suppress(OSError):
                    path.unlink()


def _sweep(base: Path, sessions: Path | None, limit_bytes: int, but: Path) -> None:
    """Tidy up the folders that no process uses."""
    kept: list[tuple[float, int, Path]] = []
    for folder in base.iterdir():
        with suppress(OSError):
            if folder == but or not _is_free(folder):
                continue
            if sessions is None or not (sessions / f"{folder.name}.jsonl").exists():
                shutil.rmtree(folder, ignore_errors=True)
            else:
                size = sum(entry.stat().st_size for entry in os.scandir(folder))
                kept.append((folder.stat().st_mtime, size, folder))
    total = sum(size for _, size, _ in kept)
    for _, size, folder in sorted(kept):
        if total <= limit_bytes:
            return
        with suppress(OSError):
            _forget(folder)
            total -= size


def _forget(folder: Path) -> None:
    """Keep of the turns in `folder` that there were some."""
    history = History()
    log = folder / LOG
    replay(log.read_bytes() if log.exists() else b"", history)
    history.forget_all()
    _empty(folder, {_LOCK})
    log.write_bytes(b"".join(map(encode, all_records(history))))


def _is_free(folder: Path) -> bool:
    """Whether it is certain that no process uses `folder`. Those who open one wait for the lock of what it lies in."""
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
    try:
        return _try_lock(lock) == "mine"
    finally:
        os.close(lock)


def _copy(source: Path, target: Path) -> None:
    target.touch(mode=0o600, exist_ok=False)
    target.write_bytes(source.read_bytes())


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        _copy(source, target)


@contextmanager
def _locked(base: Path) -> Iterator[None]:
    descriptor = os.open(base / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks: then nothing is ever swept either
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> Literal["mine", "held", "none"]:
    """Whether the lock is taken now, is held by another process, or there are no locks."""
    if sys.platform == "win32":
        return "none"
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return "held"
    except OSError:
        return "none"
    return "mine"
