"""Commands in the background: they go on beside the work, harm nobody, and never outlive localcoder."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from localcoder.config.settings import Settings
from localcoder.permissions.access import Access
from localcoder.tools._output import OutputCollector
from localcoder.tools.background import MAX_ENDED_KEPT, MAX_RUNNING
from localcoder.tools.base import ToolResult
from localcoder.tools.registry import builtin_tools
from tests.tools.conftest import Workbench
from tests.tools.test_shell import alive, gone, none_sleeping, sleeping


@pytest.fixture(autouse=True)
async def ended(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """No job outlives its test."""
    benches = [request.getfixturevalue(name) for name in ("bench", "confined", "held") if name in request.fixturenames]
    yield
    for bench in benches:
        await bench.context.jobs.close()


async def start(bench: Workbench, command: str, **arguments: int) -> int:
    """The id of a job that was started."""
    result = await bench.call("shell", command=command, background=True, **arguments)
    assert not result.is_error
    found = re.fullmatch(r"\[job (\d+) is running in the background; .*\]", result.content)
    assert found
    return int(found[1])


async def output(bench: Workbench, job_id: int) -> str:
    return (await bench.call("jobs", action="output", id=job_id)).content


async def shown(bench: Workbench, job_id: int, wanted: str) -> str:
    """The job's output, once `wanted` is in it."""
    for _ in range(3_000):
        text = await output(bench, job_id)
        if wanted in text:
            return text
        await asyncio.sleep(0.01)
    raise AssertionError(f"{wanted!r} never came, but {text[-1000:]!r}")


async def test_a_job_outlives_its_call_and_its_output_grows(bench: Workbench) -> None:
    job = await start(bench, "echo one; until test -e go; do sleep 0.01; done; echo two")
    assert await shown(bench, job, "one") == f"one\n[job {job} is running]"
    bench.file("go", "")
    assert await shown(bench, job, "exit") == f"one\ntwo\n[job {job}: exit 0]"


async def test_a_line_that_is_not_finished_is_shown(bench: Workbench) -> None:
    job = await start(bench, "printf 'continue? '; sleep 999")
    assert await shown(bench, job, "continue") == f"continue? \n[job {job} is running]"


async def test_the_exit_code_is_that_of_the_command(bench: Workbench) -> None:
    job = await start(bench, "exit 3")
    assert await shown(bench, job, "exit") == f"[job {job}: exit 3]"
    job = await start(bench, "sleep 0.05 & false")
    assert await shown(bench, job, "exit") == f"[job {job}: exit 1]"


@pytest.mark.parametrize("command", ["sleep 999 & echo $!", "nohup sleep 999 & echo $!"])
async def test_what_a_job_starts_with_an_ampersand_goes_on(bench: Workbench, command: str) -> None:
    job = await start(bench, command)
    pid = int((await shown(bench, job, "\n")).splitlines()[0])
    await asyncio.sleep(0.5)
    assert alive(pid)
    assert (await output(bench, job)).endswith(f"[job {job} is running]")
    await bench.call("jobs", action="stop", id=job)
    assert await gone(pid)


async def test_a_trailing_ampersand_alone_returns_at_once_and_ends_with_the_call(bench: Workbench) -> None:
    result = await bench.call("shell", command="sleep 98767 &", timeout_s=60)
    assert result == ToolResult("[exit 0]")
    assert await none_sleeping(98767)


async def test_stopping_ends_the_children_too(bench: Workbench) -> None:
    job = await start(bench, "echo $$; sleep 999 & echo $!; sh -c 'echo $$; echo on; sleep 999; true'")
    pids = re.findall(r"^\d+$", await shown(bench, job, "on\n"), re.MULTILINE)
    assert len(pids) == 3
    result = await bench.call("jobs", action="stop", id=job)
    assert not result.is_error
    assert result.content.endswith(f"[job {job}: stopped]")
    for pid in pids:
        assert await gone(int(pid))


