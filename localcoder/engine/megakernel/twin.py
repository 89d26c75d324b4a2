"""The kernel's twin: executes the same task lists on the CPU, task by task, honouring the counters.

It shows that lists and counters compute the model, in whatever order the SMs come to run, and says what every buffer
of the kernel should hold.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import torch

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.buffers import rotary_turns
from localcoder.engine.megakernel.geometry import HEAD_DIM, MAX_ROWS, Geometry, why_not
from localcoder.engine.megakernel.schedule import Lists, ScheduleFault, interleave
from localcoder.engine.megakernel.tasks import build_tasks
from localcoder.engine.megakernel.twin_memory import Memory
from localcoder.engine.megakernel.twin_step import Sm, Step, TwinRow
from localcoder.engine.megakernel.twin_tasks import RUN
from localcoder.engine.weights import ModelWeights

__all__ = ["Twin", "TwinRow"]


class Twin:
    """A model on `geometry.sms` imagined SMs.

    Attributes:
        cache: keys and values, [layers, 2, kv_heads, slots, 128]; NaN until written. What lies before a row's newest
            token is put there by the caller or by earlier steps.
        buffers: see `Memory`. After a step they hold what the last task to write an element left there; idle rows are
            NaN.
        lists: the tasks of each SM, by default `build_tasks`'s.
        forced: experts to use in place of the router's choice, as `abi.Model.forced`: int [steps, layers, 8, top_k],
            the first step uses entry 1; None to let the router choose.
    """

    def __init__(
        self,
        config: ModelConfig,
        weights: ModelWeights,
        geometry: Geometry,
        *,
        total_blocks: int,
        dtype: torch.dtype = torch.float32,
        lists: Lists | None = None,
    ) -> None:
        """A twin whose cache has `total_blocks` blocks.

        Args:
            config: the model's; `why_not` must have nothing against it.
            weights: row-major on the CPU, bfloat16 values where `dtype` is bfloat16.
            geometry: of `config` on some number of SMs.
            total_blocks: size of the cache.
            dtype: of matrix inputs and the cache: bfloat16 rounds where the kernel does, float32 nowhere.
            lists: other task lists than `build_tasks`'s.
        """
        reason = why_not(config, geometry.sms)
        if reason is not None:
            raise ValueError(f"The kernel cannot serve this model: {reason}.")
        self.config = config
        self.geometry = geometry
        self.dtype = dtype
        self.forced: torch.Tensor | None = None
        self.lists = build_tasks(geometry) if lists is None else lists
        shape = (geometry.layers, 2, geometry.kv_heads, total_blocks * BLOCK_TOKENS, HEAD_DIM)
        self.cache = torch.full(shape, math.nan, dtype=dtype)
        self._weights = weights
        self._memory = Memory(geometry, dtype)
        self._frequencies = 2 * math.pi * rotary_turns(config)
        self._steps = 0

    @property
    def buffers(self) -> dict[str, torch.Tensor]:
        """The kernel's buffers by their names in `abi.Model`."""
        return self._memory.buffers

    def step(self, rows: Sequence[TwinRow | None], order: random.Random | None = None) -> list[int | None]:
        """Compute one step.

        Args:
            rows: at most 8; None is an idle place.
            order: chooses the SM that goes on next, with `choice`; None takes them in turn.

        Returns:
            The next token at each place, None where it is idle, FAILED_TOKEN where the logits are not finite.

        Raises:
            ScheduleFault: the lists deadlock or touch a buffer at the wrong time, or SMs drew different tokens.
        """
        assert len(rows) <= MAX_ROWS
        self._steps += 1
        self._memory.poison()
        step = self._prepare({place: row for place, row in enumerate(rows) if row is not None})
        sms = [Sm(number) for number in range(self.geometry.sms)]
        counters = self.buffers["counters"].tolist()
        with torch.inference_mode():
            for sm, _, task in interleave(self.lists, counters, self._steps, order):
                RUN[task.kind](step, sms[sm], task)
        self.buffers["counters"].copy_(torch.tensor(counters))
        if any(sm.tokens != sms[0].tokens for sm in sms):
            raise ScheduleFault("the SMs drew different tokens")
        return [sms[0].tokens.get(place) for place in range(len(rows))]

    def _prepare(self, rows: dict[int, TwinRow]) -> Step:
        positions = torch.zeros(MAX_ROWS, dtype=torch.float64)
        for place, row in rows.items():
            positions[place] = row.position
        angles = positions[:, None] * self._frequencies
        return Step(
            config=self.config,
            geometry=self.geometry,
            weights=self._weights,
            memory=self._memory,
            cache=self.cache,
            dtype=self.dtype,
            number=self._steps,
            rows=rows,
            cosines=angles.cos().float(),
            sines=angles.sin().float(),
            forced=self.forced,
        )
