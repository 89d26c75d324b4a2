"""Which tokens a sampler may draw from given logits, if its arithmetic rounds differently."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import gumbel

SLACK = 1e-5
"""Relative, of scores (logit / temperature + noise) and of shares: what float32 sums in another order may differ by."""

Floats64 = NDArray[np.float64]


def allowed_draws(logits: NDArray[np.float32], params: SamplingParams, seed: int, position: int) -> set[int]:
    """The tokens that `localcoder.engine.sampling` may draw for the token at `position`; one, but for close calls.

    A cut (min_p, top_k, top_p) may fall a hair earlier or later, and of scores within SLACK of the best any may win.
    """
    if params.temperature == 0:
        return set(np.flatnonzero(logits == logits.max())[:1].tolist())
    scores = (logits.astype(np.float64) - float(logits.max())) / max(params.temperature, 1e-6)
    noisy = scores + gumbel(seed, position, np.arange(len(logits), dtype=np.uint32))
    order = np.argsort(-scores, kind="stable") if _cuts(params) else np.arange(len(scores))
    few, many = (_candidates(scores, order, params, slack) for slack in (-SLACK, SLACK))
    best = float(noisy[few].max())
    return set(many[noisy[many] >= best - SLACK * (1 + abs(best))].tolist())


def _cuts(params: SamplingParams) -> bool:
    return params.min_p > 0 or params.top_k > 0 or params.top_p < 1


def _candidates(scores: Floats64, order: NDArray[np.intp], params: SamplingParams, slack: float) -> NDArray[np.intp]:
    """What the cuts leave of `order`, best first; each is moved to leave fewer (`slack` below 0) or more (above)."""
    if params.min_p > 0:
        order = order[scores[order] >= math.log(params.min_p) - slack] if params.min_p < 1 or slack > 0 else order[:1]
    if params.top_k and params.top_k < len(order):
        last = scores[order[params.top_k - 1]]
        # Equal logits at the cut are all as good.
        order = order[: params.top_k] if slack < 0 else order[scores[order] >= last - slack * (1 + abs(last))]
    if params.top_p < 1:
        shares = np.exp(scores[order]).cumsum()
        order = order[: 1 + int(np.searchsorted(shares, params.top_p * (1 + slack) * shares[-1]))]
    return order
