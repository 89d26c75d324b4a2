"""What a result was measured on."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

from localcoder.engine.cpu import cpu_name


def describe() -> dict[str, object]:
    """CPU, cores, Python, commit and command, for the head of a result file."""
    here = Path(__file__).parent
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=here, capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "commit": commit,
        "command": " ".join(["python", "-m", f"bench.{Path(sys.argv[0]).stem}", *sys.argv[1:]]),
    }
