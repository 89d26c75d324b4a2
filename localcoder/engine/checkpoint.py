"""A checkpoint on disk: which safetensors file holds which tensor, checked against the model's geometry.

Only the files' headers are read here, in plain Python, so that listing models needs no torch.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError

WIDTHS = {"F32": 4, "BF16": 2, "F16": 2}
"""Bytes of a number for each supported safetensors type."""

_INDEX = "model.safetensors.index.json"
_SINGLE = "model.safetensors"
_HEADER_LENGTH_BYTES = 8
_LONGEST_HEADER_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """Where a tensor lies and what it is; `dtype` is safetensors' name for it."""

    file: Path
    dtype: str
    shape: tuple[int, ...]

    @property
    def size_bytes(self) -> int:
        """Bytes of the tensor in the file."""
        return prod(self.shape) * WIDTHS[self.dtype]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """All tensors of a model directory, by name."""

    directory: Path
    tensors: dict[str, TensorInfo]

    @classmethod
    def open(cls, directory: Path) -> Checkpoint:
        """Read the headers of all shards.

        Raises:
            UsageError: no weights, a shard of the index missing, a file truncated or not safetensors.
        """
        tensors: dict[str, TensorInfo] = {}
        for file in shard_files(directory):
            tensors.update(_read_header(file))
        return cls(directory, tensors)

    def __getitem__(self, name: str) -> TensorInfo:
        info = self.tensors.get(name)
        if info is None:
            raise UsageError(f"{self.directory}: tensor `{name}` is missing from the weights.")
        return info

    @property
    def size_bytes(self) -> int:
        """Bytes of all tensors as stored."""
        return sum(info.size_bytes for info in self.tensors.values() if info.dtype in WIDTHS)

    def check(self, config: ModelConfig) -> None:
        """Refuse a checkpoint that is not exactly what `config` describes.

        Raises:
            UsageError: a tensor missing, misshapen, of an unsupported type, or of no use to this architecture
                (which means that the model is not the one that its config.json describes).
        """
        expected = expected_tensors(config)
        for names, shapes in _fused_experts(config):
            if names[0] in self.tensors:
                for name in names[1:]:
                    del expected[name]
                expected.update(shapes)
        for name, shape in expected.items():
            info = self[name]
            if info.dtype not in WIDTHS:
                raise UsageError(
                    f"{info.file}: tensor `{name}` has type {info.dtype}; this version runs {', '.join(WIDTHS)}."
                )
            if info.shape != shape:
                raise UsageError(
                    f"{info.file}: tensor `{name}` has shape {list(info.shape)}; config.json makes it {list(shape)}."
                )
        for name, info in self.tensors.items():
            if name not in expected and not _ignorable(name, config):
                raise UsageError(
                    f"{info.file}: tensor `{name}` has no place in a {config.family} model with this config.json."
                )


def shard_files(directory: Path) -> list[Path]:
    """The safetensors files of a model directory, in order.

    Raises:
        UsageError: there are none, the index is broken, or a file that it names is missing.
    """
    index = directory / _INDEX
    if not index.exists():
        single = directory / _SINGLE
        if not single.exists():
            raise UsageError(f"{directory}: holds no weights (neither {_SINGLE} nor {_INDEX}).")
        return [single]
    try:
        names = sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise UsageError(f"{index}: field `weight_map` cannot be read ({error}).") from None
    if not all(isinstance(name, str) for name in names):
        raise UsageError(f"{index}: field `weight_map` cannot be read (a file's name is no string).")
    files = [directory / name for name in names]
    for file in files:
        if file.parent != directory:
            raise UsageError(f"{index}: field `weight_map` names {str(file)!r}, outside of the model's directory.")
        if not file.exists():
            raise UsageError(f"{file}: is missing, but {_INDEX} names it.")
    return files


