"""What is asked for is held to in decoding: even a model with random weights answers in the form that was asked for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal

import openai
import pytest
from pydantic import BaseModel, ConfigDict

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from tests.chat.conftest import NORTH_TOKENS, write_tokenizer
from tests.fakes.checkpoints import write_checkpoint
from tests.server.conftest import Running, running
from tests.server.responses.reading import Event, anonymous, answer, post, stream
from tests.server.test_errors import error_of

ASK: Event = {
    "model": "random",
    "input": "Is it done?",
    "reasoning": {"effort": "none"},
    "temperature": 1,
    "max_output_tokens": 300,
}


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


class Report(BaseModel):
    model_config = ConfigDict(extra="forbid")

    done: bool
    mood: Mood
    after: Literal["now", "later"] | None


SCHEMA = Report.model_json_schema()
FLIP: Event = {
    "type": "function",
    "name": "flip",
    "parameters": {
        "type": "object",
        "properties": {"switch": {"enum": ["left", "right"]}, "on": {"type": "boolean"}},
        "required": ["switch", "on"],
        "additionalProperties": False,
    },
    "strict": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("random")
    tokenizer = write_tokenizer(folder, NORTH_TOKENS)
    end = tokenizer.control_tokens["<|END_OF_TURN_TOKEN|>"]
    write_checkpoint(folder, vocab_size=tokenizer.vocab_size, eos_token_id=end, seed=2)
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET_DIRECTORY / name, folder)
    with Engine.load(folder, context_tokens=2048) as engine, running(LocalChatModel(engine, "random")) as started:
        yield started


@pytest.mark.parametrize("seed", range(2))
def test_text_fits_the_schema_streamed_and_plain(server: Running, seed: int) -> None:
    wanted = {"format": {"type": "json_schema", "name": "report", "schema": SCHEMA, "strict": True}}
    ask = ASK | {"text": wanted, "seed": seed}
    plain, final = answer(server, ask), stream(server, ask)[-1]["response"]
    assert plain["status"] == "completed"
    (message,) = plain["output"]
    Report.model_validate_json(message["content"][0]["text"])
    assert anonymous(plain) | {"usage": None} == anonymous(final) | {"usage": None}
    assert plain["text"] == wanted


@pytest.mark.parametrize("choice", ["required", {"type": "function", "name": "flip"}])
def test_required_and_named_calls_come_and_fit(server: Running, choice: Any) -> None:
    other = FLIP | {"name": "other"}
    ask = ASK | {"tools": [other, FLIP], "tool_choice": choice, "parallel_tool_calls": False, "seed": 3}
    plain, final = answer(server, ask), stream(server, ask)[-1]["response"]
    for response in (plain, final):
        (call,) = response["output"]
        assert (call["type"], call["status"]) == ("function_call", "completed")
        assert call["name"] in (["flip"] if isinstance(choice, dict) else ["flip", "other"])
        arguments = json.loads(call["arguments"])
        assert arguments["switch"] in ("left", "right")
        assert isinstance(arguments["on"], bool)
    assert plain["output"][0]["arguments"] == final["output"][0]["arguments"]


def test_openai_clients_parse_gives_the_callers_type(server: Running) -> None:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=60) as client:
        options: dict[str, Any] = {"reasoning": {"effort": "none"}, "temperature": 1, "max_output_tokens": 300}
        done = client.responses.parse(model="random", input="done?", text_format=Report, **options)
        with client.responses.stream(model="random", input="done?", text_format=Report, **options) as streamed:
            parsed = streamed.get_final_response().output_parsed
    assert isinstance(done.output_parsed, Report)
    assert isinstance(parsed, Report)


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize(
    ("field", "wishes"),
    [
        ("text.format.schema", {"text": {"format": {"type": "json_schema", "name": "a", "schema": {"type": "king"}}}}),
        (
            "text.format.schema",
            {"text": {"format": {"type": "json_schema", "name": "a", "schema": {"anyOf": [{"$ref": "#"}]}}}},
        ),
        (
            "tools.0.parameters",
            {"tools": [FLIP | {"parameters": {"properties": {"a": {"$anchor": "a", "oneOf": [{"$ref": "#a"}]}}}}]},
        ),
        (
            "tools.0.parameters",
            {"tools": [FLIP | {"parameters": {"type": "object", "properties": {"a": {"type": 5}}}}]},
        ),
    ],
)
def test_schema_that_cannot_be_held_to_is_refused(
    server: Running, field: str, wishes: dict[str, Any], streamed: bool
) -> None:
    response = post(server, ASK | wishes | {"stream": streamed})
    assert response.status_code == 400
    assert error_of(response)["param"] == field


WIDE: Event = {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(300)}}


def test_schema_that_shows_to_be_too_large_in_the_answer_is_a_refusal_too(server: Running) -> None:
    schema = {"type": "array", "items": {"anyOf": [WIDE] * 3}, "minItems": 1}
    ask = ASK | {"text": {"format": {"type": "json_schema", "name": "a", "schema": schema}}}
    response = post(server, ask)
    assert response.status_code == 400
    error = error_of(response)
    assert (error["type"], error["param"]) == ("invalid_request_error", "text.format.schema")
    assert "too large" in error["message"]
    last = stream(server, ask)[-1]
    assert last["type"] == "response.failed"
    assert last["response"]["error"] == {"code": "invalid_prompt", "message": error["message"]}


def test_cut_reply_that_comes_back_is_gone_on_with(server: Running) -> None:
    start: list[Any] = [{"role": "user", "content": "count"}]
    ask = ASK | {"max_output_tokens": 15, "ignore_eos": True}
    replies = (answer(server, ask | {"input": start}) for _ in range(40))
    # Fifteen random tokens may be controls alone, which say nothing.
    first = next(reply for reply in replies if reply["output"][-1]["content"][0]["text"].strip())
    assert first["output"][-1]["status"] == "incomplete"
    rest = answer(server, ask | {"input": [*start, *first["output"]]})
    ended = answer(server, ask | {"input": [*start, *first["output"], {"role": "user", "content": ""}]})
    tokens = [one["usage"]["input_tokens"] for one in (first, rest, ended)]
    assert tokens[0] < tokens[1] < tokens[2] - 2, "the turn is still open, so nothing closes it"
