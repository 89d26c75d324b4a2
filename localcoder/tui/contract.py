"""What the screen needs from those who start it: the agent's face, and how it is built."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from localcoder.agent.approval import Approver
from localcoder.agent.events import Event
from localcoder.chat.messages import Message
from localcoder.chat.model import ChatModel
from localcoder.config.settings import ApprovalMode, SourcedRule

if TYPE_CHECKING:
    from localcoder.agent.context_use import ContextUse
    from localcoder.agent.rewinding import RewindPoint
    from localcoder.agent.subagents import Subagents
    from localcoder.config.brought import Brought
    from localcoder.permissions.policy import Policy
    from localcoder.sessions.store import Summary
    from localcoder.tools.base import ToolContext

Progress = Callable[[str], None]
"""Takes one line about the loading, from any thread; the newest replaces the one before."""


class ChatAgent(Protocol):
    """The part of `Agent` that the screen uses."""

    @property
    def model(self) -> ChatModel:
        """Its name and context are shown; the screen closes it when it ends."""
        ...

    @property
    def policy(self) -> Policy:
        """Its `mode` follows the user's choice."""
        ...

    @property
    def context(self) -> ToolContext:
        """Its sandbox state is shown."""
        ...

    @property
    def messages(self) -> Sequence[Message]:
        """The conversation so far."""
        ...

    @property
    def rewind_points(self) -> Sequence[RewindPoint]:
        """The user's messages that `rewind` can go back to, the oldest first."""
        ...

    def rewind(self, point: RewindPoint) -> None:
        """Forget the message at `point` and all that followed. Raises `LocalcoderError` where that cannot be."""
        ...

    def context_use(self) -> ContextUse:
        """What the next prompt consists of. Called in a thread."""
        ...

    @property
    def subagents(self) -> Subagents:
        """One of them can be interrupted."""
        ...

    def run(self, prompt: str) -> AsyncGenerator[Event]:
        """One turn, ending in `TurnFinished`."""
        ...

    def compact(self) -> AsyncGenerator[Event]:
        """Replace the older part of the conversation by a summary, ending in `TurnFinished`."""
        ...

    def interrupt(self) -> None:
        """End the running turn; what was done is kept and its stream still says so."""
        ...


class ChatSessions(Protocol):
    """The saved conversations: the one that is open, and going over to another one.

    All raise `LocalcoderError` with a sentence for people where it cannot be done; then nothing has changed. What may
    take long is called in a thread.
    """

    @property
    def id(self) -> str:
        """Of the one that is open."""
        ...

    @property
    def title(self) -> str:
        """The name that the user gave the open one, empty where there is none."""
        ...

    def fresh(self, agent: ChatAgent) -> ChatAgent:
        """An agent with the same model and an empty conversation, which is a session of its own."""
        ...

    def others(self) -> Sequence[Summary]:
        """Those of this folder without the open one, the last used first. In a thread."""
        ...

    def resume(self, agent: ChatAgent, session_id: str) -> ChatAgent:
        """An agent with the same model that goes on with the session of this id, or what alone begins so."""
        ...

    def fork(self, agent: ChatAgent, title: str) -> str:
        """Let `agent` go on in a session of its own with the same conversation; returns the id of the one before."""
        ...

    def rename(self, title: str) -> None:
        """Give the open one a name."""
        ...

    def export(self, agent: ChatAgent, name: str) -> Path:
        """Write the conversation to the file `name` (JSON where it ends so, else Markdown), or to one that is named
        after the session; returns its path. In a thread."""
        ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of trust: the mode that is asked for, if another one is, and what counts at the next start only."""

    mode: ApprovalMode | None = None
    later: tuple[str, ...] = ()


class FolderTrust(Protocol):
    """Whether the configuration that the folder brings counts.

    All but `apply` are called in a thread, and raise `LocalcoderError` with a sentence for people.
    """

    def brought(self) -> Brought | None:
        """What the folder brings; None where that is nothing, or trusted already."""
        ...

    def is_declined(self, brought: Brought) -> bool:
        """Whether the user has said no to exactly this."""
        ...

    def accept(self, brought: Brought) -> Accepted:
        """Trust exactly this, from now on. Raises, and changes nothing, where it cannot be used."""
        ...

    def decline(self, brought: Brought) -> None:
        """Do not ask about exactly this again."""
        ...

    async def apply(self, agent: ChatAgent) -> None:
        """Let `agent`, which does nothing now, go by what is trusted."""
        ...


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that the chat can go over to."""

    name: str
    is_here: bool
    """On this machine; else it could be got from the hub."""
    about: str
    problem: str | None = None
    """Why it cannot be used, or cannot be had here."""
    on_cpu: bool = False
    """It fits here, but not into a GPU."""


