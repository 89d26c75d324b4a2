"""The work of one decode step: which SM does what, in which order, and what it waits for.

This file is the one definition of task kinds, their fields, the counters and their targets: the kernel gets them as
compile-time constants and arrays, the twin executes the same lists on the CPU.

Each SM runs its list in order, but for the tasks that are done aside. A task that needs what other SMs made waits until
a counter has reached its target; a task whose result others need adds one to a counter when it is done. Counters are
never cleared: step n (from 1) waits for n times the target. `megakernel.cu` draws a layer's data flow at its head.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from enum import IntEnum

from localcoder.engine.megakernel.geometry import SLICE_COLUMNS, UNIT_ROWS, Geometry


class Kind(IntEnum):
    """What a task does. `first` and `count` of its task say on what."""

    EMBED = 0
    """Slices of the residual stream from the rows' newest tokens."""
    QKV = 1
    """Units of the fused projection (rotated; keys and values go to the cache) and of the router's logits."""
    ROUTE = 2
    """The experts of every row, chosen from the router's logits. Each SM chooses for itself."""
    ATTEND = 3
    """Part `first % parts` over key head `first // parts`, for every row, of the tokens already cached."""
    UP = 4
    """This SM's equal share of the chosen experts' gate and up rows."""
    DENSE_UP = 5
    """Units of a dense layer's gate and up rows."""
    COMBINE = 6
    """Items (query head, quarter of its dimensions): the parts and the step's own token become the head's output. Done
    aside: see `ASIDE`."""
    OUTPUT = 7
    """The attention's output projection for one slice; the sums stay with the SM for the task that follows."""
    DOWN = 8
    """The experts' down projection for the same slice, then the residual: the next layer's input."""
    DENSE_DOWN = 9
    """The same for a dense layer."""
    HEAD = 10
    """Units of the vocabulary: logits, and each row's best so far."""
    SAMPLE = 11
    """Every row's next token. Each SM decides for itself."""


class Gate(IntEnum):
    """The counters of a layer: what is complete once one has reached its target."""

    INPUT = 0
    """The residual stream that the layer reads (after the last layer: that the head reads)."""
    PROJECTED = 1
    """Queries, and this step's keys and values."""
    ROUTED = 2
    """The router's logits. Few SMs make them, and the experts' loads wait for nothing else."""
    ATTENDED = 3
    """All parts of the attention."""
    COMBINED = 4
    """The heads' outputs."""
    ACTIVATED = 5
    """The experts' hidden activations."""


ASIDE = (Kind.COMBINE,)
"""Kinds that a warp of their own does, in the list's order among themselves, but beside the other tasks of a step."""

CARRIED = (Gate.INPUT, Gate.ROUTED)
"""Gates that have no counter on the device, because what they stand for says itself that it is there: each reader asks
for its words until they have come (`reader.cuh`). The layer's chain hangs on these two. The twin and the proofs count
them like the others."""

NONE = -1


def gate(layer: int, which: Gate) -> int:
    """The number of a counter."""
    return layer * len(Gate) + which


def scored(geometry: Geometry) -> int:
    """The counter that says that all logits are made and every SM's best is known."""
    return gate(geometry.layers, Gate.INPUT) + 1


def search_rounds(geometry: Geometry) -> int:
    """The counter of the sampling's threshold search, which advances by the number of SMs each round."""
    return scored(geometry) + 1


def carried(counter: int, geometry: Geometry) -> bool:
    """Whether a counter is one of `CARRIED`'s."""
    return 0 <= counter < scored(geometry) and Gate(counter % len(Gate)) in CARRIED


def counter_count(geometry: Geometry) -> int:
    """How many counters there are; each has a 128-byte line of its own."""
    return search_rounds(geometry) + 1


@dataclass(frozen=True, slots=True)
class Task:
    """One entry of an SM's list; eight 32-bit integers for the kernel."""

    kind: Kind
    layer: int
    first: int = 0
    count: int = 1
    waits: int = NONE
    """The counter that must have reached `target`, or NONE."""
    target: int = 0
    """Arrivals in one step."""
    signals: int = NONE
    """The counter to add one to when done, or NONE."""
    padding: int = 0
    """Of no meaning: it makes the entry 32 bytes."""


def build_tasks(geometry: Geometry) -> list[list[Task]]:
    """The list of each SM. Static for a model: neither batch nor lengths nor routing change it."""
    lists = [list(_sm_tasks(geometry, sm)) for sm in range(geometry.sms)]
    arrivals = Counter(task.signals for tasks in lists for task in tasks)
    return [
        [replace(task, target=arrivals[task.waits]) if task.waits != NONE else task for task in tasks]
        for tasks in lists
    ]


def most_tasks(geometry: Geometry) -> int:
    """Entries of the longest list that `build_tasks` makes, its end included: what the kernel has room for."""
    kinds = Counter(geometry.moe)
    example = {moe: geometry.moe.index(moe) for moe in kinds}
    return max(
        1 + len(_around(geometry, sm)) + sum(len(_layer(geometry, example[moe], sm)) * kinds[moe] for moe in kinds)
        for sm in range(geometry.sms)
    )


