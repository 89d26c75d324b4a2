"""What becomes known about a request while it is answered, wherever that is, for the metrics at its end."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

Outcome = Literal["ok", "refused", "overloaded", "failed", "left", "stopped"]
"""How a request ended.

`refused`: by a status 4xx; `overloaded`: by 429; `failed`: by 5xx, or by an error event in its stream; `left`: its
client did not wait for the end; `stopped`: the server did not.
"""


@dataclass(slots=True)
class Exchange:
    """One request and its answer so far."""

    status: int | None = None
    """Of the response, once its headers are out."""
    error_status: int | None = None
    """Of the error that it ended in; in a stream that is after a `status` of 200."""
    left: bool = False
    stopped: bool = False

    @property
    def outcome(self) -> Outcome:
        """How it ended, now that it has."""
        if self.left:
            return "left"
        status = self.error_status or self.status
        if self.stopped or status is None:
            return "stopped"
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            return "overloaded"
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return "failed"
        return "refused" if status >= HTTPStatus.BAD_REQUEST else "ok"


exchange: ContextVar[Exchange] = ContextVar("exchange")
"""The request that the current task, or the one that started it, is answering."""


def current_exchange() -> Exchange:
    """The request that is being answered here; outside of any, one that nobody looks at."""
    return exchange.get(None) or Exchange()
