from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Backend, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_backend import TorchBackend
from localcoder.engine.torch_model.linear import can_pack
from tests.fakes.checkpoints import CONFIGS, write_checkpoint

ROUNDING = 2e-5
"""Float32 sums in another order; the logits' spread is about 1."""
BLOCKS = 24


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module", params=CONFIGS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ModelConfig]:
    directory = tmp_path_factory.mktemp(request.param)
    return directory, write_checkpoint(directory, request.param)


@pytest.fixture
def backend(model: tuple[Path, ModelConfig]) -> TorchBackend:
    directory, config = model
    return TorchBackend(directory, config, total_blocks=BLOCKS)


def ids(length: int, seed: int = 0) -> list[int]:
    return random.Random(seed).choices(range(5, 320), k=length)


def whole(backend: Backend, tokens: list[int], table: tuple[int, ...]) -> torch.Tensor:
    return backend.prefill([Chunk(tuple(tokens), 0, table)])[0]


def test_chunking_changes_rounding_only(backend: TorchBackend) -> None:
    tokens = ids(200)
    expected = whole(backend, tokens, (0, 1, 2, 3))
    for sizes in ((64, 64, 72), (1, 99, 100), (63, 2, 135), (199, 1)):
        start = 0
        for size in sizes:
            chunk = Chunk(tuple(tokens[start : start + size]), start, (9, 7, 5, 11))
            logits = backend.prefill([chunk])[0]
            start += size
        torch.testing.assert_close(logits, expected, atol=ROUNDING, rtol=0)


def test_greedy_tokens_are_equal_whatever_the_batch_the_chunks_and_the_blocks(backend: TorchBackend) -> None:
    prompts = [ids(length, seed=length) for length in (5, 64, 77, 130)]
    tables = [(0, 1, 2, 3), (7, 5, 4, 6), (8, 10, 9, 11), (12, 13, 14, 15)]

    def decode(groups: list[list[int]], chunk_tokens: int, steps: int = 24) -> list[list[int]]:
        sequences = [list(prompt) for prompt in prompts]
        for row, table in enumerate(tables):
            for start in range(0, len(prompts[row]), chunk_tokens):
                part = tuple(prompts[row][start : start + chunk_tokens])
                logits = backend.prefill([Chunk(part, start, table)])[0]
            sequences[row].append(int(logits.argmax()))
        for group in groups:
            for _ in range(steps):
                rows = [Chunk((sequences[row][-1],), len(sequences[row]) - 1, tables[row]) for row in group]
                for row, logits in zip(group, backend.decode(rows), strict=True):
                    sequences[row].append(int(logits.argmax()))
        return sequences

    alone = decode([[0], [1], [2], [3]], chunk_tokens=1000)
    assert decode([[0, 1, 2, 3]], chunk_tokens=1000) == alone
    assert decode([[3, 1], [2, 0]], chunk_tokens=50) == alone


def test_decode_rows_keep_their_bits_in_any_batch(backend: TorchBackend) -> None:
    if not can_pack(torch.float32, torch.device("cpu")):
        pytest.skip("this PyTorch has no oneDNN, so rows may round differently in other batches")
    rows = []
    for row, length in enumerate((3, 64, 65, 127, 20, 90, 50, 101)):
        table = (2 * row, 2 * row + 1)
        whole(backend, ids(length, seed=row), table)
        rows.append(Chunk((7 + row,), length, table))
    alone = [backend.decode([row])[0] for row in rows]
    for batch in (rows, rows[::-1], rows[2:5]):
        for row, logits in zip(batch, backend.decode(batch), strict=True):
            assert torch.equal(logits, alone[rows.index(row)])


def test_prompts_side_by_side_are_not_mixed_up(backend: TorchBackend) -> None:
    first, second = ids(70, seed=1), ids(33, seed=2)
    expected = [whole(backend, first, (0, 1)), whole(backend, second, (2,))]
    together = backend.prefill([Chunk(tuple(first), 0, (3, 4)), Chunk(tuple(second), 0, (5,))])
    torch.testing.assert_close(list(together), expected, atol=ROUNDING, rtol=0)


def test_prefill_of_a_shared_prefix_serves_two_continuations(backend: TorchBackend) -> None:
    prefix, left, right = ids(2 * BLOCK_TOKENS, seed=3), ids(10, seed=4), ids(20, seed=5)
    whole(backend, prefix, (0, 1))
    shared = backend.prefill([Chunk(tuple(left), len(prefix), (0, 1, 2)), Chunk(tuple(right), len(prefix), (0, 1, 3))])
    expected = [whole(backend, prefix + tail, (4, 5, 6)) for tail in (left, right)]
    torch.testing.assert_close(list(shared), expected, atol=ROUNDING, rtol=0)


def test_blocks_that_were_moved_to_the_host_and_back_give_the_same_bits(backend: TorchBackend) -> None:
    tokens = ids(150)
    whole(backend, tokens, (4, 1, 9))
    expected = backend.decode([Chunk((9,), 150, (4, 1, 9))])
    saved = backend.read_blocks([4, 1, 9])
    whole(backend, ids(192, seed=8), (4, 1, 9))
    backend.write_blocks([2, 20, 3], saved)
    assert torch.equal(backend.decode([Chunk((9,), 150, (2, 20, 3))]), expected)


def test_saved_blocks_are_a_copy(backend: TorchBackend) -> None:
    whole(backend, ids(64), (0,))
    saved = backend.read_blocks([0])
    before = saved.clone()
    whole(backend, ids(64, seed=1), (0,))
    assert torch.equal(saved, before)


def test_other_blocks_and_stale_slots_are_never_read(backend: TorchBackend) -> None:
    tokens = ids(100)
    expected = whole(backend, tokens, (6, 8))
    garbage = torch.full_like(backend.read_blocks(range(BLOCKS)), float("nan"))
    backend.write_blocks(range(BLOCKS), garbage)
    assert torch.equal(whole(backend, tokens, (6, 8)), expected)
    assert not backend.decode([Chunk((5,), 100, (6, 8))]).isnan().any()


def test_layers_that_all_slide_need_no_block_behind_the_window(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, layer_types=["sliding_attention"] * 6)
    backend = TorchBackend(tmp_path, config, total_blocks=8)
    tokens = ids(4 * BLOCK_TOKENS)
    whole(backend, tokens, (0, 1, 2, 3))
    row = len(tokens) - 1
    expected = backend.decode([Chunk((9,), row, (0, 1, 2, 3))])
    assert torch.equal(backend.decode([Chunk((9,), row, (-1, -1, 2, 3))]), expected)


def test_logits_are_float32_of_every_row_whatever_the_weights(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    backend = TorchBackend(tmp_path, config, total_blocks=4, dtype=torch.bfloat16)
    logits = backend.prefill([Chunk((5, 6, 7), 0, (0,)), Chunk((8,), 0, (1,))])
    assert (logits.dtype, logits.shape) == (torch.float32, (2, config.vocab_size))


def test_freed_backend_holds_no_weights(backend: TorchBackend) -> None:
    backend.free()
    with pytest.raises(AssertionError, match="freed"):
        whole(backend, [5], (0,))
