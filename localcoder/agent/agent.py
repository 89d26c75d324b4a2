"""The turn loop: prompt in, typed events out, tools run in between."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any

from localcoder.agent.approval import Answer, Approver, Questions
from localcoder.agent.attached import own_words
from localcoder.agent.calls import INTERRUPTED, NOT_RUN, CallRunner
from localcoder.agent.compaction import (
    Pinned,
    Plan,
    Prompt,
    compact,
    plan_when_asked,
    plan_when_full,
    summary_characters,
)
from localcoder.agent.context import ContextFull, fit
from localcoder.agent.context_use import ContextUse, context_use
from localcoder.agent.events import (
    ApprovalRequested,
    Compacted,
    CompactionStarted,
    Event,
    MessageCompleted,
    Notice,
    ReplyStarted,
    TurnFinished,
    TurnStarted,
    TurnStatus,
)
from localcoder.agent.instructions import Instructions
from localcoder.agent.loop_guard import Finding, GoesInCircles
from localcoder.agent.prompting import subagent_prompt, system_prompt
from localcoder.agent.reply import Draft, added_usage
from localcoder.agent.rewinding import Beginnings, RewindPoint
from localcoder.agent.subagents import BACKGROUND, Stage, Subagent, Subagents
from localcoder.agent.turn import Turn
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ChatModel, ReplyOptions
from localcoder.engine.request import PromptTooLong
from localcoder.errors import LocalcoderError
from localcoder.permissions.policy import Policy
from localcoder.sessions.conversation import Earlier
from localcoder.sessions.forking import begin_with
from localcoder.sessions.journal import Journal, JournalError
from localcoder.sessions.subagents import SubagentJournal
from localcoder.tools.base import Tool, ToolContext
from localcoder.tools.task import TaskItemArguments, TaskOutcome, TaskTool, outcomes_text
from localcoder.tools.todo import todo_of
from localcoder.tools.todo_list import TodoList, todo_text
from localcoder.workspace.registry import ReadRegistry

logger = logging.getLogger(__name__)

MAX_TURNS = 50
"""Replies of the model to one prompt, where nothing else is said."""

USELESS_REPLY_LIMIT = 3
"""So many replies in a row without text and without a call that could be read end the turn."""

LOOP_REASON = "It may be going round in circles."

LOOP_STOPPED = (
    "It seems to go round in circles, so the turn was stopped; say more precisely what to do, or use a more capable"
    " model."
)

_NOTHING = Message("assistant", "")


class Agent:
    """A conversation with a model that may use tools.

    `run` is the only way in; all that happens comes out of it as events. One turn runs at a time. `policy.mode` may be
    changed between turns (and during one: it holds from the next call on).

    Attributes:
        system: the system prompt, fixed for the life of the agent.
        name: what a subagent is called, None for the conversation with the user.
        subagents: those at work.
    """

    def __init__(
        self,
        model: ChatModel,
        tools: Iterable[Tool[Any]],
        policy: Policy,
        context: ToolContext,
        approver: Approver,
        *,
        max_turns: int = MAX_TURNS,
        options: ReplyOptions | None = None,
        journal: Journal | SubagentJournal | None = None,
        history: Iterable[Message] = (),
        system: str | None = None,
        parent: Agent | None = None,
        name: str | None = None,
    ) -> None:
        """`history` is an earlier conversation without system message; `system` replaces the prompt of the profile.

        `name` is that of a subagent of `parent`, which asks the user in turn with it.
        """
        self.model = model
        self.tools = tuple(tools)
        self.policy = policy
        self.context = context
        self.approver = approver
        self.max_turns = max_turns
        self.options = options or ReplyOptions()
        self.journal = journal
        self.system = system_prompt(model.prompt_profile, context.roots) if system is None else system
        self.name = name
        self.subagents = Subagents(self._subagent)
        self._questions: Questions = Questions() if parent is None else parent._questions
        self._messages = list(history)
        self._earlier = list(journal.earlier) if isinstance(journal, Journal) else []
        self._beginnings = Beginnings(journal.turns if isinstance(journal, Journal) else ())
        self._instructions = Instructions(context, lambda: self._messages)
        self._turn: Turn | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        """The conversation as the model will see it next, without the system message."""
        return tuple(self._messages)

    @property
    def rewind_points(self) -> tuple[RewindPoint, ...]:
        """The messages of the user's that `rewind` can go back to, the oldest first."""
        return self._beginnings.points(self._messages, self._earlier)

    def rewind(self, point: RewindPoint) -> None:
        """Forget the message at `point` and all that followed, as if it had never been sent. Files stay as they are.

        Where a summary has replaced the message, all that the summary stood for is back.

        Raises:
            LocalcoderError: a turn is running, the conversation has no such point any more, or the session file cannot
                be written. The conversation is then as it was.
        """
        if self._turn is not None:
            raise LocalcoderError("A turn is running; wait for its end or interrupt it.")
        if point not in self.rewind_points:
            raise LocalcoderError("That message is no longer part of the conversation.")
        if isinstance(self.journal, Journal):
            self.journal.rewind(point.kept, point.compactions)
        if point.compactions:
            self._messages = list(self._earlier[-point.compactions].messages)
            del self._earlier[-point.compactions :]
        del self._messages[point.kept :]
        self.context.todo.items = todo_of(self._messages).items
        self.context.registry = ReadRegistry()  # it no longer knows what it read since

    def go_on_from(self, other: Agent) -> None:
        """Take over the conversation of `other`, with all that it can go back to."""
        self._messages, self._earlier, self._beginnings = other._messages, other._earlier, other._beginnings

    def fork(self, journal: Journal, title: str) -> None:
        """Copy all that can be gone back to into a `journal` that has nothing yet.

        Raises:
            JournalError: it cannot be written. Nothing is left of the new session then.
        """
        begin_with(journal, self._messages, title, earlier=self._earlier, turn_of=self._beginnings.turn_of)

    def context_use(self) -> ContextUse:
        """What the next prompt consists of, by kind. Takes as long as counting it: for threads.

        Raises:
            LocalcoderError: the model's template refuses the conversation.
        """
        return context_use(Prompt(self.model, Message("system", self.system), self._specs()), self.messages)

    async def run(self, prompt: str) -> AsyncGenerator[Event]:
        """Take one turn: the events from `TurnStarted` to exactly one `TurnFinished`.

        Failures of the model end the turn with status `failed`; they are not raised. To interrupt, call `interrupt`
        (the stream then ends by itself, with status `interrupted`), close the generator, or cancel the task that reads
        it; in each case what was done is kept and the conversation can go on.

        Raises:
            LocalcoderError: another turn is running.
        """
        async with aclosing(self._events(Turn(prompt))) as events:
            async for event in events:
                yield event

    async def complete_tools(self) -> list[str]:
        """Take the tools of MCP servers that are ready; the first time, those that are starting are waited for.

        Tools are only ever added, behind the others, so that the prompt's beginning stays. Returns lines for the user
        about what cannot be used.
        """
        servers = self.context.mcp
        if servers is None:
            return []
        known = {tool.name for tool in self.tools}
        self.tools = (*self.tools, *(tool for tool in await servers.tools() if tool.name not in known))
        return servers.news()

    async def compact(self) -> AsyncGenerator[Event]:
        """Let a summary take the place of the conversation's older part; ends and can be interrupted as a turn.

        Where there is nothing to sum up, or the model cannot, the status is `failed` and nothing changes.

        Raises:
            LocalcoderError: a turn is running.
        """
        async with aclosing(self._events(Turn("", compacts=True))) as events:
            async for event in events:
                yield event

    async def _events(self, turn: Turn) -> AsyncGenerator[Event]:
        if self._turn is not None:
            raise LocalcoderError("A turn is already running; wait for its end or interrupt it.")
        self._turn = turn
        task = asyncio.create_task(self._play(turn))
        task.add_done_callback(self._turn_over)
        try:
            await asyncio.sleep(0)  # a task that is cancelled before its first step would never run, nor say its end
            turn.task = task
            if turn.interrupted:
                task.cancel()
            while (event := await turn.queue.get()) is not None:
                yield event
                turn.queue.task_done()
        finally:
            task.cancel()
            await asyncio.wait([task])

    def interrupt(self) -> None:
        """Stop the running turn, if there is one; its stream ends with `TurnFinished(status="interrupted")`."""
        if self._turn is not None:
            self._turn.interrupted = True
            if self._turn.task is not None:
                self._turn.task.cancel()

    def _turn_over(self, task: asyncio.Task[None]) -> None:
        self._turn = None

    async def _play(self, turn: Turn) -> None:
        """Take the turn to its end, whatever happens: who reads its events would wait for ever."""
        status: TurnStatus = "failed"
        error: str | None = None
        checkpoints = None if turn.compacts else self.context.checkpoints
        try:
            if checkpoints is not None:
                turn.number = checkpoints.begin_turn(own_words(turn.prompt))
            status, error = await (self._compact_now(turn) if turn.compacts else self._take_turn(turn))
        except asyncio.CancelledError:
            status = "interrupted"
        except LocalcoderError as failure:
            error = str(failure)
            if isinstance(failure, (ContextFull, PromptTooLong)) and not turn.compacts:
                self._retract_prompt(turn)
        except Exception as failure:
            logger.exception("The turn failed unexpectedly")
            error = _unexpected(failure)
        replies = turn.replies + turn.subagent_replies
        try:
            self._settle(turn, INTERRUPTED if status == "interrupted" else NOT_RUN)
            if checkpoints is not None and turn.number is not None:
                checkpoints.end_turn()
            self._record(turn, lambda journal: journal.end_turn(status, replies, turn.usage, error))
        except Exception as failure:
            logger.exception("The turn's end failed unexpectedly")
            status, error = "failed", _unexpected(failure)
        duration_s = time.monotonic() - turn.started_s
        turn.emit_soon(TurnFinished(status, turn.text, replies, turn.usage, duration_s, error, turn.refused_calls))
        turn.queue.put_nowait(None)

    async def _take_turn(self, turn: Turn) -> tuple[TurnStatus, str | None]:
        if self._reads_instructions:
            turn.prompt += await self._instructions.for_prompt(turn.prompt)
        message = Message("user", turn.prompt)
        if turn.number is not None:
            self._beginnings.add(message, turn.number)
        self._append(turn, message)
        await turn.emit(TurnStarted(turn.prompt))
        for line in await self.complete_tools():
            turn.emit_soon(Notice("warning", line))
        while turn.replies < self.max_turns:
            offered = tuple(self.policy.tools_offered(self.tools))
            draft = await self._reply(turn, offered)
            if draft.calls:
                await self._run_calls(turn, draft.calls, offered)
            feedback = draft.feedback()
            if feedback is None and not draft.calls:
                return "done", None
            turn.useless_replies = 0 if draft.calls else turn.useless_replies + 1
            if feedback is not None:
                turn.emit_soon(Notice("warning", feedback.notice))
                if turn.useless_replies == USELESS_REPLY_LIMIT:
                    return "failed", f"{feedback.notice} That was {USELESS_REPLY_LIMIT} times in a row; the turn ends."
                self._append(turn, Message("user", feedback.to_model))
        replies = "1 reply" if self.max_turns == 1 else f"{self.max_turns} replies"
        return "turn_limit", f"The turn was stopped after {replies} of the model (--max-turns)."

    async def _reply(self, turn: Turn, offered: Sequence[Tool[Any]]) -> Draft:
        specs = [tool.spec() for tool in offered]
        system = Message("system", self.system)
        await self._make_room(turn, Prompt(self.model, system, specs))
        turn.replies += 1
        await turn.emit(ReplyStarted(turn.replies))
        try:
            return await self._stream(turn, system, specs)
        except PromptTooLong:
            if not await self._compact_refused(turn, Prompt(self.model, system, specs)):
                raise
        return await self._stream(turn, system, specs)

    async def _stream(self, turn: Turn, system: Message, specs: Sequence[ToolSpec]) -> Draft:
        taken = {call.id for message in self._messages for call in message.tool_calls}
        turn.draft = draft = Draft(taken)
        turn.guard.begin_reply()
        went_on: list[Notice] = []
        async with aclosing(self.model.reply([system, *self._messages], specs, self.options)) as stream:
            async for event in stream:
                for shown in draft.add(event):
                    await turn.emit(shown)
                if (finding := turn.guard.add_delta(event)) is not None:
                    went_on.append(await self._ask_about(turn, finding))
                if draft.is_overfull:
                    break
        if draft.reason is None:
            raise LocalcoderError("The model's reply broke off without an end; try again.")
        self._keep(turn, draft)
        await turn.emit(MessageCompleted(draft.text, draft.reasoning, draft.usage))
        for notice in went_on:
            turn.emit_soon(notice)
        if draft.reason == "length" and draft.half_call is None:
            turn.emit_soon(Notice("warning", "The reply was cut at the token limit."))
        return draft

    async def _make_room(self, turn: Turn, prompt: Prompt) -> None:
        """See that the next prompt fits: by a summary where the model can write one, else without old results."""
        if prompt.model.prompt_profile == "full":
            if prompt.tokens(self._messages) <= prompt.limit_tokens:
                return
            planned = plan_when_full(prompt, self._messages, prompt.limit_tokens)
            if planned is not None:
                await self._compact(turn, prompt, planned)
        fitted = fit(self.model, prompt.system, self._messages, prompt.tools)
        if fitted.removed_results:
            self._messages = list(fitted.messages)
            count = fitted.removed_results
            turn.emit_soon(
                Notice("warning", f"The context was full: {count} old tool result{'s' * (count > 1)} removed from it.")
            )

    async def _compact_refused(self, turn: Turn, prompt: Prompt) -> bool:
        """Compact a conversation that was counted as fitting and refused all the same; whether that could be done."""
        if prompt.model.prompt_profile != "full" or (turn.draft is not None and turn.draft.message() != _NOTHING):
            return False
        turn.draft = None
        planned = plan_when_full(prompt, self._messages, prompt.tokens(self._messages) * 3 // 4)
        if planned is not None:
            await self._compact(turn, prompt, planned)
        return planned is not None

    async def _compact_now(self, turn: Turn) -> tuple[TurnStatus, str | None]:
        if self.model.prompt_profile != "full":
            return "failed", f"The model {self.model.name} cannot sum up a conversation; /new starts an empty one."
        prompt = Prompt(self.model, Message("system", self.system), self._specs())
        planned = plan_when_asked(prompt, self._messages)
        if planned is None:
            return "failed", "There is nothing to compact yet: the conversation is short."
        await self._compact(turn, prompt, planned)
        return "done", None

    @property
    def _reads_instructions(self) -> bool:
        """Whether the model is told the AGENTS.md of sub-directories; one of the profile `compact` is too small."""
        return self.model.prompt_profile == "full"

    def _specs(self) -> list[ToolSpec]:
        return [tool.spec() for tool in self.policy.tools_offered(self.tools)]

    async def _compact(self, turn: Turn, prompt: Prompt, planned: Plan) -> None:
        """Carry out `planned`. Raises `CompactionFailed`; the conversation is then as it was."""
        await turn.emit(CompactionStarted(len(planned.older)))
        items = self.context.todo.items
        told = await self._instructions.pinned(planned.older, planned.kept, summary_characters(prompt.model))
        pinned = Pinned(turn.prompt, todo_text(items) if items else "", self.policy.mode, told)
        done = await compact(prompt, planned, pinned, self.options)
        self._earlier.append(Earlier(tuple(self._messages), len(done.kept)))
        self._messages = list(done.messages)
        turn.usage = added_usage(turn.usage, done.usage)
        kept, before, after = len(done.kept), done.before_tokens, done.after_tokens
        self._record(turn, lambda journal: journal.compact(done.summary, kept, before, after))
        await turn.emit(Compacted(len(planned.older), before, after))

    def _keep(self, turn: Turn, draft: Draft) -> None:
        """Take `draft` into the history, complete or not; its calls wait for their results from then on."""
        turn.draft, turn.calls = None, draft.calls
        turn.usage = added_usage(turn.usage, draft.usage)
        turn.text = draft.text
        message = draft.message()
        if message.content.strip() or message.tool_calls:
            self._append(turn, message)

    async def _run_calls(self, turn: Turn, calls: Sequence[ToolCall], offered: Sequence[Tool[Any]]) -> None:
        """Run `calls`, take their results into the history, and ask whether to go on if the model goes in circles."""
        turn.runner = runner = self._runner(turn, offered)

        async def judge(ended: Sequence[ToolCall]) -> None:
            findings: list[Finding] = []
            for call in ended:
                result = runner.results[call.id]
                is_error = result.is_error and call.id not in runner.refused
                finding = turn.guard.add_result(call, result.content, is_error=is_error)
                findings += [finding] if finding is not None else []
            if findings:
                turn.emit_soon(await self._ask_about(turn, findings[0]))

        await runner.run(calls, judge)
        self._settle(turn, NOT_RUN)

    async def _ask_about(self, turn: Turn, finding: Finding) -> Notice:
        """Ask whether the turn may go on; returns the line that says so.

        Raises:
            GoesInCircles: it may not, or nobody can be asked.
        """

        async def question() -> ApprovalRequested:
            return ApprovalRequested(
                "", "loop_guard", finding.text, LOOP_REASON, None, None, kind="loop", agent=self.name
            )

        answer = await self._questions.ask(self.approver.approve, question) or Answer("unavailable")
        if answer.choice in ("once", "always"):
            turn.guard.go_on(silent=answer.choice == "always")
            return Notice("info", f"{finding.text} It goes on, as you said.")
        if turn.draft is not None and finding.channel is not None:
            turn.draft.shorten(finding.channel, finding.keep)
        why = "You stopped the turn." if answer.choice == "no" else LOOP_STOPPED
        raise GoesInCircles(f"{finding.text} {why}")

    def _settle(self, turn: Turn, text: str) -> None:
        """Make the history whole: a half reply is kept, and each call has a result, `text` where it has none."""
        if turn.draft is not None:
            self._keep(turn, turn.draft)
        runner = turn.runner or self._runner(turn, ())
        runner.close(turn.calls, text)
        turn.refused_calls += len(runner.refused)
        for call in turn.calls:
            self._append(turn, runner.message(call))
        turn.calls, turn.runner = (), None
        self._instructions.settled()

    def _runner(self, turn: Turn, offered: Sequence[Tool[Any]]) -> CallRunner:
        return CallRunner(
            offered,
            self.tools,
            self.policy,
            self.context,
            self.approver,
            turn.emit,
            turn.emit_soon,
            questions=self._questions,
            agent=self.name,
            run_tasks=partial(self._run_tasks, turn) if self.name is None else None,
            instructions=self._instructions.for_accesses if self._reads_instructions else None,
        )

    async def _run_tasks(self, turn: Turn, call_id: str, tasks: Sequence[TaskItemArguments]) -> Sequence[TaskOutcome]:
        runner, done = turn.runner, list[TaskOutcome]()

        def add(ended: Subagent) -> None:
            turn.usage = added_usage(turn.usage, ended.usage)
            turn.subagent_replies += ended.turns
            turn.refused_calls += ended.refused_calls
            if ended.status == "done" and runner is not None:
                done.append(ended.outcome)
                runner.so_far[call_id] = outcomes_text(done, self.context.result_characters)

        return await self.subagents.run(tasks, Stage(call_id, turn.emit, turn.emit_soon, add))

    def _subagent(self, name: str, call_id: str) -> Agent:
        """An agent for one task. It may do what this one may, by the same policy, and knows no file that it did not
        read itself: what others wrote meanwhile, it has to read before it writes."""
        journal = self.journal.subagent(name, call_id) if isinstance(self.journal, Journal) else None
        return Agent(
            self.model,
            [tool for tool in self.tools if tool.name != TaskTool.name],
            self.policy,
            replace(self.context, registry=ReadRegistry(), todo=TodoList()),
            self.approver,
            max_turns=self.max_turns,
            options=replace(self.options, priority=BACKGROUND),
            journal=journal,
            system=subagent_prompt(self.system, self.model.prompt_profile),
            parent=self,
            name=name,
        )

    def _append(self, turn: Turn, message: Message) -> None:
        self._messages.append(message)
        begun = self._beginnings.turn_of(message)
        self._record(turn, lambda journal: journal.append_message(message, begun))

    def _record(self, turn: Turn, write: Callable[[Journal | SubagentJournal], None]) -> None:
        """Write to the journal. Where that fails the user is told, once, and the conversation goes on unsaved."""
        if self.journal is None:
            return
        try:
            write(self.journal)
        except JournalError as failure:
            self.journal.close()
            self.journal = None
            turn.emit_soon(Notice("error", f"{failure} The rest of this conversation is not saved."))

    def _retract_prompt(self, turn: Turn) -> None:
        """Forget a prompt that does not fit: kept in the history, it would make every later turn fail as well."""
        if self._messages and self._messages[-1] == Message("user", turn.prompt):
            self._messages.pop()
            self._record(turn, lambda journal: journal.retract_message())


def _unexpected(failure: Exception) -> str:
    """What the user is told of an error that nobody foresaw; the log has all of it."""
    return f"The turn failed unexpectedly: {type(failure).__name__}: {failure}"
