"""The session that the chat writes to, and going over to another one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from localcoder.cli import common
from localcoder.cli.common import Workplace
from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.agent.agent import Agent
    from localcoder.sessions.journal import Journal
    from localcoder.sessions.store import Summary
    from localcoder.tui.contract import ChatAgent


class OpenSession:
    """What the screen knows as `ChatSessions`: `journal` is the open one's, `workplace` holds the settings."""

    def __init__(self, workplace: Workplace, journal: Journal) -> None:
        self.workplace = workplace
        self.journal = journal

    @property
    def id(self) -> str:
        """The open session's id."""
        return self.journal.id

    @property
    def title(self) -> str:
        """The open session's name."""
        return self.journal.title

    def fresh(self, agent: ChatAgent) -> ChatAgent:
        """An agent with the same model, in a session of its own."""
        from localcoder.sessions.store import SessionStore

        return self._go_over(agent, SessionStore().create(self.workplace.roots.cwd, agent.model.name))

    def others(self) -> Sequence[Summary]:
        """The sessions of this folder but the open one."""
        from localcoder.sessions.store import SessionStore

        return [one for one in SessionStore().summaries(self.workplace.roots.cwd) if one.id != self.id]

    def resume(self, agent: ChatAgent, session_id: str) -> ChatAgent:
        """An agent with the same model that goes on with another session."""
        from localcoder.sessions.journal import Journal
        from localcoder.sessions.store import SessionStore

        path = SessionStore().find(session_id)
        if path == self.journal.path:
            raise UsageError("That is the session that is open.")
        return self._go_over(agent, Journal.resume(path))

    def fork(self, agent: ChatAgent, title: str) -> str:
        """Copy the conversation into a session of its own, and go on there."""
        from localcoder.errors import LocalcoderError
        from localcoder.sessions.forking import fork_title
        from localcoder.sessions.store import SessionStore

        old, before, store = cast("Agent", agent), self.journal, SessionStore()
        fork = store.create(self.workplace.roots.cwd, agent.model.name)
        old.fork(fork, title or fork_title(before.title))
        if (checkpoints := old.context.checkpoints) is not None:
            try:
                checkpoints.copy_for(fork.id)
            except LocalcoderError:
                fork.close()
                store.remove(fork.path)
                raise
            checkpoints.close()
        old.journal = self.journal = fork
        if checkpoints is not None:
            common.undoable(old, checkpoints.begun)
        before.close()
        return before.id

    def rename(self, title: str) -> None:
        """Name the open session."""
        self.journal.rename(title)

    def export(self, agent: ChatAgent, name: str) -> Path:
        """Write the conversation to a new file."""
        from localcoder.sessions.export import exported, write_new
        from localcoder.sessions.journal import load

        path = self.workplace.roots.cwd / os.path.expanduser(name or f"localcoder-{self.id}.md")
        kind: Literal["markdown", "json"] = "json" if path.suffix.lower() == ".json" else "markdown"
        subagents = () if self.journal.is_empty else load(self.journal.path).subagents
        write_new(path, exported(self.journal.header, agent.messages, kind, subagents, self.title))
        return path

    def hint(self) -> str | None:
        """How to go on with it later; None where nothing was written."""
        if self.journal.is_empty:
            return None
        return f"To go on with this conversation: localcoder --resume {self.id}"

    def _go_over(self, agent: ChatAgent, journal: Journal) -> ChatAgent:
        old = cast("Agent", agent)
        # What runs in the background ends with localcoder, not with the conversation.
        new = common.build_agent(
            self.workplace,
            old.model,
            old.approver,
            journal=journal,
            history=journal.messages,
            jobs=old.context.jobs,
            mcp=old.context.mcp,
        )
        if old.context.checkpoints is not None:
            old.context.checkpoints.close()
        self.journal.close()
        self.journal = journal
        return common.undoable(new)
