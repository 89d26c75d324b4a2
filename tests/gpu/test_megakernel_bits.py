"""The same keys and values give the same bits: again, in other places, beside other rows, in other blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest
import torch

from tests.fakes.decoding import scattered_tables
from tests.gpu.models import load
from tests.gpu.rows import clear_rows, moved_to
from tests.gpu.stage import BLOCKS, DEVICE, NEEDS_KERNEL, STAND_IN, launched, run, set_out, step

pytestmark = NEEDS_KERNEL

SMALL_LENGTHS = (0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129)


@pytest.mark.parametrize("name", ["pocket", "small", "wide"])
def test_a_step_repeats_bit_for_bit(kernel: Callable[..., Any], name: str) -> None:
    model = load(name, DEVICE)
    backend, rows = kernel(model), clear_rows(model)
    set_out(backend, rows)
    first = step(backend, rows)
    for repeat in range(2 if STAND_IN else 200):
        again = step(backend, rows)
        assert torch.equal(again, first), f"repeat {repeat}: rows {_differing(again, first)}"


@pytest.mark.parametrize("name", ["pocket", "small", "wide"])
def test_a_row_has_the_same_bits_alone_and_in_any_place_among_seven_others(
    kernel: Callable[..., Any], name: str
) -> None:
    model = load(name, DEVICE)
    backend, rows = kernel(model), clear_rows(model)
    set_out(backend, rows)
    alone = torch.cat([step(backend, [row]) for row in rows])
    for turn in range(1 if STAND_IN else 8):
        order = [(place + turn) % len(rows) for place in range(len(rows))]
        together = step(backend, [rows[index] for index in order])
        assert torch.equal(together, alone[order]), f"turn {turn}: places {_differing(together, alone[order])}"


@pytest.mark.parametrize("name", ["pocket", "small", "sliding"])
def test_a_place_that_was_idle_for_any_number_of_steps_has_forgotten_what_it_held(
    kernel: Callable[..., Any], name: str
) -> None:
    """Words say themselves that they are there: those of a place's last step must not pass for new ones."""
    model = load(name, DEVICE)
    backend, rows = kernel(model), clear_rows(model)
    set_out(backend, rows)
    first = step(backend, rows)
    moved = [*rows[4:], *rows[:4]]
    for idle_steps in range(4):
        for _ in range(idle_steps):
            step(backend, rows[:1])
        found = step(backend, moved)
        assert torch.equal(torch.cat([found[4:], found[:4]]), first), (
            f"after {idle_steps} steps: {_differing(found, first)}"
        )


def test_tokens_drawn_are_the_same_alone_and_in_any_place(kernel: Callable[..., Any]) -> None:
    model = load("pocket", DEVICE)
    backend, rows = kernel(model), clear_rows(model, steps=8)
    set_out(backend, rows)
    steps = 2 if STAND_IN else 8
    alone = [[line[0] for line in run(backend, [launched(row, 0, steps=steps)])] for row in rows]
    for turn in range(1 if STAND_IN else 8):
        placed = [launched(row, (index + turn) % 8, steps=steps) for index, row in enumerate(rows)]
        assert [list(column) for column in zip(*run(backend, placed), strict=True)] == alone, f"turn {turn}"


def test_every_combination_of_eight_small_lengths_gives_each_row_its_own_bits(kernel: Callable[..., Any]) -> None:
    model = load("small", DEVICE)
    backend, rows = kernel(model), clear_rows(model, SMALL_LENGTHS)
    set_out(backend, rows)
    alone = torch.cat([step(backend, [row]) for row in rows]).to(DEVICE)
    chunks = [row.chunk for row in rows]
    wrong = []
    for number, chosen in enumerate(islice(combinations(range(len(rows)), 8), 3 if STAND_IN else None)):
        order = [chosen[(place + number) % 8] for place in range(8)]
        together = backend.decode([chunks[index] for index in order])
        if not torch.equal(together, alone[order]):
            lengths = [SMALL_LENGTHS[index] for index in order]
            wrong.append(f"lengths {lengths}: places {_differing(together, alone[order])}")
    assert not wrong, f"{len(wrong)} combinations, first {wrong[:4]}"


def test_where_the_blocks_lie_does_not_matter(kernel: Callable[..., Any]) -> None:
    model = load("small", DEVICE)
    backend, rows = kernel(model), clear_rows(model)
    set_out(backend, rows)
    scattered = step(backend, rows)
    counts = [len(row.table) for row in rows]
    starts = [sum(counts[:index]) for index in range(len(rows))]
    in_order = [tuple(range(start, start + count)) for start, count in zip(starts, counts, strict=True)]
    holes = [
        tuple(range(2 * start + 1, 2 * (start + count) + 1, 2)) for start, count in zip(starts, counts, strict=True)
    ]
    for tables in (
        in_order,
        [table[::-1] for table in in_order],
        holes,
        [tuple(BLOCKS - 1 - block for block in table) for table in holes],
        scattered_tables([row.position + 1 for row in rows], BLOCKS, seed=5),
    ):
        elsewhere = moved_to(rows, tables)
        set_out(backend, elsewhere)
        found = step(backend, elsewhere)
        assert torch.equal(found, scattered), f"rows {_differing(found, scattered)} in blocks {tables}"


def test_rows_may_share_the_blocks_of_their_common_beginning(kernel: Callable[..., Any]) -> None:
    model = load("small", DEVICE)
    backend = kernel(model)
    # Every past is the beginning of the longest one, so whole blocks of it can be shared.
    rows = clear_rows(model, (130, 191, 140, 1000, 64, 700, 128, 999))
    set_out(backend, rows)
    apart = step(backend, rows)
    longest = rows[3].table
    shared = [
        row if index == 3 else replace(row, table=(*longest[: row.position // 64], *row.table[row.position // 64 :]))
        for index, row in enumerate(rows)
    ]
    set_out(backend, shared)
    found = step(backend, shared)
    assert torch.equal(found, apart), f"rows {_differing(found, apart)}"


def _differing(found: torch.Tensor, wanted: torch.Tensor) -> list[int]:
    return (found != wanted).any(-1).nonzero().flatten().tolist()
