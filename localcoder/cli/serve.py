"""`localcoder serve`: the OpenAI-compatible endpoint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from localcoder.cli.common import (
    ENGINE_ENTRY,
    SERVED_PORT,
    BackendOption,
    ContextOption,
    DebugOption,
    EndpointOption,
    GpuMemoryOption,
    ModelOption,
    NoAttachOption,
    Options,
    open_model,
    open_workplace,
)
from localcoder.cli.text import printable
from localcoder.errors import UsageError

if TYPE_CHECKING:
    import socket

    from localcoder.config.settings import Settings


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; any other than this machine needs a key.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any free one.")
    ] = SERVED_PORT,
    api_key: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            help="Clients must send this key. Better in LOCALCODER_API_KEY, where other users cannot see it,"
            " unless --endpoint is given: then that is the other server's key.",
        ),
    ] = None,
    model: ModelOption = None,
    backend: BackendOption = None,
    endpoint: EndpointOption = None,
    gpu_memory: GpuMemoryOption = None,
    context: ContextOption = None,
    max_queue: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="How many requests may wait while others are answered; further ones are told to come again (64).",
        ),
    ] = None,
    no_attach: NoAttachOption = False,
    debug: DebugOption = False,
) -> None:
    """Let editors and other programs use the model through an OpenAI-compatible endpoint."""
    import asyncio

    from localcoder.cli.logs import start_logging
    from localcoder.config.settings import api_key as configured_key
    from localcoder.server.sockets import bind, is_loopback

    start_logging(debug)
    options = Options(
        model=model,
        backend=backend,
        endpoint=endpoint,
        gpu_memory_gib=gpu_memory,
        context_tokens=context,
        no_attach=no_attach,
    )
    workplace = open_workplace(options)
    settings = workplace.settings
    passed_on = settings.endpoint is not None
    key = api_key or (None if passed_on else configured_key())
    if not is_loopback(host) and key is None:
        how = (
            "give --api-key (LOCALCODER_API_KEY is the endpoint's)"
            if passed_on
            else "set LOCALCODER_API_KEY or --api-key"
        )
        raise UsageError(f"--host {host} can be reached from other machines, so it needs a key: {how}.")
    # The port first: whether it is free shows at once, loading a model can take a minute.
    with bind(host, port) as listener:
        serving = (
            _pass_on(settings, listener, key, max_queue)
            if passed_on
            else _serve_engine(settings, listener, key, max_queue, debug)
        )
        asyncio.run(serving)


async def _serve_engine(
    settings: Settings, listener: socket.socket, key: str | None, max_queue: int | None, debug: bool
) -> None:
    """Serve a model of this machine, from a process of its own or from one that runs already."""
    from localcoder.attach.serving import Serving
    from localcoder.attach.spec import EngineSpec

    console = _Console()
    serving = Serving(
        replace(EngineSpec.of(settings), max_queue=max_queue),
        ENGINE_ENTRY,
        listener,
        api_key=key,
        attach=settings.attach,
        progress=console.progress,
        notice=console.notice,
        on_ready=lambda facts: console.ready(facts.name, listener),
        debug=debug,
    )
    with console:
        await serving.run_until_signal()


async def _pass_on(settings: Settings, listener: socket.socket, key: str | None, max_queue: int | None) -> None:
    """Serve the model of another server."""
    from localcoder.cli import background
    from localcoder.server.app import create_app
    from localcoder.server.listen import Server
    from localcoder.server.overload import MAX_QUEUE

    console = _Console()
    with console:
        loaded = await background.in_thread(lambda: open_model(settings, console.progress, console.notice))
        try:
            app = create_app(loaded, api_key=key, max_queue=MAX_QUEUE if max_queue is None else max_queue)
            server = Server(app, listener, on_ready=lambda: console.ready(loaded.name, listener))
            await server.run_until_stopped(handle_signals=True)
        finally:
            await loaded.close()


class _Console:
    """What the user sees: on a terminal one line that goes away while the model loads, and what is worth keeping."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True)
        self._status = self._console.status("starting")

    def __enter__(self) -> None:
        self._status.start()

    def __exit__(self, *error: object) -> None:
        self._status.stop()

    def progress(self, line: str) -> None:
        """How far the loading is."""
        from rich.text import Text

        self._status.update(Text(line))

    def notice(self, line: str) -> None:
        """A line to keep."""
        from rich.text import Text

        self._console.print(Text(f"localcoder: {line}"), soft_wrap=True)

    def ready(self, name: str, listener: socket.socket) -> None:
        """Requests are taken."""
        from localcoder.server.sockets import url_of

        self._status.stop()
        print(f"Serving {printable(name)} at {url_of(listener)}/v1 (Ctrl-C ends it)", flush=True)
