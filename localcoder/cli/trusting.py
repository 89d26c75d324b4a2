"""Trust in what the chat's folder brings: given while the chat runs, it counts at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from localcoder.cli.common import Options, Workplace, overrides
from localcoder.errors import LocalcoderError

if TYPE_CHECKING:
    from localcoder.agent.agent import Agent
    from localcoder.config.brought import Brought
    from localcoder.config.settings import Settings
    from localcoder.tui.contract import Accepted, ChatAgent

_AT_THE_START = ("model", "backend", "endpoint", "gpu_memory_gib", "context_tokens", "attach", "theme")
"""What is used before anybody can be asked."""


class WorkplaceTrust:
    """What the screen knows as `FolderTrust`; `use` gets the workplace with the settings that count from then on."""

    def __init__(self, options: Options, workplace: Workplace, use: Callable[[Workplace], None]) -> None:
        self._options = options
        self._workplace = workplace
        self._use = use

    def brought(self) -> Brought | None:
        """What the folder brings; None where that is nothing, or trusted already."""
        from localcoder.config import trust
        from localcoder.config.brought import Brought

        folder = self._workplace.roots.cwd
        try:
            contents = trust.brought_contents(folder)
        except OSError as error:
            raise LocalcoderError(
                f"{folder} brings its own configuration, which cannot be read: {error.filename}: {error.strerror}."
            ) from None
        return Brought.of(folder, contents) if contents and not trust.is_trusted(folder) else None

    def is_declined(self, brought: Brought) -> bool:
        """Whether the user has said no to exactly this."""
        from localcoder.config.trust import is_distrusted

        return is_distrusted(brought.folder, brought.contents)

    def accept(self, brought: Brought) -> Accepted:
        """Trust exactly this, from now on."""
        from localcoder.config.settings import load_settings
        from localcoder.config.trust import trust
        from localcoder.tui.contract import Accepted

        before = self._workplace.settings
        settings = load_settings(brought.folder, overrides(self._options), brought.contents)
        try:
            trust(brought.folder, brought.contents)
        except OSError as error:
            raise LocalcoderError(f"That {brought.folder} is trusted cannot be stored: {error.strerror}.") from None
        self._workplace = replace(self._workplace, settings=settings)
        self._use(self._workplace)
        changed = {key for key in type(settings).model_fields if getattr(settings, key) != getattr(before, key)}
        return Accepted(
            mode=settings.approval_mode if "approval_mode" in changed else None,
            later=tuple(f"{key} = {getattr(settings, key)}" for key in _AT_THE_START if key in changed),
        )

    def decline(self, brought: Brought) -> None:
        """Do not ask about exactly this again."""
        from localcoder.config.trust import distrust

        try:
            distrust(brought.folder, brought.contents)
        except OSError as error:
            raise LocalcoderError(f"That you said no cannot be stored: {error.strerror}.") from None

    async def apply(self, agent: ChatAgent) -> None:
        """Let `agent`, which does nothing now, go by what is trusted."""
        await reconfigure(cast("Agent", agent), self._workplace)


async def reconfigure(agent: Agent, workplace: Workplace) -> None:
    """Let an agent that does nothing now go by the settings of `workplace`; its conversation stays as it is."""
    from localcoder.chat.model import ReplyOptions
    from localcoder.cli.background import in_thread
    from localcoder.permissions.sandbox import Sandbox
    from localcoder.tools.registry import builtin_tools

    settings, roots, context = workplace.settings, workplace.roots, agent.context
    sandbox = await in_thread(lambda: Sandbox.detect(settings.sandbox, roots, network=settings.network))
    agent.policy.configure(settings.permissions, settings.commands)
    context.sandbox, context.hooks = sandbox, settings.hooks
    agent.max_turns = settings.max_turns
    agent.options = ReplyOptions(temperature=settings.temperature, seed=settings.seed)
    agent.tools = builtin_tools(settings, agent.model.prompt_profile)
    await _use_servers(agent, settings)


async def _use_servers(agent: Agent, settings: Settings) -> None:
    """Let the agent use the MCP servers that are configured now. The tools come with the next prompt."""
    from localcoder.tools.mcp.servers import McpServers

    context = agent.context
    wanted = {name: server for name, server in settings.mcp.items() if server.enabled}
    running = {} if context.mcp is None else {each.name: each.server for each in context.mcp.connections}
    if wanted == running or agent.model.prompt_profile != "full":
        return
    before, context.mcp = context.mcp, McpServers(settings.mcp, context.cwd)
    context.mcp.start()
    if before is not None:
        await before.close()
