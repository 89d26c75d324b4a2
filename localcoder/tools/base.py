"""What a tool is: an arguments model, a description, the access it needs, and a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from localcoder.chat.messages import ToolSpec
from localcoder.permissions.access import Access
from localcoder.permissions.sandbox import Sandbox
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots


class Arguments(BaseModel):
    """Base of every tool's arguments: unknown parameters are refused, so that a typo is never ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True)


ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the model is told, and what a person may be shown besides.

    `diff` is a unified diff of what changed on disk.
    """

    content: str
    is_error: bool = False
    diff: str | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would do, shown before it is approved.

    `summary` is one line (`edit src/a.py`, `shell python hello.py`); `diff` a unified diff, where files would change.
    """

    summary: str
    diff: str | None = None


@dataclass(slots=True)
class ToolContext:
    """What a run may use. One per conversation; subagents get their own."""

    roots: Roots
    registry: ReadRegistry
    sandbox: Sandbox
    environment: dict[str, str] = field(default_factory=dict)
    on_output: Callable[[str], None] = lambda text: None

    @property
    def cwd(self) -> Path:
        """The folder that relative paths and commands start from."""
        return self.roots.cwd


class Tool(Generic[ArgumentsT]):
    """One tool. Stateless; subclasses set the class variables and override `access`, `preview` and `run`."""

    name: ClassVar[str]
    description: ClassVar[str]
    arguments: type[ArgumentsT]

    def spec(self) -> ToolSpec:
        """The tool as the model sees it."""
        raise NotImplementedError

    def access(self, arguments: ArgumentsT, context: ToolContext) -> list[Access]:
        """What the call touches, for the permission check. Never has side effects."""
        raise NotImplementedError

    def preview(self, arguments: ArgumentsT, context: ToolContext) -> Preview:
        """What the call would do. Never has side effects, never raises for bad arguments."""
        raise NotImplementedError

    async def run(self, arguments: ArgumentsT, context: ToolContext) -> ToolResult:
        """Do it. Expected failures are results with `is_error`; cancelling the task stops the work."""
        raise NotImplementedError
