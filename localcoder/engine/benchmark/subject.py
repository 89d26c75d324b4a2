"""The model that is measured: its weights, read or made, in the backend that was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import psutil
import torch

from localcoder.engine.backend import Backend
from localcoder.engine.backends import choose_backend
from localcoder.engine.benchmark.options import DecodeOptions, Routing
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.routing import correlated_experts, distinct_experts, uniform_experts
from localcoder.engine.memory import GIB, GPU_WORKING_BYTES, block_bytes
from localcoder.engine.models import find_model
from localcoder.engine.random_weights import random_weights, weight_bytes
from localcoder.engine.shapes import find_shape
from localcoder.engine.torch_backend import TorchBackend
from localcoder.engine.weights import ModelWeights, WeightReader
from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.engine.megakernel.backend import MegakernelBackend


@dataclass(frozen=True, slots=True)
class Subject:
    """A loaded model, and how its experts are chosen."""

    config: ModelConfig
    backend: Backend
    backend_name: str
    kernel: MegakernelBackend | None
    """The backend, if it is the megakernel."""
    device: torch.device
    value_bytes: int
    """Of a weight, and of a cached value."""
    routing: Routing
    experts: torch.Tensor | None
    """The experts that replace the router's choice (`routing.py`), or None."""
    profiled: bool

    def distinct_experts(self, rows: int) -> float | None:
        """Different experts that `rows` rows use in a layer, as far as it is known without looking at the kernel."""
        if self.config.experts == 0:
            return 0.0
        if self.experts is not None:
            return distinct_experts(self.config, self.experts, rows)
        return float(self.config.experts_per_token) if rows == 1 else None


def find_config(options: DecodeOptions) -> ModelConfig:
    """The sizes of the model that the options name.

    Raises:
        UsageError: there is none of that name.
    """
    if options.random_weights:
        return find_shape(options.model)
    return ModelConfig.from_file(find_model(options.model).directory)


def load_subject(options: DecodeOptions, config: ModelConfig) -> Subject:
    """Load or make the weights, with a cache for all that is to be measured. Blocks until done.

    Raises:
        UsageError: memory, backend or model do not allow what was asked for; with the numbers.
        CompileFailed: the decode kernel cannot be compiled.
    """
    device = torch.device("cuda", torch.cuda.current_device()) if torch.cuda.is_available() else torch.device("cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    name = choose_backend(options.backend, config, device)
    routing = _routing(options, config, name)
    total_blocks = options.blocks_needed()
    _check_memory(options, config, dtype, device, total_blocks)
    kernel: MegakernelBackend | None = None
    backend: Backend
    profiled = False
    if name == "megakernel":
        from localcoder.engine.megakernel.backend import MegakernelBackend

        # What the router chooses is known to nobody but a kernel that notes it.
        profiled = options.profile or (routing == "model" and config.experts > 0)
        weights = _kernel_weights(options, config, device)
        kernel = MegakernelBackend(config, weights, total_blocks=total_blocks, device=device, profile=profiled)
        backend = kernel
    else:
        source = (
            random_weights(config, dtype, device) if options.random_weights else find_model(options.model).directory
        )
        backend = TorchBackend(source, config, total_blocks=total_blocks, dtype=dtype, device=device)
    experts = None
    if kernel is not None and routing != "model":
        experts = uniform_experts(config) if routing == "uniform" else correlated_experts(config)
        kernel.force_experts(experts)
    return Subject(config, backend, name, kernel, device, dtype.itemsize, routing, experts, profiled)


def _routing(options: DecodeOptions, config: ModelConfig, backend_name: str) -> Routing:
    can_force = backend_name == "megakernel" and config.experts > 0
    if options.routing is None:
        return "uniform" if can_force and options.random_weights else "model"
    if options.routing != "model" and not can_force:
        why = "this model has no experts" if config.experts == 0 else "the torch backend takes the router's own experts"
        raise UsageError(f"--routing {options.routing}: {why}; use --routing model.")
    return options.routing


def _check_memory(
    options: DecodeOptions, config: ModelConfig, dtype: torch.dtype, device: torch.device, total_blocks: int
) -> None:
    on_gpu = device.type == "cuda"
    weights, cache = weight_bytes(config, dtype), total_blocks * block_bytes(config, dtype)
    working = GPU_WORKING_BYTES if on_gpu else 0
    free = torch.cuda.mem_get_info(device)[0] if on_gpu else psutil.virtual_memory().available
    if weights + cache + working > free:
        where = "of the GPU's memory are free" if on_gpu else "of memory are free, and PyTorch finds no GPU"
        raise UsageError(
            f"{options.model} takes {weights:,} bytes ({weights / GIB:.1f} GiB) for its weights and "
            f"{cache / GIB:.1f} GiB for the keys and values of {max(options.batches)} rows of {max(options.contexts)} "
            f"tokens, but only {free / GIB:.1f} GiB {where}."
        )
    if options.profile and not on_gpu:
        raise UsageError("--profile: only the megakernel notes its tasks' times, and PyTorch finds no GPU here.")


def _kernel_weights(options: DecodeOptions, config: ModelConfig, device: torch.device) -> ModelWeights:
    if options.random_weights:
        return random_weights(config, torch.bfloat16, device)
    directory = find_model(options.model).directory
    with WeightReader(Checkpoint.open(directory), config, torch.bfloat16, device) as reader:
        return ModelWeights.read(reader)
