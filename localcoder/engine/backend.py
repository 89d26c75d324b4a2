"""The protocol between the engine loop and the code that computes logits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from localcoder.engine.request import SamplingParams

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


@dataclass(frozen=True, slots=True)
class LaunchRow:
    """One sequence of a launch that draws several tokens on the device.

    A sequence keeps its `place` as long as it is in every launch. The first launch that it is in gives the newest
    token and its position; the following ones find them on the device, where the launch before left them.
    """

    place: int
    """0 .. max_rows - 1, unlike that of any other row of the launch."""
    token_id: int | None
    """The newest token, not yet computed; None where the launch before this one continues."""
    position: int
    """Of the newest token; where `token_id` is None, the highest that it can be."""
    block_table: tuple[int, ...]
    """Covers position + steps positions."""
    steps: int
    """The most tokens to draw, 1 .. launch_steps."""
    sampling: SamplingParams
    """`temperature`, `top_p`, `top_k`, `min_p` count here; rows that need more are decoded one step at a time."""
    seed: int
    """Of the row's random numbers, 64 bits."""
    stop_ids: tuple[int, ...] = ()
    """Tokens after which the row idles on the device, itself drawn; at most `max_stop_ids`."""


class Launch(Protocol):
    """Steps that the device is computing, or will."""

    def steps(self) -> Iterator[list[int | None]]:
        """Wait for each step's tokens in turn: one for each row, in the order of the rows given.

        None where the row was idle: it had ended on the device. A token below 0 means that the row's logits were not
        finite. Ends early when all rows are idle. Read a launch to its end before the one after it.

        Raises:
            EngineFailed: the device gave up.
        """
        ...


class Backend(Protocol):
    """Computes logits over a paged KV cache that it owns.

    Not thread-safe: the engine loop's thread is its only caller.
    """

    device: torch.device
    """Where it computes, and its logits lie."""

    total_blocks: int
    """Blocks in the KV cache."""

    max_rows: int
    """The most chunks that one `decode` call takes."""

    launch_steps: int
    """The most steps of one launch; 0 for a backend that has no launches."""

    max_stop_ids: int
    """The most stop ids of a launched row."""

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """Write the chunks' keys and values to their blocks.

        Returns the logits after each chunk's last token: float32 [len(chunks), vocab_size], on the backend's device.
        """
        ...

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        """One token for each of at most `max_rows` rows; returns float32 logits [len(rows), vocab_size]."""
        ...

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """A host copy of these blocks' keys and values, bit for bit, in a shape of the backend's own."""
        ...

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """Put what `read_blocks` returned into other blocks."""
        ...

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        """Queue up to `launch_steps` decode steps of these rows behind everything queued before, and return at once.

        Only where `launch_steps` is not 0. Prefill, and reading or writing blocks, are ordered behind it likewise.
        """
        ...

    def free(self) -> None:
        """Release weights and cache, once everything queued is done: launches may be unread. Unusable afterwards."""
        ...
