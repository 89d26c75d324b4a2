"""Compares what two executions of the same tasks left in their buffers, buffer by buffer.

Both round at the same places, so that they differ only where fp32 sums in another order fall on the other side of a
bfloat16 boundary. One such flip changes a value by 2^-8 of itself, and what is summed from many of them by less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import GROUP_TOKENS, HEAD_DIM, Geometry, part_of
from localcoder.engine.megakernel.twin_tasks import SCORE_SCALE
from tests.fakes.decoding import Row, slots

FLIP = 2.0**-8
"""bfloat16's distance from a value to the next, at most, as a share of the value."""
VALUE_FLIPS = 8.0
"""How many flips of its size a value may be off by, after one layer."""
SCORE_FLIPS = 2.0
"""The same of a score, whose size counts 128 errors at once: sums in another order were seen to make 0.4 of one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far one buffer's meaningful values are from the other's."""

    name: str
    greatest: float
    """The greatest difference of one value, as a share of its size: see `difference`."""
    relative: float
    """Norm of the difference over the norm, or over that of the sizes where they are given."""
    index: tuple[int, ...]
    """In the buffer, of the value that differs most."""
    found: float
    wanted: float
    allowed_greatest: float
    allowed_relative: float

    @property
    def holds(self) -> bool:
        """Whether rounding explains it; NaN never does."""
        return self.greatest <= self.allowed_greatest and self.relative <= self.allowed_relative

    def __str__(self) -> str:
        index = ", ".join(map(str, self.index))
        return (
            f"{self.name}[{index}] is {self.found:.6g}, not {self.wanted:.6g}: off by {self.greatest:.2e} of its size "
            f"(allowed {self.allowed_greatest:.1e}), the buffer by {self.relative:.2e} ({self.allowed_relative:.1e})"
        )


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer as a step leaves it: its shape, and which of its values mean anything."""

    name: str
    shape: tuple[int, ...]
    used: Callable[[torch.Tensor], torch.Tensor]
    """Gives True at the values that count, from a False tensor of `shape`."""


def step_buffers(config: ModelConfig, geometry: Geometry, rows: Sequence[Row]) -> list[Buffer]:
    """The buffers as one step of `rows` at places 0, 1, ... leaves them, the last layer's values; see `abi.Model`.

    `x` holds the last layer's input and what the head reads of it: of that, `normed` and `squares` are made.
    """
    count, last = len(rows), config.layers[-1]
    group = geometry.group_heads

    def row_first(mask: torch.Tensor) -> torch.Tensor:
        mask[:count] = True
        return mask

    def row_second(mask: torch.Tensor) -> torch.Tensor:
        mask[:, :count] = True
        return mask

    def existing_parts(mask: torch.Tensor) -> torch.Tensor:
        for place, row in enumerate(rows):
            _, first, end, size = part_of(row.position, last.window, geometry.parts)
            mask[place, :, : -(-(end - first) // size)] = True
        return mask

    parts = (8, geometry.kv_heads, geometry.parts, group)
    activated = (8, geometry.top_k, geometry.expert_ff) if last.moe else (8, geometry.dense_ff)
    buffers = [
        Buffer("x", (2, 8, geometry.hidden), row_second),
        Buffer("normed", (8, geometry.hidden), row_first),
        Buffer("squares", (8, geometry.slices), row_first),
        Buffer("q", (8, geometry.query_size), row_first),
        Buffer("new_kv", (2, 8, geometry.kv_size), row_second),
        Buffer("part_out", (*parts, HEAD_DIM), existing_parts),
        Buffer("part_stats", (*parts, 2), existing_parts),
        Buffer("attended", (8, geometry.query_size), row_first),
        Buffer("activated", activated, row_first),
        Buffer("logits", (8, geometry.vocab), row_first),
    ]
    if last.moe:
        buffers.insert(3, Buffer("router_logits", (8, geometry.experts), row_first))
    return buffers


def compare_buffers(
    config: ModelConfig,
    geometry: Geometry,
    rows: Sequence[Row],
    found: Mapping[str, torch.Tensor],
    wanted: Mapping[str, torch.Tensor],
) -> list[Difference]:
    """One Difference for each buffer of the last layer; buffers may be larger or flat.

    A part's sums are compared divided by the sum of its weights, and that sum by its logarithm: which score they were
    taken relative to is free. Where a buffer has a view `dense_...` for dense layers, that one is meant.
    """
    layers = len(config.layers)
    found, wanted = _normalised(found), _normalised(wanted)
    out = []
    for buffer in step_buffers(config, geometry, rows):
        mask = buffer.used(torch.zeros(buffer.shape, dtype=torch.bool))
        ours, theirs = (_shaped(_held(side, buffer.name, config), buffer) for side in (found, wanted))
        if buffer.name == "part_stats":
            sizes = score_sizes(config, geometry, rows, wanted["q"])
            out.append(difference(buffer.name, ours, theirs, mask, layers, flips=SCORE_FLIPS, sizes=sizes))
        else:
            out.append(difference(buffer.name, ours, theirs, mask, layers))
    return out


def score_sizes(config: ModelConfig, geometry: Geometry, rows: Sequence[Row], queries: torch.Tensor) -> torch.Tensor:
    """What one flip in every query value makes of each part's scores, per flip; [8, kv_heads, parts, group_heads, 1].

    A score is the scaled sum of 128 products q_i * k_i that may cancel, so its own value says nothing about its error.
    Both sides read the same keys, and q_i is off by a share of its size as `difference` takes it, |q_i| + rms(q). Those
    errors have any sign: the root of the sum of their squares, each times k_i squared, is the score's. The logarithm of
    a sum of 2^score moves by a mean of the errors of its scores, thus by no more than the greatest of them.
    """
    sizes = torch.zeros(8, geometry.kv_heads, geometry.parts, geometry.group_heads, 1, dtype=torch.float64)
    heads = queries[: len(rows)].detach().cpu().double().view(-1, geometry.kv_heads, geometry.group_heads, HEAD_DIM)
    for place, row in enumerate(rows):
        visible, first, end, size = part_of(row.position, config.layers[-1].window, geometry.parts)
        keys = row.past[len(config.layers) - 1][0].cpu().double()
        sources = heads[place].abs() + heads[place].square().mean(-1, keepdim=True).sqrt()
        # [kv_heads, group_heads, position]
        errors = (sources.square() @ keys.square().transpose(1, 2)).sqrt() * SCORE_SCALE
        for part, begin in enumerate(range(first, end, size)):
            tokens = slice(max(visible, begin * GROUP_TOKENS), min(begin + size, end) * GROUP_TOKENS)
            sizes[place, :, part] = errors[:, :, tokens].amax(-1, keepdim=True)
    return sizes


def compare_caches(rows: Sequence[Row], found: torch.Tensor, wanted: torch.Tensor) -> list[Difference]:
    """The new tokens' keys and values of all layers in two caches [layers, 2, kv_heads, slots, head_dim]."""
    where = torch.stack([slots(row.table, row.position + 1)[-1] for row in rows])
    ours, theirs = (cache[:, :, :, where.to(cache.device)].cpu().double() for cache in (found, wanted))
    whole = torch.ones(ours.shape[1:], dtype=torch.bool)
    return [
        difference(f"cache of layer {layer}", ours[layer], theirs[layer], whole, layer + 1)
        for layer in range(len(ours))
    ]


