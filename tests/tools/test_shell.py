"""The shell tool: it always comes back, nothing outlives it, and its output harms nobody."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.config.paths import outputs_dir
from localcoder.tools._environment import child_environment, is_secret, secret_values
from localcoder.tools._output import OutputCollector, harmless
from localcoder.tools._process import run_process
from localcoder.tools.base import ToolResult
from tests.fakes.full_disk import full_disk
from tests.tools.conftest import Workbench


async def shell(bench: Workbench, command: str, **arguments: int) -> str:
    return (await bench.call("shell", command=command, **arguments)).content


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


async def gone(pid: int) -> bool:
    """Whether the process ends; SIGKILL takes a moment."""
    for _ in range(200):
        if not alive(pid):
            return True
        await asyncio.sleep(0.02)
    return False


async def streamed(bench: Workbench, words: int) -> None:
    """Wait until the running command has written so many words."""
    async with asyncio.timeout(30):
        arrived = asyncio.Event()
        take = bench.context.on_output

        def on_output(text: str) -> None:
            take(text)
            if len("".join(bench.streamed).split()) >= words:
                arrived.set()

        bench.context.on_output = on_output
        await arrived.wait()


async def test_output_and_exit_code_are_shown(bench: Workbench) -> None:
    assert await shell(bench, "echo out; echo err >&2; exit 3") == "out\nerr\n[exit 3]"
    assert await shell(bench, "true") == "[exit 0]"
    assert await shell(bench, "printf 'no newline'") == "no newline\n[exit 0]"
    assert await shell(bench, "kill -TERM $$") == "[exit 143]"


async def test_a_failing_command_is_no_error_of_the_tool_but_a_timeout_is(bench: Workbench) -> None:
    assert not (await bench.call("shell", command="false")).is_error
    result = await bench.call("shell", command="sleep 60", timeout_s=1)
    assert result == ToolResult("[timed out after 1 s]", is_error=True)


async def test_it_runs_in_the_working_folder(bench: Workbench) -> None:
    assert await shell(bench, "pwd -P") == f"{bench.folder.resolve()}\n[exit 0]"


async def test_input_is_at_its_end(bench: Workbench) -> None:
    assert await shell(bench, "cat; read x; echo $?") == "1\n[exit 0]"


async def test_there_is_no_terminal(bench: Workbench) -> None:
    assert await shell(bench, "tty; test -t 1 || echo none; (echo x > /dev/tty) 2>/dev/null || echo no tty") == (
        "not a tty\nnone\nno tty\n[exit 0]"
    )


async def test_no_editor_opens(bench: Workbench) -> None:
    setup = "git init -q . && git config user.email a@b.c && git config user.name n && touch f && git add f && "
    assert "empty commit message" in await shell(bench, setup + "git commit", timeout_s=20)


async def test_a_timeout_ends_the_children_too(bench: Workbench) -> None:
    shown = await shell(bench, "sleep 999 & echo $!; sh -c 'echo $$; sleep 999; true'", timeout_s=1)
    pids = [int(pid) for pid in re.findall(r"^\d+$", shown, re.MULTILINE)]
    assert len(pids) == 2
    for pid in pids:
        assert await gone(pid)


async def test_cancelling_ends_the_children_too(bench: Workbench) -> None:
    task = asyncio.create_task(bench.call("shell", command="echo $$; sleep 999 & echo $!; wait"))
    await streamed(bench, 2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for pid in "".join(bench.streamed).split():
        assert await gone(int(pid))


@pytest.mark.parametrize(
    "command", ["sleep 999 & echo $!", "nohup sleep 999 & echo $!", "(sleep 999 &) ; sleep 999 & echo $!"]
)
async def test_a_background_process_does_not_hold_the_call_and_ends_with_it(bench: Workbench, command: str) -> None:
    shown = await shell(bench, command, timeout_s=60)
    assert re.fullmatch(r"\d+\n\[exit 0\]", shown)  # in particular no complaint about a bad descriptor
    assert await gone(int(re.findall(r"^\d+$", shown, re.MULTILINE)[0]))


async def test_a_process_that_left_the_session_does_not_hold_the_call(bench: Workbench) -> None:
    shown = await shell(bench, "setsid sleep 30 & echo $!", timeout_s=60)
    assert shown.endswith("[exit 0]")


def test_when_localcoder_is_killed_its_commands_end(bench: Workbench) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from localcoder.tools._process import run_process
asyncio.run(run_process(["/bin/sh", "-c", "echo $$; sleep 999 & echo $!; wait"], cwd=Path("."),
    environment={"PATH": "/usr/bin:/bin"}, timeout_s=900,
    on_bytes=lambda data: print(data.decode(), end="", flush=True)))
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent:
        pids = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(alive(pid) for pid in pids)
        parent.send_signal(signal.SIGKILL)
    assert all(asyncio.run(gone(pid)) for pid in pids)


async def test_no_guard_process_is_left_over(bench: Workbench) -> None:
    before = {child.pid for child in psutil.Process().children()}
    await shell(bench, "true")
    await shell(bench, "sleep 60", timeout_s=1)
    assert {child.pid for child in psutil.Process().children()} <= before


async def test_no_descriptor_is_left_open(bench: Workbench) -> None:
    await shell(bench, "true")
    before = psutil.Process().num_fds()
    for _ in range(5):
        await shell(bench, "true")
    await shell(bench, "sleep 60", timeout_s=1)
    assert psutil.Process().num_fds() <= before


async def test_many_commands_run_at_once(bench: Workbench) -> None:
    results = await asyncio.gather(*(shell(bench, f"sleep 0.1; echo {number}") for number in range(12)))
    assert results == [f"{number}\n[exit 0]" for number in range(12)]


async def test_endless_output_is_bounded_with_head_and_tail(bench: Workbench) -> None:
    shown = await shell(bench, "echo first; yes | head -c 3000000; echo last")
    assert shown.startswith("first\ny\n")
    assert shown.endswith("y\nlast\n[exit 0]")
    assert len(shown) < bench.context.result_characters + 300
    found = re.search(r"^\[(\d+) characters left out; the whole is in (.*)\]$", shown, re.MULTILINE)
    assert found
    assert (await asyncio.to_thread(Path(found[2]).read_text)) == "first\n" + "y\n" * 1_500_000 + "last\n"
    assert Path(found[2]).is_relative_to(outputs_dir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("file_bytes", [0, 100, 5_000, 8_192, 20_000])
async def test_on_a_full_disk_the_result_names_no_file_and_loses_nothing_else(
    bench: Workbench, file_bytes: int
) -> None:
    with full_disk(file_bytes):
        shown = await shell(bench, "for i in 1 2 3 4; do seq 1 3000; sleep 0.02; done; exit 3")
    assert shown.startswith("1\n2\n") and shown.endswith("\n3000\n[exit 3]")
    assert re.search(r"^\[\d+ characters left out\]$", shown, re.MULTILINE)
    assert [*outputs_dir().glob("*.txt")] == []


@pytest.mark.parametrize("command", ["yes", "cat /dev/urandom", "cat /dev/zero"])
async def test_memory_stays_bounded_whatever_is_written(bench: Workbench, command: str) -> None:
    bench.context.on_output = lambda text: None
    before = psutil.Process().memory_info().rss
    shown = await shell(bench, command, timeout_s=1)
    assert psutil.Process().memory_info().rss - before < 100_000_000
    assert len(shown) < bench.context.result_characters + 300
    assert shown.endswith("[timed out after 1 s]")
    for path in outputs_dir().iterdir():
        assert path.stat().st_size <= 17 * 1024 * 1024


async def test_the_loop_stays_awake_while_a_command_floods(bench: Workbench) -> None:
    bench.context.on_output = lambda text: None
    task = asyncio.create_task(shell(bench, "yes", timeout_s=1))
    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 20


async def test_escape_sequences_are_text(bench: Workbench) -> None:
    shown = await shell(bench, r"printf '\033[?1049hX\n\033]52;c;aGk=\a\033]0;t\a\033[31mred\033[0m\233x\n'")
    assert shown == "\\x1b[?1049hX\n\\x1b]52;c;aGk=\\x07\\x1b]0;t\\x07red\\x9bx\n[exit 0]"
    assert "\x1b" not in "".join(bench.streamed)


async def test_foreign_bytes_are_escaped(bench: Workbench) -> None:
    assert await shell(bench, r"printf '\xc4\xe3\xff ä'") == "\\xc4\\xe3\\xff ä\n[exit 0]"


async def test_a_progress_line_shows_its_last_state(bench: Workbench) -> None:
    assert await shell(bench, r"printf '10%%\r50%%\r100%%\ndone\r\n'") == "100%\ndone\n[exit 0]"


async def test_output_streams_while_the_command_runs(bench: Workbench) -> None:
    task = asyncio.create_task(shell(bench, "echo one; read -t 30 x < <(sleep 30)", timeout_s=30))
    await streamed(bench, 1)
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_flood_is_not_streamed_for_ever(bench: Workbench) -> None:
    await shell(bench, "yes | head -c 5000000")
    assert len("".join(bench.streamed)) < 1_300_000
    assert bench.streamed[-1].endswith("[the rest is not shown while it runs]\n")


async def test_secrets_reach_neither_the_command_nor_the_output(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOO_API_KEY", "abc123")
    monkeypatch.setenv("HARMLESS", "seen")
    bench.file("dotenv", "key=abc123\n")
    shown = await shell(bench, "env; cat dotenv")
    assert "FOO_API_KEY" not in shown
    assert "abc123" not in shown
    assert "key=[secret]" in shown
    assert "HARMLESS=seen" in shown
    assert "abc123" not in "".join(bench.streamed)


async def test_the_context_can_add_to_the_environment(bench: Workbench) -> None:
    bench.context.environment["EXTRA"] = "1"
    assert await shell(bench, "echo $EXTRA") == "1\n[exit 0]"


async def test_a_missing_folder_is_an_error(bench: Workbench) -> None:
    bench.folder.rmdir()
    result = await bench.call("shell", command="true")
    assert result.is_error
    assert result.content.startswith("Error: the command cannot be started")


async def test_nul_is_refused(bench: Workbench) -> None:
    assert (await bench.call("shell", command="echo \0")).is_error


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("OPENAI_API_KEY", True), ("GITHUB_TOKEN", True), ("AWS_SECRET_ACCESS_KEY", True), ("DB_PASSWORD", True),
        ("HF_TOKEN", True), ("my_secret", True), ("LOCALCODER_API_KEY", True), ("TOKENS", True), ("APIKEY", True),
        ("PATH", False), ("TOKENIZERS_PARALLELISM", False), ("KEYBOARD", False), ("HOME", False), ("MONKEY", False),
        ("XPATH", False),
    ],
)  # fmt: skip
def test_secrets_are_known_by_name(name: str, secret: bool) -> None:
    assert is_secret(name) == secret


def test_agent_sockets_are_kept_out_of_the_sandbox() -> None:
    environment = {"SSH_AUTH_SOCK": "/x", "PATH": "/bin"}
    assert "SSH_AUTH_SOCK" not in child_environment(environment, confined=True)
    assert "SSH_AUTH_SOCK" in child_environment(environment, confined=False)


async def test_git_obeys_no_configuration_among_the_files_of_a_project(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("objects", "refs"):
        bench.file(f"stray/{name}/x", "")
    bench.file("stray/HEAD", "ref: refs/heads/main\n")
    bench.file(
        "stray/config",
        '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch ran; false"\n',
    )
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.name")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "A. Person")
    await shell(bench, "cd stray && git status")
    assert not (bench.folder / "stray" / "ran").exists()
    assert (await shell(bench, "git config user.name")).startswith("A. Person\n")


async def test_python_runs_what_the_file_says_however_soon_after_the_last_run_it_changed(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    module = bench.file("sums.py", "def total(a, b):\n    return a - b\n")
    command = f"'{sys.executable}' -c 'import sums; print(sums.total(2, 3))'"
    os.utime(module, (1_700_000_000, 1_700_000_000))
    assert (await bench.call("shell", command=command)).content.startswith("-1\n")
    bench.file("sums.py", "def total(a, b):\n    return a + b\n")
    os.utime(module, (1_700_000_000, 1_700_000_000))  # in the same second, and no longer than before
    assert (await bench.call("shell", command=command)).content.startswith("5\n")


def test_longer_secrets_are_masked_first() -> None:
    assert secret_values({"A_TOKEN": "abcdef", "B_TOKEN": "abcdefgh", "C_TOKEN": "short"}) == ["abcdefgh", "abcdef"]


def collected(data: bytes, cuts: list[int], masked: list[str], budget: int = 1000) -> tuple[str, str]:
    streamed: list[str] = []
    collector = OutputCollector(budget, masked, streamed.append)
    position = 0
    for cut in [*sorted(cut % (len(data) + 1) for cut in cuts), len(data)]:
        collector.feed(data[position:cut])
        position = max(position, cut)
    collector.finish()
    return collector.text(), "".join(streamed)


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=6))
def test_the_result_does_not_depend_on_how_the_output_arrives(data: bytes, cuts: list[int]) -> None:
    assert collected(data, cuts, []) == collected(data, [], [])


@given(st.binary(max_size=300))
def test_no_output_can_move_a_terminal(data: bytes) -> None:
    text, streamed = collected(data, [], [])
    for shown in (text, streamed):
        assert not any((ord(c) < 32 and c not in "\t\n") or 0x7F <= ord(c) < 0xA0 for c in shown)
    assert harmless(text) == text


@pytest.mark.parametrize("filler", [0, 5, 16_370, 16_384, 16_390, 40_000])
@pytest.mark.parametrize("piece", [1, 7, 4096])
def test_a_secret_is_masked_wherever_the_output_is_cut(filler: int, piece: int) -> None:
    data = b"x" * filler + b"TOPSECRET" + b"y" * 30
    text, streamed = collected(data, list(range(0, len(data), max(piece, len(data) // 300))), ["TOPSECRET"], 100_000)
    assert "TOPSECRET" not in text + streamed
    assert text.count("[secret]") == 1


@pytest.mark.parametrize("filler", [0, 16_370, 16_384, 16_400, 40_000])
@pytest.mark.parametrize("colour", ["\x1b[m", "\x1b[01;31m"])
def test_a_secret_is_masked_also_where_colours_part_it(filler: int, colour: str) -> None:
    data = f"{'x' * filler}TOP{colour}SEC{colour}RET{colour}{'y' * 30}".encode()
    for piece in (1, 5, 4096):
        cuts = list(range(max(0, filler - 50), len(data), piece))
        text, streamed = collected(data, cuts, ["TOPSECRET"], 100_000)
        assert "TOPSECRET" not in text and "TOPSECRET" not in streamed
        assert text.count("[secret]") == 1
    collector = OutputCollector(1000, ["TOPSECRET"], lambda text: None)
    for byte in data[filler:]:
        collector.feed(bytes([byte]))
        assert "T" not in collector.text_so_far().replace("[secret]", "")


def test_each_line_of_a_secret_of_several_is_masked_wherever_the_output_is_cut() -> None:
    secret = "-----BEGIN KEY-----\nMIIEvQIBADAN\nCAQEAqFzZ\n"
    masked = secret_values({"SIGNING_PRIVATE_KEY": secret})
    for cut in range(len(secret)):
        text, streamed = collected(secret.encode(), [cut], masked)
        assert text == streamed == "[secret]\n" * 3


def test_old_outputs_are_removed() -> None:
    outputs_dir().mkdir(parents=True)
    old = outputs_dir() / "old.txt"
    old.write_text("x")
    os.utime(old, (time.time() - 30 * 24 * 3600,) * 2)
    collected(b"line\n" * 1000, [], [])
    assert not old.exists()
    assert len(list(outputs_dir().iterdir())) == 1


WORKER = "PYTEST_XDIST_WORKER"


def sleeping(seconds: int) -> list[int]:
    """The processes on this machine that were started as `sleep SECONDS`, in whatever namespace.

    Not those of another worker of the tests, which may be at another case of the same test.
    """
    wanted = ["sleep", str(seconds)]
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "environ"])
        if process.info["cmdline"] == wanted
        and (process.info["environ"] or {}).get(WORKER) in (None, os.environ.get(WORKER))
    ]


async def none_sleeping(seconds: int) -> bool:
    for _ in range(200):
        if not sleeping(seconds):
            return True
        await asyncio.sleep(0.02)
    return False


# The command says "on" only once `sleep` runs: the first word of its process is then no longer `sh` or `setsid`.
LEAVE_THE_SESSION = (
    'setsid sleep {0} & until [ "$(head -c 5 /proc/$!/cmdline)" = sleep ]; do sleep 0.01; done; echo on; wait'
)


async def test_in_the_sandbox_it_looks_the_same(confined: Workbench) -> None:
    assert await shell(confined, "pwd -P; echo err >&2; cat; exit 3") == f"{confined.folder.resolve()}\nerr\n[exit 3]"


@pytest.mark.parametrize(
    "command", ["setsid sleep 98761 & nohup sleep 98761 & true", "sh -c 'setsid sleep 98761; true'"]
)
async def test_in_the_sandbox_even_what_left_the_session_ends_with_the_command(
    confined: Workbench, command: str
) -> None:
    await shell(confined, command, timeout_s=1)
    assert await none_sleeping(98761)


async def test_in_the_sandbox_cancelling_ends_everything(confined: Workbench) -> None:
    task = asyncio.create_task(confined.call("shell", command=LEAVE_THE_SESSION.format(98762)))
    await streamed(confined, 1)
    assert sleeping(98762)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await none_sleeping(98762)


def test_in_the_sandbox_everything_ends_when_localcoder_is_killed(confined: Workbench) -> None:
    code = f"""
