"""`localcoder chat`: the conversation on a screen."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from localcoder.cli import common
from localcoder.cli.common import Options, Workplace
from localcoder.cli.open_session import OpenSession
from localcoder.cli.text import one_line
from localcoder.errors import UsageError

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from localcoder.agent.approval import Approver
    from localcoder.attach.background import Background
    from localcoder.chat.model import ChatModel
    from localcoder.config.settings import Settings
    from localcoder.sessions.journal import Journal
    from localcoder.tui.contract import ChatAgent, Progress

logger = logging.getLogger(__name__)

CHOICES = 15
"""So many sessions are offered to choose from."""
POCKET_NOTE = "tiny and built in, to try it out; /model lists larger ones"
POCKET_SERVED_NOTE = "tiny and built in; a larger one: localcoder models pull ORG/NAME"
"""Fits into one line of 80 columns, beside its label."""


def chat(
    prompt: Annotated[str | None, typer.Argument(metavar="PROMPT", help="The first thing to say.")] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Also offer the model to editors, as `serve` does.")] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help=f"With --serve: the port to listen on ({common.SERVED_PORT}); 0 takes any free one."
        ),
    ] = None,
    model: common.ModelOption = None,
    backend: common.BackendOption = None,
    endpoint: common.EndpointOption = None,
    gpu_memory: common.GpuMemoryOption = None,
    context: common.ContextOption = None,
    no_attach: common.NoAttachOption = False,
    cd: common.CdOption = None,
    add_dir: common.AddDirOption = None,
    continue_last: common.ContinueOption = False,
    resume: common.ResumeOption = None,
    approval_mode: common.ModeOption = None,
    no_sandbox: common.NoSandboxOption = False,
    trust: common.TrustOption = False,
    max_turns: common.MaxTurnsOption = None,
    temperature: common.TemperatureOption = None,
    seed: common.SeedOption = None,
    debug: common.DebugFileOption = False,
) -> None:
    """Chat with the assistant in this folder."""
    from localcoder.cli.logs import start_logging

    # stderr is the screen's: with --debug too, the log goes to its file alone.
    start_logging(debug, to_stderr=False)
    if prompt == "-":
        raise UsageError('The chat does not read stdin; use: localcoder run "PROMPT" -')
    if port is not None and not serve:
        raise UsageError("--port is where --serve listens; give both.")
    options = Options(
        model=model,
        backend=backend,
        endpoint=endpoint,
        gpu_memory_gib=gpu_memory,
        context_tokens=context,
        no_attach=no_attach,
        cd=cd,
        add_dirs=tuple(add_dir or ()),
        continue_last=continue_last,
        resume=resume,
        approval_mode=approval_mode,
        no_sandbox=no_sandbox,
        trust=trust,
        max_turns=max_turns,
        temperature=temperature,
        seed=seed,
    )
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        raise UsageError('The chat needs a terminal; without one use: localcoder run "PROMPT".')
    workplace = common.open_workplace(options, asks=True)
    listener = _listener(workplace.settings, common.SERVED_PORT if port is None else port) if serve else None
    journal = _choose_session(workplace) if resume == "" else common.open_journal(options, workplace)
    raise typer.Exit(_Chat(options, workplace, journal, listener, debug=debug).show(prompt))


def _listener(settings: Settings, port: int) -> socket.socket:
    """Where the model is to be served.

    Raises:
        UsageError: it is another server's model, or the port is taken.
    """
    from localcoder.server.sockets import bind

    if settings.endpoint is not None:
        raise UsageError("--serve offers a model of this machine, so it cannot be used with an endpoint.")
    return bind("127.0.0.1", port)


class _Chat:
    """One run of the screen: it makes the agents that the screen asks for."""

    def __init__(
        self,
        options: Options,
        workplace: Workplace,
        journal: Journal,
        listener: socket.socket | None = None,
        *,
        debug: bool = False,
    ) -> None:
        self._options = options
        self._workplace = workplace
        self._listener = listener
        self._debug = debug
        self._background: Background | None = None
        self._session = OpenSession(workplace, journal)
        self._notes: list[str] = []

    def show(self, prompt: str | None) -> int:
        """Show the screen until the user leaves it; returns the exit code."""
        from localcoder.cli.chat_models import WorkplaceModels
        from localcoder.cli.logs import log_file
        from localcoder.cli.trusting import WorkplaceTrust
        from localcoder.config.paths import state_dir
        from localcoder.config.settings import sourced_rules
        from localcoder.tui.app import run_chat

        settings = self._workplace.settings
        cwd, session = self._workplace.roots.cwd, self._session
        notices = [*self._workplace.notices, *session.journal.problems]
        try:
            return run_chat(
                build=self._build,
                model_name=common.model_name(settings),
                model_note=_model_note(settings, served=self._listener is not None),
                mode=settings.approval_mode,
                cwd=cwd,
                first_prompt=prompt,
                notice="\n".join(notices) or None,
                loaded_notice=self._loaded_notice,
                sessions=session,
                rules=lambda: sourced_rules(cwd),
                trust=WorkplaceTrust(self._options, self._workplace, self._use),
                # What others attach to stays what it is.
                models=None if self._listener is not None else WorkplaceModels(lambda: self._workplace, self._use),
                resume_hint=lambda _: session.hint(),
                history_file=state_dir() / "history",
                stderr_file=log_file(),
                theme=settings.theme,
                theme_file=state_dir() / "theme",
                mouse=settings.mouse,
            )
        finally:
            session.journal.close()
            if self._background is not None:
                self._background.stop()
            if self._listener is not None:
                self._listener.close()

    def _use(self, workplace: Workplace) -> None:
        """From now on the settings of `workplace` count."""
        self._workplace = self._session.workplace = workplace

    async def _build(self, approver: Approver, progress: Progress) -> ChatAgent:
        from localcoder.cli.background import in_thread

        workplace, journal = self._workplace, self._session.journal

        model = await in_thread(lambda: self._open_model(progress))
        # Proving the sandbox starts a process, and what a crash left is looked at: not in the screen's thread either.
        agent = await in_thread(
            lambda: common.undoable(
                common.build_agent(workplace, model, approver, journal=journal, history=journal.messages)
            )
        )
        if agent.context.mcp is not None:
            agent.context.mcp.start()
        return agent

    def _open_model(self, progress: Progress) -> ChatModel:
        """The model, which with --serve others may use as well."""
        settings, listener = self._workplace.settings, self._listener
        if listener is None:
            return common.open_model(settings, progress, self._note)
        from localcoder.attach.background import Background, ServingChatModel
        from localcoder.attach.serving import Serving
        from localcoder.attach.spec import EngineSpec
        from localcoder.config.settings import api_key
        from localcoder.server.sockets import url_of

        spec = EngineSpec.of(settings)
        self._background = Background(
            lambda ready: Serving(
                spec,
                common.ENGINE_ENTRY,
                listener,
                api_key=api_key(),
                attach=settings.attach,
                progress=progress,
                notice=self._note,
                on_ready=ready,
                debug=self._debug,
            ),
            on_failure=self._note,
        )
        model = ServingChatModel(self._background)
        self._note(f"Serving {model.name} at {url_of(listener)}/v1")
        return model

    def _note(self, line: str) -> None:
        """A line to be shown once the model is loaded; the log has those that come later."""
        logger.info("%s", line)
        self._notes.append(line)

    def _loaded_notice(self) -> str | None:
        return "\n".join(self._notes) or None


def _model_note(settings: Settings, *, served: bool) -> str | None:
    """What a newcomer must know about the model: that the built-in one is not all there is."""
    from localcoder.config.settings import BUILT_IN_MODEL

    if settings.endpoint is not None or settings.model != BUILT_IN_MODEL:
        return None
    return POCKET_SERVED_NOTE if served else POCKET_NOTE


def _choose_session(workplace: Workplace) -> Journal:
    """Let the user pick one of the folder's sessions by its number.

    Raises:
        UsageError: there is none, or the answer is no number of the list.
    """
    from localcoder.sessions.journal import Journal
    from localcoder.sessions.store import SessionStore

    cwd: Path = workplace.roots.cwd
    summaries = SessionStore().summaries(cwd)[:CHOICES]
    if not summaries:
        raise UsageError(f"There is no session in {cwd} to resume; leave out --resume to start one.")
    for number, one in enumerate(summaries, start=1):
        changed = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed_s))
        typer.echo(f"{number:3}  {changed}  {one_line(one.title, 70)}", err=True)
    answer = str(typer.prompt("Resume which", default="1", err=True)).strip()
    if not answer.isdecimal() or not 1 <= int(answer) <= len(summaries):
        raise UsageError(f"{answer!r} is not a number from 1 to {len(summaries)}.")
    return Journal.resume(summaries[int(answer) - 1].path)
