"""Where a prefill step's time goes: each operation of a layer alone, beside the least that its numbers allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.cuda_kernels import CudaKernels
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.paged import flash_attention
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.torch_model.prefill_kernels import Routing
from localcoder.engine.torch_model.prefill_step import PrefillStep
from localcoder.engine.weights import ExpertWeights, LayerWeights

FLOPS_PER_S = 700e12
BYTES_PER_S = 4.5e12
"""What an H200 does at best: matrix products of random numbers, and memory."""
REPEATS = 5


@dataclass(frozen=True)
class Op:
    """An operation, what it must do at least, and how often one layer does it on average."""

    name: str
    run: Callable[[], object]
    flops: float
    bytes: float
    per_layer: float

    @property
    def least_ms(self) -> float:
        return 1e3 * max(self.flops / FLOPS_PER_S, self.bytes / BYTES_PER_S)


def event_ms(run: Callable[[], object]) -> float:
    """Milliseconds of the device for one call, of several behind each other."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    run()
    torch.cuda.synchronize()
    begin.record()
    for _ in range(REPEATS):
        run()
    end.record()
    torch.cuda.synchronize()
    return float(begin.elapsed_time(end)) / REPEATS


def seen_keys(start: int, tokens: int, window: int | None) -> int:
    """Pairs of query and visible key."""
    return sum(min(position + 1, window or position + 1) for position in range(start, start + tokens))


