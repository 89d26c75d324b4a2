"""Where the program's own log goes: a file in the state directory, and stderr with `--debug`."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress
from pathlib import Path

from localcoder.cli.text import printable
from localcoder.config.paths import state_dir

LOG_LIMIT_BYTES = 4 * 1024 * 1024
"""A log that has grown beyond this is set aside as `.1` when the program starts."""

_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def log_file() -> Path:
    """The log's path."""
    return state_dir() / "localcoder.log"


def start_logging(debug: bool, *, to_stderr: bool = True) -> None:
    """Log to the file (warnings and errors; everything with `debug`); with `debug` and `to_stderr` to stderr as well.

    A log that cannot be written is no reason to fail: then errors go to stderr.
    """
    own, root = logging.getLogger("localcoder"), logging.getLogger()
    if own.handlers:
        return
    own.setLevel(logging.DEBUG if debug else logging.WARNING)
    own.propagate = False
    handlers: list[logging.Handler] = []
    try:
        handlers.append(_file_handler(log_file()))
    except OSError:
        handlers.clear()
    if (debug or not handlers) and to_stderr:
        handlers.append(logging.StreamHandler(sys.stderr))
    for handler in handlers:
        handler.setFormatter(_Formatter(_FORMAT))
        own.addHandler(handler)
        # What libraries say of odd clients and servers would otherwise come to the terminal.
        root.addHandler(handler)


class _Formatter(logging.Formatter):
    """What servers and models say is logged as well, and a log is read on a terminal sooner or later."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for `record`."""
        return printable(super().format(record))


def _file_handler(path: Path) -> logging.Handler:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if path.stat().st_size > LOG_LIMIT_BYTES:
            path.replace(path.with_suffix(".log.1"))
    path.touch(mode=0o600)
    return logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
