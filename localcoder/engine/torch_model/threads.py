"""How many CPU threads a forward pass uses.

A pass is hundreds of short parallel regions, and each ends in a barrier. Where other programs want the same cores (the
agent's own commands, say) every barrier waits for a thread that is not running: a step of the built-in model took ten
times longer with two threads than with one. So small decode steps use one thread, and larger passes give up their
threads for a while when they were starved (`docs/decisions.md`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

SMALL_WEIGHTS_BYTES = 256 * 1024**2
"""A decode step over so few weights gains less from threads than it risks."""
_STARVED = 2.0
"""Wall time over the calling thread's own CPU time from which a pass counts as starved."""
_SHORTEST_S = 0.005
_SINGLE_FOR_S = 10.0


class CpuThreads:
    """Sets PyTorch's threads around each pass of one model. The caller's thread is the only one that runs passes."""

    def __init__(
        self,
        weight_bytes: int,
        *,
        wall: Callable[[], float] = time.monotonic,
        cpu: Callable[[], float] = time.thread_time,
    ) -> None:
        self._most = torch.get_num_threads()
        self._small = weight_bytes <= SMALL_WEIGHTS_BYTES
        self._wall = wall
        self._cpu = cpu
        self._single_until = float("-inf")

    @contextmanager
    def for_pass(self, *, decode: bool) -> Iterator[int]:
        """Run a pass with the number of threads that is best now, which is also the value."""
        begin, cpu_begin = self._wall(), self._cpu()
        threads = 1 if (decode and self._small) or begin < self._single_until else self._most
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        yield threads
        took = self._wall() - begin
        if threads > 1 and took > max(_SHORTEST_S, _STARVED * (self._cpu() - cpu_begin)):
            self._single_until = begin + took + _SINGLE_FOR_S
