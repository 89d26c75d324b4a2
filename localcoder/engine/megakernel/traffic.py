"""How many bytes one decode step has to move, from the model's sizes, the rows' lengths and the experts touched.

Counted is what lies in GPU memory and cannot be avoided: every weight once for all rows, the cached keys and values
that a row sees, the new ones, and the rows' embeddings. Activations stay in the L2 cache and are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcoder.engine.config import ModelConfig


@dataclass(frozen=True, slots=True)
class Traffic:
    """Bytes of one decode step."""

    shared_weights: int
    """Norms, projections, routers, dense MLPs, shared experts and the head: what every step reads."""
    experts: int
    kv_read: int
    kv_written: int

    @property
    def total(self) -> int:
        """All of them together."""
        return self.shared_weights + self.experts + self.kv_read + self.kv_written


def step_traffic(config: ModelConfig, positions: Sequence[int], distinct_experts: float, width: int = 2) -> Traffic:
    """The bytes of one step.

    Args:
        config: the model's.
        positions: of each row's newest token, which is also how many tokens the row has in the cache.
        distinct_experts: different experts that the rows together use in a layer, the mean over the MoE layers.
        width: bytes of a weight, and of a cached value.
    """
    expert = 3 * config.hidden_size * config.expert_ff
    moe_layers = sum(layer.moe for layer in config.layers)
    visible = sum(_visible(layer.window, position) for layer in config.layers for position in positions)
    return Traffic(
        shared_weights=(_shared_weights(config) + len(positions) * config.hidden_size) * width,
        experts=round(moe_layers * distinct_experts * expert * width),
        kv_read=visible * 2 * config.kv_size * width,
        kv_written=len(positions) * config.kv_values_per_token * width,
    )


def _shared_weights(config: ModelConfig) -> int:
    """Weights that every step reads, whatever its rows; without the rows' embeddings."""
    hidden = config.hidden_size
    norms = 1 if config.parallel_block else 2
    attention = (config.query_size + 2 * config.kv_size) * hidden + hidden * config.query_size
    attention += 2 * config.head_dim if config.qk_norm else 0
    routed = hidden * config.experts + 3 * hidden * config.expert_ff * config.shared_experts
    dense = 3 * hidden * config.dense_ff
    layers = sum(norms * hidden + attention + (routed if layer.moe else dense) for layer in config.layers)
    return layers + hidden + config.vocab_size * hidden


def _visible(window: int | None, position: int) -> int:
    """Cached tokens that the token at `position` sees; the window counts the token itself."""
    return position if window is None else min(position, window - 1)
