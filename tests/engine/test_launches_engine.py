"""The engine, its thread and its event loops over a backend with launches."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import aclosing

import pytest

from localcoder.engine.backend import Launch, LaunchRow
from localcoder.engine.request import EngineFailed
from tests.engine.conftest import MakeEngine
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend
from tests.engine.manual_loop import EvenGrammar
from tests.engine.test_engine import idle, ids, outputs, request, text, until


async def test_answers_by_launches_equal_those_of_single_steps(make_engine: MakeEngine) -> None:
    shared = tuple(20 + i % 300 for i in range(150))

    def wanted() -> list:
        return [
            request(
                (*shared, 20 + i),
                temperature=[0.0, 1.0, 0.7][i % 3],
                top_p=[1.0, 0.9][i % 2],
                seed=i,
                presence_penalty=float(i == 3),
                grammar=EvenGrammar() if i == 5 else None,
                stop=("e",) if i == 7 else (),
                max_tokens=110 - 9 * i,
                ignore_eos=i < 8,
                priority=i % 2,
            )
            for i in range(12)
        ]

    plain = make_engine(FakeBackend())
    alone = [await outputs(plain, one) for one in wanted()]
    for blocks in (64, 9):
        engine = make_engine(FakeLaunchingBackend(total_blocks=blocks, max_rows=4))
        together = await asyncio.gather(*(outputs(engine, one) for one in wanted()))
        assert [ids(found) for found in together] == [ids(found) for found in alone]
        assert [text(found) for found in together] == [text(found) for found in alone]
        assert [found[-1].finish_reason for found in together] == [found[-1].finish_reason for found in alone]
        await until(lambda engine=engine: idle(engine))  # type: ignore[misc]
        assert engine.stats().completion_tokens == sum(len(ids(found)) for found in alone)


class GatedBackend(FakeLaunchingBackend):
    """Lets the host have a step's tokens only with permission."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.permits = threading.Semaphore(0)

    def between_steps(self) -> None:
        assert self.permits.acquire(timeout=20)


async def test_tokens_are_delivered_as_they_are_drawn_while_the_next_launch_waits(make_engine: MakeEngine) -> None:
    backend = GatedBackend()
    engine = make_engine(backend)
    stream = engine.generate(request(ignore_eos=True, max_tokens=40))
    await anext(stream)  # the prompt's
    for count in range(1, 12):
        backend.permits.release()
        await anext(stream)
        # While the first launch is read the second is queued; only when it is read to its end comes a third.
        await until(lambda count=count: len(backend.launched) == 2 + count // 8)  # type: ignore[misc]
    backend.permits.release(100)
    assert len(ids([output async for output in stream])) == 28
    await until(lambda: idle(engine))


async def test_a_cancelled_request_returns_its_blocks_at_the_next_step(make_engine: MakeEngine) -> None:
    backend = GatedBackend()
    engine = make_engine(backend)
    async with aclosing(engine.generate(request(ignore_eos=True))) as stream:
        await anext(stream)
        await until(lambda: len(backend.launched) == 2)
    backend.permits.release()
    await until(lambda: engine.stats().blocks_used == 0)
    assert len(backend.unread) == 2
    backend.permits.release(100)
    await until(lambda: not backend.unread)
    assert len(ids(await outputs(engine, request(max_tokens=30, ignore_eos=True)))) == 30


async def test_a_request_that_comes_during_a_launch_is_computed_behind_what_is_queued(make_engine: MakeEngine) -> None:
    backend = GatedBackend()
    engine = make_engine(backend)
    first = asyncio.create_task(outputs(engine, request(ignore_eos=True, max_tokens=100)))
    await until(lambda: len(backend.launched) == 2)
    second = asyncio.create_task(outputs(engine, request((40, 41, 42), ignore_eos=True, max_tokens=5)))
    await until(lambda: engine.stats().waiting == 1)
    backend.permits.release(8)
    await until(lambda: len(backend.prefill_sizes) == 2)
    assert [row.steps for rows in backend.launched for row in rows] == [8, 8]
    backend.permits.release(200)
    assert (len(ids(await first)), len(ids(await second))) == (100, 5)


class FailingBackend(FakeLaunchingBackend):
    """Its third launch gives up after two steps."""

    def launch(self, rows: Sequence[LaunchRow]) -> Launch:
        launch = super().launch(rows)
        return _Failing(launch) if len(self.launched) == 3 else launch


class _Failing:
    def __init__(self, launch: Launch) -> None:
        self.launch = launch

    def steps(self) -> Iterator[list[int | None]]:
        steps = self.launch.steps()
        yield next(steps)
        yield next(steps)
        raise EngineFailed("SM 3 waited for counter 7.")


async def test_a_failing_launch_fails_every_request_with_its_words(make_engine: MakeEngine) -> None:
    backend = FailingBackend()
    engine = make_engine(backend)
    results = await asyncio.gather(
        *(outputs(engine, request((20 + i, 21), ignore_eos=True)) for i in range(12)), return_exceptions=True
    )
    assert [type(result) for result in results] == [EngineFailed] * 12
    assert {str(result) for result in results} == {"The engine stopped working: SM 3 waited for counter 7."}
    with pytest.raises(EngineFailed, match="counter 7"):
        await outputs(engine, request())
    engine.close()
    assert backend.freed


async def test_closing_between_launches_fails_what_runs_and_frees_the_backend(make_engine: MakeEngine) -> None:
    backend = GatedBackend()
    engine = make_engine(backend)
    stream = engine.generate(request(ignore_eos=True))
    await anext(stream)
    await until(lambda: len(backend.launched) == 2)
    closing = asyncio.create_task(asyncio.to_thread(engine.close))
    await until(lambda: engine._loop._closing)
    backend.permits.release(8)
    await closing
    assert len(backend.unread) == 1
    with pytest.raises(EngineFailed, match="closed"):
        async for _ in stream:
            pass
    assert backend.freed
    assert not [thread for thread in threading.enumerate() if thread.name == "localcoder-engine"]


def test_several_event_loops_share_launches(make_engine: MakeEngine) -> None:
    backend = FakeLaunchingBackend()
    engine = make_engine(backend)
    results: list[list[int]] = [[] for _ in range(4)]

    def consume(seed: int) -> None:
        results[seed] = ids(asyncio.run(outputs(engine, request(seed=seed, ignore_eos=True, max_tokens=50))))

    threads = [threading.Thread(target=consume, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    plain = make_engine(FakeBackend())
    for seed in range(4):
        assert results[seed] == ids(asyncio.run(outputs(plain, request(seed=seed, ignore_eos=True, max_tokens=50))))
    assert not backend.decode_sizes
