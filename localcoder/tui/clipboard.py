"""Copying: with a program of this machine where one can be had, else by asking the terminal (OSC 52)."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from localcoder.errors import LocalcoderError

if TYPE_CHECKING:
    from textual.app import App

OSC52_BYTES = 100_000
"""Terminals drop a longer sequence in silence, or a part of it."""
PROGRAM_S = 2.0


class NotCopied(LocalcoderError):
    """The text is not in the clipboard."""


def clipboard_program(environment: Mapping[str, str], which: Callable[[str], str | None]) -> list[str] | None:
    """The command that puts its input into the clipboard of the person who looks at this terminal.

    None where there is none, and where that person sits at another machine: its clipboard is only reached through the
    terminal.
    """
    if "TMUX" in environment and which("tmux"):
        return ["tmux", "load-buffer", "-w", "-"]
    if "SSH_CONNECTION" in environment or "SSH_TTY" in environment:
        return None
    offered = [["pbcopy"], ["clip.exe"]]
    if "DISPLAY" in environment:
        offered = [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"], *offered]
    if "WAYLAND_DISPLAY" in environment:
        offered = [["wl-copy"], *offered]
    return next((command for command in offered if which(command[0])), None)


async def copy(app: App[None], text: str, what: str) -> str:
    """Copy `text`; returns the sentence that says so of `what`. Raises `NotCopied`."""
    command = clipboard_program(os.environ, shutil.which)
    if command is not None and await _give(command, text):
        return f"The {what} was copied."
    if len(base64.b64encode(text.encode("utf-8", "replace"))) > OSC52_BYTES:
        raise NotCopied(
            f"The {what} is too long for the terminal's clipboard ({len(text):,} characters); "
            "/export writes the conversation to a file."
        )
    app.copy_to_clipboard(text)
    return f"The {what} was sent to the terminal's clipboard."


async def _give(command: list[str], text: str) -> bool:
    nowhere = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=nowhere, stderr=nowhere
        )
    except OSError:
        return False
    try:
        async with asyncio.timeout(PROGRAM_S):
            await process.communicate(text.encode("utf-8", "replace"))
    except TimeoutError:
        return False
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode == 0
