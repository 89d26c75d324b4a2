"""Launches of several steps: what the device does between the steps, and what it draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from localcoder.engine.backend import LaunchRow
from localcoder.engine.request import SamplingParams
from tests.fakes.decoding import Row, scattered_tables
from tests.fakes.draws import allowed_draws
from tests.gpu.models import load
from tests.gpu.rows import clear_rows, pasts
from tests.gpu.stage import BLOCKS, DEVICE, NEEDS_KERNEL, STAND_IN, cache_of, launched, run, set_out, step

pytestmark = NEEDS_KERNEL

STEPS = 3 if STAND_IN else 8
WARM = SamplingParams(temperature=0.8, top_p=0.95)
LENGTHS = (0, 1, 16, 60, 64, 127, 500, 1023)
Tokens = list[list[int | None]]


def _rows() -> list[Row]:
    return clear_rows(load("pocket", DEVICE), LENGTHS, steps=24)


def _prepared(kernel: Callable[..., Any]) -> tuple[Any, list[Row]]:
    backend, rows = kernel(load("pocket", DEVICE)), _rows()
    set_out(backend, rows)
    return backend, rows


def _columns(lines: Tokens) -> Tokens:
    """The tokens of each row instead of each step."""
    return [list(column) for column in zip(*lines, strict=True)]


def _continuing(row: Row, place: int, done: int, **options: Any) -> LaunchRow:
    return replace(launched(row, place, **options), token_id=None, position=row.position + done)


@pytest.mark.parametrize("sampling", [SamplingParams(temperature=0.0), WARM], ids=["greedy", "sampled"])
def test_steps_of_one_launch_are_those_of_as_many_launches(
    kernel: Callable[..., Any], sampling: SamplingParams
) -> None:
    backend, rows = _prepared(kernel)
    options = {"sampling": sampling, "seed": 77}
    together = run(backend, [launched(row, place, steps=STEPS, **options) for place, row in enumerate(rows)])
    held = cache_of(backend).clone()
    # The device left the newest tokens where a row that continues finds them; the next launch gives them anew.
    set_out(backend, rows)
    continued, given = [], []
    for done in range(STEPS):
        make = launched if done == 0 else lambda row, place, done=done, **kept: _continuing(row, place, done, **kept)
        continued += run(backend, [make(row, place, **options) for place, row in enumerate(rows)])
    assert continued == together
    assert torch.equal(cache_of(backend), held)
    set_out(backend, rows)
    current = rows
    for _ in range(STEPS):
        given += run(backend, [launched(row, place, **options) for place, row in enumerate(current)])
        current = [
            replace(row, token=token, position=row.position + 1) for row, token in zip(current, given[-1], strict=True)
        ]
    assert given == together
    assert torch.equal(cache_of(backend), held)


def test_launches_queued_before_the_last_ones_tokens_are_read_go_on_from_them(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    wanted = run(backend, [launched(row, place, steps=STEPS) for place, row in enumerate(rows)])
    set_out(backend, rows)
    first = backend.launch([launched(row, place, steps=1) for place, row in enumerate(rows)])
    second = backend.launch([_continuing(row, place, 1, steps=STEPS - 1) for place, row in enumerate(rows)])
    assert list(first.steps()) + list(second.steps()) == wanted


def test_a_stop_id_ends_its_row_alone(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    free = _columns(run(backend, [launched(row, place, steps=STEPS) for place, row in enumerate(rows)]))
    for stopped in (0, 5):
        stop = free[stopped][1]
        assert stop is not None
        # Sixteen ids, the right one the last.
        others = [token for token in range(4000, 4096) if token not in free[stopped]]
        stop_ids = (*others[:15], stop)
        set_out(backend, rows)
        lines = run(
            backend,
            [
                launched(row, place, steps=STEPS, stop_ids=stop_ids if place == stopped else ())
                for place, row in enumerate(rows)
            ],
        )
        found = _columns(lines)
        last = free[stopped].index(stop)
        assert found[stopped] == free[stopped][: last + 1] + [None] * (STEPS - last - 1)
        assert [found[i] for i in range(8) if i != stopped] == [free[i] for i in range(8) if i != stopped]


def test_a_launch_whose_rows_have_all_stopped_ends_early(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    [[token]] = run(backend, [launched(rows[3], 3)])
    assert token is not None
    set_out(backend, rows)
    launch = [launched(rows[3], 3, steps=STEPS, stop_ids=(token,))]
    assert run(backend, launch) == [[token]]


def test_each_row_makes_as_many_steps_as_it_may(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    free = _columns(run(backend, [launched(row, place, steps=STEPS) for place, row in enumerate(rows)]))
    set_out(backend, rows)
    limits = [1 + place % STEPS for place in range(8)]
    lines = run(backend, [launched(row, place, steps=limits[place]) for place, row in enumerate(rows)])
    wanted = [tokens[:limit] + [None] * (STEPS - limit) for tokens, limit in zip(free, limits, strict=True)]
    assert _columns(lines) == wanted


def test_rows_join_and_leave_between_launches(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    alone = [[line[0] for line in run(backend, [launched(row, 4, steps=STEPS)])] for row in rows]
    set_out(backend, rows)
    half = STEPS - 1
    first = run(backend, [launched(rows[i], place, steps=half) for i, place in ((0, 0), (1, 6), (2, 2))])
    # Row 1 leaves; row 7 takes its place; row 4 comes besides; rows 0 and 2 go on, in another order.
    second = run(
        backend,
        [
            launched(rows[7], 6, steps=1),
            _continuing(rows[2], 2, half, steps=1),
            launched(rows[4], 1, steps=1),
            _continuing(rows[0], 0, half, steps=1),
        ],
    )
    assert _columns(first) == [alone[0][:half], alone[1][:half], alone[2][:half]]
    assert second == [[alone[7][0], alone[2][half], alone[4][0], alone[0][half]]]


SAMPLINGS = [
    SamplingParams(),
    SamplingParams(temperature=0.3),
    SamplingParams(temperature=2.5),
    SamplingParams(top_k=1),
    SamplingParams(top_k=40),
    SamplingParams(top_p=0.95),
    SamplingParams(top_p=0.3),
    SamplingParams(min_p=0.05),
    SamplingParams(min_p=1.0),
    SamplingParams(temperature=0.7, top_k=20, top_p=0.9),
    SamplingParams(temperature=1.5, top_p=0.9, min_p=0.02),
    SamplingParams(temperature=1.2, top_k=300, min_p=0.001),
    SamplingParams(temperature=0.9, top_k=50, top_p=0.8, min_p=0.01),
    SamplingParams(temperature=100.0, top_k=5000, top_p=0.999),
    SamplingParams(temperature=1e-3, top_p=0.5),
]
SEEDS = 16 if STAND_IN else 240


def _twins(name: str) -> list[Row]:
    """Eight rows with the same tokens, in blocks of their own."""
    model = load(name, DEVICE)
    tables = scattered_tables([41] * 8, BLOCKS)
    [past] = pasts(model, (40,))
    return [Row(30, 40, table, past) for table in tables]


@pytest.mark.parametrize("name", ["small" if STAND_IN else "wide", "pocket"])
def test_what_is_drawn_is_what_sampling_draws_from_the_kernels_own_logits(
    kernel: Callable[..., Any], name: str
) -> None:
    backend, rows = kernel(load(name, DEVICE)), _twins(name)
    set_out(backend, rows)
    logits = step(backend, rows)
    assert (logits == logits[0]).all(), "rows with the same tokens have other logits"
    raw = logits[0].numpy()
    wrong = []
    for sampling in [*SAMPLINGS, SamplingParams(temperature=0.0)][:: 5 if STAND_IN else 1]:
        for seed in range(0, SEEDS, 8):
            # Far apart, and beyond 32 bits.
            seeds = [(seed + place) * 0x9E3779B97F4A7C15 % 2**64 for place in range(8)]
            [drawn] = run(
                backend,
                [launched(row, place, sampling=sampling, seed=seeds[place]) for place, row in enumerate(rows)],
            )
            for token, row_seed in zip(drawn, seeds, strict=True):
                allowed = allowed_draws(raw, sampling, row_seed, rows[0].position + 1)
                if token not in allowed:
                    wrong.append(f"{_shown(sampling)}, seed {row_seed}: {token}, not {sorted(allowed)}")
    assert not wrong, f"{len(wrong)} draws, first:\n" + "\n".join(wrong[:12])


def test_rows_of_one_launch_are_drawn_each_by_its_own_rules(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    logits = step(backend, rows)
    wrong = []
    for turn in range(1 if STAND_IN else 15):
        samplings = [SAMPLINGS[(place + turn) % len(SAMPLINGS)] for place in range(7)]
        samplings.insert(turn % 8, SamplingParams(temperature=0.0))
        [drawn] = run(
            backend,
            [launched(row, place, sampling=samplings[place], seed=turn) for place, row in enumerate(rows)],
        )
        for place, token in enumerate(drawn):
            allowed = allowed_draws(logits[place].numpy(), samplings[place], turn, rows[place].position + 1)
            if token not in allowed:
                wrong.append(f"row {place}, {_shown(samplings[place])}: {token}, not {sorted(allowed)}")
    assert not wrong, "\n".join(wrong)


def test_equal_greatest_logits_give_the_lowest_id(kernel: Callable[..., Any]) -> None:
    model = load("small", DEVICE)
    head = model.weights.head.clone()
    rows = clear_rows(model, (40,))
    twin_ids = (3, 700, 701, 2047)
    plain = kernel(model)
    set_out(plain, rows)
    best = int(step(plain, rows)[0].argmax())
    head[list(twin_ids)] = head[best].clone()
    changed = replace(model, name="small with equals", weights=replace(model.weights, head=head))
    backend = kernel(changed)
    set_out(backend, rows)
    logits = step(backend, rows)[0]
    assert {float(logits[i]) for i in (*twin_ids, best)} == {float(logits.max())}
    assert run(backend, [launched(rows[0], 2)]) == [[min(*twin_ids, best)]]


def test_logits_come_as_float32_numbers_of_the_whole_vocabulary(kernel: Callable[..., Any]) -> None:
    backend, rows = _prepared(kernel)
    logits = step(backend, rows[:3])
    assert logits.shape == (3, 4096) and logits.dtype == torch.float32 and bool(np.isfinite(logits.numpy()).all())
    drawn = run(backend, [launched(row, place) for place, row in enumerate(rows[:3])])
    assert drawn == [logits.argmax(-1).tolist()]


def _shown(sampling: SamplingParams) -> str:
    return f"t={sampling.temperature} k={sampling.top_k} p={sampling.top_p} min_p={sampling.min_p}"
