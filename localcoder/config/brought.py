"""What the configuration that a folder brings would do: told before, so that trust is in something known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcoder.config.extensions import config_toml, mcp_json
from localcoder.config.trust import MCP_FILE, PROJECT_FILE

MAX_SHOWN = 5
MAX_COMMAND_CHARACTERS = 100
_MAX_FILE_BYTES = 1024 * 1024
_DECISIONS = ("deny", "ask", "allow")


@dataclass(frozen=True, slots=True)
class Brought:
    """The configuration of `folder` as it stands in `contents`, the bytes that trust would be in.

    Nothing of it is believed or checked: the texts are as they were written. Pairs are a name and what it stands for.
    """

    folder: Path
    contents: Mapping[Path, bytes]
    hooks: tuple[tuple[str, str], ...] = ()
    """When (`after write|edit`), and the command."""
    servers: tuple[tuple[str, str], ...] = ()
    """The name of an MCP server, and its command line or URL."""
    rules: tuple[tuple[str, str], ...] = ()
    """`allow`, `ask` or `deny`, and a permission rule."""
    settings: tuple[tuple[str, str], ...] = ()
    """All other keys, and their values."""

    @classmethod
    def of(cls, folder: Path, contents: Mapping[Path, bytes]) -> Brought:
        """What `contents` say, as far as they can be read."""
        values = [_values(name, contents[name]) for name in (MCP_FILE, PROJECT_FILE) if name in contents]
        return cls(
            folder,
            contents,
            hooks=tuple(pair for one in values for pair in _hooks(one.get("hooks"))),
            servers=tuple(pair for one in values for pair in _servers(one.get("mcp"))),
            rules=tuple(pair for one in values for pair in _rules(one.get("permissions"))),
            settings=tuple(
                (str(key), str(value))
                for one in values
                for key, value in one.items()
                if key not in ("hooks", "mcp", "permissions")
            ),
        )


def would_run(folder: Path) -> list[str]:
    """The commands and URLs in the configuration that `folder` brings, for people: the first few, shortened."""
    contents: dict[Path, bytes] = {}
    for name in (MCP_FILE, PROJECT_FILE):
        with suppress(OSError):
            if (folder / name).is_file() and (folder / name).stat().st_size <= _MAX_FILE_BYTES:
                contents[name] = (folder / name).read_bytes()
    brought = Brought.of(folder, contents)
    found = [command for _, command in (*brought.servers, *brought.hooks)]
    shown = [_short(text) for text in found[:MAX_SHOWN]]
    return [*shown, f"{len(found) - MAX_SHOWN} more"] if len(found) > MAX_SHOWN else shown


def _values(name: Path, data: bytes) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        if len(data) <= _MAX_FILE_BYTES:
            return mcp_json(data) if name == MCP_FILE else config_toml(data)
    return {}


def _servers(servers: object) -> Iterator[tuple[str, str]]:
    for name, server in servers.items() if isinstance(servers, dict) else ():
        if isinstance(server, dict) and isinstance(server.get("command"), str):
            arguments = server.get("args")
            rest = arguments if isinstance(arguments, list) else []
            yield name, " ".join([server["command"], *(part for part in rest if isinstance(part, str))])
        elif isinstance(server, dict) and isinstance(server.get("url"), str):
            yield name, server["url"]


def _hooks(hooks: object) -> Iterator[tuple[str, str]]:
    for hook in hooks if isinstance(hooks, list) else ():
        if isinstance(hook, dict) and isinstance(hook.get("command"), str):
            yield f"{hook.get('event', '')} {hook.get('tool', '*')}".strip(), hook["command"]


def _rules(permissions: object) -> Iterator[tuple[str, str]]:
    if not isinstance(permissions, dict):
        return
    for decision in _DECISIONS:
        rules = permissions.get(decision)
        for rule in rules if isinstance(rules, list) else ():
            yield decision, str(rule)


def _short(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else "?" for c in part) for part in text.split())
    return f"`{line if len(line) <= MAX_COMMAND_CHARACTERS else line[: MAX_COMMAND_CHARACTERS - 1] + '…'}`"
