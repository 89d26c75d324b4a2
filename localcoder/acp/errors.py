"""Errors as the protocol's."""

from __future__ import annotations

from acp.exceptions import RequestError

from localcoder.acp.texts import sendable
from localcoder.errors import LocalcoderError, UsageError

FAILED = -32603
NOT_POSSIBLE = -32602
NOT_FOUND = -32002


def refused(error: LocalcoderError | str) -> RequestError:
    """The error for something that cannot be done as it was asked for, or (other errors than usage) that failed."""
    code = FAILED if isinstance(error, LocalcoderError) and not isinstance(error, UsageError) else NOT_POSSIBLE
    return RequestError(code, str(sendable(str(error))))


def no_session(session_id: str) -> RequestError:
    """There is no session of that id."""
    return RequestError(NOT_FOUND, str(sendable(f"There is no session {session_id!r}.")))
