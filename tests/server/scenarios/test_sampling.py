"""Seeds reach the engine, answers do not depend on who else is served, and probabilities belong to what is shown."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from tests.fakes.random_models import write_random_model
from tests.fakes.spoken import text
from tests.server.asking import Answer, ask
from tests.server.conftest import Running, running
from tests.server.scenarios.conftest import Speaking

USER = [{"role": "user", "content": "Tell me a story."}]
DRAWN: dict[str, Any] = {"messages": USER, "temperature": 1, "top_p": 1, "max_tokens": 32, "ignore_eos": True}


@pytest.fixture(scope="module")
def random_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A tiny real model with random weights."""
    folder = tmp_path_factory.mktemp("random")
    write_random_model(folder, "cohere2_moe")
    with Engine.load(folder, context_tokens=1024) as engine, running(LocalChatModel(engine, "random")) as server:
        yield server


def said(answer: Answer) -> tuple[str, str]:
    return answer.reasoning, answer.content


def test_same_seed_gives_the_same_answer_and_others_do_not(random_server: Running, stream: bool) -> None:
    answers = [said(ask(random_server, DRAWN | {"seed": seed}, stream=stream)) for seed in (1, 1, 2, 3, 2**40)]
    assert answers[0] == answers[1]
    assert len(set(answers)) == 4


def test_without_a_seed_answers_differ(random_server: Running, stream: bool) -> None:
    # Two may well be equal by chance: many end after a token or two.
    assert len({said(ask(random_server, DRAWN, stream=stream)) for _ in range(8)}) > 1


def test_stream_and_plain_answer_of_one_seed_are_one(random_server: Running) -> None:
    plain, streamed = (ask(random_server, DRAWN | {"seed": 7}, stream=way) for way in (False, True))
    assert said(plain) == said(streamed)


def test_temperature_0_needs_no_seed(random_server: Running, stream: bool) -> None:
    answers = {said(ask(random_server, DRAWN | {"temperature": 0, "seed": seed}, stream=stream)) for seed in (None, 1)}
    assert len(answers) == 1


def test_seeded_answer_is_the_same_alone_and_among_seven_others(random_server: Running, stream: bool) -> None:
    alone = said(ask(random_server, DRAWN | {"seed": 5}, stream=stream))
    among: dict[int, tuple[str, str]] = {}

    def neighbour(number: int) -> None:
        messages = [{"role": "user", "content": f"Number {number}: " + "word " * number}]
        body = DRAWN | {"seed": 100 + number, "messages": messages} if number else DRAWN | {"seed": 5}
        among[number] = said(ask(random_server, body, stream=stream))

    threads = [threading.Thread(target=neighbour, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(among) == 8
    assert among[0] == alone


def scores_of(answer: Answer) -> str:
    return json.dumps(answer.logprobs)


@pytest.mark.parametrize("stop", [None, "lazy dog", "DOG", ["fox jumps", "quick"], "azy d"])
def test_no_probability_is_lost_where_text_is_held_back(speaking: Speaking, stop: Any) -> None:
    """What a stop string may begin with is held back, and its tokens with it."""
    server = speaking(text("The quick brown fox jumps over the lazy doe. 😀 lazy dog, DOG"))
    body = {"messages": USER, "stop": stop, "logprobs": True, "top_logprobs": 2}
    plain, streamed = (ask(server, body, stream=way) for way in (False, True))
    assert plain.content == streamed.content
    assert scores_of(plain) == scores_of(streamed)
    spelled = b"".join(bytes(token["bytes"]) for token in plain.logprobs).decode()
    assert spelled.startswith(plain.content)
    assert all(len(token["top_logprobs"]) == 2 for token in plain.logprobs)
    assert all(token["logprob"] > -0.01 for token in plain.logprobs)


@pytest.mark.parametrize("limit", range(1, 24))
def test_probabilities_of_stream_and_plain_answer_are_one_wherever_length_cuts(speaking: Speaking, limit: int) -> None:
    server = speaking(text("a😀b日c", reasoning="hm"), cuts={"😀": (2, 2), "日": (1, 2)})
    body = {"messages": USER, "max_tokens": limit, "logprobs": True, "top_logprobs": 0}
    plain, streamed = (ask(server, body, stream=way) for way in (False, True))
    assert (plain.content, scores_of(plain)) == (streamed.content, scores_of(streamed))


SCHEMA = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}


@pytest.mark.parametrize("reasoning", ["", "It is four.", '{"answer": 5}', '[1, 2] and "three"'])
def test_schema_holds_for_the_content_and_not_for_the_reasoning(
    speaking: Speaking, stream: bool, reasoning: str
) -> None:
    schema = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA}}
    server = speaking(text('{"answer": 4}', reasoning=reasoning))
    answer = ask(server, {"messages": USER, "response_format": schema}, stream=stream)
    assert answer.reasoning == reasoning
    assert json.loads(answer.content) == {"answer": 4}
    assert answer.finish_reason == "stop"
