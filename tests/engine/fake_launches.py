"""Launches for backends that have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk, Launch, LaunchRow
from localcoder.engine.request import SamplingParams
from localcoder.engine.sampling import Sampler, SamplingFailed


@dataclass
class _DeviceRow:
    """What the device knows of a place between launches."""

    token_id: int
    position: int
    stopped: bool = False


class FakeLaunch:
    """Tokens that were drawn when the launch was queued; read step by step."""

    def __init__(self, backend: LaunchesInOrder, rows: Sequence[LaunchRow]) -> None:
        self.backend = backend
        self.rows = rows
        self.tokens: list[list[int | None]] = []

    def steps(self) -> Iterator[list[int | None]]:
        assert self.backend.unread[0] is self, "launches are read in order, each once"
        for tokens in self.tokens:
            self.backend.between_steps()
            yield tokens
        self.backend.unread.pop(0)


class LaunchesInOrder:
    """Gives a backend without launches some, and checks what launches promise to each other.

    Everything is computed in the order in which it is queued, as on a device's stream, so it may as well be computed
    when it is queued. Like a device it goes on with a row until a stop id or the last step, whatever the host finds.
    """

    max_rows: int

    def __init__(self, *arguments: Any, launch_steps: int = 8, max_stop_ids: int = 4, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.launch_steps = launch_steps
        self.max_stop_ids = max_stop_ids
        self.unread: list[FakeLaunch] = []
        self.launched: list[Sequence[LaunchRow]] = []
        self.queued_behind: list[int] = []
        """For each launch, how many were unread when it was queued."""
        self.drawn = 0
        """Tokens of all launches, also those that the host has no use for."""
        self._places: dict[int, _DeviceRow] = {}

    def logits_of(self, row: Chunk) -> np.ndarray:
        """float32 [vocab_size] after a chunk of one token."""
        raise NotImplementedError

    def between_steps(self) -> None:
        """Called when the host waits for a step."""

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        assert not self.unread, "logits are asked for while launches are unread"
        self._places.clear()
        return super().decode(rows)  # type: ignore[misc]

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        assert not self.unread, "a sequence is preempted while launches are unread"
        return super().read_blocks(blocks)  # type: ignore[misc]

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
        logits = self.logits_of(chunk)
        params = SamplingParams(
            temperature=row.sampling.temperature,
            top_p=row.sampling.top_p,
            top_k=row.sampling.top_k,
            min_p=row.sampling.min_p,
            seed=row.seed,
        )
        sampler = Sampler(params, prompt_ids=(), vocab_size=len(logits), end_ids=())
        state.position += 1
        self.drawn += 1
        try:
            state.token_id = sampler.draw(logits, state.position).token_id
        except SamplingFailed:
            state.stopped = True
            return -2
        state.stopped = state.token_id in row.stop_ids
        return state.token_id
