"""`localcoder acp`: the assistant for editors that speak the Agent Client Protocol."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from localcoder.cli import common
from localcoder.cli.common import Options
from localcoder.errors import UsageError

if TYPE_CHECKING:
    from localcoder.config.settings import Settings

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

    stdin and stdout are the editor's; with `--debug` the log goes to stderr. The editor says which folder to work in.
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
    from localcoder.acp.serving import serve
    from localcoder.cli.editor_conversation import bridge_with

    signals = _Signals()
    try:
        await serve(bridge_with(options, settings), pipes)
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
