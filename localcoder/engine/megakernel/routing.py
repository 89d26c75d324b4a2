"""Tables of experts that a benchmark makes the kernel use in place of the router's choice.

The router runs all the same; only its choice is replaced (`forced` in `abi.py`). Real text routes its tokens to
related experts, so that rows share some: what a step has to read depends on it, and a figure must say which it used.
"""

from __future__ import annotations

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import MAX_ROWS

FORCED_STEPS = 64
"""Steps of a table, after which it begins again."""


def uniform_experts(config: ModelConfig, *, steps: int = FORCED_STEPS, seed: int = 0) -> torch.Tensor:
    """Every row draws its experts evenly and without replacement, each step, layer and row for itself.

    Returns:
        int32 [steps, layers, MAX_ROWS, experts_per_token], ascending in each row, on the CPU.
    """
    return _drawn(config, torch.zeros(len(config.layers), config.experts), steps, seed)


def correlated_experts(config: ModelConfig, *, steps: int = FORCED_STEPS, seed: int = 0) -> torch.Tensor:
    """Rows prefer the same experts: each layer ranks them in an order of its own, and the n-th has the weight 1/n.

    Rows draw for themselves and without replacement (Gumbel's trick), so popular experts are shared by most of them.

    Returns:
        int32 [steps, layers, MAX_ROWS, experts_per_token], ascending in each row, on the CPU.
    """
    generator = torch.Generator().manual_seed(seed + 1)
    ranks = torch.rand(len(config.layers), config.experts, generator=generator).argsort(-1) + 1
    return _drawn(config, -ranks.float().log(), steps, seed)


def distinct_experts(config: ModelConfig, table: torch.Tensor, rows: int) -> float:
    """Different experts that the first `rows` rows use together in a layer: the mean over MoE layers and steps."""
    moe = torch.tensor([layer.moe for layer in config.layers])
    chosen = table[:, moe, :rows].flatten(2).long()
    touched = torch.zeros(*chosen.shape[:2], config.experts)
    return float(touched.scatter_(2, chosen, 1.0).sum(-1).mean())


def _drawn(config: ModelConfig, preference: torch.Tensor, steps: int, seed: int) -> torch.Tensor:
    """Draw by log weight `preference` [layers, experts]."""
    generator = torch.Generator().manual_seed(seed)
    shape = (steps, len(config.layers), MAX_ROWS, config.experts)
    noise = -torch.empty(shape).exponential_(generator=generator).log()
    chosen = (noise + preference[:, None]).topk(config.experts_per_token).indices
    return chosen.sort(-1).values.to(torch.int32)
