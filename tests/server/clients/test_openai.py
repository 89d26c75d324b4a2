"""OpenAI's client, in all the ways it can ask, against real tokens, templates, parsers and masks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal

import openai
import pytest
from pydantic import BaseModel

from tests.fakes.spoken import calls, text
from tests.server.clients.conftest import Speaking
from tests.server.conftest import Running

ASK: list[Any] = [{"role": "user", "content": "What is the weather in Zürich?"}]
WEATHER: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
    },
}


def says(prompt: str) -> str:
    """A call, then an answer from its result."""
    if "<|START_TOOL_RESULT|>" not in prompt.rpartition("<|USER_TOKEN|>")[2]:
        return calls(("weather", {"place": "Zürich"}), reasoning="I have to look.")
    return text("It is sunny ☀️." if "sunny, 21 °C" in prompt else "I do not know.", reasoning="Now I know.")


@contextmanager
def client_of(server: Running) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=60) as client:
        yield client


@asynccontextmanager
async def async_client_of(server: Running) -> AsyncIterator[openai.AsyncOpenAI]:
    url = f"{server.url}/v1"
    async with openai.AsyncOpenAI(base_url=url, api_key="unused", max_retries=0, timeout=60) as client:
        yield client


def result_for(message: Any) -> list[Any]:
    """The conversation with `message`, as the client gives it, and the result of its call."""
    call = message.tool_calls[0]
    assert json.loads(call.function.arguments) == {"place": "Zürich"}
    return [*ASK, message, {"role": "tool", "tool_call_id": call.id, "content": "sunny, 21 °C"}]


def test_tool_is_called_and_its_result_answered(speaking: Speaking) -> None:
    """The client's own message object goes back, with all that it holds, as its documentation shows."""
    with client_of(speaking(says)) as client:
        first = client.chat.completions.create(model="spoken", messages=ASK, tools=[WEATHER]).choices[0]
        assert first.finish_reason == "tool_calls"
        conversation = result_for(first.message)
        second = client.chat.completions.create(model="spoken", messages=conversation, tools=[WEATHER]).choices[0]
    assert (second.finish_reason, second.message.content) == ("stop", "It is sunny ☀️.")


def test_stream_helper_assembles_calls_and_answers(speaking: Speaking) -> None:
    with client_of(speaking(says)) as client:
        with client.chat.completions.stream(model="spoken", messages=ASK, tools=[WEATHER]) as stream:
            kinds = {event.type for event in stream}
            first = stream.get_final_completion().choices[0]
        assert {"chunk", "tool_calls.function.arguments.delta", "tool_calls.function.arguments.done"} <= kinds
        conversation = result_for(first.message)
        with client.chat.completions.stream(model="spoken", messages=conversation, tools=[WEATHER]) as stream:
            deltas = [event.delta for event in stream if event.type == "content.delta"]
            second = stream.get_final_completion().choices[0]
    assert "".join(deltas) == second.message.content == "It is sunny ☀️."
    assert len(deltas) > 5


async def test_async_client_holds_many_conversations_at_once(speaking: Speaking) -> None:
    def echo(prompt: str) -> str:
        return text("You said " + prompt.rpartition("<|START_TEXT|>")[2].partition("<|END_TEXT|>")[0])

    async with async_client_of(speaking(echo)) as client:

        async def ask(number: int) -> str:
            messages: list[Any] = [{"role": "user", "content": f"number {number}"}]
            if number % 2:
                done = await client.chat.completions.create(model="spoken", messages=messages)
                return done.choices[0].message.content or ""
            stream = await client.chat.completions.create(model="spoken", messages=messages, stream=True)
            return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

        answers = await asyncio.gather(*(ask(number) for number in range(12)))
    assert answers == [f"You said number {number}" for number in range(12)]


class Forecast(BaseModel):
    place: str
    sky: Literal["clear", "cloudy"]
    degrees: list[int]


FORECAST = '{"place": "Zürich", "sky": "clear", "degrees": [21, -3]}'
EXPECTED = Forecast(place="Zürich", sky="clear", degrees=[21, -3])


