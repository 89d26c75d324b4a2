"""All configured MCP servers of a conversation: they start beside everything else and end with localcoder."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Mapping
from pathlib import Path

from localcoder.config.extensions import McpServer
from localcoder.tools.mcp.connection import MISSING_PACKAGE, Connection
from localcoder.tools.mcp.tool import McpTool, tools_of

FIRST_WAIT_S = 15.0
"""How long a first prompt waits for servers that are still starting; a later one takes the tools that came since."""


class McpServers:
    """Owns the servers. Nothing is started before `start` or `tools`."""

    def __init__(self, servers: Mapping[str, McpServer], cwd: Path) -> None:
        """`servers` are trusted: whoever gives them has asked the user."""
        self.connections = tuple(Connection(name, server, cwd) for name, server in servers.items() if server.enabled)
        self._starting: list[asyncio.Task[None]] | None = None
        self._has_waited = False
        self._checking = asyncio.Lock()
        self._tools: dict[str, list[McpTool]] = {}
        self._news: list[str] = []
        self._told: set[str] = set()

    def start(self) -> None:
        """Begin to start all servers. Call it on the event loop that they are to live in."""
        if self._starting is not None:
            return
        self._starting = []
        if importlib.util.find_spec("mcp") is None:
            for connection in self.connections:
                connection.state, connection.problem = "failed", MISSING_PACKAGE
            return
        self._starting = [asyncio.create_task(self._start(connection)) for connection in self.connections]

    async def _start(self, connection: Connection) -> None:
        await connection.start()
        await self._check()

    async def tools(self) -> list[McpTool]:
        """The tools of all servers that have been ready, in the servers' order; the first time, servers that are
        starting are waited for."""
        self.start()
        if self._starting and not self._has_waited:
            try:
                await asyncio.wait(self._starting, timeout=FIRST_WAIT_S)
            finally:
                self._has_waited = True  # who interrupts the wait does not want another one
        await self._check()
        return [tool for connection in self.connections for tool in self._tools.get(connection.name, ())]

    async def _check(self) -> None:
        """Look at what servers offer that are ready by now."""
        async with self._checking:
            for connection in self.connections:
                if connection.offers is not None and connection.name not in self._tools:
                    self._tools[connection.name], problems = await asyncio.to_thread(tools_of, connection)
                    self._news += problems

    def news(self) -> list[str]:
        """Lines for the user about what cannot be used, each once."""
        lines, self._news = self._news, []
        for connection in self.connections:
            if connection.state == "failed" and connection.name not in self._told:
                self._told.add(connection.name)
                lines.append(f"The MCP server {connection.name} cannot be used: {connection.problem}.")
            elif connection.state == "starting" and connection.name not in self._told:
                self._told.add(connection.name)
                lines.append(f"The MCP server {connection.name} is still starting; its tools come with a later prompt.")
        return lines

    def rows(self) -> list[tuple[str, str]]:
        """A row for each server: its name, its state and its tools."""
        return [(connection.name, self._row(connection)) for connection in self.connections]

    def _row(self, connection: Connection) -> str:
        tools = self._tools.get(connection.name, [])
        names = ", ".join(tool.name for tool in tools)
        problem = f": {connection.problem}" if connection.problem else ""
        return f"{connection.state}{problem}" + (f"; tools: {names}" if names else "")

    async def close(self) -> None:
        """End all servers."""
        await asyncio.gather(*(connection.close() for connection in self.connections))
        if self._starting:
            await asyncio.gather(*self._starting, return_exceptions=True)
