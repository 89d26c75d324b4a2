"""How unexpected endings look."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import localcoder
from tests.cli.running import Home

CODE = "from localcoder.cli import main; main.COMMANDS['doctor'] = 'tests.cli.broken:{name}'; main.main(['doctor'])"


def ending(home: Home, monkeypatch: pytest.MonkeyPatch, name: str) -> tuple[int, str, str]:
    monkeypatch.setattr("tests.cli.running.PROGRAM", [sys.executable, "-c", CODE.format(name=name)])
    done = home.run(cwd=None)
    return done.code, done.stdout, done.stderr


def test_an_unexpected_error_is_one_line_that_says_where_the_details_are(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, stdout, stderr = ending(home, monkeypatch, "explode")
    log = home.folder / "state" / "localcoder" / "localcoder.log"
    assert (code, stdout) == (1, "")
    assert stderr == f"localcoder: unexpected ZeroDivisionError: the details (the details are in {log})\n"
    assert "Traceback" in log.read_text()


def test_an_interrupt_anywhere_is_exit_code_130(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ending(home, monkeypatch, "interrupted") == (130, "", "")


def test_a_state_directory_that_cannot_be_written_does_not_hide_the_error(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.folder / "state").write_text("a file where the folder should be")
    code, _, stderr = ending(home, monkeypatch, "explode")
    assert code == 1
    assert "ZeroDivisionError: the details" in stderr


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["", "unbuffered"])
@pytest.mark.parametrize("args", [["--help"], ["--version"], ["run", "--help"], ["models", "list"], ["config", "show"]])
def test_an_output_that_cannot_be_written_is_one_line(home: Home, args: list[str], unbuffered: str) -> None:
    home.variables["PYTHONUNBUFFERED"] = unbuffered
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = home.run(*args, stdout=full)
    assert (done.code, done.stderr) == (1, "localcoder: the output cannot be written: No space left on device.\n")


@pytest.mark.parametrize("args", [["--help"], ["doctor"], ["models", "list"], ["config", "show"], ["run", "hi"]])
def test_a_reader_who_has_left_is_nothing_to_complain_about(home: Home, args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as nobody:
        done = home.run(*args, stdout=nobody)
    assert (done.code, done.stderr) == (130, "")


@pytest.mark.parametrize("args", [["doctor"], ["sessions", "list"], ["config", "show"], ["run", "hi"]])
def test_a_folder_that_is_gone_is_one_line_and_exit_code_2(home: Home, args: list[str]) -> None:
    leave = "import os; os.mkdir('x'); os.chdir('x'); os.rmdir('../x')"
    done = subprocess.run(
        [sys.executable, "-c", f"{leave}; from localcoder.cli.main import main; main()", *args],
        cwd=home.project,
        env=home.environment | {"PYTHONPATH": str(Path(localcoder.__file__).parent.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr.startswith("localcoder: The current folder does not exist any more")
        and done.stderr.count("\n") == 1
    )
