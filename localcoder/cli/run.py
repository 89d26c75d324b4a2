"""`localcoder run`: one prompt, no screen."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from localcoder.cli import background, common
from localcoder.cli.common import Options, Workplace
from localcoder.errors import LocalcoderError, UsageError

if TYPE_CHECKING:
    from localcoder.agent.agent import Agent
    from localcoder.agent.approval import Answer
    from localcoder.agent.events import ApprovalRequested
    from localcoder.chat.model import ChatModel
    from localcoder.cli.output import Printer, Result
    from localcoder.sessions.journal import Journal

logger = logging.getLogger(__name__)

FormatName = Literal["text", "json", "stream-json"]
_INTERRUPTED = 130


def run(
    prompt: Annotated[
        str | None, typer.Argument(metavar="PROMPT", help="What to do. Missing, or followed by `-`: read stdin.")
    ] = None,
    stdin_mark: Annotated[str | None, typer.Argument(metavar="-", help="Add what stdin says.")] = None,
    prompt_option: Annotated[str | None, typer.Option("-p", "--prompt", metavar="PROMPT", help="As PROMPT.")] = None,
    output_format: Annotated[
        FormatName, typer.Option("--output-format", help="The answer, one JSON document, or JSON lines.")
    ] = "text",
    model: common.ModelOption = None,
    backend: common.BackendOption = None,
    endpoint: common.EndpointOption = None,
    gpu_memory: common.GpuMemoryOption = None,
    context: common.ContextOption = None,
    no_attach: common.NoAttachOption = False,
    cd: common.CdOption = None,
    add_dir: common.AddDirOption = None,
    continue_last: common.ContinueOption = False,
    resume: common.ResumeByIdOption = None,
    approval_mode: common.ModeOption = None,
    no_sandbox: common.NoSandboxOption = False,
    trust: common.TrustOption = False,
    max_turns: common.MaxTurnsOption = None,
    temperature: common.TemperatureOption = None,
    seed: common.SeedOption = None,
    debug: common.DebugOption = False,
) -> None:
    """Do one task without a screen.

    The answer goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the turn failed, 2 usage, 3 turn limit,
    4 an approval was needed and nobody could give it, 130 interrupted.
    """
    from localcoder.cli.logs import start_logging

    start_logging(debug)
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
    with background.own_stdout() as stdout:
        code = _Run(output_format, options, stdout).go(prompt, stdin_mark, prompt_option)
    raise typer.Exit(code)


def whole_prompt(prompt: str | None, stdin_mark: str | None, prompt_option: str | None) -> str:
    """What the user asks for. stdin is read where there is no prompt or a `-` follows it, and otherwise left alone.

    Raises:
        UsageError: there is no prompt, or more than one.
    """
    if prompt_option is not None:
        if prompt not in (None, "-") or stdin_mark is not None:
            raise UsageError("Give the prompt once: as an argument or after --prompt.")
        prompt, stdin_mark = prompt_option, prompt
    elif prompt == "-" and stdin_mark is None:
        prompt, stdin_mark = None, "-"
    if stdin_mark not in (None, "-"):
        raise UsageError("The prompt is one argument; put it in quotes.")
    parts = [] if prompt is None else [prompt]
    if prompt is None or stdin_mark == "-":
        parts.append(_read_stdin(asked=stdin_mark == "-"))
    text = "\n\n".join(part for part in parts if part.strip())
    if not text:
        raise UsageError("The prompt is empty; say what to do.")
    return text


def _read_stdin(*, asked: bool) -> str:
    if sys.stdin is None or (not asked and sys.stdin.isatty()):
        raise UsageError('There is no prompt; say what to do: localcoder run "PROMPT".')
    try:
        data = sys.stdin.buffer.read()
    except OSError as error:
        raise UsageError(f"The prompt cannot be read from stdin: {error.strerror}.") from None
    try:
        return data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise UsageError(f"stdin is not UTF-8 text (byte {error.start}); convert it first.") from None


class Nobody:
    """Answers for a user who is not there."""

    async def approve(self, request: ApprovalRequested) -> Answer:
        """No answer can be had."""
        from localcoder.agent.approval import Answer

        return Answer("unavailable")


class _Run:
    """One run, from reading the prompt to the exit code. Whatever happens, exactly one result is printed."""

    def __init__(self, output_format: FormatName, options: Options, stdout: TextIO) -> None:
        from localcoder.cli.output import Printer

        self._stdout = stdout
        self._printer: Printer = Printer(output_format, stdout)
        self._options = options
        self._started_s = time.monotonic()
        self._agent: Agent | None = None
        self._journal: Journal | None = None
        self._result: Result | None = None
        self._signals = 0

    def go(self, *prompt: str | None) -> int:
        from localcoder.cli.output import exit_code

        code: int | None = None
        try:
            asyncio.run(self._work(whole_prompt(*prompt)))
        except LocalcoderError as error:
            self._result, code = self._ended("failed", str(error)), error.exit_code
        except (KeyboardInterrupt, asyncio.CancelledError):
            self._result = self._ended("interrupted", None)
        except BrokenPipeError:  # whoever read the output has left, so there is nobody to give a result to
            background.discard_stdout(self._stdout)
            return _INTERRUPTED
        except Exception as error:
            from localcoder.cli.logs import log_file

            logger.exception("The run failed unexpectedly")
            details = f"unexpected {type(error).__name__}: {error} (the details are in {log_file()})"
            self._result = self._ended("failed", details)
        result: Result = self._result or self._ended("failed", "the turn ended without a result.")
        self._printer.finish(result)
        return exit_code(result) if code is None else code

    def _ended(self, status: Literal["failed", "interrupted"], error: str | None) -> Result:
        from localcoder.cli.output import Result

        session_id = self._journal.id if self._journal is not None and not self._journal.is_empty else None
        return Result(status, error=error, duration_s=time.monotonic() - self._started_s, session_id=session_id)

    async def _work(self, prompt: str) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        with suppress(NotImplementedError):  # Windows: Ctrl+C then arrives as KeyboardInterrupt
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self._interrupt, task.cancel)
            if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` lets it go on
                loop.add_signal_handler(signal.SIGHUP, self._hang_up, task.cancel)
        workplace = common.open_workplace(self._options)
        for notice in workplace.notices:
            self._printer.notice("warning", notice)
        self._journal = common.open_journal(self._options, workplace)
        try:
            for problem in self._journal.problems:
                self._printer.notice("warning", problem)
            model = await self._load(workplace)
            try:
                await self._turn(workplace, model, prompt)
            finally:
                await model.close()
        finally:
            self._journal.close()

    async def _load(self, workplace: Workplace) -> ChatModel:
        loop = asyncio.get_running_loop()

        def progress(text: str) -> None:
            loop.call_soon_threadsafe(self._printer.progress, text)

        def notice(text: str) -> None:
            loop.call_soon_threadsafe(self._printer.notice, "warning", text)

        return await background.in_thread(lambda: common.open_model(workplace.settings, progress, notice))

    async def _turn(self, workplace: Workplace, model: ChatModel, prompt: str) -> None:
        from localcoder.agent.events import TurnFinished
        from localcoder.cli.output import Result

        assert self._journal is not None
        journal = self._journal
        agent = await background.in_thread(
            lambda: common.undoable(
                common.build_agent(workplace, model, Nobody(), journal=journal, history=journal.messages)
            )
        )
        try:
            warnings = await agent.complete_tools()
            self._printer.init(lambda: _init_document(agent, journal.id))
            warning = common.sandbox_warning(agent)
            for line in warnings if warning is None else [warning, *warnings]:
                self._printer.notice("warning", line)
            self._agent = agent
            async with aclosing(agent.run(prompt)) as events:
                async for event in events:
                    self._printer.event(event)
                    if isinstance(event, TurnFinished):
                        self._result = Result.of_turn(event, journal.id)
        finally:
            self._agent = None
            await agent.context.close()

    def _interrupt(self, cancel: Callable[[], object]) -> None:
        """The first signal ends the turn and keeps what was done; a second one does not wait for anything."""
        self._signals += 1
        if self._signals > 1:
            os._exit(_INTERRUPTED)
        if self._agent is not None:
            self._agent.interrupt()
        elif self._result is None:
            cancel()

    def _hang_up(self, cancel: Callable[[], object]) -> None:
        """The terminal is gone. Its system and its shell both say so: that is nobody in a hurry."""
        if not self._signals:
            self._interrupt(cancel)


def _init_document(agent: Agent, session_id: str) -> dict[str, Any]:
    from localcoder import __version__
    from localcoder.cli.output import SCHEMA_VERSION

    return {
        "schema_version": SCHEMA_VERSION,
        "version": __version__,
        "session_id": session_id,
        "model": agent.model.name,
        "context_tokens": agent.model.context_tokens,
        "cwd": str(agent.context.cwd),
        "approval_mode": agent.policy.mode,
        "sandbox": agent.context.sandbox.works,
        "tools": [tool.name for tool in agent.policy.tools_offered(agent.tools)],
    }
