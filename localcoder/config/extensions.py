"""What a configuration may add from outside the package: MCP servers, and hooks around tool calls."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, model_validator

HOOK_TIMEOUT_S = 30.0
MCP_TIMEOUT_S = 60.0
_MAX_NAME_CHARACTERS = 32
_NAME = re.compile(r"[A-Za-z0-9]+([_-][A-Za-z0-9]+)*")
_VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}", re.ASCII)


class NotSet(ValueError):
    """A variable that a server's definition refers to is not set."""


def list_to_tuple(value: Any) -> Any:
    """TOML and JSON have lists; settings are frozen."""
    return tuple(value) if isinstance(value, list) else value


def _server_name(text: str) -> str:
    if not _NAME.fullmatch(text) or len(text) > _MAX_NAME_CHARACTERS:
        raise ValueError(
            f"a server's name is letters and digits, with single - or _ between, at most {_MAX_NAME_CHARACTERS} in all"
        )
    return text


ServerName = Annotated[str, AfterValidator(_server_name)]
Texts = Annotated[tuple[str, ...], BeforeValidator(list_to_tuple)]


class McpServer(BaseModel):
    """A server that offers tools through the Model Context Protocol: a command to run, or a URL (streamable HTTP).

    `env` is added to the command's environment, `headers` to each request. In all texts `${NAME}` is replaced by that
    variable, and `${NAME:-default}` by the default where it is not set. `timeout_s` is the longest that one call takes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: str | None = Field(default=None, min_length=1)
    args: Texts = ()
    env: dict[str, SecretStr] = {}
    url: str | None = Field(default=None, pattern=r"^(https?://|\$\{)[^\s]+$")
    headers: dict[str, SecretStr] = {}
    timeout_s: float = Field(default=MCP_TIMEOUT_S, gt=0, le=3600)
    enabled: bool = True

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.command is None) == (self.url is None):
            raise ValueError("an MCP server has either a command or a url")
        if self.url is not None and (self.args or self.env):
            raise ValueError("args and env belong to a command, not to a url")
        if self.command is not None and self.headers:
            raise ValueError("headers belong to a url, not to a command")
        return self


class Hook(BaseModel):
    """A command of the user's around tool calls.

    `before` a call it may refuse it: with any exit code but 0, and what it prints is the reason. `after` a call it may
    change files (a formatter) or complain (a linter). `tool` is a name in which `*` is any text; `|` separates several.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    event: Literal["before", "after"]
    tool: str = Field(default="*", pattern=r"^[A-Za-z0-9_*|-]+$")
    command: str = Field(min_length=1, pattern=r"^[^\x00]*$")
    timeout_s: float = Field(default=HOOK_TIMEOUT_S, gt=0, le=3600)

    def is_about(self, tool: str) -> bool:
        """Whether the hook runs around calls of `tool`."""
        return any(_glob(pattern).fullmatch(tool) is not None for pattern in self.tool.split("|"))


def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))


Hooks = Annotated[tuple[Hook, ...], BeforeValidator(list_to_tuple)]


def config_toml(data: bytes) -> dict[str, Any]:
    """The settings in a `config.toml`, which some editors begin with a byte order mark. ValueError where it is none."""
    return tomllib.loads(data.decode("utf-8-sig"))


def mcp_json(data: bytes) -> dict[str, Any]:
    """The settings in a project's `.mcp.json`, the file that other assistants read as well; what it says besides is
    theirs. ValueError where it is not of that form."""
    document = json.loads(data)
    servers = document.get("mcpServers", {}) if isinstance(document, dict) else None
    if not isinstance(servers, dict) or not all(isinstance(server, dict) for server in servers.values()):
        raise ValueError('it must be an object with servers by name in "mcpServers"')
    known = {key for key in McpServer.model_fields if key not in ("timeout_s", "enabled")}
    read: dict[str, Any] = {}
    for name, server in servers.items():
        values = {key: value for key, value in server.items() if key in known and value not in (None, {}, [])}
        plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:_MAX_NAME_CHARACTERS].rstrip("-")
        if plain in read:
            raise ValueError(f"two servers would be called {plain}")
        read[plain] = values | ({"enabled": False} if server.get("disabled") is True else {})
    return {"mcp": read}


def expanded(text: str, environment: Mapping[str, str] | None = None) -> str:
    """`text` with its variables replaced. Raises NotSet."""
    variables = os.environ if environment is None else environment

    def value(match: re.Match[str]) -> str:
        found = variables.get(match[1]) or match[2]
        if found is None:
            raise NotSet(f"the variable {match[1]} is not set")
        return found

    return _VARIABLE.sub(value, text)
