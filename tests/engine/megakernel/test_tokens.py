from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.tokens import KernelStopped, arrived, read_lines

IDLE = [abi.IDLE_TOKEN] * 8
SEQUENCE = 9


def packed(tokens: list[int], sequence: int = SEQUENCE) -> list[int]:
    return [sequence << 32 | token & 0xFFFF_FFFF for token in tokens]


def memory(*written: list[int]) -> np.ndarray:
    """What the launch four before left, and the lines that this one has written so far."""
    lines = np.array([packed([7] * 8, SEQUENCE - 4)] * abi.LAUNCH_STEPS, dtype=np.int64)
    for step, tokens in enumerate(written):
        lines[step] = packed(tokens)
    return lines


def never() -> bool:
    raise AssertionError("asked whether the launch is over although the tokens are there")


def test_line_counts_only_when_all_of_it_is_of_this_launch() -> None:
    tokens = [0, 5, abi.IDLE_TOKEN, abi.FAILED_TOKEN, 262_143, 1, 2, 3]
    assert arrived(packed(tokens), SEQUENCE) == tokens
    assert arrived(packed(tokens, SEQUENCE - 1), SEQUENCE) is None
    assert arrived([*packed(tokens)[:7], packed(tokens, SEQUENCE - 1)[7]], SEQUENCE) is None
    assert arrived([0] * 8, 1) is None


def test_all_steps_are_read_in_order() -> None:
    wanted = [[step * 8 + place for place in range(8)] for step in range(8)]
    assert list(read_lines(memory(*wanted), SEQUENCE, 8, never)) == wanted
    assert list(read_lines(memory(*wanted), SEQUENCE, 3, never)) == wanted[:3]


def test_launch_ends_where_all_rows_are_idle() -> None:
    some = [5, *IDLE[1:]]
    assert list(read_lines(memory(some, some, IDLE), SEQUENCE, 8, never)) == [some, some]
    assert list(read_lines(memory(IDLE), SEQUENCE, 8, never)) == []


def test_tokens_are_waited_for() -> None:
    lines = memory()
    wanted = [[step, *IDLE[1:]] for step in range(8)]
    read: list[list[int]] = []
    taken = threading.Semaphore(1)

    def write() -> None:
        for step, tokens in enumerate(wanted):
            taken.acquire()
            for place in reversed(range(8)):
                lines[step, place] = packed(tokens)[place]

    writer = threading.Thread(target=write)
    writer.start()
    for line in read_lines(lines, SEQUENCE, 8, lambda: False):
        read.append(line)
        taken.release()
    writer.join()
    assert read == wanted


def test_launch_that_ended_without_its_tokens_is_a_failure() -> None:
    reading = read_lines(memory([1] * 8), SEQUENCE, 2, lambda: True)
    assert next(reading) == [1] * 8
    with pytest.raises(KernelStopped, match="ended without the tokens"):
        next(reading)


def test_tokens_that_came_with_the_launchs_end_count() -> None:
    lines = memory()

    def over() -> bool:
        lines[0] = packed([4] * 8)
        return True

    assert list(read_lines(lines, SEQUENCE, 1, over)) == [[4] * 8]


def broken() -> Callable[[], bool]:
    answers: Iterator[bool] = iter([False, False])

    def over() -> bool:
        for answer in answers:
            return answer
        raise KernelStopped("CUDA reports CUDA_ERROR_ILLEGAL_ADDRESS")

    return over


def test_broken_device_is_noticed_while_waiting() -> None:
    with pytest.raises(KernelStopped, match="ILLEGAL_ADDRESS"):
        list(read_lines(memory(), SEQUENCE, 1, broken()))
