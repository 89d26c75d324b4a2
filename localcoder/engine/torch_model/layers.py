"""The pieces of a decoder layer: norms, rotary positions, gated MLPs, routed experts.

Tokens of all sequences of a step lie in one dimension; nothing here depends on which sequence a token belongs to.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F

from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.linear import linear
from localcoder.engine.weights import ExpertWeights, MlpWeights


def norm(config: ModelConfig, hidden: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Normalise [tokens, hidden] as the model's layers do, computed in float32."""
    if config.norm == "layer":
        return F.layer_norm(hidden.float(), weight.shape, weight.float(), None, config.norm_eps).to(hidden.dtype)
    return rms_norm(hidden, weight, config.norm_eps)


def rms_norm(hidden: torch.Tensor, weight: torch.Tensor, eps: float) -> torch.Tensor:
    """x / sqrt(mean(x^2) + eps) * weight over the last dimension, computed in float32.

    On a GPU in one kernel, which rounds once: eight small ones in every layer would keep a short prefill waiting.
    """
    if hidden.is_cuda:
        return F.rms_norm(hidden, weight.shape, weight, eps)
    wide = hidden.float()
    scale = torch.rsqrt(wide.square().mean(-1, keepdim=True).add_(eps))
    return (wide * scale).to(hidden.dtype) * weight


class Rope:
    """Rotary positions as unit complex numbers, one for each pair of a head's dimensions.

    Pair i turns by theta^(-2i / head_dim) a position (`config.rope_theta`); `config.rope_scaling` slows the slow ones.
    """

    def __init__(self, config: ModelConfig, device: torch.device) -> None:
        self.interleaved = config.rope_interleaved
        exponents = torch.arange(0, config.head_dim, 2, dtype=torch.float32) / config.head_dim
        self.frequencies = _scaled(config, 1.0 / (config.rope_theta**exponents)).to(device)

    def angles(self, positions: torch.Tensor) -> torch.Tensor:
        """cos + i sin for positions [tokens]: complex64 [tokens, 1, head_dim / 2]."""
        phase = positions.to(torch.float32)[:, None] * self.frequencies
        return torch.polar(torch.ones_like(phase), phase)[:, None]

    def rotate(self, heads: torch.Tensor, angles: torch.Tensor) -> torch.Tensor:
        """Rotate [tokens, heads, head_dim] by `angles`, computed in float32."""
        wide = heads.float()
        if self.interleaved:
            pairs = torch.view_as_complex(wide.view(*wide.shape[:2], -1, 2))
            return torch.view_as_real(pairs * angles).flatten(-2).to(heads.dtype)
        first, second = wide.chunk(2, dim=-1)
        turned = torch.complex(first, second) * angles
        return torch.cat((turned.real, turned.imag), dim=-1).to(heads.dtype)


def _scaled(config: ModelConfig, frequencies: torch.Tensor) -> torch.Tensor:
    """Llama 3.1's rule: slow frequencies are divided by `factor`, fast ones kept, those between blended."""
    scaling = config.rope_scaling
    if scaling is None:
        return frequencies
    turns = scaling.original_context_tokens * frequencies / (2 * math.pi)
    keep = (turns - scaling.low_freq_factor) / (scaling.high_freq_factor - scaling.low_freq_factor)
    keep = keep.clamp(0.0, 1.0)
    return frequencies * (keep + (1.0 - keep) / scaling.factor)


def mlp(hidden: torch.Tensor, gate_up: torch.Tensor, down: torch.Tensor) -> torch.Tensor:
    """down(silu(gate(x)) * up(x)) for x [tokens, hidden]."""
    gate, up = linear(hidden, gate_up).chunk(2, dim=-1)
    return linear(F.silu(gate) * up, down)


