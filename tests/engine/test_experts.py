"""The routed experts' two ways of computing the same sum."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.torch_model.layers import can_stack, looped_experts, mlp, stacked_experts
from localcoder.engine.weights import ExpertWeights

HIDDEN = 32
FF = 24


def some_weights(experts: int, generator: torch.Generator, dtype: torch.dtype) -> ExpertWeights:
    def normal(*shape: int) -> torch.Tensor:
        return (torch.randn(shape, generator=generator) / shape[-1] ** 0.5).to(dtype)

    return ExpertWeights(
        normal(experts, HIDDEN), normal(experts, 2 * FF, HIDDEN), normal(experts, HIDDEN, FF), shared=None
    )


def routed(
    tokens: int, experts: int, per_token: int, generator: torch.Generator, dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    hidden = torch.randn(tokens, HIDDEN, generator=generator).to(dtype)
    scales = torch.rand(tokens, per_token, generator=generator).to(dtype)
    ids = torch.rand(tokens, experts, generator=generator).topk(per_token).indices
    return hidden, scales, ids


def defined(hidden: torch.Tensor, scales: torch.Tensor, ids: torch.Tensor, weights: ExpertWeights) -> torch.Tensor:
    """Token by token and expert by expert in float64."""
    out = torch.zeros(hidden.shape, dtype=torch.float64)
    for token, (row_scales, row_ids) in enumerate(zip(scales.double(), ids.tolist(), strict=True)):
        for scale, expert in zip(row_scales, row_ids, strict=True):
            matrices = weights.gate_up[expert].double(), weights.down[expert].double()
            out[token] += scale * mlp(hidden[token : token + 1].double(), *matrices)[0]
    return out


@given(seed=st.integers(0, 2**32), tokens=st.integers(1, 20), experts=st.integers(1, 9), per_token=st.integers(1, 4))
def test_both_ways_give_the_defined_sum(seed: int, tokens: int, experts: int, per_token: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    weights = some_weights(experts, generator, torch.float32)
    inputs = routed(tokens, experts, min(per_token, experts), generator, torch.float32)
    expected = defined(*inputs, weights).float()
    torch.testing.assert_close(stacked_experts(*inputs, weights), expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(looped_experts(*inputs, weights), expected, atol=1e-5, rtol=0)


def test_the_stacked_way_rounds_bfloat16_no_worse_than_the_loop() -> None:
    generator = torch.Generator().manual_seed(1)
    weights = some_weights(8, generator, torch.bfloat16)
    inputs = routed(200, 8, 3, generator, torch.bfloat16)
    expected = defined(*inputs, weights)
    errors = [torch.linalg.norm(way(*inputs, weights) - expected) for way in (stacked_experts, looped_experts)]
    assert errors[0] < 1.1 * errors[1] < 0.02 * torch.linalg.norm(expected)


def test_experts_without_tokens_and_one_with_all_of_them() -> None:
    generator = torch.Generator().manual_seed(2)
    weights = some_weights(6, generator, torch.float32)
    hidden, scales, _ = routed(5, 6, 1, generator, torch.float32)
    for expert in (0, 3, 5):
        ids = torch.full((5, 1), expert)
        expected = defined(hidden, scales, ids, weights).float()
        torch.testing.assert_close(stacked_experts(hidden, scales, ids, weights), expected, atol=1e-5, rtol=0)


def test_the_stacked_way_is_for_gpus_alone() -> None:
    weights = some_weights(4, torch.Generator().manual_seed(3), torch.bfloat16)
    assert not can_stack(torch.zeros(2, HIDDEN, dtype=torch.bfloat16), weights)
