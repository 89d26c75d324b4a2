"""`localcoder acp`: the assistant for editors that speak the Agent Client Protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from localcoder.cli import background, common
from localcoder.cli.common import Options, Workplace
from localcoder.cli.text import printable
from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.acp.contract import Place
    from localcoder.agent.agent import Agent
    from localcoder.agent.approval import Approver
    from localcoder.chat.messages import Message
    from localcoder.chat.model import ChatModel
    from localcoder.config.settings import ApprovalMode, Settings
    from localcoder.sessions.journal import Journal
    from localcoder.workspace.roots import Roots

MISSING_PACKAGE = "The package agent-client-protocol is not installed (pip install 'localcoder[acp]')."
_INTERRUPTED = 130


def acp(
    model: common.ModelOption = None,
    backend: common.BackendOption = None,
    endpoint: common.EndpointOption = None,
    gpu_memory: common.GpuMemoryOption = None,
    context: common.ContextOption = None,
    no_attach: common.NoAttachOption = False,
    add_dir: common.AddDirOption = None,
    approval_mode: common.ModeOption = None,
    no_sandbox: common.NoSandboxOption = False,
    max_turns: common.MaxTurnsOption = None,
    temperature: common.TemperatureOption = None,
    seed: common.SeedOption = None,
    debug: common.DebugOption = False,
) -> None:
    """Serve an editor that speaks the Agent Client Protocol; it starts this command itself.

    stdin and stdout are the editor's; the log goes to stderr. The editor says which folder to work in.
    """
    from localcoder.cli.logs import start_logging

    start_logging(debug)
    if importlib.util.find_spec("acp") is None:
        raise UsageError(MISSING_PACKAGE)
    options = Options(
        model=model,
        backend=backend,
        endpoint=endpoint,
        gpu_memory_gib=gpu_memory,
        context_tokens=context,
        no_attach=no_attach,
        add_dirs=tuple(add_dir or ()),
        approval_mode=approval_mode,
        no_sandbox=no_sandbox,
        max_turns=max_turns,
        temperature=temperature,
        seed=seed,
    )
    from localcoder.acp.serving import take_pipes

    settings = common.open_workplace(options).settings  # what is wrong with the options is said at once
    pipes = take_pipes()
    raise typer.Exit(asyncio.run(_serve(options, settings, pipes)))


async def _serve(options: Options, settings: Settings, pipes: tuple[int, int]) -> int:
    from localcoder.acp.bridge import Bridge
    from localcoder.acp.serving import serve
    from localcoder.sessions.store import SessionStore

    async def load_model() -> ChatModel:
        return await background.in_thread(lambda: common.open_model(settings, _tell, _tell))

    bridge = Bridge(
        lambda place, session_id: _OpenConversation(options, place, session_id),
        load_model,
        lambda cwd: SessionStore().summaries(cwd),
    )
    signals = _Signals()
    try:
        await serve(bridge, pipes)
    except asyncio.CancelledError:
        if not signals.count:
            raise
        return _INTERRUPTED
    return 0


class _Signals:
    """The first signal ends all turns and keeps what was done; a second one does not wait for anything."""

    def __init__(self) -> None:
        self.count = 0
        self._task = asyncio.current_task()
        with suppress(NotImplementedError):
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, self._arrived)

    def _arrived(self) -> None:
        self.count += 1
        if self.count > 1:
            os._exit(_INTERRUPTED)
        if self._task is not None:
            self._task.cancel()


class _OpenConversation:
    """A session at the place that the editor names, with the options of the command line."""

    def __init__(self, options: Options, place: Place, session_id: str | None) -> None:
        folders = (*options.add_dirs, *map(str, place.extra))
        workplace = common.open_workplace(replace(options, cd=str(place.cwd), add_dirs=folders))
        settings = workplace.settings.model_copy(update={"mcp": {**workplace.settings.mcp, **place.servers}})
        self._workplace = replace(workplace, settings=settings)
        self._journal = _journal(self._workplace, session_id)

    @property
    def id(self) -> str:
        """The session's id."""
        return self._journal.id

    @property
    def roots(self) -> Roots:
        """The folders that it works in."""
        return self._workplace.roots

    @property
    def mode(self) -> ApprovalMode:
        """The approval mode that it begins with."""
        return self._workplace.settings.approval_mode

    @property
    def messages(self) -> Sequence[Message]:
        """What was said before."""
        return self._journal.messages

    @property
    def notices(self) -> Sequence[str]:
        """What is worth knowing about folder and session."""
        return (*self._workplace.notices, *self._journal.problems)

    def build(self, model: ChatModel, approver: Approver) -> Agent:
        """The agent of the conversation."""
        journal = self._journal
        return common.build_agent(self._workplace, model, approver, journal=journal, history=journal.messages)

    def warning(self, agent: Agent) -> str | None:
        """What to say where commands run without any confinement."""
        return common.sandbox_warning(agent)

    def close(self) -> None:
        """Close the session's file."""
        self._journal.close()


def _journal(workplace: Workplace, session_id: str | None) -> Journal:
    """Raises NoSession: there is none of exactly that id."""
    from localcoder.acp.contract import NoSession
    from localcoder.sessions.journal import Journal
    from localcoder.sessions.store import SessionStore

    store = SessionStore()
    if session_id is None:
        return store.create(workplace.roots.cwd, common.model_name(workplace.settings))
    try:
        path = store.find(session_id)
    except UsageError as error:
        raise NoSession(str(error)) from None
    if path.stem != session_id:
        raise NoSession(f"There is no session {session_id!r}.")
    return Journal.resume(path)


def _tell(line: str) -> None:
    """A line about the loading, for the editor's log."""
    with suppress(OSError, ValueError):
        print(printable(f"localcoder: {line}"), file=sys.stderr, flush=True)
