"""Stop strings end the text, whole, wherever the tokens are cut; streams never show a part of one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.spoken import text
from tests.server.asking import Answer, ask
from tests.server.conftest import Running
from tests.server.scenarios.conftest import Speaking

USER = [{"role": "user", "content": "hi"}]
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def asked(server: Running, stops: Any, *, stream: bool) -> Answer:
    return ask(server, {"messages": USER, "stop": stops}, stream=stream)


@pytest.mark.parametrize("cuts", [None, {"beta gamma": (4, 1, 5)}, {"beta gamma": (1, 8, 1)}, {"a ga": (4,)}])
def test_stop_string_over_several_tokens_is_seen(
    speaking: Speaking, stream: bool, cuts: dict[str, tuple[int, ...]] | None
) -> None:
    answer = asked(speaking(text("alpha beta gamma delta"), cuts=cuts), "beta gamma", stream=stream)
    assert answer.content == "alpha "
    assert answer.finish_reason == "stop"


def test_no_part_of_a_long_stop_string_is_shown(speaking: Speaking, stream: bool) -> None:
    answer = asked(speaking(text(ALPHABET)), ["DEFGHIJ"], stream=stream)
    assert answer.content == "ABC"
    assert answer.finish_reason == "stop"


def test_beginning_of_a_stop_string_that_goes_on_differently_is_text(speaking: Speaking, stream: bool) -> None:
    answer = asked(speaking(text("DEFGHIx DEFGH")), ["DEFGHIJ"], stream=stream)
    assert answer.content == "DEFGHIx DEFGH"


@pytest.mark.parametrize(
    ("said", "stops", "left"),
    [
        ("so k=1 was it", ["1", "k=1 was"], "so k="),
        ("a <START> b", ["<START>", "<START"], "a "),
        ("a <STARTED", ["<STARTING", "<START"], "a "),
        ("a <STAR", ["<START", "<START>"], "a <STAR"),
        ("abcabd", ["abd", "bcab"], "a"),
        ("aaab", ["aab", "aaab"], ""),
        ("one two", ["two", "one"], ""),
    ],
)
def test_stop_strings_in_any_order_cut_at_the_one_that_is_complete_first(
    speaking: Speaking, stream: bool, said: str, stops: list[str], left: str
) -> None:
    server = speaking(text(said))
    assert {asked(server, list(order), stream=stream).content for order in permutations(stops)} == {left}


def test_stop_string_of_several_byte_characters(speaking: Speaking, stream: bool) -> None:
    assert asked(speaking(text("ab😀é終わり。"), cuts={"é": (1, 1)}), ["終わ"], stream=stream).content == "ab😀é"


def test_any_stops_cut_any_text_where_the_first_of_them_ends(speaking: Speaking) -> None:
    """The rule, said without streaming: the shortest beginning of the text that ends in a stop string."""

    def says(prompt: str) -> str:
        return text(prompt.rpartition("<|USER_TOKEN|><|START_TEXT|>")[2].partition("<|END_TEXT|>")[0])

    server = speaking(says)

    @settings(max_examples=60)
    @given(
        said=st.text("ab<é", min_size=1, max_size=24),
        stops=st.lists(st.text("ab<é", min_size=1, max_size=4), max_size=4),
    )
    def check(said: str, stops: list[str]) -> None:
        ends = [end for end in range(len(said) + 1) if any(said[:end].endswith(stop) for stop in stops)]
        left = said
        if ends:
            left = said[: ends[0] - max(len(stop) for stop in stops if said[: ends[0]].endswith(stop))]
        body = {"messages": [{"role": "user", "content": said}], "stop": stops}
        for stream in (False, True):
            answer = ask(server, body, stream=stream)
            assert answer.content == left
            assert answer.finish_reason == "stop"

    run: Callable[[], None] = check
    run()


@pytest.mark.parametrize(
    ("stops", "content"),
    [("two", "one, then "), (["\n"], "one, then two"), (["END", "hm"], "one, then two\nand "), ("<", None)],
)
def test_stop_strings_end_the_answer_and_not_the_reasoning(
    speaking: Speaking, stream: bool, stops: Any, content: str | None
) -> None:
    """Whoever asks for one line does not want none because the model thought in two."""
    reasoning, said = "hm, two\nlines < three, END it", "one, then two\nand hm, END"
    answer = asked(speaking(text(said, reasoning=reasoning)), stops, stream=stream)
    assert answer.reasoning == reasoning
    assert answer.content == (said if content is None else content)
    assert answer.finish_reason == "stop"
