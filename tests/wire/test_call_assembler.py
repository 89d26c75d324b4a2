"""Pieces of tool calls, in whatever order and size a server sends them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from localcoder.chat.model import ChatEvent
from localcoder.wire.call_assembler import CallAssembler
from localcoder.wire.types import CallPart, FunctionPart
from tests.chat.streams import calls, malformed

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
argument_texts = st.builds(
    lambda value, indent: json.dumps(value, indent=indent, ensure_ascii=False),
    st.dictionaries(texts, texts | st.integers() | st.lists(texts, max_size=2), max_size=3),
    st.sampled_from([None, 2]),
)


@st.composite
def streams(draw: st.DrawFn) -> tuple[list[str], list[CallPart]]:
    """Argument texts, and their pieces with the calls interleaved but each call's pieces in order."""
    written = draw(st.lists(argument_texts, min_size=1, max_size=4))
    queues: list[list[CallPart]] = []
    for index, text in enumerate(written):
        cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=4)))
        pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        opening = CallPart(index=index, id=f"id{index}", function=FunctionPart(name=f"tool_{index}", arguments=""))
        rest = [CallPart(index=index, function=FunctionPart(arguments=piece)) for piece in pieces]
        queues.append([opening, *rest])
    parts = []
    while queues:
        queue = draw(st.sampled_from(queues))
        parts.append(queue.pop(0))
        if not queue:
            queues.remove(queue)
    return written, parts


def assemble(parts: list[CallPart], *, truncated: bool = False) -> list[ChatEvent]:
    assembler = CallAssembler()
    events = [event for part in parts for event in assembler.feed(part)]
    events += assembler.finish(truncated=truncated)
    assert assembler.finished == len(calls(events))
    return events


@given(stream=streams())
def test_interleaved_pieces_give_each_call_its_own_bytes(stream: tuple[list[str], list[CallPart]]) -> None:
    written, parts = stream
    found = assemble(parts)
    assert {name: arguments for name, arguments in calls(found)} == {
        f"tool_{index}": text for index, text in enumerate(written)
    }
    assert not malformed(found)


@given(stream=streams(), data=st.data())
def test_a_stream_cut_anywhere_finishes_only_whole_calls(
    stream: tuple[list[str], list[CallPart]], data: st.DataObject
) -> None:
    written, parts = stream
    kept = parts[: data.draw(st.integers(0, len(parts)))]
    found = assemble(kept, truncated=True)
    for name, arguments in calls(found):
        assert arguments == written[int(name.removeprefix("tool_"))]
    begun = {part.index for part in kept}
    assert len(calls(found)) + len(malformed(found)) == len(begun)


odd: st.SearchStrategy[Any] = st.none() | st.just("") | texts | st.sampled_from(["{", "}", '"', "null", '{"a": 1}'])


@given(
    parts=st.lists(
        st.builds(
            CallPart,
            index=st.none() | st.integers(0, 2),
            id=st.none() | st.sampled_from(["", "a", "b"]),
            function=st.none()
            | st.builds(FunctionPart, name=st.none() | st.sampled_from(["", "f", "g"]), arguments=odd),
        ),
        max_size=8,
    ),
    truncated=st.booleans(),
)
def test_nothing_that_a_server_sends_breaks_it_or_vanishes(parts: list[CallPart], truncated: bool) -> None:
    found = assemble(parts, truncated=truncated)
    for _, arguments in calls(found):
        assert isinstance(json.loads(arguments), dict)
    assert bool(parts) == bool(calls(found) or malformed(found))


def test_arguments_that_are_whole_but_no_object_are_called_that() -> None:
    found = assemble([CallPart(index=0, id="c", function=FunctionPart(name="write", arguments="[1, 2]"))])
    assert "no object" in malformed(found)[0].error
