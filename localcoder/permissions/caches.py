"""The caches of package managers, which fail, or are slow, where they cannot write."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from localcoder.workspace.roots import real_path


@dataclass(frozen=True, slots=True)
class _Cache:
    """One folder: below the cache folder of the user (`in_cache`) or the home, unless `variable` names another.

    `needed`: the program does not work without it, and makes it on its first run, which it cannot do in the sandbox.
    """

    program: str
    variable: str
    place: str
    in_cache: bool = False
    needed: bool = False


_CACHES = (
    _Cache("uv", "UV_CACHE_DIR", "uv", in_cache=True, needed=True),
    _Cache("pip", "PIP_CACHE_DIR", "pip", in_cache=True),
    _Cache("go", "GOCACHE", "go-build", in_cache=True, needed=True),
    _Cache("go", "GOMODCACHE", "go/pkg", needed=True),
    _Cache("npm", "npm_config_cache", ".npm"),
    _Cache("cargo", "", ".cargo/registry", needed=True),
)


def writable_caches(environment: Mapping[str, str], home: Path) -> tuple[Path, ...]:
    """The caches that there are, links resolved. Those that an installed program needs are made, if they can be."""
    found: list[Path] = []
    for cache in _CACHES:
        path = _place(cache, environment, home)
        if cache.needed and shutil.which(cache.program, path=environment.get("PATH")):
            with suppress(OSError):
                path.mkdir(parents=True, exist_ok=True)
        resolved = real_path(path)
        # One that is the home, or holds it, would open all of it.
        if os.path.isdir(resolved) and not real_path(home).is_relative_to(resolved):
            found.append(resolved)
    return tuple(dict.fromkeys(found))


def _place(cache: _Cache, environment: Mapping[str, str], home: Path) -> Path:
    named = environment.get(cache.variable, "")
    if Path(named).is_absolute():
        return Path(named)
    base = environment.get("XDG_CACHE_HOME", "")
    if cache.in_cache:
        return (Path(base) if Path(base).is_absolute() else home / ".cache") / cache.place
    return home / cache.place
