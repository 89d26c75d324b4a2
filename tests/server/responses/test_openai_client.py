"""OpenAI's own client on `/v1/responses`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import openai
import pytest
from openai.types.responses import ResponseFunctionToolCall, ResponseReasoningItem

from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyFinished, ReplyUsage, TextDelta, ToolCallDelta, ToolCallStarted
from localcoder.engine.request import EngineFailed
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.server.conftest import Running

Serving = Callable[..., Running]

READ: Any = {
    "type": "function",
    "name": "read",
    "description": "Reads a file.",
    "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    "strict": False,
}


def client_of(server: Running) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=30)


def test_plain_answer_has_text_status_and_usage(serving: Serving) -> None:
    said = [TextDelta("Hello 😀"), ReplyFinished("stop", ReplyUsage(12, 3, 8, 1))]
    with client_of(serving(FakeChatModel([said]))) as client:
        done = client.responses.create(model="fake", input="hi")
    assert (done.output_text, done.status, done.error) == ("Hello 😀", "completed", None)
    assert done.usage is not None
    assert (done.usage.input_tokens, done.usage.output_tokens, done.usage.total_tokens) == (12, 3, 15)
    assert done.usage.input_tokens_details.cached_tokens == 8
    assert done.usage.output_tokens_details.reasoning_tokens == 1


@pytest.mark.parametrize("summary", [None, "auto"])
def test_stream_helper_ends_with_what_create_gives(serving: Serving, summary: Any) -> None:
    said = calls(("read", '{"path": "a😀"}'), ("read", '{"path": "b"}'), text="Reading.", reasoning="first a, then b")
    ask: dict[str, Any] = {"model": "fake", "input": "hi", "tools": [READ], "reasoning": {"summary": summary}}
    with client_of(serving(FakeChatModel([said, said]))) as client:
        plain = client.responses.create(**ask)
        with client.responses.stream(**ask) as stream:
            for event in stream:
                if event.type == "response.function_call_arguments.delta":
                    assert event.snapshot.endswith(event.delta)
            streamed = stream.get_final_response()
    reasoning, message, *called = streamed.output
    assert isinstance(reasoning, ResponseReasoningItem)
    parts = reasoning.summary if summary else reasoning.content
    assert [part.text for part in parts or ()] == ["first a, then b"]
    assert streamed.output_text == plain.output_text == "Reading."
    assert [call.arguments for call in called if call.type == "function_call"] == ['{"path": "a😀"}', '{"path": "b"}']
    assert [item.type for item in plain.output] == [item.type for item in streamed.output]
    assert message.type == "message"


def test_agents_loop_gives_the_model_its_own_turn_back(serving: Serving) -> None:
    """As agents do it: the output goes back as it came, behind it what the calls gave."""
    raw = '{"path":  "a\\n"}'
    model = FakeChatModel([calls(("read", raw), text="I look.", reasoning="It is in a."), says("It says x.")])
    history: list[Any] = [{"role": "user", "content": "What is in a?"}]
    with client_of(serving(model)) as client:
        first = client.responses.create(model="fake", input=history, tools=[READ], instructions="Be brief.")
        history += [item.to_dict() for item in first.output]
        for call in first.output:
            if isinstance(call, ResponseFunctionToolCall):
                history.append({"type": "function_call_output", "call_id": call.call_id, "output": "1|x"})
        second = client.responses.create(model="fake", input=history, tools=[READ], instructions="Be brief.")
    assert second.output_text == "It says x."
    assert model.asked[1][0] == (
        Message("system", "Be brief."),
        Message("user", "What is in a?"),
        Message("assistant", "I look.", reasoning="It is in a.", tool_calls=(ToolCall("call_0", "read", raw),)),
        Message("tool", "1|x", tool_call_id="call_0"),
    )


@pytest.mark.parametrize("kept", ["content", "summary", "encrypted_content"])
def test_reasoning_comes_back_whatever_of_its_item_the_client_keeps(serving: Serving, kept: str) -> None:
    thought = "first\n\nthen 日本語"
    model = FakeChatModel([says("Done.", reasoning=thought), says("Yes.")])
    wishes: dict[str, Any] = {"reasoning": {"summary": "auto" if kept == "summary" else None}}
    with client_of(serving(model)) as client:
        first = client.responses.create(model="fake", input="hi", include=["reasoning.encrypted_content"], **wishes)
        reasoning, message = [item.to_dict() for item in first.output]
        client.responses.create(
            model="fake",
            input=[
                {"type": "reasoning", "id": reasoning["id"], "summary": [], kept: reasoning[kept]},  # type: ignore[list-item, misc]
                message,  # type: ignore[list-item]
                {"role": "user", "content": "sure?"},
            ],
        )
    assert model.asked[1][0][0] == Message("assistant", "Done.", reasoning=thought)


def test_fields_reach_the_model(serving: Serving) -> None:
    model = FakeChatModel([says("a")])
    with client_of(serving(model)) as client:
        done = client.responses.create(
            model="fake",
            input="hi",
            temperature=0,
            top_p=0.5,
            max_output_tokens=9,
            reasoning={"effort": "minimal"},
            parallel_tool_calls=False,
            tools=[READ],
            store=True,
            metadata={"run": "7"},
            prompt_cache_key="k",
            service_tier="flex",
            truncation="disabled",
            extra_body={"top_k": 40, "min_p": 0.1, "seed": 7, "stop": "END", "field_of_2030": {"a": 1}},
        )
    _, tools, options = model.asked[0]
    assert (options.temperature, options.top_p, options.top_k, options.min_p) == (0, 0.5, 40, 0.1)
    assert (options.seed, options.max_tokens, options.stop) == (7, 9, ("END",))
    assert (options.reasoning_effort, options.parallel_calls) == ("low", False)
    assert [(tool.name, tool.parameters, tool.strict) for tool in tools] == [("read", READ["parameters"], False)]
    assert done.to_dict()["store"] is False, "nothing is stored, whatever was asked"
    assert (done.metadata, done.max_output_tokens, done.parallel_tool_calls) == ({"run": "7"}, 9, False)


def test_cut_call_is_incomplete_in_stream_and_plain_answer(serving: Serving) -> None:
    cut = [ToolCallStarted(0, "a", "read"), ToolCallDelta(0, '{"pa'), ReplyFinished("length", ReplyUsage(5, 5))]
    with client_of(serving(FakeChatModel([cut, cut]))) as client:
        plain = client.responses.create(model="fake", input="hi", tools=[READ])
        events = list(client.responses.create(model="fake", input="hi", tools=[READ], stream=True))
    last = events[-1]
    assert last.type == "response.incomplete"
    for response in (plain, last.response):
        (call,) = response.output
        assert isinstance(call, ResponseFunctionToolCall)
        assert (call.status, call.arguments, response.status) == ("incomplete", '{"pa', "incomplete")
        assert response.incomplete_details is not None
        assert response.incomplete_details.reason == "max_output_tokens"


def test_failure_midway_ends_the_stream_with_what_was_said(serving: Serving) -> None:
    said = [TextDelta("half"), EngineFailed("The GPU is gone.")]
    with client_of(serving(FakeChatModel([said, said]))) as client:
        *_, last = client.responses.create(model="fake", input="hi", stream=True)
        with pytest.raises(openai.InternalServerError, match="The GPU is gone"):
            client.responses.create(model="fake", input="hi")
    assert last.type == "response.failed"
    assert last.response.status == "failed"
    assert last.response.output_text == "half"
    assert last.response.error is not None
    assert (last.response.error.code, last.response.error.message) == ("server_error", "The GPU is gone.")


async def test_async_client_runs_many_streams_at_once(serving: Serving) -> None:
    server = serving(FakeChatModel([says(f"answer {n}") for n in range(10)], delay_s=0.01))
    async with openai.AsyncOpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0) as client:

        async def ask() -> str:
            async with client.responses.stream(model="fake", input="hi") as stream:
                texts = [event.delta async for event in stream if event.type == "response.output_text.delta"]
                assert (await stream.get_final_response()).output_text == "".join(texts)
            return "".join(texts)

        answers = await asyncio.gather(*(ask() for _ in range(10)))
    assert sorted(answers) == [f"answer {n}" for n in range(10)]


def test_parse_gives_objects_of_the_callers_types(serving: Serving) -> None:
    from pydantic import BaseModel

    class Place(BaseModel):
        city: str

    model = FakeChatModel([says('{"city": "Köln"}'), calls(("Place", '{"city": "Bonn"}'))])
    with client_of(serving(model)) as client:
        parsed = client.responses.parse(model="fake", input="where?", text_format=Place)
        tool: Any = openai.pydantic_function_tool(Place)
        called = client.responses.parse(model="fake", input="where?", tools=[tool], tool_choice="required")
    assert parsed.output_parsed == Place(city="Köln")
    (call,) = called.output
    assert call.type == "function_call"
    assert call.parsed_arguments == Place(city="Bonn")
    schema = model.asked[0][2].answer_schema
    assert schema is not None
    assert json.loads(json.dumps(dict(schema)))["required"] == ["city"]
    _, tools, options = model.asked[1]
    assert (options.tool_choice, [tool.strict for tool in tools]) == ("required", [True])
