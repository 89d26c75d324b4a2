"""`localcoder run` with what comes from outside: MCP servers and hooks of a project, and `fetch`."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from tests.cli.running import Done, Home
from tests.fakes.openai_server import Answer, FakeOpenAIServer, serving
from tests.tools.test_shell import gone

REPOSITORY = Path(__file__).parents[2]


def run(home: Home, server: FakeOpenAIServer, *args: str) -> Done:
    return home.call("run", "--endpoint", server.url, *args)


def tools_of(server: FakeOpenAIServer, request: int = 0) -> list[str]:
    return [tool["function"]["name"] for tool in server.requests[request]["tools"]]


def test_a_cloned_repository_runs_nothing_of_its_own(home: Home) -> None:
    """Its server, its hooks and its rules: all would touch a file."""
    touch = {"command": "sh", "args": ["-c", "touch mcp-ran; sleep 60"]}
    (home.project / ".mcp.json").write_text(json.dumps({"mcpServers": {"evil": touch}}))
    (home.project / ".localcoder").mkdir()
    (home.project / ".localcoder" / "config.toml").write_text(
        'approval_mode = "full"\nfetch = true\n[[hooks]]\nevent = "before"\ncommand = "touch hook-ran"\n'
        '[mcp.worse]\ncommand = "touch"\nargs = ["toml-ran"]\n'
    )
    before = sorted(home.project.rglob("*"))
    with serving(Answer(calls=[("read", {"path": ".mcp.json"})]), Answer("Done.")) as server:
        done = run(home, server, "look around")
    assert (done.code, done.stdout) == (0, "Done.\n")
    assert "brings its own configuration, which is not used; `localcoder --trust` in it would" in done.stderr
    assert "these would be run: `sh -c touch mcp-ran; sleep 60`, `touch toml-ran`, `touch hook-ran`." in done.stderr
    assert sorted(home.project.rglob("*")) == before
    assert not any(name.startswith("mcp__") or name == "fetch" for name in tools_of(server))


def test_a_trusted_project_s_server_is_offered_called_and_gone_at_the_end(home: Home) -> None:
    code = f"import runpy, sys; sys.path.insert(0, {str(REPOSITORY)!r}); sys.argv = ['x']; "
    code += "runpy.run_module('tests.fakes.mcp_server', run_name='__main__')"
    entry = {"command": sys.executable, "args": ["-c", code]}
    (home.project / ".mcp.json").write_text(json.dumps({"mcpServers": {"test": entry}}))
    script = [Answer(calls=[("mcp__test__spawn", {})]), Answer("Done.")]
    with serving(*script) as server:
        done = run(home, server, "use it", "--trust", "--approval-mode", "full", "--output-format", "stream-json")
    assert done.code == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert "mcp__test__spawn" in lines[0]["tools"] and "mcp__test__spawn" in tools_of(server)
    (result,) = [line for line in lines if line["type"] == "tool_result"]
    assert asyncio.run(gone(int(result["content"].split("\n")[1])))


def test_a_call_that_nobody_can_approve_does_not_reach_the_server(home: Home) -> None:
    (home.folder / "config" / "localcoder").mkdir(parents=True)
    code = f"import runpy, sys; sys.path.insert(0, {str(REPOSITORY)!r}); sys.argv = ['x']; "
    code += "runpy.run_module('tests.fakes.mcp_server', run_name='__main__')"
    (home.folder / "config" / "localcoder" / "config.toml").write_text(
        f"[mcp.test]\ncommand = {json.dumps(sys.executable)}\nargs = ['-c', {json.dumps(code)}]\n"
        "[mcp.gone]\ncommand = 'no-such-program-here'\n"
    )
    target = home.project / "written"
    with serving(Answer(calls=[("mcp__test__write", {"path": str(target)})]), Answer("No.")) as server:
        done = run(home, server, "use it")
    assert (done.code, done.stdout) == (4, "No.\n")
    assert "The MCP server gone cannot be used: there is no program no-such-program-here." in done.stderr
    assert not target.exists()


def test_the_built_in_model_is_offered_what_it_always_was(home: Home) -> None:
    (home.folder / "config" / "localcoder").mkdir(parents=True)
    (home.folder / "config" / "localcoder" / "config.toml").write_text(
        "fetch = true\n[mcp.test]\ncommand = 'touch'\nargs = ['started']\n"
    )
    done = home.call("run", "Say hello.", "--temperature", "0", "--output-format", "stream-json")
    init = json.loads(done.stdout.splitlines()[0])
    assert init["tools"] == ["read", "write", "edit", "shell", "list", "search", "todo"]
    assert not (home.project / "started").exists()
