"""Subagents in a session's file: their conversations stand between the records of the session's own."""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyUsage
from localcoder.sessions import records
from localcoder.sessions.conversation import Conversation, whole

if TYPE_CHECKING:
    from localcoder.sessions.journal import Journal


@dataclass(frozen=True, slots=True)
class SubagentSession:
    """What a subagent did: its conversation, as valid as the session's own. `call_id` is the call that started it."""

    name: str
    call_id: str
    messages: tuple[Message, ...]


class SubagentJournal:
    """Appends a subagent's conversation to the file of the session that it belongs to.

    Each method raises `JournalError` where that fails.
    """

    def __init__(self, journal: Journal, name: str, call_id: str) -> None:
        self._journal = journal
        # Names and ids of calls may come again when a session is resumed.
        self._agent = {"id": secrets.token_hex(6), "name": name, "call_id": call_id}

    def append_message(self, message: Message, turn: int | None = None) -> None:
        """Add `message`, which may have begun its part of the checkpoints' turn of that number, to the conversation."""
        self._append("message", at_s=round(time.time(), 3), **records.message_fields(message, turn))

    def retract_message(self) -> None:
        """Take the last message, a prompt that was not answered, back."""
        self._append("retract")

    def compact(self, summary: Message, kept: int, before_tokens: int, after_tokens: int) -> None:
        """Note that from here on `summary` stands for all messages but the newest `kept`."""
        self._append("compaction", summary=records.message_fields(summary), kept=kept)

    def end_turn(self, status: str, turns: int, usage: ReplyUsage, error: str | None) -> None:
        """Note how the task ended."""
        self._append("turn", at_s=round(time.time(), 3), status=status, turns=turns, usage=asdict(usage), error=error)

    def close(self) -> None:
        """Nothing to do: the file is the session's."""

    def _append(self, kind: str, **fields: Any) -> None:
        self._journal.append_agent(**self._agent, record=kind, **fields)


@dataclass
class _Told:
    name: str
    call_id: str
    conversation: Conversation = field(default_factory=Conversation)


class SubagentRecords:
    """Collects the `agent` records of a file."""

    def __init__(self) -> None:
        self._by_id: dict[str, _Told] = {}

    def apply(self, record: dict[str, Any]) -> None:
        """Let an `agent` record take effect on the conversation that it belongs to.

        Raises:
            ValueError: it is damaged.
        """
        match record:
            case {"id": str() as agent_id, "name": str() as name, "call_id": str() as call_id, "record": str() as kind}:
                if kind in ("session", "agent"):
                    raise ValueError(f"an agent record of kind {kind}")
                told = self._by_id.setdefault(agent_id, _Told(name, call_id))
                told.conversation.apply({**record, "type": kind})
            case _:
                raise ValueError("an agent record with missing fields")

    def sessions(self) -> tuple[SubagentSession, ...]:
        """The conversations, in the order in which they began."""
        return tuple(
            SubagentSession(told.name, told.call_id, tuple(whole(told.conversation.messages)))
            for told in self._by_id.values()
        )
