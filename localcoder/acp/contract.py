"""What the bridge needs from those who start it: conversations and a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Approver
from localcoder.chat.messages import Message
from localcoder.chat.model import ChatModel
from localcoder.config.extensions import McpServer
from localcoder.config.settings import ApprovalMode
from localcoder.errors import UsageError
from localcoder.workspace.roots import Roots


class NoSession(UsageError):
    """There is no saved session of that id."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation takes place, as the editor says: the folder, further folders, and MCP servers to use."""

    cwd: Path
    extra: tuple[Path, ...] = ()
    servers: Mapping[str, McpServer] = field(default_factory=dict)


class Conversation(Protocol):
    """A conversation that has been opened, and whose agent is made once there is a model."""

    @property
    def id(self) -> str:
        """The session's id."""
        ...

    @property
    def title(self) -> str:
        """The name that the user gave it, empty where there is none."""
        ...

    @property
    def roots(self) -> Roots:
        """The folders that it works in."""
        ...

    @property
    def mode(self) -> ApprovalMode:
        """The approval mode that it begins with."""
        ...

    @property
    def messages(self) -> Sequence[Message]:
        """What was said before, where a saved session goes on."""
        ...

    @property
    def notices(self) -> Sequence[str]:
        """Lines that the user should see once."""
        ...

    def begin_as(self, source: Conversation, agent: Agent | None) -> None:
        """Let it, a new one, begin as a copy of `source`, whose agent is `agent` once it has one. Blocks for a moment.

        Raises `LocalcoderError`; it cannot be used then.
        """
        ...

    def rename(self, title: str) -> None:
        """Give it a name. Raises `LocalcoderError`."""
        ...

    def build(self, model: ChatModel, approver: Approver) -> Agent:
        """The agent. Blocks for a moment."""
        ...

    def warning(self, agent: Agent) -> str | None:
        """What to say where commands run without any confinement."""
        ...

    def close(self) -> None:
        """Close the session's file."""
        ...


OpenConversation = Callable[[Place, str | None], Conversation]
"""Opens a new conversation, or the saved one of that id. Blocks for a moment; raises `LocalcoderError`,
`NoSession` where there is none."""

LoadModel = Callable[[], Awaitable[ChatModel]]
"""Loads the model, which takes as long as it takes; raises `LocalcoderError`."""
