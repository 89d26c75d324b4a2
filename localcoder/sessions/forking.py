"""A session that begins as a copy of another one's conversation."""

from __future__ import annotations

from collections.abc import Sequence

from localcoder.chat.messages import Message
from localcoder.sessions.journal import Journal, JournalError


def fork_title(title: str) -> str:
    """What the copy of a session called `title` is called, where nobody says it."""
    return f"{title} (fork)" if title else ""


def begin_with(journal: Journal, messages: Sequence[Message], title: str) -> None:
    """Let `journal`, a new session, be called `title` and begin with `messages`, the conversation of another one.

    Raises:
        JournalError: they cannot be written. Nothing is left of the new session then.
    """
    journal.title = title
    try:
        for message in messages:
            journal.append_message(message)
    except JournalError:
        journal.close()
        journal.path.unlink(missing_ok=True)
        raise
    journal.messages = tuple(messages)
