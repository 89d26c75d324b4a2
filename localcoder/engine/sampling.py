"""From logits to the next token.

A token is drawn with the Gumbel-max trick: it is the candidate with the greatest `logit / temperature + G(id)`, where
G is Gumbel noise. The noise of a candidate is a hash of (seed, position, token id) and of nothing else: not of a
generator's state, the batch, or which other candidates remain. So a seeded request gives the same tokens whatever runs
beside it and however often it was preempted, and a kernel can draw in parallel over the vocabulary:

    key   = splitmix64(splitmix64(seed) ^ position)                         two 32-bit halves, low and high
    bits  = mix32(mix32(id ^ low) ^ high)                                   mix32: see `_mix32`
    noise = -log(-log1p(-(bits + 0.5) / 2^32))                              float32
"""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from localcoder.engine.adjust import Adjustments
from localcoder.engine.request import (
    Grammar,
    PositionLogprobs,
    RequestRefused,
    SamplingParams,
    TokenLogprob,
)
from localcoder.errors import LocalcoderError, UsageError

Floats = NDArray[np.float32]

MAX_LOGPROBS = 64
"""The most alternatives that can be asked for each token."""

LEAST_TEMPERATURE = 1e-6
"""Lower ones count as this, here, in PyTorch and in the decode kernel: scores must stay finite."""

_MASK_64 = (1 << 64) - 1
_FIRST_CANDIDATES = 128
"""How many of the most likely tokens top_p looks at before it looks at more."""


class SamplingFailed(LocalcoderError):
    """No token can be drawn; the message says why. Only the request that it happens to ends."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The next token and, where asked for, its probabilities (of the model's own distribution)."""

    token_id: int
    logprobs: PositionLogprobs | None = None


class Sampler:
    """Draws the tokens of one request, on the CPU; `localcoder.engine.device_sampling` draws them where logits lie.

    In this order: repetition penalty (prompt and answer), presence and frequency penalty (answer), logit bias,
    grammar, no end before `min_tokens`, temperature, min_p, top_k, top_p.

    While its grammar is free a token is drawn without the mask; the one who draws asks `refuses`, and after a True
    draws again, with the mask. So what a reply thinks before its answer can be drawn where no mask is.
    """

    def __init__(
        self,
        params: SamplingParams,
        *,
        prompt_ids: Sequence[int],
        vocab_size: int,
        end_ids: Collection[int],
        grammar: Grammar | None = None,
    ) -> None:
        self.params = params
        self._grammar = grammar
        self._vocab_size = vocab_size
        self._end_ids = sorted(i for i in end_ids if 0 <= i < vocab_size)
        self.seed = (secrets.randbits(64) if params.seed is None else params.seed) & _MASK_64
        """What the noise of this request's tokens is made from, 64 bits."""
        self._drawn = 0
        self._refused_at = -1
        self._adjustments = Adjustments(params, prompt_ids=prompt_ids, vocab_size=vocab_size, end_ids=self._end_ids)

    @property
    def needs_logits(self) -> bool:
        """True if more than temperature, min_p, top_k and top_p decides about the next token, or has to be reported.

        It becomes False when `min_tokens` are drawn, and True where a free grammar refuses a token or ceases to be so.
        """
        if self._adjustments.always or self._bound or self.params.logprobs is not None:
            return True
        return self._drawn < self.params.min_tokens

    @property
    def _bound(self) -> bool:
        """True if the next token is drawn with the grammar's mask."""
        return self._grammar is not None and (self._refused_at == self._drawn or not self._grammar.free)

    @property
    def plain_greedy(self) -> bool:
        """True if the next token is simply the greatest logit."""
        return self.params.temperature == 0 and not self.needs_logits

    def draw(self, raw: Floats, position: int) -> Draw:
        """The next token, which will stand at `position` of the sequence (the prompt's length for the first).

        Args:
            raw: the model's logits, float32 [vocab_size]; not changed.

        Raises:
            SamplingFailed: the logits are not finite, or the grammar allows no token.
        """
        check_finite(float(raw.max()))
        logits: Floats = self.adjusted(torch.from_numpy(raw)).numpy()
        if self._grammar is not None:
            check_allowed(float(logits.max()))
        token_id = int(logits.argmax()) if self.params.temperature == 0 else self._sampled(logits, position)
        logprobs = None
        if self.params.logprobs is not None:
            logprobs = _position_logprobs(raw, token_id, self.params.logprobs)
        return Draw(token_id, logprobs)

    def refuses(self, token_id: int) -> bool:
        """Whether a free grammar does not allow `token_id`, drawn without its mask; then the next draw has the mask.

        Raises:
            SamplingFailed: the grammar failed.
        """
        if self._grammar is None or self._bound:
            return False
        mask = self._mask(self._grammar, self._vocab_size)
        if mask[token_id >> 3] >> (token_id & 7) & 1:
            return False
        self._refused_at = self._drawn
        return True

    def accept(self, token_id: int) -> None:
        """Note that `token_id` became the next token."""
        self._drawn += 1
        self._adjustments.note(token_id)
        if self._grammar is not None:
            try:
                self._grammar.advance(token_id)
            except Exception as error:
                raise SamplingFailed(f"The grammar did not take token {token_id}: {error}.") from error

    def adjusted(self, raw: torch.Tensor) -> torch.Tensor:
        """What to draw from instead of `raw`, float32 [vocab_size], on its device: all steps before the temperature.

        All -inf where the grammar allows no token.

        Raises:
            SamplingFailed: the grammar failed.
        """
        closed = self._drawn < self.params.min_tokens
        bound = self._bound
        if not (self._adjustments.always or bound or closed):
            return raw
        mask = self._mask(self._grammar, len(raw)) if self._grammar is not None and bound else None
        return self._adjustments.apply(raw, mask=mask, closed=closed)

    def _mask(self, grammar: Grammar, vocab_size: int) -> bytes:
        try:
            mask = grammar.allowed()
        except Exception as error:
            raise SamplingFailed(f"The grammar failed: {error}.") from error
        if 8 * len(mask) < vocab_size:
            raise SamplingFailed(f"The grammar's mask covers {8 * len(mask)} of {vocab_size} tokens.")
        return mask

    def _sampled(self, logits: Floats, position: int) -> int:
        params = self.params
        # Shifted before it is divided: a tiny temperature must not turn the greatest logit into infinity.
        scores = (logits - logits.max()) / np.float32(max(params.temperature, LEAST_TEMPERATURE))
        candidates: NDArray[np.intp] | None = None
        if params.min_p > 0:
            candidates = np.flatnonzero(scores >= np.float32(math.log(params.min_p)))
        if params.top_k or params.top_p < 1:
            candidates = _most_likely(scores, candidates, params.top_k, params.top_p)
        if candidates is None:
            return int(np.argmax(scores + gumbel(self.seed, position, np.arange(len(scores), dtype=np.uint32))))
        noise = gumbel(self.seed, position, candidates.astype(np.uint32))
        return int(candidates[np.argmax(scores[candidates] + noise)])


