"""Running the calls of one reply: validated, permitted, in order, reads side by side."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import ValidationError

from localcoder.agent.approval import REFUSED, Answer, Approver, Questions
from localcoder.agent.events import ApprovalRequested, CallFinished, CallOutput, CallStarted, Event, TodoChanged
from localcoder.agent.hooks import HookedCall, accesses_of, hooks_for, with_hooks
from localcoder.agent.recording import recorded
from localcoder.chat.messages import Message, ToolCall
from localcoder.config.extensions import Hook
from localcoder.errors import LocalcoderError
from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy, Verdict
from localcoder.tools.base import Preview, Tool, ToolContext, ToolResult
from localcoder.tools.task import TaskItemArguments, TaskOutcome

logger = logging.getLogger(__name__)

NOBODY_TO_ASK = "This call needs an approval and nobody can give it."
INTERRUPTED = "Interrupted by the user."
NOT_RUN = "Error: the turn failed before this call was run."

MAX_DEPTH = 100
"""Of arguments: deeper ones would overflow the stack of whatever shows or stores them. No tool takes more than five."""

MAX_NAME_CHARACTERS = 100
"""So much of a name that is none is repeated in an error, or the error would fill the context."""

MAX_TOGETHER = 8
"""So many calls that only read run side by side: each may be a process, and a circle of them is seen in between."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call whose tool and arguments are known; where `error` is set they are not, and it will not run."""

    call: ToolCall
    shown_arguments: dict[str, Any]
    tool: Tool[Any] | None = None
    arguments: Any = None
    accesses: Sequence[Access] = ()
    preview: Preview = field(default_factory=lambda: Preview(""))
    error: str | None = None
    hooks: Sequence[Hook] = ()

    @property
    def only_reads(self) -> bool:
        """Whether it may run beside its neighbours."""
        return self.error is not None or (not self.hooks and all(access.kind == "read" for access in self.accesses))


