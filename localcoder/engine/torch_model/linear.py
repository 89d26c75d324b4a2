"""Matrix products with weights, on the CPU through oneDNN's blocked layout.

With weights in that layout a row's result has the same bits however many rows are computed with it, and few rows run
up to three times faster than through PyTorch's default BLAS (`docs/decisions.md`). Where PyTorch has no oneDNN, and on
GPUs, the weights stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

import torch
import torch.nn.functional as F

from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights, WeightReader


def linear(hidden: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """`hidden` [tokens, inputs] times `weight` [outputs, inputs] transposed, packed or not."""
    if weight.is_mkldnn:
        out: torch.Tensor = torch.ops.mkldnn._linear_pointwise(hidden, weight, None, "none", [], "")
        return out
    return F.linear(hidden, weight)


def can_pack(dtype: torch.dtype, device: torch.device) -> bool:
    """Whether `pack` changes weights of this type on this device."""
    return (
        device.type == "cpu"
        and dtype == torch.float32
        and torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call]
        and hasattr(torch.ops.mkldnn, "_linear_pointwise")
        and hasattr(torch.ops.mkldnn, "_reorder_linear_weight")
    )


def pack(weight: torch.Tensor) -> torch.Tensor:
    """A copy of `weight` [outputs, inputs] in the layout that is fast here, or `weight` itself."""
    if not can_pack(weight.dtype, weight.device):
        return weight
    packed: torch.Tensor = torch.ops.mkldnn._reorder_linear_weight(weight)
    return packed


def read_packed(reader: WeightReader) -> ModelWeights:
    """Load all weights in the layout that is fast here; a layer is packed before the next one is read.

    The embedding stays as loaded: its rows are looked up.
    """
    if not can_pack(reader.dtype, reader.device):
        return ModelWeights.read(reader)
    embedding = reader.embedding()
    layers = tuple(pack_layer(reader.layer(index)) for index in range(len(reader.config.layers)))
    head = embedding if reader.config.tied_head else reader.head()
    return ModelWeights(embedding, layers, reader.final_norm(), pack(head))


def pack_model(weights: ModelWeights) -> ModelWeights:
    """All weights in the layout that is fast here, the embedding as it is; `weights` may be dropped afterwards."""
    return replace(weights, layers=tuple(map(pack_layer, weights.layers)), head=pack(weights.head))


def pack_layer(layer: LayerWeights) -> LayerWeights:
    """A layer with all its matrices packed; experts become one matrix each."""
    if not can_pack(layer.qkv.dtype, layer.qkv.device):
        return layer
    mlp = layer.mlp
    return replace(
        layer,
        qkv=pack(layer.qkv),
        output=pack(layer.output),
        mlp=_pack_mlp(mlp) if isinstance(mlp, MlpWeights) else _pack_experts(mlp),
    )


def _pack_mlp(mlp: MlpWeights) -> MlpWeights:
    return MlpWeights(gate_up=pack(mlp.gate_up), down=pack(mlp.down))


def _pack_experts(experts: ExpertWeights) -> ExpertWeights:
    return ExpertWeights(
        router=pack(experts.router),
        gate_up=tuple(pack(matrix) for matrix in experts.gate_up),
        down=tuple(pack(matrix) for matrix in experts.down),
        shared=None if experts.shared is None else _pack_mlp(experts.shared),
    )
