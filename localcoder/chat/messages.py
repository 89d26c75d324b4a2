"""A conversation as plain values, independent of any model's format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model made. `arguments` is the JSON text exactly as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn's message.

    `reasoning` and `tool_calls` belong to role assistant; `tool_call_id` and `is_error` to role tool.
    """

    role: Role
    content: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it; `parameters` is a JSON schema of type object.

    `strict`: whatever the model does, its calls of this tool fit the schema.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    strict: bool = False


def with_users_joined(messages: Sequence[Message]) -> list[Message]:
    """`messages` with each run of the user's as one, since many models were taught that roles take turns.

    A compaction, an interrupted turn and a reply that was nothing leave two in a row.
    """
    joined: list[Message] = []
    for message in messages:
        if message.role == "user" and joined and joined[-1].role == "user":
            joined[-1] = replace(message, content=f"{joined[-1].content}\n\n{message.content}")
        else:
            joined.append(message)
    return joined
