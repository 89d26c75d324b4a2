"""A conversation's events, turned into what an editor is told of them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from acp.helpers import (
    plan_entry,
    start_tool_call,
    update_agent_message_text,
    update_agent_thought_text,
    update_plan,
    update_tool_call,
)
from acp.schema import (
    AgentMessageChunk,
    AgentPlanUpdate,
    AgentThoughtChunk,
    AvailableCommandsUpdate,
    CurrentModeUpdate,
    PlanEntryStatus,
    SessionInfoUpdate,
    ToolCallProgress,
    ToolCallStart,
    ToolCallStatus,
    UsageUpdate,
    UserMessageChunk,
)

from localcoder.acp.texts import escaped, sendable
from localcoder.acp.tool_calls import (
    Content,
    changed_locations,
    diff_content,
    kind_of,
    locations_of,
    path_of,
    text_content,
)
from localcoder.agent import events
from localcoder.tools.invisible import revealed
from localcoder.tools.todo_list import TodoItem, TodoStatus
from localcoder.workspace.roots import Roots

Update = (
    AgentMessageChunk
    | AgentThoughtChunk
    | AgentPlanUpdate
    | ToolCallStart
    | ToolCallProgress
    | UsageUpdate
    | UserMessageChunk
    | AvailableCommandsUpdate
    | CurrentModeUpdate
    | SessionInfoUpdate
)

SHOWN_OUTPUT_CHARACTERS = 8_000
"""So much of a running call's output is shown, its newest part: each update carries all of it again."""
OUTPUT_INTERVAL_S = 0.2

_ENDS: dict[events.TurnStatus, str] = {
    "done": "done",
    "failed": "failed",
    "turn_limit": "stopped at the limit of replies",
    "interrupted": "interrupted",
}
_PLAN_STATUS: dict[TodoStatus, PlanEntryStatus] = {
    "pending": "pending",
    "in_progress": "in_progress",
    "done": "completed",
}


@dataclass
class _Call:
    """A call that has no result yet.

    `started`: it is complete, and not only being written. `is_late`: some of its output is not shown. `agents` are the
    subagents at work for it, with what they do.
    """

    id: str
    path: str | None = None
    started: bool = False
    output: str = ""
    agents: dict[str, str] = field(default_factory=dict)
    shown_s: float = field(default=float("-inf"))
    is_late: bool = False


