"""`/agents` and `/tasks`: what works beside the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localcoder.tui.command import CommandError, WrongText
from localcoder.tui.text import one_line

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen

_NONE = "No subagents yet: the assistant starts some where parts of a task do not depend on each other."


async def agents(screen: ChatScreen, argument: str) -> None:
    """Look at the subagents: at the one that is named, else the first at work, else the last."""
    known = screen.board.all
    if not known:
        raise CommandError(_NONE)
    if argument and screen.board.get(argument) is None:
        names = ", ".join(watched.name for watched in known)
        raise WrongText(f"There is no subagent {argument}: {names}.")
    at_work = [watched for watched in known if watched.state is None]
    screen.open_agents(argument or (at_work or known[-1:])[0].name)


async def tasks(screen: ChatScreen, argument: str) -> None:
    """A line for each subagent and each background command."""
    rows = [(watched.name, watched.line.partition("  ")[2]) for watched in screen.board.all]
    jobs = screen.loaded_agent().context.jobs.jobs
    rows += [(f"job {job.id}", f"{job.state}  {one_line(job.command, 100)}") for job in jobs]
    if not rows:
        raise CommandError("There are no subagents and no background commands.")
    await screen.show_facts("Tasks (/agents shows what subagents do)", rows)
