"""`localcoder bench decode` where only what the engine itself imports is installed.

`python -m bench.decode --model north-mini-code --random-weights --batch 1,8 --output bench/results/decode-north.json`
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import get_args

from localcoder.engine.benchmark.decode import measure_decode
from localcoder.engine.benchmark.options import DecodeOptions, Routing, SamplingName, default_output, parse_numbers
from localcoder.engine.benchmark.report import check_writable, lines, write_result
from localcoder.errors import LocalcoderError


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time decoding; see `localcoder bench decode --help`.")
    parser.add_argument("--model", default="pocket")
    parser.add_argument("--random-weights", action="store_true")
    parser.add_argument("--batch", default="1,2,4,8")
    parser.add_argument("--context")
    parser.add_argument("--ragged", action="store_true")
    parser.add_argument("--routing", choices=get_args(Routing))
    parser.add_argument("--steps", type=int, default=256)
    parser.add_argument("--sampling", choices=get_args(SamplingName), default="greedy")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--commit", help="of the code, where it is a copy without its repository")
    parser.add_argument("--output", type=Path)
    return parser.parse_args()


def main() -> int:
    arguments = parse()
    try:
        options = DecodeOptions(
            model=arguments.model,
            random_weights=arguments.random_weights,
            batches=parse_numbers("--batch", arguments.batch),
            contexts=parse_numbers("--context", arguments.context) if arguments.context else (),
            ragged=arguments.ragged,
            routing=arguments.routing,
            steps=arguments.steps,
            sampling=arguments.sampling,
            backend=arguments.backend,
            profile=arguments.profile,
        )
        options.check()
        file = arguments.output or default_output(arguments.model)
        check_writable(file)
        command = shlex.join(["python", "-m", "bench.decode", *sys.argv[1:]])
        document = measure_decode(
            options, command=command, commit=arguments.commit, say=lambda text: print(text, file=sys.stderr, flush=True)
        )
    except LocalcoderError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(lines(document))
    write_result(document, file)
    print(f"\nWritten to {file}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
