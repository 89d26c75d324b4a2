"""What can be proven of the task lists without running them, for models of any size."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from localcoder.engine.megakernel.balance import balance, task_bytes, up_range
from localcoder.engine.megakernel.geometry import Geometry, why_not
from localcoder.engine.megakernel.schedule import Lists, ScheduleFault, coverage_faults, interleave, order_faults
from localcoder.engine.megakernel.tasks import (
    CARRIED,
    NONE,
    Gate,
    Kind,
    Task,
    build_tasks,
    carried,
    counter_count,
    gate,
    most_tasks,
    search_rounds,
    task_rows,
)
from localcoder.engine.megakernel.traffic import step_traffic
from localcoder.engine.shapes import find_shape
from tests.engine.megakernel.orders import hostile_orders

NORTH = "north-mini-code"
MACHINES = [("pocket", 7), ("pocket", 33), ("pocket", 114), ("pocket", 132), (NORTH, 132), (NORTH, 5)]


def geometry_of(model: str, sms: int) -> Geometry:
    config = find_shape(model)
    assert why_not(config, sms) is None
    return Geometry.of(config, sms)


@cache
def lists_of(geometry: Geometry) -> Lists:
    """To be read only."""
    return build_tasks(geometry)


def shortened(geometry: Geometry, layers: int) -> Geometry:
    """The first layers alone: the lists of later ones repeat those of the layers before."""
    return replace(
        geometry,
        layers=layers,
        moe=geometry.moe[:layers],
        windows=geometry.windows[:layers],
        rope=geometry.rope[:layers],
    )


def small() -> tuple[Geometry, Lists]:
    geometry = shortened(geometry_of("pocket", 9), 3)
    return geometry, build_tasks(geometry)


def position(lists: Lists, sm: int, kind: Kind, layer: int) -> int:
    return next(i for i, task in enumerate(lists[sm]) if (task.kind, task.layer) == (kind, layer))


@pytest.mark.parametrize(("model", "sms"), MACHINES)
def test_every_list_covers_the_work_once(model: str, sms: int) -> None:
    geometry = geometry_of(model, sms)
    assert coverage_faults(geometry, lists_of(geometry)) == []


@pytest.mark.parametrize("sms", [1, 2, 7, 33, 132])
def test_the_experts_rows_are_dealt_once_however_many_experts_there_are(sms: int) -> None:
    for distinct in range(65):
        units = distinct * Geometry.up_units(768)
        dealt = [unit for sm in range(sms) for unit in up_range(units, sms, sm)]
        assert dealt == list(range(units))


@pytest.mark.parametrize(("model", "sms"), MACHINES)
def test_no_order_of_the_sms_reads_too_early_or_overwrites_what_is_needed(model: str, sms: int) -> None:
    geometry = shortened(geometry_of(model, sms), 6)
    assert order_faults(geometry, lists_of(geometry), steps=3) == []


@pytest.mark.parametrize(("model", "sms"), MACHINES)
def test_every_wait_is_for_all_arrivals_and_every_counter_reaches_its_target(model: str, sms: int) -> None:
    geometry = geometry_of(model, sms)
    lists = lists_of(geometry)
    arrivals = Counter(task.signals for tasks in lists for task in tasks if task.signals != NONE)
    waits = {task.waits: task.target for tasks in lists for task in tasks if task.waits != NONE}
    assert waits == arrivals
    # A dense layer has no router, and the search counts its own rounds.
    unused = {gate(layer, Gate.ROUTED) for layer, routes in enumerate(geometry.moe) if not routes}
    assert set(waits) == set(range(counter_count(geometry))) - {search_rounds(geometry)} - unused
    counters = [0] * counter_count(geometry)
    for step in (1, 2):
        done = Counter(sm for sm, _, _ in interleave(lists, counters, step, random.Random(step)))
        assert done == {sm: len(tasks) for sm, tasks in enumerate(lists)}
        assert {counter: value for counter, value in enumerate(counters) if value} == {
            counter: step * target for counter, target in waits.items()
        }


@pytest.mark.parametrize("sms", [7, 33, 132])
def test_no_order_deadlocks(sms: int) -> None:
    geometry = geometry_of("pocket", sms)
    lists = lists_of(geometry)
    for order in hostile_orders(sms):
        counters = [0] * counter_count(geometry)
        for step in (1, 2):
            assert sum(1 for _ in interleave(lists, counters, step, order)) == sum(map(len, lists))


@pytest.mark.parametrize(("sms", "bordering"), [(132, []), (128, []), (114, [111]), (100, [97])])
def test_the_routers_rows_are_told_apart_from_the_projections(sms: int, bordering: list[int]) -> None:
    geometry = geometry_of(NORTH, sms)
    router = geometry.first_router_unit
    both = []
    for sm, tasks in enumerate(lists_of(geometry)):
        own = [task for task in tasks if (task.kind, task.layer) == (Kind.QKV, 1)]
        for task in own:
            is_router = task.first >= router
            assert task.signals == gate(1, Gate.ROUTED if is_router else Gate.PROJECTED)
            assert is_router or task.first + task.count <= router
        if len(own) == 2:
            assert own[0].first == router == own[1].first + own[1].count
            both.append(sm)
    assert both == bordering
    assert {task.waits for tasks in lists_of(geometry) for task in tasks if task.kind is Kind.ROUTE} == {
        gate(layer, Gate.ROUTED) for layer, moe in enumerate(geometry.moe) if moe
    }


def test_sms_without_a_slice_of_the_residual_stream_take_the_routers_rows() -> None:
    geometry = geometry_of(NORTH, 132)
    made: dict[int, set[Kind]] = {}
    counts: dict[int, int] = {}
    for sm, tasks in enumerate(lists_of(geometry)):
        [own] = [task for task in tasks if (task.kind, task.layer) == (Kind.QKV, 1)]
        made.setdefault(own.first >= geometry.first_router_unit, set()).add(sm)
        counts[sm] = own.count
    assert made[True] == {0, 33, 66, 99}
    assert {counts[sm] for sm in made[True]} == {4}
    assert {counts[sm] for sm in made[False]} == {5}


@pytest.mark.parametrize(("model", "sms"), MACHINES)
def test_nobody_reads_an_input_before_the_last_layers_activations_are_complete(model: str, sms: int) -> None:
    geometry = geometry_of(model, sms)
    for row in task_rows(lists_of(geometry), geometry):
        passed: set[int] = set()
        for kind, layer, *_, waits, _, _, _ in row:
            passed.add(waits)
            if kind in (Kind.QKV, Kind.HEAD) and layer:
                assert gate(layer - 1, Gate.ACTIVATED) in passed


def test_the_device_counts_nothing_that_is_carried_by_its_words() -> None:
    geometry = geometry_of("pocket", 132)
    lists = lists_of(geometry)
    kept = {counter for row in task_rows(lists, geometry) for task in row for counter in (task[4], task[6])} - {NONE}
    named = {counter for row in lists for task in row for counter in (task.waits, task.signals)} - {NONE}
    assert named - kept == {
        gate(layer, which)
        for layer in range(geometry.layers + 1)
        for which in CARRIED
        if (layer < geometry.layers and geometry.moe[layer]) or which is Gate.INPUT
    }


def test_a_wait_for_what_comes_later_in_the_list_is_reported_as_a_deadlock() -> None:
    geometry, lists = small()
    tasks = lists[4]
    early, late = position(lists, 4, Kind.UP, 1), position(lists, 4, Kind.DOWN, 1)
    tasks[early], tasks[late] = tasks[late], tasks[early]
    with pytest.raises(ScheduleFault, match=rf"SM 0 at .* waits for counter {gate(1, Gate.ACTIVATED)}: 8 of 9"):
        list(interleave(lists, [0] * counter_count(geometry), 1))


def test_a_missing_and_a_doubled_task_are_reported() -> None:
    for kind, layer in ((Kind.EMBED, 0), (Kind.QKV, 2), (Kind.ATTEND, 0), (Kind.UP, 1), (Kind.DENSE_UP, 0)):
        geometry, lists = small()
        at = position(lists, 3, kind, layer)
        doubled = [*lists[:3], lists[3][: at + 1] + lists[3][at:], *lists[4:]]
        dropped = [*lists[:3], lists[3][:at] + lists[3][at + 1 :], *lists[4:]]
        for wrong in (doubled, dropped):
            assert any(kind.name in fault for fault in coverage_faults(geometry, wrong))


WAITING = (Kind.QKV, Kind.ROUTE, Kind.ATTEND, Kind.COMBINE, Kind.OUTPUT, Kind.DOWN)


@pytest.mark.parametrize("kind", WAITING)
def test_a_missing_wait_is_reported(kind: Kind) -> None:
    geometry, lists = small()
    at = position(lists, 3, kind, 1)
    lists[3][at] = replace(lists[3][at], waits=NONE, target=0)
    assert order_faults(geometry, lists)


def test_a_wait_for_a_part_of_the_arrivals_is_reported() -> None:
    geometry, lists = small()
    at = position(lists, 3, Kind.COMBINE, 1)
    lists[3][at] = replace(lists[3][at], target=lists[3][at].target - 1)
    assert any("waits for 8 of 9 arrivals" in fault for fault in order_faults(geometry, lists))


def test_one_buffer_of_normed_input_needs_the_wait_for_all_activations() -> None:
    """DOWN overwrites what the UP tasks of all SMs read."""
    geometry, lists = small()
    assert order_faults(geometry, lists) == []
    at = position(lists, 3, Kind.DOWN, 1)
    lists[3][at] = replace(lists[3][at], waits=NONE, target=0)
    faults = order_faults(geometry, lists)
    for name in ("normed", "squares"):
        assert f"DOWN of layer 1 on SM 3 in step 1 may overwrite {name} while it is still needed" in faults


def test_a_slice_of_the_stream_that_changes_hands_is_reported() -> None:
    """Although the work is covered, and every read comes after its write."""
    geometry, lists = small()
    for kind in (Kind.OUTPUT, Kind.DOWN):
        here, there = position(lists, 3, kind, 1), position(lists, 5, kind, 1)
        lists[3][here], lists[5][there] = lists[5][there], lists[3][here]
    assert coverage_faults(geometry, lists) == []
    faults = order_faults(geometry, lists, steps=1)
    assert faults and all(" reads SM " in fault for fault in faults)


def test_a_step_that_starts_while_another_sm_reads_the_last_ones_stream_is_reported() -> None:
    geometry = shortened(geometry_of("pocket", 9), 2)
    hasty = [[*tasks[:-1], replace(tasks[-1], waits=NONE, target=0)] for tasks in lists_of(geometry)]
    faults = order_faults(geometry, hasty)
    assert any(fault.startswith("SAMPLE") and "may read logits before" in fault for fault in faults)
    assert any(fault.startswith("EMBED") and "may overwrite normed while" in fault for fault in faults)


def test_the_kernels_rows_are_the_tasks_and_end_with_a_mark() -> None:
    geometry, lists = small()
    rows = task_rows(lists, geometry)
    assert len({len(row) for row in rows}) == 1
    for tasks, row in zip(lists, rows, strict=True):
        for task, entry in zip(tasks, row, strict=False):
            found = Task(Kind(entry[0]), *entry[1:])
            assert found == replace(
                task,
                waits=found.waits if carried(task.waits, geometry) else task.waits,
                target=found.target if carried(task.waits, geometry) else task.target,
                signals=NONE if carried(task.signals, geometry) else task.signals,
            )
        assert all(entry[0] == -1 for entry in row[len(tasks) :]) and len(row) > len(tasks)


@pytest.mark.parametrize("sms", [5, 33, 114, 132])
@pytest.mark.parametrize("model", ["pocket", "north-mini-code"])
def test_the_kernel_has_room_for_the_longest_list_and_no_longer_one(model: str, sms: int) -> None:
    geometry = geometry_of(model, sms)
    lists = lists_of(geometry)
    assert most_tasks(geometry) == max(map(len, lists)) + 1
    at = max(range(sms), key=lambda sm: len(lists[sm]))
    with pytest.raises(ValueError, match=f"A list has {most_tasks(geometry)} tasks"):
        task_rows([*lists[:at], [*lists[at], lists[at][-1]]], geometry)


BUSIEST = {
    Kind.QKV: 1.01,
    Kind.ATTEND: 1.04,
    Kind.UP: 1.04,
    Kind.DENSE_UP: 1.04,
    Kind.OUTPUT: 1.04,
    Kind.DOWN: 1.04,
    Kind.DENSE_DOWN: 1.04,
    Kind.HEAD: 1.005,
}
"""The busiest SM's bytes over the mean, at most; 128 slices on 132 SMs are 1.031."""


