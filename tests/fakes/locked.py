"""Folders that may not be entered, also by a test that root runs."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_VERSION = 0x20080522
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 1, 2
_PR_GET_SECUREBITS, _PR_SET_SECUREBITS = 27, 28
_SECBIT_NO_SETUID_FIXUP = 1 << 2
"""With it `access` tells of these rights too, not of those that root could take back."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """`folder`, which is made where it is missing, is closed to this thread and those that it starts."""
    folder.mkdir(parents=True, exist_ok=True)
    with _ordinary_rights():
        folder.chmod(0)
        try:
            yield
        finally:
            folder.chmod(0o700)


@contextmanager
def _ordinary_rights() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("root may do everything")
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; then those of the capabilities from 32 on
    assert libc.capget(header, sets) == 0
    effective = sets[0]
    sets[0] = effective & ~(1 << _CAP_DAC_OVERRIDE | 1 << _CAP_DAC_READ_SEARCH)
    bits = libc.prctl(_PR_GET_SECUREBITS)
    assert libc.prctl(_PR_SET_SECUREBITS, bits | _SECBIT_NO_SETUID_FIXUP) == 0
    assert libc.capset(header, sets) == 0
    try:
        yield
    finally:
        sets[0] = effective
        assert libc.capset(header, sets) == 0
        assert libc.prctl(_PR_SET_SECUREBITS, bits) == 0
