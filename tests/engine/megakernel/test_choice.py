"""Which backend a model gets on a machine, and the one line that says why it is not the megakernel."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from localcoder.engine import backends
from localcoder.engine.backends import choose_backend, load_backend, why_not_megakernel
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.compiler import CompileFailed
from localcoder.engine.megakernel.device import COMPILER_MISSING, H200, KernelDevice, why_not_device
from localcoder.engine.megakernel.driver import CudaError
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.torch_backend import TorchBackend
from localcoder.errors import UsageError
from tests.fakes.checkpoints import write_checkpoint

CONFIG = ModelConfig.from_file(POCKET_DIRECTORY)
CPU = torch.device("cpu")
GPU = torch.device("cuda", 0)


@dataclass
class FakeMachine:
    """A GPU as CUDA would describe it."""

    capability: tuple[int, int] = (9, 0)
    compiler_problem: str | None = None
    sizes: KernelDevice = H200
    cooperative: bool = True
    broken: bool = False

    def kernel_device(self, device: torch.device) -> KernelDevice:
        if self.broken:
            raise CudaError("CUDA_ERROR_SYSTEM_NOT_READY: system not yet initialized")
        return self.sizes


def on(monkeypatch: pytest.MonkeyPatch, **facts: Any) -> None:
    machine = FakeMachine(**facts)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: machine.capability)
    monkeypatch.setattr(backends, "why_no_compiler", lambda: machine.compiler_problem)
    monkeypatch.setattr(backends, "kernel_device", machine.kernel_device)
    monkeypatch.setattr(backends, "offers_cooperative_launch", lambda device: machine.cooperative)


@pytest.mark.parametrize("name", ["auto", "megakernel"])
def test_hopper_gpu_gets_the_megakernel(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    on(monkeypatch)
    assert choose_backend(name, CONFIG, GPU) == "megakernel"
    assert choose_backend("torch", CONFIG, GPU) == "torch"
    assert not caplog.records


@pytest.mark.parametrize("name", ["auto", "megakernel"])
@pytest.mark.parametrize(
    ("facts", "changes", "reason"),
    [
        ({"capability": (8, 0)}, {}, "the GPU's compute capability is 8.0, not 9.0"),
        ({"capability": (12, 0)}, {}, "the GPU's compute capability is 12.0, not 9.0"),
        ({"compiler_problem": COMPILER_MISSING}, {}, "pip install 'localcoder[gpu]'"),
        ({"cooperative": False}, {}, "does not offer cooperative launches"),
        ({"sizes": KernelDevice(132, 100 * 1024)}, {}, "only 100 KB of shared memory"),
        ({"broken": True}, {}, "CUDA reports CUDA_ERROR_SYSTEM_NOT_READY"),
        ({}, {"norm": "layer"}, "the model does not suit it (its norm is LayerNorm)"),
        ({}, {"head_dim": 64}, "its head_dim is 64, not 128"),
        ({}, {"hidden_size": 4096}, "its hidden size 4096 is over 2048"),
        ({}, {"query_heads": 64, "kv_heads": 8}, "its query heads are 8192 wide, over 4096"),
        ({}, {"expert_ff": 4128}, "its experts are 4128 wide, over 4096"),
        ({}, {"dense_ff": 12288}, "its dense layers are 12288 wide, over 4096"),
        ({"sizes": KernelDevice(3, H200.shared_bytes)}, {"kv_heads": 4, "query_heads": 32}, "more key heads than"),
    ],
)
def test_what_the_kernel_cannot_serve_gets_torch_and_one_line(
    facts: dict[str, Any],
    changes: dict[str, Any],
    reason: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    on(monkeypatch, **facts)
    with caplog.at_level(logging.WARNING):
        assert choose_backend(name, replace(CONFIG, **changes), GPU) == "torch"
    (record,) = caplog.records
    line = record.getMessage()
    assert line.startswith("Using the torch backend instead of the megakernel: ")
    assert reason in line
    assert "\n" not in line


def test_machine_without_a_gpu_is_silent_unless_the_megakernel_was_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    assert choose_backend("auto", CONFIG, CPU) == "torch"
    assert not caplog.records
    assert choose_backend("megakernel", CONFIG, CPU) == "torch"
    assert [record.getMessage() for record in caplog.records] == [
        "Using the torch backend instead of the megakernel: there is no GPU that PyTorch can use."
    ]


def test_backend_that_is_not_there_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="--backend vulkan: must be one of auto, torch, megakernel"):
        choose_backend("vulkan", CONFIG, CPU)


def test_sixteen_kilobyte_slots_fill_what_shared_memory_there_is() -> None:
    assert H200.ring_slots == 12
    assert H200.dynamic_shared_bytes <= H200.shared_bytes
    assert KernelDevice(132, 2**20).ring_slots == 12
    assert why_not_device(KernelDevice(132, 200 * 1024), cooperative=True) is None
    assert why_not_device(KernelDevice(132, 163 * 1024), cooperative=True) == "a block has only 163 KB of shared memory"
    assert why_not_megakernel(CONFIG, CPU) is not None


def test_kernel_that_does_not_compile_leaves_torch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    config = write_checkpoint(tmp_path)

    def refuse(*arguments: object, **options: object) -> None:
        raise CompileFailed("The decode kernel could not be compiled: error\nmegakernel.cu(3): error: no")

    monkeypatch.setattr(backends, "why_not_megakernel", lambda config, device: None)
    monkeypatch.setattr(backends, "kernel_device", lambda device: H200)
    monkeypatch.setattr(backends.MegakernelBackend, "load", refuse)
    backend = load_backend("auto", tmp_path, config, context_tokens=128, device=CPU)
    assert isinstance(backend, TorchBackend)
    (record,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert record.getMessage().endswith("instead of the megakernel: The decode kernel could not be compiled: error.")
