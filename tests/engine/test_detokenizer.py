from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.detokenizer import Detokenizer


def _pieces(text: str, cuts: list[int]) -> list[bytes]:
    data = text.encode()
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(edges)]


@given(text=st.text(), cuts=st.lists(st.integers(0, 1000)))
def test_text_is_the_same_wherever_tokens_cut_its_bytes(text: str, cuts: list[int]) -> None:
    pieces = _pieces(text, cuts)
    detokenizer = Detokenizer(pieces.__getitem__)
    shown = [detokenizer.push(token) for token in range(len(pieces))]
    assert "".join(shown) == text
    assert detokenizer.flush() == ""


@given(text=st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\ufffd")), end=st.integers(0, 100))
def test_an_answer_cut_in_mid_character_drops_the_partial_bytes(text: str, end: int) -> None:
    data = text.encode()[:end]
    detokenizer = Detokenizer(lambda token: data[token : token + 1])
    shown = "".join(detokenizer.push(token) for token in range(len(data))) + detokenizer.flush()
    assert shown == data.decode(errors="ignore")
    assert "\ufffd" not in shown
    assert text.startswith(shown)


def test_every_output_is_whole_characters() -> None:
    data = "a😀".encode()
    detokenizer = Detokenizer(lambda token: data[token : token + 1])
    assert [detokenizer.push(token) for token in range(5)] == ["a", "", "", "", "😀"]


def test_bytes_that_are_no_character_are_dropped_and_the_rest_goes_on() -> None:
    vocabulary = [b"\xf0\x9f", b"<|END|>", b"\x80\x80", "ü\ufffd".encode()]
    detokenizer = Detokenizer(vocabulary.__getitem__)
    assert [detokenizer.push(token) for token in range(4)] == ["", "<|END|>", "", "ü\ufffd"]
