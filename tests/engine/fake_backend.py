"""A backend without a model, whose logits depend on every token that a sequence's blocks hold."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk, Launch, LaunchRow
from tests.engine.fake_launches import LaunchesInOrder


class FakeBackend:
    """Stores token ids where a real backend stores keys and values.

    The logits of a position are random numbers seeded by a hash of all the tokens that the block table gives for the
    positions up to it. So a wrong block table, a stale or overwritten block, and a token that was never computed all
    change the outcome.
    """

    device = torch.device("cpu")
    launch_steps = 0
    max_stop_ids = 0

    def __init__(self, *, vocab_size: int = 400, total_blocks: int = 64, max_rows: int = 8) -> None:
        self.vocab_size = vocab_size
        self.total_blocks = total_blocks
        self.max_rows = max_rows
        self.slots = np.full((total_blocks, BLOCK_TOKENS), -1, np.int64)
        self.freed = False
        self.prefill_sizes: list[int] = []
        self.decode_sizes: list[int] = []

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        self.prefill_sizes.append(sum(len(chunk.token_ids) for chunk in chunks))
        return self._compute(chunks)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        assert len(rows) <= self.max_rows
        assert all(len(row.token_ids) == 1 for row in rows)
        self.decode_sizes.append(len(rows))
        return self._compute(rows)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        return torch.from_numpy(self.slots[list(blocks)].copy())

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        self.slots[list(blocks)] = saved.numpy()

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        raise AssertionError("this backend has no launches")

    def free(self) -> None:
        self.freed = True

    def context(self, chunk: Chunk) -> list[int]:
        """The tokens that a chunk's last token attends to, as the blocks hold them."""
        tokens = self.slots[list(chunk.block_table)].reshape(-1)
        return [int(token) for token in tokens[: chunk.start + len(chunk.token_ids)]]

    def logits_after(self, tokens: Sequence[int]) -> np.ndarray:
        """float32 [vocab_size] for the token after these."""
        digest = hashlib.blake2b(np.array(tokens, np.int64).tobytes(), digest_size=8).digest()
        generator = np.random.Generator(np.random.SFC64(int.from_bytes(digest, "little")))
        return 3 * generator.standard_normal(self.vocab_size, np.float32)

    def _compute(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        for chunk in chunks:
            assert chunk.start + len(chunk.token_ids) <= len(chunk.block_table) * BLOCK_TOKENS
            for offset, token in enumerate(chunk.token_ids):
                block, slot = divmod(chunk.start + offset, BLOCK_TOKENS)
                self.slots[chunk.block_table[block], slot] = token
        return torch.from_numpy(np.stack([self.logits_after(self.context(chunk)) for chunk in chunks]))


class FakeLaunchingBackend(LaunchesInOrder, FakeBackend):
    """A FakeBackend with launches."""

    def logits_of(self, row: Chunk) -> np.ndarray:
        return self._compute([row])[0].numpy()


class ScriptedBackend(FakeBackend):
    """Greedy decoding gives the scripted tokens, one after the other behind any prompt of `prompt_tokens`."""

    def __init__(self, script: Sequence[int], *, prompt_tokens: int, **options: int) -> None:
        super().__init__(**options)
        self.script = list(script)
        self.prompt_tokens = prompt_tokens

    def logits_after(self, tokens: Sequence[int]) -> np.ndarray:
        logits = np.zeros(self.vocab_size, np.float32)
        logits[self.script[len(tokens) - self.prompt_tokens]] = 10
        return logits
