"""The wheel is complete: built here, installed in a clean environment, it runs from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

import localcoder

ROOT = Path(__file__).parents[2]
POCKET_WEIGHTS = ROOT / "localcoder" / "engine" / "pocket" / "model.safetensors"


@dataclass(frozen=True)
class Installed:
    """A clean environment that holds the wheel; the dependencies are lent by the environment of the tests."""

    wheel: Path
    python: Path

    def run(self, *arguments: str, cwd: Path, home: Path, timeout_s: float = 100) -> subprocess.CompletedProcess[str]:
        """Run the installed `localcoder` command in `cwd` with an empty `home` and no standard input."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        return subprocess.run(
            [self.python.with_name("localcoder"), *arguments],
            cwd=cwd,
            env=kept | {"HOME": str(home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")

    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(pip, check=True, capture_output=True)

    purelib = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    # A plain path line adds the folder behind the wheel's own and ignores the .pth files in it, which would bring
    # this checkout back.
    (Path(purelib) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(wheel, python)


def test_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    package = ROOT / "localcoder"
    in_tree = {
        path.relative_to(ROOT).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert in_tree - set(zipfile.ZipFile(installed.wheel).namelist()) == set()


def test_installed_package_is_the_wheel_s(installed: Installed, tmp_path: Path) -> None:
    where = subprocess.run(
        [installed.python, "-c", "import localcoder; print(localcoder.__file__)"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert Path(where).is_relative_to(installed.python.parents[1])
    assert installed.run("--version", cwd=tmp_path, home=tmp_path).stdout.split()[-1] == localcoder.__version__


@pytest.mark.skipif(not POCKET_WEIGHTS.exists(), reason="the pocket model is not trained yet")
def test_installed_package_carries_out_a_task_in_an_empty_folder(installed: Installed, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    folder.mkdir()
    task = "create hello.py that prints hello and run it"
    done = installed.run("run", task, "--approval-mode", "full", cwd=folder, home=home)
    assert done.returncode == 0, done.stdout + done.stderr
    printed = subprocess.run([sys.executable, "hello.py"], cwd=folder, capture_output=True, text=True, check=True)
    assert printed.stdout.strip().lower() == "hello"
