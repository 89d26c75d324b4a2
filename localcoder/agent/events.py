"""The events of a turn: what the TUI, the headless printers and the editor bridge are shown.

Each event is a frozen dataclass whose `type` names it in `stream-json`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from localcoder.chat.model import ReplyUsage
from localcoder.tools.todo_list import TodoItem

TurnStatus = Literal["done", "failed", "turn_limit", "interrupted"]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The user's prompt was taken; the first reply is being requested."""

    type: ClassVar[str] = "turn_started"
    prompt: str


@dataclass(frozen=True, slots=True)
class ReplyStarted:
    """The model begins reply number `number` of this turn, counted from 1."""

    type: ClassVar[str] = "reply_started"
    number: int


@dataclass(frozen=True, slots=True)
class ReasoningAdded:
    """More of the model's reasoning."""

    type: ClassVar[str] = "reasoning_delta"
    text: str


@dataclass(frozen=True, slots=True)
class TextAdded:
    """More of the model's answer."""

    type: ClassVar[str] = "text_delta"
    text: str


@dataclass(frozen=True, slots=True)
class CallDrafted:
    """The model is writing a call of tool `name`; `characters` of its arguments have arrived."""

    type: ClassVar[str] = "call_draft"
    call_id: str
    name: str
    characters: int


@dataclass(frozen=True, slots=True)
class MessageCompleted:
    """A whole assistant message, after its last delta."""

    type: ClassVar[str] = "message"
    text: str
    reasoning: str
    usage: ReplyUsage


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A complete tool call, before any approval. `summary` is one line for people, for instance `edit src/a.py`."""

    type: ClassVar[str] = "tool_call"
    call_id: str
    name: str
    arguments: dict[str, Any]
    summary: str


@dataclass(frozen=True, slots=True)
class ApprovalRequested:
    """A call waits for the user. `diff` is the unified diff of what would change, where the tool has one.

    `agent` names the subagent that asks; it is None for the conversation itself.
    With `kind` "loop" an approver is asked whether the turn may go on although the model goes in circles: there is no
    call then, and this is not among a turn's events.
    """

    type: ClassVar[str] = "approval_requested"
    call_id: str
    name: str
    summary: str
    reason: str
    diff: str | None
    suggested_rule: str | None
    kind: Literal["call", "loop"] = "call"
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class CallOutput:
    """Output that a running call has produced so far (not part of the result's promise)."""

    type: ClassVar[str] = "tool_output"
    call_id: str
    text: str


@dataclass(frozen=True, slots=True)
class CallFinished:
    """The result of a call, exactly as the model sees it. `refused`: no permission, so it did not run."""

    type: ClassVar[str] = "tool_result"
    call_id: str
    name: str
    content: str
    is_error: bool
    refused: bool
    diff: str | None
    duration_s: float


@dataclass(frozen=True, slots=True)
class TodoChanged:
    """The model wrote its todo list; `items` is the whole of it."""

    type: ClassVar[str] = "todo"
    items: tuple[TodoItem, ...]


@dataclass(frozen=True, slots=True)
class CompactionStarted:
    """The model begins to sum up the older part of the conversation, `messages` of it."""

    type: ClassVar[str] = "compaction_started"
    messages: int


@dataclass(frozen=True, slots=True)
class Compacted:
    """A summary took the place of `messages` older messages; the tokens are those of the next prompt."""

    type: ClassVar[str] = "compacted"
    messages: int
    before_tokens: int
    after_tokens: int

    @property
    def line(self) -> str:
        """What happened, for people."""
        return (
            f"Context compacted: {self.before_tokens:,} tokens before, {self.after_tokens:,} after"
            f" ({self.messages:,} older message{'s' * (self.messages != 1)} summed up)."
        )


@dataclass(frozen=True, slots=True)
class SubagentEvent:
    """What happened in the subagent called `agent`: any event of a turn, from its start to its end.

    `task_id` is the id of the call that started it. Names are unique until the conversation is resumed; ids of calls
    are the subagent's own and may be those of other calls elsewhere.
    """

    type: ClassVar[str] = "agent"
    agent: str
    task_id: str
    event: Event


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the user: a malformed call, a warning, a retry."""

    type: ClassVar[str] = "notice"
    level: Literal["info", "warning", "error"]
    text: str


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The last event of every turn. `refused_calls` counts calls that nobody could or would approve.

    `turns`, `usage` and `refused_calls` include those of the turn's subagents.
    """

    type: ClassVar[str] = "turn_finished"
    status: TurnStatus
    text: str
    turns: int
    usage: ReplyUsage
    duration_s: float
    error: str | None = None
    refused_calls: int = 0


Event = (
    TurnStarted
    | ReplyStarted
    | ReasoningAdded
    | TextAdded
    | CallDrafted
    | MessageCompleted
    | CallStarted
    | ApprovalRequested
    | CallOutput
    | CallFinished
    | TodoChanged
    | CompactionStarted
    | Compacted
    | SubagentEvent
    | Notice
    | TurnFinished
)
