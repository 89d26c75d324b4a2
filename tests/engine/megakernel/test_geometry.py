"""How attention is split, and which models the kernel does not take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from localcoder.engine.config import LayerConfig, ModelConfig
from localcoder.engine.megakernel.geometry import GROUP_TOKENS, MIN_PART_GROUPS, Geometry, part_of, why_not
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.shapes import find_shape

CONFIG = ModelConfig.from_file(POCKET_DIRECTORY)
LENGTHS = [*range(300), 1023, 1024, 1025, 4094, 4095, 4096, 4097, 8191, 8192, 100_003]


@pytest.mark.parametrize("window", [None, 1, 16, 100, 4096])
@pytest.mark.parametrize("parts", [1, 7, 33, 64])
def test_parts_cover_what_a_row_sees_once_and_are_no_more_than_there_are(window: int | None, parts: int) -> None:
    for length in LENGTHS:
        visible, first, end, size = part_of(length, window, parts)
        assert visible == (0 if window is None else max(0, length + 1 - window))
        count = -(-(end - first) // size)
        assert count <= parts
        assert size >= MIN_PART_GROUPS
        if visible < length:
            # Whole groups from that of the first visible token to that of the newest cached one.
            assert first * GROUP_TOKENS <= visible < (first + 1) * GROUP_TOKENS
            assert (end - 1) * GROUP_TOKENS < length <= end * GROUP_TOKENS
        else:
            assert count == 0


def test_an_h200_takes_33_parts_of_north_mini_codes_four_key_heads() -> None:
    assert Geometry.of(find_shape("north-mini-code"), 132).parts == 33


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"parallel_block": False}, "attention and MLP follow each other"),
        ({"qk_norm": True}, "normalises queries and keys"),
        ({"rope_interleaved": False}, "pairs are not interleaved"),
        ({"shared_experts": 1}, "has shared experts"),
        ({"query_heads": 8, "kv_heads": 2}, "not shared by 8 query heads"),
        ({"query_heads": 8, "kv_heads": 1, "hidden_size": 512}, "too narrow for the GPU's 200 SMs"),
        ({"hidden_size": 768}, "hidden size 768 is not a multiple of 512"),
        ({"vocab_size": 4100}, "vocabulary 4100 is not a multiple of 8"),
        ({"experts": 136}, "136 experts, more than 128"),
        ({"experts": 12}, "12 experts are not a multiple of 8"),
        ({"experts": 64, "experts_per_token": 9}, "uses 9 experts, over 8"),
        ({"expert_ff": 100}, "experts' width 100 is not a multiple of 32"),
        ({"dense_ff": 100}, "dense width 100 is not a multiple of 32"),
        ({"router": "top_of_softmax"}, "softmax before the choice"),
    ],
)
def test_a_model_that_the_kernel_does_not_take_is_told_why(changes: dict[str, Any], reason: str) -> None:
    assert why_not(CONFIG, 132) is None
    found = why_not(replace(CONFIG, **changes), 200 if "200 SMs" in reason else 132)
    assert found is not None and reason in found


def test_sizes_of_layers_that_a_model_has_not_do_not_matter() -> None:
    layers = (LayerConfig(None, True, False),) * 2
    assert why_not(replace(CONFIG, layers=layers, experts=130, expert_ff=100, router="top_of_softmax"), 132) is None
    layers = (LayerConfig(None, True, True),) * 2
    assert why_not(replace(CONFIG, layers=layers, dense_ff=100), 132) is None
