"""What the engine did lately, second by second: noted along with the steps, so that it costs nothing between them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

HISTORY_S = 60
"""So many seconds are kept."""


@dataclass(frozen=True, slots=True)
class EngineLoad:
    """How busy an engine is, and was in each of the last `HISTORY_S` seconds, the oldest first.

    `prompt_tokens` and `cached_tokens`, those of them that the prefix cache had, are since the engine started.
    """

    rows: int
    """The most sequences of one decode step."""
    running: int
    waiting: int
    blocks_total: int
    blocks_used: int
    blocks_cached: int
    prompt_tokens: int
    cached_tokens: int
    prefill: tuple[int, ...]
    """Prompt tokens computed in each second."""
    decode: tuple[int, ...]
    """Tokens drawn in each second."""
    blocks: tuple[int, ...]
    """The most blocks of the KV cache that were used in each second."""


@dataclass(slots=True)
class _Second:
    at_s: int
    prefill: int = 0
    decode: int = 0
    most_blocks: int = 0
    last_blocks: int = 0


class History:
    """The seconds in which something was computed; written by the engine's thread, read by any."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds: deque[_Second] = deque()
        self._lock = threading.Lock()

    def add(self, prefill: int, decode: int, blocks: int) -> None:
        """Note what a step computed, and how many blocks are used after it."""
        at_s = int(self._clock())
        with self._lock:
            if not self._seconds or self._seconds[-1].at_s != at_s:
                self._seconds.append(_Second(at_s))
                # One that is older than the window stays: what was used then is used until something changes.
                while len(self._seconds) > 1 and self._seconds[1].at_s <= at_s - HISTORY_S:
                    self._seconds.popleft()
            second = self._seconds[-1]
            second.prefill += prefill
            second.decode += decode
            second.most_blocks = max(second.most_blocks, blocks)
            second.last_blocks = blocks

    def seconds(self) -> tuple[tuple[int, int, int], ...]:
        """Prefill, decode and blocks of each of the last `HISTORY_S` seconds, up to the current one."""
        now_s = int(self._clock())
        with self._lock:
            known = {second.at_s: (second.prefill, second.decode, second.most_blocks) for second in self._seconds}
            after = {second.at_s: second.last_blocks for second in self._seconds}
        blocks = max(((at_s, last) for at_s, last in after.items() if at_s <= now_s - HISTORY_S), default=(0, 0))[1]
        shown = []
        for at_s in range(now_s - HISTORY_S + 1, now_s + 1):
            shown.append(known.get(at_s, (0, 0, blocks)))
            blocks = after.get(at_s, blocks)
        return tuple(shown)
