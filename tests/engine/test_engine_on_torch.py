"""The engine with the real PyTorch backend, on tiny random checkpoints."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.engine import Engine
from localcoder.engine.request import Request, SamplingParams
from localcoder.engine.torch_backend import TorchBackend
from localcoder.errors import UsageError
from tests.engine.fake_launches import LaunchesInOrder
from tests.fakes.checkpoints import CONFIGS, write_checkpoint
from tests.fakes.tokenizers import write_byte_level_tokenizer


class LaunchingTorchBackend(LaunchesInOrder, TorchBackend):
    """Draws several tokens a launch."""

    def logits_of(self, row: Chunk) -> np.ndarray:
        return TorchBackend.decode(self, [row])[0].numpy()


def write_model(directory: Path, family: str) -> Path:
    write_checkpoint(directory, family)
    write_byte_level_tokenizer(directory, vocab_size=320)
    return directory


async def answer(engine: Engine, request: Request) -> list[int]:
    return [token async for output in engine.generate(request) for token in output.token_ids]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.mark.parametrize("family", list(CONFIGS))
async def test_batching_chunking_launches_and_preemption_change_no_token(tmp_path: Path, family: str) -> None:
    directory = write_model(tmp_path, family)
    stem = tuple(10 + i * 7 % 300 for i in range(130))
    requests = [
        Request(
            str(i),
            (*stem[: 30 + 40 * i], 20 + i),
            SamplingParams(temperature=float(i % 2), seed=i, max_tokens=140, ignore_eos=True),
        )
        for i in range(3)
    ]
    with Engine.load(directory, backend="torch") as engine:
        alone = [await answer(engine, request) for request in requests]
        config, tokenizer = engine.config, engine.tokenizer
    variants = [(TorchBackend, 0), (LaunchingTorchBackend, 0)]
    if family == "cohere2_moe":
        variants += [(TorchBackend, 1 << 30), (LaunchingTorchBackend, 1 << 30)]
    for kind, host_cache_bytes in variants:
        backend = kind(directory, config, total_blocks=7)
        with Engine(
            config, tokenizer, backend, directory=directory, step_tokens=50, host_cache_bytes=host_cache_bytes
        ) as engine:
            together = await asyncio.gather(*(answer(engine, request) for request in requests))
            assert engine.stats().preemptions > 0
        assert together == alone


async def test_a_loaded_engine_keeps_to_the_context_asked_for(tmp_path: Path) -> None:
    directory = write_model(tmp_path, "qwen3")
    seen: list[tuple[int, int]] = []
    with Engine.load(directory, context_tokens=100, progress=lambda done, total: seen.append((done, total))) as engine:
        assert engine.context_tokens == 100
        assert engine.directory == directory
        wanted = Request("r", (10, 11), SamplingParams(temperature=0.0, ignore_eos=True))
        assert len(await answer(engine, wanted)) == 98
    assert seen[-1][0] == seen[-1][1] > 0


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, "qwen3")
    write_byte_level_tokenizer(tmp_path, vocab_size=330)
    with pytest.raises(UsageError, match=r"330 tokens.*says vocab_size is 320"):
        Engine.load(tmp_path)


def test_requests_are_described_without_loading_torch() -> None:
    code = "import sys, localcoder.engine.request, localcoder.engine.stats; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counts threads in Linux's /proc")
def test_loading_leaves_no_thread_but_the_engine_s() -> None:
    program = """
import os, time, torch
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
torch.set_num_threads(2)
count = lambda: len(os.listdir("/proc/self/task"))
before = count()
engine = Engine.load(POCKET_DIRECTORY)
deadline = time.monotonic() + 10
while count() != before + 1 and time.monotonic() < deadline:
    time.sleep(0.01)
print(count() - before)
engine.close()
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "1", result.stderr
