"""What lies at a path, as a value; and putting it there again."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from localcoder.workspace.files import FileRefused, kind_of, read_bytes
from localcoder.workspace.roots import real_path
from localcoder.workspace.writing import write_atomic

Kind = Literal["missing", "file", "link", "folder", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class State:
    """What lies at a path: two equal states are the same thing with the same content and mode.

    `content` is a file's digest, a link's target, or why something `other` cannot be kept (too large, unreadable, a
    pipe); `changed_ns` then tells whether it changed all the same.
    """

    kind: Kind
    mode: int = 0
    content: str = ""
    changed_ns: int = 0


MISSING = State("missing")


def state_of(path: Path, keep: Callable[[bytes], str], max_bytes: int) -> State:
    """What lies at `path`, whose links (but its last part) are resolved; contents go through `keep`, which names them.

    Where a folder on the way has become a link, nothing lies there.
    """
    try:
        if real_path(path.parent) != path.parent:
            return MISSING
        return state_from(path, path.lstat(), keep, max_bytes)
    except (FileNotFoundError, NotADirectoryError):
        return MISSING
    except OSError as error:
        return State("other", 0, error.strerror or "unreadable")


def state_from(path: Path, status: os.stat_result, keep: Callable[[bytes], str], max_bytes: int) -> State:
    """As `state_of`, where the `lstat` is known. Raises FileNotFoundError if it is gone."""
    mode = stat.S_IMODE(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return State("link", 0, str(path.readlink()))
    if stat.S_ISDIR(status.st_mode):
        return State("folder", mode)
    if not stat.S_ISREG(status.st_mode):
        return State("other", mode, kind_of(status.st_mode), status.st_ctime_ns)
    if status.st_size > max_bytes:
        return State("other", mode, f"more than {max_bytes // 1024**2} MiB", status.st_ctime_ns)
    try:
        return State("file", mode, keep(read_bytes(path, path.name)))
    except FileNotFoundError:
        raise
    except FileRefused:
        return State("other", mode, "unreadable", status.st_ctime_ns)
    except OSError as error:
        return State("other", mode, f"not stored: {error.strerror}", status.st_ctime_ns)


def remove(path: Path, now: State) -> None:
    """Remove what lies at `path` (`now`); a folder only where it is empty."""
    if now.kind == "folder":
        with suppress(OSError):
            path.rmdir()
    elif now.kind != "missing":
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make the folder `path` with those above it, unless it is there, and let files be put into it."""
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(stat.S_IMODE(path.stat().st_mode) | stat.S_IRWXU)


def make_file(path: Path, wanted: State, content: bytes) -> None:
    """Put `content` at `path` in one step: a file with it and no other mode, over a file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, content, mode=wanted.mode)


def make_link(path: Path, wanted: State) -> None:
    """Put a link at `path` in one step, over a link or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".localcoder-{secrets.token_hex(8)}")
    temporary.symlink_to(wanted.content)
    try:
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
