"""The settings: defaults, the user's file, a trusted project's file, the environment, the command line."""

from __future__ import annotations

import difflib
import os
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from localcoder.config import paths
from localcoder.config.extensions import Hook, Hooks, McpServer, ServerName, config_toml, list_to_tuple, mcp_json
from localcoder.config.trust import MCP_FILE, PROJECT_FILE, trusted_contents
from localcoder.errors import UsageError

_Location = tuple[int | str, ...]
"""Where in the settings a value stands, as pydantic tells it."""

BUILT_IN_MODEL = "pocket"
"""The name of the model that ships with the package."""
ApprovalMode = Literal["ask", "accept-edits", "plan", "full"]
Backend = Literal["auto", "torch", "megakernel"]
ThemeName = Literal["auto", "dark", "light", "ansi"]

ENVIRONMENT_PREFIX = "LOCALCODER_"
NOT_SETTINGS = frozenset({"LOCALCODER_API_KEY", "LOCALCODER_KERNEL_DEADLINE_S"})
"""Variables with the prefix that are no settings; any other unknown one is a typo and refused."""


RULE_FORM = re.compile(r"(?P<tool>[A-Za-z][\w.:-]*)(?:\((?P<pattern>.*)\))?", re.DOTALL)
"""A permission rule: the name of a tool, and in parentheses what it is called with."""


def _rule(text: str) -> str:
    if not RULE_FORM.fullmatch(text.strip()):
        raise ValueError(
            "this is not a permission rule; write it like shell(git status), shell(make *) or edit(src/**)"
        )
    return text


Rules = Annotated[tuple[Annotated[str, AfterValidator(_rule)], ...], BeforeValidator(list_to_tuple)]


class Permissions(BaseModel):
    """Rules such as `shell(git status)`, `shell(npm test *)`, `edit(src/**)`; deny wins, then ask, then allow."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    allow: Rules = ()
    ask: Rules = ()
    deny: Rules = ()


class Settings(BaseModel):
    """All settings; `Settings()` is the defaults, `load_settings` what counts in a folder.

    `gpu_memory_gib` and `context_tokens` bound what the engine takes; None leaves it to the engine. `temperature` None
    means the model's own default. `network` lets sandboxed commands use the network, `fetch` offers the model a tool
    that gets pages of the web. Without `mouse` the chat leaves the mouse to the terminal. `attach` uses a running
    engine of the user's instead of loading the model. `mcp` are MCP servers by name, `hooks` commands around tool
    calls.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = Field(default=BUILT_IN_MODEL, min_length=1)
    backend: Backend = "auto"
    endpoint: str | None = None
    attach: bool = True
    approval_mode: ApprovalMode = "ask"
    sandbox: bool = True
    network: bool = False
    fetch: bool = False
    max_turns: int = Field(default=50, ge=1)
    gpu_memory_gib: float | None = Field(default=None, gt=0)
    context_tokens: int | None = Field(default=None, ge=1)
    temperature: float | None = Field(default=None, ge=0, le=100)
    seed: int | None = Field(default=None, ge=0)
    theme: ThemeName = "auto"
    mouse: bool = True
    permissions: Permissions = Permissions()
    hooks: Hooks = ()
    mcp: dict[ServerName, McpServer] = {}

    @property
    def commands(self) -> tuple[str, ...]:
        """What localcoder itself runs, with the user's rights: hooks and servers, as texts."""
        servers = (shlex.join([server.command, *server.args]) for server in self.mcp.values() if server.command)
        return (*(hook.command for hook in self.hooks), *servers)


def api_key() -> str | None:
    """LOCALCODER_API_KEY: the endpoint's key, or without an endpoint the one that `serve` asks for.

    Never printed or stored.
    """
    return os.environ.get("LOCALCODER_API_KEY") or None


def load_settings(
    cwd: Path, overrides: Mapping[str, Any] | None = None, brought: Mapping[Path, bytes] | None = None
) -> Settings:
    """The settings for work in `cwd`.

    Later wins: defaults, the user's `config.toml`, the project's `.mcp.json` and `.localcoder/config.toml` if the
    folder is trusted, `LOCALCODER_*`, `overrides` (the command line; None values count as not given). Permission rules
    and hooks of all sources add up, so that a project cannot drop one of the user; MCP servers do by name. `brought`
    stands for the project's files as if they were trusted.

    Raises:
        UsageError: a value cannot be used; the message names the file, the key and the reason.
    """
    merged: dict[str, Any] = {}
    for file, data in _files(cwd, brought):
        values = _read(file, data)
        _validate(values, str(file), strict=True)
        merged = _merge(merged, values)
    environment = _from_environment()
    _validate(environment, _variable)
    merged = _merge(merged, environment)
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    _validate(given, _option)
    return Settings.model_validate(_merge(merged, given))


