"""Random mixes of requests by launches, compared with each alone by single steps; no thread, no clock."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest
import torch
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.stopwatch import Clock
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend
from tests.engine.manual_loop import VOCAB, Asked, EvenGrammar, ManualLoop, ThinkingGrammar, launching, same
from tests.engine.test_scheduler import prompt


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module", autouse=True)
def nothing_kept() -> Iterator[None]:
    """Other tests look for requests that are left in memory."""
    yield
    expected.cache_clear()


@dataclass(frozen=True)
class Wanted:
    stem: int
    """Which of a few common beginnings the prompt has."""
    length: int
    answer_tokens: int
    priority: int
    temperature: float
    top_p: float
    top_k: int
    min_p: float
    end_ids: tuple[int, ...]
    stop: tuple[str, ...]
    extra: str
    """What of it needs the host for every token, or for some."""

    def ask(self, loop: ManualLoop, prompt_ids: Sequence[int]) -> Asked:
        extras: dict[str, dict[str, Any]] = {
            "none": {},
            "grammar": {"grammar": EvenGrammar()},
            "thinking": {"grammar": ThinkingGrammar()},
            "penalty": {"presence_penalty": 1.0},
            "bias": {"logit_bias": {3: 2.0}},
            "logprobs": {"logprobs": 1},
            "min_tokens": {"min_tokens": 9},
        }
        return loop.ask(
            prompt_ids,
            self.answer_tokens,
            end_ids=self.end_ids,
            priority=self.priority,
            temperature=self.temperature,
            top_p=self.top_p,
            top_k=self.top_k,
            min_p=self.min_p,
            stop=self.stop,
            seed=self.length,
            **extras[self.extra],
        )

    def prompt(self) -> tuple[int, ...]:
        return tuple(prompt(self.length, self.stem))


@lru_cache(maxsize=10_000)
def expected(wanted: Wanted, prompt_ids: tuple[int, ...]) -> Asked:
    loop = ManualLoop(FakeBackend(vocab_size=VOCAB))
    asked = wanted.ask(loop, prompt_ids)
    loop.run()
    return asked


@dataclass(frozen=True)
class Arrival:
    tick: int
    wanted: Wanted
    abort_after: int | None
    """Ticks from arrival to abort."""


WANTED = st.builds(
    Wanted,
    stem=st.integers(0, 1),
    length=st.integers(1, 220),
    answer_tokens=st.integers(1, 90),
    priority=st.integers(0, 2),
    temperature=st.sampled_from([0.0, 0.0, 0.7, 1.0]),
    top_p=st.sampled_from([1.0, 0.9]),
    top_k=st.sampled_from([0, 5]),
    min_p=st.sampled_from([0.0, 0.05]),
    end_ids=st.sampled_from([(), (), (7,), (1, 9, 1000), (1, 2, 3, 4, 5)]),
    stop=st.sampled_from([(), (), ("4 1",), (" 33", "2 2")]),
    extra=st.sampled_from(["none"] * 8 + ["thinking"] * 4 + ["grammar", "penalty", "bias", "logprobs", "min_tokens"]),
)
ARRIVALS = st.lists(
    st.builds(
        Arrival,
        tick=st.integers(0, 60),
        wanted=WANTED,
        abort_after=st.one_of(st.none(), st.none(), st.integers(0, 60)),
    ),
    min_size=1,
    max_size=9,
)


class Play:
    """Lets requests arrive and go at ticks: one before each round, one before each step of a launch is read."""

    def __init__(self, loop: ManualLoop, backend: FakeLaunchingBackend, arrivals: list[Arrival]) -> None:
        self.loop = loop
        self.now = -1
        self.pending = sorted(arrivals, key=lambda arrival: arrival.tick)
        self.asked: list[tuple[Arrival, Asked]] = []
        self.when_aborted: dict[Asked, int] = {}
        backend.between_steps = self.tick  # type: ignore[method-assign]

    def tick(self) -> None:
        self.now += 1
        while self.pending and self.pending[0].tick <= self.now:
            arrival = self.pending.pop(0)
            self.asked.append((arrival, arrival.wanted.ask(self.loop, arrival.wanted.prompt())))
        for arrival, asked in self.asked:
            if arrival.abort_after is not None and arrival.tick + arrival.abort_after == self.now:
                self.loop.abort(asked.answer)

    def run(self) -> None:
        for _ in range(8000):
            self.tick()
            if self.loop.busy:
                self.loop.step()
            elif not self.pending:
                return
        raise AssertionError("requests do not end")


def erratic_clock(seed: int) -> Clock:
    """Makes the pace take whatever turn; 0 stands still."""
    chance, now = random.Random(seed), 0.0

    def clock() -> float:
        nonlocal now
        now += chance.choice([0, 1e-4, 1e-3, 0.01, 0.05, 0.4]) if seed else 0
        return now

    return clock


@settings(max_examples=40, phases=set(Phase) - {Phase.shrink})
@given(
    arrivals=ARRIVALS,
    total_blocks=st.integers(5, 24),
    max_rows=st.integers(1, 4),
    spare_tokens=st.integers(1, 150),
    host_blocks=st.sampled_from([0, 3, 100]),
    launch_steps=st.sampled_from([0, 1, 2, 3, 8]),
    clock_seed=st.integers(0, 20),
)
def test_every_answer_is_the_one_of_single_steps_and_its_next_turn_finds_the_right_cache(
    arrivals: list[Arrival],
    total_blocks: int,
    max_rows: int,
    spare_tokens: int,
    host_blocks: int,
    launch_steps: int,
    clock_seed: int,
) -> None:
    backend = launching(total_blocks, max_rows=max_rows, launch_steps=launch_steps)
    clock = erratic_clock(clock_seed)
    loop = ManualLoop(backend, clock, step_tokens=max_rows + spare_tokens, host_blocks=host_blocks)
    play = Play(loop, backend, arrivals)
    play.run()
    loop.check_idle()
    assert loop.stats().completion_tokens == sum(len(asked.ids) for _, asked in play.asked)
    turns = []
    for arrival, asked in play.asked:
        assert asked.answer.finished
        wanted = arrival.wanted
        whole = expected(wanted, wanted.prompt())
        if arrival.abort_after is None or asked.reason is not None:
            assert same(asked, whole)
        else:
            assert asked.ids == whole.ids[: len(asked.ids)]
        turn = (*wanted.prompt(), *asked.ids, 1, 2)
        if len(turn) + wanted.answer_tokens <= total_blocks * BLOCK_TOKENS:
            turns.append((wanted, turn, wanted.ask(loop, turn)))
    loop.run()
    for wanted, turn, asked in turns:
        assert same(asked, expected(wanted, turn))
