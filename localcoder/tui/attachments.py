"""What goes to the model with a message: the files that it mentions, and the commands that the user ran before it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from localcoder.agent.attached import MAX_FILES, attachment, own_words, read_attached
from localcoder.tools.base import ToolResult
from localcoder.tui.contract import ChatAgent
from localcoder.tui.mentions import mentioned_files

__all__ = ["MAX_FILES", "MentionedFile", "read_mentioned", "with_attachments", "without_attachments"]


@dataclass(frozen=True, slots=True)
class MentionedFile:
    """A file that a message mentions, and what `read` says of it."""

    name: str
    result: ToolResult


async def read_mentioned(prompt: str, agent: ChatAgent) -> tuple[list[MentionedFile], int]:
    """The files that `prompt` mentions as `read_attached` shows them, and how many more there were."""
    if "@" not in prompt:
        return [], 0
    names = await asyncio.to_thread(mentioned_files, prompt, agent.context.roots)
    taken = names[:MAX_FILES]
    files = [MentionedFile(name, await read_attached(name, agent.context, agent.policy, len(taken))) for name in taken]
    return files, len(names) - len(taken)


def with_attachments(prompt: str, commands: Sequence[tuple[str, str]], files: Sequence[MentionedFile]) -> str:
    """The message for the model: `prompt`, and below it what is attached. Unchanged where that is nothing.

    `commands` are command lines of the user's with their outputs.
    """
    parts = [attachment("a command that the user ran", f"$ {command}\n{output}") for command, output in commands]
    parts += [attachment(file.name, file.result.content) for file in files]
    return prompt + "".join(parts)


def without_attachments(message: str) -> str:
    """What the user wrote of a message, for showing it again."""
    prompt = own_words(message)
    return message if prompt == message else f"{prompt}\n[with attachments]"