def route(config: ModelConfig, hidden: torch.Tensor, router: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Choose experts for [tokens, hidden]: their weights and their ids, both [tokens, experts_per_token]."""
    weights, ids = choose_experts(config, linear(hidden, router))
    return weights.to(hidden.dtype), ids


def choose_experts(config: ModelConfig, logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The experts' weights and ids, both [tokens, experts_per_token], by the router's logits [tokens, experts]."""
    match config.router:
        case "sigmoid_of_top":
            top, ids = logits.topk(config.experts_per_token)
            weights = top.sigmoid()
        case "softmax_of_top":
            top, ids = logits.topk(config.experts_per_token)
            weights = top.softmax(-1, dtype=torch.float32)
        case "top_of_softmax":
            weights, ids = logits.softmax(-1, dtype=torch.float32).topk(config.experts_per_token)
    if config.router_renormalised:
        weights = weights / weights.sum(-1, keepdim=True)
    return weights, ids


def experts(config: ModelConfig, hidden: torch.Tensor, weights: ExpertWeights) -> torch.Tensor:
    """The routed experts' weighted sum for [tokens, hidden], with the shared experts if the model has any.

    Each chosen expert computes all its tokens at once, on views of the stacked weights. A token's contributions are
    added in the order of the experts' ids, so the sum does not depend on what else is in the batch.
    """
    scales, ids = route(config, hidden, weights.router)
    if can_stack(hidden, weights):
        out = stacked_experts(hidden, scales, ids, weights)
    elif len(hidden) == 1:
        out = _one_token(hidden, scales, ids, weights)
    else:
        out = looped_experts(hidden, scales, ids, weights)
    if weights.shared is None:
        return out
    out = out + mlp(hidden, weights.shared.gate_up, weights.shared.down)
    return out / 2 if config.shared_combination == "average" else out


def can_stack(hidden: torch.Tensor, weights: ExpertWeights) -> bool:
    """Whether the device multiplies all experts in one kernel, without telling the host how many tokens each has.

    That is grouped_mm on a GPU; it takes bfloat16, and rows of a multiple of 16 bytes.
    """
    gate_up, down = weights.gate_up, weights.down
    return (
        hidden.is_cuda
        and hidden.dtype == torch.bfloat16
        and isinstance(gate_up, torch.Tensor)
        and isinstance(down, torch.Tensor)
        and gate_up.shape[-1] % 8 == 0
        and down.shape[-1] % 8 == 0
    )


def stacked_experts(
    hidden: torch.Tensor, scales: torch.Tensor, ids: torch.Tensor, weights: ExpertWeights
) -> torch.Tensor:
    """[tokens, hidden] by `scales` and `ids` [tokens, experts_per_token], two grouped products for all experts.

    The stacked weights are read as they lie. Nothing waits for the device.
    """
    gate_up, down = weights.gate_up, weights.down
    assert isinstance(gate_up, torch.Tensor) and isinstance(down, torch.Tensor)
    per_token = ids.shape[1]
    chosen, order = ids.flatten().sort(stable=True)
    every = torch.arange(len(gate_up), device=ids.device)
    ends = torch.searchsorted(chosen, every, right=True, out_int32=True)
    inputs = hidden.index_select(0, order // per_token)
    gate, up = F.grouped_mm(inputs, gate_up.transpose(-2, -1), offs=ends).chunk(2, dim=-1)
    # Scaled before the second product, where the rows are narrow.
    inner = F.silu(gate).mul_(up).mul_(scales.flatten()[order, None])
    parts = F.grouped_mm(inner, down.transpose(-2, -1), offs=ends)
    return parts[_places(order, per_token)].sum(1)


def looped_experts(
    hidden: torch.Tensor, scales: torch.Tensor, ids: torch.Tensor, weights: ExpertWeights
) -> torch.Tensor:
    """The same as `stacked_experts` up to rounding, expert by expert; waits for the device once."""
    per_token = ids.shape[1]
    flat = ids.flatten()
    order = flat.argsort(stable=True)
    counts = flat.bincount(minlength=len(weights.gate_up)).tolist()
    inputs = torch.split(hidden.index_select(0, order // per_token), counts)
    parts = torch.cat(
        [
            mlp(part, weights.gate_up[expert], weights.down[expert])
            for expert, part in enumerate(inputs)
            if counts[expert]
        ]
    )
    parts = parts * scales.flatten()[order, None]
    places = _places(order, per_token)
    out = parts.index_select(0, places[:, 0])
    for place in places[:, 1:].unbind(1):
        out = out + parts.index_select(0, place)
    return out


def _places(order: torch.Tensor, per_token: int) -> torch.Tensor:
    """Where each token's parts lie once they are in `order`, by expert: [tokens, per_token], ascending."""
    places = torch.empty_like(order).scatter_(0, order, torch.arange(len(order), device=order.device))
    return places.view(-1, per_token).sort(-1).values


def _one_token(hidden: torch.Tensor, scales: torch.Tensor, ids: torch.Tensor, weights: ExpertWeights) -> torch.Tensor:
    out: torch.Tensor | None = None
    for expert, slot in sorted(zip(ids[0].tolist(), range(ids.shape[1]), strict=True)):
        part = mlp(hidden, weights.gate_up[expert], weights.down[expert]) * scales[:, slot]
        out = part if out is None else out + part
    assert out is not None
    return out


def feed_forward(config: ModelConfig, hidden: torch.Tensor, weights: MlpWeights | ExpertWeights) -> torch.Tensor:
    """The MLP half of a layer, dense or routed, for [tokens, hidden]."""
    if isinstance(weights, MlpWeights):
        return mlp(hidden, weights.gate_up, weights.down)
    return experts(config, hidden, weights)
