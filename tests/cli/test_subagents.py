"""Subagents through the real program, without a screen."""

from __future__ import annotations

import json

from tests.cli.running import Home
from tests.fakes.openai_server import Answer, serving

START = Answer(calls=[("task", {"tasks": [{"name": "scout", "prompt": "look around"}]})])
WRITE = Answer(calls=[("write", {"path": "a.txt", "content": "x"})])


def test_lines_of_subagents_carry_their_name_and_the_session_has_them(home: Home) -> None:
    with serving(START, WRITE, Answer("It is there."), Answer("Done."), Answer("Again.")) as server:
        given = ("--endpoint", server.url, "--approval-mode", "full", "--output-format", "stream-json")
        done = home.call("run", *given, "go")
        resumed = home.call("run", *given, "--continue", "and?")
    assert (done.code, resumed.code) == (0, 0)
    of_scout = [line for line in done.lines if line.get("agent") == "scout"]
    assert [line["type"] for line in of_scout if line["type"] in ("turn_started", "tool_result", "turn_finished")] == [
        "turn_started",
        "tool_result",
        "turn_finished",
    ]
    assert len([line for line in done.lines if line["type"] == "result"]) == 1
    result = done.lines[-1]
    assert (result["type"], result["status"], result["text"], result["turns"]) == ("result", "done", "Done.", 4)
    assert (home.project / "a.txt").read_text() == "x"
    roles = [message["role"] for message in server.requests[-1]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "assistant", "user"]
    session_id = done.lines[-1]["session_id"]
    exported = json.loads(home.call("sessions", "export", session_id).stdout)
    assert [subagent["name"] for subagent in exported["subagents"]] == ["scout"]
    assert [message["role"] for message in exported["subagents"][0]["messages"]] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert "# Subagent scout" in home.call("sessions", "show", session_id).stdout


def test_a_refusal_in_a_subagent_shows_in_the_exit_code(home: Home) -> None:
    with serving(START, WRITE, Answer("I may not."), Answer("Done.")) as server:
        done = home.call("run", "--endpoint", server.url, "go")
    assert (done.code, done.stdout) == (4, "Done.\n")
    assert not (home.project / "a.txt").exists()
