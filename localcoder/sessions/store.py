"""All sessions of a user: a folder of session files."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localcoder.chat.messages import Message
from localcoder.config.paths import data_dir
from localcoder.errors import UsageError
from localcoder.sessions import records
from localcoder.sessions.journal import Journal, JournalError, SessionInUse, is_open_elsewhere
from localcoder.sessions.records import Header
from localcoder.workspace.checkpoint_folder import remove_checkpoints

SUMMARY_BYTES = 256 * 1024
"""A summary reads no more than this of a file's beginning, and of its end."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A session in a list. `title` is its name, else the first line of its first prompt; `changed_s`: last written."""

    path: Path
    header: Header
    title: str
    changed_s: float

    @property
    def id(self) -> str:
        """The session's id."""
        return self.path.stem


class SessionStore:
    """The sessions in `directory`, by default the user's; what can be undone of them is in `checkpoints` beside it."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = data_dir() / "sessions" if directory is None else directory
        self.checkpoints = self.directory.with_name("checkpoints")

    def create(self, cwd: Path, model: str) -> Journal:
        """A new session, whose file appears with its first message."""
        return Journal.create(self.directory, cwd, model)

    def summaries(self, cwd: Path | None = None) -> list[Summary]:
        """The readable sessions, the last used first; only those that began in `cwd` where it is given.

        A session whose only prompt was taken back holds nothing and is left out.
        """
        found = (_summary(path) for path in self._paths())
        chosen = [one for one in found if one is not None and (cwd is None or one.header.cwd == str(cwd))]
        return sorted(chosen, key=lambda one: (one.changed_s, one.id), reverse=True)

    def find(self, session_id: str) -> Path:
        """The file of the session whose id is, or alone begins with, `session_id`.

        Raises:
            UsageError: none or several do.
        """
        matches = [path for path in self._paths() if path.stem.startswith(session_id)] if session_id else []
        exact = [path for path in matches if path.stem == session_id]
        match exact or matches:
            case [path]:
                return path
            case []:
                raise UsageError(f"There is no session {session_id!r}; `localcoder sessions list` shows them.")
            case several:
                ids = ", ".join(path.stem for path in several[:5])
                raise UsageError(f"Several sessions begin with {session_id!r}: {ids}; give more of the id.")

    def latest(self, cwd: Path) -> Path:
        """The session that was last used in `cwd`. Raises `UsageError` where there is none."""
        here = self.summaries(cwd)
        if not here:
            raise UsageError(f"There is no session in {cwd} to continue; leave out --continue to start one.")
        return here[0].path

    def remove(self, path: Path) -> None:
        """Delete a session, and what can be undone of it.

        Raises:
            SessionInUse: it is open.
            JournalError: it cannot be deleted.
        """
        if is_open_elsewhere(path):
            raise SessionInUse(path.stem)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise JournalError(f"The session file {path} cannot be deleted: {error.strerror}.") from None
        remove_checkpoints(self.checkpoints, path.stem)

    def prune(self, older_than_days: float) -> list[str]:
        """Delete the sessions not written for so many days, except open ones; returns their ids."""
        limit_s = time.time() - older_than_days * 86_400
        old = [path for path in self._paths() if path.stat().st_mtime < limit_s and not is_open_elsewhere(path)]
        for path in old:
            self.remove(path)
        return [path.stem for path in old]

    def _paths(self) -> Iterator[Path]:
        try:
            paths = sorted(self.directory.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return iter(())
        except OSError as error:
            raise JournalError(f"The sessions in {self.directory} cannot be read: {error.strerror}.") from None
        return (path for path in paths if path.suffix == ".jsonl")


def _summary(path: Path) -> Summary | None:
    """What a list shows of `path`; None where it is no session, or holds no conversation."""
    try:
        with path.open("rb") as file:
            data = file.read(SUMMARY_BYTES)
            file.seek(max(len(data), file.seek(0, os.SEEK_END) - SUMMARY_BYTES))
            # The name is written anew with each turn, so the end has it; or else the beginning does.
            name = records.last_title(data + file.read())
        changed_s = path.stat().st_mtime
    except OSError:
        return None
    header: Header | None = None
    messages: list[Message] = []
    rewound = records.REWIND_BEGIN in data
    for line in records.lines(data):
        if line.record is None:
            continue
        try:
            match line.record["type"]:
                case "session":
                    header = records.header_of(line.record)
                case "message":
                    messages.append(records.message_of(line.record))
                    if len(messages) > 1 and messages[-2].role == "user" and not rewound:
                        break
                case "retract":
                    messages = messages[:-1]
                case "rewind":
                    messages = messages[: records.rewind_of(line.record, len(messages))]
        except ValueError:
            continue
    if header is None or not (messages or len(data) == SUMMARY_BYTES):
        return None
    prompts = (message.content for message in messages if message.role == "user")
    prompt = next(prompts, None) or records.cut_prompt(data)
    return Summary(path, header, name or next(iter(prompt.strip().splitlines()), ""), changed_s)
