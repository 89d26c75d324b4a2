"""Undo and redo by another process than the one that made the changes, however that one ended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localcoder.workspace import open_steps, turn_log
from localcoder.workspace.checkpoint_folder import LOG, remove_checkpoints
from localcoder.workspace.checkpoints import Checkpoints, UndoRefused
from localcoder.workspace.open_steps import Step
from localcoder.workspace.survey import Limits
from localcoder.workspace.turn_records import decode, encode
from tests.fakes.full_disk import full_disk
from tests.workspace.turns_bench import Bench, Tree, entry_of


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, session="s")


@pytest.mark.parametrize("killed", [False, True])
def test_a_later_process_undoes_and_redoes_what_earlier_ones_did(bench: Bench, killed: bool) -> None:
    (bench.work / "gone").write_bytes(b"\xff\x00")
    (bench.work / "gone").chmod(0o751)
    trees = [bench.tree()]
    with bench.turn("first"):
        bench.write("a/b.txt", b"1")
    trees.append(bench.tree())
    bench.restart(killed=killed)
    with bench.turn("second"), bench.command():
        (bench.work / "gone").unlink()
        (bench.work / "link").symlink_to("a/b.txt")
        (bench.work / os.fsdecode(b"\xe4")).write_bytes(b"")
    trees.append(bench.tree())
    bench.restart(killed=killed)
    assert "“second”" in bench.checkpoints.undo()
    assert bench.tree() == trees[1]
    bench.restart(killed=killed)
    assert "“first”" in bench.checkpoints.undo()
    assert bench.tree() == trees[0]
    bench.restart(killed=killed)
    for tree in trees[1:]:
        bench.checkpoints.redo()
        assert bench.tree() == tree
    with pytest.raises(UndoRefused, match="nothing to redo"):
        bench.checkpoints.redo()


def test_what_was_changed_between_the_processes_is_named_and_stays(bench: Bench) -> None:
    with bench.turn():
        bench.write("a", b"1")
        bench.write("b", b"1")
    bench.restart()
    (bench.work / "b").write_bytes(b"mine")
    before = bench.tree()
    with pytest.raises(UndoRefused, match=r"Nothing was changed: b has changed since"):
        bench.checkpoints.undo()
    assert bench.tree() == before


def test_of_two_sessions_in_one_folder_each_undoes_its_own_turns_alone(tmp_path: Path) -> None:
    older, newer = Bench(tmp_path, session="older"), Bench(tmp_path, session="newer")
    (older.work / "untracked").write_bytes(b"mine")
    with older.turn():
        older.write("a", b"old")
        older.write("shared", b"old")
    with newer.turn():
        newer.write("b", b"new")
        newer.write("shared", b"new")
    for bench in (older, newer):
        bench.restart()
    with pytest.raises(UndoRefused, match="shared has changed since"):
        older.checkpoints.undo()
    newer.checkpoints.undo()
    assert {name: entry[2] for name, entry in newer.tree().items()} == {
        "untracked": b"mine",
        "a": b"old",
        "shared": b"old",
    }
    older.checkpoints.undo()
    assert {name: entry[2] for name, entry in older.tree().items()} == {"untracked": b"mine"}


@pytest.mark.parametrize("killed", [False, True])
def test_only_what_turns_changed_stays_on_the_disk(bench: Bench, killed: bool) -> None:
    for number in range(5):
        (bench.work / f"{number}").write_bytes(b"%d" % number * 1_000)
    with bench.turn(), bench.command():
        (bench.work / "3").write_bytes(b"x")
    if killed:
        bench.restart(killed=True)
    else:
        bench.checkpoints.close()
    assert sorted(path.stat().st_size for path in bench.folder.iterdir() if len(path.name) == 64) == [1, 1_000]
    bench.restart()
    bench.checkpoints.undo()
    assert bench.tree()["3"][2] == b"3" * 1_000


def test_a_session_without_changes_leaves_nothing(bench: Bench) -> None:
    (bench.work / "a").write_bytes(b"1")
    with bench.turn(), bench.command():
        pass
    bench.checkpoints.close()
    assert not bench.folder.exists()


def test_numbers_of_turns_are_never_given_twice(tmp_path: Path) -> None:
    bench = Bench(tmp_path, session="s")
    with bench.turn() as first:
        bench.write("a", b"1")
    bench.restart()
    with bench.turn() as second:
        pass  # changes nothing, so that only the session's file knows of it
    bench.checkpoints.close()
    later = Checkpoints([bench.work], bench.store, "s", sessions=bench.sessions, begun=second)
    assert [first, second, later.begin_turn("x")] == [1, 2, 3]
    later.end_turn()
    later.close()


# --- Ended in the middle of something


@contextmanager
def killed_in_a_command(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is done within is done by a command that runs when the process is killed."""
    monkeypatch.setattr(open_steps, "BEAT_S", 0.005)
    bench.checkpoints.begin_turn("killed")
    step = bench.checkpoints.begin_step((), everything=True)
    assert step is not None
    yield
    survived(bench, step)
    bench.restart(killed=True)


