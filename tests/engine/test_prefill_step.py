"""What a prefill step uploads, and the fused pass over the kernels' definitions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.random_weights import random_weights
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.torch_model.prefill import FusedPrefill, why_not_fused
from localcoder.engine.torch_model.prefill_kernels import Routing, TorchKernels
from localcoder.engine.torch_model.prefill_step import TILE_QUERIES, step_numbers
from localcoder.engine.weights import ModelWeights, WeightReader
from tests.fakes.checkpoints import CONFIGS, write_checkpoint

ROUNDING = 2e-5
CPU = torch.device("cpu")


@st.composite
def some_chunks(draw: st.DrawFn) -> list[Chunk]:
    chunks = []
    for _ in range(draw(st.integers(1, 4))):
        start, tokens = draw(st.integers(0, 300)), draw(st.integers(1, 300))
        blocks = -(-(start + tokens) // BLOCK_TOKENS)
        table = draw(st.lists(st.integers(0, 99), min_size=blocks, max_size=blocks))
        chunks.append(Chunk(tuple(range(tokens)), start, tuple(table)))
    return chunks


@given(chunks=some_chunks())
def test_a_step_says_where_each_token_is_and_goes(chunks: list[Chunk]) -> None:
    token_ids, positions, slots, last, _, tables = step_numbers(chunks)
    expected = [
        (token, position, chunk.block_table[position // BLOCK_TOKENS] * BLOCK_TOKENS + position % BLOCK_TOKENS)
        for chunk in chunks
        for position, token in enumerate(chunk.token_ids, chunk.start)
    ]
    assert list(zip(token_ids.tolist(), positions.tolist(), slots.tolist(), strict=True)) == expected
    assert [int(token_ids[index]) for index in last] == [chunk.token_ids[-1] for chunk in chunks]
    assert tables.tolist() == [block for chunk in chunks for block in chunk.block_table]


@given(chunks=some_chunks())
def test_tiles_cover_every_token_once_within_its_chunk(chunks: list[Chunk]) -> None:
    _, positions, slots, _, tiles, tables = step_numbers(chunks)
    seen = np.zeros(len(positions), dtype=int)
    for row, count, position, table in tiles.tolist():
        assert 1 <= count <= TILE_QUERIES
        seen[row : row + count] += 1
        own = positions[row : row + count]
        assert own.tolist() == list(range(position, position + count))
        assert (tables[table + own // BLOCK_TOKENS] * BLOCK_TOKENS + own % BLOCK_TOKENS).tolist() == slots[
            row : row + count
        ].tolist()
    assert (seen == 1).all()
    assert tiles[:, 2].tolist() == sorted(tiles[:, 2].tolist(), reverse=True)


@pytest.fixture(scope="module", params=CONFIGS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PagedModel:
    directory: Path = tmp_path_factory.mktemp(request.param)
    config = write_checkpoint(directory, request.param)
    with WeightReader(Checkpoint.open(directory), config, torch.float32, CPU) as reader:
        return PagedModel(config, ModelWeights.read(reader), total_blocks=16)


def fused(model: PagedModel) -> FusedPrefill:
    """The fused pass with a cache of its own, over the kernels' definitions."""
    return FusedPrefill(model.config, model.weights, TorchKernels(model.config, torch.zeros_like(model.cache.data)))


def test_the_fused_pass_computes_what_the_plain_one_does(model: PagedModel) -> None:
    """Two sequences, three steps, windows of 80 that begin before, in and behind a chunk, blocks out of order."""
    ids = tuple(range(5, 305))
    first, second = (9, 7, 5, 11, 0), (2, 1, 3)
    steps = [
        [Chunk(ids[:70], 0, first)],
        [Chunk(ids[70:201], 70, first), Chunk(ids[50:51], 0, second)],
        [Chunk(ids[201:], 201, first), Chunk(ids[51:180], 1, second)],
    ]
    ours = fused(model)
    for step in steps:
        with torch.inference_mode():
            logits = ours.forward(step)
        torch.testing.assert_close(logits, model.forward(step), atol=ROUNDING, rtol=0)


def test_blocks_that_no_layer_sees_may_be_missing(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, "cohere2_moe")
    layers = tuple(replace(layer, window=80) for layer in config.layers)
    config = replace(config, layers=layers)
    model = PagedModel(config, random_weights(config, torch.float32, CPU), total_blocks=16)
    ours = fused(model)
    ids, table = tuple(range(5, 305)), (9, 7, 5, 11, 0)
    with torch.inference_mode():
        ours.forward([Chunk(ids[:250], 0, table)])
        logits = ours.forward([Chunk(ids[250:], 250, (-1, -1, *table[2:]))])
    model.forward([Chunk(ids[:250], 0, table)])
    torch.testing.assert_close(logits, model.forward([Chunk(ids[250:], 250, table)]), atol=ROUNDING, rtol=0)


@given(seed=st.integers(0, 2**32), tokens=st.integers(1, 200), experts=st.integers(1, 9), chosen=st.integers(1, 4))
def test_each_expert_gets_its_tokens_in_order(seed: int, tokens: int, experts: int, chosen: int) -> None:
    config = replace(
        _config(), experts=experts, experts_per_token=min(chosen, experts), hidden_size=1, router="sigmoid_of_top"
    )
    kernels = TorchKernels(config, torch.empty(0))
    logits = torch.randn(tokens, experts, generator=torch.Generator().manual_seed(seed))
    hidden = torch.arange(tokens, dtype=torch.float32)[:, None]
    routing = Routing.empty(config, hidden)
    kernels.route(logits, routing)
    kernels.dispatch(hidden, routing)
    begin = 0
    for expert, end in enumerate(routing.ends.tolist()):
        choosers = (routing.ids == expert).any(1).nonzero()[:, 0]
        assert routing.inputs[begin:end, 0].tolist() == choosers.tolist()
        assert int(routing.counts[:, expert].sum()) == end - begin
        begin = end
    assert begin == tokens * config.experts_per_token
    assert torch.equal(routing.inputs[routing.places.long(), 0], hidden.expand_as(routing.places))


def _config() -> ModelConfig:
    return ModelConfig.from_file(Path(__file__).parents[2] / "localcoder" / "engine" / "pocket")


def test_models_with_shared_experts_or_layer_norm_take_the_plain_pass() -> None:
    config = _config()
    assert why_not_fused(config) is None
    assert why_not_fused(replace(config, shared_experts=1)) == "it has shared experts"
    assert why_not_fused(replace(config, norm="layer")) == "its norm is not an RMS norm"
