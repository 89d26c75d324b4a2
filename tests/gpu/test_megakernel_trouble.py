"""What happens when the kernel cannot go on, and that nothing of it outlives the backend that it happened to."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch

from localcoder.engine.request import EngineFailed
from tests.fakes.decoding import Row
from tests.gpu.models import load
from tests.gpu.rows import clear_rows
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN, cache_of, launched, never_reached, run, set_out, step, wait

pytestmark = NEEDS_KERNEL

LENGTHS = (0, 1, 16, 63, 64, 130, 200, 300)


def _prepared(kernel: Callable[..., Any]) -> tuple[Any, list[Row]]:
    model = load("pocket", DEVICE)
    backend, rows = kernel(model), clear_rows(model, LENGTHS)
    set_out(backend, rows)
    return backend, rows


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_row_whose_logits_are_not_finite_says_so_and_harms_no_other(kernel: Callable[..., Any], value: float) -> None:
    backend, rows = _prepared(kernel)
    launch = [launched(row, place) for place, row in enumerate(rows)]
    [wanted] = run(backend, launch)
    set_out(backend, rows)
    cache_of(backend)[:, 1, :, rows[6].table[1] * 64 + 5] = value
    wait()
    [found] = run(backend, launch)
    assert found[6] is not None and found[6] < 0
    assert [found[i] for i in range(8) if i != 6] == [wanted[i] for i in range(8) if i != 6]
    set_out(backend, rows)
    assert run(backend, launch) == [wanted]


def test_a_refused_launch_leaves_the_backend_as_it_was(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    before = step(backend, rows)
    with pytest.raises((ValueError, AssertionError)):
        step(backend, [*rows, rows[0]])
    assert torch.equal(step(backend, rows), before)


@pytest.mark.skipif(STAND_IN, reason="the twin has no deadline")
def test_a_wait_that_never_ends_fails_that_backend_alone(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    before = step(backend, rows)
    model = load("pocket", DEVICE)
    stuck = kernel(model, lists=never_reached(model), deadline_s=0.05)
    set_out(stuck, rows)
    with pytest.raises(EngineFailed, match=r"SM \d+, task \d+ .* waited too long for ") as first:
        step(stuck, rows)
    with pytest.raises(EngineFailed) as second:
        stuck.launch([launched(rows[0], 0)])
    assert str(second.value) == str(first.value)
    # Both one that was there and one that comes after go on.
    assert torch.equal(step(backend, rows), before)
    fresh, rows = _prepared(kernel)
    assert torch.equal(step(fresh, rows), before)
