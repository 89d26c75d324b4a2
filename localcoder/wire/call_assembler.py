"""Tool calls put together from the pieces in which servers stream them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from localcoder.chat.json_stream import JsonError, JsonValueReader, parse_json
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ChatEvent, MalformedToolCall, ToolCallDelta, ToolCallFinished, ToolCallStarted
from localcoder.chat.parsing import random_call_id
from localcoder.wire.types import CallPart


@dataclass(slots=True)
class _Draft:
    index: int
    key: int | None
    id: str
    name: str = ""
    reader: JsonValueReader = field(default_factory=JsonValueReader)
    unsent: str = ""
    sent: list[str] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    error: str = ""


class CallAssembler:
    """Merges pieces of calls by index, or by id and order where a server gives no usable index."""

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []
        self.finished = 0
        """Calls that became complete, known once `finish` has been called."""

    def feed(self, part: CallPart) -> list[ChatEvent]:
        """Take one piece."""
        events: list[ChatEvent] = []
        draft = self._draft_of(part)
        function = part.function
        if function is None:
            return events
        if function.name and not draft.name:
            draft.name = function.name
            events.append(ToolCallStarted(draft.index, draft.id, draft.name))
        arguments = function.arguments or ""
        self._add(draft, arguments if isinstance(arguments, str) else _dump(arguments), events)
        return events

    def finish(self, *, truncated: bool) -> list[ChatEvent]:
        """No more pieces come: each call is finished, or reported where it is incomplete or broken."""
        events: list[ChatEvent] = []
        for draft in self._drafts:
            error = draft.error or self._complete(draft, events, truncated=truncated)
            if error:
                raw = "".join(draft.raw)
                text = f"The call of {draft.name or 'a tool without a name'} is broken: {error}."
                events.append(MalformedToolCall(raw, text, cut=truncated and not draft.error))
            else:
                self.finished += 1
                call = ToolCall(draft.id, draft.name, "".join(draft.sent))
                events.append(ToolCallFinished(draft.index, call))
        return events

    def _draft_of(self, part: CallPart) -> _Draft:
        names_one = part.function is not None and bool(part.function.name)
        for draft in reversed(self._drafts):
            same_key = part.index is not None and part.index == draft.key
            same_id = not part.id or part.id == draft.id
            follows = part.index is None and (bool(part.id) or not names_one)
            if same_id and (same_key or follows):
                return draft
            if same_key and not names_one:
                return draft
        draft = _Draft(len(self._drafts), part.index, part.id or random_call_id())
        self._drafts.append(draft)
        return draft

    def _add(self, draft: _Draft, text: str, events: list[ChatEvent]) -> None:
        draft.raw.append(text)
        if draft.error:
            return
        if not draft.reader.first:
            text = text.lstrip()
        try:
            rest = text[draft.reader.feed(text, 0) :]
            if rest.strip():
                raise JsonError("something follows its arguments")
        except JsonError as error:
            draft.error = str(error)
        if draft.reader.first == "{":
            self._send(draft, draft.reader.take(), events)

    def _send(self, draft: _Draft, piece: str, events: list[ChatEvent]) -> None:
        draft.unsent += piece
        if draft.name and draft.unsent:
            draft.sent.append(draft.unsent)
            events.append(ToolCallDelta(draft.index, draft.unsent))
            draft.unsent = ""

    def _complete(self, draft: _Draft, events: list[ChatEvent], *, truncated: bool) -> str:
        """Bring the arguments to their end; returns what is wrong with the call."""
        if not draft.name:
            return "the server sent no name for it"
        try:
            if not draft.reader.first and not truncated:
                self._send(draft, "{}", events)
            elif draft.reader.first == '"' and draft.reader.done:
                self._send(draft, _object_in(draft.reader.value()), events)
            elif draft.reader.text() == "null":
                self._send(draft, "{}", events)
            elif draft.reader.done:
                _object_in(draft.reader.text())
            else:
                return "the reply reached its token limit in the middle of it" if truncated else "it is incomplete"
        except JsonError as error:
            return str(error)
        return ""


def _object_in(text: str) -> str:
    """`text`, if it is a JSON object."""
    if not isinstance(parse_json(text), dict):
        raise JsonError("its arguments are no object")
    return text


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
