"""The draft in an editor of the user's own, while the screen is away."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from textual.app import App, SuspendNotSupported

from localcoder.config.paths import temporary_dir
from localcoder.errors import LocalcoderError, UsageError
from localcoder.tui.text import visible_with_tabs

DEFAULT_EDITOR = "vi"
ENDING_S = 3.0
"""So long it may take to save what it can and to give the terminal back."""


class EditorFailed(LocalcoderError):
    """The editor could not be used; the draft is as it was."""


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """The program that VISUAL or EDITOR names, with its options. Raises `EditorFailed` where it cannot be read."""
    given = environment.get("VISUAL") or environment.get("EDITOR") or DEFAULT_EDITOR
    try:
        return shlex.split(given) or [DEFAULT_EDITOR]
    except ValueError as error:
        raise EditorFailed(f"VISUAL or EDITOR cannot be read as a command: {given} ({error}).") from None


class Editor:
    """Runs the editor, one at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def edited(self, app: App[None], text: str) -> str:
        """`text` as the user left it in the editor, without the line feed that editors put at the end.

        The screen gives the terminal away meanwhile; turns go on. Raises `EditorFailed`.
        """
        command = editor_command(os.environ)
        try:
            place = temporary_dir()
            with tempfile.TemporaryDirectory(prefix="localcoder-", dir=place, ignore_cleanup_errors=True) as folder:
                file = _draft_file(folder, text)
                with app.batch_update(), app.suspend():  # nothing is painted over the editor
                    problem = await self._run([*command, str(file)])
                if problem is not None:
                    raise EditorFailed(problem)
                return _read(file)
        except SuspendNotSupported:
            raise EditorFailed("This terminal cannot be given to an editor.") from None
        except UsageError as error:
            raise EditorFailed(str(error)) from None
        except OSError as error:
            raise EditorFailed(f"The draft cannot be written to a file for the editor: {error}.") from None

    async def close(self) -> None:
        """End the editor that still runs, which would stay at the terminal when the chat is told to end."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(ENDING_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _run(self, command: list[str]) -> str | None:
        """Let `command` have the terminal; what went wrong: the library takes the terminal back after no exception."""
        # The descriptor 2 leads to the log while the screen is up; what Textual draws on is the terminal.
        terminal = sys.__stderr__
        try:
            self._process = await asyncio.create_subprocess_exec(*command, stderr=terminal)
        except OSError as error:
            return f"The editor {command[0]} cannot be started: {error.strerror}. EDITOR names another."
        code = await self._process.wait()
        return f"{command[0]} ended with exit code {code}; the draft is as it was." if code else None


def _draft_file(folder: str, text: str) -> Path:
    file = Path(folder, "prompt.md")
    file.write_text(text, encoding="utf-8", errors="replace")
    return file


def _read(file: Path) -> str:
    try:
        return visible_with_tabs(file.read_text(encoding="utf-8").removesuffix("\n"))
    except FileNotFoundError:
        raise EditorFailed("The editor removed the file; the draft is as it was.") from None
    except UnicodeDecodeError as error:
        file.chmod(0o600)
        kept = file.rename(file.parent.with_suffix(file.suffix))  # its folder, closed to others, goes away
        raise EditorFailed(
            f"What the editor wrote is no UTF-8 text (byte {error.start}); it is kept in {kept}, the draft as it was."
        ) from None
    except OSError as error:
        raise EditorFailed(f"What the editor wrote cannot be read: {error.strerror}.") from None
