"""What a folder that is not trusted would make localcoder run: told before, so that trust is in something known."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from localcoder.config.extensions import mcp_json
from localcoder.config.trust import MCP_FILE, PROJECT_FILE

MAX_SHOWN = 5
MAX_COMMAND_CHARACTERS = 100
_MAX_FILE_BYTES = 1024 * 1024


def would_run(folder: Path) -> list[str]:
    """The commands and URLs in the configuration that `folder` brings, for people: the first few, shortened."""
    found = [text for file in (MCP_FILE, PROJECT_FILE) for text in _named(folder / file)]
    shown = [_short(text) for text in found[:MAX_SHOWN]]
    return [*shown, f"{len(found) - MAX_SHOWN} more"] if len(found) > MAX_SHOWN else shown


def _named(file: Path) -> Iterator[str]:
    """What is written in `file`, as far as it can be read; nothing of it is believed."""
    values: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        if file.is_file() and file.stat().st_size <= _MAX_FILE_BYTES:
            data = file.read_bytes()
            values = mcp_json(data) if file.name == MCP_FILE.name else tomllib.loads(data.decode())
    servers, hooks = values.get("mcp"), values.get("hooks")
    for server in servers.values() if isinstance(servers, dict) else ():
        if isinstance(server, dict) and isinstance(server.get("command"), str):
            arguments = server.get("args")
            rest = arguments if isinstance(arguments, list) else []
            yield " ".join([server["command"], *(part for part in rest if isinstance(part, str))])
        elif isinstance(server, dict) and isinstance(server.get("url"), str):
            yield server["url"]
    for hook in hooks if isinstance(hooks, list) else ():
        if isinstance(hook, dict) and isinstance(hook.get("command"), str):
            yield hook["command"]


def _short(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else "?" for c in part) for part in text.split())
    return f"`{line if len(line) <= MAX_COMMAND_CHARACTERS else line[: MAX_COMMAND_CHARACTERS - 1] + '…'}`"
