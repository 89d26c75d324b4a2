"""Decoding by launches of several steps, compared with one step at a time; no thread, no clock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch

from localcoder.engine.batch import Batch
from localcoder.engine.sampling import SamplingFailed
from localcoder.engine.sequence import State
from tests.engine.fake_backend import FakeLaunchingBackend
from tests.engine.manual_loop import VOCAB, EvenGrammar, ManualLoop, ThinkingGrammar, alone, launching, same
from tests.engine.test_scheduler import prompt


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


# Equal to one step at a time


def test_a_launched_answer_is_the_one_of_single_steps() -> None:
    for options in ({"temperature": 0.0}, {"temperature": 1.0, "seed": -5}, {"top_p": 0.8, "top_k": 9, "seed": 2**70}):
        backend = launching()
        loop = ManualLoop(backend)
        asked = loop.ask(prompt(100), 90, **options)
        loop.run()
        assert same(asked, alone(prompt(100), 90, **options))
        assert not backend.decode_sizes


def test_an_unseeded_answer_keeps_its_seed_when_it_moves_between_launches_and_single_steps() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(20), 60)
    for _ in range(3):
        loop.step()
    loop.ask(prompt(20, 1), 5, logprobs=0)
    loop.run()
    assert backend.decode_sizes
    assert same(asked, alone(prompt(20), 60, seed=asked.answer.sampler.seed))


# The pipeline


def test_the_next_launch_is_queued_before_the_one_before_is_read() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    loop.ask(prompt(10), 100, temperature=0.0)
    loop.run()
    assert backend.queued_behind == [0, *[1] * (len(backend.launched) - 1)]
    # The first token is the prompt's; the others come in full launches, the last of which is cut to the limit.
    assert [rows[0].steps for rows in backend.launched] == [8] * 12 + [3]
    assert [rows[0].token_id is None for rows in backend.launched] == [False] + [True] * 12


def test_rows_join_and_leave_between_launches_and_the_others_keep_their_places() -> None:
    backend = launching(max_rows=4)
    loop = ManualLoop(backend)
    lengths = [40, 12, 70, 25]
    asked = [loop.ask(prompt(10, i), length, seed=i) for i, length in enumerate(lengths[:3])]
    loop.step()
    loop.step()
    asked.append(loop.ask(prompt(10, 3), lengths[3], seed=3))
    loop.run()
    for i, length in enumerate(lengths):
        assert same(asked[i], alone(prompt(10, i), length, seed=i))
    places: dict[int, set[int]] = {}
    for rows in backend.launched:
        for row in rows:
            places.setdefault(row.seed, set()).add(row.place)
    assert [len(places[seed]) for seed in range(3)] == [1, 1, 1]


def test_tokens_beyond_an_end_that_the_host_finds_are_never_delivered_or_counted() -> None:
    whole = alone(prompt(30), 60, temperature=0.0)
    stop = f" {whole.ids[19]} {whole.ids[20]} {whole.ids[21]} "
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(30), 60, temperature=0.0, stop=(stop,))
    loop.run()
    assert asked.reason == "stop"
    assert len(asked.ids) <= 23
    assert asked.outputs[-1].usage.completion_tokens == len(asked.ids) == loop.stats().completion_tokens
    assert backend.drawn > len(asked.ids)


def test_an_answer_ends_at_a_stop_id_on_the_device() -> None:
    whole = alone(prompt(30), 60, temperature=0.0)
    end = next(token for token in whole.ids[10:] if token not in whole.ids[:10])
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(30), 60, temperature=0.0, end_ids=(end,))
    loop.run()
    assert asked.ids == whole.ids[: whole.ids.index(end) + 1]
    assert asked.reason == "stop"
    assert backend.drawn == len(asked.ids) - 1  # the first is the prompt's


def test_an_abort_is_heeded_between_two_steps_of_a_launch() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(100), 500)
    other = loop.ask(prompt(20, 1), 30, seed=1)
    seen: list[int] = []

    def abort_after_twenty() -> None:
        if len(asked.ids) == 20 and not seen:
            seen.append(loop.blocks.used)
            loop.abort(asked.answer)
        elif len(seen) == 1:
            seen.append(loop.blocks.used)

    backend.between_steps = abort_after_twenty  # type: ignore[method-assign]
    loop.run()
    # The step that was under way is delivered still; then the blocks are free, in the middle of the launch.
    assert len(asked.ids) == 21
    assert seen[1] < seen[0]
    assert same(other, alone(prompt(20, 1), 30, seed=1))


def test_an_abort_while_its_prompt_is_computed_behind_a_launch_draws_nothing() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    stream = loop.ask(prompt(20), 60, seed=1)
    for _ in range(3):
        loop.step()
    asked = loop.ask(prompt(100, 1), 10)

    def abort_behind_the_prompt() -> None:
        if len(backend.prefill_sizes) == 2:
            loop.abort(asked.answer)

    backend.between_steps = abort_behind_the_prompt  # type: ignore[method-assign]
    loop.run()
    assert asked.answer.finished
    assert not asked.answer.stream._items
    assert same(stream, alone(prompt(20), 60, seed=1))


def test_a_prompt_that_is_aborted_before_its_chunk_is_queued_is_not_computed() -> None:
    backend = launching(100)
    loop = ManualLoop(backend, step_tokens=128)
    stream = loop.ask(prompt(20), 60, seed=1)
    for _ in range(3):
        loop.step()
    asked = loop.ask(prompt(2000, 1), 10)
    for _ in range(3):
        loop.step()
    chunks = len(backend.prefill_sizes)
    backend.between_steps = lambda: loop.abort(asked.answer)  # type: ignore[method-assign]
    loop.step()
    assert chunks > 2 and len(backend.prefill_sizes) == chunks
    loop.run()
    assert same(stream, alone(prompt(20), 60, seed=1))


def test_blocks_given_back_under_a_queued_launch_are_right_for_who_gets_them_next() -> None:
    backend = launching(4)
    loop = ManualLoop(backend)
    first = loop.ask(prompt(60), 150, temperature=0.0)
    for _ in range(4):
        loop.step()
    loop.abort(first.answer)
    second = loop.ask(prompt(190, 1), 40, temperature=0.0)
    loop.step()
    assert set(second.answer.sequence.blocks) & {block for row in backend.launched[-1] for block in row.block_table}
    loop.run()
    assert same(second, alone(prompt(190, 1), 40, temperature=0.0))


def test_nothing_but_accepted_tokens_is_published() -> None:
    whole = alone(prompt(50), 60, temperature=0.0)
    stop = f" {whole.ids[12]} {whole.ids[13]}"
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(50), 60, temperature=0.0, stop=(stop,))
    loop.run()
    computed = 50 + len(asked.ids) - 1
    assert 60 <= computed < 64, "the device went on past the block's end, the answer did not"
    assert loop.blocks.cached == 0
    again = loop.ask([*prompt(50), *whole.ids[:30]], 20, temperature=0.0)
    loop.run()
    assert again.outputs[-1].usage.cached_tokens == 0
    assert again.ids == whole.ids[30:50]


# Blocks


def test_a_launch_is_shortened_rather_than_somebody_preempted_for_its_lookahead() -> None:
    backend = launching(3)
    loop = ManualLoop(backend)
    first = loop.ask(prompt(60), 30, temperature=0.0)
    second = loop.ask(prompt(60, 1), 20, temperature=0.0)
    loop.run()
    assert same(first, alone(prompt(60), 30, temperature=0.0))
    assert same(second, alone(prompt(60, 1), 20, temperature=0.0))
    assert loop.scheduler.preemptions == 0
    assert backend.launched[0][1].steps == 4, "up to the end of the block"


def test_launches_are_read_before_somebody_is_preempted() -> None:
    backend = launching(4)
    loop = ManualLoop(backend, host_blocks=10)
    asked = [loop.ask(prompt(60, i), 120, seed=i) for i in range(3)]
    loop.run()  # the backend asserts that blocks are not saved while launches are unread
    assert loop.scheduler.preemptions > 0
    for i in range(3):
        assert same(asked[i], alone(prompt(60, i), 120, seed=i))


def test_growing_answers_in_a_pool_for_fewer_all_end_with_few_preemptions() -> None:
    loop = ManualLoop(launching(5 * 4), host_blocks=100)
    asked = [loop.ask(prompt(60, i), 180, seed=i) for i in range(8)]
    loop.run()
    assert 0 < loop.scheduler.preemptions <= 8 * 4
    for i in range(8):
        assert same(asked[i], alone(prompt(60, i), 180, seed=i))


@pytest.mark.parametrize("host_blocks", [0, 2, 1000])
def test_preemption_in_every_step_changes_no_answer(host_blocks: int) -> None:
    loop = ManualLoop(launching(24), host_blocks=host_blocks)
    schedule, forced = loop.scheduler.schedule, 0

    def preempting(**options: Any) -> Batch:
        nonlocal forced
        victims = [] if options["hold"] else [s for s in loop.scheduler.running if s.remaining == 1 and s.generated]
        forced += len(victims)
        batch = schedule(victims, **options)
        batch.held |= options["hold"]  # as if blocks were lacking: launches are read, and next time nobody is spared
        return batch

    loop.scheduler.schedule = preempting  # type: ignore[method-assign]
    asked = [loop.ask(prompt(100 + 30 * i, i), 40, seed=i) for i in range(3)]
    loop.run()
    assert forced >= 9
    for i in range(3):
        assert same(asked[i], alone(prompt(100 + 30 * i, i), 40, seed=i))


def test_an_interactive_request_takes_the_blocks_of_a_launched_background_answer_at_once() -> None:
    backend = launching(4)
    loop = ManualLoop(backend, host_blocks=4)
    background = loop.ask(prompt(100, 1), 150, priority=1, seed=1)
    for _ in range(4):
        loop.step()
    interactive = loop.ask(prompt(150, 2), 3, seed=2)
    loop.step()
    loop.step()
    assert interactive.ids
    assert background.answer.sequence.preemptions == 1
    loop.run()
    assert same(background, alone(prompt(100, 1), 150, seed=1))
    assert same(interactive, alone(prompt(150, 2), 3, seed=2))


def test_an_answer_without_a_block_does_not_keep_one_that_needs_logits_from_its_turn() -> None:
    backend = launching(4, max_rows=1)
    loop = ManualLoop(backend)
    steered = loop.ask(prompt(64), 60, seed=1, grammar=EvenGrammar())
    free = loop.ask(prompt(100, 1), 60, seed=2)
    loop.run()
    assert same(steered, alone(prompt(64), 60, seed=1, grammar=EvenGrammar()))
    assert same(free, alone(prompt(100, 1), 60, seed=2))
    assert loop.scheduler.preemptions == 0


# Sharing the device


def test_more_answers_than_rows_share_them_launch_by_launch() -> None:
    backend = launching(max_rows=4)
    loop = ManualLoop(backend)
    asked = [loop.ask(prompt(10, i), 96, seed=i) for i in range(12)]
    for _ in range(20):
        loop.step()
    generated = [one.answer.sequence.generated for one in asked]
    assert max(generated) - min(generated) <= backend.launch_steps
    loop.run()
    assert all(len(rows) <= 4 for rows in backend.launched)


def test_a_background_answer_gets_rows_beside_interactive_ones() -> None:
    loop = ManualLoop(launching(max_rows=2))
    background = loop.ask(prompt(10, 9), 30, priority=1)
    interactive = [loop.ask(prompt(10, i), 300) for i in range(3)]
    while background.answer.sequence.state is not State.FINISHED:
        loop.step()
    assert all(one.answer.sequence.state is State.RUNNING for one in interactive)


def test_long_prompts_never_stop_a_running_stream_and_take_turns_with_single_steps() -> None:
    backend = launching(200)
    loop = ManualLoop(backend, step_tokens=128)
    stream = loop.ask(prompt(20, 1), 300, seed=1)
    for _ in range(3):
        loop.step()
    for i in range(2):
        loop.ask(prompt(2000, i + 2), 2)
    beside, generated = [], [len(stream.ids)]
    while loop.scheduler.waiting or loop._submitted or any(s.remaining > 1 for s in loop.scheduler.running):
        chunks = len(backend.prefill_sizes)
        loop.step()
        generated.append(len(stream.ids))
        if len(backend.prefill_sizes) > chunks:
            beside.append(backend.launched[-1])
    assert all(later > earlier for earlier, later in pairwise(generated))
    assert len(beside) == math.ceil(4000 / 127)
    # The first chunk is queued behind the launch that is already there.
    assert [max(row.steps for row in rows) for rows in beside] == [8] + [1] * (len(beside) - 1)
    loop.run()
    assert backend.launched[-2][0].steps == 8
    assert same(stream, alone(prompt(20, 1), 300, seed=1))


def test_what_needs_logits_takes_all_to_single_steps_and_launches_resume_when_it_is_gone() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    plain = loop.ask(prompt(20), 80, seed=1)
    for _ in range(3):
        loop.step()
    launched = len(backend.launched)
    steered = loop.ask(prompt(20, 1), 12, grammar=EvenGrammar(), seed=2)
    while not steered.answer.finished:
        loop.step()
    assert backend.decode_sizes == [2] * 11
    assert launched <= len(backend.launched) <= launched + 1
    loop.run()
    assert len(backend.decode_sizes) == 11
    assert len(backend.launched) > launched + 1
    assert same(plain, alone(prompt(20), 80, seed=1))
    assert same(steered, alone(prompt(20, 1), 12, grammar=EvenGrammar(), seed=2))


def reasoned(ids: Sequence[int]) -> int:
    """How many tokens come up to the one that binds a `ThinkingGrammar`."""
    return next((index + 1 for index, token in enumerate(ids) if token in ThinkingGrammar.CLOSING), len(ids))


@pytest.mark.parametrize("options", [{"temperature": 0.0}, {"temperature": 1.0}, {"top_p": 0.8, "top_k": 9}])
def test_reasoning_before_a_constrained_answer_is_launched(options: dict[str, Any]) -> None:
    launched = refused = 0
    for seed in range(12):
        backend = launching()
        loop = ManualLoop(backend)
        other = loop.ask(prompt(30, 1), 60, seed=1)
        asked = loop.ask(prompt(20 + seed), 60, grammar=ThinkingGrammar(), end_ids=(7,), seed=seed, **options)
        loop.run()
        assert same(asked, alone(prompt(20 + seed), 60, grammar=ThinkingGrammar(), end_ids=(7,), seed=seed, **options))
        assert same(other, alone(prompt(30, 1), 60, seed=1))
        free = reasoned(asked.ids)
        assert not ThinkingGrammar.NEVER & set(asked.ids[:free])
        launched += free - 1
        # What is not launched are the answer's tokens, and those that take the place of refused ones.
        refused += len(backend.decode_sizes) - (len(asked.ids) - free)
    assert 0 < refused < launched / 2


@pytest.mark.parametrize("launch_steps", [1, 2, 8])
def test_what_a_refused_token_leaves_in_the_launches_is_not_delivered_even_when_it_is_launched_again(
    launch_steps: int,
) -> None:
    loop = ManualLoop(launching(launch_steps=launch_steps, max_rows=2))
    asked = [loop.ask(prompt(20, i), 60, grammar=ThinkingGrammar(), end_ids=(7,), seed=i) for i in range(5)]
    loop.run()
    for i, one in enumerate(asked):
        assert same(one, alone(prompt(20, i), 60, grammar=ThinkingGrammar(), end_ids=(7,), seed=i))


class FailingGrammar(ThinkingGrammar):
    def __init__(self, *, when: str) -> None:
        super().__init__()
        self.when, self.count = when, 0

    def allowed(self) -> bytes:
        self.count += 1
        if self.when == "asked" and self.count > 3:
            raise RuntimeError("no mask")
        return super().allowed()

    def advance(self, token_id: int) -> None:
        super().advance(token_id)
        if self.when == "told" and self.count > 3:
            raise RuntimeError("no way on")


@pytest.mark.parametrize("when", ["asked", "told"])
@pytest.mark.parametrize("launch_steps", [0, 8])
def test_free_grammar_that_fails_ends_its_answer_alone(when: str, launch_steps: int) -> None:
    loop = ManualLoop(launching(launch_steps=launch_steps))
    other = loop.ask(prompt(30, 1), 60, seed=1)
    failing = loop.ask(prompt(20), 60, grammar=FailingGrammar(when=when), seed=2)
    loop.run()
    (error,) = failing.errors
    assert isinstance(error, SamplingFailed)
    assert same(other, alone(prompt(30, 1), 60, seed=1))


def test_an_answer_that_must_not_end_yet_is_launched_once_it_may() -> None:
    backend = launching()
    loop = ManualLoop(backend)
    asked = loop.ask(prompt(20), 40, min_tokens=10, end_ids=(5,), seed=3)
    loop.run()
    assert len(backend.decode_sizes) == 9  # the first token is the prompt's
    assert same(asked, alone(prompt(20), 40, min_tokens=10, end_ids=(5,), seed=3))


@pytest.mark.parametrize(("end_ids", "launches"), [(range(4), True), (range(5), False), (range(47, 55), True)])
def test_more_end_ids_than_a_launch_takes_are_looked_for_on_the_host(end_ids: range, launches: bool) -> None:
    backend = launching()
    loop = ManualLoop(backend)
    loop.ask(prompt(20), 40, end_ids=end_ids, seed=3)
    loop.run()
    assert bool(backend.launched) == launches
    assert bool(backend.decode_sizes) != launches


# Failures


class NanBackend(FakeLaunchingBackend):
    """Logits turn to NaN for contexts that begin with token 5."""

    def logits_after(self, tokens: Sequence[int]) -> np.ndarray:
        logits = super().logits_after(tokens)
        if tokens[0] == 5 and len(tokens) > 40:
            logits[7] = math.nan
        return logits


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_logits_that_are_not_finite_fail_their_answer_alone(temperature: float) -> None:
    loop = ManualLoop(NanBackend(vocab_size=VOCAB))
    bad = loop.ask([5, *prompt(20)], 100, temperature=temperature)
    good = loop.ask([6, *prompt(20)], 100, seed=1)
    loop.run()
    assert len(bad.ids) == 41 - 21
    assert [type(error) for error in bad.errors] == [SamplingFailed]
    assert "not finite" in str(bad.errors[0])
    assert same(good, alone([6, *prompt(20)], 100, seed=1))


def test_a_closed_consumer_is_dropped_without_touching_the_others() -> None:
    class Closed:
        def call_soon_threadsafe(self, *arguments: object) -> None:
            raise RuntimeError("Event loop is closed")

    loop = ManualLoop(launching())
    gone = loop.ask(prompt(20), 500)
    gone.answer.stream.loop = Closed()  # type: ignore[assignment]
    other = loop.ask(prompt(20, 1), 40, seed=1)
    loop.run()
    assert gone.answer.finished
    assert gone.answer.sequence.generated < 40
    assert same(other, alone(prompt(20, 1), 40, seed=1))
