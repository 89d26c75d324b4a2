from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError
from tests.fakes.checkpoints import CONFIGS

NORTH_MINI: dict[str, Any] = {
    "architectures": ["Cohere2MoeForCausalLM"],
    "model_type": "cohere2_moe",
    "vocab_size": 262_144,
    "hidden_size": 2048,
    "num_hidden_layers": 49,
    "first_k_dense_replace": 1,
    "prefix_dense_intermediate_size": 3072,
    "prefix_dense_sliding_window_pattern": 1,
    "sliding_window_pattern": 4,
    "sliding_window": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 4,
    "head_dim": 128,
    "intermediate_size": 768,
    "num_experts": 128,
    "num_experts_per_tok": 8,
    "num_shared_experts": 0,
    "expert_selection_fn": "sigmoid",
    "norm_topk_prob": False,
    "rms_norm_eps": 1e-6,
    "layer_norm_eps": 1e-5,
    "rope_theta": 50_000,
    "hidden_act": "silu",
    "attention_bias": False,
    "logit_scale": 1.0,
    "max_position_embeddings": 500_000,
    "bos_token_id": 2,
    "eos_token_id": 255_001,
}
"""North Mini Code 1.0 by its published geometry."""


def read(directory: Path, values: dict[str, Any]) -> ModelConfig:
    (directory / "config.json").write_text(json.dumps(values), encoding="utf-8")
    return ModelConfig.from_file(directory)


