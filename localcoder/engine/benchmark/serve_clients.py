"""Clients that ask an engine in this process, or a server, and note when what comes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from localcoder.engine.answer import Answer
from localcoder.engine.detokenizer import Detokenizer
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import EngineFailed, Request, SamplingParams
from localcoder.engine.stream import Stream
from localcoder.errors import UsageError

if TYPE_CHECKING:
    import httpx

_FIRST_ID, _ENDPOINT_IDS = 64, 3000
"""Prompts are of token ids from the first on; of a server's model that many are supposed to be there."""


@dataclass(slots=True)
class Timed:
    """One request: when it was sent, when what came of it arrived, and how many tokens that was."""

    prompt_tokens: int
    sent_s: float = 0.0
    times_s: list[float] = field(default_factory=list)
    """Of each token; from a server of each piece, which may have several."""
    answer_tokens: int = 0
    cached_tokens: int = 0

    @property
    def first_token_s(self) -> float:
        """From sending to the first token."""
        return self.times_s[0] - self.sent_s

    @property
    def gaps_s(self) -> list[float]:
        """From each token to the next."""
        return [after - before for before, after in pairwise(self.times_s)]


class Target(Protocol):
    """Whoever answers."""

    vocab_size: int

    async def ask(self, prompt: tuple[int, ...], answer_tokens: int, seed: int, timed: Timed) -> None:
        """Let the prompt be continued by so many tokens, and note in `timed` what comes.

        Cancelling it ends the request.
        """
        ...


class EngineTarget:
    """An engine in this process, whose model needs no tokenizer here."""

    def __init__(self, loop: EngineLoop, vocab_size: int, sampling: SamplingParams) -> None:
        self.vocab_size = vocab_size
        self._loop = loop
        self._sampling = sampling

    async def ask(self, prompt: tuple[int, ...], answer_tokens: int, seed: int, timed: Timed) -> None:
        """See `Target.ask`.

        Raises:
            EngineFailed: the engine stopped.
        """
        timed.sent_s = time.perf_counter()
        answer = Answer(
            Request(f"{seed}", prompt, replace(self._sampling, seed=seed)),
            limit=len(prompt) + answer_tokens,
            end_ids=(),
            detokenizer=Detokenizer(lambda token_id: b" %d" % token_id),
            vocab_size=self.vocab_size,
            stream=Stream(asyncio.get_running_loop()),
        )
        self._loop.submit(answer)
        try:
            reason = None
            while reason is None:
                output = await answer.stream.next()
                timed.times_s += [time.perf_counter()] * len(output.token_ids)
                timed.answer_tokens = output.usage.completion_tokens
                timed.cached_tokens = output.usage.cached_tokens
                reason = output.finish_reason
        finally:
            self._loop.abort(answer)


class EndpointTarget:
    """An OpenAI-compatible server, asked by `/v1/completions` with token ids."""

    vocab_size = _FIRST_ID + _ENDPOINT_IDS

    def __init__(self, client: httpx.AsyncClient, url: str, model: str, sampling: SamplingParams) -> None:
        self._client = client
        self._url = url
        self._model = model
        self._sampling = sampling

    async def ask(self, prompt: tuple[int, ...], answer_tokens: int, seed: int, timed: Timed) -> None:
        """See `Target.ask`.

        Raises:
            EngineFailed: the server refuses, or what it says cannot be understood; with its words.
        """
        body = {
            "model": self._model,
            "prompt": list(prompt),
            "max_tokens": answer_tokens,
            "min_tokens": answer_tokens,
            "ignore_eos": True,
            "temperature": self._sampling.temperature,
            "top_p": self._sampling.top_p,
            "seed": seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        timed.sent_s = time.perf_counter()
        with _words_of(self._url):
            async with self._client.stream("POST", f"{self._url}/completions", json=body) as response:
                if response.status_code != 200:
                    text = (await response.aread()).decode(errors="replace")
                    raise EngineFailed(f"{self._url} answers with status {response.status_code}: {text[:300]}")
                async for line in response.aiter_lines():
                    if line.startswith("data: {"):
                        self._note(json.loads(line[len("data: ") :]), timed)
        if not timed.times_s:
            raise EngineFailed(f"{self._url} answers with nothing.")

    def _note(self, event: dict[str, Any], timed: Timed) -> None:
        if "error" in event:
            raise EngineFailed(f"{self._url} failed: {event['error']}")
        # The last piece may only tell why the answer ends.
        if any(choice.get("text") or choice.get("finish_reason") is None for choice in event.get("choices", ())):
            timed.times_s.append(time.perf_counter())
            timed.answer_tokens = max(timed.answer_tokens, len(timed.times_s))
        if usage := event.get("usage"):
            timed.answer_tokens = usage["completion_tokens"]
            timed.cached_tokens = (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0


@asynccontextmanager
async def endpoint_target(endpoint: str, model: str | None, sampling: SamplingParams) -> AsyncGenerator[Target, None]:
    """A target for the server at `endpoint`, its first model unless one is named.

    The key comes from LOCALCODER_API_KEY.

    Raises:
        UsageError: httpx is not installed.
        EngineFailed: the server cannot be reached, or refuses; with its words.
    """
    try:
        import httpx
    except ModuleNotFoundError:
        raise UsageError("--endpoint: needs the package httpx, which is not installed here.") from None
    url = endpoint.rstrip("/")
    url = url if url.endswith("/v1") else f"{url}/v1"
    key = os.environ.get("LOCALCODER_API_KEY")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(headers=headers, timeout=600, limits=limits, trust_env=False) as client:
        with _words_of(url):
            response = await client.get(f"{url}/models")
            if response.status_code != 200:
                raise EngineFailed(f"{url} answers with status {response.status_code}: {response.text[:300]}")
            model = model or response.json()["data"][0]["id"]
        yield EndpointTarget(client, url, model, sampling)


@contextmanager
def _words_of(url: str) -> Iterator[None]:
    """Turn what goes wrong with a server into words."""
    import httpx

    try:
        yield
    except (httpx.HTTPError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise EngineFailed(f"{url} cannot be asked: {str(error) or type(error).__name__}.") from error


class Prompts:
    """Prompts of random token ids, no two of which begin alike, the same for the same seed.

    Each case has others, for what the cases before have left in the cache is not to help.
    """

    def __init__(self, vocab_size: int, seed: int, case: str = "") -> None:
        self._random = random.Random(f"{seed} {case}")
        self._ids = range(min(_FIRST_ID, vocab_size // 2), vocab_size)

    def next(self, tokens: int) -> tuple[int, ...]:
        """The next one."""
        return tuple(self._random.choices(self._ids, k=tokens))


async def closed_loop(target: Target, prompts: Sequence[tuple[int, ...]], answer_tokens: int, seed: int) -> list[Timed]:
    """One client: asks with each prompt, as soon as the answer before has come."""
    found = []
    for number, prompt in enumerate(prompts):
        found.append(Timed(len(prompt)))
        await target.ask(prompt, answer_tokens, seed + number, found[-1])
    return found


def percentiles_ms(seconds: Sequence[float]) -> dict[str, float]:
    """p50, p90, p99 and the greatest of these, in milliseconds; each is one of them."""
    if not seconds:
        raise EngineFailed("Nothing came, so nothing was measured.")
    ordered = sorted(seconds)
    ranks = {f"p{share}": -(-share * len(ordered) // 100) - 1 for share in (50, 90, 99)} | {"max": len(ordered) - 1}
    return {name: round(ordered[rank] * 1e3, 2) for name, rank in ranks.items()}
