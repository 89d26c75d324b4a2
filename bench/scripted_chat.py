"""The chat around a scripted engine, for `bench.terminal`: `python -m bench.scripted_chat FOLDER MESSAGES`.

The real screen and agent; the model writes Markdown at 500 tokens a second for as long as it is let. MESSAGES is how
long the conversation is that it goes on with.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from localcoder.agent.approval import Approver
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions, ReplyUsage, TextDelta
from localcoder.cli.common import Options, build_agent, open_workplace
from localcoder.tui.app import run_chat
from localcoder.tui.contract import ChatAgent, Progress

TOKENS_PER_S = 500
REPLY_TOKENS = 60_000

SECTION = """
## What the parser does

It reads the *next* line, splits it at the first colon and keeps **both** halves. Where there is none, the line goes on
with what came before, as `email.message` does it. That is all; three cases need care:

- a line that begins with a blank is no name, whatever it holds;
- an empty line ends the head, and the rest is the body;
- a name that comes twice keeps its values in their order.

```python
def parse(lines):
    head = {}
    for number, line in enumerate(lines):
        if not line.strip():
            return head, lines[number + 1 :]
        name, _, value = line.partition(":")
        head.setdefault(name.strip().lower(), []).append(value.strip())
    return head, []
```
"""


def tokens() -> list[str]:
    """A section in pieces of four characters, about what a token is."""
    return [SECTION[at : at + 4] for at in range(0, len(SECTION), 4)]


class PacedModel:
    """Writes at a fixed rate, by the clock: what a late event loop missed comes at once, as from an engine's queue."""

    name = "scripted"
    context_tokens = 10_000_000
    prompt_profile = "full"

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        begun_s = time.monotonic()
        for number, token in enumerate(itertools.islice(itertools.cycle(tokens()), REPLY_TOKENS)):
            due_s = begun_s + number / TOKENS_PER_S
            if (early_s := due_s - time.monotonic()) > 0:
                await asyncio.sleep(early_s)
            yield TextDelta(token)
        yield ReplyFinished("stop", ReplyUsage(100, REPLY_TOKENS, 0, 0.1, REPLY_TOKENS / TOKENS_PER_S))

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        return sum(len(message.content) // 4 for message in messages)

    async def close(self) -> None:
        return None


def conversation(messages: int) -> list[Message]:
    """Questions, calls, their results and answers in Markdown, `messages` in all."""
    history: list[Message] = []
    for turn in range(messages // 4):
        call = ToolCall(f"call_{turn}", "read", f'{{"path": "src/file_{turn}.py"}}')
        history += [
            Message("user", f"What does file {turn} do?"),
            Message("assistant", "I read it.", tool_calls=(call,)),
            Message("tool", "".join(f"{line}|value_{line} = {line}\n" for line in range(40)), tool_call_id=call.id),
            Message("assistant", SECTION),
        ]
    return history


def main(folder: str, messages: str) -> int:
    workplace = open_workplace(Options(cd=Path(folder), no_sandbox=True))
    history = conversation(int(messages))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        return build_agent(workplace, PacedModel(), approver, history=history)

    return run_chat(build=build, model_name="scripted", cwd=Path(folder), stderr_file=Path(os.devnull))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
