"""Which tools there are."""

from __future__ import annotations

from typing import Any, Literal

from localcoder.config.settings import Settings
from localcoder.tools.base import Tool
from localcoder.tools.edit import EditTool
from localcoder.tools.fetch import FetchTool
from localcoder.tools.jobs import JobsTool
from localcoder.tools.list import ListTool
from localcoder.tools.read import ReadTool
from localcoder.tools.search import SearchTool
from localcoder.tools.shell import JobShellTool, ShellTool
from localcoder.tools.task import TaskTool
from localcoder.tools.todo import TodoTool
from localcoder.tools.write import WriteTool

ToolProfile = Literal["full", "compact"]
"""Which kind of model the tools are for, see `ChatModel.prompt_profile`."""


def builtin_tools(settings: Settings, profile: ToolProfile = "compact") -> tuple[Tool[Any], ...]:
    """The built-in tools, always in the same order, so that the prompt's prefix stays the same.

    `compact` gives those that the pocket model was trained with, word for word; `full` adds what it could not use.
    """
    if profile == "compact":
        return (ReadTool(), WriteTool(), EditTool(), ShellTool(), ListTool(), SearchTool(), TodoTool())
    plain = (ReadTool(), WriteTool(), EditTool(), JobShellTool(), JobsTool(), ListTool(), SearchTool())
    optional = (FetchTool(),) if settings.fetch else ()
    return (*plain, TodoTool(), TaskTool(), *optional)
