"""Small model directories with random weights, in every family's file layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from localcoder.engine.checkpoint import expected_tensors
from localcoder.engine.config import ModelConfig

CONFIGS: dict[str, dict[str, Any]] = {
    "cohere2_moe": {
        "model_type": "cohere2_moe",
        "architectures": ["Cohere2MoeForCausalLM"],
        "vocab_size": 320,
        "hidden_size": 32,
        "intermediate_size": 24,
        "prefix_dense_intermediate_size": 48,
        "num_hidden_layers": 6,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "hidden_act": "silu",
        "max_position_embeddings": 4096,
        "first_k_dense_replace": 1,
        "prefix_dense_sliding_window_pattern": 1,
        "sliding_window_pattern": 4,
        "sliding_window": 80,
        "num_experts": 8,
        "num_experts_per_tok": 3,
        "num_shared_experts": 0,
        "shared_expert_combination_strategy": "average",
        "expert_selection_fn": "sigmoid",
        "norm_topk_prob": False,
        "rms_norm_eps": 1e-6,
        "layer_norm_eps": 1e-5,
        "rope_theta": 50000.0,
        "attention_bias": False,
        "tie_word_embeddings": True,
        "logit_scale": 0.5,
        "bos_token_id": 2,
        "eos_token_id": 3,
        "pad_token_id": 0,
    },
    "llama": {
        "model_type": "llama",
        "architectures": ["LlamaForCausalLM"],
        "vocab_size": 320,
        "hidden_size": 64,
        "intermediate_size": 96,
        "num_hidden_layers": 3,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "hidden_act": "silu",
        "max_position_embeddings": 4096,
        "rms_norm_eps": 1e-5,
        "rope_theta": 500000.0,
        "rope_scaling": {
            "rope_type": "llama3",
            "factor": 8.0,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
            "original_max_position_embeddings": 64,
        },
        "tie_word_embeddings": False,
        "bos_token_id": 2,
        "eos_token_id": [3, 4],
    },
    "qwen3": {
        "model_type": "qwen3",
        "architectures": ["Qwen3ForCausalLM"],
        "vocab_size": 320,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 3,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "hidden_act": "silu",
        "max_position_embeddings": 4096,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1000000.0,
        "use_sliding_window": False,
        "sliding_window": None,
        "max_window_layers": 3,
        "tie_word_embeddings": True,
        "bos_token_id": 2,
        "eos_token_id": 3,
    },
    "qwen3_moe": {
        "model_type": "qwen3_moe",
        "architectures": ["Qwen3MoeForCausalLM"],
        "vocab_size": 320,
        "hidden_size": 32,
        "intermediate_size": 64,
        "moe_intermediate_size": 24,
        "num_hidden_layers": 4,
        "num_attention_heads": 4,
        "num_key_value_heads": 1,
        "head_dim": 16,
        "hidden_act": "silu",
        "max_position_embeddings": 4096,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1000000.0,
        "use_sliding_window": False,
        "sliding_window": None,
        "decoder_sparse_step": 1,
        "mlp_only_layers": [1],
        "num_experts": 8,
        "num_experts_per_tok": 2,
        "norm_topk_prob": True,
        "tie_word_embeddings": False,
        "bos_token_id": 2,
        "eos_token_id": 3,
    },
}
"""A config.json for each family; small, with every special case of the family in it."""


def random_weights(config: ModelConfig, seed: int = 0, dtype: torch.dtype = torch.float32) -> dict[str, torch.Tensor]:
    """Tensors by checkpoint name. Matrices are scaled so that activations neither vanish nor explode."""
    generator = torch.Generator().manual_seed(seed)
    tensors = {}
    for name, shape in expected_tensors(config).items():
        values = torch.randn(shape, generator=generator)
        values = values / shape[1] ** 0.5 if len(shape) == 2 else 1 + 0.1 * values
        tensors[name] = (values * 4 if name == "model.embed_tokens.weight" else values).to(dtype)
    return tensors


def write_checkpoint(
    directory: Path,
    family: str = "cohere2_moe",
    *,
    seed: int = 0,
    shards: int = 1,
    dtype: torch.dtype = torch.float32,
    **changes: Any,
) -> ModelConfig:
    """Write config.json and random safetensors of `family` to `directory`; `changes` replace config fields."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "config.json").write_text(json.dumps(CONFIGS[family] | changes), encoding="utf-8")
    config = ModelConfig.from_file(directory)
    write_weights(directory, random_weights(config, seed, dtype), shards)
    return config


def write_weights(directory: Path, tensors: dict[str, torch.Tensor], shards: int = 1) -> None:
    """Write `tensors` as one safetensors file, or as several with an index."""
    if shards == 1:
        save_file(tensors, directory / "model.safetensors", {"format": "pt"})
        return
    weight_map = {
        name: f"model-{index % shards + 1:05d}-of-{shards:05d}.safetensors" for index, name in enumerate(tensors)
    }
    for file in set(weight_map.values()):
        save_file(
            {name: tensors[name] for name in tensors if weight_map[name] == file}, directory / file, {"format": "pt"}
        )
    index = {"metadata": {"total_size": sum(tensor.nbytes for tensor in tensors.values())}, "weight_map": weight_map}
    (directory / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
