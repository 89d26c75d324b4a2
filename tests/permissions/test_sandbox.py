"""Commands in the bubblewrap sandbox."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from localcoder.permissions import sandbox as sandbox_module
from localcoder.permissions.sandbox import Sandbox
from localcoder.workspace.roots import Roots


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    folder.mkdir()
    return folder


@pytest.fixture
def sandbox(workspace: Path) -> Sandbox:
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    return found


def run(sandbox: Sandbox, command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        sandbox.wrap(["bash", "-c", command]), cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )


def test_switched_off_it_says_so_and_changes_nothing(workspace: Path) -> None:
    off = Sandbox.detect(False, Roots(workspace))
    assert (off.works, off.reason) == (False, "the sandbox is switched off")
    assert off.wrap(["ls", "-l"]) == ["ls", "-l"]


def test_without_bubblewrap_the_reason_is_given(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(workspace))
    found = Sandbox.detect(True, Roots(workspace))
    assert (found.works, found.reason) == (False, "bubblewrap (bwrap) is not installed")


def test_a_bubblewrap_that_fails_is_not_believed(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = workspace / "bwrap"
    program.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(workspace))
    found = Sandbox.detect(True, Roots(workspace / "other"))
    assert not found.works
    assert found.reason == "bubblewrap does not work here: No permissions to create new namespace"


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
    wider = Sandbox.detect(True, Roots(workspace, (tmp_path / "extra",)))
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


def test_tmp_is_private(workspace: Path, sandbox: Sandbox) -> None:
    done = run(sandbox, "echo x > /tmp/localcoder-sandbox-test && cat /tmp/localcoder-sandbox-test", workspace)
    assert done.stdout == "x\n"
    assert not Path("/tmp/localcoder-sandbox-test").exists()
    assert run(sandbox, "cat /tmp/localcoder-sandbox-test; rm /tmp/localcoder-sandbox-test", workspace).stdout == "x\n"


def test_programs_that_lie_in_tmp_run_inside(workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "programs" / "greet"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    (tmp_path / "secret").write_text("x")
    monkeypatch.setenv("PATH", f"{program.parent}:/tmp:{os.environ['PATH']}")
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    done = run(found, f"greet; echo x >> {program}; ls {tmp_path}", workspace)
    assert done.stdout.split() == ["hello", "programs", "ws"]
    assert program.read_text().endswith("hello\n")


def test_a_virtual_environment_in_the_workspace_stays_writable(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace / ".venv" / "bin").mkdir(parents=True)
    (workspace / ".venv" / "pyvenv.cfg").touch()
    monkeypatch.setenv("PATH", f"{workspace}/.venv/bin:{os.environ['PATH']}")
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    assert run(found, "echo x > .venv/bin/tool", workspace).returncode == 0


def test_a_virtual_environment_in_tmp_is_there_whole(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = tmp_path / "env"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text("home = /usr/bin\n")
    monkeypatch.setenv("PATH", f"{environment}/bin:{os.environ['PATH']}")
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    assert run(found, f"cat {environment}/pyvenv.cfg", workspace).stdout == "home = /usr/bin\n"


def test_secrets_of_the_home_are_hidden(workspace: Path, isolated_home: Path) -> None:
    (isolated_home / ".ssh").mkdir()
    (isolated_home / ".ssh" / "id").write_text("private")
    (isolated_home / ".netrc").write_text("private")
    (isolated_home / "notes").write_text("public")
    found = Sandbox.detect(True, Roots(workspace, (isolated_home,)))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    done = run(found, "cat ~/.ssh/id ~/.netrc ~/notes", workspace)
    assert done.stdout == "public"


def test_a_workspace_below_a_hidden_folder_is_there(isolated_home: Path) -> None:
    folder = isolated_home / ".config" / "gcloud" / "project"
    folder.mkdir(parents=True)
    (folder.parent / "key").write_text("private")
    found = Sandbox.detect(True, Roots(folder))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    assert run(found, "echo x > f; cat f ../key", folder).stdout == "x\n"


def test_there_is_no_network_unless_allowed(workspace: Path, sandbox: Sandbox) -> None:
    interfaces = "ls /proc/self/net/dev && tail -n +3 /proc/self/net/dev | cut -d: -f1"
    assert run(sandbox, interfaces, workspace).stdout.split()[1:] == ["lo"]
    host = Path("/proc/self/net/dev").read_text().count(":")
    open_one = Sandbox.detect(True, Roots(workspace), network=True)
    assert len(run(open_one, interfaces, workspace).stdout.split()) == 1 + host


def test_git_hooks_and_own_configuration_cannot_be_planted(workspace: Path) -> None:
    (workspace / ".git" / "hooks").mkdir(parents=True)
    (workspace / ".localcoder").mkdir()
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    assert run(found, "echo x > .git/hooks/pre-commit", workspace).returncode != 0
    assert run(found, "echo x > .localcoder/config.toml", workspace).returncode != 0
    assert run(found, "echo x > .git/index", workspace).returncode == 0


def test_processes_outside_are_neither_seen_nor_killed(workspace: Path, sandbox: Sandbox) -> None:
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
    done = run(sandbox, f"{sys.executable} -m pytest -q -p no:cacheprovider test_x.py", workspace)
    assert done.returncode == 0, done.stdout + done.stderr


def test_caches_of_package_managers_can_be_written(workspace: Path, isolated_home: Path) -> None:
    (isolated_home / ".npm").mkdir()
    found = Sandbox.detect(True, Roots(workspace))
    if not found.works:
        pytest.skip(f"needs a working bubblewrap: {found.reason}")
    assert run(found, "echo x > ~/.npm/x", workspace).returncode == 0


def test_exit_codes_and_signals_come_through(workspace: Path, sandbox: Sandbox) -> None:
    assert run(sandbox, "exit 7", workspace).returncode == 7
    assert run(sandbox, "kill -TERM $$", workspace).returncode == 143
