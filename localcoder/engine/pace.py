"""How much of a prompt is computed at once, and how many steps the running answers get in between.

Limits are given in seconds and turned into tokens and steps by what this model took on this machine so far.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from statistics import median
from typing import NamedTuple

GAP_S = 0.043
"""The pause between two tokens of an answer that a long prompt may cause; now and then it is a quarter longer."""

ROW_RATE = 40.0
"""Tokens per second that a running answer gets beside prompts, as long as that takes no more than half of the time."""

LAUNCH_S = 0.04
"""The longest launch: a new prompt waits for two of them. Far above the lateness of this process's thread."""

ALONE_S = 0.3
"""The longest chunk while no answer runs. Who comes meanwhile, or leaves, is heeded between two of them."""

SHORT_S = 0.12
"""A prompt that takes no longer is short: computed whole, since in small chunks it would take several times as long."""

PAUSE_S = 0.5
PAUSE_SHARE = 0.2
"""For short prompts, running answers may stand still for this share of the time for which they ran before, up to
PAUSE_S. So prompts that come together are computed together, and a flood of them stops nobody for long."""

MOST_TOKENS = 8192
"""The most tokens of one step, which bounds the memory that it needs."""

START_TOKENS = 512
"""The first chunk, before anything is known, and the least while no answer runs."""

FEWEST_TOKENS = 64
OVERHEAD, HOPELESS = 1.25, 2.0
"""A chunk may take this many times what the smallest takes, whatever the limit: smaller ones would gain little. The
second number where even the smallest takes twice the limit."""

REST = 1.1
"""A chunk may be this many times as large if then nothing is left."""

_REMEMBERED = 5
_OLD_AFTER, _OLD_AFTER_ONE = 128, 8
"""Chunks after which a larger size is tried again; the second number if it was computed only once."""
_NEAR_SHARE, _TRIAL_SHARE = 0.5, 0.2
"""Of a chunk's time that is held to grow with its size: for sizes like those known, and for a trial of the next."""


