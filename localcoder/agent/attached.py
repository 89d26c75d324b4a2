"""How a message of the user's carries what goes to the model with it: below the user's own words, each with a head."""

from __future__ import annotations

ATTACHED = "\n\n[attached: "
"""What each attachment of a message begins with; its name, `]` and a line feed follow."""


def own_words(message: str) -> str:
    """What the user wrote of `message`."""
    return message.partition(ATTACHED)[0]
