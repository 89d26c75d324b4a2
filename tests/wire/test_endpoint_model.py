"""The chat model on a remote server, against scripted answers over a real connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    ReasoningDelta,
    ReplyFinished,
    ReplyOptions,
    TextDelta,
    ToolCallStarted,
)
from localcoder.engine.request import PromptTooLong
from localcoder.errors import LocalcoderError, UsageError
from localcoder.wire.client import DEFAULT_CONTEXT_TOKENS, EndpointChatModel
from localcoder.wire.errors import EndpointError
from tests.chat.streams import calls, content, malformed, merged, reasoning
from tests.wire.scripted_server import Answer, ScriptedServer, chunk, endless, events

HELLO = [Message("user", "Hello")]
USAGE = {
    "prompt_tokens": 11,
    "completion_tokens": 3,
    "prompt_tokens_details": {"cached_tokens": 7},
    "completion_tokens_details": {"reasoning_tokens": 2},
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


async def ask(
    server: ScriptedServer, answer: Answer | Sequence[bytes], messages: Sequence[Message] = HELLO, **options: Any
) -> list[ChatEvent]:
    server.answers.append(answer if isinstance(answer, Answer) else Answer(answer))
    model = EndpointChatModel(server.url)
    try:
        return [event async for event in model.reply(messages, (), ReplyOptions(**options))]
    finally:
        await model.close()


def tool_calls(*parts: dict[str, Any]) -> list[bytes]:
    return events(*(chunk({"tool_calls": [part]}) for part in parts), chunk({}, "tool_calls"))


async def test_a_stream_becomes_events(server: ScriptedServer) -> None:
    answer = events(
        chunk({"role": "assistant", "content": ""}),
        chunk({"reasoning_content": "Hm."}),
        chunk({"content": "Hé"}),
        chunk({"content": "llo 😀", "unknown": 1}),
        chunk({"content": None}, "stop"),
        chunk(None, usage=USAGE),
    )
    got = await ask(server, answer)
    finished = got.pop()
    assert merged(got) == [ReasoningDelta("Hm."), TextDelta("Héllo 😀")]
    assert isinstance(finished, ReplyFinished) and finished.reason == "stop"
    usage = finished.usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens, usage.reasoning_tokens) == (11, 3, 7, 2)
    assert usage.prefill_s is not None and usage.decode_s is not None


@pytest.mark.parametrize("line_end", ["\n\n", "\r\n\r\n", "\r\r"])
@pytest.mark.parametrize("size", [1, 5])
async def test_bytes_cut_anywhere_give_the_same(server: ScriptedServer, line_end: str, size: int) -> None:
    answer = events(chunk({"reasoning": "é"}), ": note", chunk({"content": "日本 😀"}), chunk({}, "stop"), end=line_end)
    answer[1] = answer[1].removeprefix(b"data: ")
    whole = b"".join(answer)
    got = await ask(server, [whole[i : i + size] for i in range(0, len(whole), size)])
    assert (reasoning(got), content(got)) == ("é", "日本 😀")


async def test_a_missing_end_mark_is_forgiven_behind_a_finish_reason(server: ScriptedServer) -> None:
    got = await ask(server, events(chunk({"content": "Hi"}), chunk({}, "stop"), done=False))
    assert content(got) == "Hi"


async def test_a_stream_that_breaks_off_is_an_error(server: ScriptedServer) -> None:
    with pytest.raises(EndpointError, match="ended the reply before it was complete"):
        await ask(server, events(chunk({"content": "Hi"}), done=False))


async def test_a_whole_completion_is_taken_where_a_stream_was_asked_for(server: ScriptedServer) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}}
    message = {"role": "assistant", "content": "Hi", "tool_calls": [call]}
    completion = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}], "usage": USAGE}
    got = await ask(server, Answer([json.dumps(completion).encode()], 200, "application/json; charset=utf-8"))
    assert content(got) == "Hi" and calls(got) == [("read", '{"path": "a"}')]


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(
            [
                {"index": 0, "id": "a", "function": {"name": "read", "arguments": ""}},
                {"index": 0, "id": None, "function": {"name": None, "arguments": '{"path"'}},
                {"index": 0, "function": {"arguments": ': "a"}'}},
                {"index": 1, "id": "b", "function": {"name": "list", "arguments": "{}"}},
            ],
            id="openai",
        ),
        pytest.param(
            [
                {"index": 1, "id": "b", "function": {"name": "list", "arguments": "{"}},
                {"index": 0, "id": "a", "function": {"name": "read", "arguments": '{"path": '}},
                {"index": 1, "function": {"arguments": "}"}},
                {"index": 0, "function": {"arguments": '"a"}'}},
            ],
            id="interleaved",
        ),
        pytest.param(
            [
                {"id": "a", "function": {"name": "read", "arguments": '{"path": '}},
                {"function": {"arguments": '"a"}'}},
                {"id": "b", "function": {"name": "list", "arguments": "{}"}},
            ],
            id="without index",
        ),
        pytest.param(
            [
                {"index": 0, "id": "a", "function": {"name": "read", "arguments": '{"path": "a"}'}},
                {"index": 0, "id": "b", "function": {"name": "list", "arguments": "{}"}},
            ],
            id="always index 0",
        ),
        pytest.param(
            [
                {"function": {"name": "read", "arguments": {"path": "a"}}},
                {"function": {"name": "list", "arguments": None}},
            ],
            id="objects and nulls, no ids",
        ),
        pytest.param(
            [
                {"index": 0, "id": "a", "function": {"name": "read", "arguments": '{"path": '}},
                {"index": 0, "id": "a", "function": {"name": "read", "arguments": '"a"}'}},
                {"index": 1, "id": "b", "function": {"name": "list"}},
            ],
            id="name and id repeated",
        ),
    ],
)
async def test_pieces_of_calls_are_merged(server: ScriptedServer, parts: list[dict[str, Any]]) -> None:
    got = await ask(server, tool_calls(*parts))
    assert sorted(calls(got)) == [("list", "{}"), ("read", '{"path": "a"}')]
    started = [event for event in got if isinstance(event, ToolCallStarted)]
    assert len({event.id for event in started}) == 2 and {event.index for event in started} == {0, 1}
    finished = got[-1]
    assert isinstance(finished, ReplyFinished) and finished.reason == "tool_calls"


async def test_a_broken_call_is_reported_and_the_others_run(server: ScriptedServer) -> None:
    got = await ask(
        server,
        tool_calls(
            {"index": 0, "id": "a", "function": {"name": "read", "arguments": '{"path": oops}'}},
            {"index": 1, "id": "b", "function": {"name": "list", "arguments": "{}"}},
            {"index": 2, "id": "c", "function": {"name": "read", "arguments": '{"path": "a'}},
        ),
    )
    assert calls(got) == [("list", "{}")]
    assert [event.raw for event in malformed(got)] == ['{"path": oops}', '{"path": "a']


async def test_a_call_cut_by_the_token_limit_never_finishes(server: ScriptedServer) -> None:
    part = {"index": 0, "id": "a", "function": {"name": "write", "arguments": '{"content": "x'}}
    got = await ask(server, events(chunk({"tool_calls": [part]}), chunk({}, "length")))
    assert calls(got) == [] and isinstance(got[-2], MalformedToolCall)
    finished = got[-1]
    assert isinstance(finished, ReplyFinished) and finished.reason == "length"


async def test_the_request_carries_the_conversation_and_the_options(server: ScriptedServer) -> None:
    messages = [
        Message("system", "Be brief."),
        Message("user", "Read a."),
        Message("assistant", "", "I should.", (ToolCall("a", "read", '{"path":"a"}'),)),
        Message("tool", "text", tool_call_id="a"),
    ]
    server.answers.append(Answer(events(chunk({"content": "Hi"}, "stop"))))
    model = EndpointChatModel(server.url + "/v1/", api_key="secret-key")
    options = ReplyOptions(temperature=0.5, seed=3, max_tokens=9, stop=("END",), template_arguments={"a": 1})
    tool = ToolSpec("read", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}})
    assert content([event async for event in model.reply(messages, [tool], options)]) == "Hi"
    await model.close()
    path, headers, body = server.requests[-1]
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer secret-key"
    assert body == {
        "model": "small",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Read a."},
            {
                "role": "assistant",
                "content": None,
                "reasoning_content": "I should.",
                "tool_calls": [
                    {"id": "a", "type": "function", "function": {"name": "read", "arguments": '{"path":"a"}'}}
                ],
            },
            {"role": "tool", "content": "text", "tool_call_id": "a"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "read",
                    "description": "Read a file.",
                    "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
                },
            }
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.5,
        "seed": 3,
        "max_tokens": 9,
        "stop": ["END"],
        "chat_template_kwargs": {"a": 1},
    }


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ({"max_model_len": 4096}, 4096),
        ({"meta": {"n_ctx_train": 8192}}, 8192),
        ({"context_length": 1000, "created": 3}, 1000),
        ({}, DEFAULT_CONTEXT_TOKENS),
    ],
)
async def test_the_context_length_comes_from_the_server(card: dict[str, Any], expected: int) -> None:
    with ScriptedServer(models={"object": "list", "data": [{"id": "x", **card}]}) as server:
        for wanted in (None, "x"):
            model = EndpointChatModel(server.url, model=wanted)
            assert (model.name, model.context_tokens) == ("x", expected)
            await model.close()


@pytest.mark.parametrize(
    ("props", "expected"),
    [({"default_generation_settings": {"n_ctx": 2048}}, 2048), ({}, 8192), ([], 8192), ("", 8192)],
)
async def test_llama_cpp_is_asked_for_the_context_that_it_runs_with(props: Any, expected: int) -> None:
    models = {"data": [{"id": "x", "meta": {"n_ctx_train": 8192}}]}
    with ScriptedServer(models=models, props=props) as server:
        model = EndpointChatModel(server.url)
        assert model.context_tokens == expected
        await model.close()


async def test_a_lone_surrogate_does_not_stop_a_request(server: ScriptedServer) -> None:
    got = await ask(server, events(chunk({"content": "Hi"}, "stop")), [Message("user", "a\ud83d 😀")])
    assert content(got) == "Hi"
    assert server.requests[-1][2]["messages"][0]["content"] == "a\ufffd 😀"


async def test_a_key_loses_the_line_end_of_its_file(server: ScriptedServer) -> None:
    model = EndpointChatModel(server.url, api_key="secret\n")
    assert server.requests[-1][1]["Authorization"] == "Bearer secret"
    await model.close()
    with pytest.raises(UsageError, match="LOCALCODER_API_KEY"):
        EndpointChatModel(server.url, api_key="schlüssel")


async def test_a_named_model_needs_no_list_of_models() -> None:
    with ScriptedServer(models="not found", models_status=404) as server:
        model = EndpointChatModel(server.url, model="mine")
        assert (model.name, model.context_tokens) == ("mine", DEFAULT_CONTEXT_TOKENS)
        await model.close()


def test_several_models_must_be_chosen_from() -> None:
    with (
        ScriptedServer(models={"data": [{"id": "a"}, {"id": "b"}]}) as server,
        pytest.raises(UsageError, match="choose one with --model: a, b"),
    ):
        EndpointChatModel(server.url)


def test_a_wrong_key_is_said_without_the_key() -> None:
    models = {"error": {"message": "Incorrect API key provided: sk-secret.", "code": "invalid_api_key"}}
    with ScriptedServer(models=models, models_status=401) as server, pytest.raises(LocalcoderError) as caught:
        EndpointChatModel(server.url, model="x", api_key="sk-secret")
    assert "401: Incorrect API key provided: (the API key). Set LOCALCODER_API_KEY" in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_a_refused_connection_names_the_url() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    with pytest.raises(EndpointError, match=f"Cannot reach http://127.0.0.1:{port}/v1: .*is the server running"):
        EndpointChatModel(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize("url", ["", "127.0.0.1:8000", "ftp://host", "http://", "http://[::1"])
def test_what_is_no_url_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="--endpoint"):
        EndpointChatModel(url)


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (400, '{"error": {"message": "bad temperature", "type": "x", "code": null}}', "answered 400: bad temperature"),
        (500, '{"error": "out of memory"}', "answered 500: out of memory"),
        (422, '{"detail": [{"msg": "field required"}]}', "field required"),
        (502, "<html><head><style>p {}</style></head><body><h1>Bad Gateway</h1></body></html>", "502: Bad Gateway$"),
        (503, "", "answered 503: no explanation"),
        (500, "x" * 10_000, r"\[\.\.\.\]$"),
    ],
)
async def test_a_refusal_is_given_in_the_servers_words(
    server: ScriptedServer, status: int, body: str, words: str
) -> None:
    with pytest.raises(EndpointError, match=words) as caught:
        await ask(server, Answer([body.encode()], status, "application/json"))
    assert caught.value.status == status


async def test_a_prompt_beyond_the_context_has_its_own_error(server: ScriptedServer) -> None:
    message = "This model's maximum context length is 4096 tokens, but the messages have 5000 tokens."
    body = json.dumps({"error": {"message": message, "code": "context_length_exceeded"}})
    with pytest.raises(PromptTooLong) as caught:
        await ask(server, Answer([body.encode()], 400, "application/json"))
    assert (caught.value.prompt_tokens, caught.value.limit_tokens) == (5000, 4096)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"error": {"message": "engine died", "code": 500}}, "ended the reply with an error: engine died"),
        ("not json", "sent what is no chat completion"),
        ("[1]", "sent what is no chat completion"),
        ({"choices": [{"index": 0, "delta": {"content": 5}}]}, "choices.0.delta.content"),
    ],
)
async def test_an_error_within_the_stream_is_raised(server: ScriptedServer, data: object, words: str) -> None:
    with pytest.raises(EndpointError, match=words):
        await ask(server, events(chunk({"content": "Hi"}), data))


async def test_closing_a_reply_closes_the_connection_at_once(server: ScriptedServer) -> None:
    server.answers.append(Answer(endless(events(chunk({"content": "Hi"}), done=False))))
    model = EndpointChatModel(server.url)
    reply = model.reply(HELLO)
    assert await anext(reply) == TextDelta("Hi")
    await reply.aclose()
    assert server.client_left.wait(10)
    await model.close()


async def test_estimates_learn_from_what_the_server_counts(server: ScriptedServer) -> None:
    server.answers.append(Answer(events(chunk({"content": "Hi"}, "stop"), chunk(None, usage={"prompt_tokens": 500}))))
    model = EndpointChatModel(server.url)
    assert 0 < model.count_tokens(HELLO) < 100
    assert [event async for event in model.reply(HELLO)]
    assert model.count_tokens(HELLO) == 500
    await model.close()


async def test_a_server_that_counts_nothing_gets_estimates(server: ScriptedServer) -> None:
    got = await ask(server, events(chunk({"content": "Hello there"}, "stop")))
    finished = got[-1]
    assert isinstance(finished, ReplyFinished)
    assert finished.usage.prompt_tokens > 0 and finished.usage.completion_tokens > 0


async def test_what_the_user_said_in_a_row_is_sent_as_one_message(server: ScriptedServer) -> None:
    said = [Message("user", "[A summary.]"), Message("user", "Go on."), Message("assistant", "Yes."), *HELLO]
    await ask(server, events(chunk({"content": "Hi"}, "stop")), said)
    sent = server.requests[-1][2]["messages"]
    assert [(message["role"], message["content"]) for message in sent] == [
        ("user", "[A summary.]\n\nGo on."),
        ("assistant", "Yes."),
        ("user", "Hello"),
    ]
