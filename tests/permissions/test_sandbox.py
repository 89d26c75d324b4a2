"""Commands in the sandbox, that of bubblewrap and that of Landlock."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from localcoder.permissions import landlock
from localcoder.permissions import sandbox as sandbox_module
from localcoder.permissions.caches import writable_caches
from localcoder.permissions.sandbox import Sandbox
from localcoder.workspace.roots import Roots


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    folder.mkdir()
    return folder


BROKEN_BWRAP = "#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n"


@pytest.fixture
def broken_bubblewrap(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on machines that forbid user namespaces."""
    program = tmp_path_factory.mktemp("broken") / "bwrap"
    program.write_text(BROKEN_BWRAP)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


@pytest.fixture(params=["bubblewrap", "Landlock"])
def means(request: pytest.FixtureRequest) -> str:
    """What confines; each test that names it is about both."""
    if request.param == "Landlock":
        request.getfixturevalue("broken_bubblewrap")
    return str(request.param)


def confined_by(means: str, roots: Roots, *, network: bool = False) -> Sandbox:
    found = Sandbox.detect(True, roots, network=network)
    if found.means != means:
        pytest.skip(f"needs a working {means}: {found.reason or found.means}")
    return found


@pytest.fixture
def sandbox(workspace: Path, means: str) -> Sandbox:
    return confined_by(means, Roots(workspace))


def run(sandbox: Sandbox, command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        sandbox.wrap(["bash", "-c", command]), cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )


def test_switched_off_it_says_so_and_changes_nothing(workspace: Path) -> None:
    off = Sandbox.detect(False, Roots(workspace))
    assert (off.works, off.reason) == (False, "the sandbox is switched off")
    assert off.wrap(["ls", "-l"]) == ["ls", "-l"]


def test_the_label_says_what_a_footer_must_not_hide() -> None:
    assert Sandbox(False, "none works").label == "no sandbox"
    assert Sandbox(True, "", network_open=True).label == "sandbox, network open"
    assert Sandbox(True, "").label == "sandbox"