async def test_stopping_a_job_that_has_ended_changes_nothing(bench: Workbench) -> None:
    job = await start(bench, "echo x")
    await shown(bench, job, "exit")
    assert (await bench.call("jobs", action="stop", id=job)).content == f"x\n[job {job}: exit 0]"


async def test_a_job_has_no_time_limit_unless_one_is_given(bench: Workbench) -> None:
    limited = await start(bench, "sleep 999", timeout_s=1)
    unlimited = await start(bench, "sleep 999")
    assert await shown(bench, limited, "timed") == f"[job {limited}: timed out]"
    assert await output(bench, unlimited) == f"[job {unlimited} is running]"


async def test_the_list_names_each_job_with_its_state(bench: Workbench) -> None:
    assert (await bench.call("jobs", action="list")).content == "There are no jobs."
    first, second = await start(bench, "true"), await start(bench, "sleep 999\n# \x1b[31m" + "x" * 200)
    await shown(bench, first, "exit")
    rows = (await bench.call("jobs", action="list")).content.splitlines()
    assert rows[0] == f"{first}  exit 0  true"
    assert rows[1].startswith(f"{second}  running  sleep 999 # xxx")
    assert len(rows[1]) < 150 and len(rows) == 2


async def test_an_unknown_job_is_an_error_that_names_the_known_ones(bench: Workbench) -> None:
    assert await bench.call("jobs", action="output", id=7) == ToolResult(
        "Error: there is no job 7; there are none", is_error=True
    )
    await start(bench, "true")
    await start(bench, "true")
    for action in ("output", "stop"):
        assert (await bench.call("jobs", action=action, id=7)).content == "Error: there is no job 7; the jobs are: 1, 2"
        assert (await bench.call("jobs", action=action)).content == "Error: `id` is missing; the jobs are: 1, 2"
    with pytest.raises(ValidationError):
        await bench.call("jobs", action="restart", id=1)


async def test_ids_are_never_given_twice(bench: Workbench) -> None:
    ids = await asyncio.gather(*(start(bench, f"sleep 0.0{number}") for number in range(8)))
    assert sorted(ids) == list(range(1, 9))
    bench.folder.rename(bench.folder.with_name("moved"))
    assert (await bench.call("shell", command="true", background=True)).is_error
    bench.folder.with_name("moved").rename(bench.folder)
    assert await start(bench, "true") > 8


async def test_too_many_jobs_are_refused_and_old_ones_forgotten(bench: Workbench) -> None:
    ids = [await start(bench, "sleep 999") for _ in range(MAX_RUNNING)]
    refused = await bench.call("shell", command="true", background=True)
    assert refused.is_error and f"{MAX_RUNNING} jobs are running" in refused.content
    await bench.call("jobs", action="stop", id=ids[-1])
    for _ in range(MAX_ENDED_KEPT):
        await shown(bench, await start(bench, "true"), "exit")
    await start(bench, "sleep 999")
    known = [job.id for job in bench.context.jobs.jobs]
    assert len(known) == MAX_RUNNING + MAX_ENDED_KEPT
    assert ids[-1] not in known and ids[0] in known


async def test_a_command_that_cannot_be_started_is_no_job(bench: Workbench) -> None:
    bench.folder.rmdir()
    result = await bench.call("shell", command="true", background=True)
    assert result.content.startswith("Error: the command cannot be started")
    assert bench.context.jobs.jobs == ()
    assert (await bench.call("shell", command="echo \0", background=True)).is_error


async def test_a_call_that_is_interrupted_while_it_starts_leaves_no_job(bench: Workbench) -> None:
    for steps in range(12):
        task = asyncio.create_task(start(bench, "sleep 98775 & sleep 98775"))
        for _ in range(steps):
            await asyncio.sleep(0 if steps < 6 else 0.0005)
        task.cancel()
        try:
            job = await task
        except asyncio.CancelledError:
            assert not any(job.is_running for job in bench.context.jobs.jobs)
        else:  # it had already started
            await bench.call("jobs", action="stop", id=job)
    assert await none_sleeping(98775)


