"""The protocol between the engine loop and the code that computes logits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import torch

BLOCK_TOKENS = 64
"""Tokens in one KV block, for every backend (`docs/how-it-works.md`)."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of consecutive tokens of one sequence to compute in one step.

    A decode row is a chunk of one token. `start` is the position of the first token; the keys and values of
    positions below it already lie in the blocks of `block_table`, whose entry i holds positions
    [i * BLOCK_TOKENS, (i + 1) * BLOCK_TOKENS). `block_table` covers start + len(token_ids) positions. Entries that a
    model's layers can no longer reach (all layers sliding) may be -1.
    """

    token_ids: tuple[int, ...]
    start: int
    block_table: tuple[int, ...]


class Backend(Protocol):
    """Computes logits over a paged KV cache that it owns.

    Not thread-safe: the engine loop's thread is its only caller.
    """

    total_blocks: int
    """Blocks in the KV cache."""

    max_rows: int
    """The most chunks that one `decode` call takes."""

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """Write the chunks' keys and values to their blocks.

        Returns the logits after each chunk's last token: float32 [len(chunks), vocab_size], on the backend's device.
        """
        ...

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        """One token for each of at most `max_rows` rows; returns float32 logits [len(rows), vocab_size]."""
        ...

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """A host copy of these blocks' keys and values, bit for bit, for preemption."""
        ...

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """Put what `read_blocks` returned into other blocks."""
        ...

    def free(self) -> None:
        """Release weights and cache. The backend is unusable afterwards."""
        ...
