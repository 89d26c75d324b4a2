"""Turns a stream of agent events into entries of the transcript."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence

from localcoder.agent import events
from localcoder.agent.approval import REFUSED
from localcoder.agent.compaction import is_summary
from localcoder.agent.reply import is_feedback
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyUsage
from localcoder.tools.todo_list import TodoItem
from localcoder.tui.attachments import MentionedFile, without_attachments
from localcoder.tui.subagents import Board
from localcoder.tui.widgets.answer import Answer
from localcoder.tui.widgets.messages import NoticeLine, UserMessage
from localcoder.tui.widgets.reasoning import Reasoning
from localcoder.tui.widgets.tool_call import ToolCallBlock
from localcoder.tui.widgets.transcript import Transcript

_STATUS_NOTICES: dict[events.TurnStatus, str] = {
    "interrupted": "Interrupted. What was done so far is kept.",
    "turn_limit": "The limit of replies for one turn is reached. Send another message to go on.",
}
MAX_HISTORY = 100
"""So many messages of an earlier conversation are shown when it is resumed."""


class Presenter:
    """Shows one turn at a time.

    `on_activity` gets a word for what goes on, `on_usage` each reply's figures, `on_todo` each todo list. `board` keeps
    what subagents do.
    """

    def __init__(
        self,
        transcript: Transcript,
        on_activity: Callable[[str], None],
        on_usage: Callable[[ReplyUsage], None],
        on_todo: Callable[[Sequence[TodoItem]], None],
        board: Board | None = None,
    ) -> None:
        self._transcript = transcript
        self._on_activity = on_activity
        self._on_usage = on_usage
        self._on_todo = on_todo
        self._board = board or Board(lambda running: None)
        self._answer: Answer | None = None
        self._reasoning: Reasoning | None = None
        self._calls: dict[str, ToolCallBlock] = {}
        self.last_answer = ""
        self.last_status: events.TurnStatus | None = None
        """How the last turn ended; None from where another one is begun."""

    async def show(self, event: events.Event) -> None:
        """Show one event."""
        match event:
            case events.ReplyStarted():
                await self._close_texts()
                self._end_calls()  # what is left was drafted and never became a call
                self._on_activity("Thinking")
            case events.ReasoningAdded(text):
                await self._add_reasoning(text)
            case events.TextAdded(text):
                await self._add_text(text)
            case events.CallDrafted(call_id, name, characters):
                self._on_activity(f"Writing a call of {name}")
                (await self._call(call_id, name)).draft(characters)
            case events.MessageCompleted(usage=usage):
                await self._close_texts()
                self._on_usage(usage)
            case events.CallStarted(call_id, name):
                self._on_activity(event.summary)
                (await self._call(call_id, name)).start(event)
            case events.ApprovalRequested(call_id, name):
                (await self._call(call_id, name)).set_waiting(True)
            case events.CallOutput(call_id, text):
                if call_id in self._calls:
                    self._calls[call_id].add_output(text)
            case events.CallFinished(call_id, name):
                (await self._call(call_id, name)).finish(event)
                del self._calls[call_id]
            case events.SubagentEvent(_, task_id):
                if self._board.take(event) and task_id in self._calls:
                    self._calls[task_id].show_progress(self._board.progress(task_id))
            case events.TodoChanged(items):
                self._on_todo(items)
            case events.CompactionStarted():
                self._on_activity("Summing up the earlier conversation")
            case events.Compacted():
                await self._close_texts()
                await self._transcript.add(NoticeLine("info", event.line))
            case events.Notice(level, text):
                await self._close_texts()
                await self._transcript.add(NoticeLine(level, text))
            case events.TurnFinished():
                await self._finish(event)

    async def show_history(self, messages: Sequence[Message]) -> None:
        """Show an earlier conversation: its newest messages, and how many there were before them."""
        self.last_answer = ""
        shown = messages[-MAX_HISTORY:]
        if len(shown) < len(messages):
            earlier = len(messages) - len(shown)
            await self._transcript.add(NoticeLine("info", f"{earlier:,} earlier messages are not shown."))
        results = {message.tool_call_id: message for message in shown if message.role == "tool"}
        for message in shown:
            if is_summary(message):
                await self._transcript.add(NoticeLine("info", "What came before was summed up for the model."))
            elif is_feedback(message):
                await self._transcript.add(NoticeLine("warning", f"The model was told: {message.content}"))
            elif message.role == "user":
                await self._transcript.add(UserMessage(without_attachments(message.content), self._transcript.expanded))
            elif message.role == "assistant":
                await self._add_text(message.content)
                await self._close_texts()
                for call in message.tool_calls:
                    await self._show_past_call(call, results.get(call.id))

    async def show_mentioned(self, call_id: str, file: MentionedFile) -> None:
        """Show a file that the user's message mentions, as the `read` that it amounts to."""
        block, result = await self._call(call_id, "read"), file.result
        block.start(events.CallStarted(call_id, "read", {}, f"read {file.name}"))
        block.finish(events.CallFinished(call_id, "read", result.content, result.is_error, False, None, 0.0))
        del self._calls[call_id]

    async def failed(self, message: str) -> None:
        """The turn raised an error."""
        await self._end("failed", message)

    def show_waiting(self, call_ids: Collection[str]) -> None:
        """Mark the calls that wait for an approval."""
        for call_id, block in self._calls.items():
            block.set_waiting(call_id in call_ids)

    async def _add_reasoning(self, text: str) -> None:
        if self._reasoning is None:
            await self._close_texts()
            self._reasoning = Reasoning(self._transcript.expanded)
            await self._transcript.add(self._reasoning)
        self._reasoning.append(text)

    async def _add_text(self, text: str) -> None:
        if self._answer is None:
            # Models often begin with a blank line, which would show as an empty entry.
            text = text.lstrip()
            if not text:
                return
            await self._close_texts()
            self._on_activity("Writing")
            self._answer = Answer()
            await self._transcript.add(self._answer)
        self._answer.write(text)

    async def _close_texts(self) -> None:
        answer, self._answer = self._answer, None
        reasoning, self._reasoning = self._reasoning, None
        if reasoning is not None:
            reasoning.finish()
        if answer is not None:
            self.last_answer = answer.text
            answer.finish()

    async def _call(self, call_id: str, name: str) -> ToolCallBlock:
        if call_id not in self._calls:
            await self._close_texts()
            self._calls[call_id] = ToolCallBlock(call_id, name, self._transcript.expanded)
            await self._transcript.add(self._calls[call_id])
        return self._calls[call_id]

    async def _show_past_call(self, call: ToolCall, result: Message | None) -> None:
        block = await self._call(call.id, call.name)
        block.start(events.CallStarted(call.id, call.name, {}, f"{call.name} {_first_argument(call.arguments)}"))
        if result is not None:
            content, is_error, refused = result.content, result.is_error, result.content.startswith(REFUSED)
            block.finish(events.CallFinished(call.id, call.name, content, is_error, refused, None, 0.0))
        else:
            block.interrupt()
        del self._calls[call.id]

    def _end_calls(self) -> None:
        for block in self._calls.values():
            block.interrupt()
        self._calls.clear()

    async def _finish(self, event: events.TurnFinished) -> None:
        await self._end(event.status, event.error)

    async def _end(self, status: events.TurnStatus, error: str | None) -> None:
        self.last_status = status
        self._board.end_all()
        await self._close_texts()
        self._end_calls()
        if status == "failed":
            await self._transcript.add(NoticeLine("error", error or "The turn failed."))
        elif status in _STATUS_NOTICES:
            await self._transcript.add(NoticeLine("warning", _STATUS_NOTICES[status]))


def _first_argument(arguments: str) -> str:
    """The first text among a call's arguments: the path or the command."""
    try:
        values = json.loads(arguments)
    except (ValueError, RecursionError):
        return ""
    texts = [value for value in values.values() if isinstance(value, str)] if isinstance(values, dict) else []
    return texts[0] if texts else ""
