"""`localcoder bench`: how fast this machine is."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from localcoder.cli.common import BackendOption, EndpointOption

app = typer.Typer(
    help="Measure how fast this machine is.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _bench() -> None:
    """Measure how fast this machine is."""


ModelOption = Annotated[
    str, typer.Option("-m", "--model", metavar="NAME|DIR|HUB_ID", help="The model; with --random-weights its name.")
]
RandomWeightsOption = Annotated[
    bool,
    typer.Option("--random-weights", help="Make weights of the model's sizes up; known: north-mini-code, pocket."),
]
RoutingOption = Annotated[
    Literal["uniform", "correlated", "model"] | None,
    typer.Option(
        "--routing",
        help="Which experts the rows use: drawn evenly (the default for random weights on the megakernel), drawn "
        "with the same preferences, or the router's own.",
    ),
]
SamplingOption = Annotated[
    Literal["greedy", "sampled"],
    typer.Option("--sampling", help="Greedy, or drawn at temperature 1.0 and top_p 0.95."),
]


def _measure(measure: Callable[..., dict[str, Any]], shown: Callable[[dict[str, Any]], str], file: Path) -> None:
    """Measure, show the result and write it to `file`, which is tried before anything is measured."""
    from localcoder.cli.text import printable
    from localcoder.engine.benchmark.report import check_writable, write_result

    check_writable(file)
    document = measure(
        command=shlex.join(["localcoder", *sys.argv[1:]]),
        say=lambda text: print(printable(f"localcoder: {text}"), file=sys.stderr, flush=True),
    )
    print(shown(document))
    write_result(document, file)
    print(f"\nWritten to {file}.")


@app.command()
def decode(
    model: ModelOption = "pocket",
    random_weights: RandomWeightsOption = False,
    batch: Annotated[
        str, typer.Option("--batch", metavar="N,...", help="Rows that decode together, up to 8.")
    ] = "1,2,4,8",
    context: Annotated[
        str | None, typer.Option("--context", metavar="N,...", help="Tokens that each row has in the cache.")
    ] = None,
    ragged: Annotated[
        bool, typer.Option("--ragged", help="Spread the rows' lengths evenly, up to the context.")
    ] = False,
    routing: RoutingOption = None,
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="How many steps to time.")] = 256,
    sampling: SamplingOption = "greedy",
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
    from localcoder.engine.benchmark.report import lines

    _measure(partial(measure_decode, options), lines, Path(output) if output else default_output(model))


@app.command()
def serve(
    model: ModelOption = "pocket",
    random_weights: RandomWeightsOption = False,
    clients: Annotated[
        str, typer.Option("--clients", metavar="N,...", help="Clients that ask again as soon as they are answered.")
    ] = "8",
    prompt_tokens: Annotated[int, typer.Option("--prompt-tokens", metavar="N", help="Of each request.")] = 2000,
    answer_tokens: Annotated[int, typer.Option("--answer-tokens", metavar="N", help="Of each answer.")] = 500,
    requests: Annotated[int, typer.Option("--requests", metavar="N", help="Of each client, after one to warm up.")] = 4,
    routing: RoutingOption = None,
    sampling: SamplingOption = "greedy",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the prompts and of drawing.")] = 0,
    backend: BackendOption = None,
    endpoint: EndpointOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Where the result goes (default: serve-MODEL.json, in bench/results if there).",
        ),
    ] = None,
) -> None:
    """Measure what clients get who share an engine: tokens per second of all, time to the first token and between."""
    from localcoder.engine.benchmark.options import parse_numbers
    from localcoder.engine.benchmark.serve_options import ServeOptions, SubjectOptions, default_output

    subject = SubjectOptions(
        model=model,
        random_weights=random_weights,
        routing=routing,
        sampling=sampling,
        backend=backend or "auto",
        endpoint=endpoint,
        seed=seed,
    )
    options = ServeOptions(
        subject,
        clients=parse_numbers("--clients", clients),
        prompt_tokens=prompt_tokens,
        answer_tokens=answer_tokens,
        requests=requests,
    )
    options.check()
    from localcoder.engine.benchmark.serve import measure_serve
    from localcoder.engine.benchmark.serve_report import serve_lines

    _measure(partial(measure_serve, options), serve_lines, Path(output) if output else default_output("serve", subject))


@app.command()
def prefill(
    model: ModelOption = "pocket",
    random_weights: RandomWeightsOption = False,
    prompt_tokens: Annotated[
        str, typer.Option("--prompt-tokens", metavar="N,...", help="Lengths of the prompts.")
    ] = "512,2048,8000",
    requests: Annotated[int, typer.Option("--requests", metavar="N", help="Of each length, after one to warm up.")] = 3,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of the prompts.")] = 0,
    backend: BackendOption = None,
    endpoint: EndpointOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Where the result goes (default: prefill-MODEL.json, in bench/results if there).",
        ),
    ] = None,
) -> None:
    """Measure how fast prompts are read that come one at a time, up to the first token of the answer."""
    from localcoder.engine.benchmark.options import parse_numbers
    from localcoder.engine.benchmark.serve_options import SubjectOptions, default_output

    subject = SubjectOptions(
        model=model, random_weights=random_weights, backend=backend or "auto", endpoint=endpoint, seed=seed
    )
    prompts = parse_numbers("--prompt-tokens", prompt_tokens)
    from localcoder.engine.benchmark.prefill import PrefillOptions, measure_prefill
    from localcoder.engine.benchmark.serve_report import prefill_lines

    options = PrefillOptions(subject, prompts, requests)
    options.check()
    _measure(
        partial(measure_prefill, options), prefill_lines, Path(output) if output else default_output("prefill", subject)
    )
