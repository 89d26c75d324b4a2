"""Probabilities of tokens, of answers and of prompts, as text completions report them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from localcoder.engine.request import PositionLogprobs, Request, SamplingParams, TokenLogprob
from localcoder.engine.tokenizer import Tokenizer
from localcoder.server.completions_prompts import Prompt
from localcoder.server.logprobs import finite

if TYPE_CHECKING:
    from localcoder.engine.engine import Engine

Logprobs = dict[str, list[Any]]
"""OpenAI's `logprobs`: four lists of one length, a token each."""


class Dictated:
    """A `Grammar` that allows one text alone, so that the engine tells how likely its tokens are."""

    free = False

    def __init__(self, ids: Sequence[int], vocab_size: int) -> None:
        self._ids = ids
        self._place = 0
        self._mask_bytes = -(-vocab_size // 8)

    def allowed(self) -> bytes:
        """See `Grammar.allowed`."""
        token_id = self._ids[self._place]
        mask = bytearray(self._mask_bytes)
        mask[token_id >> 3] = 1 << (token_id & 7)
        return bytes(mask)

    def advance(self, token_id: int) -> None:
        """See `Grammar.advance`."""
        self._place += 1


async def prompt_logprobs(
    engine: Engine, request_id: str, ids: Sequence[int], alternatives: int, priority: int = 0
) -> list[PositionLogprobs]:
    """How likely each token of `ids` but the first was behind those before it; a step of the engine for each.

    The engine keeps the logits of a prompt's last token alone. So the prompt is its first token here and the rest an
    answer that is dictated. What it computes stays in the prefix cache for the answer that follows.
    """
    dictated = ids[1:]
    if not dictated:
        return []
    sampling = SamplingParams(temperature=0.0, logprobs=alternatives, max_tokens=len(dictated), ignore_eos=True)
    grammar = Dictated(dictated, engine.config.vocab_size)
    request = Request(request_id, tuple(ids[:1]), sampling, priority, grammar)
    async with aclosing(engine.generate(request)) as outputs:
        return [position async for output in outputs for position in output.logprobs]


class LogprobsWriter:
    """Turns positions into OpenAI's lists, in the order of the text, and keeps count of its characters.

    An offset is where a token's text begins in the choice's `text`; tokens of one character share it. A stop string
    that cuts the text does not take tokens away: there is one entry for each that `usage` counts.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._detokenizer = tokenizer.detokenizer()
        self._offset = 0

    def prompt(self, prompt: Prompt, positions: Sequence[PositionLogprobs]) -> Logprobs:
        """The entries of an echoed prompt, the first of which has nothing before it that it could follow."""
        logprobs = empty_logprobs()
        # The space that a sentencepiece-like tokenizer puts before a text is no part of it.
        spelled = "".join(map(self._detokenizer.push, prompt.ids[prompt.begin :]))
        self._detokenizer.flush()
        self._offset = -1 if len(spelled) > len(prompt.text) and spelled.startswith(" ") else 0
        for place, token_id in enumerate(prompt.ids):
            self._begin(logprobs, token_id, len(prompt.text), silent=place < prompt.begin)
            logprobs["token_logprobs"].append(finite(positions[place - 1].chosen.logprob) if place else None)
            logprobs["top_logprobs"].append(self._top(positions[place - 1]) if place else None)
        self._detokenizer.flush()
        self._offset = len(prompt.text)
        return logprobs

    def answer(self, token_ids: Iterable[int], positions: Iterable[PositionLogprobs]) -> Logprobs:
        """The entries of more tokens of the answer."""
        logprobs = empty_logprobs()
        for token_id, position in zip(token_ids, positions, strict=True):
            self._begin(logprobs, token_id)
            logprobs["token_logprobs"].append(finite(position.chosen.logprob))
            logprobs["top_logprobs"].append(self._top(position))
        return logprobs

    def _begin(self, logprobs: Logprobs, token_id: int, end: int | None = None, *, silent: bool = False) -> None:
        offset = max(self._offset, 0)
        logprobs["tokens"].append(token_text(self._tokenizer, token_id))
        logprobs["text_offset"].append(offset if end is None else min(offset, end))
        if not silent:
            self._offset += len(self._detokenizer.push(token_id))

    def _top(self, position: PositionLogprobs) -> dict[str, float]:
        """The most likely tokens, best first, and the chosen one; of tokens with one text the likelier."""
        top: dict[str, float] = {}
        candidates: tuple[TokenLogprob, ...] = (*position.top, position.chosen)
        for candidate in candidates:
            top.setdefault(token_text(self._tokenizer, candidate.token_id), finite(candidate.logprob))
        return top


def empty_logprobs() -> Logprobs:
    """The four lists without entries."""
    return {"tokens": [], "token_logprobs": [], "top_logprobs": [], "text_offset": []}


def token_text(tokenizer: Tokenizer, token_id: int) -> str:
    r"""A token's text; where it is part of a character, its bytes in OpenAI's way: `bytes:\xf0\x9f`."""
    spelled = tokenizer.token_bytes(token_id)
    try:
        return spelled.decode()
    except UnicodeDecodeError:
        return "bytes:" + "".join(f"\\x{byte:02x}" for byte in spelled)
