"""Compares a backend with the float32 reference on a model's real weights (`localcoder doctor --verify MODEL`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Backend, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.tokenizer import Tokenizer
from localcoder.engine.torch_model.reference import reference_logits
from localcoder.errors import UsageError

GREEDY_TOKENS = 16
_CHUNK_TOKENS = 256
_LONGEST_PROMPT = 4160
"""Enough to fill a window of 4096 tokens and go past it."""

TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 0.08, torch.float16: 0.02}
"""The largest accepted error, relative to the logits' own spread, by the type the backend computes with."""

_TEXTS = (
    "The capital of France is",
    "def fibonacci(n):\n    if n < 2:\n        return n\n    return fibonacci(n - 1) + fibonacci(n - 2)\n\n\nprint(",
    "Write one sentence about the sea, then the same sentence in German, in French and in Spanish.\n" * 4,
)
_LONG_TEXT = "\n".join(f"line {number}: the square of {number} is {number * number};" for number in range(1000))


@dataclass(frozen=True, slots=True)
class PromptCheck:
    """One prompt: how far the backend's logits were from the reference's while it continued the prompt greedily."""

    prompt_tokens: int
    error: float
    """Root mean square of the difference over that of the reference's logits about their mean, the worst step's."""
    agreed: int
    """Steps whose greedy token is the reference's too."""
    steps: int


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What `verify_model` found."""

    checks: tuple[PromptCheck, ...]
    tolerance: float

    @property
    def passed(self) -> bool:
        """Whether every prompt's error is within the tolerance."""
        return all(check.error <= self.tolerance for check in self.checks)


def verify_model(
    directory: Path,
    backend: Backend,
    *,
    prompts: Sequence[Sequence[int]] | None = None,
    tolerance: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> VerifyReport:
    """Continue a few fixed prompts greedily on `backend` and compare every step's logits with the reference's.

    The reference reads the weights again, a layer at a time, so it needs little memory; it may take minutes for a
    large model. The backend must not be in use; its cache is overwritten.

    Args:
        directory: the model's.
        backend: has loaded the same model.
        prompts: token ids, at most `backend.max_rows` of them; by default fixed texts, the longest past the window.
        tolerance: the largest accepted error; by default what the backend's number type allows.
        progress: called with the reference's layers done and layers in all.

    Raises:
        UsageError: the model's files cannot be read, or the backend's cache is too small for the prompts.
    """
    config = ModelConfig.from_file(directory)
    if prompts is None:
        prompts = _fixed_prompts(config, Tokenizer.load(directory))
    if tolerance is None:
        tolerance = TOLERANCE[getattr(backend, "dtype", torch.bfloat16)]
    continued, steps = _continue_greedily(backend, prompts)
    references = reference_logits(directory, config, continued, [GREEDY_TOKENS] * len(prompts), progress)
    checks = (_check(len(prompt), *pair) for prompt, *pair in zip(prompts, steps, references, strict=True))
    return VerifyReport(tuple(checks), tolerance)


def _fixed_prompts(config: ModelConfig, tokenizer: Tokenizer) -> list[list[int]]:
    start = [] if tokenizer.bos_id is None else [tokenizer.bos_id]
    prompts = [start + list(tokenizer.encode_text(text)) for text in _TEXTS]
    windows = [layer.window for layer in config.layers if layer.window is not None]
    longest = min(max(windows, default=1000) + 2, _LONGEST_PROMPT, config.context_tokens - GREEDY_TOKENS)
    return [*prompts, (start + list(tokenizer.encode_text(_LONG_TEXT)))[:longest]]


def _continue_greedily(
    backend: Backend, prompts: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[torch.Tensor]]:
    """Each prompt with its greedy tokens but the last, and the logits of every step [GREEDY_TOKENS, vocab_size]."""
    sequences = [list(prompt) for prompt in prompts]
    tables: list[tuple[int, ...]] = []
    used = 0
    for sequence in sequences:
        count = -(-(len(sequence) + GREEDY_TOKENS) // BLOCK_TOKENS)
        tables.append(tuple(range(used, used + count)))
        used += count
    if used > backend.total_blocks:
        raise UsageError(
            f"The check needs {used} KV blocks, but the cache has {backend.total_blocks}: raise --context."
        )
    steps: list[list[torch.Tensor]] = [[] for _ in sequences]
    for sequence, table, taken in zip(sequences, tables, steps, strict=True):
        for start in range(0, len(sequence), _CHUNK_TOKENS):
            ids = tuple(sequence[start : start + _CHUNK_TOKENS])
            logits = backend.prefill([Chunk(ids, start, table)])[0]
        taken.append(logits.cpu())
    for _ in range(GREEDY_TOKENS - 1):
        for sequence, taken in zip(sequences, steps, strict=True):
            sequence.append(int(taken[-1].argmax()))
        rows = [
            Chunk((sequence[-1],), len(sequence) - 1, table) for sequence, table in zip(sequences, tables, strict=True)
        ]
        for taken, row in zip(steps, backend.decode(rows), strict=True):
            taken.append(row.cpu())
    return sequences, [torch.stack(taken) for taken in steps]


def _check(prompt_tokens: int, got: torch.Tensor, expected: torch.Tensor) -> PromptCheck:
    errors = (got - expected).square().mean(-1).sqrt() / expected.std(-1)
    agreed = int((got.argmax(-1) == expected.argmax(-1)).sum())
    return PromptCheck(prompt_tokens, float(errors.max()), agreed, len(got))
