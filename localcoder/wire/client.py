"""A chat model on a remote OpenAI-compatible server (vLLM, llama.cpp, Ollama, localcoder itself)."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Literal, TypedDict

import httpx
import pydantic

from localcoder.chat.messages import Message, ToolSpec, with_users_joined
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions, ReplyUsage
from localcoder.errors import UsageError
from localcoder.wire.convert import encode_body, wire_request
from localcoder.wire.errors import EndpointError, refusal
from localcoder.wire.reply_reader import ReplyReader
from localcoder.wire.requests import PRIORITY_HEADER
from localcoder.wire.sse import EventDecoder, EventTooLong, ServerEvent
from localcoder.wire.types import ModelCard, ModelList

DEFAULT_CONTEXT_TOKENS = 32_768
"""Assumed where the server does not say how long its context is."""

CONNECT_TIMEOUT_S = 10.0
READ_TIMEOUT_S = 1800.0
"""A long prompt may be prefilled for minutes before the first byte comes."""

_BYTES_PER_TOKEN = 3.5
_MESSAGE_TOKENS = 6
_ERROR_BODY_BYTES = 64 << 10


class _Connection(TypedDict):
    """What both clients, the blocking and the asynchronous one, are made with.

    Certificates are read for https alone, for that takes a tenth of a second. Proxies of the environment are left out
    for servers on this machine, which they cannot reach.
    """

    headers: dict[str, str]
    trust_env: bool
    verify: bool


class EndpointChatModel:
    """`ChatModel` over a server's `/chat/completions`.

    The constructor asks the server for its models (blocking, at most 10 s for the connection): for the model where
    `model` is None, and for the context's length.

    Raises:
        UsageError: the URL is none, or the server offers several models and none was named.
        EndpointError: the server cannot be reached or refuses.
    """

    prompt_profile: Literal["full", "compact"] = "full"

    def __init__(self, url: str, *, model: str | None = None, api_key: str | None = None) -> None:
        self._base = _base_url(url)
        self.url = str(self._base.copy_with(username=None, password=None))
        self._api_key = api_key = _checked_key(api_key)
        self._connection = _Connection(
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            trust_env=not _is_loopback(self._base),
            verify=self._base.scheme == "https",
        )
        card = self._ask_for_model(model)
        self.name: str = card.id
        self.context_tokens: int = self._llama_cpp_context(card) or card.context_tokens() or DEFAULT_CONTEXT_TOKENS
        self._estimate_factor = 1.0
        self._client = httpx.AsyncClient(
            timeout=httpx.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S, pool=None),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=8),
            **self._connection,
        )

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent, None]:
        """Stream the assistant's next message; see `ChatModel.reply`."""
        started = time.monotonic()
        first: float | None = None
        reader = ReplyReader(self.url, secret=self._api_key)
        # What the server's chat template takes is not known.
        body = encode_body(wire_request(self.name, with_users_joined(messages), tools, options))
        headers = {"Content-Type": "application/json"}
        if options.priority:
            headers[PRIORITY_HEADER] = "background"
        try:
            request = self._client.stream("POST", f"{self._base}/chat/completions", content=body, headers=headers)
            async with request as response:
                if response.status_code != httpx.codes.OK:
                    raise await self._refusal(response)
                async with aclosing(self._server_events(response)) as server_events:
                    async for server_event in server_events:
                        for event in reader.feed(server_event):
                            first = first or time.monotonic()
                            yield event
                        if reader.done:
                            break
        except httpx.HTTPError as error:
            raise self._unreachable(error) from None
        for event in reader.finish():
            yield event
        ended = time.monotonic()
        usage = self._usage(reader.usage, messages, tools, reader.characters)
        yield ReplyFinished(
            reader.reason(),
            ReplyUsage(
                usage.prompt_tokens,
                usage.completion_tokens,
                usage.cached_tokens,
                usage.reasoning_tokens,
                prefill_s=(first or ended) - started,
                decode_s=ended - (first or ended),
            ),
        )

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """An estimate from the texts' length, corrected by what the server counted in earlier replies."""
        return round(self._estimate(messages, tools) * self._estimate_factor)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _ask_for_model(self, wanted: str | None) -> ModelCard:
        try:
            with httpx.Client(timeout=CONNECT_TIMEOUT_S, **self._connection) as client:
                response = client.get(f"{self._base}/models")
        except httpx.HTTPError as error:
            raise self._unreachable(error) from None
        cards: list[ModelCard] = []
        if response.status_code == httpx.codes.OK:
            try:
                cards = ModelList.model_validate_json(response.content).data
            except pydantic.ValidationError:
                cards = []
        elif wanted is None or response.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise refusal(f"{self.url}/models", response.status_code, response.text, secret=self._api_key)
        if wanted is not None:
            return next((card for card in cards if card.id == wanted), ModelCard(id=wanted))
        if not cards:
            raise UsageError(f"{self.url}/models names no model; say which one to use with --model.")
        if len(cards) > 1:
            names = ", ".join(card.id for card in cards[:20])
            raise UsageError(f"{self.url} offers several models; choose one with --model: {names}.")
        return cards[0]

    def _llama_cpp_context(self, card: ModelCard) -> int | None:
        """What llama.cpp's server was started with; its list of models tells only what the model was trained for."""
        if not card.meta or card.meta.get("n_ctx"):
            return None
        try:
            with httpx.Client(timeout=CONNECT_TIMEOUT_S, **self._connection) as client:
                settings = client.get(self._base.copy_with(path="/props")).json()["default_generation_settings"]
        except (httpx.HTTPError, ValueError, LookupError, TypeError):
            return None
        length = settings.get("n_ctx") if isinstance(settings, dict) else None
        return length if isinstance(length, int) and length > 0 else None

    async def _server_events(self, response: httpx.Response) -> AsyncGenerator[ServerEvent, None]:
        """The events of a stream; a server that answers at once, in JSON, has sent a single one."""
        if "json" in response.headers.get("content-type", ""):
            yield ServerEvent("message", (await response.aread()).decode("utf-8", "replace"))
            return
        decoder = EventDecoder()
        try:
            async for chunk in response.aiter_bytes():
                for event in decoder.feed(chunk):
                    yield event
        except EventTooLong:
            raise EndpointError(f"{self.url} sends an event without end; it is no OpenAI-compatible server.") from None
        for event in decoder.finish():
            yield event

    async def _refusal(self, response: httpx.Response) -> EndpointError:
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > _ERROR_BODY_BYTES:
                break
        words = body.decode("utf-8", "replace")
        return refusal(self.url, response.status_code, words, secret=self._api_key)

    def _unreachable(self, error: httpx.HTTPError) -> EndpointError:
        match error:
            case httpx.ConnectTimeout():
                return EndpointError(f"Cannot reach {self.url}: no answer within {CONNECT_TIMEOUT_S:.0f} s.")
            case httpx.ConnectError():
                return EndpointError(f"Cannot reach {self.url}: {error}; is the server running there?")
            case httpx.TimeoutException():
                return EndpointError(f"{self.url} was silent for too long.")
            case _:
                return EndpointError(f"The connection to {self.url} broke: {str(error) or type(error).__name__}.")

    def _estimate(self, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> float:
        body = wire_request("", messages, tools, ReplyOptions())
        texts = [str(message.values()) for message in body["messages"]] + [str(tool) for tool in body.get("tools", ())]
        return sum(len(text.encode("utf-8", "replace")) for text in texts) / _BYTES_PER_TOKEN + _MESSAGE_TOKENS

    def _usage(
        self, counted: ReplyUsage | None, messages: Sequence[Message], tools: Sequence[ToolSpec], characters: int
    ) -> ReplyUsage:
        """What the server counted, else an estimate; the former teaches the estimates to come."""
        if counted is None:
            return ReplyUsage(self.count_tokens(messages, tools), round(characters / _BYTES_PER_TOKEN))
        if counted.prompt_tokens:
            self._estimate_factor = counted.prompt_tokens / self._estimate(messages, tools)
        return counted


def _base_url(text: str) -> httpx.URL:
    """The URL that `/models` and `/chat/completions` are appended to; `/v1` where the user gives a host alone."""
    try:
        url = httpx.URL(text.strip())
    except httpx.InvalidURL as error:
        raise UsageError(f"--endpoint {text}: is no URL: {error}.") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise UsageError(f"--endpoint {text}: must be a URL such as http://127.0.0.1:8000/v1.")
    path = url.path.rstrip("/").removesuffix("/chat/completions")
    return url.copy_with(path=path or "/v1", query=None, fragment=None)


def _checked_key(api_key: str | None) -> str | None:
    """The key without the line's end that files and pastes leave; a header takes nothing but ASCII."""
    key = (api_key or "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UsageError("The API key (LOCALCODER_API_KEY) holds characters that cannot be sent; copy it again.")
    return key or None


def _is_loopback(url: httpx.URL) -> bool:
    """Whether the server runs on this machine."""
    try:
        return url.host == "localhost" or ipaddress.ip_address(url.host.strip("[]")).is_loopback
    except ValueError:
        return False
