from __future__ import annotations

from dataclasses import replace

import pytest

from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.traffic import step_traffic
from localcoder.engine.shapes import find_shape

NORTH = find_shape("north-mini-code")


def test_the_weights_of_a_step_at_batch_1_are_the_published_ones() -> None:
    moved = step_traffic(NORTH, [0], 8)
    assert round((moved.shared_weights + moved.experts) / 1e9, 2) == 6.61
    assert round(moved.experts / 1e9, 3) == 3.624
    assert (moved.kv_read, moved.kv_written) == (0, 49 * 2048)


@pytest.mark.parametrize(
    ("batch", "distinct", "gigabytes"), [(1, 8, 7.13), (2, 15.5, 11.1), (4, 29.1, 18.3), (8, 51.6, 30.5)]
)
def test_a_step_at_8k_moves_the_published_bytes(batch: int, distinct: float, gigabytes: float) -> None:
    assert step_traffic(NORTH, [8192] * batch, distinct).total / 1e9 == pytest.approx(gigabytes, rel=0.005)


def test_all_experts_together_are_all_of_the_model_and_the_embedding_rows() -> None:
    moved = step_traffic(NORTH, [0], 128)
    assert moved.shared_weights + moved.experts == 2 * (parameter_count(NORTH) + NORTH.hidden_size)


@pytest.mark.parametrize(("position", "seen"), [(0, 0), (1, 1), (4094, 4094), (4095, 4095), (4096, 4095), (9000, 4095)])
def test_a_window_counts_the_token_itself(position: int, seen: int) -> None:
    full, sliding = (step_traffic(_one_layer(window), [position], 8).kv_read for window in (None, 4096))
    assert full == position * 2048
    assert sliding == seen * 2048


def test_ragged_rows_read_each_their_own_tokens() -> None:
    alone = [step_traffic(NORTH, [position], 8).kv_read for position in (5, 700, 9000)]
    assert step_traffic(NORTH, [5, 700, 9000], 8).kv_read == sum(alone)


def test_an_untied_head_is_read_like_a_tied_one_and_the_embedding_is_not() -> None:
    assert step_traffic(replace(NORTH, tied_head=False), [9], 8) == step_traffic(NORTH, [9], 8)


def _one_layer(window: int | None) -> ModelConfig:
    return replace(NORTH, layers=(replace(NORTH.layers[1], window=window),))
