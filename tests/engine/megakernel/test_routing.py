from __future__ import annotations

import pytest
import torch

from localcoder.engine.megakernel.routing import correlated_experts, distinct_experts, uniform_experts
from localcoder.engine.shapes import find_shape

NORTH = find_shape("north-mini-code")
TABLES = {"uniform": uniform_experts(NORTH), "correlated": correlated_experts(NORTH)}


@pytest.mark.parametrize("name", TABLES)
def test_every_row_has_different_experts_in_ascending_order(name: str) -> None:
    table = TABLES[name]
    assert table.dtype == torch.int32 and table.shape[1:] == (49, 8, 8)
    assert int(table.min()) >= 0 and int(table.max()) < 128
    assert (table[..., 1:] > table[..., :-1]).all()


@pytest.mark.parametrize(("rows", "expected"), [(1, 8), (2, 15.5), (4, 29.1), (8, 51.6)])
def test_uniform_rows_touch_as_many_experts_as_chance_says(rows: int, expected: float) -> None:
    assert distinct_experts(NORTH, TABLES["uniform"], rows) == pytest.approx(expected, rel=0.02)


def test_uniform_rows_use_every_expert_alike() -> None:
    counts = TABLES["uniform"].flatten().bincount(minlength=128)
    assert counts.min() > 0.9 * counts.float().mean() and counts.max() < 1.1 * counts.float().mean()


def test_correlated_rows_share_experts_but_not_all_and_not_over_layers() -> None:
    table = TABLES["correlated"]
    assert distinct_experts(NORTH, table, 1) == 8
    assert 20 < distinct_experts(NORTH, table, 8) < 45
    favourites = {int(table[:, layer].flatten().bincount().argmax()) for layer in range(1, 49)}
    assert len(favourites) > 20


def test_distinct_experts_leave_the_dense_layer_out() -> None:
    table = TABLES["uniform"].clone()
    table[:, 0] = 0
    assert distinct_experts(NORTH, table, 8) == distinct_experts(NORTH, TABLES["uniform"], 8)


def test_tables_are_the_same_every_time() -> None:
    assert torch.equal(uniform_experts(NORTH, steps=2), uniform_experts(NORTH, steps=2))
    assert not torch.equal(uniform_experts(NORTH, steps=2), uniform_experts(NORTH, steps=2, seed=1))
