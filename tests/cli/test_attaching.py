"""Several programs, one engine: the real commands in processes of their own, with the built-in model."""

from __future__ import annotations

import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from localcoder.attach.registry import Search, find
from localcoder.attach.spec import EngineSpec
from localcoder.engine.models import POCKET_DIRECTORY
from tests.cli.running import TIMEOUT_S, Done, Home
from tests.cli.test_chat import Terminal
from tests.cli.test_serve import ASK, POCKET_IS_HERE, served

pytestmark = pytest.mark.skipif(not POCKET_IS_HERE, reason="the pocket model is not trained yet")


class Served:
    """A running `localcoder serve`."""

    def __init__(self, home: Home, process: subprocess.Popen[bytes], url: str) -> None:
        self.home = home
        self.process = process
        self.url = url
        (self.engine,) = psutil.Process(process.pid).children()
        self.line = f"localcoder: Using the engine that process {process.pid} runs ({url}); --no-attach"

    def files(self) -> list[Path]:
        return sorted((self.home.folder / "run" / "localcoder").iterdir())

    def metric(self, name: str) -> float:
        lines = httpx.get(self.url.replace("/v1", "/metrics")).text.splitlines()
        return next(float(line.split()[-1]) for line in lines if line.startswith(f"localcoder_{name} "))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = Home(tmp_path_factory.mktemp("served"))
    with served(home) as (process, url):
        yield Served(home, process, url)


def one_line(done: Done) -> str:
    (line,) = done.stderr.splitlines()
    return line


def ask(home: Home, *args: str) -> Done:
    return home.run("run", "Say hello.", "--temperature", "0", "--output-format", "json", *args)


def test_what_is_announced_is_the_users_alone(running: Served) -> None:
    assert [path.suffix for path in running.files()] == [".engine", ".json", ".sock", ""]
    assert {stat.S_IMODE(path.stat().st_mode) for path in running.files()} == {0o600}
    assert stat.S_IMODE(running.files()[0].parent.stat().st_mode) == 0o700


def test_run_uses_the_engine_that_is_served_and_says_so_in_one_line(running: Served) -> None:
    before = running.metric("prompt_tokens_total")
    attached = ask(running.home)
    assert attached.code == 0
    assert one_line(attached).startswith(running.line)
    prompt_tokens = attached.document["usage"]["prompt_tokens"]
    assert running.metric("prompt_tokens_total") == before + prompt_tokens
    own = ask(running.home, "--no-attach")
    assert running.metric("prompt_tokens_total") == before + prompt_tokens
    assert own.stderr == ""
    for key in ("status", "text", "turns"):
        assert own.document[key] == attached.document[key]
    for key in ("prompt_tokens", "completion_tokens", "reasoning_tokens"):
        assert own.document["usage"][key] == attached.document["usage"][key]


def test_other_bounds_mean_another_engine_and_that_is_said(running: Served) -> None:
    done = ask(running.home, "--context", "4096")
    assert done.code == 0
    assert one_line(done) == (
        f"localcoder: Process {running.process.pid} runs this model, but without --context 4096,"
        " so it is loaded once more."
    )


def test_second_server_passes_on_to_the_first(running: Served) -> None:
    with served(running.home) as (second, url):
        assert url != running.url
        assert psutil.Process(second.pid).children() == []
        done = httpx.post(f"{url}/chat/completions", json={"messages": ASK, "max_tokens": 3}, timeout=TIMEOUT_S)
        assert done.json()["usage"]["completion_tokens"] == 3
        second.terminate()
        _, stderr = second.communicate(timeout=TIMEOUT_S)
        assert stderr.decode().startswith(running.line)
        assert second.returncode == 0
    assert len(running.files()) == 4


def test_end_by_a_signal_leaves_no_process_and_no_file(home: Home) -> None:
    with served(home) as (process, _):
        (engine,) = psutil.Process(process.pid).children()
        process.terminate()
        assert process.wait(TIMEOUT_S) == 0
        assert not engine.is_running()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert [path.name for path in (home.folder / "run" / "localcoder").iterdir()] == ["lock"]


def test_interrupt_while_the_model_loads_ends_everything(home: Home) -> None:
    process = home.start("serve", "--port", "0")
    engine = _wait_for_child(process)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert stderr == b""
    assert not engine.is_running()
    assert [path.name for path in (home.folder / "run" / "localcoder").iterdir()] == ["lock"]


def test_killed_server_takes_its_engine_along_and_the_next_program_cleans_up(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = home.start("serve", "--port", "0")
    engine = _wait_for_child(process)
    process.kill()
    process.communicate()
    psutil.wait_procs([engine], timeout=TIMEOUT_S)
    assert not engine.is_running()
    monkeypatch.setenv("XDG_RUNTIME_DIR", home.environment["XDG_RUNTIME_DIR"])
    assert find(EngineSpec("pocket", str(POCKET_DIRECTORY.resolve()))) == Search()
    assert [path.name for path in (home.folder / "run" / "localcoder").iterdir()] == ["lock"]


def test_model_that_cannot_be_loaded_is_one_line_and_exit_code_2(home: Home) -> None:
    broken = home.folder / "broken"
    broken.mkdir()
    (broken / "config.json").write_text("{}")
    done = home.run("serve", "--port", "0", "-m", str(broken))
    assert done.code == 2
    assert "config.json" in one_line(done)


def test_chat_may_serve_what_it_uses(home: Home) -> None:
    terminal = Terminal(home, "--serve", "--port", "0")
    try:
        terminal.wait_for("Serving pocket at http://127.0.0.1:")
        url = next(word for word in terminal.text.split() if word.startswith("http://127.0.0.1:"))
        assert httpx.get(f"{url}/models").json()["data"][0]["id"] == "pocket"
        done = ask(home)
        assert done.code == 0
        assert f"({url})" in one_line(done)
        terminal.press("say hello\r")
        terminal.wait_for("ello")
        terminal.press("\x04")
        assert terminal.end() == 0
    finally:
        terminal.kill()
    assert [path.name for path in (home.folder / "run" / "localcoder").iterdir()] == ["lock"]


def _wait_for_child(process: subprocess.Popen[bytes]) -> psutil.Process:
    while True:
        assert process.poll() is None
        children = psutil.Process(process.pid).children()
        if children:
            return children[0]
        time.sleep(0.01)  # leaves the processor to the process that starts
