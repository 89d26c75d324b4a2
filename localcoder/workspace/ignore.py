"""Walking a folder without what Git would ignore: one set of rules for every tool.

`.git` is always hidden; `.gitignore` files count from the repository's root (or, outside a repository, from the file
system's root) down. Links are not followed. ripgrep, where it is used, is told to follow the same rules.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from localcoder.workspace.globs import git_spec

ALWAYS_HIDDEN = ".git"

RIPGREP_OPTIONS = (
    "--no-config",
    "--hidden",
    "--glob=!.git",
    "--no-require-git",
    "--no-ignore-global",
    "--no-ignore-exclude",
    "--no-ignore-dot",
)
"""Make ripgrep follow exactly the rules of this module. A positive `--glob` would override them: never add one."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The `.gitignore` of one folder, and those of the folders above it."""

    folder: Path
    spec: GitIgnoreSpec
    above: _Rules | None


def walk_files(folder: Path) -> Iterator[Path]:
    """Every regular file below `folder` that is not ignored, in the order of ripgrep's `--sort path`.

    Lazy, so that whoever has enough just stops. Folders that cannot be read are passed over.
    """
    for entry, hidden in _walk(folder, _rules_above(folder), ()):
        if not hidden and entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


def walk_entries(folder: Path, skip: Collection[str] = ()) -> Iterator[tuple[os.DirEntry[str], bool]]:
    """Every file, link and folder below `folder`, folders before what is in them, and whether it is ignored.

    What lies below an ignored folder is left out. The paths in `skip` count as ignored.
    """
    yield from _walk(folder, _rules_above(folder), skip)


def list_folder(folder: Path) -> list[os.DirEntry[str]]:
    """The entries of one folder that are not ignored, sorted by name. OSError where it cannot be read."""
    rules = _extend(folder, _rules_above(folder))
    with os.scandir(folder) as entries:
        kept = [entry for entry in entries if not _is_hidden(entry, rules)]
    return sorted(kept, key=lambda entry: os.fsencode(entry.name))


def is_ignored(folder: Path) -> bool:
    """Whether a walk of the folder above `folder` would pass over it."""
    return _hides(_extend(folder.parent, _rules_above(folder.parent)), str(folder), folder.name, is_folder=True)


def _walk(folder: Path, above: _Rules | None, skip: Collection[str]) -> Iterator[tuple[os.DirEntry[str], bool]]:
    rules = _extend(folder, above)
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    except OSError:
        return
    for entry in found:
        hidden = entry.path in skip or _is_hidden(entry, rules)
        yield entry, hidden
        if not hidden and entry.is_dir(follow_symlinks=False):
            yield from _walk(folder / entry.name, rules, skip)


def _rules_above(folder: Path) -> _Rules | None:
    """The rules of the folders above `folder`, up to the one that holds `.git`."""
    chain: list[Path] = []
    current = folder
    while not os.path.exists(current / ALWAYS_HIDDEN) and current != current.parent:
        current = current.parent
        chain.append(current)
    rules: _Rules | None = None
    for parent in reversed(chain):
        rules = _extend(parent, rules)
    return rules


def _extend(folder: Path, above: _Rules | None) -> _Rules | None:
    if os.path.exists(folder / ALWAYS_HIDDEN):
        above = None
    try:
        text = (folder / ".gitignore").read_bytes().decode("utf-8", "replace")
    except OSError:
        return above
    return _Rules(folder, git_spec(text.splitlines()), above)


def _is_hidden(entry: os.DirEntry[str], rules: _Rules | None) -> bool:
    return _hides(rules, entry.path, entry.name, is_folder=entry.is_dir(follow_symlinks=False))


def _hides(rules: _Rules | None, path: str, name: str, *, is_folder: bool) -> bool:
    if name == ALWAYS_HIDDEN:
        return True
    slash = "/" if is_folder else ""
    while rules is not None:
        relative = Path(path).relative_to(rules.folder).as_posix() + slash
        verdict = rules.spec.check_file(relative).include
        if verdict is not None:
            return verdict
        rules = rules.above
    return False
