from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from localcoder.chat.model import ChatModel
from localcoder.server.app import create_app
from localcoder.server.listen import Server, bind, url_of


@dataclass(frozen=True)
class Running:
    """A real server on loopback."""

    url: str
    loop: asyncio.AbstractEventLoop

    def post(self, body: Any, **headers: str) -> httpx.Response:
        """A chat completion request with `body` as JSON."""
        return httpx.post(f"{self.url}/v1/chat/completions", json=body, headers=headers, timeout=30)


@contextmanager
def running(model: ChatModel, **options: Any) -> Iterator[Running]:
    listener = bind("127.0.0.1", 0)
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    server = Server(create_app(model, **options), listener, on_ready=ready.set)
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.run_until_stopped()))
    thread.start()
    assert ready.wait(30)
    try:
        yield Running(url_of(listener), loop)
    finally:
        loop.call_soon_threadsafe(server.stop)
        thread.join(30)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
        listener.close()


@pytest.fixture
def serving() -> Iterator[Callable[..., Running]]:
    """Starts servers for a test: `serving(model, api_key=...)`."""
    open_servers = []

    def start(model: ChatModel, **options: Any) -> Running:
        context = running(model, **options)
        open_servers.append(context)
        return context.__enter__()

    yield start
    for context in reversed(open_servers):
        context.__exit__(None, None, None)
