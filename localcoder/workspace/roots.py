"""The folders that a conversation works in, and the one way in which a path text becomes a path."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def real_path(path: Path) -> Path:
    """`path` with every link resolved, dangling ones too, so that it names where a write would really land.

    A loop of links stays as it is; opening it then fails with the system's own error.
    """
    return Path(os.path.realpath(path))


@dataclass(frozen=True, slots=True)
class Roots:
    """The working folder and the folders added with `--add-dir`, all with their links resolved."""

    cwd: Path
    extra: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cwd", real_path(self.cwd))
        object.__setattr__(self, "extra", tuple(real_path(path) for path in self.extra))

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every folder whose contents belong to the workspace."""
        return (self.cwd, *self.extra)

    def resolve(self, text: str) -> Path:
        """The absolute path that `text` means: relative to the working folder, `~` is the home, links resolved."""
        expanded = os.path.expanduser(text) if text == "~" or text.startswith("~/") else text
        return real_path(self.cwd / expanded)

    def contains(self, path: Path) -> bool:
        """Whether `path`, once its links are resolved, is one of the folders or lies in one."""
        resolved = real_path(self.cwd / path)
        return any(resolved.is_relative_to(folder) for folder in self.folders)

    def display(self, path: Path) -> str:
        """`path` for people and models: relative to the working folder where it lies in it."""
        return str(path.relative_to(self.cwd)) if path.is_relative_to(self.cwd) else str(path)