class Updates:
    """Keeps what the editor knows of one conversation's calls.

    A call's id is the bridge's own: models use theirs again, and subagents count for themselves.
    """

    def __init__(self, roots: Roots, context_tokens: int = 0) -> None:
        """Without `context_tokens` nothing is said about how full the context is."""
        self._roots = roots
        self._context_tokens = context_tokens
        self._numbers = itertools.count(1)
        self._open: dict[tuple[str | None, str], _Call] = {}

    def know_context(self, tokens: int) -> None:
        """The model's context is known from now on."""
        self._context_tokens = tokens

    def new_id(self) -> str:
        """An id for a call that is no tool's."""
        return f"call-{next(self._numbers)}"

    def call_id(self, agent: str | None, call_id: str) -> str:
        """The editor's id of an open call."""
        return self._call(agent, call_id).id

    def of(self, event: events.Event) -> list[Update]:
        """What the editor is told of `event`."""
        match event:
            case events.ReasoningAdded(text):
                return [update_agent_thought_text(sendable(text))]
            case events.TextAdded(text):
                return [update_agent_message_text(sendable(text))]
            case events.MessageCompleted(usage=usage):
                return self._use(usage.prompt_tokens + usage.completion_tokens)
            case events.TodoChanged(items):
                return [plan(items)]
            case events.CompactionStarted():
                return [notice("Summing up the earlier conversation.")]
            case events.Compacted():
                return [notice(event.line), *self._use(event.after_tokens)]
            case events.Notice(_, text):
                return [notice(text)]
            case events.SubagentEvent(agent, task_id, inner):
                return [*self._of_subagent(agent, inner), *self._progress(agent, task_id, inner)]
            case events.CallDrafted(call_id, name) if (None, call_id) not in self._open:
                return [start_tool_call(self.call_id(None, call_id), name, kind=kind_of(name), status="pending")]
            case events.ReplyStarted() | events.TurnFinished():
                return self._abandoned(None)  # what is left was being written and never became a call
            case _:
                return self._of_call(None, event)

    @property
    def is_late(self) -> bool:
        """Whether there is output that is not shown yet, since other output had just been."""
        return any(call.is_late for call in self._open.values())

    def late(self) -> Update | None:
        """The output of a call that is not shown yet, if there is such a call."""
        return next((self._shown(call) for call in self._open.values() if call.is_late), None)

    def running(self, request: events.ApprovalRequested) -> Update:
        """The call that `request` was about may run."""
        return update_tool_call(self.call_id(request.agent, request.call_id), status="in_progress")

    def proposed(self, request: events.ApprovalRequested) -> ToolCallProgress:
        """The call that waits for an answer, with what it would change."""
        call = self._call(request.agent, request.call_id)
        shown = diff_content(call.path, request.diff) if call.path is not None and request.diff else None
        return update_tool_call(
            call.id,
            title=self._title(request.agent, request.summary),
            kind=kind_of(request.name),
            status="pending",
            content=shown,
        )

    def _use(self, tokens: int) -> list[Update]:
        """So many tokens of the context are in use, where the editor can be told of how many."""
        size = self._context_tokens
        return [UsageUpdate(session_update="usage_update", used=tokens, size=size)] if size else []

    def _of_subagent(self, agent: str, event: events.Event) -> list[Update]:
        """Its calls stand beside those of the conversation, with its name; what it says is the result of its task."""
        match event:
            case events.Notice(_, text):
                return [notice(f"{agent}: {text}")]
            case events.TurnFinished():
                return self._abandoned(agent)
            case _:
                return self._of_call(agent, event)

    def _progress(self, agent: str, task_id: str, event: events.Event) -> list[Update]:
        """What the subagents of a task do just now, a line each, as what the task's call has said so far."""
        call = self._open.get((None, task_id))
        match event:
            case events.TurnStarted():
                state = "at work"
            case events.CallStarted():
                state = event.summary or event.name
            case events.TurnFinished():
                state = _ENDS[event.status] + (f": {event.error}" if event.error else "")
            case _:
                return []
        if call is None:
            return []
        call.agents[agent] = " ".join(state.split())
        lines = "\n".join(f"{name}: {what}" for name, what in call.agents.items())
        return [update_tool_call(call.id, status="in_progress", content=text_content(lines))]

    def _of_call(self, agent: str | None, event: events.Event) -> list[Update]:
        match event:
            case events.CallStarted():
                return [self._started(agent, event)]
            case events.ApprovalRequested():
                return [self.proposed(event)]
            case events.CallOutput(call_id, text):
                return self._output(self._call(agent, call_id), text)
            case events.CallFinished():
                return [self._finished(agent, event)]
            case _:
                return []

    def _started(self, agent: str | None, event: events.CallStarted) -> Update:
        known = (agent, event.call_id) in self._open
        call = self._call(agent, event.call_id)
        call.started, call.path = True, path_of(event.name, event.arguments, self._roots)
        show = update_tool_call if known else start_tool_call
        return show(
            call.id,
            title=self._title(agent, event.summary or event.name),
            kind=kind_of(event.name),
            status="in_progress",
            locations=locations_of(event.name, event.arguments, self._roots),
            raw_input=sendable(event.arguments),
        )

    def _output(self, call: _Call, text: str) -> list[Update]:
        call.output = (call.output + text)[-SHOWN_OUTPUT_CHARACTERS:]
        call.is_late = time.monotonic() - call.shown_s < OUTPUT_INTERVAL_S
        return [] if call.is_late else [self._shown(call)]

    def _shown(self, call: _Call) -> Update:
        call.shown_s, call.is_late = time.monotonic(), False
        return update_tool_call(call.id, status="in_progress", content=text_content(call.output))

    def _finished(self, agent: str | None, event: events.CallFinished) -> Update:
        call = self._call(agent, event.call_id)
        del self._open[agent, event.call_id]
        content: list[Content] = []
        locations = None
        if event.diff and call.path is not None:
            content = diff_content(call.path, event.diff)
            locations = changed_locations(call.path, event.diff)
        if event.is_error or not content:
            content += text_content(event.content)
        status: ToolCallStatus = "failed" if event.is_error else "completed"
        # Where nothing is said, what was shown of a refused call stays.
        return update_tool_call(call.id, status=status, content=content or None, locations=locations)

    def _abandoned(self, agent: str | None) -> list[Update]:
        ids = [key for key in self._open if key[0] == agent]
        return [update_tool_call(self._open.pop(key).id, status="failed") for key in ids]

    def _call(self, agent: str | None, call_id: str) -> _Call:
        key = (agent, call_id)
        if key not in self._open:
            self._open[key] = _Call(self.new_id())
        return self._open[key]

    def _title(self, agent: str | None, summary: str) -> str:
        # Users approve by it; a command's own characters are in the call's input.
        return revealed(str(sendable(f"{agent}: {summary}" if agent else summary)))


def notice(text: str) -> Update:
    """A line of localcoder's own: the protocol has no other place for it than the answer."""
    return update_agent_message_text(f"\n\n{escaped(sendable(text))}\n\n")


def plan(items: Sequence[TodoItem]) -> AgentPlanUpdate:
    """The todo list."""
    return update_plan([plan_entry(sendable(item.text), status=_PLAN_STATUS[item.status]) for item in items])
