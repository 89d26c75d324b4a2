"""The task lists, executed: they compute the model, whatever the order of the SMs and whoever the neighbours are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.abi import FAILED_TOKEN
from localcoder.engine.megakernel.geometry import Geometry, part_of, why_not
from localcoder.engine.megakernel.schedule import ScheduleFault
from localcoder.engine.megakernel.tasks import NONE, Kind, build_tasks
from localcoder.engine.megakernel.twin import Twin, TwinRow
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import Sampler
from localcoder.engine.torch_backend import TorchBackend
from localcoder.engine.weights import ExpertWeights, ModelWeights
from tests.engine.megakernel.orders import Descending, Preferring, hostile_orders
from tests.fakes.checkpoints import write_checkpoint
from tests.fakes.decoding import (
    Row,
    exact,
    fill,
    first_layers,
    random_past,
    read_weights,
    reference_step,
    rows_with_clear_choices,
    scattered_tables,
)

BLOCKS = 24
WINDOW = 80
ROUNDING = 5e-5
"""Float32 sums in another order, and the torch code's angles in float32; the logits' spread is about 2."""
SMALL: dict[str, Any] = {
    "hidden_size": 512,
    "num_attention_heads": 8,
    "num_key_value_heads": 1,
    "head_dim": 128,
    "intermediate_size": 32,
    "prefix_dense_intermediate_size": 64,
    "num_hidden_layers": 4,
    "sliding_window_pattern": 2,
    "sliding_window": WINDOW,
    "vocab_size": 320,
}
"""Dense and full with RoPE, sliding with RoPE, full without, sliding with RoPE."""
LENGTHS = (0, 1, WINDOW - 2, WINDOW - 1, WINDOW, WINDOW + 1, 130, 201)
TABLES = ((0,), (3,), (2, 5), (4, 7), (6, 1), (9, 8), (13, 12, 10), (21, 15, 14, 11))


@dataclass(frozen=True)
class Model:
    directory: Path
    config: ModelConfig
    weights: ModelWeights


def load(directory: Path, config: ModelConfig, dtype: torch.dtype = torch.float32) -> Model:
    return Model(directory, config, read_weights(directory, config, dtype))


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    directory = tmp_path_factory.mktemp("small")
    return load(directory, write_checkpoint(directory, dtype=torch.bfloat16, **SMALL))


@pytest.fixture(scope="module")
def backend(model: Model) -> TorchBackend:
    """With random prompts of LENGTHS tokens in TABLES."""
    return prompted(model, LENGTHS, TABLES)


def prompted(model: Model, lengths: Sequence[int], tables: Sequence[tuple[int, ...]]) -> TorchBackend:
    backend = TorchBackend(model.directory, model.config, total_blocks=BLOCKS)
    for length, table in zip(lengths, tables, strict=True):
        if length:
            ids = random.Random(length).choices(range(5, model.config.vocab_size), k=length)
            backend.prefill([Chunk(tuple(ids), 0, table)])
    return backend


def cached(backend: TorchBackend) -> torch.Tensor:
    return backend.read_blocks(range(BLOCKS)).flatten(3, 4)


def twin_of(model: Model, sms: int, cache: torch.Tensor | None = None, **options: Any) -> Twin:
    assert why_not(model.config, sms) is None
    twin = Twin(model.config, model.weights, Geometry.of(model.config, sms), total_blocks=BLOCKS, **options)
    if cache is not None:
        twin.cache.copy_(cache)
    return twin


def rows_at(lengths: Sequence[int], tables: Sequence[tuple[int, ...]] = TABLES, seed: int = 0) -> list[TwinRow]:
    tokens = random.Random(seed).choices(range(5, 320), k=len(lengths))
    return [TwinRow(*row) for row in zip(tokens, lengths, tables, strict=True)]


def chunk(row: TwinRow) -> Chunk:
    return Chunk((row.token_id,), row.position, row.block_table)


@pytest.mark.parametrize("sms", [7, 33, 132])
def test_the_tasks_compute_what_the_torch_backend_computes(model: Model, backend: TorchBackend, sms: int) -> None:
    """Ragged rows around the window's edge, over several steps."""
    saved = backend.read_blocks(range(BLOCKS))
    twin = twin_of(model, sms, cached(backend))
    rows = rows_at(LENGTHS)
    for step in range(4 if sms == 7 else 2):
        tokens = twin.step(rows, random.Random(step))
        expected = backend.decode([chunk(row) for row in rows])
        torch.testing.assert_close(twin.buffers["logits"], expected, atol=ROUNDING, rtol=0)
        assert tokens == expected.argmax(-1).tolist()
        torch.testing.assert_close(twin.cache, cached(backend), atol=ROUNDING, rtol=0, equal_nan=True)
        rows = [
            replace(row, token_id=token, position=row.position + 1)
            for row, token in zip(rows, tokens, strict=True)
            if token is not None
        ]
    backend.write_blocks(range(BLOCKS), saved)


