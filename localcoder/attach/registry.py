"""Engines that run on this machine: how they announce themselves, and how they are found.

A running engine keeps a record `ID.json` in the runtime folder, locked for as long as its process lives, and listens on
the socket `ID.sock` beside it. A record that nobody has locked is of a process that died, whatever its number is used
for by now; whoever sees it removes it. The record is not changed without the folder's lock, so it is never read half
written.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pydantic

from localcoder import __version__
from localcoder.attach.folder import NoFolder, locked, runtime_folder, try_lock
from localcoder.attach.spec import EngineSpec, fingerprint

logger = logging.getLogger(__name__)

CONNECT_TIMEOUT_S = 5.0

_RECORD_BYTES = 64 << 10


@dataclass(frozen=True, slots=True)
class Record:
    """What an engine says of itself to other programs of the user."""

    id: str
    pid: int
    version: str
    model: EngineSpec
    fingerprint: str
    url: str
    """The endpoint that its process offers, without `/v1`."""
    context_tokens: int | None = None
    """The longest prompt and answer together; None while the model loads."""


_RECORDS = pydantic.TypeAdapter(Record)


@dataclass(frozen=True, slots=True)
class Found:
    """A running engine that fits."""

    record: Record
    socket: Path

    @property
    def line(self) -> str:
        """What the user is told who uses it."""
        return (
            f"Using the engine that process {self.record.pid} runs ({self.record.url}/v1);"
            " --no-attach loads another one."
        )


@dataclass(slots=True)
class Search:
    """What a look around found: an engine that fits, or why those of the same model do not."""

    found: Found | None = None
    unfit: list[str] = field(default_factory=list)


class Announcement:
    """The record of an engine of this process, and the socket under which others reach it.

    Made by `announce` and `find_or_announce`. `listener` accepts connections of this user's programs alone.
    """

    def __init__(self, folder: Path, record: Record) -> None:
        self.record = record
        self.socket = folder / f"{record.id}.sock"
        self._folder = folder
        self._path = folder / f"{record.id}.json"
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            if not try_lock(self._descriptor):
                raise NoFolder(f"{self._path} is locked, although it is new.")
            self.listener = listen_privately(self.socket)
            self._write()
        except BaseException:
            self._remove()
            raise

    def update(self, *, context_tokens: int) -> None:
        """Add what is known once the model is loaded."""
        self.record = replace(self.record, context_tokens=context_tokens)
        with locked(self._folder):
            self._write()

    def close(self) -> None:
        """Take it back. Harmless when repeated."""
        if self._descriptor < 0:
            return
        self.listener.close()
        try:
            with locked(self._folder):
                self._remove()
        except (NoFolder, OSError) as error:
            # The lock on the record ends with this process, and who finds it then removes the files.
            logger.warning("%s could not be removed: %s", self._path, error)

    def _write(self) -> None:
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, _RECORDS.dump_json(self.record, indent=1), 0)

    def _remove(self) -> None:
        _remove_files(self._path)
        os.close(self._descriptor)
        self._descriptor = -1


def listen_privately(path: Path) -> socket.socket:
    """A Unix socket at `path`, listening, that only this user can connect to; one that was there is replaced."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # The folder keeps others out until the mode is set.
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def find(spec: EngineSpec) -> Search:
    """The running engine that is what `spec` asks for, if there is one. Quick where none runs at all.

    Records of processes that have ended are removed on the way.
    """
    try:
        folder = runtime_folder(create=False)
        if folder is None or not any(folder.glob("*.json")):
            return Search()
        with locked(folder):
            return _search(folder, spec)
    except (NoFolder, OSError) as error:
        logger.warning("no look for running engines: %s", error)
        return Search()


def find_or_announce(spec: EngineSpec, url: str, *, attach: bool = True) -> tuple[Search, Announcement | None]:
    """The running engine that fits, or else the announcement that this process will have one; never both.

    Of several processes that ask at the same moment, one announces itself and the others find it. With `attach` False
    no other is looked for.

    Raises:
        NoFolder: there is no folder to do so in.
    """
    folder = runtime_folder(create=True)
    assert folder is not None
    try:
        with locked(folder):
            search = _search(folder, spec)
            if search.found is not None and attach:
                return search, None
            record = Record(secrets.token_hex(4), os.getpid(), __version__, spec, fingerprint(spec.directory), url)
            return search, Announcement(folder, record)
    except OSError as error:
        raise NoFolder(f"{folder} cannot be used: {error.strerror or error}.") from error


def _search(folder: Path, spec: EngineSpec) -> Search:
    search = Search()
    for path in sorted(folder.glob("*.json")):
        record = _read(path)
        if record is None or record.model.directory != spec.directory:
            continue
        unfit = _why_unfit(record, spec, path.with_suffix(".sock"))
        if unfit is not None:
            search.unfit.append(f"Process {record.pid} runs this model, but {unfit}")
        elif search.found is None:
            search.found = Found(record, path.with_suffix(".sock"))
    return search


def _read(path: Path) -> Record | None:
    """The record of a living process; None where there is none in `path`, which goes if its process has ended."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if try_lock(descriptor):
            _remove_files(path)
            return None
        record = _RECORDS.validate_json(os.pread(descriptor, _RECORD_BYTES, 0))
    except (OSError, pydantic.ValidationError) as error:
        logger.warning("%s cannot be used: %s", path, error)
        return None
    finally:
        os.close(descriptor)
    return record if record.id == path.stem else None


def _remove_files(record: Path) -> None:
    """The record last: without it, nobody would know whose the others are."""
    others = [path for path in record.parent.glob(f"{record.stem}.*") if path != record]
    for path in (*others, record):
        with suppress(OSError):
            path.unlink()


def _why_unfit(record: Record, spec: EngineSpec, socket_path: Path) -> str | None:
    if record.version != __version__:
        return f"it is localcoder {record.version}"
    option = spec.differs_from(record.model, record.context_tokens)
    if option is not None:
        return f"without {option}"
    try:
        if record.fingerprint != fingerprint(spec.directory):
            return "from files that have changed since"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(CONNECT_TIMEOUT_S)
            probe.connect(str(socket_path))
    except OSError as error:
        return f"does not answer ({error.strerror or error})"
    return None