@pytest.mark.parametrize(("lengths", "distinct"), [((8192,), 8), ((8192,) * 8, 52), ((1000, 3000, 9000, 40000), 29)])
def test_bytes_are_balanced_over_the_sms(lengths: tuple[int, ...], distinct: int) -> None:
    geometry = geometry_of(NORTH, 132)
    phases = balance(geometry, lists_of(geometry), lengths, distinct)
    for kind, bound in BUSIEST.items():
        assert 1 <= phases[kind].max_over_mean <= bound, kind


@pytest.mark.parametrize("lengths", [(8192,), (8191, 100, 4096, 77)])
def test_the_tasks_bytes_are_the_models(lengths: tuple[int, ...]) -> None:
    """All that a step has to move but the caches' writes, and part groups that a row sees in part."""
    config, distinct = find_shape(NORTH), 20
    geometry = Geometry.of(config, 132)
    total = sum(phase.bytes_per_step for phase in balance(geometry, lists_of(geometry), lengths, distinct).values())
    traffic = step_traffic(config, lengths, distinct)
    groups = total + traffic.kv_written - traffic.total
    assert 0 <= groups <= len(lengths) * len(config.layers) * 2 * 16 * 2048


def test_a_task_without_work_reads_nothing() -> None:
    geometry = geometry_of(NORTH, 132)
    tasks = lists_of(geometry)[0]
    assert sum(task_bytes(geometry, task, 0, (), 0) for task in tasks if task.kind in (Kind.ATTEND, Kind.UP)) == 0
