"""Tool calls that models write as JSON objects, streamed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from localcoder.chat.json_stream import JsonError, JsonValueReader, parse_json
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    TextDelta,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.chat.parsing import NewId

WHITESPACE = " \t\r\n"
_BETWEEN_CALLS = WHITESPACE + "[],;}"


@dataclass(frozen=True, slots=True)
class CallKeys:
    """Which keys of a call's object hold the name and the arguments. Other keys are ignored."""

    name: tuple[str, ...]
    arguments: tuple[str, ...]


class JsonCallReader:
    """Reads one call's object out of a stream.

    The name is announced as soon as it is known, and the arguments follow as they are written. Arguments that are a
    JSON text inside a string are taken out of it; missing ones and null are an empty object.
    """

    def __init__(self, keys: CallKeys, index: int, call_id: str) -> None:
        self.done = False
        self.name: str | None = None
        self._keys = keys
        self._index = index
        self._id = call_id
        self._state: Literal["open", "key", "colon", "value", "after"] = "open"
        self._reader = JsonValueReader()
        self._key = ""
        self._arguments: list[str] | None = None
        self._unsent: list[str] = []

    def feed(self, text: str, position: int, events: list[ChatEvent]) -> int:
        """Read on from `position`, adding to `events`; returns the position behind what belongs to the object.

        Raises:
            JsonError: what follows cannot be a call.
        """
        while position < len(text) and not self.done:
            if self._state == "value" and self._reader.first:
                position = self._read_value(text, position, events)
            elif self._state == "key" and self._reader.first:
                position = self._read_key(text, position)
            elif text[position] in WHITESPACE:
                position += 1
            else:
                position = self._read_structure(text, position, events)
        return position

    @property
    def key(self) -> str:
        """The key whose value is being read or was read last; empty before the first."""
        return self._key

    def close(self, events: list[ChatEvent]) -> bool:
        """Nothing more follows: finish the call if only its last brace is missing; says whether the call is done."""
        if self._state == "after" and self.name is not None and self._arguments is not None and not self.done:
            self._finish(events)
        return self.done

    def _read_structure(self, text: str, position: int, events: list[ChatEvent]) -> int:
        character = text[position]
        match self._state, character:
            case "open", "{":
                self._state = "key"
            case "key", '"':
                return self._read_key(text, position)
            case "colon", ":":
                self._state = "value"
            case "value", _:
                return self._read_value(text, position, events)
            case "after", ",":
                self._state = "key"
            case (("key" | "after"), "}"):
                self._finish(events)
            case _:
                wanted = {"open": "{", "key": "a key", "colon": ":", "after": ", or }"}[self._state]
                raise JsonError(f"{wanted} is expected where {character} stands")
        return position + 1

    def _read_key(self, text: str, position: int) -> int:
        position = self._reader.feed(text, position)
        if self._reader.done:
            self._key, self._reader, self._state = self._reader.value(), JsonValueReader(), "colon"
            again = self._key in self._keys.name and self.name is not None
            if again or (self._key in self._keys.arguments and self._arguments is not None):
                raise JsonError(f"{self._key} stands twice in it")
        return position

    def _read_value(self, text: str, position: int, events: list[ChatEvent]) -> int:
        reader = self._reader
        try:
            position = reader.feed(text, position)
        finally:
            streams = self._key in self._keys.arguments and reader.first == "{"
            if streams:
                self._add_arguments(reader.take(), events)
        if reader.done:
            self._take_value(reader, streams, events)
            self._reader, self._state = JsonValueReader(), "after"
        return position

    def _take_value(self, reader: JsonValueReader, streamed: bool, events: list[ChatEvent]) -> None:
        value = reader.value()
        if streamed:
            return
        if self._key in self._keys.name:
            if not isinstance(value, str) or not value:
                raise JsonError(f"{self._key} must be a tool's name")
            self.name = value
            events.append(ToolCallStarted(self._index, self._id, value))
            unsent, self._unsent = self._unsent, []
            events += [ToolCallDelta(self._index, piece) for piece in unsent]
        elif self._key in self._keys.arguments and value is not None:
            if not isinstance(value, str) or not isinstance(parse_json(value), dict):
                raise JsonError(f"{self._key} must be an object")
            self._add_arguments(value, events)

    def _add_arguments(self, piece: str, events: list[ChatEvent]) -> None:
        if self._arguments is None:
            self._arguments = []
        if not piece:
            return
        self._arguments.append(piece)
        if self.name is None:
            self._unsent.append(piece)
        else:
            events.append(ToolCallDelta(self._index, piece))

    def _finish(self, events: list[ChatEvent]) -> None:
        if self.name is None:
            raise JsonError(f"it has no {self._keys.name[0]}")
        if self._arguments is None:
            self._add_arguments("{}", events)
        arguments = "".join(self._arguments or ())
        events.append(ToolCallFinished(self._index, ToolCall(self._id, self.name, arguments)))
        self.done = True


class JsonCallBody:
    """What stands between a call's markers: one or several objects, with or without an array around them.

    `calls` counts the reply's calls. Closing brackets too many and a last brace missing are forgiven; everything else
    that is no call becomes one `MalformedToolCall` with all that stands from there to the body's end.
    """

    def __init__(self, keys: CallKeys, calls: int, new_id: NewId, *, prose_may_follow: bool = False) -> None:
        """`prose_may_follow`: what comes after a whole call and is none is text, not an error."""
        self.calls = calls
        self._first = calls
        self._keys = keys
        self._new_id = new_id
        self._call: JsonCallReader | None = None
        self._prose_may_follow = prose_may_follow
        self._in_prose = False
        self._raw: list[str] = []
        self._error = ""

    def feed(self, text: str, events: list[ChatEvent]) -> None:
        """Take more of the body."""
        position = 0
        try:
            while position < len(text) and not self._error:
                start = position
                position = self._step(text, position, events)
                self._raw.append(text[start:position])
                if self._call is not None and self._call.done:
                    self._call = None
                    self._raw.clear()
        except JsonError as error:
            self._error = str(error)
            self._raw.append(text[start:])
            return
        if self._error:
            self._raw.append(text[position:])

    def finish(self, events: list[ChatEvent], *, truncated: bool) -> None:
        """The body's end has come, by its marker or (`truncated`) by a token limit."""
        cut = truncated and not self._error
        if not self._error and self._call is not None and (truncated or not self._closes(events)):
            cause = "the reply reached its token limit" if truncated else "the call ended"
            self._error = f"{cause} in the middle of it"
        elif not self._error and self.calls == self._first:
            self._error = "the reply reached its token limit before it" if truncated else "there is no call in it"
        if self._error:
            events.append(MalformedToolCall("".join(self._raw), f"The call is broken: {self._error}.", cut))
            if self._call is not None and self._call.name is None:
                self.calls -= 1  # it was never announced, so its number is the next call's

    def _closes(self, events: list[ChatEvent]) -> bool:
        try:
            return self._call is not None and self._call.close(events)
        except JsonError as error:
            self._error = str(error)
            return True

    def _step(self, text: str, position: int, events: list[ChatEvent]) -> int:
        if self._in_prose:
            events.append(TextDelta(text[position:]))
            return len(text)
        if self._call is None and text[position] == "{":
            self._call = JsonCallReader(self._keys, self.calls, self._new_id())
            self.calls += 1
        if self._call is not None:
            return self._call.feed(text, position, events)
        if text[position] not in _BETWEEN_CALLS:
            self._in_prose = self._prose_may_follow and self.calls > self._first
            if self._in_prose:
                return position
            raise JsonError(f"{text[position]} stands where a call or its end is expected")
        return position + 1
