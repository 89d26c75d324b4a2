"""A tool of an MCP server, as the agent knows tools."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ConfigDict

from localcoder.chat.messages import ToolSpec
from localcoder.permissions.access import Access
from localcoder.tools._output import harmless, masked
from localcoder.tools._outside import from_outside
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult
from localcoder.tools.mcp.connection import Connection
from localcoder.tools.mcp.offers import BadOffer, misfit, offered_description, offered_name, offered_schema

if TYPE_CHECKING:
    from mcp.types import CallToolResult
    from mcp.types import Tool as Offer

_MAX_SHOWN_CHARACTERS = 200


class McpArguments(Arguments):
    """Whatever the model wrote; the server's schema says in `access` whether it fits."""

    model_config = ConfigDict(extra="allow", frozen=True)


class McpTool(Tool[McpArguments]):
    """Nobody but the server knows what its tool does, so each call is asked about unless a rule names it."""

    arguments = McpArguments
    writes: ClassVar[bool] = True

    def __init__(self, connection: Connection, offer: Offer) -> None:
        """Raises BadOffer where the offer's name or schema cannot be used."""
        self.name = offered_name(connection.name, offer.name)
        self.description = offered_description(offer.description)
        self._schema = offered_schema(offer.input_schema)
        self._server_name = offer.name
        self._connection = connection

    def spec(self) -> ToolSpec:
        """As the server describes it."""
        return ToolSpec(self.name, self.description, self._schema)

    def access(self, arguments: McpArguments, context: ToolContext) -> list[Access]:
        """Unknown. Raises ValueError where the arguments do not fit the schema."""
        problem = misfit(self._schema, self._given(arguments))
        if problem is not None:
            raise ValueError(f"invalid arguments for `{self.name}`: {problem}")
        return []

    def preview(self, arguments: McpArguments, context: ToolContext) -> Preview:
        """The tool and its arguments, on one line."""
        text = harmless(json.dumps(self._given(arguments), ensure_ascii=False))
        return Preview(
            f"{self.name} {text if len(text) <= _MAX_SHOWN_CHARACTERS else text[:_MAX_SHOWN_CHARACTERS] + '…'}"
        )

    async def run(self, arguments: McpArguments, context: ToolContext) -> ToolResult:
        """The server's answer, marked as coming from outside. McpFailed where there is none."""
        result = await self._connection.call(self._server_name, self._given(arguments))
        source = f"MCP server {self._connection.name}"
        text = masked(result_text(result), self._connection.secrets())
        return ToolResult(from_outside(source, text, context.result_characters), is_error=bool(result.is_error))

    def _given(self, arguments: McpArguments) -> dict[str, Any]:
        """The arguments without nulls that only mean "not given"."""
        required = self._schema.get("required", ())
        properties: Mapping[str, Any] = self._schema.get("properties", {})
        return {
            name: value
            for name, value in (arguments.model_extra or {}).items()
            if value is not None or name in required or _takes_null(properties.get(name))
        }


def _takes_null(schema: object) -> bool:
    return isinstance(schema, Mapping) and misfit({"properties": {"x": schema}}, {"x": None}) is None and bool(schema)


def tools_of(connection: Connection) -> tuple[list[McpTool], list[str]]:
    """The usable tools of a server that was ready once, by name, and a line about each of the others."""
    tools: dict[str, McpTool] = {}
    problems: list[str] = []
    for offer in connection.offers or ():
        try:
            tool = McpTool(connection, offer)
            if tool.name in tools:
                raise BadOffer("another one has the same name")
        except BadOffer as error:
            shown = harmless(offer.name[:80])
            problems.append(f"The tool {shown} of the MCP server {connection.name} is not offered: {error}.")
        else:
            tools[tool.name] = tool
    return [tools[name] for name in sorted(tools)], problems


def result_text(result: CallToolResult) -> str:
    """What the server answered, as text; pictures and the like are described."""
    parts: list[str] = []
    for block in result.content:
        match block.type:
            case "text":
                parts.append(block.text)
            case "image" | "audio":
                parts.append(f"[{block.mime_type}, about {len(block.data) * 3 // 4} bytes; it is not shown]")
            case "resource_link":
                parts.append(f"[{block.name}: {block.uri}]")
            case "resource":
                resource = block.resource
                text = getattr(resource, "text", None)
                parts.append(text if isinstance(text, str) else f"[{resource.uri}: binary; it is not shown]")
    if not parts and result.structured_content is not None:
        parts.append(json.dumps(result.structured_content, ensure_ascii=False, indent=1))
    return "\n".join(parts)
