"""A decode step set out for several implementations: rows over given keys and values, in a cache like the kernel's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import LayerConfig, ModelConfig
from localcoder.engine.torch_model.layers import Rope, norm
from localcoder.engine.torch_model.linear import linear
from localcoder.engine.torch_model.model import layer_forward
from localcoder.engine.torch_model.model import logits as head_logits
from localcoder.engine.torch_model.paged import PagedAttention, PagedCache
from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights, WeightReader
from tests.fakes.float64 import KeysValues, Trace, forward

CPU = torch.device("cpu")
STALE = 3e4
"""What each slot of a cache holds that nobody wrote: finite, as another sequence's leftovers, but ruinous."""


@dataclass(frozen=True, slots=True)
class Row:
    """A sequence whose newest token is computed; bfloat16 keys and values of all before it."""

    token: int
    position: int
    table: tuple[int, ...]
    past: tuple[KeysValues, ...]
    """For each layer, [kv_heads, position, head_dim] twice."""

    @property
    def chunk(self) -> Chunk:
        return Chunk((self.token,), self.position, self.table)


@dataclass(frozen=True, slots=True)
class Reference:
    """What the torch code computes for rows: logits [rows, vocab_size], and of each layer [rows, ...]."""

    logits: torch.Tensor
    x: list[torch.Tensor]
    """Input of each layer, and output of the last."""
    router_logits: list[torch.Tensor | None]


def read_weights(
    directory: Path, config: ModelConfig, dtype: torch.dtype = torch.bfloat16, device: torch.device = CPU
) -> ModelWeights:
    """A checkpoint's weights."""
    with WeightReader(Checkpoint.open(directory), config, dtype, device) as reader:
        return ModelWeights.read(reader)


def random_weights(config: ModelConfig, seed: int, device: torch.device = CPU) -> ModelWeights:
    """bfloat16 weights scaled so that activations neither vanish nor explode, and routers have clear favourites."""
    generator = torch.Generator(device).manual_seed(seed)

    def matrix(*shape: int, scale: float = 1.0) -> torch.Tensor:
        values = torch.empty(shape, dtype=torch.bfloat16, device=device)
        return values.normal_(0.0, scale * shape[-1] ** -0.5, generator=generator)

    def vector(size: int) -> torch.Tensor:
        return torch.empty(size, dtype=torch.bfloat16, device=device).normal_(1.0, 0.1, generator=generator)

    def layer(settings: LayerConfig) -> LayerWeights:
        hidden, experts, ff = config.hidden_size, config.experts, config.expert_ff
        mlp: MlpWeights | ExpertWeights
        if settings.moe:
            router = matrix(experts, hidden, scale=2.0)
            mlp = ExpertWeights(router, matrix(experts, 2 * ff, hidden), matrix(experts, hidden, ff), None)
        else:
            mlp = MlpWeights(matrix(2 * config.dense_ff, hidden), matrix(hidden, config.dense_ff))
        qkv = matrix(config.query_size + 2 * config.kv_size, hidden)
        return LayerWeights(vector(hidden), None, qkv, None, None, matrix(hidden, config.query_size), mlp)

    embedding = matrix(config.vocab_size, config.hidden_size, scale=config.hidden_size**0.5)
    layers = tuple(layer(settings) for settings in config.layers)
    head = embedding if config.tied_head else matrix(config.vocab_size, config.hidden_size)
    return ModelWeights(embedding, layers, vector(config.hidden_size), head)


def moved(weights: ModelWeights, device: torch.device) -> ModelWeights:
    """The same weights on another device."""

    def layer(old: LayerWeights) -> LayerWeights:
        mlp = old.mlp
        if isinstance(mlp, ExpertWeights):
            assert isinstance(mlp.gate_up, torch.Tensor) and isinstance(mlp.down, torch.Tensor)
            mlp = ExpertWeights(mlp.router.to(device), mlp.gate_up.to(device), mlp.down.to(device), None)
        else:
            mlp = MlpWeights(mlp.gate_up.to(device), mlp.down.to(device))
        kept = replace(old, input_norm=old.input_norm.to(device), qkv=old.qkv.to(device), mlp=mlp)
        return replace(kept, output=old.output.to(device))

    embedding = weights.embedding.to(device)
    head = embedding if weights.head is weights.embedding else weights.head.to(device)
    return ModelWeights(embedding, tuple(map(layer, weights.layers)), weights.final_norm.to(device), head)


def first_layers(config: ModelConfig, weights: ModelWeights, count: int) -> tuple[ModelConfig, ModelWeights]:
    """The model that ends after its first `count` layers."""
    return replace(config, layers=config.layers[:count]), replace(weights, layers=weights.layers[:count])


