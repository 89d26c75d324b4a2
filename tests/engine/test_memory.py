from __future__ import annotations

import logging
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from localcoder.engine import memory
from localcoder.engine.backends import load_backend
from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.buffers import buffer_bytes
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.memory import GIB, GPU_WORKING_BYTES, block_bytes, plan_memory
from localcoder.errors import UsageError
from tests.engine.test_config import NORTH_MINI, read
from tests.fakes.checkpoints import write_checkpoint

CPU = torch.device("cpu")
GPU = torch.device("cuda")


@pytest.fixture
def north(tmp_path: Path) -> ModelConfig:
    return read(tmp_path, NORTH_MINI)


def free_host(monkeypatch: pytest.MonkeyPatch, free_bytes: float) -> None:
    monkeypatch.setattr(memory.psutil, "virtual_memory", lambda: SimpleNamespace(available=int(free_bytes)))


def free_gpu(monkeypatch: pytest.MonkeyPatch, free_bytes: float) -> None:
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (int(free_bytes), 141 * GIB))


def test_small_model_gets_float32_and_a_full_context_for_every_row(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    plan = plan_memory(config, max_rows=8, device=CPU)
    assert plan.dtype == torch.float32
    assert plan.total_blocks == 8 * 4096 // 64


def test_context_asked_for_sets_the_cache(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    assert plan_memory(config, max_rows=2, context_tokens=100, device=CPU).total_blocks == 4


def test_model_too_large_for_float32_runs_in_bfloat16_and_says_so(
    north: ModelConfig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    free_host(monkeypatch, 100 * GIB)
    with caplog.at_level(logging.WARNING):
        assert plan_memory(north, max_rows=8, device=CPU).dtype == torch.bfloat16
    assert "Computing in bfloat16: float32 weights would take 113." in caplog.text


def test_model_too_large_for_the_host_is_refused_with_the_numbers(
    north: ModelConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_host(monkeypatch, 24 * GIB)
    with pytest.raises(UsageError, match=r"needs 56\.\d GiB for its weights, but 24\.0 GiB of memory are free"):
        plan_memory(north, max_rows=8, device=CPU)


def test_gpu_plan_stays_within_what_is_free_and_what_is_allowed(
    north: ModelConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_gpu(monkeypatch, 130 * GIB)
    weights = 2 * parameter_count(north)
    for limit_gib, usable_gib in ((None, 0.92 * 130), (80.0, 80.0)):
        plan = plan_memory(north, max_rows=8, gpu_memory_gib=limit_gib, device=GPU)
        taken = weights + plan.total_blocks * block_bytes(north, plan.dtype)
        assert plan.dtype == torch.bfloat16
        assert usable_gib - 1.85 < taken / GIB < usable_gib


def test_gpu_that_others_use_is_respected(north: ModelConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    free_gpu(monkeypatch, 40 * GIB)
    with pytest.raises(UsageError, match=r"needs 58\.\d GiB of GPU memory for its weights and may use 36\.8"):
        plan_memory(north, max_rows=8, device=GPU)
    with pytest.raises(UsageError, match=r"--gpu-memory 70: only 40\.0 GiB of the GPU's memory are free"):
        plan_memory(north, max_rows=8, gpu_memory_gib=70, device=GPU)


def test_context_that_cannot_fit_is_refused_and_a_default_one_shrinks(
    north: ModelConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_gpu(monkeypatch, 80 * GIB)
    with pytest.raises(UsageError, match=r"A context of 500032 tokens needs 46\.\d\d GiB for keys and values"):
        plan_memory(north, max_rows=8, context_tokens=500_000, device=GPU)
    assert 100_000 < plan_memory(north, max_rows=8, device=GPU).total_blocks * 64 < 500_000


def test_context_beyond_the_model_is_refused(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    with pytest.raises(UsageError, match="--context 4097: must be between 1 and 4096"):
        plan_memory(config, max_rows=8, context_tokens=4097, device=CPU)


def test_80_gb_hold_north_mini_code_the_kernels_buffers_and_8_gb_of_keys_and_values(
    north: ModelConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    free_gpu(monkeypatch, 80e9)
    geometry = Geometry.of(north, sms=132)
    kernel_bytes = buffer_bytes(geometry)
    logits = 8 * 262_144 * 4
    parts = 8 * 4 * 33 * 8 * (128 + 2) * 4
    assert logits + parts < kernel_bytes < logits + parts + 2e6
    plan = plan_memory(north, max_rows=8, kernel_bytes=kernel_bytes, device=GPU)
    assert plan.total_blocks * block_bytes(north, plan.dtype) > 8e9
    total = plan.total_blocks * block_bytes(north, plan.dtype) + 2 * parameter_count(north) + kernel_bytes
    assert total + GPU_WORKING_BYTES < 80e9


def test_the_kernels_buffers_are_taken_from_the_cache(north: ModelConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    free_gpu(monkeypatch, 80 * GIB)
    without, with_buffers = (
        plan_memory(north, max_rows=8, kernel_bytes=size, device=GPU).total_blocks for size in (0, GIB)
    )
    assert without - with_buffers == pytest.approx(GIB / block_bytes(north, torch.bfloat16), abs=1)


@pytest.mark.parametrize("name", ["auto", "torch", "megakernel"])
def test_chosen_backend_is_loaded_with_its_plan(name: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    backend = load_backend(name, tmp_path, config, context_tokens=128, max_rows=3, device=CPU)
    assert (backend.total_blocks, backend.max_rows) == (6, 3)
