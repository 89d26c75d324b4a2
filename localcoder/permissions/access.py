"""What a tool call touches, in the terms that permissions are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AccessKind = Literal["read", "write", "shell", "network", "own"]


@dataclass(frozen=True, slots=True)
class Access:
    """One thing that a call would touch.

    `target` is the absolute path with all links resolved (`read`, `write`), the command text (`shell`), the URL
    (`network`), or what localcoder itself keeps for the conversation, such as its todo list (`own`: needs no
    permission). Because links are resolved, two equal accesses mean the same file: whoever approved one may compare it
    with a fresh one just before the call runs.
    """

    kind: AccessKind
    target: str
