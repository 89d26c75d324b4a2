"""How many CPU threads a forward pass uses.

A pass is hundreds of short parallel regions, and each ends in a barrier. Where other programs want the same cores (the
agent's own commands, say) every barrier waits for a thread that is not running: a step of the built-in model took ten
times longer with two threads than with one. So decode steps use whichever of one and all was faster lately, and prefill
gives up its threads for a while when it was starved (`docs/decisions.md`).
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

_RECENT_STEPS = 5
"""Decode steps whose median counts: one that was disturbed decides nothing."""
_PROBE_STEPS = 3
"""Decode steps that try the other number of threads; the first pays for starting them."""
_PROBE_EVERY_S = 20.0
_SOON_S = 2.0
_HOPELESS = 2.0
"""Times slower than the best: such a probe is given up at once."""
_SHOCK = 5.0
"""Times slower than the other number was: such a step alone decides, until a probe soon afterwards."""
_STARVED = 2.0
"""Wall time over the calling thread's own CPU time from which a prefill counts as starved."""
_SINGLE_FOR_S = 10.0


class CpuThreads:
    """Sets PyTorch's threads around each pass of one model. The caller's thread is the only one that runs passes."""

    def __init__(
        self, *, wall: Callable[[], float] = time.monotonic, cpu: Callable[[], float] = time.thread_time
    ) -> None:
        self._most = torch.get_num_threads()
        self._wall = wall
        self._cpu = cpu
        self._single_until = float("-inf")
        self._recent_s = {threads: deque([0.0], _RECENT_STEPS) for threads in (1, self._most)}
        self._probe_at = float("-inf")
        self._probes_left = 0
        self._probed = 1

    @contextmanager
    def for_pass(self, *, decode: bool) -> Iterator[int]:
        """Run a pass with the number of threads that is best now, which is also the value."""
        begin, cpu_begin = self._wall(), self._cpu()
        threads = self._for_decode(begin) if decode else 1 if begin < self._single_until else self._most
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        yield threads
        took_s = self._wall() - begin
        if decode:
            self._record(threads, took_s)
        elif threads > 1 and took_s > _STARVED * (self._cpu() - cpu_begin):
            self._single_until = begin + took_s + _SINGLE_FOR_S

    def _step_s(self, threads: int) -> float:
        """What a decode step takes with so many threads; 0 while it is not known."""
        return statistics.median_low(self._recent_s[threads])

    def _record(self, threads: int, took_s: float) -> None:
        recent = self._recent_s[threads]
        if recent[0] == 0.0:
            recent.clear()
        others = [self._step_s(other) for other in self._recent_s if other != threads]
        if not self._probes_left and any(0 < _SHOCK * other_s < took_s for other_s in others):
            recent.clear()
            self._probe_at = min(self._probe_at, self._wall() + _SOON_S)
        recent.append(took_s)
        if any(0 < _HOPELESS * other_s < took_s for other_s in others):
            self._probes_left = 0

    def _for_decode(self, now: float) -> int:
        best = min(self._recent_s, key=self._step_s)
        if now >= self._probe_at:
            self._probe_at = now + _PROBE_EVERY_S
            self._probes_left = _PROBE_STEPS
            self._probed = self._most if best == 1 else 1
            self._recent_s[self._probed].clear()
            self._recent_s[self._probed].append(0.0)
        if self._probes_left:
            self._probes_left -= 1
            return self._probed
        return best
