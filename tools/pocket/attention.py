"""The attention that trains fast on a GPU, over rows of several conversations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from tools.pocket.data import APART, OPENING, SHARING

Mask = Callable[[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""Whether in row b the token at q sees that at k, for tensors of b, head, q and k."""


def mask_functions(documents: torch.Tensor, positions: torch.Tensor, window: int) -> tuple[Mask, Mask]:
    """What tokens see in full and in sliding layers: their conversation with its opening; see `Rows`."""

    def full(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
        mine, its = documents[b, q], documents[b, k]
        return (q >= k) & ((mine == its) | ((its == OPENING) & (mine >= SHARING) & (mine < APART)))

    def near(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
        return full(b, h, q, k) & (positions[b, q] - positions[b, k] < window)

    return full, near


def flex_attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: Any) -> torch.Tensor:
    """Attention of q [rows, heads, length, head_dim] over k, v [rows, 1, length, head_dim] by a block mask.

    Keys are repeated for each head: else the gradient of the opening's keys, which all see, is one block's work for all
    heads in turn, and the others wait for it.
    """
    mixed: torch.Tensor = flex_attention(q, k.expand_as(q), v.expand_as(q), block_mask=mask)
    return mixed


class FlexAttention:
    """Attention that leaves out blocks of which nothing is seen."""

    def __init__(self, rows: int, length: int, window: int, device: torch.device) -> None:
        # One buffer for all steps: a mask function that always captures the same tensors is compiled once.
        self.documents, self.positions = (torch.zeros(rows, length, dtype=torch.int32, device=device) for _ in range(2))
        self._masks = mask_functions(self.documents, self.positions, window)
        self._create = torch.compile(create_block_mask)
        self.compiled = torch.compile(flex_attend)
        self.rows, self.length, self.device = rows, length, device

    def masks(self, documents: torch.Tensor, positions: torch.Tensor) -> tuple[Any, Any]:
        """The block masks of a batch, valid until the next call."""
        self.documents.copy_(documents)
        self.positions.copy_(positions)
        full, near = (
            self._create(mask, self.rows, None, self.length, self.length, device=self.device) for mask in self._masks
        )
        return full, near
