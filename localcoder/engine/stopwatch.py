"""How long the device works on something that is only queued when the call returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import torch

from localcoder.engine.backend import Backend

Clock = Callable[[], float]
"""Seconds since whenever."""


class Stopwatch(Protocol):
    """Times what is queued between its making and `stop`."""

    def stop(self) -> None:
        """Everything that is to be timed has been queued."""
        ...

    def wait(self) -> float:
        """Wait until the device has done it; the seconds for which it was at it."""
        ...


class HostStopwatch:
    """For backends that compute before they return."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begin = self._end = clock()

    def stop(self) -> None:
        """See `Stopwatch.stop`."""
        self._end = self._clock()

    def wait(self) -> float:
        """See `Stopwatch.wait`."""
        return self._end - self._begin


class CudaStopwatch:
    """For a CUDA device: between two places in PyTorch's current stream, without what was queued before them."""

    def __init__(self, device: torch.device) -> None:
        self._stream = torch.cuda.current_stream(device)
        self._begin = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
        self._end = torch.cuda.Event(enable_timing=True, blocking=True)  # type: ignore[no-untyped-call]
        self._begin.record(self._stream)

    def stop(self) -> None:
        """See `Stopwatch.stop`."""
        self._end.record(self._stream)

    def wait(self) -> float:
        """See `Stopwatch.wait`."""
        self._end.synchronize()
        return float(self._begin.elapsed_time(self._end)) / 1e3


def stopwatch_for(backend: Backend, clock: Clock) -> Stopwatch:
    """A stopwatch, running, for what is queued on this backend's device."""
    device = backend.device
    return CudaStopwatch(device) if device.type == "cuda" else HostStopwatch(clock)
