"""`localcoder bench serve` where only what the engine itself imports is installed.

`python -m bench.serve --model north-mini-code --random-weights --output bench/results/serve-north.json`
"""

from __future__ import annotations

import argparse
import sys

from bench.serving import add_subject, finish, subject_of
from localcoder.engine.benchmark.options import parse_numbers
from localcoder.engine.benchmark.serve import measure_serve
from localcoder.engine.benchmark.serve_options import ServeOptions
from localcoder.engine.benchmark.serve_report import serve_lines


def main() -> int:
    parser = argparse.ArgumentParser(description="Time a closed loop of clients; see `localcoder bench serve --help`.")
    add_subject(parser)
    parser.add_argument("--clients", default="8")
    parser.add_argument("--prompt-tokens", type=int, default=2000)
    parser.add_argument("--answer-tokens", type=int, default=500)
    parser.add_argument("--requests", type=int, default=4, help="of each client")
    arguments = parser.parse_args()

    def options() -> ServeOptions:
        return ServeOptions(
            subject_of(arguments),
            clients=parse_numbers("--clients", arguments.clients),
            prompt_tokens=arguments.prompt_tokens,
            answer_tokens=arguments.answer_tokens,
            requests=arguments.requests,
        )

    return finish("serve", arguments, options, measure_serve, serve_lines)


if __name__ == "__main__":
    sys.exit(main())
