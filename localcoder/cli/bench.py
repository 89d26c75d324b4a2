"""`localcoder bench`: how fast this machine is."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, Literal

import typer

from localcoder.cli.common import BackendOption

app = typer.Typer(
    help="Measure how fast this machine is.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _bench() -> None:
    """Measure how fast this machine is."""


@app.command()
def decode(
    model: Annotated[
        str, typer.Option("-m", "--model", metavar="NAME|DIR|HUB_ID", help="The model; with --random-weights its name.")
    ] = "pocket",
    random_weights: Annotated[
        bool,
        typer.Option("--random-weights", help="Make weights of the model's sizes up; known: north-mini-code, pocket."),
    ] = False,
    batch: Annotated[
        str, typer.Option("--batch", metavar="N,...", help="Rows that decode together, up to 8.")
    ] = "1,2,4,8",
    context: Annotated[
        str | None, typer.Option("--context", metavar="N,...", help="Tokens that each row has in the cache.")
    ] = None,
    ragged: Annotated[
        bool, typer.Option("--ragged", help="Spread the rows' lengths evenly, up to the context.")
    ] = False,
    routing: Annotated[
        Literal["uniform", "correlated", "model"] | None,
        typer.Option(
            "--routing",
            help="Which experts the rows use: drawn evenly (the default for random weights on the megakernel), drawn "
            "with the same preferences, or the router's own.",
        ),
    ] = None,
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="How many steps to time.")] = 256,
    sampling: Annotated[
        Literal["greedy", "sampled"],
        typer.Option("--sampling", help="Greedy, or drawn at temperature 1.0 and top_p 0.95."),
    ] = "greedy",
    backend: BackendOption = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Also say where the kernel's time goes (twice the memory for the cache).")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Where the result goes (default: decode-MODEL.json, in bench/results if there).",
        ),
    ] = None,
) -> None:
    """Measure decoding: what the engine's users get, and the bare kernel, beside what the memory allows."""
    from pathlib import Path

    from localcoder.cli.text import printable
    from localcoder.engine.benchmark.options import DecodeOptions, default_output, parse_numbers

    options = DecodeOptions(
        model=model,
        random_weights=random_weights,
        batches=parse_numbers("--batch", batch),
        contexts=() if context is None else parse_numbers("--context", context),
        ragged=ragged,
        routing=routing,
        steps=steps,
        sampling=sampling,
        backend=backend or "auto",
        profile=profile,
    )
    options.check()
    from localcoder.engine.benchmark.decode import measure_decode
    from localcoder.engine.benchmark.report import check_writable, lines, write_result

    file = Path(output) if output else default_output(model)
    check_writable(file)
    document = measure_decode(
        options,
        command=shlex.join(["localcoder", *sys.argv[1:]]),
        say=lambda text: print(printable(f"localcoder: {text}"), file=sys.stderr, flush=True),
    )
    print(lines(document))
    write_result(document, file)
    print(f"\nWritten to {file}.")
