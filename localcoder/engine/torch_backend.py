"""The PyTorch backend: every supported family, on the CPU and on any CUDA GPU."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from localcoder.engine.backend import Chunk, Launch, LaunchRow
from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.linear import pack_model, read_packed
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.torch_model.threads import CpuThreads
from localcoder.engine.weights import ModelWeights, Progress, WeightReader

MAX_ROWS = 8
_CPU = torch.device("cpu")


class TorchBackend:
    """Computes logits with PyTorch over a paged KV cache. See `localcoder.engine.backend.Backend`."""

    launch_steps = 0
    max_stop_ids = 0

    def __init__(
        self,
        source: Path | ModelWeights,
        config: ModelConfig,
        *,
        total_blocks: int,
        max_rows: int = MAX_ROWS,
        dtype: torch.dtype = torch.float32,
        device: torch.device = _CPU,
        progress: Progress | None = None,
    ) -> None:
        """Load the model in the directory `source`, or take weights that are of `dtype` and on `device` already.

        Blocks until done.

        Raises:
            UsageError: the weights are missing, damaged, or not those of `config`.
        """
        self.config = config
        self.max_rows = max_rows
        self.total_blocks = total_blocks
        self.dtype = dtype
        self.device = device
        if isinstance(source, ModelWeights):
            weights = pack_model(source)
        else:
            with WeightReader(Checkpoint.open(source), config, dtype, device, progress) as reader:
                weights = read_packed(reader)
        self._model: PagedModel | None = PagedModel(config, weights, total_blocks)
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
        return self._loaded().cache.read_blocks(blocks)

    def write_blocks(self, blocks: Sequence[int], saved: torch.Tensor) -> None:
        """See `Backend.write_blocks`."""
        self._loaded().cache.write_blocks(blocks, saved)

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        """Never called: this backend has no launches."""
        raise NotImplementedError

    def free(self) -> None:
        """See `Backend.free`."""
        self._model = None
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def _forward(self, chunks: Sequence[Chunk], *, decode: bool) -> torch.Tensor:
        model = self._loaded()
        if self._threads is None:
            return model.forward(chunks)
        with self._threads.for_pass(decode=decode):
            return model.forward(chunks)

    def _loaded(self) -> PagedModel:
        assert self._model is not None, "the backend was freed"
        return self._model
