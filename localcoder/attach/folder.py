"""The folder of the user's own in which engines announce themselves."""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from localcoder.config import paths
from localcoder.errors import LocalcoderError

LOCK_TIMEOUT_S = 10.0
"""The lock is held for milliseconds; whoever holds it longer has been stopped."""

_SOCKET_PATH_BYTES = 100
"""What a socket's path may have: 103 bytes on macOS, 107 on Linux."""
_NAME_BYTES = 16


class NoFolder(LocalcoderError):
    """There is no folder that only this user can open, or it cannot be used; the message says why."""


def runtime_folder(*, create: bool) -> Path | None:
    """The folder, which only this user can open; None where there is none yet and `create` is False.

    It is in the runtime directory of the user's session, or in the temporary folder where the former cannot be used.

    Raises:
        NoFolder: neither can be used.
    """
    reasons: list[str] = []
    for folder in dict.fromkeys((paths.runtime_dir(), paths.temporary_runtime_dir())):
        try:
            if not create and not folder.is_symlink() and not folder.exists():
                continue
            _make_private(folder)
        except OSError as error:
            reasons.append(f"{folder}: {error.strerror or error}")
        except NoFolder as error:
            reasons.append(str(error))
        else:
            return folder
    if reasons:
        raise NoFolder(f"No folder for sockets can be used ({'; '.join(reasons)}).")
    return None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The right to change what is in `folder`; held by one process at a time.

    Raises:
        NoFolder: another process does not let go of it.
    """
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT_S
        while not try_lock(descriptor):
            if time.monotonic() > deadline:
                raise NoFolder(f"{folder / 'lock'} is held by another localcoder that does not go on.")
            time.sleep(0.01)
        yield
    finally:
        os.close(descriptor)


def try_lock(descriptor: int) -> bool:
    """Lock an open file, until it is closed or its process ends, however that happens; False if another has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _make_private(folder: Path) -> None:
    if len(os.fsencode(folder)) + _NAME_BYTES > _SOCKET_PATH_BYTES:
        raise NoFolder(f"{folder}: the path is too long for a socket")
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    # In a folder that everybody may write to, somebody else may have been quicker.
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NoFolder(f"{folder}: is no folder")
    if status.st_uid != os.getuid():
        raise NoFolder(f"{folder}: belongs to another user")
    if stat.S_IMODE(status.st_mode) & 0o077:
        folder.chmod(0o700)


def temporary_folder() -> Path:
    """A new folder that only this user can open, for sockets that nobody has to find."""
    return Path(tempfile.mkdtemp(prefix="localcoder-", dir=paths.temporary_dir()))
