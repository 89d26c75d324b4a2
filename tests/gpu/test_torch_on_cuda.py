"""The torch backend on a GPU against the same backend on the CPU. Any CUDA GPU will do."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_backend import TorchBackend
from tests.fakes.checkpoints import CONFIGS, write_checkpoint

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA GPU"),
]

PROMPTS = (tuple(range(5, 205)), (7, 8, 9), tuple(range(300, 200, -1)))
BLOCKS_EACH = 6


def _backend(directory: Path, device: str, dtype: torch.dtype) -> TorchBackend:
    config = ModelConfig.from_file(directory)
    return TorchBackend(directory, config, total_blocks=32, dtype=dtype, device=torch.device(device))


def _tables() -> list[tuple[int, ...]]:
    """Block tables with holes and in falling order, so that pages are really gathered."""
    return [tuple(range(31 - i, 31 - i - 3 * BLOCKS_EACH, -3)) for i in range(len(PROMPTS))]


def _continue(backend: TorchBackend, steps: int) -> list[list[int]]:
    """Greedy continuations of all prompts in one ragged batch."""
    tables = _tables()
    logits = backend.prefill(
        [Chunk(ids, 0, table[: len(ids) // BLOCK_TOKENS + 1]) for ids, table in zip(PROMPTS, tables, strict=True)]
    )
    out = [[int(token)] for token in logits.argmax(-1)]
    for _ in range(steps - 1):
        rows = []
        for ids, table, answer in zip(PROMPTS, tables, out, strict=True):
            position = len(ids) + len(answer) - 1
            rows.append(Chunk((answer[-1],), position, table[: position // BLOCK_TOKENS + 1]))
        for answer, token in zip(out, backend.decode(rows).argmax(-1), strict=True):
            answer.append(int(token))
    return out


@pytest.mark.parametrize("family", sorted(CONFIGS))
def test_greedy_tokens_in_float32_are_those_of_the_cpu(family: str, tmp_path: Path) -> None:
    write_checkpoint(tmp_path, family)
    on_gpu = _continue(_backend(tmp_path, "cuda", torch.float32), 64)
    assert on_gpu == _continue(_backend(tmp_path, "cpu", torch.float32), 64)


@pytest.mark.parametrize("family", sorted(CONFIGS))
def test_bfloat16_logits_differ_from_float32_by_rounding_alone(family: str, tmp_path: Path) -> None:
    write_checkpoint(tmp_path, family)
    chunk = Chunk(PROMPTS[0], 0, _tables()[0][: len(PROMPTS[0]) // BLOCK_TOKENS + 1])
    wide = _backend(tmp_path, "cpu", torch.float32).prefill([chunk])
    narrow = _backend(tmp_path, "cuda", torch.bfloat16).prefill([chunk]).cpu()
    assert torch.linalg.norm(narrow - wide) < 0.05 * torch.linalg.norm(wide)


def test_blocks_saved_to_the_host_come_back_bit_for_bit(tmp_path: Path) -> None:
    write_checkpoint(tmp_path)
    backend = _backend(tmp_path, "cuda", torch.bfloat16)
    table = _tables()[0][:4]
    backend.prefill([Chunk(PROMPTS[0], 0, table)])
    saved = backend.read_blocks(table)
    backend.write_blocks([0, 2, 3, 5], saved)
    assert torch.equal(backend.read_blocks([0, 2, 3, 5]), saved)


@pytest.mark.parametrize("family", sorted(CONFIGS))
def test_chunks_in_bfloat16_see_what_one_prefill_sees(family: str, tmp_path: Path) -> None:
    write_checkpoint(tmp_path, family)
    wide = _backend(tmp_path, "cpu", torch.float32)
    narrow = _backend(tmp_path, "cuda", torch.bfloat16)
    ids, table = PROMPTS[0], _tables()[0][: len(PROMPTS[0]) // BLOCK_TOKENS + 1]
    expected = wide.prefill([Chunk(ids, 0, table)])
    for size in (30, 70, 199):  # windows of 80 begin before, in and after a chunk
        for start in range(0, len(ids), size):
            logits = narrow.prefill([Chunk(ids[start : start + size], start, table)])
        assert torch.linalg.norm(logits.cpu() - expected) < 0.05 * torch.linalg.norm(expected)


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
@pytest.mark.skipif(
    torch.cuda.is_available() and torch.cuda.get_device_capability() < (9, 0),
    reason="PyTorch's grouped product waits for older GPUs",
)
@pytest.mark.parametrize("family", sorted(CONFIGS))
def test_a_forward_pass_never_waits_for_the_gpu(family: str, tmp_path: Path) -> None:
    write_checkpoint(tmp_path, family)
    backend = _backend(tmp_path, "cuda", torch.bfloat16)
    first, second = _tables()[:2]
    torch.cuda.set_sync_debug_mode("error")
    try:
        backend.prefill([Chunk(PROMPTS[0][:100], 0, first), Chunk(PROMPTS[1], 0, second)])
        backend.prefill([Chunk(PROMPTS[0][100:], 100, first)])
        backend.decode([Chunk((7,), 200, first), Chunk((8,), 3, second)])
    finally:
        torch.cuda.set_sync_debug_mode("default")
