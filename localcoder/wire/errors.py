"""What goes wrong with a remote server, in its own words."""

from __future__ import annotations

import json
import re
from typing import Any

from localcoder.engine.request import PromptTooLong
from localcoder.errors import LocalcoderError

_WORDS_LIMIT = 500
_CONTEXT_CODES = ("context_length_exceeded", "exceed_context_size_error")
_LIMIT = re.compile(r"(?:context (?:length|size|window)\D{0,40}?|at most )(\d+)", re.IGNORECASE)
_ASKED = re.compile(r"(\d+) (?:input |prompt )?tokens(?! long)", re.IGNORECASE)


class EndpointError(LocalcoderError):
    """The server cannot be reached, refuses the request, or breaks off; `status` is the HTTP status, if any."""

    def __init__(self, message: str, status: int | None = None) -> None:
        LocalcoderError.__init__(self, message)
        self.status = status


class EndpointPromptTooLong(EndpointError, PromptTooLong):
    """The server says that the prompt does not fit its context; the numbers are 0 where it does not say them."""

    def __init__(self, message: str, status: int | None, prompt_tokens: int, limit_tokens: int) -> None:
        EndpointError.__init__(self, message, status)
        self.prompt_tokens = prompt_tokens
        self.limit_tokens = limit_tokens


def refusal(url: str, status: int | None, body: str, *, secret: str | None = None) -> EndpointError:
    """The error for an answer that is none. `secret` is cut out of the server's words, should it quote them."""
    words, code = server_words(body)
    if secret:
        words = words.replace(secret, "(the API key)")
    answered = f"answered {status}" if status is not None else "ended the reply with an error"
    message = f"{url} {answered}: {words or 'no explanation'}"
    if status == 401:
        message = f"{message.rstrip('.')}. Set LOCALCODER_API_KEY to its key."
    if code in _CONTEXT_CODES or (status in (400, 413, None) and "context length" in words.lower()):
        limit = _LIMIT.search(words)
        limit_tokens = int(limit[1]) if limit else 0
        counts = [int(count) for count in _ASKED.findall(words) if int(count) != limit_tokens]
        return EndpointPromptTooLong(message, status, max(counts, default=0), limit_tokens)
    return EndpointError(message, status)


def server_words(body: str) -> tuple[str, str]:
    """The explanation in an error's body and its code: OpenAI's envelope, its relatives, or plain text."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        text = re.sub(r"<(script|style).*?</\1>|<[^>]*>", " ", body, flags=re.DOTALL) if "<" in body else body
        return _shorten(text), ""
    return _words_in(value)


def _words_in(value: Any) -> tuple[str, str]:
    if not isinstance(value, dict):
        return _shorten(value if isinstance(value, str) else json.dumps(value)), ""
    error = value.get("error")
    if isinstance(error, dict):
        return _words_in(error)
    words = error or value.get("message") or value.get("detail")
    if not words:
        words = value
    code = value.get("code") or value.get("type") or ""
    return _shorten(words if isinstance(words, str) else json.dumps(words)), str(code)


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _WORDS_LIMIT else text[:_WORDS_LIMIT] + " [...]"
