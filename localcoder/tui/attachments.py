"""What goes to the model with a message: the files that it mentions, and the commands that the user ran before it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from localcoder.agent.attached import ATTACHED, own_words
from localcoder.permissions.access import Access
from localcoder.tools.base import ToolResult, failure
from localcoder.tools.read import ReadArguments, ReadTool
from localcoder.tui.contract import ChatAgent
from localcoder.tui.mentions import mentioned_files

MAX_FILES = 10
"""So many files of one message are attached; they share the room of one result."""


@dataclass(frozen=True, slots=True)
class MentionedFile:
    """A file that a message mentions, and what `read` says of it."""

    name: str
    result: ToolResult


async def read_mentioned(prompt: str, agent: ChatAgent) -> tuple[list[MentionedFile], int]:
    """The files that `prompt` mentions as the tool `read` shows them, and how many more there were.

    Naming a file is permission to read it, unless a rule denies that. A read file counts as read: it can be edited.
    """
    if "@" not in prompt:
        return [], 0
    names = await asyncio.to_thread(mentioned_files, prompt, agent.context.roots)
    taken = names[:MAX_FILES]
    files = [MentionedFile(name, await _read(name, agent, len(taken))) for name in taken]
    return files, len(names) - len(taken)


async def _read(name: str, agent: ChatAgent, sharing: int) -> ToolResult:
    target = str(agent.context.roots.resolve(name))
    verdict = agent.policy.check("read", [Access("read", target)])
    if verdict.decision == "deny":
        return failure(f"{name} is not attached: {verdict.reason}")
    context = replace(agent.context, result_characters=agent.context.result_characters // sharing)
    return await ReadTool().run(ReadArguments(path=name), context)


def with_attachments(prompt: str, commands: Sequence[tuple[str, str]], files: Sequence[MentionedFile]) -> str:
    """The message for the model: `prompt`, and below it what is attached. Unchanged where that is nothing.

    `commands` are command lines of the user's with their outputs.
    """
    parts = [f"{ATTACHED}a command that the user ran]\n$ {command}\n{output}" for command, output in commands]
    parts += [f"{ATTACHED}{file.name}]\n{file.result.content}" for file in files]
    return prompt + "".join(parts)


def without_attachments(message: str) -> str:
    """What the user wrote of a message, for showing it again."""
    prompt = own_words(message)
    return message if prompt == message else f"{prompt}\n[with attachments]"
