"""A client that leaves ends the generation, whatever it was waiting for."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

import httpx
import pytest

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions, ReplyUsage, TextDelta
from tests.fakes.fake_model import FakeChatModel
from tests.server.conftest import Running

Serving = Callable[..., Running]


class EndlessModel(FakeChatModel):
    """Says `first` words and then waits, or goes on, without end."""

    def __init__(self, *, words: int, pause_s: float) -> None:
        super().__init__()
        self.words = words
        self.pause_s = pause_s
        self.said = 0

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        self.active += 1
        try:
            while True:
                await asyncio.sleep(self.pause_s if self.said < self.words else 1000)
                self.said += 1
                yield TextDelta("word ")
        finally:
            self.active -= 1


def wait_until(condition: Callable[[], bool]) -> None:
    """Return once `condition` holds; a generation that never ends is what the tests look for."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def send_request(
    server: Running,
    *,
    stream: bool,
    path: str = "/v1/chat/completions",
    body: dict[str, Any] | None = None,
    missing_bytes: int = 0,
) -> socket.socket:
    """Send a request, all but its last `missing_bytes`, and read nothing."""
    asked = {"messages": [{"role": "user", "content": "hi"}]} if body is None else body
    data = json.dumps(asked | {"stream": stream}).encode()
    address = httpx.URL(server.url)
    connection = socket.create_connection((address.host, address.port or 80))
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n"
    data = head.encode() + b"Content-Type: application/json\r\n\r\n" + data
    connection.sendall(data[: len(data) - missing_bytes])
    return connection


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("words", [0, 3, 10**9])
def test_leaving_client_closes_the_reply(serving: Serving, stream: bool, words: int) -> None:
    model = EndlessModel(words=words, pause_s=0.001)
    server = serving(model)
    connection = send_request(server, stream=stream)
    wait_until(lambda: model.active == 1 and model.said >= min(words, 50))
    connection.close()
    wait_until(lambda: model.active == 0)


def test_client_that_stops_reading_does_not_stop_others(serving: Serving) -> None:
    model = EndlessModel(words=10**9, pause_s=0)
    server = serving(model)
    sleeping = send_request(server, stream=True)
    wait_until(lambda: model.said > 100)
    assert httpx.get(f"{server.url}/health").status_code == 200
    sleeping.close()
    wait_until(lambda: model.active == 0)


def test_abandoned_stream_of_the_openai_client_ends_the_generation(serving: Serving) -> None:
    import openai

    model = EndlessModel(words=10**9, pause_s=0.001)
    server = serving(model)
    messages: list[Any] = [{"role": "user", "content": "hi"}]
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0) as client:
        with client.chat.completions.create(model="fake", messages=messages, stream=True) as stream:
            assert next(iter(stream)).choices[0].delta.role == "assistant"
            assert model.active == 1
        wait_until(lambda: model.active == 0)


def test_failing_close_does_not_hide_a_finished_reply(serving: Serving) -> None:
    class Sloppy(FakeChatModel):
        async def reply(
            self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
        ) -> AsyncGenerator[ChatEvent]:
            yield TextDelta("all of it")
            yield ReplyFinished("stop", ReplyUsage(1, 1))
            yield TextDelta("never read")

    server = serving(Sloppy())
    answer = server.post({"messages": [{"role": "user", "content": "hi"}]}).json()
    assert answer["choices"][0]["message"]["content"] == "all of it"
