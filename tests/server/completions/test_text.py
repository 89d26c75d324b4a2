"""Whole characters and stop strings, however the tokens cut them, streamed and plain alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.completions.asking import complete, without_id
from tests.server.completions.scripted import CHARACTERS, LONGEST_TOKEN, ScriptedModel

PROMPT = "Say: "


@pytest.fixture(autouse=True)
def _forgotten(scripted: ScriptedModel) -> Iterator[None]:
    yield
    scripted.replies.clear()


def both(client: httpx.Client, **body: Any) -> dict[str, Any]:
    """The one choice, which stream and plain answer have in common."""
    plain, streamed = (complete(client, stream=stream, prompt=PROMPT, **body) for stream in (False, True))
    for completion in (plain, streamed):
        completion["usage"].pop("prompt_tokens_details")
    assert without_id(streamed) == without_id(plain)
    (choice,) = plain["choices"]
    return dict(choice) | {"usage": plain["usage"]}


def script(model: ScriptedModel, tokens: list[int]) -> None:
    model.replies.clear()
    model.replies[tuple(model.ids(PROMPT.encode()))] = tokens


def cut(text: str, stops: Sequence[str]) -> tuple[str, bool]:
    """The definition: the shortest beginning that ends in a stop string, without the longest that ends there."""
    for end in range(len(text) + 1):
        ending = [len(stop) for stop in stops if text[:end].endswith(stop)]
        if ending:
            return text[: end - max(ending)], True
    return text, False


@pytest.mark.parametrize("widths", [(), (1, 1, 2), (3, 1), (2, 2), (4,)])
def test_max_tokens_never_leaves_half_a_character(
    scripted: ScriptedModel, scripted_client: httpx.Client, widths: tuple[int, ...]
) -> None:
    answer = "a😀世é"
    tokens = [*scripted.ids(b"a"), *scripted.ids("😀世é".encode(), widths)]
    script(scripted, tokens)
    for max_tokens in range(1, len(tokens) + 2):
        choice = both(scripted_client, max_tokens=max_tokens)
        spelled = b"".join(map(scripted.engine.tokenizer.token_bytes, tokens[:max_tokens]))
        assert choice["text"] == spelled.decode(errors="ignore")
        assert choice["finish_reason"] == ("stop" if max_tokens > len(tokens) else "length")
        assert choice["usage"]["completion_tokens"] == max_tokens
    assert choice["text"] == answer


def test_replacement_characters_that_the_model_wrote_are_passed_on(
    scripted: ScriptedModel, scripted_client: httpx.Client
) -> None:
    script(scripted, scripted.ids("a\ufffdé".encode(), (1, 2, 2)))
    assert both(scripted_client)["text"] == "a\ufffdé"


def test_bytes_that_are_no_character_are_left_out(scripted: ScriptedModel, scripted_client: httpx.Client) -> None:
    script(scripted, scripted.ids(b"a\xff\xf0\x9fb\x80"))
    assert both(scripted_client)["text"] == "ab"


@pytest.mark.parametrize("stops", [["1", "k=1 was"], ["k=1 was", "1"]])
def test_two_stops_in_either_order_cut_at_the_first(
    scripted: ScriptedModel, scripted_client: httpx.Client, stops: list[str]
) -> None:
    script(scripted, scripted.ids(b"so k=1 was it"))
    choice = both(scripted_client, stop=stops)
    assert (choice["text"], choice["finish_reason"]) == ("so k=", "stop")


def test_text_that_looks_like_a_stop_is_given_when_the_limit_ends_it(
    scripted: ScriptedModel, scripted_client: httpx.Client
) -> None:
    script(scripted, scripted.ids(b"ab<STOP>"))
    assert both(scripted_client, stop="<STOP>", max_tokens=5)["text"] == "ab<ST"
    assert both(scripted_client, stop="<STOP>", max_tokens=8)["text"] == "ab"


WIDTHS = st.lists(st.integers(1, LONGEST_TOKEN), max_size=12)


@settings(max_examples=80)
@given(
    text=st.text(CHARACTERS, max_size=12),
    widths=WIDTHS,
    stops=st.lists(st.text(CHARACTERS, min_size=1, max_size=3), max_size=3),
    max_tokens=st.integers(1, 40),
    echo=st.booleans(),
)
def test_any_text_cut_anywhere_with_any_stops(
    scripted: ScriptedModel,
    scripted_client: httpx.Client,
    text: str,
    widths: list[int],
    stops: list[str],
    max_tokens: int,
    echo: bool,
) -> None:
    tokens = scripted.ids(text.encode(), widths)
    script(scripted, tokens)
    choice = both(scripted_client, stop=stops, max_tokens=max_tokens, echo=echo, logprobs=1)
    spelled = b"".join(map(scripted.engine.tokenizer.token_bytes, tokens[:max_tokens]))
    expected, stopped = cut(spelled.decode(errors="ignore"), stops)
    assert choice["text"] == PROMPT * echo + expected
    assert choice["finish_reason"] == ("stop" if stopped or max_tokens > len(tokens) else "length")
    assert len(choice["logprobs"]["tokens"]) == choice["usage"]["completion_tokens"] + echo * len(PROMPT)


@settings(max_examples=30)
@given(data=st.binary(max_size=12))
def test_any_bytes_give_text_without_replacement_characters(
    scripted: ScriptedModel, scripted_client: httpx.Client, data: bytes
) -> None:
    script(scripted, scripted.ids(data))
    text = both(scripted_client, max_tokens=20)["text"]
    assert text.count("\ufffd") == data.decode(errors="ignore").count("\ufffd")
