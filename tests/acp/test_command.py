"""The command itself: what it writes where, how it begins, and how it ends."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from acp.exceptions import RequestError

from tests.acp.editor import editing
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.openai_server import Answer, serving

ROOT = Path(__file__).resolve().parents[2]


def test_stdout_has_nothing_but_the_protocol_whatever_prints(home: Home) -> None:
    shouting = Answer(calls=[("shell", {"command": "echo to stdout; echo to stderr >&2; echo x > /proc/$PPID/fd/1"})])
    with serving(shouting, Answer("Done.")) as server:
        args = ("acp", "--debug", "--endpoint", server.url, "--approval-mode", "full", "--no-sandbox")
        process = home.start(*args, stdin=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        lines: list[dict[str, Any]] = []

        def ask(number: int, method: str, **params: Any) -> Any:
            process.stdin.write(b"no JSON at all\n" + request(number, method, params))
            process.stdin.flush()
            while True:
                lines.append(json.loads(process.stdout.readline()))
                if lines[-1].get("id") == number:
                    return lines[-1].get("result")

        assert ask(1, "initialize", protocolVersion=99)["protocolVersion"] == 1
        session_id = ask(2, "session/new", cwd=str(home.project), mcpServers=[])["sessionId"]
        prompt = [{"type": "text", "text": "go"}]
        assert ask(3, "session/prompt", sessionId=session_id, prompt=prompt)["stopReason"] == "end_turn"
        assert ask(4, "session/what") is None
        process.send_signal(signal.SIGTERM)
        rest, log = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, rest) == (130, b"")
    assert all(line["jsonrpc"] == "2.0" for line in lines)
    assert lines[-1]["error"]["code"] == -32601
    assert b"The line is not JSON" in log


def test_what_prints_to_stdout_lands_on_stderr_also_from_commands(home: Home) -> None:
    program = (
        "import os, subprocess; from localcoder.acp.serving import take_pipes; _, out = take_pipes();"
        "print('print', flush=True); os.write(1, b'write\\n'); subprocess.run(['echo', 'echo']); os.write(out, b'{}')"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, input=b"", env=home.environment, timeout=TIMEOUT_S, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, b"{}")
    assert done.stderr.split() == [b"print", b"write", b"echo"]


def test_an_editor_that_reads_no_more_does_not_keep_the_process(home: Home) -> None:
    with serving(Answer(" ".join(map(str, range(8_000))))) as server:
        process = home.start("acp", "--endpoint", server.url, stdin=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        messages = [
            ("initialize", {"protocolVersion": 1}),
            ("session/new", {"cwd": str(home.project), "mcpServers": []}),
        ]
        for number, (method, params) in enumerate(messages):
            process.stdin.write(request(number, method, params))
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
        prompt = [{"type": "text", "text": "count"}]
        process.stdin.write(request(9, "session/prompt", {**answer["result"], "prompt": prompt}))
        process.stdin.flush()
        while unread_bytes(process.stdout.fileno()) < 60_000:
            time.sleep(0.02)
        process.stdin.close()
        assert process.wait(TIMEOUT_S) == 0
        process.stdout.close()
        assert process.stderr is not None
        process.stderr.close()


def request(number: int, method: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def unread_bytes(pipe: int) -> int:
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


async def test_the_built_in_model_does_a_task_in_an_editor(home: Home) -> None:
    prompt = "Create hello.py that prints hello."
    async with editing(home, model="pocket", temperature=0.0, answers=["once"] * 9) as editor:
        await editor.open()
        done = await editor.say(prompt)
    assert done.stop_reason == "end_turn"
    assert "hello" in (home.project / "hello.py").read_text()
    assert editor.asked
    assert {call["status"] for call in editor.calls.values()} == {"completed"}
    assert done.usage is not None and done.usage.output_tokens > 0


async def test_a_model_that_cannot_be_loaded_is_the_prompts_error(home: Home) -> None:
    async with editing(home, model="missing/dir") as editor:
        await editor.open()
        for _ in range(2):
            with pytest.raises(RequestError, match="missing/dir"):
                await editor.say("hello")


def test_without_an_editor_it_says_who_starts_it(home: Home) -> None:
    done = home.run("acp")
    assert (done.code, done.stdout) == (2, "")
    assert "for editors, which start it" in done.stderr
    leader, follower = pty.openpty()
    try:
        assert home.run("acp", stdin=b"", stdout=follower).code == 2
    finally:
        os.close(leader)
        os.close(follower)


def test_what_the_guide_tells_editors_to_start_is_this_command(home: Home) -> None:
    section = (ROOT / "docs" / "guide.md").read_text().partition("## In an editor\n")[2].partition("\n## ")[0]
    settings = json.loads(section.partition("```json\n")[2].partition("```")[0])
    agent = settings["agent_servers"]["localcoder"]
    assert Path(agent["command"]).name == "localcoder"
    done = home.call(*agent["args"], "--help")
    assert done.code == 0
    for option in re.findall(r"`(--[a-z-]+)`", section.partition("- Options:")[2].partition(". The editor")[0]):
        assert option in done.stdout


def test_wrong_options_are_said_at_once(home: Home) -> None:
    done = home.call("acp", "--add-dir", "missing")
    assert (done.code, done.stdout) == (2, "")
    assert "there is no folder 'missing'" in done.stderr


def test_a_missing_package_is_named(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "acp" else found(name, *rest))
    done = home.call("acp")
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr == (
        "localcoder: The package agent-client-protocol is not installed (pip install 'localcoder[acp]').\n"
    )
