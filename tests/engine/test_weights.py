from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from localcoder.engine.checkpoint import Checkpoint
from localcoder.engine.config import ModelConfig
from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, WeightReader
from localcoder.errors import UsageError
from tests.fakes.checkpoints import random_weights, write_checkpoint, write_weights

CPU = torch.device("cpu")
MOE_LAYER = 2


def read_layer(directory: Path, config: ModelConfig, index: int = MOE_LAYER) -> LayerWeights:
    with WeightReader(Checkpoint.open(directory), config, torch.float32, CPU) as reader:
        return reader.layer(index)


def refused(directory: Path, config: ModelConfig) -> str:
    with pytest.raises(UsageError) as error:
        read_layer(directory, config)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_projections_are_fused_and_experts_stacked_in_order(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    layer = read_layer(tmp_path, config)
    prefix = f"model.layers.{MOE_LAYER}."
    parts = [tensors[f"{prefix}self_attn.{part}_proj.weight"] for part in "qkv"]
    assert torch.equal(layer.qkv, torch.cat(parts))
    assert isinstance(layer.mlp, ExpertWeights)
    for expert in range(config.experts):
        single = f"{prefix}mlp.experts.{expert}."
        gate_up = torch.cat([tensors[single + "gate_proj.weight"], tensors[single + "up_proj.weight"]])
        assert torch.equal(layer.mlp.gate_up[expert], gate_up)
        assert torch.equal(layer.mlp.down[expert], tensors[single + "down_proj.weight"])


def test_fused_experts_of_a_checkpoint_load_the_same(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path / "single")
    tensors = load_file(tmp_path / "single" / "model.safetensors")
    for index, layer in enumerate(config.layers):
        if layer.moe:
            prefix = f"model.layers.{index}.mlp.experts."
            singles = [
                [tensors.pop(f"{prefix}{expert}.{part}_proj.weight") for part in ("gate", "up", "down")]
                for expert in range(config.experts)
            ]
            tensors[prefix + "gate_up_proj"] = torch.stack([torch.cat([gate, up]) for gate, up, _ in singles])
            tensors[prefix + "down_proj"] = torch.stack([down for _, _, down in singles])
    (tmp_path / "fused").mkdir()
    write_weights(tmp_path / "fused", tensors)
    single, fused = read_layer(tmp_path / "single", config), read_layer(tmp_path / "fused", config)
    assert isinstance(single.mlp, ExpertWeights)
    assert isinstance(fused.mlp, ExpertWeights)
    assert torch.equal(torch.as_tensor(single.mlp.gate_up), torch.as_tensor(fused.mlp.gate_up))
    assert torch.equal(torch.as_tensor(single.mlp.down), torch.as_tensor(fused.mlp.down))


def test_shards_load_as_one_file_does(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path / "one", "llama")
    write_checkpoint(tmp_path / "three", "llama", shards=3)
    one, three = read_layer(tmp_path / "one", config), read_layer(tmp_path / "three", config)
    assert isinstance(one.mlp, MlpWeights)
    assert isinstance(three.mlp, MlpWeights)
    assert torch.equal(one.qkv, three.qkv)
    assert torch.equal(one.mlp.gate_up, three.mlp.gate_up)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_half_precision_files_widen_exactly(dtype: torch.dtype, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, dtype=dtype)
    expected = random_weights(config, dtype=dtype)[f"model.layers.{MOE_LAYER}.self_attn.o_proj.weight"]
    assert torch.equal(read_layer(tmp_path, config).output, expected.float())


def test_progress_ends_at_the_bytes_of_all_tensors(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, "llama", shards=2)
    calls: list[tuple[int, int]] = []
    checkpoint = Checkpoint.open(tmp_path)
    with WeightReader(checkpoint, config, torch.float32, CPU, lambda *call: calls.append(call)) as reader:
        reader.embedding()
        for index in range(len(config.layers)):
            reader.layer(index)
        reader.final_norm()
        reader.head()
    assert calls[-1] == (checkpoint.size_bytes, checkpoint.size_bytes)
    assert calls == sorted(calls)


def test_missing_tensor_is_named(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    del tensors["model.layers.1.mlp.experts.5.up_proj.weight"]
    write_weights(tmp_path, tensors)
    assert refused(tmp_path, config) == (
        f"{tmp_path}: tensor `model.layers.1.mlp.experts.5.up_proj.weight` is missing from the weights."
    )


def test_untied_head_without_a_head_is_refused(tmp_path: Path) -> None:
    write_checkpoint(tmp_path)
    config = write_checkpoint(tmp_path / "untied", tie_word_embeddings=False)
    assert "tensor `lm_head.weight` is missing" in refused(tmp_path, config)


def test_misshapen_tensor_is_named_with_both_shapes(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    name = "model.layers.0.self_attn.k_proj.weight"
    tensors[name] = tensors[name][:-1].clone()
    write_weights(tmp_path, tensors)
    assert refused(tmp_path, config).endswith(
        f"model.safetensors: tensor `{name}` has shape [31, 32]; config.json makes it [32, 32]."
    )


def test_quantised_type_is_named(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    name = "model.layers.0.self_attn.k_proj.weight"
    tensors[name] = tensors[name].to(torch.float8_e4m3fn)
    write_weights(tmp_path, tensors)
    assert f"tensor `{name}` has type F8_E4M3; this version runs F32, BF16, F16." in refused(tmp_path, config)


@pytest.mark.parametrize("extra", ["model.layers.0.self_attn.q_proj.bias", "model.layers.6.input_layernorm.weight"])
def test_tensor_that_the_model_would_ignore_is_refused(extra: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    write_weights(tmp_path, load_file(tmp_path / "model.safetensors") | {extra: torch.zeros(32)})
    assert f"tensor `{extra}` has no place in a cohere2_moe model" in refused(tmp_path, config)


def test_stored_rope_tables_and_second_copies_of_a_tied_head_are_ignored(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    tensors["model.layers.0.self_attn.rotary_emb.inv_freq"] = torch.ones(8)
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].clone()
    write_weights(tmp_path, tensors)
    Checkpoint.open(tmp_path).check(config)


@pytest.mark.parametrize("kept_bytes", [0, 5, 100, 20_000])
def test_truncated_shard_is_named(kept_bytes: int, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, shards=2)
    shard = tmp_path / "model-00002-of-00002.safetensors"
    shard.write_bytes(shard.read_bytes()[:kept_bytes])
    message = refused(tmp_path, config)
    assert message.startswith(f"{shard}: is ")
    assert "truncated" in message or "not a safetensors file" in message


def test_file_that_is_no_safetensors_is_named(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"<html>not found</html>")
    assert "not a safetensors file" in refused(tmp_path, config)


@pytest.mark.parametrize("end", ["1", "1e999", "null", "[]", '"x"'])
def test_header_with_offsets_of_another_kind_is_named(end: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    file = tmp_path / "model.safetensors"
    header = f'{{"x": {{"dtype": "F32", "shape": [1], "data_offsets": [0, {end}]}}}}'.encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header)
    assert refused(tmp_path, config).startswith(f"{file}: is ")


def test_missing_shard_of_the_index_is_named(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, shards=3)
    shard = tmp_path / "model-00003-of-00003.safetensors"
    shard.unlink()
    assert refused(tmp_path, config) == f"{shard}: is missing, but model.safetensors.index.json names it."


@pytest.mark.parametrize("content", ["{", "[]", '{"weight_map": 1}', "{}", '{"weight_map": {"a": 5}}', "[" * 100_000])
def test_broken_index_is_named(content: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, shards=2)
    (tmp_path / "model.safetensors.index.json").write_text(content)
    assert "field `weight_map` cannot be read" in refused(tmp_path, config)


def test_index_cannot_point_out_of_the_directory(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path / "model", shards=2)
    save_file({"x": torch.zeros(1)}, tmp_path / "other.safetensors")
    index = {"weight_map": {"x": "../other.safetensors"}}
    (tmp_path / "model" / "model.safetensors.index.json").write_text(json.dumps(index))
    assert "outside of the model's directory" in refused(tmp_path / "model", config)


def test_directory_without_weights_is_named(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    assert refused(tmp_path, config).startswith(f"{tmp_path}: holds no weights")
