"""What `bench.serve` and `bench.load` have in common: the options that name an engine or a server, and the ending."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args

from localcoder.engine.benchmark.options import Routing, SamplingName
from localcoder.engine.benchmark.report import check_writable, write_result
from localcoder.engine.benchmark.serve_options import SubjectOptions, default_output
from localcoder.errors import LocalcoderError


class Options(Protocol):
    @property
    def subject(self) -> SubjectOptions: ...

    def check(self) -> None: ...


Asked = TypeVar("Asked", bound=Options)


def add_subject(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default=SubjectOptions().model)
    parser.add_argument("--random-weights", action="store_true")
    parser.add_argument("--routing", choices=get_args(Routing))
    parser.add_argument("--sampling", choices=get_args(SamplingName), default="greedy")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--endpoint", help="ask this OpenAI-compatible server (key: LOCALCODER_API_KEY)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--commit", help="of the code, where it is a copy without its repository")
    parser.add_argument("--output", type=Path)


def subject_of(arguments: argparse.Namespace) -> SubjectOptions:
    return SubjectOptions(
        model=arguments.model,
        random_weights=arguments.random_weights,
        routing=arguments.routing,
        sampling=arguments.sampling,
        backend=arguments.backend,
        endpoint=arguments.endpoint,
        seed=arguments.seed,
    )


def finish(
    name: str,
    arguments: argparse.Namespace,
    make_options: Callable[[], Asked],
    measure: Callable[..., dict[str, Any]],
    lines: Callable[[dict[str, Any]], str],
) -> int:
    """Measure, print and write; the exit code."""
    try:
        options = make_options()
        options.check()
        file = arguments.output or default_output(name, options.subject)
        check_writable(file)
        document = measure(
            options,
            command=shlex.join(["python", "-m", f"bench.{name}", *sys.argv[1:]]),
            commit=arguments.commit,
            say=lambda text: print(text, file=sys.stderr, flush=True),
        )
    except LocalcoderError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(lines(document))
    write_result(document, file)
    print(f"\nWritten to {file}.")
    return 0
