"""Reads the tokens of a launch from memory that the kernel writes meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from localcoder.engine.megakernel import abi

_POLLS_BETWEEN_CHECKS = 500
"""About a millisecond."""
_TOKEN_MASK = 0xFFFF_FFFF
_TOKEN_SIGN = 0x8000_0000


class KernelStopped(Exception):
    """The kernel gave up or broke; `report` says where, if it could."""

    def __init__(self, message: str, report: abi.Report | None = None) -> None:
        super().__init__(message)
        self.report = report


def read_lines(lines: NDArray[np.int64], sequence: int, steps: int, over: Callable[[], bool]) -> Iterator[list[int]]:
    """Wait for each step's line of tokens, one for each place; ends early at a line of idle places only.

    It looks without sleeping: a step takes a millisecond or two.

    Args:
        lines: [LAUNCH_STEPS, 8], (sequence << 32) | token, where the kernel writes.
        sequence: of the launch; lines of others are older ones.
        steps: of the launch.
        over: whether the launch has ended; asked now and then. It raises KernelStopped where the device is broken.

    Raises:
        KernelStopped: the launch has ended without a line for each step.
    """
    for step in range(steps):
        polls = 0
        while (line := arrived(lines[step].tolist(), sequence)) is None:
            polls += 1
            if polls % _POLLS_BETWEEN_CHECKS == 0 and over():
                line = arrived(lines[step].tolist(), sequence)
                if line is None:
                    raise KernelStopped("it ended without the tokens that it was asked for")
                break
            # No pause, but a chance for another thread that waits for the interpreter's lock.
            time.sleep(0)
        if all(token == abi.IDLE_TOKEN for token in line):
            return
        yield line


def arrived(values: list[int], sequence: int) -> list[int] | None:
    """The tokens of one line; None while some of `values` are still those of an older launch."""
    if any(value >> 32 != sequence for value in values):
        return None
    return [((value & _TOKEN_MASK) ^ _TOKEN_SIGN) - _TOKEN_SIGN for value in values]