def greedy(logits: torch.Tensor) -> list[tuple[int, float]]:
    """The greatest logit of every row of float32 [rows, vocab_size]: its id and value (NaN where one is NaN)."""
    values, ids = logits.max(dim=-1)
    return list(zip(ids.tolist(), values.tolist(), strict=True))


def check_finite(greatest: float) -> None:
    """Raise SamplingFailed unless the greatest logit of a row is a number; NaN counts as the greatest."""
    if not math.isfinite(greatest):
        raise SamplingFailed(f"The model computed {greatest} as its greatest logit, so this answer cannot go on.")


def check_allowed(greatest: float) -> None:
    """Raise SamplingFailed if the greatest logit after adjustments says that a grammar has closed all of them."""
    if greatest == -math.inf:
        raise SamplingFailed("The grammar allows no token that could continue this answer.")


def gumbel(seed: int, position: int, token_ids: NDArray[np.uint32]) -> Floats:
    """Gumbel noise of each token id at a position, float32 [len(token_ids)]; see the module's text."""
    key = noise_key(seed, position)
    bits = _mix32(_mix32(token_ids ^ np.uint32(key & 0xFFFFFFFF)) ^ np.uint32(key >> 32))
    uniform = (bits.astype(np.float32) + np.float32(0.5)) * np.float32(2**-32)
    # log1p(-u) is exact for the small u that win; float32 rounds u up to 1 at the other end, hence the bound.
    noise: Floats = -np.log(-np.log1p(-np.minimum(uniform, np.float32(1 - 2**-24))))
    return noise


def noise_key(seed: int, position: int) -> int:
    """The 64 bits that are mixed into every token id of a position."""
    return _splitmix64(_splitmix64(seed & _MASK_64) ^ position)


def _splitmix64(value: int) -> int:
    """Steele, Lea and Flood's 64-bit finaliser: every bit of the input changes half the bits of the output."""
    value = (value + 0x9E3779B97F4A7C15) & _MASK_64
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return value ^ (value >> 31)


