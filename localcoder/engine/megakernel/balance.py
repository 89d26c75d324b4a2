"""How evenly the lists spread a step's bytes over the SMs: a phase takes as long as its busiest SM."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from localcoder.engine.megakernel.geometry import (
    GROUP_TOKENS,
    HEAD_DIM,
    SLICE_COLUMNS,
    UNIT_ROWS,
    Geometry,
    part_of,
)
from localcoder.engine.megakernel.tasks import Kind, Task

WIDTH = 2
"""Bytes of a weight, and of a cached value."""


@dataclass(frozen=True, slots=True)
class PhaseBalance:
    """One kind of task over a whole step, which is the sum of its layers."""

    bytes_per_step: int
    max_over_mean: float
    """The busiest SM's bytes of each layer, added up, over all SMs' mean."""


def up_range(units: int, sms: int, sm: int) -> range:
    """An SM's equal share of `units`, as the kernel deals them."""
    return range(units * sm // sms, units * (sm + 1) // sms)


def task_bytes(geometry: Geometry, task: Task, sm: int, lengths: Sequence[int], distinct: int) -> int:
    """Bytes of weights and cached keys and values that a task reads.

    Args:
        geometry: the model on its SMs.
        task: one of `sm`'s.
        sm: the SM.
        lengths: cached tokens of each active row.
        distinct: different experts that the rows use together in a layer.
    """
    row = geometry.hidden * WIDTH
    match task.kind:
        case Kind.QKV | Kind.DENSE_UP | Kind.HEAD:
            return task.count * UNIT_ROWS * row
        case Kind.UP:
            units = distinct * geometry.up_units(geometry.expert_ff)
            return len(up_range(units, geometry.sms, sm)) * UNIT_ROWS * row
        case Kind.ATTEND:
            part, window = task.first % geometry.parts, geometry.windows[task.layer]
            groups = sum(_part_groups(length, window, geometry.parts, part) for length in lengths)
            return groups * GROUP_TOKENS * 2 * HEAD_DIM * WIDTH
        case Kind.OUTPUT:
            return SLICE_COLUMNS * geometry.query_size * WIDTH
        case Kind.DOWN:
            # And, here and below, the weights of the norm that follows.
            return SLICE_COLUMNS * (geometry.expert_ff * distinct + 1) * WIDTH
        case Kind.DENSE_DOWN:
            return SLICE_COLUMNS * (geometry.dense_ff + 1) * WIDTH
        case Kind.EMBED:
            return task.count * SLICE_COLUMNS * (len(lengths) + 1) * WIDTH
        case Kind.ROUTE | Kind.COMBINE | Kind.SAMPLE:
            # They read what other tasks made, which lies in the L2 cache.
            return 0


def _part_groups(length: int, window: int | None, parts: int, part: int) -> int:
    _, first, end, size = part_of(length, window, parts)
    return max(0, min(end, first + (part + 1) * size) - (first + part * size))


def balance(
    geometry: Geometry, lists: Sequence[Sequence[Task]], lengths: Sequence[int], distinct: int
) -> dict[Kind, PhaseBalance]:
    """Each phase's bytes and how far its busiest SM is above the mean; see `task_bytes` for the arguments."""
    loads: dict[tuple[Kind, int], list[int]] = defaultdict(lambda: [0] * geometry.sms)
    for sm, tasks in enumerate(lists):
        for task in tasks:
            loads[task.kind, task.layer][sm] += task_bytes(geometry, task, sm, lengths, distinct)
    phases = {}
    for kind in Kind:
        layers = [load for (found, _), load in loads.items() if found is kind]
        total = sum(map(sum, layers))
        if total:
            phases[kind] = PhaseBalance(total, sum(map(max, layers)) * geometry.sms / total)
    return phases
