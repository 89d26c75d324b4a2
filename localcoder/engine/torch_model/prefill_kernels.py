"""What a prefill step computes between its matrix products: the protocol, and its definition in PyTorch.

`cuda_kernels.CudaKernels` computes the same, each method in one kernel. All methods write where they are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import torch
import torch.nn.functional as F

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import choose_experts, rms_norm
from localcoder.engine.torch_model.prefill_step import PrefillStep

GROUP_TOKENS = 64
"""Consecutive tokens whose choices of experts are counted together."""


@dataclass(frozen=True, slots=True)
class Routing:
    """Which experts compute which tokens, and their inputs: memory for one layer at a time."""

    ids: torch.Tensor
    """int32 [tokens, experts_per_token], ascending: the order in which a token's parts are added."""
    scales: torch.Tensor
    """float32 [tokens, experts_per_token], the experts' weights."""
    counts: torch.Tensor
    """uint8 [groups, experts]: how many of each `GROUP_TOKENS` tokens chose each expert."""
    places: torch.Tensor
    """int32 [tokens, experts_per_token]: each part's row once all are in order by expert, then by token."""
    ends: torch.Tensor
    """int32 [experts]: the row behind each expert's last one."""
    inputs: torch.Tensor
    """[tokens * experts_per_token, hidden]: the tokens, copied to their rows."""

    @classmethod
    def empty(cls, config: ModelConfig, hidden: torch.Tensor) -> Routing:
        """Memory for hidden [tokens, hidden]."""
        tokens, per_token = len(hidden), config.experts_per_token
        groups = -(-tokens // GROUP_TOKENS)
        device = hidden.device
        return cls(
            ids=torch.empty((tokens, per_token), dtype=torch.int32, device=device),
            scales=torch.empty((tokens, per_token), dtype=torch.float32, device=device),
            counts=torch.empty((groups, config.experts), dtype=torch.uint8, device=device),
            places=torch.empty((tokens, per_token), dtype=torch.int32, device=device),
            ends=torch.empty(config.experts, dtype=torch.int32, device=device),
            inputs=hidden.new_empty((tokens * per_token, config.hidden_size)),
        )


class PrefillKernels(Protocol):
    """Made for one model and one cache [layers, 2, kv_heads, slots, head_dim]."""

    def begin(self) -> None:
        """Called before a step's other methods."""
        ...

    def add_norm(
        self,
        hidden: torch.Tensor,
        weight: torch.Tensor,
        normed: torch.Tensor,
        *,
        first: torch.Tensor | None = None,
        second: torch.Tensor | None = None,
        parts: torch.Tensor | None = None,
        routing: Routing | None = None,
    ) -> None:
        """Add branches to `hidden` and write its RMS norm to `normed`, all [tokens, hidden].

        `parts` [tokens * experts_per_token, hidden] are the experts' outputs in their order; each counts by its scale.
        """
        ...

    def rotate_and_store(
        self,
        layer: int,
        qkv: torch.Tensor,
        turns: torch.Tensor | None,
        slots: torch.Tensor,
        query_norm: torch.Tensor | None,
        key_norm: torch.Tensor | None,
    ) -> None:
        """Norm and rotate heads, and write keys and values to the cache.

        Args:
            layer: whose cache.
            qkv: [tokens, query_size + 2 * kv_size]; the queries' part is changed in place, the keys' is undefined
                afterwards.
            turns: float32 [tokens, head_dim / 2, 2], cosines and sines; None in layers without positions.
            slots: int32 [tokens], of the cache.
            query_norm: [head_dim], or None where heads are not normed.
            key_norm: likewise.
        """
        ...

    def attend(self, layer: int, qkv: torch.Tensor, step: PrefillStep, out: torch.Tensor) -> None:
        """Causal attention of `qkv`'s queries to the cache, through the layer's window: `out` [tokens, query_size]."""
        ...

    def gate(self, gate_up: torch.Tensor, inner: torch.Tensor) -> None:
        """silu(gate) * up for gate_up [rows, 2 * width], to `inner` [rows, width]."""
        ...

    def route(self, logits: torch.Tensor, routing: Routing) -> None:
        """Choose experts by float32 logits [tokens, experts]: writes `ids`, `scales` and `counts`."""
        ...

    def dispatch(self, normed: torch.Tensor, routing: Routing) -> None:
        """Sort what was chosen by expert: writes `places`, `ends` and `inputs`."""
        ...


class TorchKernels:
    """The definition, on any device and in any type. See `PrefillKernels`."""

    def __init__(self, config: ModelConfig, cache: torch.Tensor) -> None:
        self._config = config
        self._cache = cache

    def begin(self) -> None:
        """See `PrefillKernels.begin`."""

    def add_norm(
        self,
        hidden: torch.Tensor,
        weight: torch.Tensor,
        normed: torch.Tensor,
        *,
        first: torch.Tensor | None = None,
        second: torch.Tensor | None = None,
        parts: torch.Tensor | None = None,
        routing: Routing | None = None,
    ) -> None:
        """See `PrefillKernels.add_norm`."""
        total = hidden.float()
        for branch in (first, second):
            if branch is not None:
                total = total + branch.float()
        if parts is not None and routing is not None:
            for places, scales in zip(routing.places.unbind(1), routing.scales.unbind(1), strict=True):
                total = total + scales[:, None] * parts[places.long()].float()
        hidden.copy_(total)
        normed.copy_(rms_norm(hidden.float(), weight.float(), self._config.norm_eps))

    def rotate_and_store(
        self,
        layer: int,
        qkv: torch.Tensor,
        turns: torch.Tensor | None,
        slots: torch.Tensor,
        query_norm: torch.Tensor | None,
        key_norm: torch.Tensor | None,
    ) -> None:
        """See `PrefillKernels.rotate_and_store`."""
        config = self._config
        heads = qkv.view(len(qkv), -1, config.head_dim)
        sizes = [config.query_heads, config.kv_heads, config.kv_heads]
        queries, keys, values = torch.split(heads, sizes, dim=1)
        for part, weight in ((queries, query_norm), (keys, key_norm)):
            wide = part.float()
            if weight is not None:
                wide = rms_norm(wide, weight.float(), config.norm_eps)
            part.copy_(wide if turns is None else self._rotated(wide, turns))
        for place, part in zip(self._cache[layer], (keys, values), strict=True):
            place[:, slots.long()] = part.transpose(0, 1)

    def _rotated(self, wide: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        cosine, sine = turns[:, None, :, 0], turns[:, None, :, 1]
        if self._config.rope_interleaved:
            first, second = wide[..., 0::2], wide[..., 1::2]
            return torch.stack((first * cosine - second * sine, first * sine + second * cosine), dim=-1).flatten(-2)
        first, second = wide.chunk(2, dim=-1)
        return torch.cat((first * cosine - second * sine, first * sine + second * cosine), dim=-1)

    def attend(self, layer: int, qkv: torch.Tensor, step: PrefillStep, out: torch.Tensor) -> None:
        """See `PrefillKernels.attend`."""
        config = self._config
        window = config.layers[layer].window
        cached_keys, cached_values = self._cache[layer].unbind()
        queries = qkv[:, : config.query_size].view(len(qkv), config.query_heads, config.head_dim)
        for row, count, position, table in step.tiles.tolist():
            query = torch.arange(position, position + count, device=qkv.device)[:, None]
            oldest = 0 if window is None else max(0, position + 1 - window)
            key = torch.arange(oldest, position + count, device=qkv.device)
            slots = step.tables.long()[table + key // BLOCK_TOKENS] * BLOCK_TOKENS + key % BLOCK_TOKENS
            mask = key <= query
            if window is not None:
                mask &= key > query - window
            result = F.scaled_dot_product_attention(
                queries[row : row + count].transpose(0, 1)[None].float(),
                cached_keys[None, :, slots].float(),
                cached_values[None, :, slots].float(),
                attn_mask=mask,
                enable_gqa=True,
            )
            out[row : row + count] = result[0].transpose(0, 1).flatten(1)

    def gate(self, gate_up: torch.Tensor, inner: torch.Tensor) -> None:
        """See `PrefillKernels.gate`."""
        gate, up = gate_up.float().chunk(2, dim=-1)
        inner.copy_(F.silu(gate) * up)

    def route(self, logits: torch.Tensor, routing: Routing) -> None:
        """See `PrefillKernels.route`."""
        scales, ids = choose_experts(self._config, logits)
        ids, order = ids.sort(dim=-1)
        routing.ids.copy_(ids)
        routing.scales.copy_(scales.gather(-1, order))
        groups = torch.arange(len(ids), device=ids.device) // GROUP_TOKENS
        counts = torch.zeros(routing.counts.shape, dtype=torch.int64, device=ids.device)
        counts.index_put_((groups[:, None].expand_as(ids), ids), torch.ones_like(ids), accumulate=True)
        routing.counts.copy_(counts)

    def dispatch(self, normed: torch.Tensor, routing: Routing) -> None:
        """See `PrefillKernels.dispatch`."""
        per_token = routing.ids.shape[1]
        chosen, order = routing.ids.flatten().sort(stable=True)
        places = torch.empty_like(order).scatter_(0, order, torch.arange(len(order), device=order.device))
        routing.places.copy_(places.view(-1, per_token))
        every = torch.arange(len(routing.ends), dtype=chosen.dtype, device=order.device)
        routing.ends.copy_(torch.searchsorted(chosen, every, right=True))
        routing.inputs.copy_(normed[order // per_token])
