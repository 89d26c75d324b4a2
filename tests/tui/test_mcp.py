"""MCP servers on the screen: they are shown, and end with the chat."""

from __future__ import annotations

import sys
from pathlib import Path

from localcoder.config.extensions import McpServer
from localcoder.tools.mcp.servers import McpServers
from tests.fakes.fake_agent import FakeAgent, FakeContext
from tests.tools.test_shell import gone
from tests.tui.chatting import chat_app, send, transcript, until

REPOSITORY = Path(__file__).parents[2]


async def test_servers_are_shown_with_state_and_tools_and_end_with_the_chat() -> None:
    good = McpServer(command=sys.executable, args=("-m", "tests.fakes.mcp_server"))
    servers = McpServers({"good": good, "bad": McpServer(command="no-such-program-here")}, REPOSITORY)
    agent = FakeAgent(context=FakeContext(mcp=servers))
    app = chat_app(agent)
    async with app.run_test(size=(100, 60)) as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        servers.start()
        answer = await servers.connections[0].call("spawn", {})
        await until(pilot, lambda: servers._starting and all(task.done() for task in servers._starting))
        await send(pilot, "/mcp")
        await until(pilot, lambda: "mcp__good__add" in transcript(pilot))
        assert "failed: there is no program no-such-program-here" in transcript(pilot)
        await send(pilot, "/status")
        await until(pilot, lambda: "mcp good" in transcript(pilot))
    await app.chat.shut_down()
    assert await gone(int(answer.content[0].text))


async def test_without_servers_it_says_so() -> None:
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        await send(pilot, "/mcp")
        await until(pilot, lambda: "No MCP server is configured." in transcript(pilot))


async def test_a_model_too_small_for_servers_is_named() -> None:
    agent = FakeAgent()
    agent.model.prompt_profile = "compact"
    app = chat_app(agent)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        await send(pilot, "/mcp")
        await until(pilot, lambda: "too small for MCP servers" in transcript(pilot))
