"""One conversation of the editor's: its prompts, its mode, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from acp.exceptions import RequestError
from acp.helpers import update_agent_thought_text
from acp.interfaces import Client
from acp.schema import PermissionOption, PromptResponse, RequestPermissionResponse, StopReason, ToolCallUpdate, Usage

from localcoder.acp.asking import EditorApprover
from localcoder.acp.buffers import Buffers
from localcoder.acp.commands import advertised, command_in, find
from localcoder.acp.contract import Conversation
from localcoder.acp.errors import FAILED, refused
from localcoder.acp.history import told_again
from localcoder.acp.loading import SharedModel
from localcoder.acp.prompts import Block, check, message_of
from localcoder.acp.updates import OUTPUT_INTERVAL_S, Update, Updates, notice
from localcoder.agent.agent import Agent
from localcoder.agent.events import Event, TurnFinished, TurnStatus
from localcoder.chat.model import ReplyUsage
from localcoder.config.settings import ApprovalMode
from localcoder.errors import LocalcoderError
from localcoder.workspace.roots import Roots

T = TypeVar("T")

BUSY = "A prompt is still being answered in this session; wait for its end or cancel it."

_STOP_REASONS: dict[TurnStatus, StopReason] = {
    "done": "end_turn",
    "turn_limit": "max_turn_requests",
    "interrupted": "cancelled",
}


class _Cancelled(Exception):
    """The user has cancelled the prompt before the agent had it."""


@dataclass
class _Turn:
    """A prompt that is being answered. `waiting` is what cancelling ends before the agent has it; `over` once there is
    nothing left to do."""

    blocks: Sequence[Block]
    waiting: asyncio.Task[Any] | None = None
    cancelled: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


class EditorSession:
    """Its agent is made with the first prompt, so that a conversation can be opened while the model loads."""

    def __init__(
        self, conversation: Conversation, model: SharedModel, client: Client, *, reads_buffers: bool = False
    ) -> None:
        """`reads_buffers`: the editor tells what it holds of files, saved or not."""
        self._conversation = conversation
        self._model = model
        self._client = client
        self._buffers = Buffers(client, conversation.id) if reads_buffers else None
        self._updates = Updates(conversation.roots)
        self._approver = EditorApprover(self, self._updates)
        self._notices = list(conversation.notices)
        self._agent: Agent | None = None
        self._building: asyncio.Task[Agent] | None = None
        self._turn: _Turn | None = None
        self._mode: ApprovalMode = conversation.mode

    @property
    def id(self) -> str:
        """The session's id."""
        return self._conversation.id

    @property
    def mode(self) -> ApprovalMode:
        """The approval mode."""
        return self._mode

    @property
    def title(self) -> str:
        """The name that the user gave it."""
        return self._conversation.title

    @property
    def roots(self) -> Roots:
        """The folders that it works in."""
        return self._conversation.roots

    @property
    def is_busy(self) -> bool:
        """Whether a prompt is being answered."""
        return self._turn is not None

    @property
    def model_state(self) -> str:
        """How far the model is, for people."""
        return self._model.state

    @property
    def agent(self) -> Agent | None:
        """The agent, once there is one."""
        return self._agent

    def loaded_agent(self) -> Agent:
        """The agent, for what runs once it is there."""
        assert self._agent is not None
        return self._agent

    def new_id(self) -> str:
        """An id for a call that is no tool's."""
        return self._updates.new_id()

    def rename(self, title: str) -> None:
        """Give the session a name. Raises LocalcoderError where that cannot be written."""
        self._conversation.rename(title)

    def fork_into(self, conversation: Conversation) -> None:
        """Let a new conversation begin as a copy of this one. Blocks for a moment.

        Raises:
            LocalcoderError: it cannot be written.
        """
        conversation.begin_as(self._conversation, self._agent)

    async def set_mode(self, mode: ApprovalMode) -> None:
        """Change the approval mode, from the next call on."""
        self._mode = mode
        if self._agent is not None:
            self._agent.policy.mode = mode
            self.note(self._conversation.warning(self._agent))
            await self._tell_notices()

    def note(self, *lines: str | None) -> None:
        """Tell the user with the next prompt: before the editor knows the session there is no place for it."""
        self._notices += [line for line in lines if line is not None]

    async def greet(self) -> None:
        """Tell the editor, which knows the session now, what commands there are."""
        with suppress(ConnectionError):
            await self.show(advertised())

    async def tell_history(self) -> None:
        """Tell the editor what was said before."""
        for update in told_again(self._conversation.messages, self._updates, self.roots):
            await self.show(update)

    async def prompt(self, blocks: Sequence[Block]) -> PromptResponse:
        """Take a turn and tell the editor what happens.

        Raises:
            RequestError: the prompt cannot be used, a turn is running, the model cannot be loaded, or the turn failed.
        """
        if self._turn is not None:
            raise refused(BUSY)
        turn = self._turn = _Turn(blocks)
        try:
            finished = await self._answer(turn)
        except _Cancelled:
            return PromptResponse(stop_reason="cancelled")
        except LocalcoderError as error:
            raise refused(error) from None
        finally:
            self._turn = None
            turn.over.set()
        if finished is None:
            return PromptResponse(stop_reason="cancelled" if turn.cancelled else "end_turn")
        return _response(finished)

    def cancel(self) -> None:
        """End the running turn, if there is one; what was done is kept."""
        if self._turn is None:
            return
        self._turn.cancelled = True
        if self._turn.waiting is not None:
            self._turn.waiting.cancel()
        if self._agent is not None:
            self._agent.interrupt()

    async def close(self) -> None:
        """End what runs, in the background too, and close the session's file."""
        turn = self._turn
        self.cancel()
        if turn is not None:
            await turn.over.wait()  # its end is written to the file
        if self._building is not None:
            await asyncio.wait([self._building])
            if self._building.exception() is None:
                await self._building.result().context.close()
        self._conversation.close()

    async def tell(self, line: str) -> None:
        """Tell the user a line of localcoder's own."""
        await self.show(notice(line))

    async def show(self, update: Update) -> None:
        """Tell the editor."""
        await self._client.session_update(session_id=self.id, update=update)

    async def ask(self, call: ToolCallUpdate, options: list[PermissionOption]) -> RequestPermissionResponse:
        """Let the editor ask its user."""
        return await self._client.request_permission(session_id=self.id, tool_call=call, options=options)

    async def take_turn(self, addition: str = "") -> TurnFinished:
        """Let the agent take a turn with the prompt that is being answered, and `addition` below it."""
        turn = self._turn
        assert turn is not None
        agent = await self._ready(turn)
        message = await self._unless_cancelled(turn, message_of(turn.blocks, agent, self._buffers))
        return await self.play(agent.run(message + addition))

    async def play(self, stream: AsyncGenerator[Event]) -> TurnFinished:
        """Tell the editor of a turn's events, unless the prompt has been cancelled; returns how it ended."""
        finished: TurnFinished | None = None
        async with aclosing(stream) as events:
            if self._turn is not None and self._turn.cancelled:
                raise _Cancelled
            late: asyncio.Task[None] | None = None
            try:
                async for event in events:
                    for update in self._updates.of(event):
                        await self.show(update)
                    if self._updates.is_late and (late is None or late.done()):
                        late = asyncio.create_task(self._show_late())
                    if isinstance(event, TurnFinished):
                        finished = event
            finally:
                if late is not None:
                    late.cancel()
        if finished is None:
            raise LocalcoderError("The turn ended without a result.")
        return finished

    async def _show_late(self) -> None:
        """Show output that nothing follows: a command may have said that it is ready, and then wait."""
        await asyncio.sleep(OUTPUT_INTERVAL_S)
        with suppress(ConnectionError):
            while (update := self._updates.late()) is not None:
                await self.show(update)

    async def _answer(self, turn: _Turn) -> TurnFinished | None:
        check(turn.blocks)
        await self._tell_notices()
        command = command_in(turn.blocks, self.roots)
        if command is None:
            return await self.take_turn()
        try:
            found = find(*command)
            if found.needs_agent:
                await self._ready(turn)
            return await found.run(self, command[1])
        except LocalcoderError as error:
            await self.tell(str(error))
        return None

    async def _ready(self, turn: _Turn) -> Agent:
        if self._agent is None:
            self._agent = await self._unless_cancelled(turn, self._build())
            await self._tell_notices()
        return self._agent

    async def _build(self) -> Agent:
        if not self._model.is_there:
            await self.show(update_agent_thought_text("The model is loading.\n\n"))
        model = await self._model.get()
        if self._building is None or (self._building.done() and self._building.exception() is not None):
            # Proving the sandbox starts a process.
            work = asyncio.to_thread(self._conversation.build, model, self._approver)
            self._building = asyncio.create_task(work)
        agent = await asyncio.shield(self._building)  # a thread cannot be cancelled: the next prompt gets its agent
        agent.policy.mode = self._mode
        if self._buffers is not None:
            agent.tools = tuple(map(self._buffers.guarded, agent.tools))
        self.note(self._conversation.warning(agent))
        self._updates.know_context(model.context_tokens)
        return agent

    async def _unless_cancelled(self, turn: _Turn, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. Raises `_Cancelled` where the prompt is cancelled meanwhile."""
        waiting: asyncio.Task[T] = asyncio.create_task(work)
        turn.waiting = waiting
        try:
            if turn.cancelled:
                waiting.cancel()
            return await waiting
        except asyncio.CancelledError:
            if not turn.cancelled:
                raise
            raise _Cancelled from None
        finally:
            waiting.cancel()
            turn.waiting = None

    async def _tell_notices(self) -> None:
        lines, self._notices = self._notices, []
        for line in lines:
            await self.show(notice(line))


def _response(finished: TurnFinished) -> PromptResponse:
    if finished.status == "failed":
        raise RequestError(FAILED, finished.error or "The turn failed.")
    return PromptResponse(stop_reason=_STOP_REASONS[finished.status], usage=_usage(finished.usage))


def _usage(usage: ReplyUsage) -> Usage:
    return Usage(
        total_tokens=usage.prompt_tokens + usage.completion_tokens,
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        thought_tokens=usage.reasoning_tokens,
        cached_read_tokens=usage.cached_tokens,
    )
