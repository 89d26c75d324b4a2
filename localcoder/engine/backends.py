"""Picks the code that computes a model, and loads the model into it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import torch

from localcoder.engine.backend import Backend
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.backend import MegakernelBackend
from localcoder.engine.megakernel.buffers import buffer_bytes
from localcoder.engine.megakernel.compiler import CompileFailed, why_no_compiler
from localcoder.engine.megakernel.device import why_not_device, why_not_machine
from localcoder.engine.megakernel.driver import CudaError, kernel_device, offers_cooperative_launch
from localcoder.engine.megakernel.geometry import Geometry, why_not
from localcoder.engine.memory import plan_memory
from localcoder.engine.torch_backend import MAX_ROWS, TorchBackend
from localcoder.engine.weights import Progress
from localcoder.errors import UsageError

BackendName = Literal["auto", "torch", "megakernel"]
Say = Callable[[str], None]
"""Takes one line for the user; called from any thread."""

_log = logging.getLogger(__name__)


def choose_backend(
    name: str, config: ModelConfig, device: torch.device, say: Say | None = None
) -> Literal["torch", "megakernel"]:
    """The backend that `--backend name` means for this model on this device.

    `auto` and `megakernel` take the kernel where it can run, else PyTorch; one line in the log says why, unless `auto`
    finds no GPU at all. `say` gets that line too.

    Raises:
        UsageError: there is no such backend.
    """
    if name not in get_args(BackendName):
        raise UsageError(f"--backend {name}: must be one of {', '.join(get_args(BackendName))}.")
    if name == "torch":
        return "torch"
    reason = why_not_megakernel(config, device)
    if reason is None:
        return "megakernel"
    if name == "megakernel" or device.type == "cuda":
        _say_why_not(reason, say)
    return "torch"


def why_not_megakernel(config: ModelConfig, device: torch.device) -> str | None:
    """Why the kernel cannot run this model on this device, or None if it can."""
    if device.type != "cuda":
        return "there is no GPU that PyTorch can use"
    reason = why_not_machine(torch.cuda.get_device_capability(device), why_no_compiler())
    if reason is not None:
        return reason
    try:
        sizes = kernel_device(device)
        reason = why_not_device(sizes, cooperative=offers_cooperative_launch(device))
    except CudaError as error:
        return f"CUDA reports {error}"
    if reason is None and (unsuited := why_not(config, sizes.sms)) is not None:
        reason = f"the model does not suit it ({unsuited})"
    return reason


def _say_why_not(reason: str, say: Say | None) -> None:
    line = f"Using the torch backend instead of the megakernel: {reason}."
    _log.warning("%s", line)
    if say is not None:
        say(line)


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
    say: Say | None = None,
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
        say: gets a line if the kernel was wanted and cannot be had.

    Raises:
        UsageError: the backend, the memory or the weights do not allow it; says which, and with which numbers.
    """
    if device is None:
        device = torch.device("cuda", torch.cuda.current_device()) if torch.cuda.is_available() else torch.device("cpu")
    chosen = choose_backend(name, config, device, say)
    kernel_bytes = buffer_bytes(Geometry.of(config, kernel_device(device).sms)) if chosen == "megakernel" else 0
    plan = plan_memory(
        config,
        max_rows=max_rows,
        context_tokens=context_tokens,
        gpu_memory_gib=gpu_memory_gib,
        kernel_bytes=kernel_bytes,
        device=device,
    )
    if chosen == "megakernel":
        try:
            return MegakernelBackend.load(
                directory,
                config,
                total_blocks=plan.total_blocks,
                max_rows=min(max_rows, MAX_ROWS),
                device=plan.device,
                progress=progress,
            )
        except CompileFailed as error:
            _log.debug("%s", error)
            _say_why_not(str(error).splitlines()[0].rstrip("."), say)
    return TorchBackend(
        directory,
        config,
        total_blocks=plan.total_blocks,
        max_rows=max_rows,
        dtype=plan.dtype,
        device=plan.device,
        progress=progress,
    )
