"""`localcoder serve`: the OpenAI-compatible endpoint."""

from __future__ import annotations

from typing import Annotated

import typer

from localcoder.cli.common import (
    BackendOption,
    ContextOption,
    DebugOption,
    EndpointOption,
    GpuMemoryOption,
    ModelOption,
    Options,
    open_model,
    open_workplace,
)
from localcoder.cli.text import printable
from localcoder.errors import UsageError


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; any other than this machine needs a key.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any free one.")] = 8000,
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
    debug: DebugOption = False,
) -> None:
    """Let editors and other programs use the model through an OpenAI-compatible endpoint."""
    import asyncio

    from rich.console import Console
    from rich.text import Text

    from localcoder.cli import background
    from localcoder.cli.logs import start_logging
    from localcoder.config.settings import api_key as configured_key
    from localcoder.server.app import create_app
    from localcoder.server.guard import is_loopback
    from localcoder.server.listen import Server, bind, url_of

    start_logging(debug)
    options = Options(
        model=model, backend=backend, endpoint=endpoint, gpu_memory_gib=gpu_memory, context_tokens=context
    )
    workplace = open_workplace(options)
    passed_on = workplace.settings.endpoint is not None
    key = api_key or (None if passed_on else configured_key())
    if not is_loopback(host) and key is None:
        how = (
            "give --api-key (LOCALCODER_API_KEY is the endpoint's)"
            if passed_on
            else "set LOCALCODER_API_KEY or --api-key"
        )
        raise UsageError(f"--host {host} can be reached from other machines, so it needs a key: {how}.")
    # The port first: whether it is free shows at once, loading a model can take a minute.
    listener = bind(host, port)

    async def run() -> None:
        # On a terminal one line that goes away; nothing in a log.
        console, settings = Console(stderr=True), workplace.settings

        def notice(line: str) -> None:
            console.print(Text(f"localcoder: {line}"), soft_wrap=True)

        with console.status("starting") as status:
            loaded = await background.in_thread(
                lambda: open_model(settings, lambda line: status.update(Text(line)), notice)
            )

        def ready() -> None:
            print(f"Serving {printable(loaded.name)} at {url_of(listener)}/v1 (Ctrl-C ends it)", flush=True)

        try:
            server = Server(create_app(loaded, api_key=key), listener, on_ready=ready)
            await server.run_until_stopped(handle_signals=True)
        finally:
            await loaded.close()

    with listener:
        asyncio.run(run())
