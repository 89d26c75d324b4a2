"""The float64 definition that the megakernel is measured against, itself against the torch code in float32."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.models import find_model
from localcoder.engine.torch_model.reference import reference_logits
from tests.fakes.checkpoints import write_checkpoint
from tests.fakes.decoding import Row, exact, random_past, read_weights, reference_step, scattered_tables
from tests.fakes.float64 import forward

TOLERANCE = 2e-5
"""Of float32's error over a few layers, relative."""


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def _ids(config: ModelConfig, count: int) -> list[int]:
    generator = torch.Generator().manual_seed(3)
    return torch.randint(5, config.vocab_size, (count,), generator=generator).tolist()


def _relative(ours: torch.Tensor, other: torch.Tensor) -> float:
    return float(torch.linalg.norm(ours - other.double()) / torch.linalg.norm(ours))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"expert_selection_fn": "softmax"},
        {"norm_topk_prob": True},
        {"first_k_dense_replace": 0, "tie_word_embeddings": False},
        {"num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 8},
    ],
    ids=str,
)
def test_logits_of_a_whole_sequence_equal_float32s(changes: dict[str, Any], tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, **changes)
    ids = _ids(config, 200)
    ours = forward(config, read_weights(tmp_path, config, torch.float32), ids).logits
    (float32,) = reference_logits(tmp_path, config, [ids], [len(ids)])
    assert _relative(ours, float32) < TOLERANCE


def test_the_pocket_models_logits_equal_float32s() -> None:
    directory = find_model("pocket").directory
    config = ModelConfig.from_file(directory)
    ids = _ids(config, 100)
    ours = forward(config, read_weights(directory, config), ids).logits
    (float32,) = reference_logits(directory, config, [ids], [len(ids)])
    assert _relative(ours, float32) < TOLERANCE


def test_tokens_over_given_keys_and_values_equal_those_of_the_whole_sequence(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    weights = read_weights(tmp_path, config)
    ids = _ids(config, 150)
    whole = forward(config, weights, ids)
    past = [(layer.keys[:, :120], layer.values[:, :120]) for layer in whole.layers]
    rest = forward(config, weights, ids[120:], 120, past)
    assert _relative(whole.logits[120:], rest.logits) < 1e-12
    for ours, other in zip(whole.layers, rest.layers, strict=True):
        assert _relative(ours.attended[120:], other.attended) < 1e-12
        assert _relative(ours.keys[:, 120:], other.keys) < 1e-12


def test_a_model_cut_to_its_first_layers_computes_what_the_whole_one_hands_on(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    weights = read_weights(tmp_path, config)
    ids = _ids(config, 20)
    cut = forward(replace(config, layers=config.layers[:3]), weights, ids)
    assert torch.equal(cut.x, forward(config, weights, ids).layers[3].x)


def test_checkpoints_are_read_in_their_own_precision(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, dtype=torch.bfloat16)
    weights = read_weights(tmp_path, config)
    assert weights.layers[0].qkv.dtype == torch.bfloat16
    assert torch.equal(weights.embedding.float(), read_weights(tmp_path, config, torch.float32).embedding)


def test_a_step_over_scattered_blocks_equals_the_torch_codes(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    weights = read_weights(tmp_path, config, torch.float32)
    lengths = (1, 15, 64, 78, 79, 80, 81, 200)
    tables = scattered_tables([length + 1 for length in lengths], 24)
    rows = [
        Row(7 + index, length, tables[index], random_past(config, length, index))
        for index, length in enumerate(lengths)
    ]
    step = reference_step(config, weights, rows, 24)
    for index, row in enumerate(rows):
        ours = exact(config, weights, row)
        assert _relative(ours.logits[0], step.logits[index]) < TOLERANCE, lengths[index]
        assert _relative(ours.layers[2].x[0], step.x[2][index]) < TOLERANCE
        routed, other = ours.layers[2].router_logits, step.router_logits[2]
        assert routed is not None and other is not None
        assert _relative(routed[0], other[index]) < TOLERANCE
