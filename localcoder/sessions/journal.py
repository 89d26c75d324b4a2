"""A session's file: appended to as the conversation happens, so that a crash loses at most the last record."""

from __future__ import annotations

import os
import secrets
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyUsage
from localcoder.errors import LocalcoderError, UsageError
from localcoder.sessions import records
from localcoder.sessions.conversation import Conversation, Earlier, whole
from localcoder.sessions.records import Header
from localcoder.sessions.subagents import SubagentJournal, SubagentRecords, SubagentSession

if sys.platform != "win32":  # Windows has no flock: there, resuming one session twice at once is not prevented.
    import fcntl


class JournalError(LocalcoderError):
    """A session cannot be read or written; the message names the file and the cause."""


class SessionInUse(UsageError):
    """Another process has the session open."""

    def __init__(self, session_id: str) -> None:
        super().__init__(f"Session {session_id} is open in another localcoder; close it there, or start a new session.")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A session as its file tells it.

    `messages` is a valid conversation: calls whose results were lost have one that says so. `title` is the name that
    the user gave it. `earlier` and `turns` are those of `Conversation`. `problems` are sentences about what could not
    be read. `valid_bytes` is where appending may go on, `needs_newline` whether a newline is missing there.
    """

    header: Header
    messages: tuple[Message, ...]
    problems: tuple[str, ...]
    valid_bytes: int
    needs_newline: bool
    title: str = ""
    subagents: tuple[SubagentSession, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    turns: tuple[tuple[Message, int], ...] = ()


def load(path: Path) -> Loaded:
    """Read the session in `path`, however its writing ended.

    Raises:
        JournalError: the file cannot be read, is no session, or was written by a newer version.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"The session file {path} cannot be read: {error.strerror}.") from None
    header: Header | None = None
    conversation = Conversation()
    problems: list[str] = []
    title = ""
    subagents = SubagentRecords()
    valid_bytes, needs_newline = 0, False
    for number, line in enumerate(records.lines(data), start=1):
        if line.record is None:
            if line.complete:
                valid_bytes, needs_newline = line.end, False
            problems.append(f"{path.name}: record {number} is damaged ({line.problem}) and was left out.")
            continue
        valid_bytes, needs_newline = line.end, not line.complete
        if line.record.get("v") != records.VERSION:
            raise JournalError(f"The session {path} was written by a newer localcoder; update localcoder to open it.")
        try:
            header = _apply(line.record, header, conversation, subagents)
            title = records.title_of(line.record) or title
        except ValueError as error:
            problems.append(f"{path.name}: record {number} is damaged ({error}) and was left out.")
    if header is None:
        raise JournalError(f"The file {path} is not a session: its first record is missing.")
    if not problems and data[valid_bytes:].strip(b"\r\n "):
        problems.append(f"{path.name}: {len(data) - valid_bytes} empty bytes at its end were left out.")
    return Loaded(
        header,
        tuple(whole(conversation.messages)),
        tuple(problems),
        valid_bytes,
        needs_newline,
        title,
        subagents.sessions(),
        tuple(conversation.earlier),
        tuple(conversation.turns),
    )


