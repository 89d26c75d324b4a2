from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
import localcoder.engine.openmp as openmp
from contextlib import contextmanager
real = openmp.brief_spinning
@contextmanager
def noted():
    with real():
        assert "torch" not in sys.modules, "torch was imported too early"
        print(os.environ.get("GOMP_SPINCOUNT"))
        yield
        assert "torch" in sys.modules
openmp.brief_spinning = noted
import localcoder.chat.local
import localcoder.engine.engine
print(os.environ.get("GOMP_SPINCOUNT"))
"""


@pytest.mark.parametrize(("given", "seen"), [({}, "20000 None"), ({"OMP_WAIT_POLICY": "active"}, "None None")])
def test_torch_is_imported_with_brief_spinning_that_later_commands_do_not_inherit(
    given: dict[str, str], seen: str
) -> None:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=inherited | given, capture_output=True, text=True)
    assert done.stdout.split() == seen.split(), done.stderr
