"""Replacing files in one step, at exactly the place that was meant."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from localcoder.workspace.files import FileRefused, kind_of, require_place

CHANGING_FILES = threading.Lock()
"""Held from reading a file until it is replaced, so that of two edits at once the second sees the first."""


def write_atomic(path: Path, data: bytes, *, new: bool = False, mode: int | None = None) -> None:
    """Replace or create the file at the resolved `path` in one step; a reader sees the old bytes or the new ones.

    Mode, owner and extended attributes stay. A file with several hard links, or in a folder that cannot be written, is
    rewritten in place, because replacing it would cut the links or fail; where that fails midway, the old bytes come
    back. Links that were put in the way since the path was resolved are not followed. With `mode` the file gets that
    mode, and is one of its own afterwards: no other name of it changes.

    Raises:
        FileExistsError: it was to be `new`, and something is there.
        FileRefused: what is there is no file, or a folder on the way has become a link; or it was rewritten in place,
            that failed, and so did putting the old bytes back.
        OSError: it cannot be written.
    """
    with _pinned(path.parent) as folder:
        before = _status(path.name, folder)
        if before is not None and kind_of(before.st_mode):
            raise FileRefused(f"{path} is {kind_of(before.st_mode)}, not a file")
        if before is not None and before.st_nlink > 1 and mode is None:
            _write_in_place(path, folder, data, mode)
            return
        try:
            temporary, descriptor = _create(folder, 0o666 if mode is None else 0o600)
        except PermissionError:
            if before is None or before.st_nlink > 1:
                raise
            _write_in_place(path, folder, data, mode)
            return
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                if before is not None:
                    _keep_attributes(path, descriptor, before)
                if mode is not None:
                    os.fchmod(descriptor, mode)
                stream.flush()
                os.fsync(descriptor)
            if new:
                _move_to_free_name(temporary, path.name, folder)
            else:
                os.replace(temporary, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(temporary, dir_fd=folder)
            raise


@contextmanager
def _pinned(folder: Path) -> Iterator[int]:
    """A descriptor of `folder` that stays on it, whatever happens to the path meanwhile."""
    descriptor = os.open(folder, getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        require_place(descriptor, folder)
        yield descriptor
    finally:
        os.close(descriptor)


def _status(name: str, folder: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _create(folder: int, mode: int) -> tuple[str, int]:
    name = f".localcoder-{secrets.token_hex(8)}"
    return name, os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode, dir_fd=folder)


def _move_to_free_name(source: str, name: str, folder: int) -> None:
    """Rename without ever replacing anything."""
    try:
        os.link(source, name, src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links: nearly as good.
        if _status(name, folder) is not None:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name) from None
        os.replace(source, name, src_dir_fd=folder, dst_dir_fd=folder)
    else:
        os.unlink(source, dir_fd=folder)


def _write_in_place(path: Path, folder: int, data: bytes, mode: int | None) -> None:
    """Write over the only copy of a file. Where that fails, as on a full disk, the file has its old bytes afterwards.

    Room is made before any of the old bytes is lost. What fails later (a disk that is no longer there) is answered by
    writing them back.

    Raises:
        FileRefused: that failed too, and the file is damaged.
    """
    descriptor = os.open(path.name, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(descriptor, "r+b", buffering=0) as stream:
        old = stream.read()
        overwritten = False
        try:
            _make_room(descriptor, len(data))
            _write_at(descriptor, data[len(old) :], len(old))
            overwritten = True
            _write_at(descriptor, data[: len(old)], 0)
            os.ftruncate(descriptor, len(data))
            if mode is not None:
                os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        except BaseException as error:
            try:
                os.ftruncate(descriptor, len(old))
                if overwritten:
                    _write_at(descriptor, old, 0)
            except OSError as again:
                first = error.strerror if isinstance(error, OSError) else type(error).__name__
                raise FileRefused(
                    f"{path} is damaged: it could not be written ({first}), and nor could its old content"
                    f" ({again.strerror})"
                ) from error
            raise


def _make_room(descriptor: int, size_bytes: int) -> None:
    """Let the disk refuse at once what it has no room for, holes in the file included; not every system can."""
    if not size_bytes or not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, 0, size_bytes)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENODEV):
            raise


def _write_at(descriptor: int, data: bytes, offset: int) -> None:
    rest = memoryview(data)
    while rest:
        written = os.pwrite(descriptor, rest, offset)
        rest, offset = rest[written:], offset + written


def _keep_attributes(path: Path, descriptor: int, before: os.stat_result) -> None:
    created = os.fstat(descriptor)
    if (created.st_uid, created.st_gid) != (before.st_uid, before.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, before.st_uid, before.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for attribute in os.listxattr(path):
                os.setxattr(descriptor, attribute, os.getxattr(path, attribute))
