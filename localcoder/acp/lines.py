"""Messages as lines of JSON. What is no message is answered as JSON-RPC has it, and the conversation goes on."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from localcoder.acp.texts import sendable

logger = logging.getLogger(__name__)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INTERNAL_ERROR = -32603


class Lines:
    """The two pipes as the package's `Transport`: its own one ends at the first line that is JSON and no object."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, message: dict[str, Any]) -> None:
        """Write one line. Raises ConnectionError where nobody reads any more."""
        try:
            line = encoded(message)
        except (ValueError, RecursionError):  # an error repeats what was wrong, and that may be anything
            line = encoded(_error(message.get("id"), INTERNAL_ERROR, "The answer cannot be written as JSON."))
        self._writer.write(line)
        await self._writer.drain()

    async def receive(self) -> dict[str, Any] | None:
        """The next message; None at the end."""
        while line := await self._line():
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                await self._refuse(PARSE_ERROR, f"The line is not JSON: {error}", None)
                continue
            message = usable(value)
            if message is not None:
                return message
            await self._refuse(INVALID_REQUEST, "The line is no JSON-RPC request.", id_of(value))
        return None

    async def close(self) -> None:
        """Wait until what was written is on its way."""
        with suppress(ConnectionError):
            await self._writer.drain()

    async def _line(self) -> bytes:
        """The next line, however long; empty at the end."""
        pieces: list[bytes] = []
        while True:
            try:
                pieces.append(await self._reader.readuntil(b"\n"))
            except asyncio.LimitOverrunError as overrun:
                pieces.append(await self._reader.readexactly(overrun.consumed))
                continue
            except asyncio.IncompleteReadError as end:
                pieces.append(end.partial)
            return b"".join(pieces)

    async def _refuse(self, code: int, text: str, message_id: int | str | None) -> None:
        logger.warning("%s", text)
        with suppress(ConnectionError):
            await self.send(_error(message_id, code, text))


def encoded(message: dict[str, Any]) -> bytes:
    """`message` as a line that every reader of JSON takes. Raises ValueError or RecursionError where there is none."""
    text = json.dumps(sendable(message), separators=(",", ":"), default=str, allow_nan=False)
    return text.encode() + b"\n"


def usable(value: Any) -> dict[str, Any] | None:
    """`value` as a message that the package can take; None where it is none.

    An answer whose error is not as it should be still is an answer, for somebody waits for it.
    """
    if not isinstance(value, dict) or ("id" in value and not _is_id(value["id"])):
        return None
    if "method" in value:
        return value if isinstance(value["method"], str) else None
    if not ("id" in value and ("result" in value or "error" in value)):
        return None
    error = value.get("error")
    if "result" not in value and not (
        isinstance(error, dict) and isinstance(error.get("code"), int) and isinstance(error.get("message"), str)
    ):
        return {**value, "error": {"code": INTERNAL_ERROR, "message": json.dumps(error)}}
    return value


def id_of(value: Any) -> int | str | None:
    """The id that an answer to `value` bears."""
    found = value.get("id") if isinstance(value, dict) else None
    return found if _is_id(found) else None


def _error(message_id: Any, code: int, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message_id, "error": {"code": code, "message": text}}


def _is_id(value: Any) -> bool:
    return value is None or (isinstance(value, int | str) and not isinstance(value, bool))