def task_rows(lists: list[list[Task]], geometry: Geometry) -> list[list[tuple[int, ...]]]:
    """The lists as integers, padded to one length with tasks of kind -1, the end of a list: [sms, tasks, 8].

    The device waits for counters alone, not for what is carried. Who reads a layer's input must however have passed
    ACTIVATED of the layer before, to be sure not to see words of an older input (`docs/megakernel.md`, Words). SMs with
    a slice have; the others wait for it here.

    Raises:
        ValueError: a list is longer than the kernel can keep.
    """
    longest = max(map(len, lists)) + 1
    if longest > most_tasks(geometry):
        raise ValueError(f"A list has {longest - 1} tasks, but the kernel has room for {most_tasks(geometry) - 1}.")
    end = (-1, 0, 0, 0, NONE, 0, NONE, 0)

    arrivals = Counter(task.signals for tasks in lists for task in tasks)

    def row(task: Task, owner: bool) -> tuple[int, ...]:
        waits = task.waits
        if carried(waits, geometry):
            layer, which = divmod(waits, len(Gate))
            waits = gate(layer - 1, Gate.ACTIVATED) if which == Gate.INPUT and layer and not owner else NONE
        signals = NONE if carried(task.signals, geometry) else task.signals
        target = task.target if waits in (task.waits, NONE) else arrivals[waits]
        return astuple(replace(task, waits=waits, target=target, signals=signals))

    owners = [any(task.kind is Kind.OUTPUT for task in tasks) for tasks in lists]
    return [
        [*(row(task, owner) for task in tasks), *[end] * (longest - len(tasks))]
        for tasks, owner in zip(lists, owners, strict=True)
    ]


def _sm_tasks(geometry: Geometry, sm: int) -> Iterator[Task]:
    *before, head, sample = _around(geometry, sm)
    yield from before
    for layer in range(geometry.layers):
        yield from _layer(geometry, layer, sm)
    yield head
    yield sample


def _around(geometry: Geometry, sm: int) -> list[Task]:
    """What an SM does before the first layer and, the last two, after the last."""
    slices = _share(geometry.slices, geometry.sms, sm)
    units = _share(geometry.vocab // UNIT_ROWS, geometry.sms, sm)
    after = gate(geometry.layers, Gate.INPUT)
    embed = Task(Kind.EMBED, 0, slices.start, len(slices), signals=gate(0, Gate.INPUT))
    return [
        *([embed] if slices else []),
        Task(Kind.HEAD, geometry.layers, units.start, len(units), waits=after, signals=scored(geometry)),
        Task(Kind.SAMPLE, geometry.layers, waits=scored(geometry)),
    ]


def _layer(geometry: Geometry, layer: int, sm: int) -> list[Task]:
    return list(_layer_tasks(geometry, layer, sm, _share(geometry.slices, geometry.sms, sm)))


def _layer_tasks(geometry: Geometry, layer: int, sm: int, slices: range) -> Iterator[Task]:
    """One layer for one SM.

    The order hides the waits: while the experts' gate and up rows are multiplied, others finish their parts of the
    attention, and the heads' outputs, which the output projection reads, are combined aside. The router's rows come
    first, because all experts' loads wait for them.
    """
    ready = {which: gate(layer, which) for which in Gate}
    moe = geometry.moe[layer]
    for share, signals in zip(_projected(geometry, layer, sm), (Gate.ROUTED, Gate.PROJECTED), strict=True):
        if share:
            yield Task(Kind.QKV, layer, share.start, len(share), waits=ready[Gate.INPUT], signals=ready[signals])
    if moe:
        yield Task(Kind.ROUTE, layer, waits=ready[Gate.ROUTED])
    head, part = sm % geometry.kv_heads, sm // geometry.kv_heads
    if part < geometry.parts:
        index = head * geometry.parts + part
        yield Task(Kind.ATTEND, layer, index, waits=ready[Gate.PROJECTED], signals=ready[Gate.ATTENDED])
    if moe:
        yield Task(Kind.UP, layer, signals=ready[Gate.ACTIVATED])
    else:
        units = _share(geometry.up_units(geometry.dense_ff), geometry.sms, sm)
        yield Task(Kind.DENSE_UP, layer, units.start, len(units), signals=ready[Gate.ACTIVATED])
    items = _share(geometry.combine_items, geometry.sms, sm)
    if items:
        yield Task(
            Kind.COMBINE,
            layer,
            items.start,
            len(items),
            waits=ready[Gate.ATTENDED],
            signals=ready[Gate.COMBINED],
        )
    for index in slices:
        yield Task(Kind.OUTPUT, layer, index, waits=ready[Gate.COMBINED])
        yield Task(
            Kind.DOWN if moe else Kind.DENSE_DOWN,
            layer,
            index,
            waits=ready[Gate.ACTIVATED],
            signals=gate(layer + 1, Gate.INPUT),
        )


def _projected(geometry: Geometry, layer: int, sm: int) -> tuple[range, range]:
    """This SM's units of the router and of the projections.

    SMs without a slice take the router's rows where they can: they are the first to be ready for the layer.
    """
    sms, router, end = geometry.sms, geometry.first_router_unit, geometry.qkv_units(layer)
    before = [_slices_before(geometry, number) for number in range(sms + 1)]
    idle = [number for number in range(sms) if before[number] == before[number + 1]]
    if 0 < len(idle) <= end - router:
        if sm in idle:
            units = _share(end - router, len(idle), idle.index(sm))
            return range(units.start + router, units.stop + router), range(0)
        return range(0), _share(router, sms - len(idle), sm - sum(number < sm for number in idle))
    units = _share(end, sms, sm)
    return range(max(units.start, router), units.stop), range(units.start, min(units.stop, router))


def _slices_before(geometry: Geometry, sm: int) -> int:
    return geometry.slices * sm // geometry.sms


def _share(total: int, sms: int, sm: int) -> range:
    """This SM's contiguous share of `total`, equal to within one; the kernel's `share_start` is the same formula."""
    return range(total * sm // sms, total * (sm + 1) // sms)


assert SLICE_COLUMNS == 2 * UNIT_ROWS