def test_parse_gives_the_callers_type(speaking: Speaking) -> None:
    with client_of(speaking(text(FORECAST, reasoning="As JSON."))) as client:
        parsed = client.chat.completions.parse(model="spoken", messages=ASK, response_format=Forecast)
        with client.chat.completions.stream(model="spoken", messages=ASK, response_format=Forecast) as stream:
            streamed = stream.get_final_completion()
    assert parsed.choices[0].message.parsed == streamed.choices[0].message.parsed == EXPECTED


async def test_parse_gives_the_async_callers_type(speaking: Speaking) -> None:
    async with async_client_of(speaking(text(FORECAST))) as client:
        parsed = await client.chat.completions.parse(model="spoken", messages=ASK, response_format=Forecast)
    assert parsed.choices[0].message.parsed == EXPECTED


def test_parse_gives_the_arguments_of_strict_tools_as_the_callers_type(speaking: Speaking) -> None:
    with client_of(speaking(calls(("Forecast", FORECAST)))) as client:
        tool = openai.pydantic_function_tool(Forecast)
        done = client.chat.completions.parse(model="spoken", messages=ASK, tools=[tool], tool_choice="required")
    tool_calls = done.choices[0].message.tool_calls
    assert tool_calls is not None
    assert [call.function.parsed_arguments for call in tool_calls] == [EXPECTED]


def test_cut_answer_raises_in_parse_instead_of_half_a_document(speaking: Speaking) -> None:
    with client_of(speaking(text(FORECAST))) as client, pytest.raises(openai.LengthFinishReasonError):
        client.chat.completions.parse(model="spoken", messages=ASK, response_format=Forecast, max_tokens=20)


def test_named_tool_is_what_is_called(speaking: Speaking, stream: bool) -> None:
    """Although the model would rather call another one, whose name is as long."""
    choice: Any = {"type": "function", "function": {"name": "weather"}}
    other = {"type": "function", "function": WEATHER["function"] | {"name": "climate"}}
    ask: dict[str, Any] = {"model": "spoken", "messages": ASK, "tools": [other, WEATHER], "tool_choice": choice}
    with client_of(speaking(calls(("climate", {"place": "Bern"}), reasoning="hm"))) as client:
        if stream:
            with client.chat.completions.stream(**ask) as events:
                message = events.get_final_completion().choices[0].message
        else:
            message = client.chat.completions.create(**ask).choices[0].message
    assert message.tool_calls is not None
    assert [(call.function.name, call.function.arguments) for call in message.tool_calls] == [
        ("weather", '{"place": "Bern"}')
    ]


def test_several_answers_to_one_question_stream_side_by_side(speaking: Speaking) -> None:
    with client_of(speaking(text("Yes 😀."))) as client:
        plain = client.chat.completions.create(model="spoken", messages=ASK, n=3)
        texts = {0: "", 1: "", 2: ""}
        for chunk in client.chat.completions.create(model="spoken", messages=ASK, n=3, stream=True):
            for choice in chunk.choices:
                texts[choice.index] += choice.delta.content or ""
    assert [choice.message.content for choice in plain.choices] == ["Yes 😀."] * 3
    assert texts == {0: "Yes 😀.", 1: "Yes 😀.", 2: "Yes 😀."}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"model": "gpt-9"}, openai.NotFoundError),
        ({"temperature": -1}, openai.BadRequestError),
        ({"messages": []}, openai.BadRequestError),
        ({"messages": [{"role": "user", "content": "word " * 4000}]}, openai.BadRequestError),
    ],
)
def test_refusals_are_the_clients_own_exceptions(
    speaking: Speaking, stream: bool, changes: dict[str, Any], error: type[openai.APIStatusError]
) -> None:
    ask: dict[str, Any] = {"model": "spoken", "messages": ASK, "stream": stream}
    with client_of(speaking(text("no"))) as client, pytest.raises(error) as refused:
        client.chat.completions.create(**ask | changes)
    assert refused.value.message
    assert isinstance(refused.value.body, dict)
