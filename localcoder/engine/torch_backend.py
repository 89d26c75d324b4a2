"""The PyTorch backend: every supported family, on the CPU and on any CUDA GPU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from localcoder.engine.backend import Chunk, Launch, LaunchRow
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.linear import pack, pack_layer
from localcoder.engine.torch_model.model import layer_forward, logits
from localcoder.engine.torch_model.paged import PagedAttention, PagedCache
from localcoder.engine.torch_model.threads import CpuThreads
from localcoder.engine.weights import LayerWeights, Progress, WeightReader

MAX_ROWS = 8
_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class _Weights:
    """embedding [vocab_size, hidden] as loaded, everything that multiplies in the layout that is fast here."""

    embedding: torch.Tensor
    layers: tuple[LayerWeights, ...]
    final_norm: torch.Tensor
    head: torch.Tensor

    @classmethod
    def read(cls, reader: WeightReader) -> _Weights:
        """Load layer by layer, so that a packed layer replaces the loaded one before the next is read."""
        embedding = reader.embedding()
        layers = tuple(pack_layer(reader.layer(index)) for index in range(len(reader.config.layers)))
        head = embedding if reader.config.tied_head else reader.head()
        return cls(embedding, layers, reader.final_norm(), pack(head))


class TorchBackend:
    """Computes logits with PyTorch over a paged KV cache. See `localcoder.engine.backend.Backend`."""

    launch_steps = 0
    max_stop_ids = 0

    def __init__(
        self,
        directory: Path,
        config: ModelConfig,
        *,
        total_blocks: int,
        max_rows: int = MAX_ROWS,
        dtype: torch.dtype = torch.float32,
        device: torch.device = _CPU,
        progress: Progress | None = None,
    ) -> None:
        """Load the model in `directory`; blocks until done.

        Raises:
            UsageError: the weights are missing, damaged, or not those of `config`.
        """
        self.config = config
        self.max_rows = max_rows
        self.total_blocks = total_blocks
        self.dtype = dtype
        self.device = device
        with WeightReader(Checkpoint.open(directory), config, dtype, device, progress) as reader:
            self._weights: _Weights | None = _Weights.read(reader)
        self._cache: PagedCache | None = PagedCache(config, total_blocks, dtype, device)
        self._rope = Rope(config, device)
        self._threads = CpuThreads() if device.type == "cpu" else None

    def prefill(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.prefill`."""
        return self._forward(chunks, decode=False)

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        """See `Backend.decode`."""
        assert len(rows) <= self.max_rows and all(len(row.token_ids) == 1 for row in rows)
        return self._forward(rows, decode=True)

    def read_blocks(self, blocks: Sequence[int]) -> torch.Tensor:
        """See `Backend.read_blocks`; [layers, 2, kv_heads, len(blocks), BLOCK_TOKENS, head_dim]."""
        assert self._cache is not None
        return self._cache.read_blocks(blocks)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """See `Backend.write_blocks`."""
        assert self._cache is not None
        self._cache.write_blocks(blocks, saved)

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        """Never called: this backend has no launches."""
        raise NotImplementedError

    def free(self) -> None:
        """See `Backend.free`."""
        self._weights = None
        self._cache = None
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def _forward(self, chunks: Sequence[Chunk], *, decode: bool) -> torch.Tensor:
        with torch.inference_mode():
            if self._threads is None:
                return self._compute(chunks)
            with self._threads.for_pass(decode=decode):
                return self._compute(chunks)

    def _compute(self, chunks: Sequence[Chunk]) -> torch.Tensor:
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
