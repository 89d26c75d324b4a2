"""Answers and calls of a given form over HTTP: models that know nothing give valid ones, in every family's format."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jsonschema
import pytest

from tests.chat.conftest import NORTH_TOKENS
from tests.server.asking import Answer, ask, events_of
from tests.server.conftest import Running

USER = [{"role": "user", "content": "Where is it?"}]
POINT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "on": {"type": "boolean"},
        "x": {"type": "integer", "minimum": 0, "maximum": 99},
        "tags": {"type": "array", "items": {"enum": ["a", 'b"', "é"]}, "minItems": 1, "maxItems": 2},
    },
    "required": ["on", "x", "tags"],
    "additionalProperties": False,
}
FORMAT = {"type": "json_schema", "json_schema": {"name": "point", "schema": POINT, "strict": True}}
# Without reasoning, for a random model is in no hurry to end it.
BODY: dict[str, Any] = {"messages": USER, "temperature": 1, "max_tokens": 300, "seed": 1, "reasoning_effort": "none"}


def tool(name: str, parameters: dict[str, Any] = POINT, **more: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "description": "", "parameters": parameters, **more}}


WAY = {"type": "object", "properties": {"to": {"enum": ["north", "south"]}}, "additionalProperties": False}
TOOLS = [tool("look"), tool("move", WAY)]
BEGUN = '{"on": true, "x": 4'
REQUIRED = {"tools": TOOLS, "tool_choice": "required"}
ASKED: dict[str, dict[str, Any]] = {
    "schema": {"response_format": FORMAT},
    "schema again": {"response_format": FORMAT, "seed": 2},
    "required": REQUIRED | {"parallel_tool_calls": False},
    "named": {"tools": TOOLS, "tool_choice": {"type": "function", "function": {"name": "move"}}},
    "strict": {"tools": [tool("look", strict=True)], "parallel_tool_calls": False},
    "begun": {"messages": [*USER, {"role": "assistant", "content": BEGUN}], "response_format": FORMAT},
    "cut": REQUIRED | {"max_tokens": 30},
}

Answers = dict[tuple[str, bool], Answer]


@pytest.fixture(scope="module")
def answers(any_server: Running) -> Answers:
    """The answers to all that is asked, plain and streamed, of which the engine works on many at once."""
    keys = [(name, stream) for name in ASKED for stream in (False, True)]
    with ThreadPoolExecutor(len(keys)) as pool:
        found = pool.map(lambda key: ask(any_server, BODY | ASKED[key[0]], stream=key[1]), keys)
        return dict(zip(keys, found, strict=True))


def check_calls(answer: Answer) -> list[str]:
    """That all calls fit their tools; gives their names."""
    schemas = {each["function"]["name"]: each["function"]["parameters"] for each in TOOLS}
    assert len({call["id"] for call in answer.calls}) == len(answer.calls)
    for name, arguments in answer.named_calls:
        jsonschema.validate(json.loads(arguments), schemas[name])
    return [name for name, _ in answer.named_calls]


@pytest.mark.parametrize("asked", ["schema", "schema again"])
def test_any_model_answers_in_the_schema(answers: Answers, stream: bool, asked: str) -> None:
    answer = answers[asked, stream]
    assert answer.finish_reason == "stop"
    jsonschema.validate(json.loads(answer.content), POINT)
    assert (answer.reasoning, answer.calls) == ("", [])


@pytest.mark.parametrize(("asked", "names"), [("required", ["look", "move"]), ("named", ["move"])])
def test_any_model_calls_what_it_must(answers: Answers, stream: bool, asked: str, names: list[str]) -> None:
    answer = answers[asked, stream]
    (name,) = check_calls(answer)
    assert name in names
    assert (answer.finish_reason, answer.content) == ("tool_calls", "")


def test_any_models_calls_of_a_strict_tool_fit(answers: Answers, stream: bool) -> None:
    check_calls(answers["strict", stream])


def test_stream_and_plain_answer_are_the_same(answers: Answers) -> None:
    for asked in ASKED:
        plain, streamed = answers[asked, False], answers[asked, True]
        assert plain.named_calls == streamed.named_calls
        assert (plain.content, plain.finish_reason) == (streamed.content, streamed.finish_reason)
        assert plain.usage is not None and streamed.usage is not None
        assert plain.usage["completion_tokens"] == streamed.usage["completion_tokens"]


def test_a_begun_answer_is_completed_within_the_schema(answers: Answers, stream: bool) -> None:
    jsonschema.validate(json.loads(BEGUN + answers["begun", stream].content), POINT)


def test_a_call_that_max_tokens_cuts_is_no_call(answers: Answers, stream: bool) -> None:
    answer = answers["cut", stream]
    assert answer.finish_reason == "length"
    assert answer.usage is not None
    assert answer.usage["completion_tokens"] == 30


@pytest.mark.parametrize("limit", [1, 70])
def test_wherever_max_tokens_cuts_a_call_it_is_no_call(random_server: Running, stream: bool, limit: int) -> None:
    answer = ask(random_server, BODY | REQUIRED | {"max_tokens": limit}, stream=stream)
    assert answer.finish_reason == "length"


def test_reasoning_stays_apart_from_the_answer(random_server: Running, stream: bool) -> None:
    """The random model leaves its reasoning when a bias makes it."""
    closes = str(256 + NORTH_TOKENS.index("<|END_THINKING|>"))
    body = BODY | {"response_format": FORMAT, "reasoning_effort": "high", "logit_bias": {closes: 2}}
    answer = ask(random_server, body, stream=stream)
    assert answer.reasoning
    jsonschema.validate(json.loads(answer.content), POINT)
    assert answer.usage is not None
    assert 0 < answer.usage["completion_tokens_details"]["reasoning_tokens"] < answer.usage["completion_tokens"]


@pytest.mark.parametrize("change", [{"response_format": FORMAT}, REQUIRED | {"parallel_tool_calls": False}])
def test_a_trained_model_reasons_freely_before_what_it_must_write(
    pocket_server: Running, stream: bool, change: dict[str, Any]
) -> None:
    body = {"messages": [{"role": "user", "content": "Read notes.txt"}], "temperature": 0, "max_tokens": 400}
    answer = ask(pocket_server, body | change, stream=stream)
    assert answer.reasoning
    assert "{" not in answer.reasoning
    if "tools" in change:
        assert len(check_calls(answer)) == 1
    else:
        jsonschema.validate(json.loads(answer.content), POINT)


def test_an_object_is_one(random_server: Running, stream: bool) -> None:
    # A bias for the quotation mark and the brace that end strings and the object.
    bias = {"1": 5, "92": 8}
    body = BODY | {"response_format": {"type": "json_object"}, "logit_bias": bias}
    answer = ask(random_server, body, stream=stream)
    assert answer.finish_reason == "stop"
    assert isinstance(json.loads(answer.content), dict)


def test_arguments_stream_while_they_are_written(random_server: Running) -> None:
    body = BODY | {"tools": [TOOLS[0]], "tool_choice": "required", "parallel_tool_calls": False}
    answer = ask(random_server, body, stream=True)
    pieces = [
        call["function"]["arguments"]
        for chunk in answer.chunks
        for choice in chunk["choices"]
        for call in choice["delta"].get("tool_calls", ())
    ]
    (arguments,) = [arguments for _, arguments in answer.named_calls]
    assert "".join(pieces) == arguments
    assert sum(map(bool, pieces)) > 10


def wide(count: int) -> dict[str, Any]:
    """An object with so many properties, any of which may be left out."""
    return {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(count)}}


def in_schema(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "a", "schema": schema}}


LATE = {"type": "array", "items": {"anyOf": [wide(300)] * 3}, "minItems": 1}
"""Only behind the bracket a grammar shows to be too large for this."""


def refused(server: Running, change: dict[str, Any], stream: bool) -> dict[str, Any]:
    response = server.post(BODY | {"stream": stream} | change)
    assert response.status_code == 400
    error: dict[str, Any] = response.json()["error"]
    assert error["param"] in error["message"]
    return error


@pytest.mark.parametrize(
    ("param", "change"),
    [
        (
            "response_format.json_schema.schema",
            {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "hat"}}}},
        ),
        ("response_format.json_schema.schema", {"response_format": in_schema({"anyOf": [{"$ref": "#"}]})}),
        ("response_format.json_schema.schema", {"response_format": in_schema({"$anchor": "a", "$ref": "#a"})}),
        ("response_format.json_schema.schema", {"response_format": in_schema(wide(5_000))}),
        ("tools.1.function.parameters", {"tools": [tool("a"), tool("b", wide(5_000), strict=True)]}),
        (
            "tools.0.function.parameters",
            {"tools": [tool("a", {"$defs": {"a": {"oneOf": [{"$ref": "#/$defs/a"}]}}})], "tool_choice": "required"},
        ),
        ("tools.1.function.parameters", {"tools": [tool("a"), tool("b", {"$ref": "#/no"}, strict=True)]}),
        ("tools.0.function.parameters", {"tools": [tool("b", {"not": {}})], "tool_choice": "required"}),
        ("tool_choice", {"tools": TOOLS, "tool_choice": {"type": "function", "function": {"name": "fly"}}}),
        ("tool_choice", {"tools": [], "tool_choice": "required"}),
        ("tool_choice", {"tool_choice": {"type": "function", "function": {"name": "look"}}}),
        ("ignore_eos", {"response_format": FORMAT, "ignore_eos": True}),
        ("logit_bias", {"logit_bias": {"999999": 1}}),
    ],
)
def test_what_cannot_be_done_is_a_400_that_names_the_field(
    random_server: Running, stream: bool, param: str, change: dict[str, Any]
) -> None:
    assert refused(random_server, change, stream)["param"].startswith(param)


@pytest.mark.parametrize(
    ("param", "change"),
    [
        ("response_format.json_schema.schema", {"response_format": in_schema(LATE)}),
        (
            "tools",
            {"tools": [tool("a", {"properties": {"a": LATE}, "required": ["a"]})], "tool_choice": "required"},
        ),
    ],
)
def test_schema_that_shows_to_be_too_large_in_the_answer_is_a_refusal_too(
    random_server: Running, param: str, change: dict[str, Any]
) -> None:
    error = refused(random_server, change, stream=False)
    assert (error["type"], error["param"]) == ("invalid_request_error", param)
    assert error["message"] == f"`{param}` cannot be enforced: it is too large or too complex."
    *chunks, last = events_of(random_server.post(BODY | change | {"stream": True}))
    assert chunks
    assert last == {"error": error}


@pytest.mark.parametrize("tools", [None, []])
@pytest.mark.parametrize("choice", [None, "auto", "none"])
def test_without_tools_no_choice_of_them_matters(random_server: Running, tools: Any, choice: Any) -> None:
    body = BODY | {"tools": tools, "tool_choice": choice, "max_tokens": 3}
    assert random_server.post(body).status_code == 200


def test_a_begun_answer_outside_of_the_schema_is_refused(random_server: Running, stream: bool) -> None:
    messages = [*USER, {"role": "assistant", "content": "It is at"}]
    error = refused(random_server, {"messages": messages, "response_format": FORMAT}, stream)
    assert error["param"] == "messages"


def test_choices_are_each_held_to_the_schema(random_server: Running) -> None:
    body = BODY | {"response_format": FORMAT, "n": 3}
    choices = random_server.post(body).json()["choices"]
    texts = [choice["message"]["content"] for choice in choices]
    for text in texts:
        jsonschema.validate(json.loads(text), POINT)
    assert len(set(texts)) == 3
    response = random_server.post(body | {"stream": True})
    streamed = ["", "", ""]
    for chunk in events_of(response):
        for choice in chunk["choices"]:
            streamed[choice["index"]] += choice["delta"].get("content") or ""
    assert streamed == texts
