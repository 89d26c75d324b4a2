"""What is known of one turn while it runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from localcoder.agent.calls import CallRunner
from localcoder.agent.events import Event
from localcoder.agent.loop_guard import LoopGuard
from localcoder.agent.reply import Draft
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ReplyUsage


@dataclass
class Turn:
    """What one run of `Agent.run` knows. `queue` ends with None. `compacts`: of `Agent.compact`, without a prompt.

    `usage`, `refused_calls` and `subagent_replies` count what subagents did, `replies` does not.
    """

    prompt: str
    compacts: bool = False
    started_s: float = field(default_factory=time.monotonic)
    queue: asyncio.Queue[Event | None] = field(default_factory=asyncio.Queue)
    guard: LoopGuard = field(default_factory=LoopGuard)
    number: int | None = None
    replies: int = 0
    subagent_replies: int = 0
    useless_replies: int = 0
    refused_calls: int = 0
    text: str = ""
    usage: ReplyUsage = field(default_factory=ReplyUsage)
    draft: Draft | None = None
    calls: Sequence[ToolCall] = ()
    runner: CallRunner | None = None
    task: asyncio.Task[None] | None = None
    interrupted: bool = False

    def emit_soon(self, event: Event) -> None:
        """Show `event` when the consumer gets to it. Call it on the event loop's thread."""
        self.queue.put_nowait(event)

    async def emit(self, event: Event) -> None:
        """Show `event` and wait until the consumer asks for the next one, so that nothing runs ahead of the screen."""
        self.queue.put_nowait(event)
        await self.queue.join()
