"""Conversations as documents, for people and for other programs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from localcoder.chat.messages import Message
from localcoder.errors import UsageError
from localcoder.sessions.records import Header
from localcoder.sessions.subagents import SubagentSession

Format = Literal["markdown", "json"]


def exported(
    header: Header,
    messages: Sequence[Message],
    output_format: Format,
    subagents: Sequence[SubagentSession] = (),
    title: str = "",
) -> str:
    """The conversation in `output_format`; `title` is the name that the user gave it."""
    write = as_json if output_format == "json" else as_markdown
    return write(header, messages, subagents, title)


def write_new(path: Path, text: str) -> None:
    """Write `text` to `path`, readable by its owner alone.

    Raises:
        UsageError: there is something already, or it cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode("utf-8", errors="backslashreplace"))
        except OSError:
            path.unlink()  # the next try would find a part of it, and refuse
            raise
    except FileExistsError:
        raise UsageError(f"{path} exists already; choose another name.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"{path} cannot be written: {reason}.") from None


def as_json(
    header: Header, messages: Sequence[Message], subagents: Sequence[SubagentSession] = (), title: str = ""
) -> str:
    """The session as one JSON document."""
    document = {
        "session": asdict(header) | {"title": title},
        "messages": [asdict(message) for message in messages],
        "subagents": [asdict(subagent) for subagent in subagents],
    }
    return json.dumps(document, indent=2) + "\n"


def as_markdown(
    header: Header, messages: Sequence[Message], subagents: Sequence[SubagentSession] = (), title: str = ""
) -> str:
    """The session for people; it is headed by its name, or by its id where it has none."""
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(header.created_s))
    about = f"{began}, {header.model}, in {header.cwd}"
    named = [f"# {title}", f"Session {header.id}, {about}"]
    blocks = named if title else [f"# Session {header.id}", about]
    blocks += [_block(message) for message in messages]
    for subagent in subagents:
        blocks += [f"# Subagent {subagent.name}", *map(_block, subagent.messages)]
    return "\n\n".join(blocks) + "\n"


def _block(message: Message) -> str:
    match message.role:
        case "tool":
            return f"{'Failed' if message.is_error else 'Result'}:\n\n{_fenced(message.content)}"
        case "assistant":
            calls = [f"Call of `{call.name}`:\n\n{_fenced(call.arguments)}" for call in message.tool_calls]
            return "\n\n".join(["## Assistant", *([message.content] if message.content else []), *calls])
        case role:
            return f"## {role.capitalize()}\n\n{message.content}"


def _fenced(text: str) -> str:
    """`text` as a code block; its fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