class SourcedRule(NamedTuple):
    """A permission rule and where it stands: a file, or the environment."""

    decision: Literal["deny", "ask", "allow"]
    rule: str
    source: str


def sourced_rules(cwd: Path) -> tuple[SourcedRule, ...]:
    """The permission rules that `load_settings` puts together, each with its source. Raises as it does."""
    values: list[tuple[str, Mapping[str, Any]]] = [(str(file), _read(file, data)) for file, data in _files(cwd)]
    values.append(("the environment", _from_environment()))
    kinds: tuple[Literal["deny", "ask", "allow"], ...] = ("deny", "ask", "allow")
    return tuple(
        SourcedRule(decision, rule, source)
        for source, given in values
        for decision in kinds
        for rule in getattr(Settings.model_validate(given).permissions, decision)
    )


def _files(cwd: Path, brought: Mapping[Path, bytes] | None = None) -> list[tuple[Path, bytes]]:
    """The configuration files with their bytes: a project's are the very bytes that were found to be trusted."""
    files = []
    user_file = paths.config_file()
    try:
        files.append((user_file, user_file.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise UsageError(f"{user_file} cannot be read: {error.strerror}.") from error
    trusted = trusted_contents(cwd) if brought is None else brought
    return files + [(cwd / name, trusted[name]) for name in (MCP_FILE, PROJECT_FILE) if name in trusted]


def _read(file: Path, data: bytes) -> dict[str, Any]:
    if file.name == MCP_FILE.name:
        try:
            return mcp_json(data)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{file} cannot be used: {error}. Correct it or remove it.") from error
    try:
        return config_toml(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is not valid TOML: {error}. Correct it or remove it.") from error


def _from_environment() -> dict[str, Any]:
    known = {f"{ENVIRONMENT_PREFIX}{name}".upper() for name in Settings.model_fields}
    given = [name for name in sorted(os.environ) if name.upper().startswith(ENVIRONMENT_PREFIX)]
    given = [name for name in given if name.upper() not in NOT_SETTINGS]
    for name in given:
        if name.upper().partition("__")[0] not in known:
            raise UsageError(f"The environment variable {name} is not a setting{_did_you_mean(name.upper(), known)}")
    if not given:
        return {}
    # Only here: pydantic-settings takes longer to import than all the rest.
    from localcoder.config.environment import environment_values

    return environment_values()


def _validate(values: Mapping[str, Any], source: str | Callable[[_Location], str], *, strict: bool = False) -> None:
    """Check what one source gives: a file, or what the function names as the user wrote it."""
    try:
        Settings.model_validate(values, strict=strict)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        written = source if isinstance(source, str) else source(first["loc"])
        if first["type"] == "extra_forbidden":
            fields = _FIELDS.get(str(first["loc"][0]), {}) if len(first["loc"]) > 1 else Settings.model_fields
            guess = _did_you_mean(str(first["loc"][-1]), set(fields))
            raise UsageError(f"{written}: unknown key {key}{guess}") from error
        # Values of a server are not repeated: there may be secrets among them.
        shown = "" if key.startswith("mcp") else f" (it is {first['input']!r})"
        place = f"{source}: {key}" if isinstance(source, str) else written
        raise UsageError(f"{place}: {first['msg'].removeprefix('Value error, ')}{shown}.") from error


def _variable(location: _Location) -> str:
    """The environment variable that sets `location`, and where in its JSON that is."""
    spelled = {name.upper(): name for name in os.environ}
    for depth in range(len(location), 0, -1):
        name = ENVIRONMENT_PREFIX + "__".join(map(str, location[:depth])).upper()
        if name in spelled:
            return ".".join([spelled[name], *map(str, location[depth:])])
    return "the environment"


def _option(location: _Location) -> str:
    """The option that sets `location`."""
    field = str(location[0])
    return _OPTIONS.get(field, f"--{field.replace('_', '-')}")


_OPTIONS = {"gpu_memory_gib": "--gpu-memory", "context_tokens": "--context"}
"""Those that are not called as their setting."""


_FIELDS = {"permissions": Permissions.model_fields, "hooks": Hook.model_fields, "mcp": McpServer.model_fields}


def _did_you_mean(name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), 1)
    return f"; did you mean {near[0]}?" if near else f"; known are {', '.join(sorted(known))}."


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**below, **above}
    if "permissions" in below and "permissions" in above:
        lower, upper = below["permissions"], above["permissions"]
        merged["permissions"] = {key: [*lower.get(key, ()), *upper.get(key, ())] for key in {*lower, *upper}}
    if "hooks" in below and "hooks" in above:
        merged["hooks"] = [*below["hooks"], *above["hooks"]]
    if "mcp" in below and "mcp" in above:
        merged["mcp"] = {**below["mcp"], **above["mcp"]}
    return merged
