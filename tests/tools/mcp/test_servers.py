"""Real MCP servers, over stdio and over HTTP on loopback, and an agent that uses them."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import psutil
import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.config.extensions import McpServer
from localcoder.config.settings import ApprovalMode, load_settings
from localcoder.config.trust import trust
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext, ToolResult
from localcoder.tools.mcp import connection as connections
from localcoder.tools.mcp.connection import McpFailed
from localcoder.tools.mcp.servers import McpServers
from localcoder.tools.mcp.tool import McpTool
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from tests.agent.acting import FakeApprover, Stage, notices_of, results_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.fakes.loopback import LoopbackServer
from tests.tools.test_shell import gone

REPOSITORY = Path(__file__).parents[3]


def stdio_server(**more: Any) -> McpServer:
    code = f"import runpy, sys; sys.path.insert(0, {str(REPOSITORY)!r}); sys.argv = ['x']; "
    code += "runpy.run_module('tests.fakes.mcp_server', run_name='__main__')"
    return McpServer(command=sys.executable, args=("-c", code), **more)


class Running:
    """The servers of a test, and calls as the agent makes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[McpServers] = []

    def servers(self, **servers: McpServer) -> McpServers:
        self.made.append(McpServers(servers, self.folder))
        return self.made[-1]

    async def call(self, tool: McpTool, **arguments: Any) -> ToolResult:
        context = ToolContext(Roots(self.folder), ReadRegistry(), Sandbox(False, ""), result_characters=5_000)
        given = tool.arguments(**arguments)
        assert tool.access(given, context) == []
        return await tool.run(given, context)


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    made = Running(tmp_path)
    yield made
    for servers in made.made:
        await servers.close()


@contextmanager
def http_server(port: int = 0) -> Iterator[int]:
    """A server over HTTP in a process of its own; gives its port."""
    command = [sys.executable, "-m", "tests.fakes.mcp_server", "http", *([str(port)] if port else [])]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        for _ in range(1_000):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.01)
        yield port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="module")
def http_url() -> Iterator[str]:
    with http_server() as port:
        yield f"http://127.0.0.1:{port}/mcp"


def named(tools: list[McpTool], name: str) -> McpTool:
    return next(tool for tool in tools if tool.name == name)


async def test_tools_are_offered_under_their_server_s_name_with_its_schema_and_never_in_plan_mode(
    running: Running,
    http_url: str,
) -> None:
    tools = await running.servers(test=McpServer(url=http_url)).tools()
    spec = named(tools, "mcp__test__add").spec()
    assert spec.description == "Add two numbers."
    assert spec.parameters["properties"]["a"]["type"] == "integer" and spec.parameters["required"] == ["a", "b"]
    assert [tool.name for tool in tools] == sorted(tool.name for tool in tools)
    policy = Stage(running.folder).agent(mode="plan").policy
    assert policy.tools_offered(tools) == ()
    assert policy.check("mcp__test__add", []).decision == "deny"


async def test_calls_reach_the_server_and_results_are_marked_capped_and_harmless(
    running: Running, http_url: str
) -> None:
    tools = await running.servers(test=McpServer(url=http_url)).tools()
    result = await running.call(named(tools, "mcp__test__add"), a=1, b=2)
    lines = result.content.split("\n")
    assert "from outside, MCP server test" in lines[0] and lines[1] == "3" and not result.is_error
    result = await running.call(named(tools, "mcp__test__shout"), characters=100_000)
    assert "\x1b" not in result.content and "\x07" not in result.content and len(result.content) < 5_500
    assert "only the first 5000 of" in result.content
    result = await running.call(named(tools, "mcp__test__picture"))
    assert "look:\n[image/png, about 6 bytes; it is not shown]" in result.content
    result = await running.call(named(tools, "mcp__test__fail"))
    assert result.is_error and "Error executing tool fail" in result.content


async def test_a_server_over_http_serves_as_well(running: Running, http_url: str) -> None:
    servers = running.servers(web=McpServer(url=http_url, headers={"X-Key": "k"}))
    tools = await servers.tools()
    assert servers.news() == []
    assert "\n42\n" in (await running.call(named(tools, "mcp__web__add"), a=40, b=2)).content
    await servers.close()
    assert servers.connections[0].state == "ended"


