"""Many requests over HTTP on all routes, many of them given up: nothing of them stays.

`SOAK_REQUESTS=10000 pytest tests/server/test_soak.py` is the long one.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import types
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from localcoder.engine.answer import Answer
from localcoder.engine.sequence import Sequence
from localcoder.engine.stream import Stream
from localcoder.server.exchange import Exchange
from localcoder.server.streaming import EventStream
from tests.server.conftest import Running, running
from tests.server.gated import GatedModel, is_idle, metrics_of
from tests.server.test_disconnect import wait_until

REQUESTS = int(os.environ.get("SOAK_REQUESTS", "100"))
AT_ONCE = 12

pytestmark = pytest.mark.timeout(60 + REQUESTS // 5)


class Clients:
    """Ask on any route, read some and leave; at random, but the same in every run as far as the clock allows."""

    def __init__(self, server: Running) -> None:
        self.url = server.url
        self.random = random.Random(2)
        self.seen: Counter[str] = Counter()

    async def run(self, requests: int) -> None:
        left = iter(range(requests))

        async def client() -> None:
            for _ in left:
                # A new one each time, for a connection that was given up ends.
                async with httpx.AsyncClient(base_url=self.url, verify=False, timeout=60) as http:
                    await self.ask(http)

        await asyncio.gather(*(client() for _ in range(AT_ONCE)))

    async def ask(self, http: httpx.AsyncClient) -> None:
        draw = self.random
        text = "word " * draw.randrange(1, 60)
        limit = draw.randrange(1, 60)
        path, body = draw.choice(
            [
                ("/v1/chat/completions", {"messages": [{"role": "user", "content": text}], "max_tokens": limit}),
                ("/v1/completions", {"prompt": text, "max_tokens": limit, "n": draw.randrange(1, 4)}),
                ("/v1/responses", {"input": text, "max_output_tokens": limit}),
            ]
        )
        stream = draw.random() < 0.5
        priority = {"X-Localcoder-Priority": draw.choice(["interactive", "background"])}
        request = http.build_request("POST", path, json=body | {"stream": stream}, headers=priority)
        patience_s = draw.random() * 0.1 if draw.random() < 0.4 else 60
        try:
            async with asyncio.timeout(patience_s):
                response = await http.send(request, stream=True)
                await self.read(response, draw.randrange(3))
                self.seen[f"answered {response.status_code}"] += 1
        except TimeoutError:
            self.seen["given up"] += 1

    async def read(self, response: httpx.Response, pieces: int) -> None:
        """Read so many pieces, or all where it is 0."""
        count = 0
        async for _ in response.aiter_raw():
            count += 1
            if count == pieces:
                break
        await response.aclose()


def left_over() -> Counter[str]:
    """What the server and the engine made for requests and is still there."""
    gc.collect()
    kinds: set[Any] = {Answer, Sequence, Stream, Exchange, EventStream}
    generators = (item for item in gc.get_objects() if type(item) is types.AsyncGeneratorType)
    return Counter(type(item).__name__ for item in gc.get_objects() if type(item) in kinds) + Counter(
        item.ag_code.co_qualname for item in generators if "localcoder/" in item.ag_code.co_filename
    )


def test_given_up_requests_leave_nothing_behind(tmp_path: Path) -> None:
    model = GatedModel(tmp_path, total_blocks=24, max_rows=4, step_tokens=64)
    process = psutil.Process()
    before = left_over()  # of other tests, whose errors are kept
    with running(model) as server:
        descriptors = process.num_fds()
        clients = Clients(server)
        asyncio.run(clients.run(REQUESTS))
        wait_until(lambda: is_idle(server))
        wait_until(lambda: process.num_fds() <= descriptors)
        counts = {name: value for name, value in metrics_of(server).items() if name.startswith("requests_total")}
        wait_until(lambda: not left_over() - before)  # timers keep some for seconds
        health = httpx.get(f"{server.url}/health", verify=False)
        assert health.json() == {"status": "ok"}
    model.end()
    model.engine._loop._scheduler.blocks.check()
    assert clients.seen["given up"] > REQUESTS // 20
    assert set(clients.seen) == {"given up", "answered 200"}
    # One that was given up before the server saw its headers is no request.
    assert REQUESTS - clients.seen["given up"] <= sum(counts.values()) <= REQUESTS
    assert {name.split('"')[1] for name in counts} == {"ok", "left"}
