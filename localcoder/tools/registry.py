"""Which tools there are."""

from __future__ import annotations

from typing import Any

from localcoder.config.settings import Settings
from localcoder.tools.base import Tool
from localcoder.tools.edit import EditTool
from localcoder.tools.list import ListTool
from localcoder.tools.read import ReadTool
from localcoder.tools.search import SearchTool
from localcoder.tools.shell import ShellTool
from localcoder.tools.write import WriteTool


def builtin_tools(settings: Settings) -> tuple[Tool[Any], ...]:
    """The built-in tools, always in the same order, so that the prompt's prefix stays the same."""
    return (ReadTool(), WriteTool(), EditTool(), ShellTool(), ListTool(), SearchTool())
