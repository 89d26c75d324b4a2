"""Which folders may bring configuration of their own. Trust is in contents: what changes must be trusted anew."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from localcoder.config import paths
from localcoder.config.declined import decline, was_declined
from localcoder.config.stored import load_texts, store_texts

PROJECT_FOLDER = ".localcoder"
PROJECT_FILE = Path(PROJECT_FOLDER) / "config.toml"
MCP_FILE = Path(".mcp.json")
PROJECT_CONFIGURATION = (MCP_FILE.name,)
"""Files outside `.localcoder` that could make localcoder run or allow something."""


def brings_configuration(folder: Path) -> bool:
    """Whether `folder` has anything that trust is about. A folder without is never asked about."""
    return bool(_configuration_files(folder))


def is_trusted(folder: Path) -> bool:
    """Whether the user has trusted `folder` with exactly the configuration that it holds now."""
    return bool(trusted_contents(folder))


def trusted_contents(folder: Path) -> dict[Path, bytes]:
    """The configuration of `folder` by relative path, read once, so that what is used is what was trusted.

    Empty where the user has not trusted exactly this.
    """
    try:
        contents = brought_contents(folder)
    except OSError:  # what cannot be read cannot have been trusted
        return {}
    return contents if contents and load_texts(_store_file()).get(_key(folder)) == _digest(contents) else {}


def brought_contents(folder: Path) -> dict[Path, bytes]:
    """The configuration that `folder` holds now, by relative path, whether it is trusted or not. OSError
    where a file of it cannot be read."""
    return {path.relative_to(folder): path.read_bytes() for path in _configuration_files(folder)}


def trust(folder: Path, contents: Mapping[Path, bytes] | None = None) -> None:
    """Trust `folder` with exactly `contents`, by default what it holds now. OSError where that cannot be stored."""
    digest = _digest(brought_contents(folder) if contents is None else contents)
    store_texts(_store_file(), load_texts(_store_file()) | {_key(folder): digest})


def distrust(folder: Path, contents: Mapping[Path, bytes]) -> None:
    """Remember that the user does not want to be asked about these contents again. OSError as for `trust`."""
    decline(f"trust {_key(folder)}", _digest(contents))


def is_distrusted(folder: Path, contents: Mapping[Path, bytes]) -> bool:
    """Whether the user has been asked about exactly these contents, and said no."""
    return was_declined(f"trust {_key(folder)}", _digest(contents))


def _store_file() -> Path:
    return paths.data_dir() / "trusted.json"


def _key(folder: Path) -> str:
    return os.path.realpath(folder)


def _configuration_files(folder: Path) -> list[Path]:
    if not any(os.path.isfile(folder / name) for name in (PROJECT_FILE, *PROJECT_CONFIGURATION)):
        return []  # a script of the user's own hooks, for instance, would count with or without trust
    own = folder / PROJECT_FOLDER
    files = [path for path in own.rglob("*") if os.path.isfile(path)] if os.path.isdir(own) else []
    return sorted([*files, *(folder / name for name in PROJECT_CONFIGURATION if os.path.isfile(folder / name))])


def _digest(contents: Mapping[Path, bytes]) -> str:
    """A hash over the names and contents of all configuration files."""
    digest = hashlib.sha256()
    for name, data in contents.items():
        digest.update(f"{name.as_posix()}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return digest.hexdigest()
