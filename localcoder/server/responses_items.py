"""The items of a Responses object while they are written, and the events that tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from localcoder.server.responses_input import seal

Event = dict[str, Any]
Status = Literal["in_progress", "completed", "incomplete"]


@dataclass(frozen=True, slots=True)
class TextKind:
    """Names that differ between an answer's text, reasoning, and reasoning that is sent as its own summary."""

    part_event: str
    text_event: str
    index: str
    part: Mapping[str, Any]
    scored: bool = False


TEXT: Final = TextKind(
    "content_part", "output_text", "content_index", {"type": "output_text", "annotations": [], "logprobs": []}, True
)
REASONING: Final = TextKind("content_part", "reasoning_text", "content_index", {"type": "reasoning_text"})
SUMMARY: Final = TextKind("reasoning_summary_part", "reasoning_summary_text", "summary_index", {"type": "summary_text"})


class TextOutput:
    """A message or a reasoning item: one part, whose text grows."""

    def __init__(self, item_id: str, position: int, kind: TextKind, *, sealed: bool) -> None:
        """`position` is the item's place in the output; `sealed` reasoning is handed out a second time, sealed."""
        self.kind = kind
        self.status: Status = "in_progress"
        self._id = item_id
        self._position = position
        self._sealed = sealed
        self._pieces: list[str] = []
        self._logprobs: list[dict[str, Any]] = []

    def opened(self) -> list[Event]:
        """The events of an item that begins."""
        return [
            {"type": "response.output_item.added", "output_index": self._position, "item": self._item([], "")},
            self._event(f"{self.kind.part_event}.added", part=self._part("", [])),
        ]

    def add(self, text: str, logprobs: Sequence[dict[str, Any]]) -> list[Event]:
        """More text."""
        self._pieces.append(text)
        self._logprobs += logprobs
        return [self._event(f"{self.kind.text_event}.delta", delta=text, **self._scores(logprobs))]

    def done(self, status: Status) -> list[Event]:
        """The item's end, by the model or (`incomplete`) by a limit."""
        self.status = status
        text = "".join(self._pieces)
        return [
            self._event(f"{self.kind.text_event}.done", text=text, **self._scores(self._logprobs)),
            self._event(f"{self.kind.part_event}.done", part=self._part(text, self._logprobs)),
            {"type": "response.output_item.done", "output_index": self._position, "item": self.value()},
        ]

    def value(self) -> dict[str, Any]:
        """The item as it stands."""
        text = "".join(self._pieces)
        return self._item([self._part(text, self._logprobs)], text)

    def _item(self, parts: list[dict[str, Any]], text: str) -> dict[str, Any]:
        if self.kind is TEXT:
            shape = {"type": "message", "role": "assistant", "content": parts}
        elif self.kind is REASONING:
            shape = {"type": "reasoning", "summary": [], "content": parts}
        else:
            shape = {"type": "reasoning", "summary": parts}
        if self._sealed and self.kind is not TEXT:
            shape["encrypted_content"] = seal(text)
        return {"id": self._id, "status": self.status, **shape}

    def _part(self, text: str, logprobs: Sequence[dict[str, Any]]) -> dict[str, Any]:
        return {**self.kind.part, "text": text, **self._scores(logprobs)}

    def _scores(self, logprobs: Sequence[dict[str, Any]]) -> dict[str, Any]:
        return {"logprobs": list(logprobs)} if self.kind.scored else {}

    def _event(self, name: str, **values: Any) -> Event:
        place = {"item_id": self._id, "output_index": self._position, self.kind.index: 0}
        return {"type": f"response.{name}", **place, **values}


class CallOutput:
    """A function call, whose arguments grow."""

    def __init__(self, item_id: str, position: int, call_id: str, name: str) -> None:
        """`position` is the item's place in the output."""
        self.status: Status = "in_progress"
        self._id = item_id
        self._position = position
        self._call_id = call_id
        self._name = name
        self._pieces: list[str] = []

    def opened(self) -> list[Event]:
        """The event of a call that begins."""
        return [{"type": "response.output_item.added", "output_index": self._position, "item": self.value()}]

    def add(self, arguments: str) -> list[Event]:
        """More of the arguments' text, as it was generated."""
        if not arguments:
            return []
        self._pieces.append(arguments)
        place = {"item_id": self._id, "output_index": self._position}
        return [{"type": "response.function_call_arguments.delta", **place, "delta": arguments}]

    def done(self) -> list[Event]:
        """The call's end."""
        self.status = "completed"
        place = {"item_id": self._id, "output_index": self._position}
        arguments = {"name": self._name, "arguments": "".join(self._pieces)}
        return [
            {"type": "response.function_call_arguments.done", **place, **arguments},
            {"type": "response.output_item.done", "output_index": self._position, "item": self.value()},
        ]

    def value(self) -> dict[str, Any]:
        """The item as it stands."""
        return {
            "id": self._id,
            "type": "function_call",
            "status": self.status,
            "call_id": self._call_id,
            "name": self._name,
            "arguments": "".join(self._pieces),
        }