class Journal:
    """Appends a session's records to its file, which only this process writes.

    The file appears with the first record, readable by its owner alone. Each record is one write at the end of the
    file; the ends of turns are synced to the disk.
    """

    def __init__(self, path: Path, header: Header, loaded: Loaded | None = None) -> None:
        """Use `create` or `resume`."""
        self.path = path
        self.header = header
        self.messages = loaded.messages if loaded else ()
        self.earlier = loaded.earlier if loaded else ()
        self.turns = loaded.turns if loaded else ()
        self.problems = loaded.problems if loaded else ()
        self.title = loaded.title if loaded else ""
        self._file: int | None = None
        self._torn = False

    @classmethod
    def create(cls, directory: Path, cwd: Path, model: str) -> Journal:
        """A new session in `directory`."""
        now_s = time.time()
        session_id = time.strftime("%Y%m%d-%H%M%S-", time.localtime(now_s)) + secrets.token_hex(3)
        return cls(directory / f"{session_id}.jsonl", Header(session_id, now_s, str(cwd), model))

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Go on with the session in `path`; a torn end is cut off first.

        Raises:
            SessionInUse: it is open elsewhere.
            JournalError: it cannot be read or written.
        """
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        except OSError as error:
            raise JournalError(f"The session file {path} cannot be opened: {error.strerror}.") from None
        try:
            _lock(file, path.stem)
            loaded = load(path)
            os.ftruncate(file, loaded.valid_bytes)
            journal = cls(path, loaded.header, loaded)
            journal._file = file
            if loaded.needs_newline:
                journal._write(b"\n")
        except BaseException:
            os.close(file)
            raise
        return journal

    @property
    def id(self) -> str:
        """The session's id, which is also the file's name."""
        return self.header.id

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever written, so that there is no file."""
        return self._file is None

    @property
    def last_turn(self) -> int:
        """The highest number of a turn that the session had when it was opened; 0 without any."""
        return max((number for _, number in self.turns), default=0)

    def append_message(self, message: Message, turn: int | None = None) -> None:
        """Add `message`, which may have begun the checkpoints' turn of that number, to the conversation.

        Raises:
            JournalError: it cannot be written.
        """
        self._append("message", at_s=round(time.time(), 3), **records.message_fields(message, turn))

    def retract_message(self) -> None:
        """Take the last message, a prompt that was not answered, back."""
        self._append("retract")

    def rewind(self, kept: int, compactions: int = 0) -> None:
        """Note that the conversation goes on after its oldest `kept` messages; the others stay in the file.

        It is the conversation as it was before the newest so many `compactions`.
        """
        before = {"compactions": compactions} if compactions else {}
        self._append("rewind", at_s=round(time.time(), 3), kept=kept, **before)

    def rename(self, title: str) -> None:
        """Give the session a name, one line; where there is no file yet it is written with the first record.

        Raises:
            JournalError: it cannot be written.
        """
        self.title = title
        if self._file is not None:
            self._append("title", title=title)

    def compact(
        self, summary: Message, kept: int, before_tokens: int | None = None, after_tokens: int | None = None
    ) -> None:
        """Note that from here on `summary` stands for all messages but the newest `kept`, which stay in the file."""
        self._append(
            "compaction",
            at_s=round(time.time(), 3),
            summary=records.message_fields(summary),
            kept=kept,
            before_tokens=before_tokens,
            after_tokens=after_tokens,
        )

    def end_turn(self, status: str, turns: int, usage: ReplyUsage, error: str | None) -> None:
        """Note how a turn ended, and make sure that all of it is on the disk."""
        if self.title:
            self._append("title", title=self.title)  # near the end of the file, where lists look for it
        self._append("turn", at_s=round(time.time(), 3), status=status, turns=turns, usage=asdict(usage), error=error)
        assert self._file is not None
        with suppress(OSError):  # some file systems cannot sync; the records are written all the same
            os.fsync(self._file)

    def subagent(self, name: str, call_id: str) -> SubagentJournal:
        """Where the subagent `name`, which the call `call_id` starts, writes: in this session too."""
        return SubagentJournal(self, name, call_id)

    def append_agent(self, **fields: Any) -> None:
        """Add a record of a subagent's conversation. Raises `JournalError` where it cannot be written."""
        self._append("agent", **fields)

    def close(self) -> None:
        """Let others resume the session."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _append(self, kind: str, **fields: Any) -> None:
        if self._file is None:
            self._begin()
        self._write(records.encode(kind, **fields))

    def _begin(self) -> None:
        self._file = self._open_new()
        try:
            self._write(records.encode("session", **asdict(self.header)))
            if self.title:
                self._write(records.encode("title", title=self.title))
        except JournalError:  # without its first record it is no session, and nothing would ever remove it
            self.close()
            self._torn = False
            with suppress(OSError):
                self.path.unlink()
            raise

    def _open_new(self) -> int:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            file = os.open(self.path, flags, 0o600)
        except OSError as error:
            raise JournalError(f"The session cannot be saved in {self.path}: {error.strerror}.") from None
        try:
            _lock(file, self.id)
        except SessionInUse:
            os.close(file)
            raise
        return file

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        rest = memoryview(b"\n" + line if self._torn else line)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
                self._torn = True
        except OSError as error:
            raise JournalError(f"The session cannot be saved in {self.path}: {error.strerror}.") from None
        self._torn = False


def is_open_elsewhere(path: Path) -> bool:
    """Whether some process has the session in `path` open."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        _lock(file, path.stem)
    except SessionInUse:
        return True
    finally:
        os.close(file)
    return False


def _lock(file: int, session_id: str) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SessionInUse(session_id) from None
    except OSError:
        return  # a file system without locks: better unlocked than unusable


def _apply(
    record: dict[str, Any], header: Header | None, conversation: Conversation, subagents: SubagentRecords
) -> Header | None:
    """Let one record take effect. Raises ValueError where it is damaged."""
    match record["type"]:
        case "session":
            return records.header_of(record)
        case "agent":
            subagents.apply(record)
        case _:
            conversation.apply(record)
    return header
