"""What a tool is: an arguments model, a description, the access it needs, and a run."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

from localcoder.chat.messages import ToolSpec
from localcoder.config.extensions import Hook
from localcoder.permissions.access import Access
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.background import JobManager
from localcoder.tools.todo_list import TodoItem, TodoList
from localcoder.workspace.checkpoints import Checkpoints
from localcoder.workspace.globs import alternatives
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots

if TYPE_CHECKING:
    from localcoder.tools.mcp.servers import McpServers
    from localcoder.tools.task import RunTasks

_SURROGATE = re.compile("[\ud800-\udfff]")


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown parameters are refused, so that a typo is never ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _tidy(cls, values: Any) -> Any:
        """Null means left out, as models often write it; half characters are refused, no file could hold them."""
        if not isinstance(values, dict):
            return values
        for name, value in values.items():
            if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
                raise ValueError(f"{name} holds half a character (a lone surrogate)")
        optional = {name for name, field_info in cls.model_fields.items() if not field_info.is_required()}
        return {name: value for name, value in values.items() if value is not None or name not in optional}


MAX_PATH_CHARACTERS = 4_096
"""As many as the system takes; following the links of one with a million parts would take minutes."""

MAX_PATTERN_CHARACTERS = 2_000
MAX_ALTERNATIVES = 1_000


def _usable_path(text: str) -> str:
    if not text:
        raise ValueError("a path must not be empty")
    if len(text) > MAX_PATH_CHARACTERS:
        raise ValueError(f"a path must not be longer than {MAX_PATH_CHARACTERS} characters")
    if "\0" in text:
        raise ValueError("a path must not contain NUL")
    return text


def _usable_pattern(text: str) -> str:
    if len(text) > MAX_PATTERN_CHARACTERS:
        raise ValueError(f"a pattern must not be longer than {MAX_PATTERN_CHARACTERS} characters")
    return text


def _usable_glob(text: str) -> str:
    if alternatives(_usable_pattern(text)) > MAX_ALTERNATIVES:
        raise ValueError(f"a glob must not stand for more than {MAX_ALTERNATIVES} others; use fewer braces")
    return text


PathText = Annotated[str, AfterValidator(_usable_path)]
"""A path as the model writes it: relative to the working folder, absolute, or beginning with `~/`."""

PatternText = Annotated[str, AfterValidator(_usable_pattern)]
GlobText = Annotated[str, AfterValidator(_usable_glob)]

ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the model is told, and what a person may be shown besides.

    `diff` is a unified diff of what changed on disk.
    """

    content: str
    is_error: bool = False
    diff: str | None = None


def failure(text: str) -> ToolResult:
    """The result of a call that could not do its job."""
    return ToolResult(f"Error: {text}", is_error=True)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would do, shown before it is approved.

    `summary` is one line (`edit src/a.py`, `shell python hello.py`); `diff` a unified diff, where files would change.
    `failure` is the result where it is known already that the call cannot do its job: nobody need approve that.
    """

    summary: str
    diff: str | None = None
    failure: ToolResult | None = None


@dataclass(slots=True)
class ToolContext:
    """What a run may use. One per conversation; subagents get their own.

    `environment` is added to localcoder's own for commands. A result has at most about `result_characters`; tools cut
    there and say so. `may_read`, where given, says of a file that a walk comes upon whether it may be shown at all.
    `on_todo` is told of each new todo list. `checkpoints`, where given, keep what calls change. `hooks` run around
    calls, `mcp` are the servers whose tools are offered besides. `run_tasks` starts subagents; they have none.
    """

    roots: Roots
    registry: ReadRegistry
    sandbox: Sandbox
    environment: dict[str, str] = field(default_factory=dict)
    on_output: Callable[[str], None] = lambda text: None
    result_characters: int = 24_000
    may_read: Callable[[Path], bool] | None = None
    jobs: JobManager = field(default_factory=JobManager)
    todo: TodoList = field(default_factory=TodoList)
    on_todo: Callable[[Sequence[TodoItem]], None] = lambda items: None
    checkpoints: Checkpoints | None = None
    hooks: Sequence[Hook] = ()
    mcp: McpServers | None = None
    run_tasks: RunTasks | None = None

    @property
    def cwd(self) -> Path:
        """The folder that relative paths and commands start from."""
        return self.roots.cwd

    async def close(self) -> None:
        """End the commands in the background and the MCP servers, and let others go on from the checkpoints."""
        await self.jobs.close()
        if self.mcp is not None:
            await self.mcp.close()
        if self.checkpoints is not None:
            await asyncio.to_thread(self.checkpoints.close)


class Tool(Generic[ArgumentsT]):
    """One tool. Stateless; subclasses set the class variables and override `access`, `preview` and `run`."""

    name: str
    description: str
    writes: ClassVar[bool] = False
    """Whether the tool exists to change something; plan mode does not offer such tools."""
    arguments: type[ArgumentsT]

    def spec(self) -> ToolSpec:
        """The tool as the model sees it."""
        return ToolSpec(self.name, self.description, _parameters(self.arguments))

    def access(self, arguments: ArgumentsT, context: ToolContext) -> list[Access]:
        """What the call touches, for the permission check. Never has side effects."""
        raise NotImplementedError

    def preview(self, arguments: ArgumentsT, context: ToolContext) -> Preview:
        """What the call would do. Never has side effects, never raises for bad arguments."""
        raise NotImplementedError

    async def run(self, arguments: ArgumentsT, context: ToolContext) -> ToolResult:
        """Do it. Expected failures are results with `is_error`; cancelling the task stops the work."""
        raise NotImplementedError


def _parameters(arguments: type[Arguments]) -> dict[str, Any]:
    """The JSON schema of `arguments` without what a model need not read (titles, class docstrings)."""
    schema = arguments.model_json_schema()
    return _object_schema(schema, schema.get("$defs", {}))


def _object_schema(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    properties = {
        name: {key: _part(value, parts) if key == "items" else value for key, value in entry.items() if key != "title"}
        for name, entry in schema.get("properties", {}).items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }


def _part(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    """The items of a list; a model's schema stands where it is used, since many chat templates follow no `$ref`."""
    if "$ref" in schema:
        return _object_schema(parts[schema["$ref"].rpartition("/")[2]], parts)
    return schema
