"""The chat in the terminal: `run_chat` owns the screen from the first frame until the terminal is restored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from localcoder.config.settings import ApprovalMode
from localcoder.tui.contract import Build, ChatAgent, ChatOptions


def run_chat(
    *,
    build: Build,
    model_name: str,
    mode: ApprovalMode = "ask",
    cwd: Path | None = None,
    first_prompt: str | None = None,
    notice: str | None = None,
    fresh: Callable[[ChatAgent], ChatAgent] | None = None,
    resume_hint: Callable[[ChatAgent], str | None] | None = None,
    history_file: Path | None = None,
    theme: str = "auto",
    mouse: bool = True,
) -> int:
    """Show the chat until the user leaves; returns the exit code.

    `build(approver, progress)` is awaited after the first frame; prompts typed meanwhile are queued. `notice` is one
    line shown at the start (which model is used and why). See `ChatOptions` for the rest.
    """
    raise NotImplementedError
