"""Many requests on the real engine, many of them given up: nothing of them stays, and the others get what they would.

`SOAK_REQUESTS=10000 pytest tests/engine/test_soak.py` is the long one.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
from collections import Counter
from contextlib import aclosing, suppress

import numpy as np
import pytest

from localcoder.engine.answer import Answer
from localcoder.engine.engine import Engine
from localcoder.engine.request import Request, SamplingParams
from localcoder.engine.sequence import Sequence
from localcoder.engine.stream import Stream
from tests.engine.conftest import MakeEngine
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend
from tests.engine.manual_loop import VOCAB, Asked, ManualLoop
from tests.engine.test_engine import idle, until

REQUESTS = int(os.environ.get("SOAK_REQUESTS", "300"))
AT_ONCE = 12
CHECKED_SHARE = 0.2
"""Of the complete answers, how many are compared; the rest only costs time."""
NOISE = 1000
"""Pieces of memory that come and go with the interpreter's own caches; an answer that stays has a hundred."""

pytestmark = pytest.mark.timeout(60 + REQUESTS // 5)


class Clients:
    """Ask, read some and leave, at random but the same in every run as far as the clock allows."""

    def __init__(self, engine: Engine, backend: FakeBackend) -> None:
        self.engine = engine
        self.backend = backend
        self.random = random.Random(1)
        self.beginnings = [[self.random.randrange(20, 300) for _ in range(200)] for _ in range(4)]
        self.ended: Counter[str] = Counter()

    async def run(self, requests: int) -> None:
        """Ask `requests` times, `AT_ONCE` at a time, and wait for the engine to come to rest."""
        left = iter(range(requests))

        async def client() -> None:
            for number in left:
                await self.ask(number)

        await asyncio.gather(*(client() for _ in range(AT_ONCE)))
        await until(lambda: idle(self.engine))

    async def ask(self, number: int) -> None:
        draw = self.random
        prompt = (
            *draw.choice(self.beginnings)[: draw.randrange(200)],
            *(draw.randrange(20, 300) for _ in range(1 + draw.randrange(80))),
        )
        sampling = SamplingParams(temperature=0, ignore_eos=True, max_tokens=draw.randrange(1, 24))
        request = Request(f"soak-{number}", prompt, sampling, priority=draw.randrange(2))
        match draw.randrange(4):
            case 0:
                await self.leave_at_once(request)
            case 1:
                await self.read(request, draw.randrange(1, 12))
            case _:
                await self.read(request, None)

    async def read(self, request: Request, outputs: int | None) -> None:
        """Read so many outputs, or all."""
        ids: list[int] = []
        async with aclosing(self.engine.generate(request)) as answer:
            async for output in answer:
                ids += output.token_ids
                if len(ids) == outputs:
                    break
        complete = len(ids) == request.sampling.max_tokens
        self.ended["complete" if complete else "left midway"] += 1
        if self.random.random() < CHECKED_SHARE:
            self.check(request, ids)

    async def leave_at_once(self, request: Request) -> None:
        """Cancel after a moment: while it waits, while its prompt is computed, or later."""
        reading = asyncio.create_task(self.read(request, None))
        await asyncio.sleep(self.random.random() * 0.01)
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading
        self.ended["cancelled" if reading.cancelled() else "too late"] += 1

    def check(self, request: Request, ids: list[int]) -> None:
        """What was drawn is what the tokens before it lead to, with nobody else around."""
        tokens = list(request.prompt_ids)
        for token in ids:
            assert token == int(np.argmax(self.backend.logits_after(tokens)))
            tokens.append(token)


def left_over(backend: FakeBackend) -> tuple[Counter[str], int]:
    """The engine's own objects that are still there, and the pieces of memory in use."""
    for notes in ("prefill_sizes", "decode_sizes", "launched", "queued_behind"):  # a double's, for other tests
        getattr(backend, notes, []).clear()
    gc.collect()
    kinds = {Answer, Sequence, Stream}
    return Counter(type(item).__name__ for item in gc.get_objects() if type(item) in kinds), sys.getallocatedblocks()


@pytest.mark.parametrize("kind", [FakeBackend, FakeLaunchingBackend], ids=["steps", "launches"])
async def test_given_up_requests_leave_nothing_behind(make_engine: MakeEngine, kind: type[FakeBackend]) -> None:
    backend = kind(total_blocks=12, max_rows=4)
    block_bytes = backend.read_blocks([0]).nbytes
    engine = make_engine(backend, context_tokens=1024, step_tokens=64, host_cache_bytes=8 * block_bytes)
    clients = Clients(engine, backend)
    await clients.run(REQUESTS // 3)
    _, before = left_over(backend)
    await clients.run(2 * REQUESTS // 3)

    await until(lambda: not left_over(backend)[0])  # the engine's thread may just be leaving the last step
    _, after = left_over(backend)
    assert after - before < NOISE
    stats = engine.stats()
    assert (stats.running, stats.waiting, stats.blocks_used) == (0, 0, 0)
    assert stats.blocks_free + stats.blocks_cached == backend.total_blocks
    assert engine._loop._scheduler.saved_blocks == 0
    engine._loop._scheduler.blocks.check()
    assert min(clients.ended[kind] for kind in ("complete", "left midway", "cancelled")) > REQUESTS // 20
    assert stats.preemptions > 0
    assert stats.cached_tokens > 0


@pytest.mark.parametrize("seed", [17, 27, 43, 55, 90])
@pytest.mark.parametrize("kind", [FakeBackend, FakeLaunchingBackend], ids=["steps", "launches"])
def test_tiny_cache_with_leaving_clients_gives_what_a_request_alone_would_get(
    kind: type[FakeBackend], seed: int
) -> None:
    """As above with a step at a time, so that every run is the same."""
    draw = random.Random(seed)
    loop = ManualLoop(kind(vocab_size=VOCAB, total_blocks=12, max_rows=4), step_tokens=64, host_blocks=8)
    beginnings = [[draw.randrange(20, VOCAB) for _ in range(200)] for _ in range(4)]
    running: list[tuple[tuple[int, ...], Asked]] = []
    ended = []
    while len(ended) < 60:
        while len(running) < 12 and len(ended) + len(running) < 60 and draw.random() < 0.7:
            own = [draw.randrange(20, VOCAB) for _ in range(1 + draw.randrange(80))]
            prompt = (*draw.choice(beginnings)[: draw.randrange(200)], *own)
            asked = loop.ask(prompt, draw.randrange(1, 24), priority=draw.randrange(2), temperature=0.0)
            running.append((prompt, asked))
        if loop.busy:
            loop.step()
        for one in [one for one in running if one[1].reason is not None or draw.random() < 0.02]:
            loop.abort(one[1].answer)
            running.remove(one)
            ended.append(one)
    loop.run()
    for prompt, asked in ended:
        tokens = list(prompt)
        for token in asked.ids:
            assert token == int(np.argmax(loop.fake.logits_after(tokens)))
            tokens.append(token)
    assert loop.scheduler.preemptions > 0
