"""What the engine reports about itself."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

FIRST_TOKEN_BOUNDS_S = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
NEXT_TOKEN_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.1, 0.25, 0.5, 1.0, 5.0)


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many durations were at most as long as each of `bounds_s` and longer than the one before.

    `counts` has one entry more than `bounds_s`, for those that were longer than all; `total_s` is their sum.
    """

    bounds_s: tuple[float, ...]
    counts: tuple[int, ...]
    total_s: float


@dataclass(frozen=True, slots=True)
class EngineStats:
    """A snapshot. Counts are since the engine started."""

    rows: int
    """The most sequences of one decode step."""
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
    first_token: Distribution
    """From a request's arrival at the engine to its first token."""
    next_token: Distribution
    """From a token of an answer to the next one."""
    failure: str | None
    """Why no request is taken any more; None while the engine works."""
    steps: int
    """Chunks of prompts and steps of answers that were computed; grows for as long as requests get on."""


class Durations:
    """A distribution that grows; written by one thread."""

    def __init__(self, bounds_s: tuple[float, ...]) -> None:
        self._bounds_s = bounds_s
        self._counts = [0] * (len(bounds_s) + 1)
        self._total_s = 0.0

    def add(self, duration_s: float) -> None:
        """Note one duration."""
        self._counts[bisect_left(self._bounds_s, duration_s)] += 1
        self._total_s += duration_s

    def snapshot(self) -> Distribution:
        """What was noted so far."""
        return Distribution(self._bounds_s, tuple(self._counts), self._total_s)


class Counters:
    """Counts what the engine did; written by its thread, read by any."""

    def __init__(self) -> None:
        self.first_token = Durations(FIRST_TOKEN_BOUNDS_S)
        self.next_token = Durations(NEXT_TOKEN_BOUNDS_S)
        self.prompt_tokens = 0
        self.cached_tokens = 0
        self.completion_tokens = 0
        self.steps = 0
