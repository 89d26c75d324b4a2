"""The model computed plainly: float32, whole sequences, no cache, no packing, one layer in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import torch
import torch.nn.functional as F

from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.model import layer_forward, logits
from localcoder.engine.weights import WeightReader


class _WholeSequences:
    """Causal attention within each of several sequences that lie one after another."""

    def __init__(self, config: ModelConfig, lengths: Sequence[int]) -> None:
        self._windows = [layer.window for layer in config.layers]
        self._lengths = list(lengths)

    def __call__(self, layer: int, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        parts = zip(*(torch.split(heads, self._lengths) for heads in (queries, keys, values)), strict=True)
        return torch.cat([self._attend(self._windows[layer], *part) for part in parts])

    def _attend(
        self, window: int | None, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
    ) -> torch.Tensor:
        position = torch.arange(len(queries))
        mask = position[:, None] >= position
        if window is not None:
            mask &= position[:, None] - position < window
        queries, keys, values = (part.transpose(0, 1)[None] for part in (queries, keys, values))
        out = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, enable_gqa=True)
        return out[0].transpose(0, 1).flatten(1)


@torch.inference_mode()
def reference_logits(
    directory: Path,
    config: ModelConfig,
    sequences: Sequence[Sequence[int]],
    last: Sequence[int],
    progress: Callable[[int, int], None] | None = None,
) -> list[torch.Tensor]:
    """The logits at the last positions of each sequence, on the CPU.

    Args:
        directory: the model's.
        config: the model's.
        sequences: token ids.
        last: for each sequence, how many of its last positions are wanted.
        progress: called with layers done and layers in all.

    Returns:
        float32 [last[i], vocab_size] for each sequence.
    """
    cpu = torch.device("cpu")
    lengths = [len(sequence) for sequence in sequences]
    attend = _WholeSequences(config, lengths)
    rope = Rope(config, cpu)
    angles = rope.angles(torch.cat([torch.arange(length) for length in lengths]))
    with WeightReader(Checkpoint.open(directory), config, torch.float32, cpu) as reader:
        hidden = reader.embedding()[[token for sequence in sequences for token in sequence]]
        for index in range(len(config.layers)):
            hidden = layer_forward(config, index, reader.layer(index), hidden, rope, angles, attend)
            if progress is not None:
                progress(index + 1, len(config.layers))
        parts = zip(torch.split(hidden, lengths), last, strict=True)
        wanted = torch.cat([part[len(part) - count :] for part, count in parts])
        return list(torch.split(logits(config, wanted, reader.final_norm(), reader.head()), list(last)))
