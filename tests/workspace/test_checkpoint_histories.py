"""Any history of turns, undos, redos, rewinds, restarts, crashes and changes by others."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from localcoder.workspace.checkpoints import UndoRefused
from tests.workspace.turns_bench import Bench, Tree, operate

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


def is_ignored(name: str) -> bool:
    return any(part.endswith(".log") or part == "cache" for part in name.split("/"))


def differing(one: Tree, other: Tree) -> set[str]:
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name) and not is_ignored(name)}


class Histories(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp())
        self.bench = Bench(self.base, session="s")
        (self.bench.work / ".gitignore").write_text("*.log\ncache\n")
        self.done: list[tuple[Tree, Tree, int]] = []
        self.undone: list[tuple[Tree, Tree, int]] = []

    def teardown(self) -> None:
        self.bench.checkpoints.close()
        # Those that were "killed" tidy up when they are collected, which may be while this goes on.
        shutil.rmtree(self.base, ignore_errors=True)

    @rule(steps=st.lists(st.one_of(st.lists(OPERATIONS, max_size=5), st.tuples(NAMES, CONTENTS)), max_size=4))
    def turn(self, steps: list) -> None:
        before = self.bench.tree()
        with self.bench.turn() as number:
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
            self.done.append((before, after, number))
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
        wanted, expected, _ = self.done[-1]
        if self.goes(self.bench.checkpoints.undo, expected, wanted):
            self.undone.append(self.done.pop())

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        expected, wanted, _ = self.undone[-1]
        if self.goes(self.bench.checkpoints.redo, expected, wanted):
            self.done.append(self.undone.pop())

    @precondition(lambda self: self.done)
    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        """Several turns as one: where somebody else's change came between, they are no chain and stay."""
        chosen = self.done[data.draw(st.integers(0, len(self.done) - 1)) :]
        wanted, expected, number = chosen[0][0], chosen[-1][1], chosen[0][2]
        is_chain = all(one[1] == other[0] for one, other in pairwise(chosen))
        if not is_chain or not differing(wanted, expected):
            return
        if self.goes(lambda: self.bench.checkpoints.undo_since(number), expected, wanted):
            for _ in chosen:
                self.undone.append(self.done.pop())

    @rule(killed=st.booleans())
    def restart(self, killed: bool) -> None:
        self.bench.restart(killed=killed)

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
