"""How long PyTorch's threads spin while they wait for each other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

SPIN_COUNT = 20_000
"""Some tens of microseconds: longer than the gap between two parallel regions of a pass, shorter than a time slice."""


@contextmanager
def brief_spinning() -> Iterator[None]:
    """Import torch in this block, where the user has not said otherwise by an OpenMP variable of theirs.

    GNU's OpenMP lets threads spin for milliseconds, which on a busy machine takes the core from the very thread they
    wait for; sleeping at once nearly halves the speed of a prefill (`docs/decisions.md`). The variable is read when the
    library is loaded and is no business of the commands that are run later. Other OpenMP libraries ignore it.
    """
    if "OMP_WAIT_POLICY" in os.environ or "GOMP_SPINCOUNT" in os.environ:
        yield
        return
    os.environ["GOMP_SPINCOUNT"] = str(SPIN_COUNT)
    try:
        yield
    finally:
        del os.environ["GOMP_SPINCOUNT"]
