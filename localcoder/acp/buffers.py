"""What the editor holds of files and has not saved: the tools work on the disk and must not go past it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from pathlib import Path
from typing import Any

from acp.exceptions import RequestError
from acp.interfaces import Client
from pydantic import ValidationError

from localcoder.permissions.access import Access
from localcoder.tools.base import Preview, Tool, ToolContext, ToolResult, failure
from localcoder.workspace.files import FileRefused, decode, read_bytes

logger = logging.getLogger(__name__)

ANSWER_S = 5.0
"""So long an editor may take to say what it holds of a file; after that it counts as holding what is saved."""

NOT_SAVED = "[The user's editor holds changes of this file that are not saved; this is what is on the disk.]"
_REFUSAL = (
    "{name} has changes in the user's editor that are not saved; nothing was written. Ask the user to save or to"
    " discard them, then read the file again."
)
_UNICODE = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


class Buffers:
    """Asks the editor what it holds of a file. Only for editors that offer `fs/read_text_file`."""

    def __init__(self, client: Client, session_id: str) -> None:
        self._client = client
        self._session_id = session_id
        self._saved: dict[Path, set[bytes]] = {}

    async def unsaved(self, path: Path) -> bool:
        """Whether the editor holds something of the file at the resolved `path` that was never seen on the disk.

        What was seen there before is no change of the user's: editors are late to notice what a command has written.
        """
        held = await self._held(path)
        # Only now, so that a file that is saved meanwhile is no difference.
        saved = await asyncio.to_thread(_saved_text, path)
        if saved is None:
            return False
        known = self._saved.setdefault(path, set())
        known.add(_digest(saved))
        return held is not None and _digest(held) not in known

    def guarded(self, tool: Tool[Any]) -> Tool[Any]:
        """`tool`, if it reads or writes one file: one that heeds what the editor holds."""
        if tool.name not in ("read", "write", "edit"):
            return tool
        return _WritingTool(tool, self) if tool.writes else _ReadingTool(tool, self)

    async def _held(self, path: Path) -> str | None:
        try:
            async with asyncio.timeout(ANSWER_S):
                return (await self._client.read_text_file(session_id=self._session_id, path=str(path))).content
        except (RequestError, ValidationError, ConnectionError, TimeoutError) as error:
            logger.debug("The editor does not tell what it holds of %s: %s", path, error)  # it may not be open there
            return None


class _FileTool(Tool[Any]):
    """`tool`, as the model knows it."""

    def __init__(self, tool: Tool[Any], buffers: Buffers) -> None:
        self.name, self.description, self.arguments = tool.name, tool.description, tool.arguments
        self._tool = tool
        self._buffers = buffers

    def access(self, arguments: Any, context: ToolContext) -> list[Access]:
        """As the tool itself."""
        return self._tool.access(arguments, context)

    def preview(self, arguments: Any, context: ToolContext) -> Preview:
        """As the tool itself."""
        return self._tool.preview(arguments, context)


class _ReadingTool(_FileTool):
    async def run(self, arguments: Any, context: ToolContext) -> ToolResult:
        """Say of what is read that it is older than what the user sees."""
        unsaved = await self._buffers.unsaved(context.roots.resolve(arguments.path))
        result = await self._tool.run(arguments, context)
        return ToolResult(f"{result.content}\n{NOT_SAVED}") if unsaved and not result.is_error else result


class _WritingTool(_FileTool):
    writes = True

    async def run(self, arguments: Any, context: ToolContext) -> ToolResult:
        """Write nothing that the user's next saving would take back, or that would be lost with what is not saved."""
        if await self._buffers.unsaved(context.roots.resolve(arguments.path)):
            return failure(_REFUSAL.format(name=arguments.path))
        return await self._tool.run(arguments, context)


def _saved_text(path: Path) -> str | None:
    """What is on the disk, nothing where there is no file; None for what an editor may read in another way."""
    try:
        file = decode(read_bytes(path, path.name))
    except FileNotFoundError:
        return ""
    except (FileRefused, OSError):
        return None
    return file.text if file is not None and file.encoding in _UNICODE else None


def _digest(text: str) -> bytes:
    """The same for texts that differ by what editors change in the reading: line ends, a BOM, the last line's end."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).digest()