def _mix32(value: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A bijective 32-bit hash: Wellons's `lowbias32` constants."""
    value = value ^ (value >> np.uint32(16))
    value = value * np.uint32(0x7FEB352D)
    value = value ^ (value >> np.uint32(15))
    value = value * np.uint32(0x846CA68B)
    return value ^ (value >> np.uint32(16))


def _most_likely(scores: Floats, candidates: NDArray[np.intp] | None, top_k: int, top_p: float) -> NDArray[np.intp]:
    """The ids that top_k and then top_p leave, of `candidates` or of all; always at least one, of equal ones the first.

    top_p keeps the most likely ids until their share of what top_k left reaches it. A large vocabulary is sorted only
    as far as that needs.
    """
    ids = np.arange(len(scores)) if candidates is None else candidates
    values = scores if candidates is None else scores[candidates]
    if top_k and top_k < len(ids):
        kept = np.sort(_greatest(values, top_k))
        ids, values = ids[kept], values[kept]
    if top_p >= 1:
        return ids
    weights = np.exp(values)
    target = top_p * float(weights.sum(dtype=np.float64))
    count = _FIRST_CANDIDATES
    while True:
        top = _greatest(values, count)
        top = top[np.argsort(-values[top], kind="stable")]
        reached = int(np.searchsorted(np.cumsum(weights[top], dtype=np.float64), target))
        if reached < len(top) or count >= len(weights):
            return ids[top[: reached + 1]]
        count *= 8


def _greatest(values: Floats, count: int) -> NDArray[np.intp]:
    """Where the `count` greatest values stand, in no particular order; of equal ones the first."""
    if count >= len(values):
        return np.arange(len(values))
    least = np.partition(values, -count)[-count]
    above = np.flatnonzero(values > least)
    return np.concatenate((above, np.flatnonzero(values == least)[: count - len(above)]))


def _position_logprobs(raw: Floats, token_id: int, alternatives: int) -> PositionLogprobs:
    """Log-probabilities of the model's own distribution: before penalties, bias, grammar and temperature."""
    values = raw.astype(np.float64)
    values -= values.max()
    values -= math.log(float(np.exp(values).sum()))
    top = _greatest(raw, alternatives) if alternatives else np.empty(0, np.intp)
    top = top[np.lexsort((top, -values[top]))]
    return PositionLogprobs(
        chosen=TokenLogprob(token_id, float(values[token_id])),
        top=tuple(TokenLogprob(int(i), float(values[i])) for i in top),
    )


_BOUNDS: tuple[tuple[str, float, float], ...] = (
    ("temperature", 0.0, 100.0),
    ("top_p", 0.0, 1.0),
    ("min_p", 0.0, 1.0),
    ("top_k", 0, 1 << 31),
    ("presence_penalty", -100.0, 100.0),
    ("frequency_penalty", -100.0, 100.0),
    ("repetition_penalty", 0.01, 100.0),
    ("min_tokens", 0, 1 << 31),
)


def check_params(params: SamplingParams, vocab_size: int) -> None:
    """Raise RequestRefused, naming the parameter, for values that no answer can be drawn with."""
    for name, low, high in _BOUNDS:
        value = getattr(params, name)
        if not low <= value <= high:
            raise RequestRefused(f"{name} is {value}, but must be between {low:g} and {high:g}.")
    if params.top_p == 0:
        raise RequestRefused("top_p is 0, but must be above 0.")
    if params.max_tokens is not None and params.max_tokens < 1:
        raise RequestRefused(f"max_tokens is {params.max_tokens}, but must be at least 1.")
    if params.logprobs is not None and not 0 <= params.logprobs <= MAX_LOGPROBS:
        raise RequestRefused(f"logprobs is {params.logprobs}, but must be between 0 and {MAX_LOGPROBS}.")
    for token_id, value in params.logit_bias.items():
        if not 0 <= token_id < vocab_size:
            raise RequestRefused(f"logit_bias names token {token_id}, but the vocabulary has {vocab_size}.")
        if not math.isfinite(value):
            raise RequestRefused(f"logit_bias of token {token_id} is {value}, but must be a finite number.")


def sampling_defaults(directory: Path) -> SamplingParams:
    """What a model's `generation_config.json` recommends; plain sampling where it says nothing.

    Raises:
        UsageError: the file is broken or holds a value of the wrong kind; names file and field.
    """
    path = directory / "generation_config.json"
    try:
        settings: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return SamplingParams()
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error
    if not isinstance(settings, dict):
        raise UsageError(f"{path} must hold a JSON object.")
    found: dict[str, Any] = {}
    for name in ("temperature", "top_p", "top_k", "min_p", "repetition_penalty"):
        value = settings.get(name)
        if value is None:
            continue
        kinds = (int,) if name == "top_k" else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise UsageError(f"{path}: {name} is {value!r}, but must be a number.")
        found[name] = value
    if settings.get("do_sample") is False:
        found["temperature"] = 0.0
    defaults = SamplingParams(**found)
    try:
        check_params(defaults, vocab_size=0)
    except RequestRefused as error:
        raise UsageError(f"{path}: {error}") from error
    return defaults
