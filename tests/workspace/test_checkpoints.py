"""Undo and redo of turns on a real file system."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from localcoder.workspace.blobs import BlobLost, BlobStore
from localcoder.workspace.checkpoints import Checkpoints, FileChange, UndoRefused
from localcoder.workspace.roots import real_path
from localcoder.workspace.survey import Limits, Surveyor

Entry = tuple[str, int, object]
Tree = dict[str, Entry]


def tree_of(folder: Path) -> Tree:
    """Everything below `folder`: kind, mode, content or target."""
    found: Tree = {}
    for place, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = Path(place, name)
            found[str(path.relative_to(folder))] = entry_of(path)
    return found


def entry_of(path: Path) -> Entry:
    mode = stat.S_IMODE(path.lstat().st_mode)
    if path.is_symlink():
        return ("link", 0, str(path.readlink()))
    return ("folder", mode, None) if path.is_dir() else ("file", mode, path.read_bytes())


class Bench:
    """A workspace, and turns in it that run what they are given."""

    def __init__(self, base: Path, limits: Limits | None = None) -> None:
        self.work = real_path(base) / "work"
        self.store = real_path(base) / "data" / "checkpoints"
        self.work.mkdir()
        self.checkpoints = Checkpoints([self.work], self.store, limits=limits)

    @contextmanager
    def turn(self, prompt: str = "do it") -> Iterable[None]:
        self.checkpoints.begin_turn(prompt)
        try:
            yield
        finally:
            self.checkpoints.end_turn()

    @contextmanager
    def command(self) -> Iterable[list[str]]:
        said: list[str] = []
        step = self.checkpoints.begin_step((), everything=True)
        assert step is not None
        if line := self.checkpoints.not_covered(step):
            said.append(line)
        yield said
        self.checkpoints.end_step(step)

    def write(self, name: str, content: bytes) -> None:
        """As the write tool does: through links, with the folders that are missing."""
        path = real_path(self.work / name)
        step = self.checkpoints.begin_step([path], everything=False)
        assert step is not None
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.checkpoints.end_step(step)

    def tree(self) -> Tree:
        return tree_of(self.work)


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
    store = BlobStore(base)
    digest = store.put(b"secret")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in base.rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in [base, *base.iterdir()] if path.is_dir()} == {0o700}
    assert store.get(digest) == b"secret"
    del store
    assert [path.name for path in base.iterdir()] == ["lock"]


def test_another_process_never_wipes_the_contents_of_a_living_one_but_those_of_a_dead_one(tmp_path: Path) -> None:
    base = tmp_path / "checkpoints"
    store = BlobStore(base)
    digest = store.put(b"mine")
    program = (
        "import os, sys, pathlib; from localcoder.workspace.blobs import BlobStore;"
        "s = BlobStore(pathlib.Path(sys.argv[1])); s.put(b'theirs'); print(s._folder, flush=True); os._exit(1)"
    )
    died = subprocess.run([sys.executable, "-c", program, str(base)], capture_output=True, text=True, check=False)
    left = Path(died.stdout.strip())
    assert left.is_dir()
    assert store.get(digest) == b"mine"
    other = BlobStore(base)
    other.put(b"x")
    assert not left.exists()
    assert store.get(digest) == b"mine"
    with pytest.raises(BlobLost):
        other.get(digest)


# --- Any history of turns, undos, redos and changes by others

NAMES = st.sampled_from(["a", "b", "d", "d/a", "d/b", "d/e", "d/e/a", "f/a", "x.log", "d/x.log", "cache/a"])
CONTENTS = st.sampled_from([b"", b"1", b"2", b"\xff\r\n"])
MODES = st.sampled_from([0o644, 0o600, 0o755])
OPERATIONS = st.one_of(
    st.tuples(st.just("write"), NAMES, CONTENTS),
    st.tuples(st.just("delete"), NAMES),
    st.tuples(st.just("chmod"), NAMES, MODES),
    st.tuples(st.just("link"), NAMES, st.sampled_from(["a", "d", "e/a", "nowhere"])),
    st.tuples(st.just("hardlink"), NAMES, NAMES),
    st.tuples(st.just("mkdir"), NAMES),
    st.tuples(st.just("rmtree"), NAMES),
    st.tuples(st.just("move"), NAMES, NAMES),
)


def operate(work: Path, operation: tuple) -> None:
    """Do what a shell command might; what is impossible is left out, as a command would fail."""
    path = work / operation[1]
    with suppress(OSError, shutil.Error):
        match operation[0]:
            case "write":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(operation[2])
            case "delete":
                path.unlink()
            case "chmod":
                if not path.is_dir():
                    path.chmod(operation[2])
            case "link":
                path.symlink_to(operation[2])
            case "hardlink":
                os.link(work / operation[2], path, follow_symlinks=False)
            case "mkdir":
                path.mkdir(parents=True)
            case "rmtree":
                shutil.rmtree(path)
            case "move":
                path.rename(work / operation[2])


def is_ignored(name: str) -> bool:
    return any(part.endswith(".log") or part == "cache" for part in name.split("/"))


def differing(one: Tree, other: Tree) -> set[str]:
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name) and not is_ignored(name)}


class Histories(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp())
        self.bench = Bench(self.base)
        (self.bench.work / ".gitignore").write_text("*.log\ncache\n")
        self.done: list[tuple[Tree, Tree]] = []
        self.undone: list[tuple[Tree, Tree]] = []

    def teardown(self) -> None:
        shutil.rmtree(self.base)

    @rule(steps=st.lists(st.one_of(st.lists(OPERATIONS, max_size=5), st.tuples(NAMES, CONTENTS)), max_size=4))
    def turn(self, steps: list) -> None:
        before = self.bench.tree()
        with self.bench.turn():
            for step in steps:
                if isinstance(step, tuple):
                    if not is_ignored(step[0]):
                        self.bench.write(*step)
                    continue
                with self.bench.command():
                    for operation in step:
                        operate(self.bench.work, operation)
        after = self.bench.tree()
        if differing(before, after):
            self.done.append((before, after))
            self.undone.clear()

    @rule(name=NAMES, content=st.sampled_from([b"mine", None]))
    def someone_else(self, name: str, content: bytes | None) -> None:
        path = self.bench.work / name
        with suppress(OSError):
            if content is None:
                path.unlink()
            elif path.parent.is_dir():
                path.write_bytes(content)

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        wanted, expected = self.done[-1]
        if self.goes(self.bench.checkpoints.undo, expected, wanted):
            self.undone.append(self.done.pop())

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        expected, wanted = self.undone[-1]
        if self.goes(self.bench.checkpoints.redo, expected, wanted):
            self.done.append(self.undone.pop())

    def goes(self, move: Callable[[], str], expected: Tree, wanted: Tree) -> bool:
        """Whether `move` leads from `expected` to `wanted`; it must exactly where nobody else changed something."""
        now, changed = self.bench.tree(), differing(expected, wanted)
        try:
            move()
        except UndoRefused:
            assert self.bench.tree() == now
            assert any(now.get(name) != expected.get(name) for name in changed) or _replaces_a_folder(
                now, wanted, changed
            )
            return False
        after = self.bench.tree()
        for name in changed:
            assert now.get(name) == expected.get(name) or _is_folder_or_gone(now, expected, wanted, name)
        for name in now.keys() | after.keys():
            if name not in changed:
                assert after.get(name) == now.get(name), name
        for name in changed:
            left = expected.get(name, ("",))[0] == "folder" and any(n.startswith(f"{name}/") for n in after)
            assert after.get(name) == wanted.get(name) or (left and name not in wanted), name
        return True


def _is_folder_or_gone(now: Tree, expected: Tree, wanted: Tree, name: str) -> bool:
    """A folder that somebody else made or removed already, just as the move would have."""
    kinds = [tree.get(name, ("missing",))[0] for tree in (now, expected, wanted)]
    return set(kinds) <= {"missing", "folder"}


def _replaces_a_folder(now: Tree, wanted: Tree, changed: set[str]) -> bool:
    """A folder in whose place something else belongs holds what is no part of the turn."""
    return any(
        now.get(name, ("",))[0] == "folder" and name in wanted and any(n.startswith(f"{name}/") for n in now)
        for name in changed
    )


TestHistories = Histories.TestCase
TestHistories.settings = settings(max_examples=100, stateful_step_count=12, deadline=None)


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
