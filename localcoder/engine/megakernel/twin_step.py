"""What the twin's tasks work on: the rows of a step, what an SM keeps to itself, and everything shared."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import MAX_ROWS, SLICE_COLUMNS, Geometry
from localcoder.engine.megakernel.twin_memory import Memory
from localcoder.engine.request import SamplingParams
from localcoder.engine.weights import ModelWeights

GREEDY = SamplingParams(temperature=0.0)


@dataclass(frozen=True, slots=True)
class TwinRow:
    """One row of a step: its newest token, not yet computed, and how the next one is drawn.

    `block_table` covers position + 1 tokens; entries that no layer's window reaches may be -1. Of `sampling`,
    `temperature`, `top_p`, `top_k` and `min_p` count.
    """

    token_id: int
    position: int
    block_table: tuple[int, ...]
    sampling: SamplingParams = GREEDY
    seed: int = 0

    def slots(self, begin: int, end: int) -> list[int]:
        """Where positions begin .. end lie in the cache."""
        return [self.block_table[at // BLOCK_TOKENS] * BLOCK_TOKENS + at % BLOCK_TOKENS for at in range(begin, end)]


@dataclass
class Sm:
    """What one SM keeps to itself between its tasks."""

    number: int
    slices: range = range(0)
    """Of the residual stream, which it alone reads and writes."""
    routed_layer: int = -1
    experts: dict[int, list[int]] = field(default_factory=dict)
    """Of each active row, the greatest logit first."""
    expert_weights: dict[int, list[float]] = field(default_factory=dict)
    distinct: list[int] = field(default_factory=list)
    """All rows' experts, ascending."""
    sums: torch.Tensor = field(default_factory=lambda: torch.zeros(MAX_ROWS, SLICE_COLUMNS))
    """The slice that OUTPUT began and DOWN continues, [8, 16]."""
    sums_of: tuple[int, int] = (-1, -1)
    """Its layer and slice."""
    tokens: dict[int, int] = field(default_factory=dict)
    """What SAMPLE drew for each active row."""


@dataclass(frozen=True)
class Step:
    """All that the tasks of one step work on."""

    config: ModelConfig
    geometry: Geometry
    weights: ModelWeights
    memory: Memory
    cache: torch.Tensor
    """[layers, 2, kv_heads, slots, 128]."""
    dtype: torch.dtype
    number: int
    """From 1."""
    rows: dict[int, TwinRow]
    """The active rows by their places."""
    cosines: torch.Tensor
    """float32 [8, 64]; 0 for idle rows."""
    sines: torch.Tensor
    forced: torch.Tensor | None
    """Experts to use in place of the router's, int [steps, layers, 8, top_k]."""

    @property
    def places(self) -> list[int]:
        """The active rows."""
        return list(self.rows)

    def version(self, layer: int) -> int:
        """Of what belongs to `layer` in this step; grows over both."""
        return self.number * (self.geometry.layers + 1) + layer

    def rounded(self, values: torch.Tensor) -> torch.Tensor:
        """`values` as the matrix inputs' type holds them, in float32."""
        return values.to(self.dtype).float()

    def all_rows(self, name: str, layer: int, *index: int | slice) -> torch.Tensor:
        """A buffer's rows as [8, ...], idle ones 0; `index` says what of each row."""
        values = self.memory.read(name, (self.places, *index), self.version(layer))
        return self.spread(values)

    def spread(self, values: torch.Tensor) -> torch.Tensor:
        """[active, ...] at the rows' places in [8, ...]."""
        out = torch.zeros(MAX_ROWS, *values.shape[1:], dtype=values.dtype)
        out[self.places] = values
        return out

    def write_stream(self, layer: int, columns: slice, x: torch.Tensor) -> None:
        """What `layer` (after the last one: the head) reads of whole slices, x [active, columns], in float32.

        For the SM that owns them x itself, for all SMs x times the norm's weights, and each slice's sum of squares.
        """
        last = layer == self.geometry.layers
        weight = self.weights.final_norm if last else self.weights.layers[layer].input_norm
        slices = slice(columns.start // SLICE_COLUMNS, columns.stop // SLICE_COLUMNS)
        squares = x.view(len(x), -1, SLICE_COLUMNS).square().sum(-1)
        version = self.version(layer)
        self.memory.write("x", (layer % 2, self.places, columns), x, version)
        self.memory.write("normed", (self.places, columns), x * weight[columns].float(), version)
        self.memory.write("squares", (self.places, slices), squares, version)

    def normed(self, layer: int) -> tuple[torch.Tensor, torch.Tensor]:
        """The residual stream times the norm's weights, [8, hidden]; and 1 / rms for the products, [8, 1]."""
        squares = self.all_rows("squares", layer).sum(-1, keepdim=True)
        return self.all_rows("normed", layer), torch.rsqrt(squares / self.geometry.hidden + self.config.norm_eps)
