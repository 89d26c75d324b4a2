"""Probabilities of tokens, of answers and of echoed prompts, from a real engine on a model with random weights."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.backend import Chunk
from localcoder.engine.request import PositionLogprobs, TokenLogprob
from localcoder.engine.tokenizer import Tokenizer
from localcoder.engine.torch_backend import TorchBackend
from localcoder.server.completions_logprobs import LogprobsWriter, token_text
from localcoder.server.completions_prompts import Prompt
from tests.fakes.tokenizers import write_byte_fallback_tokenizer
from tests.server.completions.asking import TEXT_LISTS, complete

PROMPT = "Tell me a story."


def answered(client: httpx.Client, *, stream: bool = False, **body: Any) -> dict[str, Any]:
    body = {"prompt": PROMPT, "temperature": 1, "seed": 7, "max_tokens": 12, "ignore_eos": True} | body
    (choice,) = complete(client, stream=stream, **body)["choices"]
    if choice["logprobs"] is not None:
        assert set(choice["logprobs"]) == set(TEXT_LISTS)
        assert len({len(entries) for entries in choice["logprobs"].values()}) == 1
    return dict(choice)


def ids_of(client: httpx.Client, text: str) -> list[int]:
    ids: list[int] = client.post("/tokenize", json={"prompt": text}).json()["tokens"]
    return ids


def test_probabilities_are_those_of_the_models_logits(
    random_client: httpx.Client, random_model: LocalChatModel, stream: bool
) -> None:
    """Against one pass of the backend over all tokens up to each, without the engine."""
    engine = random_model.engine
    backend = TorchBackend(engine.directory, engine.config, total_blocks=1)
    ids = (65, 66, 67, 68)
    choice = answered(random_client, stream=stream, prompt=ids, echo=True, max_tokens=0, logprobs=5)
    for place in range(1, len(ids)):
        wanted = backend.prefill([Chunk(ids[:place], 0, (0,))])[0].double().log_softmax(0)
        assert choice["logprobs"]["token_logprobs"][place] == pytest.approx(float(wanted[ids[place]]), abs=1e-4)
        top = {value: token_text(engine.tokenizer, int(i)) for value, i in zip(*wanted.topk(5), strict=True)}
        found = choice["logprobs"]["top_logprobs"][place]
        assert list(found)[:5] == list(top.values())
        assert list(found.values())[:5] == pytest.approx([float(value) for value in top], abs=1e-4)


def test_streamed_entries_are_those_of_the_plain_answer(random_client: httpx.Client) -> None:
    body: dict[str, Any] = {"logprobs": 3, "stop": ["e", "zq"], "echo": True}
    assert answered(random_client, stream=True, **body) == answered(random_client, stream=False, **body)


def test_there_is_an_entry_for_each_token_that_usage_counts(random_client: httpx.Client, stream: bool) -> None:
    body = {"prompt": PROMPT, "max_tokens": 9, "temperature": 1, "seed": 4, "logprobs": 0, "echo": True}
    done = complete(random_client, stream=stream, **body)
    assert len(done["choices"][0]["logprobs"]["tokens"]) == done["usage"]["total_tokens"]


def test_chosen_token_is_among_the_alternatives(random_client: httpx.Client) -> None:
    logprobs = answered(random_client, logprobs=0, logit_bias={"65": 50})["logprobs"]
    pairs = zip(logprobs["tokens"], logprobs["token_logprobs"], strict=True)
    assert logprobs["top_logprobs"] == [{token: value} for token, value in pairs]


def test_no_logprobs_unless_asked_for(random_client: httpx.Client, stream: bool) -> None:
    assert answered(random_client, stream=stream)["logprobs"] is None


def test_echoed_prompt_is_as_likely_as_it_was_when_the_model_wrote_it(
    random_client: httpx.Client, stream: bool
) -> None:
    """An answer, sent back as part of the prompt, gets the very probabilities that it was drawn with."""
    prompt = ids_of(random_client, PROMPT)
    letters = {str(token_id): 50 for token_id in ids_of(random_client, "abcdefgh")}
    written = answered(random_client, prompt=prompt, logprobs=4, logit_bias=letters)
    answer = ids_of(random_client, written["text"])
    assert len(answer) == 12
    echoed = answered(random_client, stream=stream, prompt=prompt + answer, echo=True, max_tokens=0, logprobs=4)
    assert echoed["text"] == PROMPT + written["text"]
    assert echoed["finish_reason"] == "length"
    assert echoed["logprobs"]["token_logprobs"][0] is None
    assert echoed["logprobs"]["top_logprobs"][0] is None
    assert len(echoed["logprobs"]["tokens"]) == len(prompt) + 12
    tail = echoed["logprobs"]
    assert tail["tokens"][-12:] == written["logprobs"]["tokens"]
    assert tail["token_logprobs"][-12:] == pytest.approx(written["logprobs"]["token_logprobs"], abs=1e-4)
    for again, before in zip(tail["top_logprobs"][-12:], written["logprobs"]["top_logprobs"], strict=True):
        assert again == pytest.approx(before, abs=1e-4)


def test_echo_does_not_change_the_answer(random_client: httpx.Client, stream: bool) -> None:
    alone = answered(random_client, stream=stream, logprobs=2)
    echoed = answered(random_client, stream=stream, logprobs=2, echo=True)
    assert echoed["text"] == PROMPT + alone["text"]
    assert echoed["logprobs"]["tokens"][len(PROMPT) :] == alone["logprobs"]["tokens"]
    shifted = [offset + len(PROMPT) for offset in alone["logprobs"]["text_offset"]]
    assert echoed["logprobs"]["text_offset"][len(PROMPT) :] == shifted


def test_offsets_say_where_tokens_begin_in_the_text(random_client: httpx.Client) -> None:
    choice = answered(random_client, prompt="naïve 😀", echo=True, logprobs=0)
    text, logprobs = choice["text"], choice["logprobs"]
    whole = 0
    for token, offset in zip(logprobs["tokens"], logprobs["text_offset"], strict=True):
        if not token.startswith("bytes:"):
            assert text[offset:].startswith(token)
            whole += 1
    assert whole >= len("nave ")
    assert logprobs["text_offset"][: 2 + 2 + 3 + 4] == [0, 1, 2, 2, 3, 4, 5, 6, 6, 6, 6]


def test_parts_of_characters_are_spelled_as_bytes(random_client: httpx.Client) -> None:
    logprobs = answered(random_client, prompt="é", echo=True, max_tokens=0, logprobs=0)["logprobs"]
    assert logprobs["tokens"] == ["bytes:\\xc3", "bytes:\\xa9"]


@pytest.mark.parametrize("prompt", [[70], [70, 71]])
def test_shortest_prompts_are_echoed_with_their_probabilities(
    random_client: httpx.Client, stream: bool, prompt: list[int]
) -> None:
    choice = answered(random_client, stream=stream, prompt=prompt, echo=True, max_tokens=0, logprobs=1)
    assert len(choice["logprobs"]["token_logprobs"]) == len(prompt)


def test_prompt_that_fills_the_context_can_be_scored(random_client: httpx.Client) -> None:
    limit = random_client.get("/v1/models").json()["data"][0]["max_model_len"]
    choice = answered(random_client, prompt=[70] * limit, echo=True, max_tokens=0, logprobs=0)
    assert len(choice["logprobs"]["tokens"]) == limit
    refused = random_client.post("/v1/completions", json={"prompt": [70] * limit})
    assert refused.json()["error"]["code"] == "context_length_exceeded"


def test_control_tokens_in_a_prompt_are_scored_like_others(random_client: httpx.Client) -> None:
    choice = answered(random_client, prompt="a<|END_OF_TURN_TOKEN|>b", echo=True, max_tokens=0, logprobs=1)
    assert choice["logprobs"]["tokens"] == ["a", "<|END_OF_TURN_TOKEN|>", "b"]
    assert choice["text"] == "a<|END_OF_TURN_TOKEN|>b"


@pytest.mark.parametrize("text", ["hello", "hello hello", " hello", "cab o"])
def test_offsets_leave_out_the_space_that_some_tokenizers_put_before_a_text(tmp_path: Path, text: str) -> None:
    write_byte_fallback_tokenizer(tmp_path)
    tokenizer = Tokenizer.load(tmp_path)
    ids = tuple(tokenizer.encode_text(text))
    nothing = [PositionLogprobs(TokenLogprob(token_id, -1.0), ()) for token_id in ids[1:]]
    logprobs = LogprobsWriter(tokenizer).prompt(Prompt(ids, text), nothing)
    assert logprobs["text_offset"][0] == 0
    for token, offset in zip(logprobs["tokens"][1:], logprobs["text_offset"][1:], strict=True):
        assert text[offset:].startswith(token)


def test_token_without_any_probability_is_still_a_number(tmp_path: Path) -> None:
    write_byte_fallback_tokenizer(tmp_path)
    impossible = PositionLogprobs(TokenLogprob(3, -math.inf), (TokenLogprob(4, 0.0),))
    logprobs = LogprobsWriter(Tokenizer.load(tmp_path)).answer([3], [impossible])
    assert json.loads(json.dumps(logprobs, allow_nan=False))["token_logprobs"] == [-9999.0]
