"""What a slash command is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen


class CommandError(Exception):
    """The command cannot be carried out; the message says why."""


class WrongText(CommandError):
    """What was written is no command, or not what this one takes: it stays in the draft, to be put right."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `run` gets the screen and what follows the name."""

    name: str
    help: str
    run: Callable[[ChatScreen, str], Awaitable[None]]
    hidden: bool = False
