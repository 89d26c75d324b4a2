"""The PyTorch backend: every supported family, on the CPU and on any CUDA GPU."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.model import layer_forward, logits
from localcoder.engine.torch_model.paged import PagedAttention, PagedCache
from localcoder.engine.weights import ModelWeights, Progress, load_weights

MAX_ROWS = 8


class TorchBackend:
    """Computes logits with PyTorch over a paged KV cache. See `localcoder.engine.backend.Backend`."""

    def __init__(
        self, config: ModelConfig, weights: ModelWeights, *, total_blocks: int, max_rows: int = MAX_ROWS
    ) -> None:
        self.config = config
        self.max_rows = max_rows
        self.total_blocks = total_blocks
        self.device = weights.embedding.device
        self.dtype = weights.embedding.dtype
        self._weights: ModelWeights | None = weights
        self._cache: PagedCache | None = PagedCache(config, total_blocks, self.dtype, self.device)
        self._rope = Rope(config, self.device)

    @classmethod
    def load(
        cls,
        directory: Path,
        config: ModelConfig,
        *,
        total_blocks: int,
        max_rows: int = MAX_ROWS,
        dtype: torch.dtype = torch.float32,
        device: torch.device | None = None,
        progress: Progress | None = None,
    ) -> TorchBackend:
        """Load the model in `directory`; blocks until done.

        Raises:
            UsageError: the weights are missing, damaged, or not those of `config`.
        """
        weights = load_weights(directory, config, dtype, device or torch.device("cpu"), progress)
        return cls(config, weights, total_blocks=total_blocks, max_rows=max_rows)

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.prefill`."""
        return self._forward(chunks)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.decode`."""
        assert len(rows) <= self.max_rows and all(len(row.token_ids) == 1 for row in rows)
        return self._forward(rows)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """See `Backend.read_blocks`; [layers, 2, kv_heads, len(blocks), BLOCK_TOKENS, head_dim]."""
        assert self._cache is not None
        return self._cache.read_blocks(blocks)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """See `Backend.write_blocks`."""
        assert self._cache is not None
        self._cache.write_blocks(blocks, saved)

    def free(self) -> None:
        """See `Backend.free`."""
        self._weights = None
        self._cache = None
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    @torch.inference_mode()
    def _forward(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        weights, cache = self._weights, self._cache
        assert weights is not None and cache is not None, "the backend was freed"
        ids = [token for chunk in chunks for token in chunk.token_ids]
        positions = [chunk.start + offset for chunk in chunks for offset in range(len(chunk.token_ids))]
        ids_tensor, position_tensor = torch.tensor([ids, positions], device=self.device)
        attention = PagedAttention(self.config, cache, chunks)
        angles = self._rope.angles(position_tensor)
        hidden = weights.embedding[ids_tensor]
        for index, layer in enumerate(weights.layers):
            hidden = layer_forward(self.config, index, layer, hidden, self._rope, angles, attention)
        if len(ids) > len(chunks):
            last = torch.tensor([len(chunk.token_ids) for chunk in chunks], device=self.device).cumsum(0) - 1
            hidden = hidden[last]
        return logits(self.config, hidden, weights.final_norm, weights.head)
