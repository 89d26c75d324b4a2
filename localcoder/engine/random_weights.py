"""Weights that nobody trained, to measure a model's speed without its files.

They are made where they are used, in their own type and layer by layer: a model as large as the GPU's memory allows
needs no second copy. The numbers stay sane through any number of layers:

- every projection keeps its input's size, so queries, keys and router logits are about normal(0, 1);
- all layers together add about as much as a token's embedding is large. Embeddings are independent, so the rows'
  choices of experts are as well, and no expert is preferred;
- greedy tokens do not repeat soon. With a head that is tied to the embedding the likeliest token after each would be
  itself; the final norm's weights have random signs against that. Then two tokens would draw each other for ever, so
  the head begins one row further in the same memory;
- the logits are about normal(0, `_LOGIT_SIZE`), as peaked as those of text.
"""

from __future__ import annotations

import math

import torch

from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights

_LOGIT_SIZE = 4.0


def random_weights(config: ModelConfig, dtype: torch.dtype, device: torch.device, seed: int = 0) -> ModelWeights:
    """All weights of a model, `weight_bytes` of them, in the layout that `WeightReader` gives."""
    return _Maker(config, dtype, device, seed).model()


def weight_bytes(config: ModelConfig, dtype: torch.dtype) -> int:
    """Bytes of `random_weights`."""
    return parameter_count(config) * dtype.itemsize


class _Maker:
    def __init__(self, config: ModelConfig, dtype: torch.dtype, device: torch.device, seed: int) -> None:
        self.config = config
        self.dtype = dtype
        self.device = device
        self.generator = torch.Generator(device).manual_seed(seed)
        self.embedding_size = _LOGIT_SIZE / math.sqrt(config.hidden_size)
        self.branch_size = self.embedding_size / math.sqrt(2 * len(config.layers))

    def model(self) -> ModelWeights:
        config = self.config
        rows = self._normal(self.embedding_size, config.vocab_size + 1, config.hidden_size)
        layers = tuple(self._layer(layer.moe) for layer in config.layers)
        signs = self._normal(1.0, config.hidden_size).sign_()
        head = rows[1:]
        if not config.tied_head:
            head = self._normal(self.embedding_size, config.vocab_size, config.hidden_size)
        return ModelWeights(embedding=rows[:-1], layers=layers, final_norm=signs, head=head)

    def _layer(self, moe: bool) -> LayerWeights:
        config = self.config
        hidden, head_dim = config.hidden_size, config.head_dim
        return LayerWeights(
            input_norm=self._ones(hidden),
            post_norm=None if config.parallel_block else self._ones(hidden),
            qkv=self._from(hidden, config.query_size + 2 * config.kv_size),
            query_norm=self._ones(head_dim) if config.qk_norm else None,
            key_norm=self._ones(head_dim) if config.qk_norm else None,
            output=self._into(config.query_size, hidden),
            mlp=self._experts() if moe else self._mlp(config.dense_ff),
        )

    def _experts(self) -> ExpertWeights:
        config = self.config
        hidden, ff = config.hidden_size, config.expert_ff
        return ExpertWeights(
            router=self._from(hidden, config.experts),
            gate_up=self._from(hidden, config.experts, 2 * ff),
            down=self._into(ff, config.experts, hidden),
            shared=self._mlp(ff * config.shared_experts) if config.shared_experts else None,
        )

    def _mlp(self, ff: int) -> MlpWeights:
        hidden = self.config.hidden_size
        return MlpWeights(gate_up=self._from(hidden, 2 * ff), down=self._into(ff, hidden))

    def _from(self, inputs: int, *outputs: int) -> torch.Tensor:
        """[*outputs, inputs] that keeps the size of a normalised input."""
        return self._normal(1 / math.sqrt(inputs), *outputs, inputs)

    def _into(self, inputs: int, *outputs: int) -> torch.Tensor:
        """[*outputs, inputs] whose product with an input of size one is a branch's share of the residual stream."""
        return self._normal(self.branch_size / math.sqrt(inputs), *outputs, inputs)

    def _normal(self, size: float, *shape: int) -> torch.Tensor:
        return torch.empty(shape, dtype=self.dtype, device=self.device).normal_(0.0, size, generator=self.generator)

    def _ones(self, size: int) -> torch.Tensor:
        return torch.ones(size, dtype=self.dtype, device=self.device)
