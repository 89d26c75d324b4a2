"""What the engine reports about itself."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass

WINDOW_S = 5.0
"""Over how many seconds the token rates are taken."""


@dataclass(frozen=True, slots=True)
class EngineStats:
    """A snapshot. Counts are since the engine started, rates over the last `WINDOW_S` seconds."""

    running: int
    waiting: int
    blocks_free: int
    blocks_cached: int
    blocks_used: int
    prompt_tokens: int
    """Prompt tokens of all requests that have started to run."""
    cached_tokens: int
    """Those of them that the prefix cache had."""
    completion_tokens: int
    preemptions: int
    prefill_tokens_per_s: float
    decode_tokens_per_s: float


class Counters:
    """Counts tokens and knows their rates; written by the engine's thread, read by any."""

    def __init__(self) -> None:
        self.prompt_tokens = 0
        self.cached_tokens = 0
        self.completion_tokens = 0
        self._steps: deque[tuple[float, int, int]] = deque()
        self._lock = threading.Lock()

    def add(self, *, prefill: int = 0, decode: int = 0) -> None:
        """Note tokens computed from prompts, and tokens drawn."""
        now = time.monotonic()
        self.completion_tokens += decode
        with self._lock:
            self._steps.append((now, prefill, decode))
            self._drop_old(now)

    def per_second(self) -> tuple[float, float]:
        """Prefill and decode tokens per second over the last `WINDOW_S` seconds, or since work began within them."""
        with self._lock:
            now = time.monotonic()
            self._drop_old(now)
            if not self._steps:
                return 0.0, 0.0
            span_s = max(now - self._steps[0][0], 0.1)
            return sum(step[1] for step in self._steps) / span_s, sum(step[2] for step in self._steps) / span_s

    def _drop_old(self, now: float) -> None:
        while self._steps and self._steps[0][0] < now - WINDOW_S:
            self._steps.popleft()
