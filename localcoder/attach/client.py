"""A chat model whose engine is another process of the same user on this machine."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, closing
from pathlib import Path
from typing import NoReturn

import httpx
import pydantic

from localcoder.attach import protocol
from localcoder.attach.protocol import Failure
from localcoder.attach.spec import ModelFacts
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import EngineFailed
from localcoder.wire.errors import server_words

CONNECT_TIMEOUT_S = 10.0
READ_TIMEOUT_S = 1800.0
"""A long prompt may be prefilled for minutes before the first token comes."""
COUNT_TIMEOUT_S = 60.0

_BASE = "http://localhost"
_JSON = {"Content-Type": "application/json"}
_ERROR_BODY_BYTES = 64 << 10


class NotReady(EngineFailed):
    """The engine is being loaded, or started again; `code` says which."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class EngineGone(EngineFailed):
    """Nobody answers on the socket any more."""


class AttachedChatModel:
    """`ChatModel` over the socket of an engine's process, which goes on without it; `close` only lets go.

    Replies, errors and counts are those of the model over there. Whatever ends its process ends its replies with
    `EngineFailed`.

    Args:
        path: the socket.
        pid: the process, for messages.
        name: what the user calls the model here.

    Raises:
        NotReady: the engine is being loaded.
        EngineGone: nobody answers.
    """

    def __init__(self, path: Path, pid: int, name: str | None = None) -> None:
        self.pid = pid
        self._path = path
        facts = ask_for_facts(path, pid)
        self.name: str = name or facts.name
        self.context_tokens: int = facts.context_tokens
        self.prompt_profile = facts.prompt_profile

    @property
    def socket(self) -> Path:
        """Where the engine is reached."""
        return self._path

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent, None]:
        """Stream the assistant's next message; see `ChatModel.reply`."""
        body = protocol.encode_asked(messages, tools, options)
        url = f"{_BASE}{protocol.REPLY_PATH}"
        try:
            # A client for each reply: a connection costs nothing here, and one that was kept could be closed by the
            # other side at the very moment it is used.
            async with (
                _async_client(self.socket) as client,
                client.stream("POST", url, content=body, headers=_JSON) as response,
            ):
                if response.status_code != httpx.codes.OK:
                    _refuse(response.status_code, await _start_of(response))
                async with aclosing(_lines(response)) as lines:
                    async for line in lines:
                        event = self._event(line)
                        yield event
                        if isinstance(event, ReplyFinished):
                            return
        except httpx.HTTPError as error:
            raise self._lost(error) from None
        raise self._lost(None)

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """Tokens of the prompt that `reply` would send, counted by the engine's own tokenizer."""
        body = protocol.encode_asked(messages, tools, ReplyOptions())
        try:
            answer = json.loads(_ask(self.socket, "POST", protocol.COUNT_PATH, body, timeout_s=COUNT_TIMEOUT_S))
        except (OSError, http.client.HTTPException) as error:
            raise self._lost(error) from None
        if "failure" in answer:
            kind, message, details = answer["failure"]
            raise protocol.error_of(Failure(kind, message, tuple(details)))
        return int(answer["tokens"])

    async def load(self) -> EngineLoad | None:
        """How busy the engine over there is; None where it does not say."""
        try:
            answer = await asyncio.to_thread(_ask, self.socket, "GET", protocol.LOAD_PATH, timeout_s=CONNECT_TIMEOUT_S)
            return protocol.LOAD.validate_json(answer)
        except (OSError, http.client.HTTPException, EngineFailed, pydantic.ValidationError):
            return None

    async def close(self) -> None:
        """Nothing is kept open between replies."""

    def _event(self, line: bytes) -> ChatEvent:
        if line.startswith(b"data:"):  # what a server in between adds when it cannot go on
            _refuse(None, line[5:])
        try:
            event = protocol.decode_line(line)
        except (ValueError, pydantic.ValidationError):
            raise EngineFailed(f"The engine's process {self.pid} sent what is no part of a reply.") from None
        if isinstance(event, Failure):
            raise protocol.error_of(event)
        return event

    def _lost(self, error: Exception | None) -> EngineFailed:
        if isinstance(error, httpx.ConnectError | ConnectionRefusedError | FileNotFoundError):
            return EngineGone(f"The engine's process {self.pid} has ended; start again to load the model here.")
        if isinstance(error, httpx.TimeoutException | TimeoutError):
            return EngineFailed(f"The engine's process {self.pid} was silent for too long.")
        return EngineFailed(f"The engine's process {self.pid} ended in the middle of the answer.")


def ask_for_facts(path: Path, pid: int) -> ModelFacts:
    """What the model behind the socket `path` says of itself.

    Raises:
        NotReady: it is being loaded.
        EngineGone: nobody answers there.
        EngineFailed: the answer is none.
    """
    try:
        return protocol.FACTS.validate_json(_ask(path, "GET", protocol.MODEL_PATH, timeout_s=CONNECT_TIMEOUT_S))
    except (OSError, http.client.HTTPException) as error:
        raise EngineGone(f"The engine's process {pid} does not answer: {error}.") from None
    except pydantic.ValidationError:
        raise EngineFailed(f"The engine's process {pid} does not say which model it runs.") from None


def _async_client(path: Path) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(uds=str(path), verify=False, trust_env=False)
    timeout = httpx.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S, pool=None)
    return httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False)


class _UnixConnection(http.client.HTTPConnection):
    """For single questions, where httpx's own blocking transport leaves sockets open that nobody answers on."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def _ask(path: Path, method: str, target: str, body: bytes | None = None, *, timeout_s: float) -> bytes:
    """What the process answers; raises `OSError` or `HTTPException` where it does not, and what it refuses."""
    with closing(_UnixConnection(path, timeout_s)) as connection:
        connection.request(method, target, body, _JSON)
        response = connection.getresponse()
        answer = response.read()
    if response.status != httpx.codes.OK:
        _refuse(response.status, answer)
    return answer


async def _lines(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """The response's lines that are not empty; a last one without its end does not count."""
    rest = b""
    async for chunk in response.aiter_raw():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line:
                yield line


async def _start_of(response: httpx.Response) -> bytes:
    body = b""
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > _ERROR_BODY_BYTES:
            break
    return body


def _refuse(status: int | None, body: bytes) -> NoReturn:
    """Raise what an error in OpenAI's envelope means."""
    words, code = server_words(body.decode("utf-8", "replace"))
    if code in (protocol.NOT_YET, protocol.RESTARTING):
        raise NotReady(words, code)
    raise EngineFailed(words or f"The engine's process answered {status}.")
