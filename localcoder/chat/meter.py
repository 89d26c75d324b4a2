"""Counting and timing a reply while it is generated."""

from __future__ import annotations

import time
from dataclasses import replace

from localcoder.chat.model import ReplyUsage
from localcoder.engine.request import TokenOutput


class Meter:
    """Counts and times one reply."""

    def __init__(self, in_reasoning: bool, opens: int | None, closes: int | None) -> None:
        self.in_reasoning = in_reasoning
        """Whether the newest token belongs to the reasoning, or closed it."""
        self._opens = opens
        self._closes = closes
        self._reasoning_tokens = 0
        self._started = time.monotonic()
        self._first: float | None = None
        self._last = self._started
        self._usage = ReplyUsage()

    def count(self, output: TokenOutput) -> None:
        """Take one step's tokens; the closing marker belongs to the reasoning."""
        self._last = time.monotonic()
        if self._first is None:
            self._first = self._last
        for token_id in output.token_ids:
            if token_id == self._opens:
                self.in_reasoning = True
            self._reasoning_tokens += self.in_reasoning
            if token_id == self._closes:
                self.in_reasoning = False
        usage = output.usage
        self._usage = ReplyUsage(usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)

    def usage(self) -> ReplyUsage:
        """The reply's figures; decoding is timed from the first token on."""
        first = self._last if self._first is None else self._first
        return replace(
            self._usage,
            reasoning_tokens=self._reasoning_tokens,
            prefill_s=first - self._started,
            decode_s=self._last - first,
        )