@pytest.mark.parametrize(
    "changes",
    [
        {"num_attention_heads": 16, "num_key_value_heads": 2},
        {"expert_selection_fn": "softmax"},
        {"norm_topk_prob": True, "num_experts": 16, "num_experts_per_tok": 4},
        {"first_k_dense_replace": 0, "tie_word_embeddings": False},
        {"first_k_dense_replace": 2, "prefix_dense_sliding_window_pattern": 2},
    ],
    ids=["two key heads", "softmax", "renormalised", "own head", "two dense layers"],
)
def test_every_kind_of_model_is_computed(tmp_path: Path, changes: dict[str, Any]) -> None:
    model = load(tmp_path, write_checkpoint(tmp_path, seed=1, **(SMALL | {"num_hidden_layers": 3} | changes)))
    lengths, tables = (5, 100, 150), ((0,), (2, 1), (9, 8, 7))
    backend = prompted(model, lengths, tables)
    twin = twin_of(model, 9, cached(backend))
    rows = rows_at(lengths, tables)
    twin.step(rows)
    expected = backend.decode([chunk(row) for row in rows])
    torch.testing.assert_close(twin.buffers["logits"][:3], expected, atol=ROUNDING, rtol=0)


def test_every_order_of_the_sms_gives_the_same_bits(model: Model, backend: TorchBackend) -> None:
    rows = rows_at(LENGTHS)[3:7]
    plain = twin_of(model, 7, cached(backend))
    tokens = plain.step(rows)
    twin = twin_of(model, 7, cached(backend))
    for order in hostile_orders(7):
        assert twin.step(rows, order) == tokens
        for name, buffer in plain.buffers.items():
            if name != "counters":
                torch.testing.assert_close(twin.buffers[name], buffer, atol=0, rtol=0, equal_nan=True)


def test_every_counter_has_its_target_after_each_step(model: Model) -> None:
    twin = twin_of(model, 7)
    targets = {task.waits: task.target for tasks in twin.lists for task in tasks if task.waits != NONE}
    for step in (1, 2, 3):
        twin.step([TwinRow(7, 0, (0,))], random.Random(step))
        counters = twin.buffers["counters"].tolist()
        assert {counter: value for counter, value in enumerate(counters) if value} == {
            counter: target * step for counter, target in targets.items()
        }


def test_a_rows_bits_do_not_depend_on_its_neighbours(model: Model, backend: TorchBackend) -> None:
    rows = rows_at(LENGTHS)
    twin = twin_of(model, 7, cached(backend))
    tokens = twin.step(rows)
    together = {name: buffer.clone() for name, buffer in twin.buffers.items()}
    for place in (0, 3, 6):
        lonely = [row if at == place else None for at, row in enumerate(rows)]
        assert twin.step(lonely) == [tokens[place] if at == place else None for at in range(8)]
        for name in ("normed", "squares", "q", "router_logits", "part_out", "part_stats", "attended", "logits"):
            torch.testing.assert_close(twin.buffers[name][place], together[name][place], atol=0, rtol=0, equal_nan=True)
        torch.testing.assert_close(twin.buffers["x"][:, place], together["x"][:, place], atol=0, rtol=0)


