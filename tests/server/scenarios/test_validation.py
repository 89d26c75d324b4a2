"""Bodies that are no requests, and values that no field can have: a 4xx that says what is wrong, on every route."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.fakes.spoken import text
from tests.server.asking import TIMEOUT_S, ask
from tests.server.conftest import Running
from tests.server.scenarios.conftest import Speaking

USER = [{"role": "user", "content": "hi"}]
ROUTES: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": USER},
    "/v1/completions": {"prompt": "hi", "max_tokens": 1},
    "/v1/responses": {"input": "hi"},
    "/tokenize": {"prompt": "hi"},
    "/detokenize": {"tokens": [1]},
}
GENERATING = [route for route in ROUTES if route.startswith("/v1")]

NO_REQUESTS = {
    "list": b"[]",
    "string": b'"x"',
    "number": b"5",
    "null": b"null",
    "invalid JSON": b'{"messages": [',
    "invalid UTF-8": b'{"model": "\xff\xfe"}',
    "UTF-16": '{"model": "x"}'.encode("utf-16"),
    "empty": b"",
    "two documents": b"{}{}",
    "deep lists": b'{"messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "not closed": b"[" * 100_000,
    "NaN": b'{"temperature": NaN}',
    "endless number": b'{"seed": ' + b"9" * 5000 + b"}",
}


def send(server: Running, route: str, content: bytes, content_type: str = "application/json") -> httpx.Response:
    headers = {"Content-Type": content_type}
    return httpx.post(server.url + route, content=content, headers=headers, timeout=TIMEOUT_S, verify=False)


def assert_refused(response: httpx.Response, statuses: set[int]) -> dict[str, Any]:
    assert response.status_code in statuses, response.text
    error: dict[str, Any] = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert error["message"]
    assert "Traceback" not in response.text
    return error


@pytest.fixture
def server(speaking: Speaking) -> Running:
    return speaking(text("Hello."))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", NO_REQUESTS.values(), ids=list(NO_REQUESTS))
def test_body_that_is_no_request_is_refused(server: Running, route: str, body: bytes) -> None:
    assert_refused(send(server, route, body), {400})
    assert send(server, route, json.dumps(ROUTES[route]).encode()).status_code == 200


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "application/x-www-form-urlencoded"])
def test_body_of_another_type_is_refused(server: Running, route: str, content_type: str) -> None:
    assert_refused(send(server, route, json.dumps(ROUTES[route]).encode(), content_type), {415})


@pytest.mark.parametrize("route", ROUTES)
def test_body_of_20_megabytes_is_refused(server: Running, route: str) -> None:
    assert_refused(send(server, route, b'{"model": "' + b"x" * 20_000_000 + b'"}'), {413})
    assert send(server, route, json.dumps(ROUTES[route]).encode()).status_code == 200


OUT_OF_RANGE: list[tuple[str, Any]] = [
    ("temperature", -1),
    ("temperature", 1e9),
    ("temperature", "1"),
    ("top_p", 0),
    ("top_p", 2),
    ("seed", -1),
    ("seed", 2**64),
    ("stop", ["x"] * 100),
    ("stop", ""),
    ("stop", [""]),
    ("n", 0),
    ("n", -1),
    ("n", 1000),
    ("max_tokens", -1),
    ("max_tokens", 2**63),
    ("logit_bias", {"99999999": 1}),
    ("logit_bias", {"-1": 1}),
    ("logit_bias", {"1": 1000}),
    ("logit_bias", {"word": 1}),
    ("logprobs", 1000),
    ("presence_penalty", 3),
    ("frequency_penalty", -3),
    ("repetition_penalty", 0),
    ("min_tokens", -1),
    ("min_p", 2),
    ("top_k", -2),
]


@pytest.mark.parametrize(
    ("route", "field", "value"),
    [
        ("/v1/chat/completions", "max_tokens", 0),  # a completion of no tokens is how a prompt is scored
        *((route, *case) for route in ("/v1/chat/completions", "/v1/completions") for case in OUT_OF_RANGE),
    ],
    ids=lambda value: str(value)[:20],
)
def test_value_out_of_range_is_refused_by_name(
    server: Running, stream: bool, route: str, field: str, value: Any
) -> None:
    body = ROUTES[route] | {field: value, "stream": stream}
    error = assert_refused(send(server, route, json.dumps(body).encode()), {400})
    assert (error["param"] or "").startswith(field)
    assert field in error["message"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("temperature", -1),
        ("temperature", 1e9),
        ("top_p", 0),
        ("top_p", 2),
        ("max_output_tokens", 0),
        ("top_logprobs", 1000),
    ],
)
def test_value_out_of_range_is_refused_by_name_in_responses(
    server: Running, stream: bool, field: str, value: Any
) -> None:
    body = {"input": "hi", field: value, "stream": stream}
    error = assert_refused(send(server, "/v1/responses", json.dumps(body).encode()), {400})
    assert error["param"] == field


@pytest.mark.parametrize(
    "function",
    [
        {"name": "f"},
        {"name": "f", "description": None, "parameters": None},
        {"name": "f", "parameters": {}},
        {"name": "f", "parameters": {"type": "object"}},
        {"name": "f", "parameters": {"type": "object", "properties": {"a": {}}}},
        {"name": "f", "description": "", "parameters": {"type": "object", "properties": {}, "required": []}},
    ],
    ids=json.dumps,
)
def test_tool_that_says_little_of_itself_is_taken(speaking: Speaking, stream: bool, function: dict[str, Any]) -> None:
    server = speaking(text("Hello."))
    tools = [{"type": "function", "function": function}]
    assert ask(server, {"messages": USER, "tools": tools}, stream=stream).content == "Hello."


@pytest.mark.parametrize("effort", ["none", "minimal", "low", "medium", "high"])
def test_every_effort_of_reasoning_is_taken_and_none_gives_none(speaking: Speaking, stream: bool, effort: str) -> None:
    """A script begins behind the opening of the reasoning, which the prompt closes itself for `none`."""
    server = speaking(text("Hello.", reasoning="" if effort == "none" else "Greet."))
    answer = ask(server, {"messages": USER, "reasoning_effort": effort}, stream=stream)
    assert answer.content == "Hello."
    assert answer.reasoning == ("" if effort == "none" else "Greet.")
    assert answer.usage is not None
    assert bool(answer.usage["completion_tokens_details"]["reasoning_tokens"]) is (effort != "none")
