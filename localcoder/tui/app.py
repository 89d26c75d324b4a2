"""The chat in the terminal: `run_chat` owns the screen from the first frame until the terminal is restored."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import ClassVar

from textual.app import App
from textual.driver import Driver

from localcoder.agent.approval import Approver
from localcoder.config.settings import ApprovalMode, SourcedRule
from localcoder.errors import UsageError
from localcoder.tui.approvals import KeyGate
from localcoder.tui.contract import Build, ChatAgent, ChatModels, ChatOptions, ChatSessions, FolderTrust, Progress
from localcoder.tui.paste_parser import with_whole_pastes
from localcoder.tui.screens.chat import ChatScreen
from localcoder.tui.streams import stderr_in_file
from localcoder.tui.terminal import restoring
from localcoder.tui.themes import THEMES, choose_theme, remembered_theme

_log = logging.getLogger(__name__)
COLLECTION_THRESHOLDS = (5_000, 10, 100)
"""New objects before the youngest generation is searched, and how many searches before that of the next one."""
SWITCH_S = 0.001
"""How long a thread that computes in Python (a search among many files, the engine's bookkeeping) may keep the screen
from its turn. Python's default of 5 ms adds up: a key takes several turns."""
_ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT") if hasattr(signal, name)
)


def run_chat(
    *,
    build: Build,
    model_name: str,
    model_note: str | None = None,
    mode: ApprovalMode = "ask",
    cwd: Path | None = None,
    first_prompt: str | None = None,
    notice: str | None = None,
    loaded_notice: Callable[[], str | None] | None = None,
    sessions: ChatSessions | None = None,
    rules: Callable[[], Sequence[SourcedRule]] | None = None,
    trust: FolderTrust | None = None,
    models: ChatModels | None = None,
    resume_hint: Callable[[ChatAgent], str | None] | None = None,
    history_file: Path | None = None,
    stderr_file: Path | None = None,
    theme: str = "auto",
    theme_file: Path | None = None,
    mouse: bool = True,
) -> int:
    """Show the chat until the user leaves; returns the exit code.

    `build(approver, progress)` is awaited after the first frame; prompts typed meanwhile are queued. `notice` is one
    line shown at the start (which model is used and why). See `ChatOptions` for the rest. Raises `UsageError` where
    there is no terminal.
    """
    options = ChatOptions(
        model_name=model_name,
        model_note=model_note,
        mode=mode,
        cwd=cwd or Path.cwd(),
        first_prompt=first_prompt,
        notice=notice,
        loaded_notice=loaded_notice,
        sessions=sessions,
        rules=rules,
        trust=trust,
        models=models,
        resume_hint=resume_hint,
        history_file=history_file,
        stderr_file=stderr_file,
        theme=theme,
        theme_file=theme_file,
        mouse=mouse,
    )
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("The chat needs a terminal. For scripts there is: localcoder run PROMPT")
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise UsageError("The chat cannot move the cursor of this terminal (TERM=dumb). Use: localcoder run PROMPT")
    sys.setswitchinterval(SWITCH_S)
    return asyncio.run(_run(ChatApp(_without_long_pauses(build), options), options))


def _without_long_pauses(build: Build) -> Build:
    """`build`, after which Python looks for garbage more rarely, and not in what is there by then.

    With torch loaded, a search of everything takes up to half a second, in which no key is answered.
    """

    async def built(approver: Approver, progress: Progress) -> ChatAgent:
        agent = await build(approver, progress)
        gc.set_threshold(*COLLECTION_THRESHOLDS)
        gc.freeze()
        return agent

    return built


async def _run(app: ChatApp, options: ChatOptions) -> int:
    with stderr_in_file(options.stderr_file or Path(os.devnull)):
        await app.run_async(mouse=options.mouse)
        await app.chat.editor.close()
    # The terminal is restored from here on, or it is gone: the window was closed.
    hint = options.resume_hint(app.chat.agent) if options.resume_hint and app.chat.agent else None
    with suppress(OSError):
        for line in (app.chat.parting, hint):
            if line:
                print(line, file=sys.stderr)
    await app.chat.shut_down()
    return app.return_code or 0


class ChatApp(App[None], inherit_bindings=False):
    """The Textual application: themes, signals and the one screen."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        "app.tcss",
        "screens/agents.tcss",
        "widgets/activity.tcss",
        "widgets/answer.tcss",
        "widgets/approval.tcss",
        "widgets/chooser.tcss",
        "widgets/file_picker.tcss",
        "widgets/messages.tcss",
        "widgets/prompt.tcss",
        "widgets/question.tcss",
        "widgets/reasoning.tcss",
        "widgets/status_bar.tcss",
        "widgets/todo.tcss",
        "widgets/tool_call.tcss",
        "widgets/transcript.tcss",
        "widgets/transfer.tcss",
    ]
    ENABLE_COMMAND_PALETTE = False
    TITLE = "localcoder"

    def __init__(
        self,
        build: Build,
        options: ChatOptions,
        *,
        gate: KeyGate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        wanted = remembered_theme(options.theme_file) if options.theme == "auto" else options.theme
        theme = choose_theme(wanted, os.environ)
        # Decided here and not by the theme alone: NO_COLOR then means no colour codes instead of grey ones.
        super().__init__(ansi_color=True if theme.ansi else None)
        for choice in THEMES.values():
            self.register_theme(choice)
        self.theme = theme.name
        self.chat = ChatScreen(build, options, gate=gate, clock=clock)

    def get_driver_class(self) -> type[Driver]:
        """The library's, which restores more of the terminal and mixes no keys into pastes."""
        return restoring(with_whole_pastes(super().get_driver_class()))

    def get_default_screen(self) -> ChatScreen:
        """The chat is the only screen."""
        return self.chat

    def on_mount(self) -> None:
        """Leave in order when told to by a signal, so that the terminal is restored."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for number in _ENDING_SIGNALS:
            loop.add_signal_handler(number, self._on_signal, number)

    def _on_signal(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _fatal_error(self) -> None:
        # The library's own version prints the source with all local variables, secrets among them.
        error = sys.exc_info()[1]
        _log.error("the screen failed", exc_info=error)
        self.chat.parting = self.chat.internal_error("Internal error, the chat ended", error)
        self._close_messages_no_wait()
