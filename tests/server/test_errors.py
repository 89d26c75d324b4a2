"""Every bad request is a 4xx in OpenAI's envelope that names the field; the server lives on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from localcoder.chat.model import TextDelta
from localcoder.errors import LocalcoderError
from localcoder.wire.errors import EndpointError
from tests.fakes.fake_model import FakeChatModel, says
from tests.server.conftest import Running, running

GOOD: dict[str, Any] = {"model": "fake", "messages": [{"role": "user", "content": "hi"}]}
USER = {"role": "user", "content": "hi"}


@pytest.fixture(scope="module")
def server() -> Any:
    with running(FakeChatModel()) as started:
        yield started


def error_of(response: httpx.Response) -> dict[str, Any]:
    error: dict[str, Any] = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert error["message"]
    return error


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("messages", None),
        ("messages", []),
        ("messages", "hi"),
        ("messages.0", ["x"]),
        ("messages.0.role", [{"role": "king", "content": "hi"}]),
        ("messages.0.tool_call_id", [{"role": "tool", "content": "x"}]),
        ("messages.0.content.0.type", [{"role": "user", "content": [{"type": "image_url"}]}]),
        ("messages.1.tool_calls.0.function", [USER, {"role": "assistant", "tool_calls": [{"id": "a"}]}]),
        ("temperature", -1),
        ("temperature", 1e9),
        ("temperature", "hot"),
        ("temperature", True),
        ("top_p", 0),
        ("top_p", 2),
        ("min_p", 2),
        ("top_k", -2),
        ("n", 0),
        ("n", -1),
        ("n", 1000),
        ("max_tokens", 0),
        ("max_tokens", -1),
        ("max_tokens", 2**63),
        ("max_tokens", 1.5),
        ("max_completion_tokens", 0),
        ("seed", -1),
        ("seed", 2**64),
        ("logprobs", 3),
        ("top_logprobs", 1000),
        ("top_logprobs", 2),
        ("logit_bias", {"hello": 5}),
        ("logit_bias", {"-1": 5}),
        ("logit_bias.5", {"5": 101}),
        ("logit_bias", [5]),
        ("presence_penalty", 2.1),
        ("frequency_penalty", -2.1),
        ("repetition_penalty", 0),
        ("repetition_penalty", 3),
        ("min_tokens", -1),
        ("min_tokens", 2**40),
        ("ignore_eos", 1),
        ("response_format", "json"),
        ("response_format", {"type": "xml"}),
        ("response_format.json_schema", {"type": "json_schema"}),
        ("response_format.json_schema.name", {"type": "json_schema", "json_schema": {"schema": {}}}),
        ("response_format.json_schema.schema", {"type": "json_schema", "json_schema": {"name": "a", "schema": []}}),
        ("parallel_tool_calls", 0),
        ("functions", []),
        ("stream", "yes"),
        ("tool_choice", "required"),
        ("tool_choice", "always"),
        ("tool_choice.function", {"type": "function"}),
        ("tool_choice.function.name", {"type": "function", "function": {"name": "read"}}),
        (
            "messages.1.tool_calls",
            [USER, {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}],
        ),
        ("tools.0.function", [{"type": "function"}]),
        ("tools.0.function.strict", [{"type": "function", "function": {"name": "a", "strict": 1}}]),
        ("reasoning_effort", "extreme"),
        ("chat_template_kwargs", []),
        ("stop", ["x"] * 100),
        ("stop", ""),
        ("stop", [""]),
    ],
)
def test_wrong_field_is_named(server: Running, stream: bool, field: str, value: Any) -> None:
    name = field.partition(".")[0]
    response = server.post(GOOD | {"stream": stream} | {name: value})
    assert response.status_code == 400
    error = error_of(response)
    assert error["param"].startswith(field)
    assert name in error["message"]


@pytest.mark.parametrize(
    ("field", "value", "neutral"),
    [
        ("function_call", "auto", None),
        ("modalities", ["text", "audio"], ["text"]),
        ("audio", {"voice": "x"}, None),
        ("web_search_options", {}, None),
        ("guided_json", {}, None),
        ("guided_regex", "a", None),
        ("structured_outputs", {"choice": ["a"]}, None),
        ("prompt_logprobs", 1, None),
        ("allowed_token_ids", [1], None),
        ("bad_words", ["x"], []),
        ("stop_token_ids", [1], []),
        ("use_beam_search", True, False),
        ("include_stop_str_in_output", True, False),
    ],
)
def test_known_field_without_effect_is_refused_unless_it_asks_for_nothing(
    server: Running, field: str, value: Any, neutral: Any
) -> None:
    error = error_of(server.post(GOOD | {field: value}))
    assert (error["param"], error["code"]) == (field, "unsupported_parameter")
    assert f"`{field}`" in error["message"]
    assert server.post(GOOD | {field: neutral}).status_code == 200


@pytest.mark.parametrize("kind", ["image_url", "input_audio", "file", "no such thing"])
def test_parts_that_are_no_text_are_refused_by_their_kind(server: Running, kind: str) -> None:
    parts = [{"type": "text", "text": "see"}, {"type": kind, kind: {"url": "data:image/png;base64,AA"}}]
    error = error_of(server.post(GOOD | {"messages": [{"role": "user", "content": parts}]}))
    assert error["param"] == "messages.0.content.1.type"
    assert f"only text can be read here, not `{kind}`" in error["message"]


@pytest.mark.parametrize(
    ("stop", "reason"),
    [(["x"] * 100, "at most 16"), ("", "at least 1"), (["x", 5], "valid string"), (5, "valid string")],
)
def test_of_a_field_with_several_forms_the_fault_of_the_given_one_is_told(
    server: Running, stop: Any, reason: str
) -> None:
    assert reason in error_of(server.post(GOOD | {"stop": stop}))["message"]


def test_min_tokens_beyond_max_tokens_are_refused(server: Running) -> None:
    assert server.post(GOOD | {"min_tokens": 5, "max_tokens": 5}).status_code == 200
    for limit in ("max_tokens", "max_completion_tokens"):
        assert error_of(server.post(GOOD | {"min_tokens": 6, limit: 5}))["param"] == "min_tokens"


def test_stream_options_need_stream(server: Running) -> None:
    assert error_of(server.post(GOOD | {"stream_options": {}}))["param"] == "stream_options"


@pytest.mark.parametrize("tool", [{"name": "f"}, {"name": "f", "description": None, "parameters": None}])
def test_tool_without_description_or_parameters_is_taken(server: Running, tool: dict[str, Any]) -> None:
    assert server.post(GOOD | {"tools": [{"type": "function", "function": tool}]}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'"x"',
        b"5",
        b"null",
        b"{",
        b'{"messages": [], }',
        b"\xff\xfe{}",
        b'{"temperature": NaN}',
        b'{"temperature": -Infinity}',
        b'{"seed": 1' + b"0" * 6000 + b"}",
        b'{"messages": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"messages": ' + b"[" * 100 + b"]" * 100 + b"}",
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b'{"messages": [' + b"[]," * 500_000 + b"[]]}",
    ],
    ids=lambda body: repr(body[:24]),
)
def test_body_that_is_no_request_is_a_400(server: Running, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    response = httpx.post(f"{server.url}/v1/chat/completions", content=body, headers=headers)
    assert response.status_code == 400
    error_of(response)
    assert server.post(GOOD).status_code == 200


def test_half_a_character_becomes_the_replacement_character(serving: Callable[..., Running]) -> None:
    model = FakeChatModel()
    content = b'{"messages": [{"role": "user", "content": "cut \\uD83D, whole \\ud83d\\ude00, \\\\ud83d"}]}'
    url, headers = f"{serving(model).url}/v1/chat/completions", {"Content-Type": "application/json"}
    assert httpx.post(url, content=content, headers=headers).status_code == 200
    assert model.asked[0][0][0].content == "cut \ufffd, whole 😀, \\ud83d"


@pytest.mark.parametrize("content_type", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_taken(server: Running, content_type: str) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    response = httpx.post(f"{server.url}/v1/chat/completions", content=b"{}", headers=headers)
    assert response.status_code == 415
    error_of(response)


def test_json_with_a_charset_is_taken(server: Running) -> None:
    assert server.post(GOOD, **{"Content-Type": "Application/JSON; charset=utf-8"}).status_code == 200


def test_oversized_body_is_refused_whether_it_tells_its_size_or_not(serving: Callable[..., Running]) -> None:
    server = serving(FakeChatModel(), max_body_bytes=1000)
    url, headers = f"{server.url}/v1/chat/completions", {"Content-Type": "application/json"}
    told = httpx.post(url, content=b" " * 5000, headers=headers)
    untold = httpx.post(url, content=iter([b" " * 600] * 3), headers=headers)
    for response in (told, untold):
        assert response.status_code == 413
        assert "1000 bytes" in error_of(response)["message"]
    assert server.post(GOOD).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/v1/chat/completions", 405), ("GET", "/docs", 404)],
)
def test_wrong_address_has_the_same_envelope(server: Running, method: str, path: str, status: int) -> None:
    response = httpx.request(method, server.url + path)
    assert response.status_code == status
    error_of(response)


@pytest.mark.parametrize("stream", [False, True])
def test_bug_in_the_model_is_a_500_without_its_details(serving: Callable[..., Running], stream: bool) -> None:
    server = serving(FakeChatModel([[ZeroDivisionError("secret")], says("fine")]))
    response = server.post(GOOD | {"stream": stream})
    assert response.status_code == 500
    assert "secret" not in response.text
    assert error_of(response)["type"] == "server_error"
    assert server.post(GOOD).json()["choices"][0]["message"]["content"] == "fine"


def test_reply_that_just_ends_is_an_error(serving: Callable[..., Running]) -> None:
    server = serving(FakeChatModel([[TextDelta("half")], [LocalcoderError("No.")]]))
    assert server.post(GOOD).status_code == 503
    assert error_of(server.post(GOOD))["message"] == "No."


def test_malformed_call_stays_visible_as_text(serving: Callable[..., Running]) -> None:
    from localcoder.chat.model import MalformedToolCall, ReplyFinished, ReplyUsage

    reply = [MalformedToolCall('[{"tool_name": read', "not JSON"), ReplyFinished("stop", ReplyUsage())]
    message = serving(FakeChatModel([reply])).post(GOOD).json()["choices"][0]["message"]
    assert message["content"] == '[{"tool_name": read'


def test_call_behind_one_that_was_never_announced_is_in_the_plain_answer(serving: Callable[..., Running]) -> None:
    from localcoder.chat.model import ReplyFinished, ReplyUsage, ToolCallDelta, ToolCallStarted

    reply = [ToolCallStarted(1, "a", "read"), ToolCallDelta(1, "{"), ToolCallDelta(1, "}")]
    answer = serving(FakeChatModel([[*reply, ReplyFinished("tool_calls", ReplyUsage())]])).post(GOOD).json()
    calls = answer["choices"][0]["message"]["tool_calls"]
    assert calls == [{"id": "a", "type": "function", "function": {"name": "read", "arguments": "{}"}}]


@pytest.mark.parametrize(("said", "answered"), [(429, 429), (400, 400), (503, 502), (None, 502)])
def test_what_a_remote_model_says_is_passed_on(
    serving: Callable[..., Running], said: int | None, answered: int
) -> None:
    response = serving(FakeChatModel([[EndpointError("http://far.example answered so.", said)]])).post(GOOD)
    assert response.status_code == answered
    assert "far.example" in error_of(response)["message"]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/chat/completions", "/v1/chat/completions"),
        ("/v1/v1/chat/completions", "/v1/chat/completions"),
        ("/v1/chat/completions/", "/v1/chat/completions"),
        ("/openai/v1/models", "/v1/models"),
        ("/responses", "/v1/responses"),
        ("/", None),
        ("/v1", None),
        ("/v1/embeddings", None),
    ],
)
def test_wrong_base_url_is_told_from_the_right_one(server: Running, path: str, meant: str | None) -> None:
    response = httpx.post(server.url + path, json=GOOD)
    assert response.status_code == 404
    message = error_of(response)["message"]
    assert message.startswith(f"There is no {path} here")
    assert "base URL ends in /v1" in message
    assert meant is None or f"({meant} is;" in message