def test_idle_rows_are_not_touched_and_only_new_slots_are_written(model: Model, backend: TorchBackend) -> None:
    rows = rows_at(LENGTHS)
    before = cached(backend).nan_to_num()
    twin = twin_of(model, 7, before)
    twin.step([None, rows[1], None, rows[3], None, None, rows[6]])
    for name in ("normed", "squares", "q", "router_logits", "attended", "logits", "best", "greatest", "part_out"):
        assert twin.buffers[name][[0, 2, 4, 5, 7]].isnan().all()
        assert not twin.buffers[name][[1, 3, 6]].isnan().all()
    changed = (twin.cache != before).any(-1).any(2).any(1)
    own = {slot for row in (rows[1], rows[3], rows[6]) for slot in row.slots(row.position, row.position + 1)}
    assert all(set(layer.nonzero().flatten().tolist()) == own for layer in changed)


def decoding_rows(config: ModelConfig, lengths: Sequence[int]) -> list[Row]:
    tables = scattered_tables([length + 1 for length in lengths], BLOCKS)
    tokens = random.Random(0).choices(range(5, config.vocab_size), k=len(lengths))
    return [
        Row(token, length, table, random_past(config, length, seed=length))
        for token, length, table in zip(tokens, lengths, tables, strict=True)
    ]


def twin_rows(rows: Sequence[Row]) -> list[TwinRow]:
    return [TwinRow(row.token, row.position, row.table) for row in rows]


def test_attention_is_right_for_every_small_length_and_at_the_windows_edge(model: Model) -> None:
    """Over random keys and values, in parts of whole and of broken groups."""
    config, weights = first_layers(model.config, model.weights, 2)
    assert [layer.window for layer in config.layers] == [None, WINDOW]
    twin = Twin(config, weights, Geometry.of(config, 3), total_blocks=BLOCKS)
    lengths = [*range(68), *range(WINDOW - 3, WINDOW + 4), 95, 96, 97, 110, 111, 112, 113, 160]
    for start in range(0, len(lengths), 8):
        rows = decoding_rows(config, lengths[start : start + 8])
        fill(twin.cache, rows)
        twin.step(twin_rows(rows))
        expected = reference_step(config, weights, rows, BLOCKS).logits
        torch.testing.assert_close(twin.buffers["logits"][: len(rows)], expected, atol=ROUNDING, rtol=0)


def test_blocks_behind_the_window_of_all_layers_are_not_needed(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, **(SMALL | {"num_hidden_layers": 2, "layer_types": ["sliding_attention"] * 2}))
    model = load(tmp_path, config)
    backend = prompted(model, (200,), ((0, 1, 2, 3),))
    cache = cached(backend)
    cache[:, :, :, : 200 + 1 - WINDOW] = float("nan")
    twin = twin_of(model, 7, cache)
    assert twin.step([TwinRow(9, 200, (-1, 1, 2, 3))]) is not None
    expected = backend.decode([Chunk((9,), 200, (0, 1, 2, 3))])
    torch.testing.assert_close(twin.buffers["logits"][:1], expected, atol=ROUNDING, rtol=0)


def test_the_routers_ties_go_to_the_lower_expert(model: Model) -> None:
    mlp = model.weights.layers[1].mlp
    assert isinstance(mlp, ExpertWeights)
    level = replace(model.weights.layers[1], mlp=replace(mlp, router=torch.zeros_like(mlp.router)))
    weights = replace(model.weights, layers=(model.weights.layers[0], level))
    config = replace(model.config, layers=model.config.layers[:2])
    twin = Twin(config, weights, Geometry.of(config, 7), total_blocks=1)
    chosen = Twin(config, weights, Geometry.of(config, 7), total_blocks=1)
    chosen.forced = torch.arange(3, dtype=torch.int32).expand(1, 2, 8, 3)
    row = TwinRow(9, 0, (0,))
    twin.step([row])
    chosen.step([row])
    assert torch.equal(twin.buffers["logits"][0], chosen.buffers["logits"][0])


def test_forced_experts_replace_the_routers_choice_but_not_its_weights(model: Model) -> None:
    """The router's own choice, forced, changes nothing; the step's number says which entry is used."""
    config, weights = first_layers(model.config, model.weights, 2)
    free, forced = (Twin(config, weights, Geometry.of(config, 7), total_blocks=1) for _ in range(2))
    row = TwinRow(9, 0, (0,))
    free.step([row])
    chosen = free.buffers["router_logits"][0].topk(3).indices
    others = torch.tensor([expert for expert in range(8) if expert not in chosen.tolist()][:3])
    forced.forced = torch.stack((others, chosen)).to(torch.int32)[:, None, None].expand(2, 2, 8, 3)
    for same in (True, False, True):
        forced.step([row])
        assert torch.equal(forced.buffers["logits"][0], free.buffers["logits"][0]) == same


