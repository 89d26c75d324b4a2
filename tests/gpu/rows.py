"""Rows for the tests of the megakernel."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from localcoder.engine.tokenizer import Tokenizer
from tests.fakes.decoding import Row, computed_past, random_past, rows_with_clear_choices, scattered_tables
from tests.fakes.float64 import KeysValues
from tests.gpu.models import POCKET_DIRECTORY, Model
from tests.gpu.stage import BLOCKS

RAGGED = (0, 1, 16, 63, 64, 130, 500, 1100)
"""Lengths of eight rows."""
COMPUTED_TOKENS = 1200
MARGIN = 0.05
"""Between the last chosen expert and the next, so that rounding cannot change the choice."""


def text_ids(count: int) -> list[int]:
    """The first tokens of this repository's README and documentation in the pocket model's vocabulary."""
    root = Path(__file__).parents[2]
    files = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    ids = Tokenizer.load(POCKET_DIRECTORY).encode_text(text)
    assert len(ids) >= count, f"the documentation has only {len(ids)} tokens"
    return list(ids[:count])


def pasts(model: Model, lengths: tuple[int, ...], seed: int = 0) -> list[tuple[KeysValues, ...]]:
    """What a trained model's own text left, or random keys and values; one past is the beginning of another."""
    longest = max(lengths)
    if model.name.startswith("pocket") and 0 < longest <= COMPUTED_TOKENS:
        whole = computed_past(model.config, model.weights, text_ids(longest))
    else:
        whole = random_past(model.config, longest, seed, model.weights.embedding.device)
    return [tuple((keys[:, :length], values[:, :length]) for keys, values in whole) for length in lengths]


@cache
def clear_rows(
    model: Model, lengths: tuple[int, ...] = RAGGED, *, seed: int = 0, steps: int = 1, blocks: int = BLOCKS
) -> list[Row]:
    """Rows of these lengths in scattered blocks, with experts chosen by clear margins; room for `steps` tokens."""
    tables = scattered_tables([length + steps for length in lengths], blocks, seed)
    return rows_with_clear_choices(
        model.config, model.weights, pasts(model, lengths, seed), tables, margin=MARGIN, seed=seed
    )


def moved_to(rows: list[Row], tables: list[tuple[int, ...]]) -> list[Row]:
    """The same rows in other blocks."""
    return [replace(row, table=table) for row, table in zip(rows, tables, strict=True)]
