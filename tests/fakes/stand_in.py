"""Stands in for the megakernel's backend where there is no Hopper GPU, to prove that the tests of it can pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk, LaunchRow
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import MAX_ROWS, Geometry
from localcoder.engine.megakernel.twin import Twin, TwinRow
from localcoder.engine.torch_model.paged import PagedCache
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.weights import ModelWeights

SMS = 12


class StandIn:
    """The twin with a backend's face; prefill is the torch code's over the twin's cache. CPU, bfloat16."""

    launch_steps = 8
    max_stop_ids = 16
    max_rows = MAX_ROWS
    device = torch.device("cpu")

    def __init__(self, config: ModelConfig, weights: ModelWeights, *, total_blocks: int) -> None:
        self.total_blocks = total_blocks
        self.geometry = Geometry.of(config, SMS)
        self._twin = Twin(config, weights, self.geometry, total_blocks=total_blocks, dtype=torch.bfloat16)
        self._model = PagedModel(config, weights, 1)
        self._model.cache = self.cache = PagedCache(config, 1, torch.bfloat16, torch.device("cpu"))
        self.cache.total_blocks = total_blocks
        self.cache.data = self._twin.cache.zero_()
        self._left: dict[int, tuple[int, int]] = {}

    @property
    def buffers(self) -> dict[str, torch.Tensor]:
        return self._twin.buffers

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        return self._model.forward(chunks)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        self._twin.step([TwinRow(row.token_ids[0], row.start, row.block_table) for row in rows])
        return self.buffers["logits"][: len(rows)].clone()

    def launch(self, rows: Sequence[LaunchRow]) -> _Launch:
        """Computed at once; an iterator over what came out is all that is left to read."""
        tokens: list[list[int | None]] = []
        state = {
            row.place: self._left[row.place] if row.token_id is None else (row.token_id, row.position) for row in rows
        }
        done: set[int] = set()
        for step in range(max(row.steps for row in rows)):
            twin_rows: list[TwinRow | None] = [None] * MAX_ROWS
            for row in rows:
                if row.place not in done and step < row.steps:
                    token, position = state[row.place]
                    table = row.block_table[: position // BLOCK_TOKENS + 1]
                    twin_rows[row.place] = TwinRow(token, position, table, row.sampling, row.seed)
            if not any(twin_rows):
                break
            drawn = self._twin.step(twin_rows)
            for row in rows:
                token = drawn[row.place]
                if token is not None:
                    state[row.place] = (token, state[row.place][1] + 1)
                    done |= {row.place} if token in row.stop_ids else set()
            tokens.append([drawn[row.place] for row in rows])
        self._left = state
        return _Launch(tokens)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        return self.cache.read_blocks(blocks)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        self.cache.write_blocks(blocks, saved)

    def free(self) -> None:
        self._left = {}


class _Launch:
    def __init__(self, tokens: list[list[int | None]]) -> None:
        self._tokens = tokens

    def steps(self) -> Iterator[list[int | None]]:
        return iter(self._tokens)
