from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.batch import Batch
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.scheduler import AGING_WORK, Scheduler
from localcoder.engine.sequence import Sequence as Tokens
from localcoder.engine.sequence import State
from tests.engine.fake_backend import FakeBackend

BACKEND = FakeBackend(vocab_size=50)


class Runner:
    """The engine's loop without its thread: greedy, and every drawn token is checked against a solo run."""

    def __init__(self, total_blocks: int, **options: int) -> None:
        self.backend = FakeBackend(vocab_size=BACKEND.vocab_size, total_blocks=total_blocks)
        self.blocks = BlockManager(total_blocks)
        self.scheduler = Scheduler(self.blocks, **options)
        self.order: list[Tokens] = []

    def add(self, prompt: Sequence[int], answer_tokens: int, priority: int = 0) -> Tokens:
        sequence = Tokens(list(prompt), limit=len(prompt) + answer_tokens, priority=priority)
        self.scheduler.add(sequence)
        return sequence

    def step(self, preempt: Iterable[Tokens] = ()) -> Batch:
        scheduler, backend = self.scheduler, self.backend
        batch = scheduler.schedule(preempt)
        assert len(batch.decode) <= scheduler.max_rows
        work = [*batch.decode, *batch.prefill]
        assert sum(len(chunk.token_ids) for _, chunk in work) <= scheduler.step_tokens
        for save in batch.saves:
            save.sequence.saved[save.index] = backend.read_blocks([save.block])
        # What is not referenced may be overwritten at any time; here it is at once.
        for block in range(self.blocks.total):
            if self.blocks._references[block] == 0 and block not in self.blocks._cached:
                backend.slots[block] = -7
        for restore in batch.restores:
            assert restore.block not in self.blocks._hash_of, "a shared block is written"
            assert restore.saved is not None, "restored in the step that saves it"
            backend.write_blocks([restore.block], restore.saved)
        for rows, compute in ((batch.decode, backend.decode), (batch.prefill, backend.prefill)):
            if rows:
                logits = compute([chunk for _, chunk in rows])
                self._update(rows, logits.argmax(dim=-1).tolist())
        self._check()
        return batch

    def run(self, choose: Callable[[list[Tokens]], list[Tokens]] = lambda running: []) -> int:
        """Steps until idle."""
        for count in range(4_000):
            if self.scheduler.idle:
                return count
            forced = choose(self.scheduler.running)
            assert self.step(forced) or forced, "work is left, but a step had none"
        raise AssertionError("requests do not end")

    def _update(self, rows: list, ids: list[int]) -> None:
        drawn = {}
        for (sequence, chunk), token in zip(rows, ids, strict=True):
            assert chunk.start == sequence.computed
            written = chunk.block_table[chunk.start // BLOCK_TOKENS :]
            assert not set(written) & set(self.blocks._hash_of), "a shared block is written"
            if chunk.start + len(chunk.token_ids) == len(sequence.tokens):
                assert token == _next_token(tuple(sequence.tokens)), "another token than alone"
                drawn[sequence] = token
        self.scheduler.update(rows, drawn)
        for sequence in drawn:
            self.order.append(sequence)
            if len(sequence.tokens) == sequence.limit:
                self.scheduler.finish(sequence)

    def _check(self) -> None:
        self.blocks.check()
        scheduler = self.scheduler
        references = [block for sequence in scheduler.running for block in sequence.blocks]
        assert self.blocks.used == len(set(references))
        assert scheduler.saved_blocks == sum(len(sequence.saved) for sequence in scheduler.waiting)
        assert scheduler.saved_blocks <= scheduler.host_blocks
        assert all(not sequence.blocks for sequence in scheduler.waiting)
        if scheduler.idle:
            assert self.blocks.used == 0


@lru_cache(maxsize=100_000)
def _next_token(tokens: tuple[int, ...]) -> int:
    return int(BACKEND.logits_after(tokens).argmax())


def prompt(length: int, seed: int = 0) -> list[int]:
    generator = random.Random(seed)
    return [generator.randrange(50) for _ in range(length)]


@dataclass(frozen=True)
class Arrival:
    step: int
    stem: int
    """Which of a few common beginnings the prompt has."""
    length: int
    answer_tokens: int
    priority: int
    abort_step: int | None


ARRIVALS = st.lists(
    st.builds(
        Arrival,
        step=st.integers(0, 40),
        stem=st.integers(0, 1),
        length=st.integers(1, 260),
        answer_tokens=st.integers(1, 90),
        priority=st.integers(0, 2),
        abort_step=st.one_of(st.none(), st.none(), st.integers(0, 60)),
    ),
    min_size=1,
    max_size=9,
)


@settings(max_examples=80, phases=set(Phase) - {Phase.shrink})  # a shrunk livelock takes minutes
@given(
    arrivals=ARRIVALS,
    total_blocks=st.integers(6, 24),
    max_rows=st.integers(1, 4),
    spare_tokens=st.integers(1, 150),
    host_blocks=st.sampled_from([0, 3, 100]),
    forced=st.integers(0, 3),
    seed=st.integers(0, 1000),
)
def test_every_request_ends_with_its_solo_tokens_and_nothing_leaks(
    arrivals: list[Arrival],
    total_blocks: int,
    max_rows: int,
    spare_tokens: int,
    host_blocks: int,
    forced: int,
    seed: int,
) -> None:
    chance = random.Random(seed)
    runner = Runner(total_blocks, max_rows=max_rows, step_tokens=max_rows + spare_tokens, host_blocks=host_blocks)
    running: list[tuple[Arrival, Tokens]] = []
    for step in range(61):
        for arrival in (arrival for arrival in arrivals if arrival.step == step):
            tokens = prompt(arrival.length, arrival.stem)
            running.append((arrival, runner.add(tokens, arrival.answer_tokens, arrival.priority)))
        for arrival, sequence in running:
            if arrival.abort_step == step:
                runner.scheduler.finish(sequence)
        victims = [s for s in runner.scheduler.running if forced and chance.randrange(4) < forced]
        runner.step(victims)
    runner.run()
    for arrival, sequence in running:
        assert sequence.state is State.FINISHED
        if arrival.abort_step is None or arrival.abort_step < arrival.step:
            assert sequence.generated == arrival.answer_tokens


@pytest.mark.parametrize("host_blocks", [0, 2, 1000])
def test_preemption_after_every_step_changes_no_token(host_blocks: int) -> None:
    runner = Runner(16, step_tokens=64, host_blocks=host_blocks)
    sequences = [runner.add(prompt(100 + 30 * i, i), 12) for i in range(3)]
    runner.run(lambda running: [s for s in running if s.remaining == 1])
    assert all(sequence.generated == 12 for sequence in sequences)
    assert all(sequence.preemptions >= 11 for sequence in sequences)


def test_saved_blocks_come_back_without_being_computed_again() -> None:
    runner = Runner(8, host_blocks=100)
    sequence = runner.add(prompt(200), 10)
    runner.step()
    runner.step()
    runner.step([sequence])
    evicting = runner.add(prompt(300, 1), 1, priority=-1)
    runner.step()
    assert evicting.state is State.FINISHED
    batch = runner.step()
    assert len(batch.restores) + len(runner.blocks.match(sequence.hash_of(i) for i in range(3))) >= 4
    assert [len(chunk.token_ids) for _, chunk in batch.decode] == [1]
    runner.run()


def test_growing_sequences_in_a_pool_for_fewer_all_end_with_few_preemptions() -> None:
    runner = Runner(5 * 4, host_blocks=100)
    sequences = [runner.add(prompt(60, i), 180) for i in range(8)]
    steps = runner.run()
    assert all(sequence.generated == 180 for sequence in sequences)
    assert runner.scheduler.preemptions <= 8 * 4
    assert steps < 2 * 8 * 180


def test_the_first_to_arrive_is_never_preempted_for_equals() -> None:
    runner = Runner(8)
    first = runner.add(prompt(100, 1), 200)
    for i in range(6):
        runner.add(prompt(100, i + 2), 100)
    runner.run()
    assert first.preemptions == 0
    assert runner.scheduler.preemptions > 0


def test_more_sequences_than_rows_share_them_in_time() -> None:
    runner = Runner(40, max_rows=4)
    sequences = [runner.add(prompt(10, i), 30) for i in range(12)]
    for _ in range(24):
        runner.step()
    generated = [sequence.generated for sequence in sequences]
    assert max(generated) - min(generated) <= 1
    runner.run()


def test_an_interactive_prompt_goes_before_a_background_prompt_that_is_half_computed() -> None:
    runner = Runner(80, step_tokens=100)
    background = runner.add(prompt(1500, 1), 2, priority=1)
    runner.step()
    interactive = runner.add(prompt(150, 2), 2)
    runner.step()
    runner.step()
    assert interactive.generated == 1
    assert background.generated == 0
    runner.run()


def test_a_background_sequence_still_gets_rows_beside_interactive_ones() -> None:
    runner = Runner(40, max_rows=2)
    background = runner.add(prompt(10, 9), 8, priority=1)
    runner.step()
    interactive = [runner.add(prompt(10, i), 200) for i in range(3)]
    while background.state is not State.FINISHED:
        runner.step()
    assert all(sequence.state is State.RUNNING for sequence in interactive)


def test_long_prompts_never_stop_a_running_stream() -> None:
    runner = Runner(200, step_tokens=128)
    stream = runner.add(prompt(20, 1), 60)
    runner.step()
    for i in range(3):
        runner.add(prompt(2000, i + 2), 2)
    while stream.state is not State.FINISHED:
        batch = runner.step()
        assert stream in [sequence for sequence, _ in batch.decode]
        assert sum(len(chunk.token_ids) for _, chunk in batch.prefill) <= 127


def test_a_prompt_is_computed_in_chunks_of_the_budget() -> None:
    runner = Runner(40, step_tokens=100)
    runner.add(prompt(250), 1)
    sizes = []
    while not runner.scheduler.idle:
        sizes += [len(chunk.token_ids) for _, chunk in runner.step().prefill]
    assert sizes == [100, 100, 50]


def test_prompt_and_answer_are_reused_by_the_next_turn() -> None:
    runner = Runner(20)
    first = runner.add(prompt(100), 60)
    runner.run()
    second = runner.add([*first.tokens, 1, 2, 3], 5)
    runner.run()
    assert second.cached_tokens == (159 // BLOCK_TOKENS) * BLOCK_TOKENS == 128


def test_the_same_prompt_again_computes_at_least_its_last_token() -> None:
    runner = Runner(20)
    runner.add(prompt(128), 3)
    runner.run()
    again = runner.add(prompt(128), 3)
    batch = runner.step()
    assert again.cached_tokens == 64
    assert [len(chunk.token_ids) for _, chunk in batch.prefill] == [64]


def test_a_prompt_in_evicted_blocks_lies_in_consecutive_ones() -> None:
    runner = Runner(8)
    runner.add(prompt(500), 4)
    runner.run()
    assert runner.blocks.free <= 1
    second = runner.add([7] * 400, 4)
    runner.step()
    assert second.blocks == list(range(second.blocks[0], second.blocks[0] + 7))


def test_a_block_that_is_still_being_filled_is_never_shared() -> None:
    runner = Runner(20)
    first = runner.add(prompt(100), 20)
    runner.step()
    second = runner.add(prompt(100), 20)
    runner.step()
    assert first.blocks[0] == second.blocks[0]
    assert first.blocks[1] != second.blocks[1]
    runner.run()


def test_an_unfinished_chunk_is_not_offered_for_reuse() -> None:
    runner = Runner(20, step_tokens=70)
    runner.add(prompt(200), 1)
    runner.step()
    other = runner.add(prompt(200), 1)
    runner.scheduler.step_tokens = 500
    runner.step()
    assert other.cached_tokens == 64
    runner.run()


def test_interactive_requests_overtake_background_ones_but_not_forever() -> None:
    runner = Runner(3, max_rows=1)
    running = runner.add(prompt(100, 1), 40)
    runner.step()
    background = runner.add(prompt(100, 2), 1, priority=1)
    interactive = runner.add(prompt(100, 3), 1)
    runner.scheduler.work += AGING_WORK
    late = runner.add(prompt(100, 4), 1)
    runner.run()
    ends = [sequence for sequence in runner.order if sequence.generated == 1 and sequence is not running]
    assert ends == [interactive, background, late]


def test_an_interactive_request_takes_the_blocks_of_a_background_one() -> None:
    runner = Runner(4, host_blocks=4)
    background = runner.add(prompt(150, 1), 40, priority=1)
    runner.step()
    interactive = runner.add(prompt(150, 2), 3)
    runner.run()
    assert background.preemptions == 1
    assert interactive.preemptions == 0


def test_an_aborted_sequence_returns_its_blocks_wherever_it_is() -> None:
    runner = Runner(4, step_tokens=100, host_blocks=10)
    computing = runner.add(prompt(200, 1), 10)
    waiting = runner.add(prompt(200, 2), 10)
    runner.step()
    preempted = computing
    runner.step([preempted])
    assert runner.scheduler.saved_blocks > 0
    for sequence in (preempted, waiting, preempted):
        runner.scheduler.finish(sequence)
    assert runner.scheduler.idle
    assert (runner.scheduler.saved_blocks, runner.blocks.used) == (0, 0)
    runner.blocks.check()


def test_a_sequence_that_ends_while_its_step_is_computed_publishes_nothing() -> None:
    runner = Runner(4)
    sequence = runner.add(prompt(100), 5)
    batch = runner.scheduler.schedule()
    runner.scheduler.finish(sequence)
    runner.scheduler.update(batch.prefill, {})
    runner.blocks.check()
    assert (runner.blocks.used, runner.blocks.cached) == (0, 0)


def test_a_sequence_that_can_never_fit_is_refused() -> None:
    runner = Runner(2)
    with pytest.raises(ValueError, match="never fit"):
        runner.add(prompt(100), 100)