SAMPLINGS = [
    SamplingParams(temperature=0.0),
    SamplingParams(temperature=1.0),
    SamplingParams(temperature=1.7, top_p=0.9),
    SamplingParams(temperature=0.6, top_k=5),
    SamplingParams(temperature=1.0, min_p=0.1),
    SamplingParams(temperature=1.0, top_p=0.8, top_k=20, min_p=0.01),
    SamplingParams(temperature=1e-9),
    SamplingParams(temperature=2.0),
]


@pytest.mark.parametrize("sms", [7, 60])
def test_tokens_are_drawn_as_the_sampler_draws_them(model: Model, sms: int) -> None:
    """Also where some of 60 SMs have no part of the 40 units of the vocabulary."""
    config, weights = first_layers(model.config, model.weights, 1)
    twin = Twin(config, weights, Geometry.of(config, sms), total_blocks=8)
    drawn = set()
    for seed in range(4):
        rows = [TwinRow(9 + place, 0, (place,), sampling, 2**63 + seed) for place, sampling in enumerate(SAMPLINGS)]
        tokens = twin.step(rows)
        for place, row in enumerate(rows):
            params = replace(row.sampling, seed=row.seed)
            sampler = Sampler(params, prompt_ids=(), vocab_size=config.vocab_size, end_ids=())
            assert tokens[place] == sampler.draw(twin.buffers["logits"][place].numpy(), 1).token_id
        drawn.add(tuple(tokens))
    assert len(drawn) == 4


def test_a_row_whose_logits_are_not_finite_fails_alone(model: Model) -> None:
    config, weights = first_layers(model.config, model.weights, 1)
    twin = Twin(config, weights, Geometry.of(config, 7), total_blocks=2)
    twin.cache.nan_to_num_()
    twin.cache[0, 0, 0, 64:] = float("nan")
    for sampling in SAMPLINGS[:3]:
        tokens = twin.step([TwinRow(9, 3, (0,), sampling), TwinRow(9, 3, (1,), sampling)])
        assert tokens[0] != FAILED_TOKEN and tokens[1] == FAILED_TOKEN


def test_in_bfloat16_the_logits_are_as_near_to_the_exact_ones_as_the_torch_codes(model: Model) -> None:
    half = load(model.directory, model.config, torch.bfloat16)
    pasts = [random_past(model.config, length, seed=length) for length in (1, 50, 90, 200)]
    tables = scattered_tables([2, 51, 91, 201], BLOCKS)
    rows = rows_with_clear_choices(model.config, half.weights, pasts, tables, margin=0.05)
    twin = twin_of(half, 7, dtype=torch.bfloat16)
    fill(twin.cache, rows)
    twin.step(twin_rows(rows))
    reference = reference_step(model.config, half.weights, rows, BLOCKS).logits
    for place, row in enumerate(rows):
        wanted = exact(model.config, half.weights, row).logits[0]
        ours, theirs = (float((got[place] - wanted).norm()) for got in (twin.buffers["logits"], reference))
        assert ours <= theirs


