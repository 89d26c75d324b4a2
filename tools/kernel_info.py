"""Compile the decode kernel and print the assembler's lines: registers, stack, spills, shared memory.

python -m tools.kernel_info localcoder/engine/pocket --profile -D NAME=VALUE
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.compiler import IN_FLIGHT, CompileFailed, KernelSource, compile_with_log
from localcoder.engine.megakernel.device import H200

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("model", type=Path, help="a config.json, or a directory with one")
parser.add_argument("--sms", type=int, default=H200.sms, help="multiprocessors of the GPU")
parser.add_argument("--in-flight", type=int, default=IN_FLIGHT, help="loads that an SM has under way at a time")
parser.add_argument("--profile", action="store_true", help="with the tasks' time stamps")
parser.add_argument("-D", dest="defines", action="append", default=[], metavar="NAME[=VALUE]")
parser.add_argument("-o", dest="cubin", type=Path, help="also write the cubin there")


def main() -> int:
    """Returns the exit status."""
    options = parser.parse_args()
    pairs = [define.partition("=") for define in options.defines]
    source = KernelSource.of(
        ModelConfig.from_file(options.model),
        dataclasses.replace(H200, sms=options.sms),
        profile=options.profile,
        in_flight=options.in_flight,
        defines={name: value or "1" for name, _, value in pairs},
    )
    try:
        cubin, log = compile_with_log(source)
    except CompileFailed as error:
        print(error, file=sys.stderr)
        return 1
    print(log)
    if options.cubin is not None:
        options.cubin.write_bytes(cubin)
    return 0


if __name__ == "__main__":
    sys.exit(main())
