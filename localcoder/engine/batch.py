"""One step's work, as the scheduler decides it and the loop does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from localcoder.engine.backend import Chunk
from localcoder.engine.sequence import Sequence


@dataclass(frozen=True, slots=True)
class Save:
    """Copy `block` to host memory, as `sequence.saved[index]`."""

    sequence: Sequence
    index: int
    block: int


@dataclass(frozen=True, slots=True)
class Restore:
    """Write what was saved to `block`."""

    block: int
    saved: Any


@dataclass(slots=True)
class Batch:
    """One step's work, in the order in which it must be done: saves, restores, then launch or decode, then prefill."""

    saves: list[Save] = field(default_factory=list)
    restores: list[Restore] = field(default_factory=list)
    launch: list[tuple[Sequence, int]] = field(default_factory=list)
    """The sequences of the next launch, each with the most tokens to draw for it; there is no `decode` then."""
    decode: list[tuple[Sequence, Chunk]] = field(default_factory=list)
    prefill: list[tuple[Sequence, Chunk]] = field(default_factory=list)
    prefill_tokens: int = 0
    """The most tokens of prompts in this step."""
    preempted: bool = False
    hold: bool = False
    """Nobody may be preempted in this step."""
    held: bool = False
    """Somebody would have been."""

    def __bool__(self) -> bool:
        return bool(self.saves or self.restores or self.launch or self.decode or self.prefill)
