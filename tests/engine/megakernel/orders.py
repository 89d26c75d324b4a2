"""Orders in which SMs may come to run."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any


class Preferring(random.Random):
    """Runs one SM whenever it can go on, or never unless nothing else can; the others at random."""

    def __init__(self, sm: int, *, first: bool, seed: int = 0) -> None:
        super().__init__(seed)
        self._sm = sm
        self._first = first

    def choice(self, seq: Sequence[Any]) -> Any:
        others = [sm for sm in seq if sm != self._sm]
        if not others or (self._first and len(others) < len(seq)):
            return self._sm
        return super().choice(others)


class Descending(random.Random):
    """Runs the highest SM that can go on, as far as it gets."""

    def choice(self, seq: Sequence[Any]) -> Any:
        return max(seq)


def hostile_orders(sms: int) -> list[random.Random]:
    """Random ones, one SM first or last, one SM after the other."""
    middle = sms // 2
    preferring = [Preferring(sm, first=first) for sm in (0, middle, sms - 1) for first in (True, False)]
    return [*(random.Random(seed) for seed in range(4)), *preferring, Descending()]
