"""A prefill step in few launches: matrix products, and one kernel of `PrefillKernels` for each gap between them.

The same numbers as `model.layer_forward` up to rounding (router logits stay float32, sums are rounded once), for models
that `why_not_fused` has nothing against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import torch
import torch.nn.functional as F

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.prefill_kernels import PrefillKernels, Routing
from localcoder.engine.torch_model.prefill_step import PrefillStep
from localcoder.engine.weights import ExpertWeights, LayerWeights, ModelWeights


def why_not_fused(config: ModelConfig) -> str | None:
    """Why `FusedPrefill` cannot compute a model, or None."""
    if config.norm != "rms":
        return "its norm is not an RMS norm"
    if config.experts and config.shared_experts:
        return "it has shared experts"
    return None


class FusedPrefill:
    """Computes chunks of tokens of one model over one cache."""

    def __init__(self, config: ModelConfig, weights: ModelWeights, kernels: PrefillKernels) -> None:
        """Take `weights`, none of them packed, and kernels made for the cache."""
        self._config = config
        self._weights = weights
        self._kernels = kernels
        self._device = weights.embedding.device
        self._rope = Rope(config, self._device)
        self._layers = [_Layer.of(layer) for layer in weights.layers]
        following = chain((layer.input_norm for layer in weights.layers[1:]), [weights.final_norm])
        self._next_norms = list(following)

    def forward(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """Write the chunks' keys and values; the logits after each one's last token, float32 [len(chunks), vocab]."""
        config, kernels = self._config, self._kernels
        step = PrefillStep.of(chunks, self._device)
        turns = torch.view_as_real(self._rope.angles(step.positions))[:, 0]
        hidden = self._weights.embedding.index_select(0, step.token_ids)
        kernels.begin()
        memory = _Memory.empty(config, hidden)
        normed = memory.normed
        kernels.add_norm(hidden, self._weights.layers[0].input_norm, normed)
        for index, (layer, next_norm) in enumerate(zip(self._layers, self._next_norms, strict=True)):
            torch.mm(normed, layer.qkv, out=memory.qkv)
            angles = turns if config.layers[index].rope else None
            kernels.rotate_and_store(index, memory.qkv, angles, step.slots, layer.query_norm, layer.key_norm)
            kernels.attend(index, memory.qkv, step, memory.attended)
            torch.mm(memory.attended, layer.output, out=memory.projected)
            first: torch.Tensor | None = memory.projected
            if layer.post_norm is not None:
                kernels.add_norm(hidden, layer.post_norm, normed, first=first)
                first = None
            if layer.router is None:
                second = self._dense(layer, normed)
                kernels.add_norm(hidden, next_norm, normed, first=first, second=second)
            else:
                parts = self._experts(layer, layer.router, normed, memory)
                kernels.add_norm(hidden, next_norm, normed, first=first, parts=parts, routing=memory.routing)
        out = F.linear(normed.index_select(0, step.last), self._weights.head).float()
        return out if config.logit_scale == 1.0 else out * config.logit_scale

    def _dense(self, layer: _Layer, normed: torch.Tensor) -> torch.Tensor:
        gate_up = torch.mm(normed, layer.gate_up)
        inner = gate_up.new_empty((len(normed), gate_up.shape[1] // 2))
        self._kernels.gate(gate_up, inner)
        return torch.mm(inner, layer.down)

    def _experts(self, layer: _Layer, router: torch.Tensor, normed: torch.Tensor, memory: _Memory) -> torch.Tensor:
        """The chosen experts' outputs in their order, not yet scaled: [tokens * experts_per_token, hidden]."""
        routing, inner = memory.routing, memory.inner
        assert routing is not None and inner is not None
        if normed.is_cuda:
            logits = torch.mm(normed, router, out_dtype=torch.float32)
        else:
            logits = torch.mm(normed.float(), router.float())
        self._kernels.route(logits, routing)
        self._kernels.dispatch(normed, routing)
        self._kernels.gate(F.grouped_mm(routing.inputs, layer.gate_up, offs=routing.ends), inner)
        return F.grouped_mm(inner, layer.down, offs=routing.ends)


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer's weights, matrices as [inputs, outputs] views, so that no step makes them."""

    qkv: torch.Tensor
    query_norm: torch.Tensor | None
    key_norm: torch.Tensor | None
    output: torch.Tensor
    post_norm: torch.Tensor | None
    router: torch.Tensor | None
    gate_up: torch.Tensor
    down: torch.Tensor

    @classmethod
    def of(cls, layer: LayerWeights) -> _Layer:
        mlp = layer.mlp
        assert isinstance(mlp.gate_up, torch.Tensor) and isinstance(mlp.down, torch.Tensor)
        return cls(
            qkv=layer.qkv.t(),
            query_norm=layer.query_norm,
            key_norm=layer.key_norm,
            output=layer.output.t(),
            post_norm=layer.post_norm,
            router=mlp.router.t() if isinstance(mlp, ExpertWeights) else None,
            gate_up=mlp.gate_up.transpose(-2, -1),
            down=mlp.down.transpose(-2, -1),
        )


@dataclass(frozen=True, slots=True)
class _Memory:
    """What every layer of a step writes anew."""

    normed: torch.Tensor
    qkv: torch.Tensor
    attended: torch.Tensor
    projected: torch.Tensor
    routing: Routing | None
    inner: torch.Tensor | None

    @classmethod
    def empty(cls, config: ModelConfig, hidden: torch.Tensor) -> _Memory:
        tokens = len(hidden)
        moe = any(layer.moe for layer in config.layers)
        return cls(
            normed=torch.empty_like(hidden),
            qkv=hidden.new_empty((tokens, config.query_size + 2 * config.kv_size)),
            attended=hidden.new_empty((tokens, config.query_size)),
            projected=torch.empty_like(hidden),
            routing=Routing.empty(config, hidden) if moe else None,
            inner=hidden.new_empty((tokens * config.experts_per_token, config.expert_ff)) if moe else None,
        )
