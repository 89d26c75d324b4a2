"""Server-sent events, whatever the cuts and line ends."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.wire.sse import EventDecoder, ServerEvent


def decode(pieces: list[bytes]) -> list[ServerEvent]:
    decoder = EventDecoder()
    return [event for piece in pieces for event in decoder.feed(piece)] + list(decoder.finish())


STREAM = (
    ': hello\n\ndata: {"a": "é😀\u2028"}\n\nevent: error\ndata:x\ndata\ndata:  y\nid: 3\nretry: 5\n\n\n\ndata: [DONE]'
)
EVENTS = [
    ServerEvent("message", '{"a": "é😀\u2028"}'),
    ServerEvent("error", "x\n\n y"),
    ServerEvent("message", "[DONE]"),
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_cut_at_any_byte_changes_nothing(line_end: str) -> None:
    stream = STREAM.replace("\n", line_end).encode()
    assert decode([stream]) == EVENTS
    assert decode([bytes([byte]) for byte in stream]) == EVENTS
    for cut in range(len(stream) + 1):
        assert decode([stream[:cut], b"", stream[cut:]]) == EVENTS


@given(
    texts=st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), min_size=1)),
    cuts=st.lists(st.integers(0, 400)),
    line_end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_texts_arrive_unchanged(texts: list[str], cuts: list[int], line_end: str) -> None:
    stream = "".join(f"data: {text}{line_end}{line_end}" for text in texts).encode()
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    pieces = [stream[start:end] for start, end in itertools.pairwise(edges)]
    assert decode(pieces) == [ServerEvent("message", text) for text in texts]
