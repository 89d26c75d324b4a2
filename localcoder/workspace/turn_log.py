"""The history of turns on the disk, written as it happens."""

from __future__ import annotations

import os
from contextlib import suppress

from localcoder.workspace.checkpoint_folder import LOG, CheckpointFolder
from localcoder.workspace.turn_records import Record, all_records, encode, replay
from localcoder.workspace.turns import History

_LEAST_REWRITTEN_BYTES = 256 * 1024


class TurnLog:
    """Writes `history` to the log in `folder`, so that another process can go on with it; a crash loses at most the
    last record.

    A folder of no session has no log. Where writing fails the history goes on in memory, and the next time all of it is
    written anew.

    Attributes:
        problem: why the log is behind the history, None where it is not.
        ended_steps: the steps of a turn without an end that had ended when the log was read.
    """

    def __init__(self, folder: CheckpointFolder, history: History) -> None:
        self.problem: str | None = None
        self.ended_steps: set[str] = set()
        self._folder = folder
        self._history = history
        self._size_bytes = 0
        self._shortest_bytes = 0

    def read(self) -> None:
        """Take over what an earlier process wrote; a torn end is cut off. OSError where it cannot be read."""
        log = self._folder.open() / LOG
        data = log.read_bytes() if log.exists() else b""
        self.ended_steps, valid_bytes = replay(data, self._history)
        self._size_bytes = valid_bytes
        if valid_bytes < len(data):
            self.rewrite()

    def write(self, record: Record) -> None:
        """Add `record`, which tells what just became of the history."""
        if self._folder.name is None:
            return
        if self.problem is not None:
            self.rewrite()
            return
        try:
            self._append(encode(record))
        except OSError as error:
            self.problem = error.strerror or "it cannot be written"

    def rewrite(self) -> None:
        """Write the whole history anew, as short as it can be told."""
        if self._folder.name is None:
            return
        data = b"".join(map(encode, all_records(self._history)))
        try:
            self._folder.write(LOG, data)
        except OSError as error:
            self.problem = error.strerror or "it cannot be written"
            return
        self.problem = None
        self._size_bytes = self._shortest_bytes = len(data)

    def end_turn(self) -> None:
        """Make sure that all of it is on the disk, and that the log does not grow without need."""
        if self._size_bytes > max(_LEAST_REWRITTEN_BYTES, 4 * self._shortest_bytes):
            self.rewrite()
        if self._folder.name is not None and self._folder.path is not None:
            with suppress(OSError):  # no log yet, or a file system that cannot sync
                file = os.open(self._folder.path / LOG, os.O_RDONLY | os.O_CLOEXEC)
                try:
                    os.fsync(file)
                finally:
                    os.close(file)

    def _append(self, line: bytes) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        file = os.open(self._folder.open() / LOG, flags, 0o600)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(file, rest) :]
        finally:
            os.close(file)
        self._size_bytes += len(line)
