"""The judge of the kernel's sampling: it allows what the sampler draws, and next to nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import Sampler
from tests.fakes.draws import allowed_draws

PARAMS = [
    SamplingParams(temperature=0.0),
    SamplingParams(),
    SamplingParams(temperature=0.3),
    SamplingParams(temperature=1.7, top_k=1),
    SamplingParams(top_k=20),
    SamplingParams(top_p=0.95),
    SamplingParams(top_p=0.1),
    SamplingParams(min_p=0.05),
    SamplingParams(min_p=1.0),
    SamplingParams(temperature=0.8, min_p=0.01, top_k=40, top_p=0.9),
    SamplingParams(temperature=100.0, top_p=0.5, top_k=3),
]


@pytest.mark.parametrize("params", PARAMS, ids=str)
def test_the_samplers_draw_is_allowed_and_hardly_any_other(params: SamplingParams) -> None:
    logits = (np.random.default_rng(1).standard_normal(4096) * 3).astype(np.float32)
    others = 0
    for seed in range(100):
        sampler = Sampler(SamplingParams(**_fields(params), seed=seed), prompt_ids=(), vocab_size=4096, end_ids=())
        allowed = allowed_draws(logits, params, seed, 7)
        assert sampler.draw(logits, 7).token_id in allowed
        others += len(allowed) - 1
    assert others <= 2


def test_equal_logits_at_a_cut_may_all_be_drawn() -> None:
    logits = np.array([3, 1, 1, 1, -9], np.float32)
    seen = {token for seed in range(50) for token in allowed_draws(logits, SamplingParams(top_k=2), seed, 0)}
    assert seen == {0, 1, 2, 3}


def _fields(params: SamplingParams) -> dict[str, float]:
    return {name: getattr(params, name) for name in ("temperature", "top_p", "top_k", "min_p")}
