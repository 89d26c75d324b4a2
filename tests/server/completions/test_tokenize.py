"""`/tokenize` and `/detokenize` say what the other routes make of a text, a conversation, and token ids."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chat.conftest import NORTH_TOKENS
from tests.server.completions.conftest import CONTEXT_TOKENS

MESSAGES: list[Any] = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hé 😀"}]
TOOL: Any = {
    "type": "function",
    "function": {"name": "read", "description": "Reads.", "parameters": {"type": "object"}},
}


def tokenize(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/tokenize", json=body)
    assert response.status_code == 200, response.text
    return dict(response.json())


def detokenize(client: httpx.Client, tokens: list[int]) -> str:
    response = client.post("/detokenize", json={"tokens": tokens})
    assert response.status_code == 200, response.text
    return str(response.json()["prompt"])


@settings(max_examples=40)
@given(text=st.text(max_size=40))
def test_a_text_comes_back(random_client: httpx.Client, text: str) -> None:
    found = tokenize(random_client, prompt=text)
    assert found["count"] == len(found["tokens"])
    assert detokenize(random_client, found["tokens"]) == text


def test_the_context_and_the_tokens_texts_are_told(random_client: httpx.Client) -> None:
    found = tokenize(random_client, prompt="aé<|END_TEXT|>", return_token_strs=True)
    assert found["max_model_len"] == CONTEXT_TOKENS
    assert found["token_strs"] == ["a", "bytes:\\xc3", "bytes:\\xa9", "<|END_TEXT|>"]
    assert tokenize(random_client, prompt="a")["token_strs"] is None


def test_a_text_longer_than_the_context_is_counted(random_client: httpx.Client) -> None:
    assert tokenize(random_client, prompt="x" * 10_000)["count"] == 10_000


@pytest.mark.parametrize("tools", [[], [TOOL]])
def test_messages_are_counted_as_chat_completions_counts_them(random_client: httpx.Client, tools: list[Any]) -> None:
    body = {"messages": [{"role": "user", "content": "Hé 😀"}], "tools": tools}
    found = tokenize(random_client, **body)
    chat = random_client.post("/v1/chat/completions", json=body | {"max_tokens": 1})
    if found["count"] < CONTEXT_TOKENS:
        assert chat.json()["usage"]["prompt_tokens"] == found["count"]
    else:
        assert str(found["count"]) in chat.json()["error"]["message"]


def test_tokens_of_messages_continue_as_the_chat_does(random_client: httpx.Client) -> None:
    """A client that templates by itself gets the same answer through `/v1/completions`."""
    messages = [{"role": "user", "content": "hi"}]
    fixed = {"temperature": 1, "seed": 5, "max_tokens": 20}
    tokens = tokenize(random_client, messages=messages)["tokens"]
    raw = random_client.post("/v1/completions", json=fixed | {"prompt": tokens, "logprobs": 0}).json()
    chat = random_client.post("/v1/chat/completions", json=fixed | {"messages": messages}).json()
    assert chat["usage"]["prompt_tokens"] == raw["usage"]["prompt_tokens"] == len(tokens)
    assert chat["usage"]["completion_tokens"] == raw["usage"]["completion_tokens"]
    said = chat["choices"][0]["message"]
    text = raw["choices"][0]["text"]
    for marker in NORTH_TOKENS:
        text = text.replace(marker, "")
    assert (said.get("reasoning_content") or "") + (said["content"] or "") == text


def test_the_opening_of_the_answer_can_be_left_out(random_client: httpx.Client) -> None:
    whole = tokenize(random_client, messages=MESSAGES)["tokens"]
    assert tokenize(random_client, messages=MESSAGES, add_generation_prompt=True)["tokens"] == whole
    closed = tokenize(random_client, messages=MESSAGES, add_generation_prompt=False)["tokens"]
    assert whole[: len(closed)] == closed
    opening = "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|><|START_THINKING|>"
    assert detokenize(random_client, whole[len(closed) :]) == opening


def test_control_tokens_are_tokens_in_a_raw_text_and_text_in_a_message(random_client: httpx.Client) -> None:
    marker = "<|END_OF_TURN_TOKEN|>"
    assert tokenize(random_client, prompt=marker)["count"] == 1
    counts = [
        tokenize(random_client, messages=[{"role": "user", "content": content}])["count"] for content in (marker, "")
    ]
    assert counts[0] == counts[1] + len(marker)


def test_no_tokens_are_no_text(random_client: httpx.Client) -> None:
    assert detokenize(random_client, []) == ""


def test_half_characters_are_left_out(random_client: httpx.Client) -> None:
    tokens = tokenize(random_client, prompt="a😀b")["tokens"]
    assert detokenize(random_client, tokens[:4]) == "a"


@pytest.mark.parametrize(
    ("path", "field", "body"),
    [
        ("/tokenize", "prompt", {}),
        ("/tokenize", "prompt", {"prompt": "a", "messages": MESSAGES}),
        ("/tokenize", "prompt", {"prompt": ["a"]}),
        ("/tokenize", "prompt", {"prompt": 5}),
        ("/tokenize", "messages", {"messages": []}),
        ("/tokenize", "messages", {"messages": "hi"}),
        ("/tokenize", "messages.0.role", {"messages": [{"role": "king", "content": "a"}]}),
        ("/tokenize", "tools.0.function", {"messages": MESSAGES, "tools": [{"type": "function"}]}),
        ("/tokenize", "add_generation_prompt", {"prompt": "a", "add_generation_prompt": True}),
        ("/tokenize", "add_special_tokens", {"messages": MESSAGES, "add_special_tokens": True}),
        ("/tokenize", "return_token_strs", {"prompt": "a", "return_token_strs": 1}),
        ("/detokenize", "tokens", {}),
        ("/detokenize", "tokens", {"tokens": "a"}),
        ("/detokenize", "tokens.1", {"tokens": [1, "a"]}),
        ("/detokenize", "tokens.1", {"tokens": [1, 1.5]}),
        ("/detokenize", "tokens.0", {"tokens": [-1]}),
        ("/detokenize", "tokens.0", {"tokens": [2**64]}),
    ],
)
def test_wrong_field_is_named(random_client: httpx.Client, path: str, field: str, body: dict[str, Any]) -> None:
    response = random_client.post(path, json=body)
    assert response.status_code == 400
    assert response.json()["error"]["param"] == field


@pytest.mark.parametrize(("path", "body"), [("/tokenize", {"prompt": "a"}), ("/detokenize", {"tokens": [1]})])
def test_other_models_are_not_found(random_client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    assert random_client.post(path, json=body | {"model": "gpt-4"}).status_code == 404
    assert random_client.post(path, json=body | {"model": "random"}).status_code == 200
