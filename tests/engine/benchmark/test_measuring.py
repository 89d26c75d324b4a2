"""The benchmark's own timing over a backend with launches, which checks what it is given."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.benchmark.bare import Rows, bare_time, room_for, single_steps
from localcoder.engine.benchmark.contexts import cache_prompts, make_prompts
from localcoder.engine.benchmark.served import rates_together, serve
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import EngineFailed, SamplingParams
from localcoder.engine.scheduler import Scheduler
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend

GREEDY = SamplingParams(temperature=0.0, ignore_eos=True)
TOTAL_BLOCKS = 96


@pytest.fixture(params=[FakeBackend, FakeLaunchingBackend])
def backend(request: pytest.FixtureRequest) -> FakeBackend:
    return request.param(total_blocks=TOTAL_BLOCKS)


@pytest.fixture
def blocks() -> BlockManager:
    return BlockManager(TOTAL_BLOCKS)


@pytest.fixture
def loop(backend: FakeBackend, blocks: BlockManager) -> Iterator[EngineLoop]:
    loop = EngineLoop(backend, Scheduler(blocks))
    yield loop
    loop.close()


def test_prompts_differ_between_rows_and_begin_alike_for_all_lengths() -> None:
    prompts = make_prompts(8, 200, 400)
    assert {len(prompt) for prompt in prompts} == {201}
    assert len(set(prompts)) == 8
    assert make_prompts(8, 200, 400) == prompts


def test_cached_prompts_fill_their_own_blocks_and_leave_the_rest_free(blocks: BlockManager) -> None:
    backend = FakeBackend(total_blocks=TOTAL_BLOCKS)
    owned = cache_prompts(backend, blocks, make_prompts(3, 20 * BLOCK_TOKENS + 10, 400))
    assert [len(own) for own in owned] == [20, 20, 20]
    assert len({block for own in owned for block in own}) == 60
    assert (blocks.cached, blocks.free, blocks.used) == (60, TOTAL_BLOCKS - 60, 0)
    blocks.check()
    written = [block for own in owned for block in own]
    rest = [block for block in range(TOTAL_BLOCKS) if block not in written]
    assert (backend.slots[rest] == -1).all()
    # Normal values, cut to whole numbers: not one block is all as it was.
    assert all(np.any(backend.slots[block] != -1) for block in written)


async def test_the_engine_decodes_cached_prompts_at_once_and_all_of_them_are_timed(
    backend: FakeBackend, blocks: BlockManager
) -> None:
    prompts = make_prompts(4, 3 * BLOCK_TOKENS, 400)
    cache_prompts(backend, blocks, prompts)
    loop = EngineLoop(backend, Scheduler(blocks))
    try:
        served = await serve(loop, prompts, vocab_size=400, sampling=GREEDY, answer_tokens=80, warm_up_tokens=32)
    finally:
        loop.close()
    assert served.cached_tokens == (192, 192, 192, 192)
    assert backend.prefill_sizes == []
    assert served.tokens_per_s > 0 and served.step_s > 0


def test_only_the_time_in_which_all_rows_draw_counts() -> None:
    # Row 1 joins 40 ms late; while both draw a step takes 3 ms, before and after that 1 ms.
    first = [i / 1000 for i in range(40)] + [0.040 + 3 * i / 1000 for i in range(60)]
    second = [0.040 + 3 * i / 1000 for i in range(60)] + [0.217 + i / 1000 for i in range(1, 41)]
    assert rates_together([first, second], 8) == pytest.approx([1000 / 3, 1000 / 3])


async def test_a_prompt_that_is_not_cached_is_noticed(loop: EngineLoop) -> None:
    prompts = make_prompts(1, 3 * BLOCK_TOKENS, 400)
    served = await serve(loop, prompts, vocab_size=400, sampling=GREEDY, answer_tokens=40, warm_up_tokens=8)
    assert served.cached_tokens == (0,)


def test_the_bare_backend_writes_nothing_to_the_cached_blocks(backend: FakeBackend, blocks: BlockManager) -> None:
    prompts = make_prompts(2, 2 * BLOCK_TOKENS, 400)
    owned = cache_prompts(backend, blocks, prompts)
    before = backend.slots[[block for own in owned for block in own]].copy()
    time = bare_time(backend, _rows(prompts, owned, blocks, 24), 24)
    assert time.host_s > 0 and time.device_s is None and time.step_s == time.host_s
    assert (backend.slots[[block for own in owned for block in own]] == before).all()


def test_bare_launches_continue_each_other_one_ahead(blocks: BlockManager) -> None:
    backend = FakeLaunchingBackend(total_blocks=TOTAL_BLOCKS)
    prompts = make_prompts(2, BLOCK_TOKENS, 400)
    rows = _rows(prompts, cache_prompts(backend, blocks, prompts), blocks, 40)
    bare_time(backend, rows, 40)
    assert backend.queued_behind == [0, 1, 1, 1, 1, 1, 1]  # two to warm up, five of 8 steps
    assert [row.token_id is None for row in backend.launched[0]] == [False, False]
    assert all(row.token_id is None for launch in backend.launched[1:] for row in launch)


def test_single_steps_leave_nothing_queued(blocks: BlockManager) -> None:
    backend = FakeLaunchingBackend(total_blocks=TOTAL_BLOCKS)
    prompts = make_prompts(3, BLOCK_TOKENS, 400)
    rows = _rows(prompts, cache_prompts(backend, blocks, prompts), blocks, 8)
    assert [len(backend.unread) for _ in single_steps(backend, rows, 5)] == [0] * 5
    assert [row.position for row in backend.launched[-1]] == [BLOCK_TOKENS + 4] * 3


def test_logits_that_are_not_finite_end_the_benchmark(blocks: BlockManager) -> None:
    class Broken(FakeLaunchingBackend):
        def logits_after(self, tokens):
            return np.full(self.vocab_size, np.nan, np.float32)

    backend = Broken(total_blocks=TOTAL_BLOCKS)
    prompts = make_prompts(1, BLOCK_TOKENS, 400)
    rows = _rows(prompts, cache_prompts(backend, blocks, prompts), blocks, 8)
    with pytest.raises(EngineFailed, match="not finite"):
        bare_time(backend, rows, 8)


def _rows(prompts: list[tuple[int, ...]], owned: list[list[int]], blocks: BlockManager, steps: int) -> Rows:
    spare = -(-room_for(steps) // BLOCK_TOKENS) + 1
    tables = [(*own, *(blocks.allocate() for _ in range(spare))) for own in owned]
    return Rows(prompts, tables, GREEDY)
