"""How a message of the user's carries what goes to the model with it: below the user's own words, each with a head."""

from __future__ import annotations

from dataclasses import replace

from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy
from localcoder.tools.base import ToolContext, ToolResult, failure
from localcoder.tools.read import ReadArguments, ReadTool

ATTACHED = "\n\n[attached: "
"""What each attachment of a message begins with; its name, `]` and a line feed follow."""

MAX_FILES = 10
"""So many files of one message are attached; they share the room of one result."""


def own_words(message: str) -> str:
    """What the user wrote of `message`."""
    return message.partition(ATTACHED)[0]


def attached_names(message: str) -> list[str]:
    """The names of what is attached to `message`."""
    return [part.partition("]\n")[0] for part in message.split(ATTACHED)[1:]]


def attachment(name: str, content: str) -> str:
    """What `content` adds to a message."""
    return f"{ATTACHED}{name}]\n{content}"


async def read_attached(name: str, context: ToolContext, policy: Policy, sharing: int) -> ToolResult:
    """The file `name`, which shares its room with `sharing` - 1 others, as the tool `read` shows it.

    Naming a file is permission to read it, unless a rule denies that. A read file counts as read: it can be edited.
    """
    target = str(context.roots.resolve(name))
    verdict = policy.check("read", [Access("read", target)])
    if verdict.decision == "deny":
        return failure(f"{name} is not attached: {verdict.reason}")
    context = replace(context, result_characters=context.result_characters // sharing)
    return await ReadTool().run(ReadArguments(path=name), context)
