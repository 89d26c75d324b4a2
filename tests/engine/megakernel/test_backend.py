"""What the host does around a launch, as far as that needs no GPU: checks, orders, tokens, reports."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from localcoder.config.settings import load_settings
from localcoder.engine.backend import BLOCK_TOKENS, Chunk, LaunchRow
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.backend import DEADLINE_VARIABLE, MegakernelBackend, deadline_ns
from localcoder.engine.megakernel.buffers import address, buffer_bytes, buffer_shapes, layer_table, rotary_turns
from localcoder.engine.megakernel.geometry import MAX_ROWS, Geometry
from localcoder.engine.megakernel.orders import (
    BadLaunch,
    Limits,
    check_rows,
    most_order_bytes,
    order_bytes,
    rows_of_chunks,
    table_stride,
    write_orders,
)
from localcoder.engine.megakernel.report import explain
from localcoder.engine.megakernel.tasks import Gate, Kind, build_tasks, gate, scored, search_rounds
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.request import SamplingParams
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.weights import ExpertWeights
from localcoder.errors import UsageError
from tests.fakes.decoding import random_weights

CONFIG = ModelConfig.from_file(POCKET_DIRECTORY)
LIMITS = Limits.of(CONFIG, total_blocks=100, max_rows=8)
GREEDY = SamplingParams(temperature=0.0)


def row(**changes: Any) -> LaunchRow:
    """A row that is in order: token 7 at position 100, three blocks."""
    good = LaunchRow(
        place=0, token_id=7, position=100, block_table=(5, 3, 9), steps=8, sampling=GREEDY, seed=1, stop_ids=(2,)
    )
    return replace(good, **changes)


@pytest.mark.parametrize(
    "rows",
    [
        [row()],
        [row(place=place) for place in range(8)],
        [row(position=0, block_table=(0,), steps=1)],
        [row(position=192 - 8)],
        [row(block_table=(99, 0, 50))],
        [row(token_id=4095)],
        [row(stop_ids=tuple(range(16)))],
        [row(position=8191, block_table=tuple(range(0, 100)) + tuple(range(0, 29)))],
    ],
)
def test_rows_in_order_are_accepted(rows: list[LaunchRow]) -> None:
    check_rows(rows, LIMITS)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "at least one row"),
        ([row(place=place % 8) for place in range(9)], "has 9 rows, but at most 8"),
        ([row(place=8)], "place 8; places are 0 to 7"),
        ([row(place=-1)], "place -1; places are 0 to 7"),
        ([row(place=3), row(place=3)], "Two rows are in place 3"),
        ([row(token_id=4096)], "token 4096; the vocabulary has 4096"),
        ([row(token_id=-1)], "token -1; the vocabulary has 4096"),
        ([row(position=-1)], "position -1; the first is 0"),
        ([row(steps=0)], "0 steps; a launch has 1 to 8"),
        ([row(steps=9)], "9 steps; a launch has 1 to 8"),
        ([row(stop_ids=tuple(range(17)))], "17 stop ids; at most 16"),
        ([row(position=192 - 7)], "needs room for 193 tokens, but its blocks hold 192"),
        ([row(block_table=())], "needs room for 108 tokens, but its blocks hold 0"),
        ([row(block_table=(5, 100, 9))], "block 100 at 1; the cache has 100"),
        ([row(block_table=(5, -1, 9))], "block -1 at 1; the cache has 100"),
        ([row(block_table=(-2, 5, 9))], "block -2 at 0; the cache has 100"),
        ([row(position=8193, block_table=(0,) * 200)], "would reach 8201 tokens; the model takes 8192"),
        ([row(token_id=None)], "place 0 continues, but was not in the launch before"),
        ([row(), row(place=2, steps=9)], "place 2 asks for 9 steps"),
    ],
)
def test_bad_rows_are_refused_with_the_numbers(rows: list[LaunchRow], message: str) -> None:
    with pytest.raises(BadLaunch, match=message):
        check_rows(rows, LIMITS)


def test_backend_of_fewer_rows_takes_fewer() -> None:
    with pytest.raises(BadLaunch, match="has 3 rows, but at most 2 fit"):
        check_rows([row(place=place) for place in range(3)], replace(LIMITS, max_rows=2))


def test_only_rows_of_the_last_launch_continue() -> None:
    check_rows([row(place=4, token_id=None)], LIMITS, previous={4})
    with pytest.raises(BadLaunch, match="place 5 continues"):
        check_rows([row(place=5, token_id=None)], LIMITS, previous={4})


def test_blocks_behind_the_window_may_be_gone_where_all_layers_slide() -> None:
    sliding = replace(LIMITS, reach=64)
    check_rows([row(position=127, block_table=(-1, 4, 9))], sliding)
    for position, table in ((126, (-1, 4, 9)), (127, (-2, 4, 9)), (127, (100, 4, 9)), (127, (0, -1, 9))):
        with pytest.raises(BadLaunch, match="names block"):
            check_rows([row(position=position, block_table=table)], sliding)
    assert Limits.of(CONFIG, total_blocks=1, max_rows=8).reach is None
    windows = tuple(replace(layer, window=100 + index) for index, layer in enumerate(CONFIG.layers))
    assert Limits.of(replace(CONFIG, layers=windows), total_blocks=1, max_rows=8).reach == 107


@pytest.mark.parametrize("tokens", [(), (1, 2)])
def test_decode_row_of_other_than_one_token_is_refused(tokens: tuple[int, ...]) -> None:
    with pytest.raises(BadLaunch, match=f"has {len(tokens)} tokens; it must have one"):
        rows_of_chunks([Chunk((5,), 0, (0,)), Chunk(tokens, 0, (0,))])


def written(rows: list[LaunchRow], **options: bool) -> tuple[abi.Launch, list[int]]:
    orders = abi.Launch()
    tables = memoryview(array("i", [-7] * (MAX_ROWS * LIMITS.table_columns)))
    check_rows(rows, LIMITS, previous=range(8))
    write_orders(orders, tables, rows, LIMITS, wants_logits=options.get("wants_logits", False))
    return orders, tables.tolist()


def test_orders_hold_what_the_rows_ask_for() -> None:
    sampling = SamplingParams(temperature=0.75, top_p=0.5, top_k=40, min_p=0.25)
    first = row(place=6, sampling=sampling, seed=-1, stop_ids=(2, 5), steps=3)
    orders, _ = written([first, row(place=1, token_id=None)])
    assert orders.steps == 8
    assert [order.mode for order in orders.rows] == [
        {1: abi.ROW_CONTINUES, 6: abi.ROW_NEW}.get(place, abi.ROW_IDLE) for place in range(8)
    ]
    order = orders.rows[6]
    assert (order.seed, order.token, order.position, order.steps) == (2**64 - 1, 7, 100, 3)
    assert (order.temperature, order.top_p, order.top_k, order.min_p) == (0.75, 0.5, 40, 0.25)
    assert (order.stop_count, list(order.stop_ids)[:2], order.wants_logits) == (2, [2, 5], 0)


def test_orders_keep_nothing_of_the_launch_before() -> None:
    orders = abi.Launch()
    tables = memoryview(array("i", [0] * (MAX_ROWS * LIMITS.table_columns)))
    write_orders(orders, tables, [row(place=3, stop_ids=tuple(range(9)))], LIMITS, wants_logits=True)
    write_orders(orders, tables, [row(place=2, steps=1, stop_ids=())], LIMITS, wants_logits=False)
    assert [order.mode for order in orders.rows] == [0, 0, abi.ROW_NEW, 0, 0, 0, 0, 0]
    assert (orders.steps, orders.rows[2].wants_logits, orders.rows[2].stop_count) == (1, 0, 0)


def test_stop_ids_and_top_k_beyond_the_vocabulary_mean_nothing() -> None:
    orders, _ = written([row(stop_ids=(2**40, 4095, -3), sampling=SamplingParams(top_k=2**40))])
    assert (orders.rows[0].stop_count, orders.rows[0].stop_ids[0], orders.rows[0].top_k) == (1, 4095, 0)


def test_tables_have_as_many_columns_as_the_longest_row_needs() -> None:
    rows = [row(place=2, block_table=(5, 3, 9, 11)), row(place=7, position=190, block_table=(1, 2, 4, 8, 16))]
    orders, tables = written(rows)
    assert orders.table_stride == table_stride(rows) == 4
    assert tables[8:10] == [5, 3]
    assert tables[28:32] == [1, 2, 4, 8]
    assert order_bytes(rows) <= most_order_bytes(LIMITS)
    assert order_bytes(rows) % 4 == 0


def test_no_address_outside_the_cache_is_written() -> None:
    limits = replace(LIMITS, reach=64)
    tables = memoryview(array("i", [-7] * (MAX_ROWS * limits.table_columns)))
    write_orders(abi.Launch(), tables, [row(position=150, block_table=(-1, 4, 9))], limits, wants_logits=False)
    assert tables.tolist()[:3] == [0, 4, 9]


def test_longest_context_fits_the_orders() -> None:
    blocks = -(-(CONFIG.context_tokens + 8) // BLOCK_TOKENS)
    longest = row(position=CONFIG.context_tokens, block_table=(0,) * blocks)
    check_rows([longest], LIMITS)
    assert order_bytes([longest]) == most_order_bytes(LIMITS)


def test_report_is_explained_in_words() -> None:
    geometry = Geometry.of(CONFIG, 12)
    lists = build_tasks(geometry)
    index, task = next((i, task) for i, task in enumerate(lists[5]) if task.kind == Kind.ATTEND and task.layer == 2)
    report = abi.Report(
        failed=1, sm=5, task=index, wait=abi.WAIT_COUNTER, counter=task.waits, value=11, wanted=12, step=3
    )
    assert explain(report, geometry, lists) == (
        f"In step 3, SM 5, task {index} (ATTEND of layer 2) waited too long for counter {task.waits} "
        "(PROJECTED of layer 2): it is 11, not 12."
    )


@pytest.mark.parametrize("wait", [*range(abi.WAIT_COUNTER, abi.WAIT_WORDS + 1), 77])
def test_every_report_has_an_explanation(wait: int) -> None:
    geometry = Geometry.of(CONFIG, 12)
    lists = build_tasks(geometry)
    counters = (gate(0, Gate.INPUT), gate(geometry.layers, Gate.INPUT), scored(geometry), search_rounds(geometry), 999)
    for counter in counters:
        report = abi.Report(sm=99, task=10**6, wait=wait, counter=counter)
        text = explain(report, geometry, lists)
        assert "SM 99" in text
        assert "{" not in text


def test_buffers_are_named_as_in_the_structure() -> None:
    names = {field[0] for field in abi.Model._fields_}
    shapes = buffer_shapes(Geometry.of(CONFIG, 132))
    assert set(shapes) <= names
    made_once = {"embedding", "final_norm", "head", "layers", "tasks", "turns", "cache", "cache_map"}
    others = {"slots", "task_stride", "forced", "forced_steps", "profile"}
    assert names == set(shapes) | made_once | others
    assert buffer_bytes(Geometry.of(CONFIG, 132)) >= sum(
        math.prod(shape) * kind.itemsize for shape, kind in shapes.values()
    )


def test_rotary_turns_are_those_of_the_torch_model() -> None:
    turns = rotary_turns(CONFIG)
    expected = Rope(CONFIG, torch.device("cpu")).frequencies.double() / (2 * math.pi)
    torch.testing.assert_close(turns, expected, rtol=1e-6, atol=0)


def test_layer_table_holds_the_addresses_of_the_weights_themselves() -> None:
    config = replace(CONFIG, layers=CONFIG.layers[:2], vocab_size=64, expert_ff=32, dense_ff=32)
    weights = random_weights(config, seed=1)
    table = layer_table(config, weights)
    dense, routed = weights.layers
    assert isinstance(routed.mlp, ExpertWeights)
    assert isinstance(routed.mlp.gate_up, torch.Tensor)
    assert (table[0].router, table[0].qkv) == (0, dense.qkv.data_ptr())
    assert (table[1].router, table[1].gate_up) == (routed.mlp.router.data_ptr(), routed.mlp.gate_up.data_ptr())
    assert [entry.window for entry in table] == [layer.window or 0 for layer in config.layers]
    assert [entry.rope for entry in table] == [int(layer.rope) for layer in config.layers]


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        (torch.zeros(4, 8), "torch.float32"),
        (torch.zeros(8, 4, dtype=torch.bfloat16).t(), "contiguous"),
        ((torch.zeros(4, 8, dtype=torch.bfloat16),), "a tuple"),
        (torch.zeros(100, dtype=torch.bfloat16)[1:], "multiples of 16 bytes"),
    ],
)
def test_weights_that_cannot_be_read_in_place_are_refused(weight: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        address(weight)


@pytest.mark.parametrize(
    ("argument", "variable", "nanoseconds"),
    [
        (2.0, None, 2_000_000_000),
        (0.5, "", 500_000_000),
        (0.0, None, 0),
        (None, None, 0),
        (2.0, "0", 0),
        (2.0, "60.5", 60_500_000_000),
        (None, "-1", 0),
    ],
)
def test_environment_decides_how_long_the_kernel_may_wait(
    argument: float | None, variable: str | None, nanoseconds: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if variable is not None:
        monkeypatch.setenv(DEADLINE_VARIABLE, variable)
    assert deadline_ns(argument) == nanoseconds
    load_settings(tmp_path)  # must not take the variable for a misspelt setting


@pytest.mark.parametrize("value", ["soon", "nan", "inf"])
def test_deadline_that_is_no_number_is_a_usage_error(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEADLINE_VARIABLE, value)
    with pytest.raises(UsageError, match=f"LOCALCODER_KERNEL_DEADLINE_S is '{value}'"):
        deadline_ns(2.0)


def test_deadline_that_is_no_number_is_refused_before_anything_is_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(DEADLINE_VARIABLE, "abc")
    with pytest.raises(UsageError, match="LOCALCODER_KERNEL_DEADLINE_S is 'abc'"):
        MegakernelBackend.load(tmp_path, CONFIG, total_blocks=1, device=torch.device("cuda", 0))
