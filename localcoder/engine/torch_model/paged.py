"""The paged KV cache and attention over it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch
import torch.nn.functional as F

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.upload import upload


class PagedCache:
    """Keys and values of all layers, [layers, 2, kv_heads, slots, head_dim].

    Slot b * BLOCK_TOKENS + i is position i of block b. A run of consecutive blocks is thus one strided view for each
    head, and a sequence whose blocks happen to be consecutive (the usual case with few sequences) is read in place.
    Zero at first: a kernel that reads whole tiles multiplies what no token has written by zero.
    """

    def __init__(self, config: ModelConfig, total_blocks: int, dtype: torch.dtype, device: torch.device) -> None:
        self.total_blocks = total_blocks
        shape = (len(config.layers), 2, config.kv_heads, total_blocks * BLOCK_TOKENS, config.head_dim)
        self.data = torch.zeros(shape, dtype=dtype, device=device)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """A host copy, [layers, 2, kv_heads, len(blocks), BLOCK_TOKENS, head_dim]."""
        return self._by_block().index_select(3, self._indices(blocks)).cpu()

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """Put a host copy, of the shape that `read_blocks` returns, into `blocks`."""
        self._by_block().index_copy_(3, self._indices(blocks), saved.to(self.data.device))

    def _by_block(self) -> torch.Tensor:
        return self.data.view(*self.data.shape[:3], self.total_blocks, BLOCK_TOKENS, self.data.shape[-1])

    def _indices(self, blocks: Sequence[int]) -> torch.Tensor:
        return upload(torch.tensor(list(blocks), dtype=torch.long), self.data.device)


class _ChunkView:
    """What one chunk's queries may see in the layers of one window: the key slots, and how they are masked."""

    def __init__(self, chunk: Chunk, window: int | None, device: torch.device, *, flash: bool) -> None:
        tokens = len(chunk.token_ids)
        end = chunk.start + tokens
        first = 0 if window is None else max(0, chunk.start + 1 - window)
        self.slots = _slots(chunk.block_table, first, end, device)
        self.causal = tokens > 1 and first == chunk.start and (window is None or tokens <= window)
        self.window = window if window is not None and end - first > window else None
        self.mask: torch.Tensor | None = None
        if tokens > 1 and not self.causal and not flash:
            query = torch.arange(chunk.start, end, device=device)[:, None]
            key = torch.arange(first, end, device=device)[None]
            self.mask = key <= query
            if self.window is not None:
                self.mask &= key > query - self.window


class PagedAttention:
    """Attention of one step: writes the chunks' keys and values, then lets each chunk see its own sequence.

    Chunk by chunk, so a chunk's numbers do not depend on its neighbours in the batch.
    """

    def __init__(self, config: ModelConfig, cache: PagedCache, chunks: Sequence[Chunk]) -> None:
        device = cache.data.device
        self._cache = cache.data
        self._windows = [layer.window for layer in config.layers]
        self._kv_heads = config.kv_heads
        self._lengths = [len(chunk.token_ids) for chunk in chunks]
        self._flash = can_flash(cache.data)
        self._views = {
            window: [_ChunkView(chunk, window, device, flash=self._flash) for chunk in chunks]
            for window in set(self._windows)
        }
        ends = [chunk.start + len(chunk.token_ids) for chunk in chunks]
        written = [_slots(chunk.block_table, chunk.start, end, device) for chunk, end in zip(chunks, ends, strict=True)]
        self._written = list(zip(written, _bounds(self._lengths), strict=True))

    def __call__(self, layer: int, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        """See `localcoder.engine.torch_model.model.Attend`."""
        cached_keys, cached_values = self._cache[layer].unbind()
        for slots, (begin, end) in self._written:
            cached_keys[:, slots] = keys[begin:end].transpose(0, 1)
            cached_values[:, slots] = values[begin:end].transpose(0, 1)
        parts = [
            self._attend(part, cached_keys[:, view.slots], cached_values[:, view.slots], view)
            for part, view in zip(torch.split(queries, self._lengths), self._views[self._windows[layer]], strict=True)
        ]
        return parts[0] if len(parts) == 1 else torch.cat(parts)

    def _attend(
        self, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, view: _ChunkView
    ) -> torch.Tensor:
        """queries [tokens, query_heads, head_dim], keys and values [kv_heads, seen, head_dim]."""
        if len(queries) == 1:
            # The query heads of one key head stand in for query positions: the keys are read once for all of them.
            grouped = queries.view(1, self._kv_heads, -1, queries.shape[-1])
            return F.scaled_dot_product_attention(grouped, keys[None], values[None]).flatten(1)
        if self._flash:
            return flash_attention(queries, keys, values, view.window)
        out = F.scaled_dot_product_attention(
            queries.transpose(0, 1)[None],
            keys[None],
            values[None],
            attn_mask=view.mask,
            is_causal=view.causal,
            enable_gqa=True,
        )
        return out[0].transpose(0, 1).flatten(1)


def can_flash(cache: torch.Tensor) -> bool:
    """Whether `flash_attention` runs on a cache [..., head_dim] of this type on this device."""
    head_dim = cache.shape[-1]
    return (
        cache.is_cuda
        and cache.dtype in (torch.bfloat16, torch.float16)
        and head_dim % 8 == 0
        and head_dim <= 256
        and torch.backends.cuda.is_flash_attention_available()
        and torch.cuda.get_device_capability(cache.device) >= (8, 0)
    )


def flash_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, window: int | None
) -> torch.Tensor:
    """Causal attention of the last tokens of a sequence to all of it, without a mask in memory.

    queries [tokens, query_heads, head_dim], keys and values [kv_heads, seen, head_dim] -> [tokens, query_size]. The
    last query is the last key's token; each sees `window` keys counting its own. PyTorch's public functions reach this
    kernel without a window only: with one, or with a mask, they write the scores of all heads to memory.
    """
    out: torch.Tensor = torch.ops.aten._flash_attention_forward(
        queries[None],
        keys.transpose(0, 1)[None],
        values.transpose(0, 1)[None],
        None,
        None,
        len(queries),
        keys.shape[1],
        0.0,
        True,
        False,
        window_size_left=-1 if window is None else window - 1,
        window_size_right=0,
    )[0]
    return out[0].flatten(1)


def _bounds(lengths: Sequence[int]) -> list[tuple[int, int]]:
    bounds, begin = [], 0
    for length in lengths:
        bounds.append((begin, begin + length))
        begin += length
    return bounds


def _slots(table: Sequence[int], begin: int, end: int, device: torch.device) -> slice | torch.Tensor:
    """The slots of positions begin..end: a slice where their blocks are consecutive, else [end - begin] indices."""
    first_block = begin // BLOCK_TOKENS
    blocks = table[first_block : (end - 1) // BLOCK_TOKENS + 1]
    offset = begin - first_block * BLOCK_TOKENS
    if all(after == before + 1 for before, after in pairwise(blocks)):
        slot = blocks[0] * BLOCK_TOKENS + offset
        return slice(slot, slot + end - begin)
    starts = upload(torch.tensor(blocks, dtype=torch.long), device)[:, None] * BLOCK_TOKENS
    slots = (starts + torch.arange(BLOCK_TOKENS, device=device)).flatten()
    return slots[offset : offset + end - begin]
