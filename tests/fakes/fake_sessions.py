"""Saved conversations that are lists of agents: the double for what only goes over to another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from localcoder.errors import UsageError
from localcoder.sessions.records import Header
from localcoder.sessions.store import Summary
from localcoder.tui.contract import ChatAgent
from tests.fakes.fake_agent import FakeAgent


@dataclass
class FakeSessions:
    """`saved` are agents by the id of their session; `fresh` makes one of its own."""

    saved: dict[str, FakeAgent] = field(default_factory=dict)
    next: FakeAgent = field(default_factory=FakeAgent)
    id: str = "20260102-030405-open"
    title: str = ""

    def fresh(self, agent: ChatAgent) -> ChatAgent:
        return self.next

    def others(self) -> Sequence[Summary]:
        return [
            Summary(Path(f"/sessions/{name}.jsonl"), Header(name, 0.0, "/project", "fake"), f"title of {name}", 0.0)
            for name in self.saved
        ]

    def resume(self, agent: ChatAgent, session_id: str) -> ChatAgent:
        if session_id not in self.saved:
            raise UsageError(f"There is no session {session_id!r}.")
        self.id = session_id
        return self.saved[session_id]

    def fork(self, agent: ChatAgent, title: str) -> str:
        before, self.id, self.title = self.id, "fork", title
        return before

    def rename(self, title: str) -> None:
        self.title = title

    def export(self, agent: ChatAgent, name: str) -> Path:
        return Path("/project") / (name or "conversation.md")
