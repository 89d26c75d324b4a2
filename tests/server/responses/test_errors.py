"""What cannot be done is refused with the field's name, before anything is streamed; nothing outlives its client."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from localcoder.chat.messages import Message
from localcoder.chat.model import OptionRefused, TextDelta
from localcoder.engine.request import EngineFailed, PromptTooLong
from localcoder.server import listen
from tests.fakes.fake_model import FakeChatModel, says
from tests.server.conftest import Running, running
from tests.server.responses.reading import answer, post, stream
from tests.server.test_disconnect import EndlessModel, wait_until
from tests.server.test_errors import error_of

Serving = Callable[..., Running]

GOOD: dict[str, Any] = {"model": "fake", "input": "hi"}


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "function", "name": name, **more}


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(FakeChatModel()) as started:
        yield started


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("previous_response_id", "resp_1"),
        ("conversation", "conv_1"),
        ("conversation", {"id": "conv_1"}),
        ("background", True),
        ("truncation", "auto"),
        ("prompt", {"id": "pmpt_1"}),
        ("context_management", [{"type": "compaction"}]),
        ("messages", [{"role": "user", "content": "hi"}]),
        ("max_tokens", 5),
        ("response_format", {"type": "json_object"}),
        ("input", None),
        ("input", []),
        ("instructions", ["x"]),
        ("stream", "yes"),
        ("store", "no"),
        ("metadata.a", {"a": 1}),
        ("include", "reasoning.encrypted_content"),
        ("temperature", -1),
        ("temperature", 1e9),
        ("top_p", 0),
        ("max_output_tokens", 0),
        ("max_output_tokens", 2**63),
        ("top_logprobs", 21),
        ("seed", -1),
        ("parallel_tool_calls", "no"),
        ("reasoning.effort", {"effort": "extreme"}),
        ("reasoning.summary", {"summary": "long"}),
        ("text.format.type", {"format": {"type": "grammar"}}),
        ("text.format.name", {"format": {"type": "json_schema", "schema": {}}}),
        ("text.format.schema", {"format": {"type": "json_schema", "name": "a"}}),
        ("text.verbosity", {"verbosity": "low"}),
        ("tools", {}),
        ("tools.0", ["x"]),
        ("tools.0.name", [{"type": "function", "function": {"name": "read"}}]),
        ("tools.1.type", [tool("read"), {"type": "web_search"}]),
        ("tools.0.type", [{"type": "custom", "name": "apply_patch"}]),
        ("tools.0.parameters", [tool("read", parameters="{}")]),
        ("tool_choice", "required"),
        ("tool_choice", "sometimes"),
        ("tool_choice", []),
        ("tool_choice.name", tool("write")),
        ("tool_choice.name", {"type": "function", "function": {"name": "read"}}),
        ("tool_choice.type", {"type": "file_search"}),
        ("tool_choice.tools.0.name", {"type": "allowed_tools", "mode": "auto", "tools": [tool("write")]}),
        ("tool_choice.tools", {"type": "allowed_tools", "mode": "auto", "tools": []}),
    ],
)
def test_wrong_field_is_named(server: Running, streamed: bool, field: str, value: Any) -> None:
    response = post(server, GOOD | {"stream": streamed} | {field.partition(".")[0]: value})
    assert response.status_code == 400
    error = error_of(response)
    assert error["param"] == field
    assert f"`{field}`" in error["message"]


def test_values_that_ask_for_nothing_are_taken(server: Running) -> None:
    neutral = {
        "previous_response_id": None,
        "conversation": None,
        "background": False,
        "truncation": "disabled",
        "store": True,
        "include": ["reasoning.encrypted_content", "web_search_call.action.sources"],
        "tools": [],
        "tool_choice": "none",
        "text": {"format": {"type": "text"}, "verbosity": "medium"},
        "reasoning": {"effort": "max", "summary": None},
        "stream_options": {"include_obfuscation": False},
        "max_tool_calls": 5,
        "user": "me",
        "field_of_2030": [1],
    }
    assert answer(server, GOOD | neutral)["status"] == "completed"


def test_unknown_model_is_a_404(server: Running) -> None:
    response = post(server, GOOD | {"model": "gpt-9"})
    assert response.status_code == 404
    assert error_of(response)["code"] == "model_not_found"


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_no_response_can_be_had_later(server: Running, method: str) -> None:
    name = answer(server, GOOD)["id"]
    response = httpx.request(method, f"{server.url}/v1/responses/{name}")
    assert response.status_code == 404
    error_of(response)


@pytest.mark.parametrize("streamed", [False, True])
def test_overlong_prompt_is_a_400_with_both_numbers(serving: Serving, streamed: bool) -> None:
    response = post(serving(FakeChatModel([[PromptTooLong(5000, 4096)]])), GOOD | {"stream": streamed})
    assert response.status_code == 400
    error = error_of(response)
    assert (error["code"], error["param"]) == ("context_length_exceeded", "input")
    assert "5000" in error["message"]
    assert "4096" in error["message"]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("option", "field"),
    [
        ("answer_schema", "text.format.schema"),
        ("parallel_calls", "parallel_tool_calls"),
        ("tool_choice", "tool_choice"),
        ("logprobs", "top_logprobs"),
        ("messages", "input"),
        ("tools.1", "tools.2.parameters"),
    ],
)
def test_what_the_model_refuses_has_this_routes_name(serving: Serving, option: str, field: str, streamed: bool) -> None:
    tools = [tool("a"), tool("b"), tool("c")]
    allowed = {"type": "allowed_tools", "mode": "auto", "tools": [tool("a"), tool("c")]}
    server = serving(FakeChatModel([[OptionRefused(option, "cannot be done")]]))
    response = post(server, GOOD | {"tools": tools, "tool_choice": allowed, "stream": streamed})
    assert response.status_code == 400
    error = error_of(response)
    assert (error["param"], error["message"]) == (field, f"`{field}` cannot be done.")


@pytest.mark.parametrize(
    ("choice", "offered", "told"),
    [
        (None, ["a", "b"], "auto"),
        ("auto", ["a", "b"], "auto"),
        ("none", [], "none"),
        ("required", ["a", "b"], "required"),
        ({"type": "allowed_tools", "mode": "auto", "tools": [tool("b")]}, ["b"], "auto"),
        ({"type": "allowed_tools", "mode": "required", "tools": [tool("b")]}, ["b"], "required"),
    ],
)
def test_choice_of_tools_reaches_the_model(serving: Serving, choice: Any, offered: list[str], told: str) -> None:
    model = FakeChatModel([says("a")])
    response = answer(serving(model), GOOD | {"tools": [tool("a"), tool("b")], "tool_choice": choice})
    _, tools, options = model.asked[0]
    assert ([one.name for one in tools], options.tool_choice) == (offered, told)
    assert response["tool_choice"] == (choice or "auto")
    assert [one["name"] for one in response["tools"]] == ["a", "b"]


def test_named_tool_reaches_the_model(serving: Serving) -> None:
    from localcoder.chat.model import NamedTool

    model = FakeChatModel([says("a")])
    answer(serving(model), GOOD | {"tools": [tool("a"), tool("b")], "tool_choice": tool("b")})
    assert model.asked[0][2].tool_choice == NamedTool("b")


def test_strict_is_what_the_client_asks_for(serving: Serving) -> None:
    model = FakeChatModel([says("a")])
    tools = [tool("a", strict=True, parameters={"type": "object"}), tool("b", strict=False), tool("c")]
    response = answer(serving(model), GOOD | {"tools": tools})
    assert [one.strict for one in model.asked[0][1]] == [True, False, False]
    assert [one["strict"] for one in response["tools"]] == [True, False, False]


@pytest.mark.parametrize(
    ("error", "code"), [(EngineFailed("Gone."), "server_error"), (ZeroDivisionError("secret"), "server_error")]
)
def test_failure_midway_is_the_last_event(serving: Serving, error: Exception, code: str) -> None:
    server = serving(FakeChatModel([[TextDelta("half"), error], says("fine")]))
    *_, last = stream(server, GOOD)
    assert last["type"] == "response.failed"
    assert last["response"]["error"]["code"] == code
    assert "secret" not in json.dumps(last)
    assert last["response"]["output"][0]["status"] == "incomplete"
    assert answer(server, GOOD)["output"][0]["content"][0]["text"] == "fine"


@pytest.mark.parametrize("streamed", [False, True])
def test_failure_before_the_first_event_is_a_status(serving: Serving, streamed: bool) -> None:
    response = post(serving(FakeChatModel([[EngineFailed("Gone.")]])), GOOD | {"stream": streamed})
    assert response.status_code == 503
    assert error_of(response)["message"] == "Gone."


def test_reply_that_just_ends_is_a_failure(serving: Serving) -> None:
    server = serving(FakeChatModel([[TextDelta("half")], [TextDelta("half")]]))
    assert post(server, GOOD).status_code == 503
    assert stream(server, GOOD)[-1]["type"] == "response.failed"


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("words", [0, 3, 10**9])
def test_leaving_client_closes_the_reply(serving: Serving, streamed: bool, words: int) -> None:
    model = EndlessModel(words=words, pause_s=0.001)
    address = httpx.URL(serving(model).url)
    body = json.dumps(GOOD | {"stream": streamed}).encode()
    head = f"POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection((address.host, address.port or 80)) as connection:
        connection.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + body)
        wait_until(lambda: model.active == 1 and model.said >= min(words, 50))
    wait_until(lambda: model.active == 0)


def test_stopping_server_ends_the_stream_with_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "GRACE_S", 0)
    model = EndlessModel(words=10**9, pause_s=0.001)
    heard: list[list[dict[str, Any]]] = []
    with running(model) as server:
        reader = threading.Thread(target=lambda: heard.append(stream(server, GOOD)))
        reader.start()
        wait_until(lambda: model.said > 20)
    reader.join()
    assert heard[0][-1]["response"]["error"] == {"code": "server_error", "message": "The server is stopping."}
    assert model.active == 0


def test_instructions_go_before_everything(serving: Serving) -> None:
    model = FakeChatModel([says("a")])
    answer(serving(model), GOOD | {"instructions": "Be brief.", "input": [{"role": "developer", "content": "D"}]})
    assert model.asked[0][0] == (Message("system", "Be brief."), Message("system", "D"))


def test_priority_is_what_the_header_says(serving: Serving) -> None:
    model = FakeChatModel([says("a")])
    assert post(serving(model), GOOD, **{"X-Localcoder-Priority": "background"}).status_code == 200
    assert model.asked[0][2].priority == 1