def wrongly_changed(rows: Sequence[Row], before: torch.Tensor, after: torch.Tensor) -> list[tuple[int, int]]:
    """(layer, slot) of every slot of a cache that changed although it is no row's new token's."""
    own = torch.stack([slots(row.table, row.position + 1)[-1] for row in rows]).to(before.device)
    changed = (before.view(torch.int16) != after.view(torch.int16)).any(-1).any(1).any(1)
    changed[:, own] = False
    return [(int(layer), int(slot)) for layer, slot in changed.nonzero().tolist()]


def difference(
    name: str,
    found: torch.Tensor,
    wanted: torch.Tensor,
    mask: torch.Tensor,
    layers: int,
    *,
    flips: float = VALUE_FLIPS,
    sizes: torch.Tensor | None = None,
) -> Difference:
    """Compare float64 tensors of one shape where `mask` is True.

    Args:
        name: of the buffer.
        found: what is examined.
        wanted: what it should be.
        mask: the values that count; at least one must.
        layers: that the values went through: flips add up from layer to layer.
        flips: how many flips of its size a value may be off by, after one layer; all of them together by an eighth.
        sizes: what a value's error is a share of, broadcast to it; None for the value and its row's root mean square.
    """
    assert mask.any(), f"{name} holds nothing to compare"
    squares = wanted.masked_fill(~mask, 0.0).square().sum(-1, keepdim=True)
    rms = (squares / mask.sum(-1, keepdim=True).clamp(min=1)).sqrt()
    size = wanted.abs() + rms if sizes is None else sizes
    off = (found - wanted).abs() / (size + 1e-30)
    # A NaN or infinity on the examined side is as far off as can be.
    off = off.nan_to_num(nan=torch.inf).masked_fill(~mask, -1.0)
    worst = int(off.argmax())
    index = tuple(int(i) for i in torch.unravel_index(torch.tensor(worst), off.shape))
    whole = torch.linalg.norm((wanted if sizes is None else sizes.expand_as(wanted))[mask]).clamp(min=1e-30)
    relative = torch.linalg.norm((found - wanted)[mask]) / whole
    grown = layers**0.5
    return Difference(
        name,
        greatest=float(off.flatten()[worst]),
        relative=float(relative.nan_to_num(nan=torch.inf)),
        index=index,
        found=float(found[index]),
        wanted=float(wanted[index]),
        allowed_greatest=flips * FLIP * grown,
        allowed_relative=flips / 8 * FLIP * grown,
    )


def _normalised(buffers: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    greatest, total = buffers["part_stats"].double().unbind(-1)
    # [.., parts, heads]; twice the same number, so that it has a row to stand in.
    stats = torch.stack((greatest + total.log2(), greatest + total.log2()), -1)
    return dict(buffers) | {"part_out": buffers["part_out"].double() / total[..., None], "part_stats": stats}


def _held(buffers: Mapping[str, torch.Tensor], name: str, config: ModelConfig) -> torch.Tensor:
    return buffers[name] if config.layers[-1].moe else buffers.get(f"dense_{name}", buffers[name])


def _shaped(tensor: torch.Tensor, buffer: Buffer) -> torch.Tensor:
    flat = tensor.detach().flatten()[: prod(buffer.shape)]
    assert flat.numel() == prod(buffer.shape), f"{buffer.name} has {tensor.numel()} values, needs {buffer.shape}"
    return flat.cpu().double().view(buffer.shape)
