"""The commands that only tell: keys, state, context, rules, changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from localcoder.agent.events import CallFinished, CallStarted
from localcoder.agent.facts import status_rows
from localcoder.chat.model import Measured
from localcoder.config.settings import SourcedRule
from localcoder.permissions.rules import Rule, RuleSet
from localcoder.tools.changes import changes_diff
from localcoder.tui.command import CommandError, WrongText
from localcoder.tui.modes import MODE_MEANINGS, MODES
from localcoder.tui.text import count
from localcoder.tui.widgets.context_report import ContextReport
from localcoder.tui.widgets.engine_report import EngineReport
from localcoder.tui.widgets.tool_call import ToolCallBlock

if TYPE_CHECKING:
    from localcoder.tui.screens.chat import ChatScreen


async def status(screen: ChatScreen, argument: str) -> None:
    """Model, mode, folder, session, sandbox, context and speeds, and what the engine does in pictures."""
    await screen.show_facts("Status", _status_rows(screen))
    model = screen.agent.model if screen.agent is not None else None
    load = await model.load() if isinstance(model, Measured) else None
    if load is not None or screen.replies:
        await screen.add_entry(EngineReport(load, screen.replies, screen.status.agents, screen.status.queued))


async def mcp(screen: ChatScreen, argument: str) -> None:
    """The MCP servers, their states and their tools."""
    agent = screen.loaded_agent()
    if agent.context.mcp is None:
        small = agent.model.prompt_profile != "full"
        await screen.notice(
            "info",
            f"The model {agent.model.name} is too small for MCP servers." if small else "No MCP server is configured.",
        )
        return
    await screen.show_facts("MCP servers", agent.context.mcp.rows())


async def context(screen: ChatScreen, argument: str) -> None:
    """What fills the context."""
    use = await asyncio.to_thread(screen.loaded_agent().context_use)
    await screen.add_entry(ContextReport(use))


async def permissions(screen: ChatScreen, argument: str) -> None:
    """Show modes and rules, or set the mode."""
    if not argument:
        current = screen.status.mode
        rows = [(mode, ("now: " if mode == current else "") + MODE_MEANINGS[mode]) for mode in MODES]
        await screen.show_facts("Modes (/permissions MODE changes it)", rows)
        if screen.agent is not None:
            configured = screen.options.rules() if screen.options.rules is not None else ()
            await screen.show_facts(
                "Rules: deny wins, then ask, then allow", rule_rows(screen.agent.policy.rules, configured)
            )
        return
    chosen = next((mode for mode in MODES if mode == argument), None)
    if chosen is None:
        raise WrongText(f"Unknown mode {argument}: {', '.join(MODES)}.")
    screen.set_mode(chosen)
    await screen.notice("info", f"Mode {chosen}: {MODE_MEANINGS[chosen]}.")


async def diff(screen: ChatScreen, argument: str) -> None:
    """What the turns of this conversation changed and did not undo."""
    checkpoints = screen.loaded_agent().context.checkpoints
    changes = await asyncio.to_thread(checkpoints.changes) if checkpoints is not None else ()
    if not changes:
        raise CommandError("No turn of this conversation has changed a file, or all of it is undone.")
    text = await asyncio.to_thread(changes_diff, changes)
    block = ToolCallBlock("diff", "diff", True)
    await screen.add_entry(block)
    named = changes[0].name if len(changes) == 1 else count(len(changes), "file")
    block.start(CallStarted("diff", "diff", {}, f"diff {named}"))
    block.finish(CallFinished("diff", "diff", "", False, False, text, 0.0))


def rule_rows(rules: RuleSet, configured: Sequence[SourcedRule]) -> list[tuple[str, str]]:
    """The rules in force in the order in which they count, each with where it comes from."""
    sources: dict[tuple[str, str], str] = {}
    for each in configured:
        key = (each.decision, str(Rule.parse(each.rule)))
        sources[key] = f"{sources[key]}, {each.source}" if key in sources else each.source
    in_force = (("deny", rules.deny), ("ask", rules.ask), ("allow", rules.allow))
    rows = [
        (decision, f"{rule}   ({sources.get((decision, rule), 'allowed in this session')})")
        for decision, some in in_force
        for rule in dict.fromkeys(map(str, some))
    ]
    return rows or [("none", "add some to the configuration; localcoder config path names the file")]


def _status_rows(screen: ChatScreen) -> list[tuple[str, str]]:
    now = screen.status
    rows = [("model", now.model), ("mode", f"{now.mode}: {MODE_MEANINGS[now.mode]}")]
    rows.append(("folder", str(screen.options.cwd)))
    if (sessions := screen.options.sessions) is not None:
        rows.append(("session", f"{sessions.title} ({sessions.id})" if sessions.title else sessions.id))
    if screen.agent is not None:
        rows += status_rows(screen.agent.context, screen.agent.messages)
    if now.context_tokens:
        # A conversation that is gone on with fills it already, by how much its next reply will tell.
        used = "" if now.context_used is None else f"{now.context_used:,} of "
        rows.append(("context", f"{used}{now.context_tokens:,} tokens"))
    if now.usage:
        rows.append(("cached", f"{now.usage.cached_tokens:,} of {now.usage.prompt_tokens:,} prompt tokens"))
    if now.prefill_rate:
        rows.append(("prefill", f"{now.prefill_rate:,.0f} tokens/s"))
    if now.decode_rate:
        rows.append(("decode", f"{now.decode_rate:,.1f} tokens/s"))
    return rows
