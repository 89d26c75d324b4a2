"""Every bad request is refused with a status and an error that names the field, streaming or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.fake_model import FakeChatModel
from tests.server.completions.asking import client_of, complete
from tests.server.completions.conftest import CONTEXT_TOKENS
from tests.server.conftest import Running

GOOD: dict[str, Any] = {"prompt": "hi", "max_tokens": 1}


def error_of(response: httpx.Response) -> dict[str, Any]:
    error: dict[str, Any] = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    return error


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("prompt", None),
        ("prompt", []),
        ("prompt", 5),
        ("prompt", {"text": "hi"}),
        ("prompt.0", [[]]),
        ("prompt.0", [None]),
        ("prompt.0", [1.5]),
        ("prompt.1", ["a", 1]),
        ("prompt.1", [1, "a"]),
        ("prompt.1", [1, True]),
        ("prompt.1", [[1], 2]),
        ("prompt.1.0", [[1], ["a"]]),
        ("prompt.1.1", [[1], [2, -1]]),
        ("prompt.0", [-1]),
        ("prompt.1", [1, 10**6]),
        ("prompt.0", [2**70]),
        ("prompt", ["a"] * 1025),
        ("suffix", "b"),
        ("suffix", 1),
        ("echo", "yes"),
        ("n", 0),
        ("n", -1),
        ("n", 1000),
        ("best_of", 2),
        ("best_of", 0),
        ("max_tokens", 0),
        ("max_tokens", -1),
        ("max_tokens", 2**63),
        ("max_tokens", 1.5),
        ("min_tokens", 2),
        ("min_tokens", -1),
        ("temperature", -1),
        ("temperature", 1e9),
        ("temperature", True),
        ("top_p", 0),
        ("top_p", 2),
        ("top_k", -2),
        ("min_p", 2),
        ("presence_penalty", 3),
        ("frequency_penalty", -3),
        ("repetition_penalty", 0),
        ("logit_bias", {"1000000": 1}),
        ("logit_bias", {"a": 1}),
        ("logit_bias.1", {"1": 101}),
        ("logit_bias", [1]),
        ("seed", -1),
        ("seed", 2**64),
        ("logprobs", 1000),
        ("logprobs", -1),
        ("logprobs", True),
        ("stop", ""),
        ("stop", ["x"] * 100),
        ("stop", [""]),
        ("stop_token_ids", [10**6]),
        ("stop_token_ids", [-1]),
        ("ignore_eos", 1),
        ("stream", "yes"),
        ("model", 5),
        ("response_format", {"type": "xml"}),
        ("response_format", {"type": "json_schema"}),
        ("response_format", "json"),
        ("guided_json", {}),
        ("guided_regex", "a"),
        ("prompt_logprobs", 1),
        ("use_beam_search", True),
        ("add_special_tokens", "no"),
    ],
)
def test_wrong_field_is_named(random_client: httpx.Client, stream: bool, field: str, value: Any) -> None:
    name = field.partition(".")[0]
    response = random_client.post("/v1/completions", json=GOOD | {"stream": stream} | {name: value})
    assert response.status_code == 400
    error = error_of(response)
    assert error["type"] == "invalid_request_error"
    assert error["param"].startswith(field)
    assert name in error["message"]


@pytest.mark.parametrize(
    "body",
    [
        {"response_format": {"type": "text"}},
        {"best_of": 1},
        {"n": 2, "best_of": 2},
        {"suffix": ""},
        {"suffix": None, "echo": None, "stop": None, "logprobs": None, "logit_bias": None, "seed": None},
        {"stop": []},
        {"top_k": -1},
        {"user": "somebody", "unknown": {"a": [1]}},
        {"model": "random"},
        {"model": ""},
        {"temperature": 0, "min_tokens": 1},
    ],
)
def test_values_that_ask_for_nothing_special_are_taken(
    random_client: httpx.Client, stream: bool, body: dict[str, Any]
) -> None:
    assert complete(random_client, stream=stream, **(GOOD | body))["choices"][0]["finish_reason"]


def test_answers_are_short_unless_something_else_is_asked_for(random_client: httpx.Client, stream: bool) -> None:
    usage = complete(random_client, stream=stream, prompt="hi", ignore_eos=True)["usage"]
    assert usage["completion_tokens"] == 16


def test_max_tokens_beyond_the_room_is_cut_to_it(random_client: httpx.Client, stream: bool) -> None:
    asked = {"prompt": "hi" * 100, "max_tokens": 10**6, "ignore_eos": True}
    done = complete(random_client, stream=stream, **asked)
    assert done["usage"]["total_tokens"] == CONTEXT_TOKENS
    assert done["choices"][0]["finish_reason"] == "length"


@pytest.mark.parametrize(
    ("prompt", "field", "tokens"),
    [
        ("x" * CONTEXT_TOKENS, "prompt", CONTEXT_TOKENS),
        ([70] * CONTEXT_TOKENS, "prompt", CONTEXT_TOKENS),
        (["short", "x" * 600], "prompt.1", 600),
        ([[70], [70] * 600], "prompt.1", 600),
        ("x" * 10**6, "prompt", 10**6),
    ],
)
def test_overlong_prompt_is_refused_with_both_numbers(
    random_client: httpx.Client, stream: bool, prompt: Any, field: str, tokens: int
) -> None:
    response = random_client.post("/v1/completions", json={"prompt": prompt, "stream": stream})
    assert response.status_code == 400
    error = error_of(response)
    assert (error["code"], error["param"]) == ("context_length_exceeded", field)
    assert str(CONTEXT_TOKENS) in error["message"]
    assert str(tokens) in error["message"]


def test_other_models_are_not_found(random_client: httpx.Client) -> None:
    response = random_client.post("/v1/completions", json=GOOD | {"model": "gpt-4"})
    assert response.status_code == 404
    assert error_of(response)["code"] == "model_not_found"


def test_stream_options_need_a_stream(random_client: httpx.Client) -> None:
    response = random_client.post("/v1/completions", json=GOOD | {"stream_options": {"include_usage": True}})
    assert error_of(response)["param"] == "stream_options"


@pytest.mark.parametrize("body", [b"", b"[]", b"5", b"null", b"{", b'{"prompt": "\xff"}', b'{"temperature": NaN}'])
def test_body_that_is_no_request_is_a_400(random_client: httpx.Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/v1/completions", "/tokenize", "/detokenize"):
        response = random_client.post(path, content=body, headers=headers)
        assert response.status_code == 400
        error_of(response)


@pytest.mark.parametrize("path", ["/v1/completions", "/tokenize", "/detokenize"])
def test_a_server_without_an_engine_says_so(serving: Callable[..., Running], path: str) -> None:
    with client_of(serving(FakeChatModel()).url) as client:
        response = client.post(path, json=GOOD | {"tokens": [1]})
    assert response.status_code == 501
    assert "--endpoint" in error_of(response)["message"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=4), children, max_size=3),
    max_leaves=8,
)
FIELDS = [*GOOD, "n", "echo", "logprobs", "stop", "suffix", "seed", "temperature", "logit_bias", "stream", "best_of"]


@settings(max_examples=60)
@given(body=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5), path=st.sampled_from(["completions", "x"]))
def test_no_body_breaks_the_server(random_client: httpx.Client, body: dict[str, Any], path: str) -> None:
    content = json.dumps({"max_tokens": 2} | body)
    headers = {"Content-Type": "application/json"}
    path = "/v1/completions" if path == "completions" else "/tokenize"
    assert random_client.post(path, content=content, headers=headers).status_code in (200, 400)
