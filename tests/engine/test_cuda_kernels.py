"""The prefill kernels' sources compile for Hopper, without a GPU, for every kind of model they are for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.compiler import compile_with_log, why_no_compiler
from localcoder.engine.shapes import find_shape
from localcoder.engine.torch_model.cuda_kernels import SOURCES, kernel_sources, why_not_cuda, why_not_model

NORTH = find_shape("north-mini-code")
KINDS: dict[str, Callable[[ModelConfig], ModelConfig]] = {
    "north-mini-code": lambda config: config,
    "dense": lambda config: replace(config, experts=0, experts_per_token=0, expert_ff=0),
    "softmax": lambda config: replace(
        config, router="top_of_softmax", router_renormalised=True, rope_interleaved=False, hidden_size=2560
    ),
    "few experts": lambda config: replace(config, router="softmax_of_top", experts=12, experts_per_token=3),
}


@pytest.mark.skipif(why_no_compiler() is not None, reason="needs the gpu extra")
@pytest.mark.parametrize("kind", KINDS)
def test_the_kernels_compile_without_spills_or_warnings(kind: str) -> None:
    for source in kernel_sources(KINDS[kind](NORTH)):
        cubin, log = compile_with_log(source)
        assert cubin.startswith(b"\x7fELF")
        assert re.findall(r"(\d+) bytes spill", log) and not re.findall(r"[1-9]\d* bytes spill", log), log
        assert "warning" not in log.lower() and "Potential Performance Loss" not in log, log


def test_each_source_lies_beside_its_module() -> None:
    folder = Path(torch_model_file()).parent
    assert all((folder / name).is_file() for name in SOURCES)


def torch_model_file() -> str:
    from localcoder.engine.torch_model import cuda_kernels

    return cuda_kernels.__file__


def test_what_the_kernels_do_not_fit_is_named() -> None:
    assert why_not_model(NORTH) is None
    assert why_not_model(replace(NORTH, head_dim=64)) == "its heads have 64 dimensions, not 128"
    assert why_not_model(replace(NORTH, expert_ff=764)) == "its widths are not multiples of 8"
    assert why_not_model(replace(NORTH, experts=512)) == "it has too many experts"
    assert why_not_cuda(NORTH, torch.empty(1)) == "there is no GPU"
