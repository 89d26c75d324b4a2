"""What a launch is told: checked first, then written as the kernel reads it. Plain values, no GPU."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from localcoder.engine.backend import BLOCK_TOKENS, Chunk, LaunchRow
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.geometry import MAX_ROWS
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import LEAST_TEMPERATURE

GREEDY = SamplingParams(temperature=0.0)


class BadLaunch(ValueError):
    """Rows that the kernel must not be given; the message says which, and with which numbers."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a row may name."""

    max_rows: int
    total_blocks: int
    vocab: int
    context_tokens: int
    reach: int | None
    """Keys that the farthest-seeing layer reads, the token's own included; None for all."""

    @classmethod
    def of(cls, config: ModelConfig, *, total_blocks: int, max_rows: int) -> Limits:
        """Of a model and its cache."""
        windows = [layer.window for layer in config.layers]
        reach = None if None in windows else max(window for window in windows if window is not None)
        return cls(max_rows, total_blocks, config.vocab_size, config.context_tokens, reach)

    @property
    def table_columns(self) -> int:
        """Entries of the longest block table: one that holds the whole context and a launch's overhang."""
        return -(-(self.context_tokens + abi.LAUNCH_STEPS) // BLOCK_TOKENS)


def check_rows(rows: Sequence[LaunchRow], limits: Limits, previous: Collection[int] = ()) -> None:
    """Refuse what would read or write memory that is not the row's.

    Args:
        rows: of the launch.
        limits: of model and cache.
        previous: the places of the rows of the launch before.

    Raises:
        BadLaunch: says which row, and with which numbers.
    """
    if not rows:
        raise BadLaunch("A launch needs at least one row.")
    if len(rows) > limits.max_rows:
        raise BadLaunch(f"A launch has {len(rows)} rows, but at most {limits.max_rows} fit.")
    places: set[int] = set()
    for row in rows:
        if not 0 <= row.place < MAX_ROWS:
            raise BadLaunch(f"A row is in place {row.place}; places are 0 to {MAX_ROWS - 1}.")
        if row.place in places:
            raise BadLaunch(f"Two rows are in place {row.place}.")
        places.add(row.place)
        _check_row(row, limits, previous)


def _check_row(row: LaunchRow, limits: Limits, previous: Collection[int]) -> None:
    which = f"The row in place {row.place}"
    if row.token_id is None and row.place not in previous:
        raise BadLaunch(f"{which} continues, but was not in the launch before.")
    if row.token_id is not None and not 0 <= row.token_id < limits.vocab:
        raise BadLaunch(f"{which} has token {row.token_id}; the vocabulary has {limits.vocab}.")
    if row.position < 0:
        raise BadLaunch(f"{which} is at position {row.position}; the first is 0.")
    if not 1 <= row.steps <= abi.LAUNCH_STEPS:
        raise BadLaunch(f"{which} asks for {row.steps} steps; a launch has 1 to {abi.LAUNCH_STEPS}.")
    if len(row.stop_ids) > abi.MAX_STOP_IDS:
        raise BadLaunch(f"{which} has {len(row.stop_ids)} stop ids; at most {abi.MAX_STOP_IDS} fit.")
    end = row.position + row.steps
    if end > limits.context_tokens + abi.LAUNCH_STEPS:
        raise BadLaunch(f"{which} would reach {end} tokens; the model takes {limits.context_tokens}.")
    covered = len(row.block_table) * BLOCK_TOKENS
    if covered < end:
        raise BadLaunch(f"{which} needs room for {end} tokens, but its blocks hold {covered}.")
    _check_table(row, limits, which)


def _check_table(row: LaunchRow, limits: Limits, which: str) -> None:
    first = 0 if limits.reach is None else max(0, row.position + 1 - limits.reach) // BLOCK_TOKENS
    used = row.block_table[: _columns(row)]
    if min(used) >= 0 and max(used) < limits.total_blocks:
        return
    for index, block in enumerate(used):
        forgotten = index < first and block == -1
        if not (forgotten or 0 <= block < limits.total_blocks):
            raise BadLaunch(f"{which} names block {block} at {index}; the cache has {limits.total_blocks}.")


def rows_of_chunks(chunks: Sequence[Chunk]) -> list[LaunchRow]:
    """Rows that compute one token each; what they draw is of no interest.

    Raises:
        BadLaunch: a chunk is not of one token.
    """
    for chunk in chunks:
        if len(chunk.token_ids) != 1:
            raise BadLaunch(f"A decode row has {len(chunk.token_ids)} tokens; it must have one.")
    return [
        LaunchRow(place, chunk.token_ids[0], chunk.start, chunk.block_table, 1, GREEDY, 0)
        for place, chunk in enumerate(chunks)
    ]


def table_stride(rows: Sequence[LaunchRow]) -> int:
    """Columns of the launch's block tables: as many as its longest row needs."""
    return max(map(_columns, rows))


def order_bytes(rows: Sequence[LaunchRow]) -> int:
    """Bytes of a launch's orders, the block tables behind them."""
    return TABLES_OFFSET + MAX_ROWS * table_stride(rows) * 4


def most_order_bytes(limits: Limits) -> int:
    """Bytes of the largest orders."""
    return TABLES_OFFSET + MAX_ROWS * limits.table_columns * 4


TABLES_OFFSET = -(-ctypes.sizeof(abi.Launch) // 256) * 256
"""Of the block tables from the beginning of a launch's orders."""


def write_orders(
    orders: abi.Launch, tables: memoryview, rows: Sequence[LaunchRow], limits: Limits, *, wants_logits: bool
) -> None:
    """Fill in the steps, the rows and their block tables.

    Args:
        orders: to be written; where the rest of the memory lies is the caller's to fill in.
        tables: int32, from the first table on.
        rows: checked.
        limits: of model and cache.
        wants_logits: whether the rows' logits are written out.
    """
    stride = table_stride(rows)
    orders.steps = max(row.steps for row in rows)
    orders.table_stride = stride
    for place in range(MAX_ROWS):
        orders.rows[place].mode = abi.ROW_IDLE
    for row in rows:
        _write_row(orders.rows[row.place], row, limits, wants_logits)
        columns = _columns(row)
        blocks = row.block_table[:columns]
        if min(blocks) < 0:
            # No layer reads a block that is gone (-1), but no address may lie outside the cache either.
            blocks = tuple(max(block, 0) for block in blocks)
        begin = row.place * stride
        tables[begin : begin + columns] = array("i", blocks)


def _write_row(order: abi.Row, row: LaunchRow, limits: Limits, wants_logits: bool) -> None:
    sampling = row.sampling
    order.seed = row.seed & (2**64 - 1)
    order.mode = abi.ROW_CONTINUES if row.token_id is None else abi.ROW_NEW
    order.token = 0 if row.token_id is None else row.token_id
    order.position = row.position
    order.steps = row.steps
    order.temperature = max(sampling.temperature, LEAST_TEMPERATURE) if sampling.temperature else 0.0
    order.top_p = sampling.top_p
    order.min_p = sampling.min_p
    order.top_k = sampling.top_k if 0 < sampling.top_k < limits.vocab else 0
    order.wants_logits = wants_logits
    # A stop id outside the vocabulary is never drawn.
    stop_ids = [token for token in row.stop_ids if 0 <= token < limits.vocab]
    order.stop_count = len(stop_ids)
    order.stop_ids[: len(stop_ids)] = stop_ids


def _columns(row: LaunchRow) -> int:
    return -(-(row.position + row.steps) // BLOCK_TOKENS)
