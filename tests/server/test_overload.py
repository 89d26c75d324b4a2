"""How many may wait, what the others are told, and who goes first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from localcoder.server.overload import Admission
from localcoder.wire.requests import PRIORITY_HEADER
from tests.fakes.fake_model import FakeChatModel
from tests.server.conftest import Running, running
from tests.server.gated import GatedModel, is_idle, metrics_of
from tests.server.test_disconnect import send_request, wait_until

Serving = Callable[..., Running]
ASK: dict[str, Any] = {"messages": [{"role": "user", "content": "hi"}]}
POSTS: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": ASK,
    "/v1/completions": {"prompt": "hi"},
    "/v1/responses": {"input": "hi"},
}


@pytest.fixture
def full(tmp_path: Path) -> Iterator[tuple[GatedModel, Running, list[Any]]]:
    """A server with two rows and room for one more; all three places are taken, and the engine is held."""
    model = GatedModel(tmp_path, max_rows=2)
    with running(model, max_queue=1) as server:
        model.backend.gate.clear()
        connections = [send_request(server, stream=True) for _ in range(3)]
        wait_until(lambda: metrics_of(server)["requests_active"] == 3)
        yield model, server, connections
        model.backend.gate.set()
        for connection in connections:
            connection.close()
        wait_until(lambda: is_idle(server))
    model.end()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", POSTS)
def test_request_beyond_the_queue_is_told_when_to_come_again(full: Any, path: str, stream: bool) -> None:
    _, server, _ = full
    response = httpx.post(server.url + path, json=POSTS[path] | {"stream": stream}, verify=False)
    assert response.status_code == 429
    assert 1 <= int(response.headers["retry-after"]) <= 60
    error = response.json()["error"]
    assert (error["type"], error["code"]) == ("rate_limit_error", "rate_limit_exceeded")
    assert response.headers["retry-after"] in error["message"]
    refused = f'requests_total{{outcome="overloaded",route="{path}"}}'
    assert metrics_of(server)[refused] == 1


def test_full_queue_hides_neither_health_nor_models_nor_tokens(full: Any) -> None:
    _, server, _ = full
    for path in ("/health", "/metrics", "/v1/models"):
        assert httpx.get(server.url + path, verify=False).status_code == 200
    counted = httpx.post(f"{server.url}/tokenize", json={"prompt": "hi"}, verify=False)
    assert counted.status_code == 200


def test_place_is_free_again_when_its_client_leaves_or_is_answered(full: Any) -> None:
    model, server, connections = full
    assert server.post(ASK).status_code == 429
    connections.pop().close()
    wait_until(lambda: metrics_of(server)["requests_active"] == 2)
    model.backend.gate.set()
    for _ in range(3):  # each has given its place back when the next one comes
        wait_until(lambda: metrics_of(server)["requests_active"] == 2)
        assert server.post(ASK | {"max_tokens": 2}).status_code == 200


def test_openai_s_client_raises_its_own_error_and_comes_again_by_itself(full: Any) -> None:
    model, server, connections = full
    messages: list[Any] = ASK["messages"]
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0) as client:
        with pytest.raises(openai.RateLimitError):
            client.chat.completions.create(model="gated", messages=messages)
        patient = client.with_options(max_retries=5)
        answers: list[Any] = []
        asking = threading.Thread(
            target=lambda: answers.append(
                patient.chat.completions.create(model="gated", messages=messages, max_tokens=2)
            )
        )
        asking.start()
        refused = 'requests_total{outcome="overloaded",route="/v1/chat/completions"}'
        wait_until(lambda: metrics_of(server)[refused] == 2)
        connections.pop().close()
        model.backend.gate.set()
        asking.join(30)
    assert answers[0].usage.completion_tokens == 2


def test_full_queue_tells_nothing_to_those_who_may_not_ask(full: Any) -> None:
    _, server, _ = full
    assert server.post(ASK, Host="evil.example").status_code == 403
    assert server.post(ASK, Origin="https://evil.example").status_code == 403


# What is known about the time


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def admission(rows: int, max_queue: int, active: int) -> tuple[Admission, Clock]:
    clock = Clock()
    found = Admission(rows, max_queue, clock)
    assert all(found.enter() for _ in range(active))
    return found, clock


def test_places_are_the_rows_and_the_queue() -> None:
    found, _ = admission(rows=2, max_queue=3, active=5)
    assert not found.enter()
    found.leave()
    assert found.enter()
    assert not found.enter()


def test_no_queue_at_all_is_possible() -> None:
    found, _ = admission(rows=1, max_queue=0, active=1)
    assert not found.enter()


def test_those_who_wait_go_first_at_the_pace_of_the_last_answers() -> None:
    found, clock = admission(rows=2, max_queue=6, active=8)
    for _ in range(4):  # one every 1.5 s
        clock.now += 1.5
        found.leave()
        assert found.enter()
    assert found.retry_after_s() == 9


def test_where_nothing_has_ended_yet_the_wait_grows_with_the_time_that_it_took() -> None:
    found, clock = admission(rows=1, max_queue=2, active=3)
    assert found.retry_after_s() == 1
    clock.now += 5
    assert found.retry_after_s() == 10


def test_nobody_is_sent_away_for_more_than_a_minute_or_less_than_a_second() -> None:
    found, clock = admission(rows=1, max_queue=0, active=1)
    assert found.retry_after_s() == 1
    clock.now += 10_000
    assert found.retry_after_s() == 60


def test_pause_says_nothing_about_the_pace() -> None:
    found, clock = admission(rows=1, max_queue=1, active=1)
    clock.now += 2
    found.leave()
    clock.now += 10_000
    assert found.enter() and found.enter()
    clock.now += 3
    assert found.retry_after_s() == 3


def test_pace_is_that_of_the_last_answers_not_of_all() -> None:
    found, clock = admission(rows=1, max_queue=1, active=2)
    for pause_s in (*[50] * 10, *[2] * 100):
        clock.now += pause_s
        found.leave()
        assert found.enter()
    assert found.retry_after_s() == 2


# Priority


@pytest.mark.parametrize(("header", "priority"), [(None, 0), ("interactive", 0), ("background", 1), ("Background", 1)])
@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses"])
def test_header_says_who_can_wait(serving: Serving, path: str, header: str | None, priority: int) -> None:
    model = FakeChatModel()
    headers = {} if header is None else {PRIORITY_HEADER: header}
    response = httpx.post(serving(model).url + path, json=POSTS[path], headers=headers, verify=False)
    assert response.status_code == 200
    assert model.asked[0][2].priority == priority


@pytest.mark.parametrize("path", POSTS)
def test_unknown_priority_is_refused_by_name(tmp_path: Path, path: str) -> None:
    model = GatedModel(tmp_path)
    with running(model) as server:
        headers = {PRIORITY_HEADER: "urgent"}
        response = httpx.post(server.url + path, json=POSTS[path], headers=headers, verify=False)
        assert response.status_code == 400
        assert response.json()["error"]["param"] == PRIORITY_HEADER
        assert httpx.get(f"{server.url}/health", verify=False).status_code == 200
    model.end()


@pytest.mark.parametrize("path", POSTS)
def test_interactive_request_overtakes_background_ones_that_wait(tmp_path: Path, path: str) -> None:
    """The cache holds one of these prompts at a time; they are told apart by their lengths."""
    model = GatedModel(tmp_path, total_blocks=8)

    def ask(words: int, priority: str) -> None:
        text = f"{words} {'word ' * words}"
        sent: dict[str, Any] = {
            "/v1/chat/completions": {"messages": [{"role": "user", "content": text}], "max_tokens": 2},
            "/v1/completions": {"prompt": text, "max_tokens": 2},
            "/v1/responses": {"input": text, "max_output_tokens": 2},
        }[path]
        headers = {PRIORITY_HEADER: priority}
        assert httpx.post(server.url + path, json=sent, headers=headers, verify=False, timeout=30).status_code == 200

    with running(model) as server:
        model.backend.gate.clear()
        text = "held " * 75
        holding = send_request(server, stream=True, body={"messages": [{"role": "user", "content": text}]})
        wait_until(lambda: model.held)
        waiting = [threading.Thread(target=ask, args=asked) for asked in ((80, "background"), (70, "interactive"))]
        for count, thread in enumerate(waiting, 1):
            thread.start()
            wait_until(lambda count=count: metrics_of(server)["sequences_waiting"] == count)  # type: ignore[misc]
        holding.close()
        wait_until(lambda: metrics_of(server)["requests_active"] == 2)
        model.backend.gate.set()
        for thread in waiting:
            thread.join(30)
    _, first, second = model.backend.prefill_sizes
    assert first < second
    model.end()
