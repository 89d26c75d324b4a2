from __future__ import annotations

import pytest

from localcoder.engine.megakernel.ceiling import ceiling_source
from localcoder.engine.megakernel.compiler import compile_with_log

pytest.importorskip("cuda.core")


def test_the_reading_kernels_compile_and_spill_nothing() -> None:
    cubin, log = compile_with_log(ceiling_source())
    assert b"read_bulk" in cubin and b"read_plain" in cubin
    spills = [line for line in log.splitlines() if "bytes spill" in line]
    assert len(spills) == 2 and all("0 bytes spill stores, 0 bytes spill loads" in line for line in spills)
