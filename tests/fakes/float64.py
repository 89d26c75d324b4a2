"""The models that the megakernel serves, in float64 and in the plainest way: what its numbers are measured against.

Written from the definition alone and sharing no code with the package: no fused or grouped products, no paged cache,
no rounding anywhere. Runs wherever the weights are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights

KeysValues = tuple[torch.Tensor, torch.Tensor]
"""Of one layer: keys (rotated) and values, each [kv_heads, tokens, head_dim], of any type."""


@dataclass(frozen=True, slots=True)
class LayerTrace:
    """What one layer computed for n tokens."""

    x: torch.Tensor
    """[n, hidden]: its input."""
    q: torch.Tensor
    """[n, query_size], rotated."""
    keys: torch.Tensor
    """[kv_heads, n, head_dim], rotated; of these n tokens alone."""
    values: torch.Tensor
    """[kv_heads, n, head_dim]."""
    attended: torch.Tensor
    """[n, query_size]: the heads' outputs before the output projection."""
    router_logits: torch.Tensor | None
    """[n, experts]; None in a dense layer."""
    chosen: torch.Tensor | None
    """[n, top_k]: experts, greatest logit first; None in a dense layer."""
    activated: torch.Tensor
    """[n, top_k, expert_ff] times the router's weights, or [n, dense_ff]."""


@dataclass(frozen=True, slots=True)
class Trace:
    """All layers, and logits [n, vocab_size]."""

    layers: list[LayerTrace]
    x: torch.Tensor
    """[n, hidden]: the last layer's output."""
    logits: torch.Tensor


def forward(
    config: ModelConfig,
    weights: ModelWeights,
    ids: Sequence[int],
    start: int = 0,
    past: Sequence[KeysValues] | None = None,
) -> Trace:
    """Compute tokens at positions start, start + 1, ... of one sequence.

    Args:
        config: the model's; the first len(config.layers) of `weights.layers` are used.
        weights: converted to float64 as they are needed.
        ids: the tokens.
        start: the first one's position.
        past: for each layer the keys and values of positions 0 .. start - 1; may be None where start is 0.
    """
    device = weights.embedding.device
    x = weights.embedding[torch.tensor(list(ids), device=device)].double()
    traces = []
    for index in range(len(config.layers)):
        before = None if past is None else past[index]
        trace, x = _layer(config, index, weights.layers[index], x, start, before)
        traces.append(trace)
    logits = _rms(config, x, weights.final_norm) @ weights.head.double().T * config.logit_scale
    return Trace(traces, x, logits)


def _rms(config: ModelConfig, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    assert config.norm == "rms"
    return x / (x.square().mean(-1, keepdim=True) + config.norm_eps).sqrt() * weight.double()


def _layer(
    config: ModelConfig, index: int, weights: LayerWeights, x: torch.Tensor, start: int, past: KeysValues | None
) -> tuple[LayerTrace, torch.Tensor]:
    assert config.parallel_block and not config.qk_norm
    tokens, dim = len(x), config.head_dim
    normed = _rms(config, x, weights.input_norm)
    fused = (normed @ weights.qkv.double().T).view(tokens, -1, dim)
    queries, keys, values = fused.split([config.query_heads, config.kv_heads, config.kv_heads], dim=1)
    if config.layers[index].rope:
        queries, keys = _rotate(config, queries, start), _rotate(config, keys, start)
    keys, values = keys.transpose(0, 1), values.transpose(0, 1)
    attended = _attend(config, index, queries, _joined(past, 0, keys), _joined(past, 1, values), start)
    router_logits = chosen = None
    if isinstance(weights.mlp, ExpertWeights):
        router_logits, chosen, activated, mlp_out = _experts(config, normed, weights.mlp)
    else:
        activated, mlp_out = _dense(normed, weights.mlp)
    trace = LayerTrace(x, queries.flatten(1), keys, values, attended, router_logits, chosen, activated)
    return trace, x + attended @ weights.output.double().T + mlp_out


def _joined(past: KeysValues | None, which: int, new: torch.Tensor) -> torch.Tensor:
    return new if past is None else torch.cat((past[which].to(new.device).double(), new), dim=1)


def _rotate(config: ModelConfig, heads: torch.Tensor, start: int) -> torch.Tensor:
    """Turn the pairs (2i, 2i + 1) of [tokens, heads, dim] by position * theta^(-2i / dim)."""
    assert config.rope_interleaved and config.rope_scaling is None
    dim = config.head_dim
    frequencies = [config.rope_theta ** (-2 * pair / dim) for pair in range(dim // 2)]
    turns = torch.tensor(
        [[position * frequency for frequency in frequencies] for position in range(start, start + len(heads))],
        dtype=torch.float64,
        device=heads.device,
    )[:, None]
    even, odd = heads[..., 0::2], heads[..., 1::2]
    cos, sin = turns.cos(), turns.sin()
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def _attend(
    config: ModelConfig, index: int, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, start: int
) -> torch.Tensor:
    """queries [n, query_heads, dim] over keys and values [kv_heads, start + n, dim]: [n, query_size]."""
    tokens, device = len(queries), queries.device
    position = torch.arange(start, start + tokens, device=device)[:, None]
    key = torch.arange(start + tokens, device=device)[None]
    hidden_keys = key > position
    window = config.layers[index].window
    if window is not None:
        hidden_keys |= key <= position - window
    group = config.query_heads // config.kv_heads
    out = torch.empty_like(queries)
    for head in range(config.query_heads):
        scores = queries[:, head] @ keys[head // group].T / math.sqrt(config.head_dim)
        scores = scores.masked_fill(hidden_keys, -math.inf)
        out[:, head] = scores.softmax(-1) @ values[head // group]
    return out.flatten(1)


def _dense(normed: torch.Tensor, weights: MlpWeights) -> tuple[torch.Tensor, torch.Tensor]:
    activated = _gated(normed, weights.gate_up)
    return activated, activated @ weights.down.double().T


def _gated(normed: torch.Tensor, gate_up: torch.Tensor) -> torch.Tensor:
    gate, up = (normed @ gate_up.double().T).chunk(2, dim=-1)
    return gate / (1 + (-gate).exp()) * up


def _experts(
    config: ModelConfig, normed: torch.Tensor, weights: ExpertWeights
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    assert weights.shared is None
    logits = normed @ weights.router.double().T
    # A stable sort: the lower id first among equals.
    chosen = logits.sort(dim=-1, descending=True, stable=True).indices[:, : config.experts_per_token]
    top = logits.gather(-1, chosen)
    match config.router:
        case "sigmoid_of_top":
            scales = 1 / (1 + (-top).exp())
        case "softmax_of_top":
            scales = top.softmax(-1)
        case "top_of_softmax":
            scales = logits.softmax(-1).gather(-1, chosen)
    if config.router_renormalised:
        scales = scales / scales.sum(-1, keepdim=True)
    activated = normed.new_zeros(*chosen.shape, config.expert_ff)
    out = torch.zeros_like(normed)
    for expert in chosen.unique().tolist():
        rows, ranks = (chosen == expert).nonzero(as_tuple=True)
        part = _gated(normed[rows], weights.gate_up[expert]) * scales[rows, ranks, None]
        activated[rows, ranks] = part
        out[rows] += part @ weights.down[expert].double().T
    return logits, chosen, activated, out
