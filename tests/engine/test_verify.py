from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.torch_backend import TorchBackend
from localcoder.engine.verify import GREEDY_TOKENS, verify_model
from localcoder.errors import UsageError
from tests.fakes.checkpoints import CONFIGS, write_checkpoint
from tests.fakes.tokenizers import write_byte_level_tokenizer

PROMPTS = [list(range(5, 12)), list(range(5, 105)), [7] * 200]


class WrongBackend(TorchBackend):
    """Rounds as no correct backend does."""

    def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
        return super().decode(rows) * 1.001


@pytest.mark.parametrize("family", CONFIGS)
def test_torch_backend_agrees_with_the_reference(family: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, family)
    backend = TorchBackend(tmp_path, config, total_blocks=16)
    report = verify_model(tmp_path, backend, prompts=PROMPTS)
    assert report.passed
    assert [check.prompt_tokens for check in report.checks] == [7, 100, 200]
    assert all(check.agreed == check.steps == GREEDY_TOKENS for check in report.checks)


def test_fixed_prompts_go_past_the_sliding_window(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, vocab_size=448)
    write_byte_level_tokenizer(tmp_path)
    report = verify_model(tmp_path, TorchBackend(tmp_path, config, total_blocks=64))
    assert report.passed
    assert report.checks[-1].prompt_tokens == 82


def test_bfloat16_passes_its_tolerance_and_not_that_of_float32(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, "qwen3")
    backend = TorchBackend(tmp_path, config, total_blocks=16, dtype=torch.bfloat16)
    report = verify_model(tmp_path, backend, prompts=PROMPTS)
    assert report.passed
    assert max(check.error for check in report.checks) > 1e-3


def test_slightly_wrong_decode_fails(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    report = verify_model(tmp_path, WrongBackend(tmp_path, config, total_blocks=16), prompts=PROMPTS)
    assert not report.passed


def test_model_that_differs_from_its_config_fails(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    report = verify_model(
        tmp_path, TorchBackend(tmp_path, replace(config, norm="layer"), total_blocks=16), prompts=PROMPTS
    )
    assert not report.passed


def test_too_small_cache_is_refused_with_the_numbers(tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path)
    with pytest.raises(UsageError, match="needs 7 KV blocks, but the cache has 3"):
        verify_model(tmp_path, TorchBackend(tmp_path, config, total_blocks=3), prompts=PROMPTS)
