"""What the events of a stream look like, for clients that are strict about it."""

from __future__ import annotations

from typing import Any

import httpx
import openai
import pytest
from openai.types import Completion
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from tests.fakes.spoken import calls, text
from tests.server.asking import ask, events_of
from tests.server.scenarios.conftest import Speaking

BODY: dict[str, Any] = {"messages": [{"role": "user", "content": "hi"}]}
REPLIES = {
    "text": text("Hello 😀.", reasoning="Greet."),
    "calls": calls(("read", {"path": "a"}), ("read", {"path": "b"}), reasoning="Both."),
    "nothing": text(""),
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
@pytest.mark.parametrize("limit", [None, 1, 8, 40])
def test_reason_comes_alone_behind_all_content(speaking: Speaking, reply: str, limit: int | None) -> None:
    answer = ask(speaking(reply), BODY | {"max_tokens": limit}, stream=True)
    *others, usage = answer.chunks
    reasons = [chunk["choices"][0]["finish_reason"] for chunk in others]
    assert reasons[:-1] == [None] * (len(others) - 1)
    assert reasons[-1] in {"stop", "length", "tool_calls"}
    assert others[-1]["choices"][0]["delta"] == {}
    assert others[0]["choices"][0]["delta"]["role"] == "assistant"
    assert all("role" not in chunk["choices"][0]["delta"] for chunk in others[1:])
    assert usage["choices"] == []


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_usage_comes_last_without_choices_and_nowhere_else(speaking: Speaking, reply: str) -> None:
    *others, last = ask(speaking(reply), BODY, stream=True).chunks
    assert last["choices"] == []
    usage = last["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]
    assert all(chunk.get("usage") is None for chunk in others)
    assert all(len(chunk["choices"]) == 1 for chunk in others)


def test_usage_is_not_sent_unasked(speaking: Speaking) -> None:
    server = speaking(text("hi"))
    for options in ({}, {"stream_options": None}, {"stream_options": {"include_usage": False}}):
        lines = server.post(BODY | {"stream": True} | options).text.split("\n\n")
        assert lines[-2:] == ["data: [DONE]", ""]
        assert all('"usage"' not in line or '"usage":null' in line for line in lines)
        assert all('"choices":[]' not in line for line in lines)


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_one_reply_has_one_id_time_and_model(speaking: Speaking, reply: str) -> None:
    chunks = ask(speaking(reply), BODY, stream=True).chunks
    heads = {(chunk["id"], chunk["created"], chunk["model"], chunk["object"]) for chunk in chunks}
    ((_, _, model, kind),) = heads
    assert (model, kind) == ("spoken", "chat.completion.chunk")


@pytest.mark.parametrize("reply", REPLIES.values(), ids=list(REPLIES))
def test_openai_types_take_every_answer_strictly(speaking: Speaking, stream: bool, reply: str) -> None:
    """The client itself constructs without checking; here its models check."""
    server = speaking(reply)
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0) as client:
        if stream:
            raw = client.chat.completions.with_raw_response.create(
                model="spoken", messages=BODY["messages"], stream=True, stream_options={"include_usage": True}
            )
            for chunk in raw.parse():
                ChatCompletionChunk.model_validate(chunk.to_dict(), strict=True)
        else:
            done = client.chat.completions.create(model="spoken", messages=BODY["messages"])
            ChatCompletion.model_validate(done.to_dict(), strict=True)


def test_openai_types_take_every_text_completion_strictly(speaking: Speaking, stream: bool) -> None:
    """The script says nothing here; the reason of chunks before the last is null, which the types do not know of."""
    server = speaking(text("unused"))
    body: dict[str, Any] = {"prompt": "a", "max_tokens": 3, "logprobs": 2, "stream": stream}
    if stream:
        body["stream_options"] = {"include_usage": True}
    response = httpx.post(f"{server.url}/v1/completions", json=body, verify=False)
    assert response.status_code == 200
    documents = events_of(response) if stream else [response.json()]
    for document in documents:
        choices = [choice | {"finish_reason": choice["finish_reason"] or "stop"} for choice in document["choices"]]
        Completion.model_validate(document | {"choices": choices}, strict=True)
    assert documents[-1]["usage"]["completion_tokens"] == 3
    if stream:
        assert documents[-1]["choices"] == []
        assert all(document.get("usage") is None for document in documents[:-1])
