"""How much memory a model takes: the type of its weights and the size of its KV cache."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import psutil
import torch

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError

GIB = 1024**3
GPU_WORKING_BYTES = 7 * GIB // 4
"""Activations (of North Mini Code, 135 KB for each of up to 8,192 tokens) and the CUDA context's own needs."""

_SHARE_OF_FREE_GPU = 0.92
_SHARE_OF_FREE_HOST = 0.7
"""Of the host's free memory for float32 weights; beyond it bfloat16 leaves the rest of the machine its room."""
_CACHE_SHARE_OF_REST = 0.5
"""Of the host memory that the weights leave, for the KV cache."""
_FEWEST_TOKENS = 1024

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """What to load and how much cache to make."""

    device: torch.device
    dtype: torch.dtype
    total_blocks: int


def plan_memory(
    config: ModelConfig,
    *,
    max_rows: int,
    context_tokens: int | None = None,
    gpu_memory_gib: float | None = None,
    kernel_bytes: int = 0,
    device: torch.device | None = None,
) -> MemoryPlan:
    """Fit the model and a KV cache into the memory that is free now.

    The cache holds `max_rows` sequences of `context_tokens` (by default what the model was made for) where that fits,
    else as many blocks as do. `kernel_bytes` of a GPU's memory are for the decode kernel's own buffers.

    Raises:
        UsageError: the model, or the context asked for, does not fit; with the numbers.
    """
    if context_tokens is not None and not 1 <= context_tokens <= config.context_tokens:
        raise UsageError(f"--context {context_tokens}: must be between 1 and {config.context_tokens} for this model.")
    if device is None:
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda":
        free_bytes, _ = torch.cuda.mem_get_info(device)
        dtype, rest_bytes = _on_gpu(config, free_bytes, gpu_memory_gib, kernel_bytes)
    else:
        dtype, rest_bytes = _on_cpu(config, psutil.virtual_memory().available)
    total_blocks = _blocks(config, dtype, rest_bytes, max_rows, context_tokens)
    return MemoryPlan(device, dtype, total_blocks)


def block_bytes(config: ModelConfig, dtype: torch.dtype) -> int:
    """Bytes of one KV block, all layers together."""
    return config.kv_values_per_token * BLOCK_TOKENS * dtype.itemsize


def _on_gpu(
    config: ModelConfig, free_bytes: int, gpu_memory_gib: float | None, kernel_bytes: int
) -> tuple[torch.dtype, int]:
    usable = int(free_bytes * _SHARE_OF_FREE_GPU)
    if gpu_memory_gib is not None:
        if gpu_memory_gib * GIB > free_bytes:
            raise UsageError(
                f"--gpu-memory {gpu_memory_gib:g}: only {free_bytes / GIB:.1f} GiB of the GPU's memory are free."
            )
        usable = int(gpu_memory_gib * GIB)
    needed = parameter_count(config) * torch.bfloat16.itemsize + GPU_WORKING_BYTES + kernel_bytes
    if needed > usable:
        raise UsageError(
            f"The model needs {needed / GIB:.1f} GiB of GPU memory for its weights and may use {usable / GIB:.1f}: "
            "free GPU memory, raise --gpu-memory, or take a smaller model."
        )
    return torch.bfloat16, usable - needed


def _on_cpu(config: ModelConfig, free_bytes: int) -> tuple[torch.dtype, int]:
    parameters = parameter_count(config)
    dtype = torch.float32
    if parameters * dtype.itemsize > free_bytes * _SHARE_OF_FREE_HOST:
        dtype = torch.bfloat16
        if parameters * dtype.itemsize > free_bytes:
            raise UsageError(
                f"The model needs {parameters * dtype.itemsize / GIB:.1f} GiB for its weights, but "
                f"{free_bytes / GIB:.1f} GiB of memory are free: free memory or take a smaller model."
            )
        _log.warning(
            "Computing in bfloat16: float32 weights would take %.1f GiB of %.1f GiB free.",
            parameters * torch.float32.itemsize / GIB,
            free_bytes / GIB,
        )
    return dtype, int((free_bytes - parameters * dtype.itemsize) * _CACHE_SHARE_OF_REST)


def _blocks(config: ModelConfig, dtype: torch.dtype, rest_bytes: int, max_rows: int, context_tokens: int | None) -> int:
    size = block_bytes(config, dtype)
    wanted_tokens = context_tokens or config.context_tokens
    one_sequence = -(-wanted_tokens // BLOCK_TOKENS)
    fitting = rest_bytes // size
    least = one_sequence if context_tokens else min(one_sequence, -(-_FEWEST_TOKENS // BLOCK_TOKENS))
    if fitting < least:
        raise UsageError(
            f"A context of {least * BLOCK_TOKENS} tokens needs {least * size / GIB:.2f} GiB for keys and values, but "
            f"{rest_bytes / GIB:.2f} GiB are left for them: lower --context or free memory."
        )
    return min(max_rows * one_sequence, fitting)
