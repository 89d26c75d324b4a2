"""The torch backend against transformers: every family, every flag that changes numbers while shapes stay valid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import LayerConfig, ModelConfig
from localcoder.engine.torch_backend import TorchBackend
from tests.fakes.checkpoints import write_checkpoint

TOLERANCE = 1e-4
STEPS = 64
WINDOW = 80
"""The sliding window of the fake checkpoints; longer than one block."""

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "cohere2_moe": ("cohere2_moe", {}),
    "layer norm": ("cohere2_moe", {"rms_norm_eps": None}),
    "softmax router": ("cohere2_moe", {"expert_selection_fn": "softmax"}),
    "renormalised sigmoid router": ("cohere2_moe", {"norm_topk_prob": True}),
    "one expert a token": ("cohere2_moe", {"num_experts_per_tok": 1}),
    "shared experts averaged": ("cohere2_moe", {"num_shared_experts": 2}),
    "shared experts summed": (
        "cohere2_moe",
        {"num_shared_experts": 1, "shared_expert_combination_strategy": "sum"},
    ),
    "prefix pattern without rope on layer 0": (
        "cohere2_moe",
        {"prefix_dense_sliding_window_pattern": 2, "layer_types": ["full_attention"] * 2 + ["sliding_attention"] * 4},
    ),
    "two dense layers, one sliding": (
        "cohere2_moe",
        {"first_k_dense_replace": 2, "prefix_dense_sliding_window_pattern": 2},
    ),
    "no dense layer": ("cohere2_moe", {"first_k_dense_replace": 0}),
    "layer lists instead of patterns": (
        "cohere2_moe",
        {
            "layer_types": ["full_attention", "sliding_attention"] * 3,
            "mlp_layer_types": ["dense", "sparse", "sparse", "dense", "sparse", "sparse"],
        },
    ),
    "every layer slides": ("cohere2_moe", {"layer_types": ["sliding_attention"] * 6}),
    "logit scale 1": ("cohere2_moe", {"logit_scale": 1.0}),
    "untied head": ("cohere2_moe", {"tie_word_embeddings": False}),
    "query width twice hidden": ("cohere2_moe", {"num_attention_heads": 8, "num_key_value_heads": 1, "head_dim": 8}),
    "llama with llama3 rope": ("llama", {}),
    "llama tied, plain rope": ("llama", {"rope_scaling": None, "tie_word_embeddings": True}),
    "qwen3": ("qwen3", {}),
    "qwen3 with sliding upper layers": (
        "qwen3",
        {"use_sliding_window": True, "sliding_window": WINDOW, "max_window_layers": 1},
    ),
    "qwen3_moe": ("qwen3_moe", {}),
    "qwen3_moe not renormalised, sliding, every second layer sparse": (
        "qwen3_moe",
        {
            "norm_topk_prob": False,
            "use_sliding_window": True,
            "sliding_window": WINDOW,
            "decoder_sparse_step": 2,
            "mlp_only_layers": [],
        },
    ),
}

PROMPT_LENGTHS = (3, BLOCK_TOKENS, WINDOW - 1, WINDOW, WINDOW + 1, WINDOW + 2)
"""Ragged: across a block's edge, and windows that fill up before, at and after the prompt's end."""


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def transformers() -> Any:
    module = pytest.importorskip("transformers")
    module.logging.set_verbosity_error()
    module.logging.disable_progress_bar()
    return module


def reference_logits(transformers: Any, directory: Path, sequences: list[list[int]]) -> list[torch.Tensor]:
    """[length, vocab_size] for each sequence, by transformers in float32."""
    model = transformers.AutoModelForCausalLM.from_pretrained(
        directory, dtype=torch.float32, attn_implementation="eager"
    ).eval()
    with torch.inference_mode():
        return [model(torch.tensor([sequence])).logits[0] for sequence in sequences]


class GreedyRows:
    """Sequences decoded greedily through a backend's paged cache, with blocks scattered over the pool."""

    def __init__(self, backend: TorchBackend, prompts: list[list[int]], longest: int) -> None:
        self.backend = backend
        self.sequences = [list(prompt) for prompt in prompts]
        blocks = -(-longest // BLOCK_TOKENS)
        count = len(prompts)
        # Row i gets blocks i, i + count, ...: never two neighbours, so every read goes through the block table.
        self.tables = [tuple(range(row, blocks * count, count)) for row in range(count)]
        self.logits: list[list[torch.Tensor]] = [[] for _ in prompts]

    def prefill(self, chunk_tokens: int) -> None:
        """All prompts side by side, each cut to `chunk_tokens` a step; a row is done when its prompt is."""
        done = [0] * len(self.sequences)
        lengths = [len(sequence) for sequence in self.sequences]
        while pending := [row for row, length in enumerate(lengths) if done[row] < length]:
            ends = {row: min(lengths[row], done[row] + chunk_tokens) for row in pending}
            logits = self.backend.prefill([self._chunk(row, done[row], ends[row]) for row in pending])
            for row, step in zip(pending, logits, strict=True):
                done[row] = ends[row]
                if done[row] == lengths[row]:
                    self._take(row, step)

    def decode(self, steps: int) -> None:
        for _ in range(steps):
            ends = [len(sequence) for sequence in self.sequences]
            rows = [self._chunk(row, end - 1, end) for row, end in enumerate(ends)]
            for row, step in enumerate(self.backend.decode(rows)):
                self._take(row, step)

    def _take(self, row: int, logits: torch.Tensor) -> None:
        self.logits[row].append(logits)
        self.sequences[row].append(int(logits.argmax()))

    def _chunk(self, row: int, start: int, end: int) -> Chunk:
        return Chunk(tuple(self.sequences[row][start:end]), start, self.tables[row][: -(-end // BLOCK_TOKENS)])


def random_prompts(lengths: tuple[int, ...]) -> list[list[int]]:
    generator = torch.Generator().manual_seed(5)
    return [torch.randint(5, 320, (length,), generator=generator).tolist() for length in lengths]


@pytest.mark.parametrize("case", CASES)
def test_logits_and_greedy_ids_equal_those_of_transformers(case: str, tmp_path: Path, transformers: Any) -> None:
    family, changes = CASES[case]
    config = write_checkpoint(tmp_path, family, **changes)
    backend = TorchBackend(tmp_path, config, total_blocks=64)
    rows = GreedyRows(backend, random_prompts(PROMPT_LENGTHS), max(PROMPT_LENGTHS) + STEPS)
    rows.prefill(chunk_tokens=50)
    rows.decode(STEPS - 1)
    references = reference_logits(transformers, tmp_path, rows.sequences)
    for length, sequence, steps, reference in zip(PROMPT_LENGTHS, rows.sequences, rows.logits, references, strict=True):
        expected = reference[length - 1 : -1]
        assert (torch.stack(steps) - expected).abs().max() < TOLERANCE
        assert sequence[length:] == expected.argmax(-1).tolist()


def test_logits_of_the_fake_checkpoints_are_far_larger_than_the_tolerance(tmp_path: Path) -> None:
    for family in ("cohere2_moe", "llama", "qwen3", "qwen3_moe"):
        config = write_checkpoint(tmp_path / family, family)
        backend = TorchBackend(tmp_path / family, config, total_blocks=2)
        logits = backend.prefill([Chunk(tuple(range(5, 30)), 0, (0,))])
        assert logits.std() > 1000 * TOLERANCE


WRONG_VARIANTS: dict[str, Callable[[ModelConfig], ModelConfig]] = {
    "layer norm": lambda right: replace(right, norm="layer"),
    "renormalised router": lambda right: replace(right, router_renormalised=True),
    "softmax router": lambda right: replace(right, router="softmax_of_top"),
    "rope on the full MoE layers": lambda right: with_layers(right, lambda layer: replace(layer, rope=True)),
    "no rope on layer 0": lambda right: with_layers(right, lambda layer: replace(layer, rope=layer.window is not None)),
    "half-split pairs": lambda right: replace(right, rope_interleaved=False),
    "window one short": lambda right: with_window(right, WINDOW - 1),
    "window one long": lambda right: with_window(right, WINDOW + 1),
    "logit scale": lambda right: replace(right, logit_scale=1.0),
    "shared experts summed": lambda right: replace(right, shared_combination="sum"),
    "another theta": lambda right: replace(right, rope_theta=10_000.0),
}


def with_layers(config: ModelConfig, change: Callable[[LayerConfig], LayerConfig]) -> ModelConfig:
    return replace(config, layers=tuple(change(layer) for layer in config.layers))


def with_window(config: ModelConfig, window: int) -> ModelConfig:
    return with_layers(config, lambda layer: replace(layer, window=window if layer.window else None))


@pytest.mark.parametrize("variant", WRONG_VARIANTS)
def test_wrong_variants_that_keep_every_shape_are_caught_by_the_numbers(variant: str, tmp_path: Path) -> None:
    config = write_checkpoint(tmp_path, num_shared_experts=1)
    [prompt] = random_prompts((WINDOW + 2,))
    chunk = Chunk(tuple(prompt), 0, (0, 1))
    right = TorchBackend(tmp_path, config, total_blocks=2).prefill([chunk])
    wrong = TorchBackend(tmp_path, WRONG_VARIANTS[variant](config), total_blocks=2).prefill([chunk])
    assert (right - wrong).abs().max() > 10 * TOLERANCE
