"""Where localcoder keeps its files, by the rules of the platform (XDG on Linux). Nothing here creates a folder."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

from localcoder.errors import UsageError

APP_NAME = "localcoder"


def config_dir() -> Path:
    """The user's `config.toml` and `AGENTS.md`."""
    return platformdirs.user_config_path(APP_NAME)


def data_dir() -> Path:
    """Sessions, checkpoints, trusted folders."""
    return platformdirs.user_data_path(APP_NAME)


def cache_dir() -> Path:
    """What can be made again: compiled kernels, long outputs of commands."""
    return platformdirs.user_cache_path(APP_NAME)


def outputs_dir() -> Path:
    """Where the whole of long outputs of commands is kept for some days; the model may read there."""
    return cache_dir() / "outputs"


def state_dir() -> Path:
    """Logs and the input history."""
    return platformdirs.user_state_path(APP_NAME)


def runtime_dir() -> Path:
    """Sockets of running engines; a folder of the user's own in the temporary folder where the system has none.

    `XDG_RUNTIME_DIR` counts where it is what its specification says: the user's own, and closed to others. platformdirs
    is not asked, for its versions differ in what they do where it is not, and some print a warning of several lines.
    """
    session = os.environ.get("XDG_RUNTIME_DIR")
    if session:
        with suppress(OSError):
            status = Path(session).lstat()
            private = stat.S_ISDIR(status.st_mode) and not stat.S_IMODE(status.st_mode) & 0o077
            if private and status.st_uid == os.getuid():
                return Path(session) / APP_NAME
    return temporary_runtime_dir()


def temporary_runtime_dir() -> Path:
    """Stands in for `runtime_dir` where the system has none, or none that can be used."""
    return temporary_dir() / f"{APP_NAME}-{os.getuid()}"


def temporary_dir() -> Path:
    """Where folders are made for a while. UsageError where there is no place for them.

    `tempfile` writes a file to find out: on a full disk it finds nothing, or takes the current folder.
    """
    for folder in (*map(os.environ.get, ("TMPDIR", "TEMP", "TMP")), "/tmp", "/var/tmp"):
        if folder and os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
            return Path(folder).absolute()
    raise UsageError("There is no temporary folder that can be written; let TMPDIR name one.")


def config_file() -> Path:
    """The user's `config.toml`."""
    return config_dir() / "config.toml"
