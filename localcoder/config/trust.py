"""Which folders may bring configuration of their own. Trust is in contents: what changes must be trusted anew."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

from localcoder.config import paths

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
    if not brings_configuration(folder):
        return {}
    contents = _contents(folder)
    return contents if _load().get(_key(folder)) == _digest(contents) else {}


def trust(folder: Path) -> None:
    """Trust `folder` with the configuration that it holds now. OSError where that cannot be stored."""
    store = _load() | {_key(folder): _digest(_contents(folder))}
    file = _store_file()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = file.with_name(f".{file.name}-{secrets.token_hex(4)}")
    temporary.write_text(json.dumps(store, indent=1, sort_keys=True), encoding="utf-8")
    temporary.replace(file)


def _store_file() -> Path:
    return paths.data_dir() / "trusted.json"


def _load() -> dict[str, str]:
    """What is trusted; a store that cannot be read trusts nothing."""
    with suppress(OSError, ValueError):
        stored = json.loads(_store_file().read_text(encoding="utf-8"))
        if isinstance(stored, dict):
            return {str(key): str(value) for key, value in stored.items()}
    return {}


def _key(folder: Path) -> str:
    return os.path.realpath(folder)


def _configuration_files(folder: Path) -> list[Path]:
    own = folder / PROJECT_FOLDER
    files = [path for path in own.rglob("*") if path.is_file()] if own.is_dir() else []
    return sorted([*files, *(folder / name for name in PROJECT_CONFIGURATION if (folder / name).is_file())])


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in _configuration_files(folder)}


def _digest(contents: dict[Path, bytes]) -> str:
    """A hash over the names and contents of all configuration files."""
    digest = hashlib.sha256()
    for name, data in contents.items():
        digest.update(f"{name.as_posix()}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    return digest.hexdigest()
