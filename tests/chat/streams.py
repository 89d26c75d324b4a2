"""Feeding recorded replies to parsers in pieces, and comparing what the events add up to."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from hypothesis import strategies as st

from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.chat.parsing import NewId, ReplyParser

NewParser = Callable[[NewId], ReplyParser]


def parse(new_parser: NewParser, pieces: Iterable[str], *, truncated: bool = False) -> list[ChatEvent]:
    """All events of a reply, with ids `id0`, `id1`, ...; checks that its calls are numbered without gaps."""
    numbers = itertools.count()
    parser = new_parser(lambda: f"id{next(numbers)}")
    events = [event for piece in pieces for event in parser.feed(piece)]
    events += parser.finish(truncated=truncated)
    numbers_of_calls = [event.index for event in events if isinstance(event, ToolCallStarted)]
    assert numbers_of_calls == list(range(len(numbers_of_calls)))
    return events


def merged(events: Sequence[ChatEvent]) -> list[ChatEvent]:
    """Events with neighbouring deltas of one kind joined; checks that no delta is empty."""
    joined: list[ChatEvent] = []
    for event in events:
        last = joined[-1] if joined else None
        match last, event:
            case (ReasoningDelta(), ReasoningDelta()) | (TextDelta(), TextDelta()):
                assert event.text
                joined[-1] = type(event)(last.text + event.text)
            case ToolCallDelta(index=index), ToolCallDelta() if event.index == index:
                assert event.arguments
                joined[-1] = ToolCallDelta(index, last.arguments + event.arguments)
            case _:
                joined.append(event)
    return joined


def reasoning(events: Sequence[ChatEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta))


def content(events: Sequence[ChatEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def calls(events: Sequence[ChatEvent]) -> list[tuple[str, str]]:
    """Name and arguments of every finished call; checks that its start and deltas agree with it."""
    found = []
    for event in events:
        if isinstance(event, ToolCallFinished):
            deltas = [e.arguments for e in events if isinstance(e, ToolCallDelta) and e.index == event.index]
            starts = [e for e in events if isinstance(e, ToolCallStarted) and e.index == event.index]
            assert starts == [ToolCallStarted(event.index, event.call.id, event.call.name)]
            assert "".join(deltas) == event.call.arguments
            found.append((event.call.name, event.call.arguments))
    return found


def malformed(events: Sequence[ChatEvent]) -> list[MalformedToolCall]:
    return [event for event in events if isinstance(event, MalformedToolCall)]


def assert_cuts_do_not_matter(new_parser: NewParser, text: str, *, truncated: bool = False) -> None:
    """One cut at every position, and one character at a time."""
    whole = merged(parse(new_parser, [text], truncated=truncated))
    assert merged(parse(new_parser, text, truncated=truncated)) == whole
    for cut in range(len(text) + 1):
        assert merged(parse(new_parser, [text[:cut], text[cut:]], truncated=truncated)) == whole, cut


@st.composite
def pieces_of(draw: st.DrawFn, text: str) -> list[str]:
    """A text cut at random positions, some pieces empty."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    return [text[start:end] for start, end in itertools.pairwise([0, *cuts, len(text)])]
