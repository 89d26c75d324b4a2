"""What the kernel is compiled for: a model's sizes and a device's."""

from __future__ import annotations

from dataclasses import dataclass

from localcoder.engine.config import ModelConfig

MAX_ROWS = 8
"""Sequences of one launch: the token side of the matrix instruction."""
UNIT_ROWS = 8
"""Weight rows of one unit of work: the other side of it."""
SLICE_COLUMNS = 16
"""Columns of the residual stream that one SM owns from attention output to the layer's end: two units."""
CONSUMER_WARPS = 8
AUXILIARY_WARPS = 4
"""Producer, watcher and publisher, one thread each, and the combiner."""
GROUP_TOKENS = 16
"""Cached tokens that one matrix tile covers; attention is split in whole groups."""
MIN_PART_GROUPS = 2
MAX_PARTS = 64
COMBINE_QUARTERS = 4
"""A head's output is combined by four tasks, 32 dimensions each."""
SLOT_BYTES = 17 * 1024
"""16 KB and the skew of odd slots, rounded to the alignment of a swizzled tile."""
HEAD_DIM = 128
MAX_HIDDEN = 2048
"""Gate and up rows take turns in slots of at least four rows."""
MAX_COLUMNS = 4096
"""Of any other matrix: two units of 8 rows have to fit the ring at a time, with slots left to run ahead."""
MAX_LAYERS = 51
"""Whose addresses fit beside the ring in shared memory."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A model on a number of SMs. Sizes count values, not bytes."""

    hidden: int
    layers: int
    query_heads: int
    kv_heads: int
    experts: int
    """0 where no layer routes."""
    top_k: int
    expert_ff: int
    dense_ff: int
    """0 where no layer is dense."""
    vocab: int
    moe: tuple[bool, ...]
    windows: tuple[int | None, ...]
    rope: tuple[bool, ...]
    sms: int

    @classmethod
    def of(cls, config: ModelConfig, sms: int) -> Geometry:
        """The geometry of a model that `why_not` has nothing against."""
        return cls(
            hidden=config.hidden_size,
            layers=len(config.layers),
            query_heads=config.query_heads,
            kv_heads=config.kv_heads,
            experts=config.experts,
            top_k=config.experts_per_token,
            expert_ff=config.expert_ff,
            dense_ff=config.dense_ff,
            vocab=config.vocab_size,
            moe=tuple(layer.moe for layer in config.layers),
            windows=tuple(layer.window for layer in config.layers),
            rope=tuple(layer.rope for layer in config.layers),
            sms=sms,
        )

    @property
    def group_heads(self) -> int:
        """Query heads that share a key head."""
        return self.query_heads // self.kv_heads

    @property
    def query_size(self) -> int:
        """Width of all query heads together."""
        return self.query_heads * HEAD_DIM

    @property
    def kv_size(self) -> int:
        """Width of all key heads (or value heads) together."""
        return self.kv_heads * HEAD_DIM

    @property
    def qkv_rows(self) -> int:
        """Rows of the fused projection; the router's rows follow them."""
        return self.query_size + 2 * self.kv_size

    @property
    def slices(self) -> int:
        """Slices of the residual stream."""
        return self.hidden // SLICE_COLUMNS

    @property
    def parts(self) -> int:
        """Most parts that a row's attention over one key head is split into: one for each SM."""
        return min(MAX_PARTS, self.sms // self.kv_heads)

    @property
    def combine_items(self) -> int:
        """Quarters of all heads' outputs."""
        return self.query_heads * COMBINE_QUARTERS

    def qkv_units(self, layer: int) -> int:
        """Units of the fused projection and, behind them, of the router."""
        return (self.qkv_rows + (self.experts if self.moe[layer] else 0)) // UNIT_ROWS

    @property
    def first_router_unit(self) -> int:
        """The unit of `qkv_units` with which the router's begin."""
        return self.qkv_rows // UNIT_ROWS

    @staticmethod
    def up_units(ff: int) -> int:
        """Units of one gated MLP of width `ff`: four gate rows and the four up rows beside them."""
        return ff // (UNIT_ROWS // 2)


def part_of(old_tokens: int, window: int | None, parts: int) -> tuple[int, int, int, int]:
    """How one row's attention over its cached tokens is split, from its own length alone.

    Args:
        old_tokens: tokens before the one that is computed, which is not among them.
        window: keys that a token sees, itself included; None for all.
        parts: `Geometry.parts`.

    Returns:
        The first visible token, the first group, the end group, and the groups of each part; part i covers groups
        [first + i * size, min(end, first + (i + 1) * size)).
    """
    visible = 0 if window is None else max(0, old_tokens + 1 - window)
    first, end = visible // GROUP_TOKENS, -(-old_tokens // GROUP_TOKENS)
    if visible >= old_tokens:
        return visible, first, first, MIN_PART_GROUPS
    return visible, first, end, max(MIN_PART_GROUPS, -(-(end - first) // parts))


def why_not(config: ModelConfig, sms: int) -> str | None:
    """Why the kernel cannot serve this model on a device with `sms` SMs, or None if it can."""
    moe = [layer.moe for layer in config.layers]
    requirements = (
        (config.parallel_block, "attention and MLP follow each other in its layers"),
        (config.norm == "rms", "its norm is LayerNorm"),
        (not config.qk_norm, "it normalises queries and keys"),
        (config.rope_interleaved, "its rotary pairs are not interleaved"),
        (config.rope_scaling is None, "its rotary frequencies are scaled"),
        (config.shared_experts == 0, "it has shared experts"),
        (config.head_dim == HEAD_DIM, f"its head_dim is {config.head_dim}, not {HEAD_DIM}"),
        (config.query_heads // config.kv_heads == 8, "its key heads are not shared by 8 query heads each"),
        (config.kv_heads <= sms, "it has more key heads than the GPU has SMs"),
        (
            config.query_size + 2 * config.kv_size >= UNIT_ROWS * sms,
            f"its projections are too narrow for the GPU's {sms} SMs",
        ),
        (config.hidden_size % 512 == 0, f"its hidden size {config.hidden_size} is not a multiple of 512"),
        (config.hidden_size <= MAX_HIDDEN, f"its hidden size {config.hidden_size} is over {MAX_HIDDEN}"),
        (config.query_size <= MAX_COLUMNS, f"its query heads are {config.query_size} wide, over {MAX_COLUMNS}"),
        (
            not any(moe) or config.expert_ff <= MAX_COLUMNS,
            f"its experts are {config.expert_ff} wide, over {MAX_COLUMNS}",
        ),
        (
            all(moe) or config.dense_ff <= MAX_COLUMNS,
            f"its dense layers are {config.dense_ff} wide, over {MAX_COLUMNS}",
        ),
        (config.vocab_size % UNIT_ROWS == 0, f"its vocabulary {config.vocab_size} is not a multiple of {UNIT_ROWS}"),
        (not any(moe) or config.experts <= 128, f"it has {config.experts} experts, more than 128"),
        (not any(moe) or config.experts % UNIT_ROWS == 0, f"its {config.experts} experts are not a multiple of 8"),
        (not any(moe) or config.experts_per_token <= 8, f"a token uses {config.experts_per_token} experts, over 8"),
        (not any(moe) or config.expert_ff % 32 == 0, f"its experts' width {config.expert_ff} is not a multiple of 32"),
        (all(moe) or config.dense_ff % 32 == 0, f"its dense width {config.dense_ff} is not a multiple of 32"),
        (not any(moe) or config.router != "top_of_softmax", "its router takes the softmax before the choice"),
        (len(config.layers) <= MAX_LAYERS, f"it has {len(config.layers)} layers, more than {MAX_LAYERS}"),
    )
    return next((why for holds, why in requirements if not holds), None)
