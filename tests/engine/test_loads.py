"""What running answers and newcomers get under load, in virtual time: no thread, no clock, no model."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from localcoder.engine.pace import GAP_S, LAUNCH_S, PAUSE_S, PAUSE_SHARE
from tests.engine.virtual_time import Costs, VirtualDevice, VirtualLoop, percentile

STEPS = tuple(0.0021 + 0.00106 * row for row in range(8))
"""A decode step of a large model on a fast GPU, 1 to 8 rows."""

DEVICES = {
    "much for each chunk": Costs(0.036, 0.036, 24.5e-6, STEPS),
    "slow to queue": Costs(0.036, 0.012, 24.5e-6, STEPS),
    "fast": Costs(0.008, 0.012, 21e-6, STEPS),
}

devices = pytest.mark.parametrize("costs", DEVICES.values(), ids=DEVICES)


def loop_on(costs: Costs, *, total_blocks: int = 4000, launch_steps: int = 8, **options: int) -> VirtualLoop:
    return VirtualLoop(VirtualDevice(costs, total_blocks=total_blocks, launch_steps=launch_steps), **options)


@devices
@pytest.mark.parametrize("launch_steps", [8, 0], ids=["launches", "single steps"])
def test_a_stream_keeps_its_pace_while_long_prompts_come_without_end(costs: Costs, launch_steps: int) -> None:
    loop = loop_on(costs, launch_steps=launch_steps)
    victim = loop.at(0, 200, 100_000)
    for client in range(3):
        loop.closed_loop(1 + 0.01 * client, 20_000, 16)
    loop.run_until(7)
    gaps = [gap for time, gap in zip(victim.times[1:], victim.gaps, strict=True) if time > 1]
    assert len(gaps) / 6 >= 40
    assert percentile(gaps, 0.99) < 0.06
    assert max(gaps) < 0.1
    assert sum(client.prompt_tokens == 20_000 and client.finished for client in loop.clients) >= 1


@devices
def test_chunks_of_128_tokens_stop_a_stream_no_more(costs: Costs) -> None:
    loop = loop_on(costs, step_tokens=128)
    victim = loop.at(0, 100, 100_000)
    for client in range(2):
        loop.closed_loop(1 + 0.01 * client, 20_000, 4)
    loop.run_until(3)
    assert max(victim.gaps) < 0.08
    assert max(tokens for _, tokens in loop.device.chunks) <= 128


@devices
@pytest.mark.parametrize("tokens", [50, 500, 2000])
def test_a_ninth_request_beside_eight_streams_has_its_first_token_soon_and_a_fair_share(
    costs: Costs, tokens: int
) -> None:
    loop = loop_on(costs)
    streams = [loop.at(0, 2000, 100_000) for _ in range(8)]
    ninths = [loop.at(3 + 1.037 * number, tokens, 40) for number in range(3)]
    loop.run_until(6)
    assert all(client.finished for client in ninths)
    assert max(client.first_token_s for client in ninths) < 0.2
    counts = [len(client.times) for client in streams]
    assert max(counts) - min(counts) <= 24
    assert max(gap for client in ninths for gap in client.gaps) < 3 * LAUNCH_S


@devices
@pytest.mark.parametrize("apart_s", [0.001, 0.3], ids=["in step", "out of step"])
def test_a_closed_loop_of_eight_clients_comes_near_what_the_device_can_do(costs: Costs, apart_s: float) -> None:
    loop = loop_on(costs)
    for client in range(8):
        loop.closed_loop(apart_s * client, 2000, 500)
    loop.run_until(15)
    rate = sum(time > 5 for client in loop.clients for time in client.times) / (loop.device.now - 5)
    best = 8 * 500 / (500 * STEPS[7] + costs.chunk_s(8192) + costs.chunk_s(16_000 - 8192))
    assert rate > 0.93 * best


@devices
def test_a_long_prompt_alone_is_computed_at_full_speed(costs: Costs) -> None:
    loop = loop_on(costs)
    loop.at(0, 6000, 1)
    loop.run_until(5)
    alone = loop.at(5, 32_768, 2)
    loop.run_until(10)
    assert alone.first_token_s < 1.03 * 4 * costs.chunk_s(8192) + costs.chunk_host_s


def test_a_short_request_overtakes_a_long_prompt_that_is_half_computed_and_no_more_than_it_should() -> None:
    loop = loop_on(DEVICES["fast"])
    loop.at(0, 6000, 1)
    loop.run_until(2)
    long = loop.at(2, 100_000, 2)
    short = loop.at(2.5, 100, 2)
    # A flood of short ones, more than the device can compute, delays the long one by what it is allowed to and no more.
    for number in range(600):
        loop.at(2.6 + 0.02 * number, 1500, 2)
    loop.run_until(20, [long])
    assert short.first_token_s < 0.6
    assert long.first_token_s < 10


def test_interactive_prompts_go_before_background_ones_of_any_length() -> None:
    loop = loop_on(DEVICES["fast"])
    background = [loop.at(0, 3000, 2, priority=1) for _ in range(20)]
    interactive = loop.at(0.05, 60_000, 2)
    loop.run_until(20, [*background, interactive])
    assert sum(client.times[0] < interactive.times[0] for client in background) <= 6


@settings(max_examples=25, deadline=None, phases=set(Phase) - {Phase.shrink})
@given(
    rows=st.integers(1, 5),
    streams=st.integers(2, 12),
    launch_steps=st.sampled_from([0, 1, 8]),
    step_ms=st.floats(0.5, 40),
)
def test_however_many_streams_share_the_rows_all_get_the_same(
    rows: int, streams: int, launch_steps: int, step_ms: float
) -> None:
    costs = Costs(0.01, 0.01, 2e-5, (step_ms / 1e3,) * rows)
    loop = VirtualLoop(VirtualDevice(costs, total_blocks=2000, max_rows=rows, launch_steps=launch_steps))
    clients = [loop.at(0, 10, 2000) for _ in range(streams)]
    loop.run_until(150 * step_ms / 1e3 * max(1, streams / rows))
    counts = [len(client.times) for client in clients]
    assert max(counts) - min(counts) <= 2 * max(1, launch_steps) + 1
    assert max(counts) > 60


@settings(max_examples=25, deadline=None, phases=set(Phase) - {Phase.shrink})
@given(
    overhead_ms=st.floats(0, 40),
    token_us=st.floats(5, 400),
    step_ms=st.floats(1, 12),
    prompts=st.lists(
        st.tuples(st.floats(1, 5), st.integers(1, 9000), st.integers(1, 40), st.integers(0, 1)), min_size=1, max_size=25
    ),
    launch_steps=st.sampled_from([0, 8]),
)
def test_whatever_comes_a_stream_stands_still_for_a_bounded_time_and_all_requests_end(
    overhead_ms: float,
    token_us: float,
    step_ms: float,
    prompts: list[tuple[float, int, int, int]],
    launch_steps: int,
) -> None:
    costs = Costs(overhead_ms / 1e3, overhead_ms / 1e3, token_us / 1e6, (step_ms / 1e3,) * 8)
    loop = loop_on(costs, launch_steps=launch_steps)
    victim = loop.at(0.9, 20, 10**5)
    for size in (3000, 3000, 500, 100):  # so that the device is known
        loop.at(0, size, 2)
    others = [loop.at(time, tokens, answer, priority=priority) for time, tokens, answer, priority in prompts]
    loop.run_until(200, others)
    loop.run_until(loop.device.now + 0.5)
    assert all(client.finished for client in others)
    # One chunk, and the launches of others who share the rows.
    turns = -(-(len(others) + 1) // 8)
    usual = max(1.6 * GAP_S, 2 * costs.chunk_s(128)) + 2 * turns * (LAUNCH_S + step_ms / 1e3)
    stops = [gap for gap in victim.gaps if gap > usual]
    assert sum(stops) <= 1.5 * PAUSE_S + PAUSE_SHARE * (victim.times[-1] - victim.times[0])
    assert max(victim.gaps) <= usual + 1.5 * PAUSE_S