def test_where_nothing_confines_both_reasons_are_given(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    monkeypatch.setenv("PATH", str(workspace))
    found = Sandbox.detect(True, Roots(workspace))
    assert (found.works, found.means) == (False, "")
    assert found.reason == "bubblewrap (bwrap) is not installed; this system has no Landlock"


@pytest.mark.usefixtures("broken_bubblewrap")
def test_a_bubblewrap_that_fails_is_not_believed(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    found = Sandbox.detect(True, Roots(workspace / "other"))
    assert not found.works
    assert found.reason.startswith("bubblewrap does not work here: No permissions to create new namespace; ")


@pytest.mark.usefixtures("broken_bubblewrap")
def test_landlock_takes_over_and_says_what_it_does_not_cover(workspace: Path) -> None:
    found = confined_by("Landlock", Roots(workspace))
    assert found.works and not found.network_open
    assert "Git's hooks and .localcoder in the workspace can be written" in found.gaps


@pytest.mark.usefixtures("broken_bubblewrap")
def test_on_a_machine_whose_calls_are_unknown_landlock_admits_that_the_network_is_open(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock, "can_refuse_sockets", lambda: False)
    found = confined_by("Landlock", Roots(workspace))
    assert found.network_open
    assert "only TCP is refused" in found.gaps or "the network is open" in found.gaps


@pytest.mark.usefixtures("broken_bubblewrap")
def test_where_a_service_could_run_programs_for_commands_landlock_refuses_unix_sockets(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_AUTH_SOCK", "/somewhere/agent")
    found = confined_by("Landlock", Roots(workspace))
    make = "import socket; socket.socketpair(); print('pair'); socket.socket(socket.AF_UNIX)"
    done = run(found, f'{sys.executable} -c "{make}"', workspace)
    assert (done.stdout, done.returncode) == ("pair\n", 1)
    assert "PermissionError" in done.stderr


def test_the_programs_that_commands_start_are_confined_like_them(workspace: Path, sandbox: Sandbox) -> None:
    nested = f"sh -c 'setsid sh -c \"echo x > {workspace.parent}/y; echo x > y\"; wait'"
    run(sandbox, nested, workspace)
    assert (workspace / "y").exists()
    assert not (workspace.parent / "y").exists()


def test_nothing_outside_can_be_removed_renamed_emptied_or_linked_in(workspace: Path, sandbox: Sandbox) -> None:
    victim = workspace.parent / "victim"
    victim.write_text("kept")
    for command in (f"rm {victim}", f"mv {victim} .", f"truncate -s 0 {victim}", f"ln {victim} own && echo x > own"):
        run(sandbox, command, workspace)
    assert victim.read_text() == "kept"


def test_a_link_in_the_workspace_leads_nowhere_new(workspace: Path, sandbox: Sandbox) -> None:
    (workspace.parent / "victim").write_text("kept")
    run(sandbox, f"ln -s {workspace.parent} out; echo x > out/victim; echo x > out/new", workspace)
    assert (workspace.parent / "victim").read_text() == "kept"
    assert not (workspace.parent / "new").exists()


def test_the_proof_is_made_once(workspace: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_second_time(*arguments: object, **options: object) -> None:
        raise AssertionError("it ran again")

    monkeypatch.setattr(sandbox_module.subprocess, "run", no_second_time)
    assert Sandbox.detect(True, Roots(workspace)) is sandbox


def test_the_workspace_can_be_written(workspace: Path, sandbox: Sandbox) -> None:
    assert run(sandbox, "echo x > f && mkdir -p a/b && mv f a/b/", workspace).returncode == 0
    assert (workspace / "a/b/f").read_text() == "x\n"


def test_added_folders_can_be_written(tmp_path: Path, workspace: Path, sandbox: Sandbox) -> None:
    (tmp_path / "extra").mkdir()
    wider = confined_by(sandbox.means, Roots(workspace, (tmp_path / "extra",)))
    assert run(wider, f"echo x > {tmp_path}/extra/f", workspace).returncode == 0
    run(sandbox, f"mkdir -p {tmp_path}/extra; echo x > {tmp_path}/extra/g", workspace)
    assert [path.name for path in (tmp_path / "extra").iterdir()] == ["f"]


def test_the_rest_cannot_be_written(workspace: Path, sandbox: Sandbox, isolated_home: Path) -> None:
    (isolated_home / "f").write_text("mine")
    for target in ("/etc/x", "/usr/x", str(isolated_home / "f"), str(workspace.parent / "x")):
        run(sandbox, f"echo x > {target}", workspace)
    assert (isolated_home / "f").read_text() == "mine"
    assert not (workspace.parent / "x").exists()
    assert not Path("/etc/x").exists()


@pytest.mark.parametrize("means", ["bubblewrap"])
def test_tmp_is_private(workspace: Path, sandbox: Sandbox) -> None:
    done = run(sandbox, "echo x > /tmp/localcoder-sandbox-test && cat /tmp/localcoder-sandbox-test", workspace)
    assert done.stdout == "x\n"
    assert not Path("/tmp/localcoder-sandbox-test").exists()
    assert run(sandbox, "cat /tmp/localcoder-sandbox-test; rm /tmp/localcoder-sandbox-test", workspace).stdout == "x\n"


def test_temporary_files_can_be_made_and_last_to_the_next_command(workspace: Path, sandbox: Sandbox) -> None:
    made = run(sandbox, "file=$(mktemp) && echo x > $file && echo $file", workspace).stdout.strip()
    assert run(sandbox, f"cat {made} && rm {made}", workspace).stdout == "x\n"


def test_what_others_keep_in_tmp_cannot_be_read(workspace: Path, sandbox: Sandbox) -> None:
    (workspace.parent / "secret").write_text("private")
    assert run(sandbox, f"cat {workspace.parent}/secret", workspace).stdout == ""


def test_programs_that_lie_in_tmp_run_inside(
    means: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "programs" / "greet"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    (tmp_path / "secret").write_text("x")
    monkeypatch.setenv("PATH", f"{program.parent}:/tmp:{os.environ['PATH']}")
    found = confined_by(means, Roots(workspace))
    done = run(found, f"greet; echo x >> {program}; cat {tmp_path}/secret", workspace)
    assert done.stdout.split() == ["hello"]
    assert program.read_text().endswith("hello\n")


def test_a_virtual_environment_in_the_workspace_stays_writable(
    means: str, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / ".venv" / "bin").mkdir(parents=True)
    (workspace / ".venv" / "pyvenv.cfg").touch()
    monkeypatch.setenv("PATH", f"{workspace}/.venv/bin:{os.environ['PATH']}")
    found = confined_by(means, Roots(workspace))
    assert run(found, "echo x > .venv/bin/tool", workspace).returncode == 0


def test_a_virtual_environment_in_tmp_is_there_whole(
    means: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / "env"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text("home = /usr/bin\n")
    monkeypatch.setenv("PATH", f"{environment}/bin:{os.environ['PATH']}")
    found = confined_by(means, Roots(workspace))
    assert run(found, f"cat {environment}/pyvenv.cfg", workspace).stdout == "home = /usr/bin\n"


def test_secrets_of_the_home_are_hidden(workspace: Path, isolated_home: Path) -> None:
    (isolated_home / ".ssh").mkdir()
    (isolated_home / ".ssh" / "id").write_text("private")
    (isolated_home / ".netrc").write_text("private")
    (isolated_home / "notes").write_text("public")
    found = confined_by("bubblewrap", Roots(workspace, (isolated_home,)))
    done = run(found, "cat ~/.ssh/id ~/.netrc ~/notes", workspace)
    assert done.stdout == "public"


def test_a_workspace_below_a_hidden_folder_is_there(means: str, isolated_home: Path) -> None:
    folder = isolated_home / ".config" / "gcloud" / "project"
    folder.mkdir(parents=True)
    (folder.parent / "key").write_text("private")
    found = confined_by(means, Roots(folder))
    assert run(found, "echo x > f; cat f ../key", folder).stdout == "x\n"


@pytest.mark.parametrize("means", ["bubblewrap"])
def test_there_is_no_network_unless_allowed(workspace: Path, sandbox: Sandbox) -> None:
    interfaces = "ls /proc/self/net/dev && tail -n +3 /proc/self/net/dev | cut -d: -f1"
    assert run(sandbox, interfaces, workspace).stdout.split()[1:] == ["lo"]
    host = Path("/proc/self/net/dev").read_text().count(":")
    open_one = Sandbox.detect(True, Roots(workspace), network=True)
    assert len(run(open_one, interfaces, workspace).stdout.split()) == 1 + host


REACH = """
import socket, sys
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    try:
        socket.socket(socket.AF_INET, kind).connect(("127.0.0.1", int(sys.argv[1])))
        print("reached")
    except OSError as error:
        print(type(error).__name__)
"""


def test_a_server_outside_cannot_be_reached_unless_the_network_is_allowed(workspace: Path, sandbox: Sandbox) -> None:
    (workspace / "reach.py").write_text(REACH)
    allowed = confined_by(sandbox.means, Roots(workspace), network=True)
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = f"{sys.executable} reach.py {server.getsockname()[1]}"
        # In the network of its own that bubblewrap gives, a datagram socket may connect to nobody.
        refused = {
            "bubblewrap": ["ConnectionRefusedError", "reached"],
            "Landlock": ["PermissionError", "PermissionError"],
        }
        assert run(sandbox, command, workspace).stdout.split() == refused[sandbox.means]
        assert run(allowed, command, workspace).stdout.split() == ["reached", "reached"]


@pytest.mark.parametrize("means", ["bubblewrap"])
def test_git_hooks_and_own_configuration_cannot_be_planted(workspace: Path, means: str) -> None:
    (workspace / ".git" / "hooks").mkdir(parents=True)
    (workspace / ".localcoder").mkdir()
    found = confined_by(means, Roots(workspace))
    assert run(found, "echo x > .git/hooks/pre-commit", workspace).returncode != 0
    assert run(found, "echo x > .localcoder/config.toml", workspace).returncode != 0
    assert run(found, "echo x > .git/index", workspace).returncode == 0


def test_processes_outside_are_neither_seen_nor_killed(workspace: Path, sandbox: Sandbox) -> None:
    if sandbox.means == "Landlock" and landlock.abi() < landlock.ABI_SCOPES:
        pytest.skip("needs Landlock that knows of signals (Linux 6.12)")
    assert run(sandbox, f"kill -0 {os.getpid()}", workspace).returncode != 0


def test_git_works_inside(workspace: Path, sandbox: Sandbox) -> None:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    command = (
        "git init -q . && git config user.email a@b.c && git config user.name n && echo x > f && git add f && "
        "git commit -qm first && git status --short && git log --oneline | wc -l"
    )
    done = run(sandbox, command, workspace)
    assert (done.stdout.strip(), done.returncode) == ("1", 0), done.stderr


def test_process_pools_and_semaphores_work_inside(workspace: Path, sandbox: Sandbox) -> None:
    (workspace / "pool.py").write_text(
        "from concurrent.futures import ProcessPoolExecutor\n"
        "import multiprocessing\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.Semaphore(1)\n"
        "    with ProcessPoolExecutor(2) as pool:\n"
        "        print(sum(pool.map(abs, [-1, -2])))\n"
    )
    done = run(sandbox, f"{sys.executable} pool.py", workspace)
    assert done.stdout == "3\n", done.stderr


def test_pytest_works_inside(workspace: Path, sandbox: Sandbox) -> None:
    (workspace / "test_x.py").write_text("def test_x(tmp_path):\n    (tmp_path / 'f').write_text('x')\n")
    done = run(sandbox, f"{sys.executable} -m pytest -q -n 2 -p no:cacheprovider test_x.py", workspace)
    assert done.returncode == 0, done.stdout + done.stderr


def test_caches_of_package_managers_can_be_written(means: str, workspace: Path, isolated_home: Path) -> None:
    (isolated_home / ".npm").mkdir()
    found = confined_by(means, Roots(workspace))
    assert run(found, "echo x > ~/.npm/x", workspace).returncode == 0


def test_an_npm_script_runs_inside(workspace: Path, sandbox: Sandbox) -> None:
    if shutil.which("npm") is None:
        pytest.skip("needs npm")
    (workspace / "package.json").write_text('{"scripts": {"test": "node -p 6*7"}}')
    done = run(sandbox, "npm test", workspace)
    assert done.stdout.split()[-1] == "42", done.stderr


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
def test_uv_runs_inside_though_it_never_ran_before(means: str, workspace: Path, isolated_home: Path) -> None:
    (workspace / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0"\n')
    done = run(confined_by(means, Roots(workspace)), "uv run --offline python -c 'print(6*7)'", workspace)
    assert done.stdout == "42\n", done.stderr


def test_a_cache_that_a_program_needs_is_there_before_its_first_run(
    means: str, workspace: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / "uv").write_text("#!/bin/sh\nmkdir -p ~/.cache/uv && echo x > ~/.cache/uv/x && echo works\n")
    (workspace / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", f"{workspace}:{os.environ['PATH']}")
    assert run(confined_by(means, Roots(workspace)), "uv", workspace).stdout == "works\n"
    assert (isolated_home / ".cache/uv/x").exists()


def test_caches_are_found_where_the_environment_puts_them_and_never_hold_the_home(tmp_path: Path) -> None:
    tmp_path = tmp_path.resolve()
    home, other = tmp_path / "home", tmp_path / "other"
    for folder in (home / ".npm", home / ".cache/pip", other / "pip", tmp_path / "pips"):
        folder.mkdir(parents=True)
    nowhere = {"PATH": str(tmp_path)}
    assert writable_caches(nowhere, home) == (home / ".cache/pip", home / ".npm")
    assert writable_caches({**nowhere, "XDG_CACHE_HOME": str(other)}, home) == (other / "pip", home / ".npm")
    assert writable_caches({**nowhere, "PIP_CACHE_DIR": str(tmp_path / "pips")}, home)[0] == tmp_path / "pips"
    (home / ".npm").rmdir()
    (home / ".npm").symlink_to(tmp_path)
    assert writable_caches({**nowhere, "PIP_CACHE_DIR": str(home)}, home) == ()


def test_exit_codes_and_signals_come_through(workspace: Path, sandbox: Sandbox) -> None:
    assert run(sandbox, "exit 7", workspace).returncode == 7
    assert run(sandbox, "kill -TERM $$", workspace).returncode in (128 + signal.SIGTERM, -signal.SIGTERM)
    assert run(sandbox, "no-such-program", workspace).returncode == 127
