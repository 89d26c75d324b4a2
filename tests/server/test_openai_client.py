"""OpenAI's own client against a real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import openai
import pytest

from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyFinished, ReplyUsage, TextDelta, ToolCallDelta, ToolCallStarted
from localcoder.engine.request import EngineFailed, PromptTooLong
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.server.conftest import Running

Serving = Callable[..., Running]

ASK: list[Any] = [{"role": "user", "content": "hi"}]
READ: Any = {
    "type": "function",
    "function": {
        "name": "read",
        "description": "Reads a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    },
}


def client_of(server: Running, key: str = "unused") -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{server.url}/v1", api_key=key, max_retries=0, timeout=30)


def test_plain_answer_has_text_reason_and_usage(serving: Serving) -> None:
    answer = [TextDelta("Hello 😀"), ReplyFinished("stop", ReplyUsage(12, 3, 8, 1))]
    with client_of(serving(FakeChatModel([answer]))) as client:
        done = client.chat.completions.create(model="fake", messages=ASK)
    assert done.choices[0].message.content == "Hello 😀"
    assert done.choices[0].finish_reason == "stop"
    assert done.usage is not None
    assert (done.usage.prompt_tokens, done.usage.completion_tokens, done.usage.total_tokens) == (12, 3, 15)
    assert done.usage.prompt_tokens_details is not None
    assert done.usage.prompt_tokens_details.cached_tokens == 8
    assert done.usage.completion_tokens_details is not None
    assert done.usage.completion_tokens_details.reasoning_tokens == 1


def test_stream_gives_the_same_text_as_the_plain_answer(serving: Serving) -> None:
    text = "naïve 日本語 😀 " * 20
    with client_of(serving(FakeChatModel([says(text), says(text)]))) as client:
        plain = client.chat.completions.create(model="fake", messages=ASK).choices[0].message.content
        chunks = list(client.chat.completions.create(model="fake", messages=ASK, stream=True))
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == plain == text
    assert chunks[0].choices[0].delta.role == "assistant"
    assert [chunk.choices[0].finish_reason for chunk in chunks] == [None] * (len(chunks) - 1) + ["stop"]
    assert not chunks[-1].choices[0].delta.content
    assert len({chunk.id for chunk in chunks}) == 1
    assert all(chunk.usage is None for chunk in chunks)


def test_usage_comes_last_in_a_chunk_without_choices(serving: Serving) -> None:
    with client_of(serving(FakeChatModel([says("hello")]))) as client:
        stream = client.chat.completions.create(
            model="fake", messages=ASK, stream=True, stream_options={"include_usage": True}
        )
        *others, last = list(stream)
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.prompt_tokens == 10
    assert all(chunk.usage is None and chunk.choices for chunk in others)


def test_reasoning_is_apart_from_the_content(serving: Serving) -> None:
    reply = says("Four.", reasoning="2 + 2 is 4")
    with client_of(serving(FakeChatModel([reply, reply]))) as client:
        message = client.chat.completions.create(model="fake", messages=ASK).choices[0].message
        chunks = list(client.chat.completions.create(model="fake", messages=ASK, stream=True))
    assert message.content == "Four."
    assert message.model_dump()["reasoning_content"] == "2 + 2 is 4"
    deltas = [chunk.choices[0].delta.model_dump() for chunk in chunks]
    assert "".join(delta.get("reasoning_content") or "" for delta in deltas) == "2 + 2 is 4"


def merged_calls(chunks: list[Any]) -> list[tuple[str, str, str]]:
    merged: dict[int, list[str]] = {}
    for chunk in chunks:
        for part in chunk.choices[0].delta.tool_calls or []:
            if part.id is not None:
                assert part.index not in merged
                merged[part.index] = [part.id, part.function.name, ""]
            merged[part.index][2] += part.function.arguments
    return [(call[0], call[1], call[2]) for _, call in sorted(merged.items())]


def test_tool_calls_pass_byte_for_byte_streamed_and_plain(serving: Serving) -> None:
    raw = json.dumps({"path": 'a"b\\n\t</script>😀'}) + "  "
    reply = calls(("read", raw), ("read", '{"path":"\\ud83d"}'), text="Reading.")
    model = FakeChatModel([reply, reply])
    with client_of(serving(model)) as client:
        plain = client.chat.completions.create(model="fake", messages=ASK, tools=[READ]).choices[0]
        chunks = list(client.chat.completions.create(model="fake", messages=ASK, tools=[READ], stream=True))
    expected = [("call_0", "read", raw), ("call_1", "read", '{"path":"\\ud83d"}')]
    assert plain.message.tool_calls is not None
    assert [(call.id, call.function.name, call.function.arguments) for call in plain.message.tool_calls] == expected
    assert merged_calls(chunks) == expected
    assert plain.finish_reason == chunks[-1].choices[0].finish_reason == "tool_calls"
    assert plain.message.content == "Reading."
    _, tools, _ = model.asked[0]
    assert (tools[0].name, tools[0].parameters) == ("read", READ["function"]["parameters"])


def test_call_cut_by_length_is_shown_as_far_as_it_came(serving: Serving) -> None:
    cut = [ToolCallStarted(0, "a", "read"), ToolCallDelta(0, '{"pa'), ReplyFinished("length", ReplyUsage(5, 5))]
    with client_of(serving(FakeChatModel([cut, cut]))) as client:
        plain = client.chat.completions.create(model="fake", messages=ASK, tools=[READ]).choices[0]
        chunks = list(client.chat.completions.create(model="fake", messages=ASK, tools=[READ], stream=True))
    assert plain.finish_reason == chunks[-1].choices[0].finish_reason == "length"
    assert plain.message.tool_calls is not None
    assert plain.message.tool_calls[0].function.arguments == '{"pa'
    assert merged_calls(chunks) == [("a", "read", '{"pa')]


def test_conversation_with_tool_results_reaches_the_model_unchanged(serving: Serving) -> None:
    model = FakeChatModel([says("done")])
    call = {"id": "call_7", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}}
    messages: list[Any] = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "read "}, {"type": "text", "text": "a"}]},
        {"role": "assistant", "content": None, "reasoning": "hm", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_7", "content": "1|x"},
    ]
    with client_of(serving(model)) as client:
        client.chat.completions.create(model="fake", messages=messages, tools=[READ])
    assert model.asked[0][0] == (
        Message("system", "Be brief."),
        Message("user", "read a"),
        Message("assistant", "", reasoning="hm", tool_calls=(ToolCall("call_7", "read", '{"path": "a"}'),)),
        Message("tool", "1|x", tool_call_id="call_7"),
    )


def test_sampling_fields_reach_the_model(serving: Serving) -> None:
    model = FakeChatModel([says("a")])
    with client_of(serving(model)) as client:
        client.chat.completions.create(
            model="fake",
            messages=ASK,
            temperature=0,
            top_p=0.5,
            seed=7,
            max_tokens=99,
            max_completion_tokens=5,
            stop=["END"],
            reasoning_effort="none",
            extra_body={"top_k": 40, "min_p": 0.1, "chat_template_kwargs": {"a": 1}, "field_of_2030": True},
        )
    options = model.asked[0][2]
    assert (options.temperature, options.top_p, options.top_k, options.min_p) == (0, 0.5, 40, 0.1)
    assert (options.seed, options.max_tokens, options.stop) == (7, 5, ("END",))
    assert (options.reasoning_effort, options.template_arguments) == ("none", {"a": 1})


@pytest.mark.parametrize("choice", ["none", "auto", None])
@pytest.mark.parametrize("tools", [None, [], [READ]])
def test_tool_choice_none_and_auto_work_with_and_without_tools(
    serving: Serving, choice: str | None, tools: list[Any] | None
) -> None:
    model = FakeChatModel([says("plain")])
    body = {"model": "fake", "messages": ASK, "tool_choice": choice, "tools": tools}
    assert serving(model).post(body).status_code == 200
    assert len(model.asked[0][1]) == (1 if tools and choice != "none" else 0)


async def test_async_client_runs_many_streams_at_once(serving: Serving) -> None:
    import asyncio

    server = serving(FakeChatModel([says(f"answer {n % 10}") for n in range(10)], delay_s=0.01))
    async with openai.AsyncOpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0) as client:

        async def ask() -> str:
            stream = await client.chat.completions.create(model="fake", messages=ASK, stream=True)
            return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

        answers = await asyncio.gather(*(ask() for _ in range(10)))
    assert sorted(answers) == [f"answer {n}" for n in range(10)]


@pytest.mark.parametrize("stream", [False, True])
def test_overlong_prompt_is_refused_with_both_numbers(serving: Serving, stream: bool) -> None:
    server = serving(FakeChatModel([[PromptTooLong(9000, 8192)]]))
    with client_of(server) as client, pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model="fake", messages=ASK, stream=stream)
    assert refused.value.code == "context_length_exceeded"
    assert "9000" in refused.value.message
    assert "8192" in refused.value.message


def test_failure_in_the_middle_of_a_stream_raises_at_the_client(serving: Serving) -> None:
    model = FakeChatModel([[TextDelta("half"), EngineFailed("The GPU fell off the bus.")]])
    with client_of(serving(model)) as client:
        stream = client.chat.completions.create(model="fake", messages=ASK, stream=True)
        with pytest.raises(openai.APIError, match="fell off the bus"):
            list(stream)


def test_models_are_listed_and_found(serving: Serving) -> None:
    with client_of(serving(FakeChatModel())) as client:
        assert [model.id for model in client.models.list()] == ["fake"]
        assert client.models.retrieve("fake").id == "fake"
        with pytest.raises(openai.NotFoundError, match="other/model"):
            client.models.retrieve("other/model")


def test_unknown_model_is_not_found(serving: Serving) -> None:
    with client_of(serving(FakeChatModel())) as client, pytest.raises(openai.NotFoundError) as refused:
        client.chat.completions.create(model="gpt-9", messages=ASK)
    assert refused.value.code == "model_not_found"