async def test_a_command_that_is_interrupted_while_it_starts_leaves_nothing(bench: Workbench) -> None:
    for steps in range(6):
        task = asyncio.create_task(bench.call("shell", command="sleep 98767 & sleep 98767"))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert await none_sleeping(98767)


async def test_a_job_goes_on_when_the_call_is_over_and_its_task_cancelled(bench: Workbench) -> None:
    job = await asyncio.create_task(start(bench, "echo x; sleep 999"))
    assert await shown(bench, job, "x") == f"x\n[job {job} is running]"


async def test_endless_output_is_bounded_with_head_and_tail_while_it_runs(bench: Workbench) -> None:
    job = await start(bench, "echo first; yes | head -c 3000000; echo last; sleep 999")
    text = await shown(bench, job, "last")
    assert text.startswith("first\ny\n")
    assert text.endswith(f"y\nlast\n[job {job} is running]")
    assert len(text) < bench.context.result_characters + 300
    found = re.search(r"^\[(\d+) characters left out; the whole is in (.*)\]$", text, re.MULTILINE)
    assert found
    await bench.call("jobs", action="stop", id=job)
    assert (await asyncio.to_thread(Path(found[2]).read_text)) == "first\n" + "y\n" * 1_500_000 + "last\n"


async def test_input_is_at_its_end_and_escape_sequences_are_text(bench: Workbench) -> None:
    job = await start(bench, r"cat; printf '\033[?1049hX\n\033]0;t\a'")
    assert await shown(bench, job, "exit") == f"\\x1b[?1049hX\n\\x1b]0;t\\x07\n[job {job}: exit 0]"


