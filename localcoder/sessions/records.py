"""The lines of a session file: JSON objects with `v` and `type`, one a line, only ever appended.

`session` comes first and says where and with what the session began; `message` is one message of the conversation, with
the number of the checkpoints' turn that it began as `turn`; `retract` takes the last message back; `compaction` lets a
summary stand for all but the newest messages; `rewind` takes all but the oldest back, after the newest `compactions`
summaries have given way again to what they stood for; `title` is the user's name for the session; `turn` ends a turn;
`agent` is one of these records in the conversation of a subagent: `record` is its type, `id` tells the session's
subagents apart, `name` is what people know it by, `call_id` the call that started it. Types that this version does not
know are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from localcoder.chat.messages import Message, ToolCall

VERSION = 1
_ROLES = ("system", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class Header:
    """How a session began. `created_s` is in seconds since the epoch."""

    id: str
    created_s: float
    cwd: str
    model: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: the record in it, or why there is none; `end` is the offset of the byte after the line."""

    record: dict[str, Any] | None
    problem: str
    end: int
    complete: bool


def encode(kind: str, **fields: Any) -> bytes:
    """A record as a line. ASCII alone, so that a cut never leaves half a character and lone surrogates survive."""
    return json.dumps({"v": VERSION, "type": kind, **fields}, separators=(",", ":")).encode("ascii") + b"\n"


_TITLE_BEGIN = encode("title")[:-2]
REWIND_BEGIN = encode("rewind")[:-2]
"""How such a record's line begins; no text within a record looks like it, for quotes are escaped there."""

_CUT_PROMPT = re.compile(
    rb'\{"v":\d+,"type":"message",(?:"at_s":[^,]*,)?"role":"user","content":'
    rb'("[^"\\]*(?:\\(?:u[0-9a-f]{4}|[^u])[^"\\]*)*)'
)


def lines(data: bytes) -> Iterator[Line]:
    """The lines of a file that may be torn anywhere. Blank and NUL-only lines (a crash leaves them) are left out."""
    start = 0
    while start < len(data):
        newline = data.find(b"\n", start)
        end = len(data) if newline < 0 else newline + 1
        text = data[start:end].strip(b"\0 \r\n")
        if text:
            record, problem = _decode(text)
            yield Line(record, problem, end, newline >= 0)
        start = end


def header_of(record: dict[str, Any]) -> Header:
    """The header in a `session` record. Raises ValueError where it is not one."""
    fields = (record.get("id"), record.get("created_s"), record.get("cwd"), record.get("model"))
    match fields:
        case (str() as session_id, int() | float() as created_s, str() as cwd, str() as model):
            return Header(session_id, float(created_s), cwd, model)
        case _:
            raise ValueError("a session record with missing fields")


def message_fields(message: Message, turn: int | None = None) -> dict[str, Any]:
    """The fields of a `message` record; what is empty is left out. `turn` is the one that it began."""
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if turn is not None:
        fields["turn"] = turn
    if message.reasoning:
        fields["reasoning"] = message.reasoning
    if message.tool_calls:
        fields["tool_calls"] = [
            {"id": call.id, "name": call.name, "arguments": call.arguments} for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        fields["tool_call_id"] = message.tool_call_id
    if message.is_error:
        fields["is_error"] = True
    return fields


def message_of(record: dict[str, Any]) -> Message:
    """The message in a `message` record. Raises ValueError where it is not one."""
    try:
        role, content = record["role"], record["content"]
        calls = tuple(
            ToolCall(_text(call["id"]), _text(call["name"]), _text(call["arguments"]))
            for call in record.get("tool_calls", ())
        )
        if role not in _ROLES:
            raise ValueError(f"unknown role {role!r}")
        call_id = record.get("tool_call_id")
        return Message(
            role,
            _text(content),
            _text(record.get("reasoning", "")),
            calls,
            None if call_id is None else _text(call_id),
            bool(record.get("is_error", False)),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"a message record without a proper {error}") from None


def cut_prompt(data: bytes) -> str:
    """How a user's message begins whose record, the last in `data`, may be cut anywhere; empty where it is none."""
    begun = _CUT_PROMPT.match(data, data.rfind(b"\n") + 1)
    return str(json.loads(begun[1] + b'"')) if begun else ""


def compaction_of(record: dict[str, Any], count: int) -> tuple[Message, int]:
    """The summary in a `compaction` record and how many of `count` messages stay. Raises ValueError where damaged."""
    match record:
        case {"summary": dict() as fields, "kept": int() as kept} if 0 <= kept <= count:
            return message_of(fields), kept
        case _:
            raise ValueError("a compaction record that does not fit the conversation")


def rewind_of(record: dict[str, Any], count: int) -> int:
    """How many of `count` messages a `rewind` record keeps. Raises ValueError where it is damaged."""
    match record:
        case {"kept": int() as kept} if 0 <= kept <= count:
            return kept
        case _:
            raise ValueError("a rewind record that does not fit the conversation")


def rewound_compactions(record: dict[str, Any], count: int) -> int:
    """How many of `count` summaries a `rewind` record takes back. Raises ValueError where it is damaged."""
    compactions = record.get("compactions", 0)
    if not isinstance(compactions, int) or not 0 <= compactions <= count:
        raise ValueError("a rewind record that does not fit the conversation")
    return compactions


def turn_of(record: dict[str, Any]) -> int | None:
    """The number of the turn that the message in a `message` record began; None where it began none."""
    turn = record.get("turn")
    return turn if isinstance(turn, int) else None


def title_of(record: dict[str, Any]) -> str | None:
    """The session's name in a `title` record; None for any other."""
    match record:
        case {"type": "title", "title": str() as title}:
            return title
        case _:
            return None


def last_title(data: bytes) -> str:
    """The newest name in `data`, pieces of a file, found without reading all of its records; empty without one."""
    start = data.rfind(_TITLE_BEGIN)
    line = next(lines(data[start:]), None) if start >= 0 else None
    return (title_of(line.record) if line is not None and line.record is not None else None) or ""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"text: {value!r:.40}")
    return value


def _decode(text: bytes) -> tuple[dict[str, Any] | None, str]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None, "not JSON"
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        return None, "not a record"
    return record, ""