async def test_a_server_over_http_that_was_restarted_is_connected_to_anew(running: Running) -> None:
    with http_server() as port:
        tools = await running.servers(web=McpServer(url=f"http://127.0.0.1:{port}/mcp")).tools()
    add = named(tools, "mcp__web__add")
    for _ in range(2):
        with pytest.raises(McpFailed):
            await running.call(add, a=1, b=2)
    with http_server(port):
        for _ in range(1_000):
            with contextlib.suppress(McpFailed):
                assert "\n3\n" in (await running.call(add, a=1, b=2)).content
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("it never connected again")


def test_nothing_of_the_package_is_imported_before_a_server_is_started() -> None:
    code = "import sys, localcoder.tools.mcp.servers as _; print({'mcp', 'httpx2', 'jsonschema'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


async def test_arguments_that_do_not_fit_the_schema_never_reach_the_server(running: Running, http_url: str) -> None:
    tool = named(await running.servers(test=McpServer(url=http_url)).tools(), "mcp__test__add")
    with pytest.raises(ValueError, match="invalid arguments for `mcp__test__add`: `a`: 'x' is not of type 'integer'"):
        await running.call(tool, a="x", b=2)
    with pytest.raises(ValueError, match="'b' is a required property"):
        await running.call(tool, a=1)


async def test_a_crash_is_an_error_of_that_call_and_the_next_one_starts_the_server_again(running: Running) -> None:
    servers = running.servers(test=stdio_server())
    tools = await servers.tools()
    first = await running.call(named(tools, "mcp__test__count"))
    with pytest.raises(McpFailed, match=r"the MCP server test failed: .*it last said: fatal: out of luck"):
        await running.call(named(tools, "mcp__test__crash"))
    again = await running.call(named(tools, "mcp__test__count"))
    assert "call 1 of" in first.content and "call 1 of" in again.content
    assert first.content.split("\n")[1] != again.content.split("\n")[1]