def without(values: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def test_north_mini_code_has_its_published_geometry(tmp_path: Path) -> None:
    config = read(tmp_path, NORTH_MINI)
    full = [index for index, layer in enumerate(config.layers) if layer.window is None]
    # The MoE layers' pattern starts behind the dense one: layer 0, then every fourth of the others.
    assert full == [0, *range(4, 49, 4)]
    assert [index for index, layer in enumerate(config.layers) if not layer.moe] == [0]
    assert all(layer.rope == (index == 0 or layer.window == 4096) for index, layer in enumerate(config.layers))
    assert (config.query_size, config.kv_size, config.hidden_size) == (4096, 512, 2048)
    assert (config.norm, config.norm_eps, config.logit_scale, config.tied_head) == ("rms", 1e-6, 1.0, True)
    assert (config.router, config.router_renormalised) == ("sigmoid_of_top", False)
    assert config.parallel_block
    assert config.rope_interleaved
    assert (config.eos_ids, config.bos_id) == ((255_001,), 2)
    assert config.kv_values_per_token == 49 * 1024


def test_north_mini_code_weighs_what_it_should(tmp_path: Path) -> None:
    config = read(tmp_path, NORTH_MINI)
    experts = 48 * 128 * 3 * 2048 * 768
    attention = 49 * 2048 * (4096 + 1024 + 4096)
    others = 262_144 * 2048 + 48 * 128 * 2048 + 3 * 2048 * 3072 + 50 * 2048
    assert parameter_count(config) == experts + attention + others


@pytest.mark.parametrize("family", CONFIGS)
def test_every_family_reads(family: str, tmp_path: Path) -> None:
    assert read(tmp_path, CONFIGS[family]).family == family


def test_rope_parameters_of_newer_files_mean_the_same(tmp_path: Path) -> None:
    old = CONFIGS["llama"]
    new = without(without(old, "rope_scaling"), "rope_theta")
    new["rope_parameters"] = old["rope_scaling"] | {"rope_theta": old["rope_theta"]}
    assert read(tmp_path, new) == read(tmp_path, old)


def test_null_rms_eps_means_layer_norm_with_its_own_eps(tmp_path: Path) -> None:
    config = read(tmp_path, NORTH_MINI | {"rms_norm_eps": None})
    assert (config.norm, config.norm_eps) == ("layer", 1e-5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"model_type": "gpt2"},
            "field `model_type` is 'gpt2'; this version knows cohere2_moe, llama, qwen3, qwen3_moe",
        ),
        ({"architectures": ["Cohere2MoeModel"]}, "field `architectures` is"),
        ({"quantization_config": {"quant_method": "fp8"}}, "field `quantization_config` is set, which this version"),
        ({"hidden_act": "gelu"}, "field `hidden_act` is 'gelu'"),
        ({"attention_bias": True}, "field `attention_bias` is True"),
        ({"use_qk_norm": True}, "field `use_qk_norm` is True"),
        ({"expert_selection_fn": "tanh"}, "field `expert_selection_fn` is 'tanh'; this version knows sigmoid, softmax"),
        (
            {"num_shared_experts": 1, "shared_expert_combination_strategy": "max"},
            "field `shared_expert_combination_strategy` is 'max'",
        ),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}, "field `rope_scaling.rope_type` is 'yarn'"),
        ({"rope_scaling": {"type": "linear", "factor": 4.0}}, "field `rope_scaling.type` is 'linear'"),
        ({"rope_parameters": {"full_attention": {"rope_theta": 1.0}}}, "differs by layer"),
        ({"partial_rotary_factor": 0.5}, "field `partial_rotary_factor` is 0.5"),
        ({"hidden_size": "2048"}, "field `hidden_size` must be a whole number of at least 1, not '2048'"),
        ({"hidden_size": 0}, "field `hidden_size` must be"),
        ({"hidden_size": 10**30}, "field `hidden_size` must be at most 2147483647, not 10000"),
        ({"num_hidden_layers": 10**9}, "field `num_hidden_layers` must be at most 1000, not 1000000000"),
        ({"num_experts": 10**9}, "field `num_experts` must be at most 10000, not 1000000000"),
        ({"rms_norm_eps": 10**400}, "field `rms_norm_eps` must be a positive number, not 10{79} "),
        ({"layer_types": "x" * 10**6}, "field `layer_types` must be"),
        ({"sliding_window": ["x"] * 10**5}, "field `sliding_window` must be a whole number of at least 1, not"),
        ({"num_key_value_heads": 5}, r"field `num_key_value_heads` \(5\) does not divide"),
        ({"num_experts_per_tok": 129}, "field `num_experts_per_tok`"),
        ({"head_dim": 127}, "field `head_dim` must be even"),
        ({"layer_types": ["full_attention"]}, "field `layer_types` must be a list of 49 names"),
        ({"layer_types": ["linear_attention"] * 49}, "field `layer_types` holds 'linear_attention'"),
        ({"first_k_dense_replace": 50}, "field `first_k_dense_replace`"),
        ({"eos_token_id": "</s>"}, "field `eos_token_id` must be a token id"),
        ({"norm_topk_prob": "yes"}, "field `norm_topk_prob` must be true or false"),
        ({"rope_theta": -1}, "field `rope_theta` must be a positive number"),
    ],
)
def test_what_cannot_run_is_refused_by_field(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        read(tmp_path, NORTH_MINI | changes)
    assert str(refused.value).startswith(f"{tmp_path / 'config.json'}: ")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_dense_layers_of_qwen3_moe_are_a_list(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"field `mlp_only_layers` must be a list of whole numbers, not 3\."):
        read(tmp_path, CONFIGS["qwen3_moe"] | {"mlp_only_layers": 3})


@pytest.mark.parametrize(
    "name",
    [
        "model_type",
        "vocab_size",
        "num_hidden_layers",
        "num_key_value_heads",
        "head_dim",
        "intermediate_size",
        "expert_selection_fn",
        "norm_topk_prob",
        "prefix_dense_sliding_window_pattern",
        "sliding_window_pattern",
        "sliding_window",
        "rope_theta",
        "logit_scale",
        "max_position_embeddings",
    ],
)
def test_no_class_default_stands_in_for_a_missing_field(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"field `{name}` is missing"):
        read(tmp_path, without(NORTH_MINI, name))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "is not valid JSON"),
        (b"[]", "is not a JSON object"),
        (b"\xff\xfe", "is not valid JSON"),
        (b"[" * 100_000, "nested too deep"),
    ],
)
def test_broken_file_is_one_clear_line(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        ModelConfig.from_file(tmp_path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"config\.json: cannot be read \(No such file"):
        ModelConfig.from_file(tmp_path)