class Prompt(NamedTuple):
    """Tokens of a prompt that are still to be computed, and how many there were at first."""

    left: int
    whole: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What the next step may have."""

    prefill_tokens: int
    """The most tokens of prompts."""
    beside_steps: int
    """Decode steps of the running answers before a chunk; 0 if they pause."""
    launch_steps: int
    """The most decode steps of a launch without a chunk."""


class PrefillTimes:
    """What chunks took by their size: what is usual in powers of two, straight lines in between.

    What is old is believed less: up to twice the largest size that was computed lately, a chunk is held to take what
    that one took and not much more. So a size that was once slow is not avoided for ever.
    """

    def __init__(self, most_tokens: int) -> None:
        self.most_tokens = most_tokens
        self._chunks = 0
        self._noted: dict[int, deque[tuple[int, int, float]]] = {}
        self._knots: list[tuple[float, float]] = []
        self._newest: tuple[float, float] = (0.0, 0.0)

    def note(self, tokens: int, seconds: float) -> None:
        """A chunk of `tokens` tokens took `seconds`."""
        if seconds <= 0:
            return
        self._chunks += 1
        same = self._noted.setdefault(_size(tokens), deque(maxlen=_REMEMBERED))
        while same and same[0][0] <= self._chunks - _OLD_AFTER:
            same.popleft()
        same.append((self._chunks, tokens, seconds))
        self._knots = []
        for _, noted in sorted(self._noted.items()):
            mean = sum(tokens for _, tokens, _ in noted) / len(noted)
            usual = _usual([seconds for _, _, seconds in noted])
            self._knots.append((mean, max(usual, self._knots[-1][1] if self._knots else 0.0)))
            if noted[-1][0] > self._chunks - (_OLD_AFTER if len(noted) > 1 else _OLD_AFTER_ONE):
                self._newest = self._knots[-1]

    def seconds(self, tokens: int) -> float:
        """What a chunk of `tokens` tokens will take; 0 while nothing is known."""
        if not self._knots:
            return 0.0
        expected = self._line(tokens)
        newest, newest_s = self._newest
        if newest < tokens <= 2 * newest:
            share = _NEAR_SHARE if _size(tokens) == _size(math.ceil(newest)) else _TRIAL_SHARE
            return min(expected, newest_s * (1 - share + share * tokens / newest))
        return expected

    def tokens_within(self, limit_s: float) -> int:
        """The largest chunk of whole blocks that takes no longer; at least `FEWEST_TOKENS`, at most `most_tokens`."""
        if not self._knots:
            return min(START_TOKENS, self.most_tokens)
        first, first_s = self._knots[0]
        if first <= FEWEST_TOKENS:  # else it is only guessed what small chunks take, and none would ever correct that
            limit_s = max(limit_s, first_s * (OVERHEAD if first_s <= 2 * limit_s else HOPELESS))
        low, high = 1, max(1, self.most_tokens // FEWEST_TOKENS)
        while low < high:
            middle = (low + high + 1) // 2
            if self.seconds(middle * FEWEST_TOKENS) <= limit_s:
                low = middle
            else:
                high = middle - 1
        return min(low * FEWEST_TOKENS, self.most_tokens)

    def _line(self, tokens: int) -> float:
        knots = self._knots
        (first, first_s), (last, last_s) = knots[0], knots[-1]
        if tokens < first:
            line = first_s - self._slope(0) * (first - tokens) if len(knots) > 1 else 0.0
            return max(line, first_s * tokens / first)
        for (before, before_s), (after, after_s) in pairwise(knots):
            if tokens <= after:
                return before_s + (after_s - before_s) * (tokens - before) / (after - before)
        if len(knots) == 1:
            return last_s * tokens / last
        # A line from two points that may be close says little far away, so it ends at twice the largest size.
        end = 2 * last
        end_s = min(2 * last_s, last_s + self._slope(len(knots) - 2) * last)
        return last_s + (end_s - last_s) * (tokens - last) / last if tokens <= end else end_s * tokens / end

    def _slope(self, index: int) -> float:
        (before, before_s), (after, after_s) = self._knots[index : index + 2]
        return (after_s - before_s) / (after - before)


def _size(tokens: int) -> int:
    return (tokens - 1).bit_length()


def _usual(seconds: list[float]) -> float:
    """What few exceed: of many the second longest; of few the lower median, for the first may pay for compiling."""
    ordered = sorted(seconds)
    return ordered[-2] if len(ordered) > 3 else ordered[(len(ordered) - 1) // 2]


class DecodeTimes:
    """What a decode step took by its rows."""

    def __init__(self) -> None:
        self._noted: dict[int, deque[float]] = {}

    def note(self, rows: int, seconds: float) -> None:
        """A step of `rows` rows took `seconds`."""
        if seconds > 0:
            self._noted.setdefault(rows, deque(maxlen=_REMEMBERED)).append(seconds)

    def seconds(self, rows: int) -> float:
        """What a step of `rows` rows will take, by the nearest number that is known; 0 while nothing is."""
        if not self._noted:
            return 0.0
        return median(self._noted[min(self._noted, key=lambda known: (abs(known - rows), -known))])


class Pace:
    """Decides what the next step may have. Plain numbers in and out: it knows no clock."""

    def __init__(self, most_tokens: int) -> None:
        self.prefill = PrefillTimes(most_tokens)
        self.decode = DecodeTimes()
        self._pause_s = PAUSE_S
        self._pausing = False
        self._owed = 0

    def plan(self, rows: int, prompts: Sequence[Prompt], *, launch_steps: int, queued: bool) -> Turn:
        """What the next step may have.

        Args:
            rows: running answers that would get a token.
            prompts: those that are to be computed, in their order.
            launch_steps: the most steps of a launch; 0 without launches, where a step gives each row one token.
            queued: a launch is queued already, so the rows have their steps.
        """
        self._pausing = False
        if not rows:
            self._pause_s, self._owed = PAUSE_S, 0
            return Turn(self._alone(prompts), 0, launch_steps)
        step_s = self.decode.seconds(rows)
        most_steps = _within(LAUNCH_S, step_s, launch_steps)
        small = self.prefill.tokens_within(max(GAP_S - step_s, GAP_S / 2))
        if not prompts:
            self._owed = max(0, self._owed - 1)
            return Turn(small, 1, most_steps)
        left = sum(prompt.left for prompt in prompts)
        if left <= REST * small:
            small = left
        at_once = min(self._short(prompts), self.prefill.tokens_within(self._pause_s))
        if at_once > small and at_once >= prompts[0].left and self.prefill.seconds(at_once) <= self._pause_s:
            self._pausing = True
            return Turn(at_once, 0, most_steps)
        steps = self._steps_between(min(small, left), step_s)
        if launch_steps:
            return Turn(small, 0 if queued else min(steps, most_steps), most_steps)
        if self._owed > 0:
            self._owed -= 1
            return Turn(0, 1, 0)
        self._owed = steps - 1
        return Turn(small, 1, 0)

    def chunk_queued(self, tokens: int) -> None:
        """A chunk of `tokens` was queued after `plan`."""
        if self._pausing:
            self._pause_s -= self.prefill.seconds(tokens)

    def chunk_took(self, tokens: int, seconds: float) -> None:
        """The device was at a chunk for so long."""
        self.prefill.note(tokens, seconds)

    def rows_stepped(self, rows: int, steps: int) -> None:
        """`rows` running answers got `steps` tokens each."""
        self._pause_s = min(PAUSE_S, self._pause_s + PAUSE_SHARE * steps * self.decode.seconds(rows))

    def step_took(self, rows: int, seconds: float) -> None:
        """One decode step of `rows` rows took so long."""
        self.decode.note(rows, seconds)

    def _alone(self, prompts: Sequence[Prompt]) -> int:
        """A short prompt is not computed together with a part of a long one, which it would have to wait for."""
        most = max(self.prefill.tokens_within(ALONE_S), min(START_TOKENS, self.prefill.most_tokens))
        short = self._short(prompts)
        return min(short, most) if 0 < short < sum(prompt.left for prompt in prompts) else most

    def _short(self, prompts: Sequence[Prompt]) -> int:
        """The tokens of the short prompts before the first long one."""
        short = takewhile(lambda prompt: self.prefill.seconds(prompt.whole) <= SHORT_S, prompts)
        return sum(prompt.left for prompt in short)

    def _steps_between(self, tokens: int, step_s: float) -> int:
        """Steps that the rows get for each chunk, so that they have `ROW_RATE`."""
        chunk_s = self.prefill.seconds(tokens)
        if not step_s or not chunk_s:
            return 1
        half = math.ceil(chunk_s / step_s)
        left = 1 - ROW_RATE * step_s
        return max(1, min(half, math.ceil(chunk_s * ROW_RATE / left)) if left > 0 else half)


def _within(limit_s: float, step_s: float, most: int) -> int:
    """How many steps of `step_s` fit `limit_s`: 1 to `most`, or `most` while nothing is known."""
    return min(most, max(1, int(limit_s / step_s))) if step_s > 0 else most
