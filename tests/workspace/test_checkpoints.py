"""Undo and redo of turns on a real file system."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.workspace.blobs import BlobLost, BlobStore
from localcoder.workspace.checkpoint_folder import CheckpointFolder
from localcoder.workspace.checkpoints import Checkpoints, FileChange, UndoRefused
from localcoder.workspace.roots import real_path
from localcoder.workspace.survey import Limits, Surveyor
from tests.workspace.turns_bench import Bench, entry_of


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_undo_removes_what_was_created_with_its_folders_and_redo_makes_it_again(bench: Bench) -> None:
    with bench.turn():
        bench.write("a/b/c.txt", b"new")
    after = bench.tree()
    assert "a/b/c.txt" in bench.checkpoints.undo()
    assert bench.tree() == {}
    bench.checkpoints.redo()
    assert bench.tree() == after


def test_several_undos_go_back_turn_by_turn_and_redos_forth(bench: Bench) -> None:
    trees = [bench.tree()]
    for number in range(4):
        with bench.turn():
            bench.write("a.txt", b"%d" % number)
            bench.write("b.txt", b"%d" % (number // 2))
        trees.append(bench.tree())
    for tree in reversed(trees[:-1]):
        bench.checkpoints.undo()
        assert bench.tree() == tree
    with pytest.raises(UndoRefused, match="nothing to undo"):
        bench.checkpoints.undo()
    for tree in trees[1:]:
        bench.checkpoints.redo()
        assert bench.tree() == tree
    with pytest.raises(UndoRefused, match="nothing to redo"):
        bench.checkpoints.redo()


def test_what_a_command_deletes_moves_and_links_comes_back_as_it_was(bench: Bench) -> None:
    (bench.work / "bin").mkdir(mode=0o750)
    (bench.work / "bin/tool").write_bytes(b"#!/bin/sh\n\xff")
    (bench.work / "bin/tool").chmod(0o751)
    (bench.work / "to").symlink_to("bin/tool")
    (bench.work / "nowhere").symlink_to("/does/not/exist")
    (bench.work / "empty").mkdir()
    before = bench.tree()
    script = "mv bin tools; rm to nowhere; ln -s tools bin; rmdir empty; echo x >empty; chmod 700 tools; echo y >new"
    with bench.turn(), bench.command():
        subprocess.run(["sh", "-c", script], cwd=bench.work, check=True)
    after = bench.tree()
    bench.checkpoints.undo()
    assert bench.tree() == before
    bench.checkpoints.redo()
    assert bench.tree() == after


def test_a_private_file_that_comes_back_is_never_readable_by_others_meanwhile(bench: Bench) -> None:
    secret = bench.work / "key"
    secret.write_bytes(b"secret")
    secret.chmod(0o600)
    with bench.turn(), bench.command():
        secret.unlink()
    seen: list[int] = []
    original = os.link
    with pytest.MonkeyPatch.context() as patch:

        def watch(source: str, *rest: object, **more: object) -> None:
            seen.append(stat.S_IMODE(os.stat(source, dir_fd=more.get("src_dir_fd")).st_mode))
            original(source, *rest, **more)

        patch.setattr(os, "replace", _watching(os.replace, seen))
        patch.setattr(os, "link", watch)
        bench.checkpoints.undo()
    assert seen == [0o600]
    assert entry_of(secret) == ("file", 0o600, b"secret")


def _watching(original: Callable[..., None], seen: list[int]) -> Callable[..., None]:
    def watch(source: str, target: str, **more: int) -> None:
        seen.append(stat.S_IMODE(os.stat(source, dir_fd=more.get("src_dir_fd")).st_mode))
        original(source, target, **more)

    return watch


@pytest.mark.parametrize("foreign", ["content", "mode", "deleted", "link"])
def test_a_file_that_changed_since_is_named_and_nothing_at_all_changes(bench: Bench, foreign: str) -> None:
    with bench.turn():
        bench.write("a.txt", b"1")
        bench.write("b.txt", b"1")
    path = bench.work / "b.txt"
    match foreign:
        case "content":
            times = (path.stat().st_atime_ns, path.stat().st_mtime_ns)
            path.write_bytes(b"2")
            os.utime(path, ns=times)
        case "mode":
            path.chmod(0o600)
        case "deleted":
            path.unlink()
        case "link":
            path.unlink()
            path.symlink_to("a.txt")
    before = bench.tree()
    with pytest.raises(UndoRefused, match=r"Nothing was changed: b\.txt has changed since"):
        bench.checkpoints.undo()
    assert bench.tree() == before


def test_a_change_by_someone_else_between_two_edits_of_a_turn_is_never_lost(bench: Bench) -> None:
    with bench.turn():
        bench.write("a.txt", b"1")
        (bench.work / "a.txt").write_bytes(b"mine")
        bench.write("a.txt", b"2")
    with pytest.raises(UndoRefused, match=r"something else changed a\.txt too"):
        bench.checkpoints.undo()
    assert bench.tree()["a.txt"][2] == b"2"


def test_files_that_the_turn_did_not_touch_stay_whatever_happens_to_them(bench: Bench) -> None:
    (bench.work / "untracked.txt").write_bytes(b"old")
    with bench.turn():
        with bench.command():
            (bench.work / "a.txt").write_bytes(b"1")
        (bench.work / "untracked.txt").write_bytes(b"mine")
        (bench.work / "mine.txt").write_bytes(b"new")
        with bench.command():
            (bench.work / "b.txt").write_bytes(b"1")
    bench.checkpoints.undo()
    assert {name: entry[2] for name, entry in bench.tree().items()} == {"untracked.txt": b"mine", "mine.txt": b"new"}


def test_a_hard_link_that_the_turn_made_is_undone_without_touching_its_other_name(bench: Bench) -> None:
    (bench.work / "a").write_bytes(b"a")
    (bench.work / "b").write_bytes(b"b")
    before = bench.tree()
    with bench.turn(), bench.command():
        (bench.work / "b").unlink()
        os.link(bench.work / "a", bench.work / "b")
    bench.checkpoints.undo()
    assert bench.tree() == before


def test_what_an_edit_changes_under_the_other_name_of_a_file_is_undone_too(bench: Bench) -> None:
    (bench.work / "a").write_bytes(b"1")
    os.link(bench.work / "a", bench.work / "b")
    before = bench.tree()
    with bench.turn():
        bench.write("a", b"2")
    assert bench.tree()["b"][2] == b"2"
    bench.checkpoints.undo()
    assert bench.tree() == before


def test_ignored_files_are_neither_stored_nor_touched(bench: Bench) -> None:
    (bench.work / ".gitignore").write_text("*.log\nbuild/\n")
    (bench.work / "build").mkdir()
    for name in ("a.log", "build/big", "kept"):
        (bench.work / name).write_bytes(f"IGNORED {name}".encode())
    with bench.turn(), bench.command():
        (bench.work / ".gitignore").unlink()  # now nothing is ignored; that makes nothing new
        (bench.work / "a.log").write_bytes(b"changed")
        (bench.work / "kept").unlink()
    stored = b"".join(path.read_bytes() for path in bench.store.rglob("*") if path.is_file())
    assert b"IGNORED kept" in stored
    assert b"IGNORED a.log" not in stored
    assert b"IGNORED build/big" not in stored
    bench.checkpoints.undo()
    assert bench.tree()["a.log"][2] == b"changed"
    assert bench.tree()["build/big"][2] == b"IGNORED build/big"
    assert bench.tree()["kept"][2] == b"IGNORED kept"


def repository(folder: Path, kind: str = "folder") -> None:
    """What `git init` makes as far as it matters here, or what a submodule has."""
    folder.mkdir(exist_ok=True)
    (folder / "x").write_bytes(b"x")
    if kind == "file":
        (folder / ".git").write_text("gitdir: ../.git/modules/sub\n")
    elif kind == "link":
        (folder / ".git").symlink_to("../elsewhere")
    else:
        (folder / ".git" / "objects").mkdir(parents=True)
        (folder / ".git" / "description").write_text("Unnamed repository")
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/main")


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
@pytest.mark.parametrize("where", ["sub", "."])
@pytest.mark.parametrize("again", [False, True])
def test_a_git_that_a_command_takes_away_is_named_as_not_covered(
    bench: Bench, kind: str, where: str, again: bool
) -> None:
    repository(bench.work / where, kind)
    name = os.path.normpath(f"{where}/.git")
    with bench.turn():
        step = bench.checkpoints.begin_step((), everything=True)
        assert step is not None
        assert bench.checkpoints.not_covered(step) is None
        for path in (bench.work / where).iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        if again:
            repository(bench.work / where, "folder" if kind != "folder" else "file")
            (bench.work / where / "x").unlink()
        bench.checkpoints.end_step(step)
        assert bench.checkpoints.not_covered(step) == f"/undo does not cover {name} (Git's own files)."
        assert bench.checkpoints.not_covered(step) is None
    assert FileChange(name, None, None, "changed, not kept") in bench.checkpoints.changes()
    shown = os.path.normpath(f"{where}/x")
    assert bench.checkpoints.undo() == f"Undone: {shown} is as before “do it”. Not covered: {name}."
    assert (bench.work / name).exists() == again


def test_a_repository_that_was_made_anew_is_another(bench: Bench) -> None:
    """Its folders may have the inodes of the one before, on which the file system decides."""
    repository(bench.work)
    with bench.turn(), bench.command():
        (bench.work / ".git/description").unlink()
        (bench.work / ".git/description").write_text("Unnamed repository")
    with pytest.raises(UndoRefused, match=r"Nothing was changed: no checkpoint covers \.git\."):
        bench.checkpoints.undo()


def test_what_git_does_in_its_own_folder_is_nothing_to_name(bench: Bench) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    repository(bench.work / "sub", "file")
    (bench.work / "sub/.git").unlink()
    try:
        subprocess.run([*git, "init", "-q"], cwd=bench.work / "sub", check=True)
    except FileNotFoundError:
        pytest.skip("needs git")
    with bench.turn(), bench.command():
        for command in (["add", "."], ["commit", "-qm", "x"], ["checkout", "-qb", "y"], ["gc", "-q"], ["pack-refs"]):
            subprocess.run([*git, *command], cwd=bench.work / "sub", check=True)
        (bench.work / "new").write_bytes(b"1")
    assert bench.checkpoints.undo() == "Undone: new is as before “do it”."
    assert (bench.work / "sub/.git/HEAD").exists()


def test_localcoders_own_folders_are_no_part_of_a_workspace_around_them(tmp_path: Path) -> None:
    work = real_path(tmp_path)
    journal = work / "data" / "sessions" / "1.jsonl"
    journal.parent.mkdir(parents=True)
    checkpoints = Checkpoints([work], work / "data" / "checkpoints", private=[work / "data"])
    checkpoints.begin_turn("x")
    step = checkpoints.begin_step((), everything=True)
    journal.write_text("written meanwhile")
    (work / "new").write_text("x")
    checkpoints.end_step(step)
    checkpoints.end_turn()
    checkpoints.undo()
    assert journal.read_text() == "written meanwhile"
    assert not (work / "new").exists()


def test_what_is_too_large_is_named_once_and_never_touched(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(file_bytes=100))
    (bench.work / "big.bin").write_bytes(bytes(101))
    with bench.turn():
        with bench.command() as said:
            (bench.work / "big.bin").write_bytes(bytes(102))
            (bench.work / "small").write_bytes(b"x")
        assert len(said) == 1
        assert "big.bin" in said[0]
        with bench.command() as said:
            pass
        assert said == []
    assert "Not covered: big.bin" in bench.checkpoints.undo()
    assert {name: len(entry[2]) for name, entry in bench.tree().items()} == {"big.bin": 102}


def test_a_turn_that_only_changed_what_is_too_large_says_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(file_bytes=100))
    with bench.turn(), bench.command():
        (bench.work / "big.bin").write_bytes(bytes(101))
    with pytest.raises(UndoRefused, match=r"no checkpoint covers big\.bin"):
        bench.checkpoints.undo()
    assert "big.bin" in bench.tree()


def test_beyond_the_bytes_of_a_look_files_are_named(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(look_bytes=10))
    for name in "abc":
        (bench.work / name).write_bytes(name.encode() * 5)
    with bench.turn(), bench.command() as said:
        for name in "abc":
            (bench.work / name).unlink()
    assert said[0].startswith("/undo does not cover c (")
    assert bench.checkpoints.undo().endswith("Not covered: c.")
    assert sorted(bench.tree()) == ["a", "b"]


def test_beyond_the_number_of_files_the_folder_is_named_and_nothing_counts_as_new(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(entries=3))
    for name in "abcd":
        (bench.work / name).write_bytes(b"x")
    with bench.turn(), bench.command() as said:
        (bench.work / "a").unlink()  # so that d, which nobody looked at, moves within the limit
    assert "beyond its first 3 files" in said[0]
    bench.checkpoints.undo()
    assert sorted(bench.tree()) == ["a", "b", "c", "d"]


def test_pipes_and_devices_are_passed_over(bench: Bench) -> None:
    os.mkfifo(bench.work / "pipe")
    with bench.turn(), bench.command() as said:
        (bench.work / "a").write_bytes(b"x")
    assert "pipe (a pipe)" in said[0]
    bench.checkpoints.undo()
    assert [path.name for path in bench.work.iterdir()] == ["pipe"]


def test_the_oldest_turns_are_forgotten_when_the_store_is_full_and_the_others_still_work(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(stored_bytes=5_000))
    for number in range(10):
        with bench.turn():
            bench.write("a", bytes([number]) * 1_000)
    for number in (8, 7, 6, 5):
        bench.checkpoints.undo()
        assert bench.tree()["a"][2] == bytes([number]) * 1_000
    with pytest.raises(UndoRefused):
        bench.checkpoints.undo()
    assert sum(path.stat().st_size for path in bench.store.rglob("*") if path.is_file()) <= 5_000


def test_a_turn_that_fills_the_store_names_what_it_does_not_cover(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(stored_bytes=1_000))
    with bench.turn():
        for number in range(5):
            bench.write(f"{number}", bytes([number]) * 600)
    assert bench.checkpoints.undo().endswith("Not covered: 3, 4.")
    assert sorted(bench.tree()) == ["3", "4"]


def test_a_restore_that_fails_halfway_takes_everything_back(bench: Bench) -> None:
    with bench.turn():
        for name in "abc":
            bench.write(name, b"1")
    with bench.turn():
        for name in "abc":
            bench.write(name, b"2")
    before = bench.tree()
    original = os.replace
    calls: list[str] = []

    def full(source: str, target: str, **more: int) -> None:
        calls.append(target)
        if calls == ["a", "b"]:
            raise OSError(28, "No space left on device")
        original(source, target, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(UndoRefused, match=r"b cannot be put back \(No space left on device\); nothing was changed"):
            bench.checkpoints.undo()
    assert bench.tree() == before
    bench.checkpoints.undo()


def test_a_store_that_was_damaged_refuses_before_anything_changes(bench: Bench) -> None:
    (bench.work / "a").write_bytes(b"original")
    with bench.turn():
        bench.write("a", b"2")
        bench.write("b", b"2")
    for path in bench.store.rglob("*"):
        if path.is_file() and path.read_bytes() == b"original":
            path.write_bytes(b"0riginal")
    before = bench.tree()
    with pytest.raises(UndoRefused, match="a: a stored content was changed"):
        bench.checkpoints.undo()
    assert bench.tree() == before


def test_nothing_is_recorded_between_turns_and_nothing_is_undone_within_one(bench: Bench) -> None:
    assert bench.checkpoints.begin_step((), everything=True) is None
    with bench.turn():
        bench.write("a", b"1")
    with bench.turn(), pytest.raises(UndoRefused, match="still running"):
        bench.checkpoints.undo()


def test_a_turn_within_a_turn_belongs_to_it(bench: Bench) -> None:
    with bench.turn("outer"):
        bench.write("a", b"1")
        with bench.turn("inner"):
            bench.write("b", b"1")
        bench.write("c", b"1")
    assert "outer" in bench.checkpoints.undo()
    assert bench.tree() == {}


def test_a_turn_without_changes_leaves_undo_and_redo_alone(bench: Bench) -> None:
    with bench.turn():
        bench.write("a", b"1")
    bench.checkpoints.undo()
    with bench.turn(), bench.command():
        pass
    bench.checkpoints.redo()
    assert bench.tree()["a"][2] == b"1"


def test_a_file_that_looks_untouched_is_not_read_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    (bench.work / "a").write_bytes(b"x")
    (bench.work / "b").write_bytes(b"x")
    read: list[bytes] = []
    monkeypatch.setattr("localcoder.workspace.survey._SETTLED_NS", -(10**18))  # as if both were written long ago
    surveyor = Surveyor(lambda data: (read.append(data), "digest")[1], Limits(), frozenset())
    first = surveyor.look(bench.work)
    assert len(read) == 2
    (bench.work / "b").write_bytes(b"other")
    assert surveyor.look(bench.work).states.keys() == first.states.keys()
    assert read[2:] == [b"other"]


def test_stored_contents_are_the_owners_alone_and_go_with_the_store(tmp_path: Path) -> None:
    base = tmp_path / "checkpoints"
    store = BlobStore(CheckpointFolder(base, None))
    digest = store.put(b"secret")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in base.rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in [base, *base.iterdir()] if path.is_dir()} == {0o700}
    assert store.get(digest) == b"secret"
    del store
    assert [path.name for path in base.iterdir()] == ["lock"]


def test_another_process_never_wipes_the_contents_of_a_living_one_but_those_of_a_dead_one(tmp_path: Path) -> None:
    base = tmp_path / "checkpoints"
    store = BlobStore(CheckpointFolder(base, None))
    digest = store.put(b"mine")
    program = (
        "import os, sys, pathlib; from localcoder.workspace.checkpoint_folder import CheckpointFolder;"
        "f = CheckpointFolder(pathlib.Path(sys.argv[1]), None); print(f.open(), flush=True); os._exit(1)"
    )
    died = subprocess.run([sys.executable, "-c", program, str(base)], capture_output=True, text=True, check=False)
    left = Path(died.stdout.strip())
    assert left.is_dir()
    assert store.get(digest) == b"mine"
    other = BlobStore(CheckpointFolder(base, None))
    other.put(b"x")
    assert not left.exists()
    assert store.get(digest) == b"mine"
    with pytest.raises(BlobLost):
        other.get(digest)


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(["a", "b", "d/c"]), st.binary(max_size=4)), max_size=3),
        min_size=1,
        max_size=5,
    ),
    st.data(),
)
@settings(deadline=None, max_examples=30)
def test_several_turns_are_undone_as_one_and_redone_one_by_one(
    turns: list[list[tuple[str, bytes]]], data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        (bench.work / "a").write_bytes(b"first")
        trees = [bench.tree()]
        for writes in turns:
            with bench.turn():
                for name, content in writes:
                    bench.write(name, content)
            trees.append(bench.tree())
        number = data.draw(st.integers(1, len(turns)))
        if not bench.checkpoints.changes(number):
            return
        bench.checkpoints.undo_since(number)
        assert bench.tree() == trees[number - 1]
        assert bench.checkpoints.changes(number) == ()
        with suppress(UndoRefused):
            for _ in turns:
                bench.checkpoints.redo()
        assert bench.tree() == trees[-1]


def test_several_turns_are_not_undone_over_a_change_that_came_between_them(bench: Bench) -> None:
    with bench.turn():
        bench.write("a.txt", b"one")
    (bench.work / "a.txt").write_bytes(b"mine")
    with bench.turn():
        bench.write("a.txt", b"two")
    with pytest.raises(UndoRefused, match=r"something else changed a\.txt too in that time"):
        bench.checkpoints.undo_since(1)
    assert (bench.work / "a.txt").read_bytes() == b"two"
    assert "before" in bench.checkpoints.undo_since(2)
    assert (bench.work / "a.txt").read_bytes() == b"mine"


def test_what_was_forgotten_cannot_be_undone_with_the_rest(tmp_path: Path) -> None:
    bench = Bench(tmp_path, Limits(stored_bytes=1_000))
    for number in range(4):
        with bench.turn():
            bench.write(f"{number}.txt", bytes([number]) * 600)
    with pytest.raises(UndoRefused, match="no longer kept"):
        bench.checkpoints.undo_since(1)
    assert len(bench.tree()) >= 4


def test_changes_tell_each_file_once_as_it_was_and_is(bench: Bench) -> None:
    (bench.work / "a.txt").write_bytes(b"old")
    (bench.work / "gone.txt").write_bytes(b"gone")
    with bench.turn():
        bench.write("a.txt", b"between")
        bench.write("new/b.txt", b"new")
    with bench.turn(), bench.command():
        (bench.work / "a.txt").write_bytes(b"new")
        (bench.work / "gone.txt").unlink()
        (bench.work / "link").symlink_to("a.txt")
    assert bench.checkpoints.changes() == (
        FileChange("a.txt", b"old", b"new"),
        FileChange("gone.txt", b"gone", None),
        FileChange("link", None, None, "link to a.txt"),
        FileChange("new/b.txt", None, b"new"),
    )
    assert bench.checkpoints.changes(2)[0] == FileChange("a.txt", b"between", b"new")
    bench.checkpoints.undo()
    assert [change.name for change in bench.checkpoints.changes()] == ["a.txt", "new/b.txt"]


def test_changes_of_a_turn_that_still_runs_are_told_and_cannot_be_undone_yet(bench: Bench) -> None:
    with bench.turn():
        bench.write("a.txt", b"first")
    with bench.turn():
        bench.write("a.txt", b"second")
        assert bench.checkpoints.changes() == (FileChange("a.txt", None, b"second"),)
        assert bench.checkpoints.changes(2) == (FileChange("a.txt", b"first", b"second"),)
        with pytest.raises(UndoRefused, match="still running"):
            bench.checkpoints.undo()
        bench.write("a.txt", b"first")
        assert bench.checkpoints.changes(2) == ()
