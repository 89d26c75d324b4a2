"""What `make chat` and `make test` install, seen from a checkout whose `.venv` only notes what pip is asked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAS_DRIVER = Path("/proc/driver/nvidia/version").exists() or shutil.which("nvidia-smi") is not None
without_driver = pytest.mark.skipif(HAS_DRIVER or sys.platform != "linux", reason="needs Linux without NVIDIA driver")


def write_program(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in a folder whose name has a space; its pip installs nothing and can reach every index."""
    folder = tmp_path / "my code"
    (folder / "tools").mkdir(parents=True)
    for name in ("tools/setup.sh", "constraints.txt", "pyproject.toml", "Makefile"):
        shutil.copy(ROOT / name, folder / name)
    set_pip(folder)
    return folder


def set_pip(checkout: Path, *, failing: str = "no such argument") -> None:
    """Make pip note its arguments, know no torch, and fail where `failing` is among them."""
    body = f'echo "$*" >> "{checkout}/asked"\ncase "$*" in *"pip show"*|*"{failing}"*) exit 1;; esac'
    write_program(checkout / ".venv" / "bin" / "python", body)


def set_up(checkout: Path, wanted: str = "runtime", **environment: str) -> tuple[list[str], str]:
    """pip's installations and what was said."""
    done = subprocess.run(
        ["sh", "tools/setup.sh", wanted],
        cwd=checkout,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    asked = (checkout / "asked").read_text().splitlines()
    return [line for line in asked if "pip install" in line], done.stderr


@without_driver
def test_without_driver_torch_comes_from_the_cpu_index_alone(checkout: Path) -> None:
    torch, rest = set_up(checkout)[0]
    assert "--index-url https://download.pytorch.org/whl/cpu torch==" in torch
    assert "--no-deps" in torch
    assert "--constraint constraints.txt" in rest
    assert rest.endswith("--editable .")


@without_driver
def test_unreachable_cpu_index_falls_back_to_the_default_one(checkout: Path) -> None:
    set_pip(checkout, failing="--index-url")
    installs, said = set_up(checkout)
    assert "--index-url" not in installs[1]
    assert installs[1].endswith("torch")
    assert "cannot be used" in said


def test_with_driver_the_default_torch_and_the_gpu_extra_are_taken(checkout: Path, tmp_path: Path) -> None:
    program = write_program(tmp_path / "bin" / "nvidia-smi", "exit 0")
    installs, _ = set_up(checkout, "dev", PATH=f"{program.parent}:{os.environ['PATH']}")
    assert not any("--index-url" in line for line in installs)
    assert installs[-1].endswith("--editable .[gpu,dev,mcp,acp]")


def refused(checkout: Path, **environment: str) -> str:
    """The line that a setup without an environment fails with."""
    shutil.rmtree(checkout / ".venv")
    done = subprocess.run(
        ["/bin/sh", "tools/setup.sh", "runtime"],
        cwd=checkout,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert not (checkout / ".venv").exists()
    (line,) = done.stderr.splitlines()
    return line


def old_python(path: Path) -> Path:
    return write_program(path, 'case "$*" in --version) echo Python 3.9.2;; *print*) echo 3.9.2;; *) exit 1;; esac')


def test_old_python_is_named_with_what_to_do(checkout: Path, tmp_path: Path) -> None:
    old_python(tmp_path / "bin" / "python3")
    (tmp_path / "bin" / "dirname").symlink_to(str(shutil.which("dirname")))
    line = refused(checkout, PATH=str(tmp_path / "bin"), PYTHON="")
    assert "3.11" in line and "this machine has Python 3.9.2" in line


def test_a_python_that_was_named_is_what_is_wrong(checkout: Path, tmp_path: Path) -> None:
    old = old_python(tmp_path / "old ones" / "python3.9")
    line = refused(checkout, PYTHON=str(old))
    assert "3.11" in line and f"{old}, which PYTHON names, is Python 3.9.2" in line


def test_a_program_that_is_not_there_or_no_python_is_named(checkout: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none" / "python"
    assert f"PYTHON names {missing}, and there is no such program." in refused(checkout, PYTHON=str(missing))
    (checkout / ".venv").mkdir()
    other = write_program(tmp_path / "other", "exit 1")
    assert f"PYTHON names {other}, which is not a working Python." in refused(checkout, PYTHON=str(other))


def test_second_run_installs_nothing_until_the_versions_change(checkout: Path) -> None:
    def asked_by_make() -> int:
        log = checkout / "asked"
        log.unlink(missing_ok=True)
        subprocess.run(["make", "-s", ".venv/.runtime"], cwd=checkout, check=True, capture_output=True)
        return len(log.read_text().splitlines()) if log.exists() else 0

    assert asked_by_make() > 0
    assert asked_by_make() == 0
    later = (checkout / ".venv" / ".runtime").stat().st_mtime + 10
    os.utime(checkout / "constraints.txt", (later, later))
    assert asked_by_make() > 0


def test_every_constraint_is_an_exact_version_and_torch_is_among_them() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line)] == []
    assert "torch==2.13.0" in lines
    assert lines == sorted(lines, key=str.lower)


def test_every_dependency_is_pinned() -> None:
    def normal(name: str) -> str:
        return re.sub(r"[-_.]+", "-", name).lower()

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    pinned = {normal(line.partition("==")[0]) for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert {normal(re.split(r"[^A-Za-z0-9._-]", one)[0]) for one in wanted} - pinned == set()


def test_the_assistants_own_commands_are_not_below_the_make_that_started_it(checkout: Path) -> None:
    write_program(checkout / ".venv" / "bin" / "python", 'test "$2" = localcoder && make -s -f below.mk; exit 0')
    (checkout / "below.mk").write_text("here:\n\t@echo level $(MAKELEVEL), flags $(MAKEFLAGS)\n")
    make = ["make", "-k", "chat"]
    done = subprocess.run(make, cwd=checkout, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "level 0, flags s"
