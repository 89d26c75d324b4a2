"""Tool calls that models write as `<function=name><parameter=key>value</parameter></function>`, streamed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from localcoder.chat.json_calls import WHITESPACE
from localcoder.chat.json_stream import JsonError, parse_json
from localcoder.chat.messages import ToolCall, ToolSpec
from localcoder.chat.model import ChatEvent, MalformedToolCall, ToolCallDelta, ToolCallFinished, ToolCallStarted
from localcoder.chat.parsing import NewId

FUNCTION = "<function="
END_FUNCTION = "</function>"
PARAMETER = "<parameter="
END_PARAMETER = "</parameter>"
_EDGE = re.compile("[\\n<]")
"""Where a value may end: a newline before a tag, or the tag itself."""
_NAME_LIMIT = 200
_GAP_LIMIT = 64
_REFERENCE_LIMIT = 8


@dataclass(slots=True)
class _Call:
    index: int
    id: str
    name: str
    schema: Mapping[str, Any]
    arguments: list[str] = field(default_factory=list)
    given: set[str] = field(default_factory=set)

    @property
    def properties(self) -> Mapping[str, Any]:
        """The schemas of its parameters."""
        return self.schema.get("properties") or {}


class XmlCallBody:
    """What stands between a call's tags: one or several functions.

    Arguments become a JSON object, typed by the tool's schema: a parameter whose schema allows strings is taken as it
    stands (less one newline at each edge) and streamed; others are read as JSON, or stay strings where they are none.
    A value ends at a `</parameter>` with another parameter or the function's end behind it, so that a text may contain
    the tag; where the model forgets it, at the function's end or at the next parameter of the schema.
    """

    def __init__(self, tools: Sequence[ToolSpec], calls: int, new_id: NewId) -> None:
        self.calls = calls
        self._first = calls
        self._schemas = {tool.name: tool.parameters for tool in tools}
        self._new_id = new_id
        self._state: Literal["between", "function", "value"] = "between"
        self._call: _Call | None = None
        self._key = ""
        self._value: list[str] = []
        self._streams = False
        self._buffer = ""
        self._raw: list[str] = []
        self._error = ""

    def feed(self, text: str, events: list[ChatEvent]) -> None:
        """Take more of the body."""
        self._raw.append(text)
        if self._error:
            return
        self._buffer += text
        try:
            while self._step(events, final=False):
                pass
        except JsonError as error:
            self._error = str(error)

    def finish(self, events: list[ChatEvent], *, truncated: bool) -> None:
        """The body has ended, by its tag or (`truncated`) by a token limit."""
        try:
            while not self._error and self._step(events, final=True):
                pass
        except JsonError as error:
            self._error = str(error)
        cut = truncated and not self._error
        if not self._error and self._call is not None and self._state == "function" and not truncated:
            self._close_call(self._call, events)
        elif not self._error and self._call is not None:
            cause = "the reply reached its token limit" if truncated else "the call ended"
            self._error = f"{cause} in the middle of it"
        elif not self._error and self._buffer.strip():
            self._error = f"{self._buffer.strip()[:40]} stands where a function is expected"
        elif not self._error and self.calls == self._first:
            self._error = "the reply reached its token limit before it" if truncated else "there is no call in it"
        if self._error:
            events.append(MalformedToolCall("".join(self._raw), f"The call is broken: {self._error}.", cut))

    def _step(self, events: list[ChatEvent], *, final: bool) -> bool:
        """Take one thing from the buffer; False where it must grow first."""
        if self._state == "value":
            return self._step_in_value(events, final=final)
        self._buffer = self._buffer.lstrip(WHITESPACE)
        if self._call is None:
            name = self._take_tag(FUNCTION)
            if name:
                self._open_call(name, events)
            return bool(name)
        if self._buffer.startswith(END_FUNCTION):
            self._buffer = self._buffer[len(END_FUNCTION) :]
            self._close_call(self._call, events)
            return True
        if END_FUNCTION.startswith(self._buffer):
            return False
        key = self._take_tag(PARAMETER)
        if key:
            self._open_value(self._call, key, events)
        return bool(key)

    def _take_tag(self, opening: str) -> str:
        """The name in a tag at the buffer's start; empty while the tag is incomplete."""
        if not self._buffer.startswith(opening[: len(self._buffer)]):
            raise JsonError(f"something else stands where {opening}...> is expected")
        end = self._buffer.find(">", len(opening), _NAME_LIMIT)
        if end < 0 and len(self._buffer) >= _NAME_LIMIT:
            raise JsonError(f"{opening} is never closed")
        if end < 0:
            return ""
        name = self._buffer[len(opening) : end].strip()
        if not name or "\n" in name:
            raise JsonError(f"{opening} names nothing")
        self._buffer = self._buffer[end + 1 :]
        return name

    def _open_call(self, name: str, events: list[ChatEvent]) -> None:
        self._call = _Call(self.calls, self._new_id(), name, self._schemas.get(name, {}))
        self.calls += 1
        events.append(ToolCallStarted(self._call.index, self._call.id, name))
        self._state = "function"

    def _close_call(self, call: _Call, events: list[ChatEvent]) -> None:
        self._add("}" if call.arguments else "{}", call, events)
        arguments = "".join(call.arguments)
        events.append(ToolCallFinished(call.index, ToolCall(call.id, call.name, arguments)))
        self._call = None
        self._state = "between"
        self._raw = [self._buffer]

    def _open_value(self, call: _Call, key: str, events: list[ChatEvent]) -> None:
        if key in call.given:
            raise JsonError(f"parameter {key} stands twice in it")
        call.given.add(key)
        self._key, self._value, self._state = key, [], "value"
        self._streams = allows_strings(call.properties.get(key), call.schema)
        opening = "{" if not call.arguments else ", "
        self._add(f"{opening}{_json(key)}: " + ('"' if self._streams else ""), call, events)

    def _step_in_value(self, events: list[ChatEvent], *, final: bool) -> bool:
        call = self._call
        if call is None:
            return False
        for edge in _EDGE.finditer(self._buffer):
            position = edge.start()
            length = self._edge_length(call, position, final=final)
            if length is None:
                self._add_value(self._buffer[:position], call, events)
                self._buffer = self._buffer[position:]
                return False
            if length >= 0:
                self._add_value(self._buffer[:position], call, events)
                self._buffer = self._buffer[position + length :]
                self._close_value(call, events)
                return True
        self._add_value(self._buffer, call, events)
        self._buffer = ""
        return False

    def _edge_length(self, call: _Call, position: int, *, final: bool) -> int | None:
        """Characters at `position` that end the value; -1 where they do not; None where more text must decide."""
        rest = self._buffer[position : position + _NAME_LIMIT + len(PARAMETER) + _GAP_LIMIT]
        newline = 1 if rest.startswith("\n") else 0
        tag = rest[newline:]
        if END_PARAMETER.startswith(tag) or END_FUNCTION.startswith(tag) or PARAMETER.startswith(tag):
            return -1 if final else None
        if tag.startswith(END_PARAMETER):
            behind = tag[len(END_PARAMETER) :]
            gap = len(behind) - len(behind.lstrip(WHITESPACE))
            following = behind[gap:]
            if gap > _GAP_LIMIT:
                return -1
            if following.startswith((PARAMETER, END_FUNCTION)) or (final and not following):
                return newline + len(END_PARAMETER)
            undecided = PARAMETER.startswith(following) or END_FUNCTION.startswith(following)
            return None if undecided and not final else -1
        if tag.startswith(END_FUNCTION):
            behind = tag[len(END_FUNCTION) :].lstrip(WHITESPACE)
            if behind and not FUNCTION.startswith(behind[: len(FUNCTION)]):
                return -1
            return newline if final or behind.startswith(FUNCTION) else None
        return self._forgotten_end(call, tag, newline, final=final)

    def _forgotten_end(self, call: _Call, tag: str, newline: int, *, final: bool) -> int | None:
        if not newline or not tag.startswith(PARAMETER):
            return -1
        name, closed, _ = tag[len(PARAMETER) :].partition(">")
        if not closed:
            return -1 if final or len(name) > _NAME_LIMIT else None
        return newline if name in call.properties and name not in call.given else -1

    def _add_value(self, text: str, call: _Call, events: list[ChatEvent]) -> None:
        if not text:
            return
        first = not self._value
        self._value.append(text)
        if self._streams:
            self._add(_json(text.removeprefix("\n") if first else text)[1:-1], call, events)

    def _close_value(self, call: _Call, events: list[ChatEvent]) -> None:
        self._state = "function"
        if self._streams:
            self._add('"', call, events)
            return
        text = "".join(self._value).strip()
        try:
            parse_json(text)
        except JsonError:
            text = {"True": "true", "False": "false", "None": "null"}.get(text) or _json(text)
        self._add(text, call, events)

    def _add(self, arguments: str, call: _Call, events: list[ChatEvent]) -> None:
        if arguments:
            call.arguments.append(arguments)
            events.append(ToolCallDelta(call.index, arguments))


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def allows_strings(schema: Any, root: Mapping[str, Any]) -> bool:
    """Whether a parameter of a tool with schema `root` is taken as it stands; one that the schema does not know is."""
    schema = resolve_schema(schema, root)
    if not isinstance(schema, Mapping):
        return True
    kinds = schema.get("type")
    if kinds is not None:
        return "string" in ([kinds] if isinstance(kinds, str) else kinds)
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, Sequence):
        return any(allows_strings(option, root) for option in options)
    choices = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
    return not choices or any(isinstance(choice, str) for choice in choices)


def resolve_schema(schema: Any, root: Mapping[str, Any]) -> Any:
    """What `schema` refers to within `root`, if it is a reference to one of its definitions."""
    for _ in range(_REFERENCE_LIMIT):
        target = schema.get("$ref") if isinstance(schema, Mapping) else None
        if not isinstance(target, str) or not target.startswith("#/"):
            break
        schema = root
        for step in target[2:].split("/"):
            schema = schema.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(schema, Mapping) else None
    return schema
