"""The `task` tool: several tasks at once, each done by a subagent with a conversation of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from localcoder.permissions.access import Access
from localcoder.tools.base import Arguments, Preview, Tool, ToolContext, ToolResult, failure

MAX_TASKS = 16
MAX_NAME_CHARACTERS = 40
LEAST_ANSWER_CHARACTERS = 400
"""So much of each answer is passed on, however many there are."""

TaskStatus = Literal["done", "failed", "turn_limit", "interrupted"]

_WORDS: dict[TaskStatus, str] = {
    "done": "done",
    "failed": "failed",
    "turn_limit": "stopped at the limit of replies",
    "interrupted": "interrupted by the user",
}


def _name(text: str) -> str:
    line = " ".join(text.split())
    if not (line and line.isprintable()):
        raise ValueError("a task needs a name of printable characters")
    return line


def _prompt(text: str) -> str:
    if not text.strip():
        raise ValueError("a task needs a prompt")
    return text


class TaskItemArguments(Arguments):
    """One task."""

    name: Annotated[str, AfterValidator(_name)] = Field(
        max_length=MAX_NAME_CHARACTERS, description="one or two words for the user"
    )
    prompt: Annotated[str, AfterValidator(_prompt)] = Field(description="all that the subagent is told")


class TaskArguments(Arguments):
    """Parameters of `task`."""

    tasks: list[TaskItemArguments] = Field(min_length=1, max_length=MAX_TASKS)


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """How one task ended. `text` is the subagent's final answer, or the last thing it said; `error` why it failed."""

    name: str
    status: TaskStatus
    text: str = ""
    error: str | None = None


RunTasks = Callable[[Sequence[TaskItemArguments]], Awaitable[Sequence[TaskOutcome]]]
"""Runs tasks side by side to their ends; cancelling it ends them. It is handed in by the agent."""


class TaskTool(Tool[TaskArguments]):
    """Needs no permission: what the subagents do needs that of the conversation they work for."""

    name = "task"
    description = (
        "Give tasks that do not depend on each other to subagents, which work on them at the same time. Each begins "
        "with nothing but its prompt, has your tools but this one, and works in the same folder; you get their final "
        "answers. Do not give two of them the same file to change."
    )
    arguments = TaskArguments

    def access(self, arguments: TaskArguments, context: ToolContext) -> list[Access]:
        """Only conversations of localcoder's own."""
        return [Access("own", "subagents")]

    def preview(self, arguments: TaskArguments, context: ToolContext) -> Preview:
        """The tasks' names."""
        return Preview(f"task {', '.join(task.name for task in arguments.tasks)}")

    async def run(self, arguments: TaskArguments, context: ToolContext) -> ToolResult:
        """The answers of all, an error only where all failed."""
        if context.run_tasks is None:
            return failure("subagents cannot start subagents; do it yourself")
        outcomes = await context.run_tasks(arguments.tasks)
        failed = all(outcome.status != "done" for outcome in outcomes)
        return ToolResult(outcomes_text(outcomes, context.result_characters), is_error=failed)


def outcomes_text(outcomes: Sequence[TaskOutcome], characters: int) -> str:
    """The outcomes as the model reads them, of about `characters` together; short answers leave room to long ones."""
    bodies = [_body(outcome) for outcome in outcomes]
    limit = max(LEAST_ANSWER_CHARACTERS, _fair_limit([len(body) for body in bodies], characters))
    blocks = [
        f"# {outcome.name}: {_WORDS[outcome.status]}\n{_cut(body, limit)}"
        for outcome, body in zip(outcomes, bodies, strict=True)
    ]
    return "\n\n".join(blocks)


def _body(outcome: TaskOutcome) -> str:
    parts = [f"Error: {outcome.error}" if outcome.error else "", outcome.text.strip()]
    return "\n".join(part for part in parts if part) or "(no answer)"


def _fair_limit(lengths: Sequence[int], total: int) -> int:
    """The most that each may have so that all together have `total`, where what some do not need is the others'."""
    left, waiting = total, sorted(lengths)
    while waiting:
        share = left // len(waiting)
        if waiting[0] > share:
            return share
        left -= waiting.pop(0)
    return total


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[cut here: {limit} of {len(text)} characters]"
