"""A model and its paged KV cache: chunks of tokens in, logits out."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.model import layer_forward, logits
from localcoder.engine.torch_model.paged import PagedAttention, PagedCache
from localcoder.engine.upload import upload
from localcoder.engine.weights import ModelWeights


class PagedModel:
    """Computes with `weights`, which it shares with whoever else holds them, over a cache of its own."""

    def __init__(self, config: ModelConfig, weights: ModelWeights, total_blocks: int) -> None:
        """Make the cache: `total_blocks` blocks of the weights' type, on their device."""
        self.config = config
        self.weights = weights
        self.dtype = weights.embedding.dtype
        self.device = weights.embedding.device
        self.cache = PagedCache(config, total_blocks, self.dtype, self.device)
        self._rope = Rope(config, self.device)

    @torch.inference_mode()
    def forward(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        """Write the chunks' keys and values; the logits after each one's last token, float32 [len(chunks), vocab]."""
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
