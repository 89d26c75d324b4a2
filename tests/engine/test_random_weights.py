from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.random_weights import random_weights, weight_bytes
from localcoder.engine.shapes import find_shape
from localcoder.engine.torch_model.layers import norm, route
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.weights import ExpertWeights, ModelWeights

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def config() -> ModelConfig:
    """The pocket model's, deeper: many layers must not make the numbers grow."""
    pocket = find_shape("pocket")
    return replace(pocket, layers=pocket.layers[:1] + pocket.layers[1:] * 3)


@pytest.fixture(scope="module")
def weights(config: ModelConfig) -> ModelWeights:
    return random_weights(config, torch.float32, CPU)


@pytest.fixture(scope="module")
def model(config: ModelConfig, weights: ModelWeights) -> PagedModel:
    model = PagedModel(config, weights, 16)
    model.cache.data.normal_(generator=torch.Generator().manual_seed(1))
    return model


def test_no_weight_is_there_twice(config: ModelConfig, weights: ModelWeights) -> None:
    storages = {}
    for tensor in _tensors(weights):
        storages[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
    one_row = config.hidden_size * 4
    assert sum(storages.values()) == weight_bytes(config, torch.float32) + one_row


def test_weights_are_made_in_the_type_asked_for(config: ModelConfig) -> None:
    short = replace(config, layers=config.layers[:2])
    made = list(_tensors(random_weights(short, torch.bfloat16, CPU)))
    assert all(tensor.dtype == torch.bfloat16 and tensor.is_contiguous() for tensor in made)
    assert all(tensor.data_ptr() % 16 == 0 for tensor in made)


def test_logits_are_finite_and_as_peaked_as_those_of_text(model: PagedModel) -> None:
    tokens = tuple(range(40, 104))
    logits = model.forward([Chunk(tokens, 0, (0,))])
    assert logits.isfinite().all()
    assert 2 < float(logits.std()) < 8


def test_greedy_tokens_do_not_run_in_a_short_circle(model: PagedModel) -> None:
    token, seen = 7, []
    for position in range(400, 440):
        token = int(model.forward([Chunk((token,), position, tuple(range(16)))]).argmax())
        seen.append(token)
    assert len(set(seen)) > 20


def test_rows_choose_their_experts_independently_and_evenly(config: ModelConfig, weights: ModelWeights) -> None:
    layer = weights.layers[5]
    assert isinstance(layer.mlp, ExpertWeights)
    _, ids = route(config, norm(config, weights.embedding, layer.input_norm), layer.mlp.router)
    counts = ids.flatten().bincount(minlength=config.experts)
    even = ids.numel() / config.experts
    assert counts.min() > 0.8 * even and counts.max() < 1.2 * even


def _tensors(weights: ModelWeights) -> list[torch.Tensor]:
    found = [weights.embedding, weights.final_norm, weights.head]
    for layer in weights.layers:
        mlp = layer.mlp
        found += [layer.input_norm, layer.qkv, layer.output]
        parts = (mlp.router, mlp.gate_up, mlp.down) if isinstance(mlp, ExpertWeights) else (mlp.gate_up, mlp.down)
        found += [part for part in parts if isinstance(part, torch.Tensor)]
    return found
