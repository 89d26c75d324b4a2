"""With a model of this machine nothing leaves it: what the system saw of the program, and that it needs no network."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.permissions import landlock
from localcoder.permissions.landlock import Confinement
from tests.cli.running import PROGRAM, Home
from tests.cli.test_serve import served

TASK = "create a file a.txt with the text hello"
POCKET_FILES = [path for path in POCKET_DIRECTORY.iterdir() if path.is_file()]
pytestmark = pytest.mark.skipif(
    not any(path.suffix == ".safetensors" for path in POCKET_FILES), reason="the pocket model is not trained yet"
)

STRACE = ("strace", "-f", "-qq", "-e", "trace=socket,connect,bind,io_uring_setup", "-e", "signal=none")
_CALL = re.compile(r"\b(?P<call>socket|connect|bind|io_uring_setup)\((?P<arguments>.*)")


@dataclass(frozen=True)
class Traced:
    """A command line under `strace`, and what the kernel was asked for by it and all it started."""

    file: Path

    def argv(self, *command: str) -> list[str]:
        return [*STRACE, "-o", str(self.file), *command]

    def calls(self) -> list[tuple[str, str]]:
        """Each call that makes or uses a socket, with its arguments."""
        found = map(_CALL.search, self.file.read_text(errors="replace").splitlines())
        return [(match["call"], match["arguments"]) for match in found if match]


@pytest.fixture
def traced(tmp_path: Path) -> Traced:
    traced = Traced(tmp_path / "trace")
    if shutil.which(STRACE[0]) is None or subprocess.run(traced.argv("true"), check=False).returncode != 0:
        pytest.skip("needs a working strace")
    return traced


def run_task(*options: str) -> list[str]:
    return [*PROGRAM, "run", "--approval-mode", "full", "--temperature", "0", *options, TASK]


def started(home: Home, argv: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        argv,
        cwd=home.project,
        env=home.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def without_sockets(folder: Path, command: list[str]) -> list[str]:
    """The command line in a process that may do all but make sockets, Unix ones too."""
    if landlock.abi() == 0 or not landlock.can_refuse_sockets():
        pytest.skip("needs Landlock and seccomp")
    confinement = Confinement(("/",), (), (), str(folder), network=False, unix_sockets=False)
    return [sys.executable, "-I", "-S", str(landlock.__file__), confinement.to_json(), *command]


def pulled_pocket(home: Home) -> str:
    """The built-in model in the hub's cache, as a pull of another one leaves it; the hub is not said to be offline."""
    home.variables["HF_HOME"] = str(home.folder / "hf")
    repo, commit = home.folder / "hf/hub/models--acme--small", "0123456789abcdef0123456789abcdef01234567"
    snapshot = repo / "snapshots" / commit
    snapshot.mkdir(parents=True)
    for path in POCKET_FILES:
        (snapshot / path.name).symlink_to(path)
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text(commit)
    return "acme/small"


def test_strace_would_see_a_socket(traced: Traced) -> None:
    code = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('127.0.0.1', 9))"
    subprocess.run(traced.argv(sys.executable, "-c", code), check=True)
    assert [call for call, _ in traced.calls()] == ["socket", "connect"]


def test_a_task_with_a_local_model_opens_no_socket(home: Home, traced: Traced) -> None:
    done = started(home, traced.argv(*run_task("--no-sandbox")))
    assert done.returncode == 0, done.stderr
    assert (home.project / "a.txt").read_text().strip() == "hello"
    assert traced.calls() == []


def test_with_the_sandbox_only_the_kernel_is_spoken_to(home: Home, traced: Traced) -> None:
    # bubblewrap turns on the loopback of the commands' own network, over sockets to the kernel itself.
    done = started(home, traced.argv(*run_task()))
    assert done.returncode == 0, done.stderr
    families = {arguments.split(",")[0] for call, arguments in traced.calls() if call == "socket"}
    assert families <= {"AF_UNIX", "AF_NETLINK"}
    assert "connect" not in [call for call, _ in traced.calls()]


RECORDED = """
import sys
seen = []
def record(event, arguments):
    if event.startswith("socket.") and event != "socket.__new__":
        seen.append(f"{event} {arguments!r}")
sys.addaudithook(record)
from localcoder.cli.main import main
try:
    main(sys.argv[1:])
finally:
    with open("seen", "w") as file:
        file.writelines(seen)
"""


def test_a_task_is_done_where_no_socket_can_be_made_and_python_looks_up_nothing(home: Home) -> None:
    command = [sys.executable, "-c", RECORDED, *run_task()[len(PROGRAM) :]]
    done = started(home, without_sockets(home.folder, command))
    assert done.returncode == 0, done.stderr
    assert (home.project / "a.txt").exists()
    assert (home.project / "seen").read_text() == ""


def test_a_pulled_model_is_opened_without_asking_the_hub(home: Home, traced: Traced) -> None:
    done = started(home, traced.argv(*run_task("--no-sandbox", "-m", pulled_pocket(home))))
    assert done.returncode == 0, done.stderr
    assert traced.calls() == []


def test_the_chat_opens_no_socket(home: Home, traced: Traced) -> None:
    pytest.importorskip("pexpect")
    from tests.tui.test_terminal import Terminal

    argv = traced.argv(*PROGRAM, "chat", "--no-sandbox", "--temperature", "0", "-C", str(home.project))
    code = f"import os; os.execvp('strace', {argv!r})"
    terminal = Terminal(home.folder, program=["-c", code], **home.environment)
    terminal.wait_for_text("no sandbox")
    terminal.keys(f"{TASK}\r")
    terminal.wait_for_text("Allow write a.txt")
    terminal.keys("\t")
    terminal.wait_for_text("tab back")
    terminal.keys("y")
    terminal.wait_for_text("Created a.txt")
    terminal.keys("\x04")
    assert terminal.read_to_end() == 0
    assert traced.calls() == []


def test_an_attached_engine_is_spoken_to_over_its_own_unix_socket_alone(home: Home, traced: Traced) -> None:
    with served(home):
        done = started(home, traced.argv(*run_task("--no-sandbox")))
    assert done.returncode == 0, done.stderr
    calls = traced.calls()
    assert {arguments.split(",")[0] for call, arguments in calls if call == "socket"} == {"AF_UNIX"}
    connects = [arguments for call, arguments in calls if call == "connect"]
    places = [match and match[1] for match in (re.search(r'sun_path="([^"]+)"', connect) for connect in connects)]
    assert places and all(place and Path(place).is_relative_to(home.folder / "run") for place in places), calls


@pytest.mark.parametrize("reach", ["connect", "sendto", "getaddrinfo"])
def test_no_test_can_reach_another_machine(reach: str) -> None:
    """What lets the whole suite say that nothing in it needs one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as local, pytest.raises(PermissionError, match="reached for"):
        match reach:
            case "connect":
                local.connect(("192.0.2.1", 9))
            case "sendto":
                local.sendto(b"", ("192.0.2.1", 9))
            case _:
                socket.getaddrinfo("example.invalid", 443)


def test_a_pull_tells_the_hub_nothing_about_what_else_is_here() -> None:
    code = "import localcoder.engine.hub; from huggingface_hub.utils import build_hf_headers as h; print(h())"
    environment = {name: value for name, value in os.environ.items() if not name.endswith("DISABLE_TELEMETRY")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment | {"AI_AGENT": "someone"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "torch" not in done.stdout and "agent/" not in done.stdout
    assert "hf_hub/" in done.stdout
