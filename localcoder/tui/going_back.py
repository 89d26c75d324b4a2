"""The commands that go back: files turn by turn, and the conversation to an earlier message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from localcoder.agent.rewinding import RewindPoint
from localcoder.tui.command import CommandError
from localcoder.tui.text import count, one_line
from localcoder.tui.widgets.chooser import Option
from localcoder.workspace.checkpoints import Checkpoints

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen

What = Literal["both", "conversation", "files"]
_NAMED = 3


async def undo(screen: ChatScreen, argument: str) -> None:
    """Put back the files that the last turn changed."""
    await _move(screen, Checkpoints.undo)


async def redo(screen: ChatScreen, argument: str) -> None:
    """Take the last undo back."""
    await _move(screen, Checkpoints.redo)


async def rewind(screen: ChatScreen, argument: str) -> None:
    """Let the user choose a message to go back to."""
    points = tuple(reversed(screen.idle_agent().rewind_points))
    if not points:
        raise CommandError("There is no message to go back to yet.")
    changed = await asyncio.to_thread(lambda: [_changed_since(screen, point) for point in points])

    async def then(number: int) -> None:
        await _ask_what(screen, points[number], changed[number])

    options = [
        Option(point.text, count(len(names), "file") + " changed since" if names else "")
        for point, names in zip(points, changed, strict=True)
    ]
    screen.choose("Go back to before which message?", options, then)


async def _ask_what(screen: ChatScreen, point: RewindPoint, changed: Sequence[str]) -> None:
    if not changed:
        await _go_back(screen, point, "conversation")
        return
    named = ", ".join(changed[:_NAMED]) + (f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else "")
    choices: tuple[tuple[What, Option], ...] = (
        ("both", Option("the conversation and the files", named)),
        ("conversation", Option("the conversation alone", "the files stay as they are now")),
        ("files", Option("the files alone", named)),
    )

    async def then(number: int) -> None:
        await _go_back(screen, point, choices[number][0])

    screen.choose("What goes back?", [option for _, option in choices], then)


async def _go_back(screen: ChatScreen, point: RewindPoint, what: What) -> None:
    agent, lines = screen.idle_agent(), []
    with screen.turns_held():
        if what != "conversation" and point.turn is not None and agent.context.checkpoints is not None:
            lines.append(await asyncio.to_thread(agent.context.checkpoints.undo_since, point.turn))
        if what != "files":
            agent.rewind(point)
            lines.append(f"The conversation is as before “{one_line(point.text, 40)}”.")
            await screen.show_agent(agent)
            screen.replace_draft(point.text)
        for line in lines:
            await screen.notice("info", line)


def _changed_since(screen: ChatScreen, point: RewindPoint) -> Sequence[str]:
    checkpoints = screen.loaded_agent().context.checkpoints
    return () if checkpoints is None or point.turn is None else checkpoints.names_since(point.turn)


async def _move(screen: ChatScreen, move: Callable[[Checkpoints], str]) -> None:
    """Undo or redo a turn's changes of files; what is sent meanwhile waits."""
    checkpoints = screen.idle_agent().context.checkpoints
    if checkpoints is None:
        raise CommandError("Nothing was changed yet.")
    with screen.turns_held():
        await screen.notice("info", await asyncio.to_thread(move, checkpoints))