class CallRunner:
    """Runs one reply's calls and keeps their results by call id.

    Args:
        offered: the tools that the model was offered; calls of others are errors.
        tools: all tools; one that exists and was not offered is denied rather than unknown.
        emit: shows an event and waits until it was taken.
        emit_soon: shows an event without waiting.
        questions: what the agents of the conversation share, so that they ask one after the other.
        agent: the subagent whose calls these are, None for the conversation itself.
        run_tasks: does tasks for the call of that id; None where there are no subagents.
        instructions: what to add to the result of a call that touched these; None where nothing ever is.
    """

    def __init__(
        self,
        offered: Iterable[Tool[Any]],
        tools: Iterable[Tool[Any]],
        policy: Policy,
        context: ToolContext,
        approver: Approver,
        emit: Callable[[Event], Awaitable[None]],
        emit_soon: Callable[[Event], None],
        *,
        questions: Questions | None = None,
        agent: str | None = None,
        run_tasks: Callable[[str, Sequence[TaskItemArguments]], Awaitable[Sequence[TaskOutcome]]] | None = None,
        instructions: Callable[[Sequence[Access]], Awaitable[str]] | None = None,
    ) -> None:
        self._offered = {tool.name: tool for tool in offered}
        self._tools = {tool.name: tool for tool in tools}
        self._policy = policy
        self._context = context
        self._approver = approver
        self._emit = emit
        self._emit_soon = emit_soon
        self._questions = questions or Questions()
        self._agent = agent
        self._run_tasks = run_tasks
        self._instructions = instructions
        self._open: dict[str, ToolCall] = {}
        self.results: dict[str, ToolResult] = {}
        self.so_far: dict[str, str] = {}
        """What calls have brought that are not at their end, for the model, should they be interrupted."""
        self.refused: set[str] = set()
        """The ids of the calls that nobody could or would approve."""

    async def run(
        self, calls: Sequence[ToolCall], judge: Callable[[Sequence[ToolCall]], Awaitable[None]] | None = None
    ) -> None:
        """Run `calls`: neighbours that only read run together, all others one after the other.

        Whatever a call needs is asked for right before its group runs, one question at a time. `judge` is told of each
        group that has its results; where it raises, the others do not run.
        """
        waiting = list(calls)
        while waiting:
            group = self._next_group(waiting)
            del waiting[: len(group)]
            admitted = [prepared for prepared in group if await self._admit(prepared)]
            async with asyncio.TaskGroup() as tasks:
                for prepared in admitted:
                    tasks.create_task(self._run_one(prepared))
            if judge is not None:
                await judge([prepared.call for prepared in group])

    def _next_group(self, waiting: Sequence[ToolCall]) -> list[Prepared]:
        """The calls that run next. Prepared no earlier, since what ran before may have changed what they would do."""
        group: list[Prepared] = []
        for call in waiting:
            prepared = self._prepare(call)
            if group and (not prepared.only_reads or len(group) == MAX_TOGETHER):
                break
            group.append(prepared)
            if not prepared.only_reads:
                break
        return group

    def close(self, calls: Sequence[ToolCall], text: str) -> None:
        """Give every call of `calls` that has no result the result `text`: it did not run, or not to its end."""
        for call in calls:
            if call.id not in self.results:
                brought = self.so_far.get(call.id)
                content = f"{text} This was done before:\n\n{brought}" if brought else text
                self.results[call.id] = ToolResult(content, is_error=True)
                if self._open.pop(call.id, None):
                    self._emit_soon(CallFinished(call.id, call.name, content, True, False, None, 0.0))

    def message(self, call: ToolCall) -> Message:
        """The history's message with the result of `call`."""
        result = self.results[call.id]
        return Message("tool", result.content, tool_call_id=call.id, is_error=result.is_error)

    def _prepare(self, call: ToolCall) -> Prepared:
        shown: dict[str, Any] = {}
        try:
            shown = _parse_object(call)
            tool = self._tools.get(call.name)
            if tool is None:
                known = ", ".join(self._offered)
                raise _BadCall(f"there is no tool {_named(call.name)}; the tools are: {known}.")
            arguments = _validate(tool, shown)
            accesses = tool.access(arguments, self._context)
            preview = tool.preview(arguments, self._context)
        except (LocalcoderError, OSError, ValueError) as error:
            return Prepared(call, shown, preview=Preview(call.name[:MAX_NAME_CHARACTERS]), error=f"Error: {error}")
        return Prepared(
            call, shown, tool, arguments, accesses, preview, hooks=hooks_for(self._context.hooks, call.name)
        )

    async def _admit(self, prepared: Prepared) -> bool:
        """Show the call and find out whether it may run; where it may not, its result says why."""
        call = prepared.call
        self._open[call.id] = call
        await self._emit(CallStarted(call.id, call.name, prepared.shown_arguments, prepared.preview.summary))
        if prepared.error is not None:
            await self._finish(call, ToolResult(prepared.error, is_error=True))
            return False
        answer = None
        if self._verdict(prepared).decision == "ask":
            answer = await self._questions.ask(self._ask, partial(self._question, prepared))
            if call.id in self.results:
                return False
        if answer is None:
            verdict = self._verdict(prepared)
            if verdict.decision == "allow":
                return True
            denied = ToolResult(f"Error: this call is not permitted: {verdict.reason}", is_error=True)
            await self._finish(call, denied, refused=True)
            return False
        if answer.choice in ("once", "always"):
            return True
        self.refused.add(call.id)
        await self._finish(call, ToolResult(_refusal(answer), is_error=True), refused=True)
        return False

    def _verdict(self, prepared: Prepared) -> Verdict:
        verdict = self._policy.check(prepared.call.name, prepared.accesses)
        if verdict.decision != "deny" and prepared.call.name not in self._offered:
            return Verdict("deny", f"{self._policy.mode} mode does not offer it")
        return verdict

    async def _question(self, prepared: Prepared) -> ApprovalRequested | None:
        """What to ask about the call as things are now; None where there is nothing to ask any more.

        A call that is bound to fail gets its result here: approving it would be for nothing.
        """
        call, verdict = prepared.call, self._verdict(prepared)
        if verdict.decision != "ask":
            return None
        assert prepared.tool is not None
        preview = prepared.tool.preview(prepared.arguments, self._context)
        if preview.failure is not None and self._may_read(prepared.accesses):
            await self._finish(call, preview.failure)
            return None
        request = ApprovalRequested(
            call.id,
            call.name,
            preview.summary,
            verdict.reason,
            preview.diff,
            verdict.suggested_rule,
            agent=self._agent,
        )
        await self._emit(request)
        return request

    def _may_read(self, accesses: Sequence[Access]) -> bool:
        """Whether nobody must be asked about reading what a call touches: why it would fail tells something of it."""
        files = [Access("read", access.target) for access in accesses if access.kind in ("read", "write")]
        return not files or self._policy.check("read", files).decision == "allow"

    async def _ask(self, request: ApprovalRequested) -> Answer:
        """The user's answer; a rule that it makes holds before the next question is prepared."""
        answer = await self._approver.approve(request)
        if answer.choice == "always" and request.suggested_rule is not None:
            self._policy.add_session_rule(request.suggested_rule)
        return answer

    async def _run_one(self, prepared: Prepared) -> None:
        call, tool = prepared.call, prepared.tool
        assert tool is not None
        context = replace(
            self._context,
            on_output=lambda text: self._emit_soon(CallOutput(call.id, text)),
            on_todo=lambda items: self._emit_soon(TodoChanged(tuple(items))),
            run_tasks=None if self._run_tasks is None else partial(self._run_tasks, call.id),
        )
        started_s = time.monotonic()
        try:
            if list(tool.access(prepared.arguments, context)) != list(prepared.accesses):
                raise LocalcoderError("what the path leads to has changed since the call was permitted; call again.")
            result = await recorded(
                lambda: with_hooks(
                    lambda: tool.run(prepared.arguments, context),
                    prepared.hooks,
                    HookedCall(call.name, prepared.shown_arguments, prepared.accesses),
                    context,
                    self._policy.mode,
                    self._emit_soon,
                ),
                [*prepared.accesses, *accesses_of(prepared.hooks)],
                tool.writes,
                context.checkpoints,
                self._emit_soon,
            )
            if self._instructions is not None and not result.is_error:
                self.results[call.id] = result  # it has one, should the turn be cancelled now
                result = replace(result, content=result.content + await self._instructions(prepared.accesses))
        except LocalcoderError as error:
            result = ToolResult(f"Error: {error}", is_error=True)
        except OSError as error:
            # The path's fault (a name too long, a folder that may not be entered), not the tool's.
            result = ToolResult(f"Error: {error.strerror or error}", is_error=True)
        except Exception as error:
            logger.exception("The tool %s failed unexpectedly", call.name)
            result = ToolResult(f"Error: the tool failed: {type(error).__name__}: {error}", is_error=True)
        await self._finish(call, result, duration_s=time.monotonic() - started_s)

    async def _finish(
        self, call: ToolCall, result: ToolResult, *, refused: bool = False, duration_s: float = 0.0
    ) -> None:
        self.results[call.id] = result
        self._open.pop(call.id, None)
        await self._emit(
            CallFinished(call.id, call.name, result.content, result.is_error, refused, result.diff, duration_s)
        )


