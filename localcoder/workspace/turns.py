"""What turns changed and where in that history the files are: done, undone, forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from localcoder.workspace.states import State


@dataclass(frozen=True, slots=True)
class Change:
    """What lay at a path before and after."""

    before: State
    after: State

    @property
    def reversed(self) -> Change:
        """The way back."""
        return Change(self.after, self.before)


@dataclass
class Turn:
    """What one turn changed.

    `foreign`: changed by something else too; `uncovered`: changed and not kept. `moving`: files were being put back or
    forth when that ended, so that some may already be where the others are not yet.
    """

    prompt: str
    number: int = 0
    changes: dict[Path, Change] = field(default_factory=dict)
    foreign: set[Path] = field(default_factory=set)
    uncovered: set[Path] = field(default_factory=set)
    moving: bool = False

    def add(self, path: Path, change: Change) -> None:
        """Take in what one step changed."""
        earlier = self.changes.get(path)
        if "other" in (change.before.kind, change.after.kind):
            self.uncovered.add(path)
            self.changes.pop(path, None)
        elif path in self.uncovered or (earlier is not None and earlier.after == change.after):
            return  # another call, side by side with this one, did it
        else:
            if earlier is not None and earlier.after != change.before:
                self.foreign.add(path)
            self.changes[path] = Change(earlier.before if earlier else change.before, change.after)

    def close(self) -> None:
        """Forget what came back to where it was."""
        self.changes = {path: change for path, change in self.changes.items() if change.before != change.after}
        self.foreign &= self.changes.keys()

    @property
    def digests(self) -> set[str]:
        """The contents that it needs."""
        states = [state for change in self.changes.values() for state in (change.before, change.after)]
        return {state.content for state in states if state.kind == "file"}


@dataclass
class History:
    """The turns of a conversation, the oldest first in `done`, the last undone last in `undone`.

    `open` has begun and not ended. `begun` is the highest number that a turn has had; turns up to `forgotten` may be
    missing.
    """

    done: list[Turn] = field(default_factory=list)
    undone: list[Turn] = field(default_factory=list)
    open: Turn | None = None
    begun: int = 0
    forgotten: int = 0

    def begin(self, prompt: str, number: int) -> Turn:
        """Turn `number` begins; one that is still open ends."""
        self.end()
        self.begun = max(self.begun, number)
        self.open = Turn(prompt, number)
        return self.open

    def end(self) -> None:
        """The open turn ends; if it changed something, it is the next to be undone and nothing can be redone."""
        turn, self.open = self.open, None
        if turn is None:
            return
        turn.close()
        if turn.changes or turn.uncovered:
            self.done.append(turn)
            self.undone.clear()

    def undo(self, since: int) -> None:
        """The turns from number `since` on are undone."""
        while self.done and self.done[-1].number >= since:
            self.undone.append(self.done.pop())
            self.undone[-1].moving = False

    def redo(self) -> None:
        """The last undone turn is done again."""
        if self.undone:
            self.done.append(self.undone.pop())
            self.done[-1].moving = False

    def move(self, numbers: Iterable[int], moving: bool) -> None:
        """Files of these turns are being put back or forth, or no longer are."""
        chosen = set(numbers)
        for turn in self:
            if turn.number in chosen:
                turn.moving = moving

    def forget_oldest(self) -> None:
        """Leave out the turn that is missed least."""
        if turns := self.done or self.undone:
            self.forgotten = max(self.forgotten, turns.pop(0).number)

    def forget_all(self) -> None:
        """Leave out every turn."""
        self.done, self.undone, self.open = [], [], None
        self.forgotten = self.begun

    def together(self, since: int, *, running: bool = False) -> Turn:
        """The done turns from number `since` on as one, whose prompt is that of the first; also the `running` one."""
        every = [*self.done, self.open] if running and self.open is not None else self.done
        turns = [turn for turn in every if turn.number >= since]
        together = Turn(turns[0].prompt if turns else "", moving=any(turn.moving for turn in turns))
        for turn in turns:
            for path, change in turn.changes.items():
                earlier = together.changes.get(path)
                if earlier is not None and earlier.after != change.before:
                    together.foreign.add(path)
                together.changes[path] = Change(earlier.before if earlier else change.before, change.after)
            together.foreign |= turn.foreign
            together.uncovered |= turn.uncovered
        together.close()
        return together

    @property
    def digests(self) -> set[str]:
        """The contents that its turns need."""
        return set().union(*(turn.digests for turn in self))

    @property
    def closed(self) -> list[Turn]:
        """The turns that have ended, in the order in which they began."""
        return [*self.done, *reversed(self.undone)]

    def __iter__(self) -> Iterator[Turn]:
        yield from self.closed
        if self.open is not None:
            yield self.open
