"""The items of a Responses request as a conversation.

The items of one turn of the model (its reasoning, its text and its calls) are one message, as they are in the prompt
that the model was given when it wrote them; otherwise the prefix cache would miss from there on.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any, Final

from localcoder.chat.messages import Message, ToolCall
from localcoder.server.errors import invalid, unsupported
from localcoder.server.parsing import validated
from localcoder.server.responses_types import (
    CallItem,
    CallOutputItem,
    Item,
    MessageItem,
    ReasoningItem,
    ReasoningPart,
    RefusalPart,
    TextPart,
)

_SEAL: Final = "localcoder."
_ITEMS: Final[Mapping[str, type[Item]]] = {
    "message": MessageItem,
    "function_call": CallItem,
    "function_call_output": CallOutputItem,
    "reasoning": ReasoningItem,
}
_TEXT_PARTS: Final = ("input_text", "output_text", "text")


def seal(reasoning: str) -> str:
    """Reasoning as the `encrypted_content` that clients hand back unread.

    It is not encrypted: it holds what the client got in plain as well. Clients that keep nothing else of a reasoning
    item can give the model its reasoning back this way.
    """
    return _SEAL + base64.urlsafe_b64encode(reasoning.encode()).decode()


def unseal(sealed: str) -> str:
    """The reasoning that `seal` got; empty for what other servers have encrypted, which only they can read."""
    if not sealed.startswith(_SEAL):
        return ""
    try:
        return base64.urlsafe_b64decode(sealed.removeprefix(_SEAL).encode()).decode()
    except (binascii.Error, UnicodeError):
        return ""


def conversation(given: Any, instructions: str | None) -> tuple[Message, ...]:
    """The messages of `input`, behind the instructions.

    Raises:
        ApiError: 400 that names the item, and what in it, is at fault.
    """
    reader = _Reader()
    if instructions:
        reader.messages.append(Message("system", instructions))
    match given:
        case str():
            reader.messages.append(Message("user", given))
        case list() if given:
            for index, item in enumerate(given):
                reader.take(item, f"input.{index}")
        case None:
            raise invalid("input", "is missing")
        case _:
            raise invalid("input", "must be a text or a list of items, and not empty")
    return reader.finish()


class _Reader:
    """Puts items together to messages; the turn of the model that is being read is open."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._called: set[str] = set()
        self._reasoning: list[str] = []
        self._text: list[str] = []
        self._calls: list[ToolCall] = []
        self._said = False

    def take(self, raw: Any, at: str) -> None:
        match _item(raw, at):
            case MessageItem(role="assistant") as message:
                if self._said and not self._calls:
                    self._close()
                self._text.append(_text(message.content, f"{at}.content"))
                self._said = True
            case MessageItem() as message:
                self._close()
                self.messages.append(
                    Message("user" if message.role == "user" else "system", _text(message.content, f"{at}.content"))
                )
            case ReasoningItem() as reasoning:
                if self._said and not self._calls:
                    self._close()
                self._reasoning += filter(None, [_reasoning_of(reasoning)])
            case CallItem() as call:
                self._called.add(call.call_id)
                self._calls.append(ToolCall(call.call_id, call.name, call.arguments))
            case CallOutputItem() as output:
                self._close()
                if output.call_id not in self._called:
                    raise invalid(f"{at}.call_id", f"is `{output.call_id}`, but no function call before it has this id")
                self.messages.append(Message("tool", _text(output.output, f"{at}.output"), tool_call_id=output.call_id))

    def finish(self) -> tuple[Message, ...]:
        self._close()
        return tuple(self.messages)

    def _close(self) -> None:
        if self._said or self._reasoning or self._calls:
            self.messages.append(
                Message(
                    "assistant",
                    "".join(self._text),
                    reasoning="\n\n".join(self._reasoning),
                    tool_calls=tuple(self._calls),
                )
            )
        self._reasoning, self._text, self._calls, self._said = [], [], [], False


def _item(raw: Any, at: str) -> Item:
    if not isinstance(raw, Mapping):
        raise invalid(at, "must be an object")
    kind = raw.get("type")
    if kind is None and "role" in raw:
        kind = "message"
    if kind == "item_reference":
        raise unsupported(
            f"{at}.type", "cannot be `item_reference`: nothing is stored here; send the item itself, with `store` false"
        )
    if not isinstance(kind, str) or kind not in _ITEMS:
        raise unsupported(f"{at}.type", f"can only be one of {', '.join(_ITEMS)} here")
    return validated(_ITEMS[kind], raw, at)


def _text(content: Any, at: str) -> str:
    """A content, which is a text, a list of parts or null, as one text."""
    match content:
        case None:
            return ""
        case str():
            return content
        case list():
            return "".join(_part(part, f"{at}.{index}") for index, part in enumerate(content))
        case _:
            raise invalid(at, "must be a text or a list of parts")


def _part(raw: Any, at: str) -> str:
    kind = raw.get("type") if isinstance(raw, Mapping) else None
    if kind == "refusal":
        return validated(RefusalPart, raw, at).refusal
    if isinstance(kind, str) and kind not in _TEXT_PARTS:
        # Images, files and audio are known, and cannot be read here.
        raise unsupported(f"{at}.type", f"can only be text here, not `{kind}`")
    return validated(TextPart, raw, at).text


def _reasoning_of(item: ReasoningItem) -> str:
    """The reasoning as the model wrote it where it is known, else what was told of it."""
    return _join(item.content, "") or unseal(item.encrypted_content or "") or _join(item.summary, "\n\n")


def _join(parts: Iterable[ReasoningPart] | None, separator: str) -> str:
    return separator.join(part.text for part in parts or ())