class ChatModels(Protocol):
    """The models of this machine, and those that it could have. What is no coroutine is called in a thread.

    All raise `LocalcoderError` with a sentence for people where it cannot be done; then nothing has changed.
    """

    def offer(self) -> ModelChoice | None:
        """What to offer to a user who has chosen no model; None where nothing fits, or such an offer was declined."""
        ...

    def decline(self) -> None:
        """Offer nothing again."""
        ...

    def choices(self) -> Sequence[ModelChoice]:
        """Those that are here, then those that could be had, the most capable first."""
        ...

    def is_here(self, name: str) -> bool:
        """Whether the model `name` is on this machine; if not, it may be on the hub."""
        ...

    async def pull(self, name: str, progress: Callable[[int, int], None]) -> None:
        """Get a model; `progress` takes bytes done and in all. Cancelling stops it; another pull gets the rest."""
        ...

    async def use(self, agent: ChatAgent, name: str, progress: Progress, notice: Progress) -> ChatAgent:
        """An agent with the model `name` that goes on with the conversation of `agent`, which does nothing now and is
        of no use afterwards. `progress` and `notice` are called from any thread."""
        ...

    def make_default(self, name: str) -> None:
        """Let every chat begin with `name`, unless the configuration names a model."""
        ...


Build = Callable[[Approver, Progress], Awaitable[ChatAgent]]
"""Loads the model and makes the agent. Awaited in the screen's own event loop once the first frame is painted: what
takes long (importing torch, reading weights) belongs into `asyncio.to_thread`. Raises `LocalcoderError` for people."""


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How the chat starts. `model_name` and `mode` are shown until the agent is there, and `mode` is set on it.
    `model_note` is a line about the model that stands at the top of every conversation.

    `notice` is shown at the start; `loaded_notice` is asked once the agent is there, for what loading brought to light.

    `sessions` are the saved conversations, without which there is no `/new`, `/resume` and the like. `rules` tells the
    configured permission rules with their sources, `trust` whether what the folder brings counts, which is asked about
    where it was not yet. `models` are those that the chat can go over to. `resume_hint` gives the line that is printed
    after the screen is gone, for instance how to resume. `history_file` keeps the prompts that Up recalls; None keeps
    them for this run alone. What native code prints to stderr while the screen is up goes to `stderr_file`, the log.
    `theme` is `auto`, `dark`, `light` or `ansi`.
    `theme_file` remembers the choice of `/theme`, which counts where `theme` is `auto`. Without `mouse` the terminal
    selects and scrolls by itself.
    """

    model_name: str
    model_note: str | None = None
    mode: ApprovalMode = "ask"
    cwd: Path = field(default_factory=Path.cwd)
    first_prompt: str | None = None
    notice: str | None = None
    loaded_notice: Callable[[], str | None] | None = None
    sessions: ChatSessions | None = None
    rules: Callable[[], Sequence[SourcedRule]] | None = None
    trust: FolderTrust | None = None
    models: ChatModels | None = None
    resume_hint: Callable[[ChatAgent], str | None] | None = None
    history_file: Path | None = None
    stderr_file: Path | None = None
    theme: str = "auto"
    theme_file: Path | None = None
    mouse: bool = True
