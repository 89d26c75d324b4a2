"""The guard alone: calls, results and text in, a finding or nothing out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.loop_guard import (
    ARGUMENTS_FACTOR,
    CHANGING_RESULT_ROUNDS,
    LONGEST_PHRASE,
    PHRASE_ROUNDS,
    REPEATED_CHARACTERS,
    REPEATED_MARKS,
    SAME_ERROR_LIMIT,
    SAME_RESULT_ROUNDS,
    STALE_CALL_LIMIT,
    EndlessText,
    Finding,
    LoopGuard,
)
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ReasoningDelta, TextDelta, ToolCallDelta

Made = tuple[str, str]

CALLS = st.tuples(st.sampled_from(["read", "shell", "edit"]), st.integers(0, 50).map(lambda n: f'{{"n": {n}}}'))
PATTERNS = st.integers(1, 3).flatmap(lambda period: st.lists(CALLS, min_size=period, max_size=period, unique=True))
OTHERS = st.lists(st.integers(100, 999).map(lambda n: ("read", f'{{"n": {n}}}')), max_size=12, unique=True)


def fed(guard: LoopGuard, made: Iterable[Made], results: Iterable[str] | None = None) -> list[int]:
    """Numbers (from 1) of the calls at which the guard found something; the user always says to go on."""
    found = []
    results = iter(results) if results is not None else None
    for number, (name, arguments) in enumerate(made, 1):
        result = f"{name} {arguments}" if results is None else next(results)
        if guard.add_result(ToolCall(f"id{number}", name, arguments), result) is not None:
            found.append(number)
            guard.go_on()
    return found


@given(st.lists(CALLS, unique=True), st.booleans())
def test_calls_that_are_all_different_are_no_circle(made: list[Made], same_results: bool) -> None:
    assert fed(LoopGuard(), made, ["the same"] * len(made) if same_results else None) == []


@given(OTHERS, PATTERNS, st.integers(0, 3))
def test_every_pattern_of_up_to_three_calls_with_the_same_results_is_found_by_its_limit(
    before: list[Made], pattern: list[Made], more: int
) -> None:
    rounds = SAME_RESULT_ROUNDS[len(pattern)]
    found = fed(LoopGuard(), before + pattern * (rounds + more))
    assert found and found[0] == len(before) + len(pattern) * rounds


@given(OTHERS, PATTERNS, st.integers(0, 3))
def test_every_pattern_of_up_to_three_calls_with_changing_results_is_found_by_its_limit(
    before: list[Made], pattern: list[Made], more: int
) -> None:
    rounds = CHANGING_RESULT_ROUNDS[len(pattern)]
    made = before + pattern * (rounds + more)
    found = fed(LoopGuard(), made, map(str, range(len(made))))
    assert found and found[0] == len(before) + len(pattern) * rounds


@given(PATTERNS)
def test_one_call_less_than_the_limit_is_no_circle(pattern: list[Made]) -> None:
    assert fed(LoopGuard(), (pattern * SAME_RESULT_ROUNDS[len(pattern)])[:-1]) == []
    made = (pattern * CHANGING_RESULT_ROUNDS[len(pattern)])[:-1]
    assert fed(LoopGuard(), made, map(str, range(len(made)))) == []


@given(PATTERNS, st.integers(2, 4))
def test_after_going_on_the_pattern_must_grow_again_in_full(pattern: list[Made], times: int) -> None:
    calls = len(pattern) * SAME_RESULT_ROUNDS[len(pattern)]
    assert fed(LoopGuard(), (pattern * 99)[: calls * times]) == [calls * number for number in range(1, times + 1)]


def test_a_silent_guard_finds_nothing_any_more() -> None:
    guard = LoopGuard()
    guard.go_on(silent=True)
    assert fed(guard, [("read", "{}")] * 99) == []
    assert guard.add_delta(TextDelta("the " * 9_999)) is None


def test_arguments_are_compared_by_what_they_say() -> None:
    spellings = ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', '{"b":2,"a":1}', '{"a": 1, "b": 2}']
    assert fed(LoopGuard(), [("read", arguments) for arguments in spellings], ["x"] * 4) == [4]
    nested = "[" * 100_000
    assert fed(LoopGuard(), [("read", nested)] * 4) == [4]


def test_circles_of_more_calls_or_in_no_order_are_found_when_nothing_new_happens() -> None:
    four = [("read", json.dumps({"n": number})) for number in range(4)]
    assert fed(LoopGuard(), four * 9)[0] == 4 * STALE_CALL_LIMIT
    mixed = [four[int(digit)] for digit in "0112200211020"]
    assert fed(LoopGuard(), mixed) == [12]


def test_a_check_that_fails_alike_after_each_change_is_no_circle() -> None:
    made = [call for number in range(9) for call in (("edit", f'{{"n": {number}}}'), ("shell", '{"command": "make"}'))]
    assert fed(LoopGuard(), made) == []


def test_waiting_for_a_job_is_no_circle_until_it_has_gone_on_for_long() -> None:
    look, sleep = ("jobs", '{"action": "output", "id": "1"}'), ("shell", '{"command": "sleep 9"}')
    assert fed(LoopGuard(), [look] * 99)[0] == CHANGING_RESULT_ROUNDS[1]
    assert fed(LoopGuard(), [sleep, look] * 99)[0] == 2 * CHANGING_RESULT_ROUNDS[2]


def errors(guard: LoopGuard, texts: Sequence[str | None]) -> list[int]:
    """As `fed` for calls of one tool that are all different; None is a success."""
    found = []
    for number, text in enumerate(texts, 1):
        call = ToolCall(str(number), "edit", json.dumps({"n": number}))
        if guard.add_result(call, text or f"did {number}", is_error=text is not None) is not None:
            found.append(number)
            guard.go_on()
    return found


def test_the_same_error_of_a_tool_is_found_whatever_the_arguments() -> None:
    assert errors(LoopGuard(), ["not found"] * (2 * SAME_ERROR_LIMIT + 1)) == [SAME_ERROR_LIMIT, 2 * SAME_ERROR_LIMIT]


def test_calls_of_other_tools_in_between_do_not_hide_the_same_error() -> None:
    guard = LoopGuard()
    found: list[Finding | None] = []
    for number in range(SAME_ERROR_LIMIT):
        guard.add_result(ToolCall("r", "read", str(number)), f"text {number}")
        found.append(guard.add_result(ToolCall("e", "edit", str(number)), "not found", is_error=True))
    assert found[:-1] == [None] * (SAME_ERROR_LIMIT - 1)
    assert found[-1] == Finding("error", "Calls of `edit` failed 5 times in a row with the same error.")


@given(st.lists(st.sampled_from(["not found", "not unique", None]), max_size=40))
def test_only_a_row_of_the_same_error_counts(texts: list[str | None]) -> None:
    found = errors(LoopGuard(), texts)
    row = 0
    expected = []
    for number, text in enumerate(texts, 1):
        row = 0 if text is None else row + 1 if number > 1 and text == texts[number - 2] else 1
        if row == SAME_ERROR_LIMIT:
            expected.append(number)
            row = 0
    assert found == expected


LETTERS = st.text(st.sampled_from("ab \n"), min_size=1, max_size=30).filter(lambda text: any(map(str.isalpha, text)))
PHRASES = LETTERS | st.text(min_size=1, max_size=LONGEST_PHRASE)


def pieces(text: str, cuts: Iterable[int]) -> list[str]:
    edges = [0, *sorted({cut % (len(text) + 1) for cut in cuts}), len(text)]
    return [text[start:end] for start, end in pairwise(edges)]


@given(st.text(max_size=300), PHRASES, st.sampled_from([1, ARGUMENTS_FACTOR]))
def test_any_phrase_without_end_is_found(before: str, phrase: str, factor: int) -> None:
    longest = factor * max(REPEATED_MARKS, PHRASE_ROUNDS * LONGEST_PHRASE)
    text = before + phrase * (2 * longest // len(phrase) + 1)
    found = EndlessText(factor).add(text)
    assert found is not None
    assert found.span >= factor * REPEATED_CHARACTERS
    assert found.span >= factor * PHRASE_ROUNDS * len(found.phrase)
    assert len(found.phrase) <= len(phrase)
    end = found.start + found.span
    assert text[:end].endswith(found.phrase * PHRASE_ROUNDS)


@given(st.text(max_size=300), LETTERS, st.lists(st.integers(0, 99_999), max_size=30))
def test_what_is_found_does_not_depend_on_how_the_text_is_cut(before: str, phrase: str, cuts: list[int]) -> None:
    text = before + phrase * (4_000 // len(phrase))
    detector = EndlessText()
    found = next((found for piece in pieces(text, cuts) if (found := detector.add(piece))), None)
    assert found is not None
    assert found == EndlessText().add(text)


@given(st.lists(st.sampled_from(["a", "b", "ab", "aab\n"]), max_size=400).map("".join))
def test_no_text_below_the_least_length_is_found(text: str) -> None:
    assert EndlessText().add(text[: REPEATED_CHARACTERS - 1]) is None


@pytest.mark.parametrize("characters", [600, 6_000, 60_000, 240_000])
@pytest.mark.parametrize(
    "phrase",
    ["-", "the ", "aab" * 7 + "c", "a" * 599 + "b", "line\n" * 150 + "x", "a" * 4_000 + "b"],
    ids=["mark", "word", "almost", "late", "too long", "far too long"],
)
def test_the_steps_are_at_most_ten_for_each_character(phrase: str, characters: int) -> None:
    text = (phrase * (characters // len(phrase) + 1))[:characters]
    detector = EndlessText()
    for start in range(0, characters, 1_000):
        if detector.add(text[start : start + 1_000]) is not None:
            detector.forget()
    assert detector.steps <= 10 * characters


@given(st.lists(st.sampled_from(["a", "b", "ab", "aab", "a" * 500, "ab" * 300]), max_size=60).map("".join))
def test_no_text_takes_more_steps_than_that(text: str) -> None:
    detector = EndlessText()
    detector.add(text)
    assert detector.steps <= 10 * len(text)


def test_endless_text_is_found_in_text_reasoning_and_arguments_each_for_itself() -> None:
    the = "the " * 2_000
    for event, channel in (
        (TextDelta(the), "text"),
        (ReasoningDelta(the), "reasoning"),
        (ToolCallDelta(0, the * ARGUMENTS_FACTOR), "arguments"),
    ):
        finding = LoopGuard().add_delta(event)
        assert finding is not None and finding.channel == channel
    guard = LoopGuard()
    for number in range(400):
        assert guard.add_delta(TextDelta("the ")) is None
        assert guard.add_delta(ReasoningDelta("the ")) is None
        assert guard.add_delta(ToolCallDelta(number, "the ")) is None


def test_what_is_kept_of_an_endless_text_is_its_beginning_and_two_rounds() -> None:
    guard = LoopGuard()
    text = "Here it comes:\n" + "and again " * 999
    finding = next(found for i in range(len(text)) if (found := guard.add_delta(TextDelta(text[i]))))
    assert text[: finding.keep] == "Here it comes:\nand again and again "
    assert "in its answer" in finding.text


def test_after_going_on_the_text_must_grow_again_in_full() -> None:
    guard = LoopGuard()
    found = []
    for position in range(0, 12_000, 4):
        if guard.add_delta(TextDelta("the ")) is not None:
            found.append(position + 4)
            guard.go_on()
    assert found[0] >= REPEATED_CHARACTERS
    assert all(later - earlier == found[0] for earlier, later in pairwise(found))


def test_another_reply_begins_anew() -> None:
    guard = LoopGuard()
    for _ in range(9):
        guard.begin_reply()
        assert guard.add_delta(TextDelta("the " * 400)) is None


NORMAL = {
    "a table": "| name | value | note |\n|---|---|---|\n"
    + "".join(f"| row {n} | {n % 7} | none |\n" for n in range(400)),
    "an empty table": "|   |   |   |\n" * 60,
    "a numbered list": "".join(f"{n}. Check that the file exists and is readable.\n" for n in range(1, 400)),
    "separators": "\n".join(["-" * 200, "=" * 1_000, "*" * 3_000, "─" * 500]),
    "a ruler between sections": "".join(f"section {n}\n{'-' * 79}\n" for n in range(200)),
    "imports": "import os\nimport sys\n" * 40 + "".join(f"from package import module_{n}\n" for n in range(300)),
    "code": "".join(
        f"    def test_{n}(self) -> None:\n        self.assertEqual(f({n}), {n * n})\n\n" for n in range(300)
    ),
    "closing braces": "}\n" * 200,
    "a matrix of zeros": ("0, " * 30 + "\n") * 40,
    "blank lines": "\n" * 1_000,
    "a song": "\n\n".join(f"{n} bottles of beer on the wall, take one down, pass it around." for n in range(99, 0, -1)),
    "JSON rows": "".join(f'{{"id": {n}, "name": "user", "active": true, "tags": []}},\n' for n in range(300)),
    "a dozen equal lines": 'print("hello, hello, hello, hello, hello")\n' * 12,
}


@pytest.mark.parametrize("name", NORMAL)
def test_normal_text_is_not_endless(name: str) -> None:
    assert LoopGuard().add_delta(TextDelta(NORMAL[name])) is None
    assert LoopGuard().add_delta(ToolCallDelta(0, json.dumps({"content": NORMAL[name]}))) is None
