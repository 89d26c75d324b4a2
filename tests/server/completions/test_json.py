"""Answers that have to be JSON are JSON, even from a model with random weights."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.server.completions.asking import complete

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "size": {"enum": ["small", "large"]}},
    "required": ["ok", "size"],
    "additionalProperties": False,
}
FORMAT: dict[str, Any] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}}
BODY: dict[str, Any] = {"prompt": "Say it in JSON:", "temperature": 1, "max_tokens": 150, "response_format": FORMAT}


def test_answers_fit_the_schema(random_client: httpx.Client, stream: bool) -> None:
    done = complete(random_client, stream=stream, **(BODY | {"n": 4, "prompt": ["a", "b"], "seed": 2}))
    assert len(done["choices"]) == 8
    for choice in done["choices"]:
        assert choice["finish_reason"] == "stop"
        found = json.loads(choice["text"])
        assert set(found) == {"ok", "size"}
        assert found["ok"] in (True, False)
        assert found["size"] in ("small", "large")


def test_the_prompt_is_not_bound_by_the_schema(random_client: httpx.Client, stream: bool) -> None:
    (choice,) = complete(random_client, stream=stream, **(BODY | {"echo": True, "logprobs": 1}))["choices"]
    assert choice["text"].startswith("Say it in JSON:")
    assert "ok" in json.loads(choice["text"].removeprefix("Say it in JSON:"))


def test_any_object_will_do_without_a_schema(random_client: httpx.Client, stream: bool) -> None:
    for wanted in ({"type": "json_object"}, {"type": "json_schema", "json_schema": {"name": "any"}}):
        done = complete(random_client, stream=stream, **(BODY | {"response_format": wanted, "max_tokens": 40}))
        (choice,) = done["choices"]
        assert choice["text"].lstrip().startswith("{")
        if choice["finish_reason"] == "stop":
            assert isinstance(json.loads(choice["text"]), dict)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        (
            "response_format",
            {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "hat"}}}},
        ),
        (
            "response_format.json_schema.name",
            {"response_format": {"type": "json_schema", "json_schema": {}}},
        ),
        ("ignore_eos", {"ignore_eos": True}),
    ],
)
def test_what_cannot_be_enforced_is_refused(
    random_client: httpx.Client, stream: bool, field: str, change: dict[str, Any]
) -> None:
    response = random_client.post("/v1/completions", json=BODY | change | {"stream": stream})
    assert response.status_code == 400
    assert response.json()["error"]["param"] == field


def test_schema_that_shows_to_be_too_large_in_the_answer_is_a_refusal_too(random_client: httpx.Client) -> None:
    wide = {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(300)}}
    schema = {"type": "array", "items": {"anyOf": [wide] * 3}, "minItems": 1}
    body = BODY | {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": schema}}}
    response = random_client.post("/v1/completions", json=body)
    assert response.status_code == 400
    error = response.json()["error"]
    assert (error["type"], error["param"]) == ("invalid_request_error", "response_format")
    assert "too large" in error["message"]
    events = random_client.post("/v1/completions", json=body | {"stream": True}).text.strip().split("\n\n")
    assert json.loads(events[-2].removeprefix("data: ")) == {"error": error}
