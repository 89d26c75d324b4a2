"""Tool calls as editors show them: their kind, the places they are about, and what they changed or said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from acp.helpers import text_block, tool_content, tool_diff_content
from acp.schema import ContentToolCallContent, FileEditToolCallContent, ToolCallLocation, ToolKind

from localcoder.acp.diffs import hunks
from localcoder.acp.texts import fenced, sendable
from localcoder.workspace.roots import Roots

Content = ContentToolCallContent | FileEditToolCallContent

_KINDS: dict[str, ToolKind] = {
    "read": "read",
    "write": "edit",
    "edit": "edit",
    "shell": "execute",
    "jobs": "execute",
    "list": "search",
    "search": "search",
    "todo": "think",
    "task": "think",
    "fetch": "fetch",
}
_WITH_PATH = ("read", "write", "edit", "list", "search")


def kind_of(tool: str) -> ToolKind:
    """The kind of the calls of `tool`."""
    return _KINDS.get(tool, "other")


def path_of(tool: str, arguments: Mapping[str, Any], roots: Roots) -> str | None:
    """The absolute path that a call is about; None where there is none, or what it names can be no path."""
    path = arguments.get("path")
    if tool not in _WITH_PATH or not isinstance(path, str) or not path:
        return None
    try:
        return str(sendable(str(roots.resolve(path))))
    except (OSError, ValueError, RuntimeError):
        return None


def locations_of(tool: str, arguments: Mapping[str, Any], roots: Roots) -> list[ToolCallLocation]:
    """Where the editor may follow a call to."""
    path = path_of(tool, arguments, roots)
    line = arguments.get("offset") if tool == "read" else None
    return [] if path is None else [ToolCallLocation(path=path, line=line if isinstance(line, int) else None)]


def changed_locations(path: str, diff: str) -> list[ToolCallLocation]:
    """The places that `diff` changes."""
    return [ToolCallLocation(path=path, line=hunk.line) for hunk in hunks(diff)] or [ToolCallLocation(path=path)]


def diff_content(path: str, diff: str) -> list[Content]:
    """What `diff` changes in the file `path`."""
    return [
        tool_diff_content(path, sendable(hunk.new), None if hunk.old is None else sendable(hunk.old))
        for hunk in hunks(diff)
    ]


def text_content(text: str) -> list[Content]:
    """What a tool said, as it is; nothing where it said nothing."""
    return [tool_content(text_block(fenced(sendable(text))))] if text.strip() else []
