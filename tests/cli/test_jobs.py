"""Background commands and the todo list through the real program: no job outlives it."""

from __future__ import annotations

import asyncio
import signal

import pytest

from tests.cli.running import TIMEOUT_S, Home
from tests.cli.test_chat import Terminal
from tests.fakes.openai_server import Answer, serving
from tests.tools.test_shell import none_sleeping, sleeping

# The job reports only once `sleep` runs.
JOB = 'sleep 98768 & until [ "$(head -c 5 /proc/$!/cmdline)" = sleep ]; do sleep 0.01; done; touch on; wait'
START = Answer(calls=[("shell", {"command": JOB, "background": True})])
WAIT = Answer(calls=[("shell", {"command": "until test -e on; do sleep 0.01; done"})])


def test_a_job_runs_beside_the_turn_and_ends_with_the_run(home: Home) -> None:
    listed = Answer(calls=[("jobs", {"action": "list"})])
    with serving(START, WAIT, listed, Answer("Done.")) as server:
        done = home.run("run", "--endpoint", server.url, "--approval-mode", "full", "--output-format", "json", "go")
    assert (done.code, done.document["text"]) == (0, "Done.")
    results = [message["content"] for message in server.requests[-1]["messages"] if message["role"] == "tool"]
    assert results[0].startswith("[job 1 is running in the background")
    assert results[1] == "[exit 0]"
    assert results[2].startswith("1  running  sleep 98768")
    assert asyncio.run(none_sleeping(98768))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_job_ends_when_the_run_is_killed(home: Home, ending: signal.Signals) -> None:
    with serving(START, WAIT, Answer("Hm.", hangs=True)) as server:
        process = home.start("run", "--endpoint", server.url, "--approval-mode", "full", "go")
        assert server.reached_hang.wait(TIMEOUT_S)
        assert sleeping(98768)
        process.send_signal(ending)
        process.communicate(timeout=TIMEOUT_S)
    assert asyncio.run(none_sleeping(98768))


def test_starting_a_job_needs_the_permission_that_the_command_needs(home: Home) -> None:
    job = Answer(calls=[("shell", {"command": "touch made", "background": True})])
    with serving(job, Answer("Refused.")) as server:
        done = home.call("run", "--endpoint", server.url, "go")
    assert done.code == 4
    assert not (home.project / "made").exists()


def test_the_todo_list_is_an_event_and_needs_no_permission(home: Home) -> None:
    items = [{"text": "read", "status": "done"}, {"text": "[bold]fix", "status": "in_progress"}]
    wrong = Answer(calls=[("todo", {"items": [{"text": "x", "status": "finished"}]})])
    with serving(wrong, Answer(calls=[("todo", {"items": items})]), Answer("Done.")) as server:
        done = home.call("run", "--endpoint", server.url, "--output-format", "stream-json", "go")
    assert done.code == 0
    assert [line for line in done.lines if line["type"] == "todo"] == [{"type": "todo", "items": items}]
    results = [line for line in done.lines if line["type"] == "tool_result"]
    assert results[0]["is_error"]
    assert results[0]["content"] == (
        "Error: invalid arguments for `todo`: `items.0.status`: input should be 'pending', 'in_progress' or 'done'."
    )
    assert results[1]["content"] == "1 of 2 done\n[x] read\n[>] [bold]fix"


def test_on_the_screen_a_job_outlives_its_conversation_and_the_list_comes_back_with_it(home: Home) -> None:
    job = Answer(calls=[("shell", {"command": "sleep 98769", "background": True})])
    todo = Answer(calls=[("todo", {"items": [{"text": "look after it", "status": "in_progress"}]})])
    listed = Answer(calls=[("jobs", {"action": "list"})])
    with serving(job, todo, Answer("Started."), listed, Answer("It runs.")) as server:
        first = Terminal(home, "go", "--endpoint", server.url, "--approval-mode", "full")
        try:
            first.wait_for("Started.")
            assert "▸ look after it" in first.text
            first.press("/new\r")
            first.wait_for(lambda: "Started." not in first.text and "look after" not in first.text)
            first.press("is it there?\r")
            first.wait_for("It runs.")
            first.press("\x04")
            assert first.end() == 0
        finally:
            first.kill()
        assert server.requests[-1]["messages"][-1]["content"] == "1  running  sleep 98769"
        assert asyncio.run(none_sleeping(98769))
        # Both may have begun in one second, and then their names say nothing of their order.
        session = next(path for path in home.sessions() if "look after it" in path.read_text(encoding="utf-8"))
        again = Terminal(home, "-r", session.stem, "--endpoint", server.url)
        try:
            again.wait_for("▸ look after it")
            again.press("\x04")
            assert again.end() == 0
        finally:
            again.kill()
