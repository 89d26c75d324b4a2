from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.stop import StopStrings


def run(stops: list[str], pieces: list[str]) -> tuple[str, bool]:
    strings = StopStrings(stops)
    shown = ""
    for piece in pieces:
        text, stopped = strings.push(piece)
        shown += text
        if stopped:
            return shown, True
    return shown + strings.flush(), False


def expected(stops: list[str], text: str) -> tuple[str, bool]:
    """The definition, character by character: the first moment at which a stop string is complete."""
    for end in range(len(text) + 1):
        ending = [stop for stop in stops if stop and text[:end].endswith(stop)]
        if ending:
            return text[: end - max(map(len, ending))], True
    return text, False


_ABC = st.text(alphabet="abc", max_size=4)


@given(stops=st.lists(_ABC, max_size=4), pieces=st.lists(_ABC, max_size=12))
def test_the_cut_is_the_same_however_tokens_cut_the_text(stops: list[str], pieces: list[str]) -> None:
    assert run(stops, pieces) == expected(stops, "".join(pieces))


@given(stops=st.permutations(["ab", "abc", "bca", "cc"]), pieces=st.lists(_ABC, max_size=12))
def test_the_order_of_the_stop_strings_does_not_matter(stops: list[str], pieces: list[str]) -> None:
    assert run(stops, pieces) == run(sorted(stops), pieces)


def test_a_stop_string_over_two_tokens_is_seen_and_nothing_of_it_shown() -> None:
    assert run(["beta gamma"], ["alpha be", "ta gam", "ma delta"]) == ("alpha ", True)


def test_a_long_stop_string_is_never_partly_shown() -> None:
    strings = StopStrings(["DEFGHIJ"])
    shown = [strings.push(letter)[0] for letter in "ABCDEFGHI"]
    assert shown == ["A", "B", "C", *[""] * 6]
    assert strings.push("J") == ("", True)


def test_a_held_beginning_is_shown_when_it_comes_to_nothing() -> None:
    strings = StopStrings(["<START>"])
    assert strings.push("a <STA") == ("a ", False)
    assert strings.push("R!") == ("<STAR!", False)
    assert strings.push("<START") == ("", False)
    assert strings.flush() == "<START"


@pytest.mark.parametrize("stops", [["1", "k=1 was"], ["k=1 was", "1"]])
@pytest.mark.parametrize("pieces", [["k=1 was"], list("k=1 was"), ["k=", "1 was"]])
def test_of_two_stop_strings_the_first_complete_one_cuts(stops: list[str], pieces: list[str]) -> None:
    assert run(stops, pieces) == ("k=", True)


def test_a_stop_string_matches_control_tokens_as_a_whole_or_not_at_all() -> None:
    strings = StopStrings(["<", "a<|END|>", "<|START|>"])
    assert strings.push("xa") == ("x", False)
    assert strings.push_control("<|END|>") == ("a<|END|>", False)
    assert strings.push("b") == ("b", False)
    assert strings.push_control("<|START|>") == ("", True)
