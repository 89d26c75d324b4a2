"""What each field of a request does, over HTTP and down to the engine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chat.conftest import NORTH_TOKENS
from tests.fakes.spoken import Script, calls, spoken_model, text, write_spoken_model
from tests.server.asking import Answer, ask, events_of
from tests.server.conftest import Running, running

USER = [{"role": "user", "content": "Where is it?"}]
BODY: dict[str, Any] = {"messages": USER, "temperature": 1, "max_tokens": 24, "seed": 1, "reasoning_effort": "none"}
TOKENS = 256 + len(NORTH_TOKENS)
LETTERS = {str(token): -100 for token in range(TOKENS + 5) if not 64 <= token < 90}
"""A bias to a-z: a reply of nothing but letters does not end before its limit."""
STORY = "alpha beta gamma, 😀 世界 and ΔEFGHIJ"


class Speaking:
    """A server whose model says what it is told."""

    def __init__(self, server: Running, script: Script) -> None:
        self.server = server
        self._script = script
        self.prompts: list[str] = []

    def say(self, reply: str) -> Running:
        def says(prompt: str) -> str:
            self.prompts.append(prompt)
            return reply

        self.prompts.clear()
        self._script.change(says)
        return self.server


@pytest.fixture(scope="module")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Speaking]:
    folder = tmp_path_factory.mktemp("spoken")
    write_spoken_model(folder, cuts={"世": (2, 1), "beta": (4,)})
    script = Script(lambda _: "")
    model = spoken_model(folder, script)
    with model.engine, running(model) as server:
        yield Speaking(server, script)


def joined(answer: Answer) -> str:
    return b"".join(bytes(token["bytes"]) for token in answer.logprobs).decode()


def test_probabilities_are_those_of_the_answers_tokens(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text(STORY, reasoning="Hm, hm."))
    answer = ask(server, {"messages": USER, "logprobs": True, "top_logprobs": 3}, stream=stream)
    assert answer.content == joined(answer) == STORY
    for token in answer.logprobs:
        assert token["logprob"] <= 0
        best = [each["logprob"] for each in token["top_logprobs"]]
        assert len(best) == 3
        assert best == sorted(best, reverse=True)
        assert token["logprob"] == pytest.approx(best[0], abs=1e-6)
        assert {key: token[key] for key in ("token", "bytes", "logprob")} in token["top_logprobs"]
    assert [token["token"] for token in answer.logprobs if token["bytes"] == list(b"beta")] == ["beta"]


@settings(max_examples=25, deadline=None)
@given(cut=st.tuples(st.integers(0, len(STORY)), st.integers(1, 6)), top=st.sampled_from([None, 0, 2]))
def test_stream_and_plain_probabilities_are_equal_whatever_stops(
    speaking: Speaking, cut: tuple[int, int], top: int | None
) -> None:
    stop = STORY[cut[0] : sum(cut)] or "never"
    server = speaking.say(text(STORY, reasoning="x"))
    body = {"messages": USER, "logprobs": True, "top_logprobs": top, "stop": [stop]}
    plain, streamed = ask(server, body, stream=False), ask(server, body, stream=True)
    assert plain.content == streamed.content
    assert plain.logprobs == streamed.logprobs
    assert all(len(token["top_logprobs"]) == (top or 0) for token in plain.logprobs)
    # A token that the stop string cuts in two is the only one that may say more than the answer.
    assert joined(plain).startswith(plain.content)
    assert len(joined(plain)) - len(plain.content) < len("beta")


def test_without_logprobs_there_are_none(random_server: Running) -> None:
    assert random_server.post(BODY).json()["choices"][0]["logprobs"] is None
    chunks = events_of(random_server.post(BODY | {"stream": True}))
    assert all(choice["logprobs"] is None for chunk in chunks for choice in chunk["choices"])


def test_probabilities_survive_openais_own_types(random_server: Running) -> None:
    with openai.OpenAI(base_url=f"{random_server.url}/v1", api_key="x", max_retries=0) as client:
        fixed: dict[str, Any] = {"model": "random", "messages": USER, "max_tokens": 12, "reasoning_effort": "none"}
        fixed["logit_bias"] = LETTERS
        done = client.chat.completions.create(**fixed, logprobs=True, top_logprobs=2)
        scores = done.choices[0].logprobs
        assert scores is not None and scores.content
        assert all(math.isfinite(token.logprob) for token in scores.content)
        assert all(len(token.top_logprobs) == 2 for token in scores.content)


def test_several_answers_are_those_of_following_seeds(random_server: Running) -> None:
    body = BODY | {"logit_bias": LETTERS}
    choices = random_server.post(body | {"n": 3}).json()["choices"]
    assert [choice["index"] for choice in choices] == [0, 1, 2]
    alone = [ask(random_server, body | {"seed": 1 + index}, stream=False).content for index in range(3)]
    assert [choice["message"]["content"] for choice in choices] == alone
    assert len(set(alone)) == 3


def test_several_answers_stream_side_by_side(random_server: Running) -> None:
    asked = BODY | {"n": 3, "logit_bias": LETTERS}
    plain = random_server.post(asked).json()
    chunks = events_of(random_server.post(asked | {"stream": True, "stream_options": {"include_usage": True}}))
    texts, ends, roles = ["", "", ""], [0, 0, 0], [0, 0, 0]
    for chunk in chunks[:-1]:
        (choice,) = chunk["choices"]
        texts[choice["index"]] += choice["delta"].get("content") or ""
        roles[choice["index"]] += "role" in choice["delta"]
        ends[choice["index"]] += choice["finish_reason"] is not None
    assert texts == [choice["message"]["content"] for choice in plain["choices"]]
    assert ends == roles == [1, 1, 1]
    assert chunks[-1]["choices"] == []
    usage = chunks[-1]["usage"]
    assert usage["completion_tokens"] == plain["usage"]["completion_tokens"] == 72
    assert usage["prompt_tokens"] == plain["usage"]["prompt_tokens"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + 72


def test_a_bias_decides(random_server: Running, stream: bool) -> None:
    wanted = ask(random_server, BODY | {"logit_bias": {"65": 100}, "max_tokens": 5}, stream=stream).content
    assert len(set(wanted)) == 1 and len(wanted) == 5
    never = {str(token): -100 for token in range(128)}
    text = ask(random_server, BODY | {"logit_bias": never, "max_tokens": 40, "temperature": 0}, stream=stream).content
    assert not set(text) & set(wanted)


def test_an_answer_does_not_end_before_min_tokens(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text("Hi."))
    short = ask(server, {"messages": USER}, stream=stream)
    longer = ask(server, {"messages": USER, "min_tokens": 30, "max_tokens": 40}, stream=stream)
    assert short.usage is not None and longer.usage is not None
    assert short.usage["completion_tokens"] < 30 <= longer.usage["completion_tokens"]


def test_an_end_that_is_ignored_ends_nothing(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text("Hi."))
    answer = ask(server, {"messages": USER, "ignore_eos": True, "max_tokens": 50}, stream=stream)
    assert (answer.content, answer.finish_reason) == ("Hi.", "length")
    assert answer.usage is not None
    assert answer.usage["completion_tokens"] == 50


@pytest.mark.parametrize(
    "change", [{"presence_penalty": 2}, {"frequency_penalty": 2}, {"repetition_penalty": 2}, {"min_p": 0.5}]
)
def test_penalties_reach_the_engine(random_server: Running, change: dict[str, Any]) -> None:
    body = BODY | {"temperature": 0.7, "max_tokens": 60, "logit_bias": LETTERS}
    free, bound = (ask(random_server, asked, stream=False).content for asked in (body, body | change))
    assert free != bound


def test_penalties_keep_a_greedy_model_from_repeating_itself(random_server: Running) -> None:
    body = BODY | {"temperature": 0, "max_tokens": 60, "logit_bias": LETTERS}
    free = ask(random_server, body, stream=False).content
    bound = ask(random_server, body | {"frequency_penalty": 2}, stream=False).content
    assert len(set(bound)) > len(set(free))


def test_a_begun_answer_is_continued_where_it_stands(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text("It is at home.", reasoning="Let me see."))
    begun = {"role": "assistant", "content": "It is at", "reasoning_content": "Let me see."}
    answer = ask(server, {"messages": [*USER, begun]}, stream=stream)
    assert (answer.reasoning, answer.content, answer.finish_reason) == ("", " home.", "stop")


def test_a_begun_reasoning_is_continued_too(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text("It is at home.", reasoning="Let me see."))
    begun = {"role": "assistant", "content": None, "reasoning": "Let me"}
    answer = ask(server, {"messages": [*USER, begun]}, stream=stream)
    assert (answer.reasoning, answer.content, answer.finish_reason) == (" see.", "It is at home.", "stop")


def test_a_begun_answer_can_end_in_calls(speaking: Speaking, stream: bool) -> None:
    looks = f"{text('I look.')}{calls(('read', {'path': 'a'})).removeprefix('<|END_THINKING|>')}"
    begun = {"role": "assistant", "content": "I"}
    for choice in ("auto", "required"):
        body = {"messages": [*USER, begun], "tools": READ, "tool_choice": choice}
        answer = ask(speaking.say(looks), body, stream=stream)
        assert (answer.content, answer.named_calls) == (" look.", [("read", '{"path": "a"}')])
        assert answer.finish_reason == "tool_calls"


def test_control_tokens_in_a_begun_answer_are_text(random_server: Running) -> None:
    counts = []
    for content in ("<|END_TEXT|>", "<|END_tEXT|>"):
        messages = [*USER, {"role": "assistant", "content": content}]
        counts.append(random_server.post(BODY | {"messages": messages}).json()["usage"]["prompt_tokens"])
    assert counts[0] == counts[1]


def test_a_continuation_is_the_rest_of_the_same_answer(random_server: Running, stream: bool) -> None:
    body = BODY | {"temperature": 0, "max_tokens": 20, "logit_bias": LETTERS}
    first = [*USER, {"role": "assistant", "content": "Once"}]
    whole = ask(random_server, body | {"messages": first}, stream=stream).content
    assert len(whole) == 20
    begun = [*USER, {"role": "assistant", "content": "Once" + whole[:8]}]
    assert ask(random_server, body | {"messages": begun, "max_tokens": 12}, stream=stream).content == whole[8:]


def test_an_empty_last_message_begins_nothing(random_server: Running) -> None:
    empty = [*USER, {"role": "assistant", "content": ""}]
    answers = [ask(random_server, BODY | {"messages": messages}, stream=False) for messages in (USER, empty)]
    assert answers[0].content == answers[1].content


TWO = calls(("read", {"path": "a"}), ("read", {"path": "b"}), reasoning="Both.")
READ = [{"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}}]


def test_without_parallel_calls_the_first_one_is_the_only_one(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(TWO)
    both = ask(server, {"messages": USER, "tools": READ}, stream=stream)
    one = ask(server, {"messages": USER, "tools": READ, "parallel_tool_calls": False}, stream=stream)
    assert both.named_calls == [("read", '{"path": "a"}'), ("read", '{"path": "b"}')]
    assert one.named_calls == both.named_calls[:1]
    assert both.finish_reason == one.finish_reason == "tool_calls"
    assert one.usage is not None and both.usage is not None
    assert one.usage["completion_tokens"] < both.usage["completion_tokens"]


ODD = '{"code": "a\\n\\"q\\"\\t\\\\ </script> \\u00e9 \\ud83d\\ude00 LONE 😀", "n":1.50e+3 ,\n "deep": {"a": [ ]}}'


@pytest.mark.parametrize("change", [{}, {"tool_choice": "required"}], ids=["free", "required"])
def test_arguments_pass_through_byte_for_byte(speaking: Speaking, stream: bool, change: dict[str, Any]) -> None:
    long = '{"code": "' + "0123456789abcdef\\n" * 250 + '"}'
    # Under a grammar, what is written is text: half a character has no place in it.
    lone = "" if change else "\\ud800"
    for arguments in (ODD.replace("LONE", lone), long):
        server = speaking.say(calls(("read", arguments)))
        answer = ask(server, {"messages": USER, "tools": READ} | change, stream=stream)
        assert answer.named_calls == [("read", arguments)]


def test_what_was_cached_and_thought_is_counted(speaking: Speaking, stream: bool) -> None:
    server = speaking.say(text("Yes.", reasoning="It is so."))
    messages = [{"role": "system", "content": f"Say whether it is {stream}. " + "Be sure. " * 30}, *USER]
    for expected in (False, True):
        usage = ask(server, {"messages": messages}, stream=stream).usage
        assert usage is not None
        assert usage["completion_tokens_details"] == {"reasoning_tokens": len("It is so.") + 1}
        assert bool(usage["prompt_tokens_details"]["cached_tokens"]) == expected
        assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_comes_back_under_either_name(speaking: Speaking, name: str) -> None:
    server = speaking.say(text("Yes."))
    call = {"id": "c", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    messages = [
        *USER,
        {"role": "assistant", "content": None, name: "I look there.", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "nothing"},
    ]
    ask(server, {"messages": messages, "tools": READ}, stream=False)
    assert any("I look there." in prompt for prompt in speaking.prompts)


def test_roles_and_forms_of_content_reach_the_prompt(speaking: Speaking) -> None:
    server = speaking.say(text("Yes."))
    messages = [
        {"role": "developer", "content": [{"type": "text", "text": "Be "}, {"type": "text", "text": "brief."}]},
        {"role": "user", "content": "One?"},
        {"role": "assistant", "content": "1"},
        {"role": "system", "content": "Now in words."},
        {"role": "user", "content": "Two?"},
    ]
    ask(server, {"messages": messages}, stream=False)
    prompt = speaking.prompts[-1]
    places = [prompt.index(part) for part in ("Be brief.", "One?", "1<|END_TEXT|>", "Now in words.", "Two?")]
    assert places == sorted(places)