def layer_ops(model: PagedModel, start: int, tokens: int) -> list[Op]:
    """The operations of a routed layer for `tokens` behind `start` others, with the fused kernels."""
    config = model.config
    layer = next(layer for layer in model.weights.layers if isinstance(layer.mlp, ExpertWeights))
    kernels = CudaKernels(config, model.cache.data)
    kernels.begin()
    blocks = -(-(start + tokens) // BLOCK_TOKENS)
    step = PrefillStep.of([Chunk(tuple(range(tokens)), start, tuple(range(blocks)))], model.device)
    hidden = torch.randn(tokens, config.hidden_size, dtype=torch.bfloat16, device=model.device)
    normed = torch.empty_like(hidden)
    kernels.add_norm(hidden, layer.input_norm, normed)
    qkv = torch.mm(normed, layer.qkv.t())
    attended, projected = hidden.new_empty((tokens, config.query_size)), torch.empty_like(hidden)
    turns = torch.view_as_real(Rope(config, model.device).angles(step.positions))[:, 0]
    layers = len(config.layers)

    def matrix(weight: torch.Tensor) -> tuple[float, float]:
        rows, columns = weight.shape
        return 2.0 * tokens * rows * columns, 2.0 * (weight.numel() + tokens * (rows + columns))

    ops = [
        Op("qkv product", lambda: torch.mm(normed, layer.qkv.t(), out=qkv), *matrix(layer.qkv), 1.0),
        Op(
            "rotate and store",
            lambda: kernels.rotate_and_store(1, qkv, turns, step.slots, None, None),
            0.0,
            4.0 * qkv.numel(),
            sum(each.rope for each in config.layers) / layers,
        ),
    ]
    for window in sorted({each.window for each in config.layers}, key=lambda each: each or 0):
        index = next(index for index, each in enumerate(config.layers) if each.window == window)
        share = sum(each.window == window for each in config.layers) / layers
        pairs = seen_keys(start, tokens, window)
        oldest = 0 if window is None else max(0, start + 1 - window)
        traffic = 4.0 * (attended.numel() + (start + tokens - oldest) * config.kv_size)

        def attend(index: int = index) -> None:
            kernels.attend(index, qkv, step, attended)

        def flash(index: int = index, window: int | None = window, oldest: int = oldest) -> None:
            queries = qkv[:, : config.query_size].view(tokens, config.query_heads, config.head_dim)
            keys, values = model.cache.data[index][:, :, oldest : start + tokens].unbind()
            flash_attention(queries, keys, values, window if window and start + tokens - oldest > window else None)

        flops = 4.0 * config.query_size * pairs
        ops.append(Op(f"attention, window {window or 'none'}", attend, flops, traffic, share))
        ops.append(Op(f"(PyTorch's flash, window {window or 'none'})", flash, flops, traffic, 0.0))
    ops.append(
        Op("output product", lambda: torch.mm(attended, layer.output.t(), out=projected), *matrix(layer.output), 1.0)
    )
    return ops + _expert_ops(config, layer, kernels, hidden, normed, projected)


def _expert_ops(
    config: ModelConfig,
    layer: LayerWeights,
    kernels: CudaKernels,
    hidden: torch.Tensor,
    normed: torch.Tensor,
    projected: torch.Tensor,
) -> list[Op]:
    experts = layer.mlp
    assert isinstance(experts, ExpertWeights)
    gate_up, down = experts.gate_up, experts.down
    assert isinstance(gate_up, torch.Tensor) and isinstance(down, torch.Tensor)
    tokens, size = hidden.shape
    rows = tokens * config.experts_per_token
    used = min(config.experts, rows) / config.experts
    routing = Routing.empty(config, hidden)
    logits = torch.mm(normed, experts.router.t(), out_dtype=torch.float32)
    kernels.route(logits, routing)
    kernels.dispatch(normed, routing)
    inner = hidden.new_empty((rows, config.expert_ff))
    sums = F.grouped_mm(routing.inputs, gate_up.transpose(-2, -1), offs=routing.ends)
    kernels.gate(sums, inner)
    parts = F.grouped_mm(inner, down.transpose(-2, -1), offs=routing.ends).zero_()  # added again and again
    projected.zero_()

    def grouped(inputs: torch.Tensor, weights: torch.Tensor) -> tuple[Callable[[], object], float, float]:
        turned = weights.transpose(-2, -1)
        outputs, columns = weights.shape[1:]
        traffic = 2.0 * (weights.numel() * used + rows * (outputs + columns))
        return lambda: F.grouped_mm(inputs, turned, offs=routing.ends), 2.0 * rows * outputs * columns, traffic

    return [
        Op(
            "router product",
            lambda: torch.mm(normed, experts.router.t(), out_dtype=torch.float32),
            2.0 * tokens * size * config.experts,
            2.0 * tokens * size,
            1.0,
        ),
        Op("route", lambda: kernels.route(logits, routing), 0.0, 4.0 * logits.numel(), 1.0),
        Op("dispatch", lambda: kernels.dispatch(normed, routing), 0.0, 2.0 * (tokens + rows) * size, 1.0),
        Op("experts' gate and up products", *grouped(routing.inputs, gate_up), 1.0),
        Op("gate", lambda: kernels.gate(sums, inner), 0.0, 2.0 * 3 * inner.numel(), 1.0),
        Op("experts' down products", *grouped(inner, down), 1.0),
        Op(
            "combine, add and norm",
            lambda: kernels.add_norm(hidden, layer.input_norm, normed, first=projected, parts=parts, routing=routing),
            0.0,
            2.0 * (rows + 4 * tokens) * size,
            1.0,
        ),
    ]


@torch.inference_mode()
def print_ops(model: PagedModel, start: int, tokens: int, all_layers: int) -> list[dict[str, Any]]:
    """Measure and print; the last row is a whole layer's average and what it means for a step of all layers."""
    print(f"\n{tokens} tokens behind {start}: one layer's operations, alone")
    print(f"{'':34}{'ms':>8}{'least':>8}{'share':>7}{'TFLOP/s':>9}{'GB/s':>7}{'a layer':>9}")
    rows = []
    total_ms = least_ms = 0.0
    for op in layer_ops(model, start, tokens):
        ms = event_ms(op.run)
        print(
            f"{op.name:34}{ms:8.3f}{op.least_ms:8.3f}{op.least_ms / ms:7.0%}{op.flops / ms / 1e9:9.0f}"
            f"{op.bytes / ms / 1e6:7.0f}{op.per_layer:9.2f}"
        )
        rows.append({"op": op.name, "start": start, "tokens": tokens, "ms": ms, "least_ms": op.least_ms})
        total_ms += ms * op.per_layer
        least_ms += op.least_ms * op.per_layer
    print(f"{'a layer':34}{total_ms:8.3f}{least_ms:8.3f}{least_ms / total_ms:7.0%}")
    speed, limit = (tokens / ms / all_layers * 1e3 for ms in (total_ms, least_ms))
    print(f"{all_layers} layers: {speed:.0f} tokens/s, {limit:.0f} at most", flush=True)
    return rows


def print_kernels(run: Callable[[], object], most: int = 14) -> None:
    """What the device did during `run`, by kernel, the longest first."""
    from torch.profiler import ProfilerActivity, profile

    run()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        run()
        torch.cuda.synchronize()
    found = [each for each in profiler.key_averages() if each.self_device_time_total > 0]
    found.sort(key=lambda each: each.self_device_time_total, reverse=True)
    total_ms = sum(each.self_device_time_total for each in found) / 1e3
    print(f"\nkernels of one step: {total_ms:.2f} ms in {sum(each.count for each in found)} launches")
    for each in found[:most]:
        ms = each.self_device_time_total / 1e3
        print(f"{ms:9.3f} ms {ms / total_ms:6.1%} {each.count:5} x {each.key[:90]}", flush=True)
