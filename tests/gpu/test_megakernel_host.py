"""What the host does around the kernel: it sees launches fail, and refuses bad rows and too many launches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from localcoder.engine.megakernel.orders import BadLaunch
from localcoder.engine.request import EngineFailed
from tests.fakes.decoding import Row
from tests.gpu.models import Model, load
from tests.gpu.rows import clear_rows
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN, launched, never_reached, run, set_out, step

pytestmark = [*NEEDS_KERNEL, pytest.mark.skipif(STAND_IN, reason="the twin neither waits nor fails")]

LENGTHS = (5, 70)
STEPS = 64


@pytest.fixture
def model() -> Model:
    return load("pocket", DEVICE)


@pytest.fixture
def rows(model: Model) -> list[Row]:
    return clear_rows(model, LENGTHS, steps=STEPS)


def test_wait_past_the_deadline_ends_the_launch_and_names_task_and_counter(
    kernel: Callable[..., Any], model: Model, rows: list[Row]
) -> None:
    backend = kernel(model, lists=never_reached(model), deadline_s=0.05)
    set_out(backend, rows)
    # Who waits for SM 3 in turn is as late as it is, and some are in the next layer already.
    waits = r"SM \d+, task \d+ \(\w+ of layer [23]\) waited too long for .*\w+ of layer [23]"
    with pytest.raises(EngineFailed, match=waits):
        run(backend, [launched(rows[0], 0, steps=4)])


def test_failed_backend_repeats_its_first_failure_at_once(
    kernel: Callable[..., Any], model: Model, rows: list[Row]
) -> None:
    backend = kernel(model, lists=never_reached(model), deadline_s=0.05)
    set_out(backend, rows)
    first = backend.launch([launched(rows[0], 0, steps=4)])
    second = backend.launch([launched(rows[1], 1, steps=4)])
    messages = []
    for attempt in (
        lambda: list(first.steps()),
        lambda: list(second.steps()),
        lambda: step(backend, rows),
        lambda: backend.prefill([rows[0].chunk]),
        lambda: backend.read_blocks([0]),
    ):
        with pytest.raises(EngineFailed) as failure:
            attempt()
        messages.append(str(failure.value))
    assert len(set(messages)) == 1


def test_more_launches_than_the_ring_holds_are_refused(
    kernel: Callable[..., Any], model: Model, rows: list[Row]
) -> None:
    backend = kernel(model)
    set_out(backend, rows)
    launches = [backend.launch([launched(rows[0], 0)]) for _ in range(4)]
    with pytest.raises(ValueError, match="4 launches are queued or unread"):
        backend.launch([launched(rows[0], 0)])
    first = list(launches[0].steps())
    launches.append(backend.launch([launched(rows[0], 0)]))
    assert [list(launch.steps()) for launch in launches[1:]] == [first] * 4


def test_bad_rows_are_refused_and_nothing_is_launched(
    kernel: Callable[..., Any], model: Model, rows: list[Row]
) -> None:
    backend = kernel(model)
    set_out(backend, rows)
    good = launched(rows[0], 0)
    for bad in (replace(good, block_table=()), replace(good, token_id=-1), replace(good, token_id=None)):
        with pytest.raises(BadLaunch):
            backend.launch([bad])
    step(backend, rows)
    with pytest.raises(BadLaunch, match="was not in the launch before"):
        backend.launch([replace(good, token_id=None, position=rows[0].position + 1)])
    assert len(run(backend, [good])) == 1
