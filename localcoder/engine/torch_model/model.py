"""One forward pass over the tokens of a step, for every family.

Attention is handed in as a function, so that the paged cache and the plain reference share this definition.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope, feed_forward, norm, rms_norm
from localcoder.engine.torch_model.linear import linear
from localcoder.engine.weights import LayerWeights

Attend = Callable[[int, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""(layer index, queries [tokens, query_heads, head_dim], keys and values [tokens, kv_heads, head_dim]) -> the heads'
outputs [tokens, query_size]."""


def layer_forward(
    config: ModelConfig,
    index: int,
    weights: LayerWeights,
    hidden: torch.Tensor,
    rope: Rope,
    angles: torch.Tensor,
    attend: Attend,
) -> torch.Tensor:
    """Layer `index` for hidden [tokens, hidden]; `angles` are `rope`'s for the tokens' positions."""
    normed = norm(config, hidden, weights.input_norm)
    attended = linear(attend(index, *_heads(config, index, weights, normed, rope, angles)), weights.output)
    if weights.post_norm is None:
        return hidden + attended + feed_forward(config, normed, weights.mlp)
    hidden = hidden + attended
    return hidden + feed_forward(config, norm(config, hidden, weights.post_norm), weights.mlp)


def logits(config: ModelConfig, hidden: torch.Tensor, final_norm: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
    """float32 [tokens, vocab_size] from the last layer's hidden [tokens, hidden]."""
    out = linear(norm(config, hidden, final_norm), head).float()
    return out if config.logit_scale == 1.0 else out * config.logit_scale


def _heads(
    config: ModelConfig, index: int, weights: LayerWeights, normed: torch.Tensor, rope: Rope, angles: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    heads = linear(normed, weights.qkv).view(len(normed), -1, config.head_dim)
    rotated, values = heads[:, : -config.kv_heads], heads[:, -config.kv_heads :]
    if weights.query_norm is not None and weights.key_norm is not None:
        queries, keys = rotated[:, : config.query_heads], rotated[:, config.query_heads :]
        queries = rms_norm(queries, weights.query_norm, config.norm_eps)
        rotated = torch.cat((queries, rms_norm(keys, weights.key_norm, config.norm_eps)), dim=1)
    if config.layers[index].rope:
        rotated = rope.rotate(rotated, angles)
    return rotated[:, : config.query_heads], rotated[:, config.query_heads :], values
