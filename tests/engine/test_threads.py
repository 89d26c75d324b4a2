from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from localcoder.engine.torch_model.threads import SMALL_WEIGHTS_BYTES, CpuThreads

LARGE = SMALL_WEIGHTS_BYTES + 1


class FakeClock:
    def __init__(self) -> None:
        self.wall = 100.0
        self.cpu = 0.0

    def policy(self, weight_bytes: int) -> CpuThreads:
        return CpuThreads(weight_bytes, wall=lambda: self.wall, cpu=lambda: self.cpu)

    def run(self, threads: CpuThreads, *, decode: bool, wall_s: float, cpu_s: float) -> int:
        with threads.for_pass(decode=decode) as used:
            assert torch.get_num_threads() == used
            self.wall += wall_s
            self.cpu += cpu_s
        return used


@pytest.fixture(autouse=True)
def three_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


def test_small_models_decode_on_one_thread_and_prefill_on_all() -> None:
    clock = FakeClock()
    threads = clock.policy(SMALL_WEIGHTS_BYTES)
    assert clock.run(threads, decode=True, wall_s=0.01, cpu_s=0.01) == 1
    assert clock.run(threads, decode=False, wall_s=0.1, cpu_s=0.1) == 3


def test_large_models_decode_on_all_threads() -> None:
    clock = FakeClock()
    assert clock.run(clock.policy(LARGE), decode=True, wall_s=0.1, cpu_s=0.1) == 3


def test_starved_pass_is_followed_by_single_threaded_ones_for_a_while() -> None:
    clock = FakeClock()
    threads = clock.policy(LARGE)
    assert clock.run(threads, decode=False, wall_s=1.0, cpu_s=0.3) == 3
    assert clock.run(threads, decode=False, wall_s=1.0, cpu_s=0.9) == 1
    clock.wall += 10.0
    assert clock.run(threads, decode=False, wall_s=1.0, cpu_s=0.9) == 3
    assert clock.run(threads, decode=False, wall_s=1.0, cpu_s=0.9) == 3


def test_short_hiccup_is_no_starvation() -> None:
    clock = FakeClock()
    threads = clock.policy(LARGE)
    assert clock.run(threads, decode=True, wall_s=0.004, cpu_s=0.001) == 3
    assert clock.run(threads, decode=True, wall_s=0.004, cpu_s=0.001) == 3
