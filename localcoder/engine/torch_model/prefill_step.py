"""What a prefill step's kernels read besides the model: one upload for all chunks, made once for all layers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.upload import upload

TILE_QUERIES = 128
"""Consecutive tokens of a chunk whose attention one block of the kernel computes."""

_Ints = np.ndarray[tuple[int, ...], np.dtype[np.int32]]


@dataclass(frozen=True, slots=True)
class PrefillStep:
    """int32 tensors; the tokens of all chunks lie one after another."""

    token_ids: torch.Tensor
    """[tokens]."""
    positions: torch.Tensor
    """[tokens], each in its own sequence."""
    slots: torch.Tensor
    """[tokens], where the cache holds each token's keys and values."""
    last: torch.Tensor
    """[chunks], the index of each chunk's last token."""
    tiles: torch.Tensor
    """[tiles, 4]: up to `TILE_QUERIES` tokens of one chunk; the first one's index, how many they are, the first one's
    position, and where the chunk's blocks begin in `tables`. Those with the most keys come first: they take longest."""
    tables: torch.Tensor
    """All chunks' block tables, one after another; -1 where no layer can see a block any more."""

    @classmethod
    def of(cls, chunks: Sequence[Chunk], device: torch.device) -> PrefillStep:
        """The step that computes `chunks`."""
        parts = step_numbers(chunks)
        sizes = [part.size for part in parts]
        whole = upload(torch.from_numpy(np.concatenate([part.ravel() for part in parts])), device)
        token_ids, positions, slots, last, tiles, tables = torch.split(whole, sizes)
        return cls(token_ids, positions, slots, last, tiles.view(-1, 4), tables)


def step_numbers(chunks: Sequence[Chunk]) -> list[_Ints]:
    """The step's tensors on the host, in the order of `PrefillStep`'s fields."""
    token_ids, positions, slots, tables = [], [], [], []
    last: list[int] = []
    tiles: list[tuple[int, int, int, int]] = []
    row = table_start = 0
    for chunk in chunks:
        tokens = len(chunk.token_ids)
        position = np.arange(chunk.start, chunk.start + tokens, dtype=np.int32)
        table = np.array(chunk.block_table, dtype=np.int32)
        token_ids.append(np.array(chunk.token_ids, dtype=np.int32))
        positions.append(position)
        slots.append(table[position // BLOCK_TOKENS] * BLOCK_TOKENS + position % BLOCK_TOKENS)
        tables.append(table)
        tiles.extend(
            (row + first, min(TILE_QUERIES, tokens - first), chunk.start + first, table_start)
            for first in range(0, tokens, TILE_QUERIES)
        )
        row += tokens
        table_start += len(table)
        last.append(row - 1)
    tiles.sort(key=lambda tile: tile[2], reverse=True)
    return [
        *(np.concatenate(parts) for parts in (token_ids, positions, slots)),
        np.array(last, dtype=np.int32),
        np.array(tiles, dtype=np.int32),
        np.concatenate(tables),
    ]
