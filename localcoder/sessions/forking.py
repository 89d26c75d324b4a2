"""A session that begins as a copy of another one's conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from localcoder.chat.messages import Message
from localcoder.sessions.conversation import Earlier
from localcoder.sessions.journal import Journal, JournalError


def fork_title(title: str) -> str:
    """What the copy of a session called `title` is called, where nobody says it."""
    return f"{title} (fork)" if title else ""


def begin_with(
    journal: Journal,
    messages: Sequence[Message],
    title: str,
    *,
    earlier: Sequence[Earlier] = (),
    turn_of: Callable[[Message], int | None] = lambda message: None,
) -> None:
    """Let `journal`, a new session, be called `title` and begin with `messages`, the conversation of another one.

    With `earlier`, what summaries replaced in that, and `turn_of`, the number of the checkpoints' turn that a message
    began, the copy can go back as far as the other one can.

    Raises:
        JournalError: they cannot be written. Nothing is left of the new session then.
    """
    journal.title = title
    try:
        known = 0
        for index, version in enumerate([*(one.messages for one in earlier), messages]):
            if index:
                journal.compact(version[0], earlier[index - 1].kept)
                known = 1 + earlier[index - 1].kept
            for message in version[known:]:
                journal.append_message(message, turn_of(message))
    except JournalError:
        journal.close()
        journal.path.unlink(missing_ok=True)
        raise
    journal.messages = tuple(messages)
