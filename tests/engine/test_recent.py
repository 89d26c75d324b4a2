"""The last minute second by second is what the steps in it were, whenever it is asked for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.recent import HISTORY_S, History

STEPS = st.lists(
    st.tuples(
        st.one_of(st.floats(0, 3), st.floats(0, 3 * HISTORY_S)),  # seconds since the step before
        st.integers(0, 500),
        st.integers(0, 8),
        st.integers(0, 40),
    ),
    max_size=30,
)


@given(STEPS, st.floats(0, 2 * HISTORY_S))
def test_each_second_has_the_sums_of_its_steps_and_the_most_blocks(
    steps: list[tuple[float, int, int, int]], rest_s: float
) -> None:
    now_s = 1_000.5
    history = History(lambda: now_s)
    done: list[tuple[int, int, int, int]] = []
    for wait_s, prefill, decode, blocks in steps:
        now_s += wait_s
        history.add(prefill, decode, blocks)
        done.append((int(now_s), prefill, decode, blocks))
    now_s += rest_s
    shown = history.seconds()
    assert len(shown) == HISTORY_S
    for second, found in zip(range(int(now_s) - HISTORY_S + 1, int(now_s) + 1), shown, strict=True):
        within = [step for step in done if step[0] == second]
        before = [step[3] for step in done if step[0] < second]
        used = max(step[3] for step in within) if within else (before or [0])[-1]
        assert found == (sum(step[1] for step in within), sum(step[2] for step in within), used)


@given(st.lists(st.floats(0, 5), max_size=400))
def test_no_more_is_kept_than_is_shown(waits_s: list[float]) -> None:
    now_s = 0.0
    history = History(lambda: now_s)
    for wait_s in waits_s:
        now_s += wait_s
        history.add(1, 1, 1)
    assert len(history._seconds) <= HISTORY_S + 1
