"""What the pace makes of measured times; numbers only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.pace import (
    ALONE_S,
    FEWEST_TOKENS,
    GAP_S,
    HOPELESS,
    LAUNCH_S,
    OVERHEAD,
    PAUSE_S,
    PAUSE_SHARE,
    ROW_RATE,
    START_TOKENS,
    Pace,
    PrefillTimes,
    Prompt,
    Turn,
)

MOST = 8192
LONG = Prompt(20_000, 20_000)


def learn(times: PrefillTimes, overhead_s: float, token_s: float, limit_s: float, chunks: int = 30) -> list[int]:
    """Chunks under a limit on a device whose time is a straight line, each noted before the next is chosen."""
    sizes = []
    for _ in range(chunks):
        sizes.append(times.tokens_within(limit_s))
        times.note(sizes[-1], overhead_s + token_s * sizes[-1])
    return sizes


def known(overhead_s: float = 0.03, token_s: float = 24.5e-6, *, step_s: float = 0.002, rows: int = 1) -> Pace:
    """A pace that has seen chunks of all sizes, and steps."""
    pace = Pace(MOST)
    for size in range(6, 14):
        pace.chunk_took(2**size, overhead_s + token_s * 2**size)
    pace.step_took(rows, step_s)
    return pace


def test_nothing_is_assumed_before_the_first_chunk() -> None:
    times = PrefillTimes(MOST)
    assert times.tokens_within(1e-6) == times.tokens_within(10) == START_TOKENS
    assert PrefillTimes(100).tokens_within(1) == 100


@given(
    overhead_s=st.floats(0, 0.045),
    token_s=st.floats(1e-6, 2e-3),
    limit_s=st.sampled_from([0.04, 0.048, ALONE_S]),
)
def test_chunks_come_near_the_limit_from_a_straight_lines_times(
    overhead_s: float, token_s: float, limit_s: float
) -> None:
    times = PrefillTimes(MOST)
    last = learn(times, overhead_s, token_s, limit_s)[-1]
    smallest_s = overhead_s + token_s * FEWEST_TOKENS
    allowed_s = max(limit_s, (OVERHEAD if smallest_s <= 2 * limit_s else HOPELESS) * smallest_s)
    took_s = overhead_s + token_s * last
    assert last % FEWEST_TOKENS == 0
    assert took_s <= allowed_s * 1.25 or last == FEWEST_TOKENS
    assert took_s >= limit_s * 0.7 or last == MOST or overhead_s + token_s * 2 * last > limit_s * 0.95


@given(st.lists(st.tuples(st.integers(1, MOST), st.floats(1e-5, 5)), min_size=1, max_size=60))
def test_a_larger_chunk_is_never_held_to_be_faster(noted: list[tuple[int, float]]) -> None:
    times = PrefillTimes(MOST)
    for tokens, seconds in noted:
        times.note(tokens, seconds)
    expected = [times.seconds(tokens) for tokens in range(1, MOST, 61)]
    assert all(seconds > 0 for seconds in expected)
    sizes = [times.tokens_within(expected[1] * share) for share in (1, 1.2, 2, 10, 100)]
    assert sizes == sorted(sizes)
    assert sizes[0] >= FEWEST_TOKENS and sizes[-1] <= MOST


def test_a_first_chunk_that_pays_for_compiling_is_forgotten() -> None:
    times = PrefillTimes(MOST)
    times.note(START_TOKENS, 3.0)
    assert learn(times, 0.036, 24.5e-6, ALONE_S)[-1] == MOST


def test_a_size_that_was_slow_for_a_while_is_tried_again() -> None:
    times = PrefillTimes(MOST)
    learn(times, 0.01, 24.5e-6, 0.048)
    usual = times.tokens_within(0.048)
    learn(times, 0.01, 24.5e-5, 0.048)
    assert times.tokens_within(0.048) < 0.2 * usual
    learn(times, 0.01, 24.5e-6, 0.048, chunks=300)
    assert times.tokens_within(0.048) >= 0.8 * usual


def test_alone_prompts_are_computed_in_large_chunks_and_beside_answers_in_small_ones() -> None:
    pace = known()
    assert pace.plan(0, [LONG], launch_steps=8, queued=False).prefill_tokens == MOST
    assert known(5.0).plan(0, [LONG], launch_steps=8, queued=False).prefill_tokens >= START_TOKENS
    beside = pace.plan(1, [LONG], launch_steps=8, queued=False)
    assert 0.8 * GAP_S < pace.prefill.seconds(beside.prefill_tokens) <= GAP_S - 0.002


@pytest.mark.parametrize("rows", [1, 8])
@pytest.mark.parametrize("step_s", [0.001, 0.002, 0.0095, 0.02])
def test_between_two_chunks_the_answers_get_the_steps_that_make_their_rate(rows: int, step_s: float) -> None:
    pace = known(step_s=step_s, rows=rows)
    turn = pace.plan(rows, [LONG], launch_steps=8, queued=False)
    chunk_s = pace.prefill.seconds(turn.prefill_tokens)
    rate = turn.beside_steps / (turn.beside_steps * step_s + chunk_s)
    assert rate >= ROW_RATE or turn.beside_steps * step_s >= min(chunk_s, LAUNCH_S - step_s)
    assert turn.beside_steps * step_s <= chunk_s + step_s


def test_without_launches_the_same_steps_come_one_by_one() -> None:
    pace, launching = known(step_s=0.0095, rows=8), known(step_s=0.0095, rows=8)
    steps = launching.plan(8, [LONG], launch_steps=8, queued=False).beside_steps
    assert steps > 1
    turns = [pace.plan(8, [LONG], launch_steps=0, queued=False) for _ in range(2 * steps)]
    assert [turn.prefill_tokens > 0 for turn in turns] == [True, *[False] * (steps - 1)] * 2
    assert all(turn.beside_steps == 1 for turn in turns)


def test_a_newcomer_does_not_wait_for_steps_that_the_answers_had_meanwhile() -> None:
    pace = known(step_s=0.0095, rows=8)
    pace.plan(8, [LONG], launch_steps=0, queued=False)
    for _ in range(3):
        pace.plan(8, [], launch_steps=0, queued=False)
    assert pace.plan(8, [Prompt(100, 100)], launch_steps=0, queued=False).prefill_tokens > 0


def test_no_few_tokens_are_left_for_a_chunk_of_their_own() -> None:
    pace = known()
    small = pace.plan(1, [LONG], launch_steps=8, queued=False).prefill_tokens
    assert pace.plan(1, [Prompt(small + 20, 9000)], launch_steps=8, queued=False).prefill_tokens == small + 20
    assert pace.plan(1, [Prompt(2 * small, 9000)], launch_steps=8, queued=False).prefill_tokens == small


def test_a_chunk_goes_behind_the_launch_that_is_queued_already() -> None:
    assert known().plan(1, [LONG], launch_steps=8, queued=True).beside_steps == 0


def test_a_launch_lasts_no_longer_than_a_newcomer_should_wait() -> None:
    for step_s, steps in ((0.0021, 8), (0.0095, 4), (0.03, 1), (1.0, 1)):
        assert known(step_s=step_s).plan(1, [], launch_steps=8, queued=False).launch_steps == steps
    assert Pace(MOST).plan(1, [], launch_steps=8, queued=False) == Turn(START_TOKENS, 1, 8)


def test_short_prompts_that_come_together_are_computed_together_but_not_for_ever() -> None:
    pace = known(step_s=0.0095, rows=8)
    prompts = [Prompt(2000, 2000)] * 40
    paused_s = 0.0
    while (turn := pace.plan(8, prompts, launch_steps=8, queued=False)).beside_steps == 0:
        assert turn.prefill_tokens >= 2000
        pace.chunk_queued(turn.prefill_tokens)
        paused_s += pace.prefill.seconds(turn.prefill_tokens)
    assert 0.8 * PAUSE_S < paused_s <= PAUSE_S
    assert pace.prefill.seconds(turn.prefill_tokens) <= GAP_S
    pace.rows_stepped(8, 100)  # nearly a second, of which a fifth may be spent
    turn = pace.plan(8, prompts, launch_steps=8, queued=False)
    assert turn.beside_steps == 0 and turn.prefill_tokens >= 2000
    assert pace.prefill.seconds(turn.prefill_tokens) <= PAUSE_S - paused_s + PAUSE_SHARE * 100 * 0.0095


def test_a_long_prompt_lets_nobody_pause_not_even_for_its_rest() -> None:
    pace = known()
    assert pace.plan(1, [Prompt(1000, 20_000)], launch_steps=8, queued=False).beside_steps > 0
    assert pace.plan(1, [Prompt(1000, 1000)], launch_steps=8, queued=False).beside_steps == 0


def test_a_short_prompt_is_not_computed_with_a_part_of_a_long_one_that_it_would_wait_for() -> None:
    assert known().plan(0, [Prompt(300, 300), LONG], launch_steps=8, queued=False).prefill_tokens == 300
    assert known().plan(0, [LONG, Prompt(300, 300)], launch_steps=8, queued=False).prefill_tokens == MOST
