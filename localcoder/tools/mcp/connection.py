"""One MCP server: started when it is wanted, called with a deadline, started again after it crashed."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from localcoder import __version__
from localcoder.config.extensions import McpServer, NotSet, expanded
from localcoder.errors import LocalcoderError
from localcoder.tools._environment import child_environment, secret_values
from localcoder.tools._output import harmless
from localcoder.tools.mcp.stdio import stdio_transport

if TYPE_CHECKING:
    from mcp import Client
    from mcp.types import CallToolResult
    from mcp.types import Tool as Offer

logger = logging.getLogger(__name__)

State = Literal["not started", "starting", "ready", "failed", "ended"]

START_TIMEOUT_S = 30.0
CLOSE_TIMEOUT_S = 5.0
ALIVE_TIMEOUT_S = 5.0
"""For a server that left a call without an answer to say what tools it has; if it does not, it hangs."""
MAX_TOOLS = 64
_MAX_PAGES = 20
_REFUSALS = (-32601, -32602, -32603)
"""JSON-RPC's codes of a server that is there, and cannot or will not do what was asked."""
_KEPT_STDERR_BYTES = 2_000
_SHOWN_STDERR_CHARACTERS = 300
MISSING_PACKAGE = "the package mcp is not installed (pip install 'localcoder[mcp]')"


class McpFailed(LocalcoderError):
    """A call got no result; the message says why."""


