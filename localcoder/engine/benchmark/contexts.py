"""Conversations whose keys and values are in the cache before the engine first hears of them.

Computing the keys and values of eight long prompts takes far longer than the decoding that is to be timed, and what
they hold does not change how long it takes. So random ones are written to the cache, and the blocks are published as
those of random prompts: the engine then finds these prompts cached, as it finds any conversation that goes on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Backend
from localcoder.engine.benchmark.bare import Rows, room_for
from localcoder.engine.benchmark.options import Case
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.request import SamplingParams
from localcoder.engine.sequence import Sequence

_BLOCKS_AT_ONCE = 16
"""Blocks of random numbers that are made; all others repeat them."""


Prompts = list[tuple[int, ...]]
"""For each row its cached tokens and the newest one."""


def make_prompts(rows: int, tokens: int, vocab_size: int) -> Prompts:
    """For each row a random prompt of `tokens` cached tokens and one more, which is the newest."""
    return [tuple(random.Random(row).choices(range(vocab_size), k=tokens + 1)) for row in range(rows)]


def cache_prompts(backend: Backend, blocks: BlockManager, prompts: Prompts) -> list[list[int]]:
    """Fill the blocks of each prompt's full blocks with random values and publish them; returns them by prompt.

    `backend` and `blocks` are not in use by an engine yet.
    """
    owned = []
    for prompt in prompts:
        sequence = Sequence(list(prompt), limit=len(prompt))
        own = [blocks.allocate() for _ in range((len(prompt) - 1) // BLOCK_TOKENS)]
        for index, block in enumerate(own):
            blocks.publish(block, sequence.hash_of(index))
        owned.append(own)
    every = [block for own in owned for block in own]
    if every:
        _fill(backend, every)
    for own in owned:
        blocks.release(own)
    return owned


def case_prompts(case: Case, prompts: Prompts) -> Prompts:
    """Each row's cached tokens and one more; a row's contexts all begin alike, and so share their blocks."""
    return [prompt[: context + 1] for prompt, context in zip(prompts, case.contexts, strict=False)]


@contextmanager
def decoding_rows(
    case: Case,
    blocks: BlockManager,
    prompts: Prompts,
    owned: list[list[int]],
    params: SamplingParams,
    steps: int,
) -> Iterator[Rows]:
    """The rows of a case for a backend without an engine, `owned` being what `cache_prompts` returned.

    With blocks for `steps` timed steps, which are free again at the end.
    """
    spare = -(-(BLOCK_TOKENS + room_for(steps)) // BLOCK_TOKENS)
    scratch = [[blocks.allocate() for _ in range(spare)] for _ in case.contexts]
    tables = [(*owned[row][: context // BLOCK_TOKENS], *scratch[row]) for row, context in enumerate(case.contexts)]
    try:
        yield Rows(case_prompts(case, prompts), tables, params)
    finally:
        for own in scratch:
            blocks.release(own)


def _fill(backend: Backend, blocks: list[int]) -> None:
    whole = _random_like(backend, blocks[:_BLOCKS_AT_ONCE])
    for start in range(0, len(blocks), _BLOCKS_AT_ONCE):
        part = blocks[start : start + _BLOCKS_AT_ONCE]
        backend.write_blocks(part, whole if len(part) == _BLOCKS_AT_ONCE else _random_like(backend, part))


def _random_like(backend: Backend, blocks: list[int]) -> torch.Tensor:
    """Normal values in the shape that the backend reads and writes these blocks in."""
    like = backend.read_blocks(blocks)
    return torch.randn(like.shape, generator=torch.Generator().manual_seed(0)).to(like.dtype)
