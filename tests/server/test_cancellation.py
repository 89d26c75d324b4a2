"""A client that closes its socket frees its row and its blocks at once: on every route, whatever it waits for."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import Running, running
from tests.server.gated import GatedModel, is_idle, metrics_of
from tests.server.test_disconnect import send_request, wait_until

TEXT = "word " * 240
ROUTES: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": [{"role": "user", "content": TEXT}]},
    "/v1/completions": {"prompt": TEXT, "max_tokens": 5000},
    "/v1/responses": {"input": TEXT},
}
everywhere = pytest.mark.parametrize("path", ROUTES)
either = pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
FEW_STEPS = 2
"""One is under way when the client leaves, and one may have been decided on."""


@contextmanager
def serving_gated(folder: Path, **options: Any) -> Iterator[tuple[GatedModel, Running]]:
    """The server goes before the engine; what is held is let go first."""
    model = GatedModel(folder, **options)
    try:
        with running(model) as server:
            try:
                yield model, server
            finally:
                model.backend.gate.set()
    finally:
        model.end()


def leave(connection: socket.socket, server: Running, *, others: int = 0) -> None:
    """Close, and wait until the server has heard of it."""
    connection.close()
    wait_until(lambda: metrics_of(server)["requests_active"] == others)


@everywhere
@either
def test_client_that_leaves_while_its_answer_is_decoded(tmp_path: Path, path: str, stream: bool) -> None:
    with serving_gated(tmp_path) as (model, server):
        model.backend.hold_at = 20
        connection = send_request(server, stream=stream, path=path, body=ROUTES[path])
        wait_until(lambda: model.held)
        assert metrics_of(server)["sequences_running"] == 1
        leave(connection, server)
        model.backend.gate.set()
        wait_until(lambda: is_idle(server))
        assert model.backend.steps - 20 <= FEW_STEPS


@everywhere
@either
def test_client_that_leaves_while_its_prompt_is_computed(tmp_path: Path, path: str, stream: bool) -> None:
    with serving_gated(tmp_path, step_tokens=64) as (model, server):
        model.backend.hold_at = 3
        connection = send_request(server, stream=stream, path=path, body=ROUTES[path])
        wait_until(lambda: model.held)
        leave(connection, server)
        model.backend.gate.set()
        wait_until(lambda: is_idle(server))
        assert model.backend.steps - 3 <= FEW_STEPS
        assert not model.backend.decode_sizes
        assert metrics_of(server)["generated_tokens_total"] == 0


@everywhere
@either
def test_client_that_leaves_while_it_waits_is_never_computed(tmp_path: Path, path: str, stream: bool) -> None:
    with serving_gated(tmp_path, total_blocks=24) as (model, server):
        model.backend.hold_at = 5
        first = send_request(server, stream=True, body=ROUTES["/v1/chat/completions"])
        wait_until(lambda: model.held)
        waiting = send_request(server, stream=stream, path=path, body=ROUTES[path])
        wait_until(lambda: metrics_of(server)["sequences_waiting"] == 1)
        leave(waiting, server, others=1)
        computed = sum(model.backend.prefill_sizes)
        model.backend.gate.set()
        wait_until(lambda: metrics_of(server)["sequences_waiting"] == 0)
        wait_until(lambda: model.backend.steps > 30)
        assert sum(model.backend.prefill_sizes) == computed
        leave(first, server)
        wait_until(lambda: is_idle(server))


@either
def test_connection_that_is_reset_is_as_good_as_closed(tmp_path: Path, stream: bool) -> None:
    with serving_gated(tmp_path) as (model, server):
        model.backend.hold_at = 20
        connection = send_request(server, stream=stream)
        wait_until(lambda: model.held)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        leave(connection, server)
        model.backend.gate.set()
        wait_until(lambda: is_idle(server))


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/completions"])
@either
def test_all_answers_of_one_request_end_with_it(tmp_path: Path, path: str, stream: bool) -> None:
    with serving_gated(tmp_path) as (model, server):
        connection = send_request(server, stream=stream, path=path, body=ROUTES[path] | {"n": 3})
        wait_until(lambda: metrics_of(server)["sequences_running"] == 3)
        model.backend.gate.clear()
        steps = model.backend.steps + 1
        leave(connection, server)
        model.backend.gate.set()
        wait_until(lambda: is_idle(server))
        assert model.backend.steps - steps <= FEW_STEPS


@everywhere
def test_others_go_on_when_one_leaves(tmp_path: Path, path: str) -> None:
    with serving_gated(tmp_path, total_blocks=256) as (model, server):
        model.backend.hold_at = 10
        connections = [send_request(server, stream=True, path=path, body=ROUTES[path]) for _ in range(3)]
        wait_until(lambda: metrics_of(server)["requests_active"] == 3 and model.held)
        leave(connections.pop(), server, others=2)
        model.backend.gate.set()
        body = ROUTES["/v1/chat/completions"] | {"max_tokens": 5}
        answer = httpx.post(f"{server.url}/v1/chat/completions", json=body, timeout=60, verify=False).json()
        assert answer["usage"]["completion_tokens"] == 5
        for connection in connections:
            connection.close()
        wait_until(lambda: is_idle(server))
