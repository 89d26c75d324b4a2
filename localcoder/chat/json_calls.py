"""Tool calls that models write as JSON objects, streamed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from localcoder.chat.json_stream import JsonError, JsonValueReader, parse_json
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ChatEvent, ToolCallDelta, ToolCallFinished, ToolCallStarted

WHITESPACE = " \t\r\n"


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
        return position

    def _read_value(self, text: str, position: int, events: list[ChatEvent]) -> int:
        reader = self._reader
        position = reader.feed(text, position)
        streams = self._key in self._keys.arguments and reader.first == "{"
        if streams and self._arguments is None:
            self._arguments = []
        if streams and self._arguments is not None:
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
            self._arguments = []
            self._add_arguments(value, events)

    def _add_arguments(self, piece: str, events: list[ChatEvent]) -> None:
        if not piece or self._arguments is None:
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
            self._arguments = []
            self._add_arguments("{}", events)
        arguments = "".join(self._arguments or ())
        events.append(ToolCallFinished(self._index, ToolCall(self._id, self.name, arguments)))
        self.done = True
