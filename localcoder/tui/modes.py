"""The approval modes that a key goes through."""

from __future__ import annotations

from localcoder.agent.modes import MODE_MEANINGS, MODES
from localcoder.config.settings import ApprovalMode

__all__ = ["CYCLE", "MODES", "MODE_MEANINGS"]

CYCLE: tuple[ApprovalMode, ...] = ("ask", "accept-edits", "plan")
"""What Shift+Tab goes through."""
