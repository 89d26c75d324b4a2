"""Attention over cached tokens: at the window's edges, at every small length, and over a very long context.

Judged at the heads' outputs of the last layer, where one key too many or too few shows: keys at an edge carry values
that ruin the result if they are seen when they must not be, and are missed if they are not seen when they must be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import torch

from tests.fakes.decoding import Row, exact, random_past, rows_with_clear_choices, scattered_tables
from tests.gpu.models import Model, load
from tests.gpu.rows import MARGIN
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN, set_out, step

pytestmark = NEEDS_KERNEL

TOLERANCE = 0.04
"""Relative, of one head's output. Rounding to bfloat16 makes up to 1.5 %, a heavy key too many or too few over 10 %."""
HEAVY = 40.0
SMALL_LENGTHS = (0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 99, 100, 101, 127, 128, 129)
LONG = 3_000 if STAND_IN else 100_003


def _rows(model: Model, lengths: Sequence[int], blocks: int, heavy: Callable[[int], Sequence[int]]) -> list[Row]:
    """Random rows; the values at positions `heavy(length)` are HEAVY times as large, in every layer."""
    pasts = [random_past(model.config, length, index, DEVICE) for index, length in enumerate(lengths)]
    for past, length in zip(pasts, lengths, strict=True):
        for _, values in past:
            values[:, [at for at in heavy(length) if 0 <= at < length]] *= HEAVY
    tables = scattered_tables([length + 1 for length in lengths], blocks)
    return rows_with_clear_choices(model.config, model.weights, pasts, tables, margin=MARGIN)


def _check(model: Model, backend: Any, rows: Sequence[Row]) -> None:
    """Every head's output of the model's last layer, of rows given eight at a time."""
    set_out(backend, rows)
    heads, dim = model.config.query_heads, model.config.head_dim
    wrong = []
    for begin in range(0, len(rows), 8):
        part = rows[begin : begin + 8]
        step(backend, part)
        found = backend.buffers["attended"][: len(part)].cpu().double().view(-1, heads, dim)
        for row, ours in zip(part, found, strict=True):
            wanted = exact(model.config, model.weights, row).layers[-1].attended.cpu().view(heads, dim)
            off = torch.linalg.norm(ours - wanted, dim=-1) / torch.linalg.norm(wanted, dim=-1)
            off = off.nan_to_num(nan=torch.inf)
            if off.max() > TOLERANCE:
                wrong.append(f"length {row.position}: head {int(off.argmax())} is off by {float(off.max()):.3g}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_every_small_length_sees_exactly_its_keys(kernel: Callable[..., Any], layers: int) -> None:
    model = load("small", DEVICE).first(layers)
    window = model.config.layers[-1].window
    blocks = 64
    _check(model, kernel(model, blocks), _rows(model, SMALL_LENGTHS, blocks, lambda length: _edge(length, window)))


@pytest.mark.parametrize(("name", "layers", "window"), [("pocket", 2, 1024), ("sliding", 1, 4096), ("wide", 2, 4096)])
def test_a_window_ends_at_its_edge(kernel: Callable[..., Any], name: str, layers: int, window: int) -> None:
    model = load(name, DEVICE).first(layers)
    assert model.config.layers[-1].window == window
    lengths = (*range(window - 2, window + 4), window + 63, 2 * window - 1)
    blocks = sum(length // 64 + 1 for length in lengths) + 40
    rows = _rows(model, lengths, blocks, lambda length: _edge(length, window))
    _check(model, kernel(model, blocks), rows)


def test_blocks_that_no_window_reaches_may_be_gone(kernel: Callable[..., Any]) -> None:
    model = load("sliding", DEVICE)
    blocks = 512
    rows = _rows(model, (4096 + 64, 4096 + 63, 8000), blocks, lambda length: _edge(length, 4096))
    gone = [
        replace(row, table=tuple(-1 if 64 * at + 64 <= row.position - 4095 else b for at, b in enumerate(row.table)))
        for row in rows
    ]
    assert [row.table.count(-1) for row in gone] == [1, 1, 61]
    _check(model, kernel(model, blocks), gone)


def test_a_long_context_is_seen_whole(kernel: Callable[..., Any]) -> None:
    model = load("small", DEVICE).first(1)
    lengths = (LONG, LONG - 1, 5, LONG // 2)
    blocks = sum(length // 64 + 1 for length in lengths) + 40
    rows = _rows(model, lengths, blocks, lambda length: (0, length // 2, length - 1))
    _check(model, kernel(model, blocks), rows)


def _edge(length: int, window: int | None) -> tuple[int, ...]:
    """The positions just outside and just inside of the window, and the newest cached one."""
    first = 0 if window is None else max(0, length + 1 - window)
    return (first - 1, first, length - 1)
