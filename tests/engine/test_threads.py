from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from localcoder.engine.torch_model.threads import CpuThreads


class Machine:
    """Decode takes `decode_s` by the number of threads, prefill `prefill_s`; `busy` of it computing."""

    def __init__(self, decode_s: dict[int, float], prefill_s: float = 1.0, busy: float = 1.0) -> None:
        self.decode_s = decode_s
        self.prefill_s = prefill_s
        self.busy = busy
        self.wall = 100.0
        self.cpu = 0.0
        self.threads = CpuThreads(wall=lambda: self.wall, cpu=lambda: self.cpu)

    def run(self, *, decode: bool) -> int:
        with self.threads.for_pass(decode=decode) as used:
            assert torch.get_num_threads() == used
            took_s = self.decode_s[used] if decode else self.prefill_s
            self.wall += took_s
            self.cpu += took_s * self.busy
        return used

    def decode(self, steps: int) -> list[int]:
        return [self.run(decode=True) for _ in range(steps)]


@pytest.fixture(autouse=True)
def three_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


def test_decode_settles_on_the_faster_number_of_threads() -> None:
    assert Machine({1: 0.008, 3: 0.005}).decode(50)[-10:] == [3] * 10
    assert Machine({1: 0.035, 3: 0.300}).decode(50)[-10:] == [1] * 10


def test_decode_leaves_its_threads_within_a_step_of_other_programs_starting() -> None:
    machine = Machine({1: 0.008, 3: 0.005})
    machine.decode(50)
    machine.decode_s = {1: 0.035, 3: 0.300}
    assert machine.decode(10) == [3] + [1] * 9


def test_one_disturbed_step_costs_decode_no_threads() -> None:
    machine = Machine({1: 0.012, 3: 0.009})
    machine.decode(50)
    machine.decode_s = {1: 0.012, 3: 0.030}
    machine.decode(1)
    machine.decode_s = {1: 0.012, 3: 0.009}
    assert machine.decode(20) == [3] * 20


def test_after_a_shock_the_threads_are_tried_again_soon() -> None:
    machine = Machine({1: 0.012, 3: 0.009})
    machine.decode(50)
    machine.decode_s = {1: 0.012, 3: 0.200}
    machine.decode(1)
    machine.decode_s = {1: 0.012, 3: 0.009}
    assert machine.decode(1) == [1]
    assert machine.decode(200)[-10:] == [3] * 10


def test_decode_takes_its_threads_back_when_the_machine_is_quiet_again() -> None:
    machine = Machine({1: 0.035, 3: 0.300})
    machine.decode(50)
    machine.decode_s = {1: 0.008, 3: 0.005}
    machine.wall += 20.0
    assert machine.decode(20)[-10:] == [3] * 10


def test_probing_costs_a_busy_machine_few_steps() -> None:
    machine = Machine({1: 0.035, 3: 0.300})
    assert machine.decode(2000).count(3) < 20


def test_prefill_uses_all_threads_until_it_is_starved() -> None:
    machine = Machine({}, busy=0.9)
    assert machine.run(decode=False) == 3
    machine.busy = 0.3
    assert machine.run(decode=False) == 3
    assert machine.run(decode=False) == 1
    machine.busy = 0.9
    machine.wall += 10.0
    assert machine.run(decode=False) == 3
