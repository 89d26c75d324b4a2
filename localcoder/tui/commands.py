"""The slash commands: their names, what they say, and how a draft is told from one."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from rapidfuzz import process

from localcoder.config.settings import ApprovalMode
from localcoder.tui.text import short_count
from localcoder.tui.themes import THEMES
from localcoder.workspace.checkpoints import Checkpoints

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen

_COMMAND = re.compile(r"/([a-z][a-z-]*)(?:\s+(.*))?", re.DOTALL)
_CLOSE_ENOUGH = 60
MODES: tuple[ApprovalMode, ...] = get_args(ApprovalMode)
MODE_MEANINGS: dict[ApprovalMode, str] = {
    "ask": "asks before files change and before commands run",
    "accept-edits": "changes files in the folder, asks before commands",
    "plan": "reads only, and runs nothing that could change anything",
    "full": "never asks",
}
KEYS = (
    ("Enter", "send (while it works: queue)"),
    ("Ctrl+J, \\ Enter", "new line"),
    ("Up, Down", "earlier prompts, at the first and the last line"),
    ("@", "mention a file: Up, Down choose, Enter or Tab insert, Esc closes"),
    ("!", "run a command of your own: !make test"),
    ("Esc", "interrupt; what was done is kept"),
    ("Shift+Tab", "mode: ask, accept-edits, plan"),
    ("y, a, n", "answer an approval (with a draft: Tab first)"),
    ("Ctrl+O", "show or fold all outputs and reasoning"),
    ("Ctrl+T", "hide or show the todo list"),
    ("PgUp, PgDn", "scroll; Ctrl+End follows the end again"),
    ("Ctrl+C", "copy the selection, clear the draft or interrupt; twice: quit"),
    ("Ctrl+D", "quit, when the draft is empty"),
)


class CommandError(Exception):
    """The command cannot be carried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. `run` gets the screen and what follows the name."""

    name: str
    help: str
    run: Callable[[ChatScreen, str], Awaitable[None]]
    hidden: bool = False


def parse(draft: str) -> tuple[str, str] | None:
    """Name and argument if `draft` is a command. A path such as /etc/hosts is not one, nor /tmp where it exists."""
    match = _COMMAND.fullmatch(draft.strip())
    if match is None:
        return None
    name = match[1]
    if name not in COMMANDS and Path(f"/{name}").exists():
        return None
    return name, (match[2] or "").strip()


async def run(screen: ChatScreen, name: str, argument: str) -> None:
    """Carry out a command. Raises `CommandError`, also for an unknown name."""
    command = COMMANDS.get(name)
    if command is None:
        near = process.extractOne(name, list(COMMANDS), score_cutoff=_CLOSE_ENOUGH)
        hint = f" Did you mean /{near[0]}?" if near else " /help lists them."
        raise CommandError(f"Unknown command /{name}.{hint}")
    await command.run(screen, argument)


def completions(draft: str) -> list[Command]:
    """The commands that `draft`, a slash and perhaps letters, could become."""
    if not re.fullmatch(r"/[a-z-]*", draft):
        return []
    return [command for command in COMMANDS.values() if command.name.startswith(draft[1:]) and not command.hidden]


async def _help(screen: ChatScreen, argument: str) -> None:
    await screen.show_facts("Keys", KEYS)
    shown = [(f"/{command.name}", command.help) for command in COMMANDS.values() if not command.hidden]
    await screen.show_facts("Commands", shown)


async def _new(screen: ChatScreen, argument: str) -> None:
    await screen.new_conversation()


async def _quit(screen: ChatScreen, argument: str) -> None:
    screen.leave()


async def _model(screen: ChatScreen, argument: str) -> None:
    if argument:
        raise CommandError(f"The model is chosen at the start: localcoder -m {argument}")
    tokens = screen.status.context_tokens
    context = f"{short_count(tokens)} tokens" if tokens else "still loading"
    await screen.show_facts("Model", (("name", screen.status.model), ("context", context)))


async def _permissions(screen: ChatScreen, argument: str) -> None:
    if not argument:
        current = screen.status.mode
        rows = [(mode, ("now: " if mode == current else "") + MODE_MEANINGS[mode]) for mode in MODES]
        await screen.show_facts("Modes (/permissions MODE changes it)", rows)
        return
    chosen = next((mode for mode in MODES if mode == argument), None)
    if chosen is None:
        raise CommandError(f"Unknown mode {argument}: {', '.join(MODES)}.")
    screen.set_mode(chosen)
    await screen.notice("info", f"Mode {chosen}: {MODE_MEANINGS[chosen]}.")


async def _plan(screen: ChatScreen, argument: str) -> None:
    await _permissions(screen, "ask" if screen.status.mode == "plan" else "plan")


async def _compact(screen: ChatScreen, argument: str) -> None:
    screen.compact_conversation()


async def _undo(screen: ChatScreen, argument: str) -> None:
    await screen.go_back_or_forth(Checkpoints.undo)


async def _redo(screen: ChatScreen, argument: str) -> None:
    await screen.go_back_or_forth(Checkpoints.redo)


async def _status(screen: ChatScreen, argument: str) -> None:
    await screen.show_facts("Status", screen.status_rows())


async def _copy(screen: ChatScreen, argument: str) -> None:
    text = screen.last_answer
    if not text:
        raise CommandError("There is no answer to copy yet.")
    screen.app.copy_to_clipboard(text)
    await screen.notice("info", "The last answer was sent to the terminal's clipboard.")


async def _theme(screen: ChatScreen, argument: str) -> None:
    wanted = argument or ("light" if screen.app.current_theme.dark else "dark")
    if wanted not in THEMES:
        raise CommandError(f"Unknown theme {wanted}: {', '.join(THEMES)}.")
    screen.app.ansi_color = None
    screen.app.theme = THEMES[wanted].name


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("help", "keys and commands", _help),
        Command("new", "start an empty conversation", _new),
        Command("clear", "the same as /new", _new),
        Command("model", "which model answers", _model),
        Command("permissions", "show or set the mode: /permissions accept-edits", _permissions),
        Command("plan", "switch plan mode on or off", _plan),
        Command("compact", "let a summary replace the older part of the conversation", _compact),
        Command("undo", "put back the files that the last turn changed", _undo),
        Command("redo", "take the last undo back", _redo),
        Command("status", "model, context, speeds, sandbox", _status),
        Command("copy", "copy the last answer", _copy),
        Command("theme", "dark, light or ansi (the terminal's own colours)", _theme),
        Command("quit", "leave", _quit),
        Command("exit", "leave", _quit, hidden=True),
    )
}
