"""Whether the `.git` of a folder is still the same: what is in it is never kept, but that it is lost can be told."""

from __future__ import annotations

import stat
from contextlib import suppress
from pathlib import Path

from localcoder.workspace.blobs import digest_of
from localcoder.workspace.files import FileRefused, read_bytes
from localcoder.workspace.states import MISSING, State


def repository_state(path: Path) -> State:
    """Which `.git` lies at `path`, with links resolved but its last part; whatever Git does in it, it stays the same.

    A submodule's is a file that names a folder elsewhere.
    """
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            return State("other", 0, str(path.readlink()))
        if stat.S_ISREG(status.st_mode):
            return State("other", 0, digest_of(read_bytes(path, path.name)))
    except (FileNotFoundError, NotADirectoryError):
        return MISSING
    except (OSError, FileRefused):
        return State("other", 0, "unreadable")
    return State("other", 0, f"{status.st_ino} {_birth_of(path)}")


def _birth_of(path: Path) -> str:
    """What differs where a repository was made anew, which may well get the inode of the one before.

    `git init` writes `description`, and nothing does afterwards.
    """
    parts = []
    with suppress(OSError):
        parts.append(f"{(path / 'objects').stat().st_ino}")
    with suppress(OSError):
        parts.append(f"{(path / 'description').stat().st_mtime_ns}")
    return " ".join(parts)
