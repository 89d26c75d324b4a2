from __future__ import annotations

import pytest
import torch

from localcoder.engine.megakernel.profile import phases, routed_experts, step_us, table
from localcoder.engine.megakernel.tasks import Kind, Task

LISTS = [
    [Task(Kind.EMBED, 0), Task(Kind.QKV, 0), Task(Kind.ROUTE, 0), Task(Kind.QKV, 1), Task(Kind.ROUTE, 1)],
    [Task(Kind.QKV, 0), Task(Kind.QKV, 1)],
]


def record(cycles_per_us: int = 2000) -> torch.Tensor:
    """One step [1, 2 SMs, 7, 8]: tasks follow each other; a QKV waits 3 us and works 5 on SM 0, 1 and 10 on SM 1.

    Every task but ROUTE waits half a microsecond of its work for data; its producer 1 us for a slot, 2 for a load to
    land, 3 for the router.
    """
    profile = torch.full((1, 2, 7, 8), 123456789)
    for sm, (wait, work) in enumerate([(3, 5), (1, 10)]):
        now = 1_000_000 * (sm + 1)
        begin = now
        for index, task in enumerate(LISTS[sm]):
            waits, works = (wait, work) if task.kind is Kind.QKV else (0, 1)
            ready, end = now + waits * cycles_per_us, now + (waits + works) * cycles_per_us
            starved = 10 * index if task.kind is Kind.ROUTE else cycles_per_us // 2
            produced = [cycles_per_us * waited for waited in (1, 2, 3)]
            profile[0, sm, index] = torch.tensor([now, ready, end, starved, *produced, 123456789])
            now = end
        spent_us = (now - begin) // cycles_per_us
        whole = [begin, 7_000_000 + sm, now, 7_000_000 + sm + 1000 * spent_us]
        profile[0, sm, len(LISTS[sm]), :4] = torch.tensor(whole)
    return profile


def test_waits_and_work_are_summed_by_kind_whatever_the_clock() -> None:
    for cycles_per_us in (1000, 1980):
        by_kind = {phase.kind: phase for phase in phases(LISTS, record(cycles_per_us))}
        assert list(by_kind) == ["embed", "qkv", "route"]
        qkv = by_kind["qkv"]
        assert qkv.tasks == 4
        assert (qkv.wait_mean_us, qkv.wait_max_us) == (4, 6)  # two tasks an SM: 2 x 3 and 2 x 1
        assert (qkv.work_mean_us, qkv.work_max_us) == (15, 20)
        assert qkv.starved_mean_us == 1
        assert (qkv.full_mean_us, qkv.flight_mean_us, qkv.choice_mean_us) == (2, 4, 6)
        assert (by_kind["route"].work_mean_us, by_kind["route"].work_max_us) == (1, 2)
        assert by_kind["route"].starved_mean_us == 0


def test_several_steps_are_averaged() -> None:
    twice = torch.cat([record(), record()])
    twice[1, 0, 1, 1] += 2 * 2000  # in the second step SM 0's first QKV waits 2 us longer and works 2 us less
    (qkv,) = [phase for phase in phases(LISTS, twice) if phase.kind == "qkv"]
    assert (qkv.wait_mean_us, qkv.work_mean_us) == (4.5, 14.5)


def test_a_step_lasts_from_the_first_beginning_to_the_last_end() -> None:
    assert step_us(LISTS, record()) == pytest.approx(22.001)  # SM 1: 1 ns later, two QKV of 11 us


def test_experts_are_those_that_the_first_sm_counted_when_routing() -> None:
    assert routed_experts(LISTS, record()) == (20 + 40) / 2
    with pytest.raises(ValueError, match="routes nothing"):
        routed_experts([[Task(Kind.QKV, 0)]], record())


def test_the_table_names_every_phase_and_their_sum() -> None:
    text = table(phases(LISTS, record())).splitlines()
    assert [line.split()[0] for line in text] == ["phase", "embed", "qkv", "route", "all"]
    assert text[2].split() == ["qkv", "4", "4.0", "6.0", "15.0", "20.0", "1.0", "2.0", "4.0", "6.0"]
    assert text[-1].split() == ["all", "4.0", "16.5", "1.2", "3.5", "7.0", "10.5"]
