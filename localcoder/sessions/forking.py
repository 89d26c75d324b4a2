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
        versions = [*(one.messages for one in earlier), messages]
        for number, version in enumerate(versions):
            known = 0
            if number:
                before = earlier[number - 1]
                journal.compact(version[0], before.kept)
                known = 1 + _shared(version[1:], before.messages[len(before.messages) - before.kept :])
                if known <= before.kept:  # it went back behind the summary's place and then on differently
                    journal.rewind(known)
            for message in version[known:]:
                journal.append_message(message, turn_of(message))
    except JournalError:
        journal.close()
        journal.path.unlink(missing_ok=True)
        raise
    journal.messages = tuple(messages)


def _shared(one: Sequence[Message], other: Sequence[Message]) -> int:
    """How many messages at their beginning are the same, not only of the same words."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (mine, theirs) in pairs if mine is not theirs), min(len(one), len(other)))
