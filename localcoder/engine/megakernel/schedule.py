"""Running task lists in any order that their counters allow, and what can be proven of lists without running them.

The proofs need the geometry and the lists alone, no weights, so they hold for a model of any size.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from localcoder.engine.megakernel.geometry import UNIT_ROWS, Geometry
from localcoder.engine.megakernel.tasks import ASIDE, NONE, Kind, Task, counter_count

Clock = NDArray[np.int32]
"""How many tasks of each actor, over all steps, are surely done: int32 [2 * sms]. An SM's list has two actors: SM s
itself, and s + sms for the tasks that are done aside."""
Lists = list[list[Task]]


class ScheduleFault(RuntimeError):
    """The lists do not work: a deadlock, or a buffer touched too early, twice, or too late."""


def interleave(
    lists: Lists, counters: list[int], step: int, order: random.Random | None = None
) -> Iterator[tuple[int, int, Task]]:
    """Yield every task of one step once its wait is over; taking the next item means that the last one is done.

    What is done `ASIDE` comes in its own order, as if by an SM of its own.

    Args:
        lists: the tasks of each SM.
        counters: their values, advanced in place.
        step: from 1.
        order: chooses who goes on, with `choice` among the numbers of those that can: s for SM s, s + sms for what it
            does aside. None takes them in turn.

    Yields:
        The SM, the task's index in its list, and the task.

    Raises:
        ScheduleFault: no SM can go on, or a counter passes its target.
    """
    arrivals = Counter(task.signals for tasks in lists for task in tasks)
    parked: dict[int, list[tuple[int, int]]] = defaultdict(list)
    sms = len(lists)
    turns = [
        [i for i, task in enumerate(tasks) if (task.kind in ASIDE) == aside]
        for aside in (False, True)
        for tasks in lists
    ]
    done = [0] * len(turns)

    def next_of(actor: int) -> Task:
        return lists[actor % sms][turns[actor][done[actor]]]

    ready = [actor for actor, own in enumerate(turns) if own and _open(actor, next_of(actor), counters, step, parked)]
    while ready:
        actor = ready.pop(0 if order is None else ready.index(order.choice(ready)))
        task = next_of(actor)
        yield actor % sms, turns[actor][done[actor]], task
        done[actor] += 1
        if task.signals != NONE:
            counters[task.signals] += 1
            if counters[task.signals] > arrivals[task.signals] * step:
                raise ScheduleFault(f"counter {task.signals} passed its target in step {step}")
            waiting = parked[task.signals]
            ready += [other for other, wanted in waiting if counters[task.signals] >= wanted]
            parked[task.signals] = [entry for entry in waiting if counters[task.signals] < entry[1]]
        if done[actor] < len(turns[actor]) and _open(actor, next_of(actor), counters, step, parked):
            ready.append(actor)
    stuck = [actor for actor, own in enumerate(turns) if done[actor] < len(own)]
    if stuck:
        first = stuck[0]
        task = next_of(first)
        raise ScheduleFault(
            f"{len({actor % sms for actor in stuck})} SMs are stuck in step {step}; SM {first % sms} at task "
            f"{turns[first][done[first]]} ({task.kind.name} of layer {task.layer}) waits for counter {task.waits}: "
            f"{counters[task.waits]} of {task.target * step}"
        )


def _open(actor: int, task: Task, counters: list[int], step: int, parked: dict[int, list[tuple[int, int]]]) -> bool:
    wanted = task.target * step
    if task.waits == NONE or counters[task.waits] >= wanted:
        return True
    parked[task.waits].append((actor, wanted))
    return False


def coverage_faults(geometry: Geometry, lists: Lists) -> list[str]:
    """Where the lists do some work twice or not at all; empty if each piece of a step's work is done once.

    What an UP task covers depends on the routing and is `balance.up_range`'s matter; that each SM has one is checked
    here.
    """
    found: dict[tuple[Kind, int], list[tuple[int, int]]] = defaultdict(list)
    for sm, tasks in enumerate(lists):
        for task in tasks:
            first = sm if task.kind in (Kind.ROUTE, Kind.UP, Kind.SAMPLE) else task.first
            if task.count:
                found[task.kind, task.layer].append((first, first + task.count))
    faults = []
    for (kind, layer), total in _whole_work(geometry).items():
        end = 0
        for begin, stop in sorted(found.pop((kind, layer), [])):
            if begin != end:
                faults.append(f"{kind.name} of layer {layer}: {begin} follows {end}")
            end = stop
        if end != total:
            faults.append(f"{kind.name} of layer {layer}: ends at {end} of {total}")
    return faults + [f"{kind.name} of layer {layer} is not in the step" for kind, layer in found]


def _whole_work(geometry: Geometry) -> dict[tuple[Kind, int], int]:
    """What each kind has to cover in each layer: pieces numbered from 0."""
    work = {(Kind.EMBED, 0): geometry.slices}
    for layer, moe in enumerate(geometry.moe):
        work[Kind.QKV, layer] = geometry.qkv_units(layer)
        work[Kind.ATTEND, layer] = geometry.kv_heads * geometry.parts
        work[Kind.COMBINE, layer] = geometry.combine_items
        work[Kind.OUTPUT, layer] = geometry.slices
        work[Kind.DOWN if moe else Kind.DENSE_DOWN, layer] = geometry.slices
        if moe:
            work[Kind.ROUTE, layer] = geometry.sms
            work[Kind.UP, layer] = geometry.sms
        else:
            work[Kind.DENSE_UP, layer] = geometry.up_units(geometry.dense_ff)
    work[Kind.HEAD, geometry.layers] = geometry.vocab // UNIT_ROWS
    work[Kind.SAMPLE, geometry.layers] = geometry.sms
    return work


def order_faults(geometry: Geometry, lists: Lists, steps: int = 2) -> list[str]:
    """Where some order of the SMs could read too early or overwrite too early; empty if no order can.

    A task surely comes after those before it in its list (what is done aside, after those that are too, and after the
    whole list of the step before), and, if it waits for all arrivals at a counter, after the
    tasks that arrive there and all that surely came before them. With that: each read must surely come after every
    write of what it wants, each write surely after every read and write of what the buffer held before, and each
    arrival at a counter surely after all arrivals of the step before. Buffers are taken whole, which asks for more
    than is needed and is fulfilled all the same; but the residual stream is taken slice by slice, and each SM's apart
    from every other's, for a slice is read by none but the SM that wrote it. The cache is left out: what a step reads
    there was written in steps before it. `steps` consecutive steps are looked at.
    """
    proof = _Proof(geometry, lists)
    counters = [0] * counter_count(geometry)
    for step in range(1, steps + 1):
        proof.begin(step)
        for sm, _, task in interleave(lists, counters, step):
            proof.take(sm, task)
    return proof.faults


@dataclass
class _Storage:
    """One buffer: what it holds, and when that was surely written and read (the last task of each SM, from 1)."""

    version: tuple[int, int] = (0, 0)
    written: Clock = field(default_factory=lambda: np.zeros(0, np.int32))
    read: Clock = field(default_factory=lambda: np.zeros(0, np.int32))
    before: Clock = field(default_factory=lambda: np.zeros(0, np.int32))
    """Reads and writes of earlier versions."""


class _Proof:
    def __init__(self, geometry: Geometry, lists: Lists) -> None:
        self.faults: list[str] = []
        self._geometry = geometry
        self._sms = geometry.sms
        self._clocks: list[Clock] = [self._zeros() for _ in range(2 * geometry.sms)]
        self._arrivals = Counter(task.signals for tasks in lists for task in tasks)
        self._joined: dict[int, Clock] = {}
        self._last_joined: dict[int, Clock] = {}
        self._storages: dict[str, _Storage] = {}
        self._seen_writes: dict[tuple[str, tuple[int, int]], int] = {}
        self._writers = Counter(
            write for sm, tasks in enumerate(lists) for task in tasks for write in _writes(geometry, sm, task)
        )
        self._step = 0

    def _zeros(self) -> Clock:
        return np.zeros(2 * self._sms, np.int32)

    def begin(self, step: int) -> None:
        self._step = step
        self._last_joined, self._joined = self._joined, {}
        for sm in range(self._sms):
            np.maximum(self._clocks[sm + self._sms], self._clocks[sm], out=self._clocks[sm + self._sms])

    def take(self, sm: int, task: Task) -> None:
        actor = sm + self._sms if task.kind in ASIDE else sm
        clock = self._clocks[actor]
        where = f"{task.kind.name} of layer {task.layer} on SM {sm} in step {self._step}"
        if task.waits != NONE:
            if task.target == self._arrivals[task.waits]:
                np.maximum(clock, self._joined[task.waits], out=clock)
            else:
                self.faults.append(f"{where} waits for {task.target} of {self._arrivals[task.waits]} arrivals")
        now = clock[actor] + 1
        for name, layer in _reads(sm, task):
            self._read(name, (self._step, layer), actor, now, where)
        for name, layer in _writes(self._geometry, sm, task):
            self._write(name, (self._step, layer), actor, now, where)
        clock[actor] = now
        if task.signals != NONE:
            earlier = self._last_joined.get(task.signals)
            if earlier is not None and self._not_after(clock, earlier):
                self.faults.append(f"{where} may arrive at counter {task.signals} before the last step's arrivals")
            np.maximum(clock, self._joined.setdefault(task.signals, self._zeros()), out=self._joined[task.signals])

    def _read(self, name: str, version: tuple[int, int], actor: int, now: int, where: str) -> None:
        storage = self._storages.get(name)
        complete = self._seen_writes.get((name, version)) == self._writers[name, version[1]]
        if storage is None or storage.version != version or not complete:
            self.faults.append(f"{where} reads {name} in an order where it does not hold version {version}")
            return
        if self._not_after(self._clocks[actor], storage.written):
            self.faults.append(f"{where} may read {name} before it is written")
        storage.read[actor] = now

    def _write(self, name: str, version: tuple[int, int], actor: int, now: int, where: str) -> None:
        storage = self._storages.setdefault(name, _Storage((0, 0), self._zeros(), self._zeros(), self._zeros()))
        if storage.version != version:
            storage.before = np.maximum.reduce([storage.before, storage.written, storage.read])
            storage.version, storage.written, storage.read = version, self._zeros(), self._zeros()
        clock = self._clocks[actor].copy()
        clock[actor] = now
        if self._not_after(clock, storage.before):
            self.faults.append(f"{where} may overwrite {name} while it is still needed")
        storage.written[actor] = now
        self._seen_writes[name, version] = self._seen_writes.get((name, version), 0) + 1

    @staticmethod
    def _not_after(clock: Clock, needed: Clock) -> bool:
        return bool((clock < needed).any())


def _stream(sm: int, layer: int, index: int) -> str:
    return f"SM {sm}'s slice {index} of x[{layer % 2}]"


def _reads(sm: int, task: Task) -> list[tuple[str, int]]:
    """The buffers that a task reads, each with the layer whose values it wants."""
    layer = task.layer
    match task.kind:
        case Kind.QKV | Kind.UP | Kind.DENSE_UP | Kind.HEAD:
            return [("normed", layer), ("squares", layer)]
        case Kind.ROUTE:
            return [("router_logits", layer)]
        case Kind.ATTEND:
            return [("q", layer)]
        case Kind.COMBINE:
            return [("q", layer), ("new_kv", layer), ("part_out", layer)]
        case Kind.OUTPUT:
            return [("attended", layer)]
        case Kind.DOWN | Kind.DENSE_DOWN:
            return [("activated", layer), (_stream(sm, layer, task.first), layer)]
        case Kind.SAMPLE:
            return [("logits", layer)]
        case Kind.EMBED:
            # The newest token, which this SM itself decided: nothing shared.
            return []


def _writes(geometry: Geometry, sm: int, task: Task) -> list[tuple[str, int]]:
    layer = task.layer
    match task.kind:
        case Kind.EMBED:
            slices = range(task.first, task.first + task.count)
            return [("normed", 0), ("squares", 0), *((_stream(sm, 0, index), 0) for index in slices)]
        case Kind.QKV:
            router = geometry.first_router_unit
            made = [("q", layer), ("new_kv", layer)] if task.first < router else []
            return [*made, ("router_logits", layer)] if task.first + task.count > router else made
        case Kind.ATTEND:
            return [("part_out", layer)]
        case Kind.UP | Kind.DENSE_UP:
            return [("activated", layer)]
        case Kind.COMBINE:
            return [("attended", layer)]
        case Kind.DOWN | Kind.DENSE_DOWN:
            after = layer + 1
            return [("normed", after), ("squares", after), (_stream(sm, after, task.first), after)]
        case Kind.HEAD:
            return [("logits", layer)]
        case Kind.ROUTE | Kind.OUTPUT | Kind.SAMPLE:
            # What they make stays with the SM.
            return []