async def test_a_server_that_hangs_costs_a_call_its_deadline_and_no_more(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.stdio.GRACE_S", 0.1)
    servers = running.servers(test=stdio_server(timeout_s=0.5))
    tools = await servers.tools()
    with pytest.raises(McpFailed, match=r"gave no answer within 0\.5 s"):
        await running.call(named(tools, "mcp__test__hang"))
    await servers.close()
    assert servers.connections[0].state == "ended"


async def test_a_server_that_hangs_is_started_again_by_the_next_call(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.stdio.GRACE_S", 0.1)
    count = named(await running.servers(test=stdio_server(timeout_s=2.0)).tools(), "mcp__test__count")
    pid = int((await running.call(count)).content.split("\n")[1].rpartition(" ")[2])
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(McpFailed, match=r"gave no answer within 2 s"):
        await running.call(count)
    assert "call 1 of" in (await running.call(count)).content
    assert await gone(pid)


async def test_a_server_with_a_slow_call_is_not_started_again(running: Running) -> None:
    tools = await running.servers(test=stdio_server(timeout_s=2.0)).tools()
    await running.call(named(tools, "mcp__test__count"))
    with pytest.raises(McpFailed, match=r"gave no answer within 2 s"):
        await running.call(named(tools, "mcp__test__hang"))
    assert "call 2 of" in (await running.call(named(tools, "mcp__test__count"))).content


async def test_a_cancelled_call_leaves_a_server_that_serves(running: Running, http_url: str) -> None:
    tools = await running.servers(test=McpServer(url=http_url)).tools()
    call = asyncio.create_task(running.call(named(tools, "mcp__test__shout"), characters=10))
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.wait([call])
    assert "\n3\n" in (await running.call(named(tools, "mcp__test__add"), a=1, b=2)).content


async def test_closing_ends_the_server_with_all_that_it_started(running: Running) -> None:
    servers = running.servers(test=stdio_server())
    tools = await servers.tools()
    pids = [
        int((await running.call(named(tools, "mcp__test__spawn"))).content.split("\n")[1]),
        int((await running.call(named(tools, "mcp__test__count"))).content.split("\n")[1].rpartition(" ")[2]),
    ]
    assert all(psutil.pid_exists(pid) for pid in pids)
    await servers.close()
    assert [await gone(pid) for pid in pids] == [True, True]


async def test_a_server_that_ignores_its_end_is_killed(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.stdio.GRACE_S", 0.1)
    servers = running.servers(
        deaf=McpServer(command="sh", args=("-c", "trap '' TERM; echo $$ > pid; while :; do sleep 1; done"))
    )
    servers.start()
    for _ in range(1_000):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        await asyncio.sleep(0.01)
    await servers.close()
    assert await gone(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_servers_end_when_localcoder_is_killed(how: signal.Signals, tmp_path: Path) -> None:
    server = stdio_server()
    program = f"""
import asyncio, pathlib
from localcoder.config.extensions import McpServer
from localcoder.tools.mcp.servers import McpServers
async def main():
    servers = McpServers({{"t": McpServer(command={server.command!r}, args={server.args!r})}}, pathlib.Path.cwd())
    await servers.tools()
    for tool in ("spawn", "count"):
        print((await servers.connections[0].call(tool, {{}})).content[0].text.split()[-1], flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        pids = [int(process.stdout.readline()) for _ in range(2)]
        process.send_signal(how)
    assert [asyncio.run(gone(pid)) for pid in pids] == [True, True]


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (McpServer(command="no-such-program-here"), "there is no program no-such-program-here"),
        (McpServer(command=sys.executable, args=("-c", "raise SystemExit('bad luck')")), "bad luck"),
        (McpServer(command=sys.executable, args=("-c", "print('hello'); print('{}')")), "cannot be used"),
        (McpServer(command="x", env={"TOKEN": "${SURELY_NOT_SET}"}), "the variable SURELY_NOT_SET is not set"),
        (McpServer(url="http://127.0.0.1:9/mcp"), "cannot be used"),
        (McpServer(url="${NO_URL:-file:///etc/passwd}"), "its url is neither http nor https"),
    ],
)
async def test_a_server_that_does_not_start_is_told_once_and_ends_nothing(
    running: Running, http_url: str, server: McpServer, words: str
) -> None:
    servers = running.servers(bad=server, good=McpServer(url=http_url))
    tools = await servers.tools()
    assert any(tool.name == "mcp__good__add" for tool in tools)
    (line,) = servers.news()
    assert line.startswith("The MCP server bad cannot be used: ") and words in line and "\n" not in line
    assert servers.news() == []
    states = dict(servers.rows())
    assert states["bad"].startswith("failed: ") and states["good"].startswith("ready; tools: mcp__good__add, ")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, b"{}", "it answered 401 Unauthorized"),
        (200, b"{{{ no JSON", "Invalid JSON: key must be a string at line 1 column 2."),
    ],
)
async def test_what_a_server_over_http_did_wrong_is_said_in_a_line(
    running: Running, status: int, body: bytes, words: str
) -> None:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with LoopbackServer(Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        servers = running.servers(bad=McpServer(url=f"http://127.0.0.1:{server.server_port}/mcp"))
        await servers.tools()
        server.shutdown()
    (line,) = servers.news()
    assert words in line and "pydantic" not in line and "\n" not in line


async def test_a_line_without_end_is_not_kept_in_memory(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.stdio.MAX_MESSAGE_BYTES", 100_000)
    endless = "import sys\nwhile True: sys.stdout.write('x' * 10000)"
    servers = running.servers(bad=McpServer(command=sys.executable, args=("-c", endless)))
    await servers.tools()
    assert "cannot be used" in servers.news()[0]


async def test_a_server_that_is_never_ready_is_given_up(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "START_TIMEOUT_S", 0.3)
    servers = running.servers(slow=McpServer(command="sleep", args=("600",)))
    assert await servers.tools() == []
    assert "it was not ready within 0.3 s" in servers.news()[0]


async def test_a_wait_for_servers_that_was_interrupted_does_not_come_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.servers.FIRST_WAIT_S", 3600.0)
    servers = running.servers(slow=McpServer(command="sleep", args=("600",)))
    waiting = asyncio.create_task(servers.tools())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await servers.tools() == []


async def test_tools_of_a_slow_server_come_with_a_later_prompt_behind_the_others(
    running: Running, http_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localcoder.tools.mcp.servers.FIRST_WAIT_S", 0.0)
    servers = running.servers(test=McpServer(url=http_url))
    agent = agent_with(running, servers, [says("one"), says("two")])
    events = await turn(agent)
    assert notices_of(events) == ["The MCP server test is still starting; its tools come with a later prompt."]
    await servers.connections[0].start()
    await turn(agent)
    model = agent.model
    assert isinstance(model, FakeChatModel)
    first, second = [[spec.name for spec in tools] for _, tools, _ in model.asked]
    assert second[: len(first)] == first and "mcp__test__add" in second


async def test_without_the_package_it_is_said_how_to_get_it(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "mcp" else find(name))
    servers = running.servers(test=stdio_server())
    assert await servers.tools() == []
    assert "pip install 'localcoder[mcp]'" in servers.news()[0]
    assert servers.connections[0].state == "failed"


async def test_a_disabled_server_is_not_started(running: Running) -> None:
    assert running.servers(test=stdio_server(enabled=False)).connections == ()


async def test_secrets_reach_a_server_only_where_they_are_given_to_it_and_the_model_never(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOO_API_KEY", "abc123")
    given = stdio_server(env={"KEY": "${FOO_API_KEY}", "OTHER_TOKEN": "xyz-4567"})
    servers = running.servers(without=stdio_server(), given=given)
    tools = await servers.tools()
    assert "(not set)" in (await running.call(named(tools, "mcp__without__environment"), name="FOO_API_KEY")).content
    for name in ("KEY", "OTHER_TOKEN"):
        content = (await running.call(named(tools, "mcp__given__environment"), name=name)).content
        assert "\n[secret]\n" in content
        assert "abc123" not in content and "xyz-4567" not in content


def agent_with(
    running: Running, servers: McpServers, script: list[Any], mode: ApprovalMode = "ask", **more: Any
) -> Agent:
    agent = Stage(running.folder).agent(script, mode=mode, **more)
    agent.context = replace(agent.context, mcp=servers)
    return agent


async def test_a_call_is_asked_about_and_always_is_about_this_tool_alone(running: Running, http_url: str) -> None:
    add, count = ("mcp__test__add", {"a": 1, "b": 2}), ("mcp__test__count", {})
    servers = running.servers(test=McpServer(url=http_url))
    agent = agent_with(
        running, servers, [calls(add), calls(add), calls(count)], answers=[Answer("always"), Answer("no")]
    )
    results = results_of(await turn(agent))
    assert [result.refused for result in results] == [False, False, True]
    approver = agent.approver
    assert isinstance(approver, FakeApprover)
    assert [(request.name, request.suggested_rule) for request in approver.asked] == [
        ("mcp__test__add", "mcp__test__add"),
        ("mcp__test__count", "mcp__test__count"),
    ]
    assert approver.asked[0].summary == 'mcp__test__add {"a": 1, "b": 2}'


@pytest.mark.parametrize(
    ("rules", "decision"),
    [
        ({"allow": ("mcp__test",)}, "allow"),
        ({"allow": ("mcp__test__add",)}, "allow"),
        ({"allow": ("mcp__tes",)}, "ask"),
        ({"allow": ("mcp__test__ad",)}, "ask"),
        ({"allow": ("mcp__test__add(x)",)}, "ask"),
        ({"allow": ("mcp__test__add",), "deny": ("mcp__test",)}, "deny"),
    ],
)
def test_rules_name_a_tool_or_its_server(tmp_path: Path, rules: dict[str, tuple[str, ...]], decision: str) -> None:
    policy = Stage(tmp_path).agent(mode="ask", **rules).policy
    assert policy.check("mcp__test__add", []).decision == decision


def test_plan_mode_denies_whatever_the_rules_allow(tmp_path: Path) -> None:
    policy = Stage(tmp_path).agent(mode="plan", allow=("mcp__test",)).policy
    assert policy.check("mcp__test__add", []).decision == "deny"


async def test_a_call_in_plan_mode_does_not_reach_the_server(running: Running, http_url: str) -> None:
    script = [calls(("mcp__test__write", {"path": str(running.folder / "x")}))]
    agent = agent_with(running, running.servers(test=McpServer(url=http_url)), script, mode="plan")
    (result,) = results_of(await turn(agent))
    assert result.refused and not (running.folder / "x").exists()


async def test_a_cloned_repository_starts_nothing_before_it_is_trusted_and_nothing_else_afterwards(
    running: Running,
) -> None:
    folder = running.folder
    server = {"command": "sh", "args": ["-c", "touch started; exec sleep 600"]}
    file = folder / ".mcp.json"
    file.write_text(json.dumps({"mcpServers": {"evil": server}}))

    async def starts() -> bool:
        servers = running.servers(**load_settings(folder).mcp)
        servers.start()
        await asyncio.wait([asyncio.create_task(servers.tools())], timeout=0.5)
        await servers.close()
        started = (folder / "started").exists()
        (folder / "started").unlink(missing_ok=True)
        return started

    assert not await starts()
    trust(folder)
    assert await starts()
    server["args"][1] = "touch started; touch more; exec sleep 600"
    file.write_text(json.dumps({"mcpServers": {"evil": server}}))
    assert not await starts()
    assert not (folder / "more").exists()
