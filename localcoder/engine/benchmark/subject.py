"""The model that is measured: its weights, read or made, in the backend that was asked for."""

from __future__ import annotations

from dataclasses import dataclass

import psutil
import torch

from localcoder.engine.backend import Backend
from localcoder.engine.backends import choose_backend, why_not_megakernel
from localcoder.engine.benchmark.options import MOST_ROWS, DecodeOptions, Routing
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.backend import MegakernelBackend
from localcoder.engine.megakernel.routing import correlated_experts, distinct_experts, uniform_experts
from localcoder.engine.memory import GIB, GPU_WORKING_BYTES, block_bytes
from localcoder.engine.models import find_model
from localcoder.engine.random_weights import random_weights, weight_bytes
from localcoder.engine.shapes import SHAPES, find_shape
from localcoder.engine.torch_backend import TorchBackend
from localcoder.engine.weights import ModelWeights, WeightReader
from localcoder.errors import UsageError


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be loaded, once it is known to be possible."""

    device: torch.device
    dtype: torch.dtype
    backend_name: str
    routing: Routing
    total_blocks: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A loaded model, and how its experts are chosen."""

    config: ModelConfig
    plan: Plan
    backend: Backend
    kernel_weights: ModelWeights | None = None
    """What the backend computes with, if it is the megakernel."""
    experts: torch.Tensor | None = None
    """The experts that replace the router's choice (`routing.py`), or None."""

    @property
    def only_kernel_knows_experts(self) -> bool:
        """True if the router of the megakernel chooses."""
        return self.kernel_weights is not None and self.experts is None and self.config.experts > 0

    def distinct_experts(self, rows: int) -> float | None:
        """Different experts that `rows` rows use in a layer, as far as it is known without looking at the kernel."""
        if self.config.experts == 0:
            return 0.0
        if self.experts is not None:
            return distinct_experts(self.config, self.experts, rows)
        return float(self.config.experts_per_token) if rows == 1 else None

    def noting_kernel(self) -> MegakernelBackend | None:
        """A second kernel over the same weights that notes its tasks' times; None where there is no first."""
        if self.kernel_weights is None:
            return None
        kernel = MegakernelBackend(
            self.config,
            self.kernel_weights,
            total_blocks=self.plan.total_blocks,
            device=self.plan.device,
            profile=True,
        )
        kernel.force_experts(self.experts)
        return kernel


def find_config(options: DecodeOptions) -> ModelConfig:
    """The sizes of the model that the options name.

    Raises:
        UsageError: there is none of that name.
    """
    if options.random_weights:
        return find_shape(options.model)
    try:
        return ModelConfig.from_file(find_model(options.model).directory)
    except UsageError:
        if options.model in SHAPES:
            raise UsageError(
                f"--model {options.model}: its weights are not here; --random-weights measures made-up ones of its "
                "sizes, or name a directory or a pulled model of the Hugging Face Hub."
            ) from None
        raise


def plan_subject(options: DecodeOptions, config: ModelConfig) -> Plan:
    """Decide where and how the model runs, before anything takes long.

    Raises:
        UsageError: memory, backend or model do not allow what was asked for; with the numbers.
    """
    device = torch.device("cuda", torch.cuda.current_device()) if torch.cuda.is_available() else torch.device("cpu")
    if options.backend == "megakernel" and (reason := why_not_megakernel(config, device)) is not None:
        raise UsageError(f"--backend megakernel: {reason}.")
    name = choose_backend(options.backend, config, device)
    if options.profile and name != "megakernel":
        raise UsageError("--profile: only the megakernel notes its tasks' times, and it cannot run this model here.")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    plan = Plan(device, dtype, name, _routing(options, config, name), options.blocks_needed())
    _check_memory(options, config, plan)
    return plan


def load_subject(options: DecodeOptions, config: ModelConfig, plan: Plan) -> Subject:
    """Load or make the weights, with a cache for all that is to be measured. Blocks until done.

    Raises:
        UsageError: the weights are missing, damaged, or not those of `config`.
        CompileFailed: the decode kernel cannot be compiled.
    """
    device, dtype = plan.device, plan.dtype
    if plan.backend_name == "torch":
        source = (
            random_weights(config, dtype, device) if options.random_weights else find_model(options.model).directory
        )
        torch_backend = TorchBackend(
            source, config, total_blocks=plan.total_blocks, max_rows=MOST_ROWS, dtype=dtype, device=device
        )
        return Subject(config, plan, torch_backend)
    weights = _kernel_weights(options, config, device)
    kernel = MegakernelBackend(config, weights, total_blocks=plan.total_blocks, max_rows=MOST_ROWS, device=device)
    experts = None
    if plan.routing != "model":
        experts = uniform_experts(config) if plan.routing == "uniform" else correlated_experts(config)
    kernel.force_experts(experts)
    return Subject(config, plan, kernel, weights, experts)


def _routing(options: DecodeOptions, config: ModelConfig, backend_name: str) -> Routing:
    can_force = backend_name == "megakernel" and config.experts > 0
    if options.routing is None:
        return "uniform" if can_force and options.random_weights else "model"
    if options.routing != "model" and not can_force:
        why = "this model has no experts" if config.experts == 0 else "the torch backend takes the router's own experts"
        raise UsageError(f"--routing {options.routing}: {why}; use --routing model.")
    return options.routing


def _check_memory(options: DecodeOptions, config: ModelConfig, plan: Plan) -> None:
    on_gpu = plan.device.type == "cuda"
    weights, cache = weight_bytes(config, plan.dtype), plan.total_blocks * block_bytes(config, plan.dtype)
    if plan.backend_name == "megakernel" and (options.profile or plan.routing == "model"):
        cache *= 2  # the kernel that takes notes has its own
    free = torch.cuda.mem_get_info(plan.device)[0] if on_gpu else psutil.virtual_memory().available
    if weights + cache + (GPU_WORKING_BYTES if on_gpu else 0) <= free:
        return
    needed = (
        f"{weights:,} bytes ({weights / GIB:.1f} GiB) for its weights and {cache / GIB:.1f} GiB for the keys and "
        f"values of {max(options.batches)} rows of {max(options.contexts)} tokens"
    )
    if on_gpu:
        raise UsageError(f"{options.model} needs {needed}, but {free / GIB:.1f} GiB of the GPU's memory are free.")
    raise UsageError(
        f"PyTorch finds no GPU here, and {options.model} needs {needed} of main memory, of which {free / GIB:.1f} GiB "
        f"are free. A GPU must have {weight_bytes(config, torch.bfloat16):,} bytes for the weights."
    )


def _kernel_weights(options: DecodeOptions, config: ModelConfig, device: torch.device) -> ModelWeights:
    if options.random_weights:
        return random_weights(config, torch.bfloat16, device)
    directory = find_model(options.model).directory
    with WeightReader(Checkpoint.open(directory), config, torch.bfloat16, device) as reader:
        return ModelWeights.read(reader)
