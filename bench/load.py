"""Two loads that are hard on those who share an engine: endless long prompts beside a stream, and a newcomer beside
as many streams as there are rows.

`python -m bench.load --model north-mini-code --random-weights --output bench/results/load-north.json`
"""

from __future__ import annotations

import argparse
import sys

from bench.serving import add_subject, finish, subject_of
from localcoder.engine.benchmark.serve_loads import measure_loads
from localcoder.engine.benchmark.serve_options import LoadOptions
from localcoder.engine.benchmark.serve_report import load_lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_subject(parser)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each load is looked at")
    parser.add_argument("--long-tokens", type=int, default=20_000)
    parser.add_argument("--long-clients", type=int, default=3)
    parser.add_argument("--stream-tokens", type=int, default=2000, help="prompt of each stream beside a newcomer")
    parser.add_argument("--streams", type=int, default=8)
    arguments = parser.parse_args()

    def options() -> LoadOptions:
        return LoadOptions(
            subject_of(arguments),
            seconds=arguments.seconds,
            long_tokens=arguments.long_tokens,
            long_clients=arguments.long_clients,
            stream_tokens=arguments.stream_tokens,
            streams=arguments.streams,
        )

    return finish("load", arguments, options, measure_loads, load_lines)


if __name__ == "__main__":
    sys.exit(main())
