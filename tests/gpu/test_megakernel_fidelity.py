"""The kernel's numbers against float64, beside those of the torch code in the same bfloat16."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.gpu.measure import choices, logit_errors, token_agreement
from tests.gpu.models import CONFIGS, load
from tests.gpu.rows import RAGGED, clear_rows, text_ids
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN

pytestmark = NEEDS_KERNEL

TEXT_TOKENS = 24 if STAND_IN else 512
ROUTED = [
    (name, layers)
    for name in CONFIGS
    for layers in range(1, 1 + len(CONFIGS[name]().layers))
    if CONFIGS[name]().layers[layers - 1].moe
]


@pytest.mark.parametrize("name", ["pocket", "small", "wide"])
@pytest.mark.parametrize("seed", [0, 1])
def test_logits_are_no_further_from_float64_than_the_torch_codes(
    kernel: Callable[..., Any], name: str, seed: int
) -> None:
    model = load(name, DEVICE)
    errors = logit_errors(model, kernel(model), clear_rows(model, RAGGED, seed=seed))
    assert errors.kernel <= errors.torch_bf16, errors
    assert errors.kernel < 0.02, errors


@pytest.mark.parametrize(("name", "layers"), ROUTED)
def test_experts_are_float64s_wherever_the_margin_exceeds_the_torch_codes_error(
    kernel: Callable[..., Any], name: str, layers: int
) -> None:
    whole = load(name, DEVICE)
    model = whole.first(layers)
    backend = kernel(model)
    compared = 0
    for seed in range(2):
        found = choices(model, backend, clear_rows(whole, RAGGED, seed=seed))
        compared += found.compared
        assert not found.wrong, found.wrong
    assert compared >= 8, f"only {compared} of 16 margins are clear"


def test_greedy_tokens_of_a_text_are_the_cpus_wherever_float64_is_clear(kernel: Callable[..., Any]) -> None:
    model = load("pocket", DEVICE)
    found = token_agreement(model, kernel(model), text_ids(TEXT_TOKENS))
    assert not found.wrong, found
    assert found.compared >= found.tokens // 4, found
    assert found.equal >= found.tokens * 0.98, found  # near ties of experts included
    assert found.kernel_error <= found.torch_bf16_error, found
