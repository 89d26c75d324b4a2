"""Block-sparse attention for training on a GPU."""

from __future__ import annotations

from typing import Any

import torch


class FlexAttention:
    """Block-sparse attention: tokens see their own conversation, and in sliding layers the window."""

    def __init__(self, rows: int, length: int, window: int, device: torch.device) -> None:
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention

        # One buffer for all steps: a mask function that always captures the same tensor is compiled once.
        documents = torch.zeros(rows, length, dtype=torch.int32, device=device)

        def full(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
            return (q >= k) & (documents[b, q] == documents[b, k])

        def near(b: torch.Tensor, h: torch.Tensor, q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
            return (q >= k) & (q - k < window) & (documents[b, q] == documents[b, k])

        self.documents, self._masks = documents, (full, near)
        self._create = torch.compile(create_block_mask)
        self.attention = flex_attention
        self.compiled = torch.compile(flex_attention)
        self.rows, self.length, self.device = rows, length, device

    def masks(self, documents: torch.Tensor) -> tuple[Any, Any]:
        """The block masks of a batch, valid until the next call."""
        self.documents.copy_(documents)
        full, near = (
            self._create(mask, self.rows, None, self.length, self.length, device=self.device) for mask in self._masks
        )
        return full, near
