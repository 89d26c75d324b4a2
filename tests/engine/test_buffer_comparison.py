"""The comparison that judges the megakernel's buffers: it forgives rounding, and names what is wrong."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.models import find_model
from tests.fakes.buffers import compare_buffers, compare_caches, step_buffers, wrongly_changed
from tests.fakes.decoding import Row, fill, random_past, scattered_tables

LENGTHS = (0, 1, 40, 300)


@pytest.fixture(scope="module")
def config() -> ModelConfig:
    return ModelConfig.from_file(Path(find_model("pocket").directory))


@pytest.fixture(scope="module")
def geometry(config: ModelConfig) -> Geometry:
    return Geometry.of(config, 12)


def _rows(config: ModelConfig) -> list[Row]:
    tables = scattered_tables([length + 1 for length in LENGTHS], 16)
    return [
        Row(9, length, table, random_past(config, length, length))
        for length, table in zip(LENGTHS, tables, strict=True)
    ]


def _buffers(config: ModelConfig, geometry: Geometry) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(1)
    buffers = {
        buffer.name: torch.randn(buffer.shape, generator=generator)
        for buffer in step_buffers(config, geometry, _rows(config))
    }
    buffers["part_stats"][..., 1].abs_().add_(1.0)
    return buffers


def test_rounding_to_bfloat16_is_forgiven_in_every_buffer(config: ModelConfig, geometry: Geometry) -> None:
    wanted = _buffers(config, geometry)
    found = {name: values.to(torch.bfloat16) for name, values in wanted.items()}
    results = compare_buffers(config, geometry, _rows(config), found, wanted)
    assert len(results) == 11 and all(result.holds for result in results)


@pytest.mark.parametrize("value", [0.5, math.nan, math.inf])
def test_a_single_wrong_value_is_named_in_every_buffer(config: ModelConfig, geometry: Geometry, value: float) -> None:
    rows = _rows(config)
    for buffer in step_buffers(config, geometry, rows):
        wanted = _buffers(config, geometry)
        used = buffer.used(torch.zeros(buffer.shape, dtype=torch.bool)).nonzero()
        index = tuple(used[len(used) // 2 // 2 * 2].tolist())
        found = dict(wanted) | {buffer.name: wanted[buffer.name].clone()}
        found[buffer.name][index] += value
        wrong = [result for result in compare_buffers(config, geometry, rows, found, wanted) if not result.holds]
        assert [(result.name, result.index) for result in wrong] == [(buffer.name, index)]
        assert str(wrong[0]).startswith(f"{buffer.name}[{', '.join(map(str, index))}] is ")


def test_a_slight_error_of_all_values_is_found_although_none_stands_out(
    config: ModelConfig, geometry: Geometry
) -> None:
    wanted = _buffers(config, geometry)
    found = dict(wanted) | {"q": wanted["q"] * 1.02}
    wrong = [result for result in compare_buffers(config, geometry, _rows(config), found, wanted) if not result.holds]
    assert [result.name for result in wrong] == ["q"]


def test_what_no_row_owns_does_not_count(config: ModelConfig, geometry: Geometry) -> None:
    wanted = _buffers(config, geometry)
    found = {name: values.clone() for name, values in wanted.items()}
    found["part_out"][0] = math.nan  # the row of length 0 has no part
    found["part_out"][3, :, -1] = math.nan  # 19 groups fill 10 of 12 parts
    found["attended"][len(LENGTHS) :] = math.nan
    assert all(result.holds for result in compare_buffers(config, geometry, _rows(config), found, wanted))


def test_caches_are_compared_at_the_new_tokens_and_must_not_change_elsewhere(config: ModelConfig) -> None:
    rows = _rows(config)
    before = torch.empty(len(config.layers), 2, config.kv_heads, 16 * 64, 128, dtype=torch.bfloat16)
    fill(before, rows)
    after = before.clone()
    own = [row.table[-1] * 64 + row.position % 64 for row in rows]
    after[:, :, :, own] = 1.0
    assert wrongly_changed(rows, before, after) == []
    assert all(result.holds for result in compare_caches(rows, after, after.clone()))
    wrong = after.clone()
    wrong[3, 1, 0, own[2], 5] = 2.0
    results = compare_caches(rows, wrong, after)
    assert [result.holds for result in results] == [True, True, True, False, True, True, True, True]
    assert results[3].index == (1, 0, 2, 5)
    after[2, 0, 0, rows[3].table[0] * 64 + 7, 3] = 0.25
    assert wrongly_changed(rows, before, after) == [(2, rows[3].table[0] * 64 + 7)]
