"""A chat model for several conversations at once: each has a script of its own, told apart by its first prompt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyOptions
from tests.fakes.fake_model import FakeChatModel, Reply, calls, says

Waits = asyncio.Event | asyncio.Barrier
Part = Reply | Waits | Callable[[Sequence[Message]], Reply]


@dataclass
class FakeTroupe(FakeChatModel):
    """Plays the next entry of the script that the conversation's first prompt names.

    An event or a barrier in a script is waited for before the reply that follows it. A prompt without a script is
    answered with itself. `peak` is the most replies that were under way at once.
    """

    scripts: Mapping[str, Iterable[Part]] = field(default_factory=dict)
    peak: int = 0

    def __post_init__(self) -> None:
        self._parts = {prompt: iter(script) for prompt, script in self.scripts.items()}

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        self.asked.append((tuple(messages), tuple(tools), options))
        prompt = next(message.content for message in messages if message.role == "user")
        self.active += 1
        self.peak = max(self.peak, self.active)
        try:
            for event in await self._next(prompt, messages):
                await asyncio.sleep(self.delay_s)
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.active -= 1

    async def _next(self, prompt: str, messages: Sequence[Message]) -> Reply:
        for part in self._parts.get(prompt, ()):
            if isinstance(part, Waits):
                await part.wait()
            else:
                return part(messages) if callable(part) else part
        return says(prompt)


def task_call(*names: str, **prompts: str) -> list[ChatEvent]:
    """A reply that calls `task`: a task for each name, whose prompt is the name or what `prompts` says."""
    tasks: list[dict[str, Any]] = [{"name": name, "prompt": prompts.get(name, name)} for name in names]
    return calls(("task", {"tasks": tasks}))
