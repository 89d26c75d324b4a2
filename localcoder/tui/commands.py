"""The slash commands: their names, what they say, and how a draft is told from one."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from localcoder.agent import slash
from localcoder.tui import agent_commands, clipboard, going_back, models, reports, session_commands, trusting
from localcoder.tui.command import Command, CommandError, WrongText
from localcoder.tui.themes import THEMES, choose_theme, remember_theme

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen

_CODE_BLOCK = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(.*?)^ {0,3}\1[`~]*[ \t]*$", re.DOTALL | re.MULTILINE)
KEYS = (
    ("Enter", "send (while it works: queue)"),
    ("Ctrl+J, \\ Enter", "new line"),
    ("Up, Down", "earlier prompts, at the first and the last line"),
    ("Ctrl+R", "search the earlier prompts"),
    ("Ctrl+G", "write the draft in your editor (VISUAL or EDITOR)"),
    ("@", "mention a file: Up, Down choose, Enter or Tab insert, Esc closes"),
    ("!", "run a command of your own: !make test"),
    ("Esc", "interrupt; what was done is kept"),
    ("Esc Esc", "go back to before an earlier message"),
    ("Shift+Tab", "mode: ask, accept-edits, plan"),
    ("y, a, n", "answer an approval (with a draft: Tab first)"),
    ("f", "in an approval that Tab led to: no, because of what the draft says"),
    ("Ctrl+O", "show a folded paste, else show or fold all outputs"),
    ("Ctrl+T", "hide or show the todo list"),
    ("PgUp, PgDn", "scroll; Ctrl+End follows the end again"),
    ("Ctrl+C", "copy the selection, clear the draft or interrupt; twice: quit"),
    ("Ctrl+D", "quit, when the draft is empty"),
)


def parse(draft: str) -> tuple[str, str] | None:
    """Name and argument if `draft` is a command. A path such as /etc/hosts is not one, nor /tmp where it exists."""
    return slash.parse(draft, COMMANDS)


async def run(screen: ChatScreen, name: str, argument: str) -> None:
    """Carry out a command. Raises `CommandError`, also for an unknown name."""
    command = COMMANDS.get(name)
    if command is None:
        raise WrongText(slash.unknown(name, COMMANDS, "/help lists them."))
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


async def _quit(screen: ChatScreen, argument: str) -> None:
    screen.leave()


async def _plan(screen: ChatScreen, argument: str) -> None:
    await reports.permissions(screen, "ask" if screen.status.mode == "plan" else "plan")


async def _copy(screen: ChatScreen, argument: str) -> None:
    text = screen.last_answer
    if not text:
        raise CommandError("There is no answer to copy yet.")
    if argument not in ("", "code"):
        raise WrongText("Use /copy for the last answer, or /copy code for its last code block.")
    what = "last answer"
    if argument:
        blocks = _CODE_BLOCK.findall(text)
        if not blocks:
            raise CommandError("The last answer has no code block.")
        text, what = blocks[-1][1], "last code block"
    await screen.notice("info", await clipboard.copy(screen.app, text, what))


async def _theme(screen: ChatScreen, argument: str) -> None:
    if "NO_COLOR" in os.environ:
        raise CommandError("NO_COLOR is set, so there are no colours to choose.")
    wanted = argument or ("light" if screen.app.current_theme.dark else "dark")
    if wanted not in (*THEMES, "auto"):
        raise WrongText(f"Unknown theme {wanted}: {', '.join(THEMES)}, or auto for what suits the terminal.")
    screen.app.ansi_color = None
    screen.app.theme = choose_theme(wanted, os.environ).name
    remember_theme(screen.options.theme_file, wanted)


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command("help", "keys and commands", _help),
        Command("new", "start an empty conversation", session_commands.new),
        Command("clear", "the same as /new", session_commands.new),
        Command("resume", "go on with an earlier session: /resume or /resume ID", session_commands.resume),
        Command("rename", "name this session: /rename NAME", session_commands.rename),
        Command("fork", "go on in a copy of this session: /fork or /fork NAME", session_commands.fork),
        Command("rewind", "go back to before an earlier message, files too if wanted", going_back.rewind),
        Command("compact", "let a summary replace the older part of the conversation", session_commands.compact),
        Command("undo", "put back the files that the last turn changed", going_back.undo),
        Command("redo", "take the last undo back", going_back.redo),
        Command("diff", "what was changed in this conversation", reports.diff),
        Command("context", "what fills the model's context", reports.context),
        Command("status", "model, session, context, speeds, sandbox", reports.status),
        Command("mcp", "the MCP servers and their tools", reports.mcp),
        Command("model", "which model answers; another one: /model or /model NAME", models.model),
        Command("permissions", "modes and rules; set the mode: /permissions accept-edits", reports.permissions),
        Command("trust", "decide whether the configuration that this folder brings counts", trusting.trust_command),
        Command("plan", "switch plan mode on or off", _plan),
        Command("agents", "look at what subagents do: /agents or /agents NAME", agent_commands.agents),
        Command("tasks", "subagents and background commands", agent_commands.tasks),
        Command("init", "let the assistant write AGENTS.md for this project", session_commands.init),
        Command("copy", "copy the last answer, or its last code block: /copy code", _copy),
        Command("export", "write the conversation to a file: /export or /export FILE", session_commands.export),
        Command("theme", "dark, light, ansi (the terminal's own colours) or auto", _theme),
        Command("quit", "leave", _quit),
        Command("exit", "leave", _quit, hidden=True),
    )
}
