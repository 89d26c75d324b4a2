"""A server that is told to stop: what runs is finished, or ended so that its client knows, and the port is free."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from localcoder.server.app import create_app
from localcoder.server.listen import Server
from localcoder.server.sockets import bind, url_of
from tests.server.gated import GatedModel
from tests.server.test_disconnect import wait_until

ROUTES: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 30},
    "/v1/completions": {"prompt": "hi", "max_tokens": 30},
    "/v1/responses": {"input": "hi", "max_output_tokens": 30},
}
everywhere = pytest.mark.parametrize("path", ROUTES)


class Stoppable:
    """A server in a thread, and a request that is held in the middle of its answer."""

    def __init__(self, folder: Path) -> None:
        self.model = GatedModel(folder)
        self.model.backend.hold_at = 10
        self.listener = bind("127.0.0.1", 0)
        self.url = url_of(self.listener)
        ready = threading.Event()
        self.loop = asyncio.new_event_loop()
        self.server = Server(create_app(self.model), self.listener, on_ready=ready.set)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        assert ready.wait(30)

    def _run(self) -> None:
        self.loop.run_until_complete(self.server.run_until_stopped())

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.server.stop)

    def join(self) -> None:
        self.thread.join(60)
        assert not self.thread.is_alive()

    def refuses_connections(self) -> bool:
        address = httpx.URL(self.url)
        try:
            socket.create_connection((address.host, address.port or 80)).close()
        except ConnectionRefusedError:
            return True
        return False

    def end(self) -> None:
        self.model.backend.gate.set()
        if self.thread.is_alive():
            self.stop()
            self.stop()
        self.join()
        self.listener.close()
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()
        self.model.end()


@pytest.fixture
def stoppable(tmp_path: Path) -> Iterator[Stoppable]:
    server = Stoppable(tmp_path)
    yield server
    server.end()


class Asking:
    """A request in a thread of its own."""

    def __init__(self, url: str, body: dict[str, Any]) -> None:
        self.response: httpx.Response | None = None
        self.error: httpx.HTTPError | None = None
        self._thread = threading.Thread(target=self._ask, args=(url, body))
        self._thread.start()

    def _ask(self, url: str, body: dict[str, Any]) -> None:
        try:
            self.response = httpx.post(url, json=body, timeout=60, verify=False)
        except httpx.HTTPError as error:
            self.error = error

    def join(self) -> None:
        self._thread.join(60)
        assert not self._thread.is_alive()


def held(server: Stoppable, path: str, *, stream: bool) -> Asking:
    asking = Asking(server.url + path, ROUTES[path] | {"stream": stream})
    wait_until(lambda: server.model.held)
    return asking


def answered(asking: Asking) -> httpx.Response:
    asking.join()
    assert asking.response is not None, asking.error
    return asking.response


def last_event(response: httpx.Response) -> dict[str, Any]:
    data = [line[6:] for line in response.text.splitlines() if line.startswith("data: ") and line != "data: [DONE]"]
    event: dict[str, Any] = json.loads(data[-1])
    return event


@pytest.fixture
def grace(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    def set_grace(seconds: float) -> None:
        monkeypatch.setattr("localcoder.server.listen.GRACE_S", seconds)
        monkeypatch.setattr("localcoder.server.listen._BACKSTOP_S", seconds + 60)

    return set_grace


@everywhere
@pytest.mark.parametrize("stream", [False, True])
def test_answer_that_ends_within_the_grace_is_complete(
    grace: Callable[[float], None], tmp_path: Path, path: str, stream: bool
) -> None:
    grace(50)
    server = Stoppable(tmp_path)
    try:
        asking = held(server, path, stream=stream)
        server.stop()
        wait_until(server.refuses_connections)
        server.model.backend.gate.set()
        response = answered(asking)
        assert response.status_code == 200
        if stream:
            assert "error" not in last_event(response)
        whole = {"/v1/responses": '"status":"incomplete"'}.get(path, '"finish_reason":"length"')
        assert whole in response.text.replace(": ", ":")
        server.join()
    finally:
        server.end()


@everywhere
def test_stream_that_takes_longer_ends_in_an_error(grace: Callable[[float], None], tmp_path: Path, path: str) -> None:
    grace(0)
    server = Stoppable(tmp_path)
    try:
        asking = held(server, path, stream=True)
        server.stop()
        event = last_event(answered(asking))
        assert "The server is stopping." in json.dumps(event)
        server.join()
    finally:
        server.end()


@everywhere
def test_plain_answer_that_takes_longer_is_a_503(grace: Callable[[float], None], tmp_path: Path, path: str) -> None:
    grace(0)
    server = Stoppable(tmp_path)
    try:
        asking = held(server, path, stream=False)
        server.stop()
        response = answered(asking)
        assert response.status_code == 503
        assert response.json()["error"]["code"] == "server_stopping"
        server.join()
    finally:
        server.end()


@everywhere
@pytest.mark.parametrize("stream", [False, True])
def test_told_a_second_time_it_waits_for_nothing(
    grace: Callable[[float], None], tmp_path: Path, path: str, stream: bool
) -> None:
    grace(10_000)
    server = Stoppable(tmp_path)
    try:
        asking = held(server, path, stream=stream)
        server.stop()
        wait_until(server.refuses_connections)
        server.stop()
        server.join()
        asking.join()
        assert asking.error is not None
    finally:
        server.end()


def test_port_is_free_again_at_once(grace: Callable[[float], None], tmp_path: Path) -> None:
    grace(0)
    server = Stoppable(tmp_path)
    try:
        asking = held(server, "/v1/completions", stream=True)
        server.stop()
        answered(asking)
        server.join()
        with bind("127.0.0.1", httpx.URL(server.url).port or 0) as again:
            again.listen()
    finally:
        server.end()


def test_idle_connection_does_not_keep_it(stoppable: Stoppable) -> None:
    with httpx.Client(base_url=stoppable.url, verify=False) as client:
        assert client.get("/health").status_code == 200
        stoppable.stop()
        stoppable.join()
        with pytest.raises(httpx.TransportError):
            client.get("/health")