def survived(bench: Bench, step: Step) -> None:
    """Returns when the disk says that the process has lived until now."""
    probe = bench.store.with_name("probe")
    probe.write_bytes(b"now")
    until(lambda: (bench.folder / f"step-{step.id}").stat().st_mtime_ns > probe.stat().st_mtime_ns)


def until(condition: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it never came to that")


def test_what_a_command_had_done_when_all_was_killed_is_undone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("changed", "deleted", "kept", "d/moved"):
        (bench.work / name).parent.mkdir(exist_ok=True)
        (bench.work / name).write_bytes(name.encode())
    before = bench.tree()
    with killed_in_a_command(bench, monkeypatch):
        (bench.work / "changed").write_bytes(b"x")
        (bench.work / "deleted").unlink()
        (bench.work / "d/moved").rename(bench.work / "moved")
        (bench.work / "new").mkdir()
    after = bench.tree()
    assert "as before “killed”" in bench.checkpoints.undo()
    assert bench.tree() == before
    bench.restart()
    bench.checkpoints.redo()
    assert bench.tree() == after


def test_a_git_that_was_gone_when_all_was_killed_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lost", "kept"):
        (bench.work / name / ".git").mkdir(parents=True)
        (bench.work / name / "x").write_bytes(b"1")
    with killed_in_a_command(bench, monkeypatch):
        shutil.rmtree(bench.work / "lost")
        (bench.work / "kept/x").unlink()
    expected = "Undone: kept/x, lost/x are as before “killed”. Not covered: lost/.git."
    assert bench.checkpoints.undo() == expected
    bench.restart()
    bench.checkpoints.redo()
    assert bench.checkpoints.undo() == expected


def test_what_somebody_else_changed_after_the_kill_is_no_part_of_the_turn(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bench.work / "d").mkdir()
    for name in ("a", "d/mine", "d/removed"):
        (bench.work / name).write_bytes(b"1")
    monkeypatch.setattr(bench, "restart", lambda killed: None)
    with killed_in_a_command(bench, monkeypatch):
        (bench.work / "a").write_bytes(b"by the command")
    store = shutil.copytree(bench.store, bench.store.with_name("left"))  # the disk at the time of the kill
    (bench.work / "d/mine").write_bytes(b"2")
    (bench.work / "d/removed").unlink()
    (bench.work / "d/new").write_bytes(b"2")
    later = Checkpoints([bench.work], store, "s", sessions=bench.sessions)
    assert later.undo() == "Undone: a is as before “killed”. Not covered: d/mine, d/new, d/removed."
    assert {name: entry[2] for name, entry in bench.tree().items()} == {
        "a": b"1",
        "d": None,
        "d/mine": b"2",
        "d/new": b"2",
    }
    later.close()


@pytest.mark.parametrize("between", [False, True])
def test_a_turn_that_was_killed_between_its_calls_is_undone(bench: Bench, between: bool) -> None:
    with bench.turn():
        bench.write("a", b"1")
    bench.checkpoints.begin_turn("killed")
    bench.write("a", b"2")
    step = bench.checkpoints.begin_step([bench.work / "b"], everything=False)
    if between:
        bench.checkpoints.end_step(step)
    bench.restart(killed=True)
    bench.checkpoints.undo()
    assert bench.tree()["a"][2] == b"1"
    bench.restart()
    bench.checkpoints.undo()
    assert bench.tree() == {}


class Killed(BaseException):
    """As if the process ended here."""


@pytest.mark.parametrize("verb", ["undo", "redo"])
@pytest.mark.parametrize("calls", range(6))
def test_who_was_killed_while_files_were_put_back_goes_on_later(tmp_path: Path, verb: str, calls: int) -> None:
    bench = Bench(tmp_path, session="s")
    for name in ("changed", "deleted", "to be a link"):
        (bench.work / name).write_bytes(b"1")
    before = bench.tree()
    with bench.turn(), bench.command():
        (bench.work / "changed").write_bytes(b"2")
        (bench.work / "deleted").unlink()
        (bench.work / "new").write_bytes(b"2")
        (bench.work / "to be a link").unlink()
        (bench.work / "to be a link").symlink_to("new")
    after = bench.tree()
    wanted = before
    if verb == "redo":
        bench.checkpoints.undo()
        wanted = after
    left = calls

    def counted(original: Callable[..., None]) -> Callable[..., None]:
        def call(*given: object, **named: object) -> None:
            nonlocal left
            if "work" in str(given[0]) or "dir_fd" in str(named):
                if left == 0:
                    raise Killed
                left -= 1
            original(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("replace", "unlink", "link"):
            patch.setattr(os, name, counted(getattr(os, name)))
        patch.setattr(Path, "unlink", counted(Path.unlink))
        try:
            getattr(bench.checkpoints, verb)()
        except Killed:
            patch.undo()
            bench.restart(killed=True)
            getattr(bench.checkpoints, verb)()
    assert without_temporary(bench.tree()) == wanted
    bench.restart()
    getattr(bench.checkpoints, "redo" if verb == "undo" else "undo")()
    assert without_temporary(bench.tree()) == (after if verb == "undo" else before)


def without_temporary(tree: Tree) -> Tree:
    """Of a file that is replaced in one step, a kill may leave the new one beside it."""
    return {name: entry for name, entry in tree.items() if not name.startswith(".localcoder-")}


# --- A damaged disk


def some_history(bench: Bench) -> list[Tree]:
    """Three turns, of which the last is undone; the tree after each, the first one before all."""
    trees = [bench.tree()]
    for number in range(3):
        with bench.turn():
            bench.write("a", b"%d" % number)
            bench.write(f"{number}", b"x")
        trees.append(bench.tree())
    bench.checkpoints.undo()
    bench.checkpoints.close()
    return trees


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_wherever_the_log_is_damaged_a_turn_is_never_put_back_in_part(data: st.DataObject) -> None:
    """Cut, as by a machine that lost power, it may be: then what is known of the turn is put back, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), session="s")
        trees = some_history(bench)
        log = bench.folder / LOG
        whole = log.read_bytes()
        place = data.draw(st.integers(0, len(whole) - 1))
        cut = data.draw(st.booleans())
        tail = data.draw(st.sampled_from([b"", b"\0" * 50, b"\0" * 50 + b"\n", b"{}\n", b"[]\n", b"7\n"]))
        log.write_bytes(whole[:place] + tail + (b"" if cut else whole[place + 1 :]))
        bench.checkpoints = bench.opened()
        for move in (bench.checkpoints.redo, *[bench.checkpoints.undo] * 4):
            before = bench.tree()
            try:
                move()
            except UndoRefused:
                assert bench.tree() == before
            else:
                assert bench.tree() in trees or cut
                assert set(bench.tree().items()) <= {item for tree in trees for item in tree.items()}
        with bench.turn():
            bench.write("later", b"x")
        bench.restart()
        before = bench.tree()
        bench.checkpoints.undo()
        assert {name for name in before if name not in bench.tree()} == {"later"}
        bench.checkpoints.close()


def test_a_line_that_lost_a_byte_or_has_another_is_known_as_damaged(bench: Bench) -> None:
    """Many are JSON still: a digit less in a number, a letter less in a name."""
    some_history(bench)
    for line in (bench.folder / LOG).read_bytes().splitlines():
        for place in range(len(line)):
            for other in (b"", b"0", b"1"):
                damaged = line[:place] + other + line[place + 1 :]
                if damaged != line:
                    with pytest.raises(ValueError):
                        decode(damaged)


def test_what_a_newer_localcoder_wrote_is_forgotten_and_not_misread(bench: Bench) -> None:
    some_history(bench)
    log = bench.folder / LOG
    rows = [decode(row) for row in log.read_bytes().splitlines()]
    log.write_bytes(b"".join(encode(row | {"v": 2}) for row in rows))
    later = bench.opened()
    with pytest.raises(UndoRefused, match="nothing to undo"):
        later.undo()
    later.close()


def test_on_a_full_disk_turns_are_undone_while_localcoder_lives_and_it_says_so(bench: Bench) -> None:
    (bench.work / "old").write_bytes(b"1")
    with bench.turn("first"):
        bench.write("a", b"1")
    with full_disk(100), bench.turn("second"):
        bench.write("a", b"2")
        with bench.command() as said:
            (bench.work / "old").unlink()
        assert said == ["/undo does not cover this turn once localcoder has ended (File too large)."]
    bench.checkpoints.undo()
    assert {name: entry[2] for name, entry in bench.tree().items()} == {"a": b"1", "old": b"1"}
    bench.checkpoints.redo()
    bench.restart(killed=True)  # once there was room again all of it was written
    assert "“second”" in bench.checkpoints.undo()
    assert "“first”" in bench.checkpoints.undo()


def test_an_undo_on_a_full_disk_changes_nothing_or_everything(bench: Bench) -> None:
    (bench.work / "big").write_bytes(bytes(5_000))
    with bench.turn(), bench.command():
        (bench.work / "big").unlink()
        (bench.work / "new").write_bytes(b"x")
    before = bench.tree()
    with full_disk(4_000), pytest.raises(UndoRefused, match=r"big cannot be put back \(File too large\); nothing was"):
        bench.checkpoints.undo()
    assert bench.tree() == before
    bench.restart()
    (bench.work / "new").unlink()  # nothing is under way any more, so this is somebody else's doing
    with pytest.raises(UndoRefused, match="new has changed since"):
        bench.checkpoints.undo()
    (bench.work / "new").write_bytes(b"x")
    bench.checkpoints.undo()
    assert {name: len(entry[2]) for name, entry in bench.tree().items()} == {"big": 5_000}


def test_where_nothing_can_be_stored_the_turn_goes_on_and_the_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"no folder")
    (tmp_path / "work").mkdir()
    checkpoints = Checkpoints([tmp_path / "work"], tmp_path / "data" / "checkpoints", "s")
    (tmp_path / "work" / "a").write_bytes(b"1")
    checkpoints.begin_turn("x")
    step = checkpoints.begin_step([tmp_path / "work" / "a"], everything=False)
    line = checkpoints.not_covered(step)
    assert line is not None and "a (not stored: Not a directory)" in line
    (tmp_path / "work" / "a").write_bytes(b"2")
    checkpoints.end_step(step)
    checkpoints.end_turn()
    with pytest.raises(UndoRefused, match="no checkpoint covers a"):
        checkpoints.undo()
    assert entry_of(tmp_path / "work" / "a")[2] == b"2"
    checkpoints.close()


# --- Other sessions and processes


def test_what_is_kept_goes_with_its_session_and_never_before(tmp_path: Path) -> None:
    old, open_one = Bench(tmp_path, session="old"), Bench(tmp_path, session="open")
    for bench in (old, open_one):
        with bench.turn():
            bench.write(f"{bench.session}.txt", b"x")
    old.checkpoints.close()
    for bench in (old, open_one):
        remove_checkpoints(bench.store, bench.session or "")
    assert [old.folder.exists(), open_one.folder.exists()] == [False, True]
    open_one.checkpoints.undo()


def test_another_process_never_takes_away_what_a_session_needs(bench: Bench) -> None:
    with bench.turn():
        bench.write("a", b"1")
    bench.checkpoints.close()
    orphan = bench.store / "deleted-by-hand"
    orphan.mkdir()
    (orphan / "lock").touch()
    (orphan / LOG).touch()
    program = (
        "import sys; from pathlib import Path; from localcoder.workspace.checkpoints import Checkpoints\n"
        "c = Checkpoints([Path(sys.argv[1])], Path(sys.argv[2]), 'other', sessions=Path(sys.argv[3]))\n"
        "c.begin_turn('x'); s = c.begin_step((), everything=True); c.end_step(s); c.end_turn()\n"
    )
    subprocess.run([sys.executable, "-c", program, bench.work, bench.store, bench.sessions], check=True)
    assert not orphan.exists()
    bench.checkpoints = bench.opened()
    bench.checkpoints.undo()
    assert bench.tree() == {}


def test_a_folder_that_another_process_uses_is_left_to_it(bench: Bench) -> None:
    with bench.turn():
        bench.write("a", b"1")
    second = bench.opened()
    with pytest.raises(UndoRefused, match="nothing to undo"):
        second.undo()
    second.begin_turn("x")
    step = second.begin_step([bench.work / "b"], everything=False)
    assert "once localcoder has ended (another localcoder uses it)" in (second.not_covered(step) or "")
    (bench.work / "b").write_bytes(b"1")
    second.end_step(step)
    second.end_turn()
    second.undo()
    second.close()
    bench.restart()
    bench.checkpoints.undo()
    assert bench.tree() == {}


def test_all_sessions_together_keep_so_much_and_the_oldest_are_forgotten(tmp_path: Path) -> None:
    limits = Limits(stored_bytes=6_000)
    benches = [Bench(tmp_path, limits, session=name) for name in "abc"]
    for number, bench in enumerate(benches):
        with bench.turn():
            bench.write(f"{number}", os.urandom(3_000))
        bench.checkpoints.close()
        os.utime(bench.folder, (number, number))
    last = Bench(tmp_path, limits, session="d")
    with last.turn():
        last.write("d", b"x")
    forgotten = benches[0].opened()
    with pytest.raises(UndoRefused, match="no longer kept"):
        forgotten.undo_since(1)
    assert forgotten.begin_turn("x") == 2
    forgotten.end_turn()
    forgotten.close()
    kept = benches[2].opened()
    kept.undo()
    kept.close()


def test_a_copy_for_a_fork_goes_on_by_itself(tmp_path: Path) -> None:
    bench, fork = Bench(tmp_path, session="s"), Bench(tmp_path, session="fork")
    with bench.turn():
        bench.write("a", b"1")
    bench.checkpoints.copy_for("fork")
    fork.checkpoints = fork.opened()
    fork.checkpoints.undo()
    assert fork.tree() == {}
    with fork.turn() as number:
        fork.write("b", b"1")
    assert number == 2
    with pytest.raises(UndoRefused, match="a has changed since"):
        bench.checkpoints.undo()
    for one in (bench, fork):
        one.restart()
    assert "b" in fork.checkpoints.undo()


def test_the_log_does_not_grow_for_ever(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_log, "_LEAST_REWRITTEN_BYTES", 2_000)
    with bench.turn():
        bench.write("a", b"1")
    sizes = []
    for number in range(40):
        for _ in range(5):
            bench.checkpoints.undo()
            bench.checkpoints.redo()
        with bench.turn():
            bench.write("b", b"%d" % number)
        bench.checkpoints.undo()
        with bench.turn():
            bench.write("c", b"%d" % number)
        bench.checkpoints.undo()
        sizes.append((bench.folder / LOG).stat().st_size)
    assert max(sizes) < 8_000
    bench.restart()
    bench.checkpoints.undo()
    assert bench.tree() == {}
