"""The commands about the conversation as a whole and the session that keeps it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from localcoder.agent.slash import init_attachment
from localcoder.tui.command import CommandError, WrongText
from localcoder.tui.contract import ChatAgent, ChatSessions
from localcoder.tui.text import one_line
from localcoder.tui.widgets.chooser import Option

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen

MAX_TITLE = 200


async def new(screen: ChatScreen, argument: str) -> None:
    """Forget the conversation, keep the model."""
    sessions, agent = _sessions(screen), screen.idle_agent()
    await screen.show_agent(sessions.fresh(agent))


async def resume(screen: ChatScreen, argument: str) -> None:
    """Go on with another session: the one that is named, or one chosen from a list."""
    sessions, agent = _sessions(screen), screen.idle_agent()
    if argument:
        await _resume(screen, sessions, agent, argument)
        return
    summaries = await asyncio.to_thread(sessions.others)
    if not summaries:
        raise CommandError("There is no other session in this folder.")

    async def then(number: int) -> None:
        await _resume(screen, sessions, screen.idle_agent(), summaries[number].id)

    options = [Option(one.title or "(no name)", _when(one.changed_s)) for one in summaries]
    screen.choose("Resume which session?", options, then)


async def fork(screen: ChatScreen, argument: str) -> None:
    """Go on in a session of its own, and leave the one before as it is."""
    sessions, agent = _sessions(screen), screen.idle_agent()
    if not agent.messages:
        raise CommandError("There is no conversation to fork yet.")
    with screen.turns_held():
        before = await asyncio.to_thread(sessions.fork, agent, _title(argument))
    await screen.notice("info", f"This is a fork from here on. To go on with the other one: /resume {before}")


async def rename(screen: ChatScreen, argument: str) -> None:
    """Give the session a name."""
    sessions, title = _sessions(screen), _title(argument)
    if not title:
        raise WrongText("Give the name after the command: /rename The parser rewrite")
    sessions.rename(title)
    await screen.notice("info", f"This session is now called “{title}”.")


async def export(screen: ChatScreen, argument: str) -> None:
    """Write the conversation to a file."""
    sessions, agent = _sessions(screen), screen.loaded_agent()
    if not agent.messages:
        raise CommandError("There is no conversation to export yet.")
    path = await asyncio.to_thread(sessions.export, agent, argument)
    await screen.notice("info", f"The conversation was written to {path}.")


async def compact(screen: ChatScreen, argument: str) -> None:
    """Let a summary replace the older part of the conversation; what is sent meanwhile waits."""
    screen.compact_conversation(screen.idle_agent())


async def init(screen: ChatScreen, argument: str) -> None:
    """Let the assistant write AGENTS.md."""
    if screen.status.mode == "plan":
        raise CommandError("Plan mode writes nothing; Shift+Tab changes the mode.")
    screen.submit(f"/init {argument}".strip() + init_attachment())


async def _resume(screen: ChatScreen, sessions: ChatSessions, agent: ChatAgent, session_id: str) -> None:
    with screen.turns_held():
        other = await asyncio.to_thread(sessions.resume, agent, session_id)
        await screen.show_agent(other)


def _sessions(screen: ChatScreen) -> ChatSessions:
    if screen.options.sessions is None:
        raise CommandError("Conversations are not saved here.")
    return screen.options.sessions


def _title(argument: str) -> str:
    return one_line(argument, MAX_TITLE)


def _when(changed_s: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(changed_s))