async def test_secrets_reach_neither_the_job_nor_its_output(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOO_API_KEY", "abc123")
    bench.file("dotenv", "key=abc123\n")
    job = await start(bench, "env; cat dotenv; printf 'again abc'; until test -e go; do sleep 0.01; done; echo 123")
    text = await shown(bench, job, "again")
    assert "FOO_API_KEY" not in text and "abc" not in text
    assert "key=[secret]" in text
    bench.file("go", "")
    assert "again [secret]" in await shown(bench, job, "exit")


@given(st.lists(st.sampled_from([b"x" * 16_380, b"TOPSECRET", b"TOP", b"SECRET", b"y", b"yyyyy", b"\n"]), max_size=8))
def test_no_part_of_a_secret_is_shown_however_the_output_arrives(pieces: list[bytes]) -> None:
    collector = OutputCollector(200_000, ["TOPSECRET"], lambda text: None)
    for piece in pieces:
        collector.feed(piece)
        assert "TOPSECRET" not in collector.text_so_far()
    collector.finish()
    whole = b"".join(pieces).decode()
    assert collector.text_so_far() == collector.text() == whole.replace("TOPSECRET", "[secret]")


async def test_stopped_jobs_leave_no_process_and_no_descriptor(bench: Workbench) -> None:
    await bench.call("jobs", action="stop", id=await start(bench, "sleep 999"))
    children, descriptors = {child.pid for child in psutil.Process().children()}, psutil.Process().num_fds()
    for _ in range(3):
        await start(bench, "sleep 999")
    await bench.context.jobs.close()
    assert [job.state for job in bench.context.jobs.jobs] == ["stopped"] * 4
    assert {child.pid for child in psutil.Process().children()} <= children
    assert psutil.Process().num_fds() <= descriptors


LOCALCODER = """
import asyncio, sys
from pathlib import Path
from localcoder.config.settings import Settings
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots

async def main():
    tools = {tool.name: tool for tool in builtin_tools(Settings(), "full")}
    roots = Roots(Path.cwd())
    context = ToolContext(roots, ReadRegistry(), Sandbox.detect(sys.argv[2] == "confined", roots))
    shell = tools["shell"]
    await shell.run(shell.arguments(command=sys.argv[1], background=True), context)
    while not Path("pids").exists():
        await asyncio.sleep(0.01)
    print("on", flush=True)
    await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""
TWO = "sleep 999 & echo $$ $! > new; mv new pids; wait"


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_jobs_end_with_localcoder_however_it_ends(bench: Workbench, ending: signal.Signals | None) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", LOCALCODER, TWO, "bare"],
        cwd=bench.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert parent.stdout is not None
    with parent:
        assert parent.stdout.readline() == "on\n"
        pids = [int(pid) for pid in (bench.folder / "pids").read_text().split()]
        assert all(alive(pid) for pid in pids)
        if ending is not None:
            parent.send_signal(ending)
    assert len(pids) == 2
    assert all(asyncio.run(gone(pid)) for pid in pids)


@pytest.fixture(params=["confined", "landlocked"])
def held(request: pytest.FixtureRequest) -> Workbench:
    """A workspace in one and in the other sandbox."""
    bench: Workbench = request.getfixturevalue(request.param)
    return bench


async def test_the_sandbox_holds_jobs_too(held: Workbench) -> None:
    # Not in the home, which may lie in the private temporary folder.
    outside = Path(__file__).parent / f"outside-{os.getpid()}"
    command = f"echo in > inside; (echo out > '{outside}') 2>/dev/null || echo no; echo on; exec sleep 98765"
    job = await start(held, command)
    assert await shown(held, job, "on") == f"no\non\n[job {job} is running]"
    assert not outside.exists()
    await held.call("jobs", action="stop", id=job)
    assert await none_sleeping(98765)


def test_in_the_sandbox_jobs_end_when_localcoder_is_killed(confined: Workbench) -> None:
    command = (
        'setsid sleep 98766 & until [ "$(head -c 5 /proc/$!/cmdline)" = sleep ]; do sleep 0.01; done; touch pids; wait'
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", LOCALCODER, command, "confined"],
        cwd=confined.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert parent.stdout is not None
    with parent:
        assert parent.stdout.readline() == "on\n"
        assert sleeping(98766)
        parent.send_signal(signal.SIGKILL)
    assert asyncio.run(none_sleeping(98766))


async def test_the_command_is_judged_in_the_background_as_in_the_foreground(bench: Workbench) -> None:
    tool = bench.tools["shell"]
    arguments = tool.arguments(command="rm -rf x", background=True)
    assert tool.access(arguments, bench.context) == [Access("shell", "rm -rf x")]
    assert tool.preview(arguments, bench.context).summary == "shell (background) rm -rf x"
    assert tool.preview(tool.arguments(command="ls"), bench.context).summary == "shell ls"


def test_only_full_models_are_offered_jobs() -> None:
    names = [tool.name for tool in builtin_tools(Settings())]
    assert names == ["read", "write", "edit", "shell", "list", "search", "todo"]
    compact = {tool.name: tool.spec() for tool in builtin_tools(Settings())}
    assert "background" not in json.dumps(compact["shell"].parameters)
    full = {tool.name: tool.spec() for tool in builtin_tools(Settings(), "full")}
    assert {"jobs", "todo"} <= set(full)
    assert full["shell"].parameters["properties"]["background"]["type"] == "boolean"


async def test_the_end_of_a_job_is_told_unless_it_was_stopped(bench: Workbench) -> None:
    told: list[tuple[int, str]] = []
    bench.context.jobs.on_end = lambda job: told.append((job.id, job.state))
    stopped = await start(bench, "sleep 600")
    await bench.call("jobs", action="stop", id=stopped)
    ended = await start(bench, "exit 3")
    for _ in range(3_000):
        if told:
            break
        await asyncio.sleep(0.01)
    assert told == [(ended, "exit 3")]
