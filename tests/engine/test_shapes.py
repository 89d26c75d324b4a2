from __future__ import annotations

import pytest

from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.geometry import why_not
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.shapes import SHAPES, find_shape
from localcoder.errors import UsageError


def test_north_mini_code_has_its_published_geometry() -> None:
    config = find_shape("north-mini-code")
    assert len(config.layers) == 49
    assert [index for index, layer in enumerate(config.layers) if layer.window is None] == list(range(0, 49, 4))
    assert {layer.window for layer in config.layers} == {None, 4096}
    # Rotated: the sliding layers and the dense layer 0, not the full MoE layers.
    assert all(layer.rope == (layer.window is not None or index == 0) for index, layer in enumerate(config.layers))
    assert [layer.moe for layer in config.layers] == [False] + [True] * 48
    assert (config.hidden_size, config.query_size, config.kv_size) == (2048, 4096, 512)
    assert (config.experts, config.experts_per_token, config.expert_ff, config.dense_ff) == (128, 8, 768, 3072)
    assert (config.router, config.router_renormalised, config.shared_experts) == ("sigmoid_of_top", False, 0)
    assert (config.norm, config.norm_eps, config.rope_theta) == ("rms", 1e-6, 50_000.0)
    assert (config.vocab_size, config.tied_head, config.logit_scale) == (262_144, True, 1.0)
    assert (config.bos_id, config.eos_ids, config.context_tokens) == (2, (255_001,), 500_000)
    assert round(parameter_count(config) * 2 / 1e9) == 61


def test_the_pocket_shape_is_that_of_the_built_in_model() -> None:
    assert find_shape("pocket") == ModelConfig.from_file(POCKET_DIRECTORY)


@pytest.mark.parametrize("name", SHAPES)
def test_the_kernel_can_serve_every_built_in_shape(name: str) -> None:
    assert why_not(find_shape(name), 132) is None


def test_an_unknown_shape_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UsageError, match=r"--model gpt-9: .*pocket, north-mini-code"):
        find_shape("gpt-9")
