"""The kernel's device memory: its buffers, and the structure that tells it where everything lies."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Mapping

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.geometry import HEAD_DIM, MAX_ROWS, Geometry
from localcoder.engine.megakernel.tasks import counter_count
from localcoder.engine.weights import ExpertWeights, LayerWeights, ModelWeights

COUNTER_LINE = 32
"""32-bit numbers from one counter to the next: a line of 128 bytes each."""

Shapes = dict[str, tuple[tuple[int, ...], torch.dtype]]


def buffer_shapes(geometry: Geometry) -> Shapes:
    """Shape and type of every buffer, by its name in `abi.Model`. PyTorch's int64 stands for u64, int32 for u32."""
    half, single = torch.bfloat16, torch.float32
    parts = (MAX_ROWS, geometry.kv_heads, geometry.parts, geometry.group_heads)
    activated = max(geometry.top_k * geometry.expert_ff, geometry.dense_ff)
    return {
        "x": ((2, MAX_ROWS, geometry.hidden), single),
        "normed": ((2, MAX_ROWS, geometry.hidden), half),
        "squares": ((MAX_ROWS, geometry.slices, 2), single),
        "q": ((MAX_ROWS, geometry.query_size), half),
        "new_kv": ((2, MAX_ROWS, geometry.kv_size), half),
        "router_logits": ((MAX_ROWS, max(geometry.experts, 1), 2), single),
        "part_out": ((*parts, HEAD_DIM), single),
        "part_stats": ((*parts, 2), single),
        "attended": ((MAX_ROWS, geometry.query_size), half),
        "activated": ((MAX_ROWS * activated,), half),
        "best": ((MAX_ROWS, geometry.sms), torch.int64),
        "greatest": ((MAX_ROWS, geometry.sms), single),
        "logits": ((MAX_ROWS, geometry.vocab), single),
        "histograms": ((abi.SEARCH_BUFFERS, MAX_ROWS, abi.SEARCH_BINS), torch.int64),
        "counters": ((counter_count(geometry), COUNTER_LINE), torch.int32),
        "state": ((ctypes.sizeof(abi.State),), torch.uint8),
    }


def buffer_bytes(geometry: Geometry) -> int:
    """Bytes of all buffers, each rounded up as PyTorch's allocator does."""
    return sum(-(-math.prod(shape) * kind.itemsize // 512) * 512 for shape, kind in buffer_shapes(geometry).values())


def make_buffers(geometry: Geometry, device: torch.device, profile_tasks: int = 0) -> dict[str, torch.Tensor]:
    """All buffers, zero but for `normed`, which is all ones: absent.

    `profile` [sms, profile_tasks, 8] is there too where tasks are to be timed.
    """
    shapes = buffer_shapes(geometry)
    if profile_tasks:
        shapes["profile"] = ((geometry.sms, profile_tasks, abi.PROFILE_NUMBERS), torch.int64)
    buffers = {name: torch.zeros(shape, dtype=kind, device=device) for name, (shape, kind) in shapes.items()}
    buffers["normed"].view(torch.int16).fill_(-1)
    return buffers


def current_values(geometry: Geometry, buffers: Mapping[str, torch.Tensor], steps: int) -> dict[str, torch.Tensor]:
    """The buffers after `steps` steps without what only says that words are there: the shapes that the twin has.

    `normed` is the head's input.
    """
    version = steps * (geometry.layers + 1) + geometry.layers
    pairs = {name: buffers[name][..., 0] for name in ("squares", "router_logits")}
    return {**buffers, **pairs, "normed": buffers["normed"][version % 2]}


def rotary_turns(config: ModelConfig) -> torch.Tensor:
    """Turns of each rotary pair for one position: theta^(-2i / head_dim) / 2 pi, float64 [64]."""
    exponents = torch.arange(0, HEAD_DIM, 2, dtype=torch.float64) / HEAD_DIM
    return config.rope_theta**-exponents / (2 * math.pi)


def layer_table(config: ModelConfig, weights: ModelWeights) -> ctypes.Array[abi.Layer]:
    """Where each layer's weights lie.

    Raises:
        ValueError: a matrix is not as the kernel reads it.
    """
    entries = [
        _layer(weights_of, layer.window, layer.rope)
        for weights_of, layer in zip(weights.layers, config.layers, strict=True)
    ]
    return (abi.Layer * len(entries))(*entries)


def _layer(layer: LayerWeights, window: int | None, rope: bool) -> abi.Layer:
    mlp = layer.mlp
    return abi.Layer(
        norm=address(layer.input_norm),
        qkv=address(layer.qkv),
        router=address(mlp.router) if isinstance(mlp, ExpertWeights) else 0,
        output=address(layer.output),
        gate_up=address(mlp.gate_up),
        down=address(mlp.down),
        window=window or 0,
        rope=rope,
    )


def address(weight: torch.Tensor | tuple[torch.Tensor, ...]) -> int:
    """Of a weight that the kernel reads in place.

    Raises:
        ValueError: it is not one contiguous bf16 tensor at a multiple of 16 bytes.
    """
    if not isinstance(weight, torch.Tensor) or weight.dtype != torch.bfloat16 or not weight.is_contiguous():
        found = f"{weight.dtype} {list(weight.stride())}" if isinstance(weight, torch.Tensor) else "a tuple"
        raise ValueError(f"The decode kernel reads contiguous bfloat16 weights, not {found}.")
    if weight.data_ptr() % 16:
        raise ValueError(f"The decode kernel reads weights at multiples of 16 bytes, not at {weight.data_ptr():#x}.")
    return weight.data_ptr()


def on_device(values: Iterable[int] | bytes, device: torch.device) -> torch.Tensor:
    """Bytes on the device; its allocations are aligned to more than any structure needs."""
    return torch.frombuffer(bytearray(values), dtype=torch.uint8).to(device)