class _BadCall(ValueError):
    """The call cannot be run as it was written; the message goes to the model after `Error: `."""


def _parse_object(call: ToolCall) -> dict[str, Any]:
    if not call.arguments.strip():
        return {}
    name = _named(call.name)
    try:
        parsed = json.loads(call.arguments, parse_float=_finite, parse_constant=_no_json)
    except ValueError as error:
        raise _BadCall(f"the arguments of {name} are not valid JSON: {error}.") from None
    except RecursionError:
        raise _BadCall(f"the arguments of {name} are nested too deeply.") from None
    if not isinstance(parsed, dict):
        raise _BadCall(f"the arguments of {name} must be a JSON object, not {type(parsed).__name__}.")
    if _depth_exceeds(parsed, MAX_DEPTH):
        raise _BadCall(f"the arguments of {name} are nested too deeply.")
    return parsed


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:MAX_NAME_CHARACTERS]} is too large a number")
    return number


def _no_json(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _depth_exceeds(value: object, limit: int) -> bool:
    level = [value]
    for _ in range(limit + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def _named(name: str) -> str:
    """A name as the model wrote it, which may be anything, for an error."""
    return f"`{name}`" if len(name) <= MAX_NAME_CHARACTERS else f"`{name[:MAX_NAME_CHARACTERS]}…`"


def _validate(tool: Tool[Any], parsed: dict[str, Any]) -> Any:
    fields = tool.arguments.model_fields
    # Many models write null for "not given".
    given = {
        name: value
        for name, value in parsed.items()
        if value is not None or name not in fields or fields[name].is_required()
    }
    try:
        return tool.arguments.model_validate(given)
    except ValidationError as error:
        problems = []
        for problem in error.errors(include_url=False, include_input=False, include_context=False)[:5]:
            name = _named(".".join(str(part) for part in problem["loc"]) or "arguments")
            if problem["type"] == "extra_forbidden":
                problems.append(f"{name} is not a parameter (they are: {', '.join(fields)})")
            else:
                problems.append(f"{name}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
        raise _BadCall(f"invalid arguments for `{tool.name}`: {'; '.join(problems)}.") from None


def _refusal(answer: Answer) -> str:
    if answer.choice == "unavailable":
        return NOBODY_TO_ASK
    return f"{REFUSED} Feedback: {answer.feedback}" if answer.feedback else REFUSED
