"""Picks the code that computes a model, and loads the model into it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

import torch

from localcoder.engine.backend import Backend
from localcoder.engine.config import ModelConfig
from localcoder.engine.memory import plan_memory
from localcoder.engine.torch_backend import MAX_ROWS, TorchBackend
from localcoder.engine.weights import Progress
from localcoder.errors import UsageError

BackendName = Literal["auto", "torch", "megakernel"]


def choose_backend(name: str) -> Literal["torch"]:
    """The backend that `--backend name` means on this machine.

    Raises:
        UsageError: there is no such backend, or it cannot run here.
    """
    if name not in get_args(BackendName):
        raise UsageError(f"--backend {name}: must be one of {', '.join(get_args(BackendName))}.")
    if name == "megakernel":
        raise UsageError("--backend megakernel: this version has no megakernel; use --backend torch, or auto.")
    return "torch"


def load_backend(
    name: str,
    directory: Path,
    config: ModelConfig,
    *,
    context_tokens: int | None = None,
    gpu_memory_gib: float | None = None,
    max_rows: int = MAX_ROWS,
    device: torch.device | None = None,
    progress: Progress | None = None,
) -> Backend:
    """Load the model in `directory` into the backend `name`; blocks until done.

    Args:
        name: see `choose_backend`.
        directory: holds the safetensors.
        config: the model's, from the same directory.
        context_tokens: the longest sequence to make room for; by default what the model was made for.
        gpu_memory_gib: the most GPU memory to take, weights and KV cache together.
        max_rows: the most sequences of one decode step.
        device: by default the GPU if PyTorch can use one, else the CPU.
        progress: called with bytes done and bytes in all while the weights are read.

    Raises:
        UsageError: the backend, the memory or the weights do not allow it; says which, and with which numbers.
    """
    choose_backend(name)
    plan = plan_memory(
        config, max_rows=max_rows, context_tokens=context_tokens, gpu_memory_gib=gpu_memory_gib, device=device
    )
    return TorchBackend(
        directory,
        config,
        total_blocks=plan.total_blocks,
        max_rows=max_rows,
        dtype=plan.dtype,
        device=plan.device,
        progress=progress,
    )
