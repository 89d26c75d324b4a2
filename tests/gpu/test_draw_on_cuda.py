"""Drawing on the GPU against the CPU's sampler. Any CUDA GPU will do."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
import torch

from localcoder.engine.device_sampling import Row, draw_on_device, draw_rows, hashed
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import Draw, Sampler

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU"),
]

VOCAB = 262_144
ROWS: tuple[dict[str, Any], ...] = (
    {},
    {"temperature": 0.0, "logprobs": 5},
    {"top_p": 0.95, "repetition_penalty": 1.2},
    {"top_k": 40, "min_p": 0.01, "presence_penalty": 0.5, "frequency_penalty": 0.3, "logprobs": 2},
    {"logit_bias": {7: 30.0, 8: 30.0}, "top_p": 0.8},
    {"min_tokens": 9, "temperature": 0.7},
)


class OddGrammar:
    """Allows odd ids."""

    free = False

    def allowed(self) -> bytes:
        return b"\xaa" * (VOCAB // 8)

    def advance(self, token_id: int) -> None:
        assert token_id % 2


def _samplers() -> list[Sampler]:
    samplers = [
        Sampler(SamplingParams(seed=seed, **params), prompt_ids=range(1000), vocab_size=VOCAB, end_ids=(3,))
        for seed, params in enumerate(ROWS)
    ]
    grammar = SamplingParams(seed=9, top_p=0.9)
    samplers.append(Sampler(grammar, prompt_ids=(), vocab_size=VOCAB, end_ids=(3,), grammar=OddGrammar()))
    return samplers


def test_the_noise_has_the_same_bits() -> None:
    ids = torch.cat((torch.arange(VOCAB), torch.tensor([2**32 - 1, 2**31])))
    assert torch.equal(hashed(-5, 77, ids.cuda()).cpu(), hashed(-5, 77, ids))


def test_tokens_and_logprobs_are_those_of_the_cpu() -> None:
    here, there = _samplers(), _samplers()
    generator = torch.Generator().manual_seed(0)
    for position in range(6):
        logits = 3 * torch.randn(len(here), VOCAB, generator=generator)
        expected = draw_rows(logits, [Row(i, sampler, position) for i, sampler in enumerate(here)])
        drawn = draw_rows(logits.cuda(), [Row(i, sampler, position) for i, sampler in enumerate(there)])
        for left, right, one, other in zip(expected, drawn, here, there, strict=True):
            assert isinstance(left, Draw)
            assert isinstance(right, Draw)
            assert left.token_id == right.token_id
            if left.logprobs is not None:
                assert right.logprobs is not None
                assert [top.token_id for top in left.logprobs.top] == [top.token_id for top in right.logprobs.top]
                assert left.logprobs.chosen.logprob == pytest.approx(right.logprobs.chosen.logprob, abs=1e-9)
            one.accept(left.token_id)
            other.accept(right.token_id)


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
def test_all_rows_of_a_step_wait_for_the_gpu_once() -> None:
    samplers = _samplers()
    logits = torch.randn(len(samplers), VOCAB, device="cuda")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        try:
            draws = draw_on_device(logits, [Row(i, sampler, 0) for i, sampler in enumerate(samplers)])
            for sampler, draw in zip(samplers, draws, strict=True):
                assert isinstance(draw, Draw)
                sampler.accept(draw.token_id)
        finally:
            torch.cuda.set_sync_debug_mode("default")
    assert len([warning for warning in caught if "called a synchronizing" in str(warning.message)]) == 1
