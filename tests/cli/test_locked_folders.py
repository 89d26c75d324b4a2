"""Folders that may not be entered: those that sudo left in a home, and those of other users in a project."""

from __future__ import annotations

import pytest

from tests.cli.running import Home
from tests.fakes.locked import locked
from tests.fakes.openai_server import Answer, serving

WORK = [
    Answer(calls=[("write", {"path": "a.txt", "content": "x\n"})]),
    Answer(calls=[("shell", {"command": "cp a.txt b.txt"})]),
    Answer(calls=[("list", {"path": "."})]),
    Answer("Done."),
]


@pytest.mark.parametrize("name", ["project/locked", "project/.git", "data", "cache", "state", ".local/share", ".cache"])
def test_a_turn_works_beside_a_locked_folder(home: Home, name: str) -> None:
    if name.startswith("."):  # what others keep in the home: secrets to hide, caches to open
        home.variables |= {"XDG_CACHE_HOME": ""}
    with serving(*WORK) as server, locked(home.folder / name):
        done = home.call("run", "--endpoint", server.url, "--approval-mode", "full", "copy it")
    assert (done.code, done.stdout) == (0, "Done.\n")
    assert (home.project / "b.txt").read_text() == "x\n"


@pytest.mark.parametrize("name", ["data", "cache", "state", "config", ".cache"])
def test_the_doctor_names_the_locked_folder(home: Home, name: str) -> None:
    if name == ".cache":
        home.variables |= {"XDG_CACHE_HOME": ""}
    with locked(home.folder / name):
        done = home.call("doctor")
    assert done.code == 1
    assert "Folders       not writable:" in done.stdout
    assert str(home.folder / name / "localcoder") in "".join(done.stdout.split())
    assert done.stderr == ""


@pytest.mark.parametrize("args", [["config", "show"], ["run", "hi"]])
def test_settings_that_cannot_be_read_are_one_line_and_exit_code_2(home: Home, args: list[str]) -> None:
    with locked(home.folder / "config"):
        done = home.call(*args)
    file = home.folder / "config" / "localcoder" / "config.toml"
    assert (done.code, done.stdout) == (2, "")
    assert done.stderr == f"localcoder: {file} cannot be read: Permission denied.\n"


@pytest.mark.parametrize("name", ["data", "data/localcoder/sessions"])
@pytest.mark.parametrize("args", [["sessions", "list"], ["sessions", "show", "2"], ["run", "-c", "hi"]])
def test_sessions_that_cannot_be_read_are_one_line(home: Home, args: list[str], name: str) -> None:
    with locked(home.folder / name):
        done = home.call(*args)
    folder = home.folder / "data" / "localcoder" / "sessions"
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr == f"localcoder: The sessions in {folder} cannot be read: Permission denied.\n"