import asyncio
from pathlib import Path
from localcoder.tools._process import run_process
argv = {confined.context.sandbox.wrap(["sh", "-c", LEAVE_THE_SESSION.format(98763)])!r}
asyncio.run(run_process(argv, cwd=Path("."), environment={{"PATH": "/usr/bin:/bin"}}, timeout_s=900,
    on_bytes=lambda data: print("on", flush=True)))
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent:
        parent.stdout.readline()
        ran = sleeping(98763)
        parent.send_signal(signal.SIGKILL)
    assert ran
    assert asyncio.run(none_sleeping(98763))


async def test_with_landlock_it_looks_the_same_and_writes_nowhere_else(landlocked: Workbench) -> None:
    command = "pwd -P; echo err >&2; cat; (echo x > ../out) 2>/dev/null || echo no; echo x > in; exit 3"
    assert await shell(landlocked, command) == f"{landlocked.folder.resolve()}\nerr\nno\n[exit 3]"
    assert (landlocked.folder / "in").exists() and not (landlocked.folder.parent / "out").exists()
    assert await shell(landlocked, "kill -TERM $$") == "[exit 143]"


async def test_with_landlock_a_time_limit_ends_everything(landlocked: Workbench) -> None:
    assert "timed out" in await shell(landlocked, "sleep 98764 & sleep 98764", timeout_s=1)
    assert await none_sleeping(98764)


@given(st.lists(st.integers(0, 40), max_size=6), st.sampled_from(["true", "sleep 999", "exit 3"]))
async def test_a_command_that_is_cancelled_at_any_time_and_again_leaves_no_process(
    pauses: list[int], command: str
) -> None:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    ran = run_process(
        ["/bin/sh", "-c", command],
        cwd=Path("/"),
        environment={"PATH": "/usr/bin:/bin"},
        timeout_s=None if pauses else 0.01,
        on_bytes=lambda data: None,
    )
    running = asyncio.ensure_future(ran)
    for pause in pauses:
        for _ in range(pause):
            await asyncio.sleep(0)
        running.cancel()
    await asyncio.wait([running])
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
