"""The megakernel backend: decode steps in one persistent kernel, prefill in PyTorch over the same weights and cache."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import torch

from localcoder.engine.backend import Chunk, Launch, LaunchRow
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.buffers import address, layer_table, make_buffers, on_device, rotary_turns
from localcoder.engine.megakernel.compiler import IN_FLIGHT, KernelSource, compile_kernel
from localcoder.engine.megakernel.driver import CudaError, cache_map, kernel_device
from localcoder.engine.megakernel.geometry import MAX_ROWS, Geometry
from localcoder.engine.megakernel.launcher import Entry, Launcher
from localcoder.engine.megakernel.orders import (
    Limits,
    check_rows,
    most_order_bytes,
    order_bytes,
    rows_of_chunks,
    write_orders,
)
from localcoder.engine.megakernel.report import explain
from localcoder.engine.megakernel.tasks import Task, build_tasks, task_rows
from localcoder.engine.megakernel.tokens import KernelStopped
from localcoder.engine.request import EngineFailed
from localcoder.engine.torch_model.paged import PagedCache
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.weights import ModelWeights, Progress, WeightReader
from localcoder.errors import UsageError

DEADLINE_S = 2.0
DEADLINE_VARIABLE = "LOCALCODER_KERNEL_DEADLINE_S"


class MegakernelBackend:
    """See `localcoder.engine.backend.Backend`. A launch that fails makes the backend unusable.

    `decode` computes its rows in places of their own: no row of a launch continues behind it.

    Attributes:
        buffers: the kernel's memory by its names in `abi.Model`; see `buffer_shapes`.
        lists: the task list of each SM.
    """

    launch_steps = abi.LAUNCH_STEPS
    max_stop_ids = abi.MAX_STOP_IDS

    def __init__(
        self,
        config: ModelConfig,
        weights: ModelWeights,
        *,
        total_blocks: int,
        device: torch.device,
        max_rows: int = MAX_ROWS,
        deadline_s: float | None = DEADLINE_S,
        profile: bool = False,
        in_flight: int = IN_FLIGHT,
        lists: list[list[Task]] | None = None,
        cubin: bytes | None = None,
    ) -> None:
        """Make the cache and the kernel's memory, and load the kernel.

        Args:
            config: of a model that `why_not` has nothing against.
            weights: bfloat16, on `device`.
            total_blocks: of the cache.
            device: a Hopper GPU.
            max_rows: the most rows of a launch, up to 8.
            deadline_s: the longest that a block of the kernel waits for another before the launch gives up; 0 or None
                for ever. The environment's LOCALCODER_KERNEL_DEADLINE_S takes precedence: a checker slows the GPU
                down.
            profile: compile the kernel so that it notes its tasks' times in `buffers["profile"]`.
            in_flight: loads of 16 KB that an SM has under way at a time.
            lists: other task lists than `build_tasks` makes.
            cubin: the kernel, compiled already.

        Raises:
            CompileFailed: the kernel cannot be compiled.
            CudaError: the device does not take it.
            UsageError: the environment's deadline is no number.
        """
        if not 1 <= max_rows <= MAX_ROWS:
            raise ValueError(f"max_rows is {max_rows}; the kernel has {MAX_ROWS} rows.")
        self.config = config
        self.device = device
        self.dtype = torch.bfloat16
        self.total_blocks = total_blocks
        self.max_rows = max_rows
        sizes = kernel_device(device)
        self.geometry = Geometry.of(config, sizes.sms)
        self.lists = build_tasks(self.geometry) if lists is None else lists
        self._deadline_ns = deadline_ns(deadline_s)
        self._limits = Limits.of(config, total_blocks=total_blocks, max_rows=max_rows)
        self._previous: frozenset[int] = frozenset()
        self._failure: str | None = None
        if cubin is None:
            cubin = compile_kernel(KernelSource.of(config, sizes, profile=profile, in_flight=in_flight))
        self._torch: PagedModel | None = PagedModel(config, weights, total_blocks)
        tasks = torch.tensor(task_rows(self.lists, self.geometry), dtype=torch.int32)
        self.buffers = make_buffers(self.geometry, device, tasks.shape[1] if profile else 0)
        self._constant = {
            "tasks": tasks.to(device),
            "layers": on_device(bytes(layer_table(config, weights)), device),
            "turns": rotary_turns(config).to(device),
            "cache_map": on_device(cache_map(self._torch.cache.data), device),
        }
        self._model = self._describe(weights)
        self._model_memory = on_device(bytes(self._model), device)
        torch.cuda.synchronize(device)
        self._launcher: Launcher | None = Launcher(cubin, sizes, device, most_order_bytes(self._limits))

    @classmethod
    def load(
        cls,
        directory: Path,
        config: ModelConfig,
        *,
        total_blocks: int,
        device: torch.device,
        max_rows: int = MAX_ROWS,
        deadline_s: float | None = DEADLINE_S,
        progress: Progress | None = None,
    ) -> MegakernelBackend:
        """Load the model in `directory`; blocks until done. The kernel is compiled first.

        Raises:
            UsageError: the weights are missing, damaged, or not those of `config`; or the environment's deadline is no
                number.
            CompileFailed: the kernel cannot be compiled.
        """
        deadline_ns(deadline_s)  # a bad one is refused before the weights are read
        cubin = compile_kernel(KernelSource.of(config, kernel_device(device)))
        with WeightReader(Checkpoint.open(directory), config, torch.bfloat16, device, progress) as reader:
            weights = ModelWeights.read(reader)
        return cls(
            config,
            weights,
            total_blocks=total_blocks,
            device=device,
            max_rows=max_rows,
            deadline_s=deadline_s,
            cubin=cubin,
        )

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.prefill`."""
        return self._usable().forward(chunks)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.decode`; waits until the kernel is done.

        Raises:
            BadLaunch: the rows cannot be computed as given.
            EngineFailed: the device gave up.
        """
        launch = self._queue(rows_of_chunks(rows), wants_logits=True)
        self._previous = frozenset()
        for _ in launch.steps():
            pass
        return self.buffers["logits"][: len(rows)].clone()

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        """See `Backend.launch`. Up to four launches may be queued or unread.

        Raises:
            BadLaunch: the rows cannot be computed as given; nothing was queued.
            EngineFailed: the device gave up.
        """
        return self._queue(rows, wants_logits=False)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """See `Backend.read_blocks`; [layers, 2, kv_heads, len(blocks), BLOCK_TOKENS, head_dim]."""
        return self.cache.read_blocks(blocks)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """See `Backend.write_blocks`."""
        self.cache.write_blocks(blocks, saved)

    @property
    def cache(self) -> PagedCache:
        """The keys and values of all layers, which prefill and kernel share."""
        return self._usable().cache

    def force_experts(self, choices: torch.Tensor | None) -> None:
        """Let the kernel use these experts instead of the router's, to measure; None for the router's again.

        Args:
            choices: int32 [steps, layers, 8, top_k], sorted in each row; step n uses entry n modulo steps.
        """
        torch.cuda.synchronize(self.device)
        self._constant.pop("forced", None)
        self._model.forced = self._model.forced_steps = 0
        if choices is not None:
            forced = choices.to(self.device, torch.int32).contiguous()
            self._constant["forced"] = forced
            self._model.forced, self._model.forced_steps = forced.data_ptr(), len(forced)
        self._model_memory.copy_(on_device(bytes(self._model), self.device))
        torch.cuda.synchronize(self.device)

    def free(self) -> None:
        """See `Backend.free`."""
        if self._launcher is not None:
            self._launcher.free()
        self._launcher = None
        self._torch = None
        self.buffers.clear()
        self._constant.clear()
        if self._failure is None:
            torch.cuda.empty_cache()

    def _describe(self, weights: ModelWeights) -> abi.Model:
        assert self._torch is not None
        cache, tasks = self._torch.cache.data, self._constant["tasks"]
        return abi.Model(
            embedding=address(weights.embedding),
            final_norm=address(weights.final_norm),
            head=address(weights.head),
            cache=cache.data_ptr(),
            slots=cache.shape[3],
            task_stride=tasks.shape[1],
            **{name: tensor.data_ptr() for name, tensor in (self._constant | self.buffers).items()},
        )

    def _queue(self, rows: Sequence[LaunchRow], *, wants_logits: bool) -> _Launched:
        self._usable()
        assert self._launcher is not None
        check_rows(rows, self._limits, self._previous)
        try:
            entry = self._launcher.next_entry()
            write_orders(entry.orders, entry.tables, rows, self._limits, wants_logits=wants_logits)
            sequence = self._launcher.submit(entry, self._model_memory.data_ptr(), order_bytes(rows), self._deadline_ns)
        except CudaError as error:
            self.fail(f"CUDA reports {error}")
        self._previous = frozenset(row.place for row in rows)
        return _Launched(self, self._launcher, entry, sequence, entry.orders.steps, [row.place for row in rows])

    def _usable(self) -> PagedModel:
        if self._failure is not None:
            raise EngineFailed(self._failure)
        assert self._torch is not None, "the backend was freed"
        return self._torch

    def fail(self, why: str, report: abi.Report | None = None) -> NoReturn:
        """Remember the first failure, which every later call repeats.

        Raises:
            EngineFailed: always.
        """
        if self._failure is None:
            details = "" if report is None else " " + explain(report, self.geometry, self.lists)
            self._failure = f"The decode kernel failed: {why}.{details}"
        raise EngineFailed(self._failure)


class _Launched:
    """A launch that was queued; see `localcoder.engine.backend.Launch`."""

    def __init__(
        self,
        backend: MegakernelBackend,
        launcher: Launcher,
        entry: Entry,
        sequence: int,
        steps: int,
        places: list[int],
    ) -> None:
        self._backend = backend
        self._places = places
        self._lines = launcher.lines(entry, sequence, steps)

    def steps(self) -> Iterator[list[int | None]]:
        """See `Launch.steps`."""
        try:
            for line in self._lines:
                tokens = [line[place] for place in self._places]
                yield [None if token == abi.IDLE_TOKEN else token for token in tokens]
        except KernelStopped as stopped:
            self._backend.fail(str(stopped), stopped.report)


def deadline_ns(deadline_s: float | None) -> int:
    """Nanoseconds of a wait's deadline, 0 for none; the environment's LOCALCODER_KERNEL_DEADLINE_S takes precedence.

    Raises:
        UsageError: the environment's is no number.
    """
    text = os.environ.get(DEADLINE_VARIABLE)
    if text:
        try:
            deadline_s = float(text)
        except ValueError:
            deadline_s = math.nan
        if not math.isfinite(deadline_s):
            raise UsageError(f"{DEADLINE_VARIABLE} is {text!r}; it must be a number of seconds, 0 for no deadline.")
    return int(max(deadline_s or 0.0, 0.0) * 1e9)
