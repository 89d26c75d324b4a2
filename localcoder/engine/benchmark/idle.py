"""How long the GPU does nothing between two launches of the decode kernel."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from itertools import pairwise

from torch.profiler import ProfilerActivity, profile

from localcoder.engine.megakernel.compiler import KERNEL_NAME


def idle_between_launches_us(run: Callable[[], object]) -> float | None:
    """The median pause between the decode kernel's end and its next start while `run` runs, in microseconds.

    From CUDA's own record of what the GPU did; None where none can be had (some machines forbid it, or lack CUPTI).
    Recording may slow down what follows: time nothing afterwards.

    Args:
        run: decodes for a while; called once.
    """
    try:
        record = profile(activities=[ProfilerActivity.CUDA])
        record.start()
    except (RuntimeError, AssertionError):  # PyTorch's two ways of saying that it cannot
        return None
    try:
        run()
    finally:
        record.stop()
    spans = sorted(
        (event.time_range.start, event.time_range.end)
        for event in record.events() or ()  # type: ignore[no-untyped-call]
        if event.device_type.name == "CUDA" and event.name == KERNEL_NAME
    )
    pauses = [after[0] - before[1] for before, after in pairwise(spans)]
    return round(statistics.median(pauses), 2) if pauses else None
