"""Clients that leave free what their answers hold, whatever those are doing."""

from __future__ import annotations

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from tests.server.completions.asking import complete
from tests.server.completions.scripted import BROKEN, ScriptedModel
from tests.server.test_disconnect import wait_until

ENDLESS: dict[str, Any] = {"ignore_eos": True, "temperature": 1, "max_tokens": 10**6}


def send(client: httpx.Client, body: dict[str, Any]) -> socket.socket:
    content = json.dumps(body).encode()
    connection = socket.create_connection((client.base_url.host, client.base_url.port or 80))
    head = f"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n"
    connection.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + content)
    return connection


def idle(model: LocalChatModel) -> bool:
    stats = model.engine.stats()
    return stats.running == stats.waiting == stats.blocks_used == 0


@pytest.mark.parametrize(
    "body",
    [
        {"prompt": "one"},
        {"prompt": [f"number {number}" for number in range(60)]},
        {"prompt": "several", "n": 16},
        {"prompt": ["echoed " * 30] * 30, "echo": True, "logprobs": 5},
    ],
    ids=["one", "queued", "several", "scoring"],
)
def test_leaving_client_frees_rows_and_blocks(
    random_client: httpx.Client, random_model: LocalChatModel, stream: bool, body: dict[str, Any]
) -> None:
    wait_until(lambda: idle(random_model))
    steps = random_model.engine.stats().steps
    connection = send(random_client, ENDLESS | body | {"stream": stream})
    wait_until(lambda: random_model.engine.stats().steps > steps + 3)
    assert not idle(random_model)
    connection.close()
    wait_until(lambda: idle(random_model))
    assert complete(random_client, stream=stream, prompt="next", max_tokens=2)["choices"]


def test_failure_of_one_answer_ends_the_request_alone(
    scripted: ScriptedModel, scripted_client: httpx.Client, stream: bool
) -> None:
    good, bad = ((*scripted.ids(prompt),) for prompt in (b"good", b"bad"))
    scripted.replies[good] = scripted.ids(b"a" * 1000)
    scripted.replies[bad] = [*scripted.ids(b"aa"), BROKEN]
    try:
        with ThreadPoolExecutor() as pool:
            other = pool.submit(complete, scripted_client, stream=stream, prompt=good, max_tokens=300)
            failing = {"prompt": [good, bad], "max_tokens": 1000, "stream": stream}
            response = scripted_client.post("/v1/completions", json=failing)
            if stream:
                assert response.status_code == 200
                *_, error, done = [line for line in response.text.splitlines() if line]
                assert done == "data: [DONE]"
                assert json.loads(error.removeprefix("data: "))["error"]["type"] == "server_error"
            else:
                assert response.status_code == 500
                assert response.json()["error"]["type"] == "server_error"
            assert other.result()["choices"][0]["text"] == "a" * 300
        wait_until(lambda: idle(scripted))
    finally:
        scripted.replies.clear()
