"""Logarithms of probabilities as JSON can hold them."""

from __future__ import annotations

from typing import Final

LEAST_LOGPROB: Final = -9999.0
"""What stands for a probability of zero, whose logarithm JSON cannot hold; OpenAI's value."""


def finite(logprob: float) -> float:
    """`logprob`, or `LEAST_LOGPROB` where it is lower."""
    return max(logprob, LEAST_LOGPROB)
