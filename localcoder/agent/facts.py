"""What every face tells of an agent in its status."""

from __future__ import annotations

from collections.abc import Sequence

from localcoder.chat.messages import Message
from localcoder.tools.base import ToolContext


def status_rows(context: ToolContext, messages: Sequence[Message]) -> list[tuple[str, str]]:
    """Name and value: how commands are confined, the MCP servers, and how long the conversation is."""
    sandbox = context.sandbox
    on = f"on, with {sandbox.means}, which does not cover all:" if sandbox.gaps else "on"
    rows = [("sandbox", on if sandbox.works else f"off: {sandbox.reason}")]
    rows += [("", gap) for gap in sandbox.gaps]
    if context.mcp is not None:
        rows += [(f"mcp {name}", state) for name, state in context.mcp.rows()]
    return [*rows, ("messages", str(len(messages)))]
