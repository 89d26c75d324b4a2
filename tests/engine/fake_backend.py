"""A backend without a model, whose logits depend on every token that a sequence's blocks hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk, Launch, LaunchRow
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import Sampler, SamplingFailed


class FakeBackend:
    """Stores token ids where a real backend stores keys and values.

    The logits of a position are random numbers seeded by a hash of all the tokens that the block table gives for the
    positions up to it. So a wrong block table, a stale or overwritten block, and a token that was never computed all
    change the outcome.
    """

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


@dataclass
class _DeviceRow:
    """What the device knows of a place between launches."""

    token_id: int
    position: int
    stopped: bool = False


class FakeLaunch:
    """Tokens that were drawn when the launch was queued; read step by step."""

    def __init__(self, backend: FakeLaunchingBackend, rows: Sequence[LaunchRow]) -> None:
        self.backend = backend
        self.rows = rows
        self.tokens: list[list[int | None]] = []

    def steps(self) -> Iterator[list[int | None]]:
        assert self.backend.unread[0] is self, "launches are read in order, each once"
        for tokens in self.tokens:
            self.backend.between_steps()
            yield tokens
        self.backend.unread.pop(0)


class FakeLaunchingBackend(FakeBackend):
    """A FakeBackend that draws several tokens a launch, and checks what launches promise to each other.

    Everything is computed in the order in which it is queued, as on a device's stream, so it may as well be computed
    when it is queued. Like a device it goes on with a row until a stop id or the last step, whatever the host finds.
    """

    def __init__(self, *, launch_steps: int = 8, max_stop_ids: int = 4, **options: int) -> None:
        super().__init__(**options)
        self.launch_steps = launch_steps
        self.max_stop_ids = max_stop_ids
        self.unread: list[FakeLaunch] = []
        self.launched: list[Sequence[LaunchRow]] = []
        self.queued_behind: list[int] = []
        """For each launch, how many were unread when it was queued."""
        self.drawn = 0
        """Tokens of all launches, also those that the host has no use for."""
        self._places: dict[int, _DeviceRow] = {}

    def between_steps(self) -> None:
        """Called when the host waits for a step."""

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        assert not self.unread, "logits are asked for while launches are unread"
        self._places.clear()
        return super().decode(rows)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        assert not self.unread, "a sequence is preempted while launches are unread"
        return super().read_blocks(blocks)

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        self.queued_behind.append(len(self.unread))
        assert len(self.unread) < 2, "three launches are unread"
        assert 1 <= len(rows) <= self.max_rows
        assert len({row.place for row in rows}) == len(rows), "two rows at one place"
        self.launched.append(rows)
        states = {row.place: self._start(row) for row in rows}
        self._places = states
        launch = FakeLaunch(self, rows)
        for step in range(self.launch_steps):
            tokens = [self._step(row, states[row.place]) if step < row.steps else None for row in rows]
            if all(token is None for token in tokens):
                break
            launch.tokens.append(tokens)
        self.unread.append(launch)
        return launch

    def _start(self, row: LaunchRow) -> _DeviceRow:
        assert 0 <= row.place < self.max_rows
        assert 1 <= row.steps <= self.launch_steps
        assert row.position + row.steps <= len(row.block_table) * BLOCK_TOKENS, "the block table is too short"
        assert len(row.stop_ids) <= self.max_stop_ids
        params = row.sampling
        assert not (params.presence_penalty or params.frequency_penalty or params.logit_bias)
        assert params.repetition_penalty == 1 and params.logprobs is None
        if row.token_id is not None:
            return _DeviceRow(row.token_id, row.position)
        assert self.unread, "the launch before this one was read, so its tokens are known"
        state = self._places[row.place]
        before = next(other for other in self.launched[-2] if other.place == row.place)
        assert (before.seed, before.block_table[0]) == (row.seed, row.block_table[0]), "another sequence's place"
        assert state.position == row.position or (state.stopped and state.position < row.position)
        return state

    def _step(self, row: LaunchRow, state: _DeviceRow) -> int | None:
        if state.stopped:
            return None
        chunk = Chunk((state.token_id,), state.position, tuple(row.block_table))
        logits = self._compute([chunk])[0].numpy()
        params = SamplingParams(
            temperature=row.sampling.temperature,
            top_p=row.sampling.top_p,
            top_k=row.sampling.top_k,
            min_p=row.sampling.min_p,
            seed=row.seed,
        )
        sampler = Sampler(params, prompt_ids=(), vocab_size=self.vocab_size, end_ids=())
        state.position += 1
        self.drawn += 1
        try:
            state.token_id = sampler.draw(logits, state.position).token_id
        except SamplingFailed:
            state.stopped = True
            return -2
        state.stopped = state.token_id in row.stop_ids
        return state.token_id


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
