"""The `Approver` whose user sits before an editor."""

from __future__ import annotations

import logging
from typing import Protocol

from acp.exceptions import RequestError
from acp.helpers import start_tool_call, update_tool_call
from acp.schema import AllowedOutcome, PermissionOption, RequestPermissionResponse, ToolCallUpdate
from pydantic import ValidationError

from localcoder.acp.texts import sendable
from localcoder.acp.updates import Update, Updates
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.tools.invisible import revealed

logger = logging.getLogger(__name__)


class Editor(Protocol):
    """One conversation's line to the editor."""

    async def show(self, update: Update) -> None:
        """Tell it what happened."""
        ...

    async def ask(self, call: ToolCallUpdate, options: list[PermissionOption]) -> RequestPermissionResponse:
        """Wait for the user's choice."""
        ...

    def cancel(self) -> None:
        """End the running turn."""
        ...


class EditorApprover:
    """Lets the editor ask its user. Where it cannot, nobody is there to ask."""

    def __init__(self, editor: Editor, updates: Updates) -> None:
        self._editor = editor
        self._updates = updates

    async def approve(self, request: ApprovalRequested) -> Answer:
        """The user's word on a call, or on going on although the model goes in circles."""
        if request.kind == "loop":
            return await self._ask_about_loop(request)
        proposed = self._updates.proposed(request)
        call = ToolCallUpdate.model_validate(proposed.model_dump(exclude={"session_update"}))
        answer = await self._answer(call, call_options(request))
        if answer.choice in ("once", "always"):
            await self._editor.show(self._updates.running(request))
        return answer

    async def _ask_about_loop(self, request: ApprovalRequested) -> Answer:
        call_id, title = self._updates.new_id(), sendable(f"{request.summary} {request.reason}")
        await self._editor.show(start_tool_call(call_id, title, kind="other", status="pending"))
        call = ToolCallUpdate(tool_call_id=call_id, title=title, kind="other", status="pending")
        answer = await self._answer(call, LOOP_OPTIONS)
        goes_on = answer.choice in ("once", "always")
        await self._editor.show(update_tool_call(call_id, status="completed" if goes_on else "failed"))
        return answer

    async def _answer(self, call: ToolCallUpdate, options: list[PermissionOption]) -> Answer:
        try:
            outcome = (await self._editor.ask(call, options)).outcome
        except (RequestError, ValidationError, ConnectionError) as error:
            logger.warning("The editor could not ask its user: %s", error)
            return Answer("unavailable")
        if not isinstance(outcome, AllowedOutcome):
            self._editor.cancel()  # the user ended the turn instead of answering
            return Answer("no")
        match outcome.option_id:
            case "once":
                return Answer("once")
            case "always" if any(option.option_id == "always" for option in options):
                return Answer("always")
            case _:
                return Answer("no")


def call_options(request: ApprovalRequested) -> list[PermissionOption]:
    """What the user may answer: always allowing is offered where there is a rule for it."""
    once = PermissionOption(option_id="once", name="Allow once", kind="allow_once")
    no = PermissionOption(option_id="no", name="Refuse", kind="reject_once")
    if request.suggested_rule is None:
        return [once, no]
    name = revealed(str(sendable(f"Allow {request.suggested_rule} for this session")))
    return [once, PermissionOption(option_id="always", name=name, kind="allow_always"), no]


LOOP_OPTIONS = [
    PermissionOption(option_id="once", name="Go on", kind="allow_once"),
    PermissionOption(option_id="always", name="Go on and do not ask again in this turn", kind="allow_always"),
    PermissionOption(option_id="no", name="Stop the turn", kind="reject_once"),
]
