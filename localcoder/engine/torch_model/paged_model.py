"""A model and its paged KV cache: chunks of tokens in, logits out."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.compiler import CompileFailed
from localcoder.engine.megakernel.driver import CudaError
from localcoder.engine.torch_model.cuda_kernels import CudaKernels, why_not_cuda
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.model import layer_forward, logits
from localcoder.engine.torch_model.paged import PagedAttention, PagedCache
from localcoder.engine.torch_model.prefill import FusedPrefill, why_not_fused
from localcoder.engine.upload import upload
from localcoder.engine.weights import ModelWeights

_log = logging.getLogger(__name__)


class PagedModel:
    """Computes with `weights`, which it shares with whoever else holds them, over a cache of its own."""

    def __init__(self, config: ModelConfig, weights: ModelWeights, total_blocks: int, *, fused: bool = True) -> None:
        """Make the cache: `total_blocks` blocks of the weights' type, on their device.

        `fused` lets prefill use kernels of its own where device and model have them.
        """
        self.config = config
        self.weights = weights
        self.dtype = weights.embedding.dtype
        self.device = weights.embedding.device
        self.cache = PagedCache(config, total_blocks, self.dtype, self.device)
        self._rope = Rope(config, self.device)
        self._prefill = _fused_prefill(config, weights, self.cache.data) if fused else None

    @torch.inference_mode()
    def forward(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """Write the chunks' keys and values; the logits after each one's last token, float32 [len(chunks), vocab]."""
        if self._prefill is not None and any(len(chunk.token_ids) > 1 for chunk in chunks):
            return self._prefill.forward(chunks)
        ids = [token for chunk in chunks for token in chunk.token_ids]
        positions = [chunk.start + offset for chunk in chunks for offset in range(len(chunk.token_ids))]
        ids_tensor, position_tensor = upload(torch.tensor([ids, positions]), self.device)
        attention = PagedAttention(self.config, self.cache, chunks)
        angles = self._rope.angles(position_tensor)
        hidden = self.weights.embedding[ids_tensor]
        for index, layer in enumerate(self.weights.layers):
            hidden = layer_forward(self.config, index, layer, hidden, self._rope, angles, attention)
        if len(ids) > len(chunks):
            last = torch.tensor([len(chunk.token_ids) for chunk in chunks]).cumsum(0) - 1
            hidden = hidden[upload(last, self.device)]
        return logits(self.config, hidden, self.weights.final_norm, self.weights.head)


def _fused_prefill(config: ModelConfig, weights: ModelWeights, cache: torch.Tensor) -> FusedPrefill | None:
    """Prefill with own kernels, or None where they do not run; the log says why."""
    reason = why_not_fused(config) or why_not_cuda(config, cache)
    if reason is None:
        try:
            return FusedPrefill(config, weights, CudaKernels(config, cache))
        except (CompileFailed, CudaError) as error:
            _log.warning("Prefill goes without its own kernels: %s", error)
            return None
    _log.debug("Prefill goes without its own kernels: %s.", reason)
    return None
