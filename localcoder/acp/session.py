"""One conversation of the editor's: its prompts, its mode, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from acp.exceptions import RequestError
from acp.helpers import update_agent_thought_text
from acp.interfaces import Client
from acp.schema import PermissionOption, PromptResponse, RequestPermissionResponse, StopReason, ToolCallUpdate, Usage

from localcoder.acp.asking import EditorApprover
from localcoder.acp.contract import Conversation
from localcoder.acp.errors import FAILED, refused
from localcoder.acp.history import told_again
from localcoder.acp.loading import SharedModel
from localcoder.acp.prompts import Block, check, message_of
from localcoder.acp.updates import Update, Updates, notice
from localcoder.agent.agent import Agent
from localcoder.agent.events import TurnFinished, TurnStatus
from localcoder.chat.model import ReplyUsage
from localcoder.config.settings import ApprovalMode
from localcoder.errors import LocalcoderError

_STOP_REASONS: dict[TurnStatus, StopReason] = {
    "done": "end_turn",
    "turn_limit": "max_turn_requests",
    "interrupted": "cancelled",
}


@dataclass
class _Turn:
    """A prompt that is being answered. `preparing` until the agent has it; `over` once there is nothing left to do."""

    preparing: asyncio.Task[tuple[Agent, str]] | None = None
    cancelled: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)


class EditorSession:
    """Its agent is made with the first prompt, so that a conversation can be opened while the model loads."""

    def __init__(self, conversation: Conversation, model: SharedModel, client: Client) -> None:
        self._conversation = conversation
        self._model = model
        self._client = client
        self._updates = Updates(conversation.roots)
        self._approver = EditorApprover(self, self._updates)
        self._notices = list(conversation.notices)
        self._agent: Agent | None = None
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
    def is_busy(self) -> bool:
        """Whether a prompt is being answered."""
        return self._turn is not None

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

    async def tell_history(self) -> None:
        """Tell the editor what was said before."""
        for update in told_again(self._conversation.messages, self._updates):
            await self.show(update)

    async def prompt(self, blocks: Sequence[Block]) -> PromptResponse:
        """Take a turn and tell the editor what happens.

        Raises:
            RequestError: the prompt cannot be used, a turn is running, the model cannot be loaded, or the turn failed.
        """
        if self._turn is not None:
            raise refused("A prompt is still being answered in this session; wait for its end or cancel it.")
        turn = self._turn = _Turn()
        try:
            return await self._answer(turn, blocks)
        except LocalcoderError as error:
            raise refused(error) from None
        finally:
            self._turn = None
            turn.over.set()

    def cancel(self) -> None:
        """End the running turn, if there is one; what was done is kept."""
        if self._turn is None:
            return
        self._turn.cancelled = True
        if self._turn.preparing is not None:
            self._turn.preparing.cancel()
        if self._agent is not None:
            self._agent.interrupt()

    async def close(self) -> None:
        """End what runs, in the background too, and close the session's file."""
        turn = self._turn
        self.cancel()
        if turn is not None:
            await turn.over.wait()  # its end is written to the file
        if self._agent is not None:
            await self._agent.context.close()
        self._conversation.close()

    async def show(self, update: Update) -> None:
        """Tell the editor."""
        await self._client.session_update(session_id=self.id, update=update)

    async def ask(self, call: ToolCallUpdate, options: list[PermissionOption]) -> RequestPermissionResponse:
        """Let the editor ask its user."""
        return await self._client.request_permission(session_id=self.id, tool_call=call, options=options)

    async def _answer(self, turn: _Turn, blocks: Sequence[Block]) -> PromptResponse:
        check(blocks)
        await self._tell_notices()
        turn.preparing = asyncio.create_task(self._prepare(blocks))
        try:
            if turn.cancelled:
                turn.preparing.cancel()
            agent, message = await turn.preparing
        except asyncio.CancelledError:
            if not turn.cancelled:
                raise
            return PromptResponse(stop_reason="cancelled")
        finally:
            turn.preparing.cancel()
            turn.preparing = None
        await self._tell_notices()
        if turn.cancelled:
            return PromptResponse(stop_reason="cancelled")
        return _response(await self._run(agent, message))

    async def _prepare(self, blocks: Sequence[Block]) -> tuple[Agent, str]:
        if self._agent is None:
            if not self._model.is_there:
                await self.show(update_agent_thought_text("The model is loading.\n\n"))
            model = await self._model.get()
            # Proving the sandbox starts a process.
            agent = await asyncio.to_thread(self._conversation.build, model, self._approver)
            agent.policy.mode = self._mode
            self.note(self._conversation.warning(agent))
            self._updates.know_context(model.context_tokens)
            self._agent = agent
        return self._agent, await message_of(blocks, self._agent)

    async def _run(self, agent: Agent, message: str) -> TurnFinished:
        finished: TurnFinished | None = None
        async with aclosing(agent.run(message)) as events:
            async for event in events:
                for update in self._updates.of(event):
                    await self.show(update)
                if isinstance(event, TurnFinished):
                    finished = event
        if finished is None:
            raise LocalcoderError("The turn ended without a result.")
        return finished

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
