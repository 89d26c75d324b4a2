"""Loads a checkpoint's tensors into the layout that the model computes with.

Projections that read the same input are fused and experts are stacked, once, here: afterwards a chosen expert's weights
are a view and nothing is gathered for a token.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open

from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError

Progress = Callable[[int, int], None]
"""Called with the bytes read so far and the bytes in all."""


@dataclass(frozen=True, slots=True)
class MlpWeights:
    """A gated MLP: gate_up [2 * ff, hidden] (gate rows first), down [hidden, ff]."""

    gate_up: torch.Tensor
    down: torch.Tensor


@dataclass(frozen=True, slots=True)
class ExpertWeights:
    """router [experts, hidden], gate_up [experts, 2 * ff, hidden], down [experts, hidden, ff].

    The last two are stacked tensors as loaded, or a matrix for each expert; indexing by expert is a view either way.
    """

    router: torch.Tensor
    gate_up: torch.Tensor | tuple[torch.Tensor, ...]
    down: torch.Tensor | tuple[torch.Tensor, ...]
    shared: MlpWeights | None


@dataclass(frozen=True, slots=True)
class LayerWeights:
    """One layer: qkv [query_size + 2 * kv_size, hidden] (queries, keys, values), output [hidden, query_size]."""

    input_norm: torch.Tensor
    post_norm: torch.Tensor | None
    qkv: torch.Tensor
    query_norm: torch.Tensor | None
    key_norm: torch.Tensor | None
    output: torch.Tensor
    mlp: MlpWeights | ExpertWeights


@dataclass(frozen=True, slots=True)
class ModelWeights:
    """All weights of a model, one copy for whatever computes with them.

    embedding and head [vocab_size, hidden] (the same tensor where the model ties them), final_norm [hidden].
    """

    embedding: torch.Tensor
    layers: tuple[LayerWeights, ...]
    final_norm: torch.Tensor
    head: torch.Tensor

    @classmethod
    def read(cls, reader: WeightReader) -> ModelWeights:
        """Load everything, as `reader` gives it."""
        embedding = reader.embedding()
        layers = tuple(reader.layer(index) for index in range(len(reader.config.layers)))
        head = embedding if reader.config.tied_head else reader.head()
        return cls(embedding, layers, reader.final_norm(), head)


class WeightReader:
    """Reads the parts of a checked checkpoint, converted to one type on one device.

    A context manager: the memory maps are closed at its end.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        config: ModelConfig,
        dtype: torch.dtype,
        device: torch.device,
        progress: Progress | None = None,
    ) -> None:
        checkpoint.check(config)
        self.checkpoint = checkpoint
        self.config = config
        self.dtype = dtype
        self.device = device
        self._progress = progress
        self._done_bytes = 0
        self._total_bytes = checkpoint.size_bytes
        self._maps: dict[Path, Any] = {}
        self._stack = ExitStack()

    def __enter__(self) -> WeightReader:
        return self

    def __exit__(self, *exception: object) -> None:
        self._maps.clear()
        self._stack.close()

    def embedding(self) -> torch.Tensor:
        """[vocab_size, hidden]."""
        return self._tensor("model.embed_tokens.weight")

    def head(self) -> torch.Tensor:
        """[vocab_size, hidden]."""
        return self.embedding() if self.config.tied_head else self._tensor("lm_head.weight")

    def final_norm(self) -> torch.Tensor:
        """[hidden]."""
        return self._tensor("model.norm.weight")

    def layer(self, index: int) -> LayerWeights:
        """The weights of layer `index`."""
        prefix = f"model.layers.{index}."
        attention = prefix + "self_attn."
        qk_norm = self.config.qk_norm
        return LayerWeights(
            input_norm=self._tensor(prefix + "input_layernorm.weight"),
            post_norm=None if self.config.parallel_block else self._tensor(prefix + "post_attention_layernorm.weight"),
            qkv=self._rows(*(f"{attention}{part}_proj.weight" for part in "qkv")),
            query_norm=self._tensor(attention + "q_norm.weight") if qk_norm else None,
            key_norm=self._tensor(attention + "k_norm.weight") if qk_norm else None,
            output=self._tensor(attention + "o_proj.weight"),
            mlp=self._experts(prefix + "mlp.") if self.config.layers[index].moe else self._mlp(prefix + "mlp."),
        )

    def _mlp(self, prefix: str) -> MlpWeights:
        return MlpWeights(
            gate_up=self._rows(prefix + "gate_proj.weight", prefix + "up_proj.weight"),
            down=self._tensor(prefix + "down_proj.weight"),
        )

    def _experts(self, prefix: str) -> ExpertWeights:
        config = self.config
        router = self._tensor(prefix + "gate.weight")
        shared = self._mlp(prefix + "shared_experts.") if config.shared_experts else None
        if prefix + "experts.gate_up_proj" in self.checkpoint.tensors:
            gate_up = self._tensor(prefix + "experts.gate_up_proj")
            return ExpertWeights(router, gate_up, self._tensor(prefix + "experts.down_proj"), shared)
        ff = config.expert_ff
        gate_up = self._empty(config.experts, 2 * ff, config.hidden_size)
        down = self._empty(config.experts, config.hidden_size, ff)
        for expert in range(config.experts):
            single = f"{prefix}experts.{expert}."
            self._copy(single + "gate_proj.weight", gate_up[expert, :ff])
            self._copy(single + "up_proj.weight", gate_up[expert, ff:])
            self._copy(single + "down_proj.weight", down[expert])
        return ExpertWeights(router, gate_up, down, shared)

    def _tensor(self, name: str) -> torch.Tensor:
        return self._copy(name, self._empty(*self.checkpoint[name].shape))

    def _rows(self, *names: str) -> torch.Tensor:
        """Matrices with the same number of columns, one below the other."""
        rows = [self.checkpoint[name].shape[0] for name in names]
        fused = self._empty(sum(rows), self.checkpoint[names[0]].shape[1])
        for name, target in zip(names, torch.split(fused, rows), strict=True):
            self._copy(name, target)
        return fused

    def _empty(self, *shape: int) -> torch.Tensor:
        return torch.empty(shape, dtype=self.dtype, device=self.device)

    def _copy(self, name: str, target: torch.Tensor) -> torch.Tensor:
        info = self.checkpoint[name]
        try:
            if info.file not in self._maps:
                self._maps[info.file] = self._stack.enter_context(safe_open(info.file, framework="pt"))
            target.copy_(self._maps[info.file].get_tensor(name))
        except (SafetensorError, OSError) as error:
            raise UsageError(f"{info.file}: tensor `{name}` cannot be read ({error}).") from None
        self._done_bytes += info.size_bytes
        if self._progress is not None:
            self._progress(self._done_bytes, self._total_bytes)
        return target
