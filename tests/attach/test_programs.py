"""Real programs that attach, work and leave, in every way that there is."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import psutil
import pytest

import localcoder
from localcoder.attach.spec import EngineSpec
from tests.attach.conftest import until
from tests.attach.engines import CRASH, ENTRY, starts
from tests.attach.serving import LONG, Server
from tests.cli.running import TIMEOUT_S, Home
from tests.cli.test_serve import served


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture
def server(home: Home, spec: EngineSpec, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", home.environment["XDG_RUNTIME_DIR"])
    directory = shutil.copytree(spec.directory, home.folder / "spoken").resolve()
    server = Server(replace(spec, directory=str(directory), context_tokens=8192)).start()
    yield server
    server.stop()


def open_files(process: psutil.Process) -> int:
    return process.num_fds()


async def test_ten_attach_and_leave_one_of_them_killed_and_nothing_is_left(server: Server, home: Home) -> None:
    folder = home.folder / "run" / "localcoder"
    model = ("-m", server.spec.directory)

    def idle() -> bool:
        figures = server.client.get("/metrics").text
        return all(f"localcoder_sequences_{state} 0.0" in figures for state in ("running", "waiting"))

    def say(words: str) -> str:
        done = home.run("run", words, *model)
        assert done.code == 0, done.stderr
        assert "Using the engine that process" in done.stderr
        return done.stdout

    assert say("first") == "first\n"
    here, engine = psutil.Process(), psutil.Process(server.pid)
    await until(idle)
    files = sorted(path.name for path in folder.iterdir())
    threads = {thread.name for thread in threading.enumerate()}
    open_here, open_there = open_files(here), open_files(engine)

    killed = home.start("run", LONG, *model)
    while idle():
        assert killed.poll() is None, killed.communicate()
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=TIMEOUT_S)
    interrupted = home.start("run", LONG, *model)
    await until(idle)
    while idle():
        assert interrupted.poll() is None, interrupted.communicate()
    interrupted.send_signal(signal.SIGINT)
    interrupted.communicate(timeout=TIMEOUT_S)
    assert interrupted.returncode == 130
    together = [home.start("run", f"number {number}", *model) for number in range(4)]
    outputs = [process.communicate(timeout=TIMEOUT_S)[0].decode() for process in together]
    assert outputs == [f"number {number}\n" for number in range(4)]
    for number in range(4, 8):
        assert say(f"number {number}") == f"number {number}\n"

    await until(idle)
    await until(lambda: open_files(here) <= open_here and open_files(engine) <= open_there)
    assert sorted(path.name for path in folder.iterdir()) == files
    assert {thread.name for thread in threading.enumerate()} <= threads | {f"asyncio_{n}" for n in range(8)}
    assert starts(Path(server.spec.directory)) == [engine.pid]
    stats = server.client.get("/metrics").text
    assert 'localcoder_kv_blocks{state="used"} 0.0' in stats


def test_program_whose_server_ends_in_the_middle_of_its_answer_says_so(server: Server, home: Home) -> None:
    process = home.start("run", LONG, "-m", server.spec.directory)
    while "localcoder_sequences_running 1.0" not in server.client.get("/metrics").text:
        assert process.poll() is None, process.communicate()
    psutil.Process(server.pid).kill()
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 1
    assert "failed and is started again" in stderr.decode().splitlines()[-1]


def test_server_whose_engine_fails_again_and_again_ends_with_the_reason_and_exit_code_1(
    home: Home, spec: EngineSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = shutil.copytree(spec.directory, home.folder / "spoken").resolve()
    code = f"from localcoder.cli import main, serve; serve.ENGINE_ENTRY = {ENTRY!r}; main.main()"
    monkeypatch.setattr("tests.cli.running.PROGRAM", [sys.executable, "-c", code])
    root = str(Path(localcoder.__file__).parent.parent)
    home.variables["PYTHONPATH"] = root
    with served(home, "-m", str(directory)) as (process, url):
        (directory / "faults.log").write_text(CRASH)
        psutil.Process(process.pid).children()[0].kill()
        _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 1
    lines = stderr.decode().splitlines()
    assert "is started again: its process was ended by SIGKILL" in lines[0]
    assert "The engine failed 3 times in a row" in lines[-1]
    assert "SIGSEGV" in lines[-1]
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/models")
    assert [path.name for path in (home.folder / "run" / "localcoder").iterdir()] == ["lock"]
