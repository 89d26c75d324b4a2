"""A workspace with turns in it that can be undone, for the tests of checkpoints."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from localcoder.workspace.checkpoints import Checkpoints
from localcoder.workspace.roots import real_path
from localcoder.workspace.survey import Limits

Entry = tuple[str, int, object]
Tree = dict[str, Entry]


def tree_of(folder: Path) -> Tree:
    """Everything below `folder`: kind, mode, content or target."""
    found: Tree = {}
    for place, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = Path(place, name)
            found[str(path.relative_to(folder))] = entry_of(path)
    return found


def entry_of(path: Path) -> Entry:
    mode = stat.S_IMODE(path.lstat().st_mode)
    if path.is_symlink():
        return ("link", 0, str(path.readlink()))
    return ("folder", mode, None) if path.is_dir() else ("file", mode, path.read_bytes())


class Bench:
    """A workspace, and turns in it that run what they are given; of a session, where one is named."""

    def __init__(self, base: Path, limits: Limits | None = None, session: str | None = None) -> None:
        self.work = real_path(base) / "work"
        self.store = real_path(base) / "data" / "checkpoints"
        self.sessions = real_path(base) / "data" / "sessions"
        self.limits = limits
        self.session = session
        self.work.mkdir(exist_ok=True)
        self.checkpoints = self.opened()

    def opened(self) -> Checkpoints:
        """What another process would know of the session."""
        if self.session is not None:
            self.sessions.mkdir(parents=True, exist_ok=True)
            (self.sessions / f"{self.session}.jsonl").touch()
        return Checkpoints([self.work], self.store, self.session, sessions=self.sessions, limits=self.limits)

    def restart(self, *, killed: bool = False) -> None:
        """Go on in what would be another process; where the one before was `killed`, with just what was on the disk."""
        if killed:
            store = self.store.with_name(f"{self.store.name}-")
            shutil.copytree(self.store, store) if self.store.exists() else None
            self.store = store
        else:
            self.checkpoints.close()
        self.checkpoints = self.opened()

    @property
    def folder(self) -> Path:
        """Where the session's checkpoints are."""
        assert self.session is not None
        return self.store / self.session

    @contextmanager
    def turn(self, prompt: str = "do it") -> Iterator[int]:
        """A turn; its number."""
        number = self.checkpoints.begin_turn(prompt)
        try:
            yield number
        finally:
            self.checkpoints.end_turn()

    @contextmanager
    def command(self) -> Iterator[list[str]]:
        said: list[str] = []
        step = self.checkpoints.begin_step((), everything=True)
        assert step is not None
        if line := self.checkpoints.not_covered(step):
            said.append(line)
        yield said
        self.checkpoints.end_step(step)

    def write(self, name: str, content: bytes) -> None:
        """As the write tool does: through links, with the folders that are missing."""
        path = real_path(self.work / name)
        step = self.checkpoints.begin_step([path], everything=False)
        assert step is not None
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.checkpoints.end_step(step)

    def tree(self) -> Tree:
        return tree_of(self.work)


def operate(work: Path, operation: tuple) -> None:
    """Do what a shell command might; what is impossible is left out, as a command would fail."""
    path = work / operation[1]
    with suppress(OSError, shutil.Error):
        match operation[0]:
            case "write":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(operation[2])
            case "delete":
                path.unlink()
            case "chmod":
                if not path.is_dir():
                    path.chmod(operation[2])
            case "link":
                path.symlink_to(operation[2])
            case "hardlink":
                os.link(work / operation[2], path, follow_symlinks=False)
            case "mkdir":
                path.mkdir(parents=True)
            case "rmtree":
                shutil.rmtree(path)
            case "move":
                path.rename(work / operation[2])