class Connection:
    """A server and what is known of it. All methods belong to one event loop.

    Attributes:
        offers: the tools that it listed when it was first ready.
        problem: why it failed or ended, for people; empty otherwise.
    """

    def __init__(self, name: str, server: McpServer, cwd: Path) -> None:
        self.name = name
        self.server = server
        self.state: State = "not started"
        self.problem = ""
        self.offers: tuple[Offer, ...] | None = None
        self._cwd = cwd
        self._client: Client | None = None
        self._task: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._leave = asyncio.Event()
        self._may_hang = False
        self._stderr = b""
        self._refusal = ""

    async def start(self) -> None:
        """Start the server unless it runs; returns once it is ready or has failed, which `state` says."""
        if self._task is not None and self._leave.is_set():
            await self.close()  # it has crashed and is being cleared away
        if self._task is None or self._task.done():
            self._settled, self._leave = asyncio.Event(), asyncio.Event()
            self._stderr, self._refusal = b"", ""
            self.state, self.problem = "starting", ""
            self._task = asyncio.create_task(self._serve(), name=f"mcp {self.name}")
        await self._settled.wait()

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """The result of a call. Raises McpFailed where the server crashes, hangs, or answers with an error."""
        await self.start()
        if self._may_hang:
            await self._start_again_if_it_hangs()
        client = self._client
        if client is None:
            raise McpFailed(f"the MCP server {self.name} cannot be used: {self.problem}.")
        self._refusal = ""
        try:
            async with asyncio.timeout(self.server.timeout_s):
                return await client.call_tool(tool, dict(arguments))
        except TimeoutError:
            self._may_hang = True  # or the call takes long, and the server must not lose what else it does
            raise McpFailed(f"the MCP server {self.name} gave no answer within {self.server.timeout_s:g} s.") from None
        except Exception as error:
            logger.debug("The MCP server %s failed in a call of %s", self.name, tool, exc_info=True)
            if self.server.url is not None and getattr(error, "code", None) not in _REFUSALS:
                self._leave.set()  # the next call connects anew: the server may have been restarted
            raise McpFailed(f"the MCP server {self.name} failed: {_reason(error)}{self._last_words()}.") from None

    async def _start_again_if_it_hangs(self) -> None:
        self._may_hang = False
        try:
            async with asyncio.timeout(min(ALIVE_TIMEOUT_S, self.server.timeout_s)):
                if self._client is not None:
                    await self._client.list_tools()
        except Exception:
            logger.info("The MCP server %s hangs; it is started again", self.name, exc_info=True)
            self._leave.set()
            await self.start()

    def secrets(self) -> list[str]:
        """What the server may know of, and the model must not: to mask in its answers."""
        given = {name: value.get_secret_value() for name, value in self.server.env.items()}
        return secret_values(os.environ | given)

    async def close(self) -> None:
        """End the server; returns once all of it is gone."""
        task = self._task
        if task is None or task.done():
            return
        if self._client is None:
            task.cancel()
        self._leave.set()
        _, waiting = await asyncio.wait([task], timeout=CLOSE_TIMEOUT_S)
        if waiting:
            task.cancel()
            await asyncio.wait([task], timeout=CLOSE_TIMEOUT_S)

    async def _serve(self) -> None:
        """Hold the connection open until it ends or `close` wants it to; the one task that enters and leaves it."""
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(START_TIMEOUT_S):
                    # The package takes a second to import, which would be one without a screen.
                    await asyncio.to_thread(_import_package)
                    client = await self._connect(stack)
                    offers = await _listed(client)
                self.offers = offers if self.offers is None else self.offers
                self._client, self.state = client, "ready"
                self._settled.set()
                await self._leave.wait()
            self.state, self.problem = "ended", f"it has ended{self._last_words()}"
        except TimeoutError:
            self.state, self.problem = "failed", f"it was not ready within {START_TIMEOUT_S:g} s{self._last_words()}"
        except Exception as error:
            logger.info("The MCP server %s failed", self.name, exc_info=True)
            self.state = "ended" if self._client is not None else "failed"
            self.problem = f"{_reason(error)}{self._last_words()}"
        finally:
            if self.state in ("starting", "ready"):
                self.state, self.problem = "ended", "it was stopped"
            self._client = None
            self._settled.set()

    async def _connect(self, stack: AsyncExitStack) -> Client:
        from mcp import Client, Implementation
        from mcp.client.streamable_http import streamable_http_client
        from mcp.shared._httpx_utils import create_mcp_http_client

        server = self.server
        if server.command is not None:
            own = {name: expanded(value.get_secret_value()) for name, value in server.env.items()}
            transport: Any = stdio_transport(
                [expanded(server.command), *map(expanded, server.args)],
                cwd=self._cwd,
                environment=child_environment(os.environ, confined=False) | own,
                on_stderr=self._keep_stderr,
                on_end=self._leave.set,
            )
        else:
            headers = {name: expanded(value.get_secret_value()) for name, value in server.headers.items()}
            url = expanded(server.url or "")
            if not url.startswith(("http://", "https://")):
                raise ValueError("its url is neither http nor https")
            http = await stack.enter_async_context(create_mcp_http_client(headers=headers))
            http.event_hooks["response"].append(self._keep_refusal)
            transport = streamable_http_client(url, http_client=http)
        us = Implementation(name="localcoder", version=__version__)
        return await stack.enter_async_context(Client(transport, client_info=us, cache=None))

    async def _keep_refusal(self, response: Any) -> None:
        """Note the status with which a request was refused: the package does not tell it."""
        if response.request.method == "POST" and response.is_error:
            self._refusal = f"{response.status_code} {response.reason_phrase}".strip()

    def _keep_stderr(self, data: bytes) -> None:
        self._stderr = (self._stderr + data)[-_KEPT_STDERR_BYTES:]

    def _last_words(self) -> str:
        """The status of a server over HTTP that refused, or the end of what the server wrote to stderr."""
        if self._refusal:
            return f" (it answered {harmless(self._refusal)})"
        text = harmless(self._stderr.decode(errors="backslashreplace").strip().rpartition("\n")[2])
        return f" (it last said: {text[-_SHOWN_STDERR_CHARACTERS:]})" if text else ""


def _import_package() -> None:
    for name in ("mcp", "mcp.client.streamable_http", "jsonschema"):
        importlib.import_module(name)


async def _listed(client: Client) -> tuple[Offer, ...]:
    offers: list[Offer] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        offers += page.tools
        cursor = page.next_cursor
        if not cursor or len(offers) >= MAX_TOOLS:
            break
    return tuple(offers[:MAX_TOOLS])


def _reason(error: BaseException) -> str:
    """What went wrong, in one line: of several errors the first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, FileNotFoundError):
        return f"there is no program {error.filename}"
    if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] in ("mcp", "mcp_types"):
        return MISSING_PACKAGE
    if isinstance(error, NotSet):
        return str(error)
    # Behind that, a message of pydantic's repeats what was given and points to its own documentation.
    text = " ".join(harmless(str(error).partition(" [type=")[0]).split())[:300]
    return text.rstrip(".") or type(error).__name__
