"""The approval modes in words."""

from __future__ import annotations

from typing import get_args

from localcoder.config.settings import ApprovalMode

MODES: tuple[ApprovalMode, ...] = get_args(ApprovalMode)
MODE_MEANINGS: dict[ApprovalMode, str] = {
    "ask": "asks before files change and before commands run",
    "accept-edits": "changes files in the folder, asks before commands",
    "plan": "reads only, and runs nothing that could change anything",
    "full": "asks before files outside the folder change",
}