def random_past(config: ModelConfig, tokens: int, seed: int, device: torch.device = CPU) -> tuple[KeysValues, ...]:
    """Unit normal keys and values."""
    generator = torch.Generator(device).manual_seed(seed)
    shape = (2, config.kv_heads, tokens, config.head_dim)

    def layer() -> KeysValues:
        keys, values = torch.empty(shape, dtype=torch.bfloat16, device=device).normal_(generator=generator).unbind()
        return keys, values

    return tuple(layer() for _ in config.layers)


def computed_past(config: ModelConfig, weights: ModelWeights, ids: Sequence[int]) -> tuple[KeysValues, ...]:
    """Keys and values of `ids` by the float64 definition, rounded."""
    layers = forward(config, weights, ids).layers
    return tuple((layer.keys.to(torch.bfloat16), layer.values.to(torch.bfloat16)) for layer in layers)


def slots(table: Sequence[int], tokens: int, device: torch.device = CPU) -> torch.Tensor:
    """Slots of positions 0 .. tokens - 1; -1 entries give slots that must not be used."""
    starts = torch.tensor(list(table), device=device)[:, None] * BLOCK_TOKENS
    return (starts + torch.arange(BLOCK_TOKENS, device=device)).flatten()[:tokens]


def fill(cache: torch.Tensor, rows: Sequence[Row]) -> None:
    """Make `cache` [layers, 2, kv_heads, slots, head_dim] hold the rows' keys and values, and stale ones elsewhere.

    Of a model cut to its first layers, the cache has no more of them than the rows.
    """
    cache.fill_(STALE)
    for row in rows:
        where = slots(row.table, row.position, cache.device)
        held = where >= 0
        for layer, past in zip(cache, row.past, strict=False):
            for target, source in zip(layer, past, strict=True):
                target[:, where[held]] = source.to(cache.device, cache.dtype)[:, held]


def exact(config: ModelConfig, weights: ModelWeights, row: Row) -> Trace:
    """The float64 definition's numbers for one row."""
    return forward(config, weights, [row.token], row.position, row.past)


def reference_step(config: ModelConfig, weights: ModelWeights, rows: Sequence[Row], total_blocks: int) -> Reference:
    """The torch code's numbers, in the weights' type and on their device."""
    dtype, device = weights.embedding.dtype, weights.embedding.device
    with torch.inference_mode():
        cache = PagedCache(config, total_blocks, dtype, device)
        fill(cache.data, rows)
        chunks = [row.chunk for row in rows]
        attention = PagedAttention(config, cache, chunks)
        rope = Rope(config, device)
        angles = rope.angles(torch.tensor([row.position for row in rows], device=device))
        x = [weights.embedding[torch.tensor([row.token for row in rows], device=device)]]
        routers: list[torch.Tensor | None] = []
        for index in range(len(config.layers)):
            layer = weights.layers[index]
            routers.append(None)
            if isinstance(layer.mlp, ExpertWeights):
                routers[-1] = linear(norm(config, x[-1], layer.input_norm), layer.mlp.router)
            x.append(layer_forward(config, index, layer, x[-1], rope, angles, attention))
        return Reference(head_logits(config, x[-1], weights.final_norm, weights.head), x, routers)


def scattered_tables(lengths: Sequence[int], total_blocks: int, seed: int = 0) -> list[tuple[int, ...]]:
    """Block tables for sequences of these lengths, drawn without order from a pool with room to spare."""
    order = torch.randperm(total_blocks, generator=torch.Generator().manual_seed(seed)).tolist()
    tables = []
    for length in lengths:
        count = -(-length // BLOCK_TOKENS)
        assert count <= len(order), "the pool is too small"
        tables.append(tuple(order[:count]))
        order = order[count:]
    return tables


def clear_choices(config: ModelConfig, trace: Trace, margin: float) -> bool:
    """Whether, in every layer and for every token, the last chosen expert leads the next by `margin`."""
    for layer in trace.layers:
        if layer.router_logits is not None:
            ordered = layer.router_logits.sort(dim=-1, descending=True).values
            k = config.experts_per_token
            if k < config.experts and bool((ordered[:, k - 1] - ordered[:, k] < margin).any()):
                return False
    return True


def rows_with_clear_choices(
    config: ModelConfig,
    weights: ModelWeights,
    pasts: Sequence[tuple[KeysValues, ...]],
    tables: Sequence[tuple[int, ...]],
    *,
    margin: float,
    seed: int = 0,
) -> list[Row]:
    """A row for each past, with a token whose experts rounding cannot change; random tokens are tried in turn."""
    generator = torch.Generator().manual_seed(seed)
    rows = []
    for past, table in zip(pasts, tables, strict=True):
        for token in torch.randint(5, config.vocab_size, (200,), generator=generator).tolist():
            row = Row(token, past[0][0].shape[1], table, past)
            if clear_choices(config, exact(config, weights, row), margin):
                rows.append(row)
                break
        else:
            raise AssertionError(f"no token among 200 has router margins of {margin}")
    return rows
