"""A real MCP server, over stdio or streamable HTTP: python -m tests.fakes.mcp_server [stdio | http [PORT]]."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.types import ImageContent, TextContent

server = MCPServer("test server")
calls = 0


@server.tool()
def add(a: int, b: int) -> str:
    """Add two numbers.\x1b[31m"""
    return f"{a + b}"


@server.tool()
def count() -> str:
    """How many calls this process has had."""
    global calls
    calls += 1
    return f"call {calls} of {os.getpid()}"


@server.tool()
def write(path: str) -> str:
    """Write a file."""
    Path(path).write_text("written by the server")
    return "done"


@server.tool()
def environment(name: str) -> str:
    """What a variable holds."""
    return os.environ.get(name, "(not set)")


@server.tool()
def shout(characters: int) -> str:
    """Much text with power over terminals."""
    return "\x1b[?1049h\x1b]0;t\x07" + "x" * characters


@server.tool()
def picture() -> list[TextContent | ImageContent]:
    """Text and a picture."""
    return [TextContent(text="look:"), ImageContent(data="aGVsbG8=", mime_type="image/png")]


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("it went wrong")


@server.tool()
def hang() -> str:
    """Never answer."""
    time.sleep(3600)
    return ""


@server.tool()
def crash() -> str:
    """End the process."""
    print("fatal: out of luck", file=sys.stderr, flush=True)
    os._exit(3)


@server.tool()
def spawn() -> str:
    """Start a process; its number."""
    return str(subprocess.Popen(["sleep", "3600"]).pid)


if __name__ == "__main__":
    if sys.argv[1:2] == ["http"]:
        import socket

        port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
        if not port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
        print(port, flush=True)
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