def expected_tensors(config: ModelConfig) -> dict[str, tuple[int, ...]]:
    """Name and shape of every tensor of the model, experts one by one."""
    hidden = config.hidden_size
    shapes: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (config.vocab_size, hidden),
        "model.norm.weight": (hidden,),
    }
    if not config.tied_head:
        shapes["lm_head.weight"] = (config.vocab_size, hidden)
    for index, layer in enumerate(config.layers):
        prefix = f"model.layers.{index}."
        shapes[prefix + "input_layernorm.weight"] = (hidden,)
        if not config.parallel_block:
            shapes[prefix + "post_attention_layernorm.weight"] = (hidden,)
        attention = prefix + "self_attn."
        shapes[attention + "q_proj.weight"] = (config.query_size, hidden)
        shapes[attention + "k_proj.weight"] = (config.kv_size, hidden)
        shapes[attention + "v_proj.weight"] = (config.kv_size, hidden)
        shapes[attention + "o_proj.weight"] = (hidden, config.query_size)
        if config.qk_norm:
            shapes[attention + "q_norm.weight"] = (config.head_dim,)
            shapes[attention + "k_norm.weight"] = (config.head_dim,)
        mlp = prefix + "mlp."
        if not layer.moe:
            shapes.update(_mlp_shapes(mlp, hidden, config.dense_ff))
            continue
        shapes[mlp + "gate.weight"] = (config.experts, hidden)
        for expert in range(config.experts):
            shapes.update(_mlp_shapes(f"{mlp}experts.{expert}.", hidden, config.expert_ff))
        if config.shared_experts:
            shapes.update(_mlp_shapes(mlp + "shared_experts.", hidden, config.expert_ff * config.shared_experts))
    return shapes


def parameter_count(config: ModelConfig) -> int:
    """Weights of the model, all experts counted."""
    return sum(prod(shape) for shape in expected_tensors(config).values())


def _mlp_shapes(prefix: str, hidden: int, ff: int) -> dict[str, tuple[int, ...]]:
    return {
        prefix + "gate_proj.weight": (ff, hidden),
        prefix + "up_proj.weight": (ff, hidden),
        prefix + "down_proj.weight": (hidden, ff),
    }


def _fused_experts(config: ModelConfig) -> Iterator[tuple[list[str], dict[str, tuple[int, ...]]]]:
    """For each MoE layer: the fused tensor's name with the single experts' names, and the fused shapes."""
    for index, layer in enumerate(config.layers):
        if layer.moe:
            prefix = f"model.layers.{index}.mlp.experts."
            singles = [
                name
                for expert in range(config.experts)
                for name in _mlp_shapes(f"{prefix}{expert}.", config.hidden_size, config.expert_ff)
            ]
            yield (
                [prefix + "gate_up_proj", *singles],
                {
                    prefix + "gate_up_proj": (config.experts, 2 * config.expert_ff, config.hidden_size),
                    prefix + "down_proj": (config.experts, config.hidden_size, config.expert_ff),
                },
            )


def _ignorable(name: str, config: ModelConfig) -> bool:
    # Older checkpoints store the rotary table, and some store a tied head a second time.
    return name.endswith("rotary_emb.inv_freq") or (config.tied_head and name == "lm_head.weight")


def _read_header(file: Path) -> dict[str, TensorInfo]:
    try:
        actual_bytes = file.stat().st_size
        with file.open("rb") as stream:
            header_bytes = int.from_bytes(stream.read(_HEADER_LENGTH_BYTES), "little")
            if header_bytes > min(actual_bytes, _LONGEST_HEADER_BYTES):
                raise UsageError(f"{file}: is truncated or not a safetensors file.")
            header: dict[str, Any] = json.loads(stream.read(header_bytes))
        header.pop("__metadata__", None)
        end = max((int(entry["data_offsets"][1]) for entry in header.values()), default=0)
        tensors = {
            name: TensorInfo(file, str(entry["dtype"]), tuple(int(size) for size in entry["shape"]))
            for name, entry in header.items()
        }
    except OSError as error:
        raise UsageError(f"{file}: cannot be read ({error.strerror or error}).") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError):
        raise UsageError(f"{file}: is not a safetensors file (its header cannot be read).") from None
    promised_bytes = _HEADER_LENGTH_BYTES + header_bytes + end
    if actual_bytes != promised_bytes:
        raise UsageError(
            f"{file}: is truncated or damaged: {actual_bytes} bytes, but its header describes {promised_bytes}."
        )
    return tensors