def test_in_bfloat16_values_are_rounded_where_the_kernel_rounds(model: Model) -> None:
    """In the third layer, which does not rotate: each buffer from those before it."""
    half = load(model.directory, model.config, torch.bfloat16)
    config, weights = first_layers(model.config, half.weights, 3)
    twin = Twin(config, weights, Geometry.of(config, 7), total_blocks=BLOCKS, dtype=torch.bfloat16)
    [row] = decoding_rows(config, [30])
    fill(twin.cache, [row])
    twin.step(twin_rows([row]))
    found, layer = twin.buffers, weights.layers[2]
    x = found["x"][0, 0]
    normed, scale = (x * layer.input_norm.float()).bfloat16().float(), (x.square().mean() + config.norm_eps).rsqrt()
    fused = layer.qkv.float() @ normed * scale
    near = {"atol": 1e-6, "rtol": 2**-8}
    torch.testing.assert_close(found["q"][0].float(), fused[:1024].bfloat16().float(), **near)
    torch.testing.assert_close(found["new_kv"][:, 0].flatten().float(), fused[1024:].bfloat16().float(), **near)
    keys, values = (part[0].float() for part in row.past[2])
    scores = found["q"][0].float().view(8, 128) @ keys.T * (1.4426950408889634 / 128**0.5)
    greatest, size = scores.amax(-1), part_of(30, None, 7)[3] * 16
    assert size == 32, "one part holds all"
    stats = torch.stack((greatest, torch.exp2(scores - greatest[:, None]).sum(-1)), -1)
    torch.testing.assert_close(found["part_stats"][0, 0, 0], stats)
    out = torch.exp2(scores - greatest[:, None]).bfloat16().float() @ values
    torch.testing.assert_close(found["part_out"][0, 0, 0], out)
    # The head's input, not divided by its root mean square.
    x = found["x"][1, 0]
    assert torch.equal(found["normed"][0], (x * weights.final_norm.float()).bfloat16())
    torch.testing.assert_close(found["squares"][0], x.view(-1, 16).square().sum(-1))
    assert {found[name].dtype for name in ("normed", "q", "new_kv", "attended", "activated")} == {torch.bfloat16}


def test_a_list_without_a_wait_is_caught_when_the_order_is_against_it(model: Model) -> None:
    config, weights = first_layers(model.config, model.weights, 2)
    geometry = Geometry.of(config, 7)
    lists = build_tasks(geometry)
    for kind in (Kind.COMBINE, Kind.OUTPUT, Kind.DOWN, Kind.HEAD):
        broken = [
            [replace(task, waits=NONE, target=0) if task.kind is kind and sm == 6 else task for task in tasks]
            for sm, tasks in enumerate(lists)
        ]
        twin = Twin(config, weights, geometry, total_blocks=1, lists=broken)
        twin.cache.zero_()
        with pytest.raises(ScheduleFault, match="is read where it does not hold"):
            twin.step([TwinRow(9, 20, (0,))], Descending())


def test_work_done_twice_is_caught(model: Model) -> None:
    config, weights = first_layers(model.config, model.weights, 1)
    lists = build_tasks(Geometry.of(config, 7))
    lists[2].insert(2, replace(lists[2][1], signals=NONE))
    twin = Twin(config, weights, Geometry.of(config, 7), total_blocks=1, lists=lists)
    with pytest.raises(ScheduleFault, match="q is written twice"):
        twin.step([TwinRow(9, 0, (0,))])


def test_only_the_owner_of_a_slice_may_end_it(model: Model) -> None:
    config, weights = first_layers(model.config, model.weights, 1)
    lists = build_tasks(Geometry.of(config, 7))
    for kind in (Kind.OUTPUT, Kind.DENSE_DOWN):
        here, there = (next(i for i, task in enumerate(lists[sm]) if task.kind is kind) for sm in (2, 4))
        lists[2][here], lists[4][there] = lists[4][there], lists[2][here]
    twin = Twin(config, weights, Geometry.of(config, 7), total_blocks=1, lists=lists)
    with pytest.raises(ScheduleFault, match="does not own slice"):
        twin.step([TwinRow(9, 0, (0,))])


def test_the_pocket_model_on_an_h200s_sms_says_what_the_torch_backend_says() -> None:
    config = ModelConfig.from_file(POCKET_DIRECTORY)
    model = load(POCKET_DIRECTORY, config)
    lengths, tables = (20, 100), ((1,), (4, 2))
    backend = prompted(model, lengths, tables)
    twin = twin_of(model, 132, cached(backend))
    rows = rows_at(lengths, tables)
    for step in range(2):
        tokens = twin.step(rows, Preferring(step, first=False))
        expected = backend.decode([chunk(row) for row in rows])
        assert tokens == expected.argmax(-1).tolist()
        torch.testing.assert_close(twin.buffers["logits"][:2], expected, atol=1e-4, rtol=0)
        rows = [
            replace(row, token_id=int(token or 0), position=row.position + 1)
            for row, token in zip(rows, tokens, strict=True)
        ]


def test_a_model_that_the_kernel_cannot_serve_is_refused(model: Model) -> None:
    config = replace(model.config, qk_norm=True)
    with pytest.raises(ValueError, match="normalises queries and keys"):
        Twin(config, model.weights, Geometry.of(config, 7), total_blocks=1)
