"""Where the megakernel's tests run: the device, and the kernel on it or what stands in for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from localcoder.engine.backend import LaunchRow
from localcoder.engine.megakernel.buffers import current_values
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.megakernel.tasks import Kind, Task, build_tasks
from localcoder.engine.request import SamplingParams
from tests.fakes.decoding import Row, fill
from tests.gpu.models import Model

STAND_IN = os.environ.get("LOCALCODER_TEST_STAND_IN") == "1"
"""Whether the twin stands in for the kernel, so that the tests themselves can be tested without a GPU."""
HOPPER = torch.cuda.is_available() and torch.cuda.get_device_capability() == (9, 0)
DEVICE = torch.device("cpu") if STAND_IN or not HOPPER else torch.device("cuda", 0)
NEEDS_KERNEL = [
    pytest.mark.gpu,
    pytest.mark.skipif(not (HOPPER or STAND_IN), reason="needs a Hopper GPU"),
]
GREEDY = SamplingParams(temperature=0.0)
BLOCKS = 256


def make_kernel(model: Model, total_blocks: int = BLOCKS, **options: Any) -> Any:
    """A backend of its own for `model`, with an empty cache."""
    if STAND_IN:
        from tests.fakes.stand_in import StandIn

        return StandIn(model.config, model.weights, total_blocks=total_blocks)
    from localcoder.engine.megakernel.backend import MegakernelBackend

    return MegakernelBackend(model.config, model.weights, total_blocks=total_blocks, device=DEVICE, **options)


def never_reached(model: Model) -> list[list[Task]]:
    """Task lists in which SM 3's attention waits in layer 2 for one arrival more than there are."""
    from localcoder.engine.megakernel.driver import kernel_device

    lists = build_tasks(Geometry.of(model.config, kernel_device(DEVICE).sms))
    index = next(i for i, task in enumerate(lists[3]) if task.kind == Kind.ATTEND and task.layer == 2)
    lists[3][index] = replace(lists[3][index], target=lists[3][index].target + 1)
    return lists


def geometry_of(kernel: Any, model: Model) -> Geometry:
    """The geometry that a backend was made for."""
    return Geometry.of(model.config, kernel.buffers["greatest"].shape[1])


def values_of(kernel: Any, model: Model, steps: int) -> dict[str, torch.Tensor]:
    """What a backend's buffers hold after its first `steps` steps, as the twin has it."""
    return kernel.buffers if STAND_IN else current_values(geometry_of(kernel, model), kernel.buffers, steps)


def cache_of(kernel: Any) -> torch.Tensor:
    """Its keys and values, [layers, 2, kv_heads, slots, 128]."""
    return kernel.cache.data


def set_out(kernel: Any, rows: Sequence[Row]) -> None:
    """Put the rows' keys and values into the cache, and stale ones everywhere else."""
    fill(cache_of(kernel), rows)
    wait()


def wait() -> None:
    """Until the GPU has done everything."""
    if DEVICE.type == "cuda":
        torch.cuda.synchronize()


def step(kernel: Any, rows: Sequence[Row]) -> torch.Tensor:
    """One decode step at places 0, 1, ...: logits [rows, vocab_size] on the CPU, float32."""
    return kernel.decode([row.chunk for row in rows]).cpu().clone()


def launched(
    row: Row,
    place: int,
    *,
    steps: int = 1,
    sampling: SamplingParams = GREEDY,
    seed: int = 0,
    stop_ids: tuple[int, ...] = (),
) -> LaunchRow:
    """A row as a launch takes it."""
    return LaunchRow(place, row.token, row.position, row.table, steps, sampling, seed, stop_ids)


def run(kernel: Any, rows: Sequence[LaunchRow]) -> list[list[int | None]]:
    """All steps of a launch, to its end."""
    return list(kernel.launch(rows).steps())
