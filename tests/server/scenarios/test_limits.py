"""Prompts that cannot be run are refused with a status, at once, and nobody else notices."""

from __future__ import annotations

import re
import threading
from typing import Any

import httpx
import pytest

from tests.fakes.spoken import text
from tests.server.asking import TIMEOUT_S, Answer, ask
from tests.server.scenarios.conftest import Speaking

LONG = "word " * 3000


def conversation(content: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content}]}


BODIES: dict[str, Any] = {
    "/v1/chat/completions": conversation(LONG),
    "/v1/completions": {"prompt": LONG},
    "/v1/responses": {"input": LONG},
}


@pytest.mark.parametrize("path", BODIES)
def test_overlong_prompt_is_a_400_with_both_numbers(speaking: Speaking, stream: bool, path: str) -> None:
    server = speaking(text("never"), context_tokens=4096)
    response = httpx.post(server.url + path, json=BODIES[path] | {"stream": stream}, timeout=TIMEOUT_S, verify=False)
    assert response.status_code == 400
    assert response.headers["content-type"] == "application/json"
    error = response.json()["error"]
    assert error["code"] == "context_length_exceeded"
    numbers = [int(number) for number in re.findall(r"\d+", error["message"])]
    assert any(number in (4095, 4096) for number in numbers)
    # Its tokens are bytes here; a template adds a few.
    assert any(len(LONG) <= number <= len(LONG) + 100 for number in numbers)


@pytest.mark.parametrize("path", BODIES)
def test_prompt_that_the_cache_can_never_hold_is_refused_while_others_go_on(
    speaking: Speaking, stream: bool, path: str
) -> None:
    """The other request is under way: its model thinks until the refusal has come."""
    thinking, refused = threading.Event(), threading.Event()

    def says(_prompt: str) -> str:
        thinking.set()
        assert refused.wait(TIMEOUT_S)
        return text("Here I am. " * 20)

    # The context alone would allow it.
    server = speaking(says, context_tokens=65_536, total_blocks=64)
    answers: list[Answer] = []
    other = threading.Thread(target=lambda: answers.append(ask(server, conversation("hi"), stream=stream)))
    other.start()
    try:
        assert thinking.wait(TIMEOUT_S)
        body = BODIES[path] | {"stream": stream}
        response = httpx.post(server.url + path, json=body, timeout=TIMEOUT_S, verify=False)
        assert not answers
    finally:
        refused.set()
        other.join()
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "context_length_exceeded"
    assert (
        str(64 * 64) in response.json()["error"]["message"] or str(64 * 64 - 1) in response.json()["error"]["message"]
    )
    assert [answer.content for answer in answers] == ["Here I am. " * 20]


def test_max_tokens_beyond_the_room_is_cut_to_it(speaking: Speaking, stream: bool) -> None:
    server = speaking(text("x" * 5000), context_tokens=1024)
    answer = ask(server, conversation("hi") | {"max_tokens": 10**9}, stream=stream)
    assert answer.finish_reason == "length"
    assert answer.usage is not None
    assert answer.usage["total_tokens"] == 1024
