from __future__ import annotations

# The scripted servers are the same.
from tests.server.scenarios.conftest import Speaking, speaking, stream

__all__ = ["Speaking", "speaking", "stream"]
