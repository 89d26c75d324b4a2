"""The slash commands that make sense in an editor; new threads, resuming and models are the editor's own matter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from acp.helpers import start_tool_call, update_agent_message_text, update_available_commands, update_current_mode
from acp.schema import (
    AvailableCommand,
    AvailableCommandInput,
    AvailableCommandsUpdate,
    SessionInfoUpdate,
    TextContentBlock,
    ToolCallStart,
    UnstructuredCommandInput,
)

from localcoder.acp.prompts import Block, words_of
from localcoder.acp.texts import escaped, fenced, sendable
from localcoder.acp.tool_calls import Content, diff_content, text_content
from localcoder.agent import slash
from localcoder.agent.events import TurnFinished
from localcoder.agent.facts import status_rows
from localcoder.agent.modes import MODE_MEANINGS
from localcoder.errors import LocalcoderError
from localcoder.tools.changes import changes_diff
from localcoder.workspace.checkpoints import Checkpoints, FileChange
from localcoder.workspace.roots import Roots

if TYPE_CHECKING:
    from localcoder.acp.session import EditorSession
    from localcoder.agent.agent import Agent

MAX_TITLE = 200


class CommandError(LocalcoderError):
    """The command cannot be carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `hint` says what may follow its name; nothing may where it is empty.

    `run` gets the session and what followed; it returns how a turn of the agent's ended, where it was one. What needs
    no agent works also while the model loads, and where it cannot be loaded.
    """

    name: str
    help: str
    run: Callable[[EditorSession, str], Awaitable[TurnFinished | None]]
    hint: str = ""
    needs_agent: bool = True


def command_in(blocks: Sequence[Block], roots: Roots) -> tuple[str, str] | None:
    """Name and argument if the prompt is a command, be it an unknown one. A path such as /usr/bin is none."""
    if not blocks or not isinstance(blocks[0], TextContentBlock):
        return None
    return slash.parse(words_of(blocks, roots), COMMANDS)


def find(name: str, argument: str) -> Command:
    """The command of that name. Raises `CommandError` where there is none, or it takes no argument."""
    command = COMMANDS.get(name)
    if command is None:
        raise CommandError(slash.unknown(name, COMMANDS, f"There are: {', '.join(f'/{one}' for one in COMMANDS)}."))
    if argument and not command.hint:
        raise CommandError(f"/{name} takes nothing after it; send the rest as a message of its own.")
    return command


def advertised() -> AvailableCommandsUpdate:
    """The commands as the editor offers them."""
    return update_available_commands(
        AvailableCommand(
            name=command.name,
            description=command.help,
            input=AvailableCommandInput(UnstructuredCommandInput(hint=command.hint)) if command.hint else None,
        )
        for command in COMMANDS.values()
    )


async def _undo(session: EditorSession, argument: str) -> None:
    await _move(session, Checkpoints.undo)


async def _redo(session: EditorSession, argument: str) -> None:
    await _move(session, Checkpoints.redo)


async def _move(session: EditorSession, move: Callable[[Checkpoints], str]) -> None:
    await session.tell(await asyncio.to_thread(move, _checkpoints(session.loaded_agent())))


async def _diff(session: EditorSession, argument: str) -> None:
    changes = await asyncio.to_thread(_checkpoints(session.loaded_agent()).changes)
    if not changes:
        raise CommandError("No turn has changed a file, or all of it is undone.")
    await session.show(await asyncio.to_thread(_shown_changes, session.new_id(), changes, session.roots))


def _shown_changes(call_id: str, changes: Sequence[FileChange], roots: Roots) -> ToolCallStart:
    """`changes` as a call that has ended: only calls can show diffs."""
    content: list[Content] = []
    for change in changes:
        diff = changes_diff([change])
        content += diff_content(str(sendable(str(roots.resolve(change.name)))), diff) or text_content(diff)
    title = f"diff {changes[0].name}" if len(changes) == 1 else f"diff {len(changes)} files"
    return start_tool_call(call_id, str(sendable(title)), kind="other", status="completed", content=content)


async def _compact(session: EditorSession, argument: str) -> TurnFinished:
    finished = await session.play(session.loaded_agent().compact())
    if finished.status == "failed":
        raise CommandError(finished.error or "The conversation could not be summed up.")
    return finished


async def _context(session: EditorSession, argument: str) -> None:
    use = await asyncio.to_thread(session.loaded_agent().context_use)
    total = max(1, use.context_tokens)
    shown = [(kind, f"{tokens:>9,}  {tokens / total:>6.1%}") for kind, tokens in (*use.parts, *use.rest)]
    await _show_rows(session, f"Context: {use.used_tokens:,} of {use.context_tokens:,} tokens", shown)


async def _status(session: EditorSession, argument: str) -> None:
    agent = session.agent
    rows = [("model", agent.model.name if agent else session.model_state)]
    rows.append(("mode", f"{session.mode}: {MODE_MEANINGS[session.mode]}"))
    rows.append(("folder", str(session.roots.cwd)))
    rows.append(("session", f"{session.title} ({session.id})" if session.title else session.id))
    if agent is not None:
        rows += status_rows(agent.context, agent.messages)
    await _show_rows(session, "Status", rows)


async def _tasks(session: EditorSession, argument: str) -> None:
    jobs = session.loaded_agent().context.jobs.jobs
    if not jobs:
        raise CommandError("There are no background commands.")
    rows = [(f"job {job.id}", f"{job.state}  {' '.join(job.command.split())[:100]}") for job in jobs]
    await _show_rows(session, "Background commands", rows)


async def _plan(session: EditorSession, argument: str) -> None:
    await session.set_mode("ask" if session.mode == "plan" else "plan")
    await session.show(update_current_mode(session.mode))
    await session.tell(f"Mode {session.mode}: {MODE_MEANINGS[session.mode]}.")


async def _init(session: EditorSession, argument: str) -> TurnFinished:
    if session.mode == "plan":
        raise CommandError("Plan mode writes nothing; choose another mode first.")
    return await session.take_turn(slash.init_attachment())


async def _rename(session: EditorSession, argument: str) -> None:
    title = " ".join(argument.split())[:MAX_TITLE]
    if not title:
        raise CommandError("Give the name after the command: /rename The parser rewrite")
    session.rename(title)
    await session.show(SessionInfoUpdate(session_update="session_info_update", title=sendable(title)))
    await session.tell(f"This session is now called “{title}”.")


def _checkpoints(agent: Agent) -> Checkpoints:
    if agent.context.checkpoints is None:
        raise CommandError("Nothing was changed yet.")
    return agent.context.checkpoints


async def _show_rows(session: EditorSession, head: str, rows: Sequence[tuple[str, str]]) -> None:
    width = max(len(name) for name, _ in rows)
    table = "\n".join(f"{name:<{width}}  {value}".rstrip() for name, value in rows)
    await session.show(update_agent_message_text(f"\n\n{escaped(head)}\n{fenced(sendable(table))}\n\n"))


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("undo", "put back the files that the last turn changed", _undo),
        Command("redo", "take the last undo back", _redo),
        Command("diff", "what was changed in this conversation", _diff),
        Command("compact", "let a summary replace the older part of the conversation", _compact),
        Command("context", "what fills the model's context", _context),
        Command("status", "model, mode, session, sandbox, MCP servers", _status, needs_agent=False),
        Command("tasks", "background commands", _tasks),
        Command("plan", "switch plan mode on or off", _plan, needs_agent=False),
        Command("init", "let the assistant write AGENTS.md for this project", _init, "what it should heed besides"),
        Command("rename", "name this session", _rename, "the name", needs_agent=False),
    )
}
