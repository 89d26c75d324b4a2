"""A model's reply as a Responses object, and as the events that a client builds the same object from."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from localcoder.chat.model import (
    ChatEvent,
    MalformedToolCall,
    ReasoningDelta,
    ReplyFinished,
    ReplyUsage,
    TextDelta,
    TokenChoice,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.server.errors import ApiError
from localcoder.server.logprobs import finite
from localcoder.server.responses_items import (
    REASONING,
    SUMMARY,
    TEXT,
    CallOutput,
    Event,
    Status,
    TextKind,
    TextOutput,
)

Output = TextOutput | CallOutput


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """What the client said about the answer's form.

    `echo` holds the fields of the request that the answer repeats. `summary`: the reasoning is sent as its own summary,
    which is what many clients show. `sealed`: reasoning items have `encrypted_content`.
    """

    echo: Mapping[str, Any] = field(default_factory=dict)
    summary: bool = False
    sealed: bool = False


class ResponseReply:
    """Takes the model's events one by one and gives the client's; `response` is the object as it then stands.

    Items come one after another, in the model's order; only calls may overlap. Nothing is reported as done that the
    model did not finish: a call that was cut has no event that clients run it upon.
    """

    def __init__(self, model: str, shape: ReplyShape) -> None:
        """`model` is the name that the answer gives it."""
        self.id = f"resp_{uuid.uuid4().hex}"
        self._model = model
        self._shape = shape
        self._created = int(time.time())
        self._completed: int | None = None
        self._number = 0
        self._items: list[Output] = []
        self._text: TextOutput | None = None
        self._calls: dict[int, CallOutput] = {}
        self._status: Status | Literal["failed"] = "in_progress"
        self._usage: ReplyUsage | None = None
        self._error: dict[str, Any] | None = None

    def start(self) -> list[Event]:
        """The events before everything else."""
        return self._numbered(self._state("created"), self._state("in_progress"))

    def take(self, event: ChatEvent) -> list[Event]:
        """What `event` means to the client; after `ReplyFinished` nothing may follow."""
        events: list[Event] = []
        match event:
            case TextDelta(text, logprobs):
                self._add_text(TEXT, text, events, logprobs)
            case ReasoningDelta(text):
                self._add_text(SUMMARY if self._shape.summary else REASONING, text, events)
            case ToolCallStarted(index, call_id, name):
                self._close_text("completed", events)
                self._calls[index] = call = CallOutput(self._next_id("fc"), len(self._items), call_id, name)
                self._items.append(call)
                events += call.opened()
            case ToolCallDelta(index, arguments):
                events += self._calls[index].add(arguments)
            case ToolCallFinished(index, _):
                events += self._calls.pop(index).done()
            case MalformedToolCall(raw, _, cut=False):
                self._show_broken(raw, events)
            case MalformedToolCall():
                pass  # the item of a call that is only cut tells all of it
            case ReplyFinished(reason, usage):
                self._finish("incomplete" if reason == "length" else "completed", usage, events)
        return self._numbered(*events)

    def fail(self, error: ApiError) -> list[Event]:
        """The reply's end where the model failed, or the server stops, in the middle of it; nothing if it has ended."""
        if self._status != "in_progress":
            return []
        self._end("incomplete", [])
        self._status = "failed"
        codes = {429: "rate_limit_exceeded", 400: "invalid_prompt"}
        self._error = {"code": codes.get(error.status, "server_error"), "message": error.message}
        return self._numbered(self._state("failed"))

    @property
    def response(self) -> dict[str, Any]:
        """The response object."""
        ended = self._status != "in_progress"
        cut = self._status == "incomplete"
        return {
            "id": self.id,
            "object": "response",
            "created_at": self._created,
            "completed_at": self._completed,
            "status": self._status,
            "error": self._error,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "model": self._model,
            "output": [item.value() for item in self._items] if ended else [],
            "usage": None if self._usage is None else usage_object(self._usage),
            "background": False,
            "previous_response_id": None,
            "service_tier": "default",
            "store": False,
            "truncation": "disabled",
            **self._shape.echo,
        }

    def _finish(self, status: Status, usage: ReplyUsage, events: list[Event]) -> None:
        if not self._items:
            # Clients look for a message, and an empty one is what the model said.
            self._open(TEXT, events)
        self._end(status, events)
        self._status, self._usage = status, usage
        self._completed = int(time.time()) if status == "completed" else None
        events.append(self._state(status))

    def _end(self, status: Status, events: list[Event]) -> None:
        """Close what is open; calls that the model did not finish are incomplete, whatever `status`."""
        self._close_text(status, events)
        for call in self._calls.values():
            call.status = "incomplete"
        self._calls.clear()

    def _show_broken(self, raw: str, events: list[Event]) -> None:
        """Show a call that cannot be parsed as the text that it is."""
        if self._calls:
            # The one that was announced last is the broken one, and never ends.
            self._calls.popitem()[1].status = "incomplete"
        self._add_text(TEXT, raw, events)

    def _add_text(self, kind: TextKind, text: str, events: list[Event], logprobs: Iterable[TokenChoice] = ()) -> None:
        scores = [logprob_object(choice) for choice in logprobs]
        if not text and not scores:
            return
        if self._text is None or self._text.kind is not kind:
            self._close_text("completed", events)
            self._open(kind, events)
        assert self._text is not None
        events += self._text.add(text, scores)

    def _open(self, kind: TextKind, events: list[Event]) -> None:
        item_id = self._next_id("msg" if kind is TEXT else "rs")
        self._text = TextOutput(item_id, len(self._items), kind, sealed=self._shape.sealed)
        self._items.append(self._text)
        events += self._text.opened()

    def _close_text(self, status: Status, events: list[Event]) -> None:
        if self._text is not None:
            events += self._text.done(status)
            self._text = None

    def _next_id(self, prefix: str) -> str:
        return f"{prefix}_{self.id.removeprefix('resp_')}{len(self._items):03d}"

    def _state(self, name: str) -> Event:
        return {"type": f"response.{name}", "response": self.response}

    def _numbered(self, *events: Event) -> list[Event]:
        numbered = [event | {"sequence_number": self._number + offset} for offset, event in enumerate(events)]
        self._number += len(events)
        return numbered


_TOP_KEYS: Final = ("token", "bytes", "logprob")


def logprob_object(choice: TokenChoice) -> dict[str, Any]:
    """One token's probability and those of the likeliest ones for its place."""
    scored = [
        dict(zip(_TOP_KEYS, (token.text, list(token.data), finite(token.logprob)), strict=True))
        for token in (choice.chosen, *choice.top)
    ]
    return scored[0] | {"top_logprobs": scored[1:]}


def usage_object(usage: ReplyUsage) -> dict[str, Any]:
    """The Responses `usage`. Writing to the cache costs nothing here, so none of it is told."""
    return {
        "input_tokens": usage.prompt_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.completion_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
    }
