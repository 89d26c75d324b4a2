"""The whole way down: HTTP, chat, engine; a model whose tokens are scripted."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from tests.fakes.spoken import Script, calls, spoken_model, text, write_spoken_model
from tests.server.conftest import Running, running
from tests.server.responses.reading import Event, anonymous, answer, post, rebuilt, stream
from tests.server.test_disconnect import wait_until
from tests.server.test_errors import error_of

CONTEXT_TOKENS = 2048
ASK: Event = {"model": "spoken", "input": "hi"}
READ = {
    "type": "function",
    "name": "read",
    "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
}

SCRIPT = Script(lambda _prompt: text(""))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalChatModel]:
    folder = tmp_path_factory.mktemp("spoken")
    write_spoken_model(folder, cuts={"😀": (2, 2), "世": (2, 1)}, context_tokens=CONTEXT_TOKENS)
    model = spoken_model(folder, SCRIPT, context_tokens=CONTEXT_TOKENS)
    yield model
    model.engine.close()


@pytest.fixture(scope="module")
def server(model: LocalChatModel) -> Iterator[Running]:
    with running(model) as started:
        yield started


def say(reply: str) -> None:
    SCRIPT.change(lambda _prompt: reply)


def texts_of(response: Event) -> list[str]:
    return [part["text"] for item in response["output"] for part in item.get("content", ())]


def test_reasoning_text_and_usage(server: Running) -> None:
    say(text("Hello 😀世!", reasoning="They greet."))
    plain, events = answer(server, ASK), stream(server, ASK)
    assert texts_of(plain) == ["They greet.", "Hello 😀世!"]
    assert not any("\ufffd" in event.get("delta", "") for event in events)
    final = events[-1]["response"]
    assert anonymous(final) | {"usage": None} == anonymous(plain) | {"usage": None}
    assert plain["usage"]["output_tokens"] == final["usage"]["output_tokens"]
    assert plain["usage"]["output_tokens_details"]["reasoning_tokens"] >= len("They greet.")


@pytest.mark.parametrize("limit", range(1, 14))
def test_limit_cuts_between_characters_and_both_ways_alike(server: Running, limit: int) -> None:
    say(text("a😀世😀"))
    ask = ASK | {"max_output_tokens": limit}
    plain, final = answer(server, ask), stream(server, ask)[-1]["response"]
    assert anonymous(plain) | {"usage": None} == anonymous(final) | {"usage": None}
    assert "a😀世😀".startswith("".join(texts_of(plain)))
    if plain["status"] == "completed":
        assert texts_of(plain) == ["a😀世😀"]
    else:
        assert plain["usage"]["output_tokens"] == limit


def test_calls_pass_byte_for_byte_and_the_first_piece_comes_before_the_last_is_written(server: Running) -> None:
    raw = '{"path": "a\\"b\\\\n\\t</script>😀", "content": "' + "line\\n" * 40 + '"}'
    say(calls(("read", raw), ("read", '{"path": "\\ud83d"}'), reasoning="both"))
    ask = ASK | {"tools": [READ]}
    events = stream(server, ask)
    called = [item for item in events[-1]["response"]["output"] if item["type"] == "function_call"]
    assert [call["arguments"] for call in called] == [raw, '{"path": "\\ud83d"}']
    assert len({call["call_id"] for call in called}) == 2
    deltas = [event["delta"] for event in events if event["type"] == "response.function_call_arguments.delta"]
    assert len(deltas) > 40
    plain = [item for item in answer(server, ask)["output"] if item["type"] == "function_call"]
    assert [call["arguments"] for call in plain] == [raw, '{"path": "\\ud83d"}']


def test_cut_call_is_not_repeated_as_text(server: Running) -> None:
    say(calls(("read", '{"path": "' + "x" * 200 + '"}')))
    ask = ASK | {"tools": [READ], "max_output_tokens": 120}
    plain, final = answer(server, ask), stream(server, ask)[-1]["response"]
    for response in (plain, final):
        (call,) = response["output"]
        assert (call["type"], call["status"], response["status"]) == ("function_call", "incomplete", "incomplete")
        assert call["arguments"].startswith('{"path": "xxx')


def test_next_turn_finds_the_turn_before_in_the_cache(server: Running) -> None:
    """The items that a client sends back become the very tokens that the model had read and written."""
    say(calls(("read", '{"path": "a.py"}'), reasoning="I have to look. " * 20))
    start: list[Any] = [{"role": "user", "content": "What is in a.py? " * 10}]
    first = answer(server, ASK | {"input": start, "tools": [READ]})
    (call,) = [item for item in first["output"] if item["type"] == "function_call"]
    gave = {"type": "function_call_output", "call_id": call["call_id"], "output": "1|x"}
    say(text("x"))
    second = answer(server, ASK | {"input": [*start, *first["output"], gave], "tools": [READ]})
    known = first["usage"]["total_tokens"]
    assert second["usage"]["input_tokens"] > known
    assert second["usage"]["input_tokens_details"]["cached_tokens"] >= (known - 64) // 64 * 64


@pytest.mark.parametrize("streamed", [False, True])
def test_overlong_prompt_is_a_400_with_both_numbers(server: Running, streamed: bool) -> None:
    response = post(server, ASK | {"input": "word " * CONTEXT_TOKENS, "stream": streamed})
    assert response.status_code == 400
    error = error_of(response)
    assert (error["code"], error["param"]) == ("context_length_exceeded", "input")
    assert any(str(number) in error["message"] for number in (CONTEXT_TOKENS, CONTEXT_TOKENS - 1))


@pytest.mark.parametrize("streamed", [False, True])
def test_leaving_clients_free_rows_and_blocks(server: Running, model: LocalChatModel, streamed: bool) -> None:
    """More clients than rows, so that some leave while they run and some while they wait."""
    say(text("never " * 10_000))

    def leave_soon() -> None:
        timeout = httpx.Timeout(30, read=0.2)
        url = f"{server.url}/v1/responses"
        try:
            with httpx.stream("POST", url, json=ASK | {"stream": streamed}, timeout=timeout, verify=False) as response:
                next(response.iter_bytes(), None)
        except httpx.TimeoutException:
            pass

    clients = [threading.Thread(target=leave_soon) for _ in range(12)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()

    def is_idle() -> bool:
        stats = model.engine.stats()
        return stats.running == stats.waiting == stats.blocks_used == 0

    wait_until(is_idle)


def test_streams_in_parallel_are_not_mixed(server: Running) -> None:
    SCRIPT.change(lambda prompt: text("".join(re.findall(r"echo (n\d)", prompt)) * 20))
    heard: dict[int, list[Event]] = {}

    def ask(number: int) -> None:
        heard[number] = stream(server, ASK | {"input": f"echo n{number}"})

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 9
    for number, events in heard.items():
        assert json.dumps(rebuilt(events)).count(f"n{number}") == 20
