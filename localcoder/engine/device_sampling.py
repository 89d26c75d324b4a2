"""Drawing where the logits are: `Sampler.draw` in PyTorch, for rows of a batch, with one wait for all of them.

The steps are those of `localcoder.engine.sampling`. What a row needs until its temperature is shared code; from there
on the CPU looks only at the candidates that remain, while here every step runs over the vocabulary, so that none has to
tell the host how many candidates it left. Logits stay on the device: a few numbers of each row come back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import torch

from localcoder.engine.request import PositionLogprobs, SamplingParams, TokenLogprob
from localcoder.engine.sampling import (
    LEAST_TEMPERATURE,
    Draw,
    Sampler,
    SamplingFailed,
    check_allowed,
    check_finite,
    greedy,
    noise_key,
)

_MASK_32 = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a batch of logits, whose sampler draws the token that will stand at `position` of its sequence."""

    index: int
    sampler: Sampler
    position: int


def draw_rows(logits: torch.Tensor, rows: Sequence[Row]) -> list[Draw | SamplingFailed]:
    """The next token of each of `rows`, or why there is none, from float32 logits [batch, vocab_size].

    Draws where the logits are: on the CPU by `Sampler.draw`, all rows at once that take the greatest logit. What a free
    grammar refuses is drawn again.
    """
    draws = _drawn(logits, rows)
    again = [index for index, draw in enumerate(draws) if isinstance(draw, Draw) and _refused(rows[index], draw)]
    if again:
        for index, draw in zip(again, _drawn(logits, [rows[index] for index in again]), strict=True):
            draws[index] = draw
    return draws


def _refused(row: Row, draw: Draw) -> bool:
    try:
        return row.sampler.refuses(draw.token_id)
    except SamplingFailed:
        return True  # the second draw asks the grammar as well, and fails


def _drawn(logits: torch.Tensor, rows: Sequence[Row]) -> list[Draw | SamplingFailed]:
    if logits.device.type != "cpu":
        return draw_on_device(logits, rows)
    greatest = greedy(logits) if any(row.sampler.plain_greedy for row in rows) else []
    draws: list[Draw | SamplingFailed] = []
    for row in rows:
        try:
            if row.sampler.plain_greedy:
                token_id, value = greatest[row.index]
                check_finite(value)
                draws.append(Draw(token_id))
            else:
                draws.append(row.sampler.draw(logits[row.index].numpy(), row.position))
        except SamplingFailed as error:
            draws.append(error)
    return draws


def draw_on_device(logits: torch.Tensor, rows: Sequence[Row]) -> list[Draw | SamplingFailed]:
    """As `draw_rows`, in PyTorch on any device; waits for it once."""
    outcomes: list[torch.Tensor | SamplingFailed] = []
    for row in rows:
        try:
            outcomes.append(_queue(logits[row.index], row.sampler, row.position))
        except SamplingFailed as error:
            outcomes.append(error)
    queued = [outcome for outcome in outcomes if isinstance(outcome, torch.Tensor)]
    numbers = iter(torch.cat(queued).tolist() if queued else ())
    return [
        _read(list(islice(numbers, len(outcome)))) if isinstance(outcome, torch.Tensor) else outcome
        for outcome in outcomes
    ]


def _queue(raw: torch.Tensor, sampler: Sampler, position: int) -> torch.Tensor:
    """What `_read` reads, float64 [3] or [4 + 2 * alternatives].

    The greatest logit, the greatest after adjustments, the token; its log-probability, ids and those of alternatives.
    """
    logits = sampler.adjusted(raw)
    params = sampler.params
    if params.temperature == 0:
        token_id = logits.argmax(0, keepdim=True)
    else:
        token_id = _sampled(logits, params, sampler.seed, position)
    parts = [raw.max()[None], logits.max()[None], token_id]
    if params.logprobs is not None:
        logprobs = raw.double().log_softmax(0)
        top = raw.argsort(descending=True, stable=True)[: params.logprobs]
        parts += [logprobs.gather(0, token_id), top, logprobs.gather(0, top)]
    return torch.cat([part.double() for part in parts])


def _read(numbers: Sequence[float]) -> Draw | SamplingFailed:
    greatest, allowed, token_id, *logprobs = numbers
    try:
        check_finite(greatest)
        check_allowed(allowed)
    except SamplingFailed as error:
        return error
    if not logprobs:
        return Draw(int(token_id))
    chosen, *top = logprobs
    half = len(top) // 2
    alternatives = zip(top[:half], top[half:], strict=True)
    return Draw(
        int(token_id),
        PositionLogprobs(
            chosen=TokenLogprob(int(token_id), chosen),
            top=tuple(TokenLogprob(int(i), logprob) for i, logprob in alternatives),
        ),
    )


def _sampled(logits: torch.Tensor, params: SamplingParams, seed: int, position: int) -> torch.Tensor:
    """The token drawn from [vocab_size], int64 [1]. As `Sampler._sampled`; what a filter drops scores -inf."""
    scores = (logits - logits.max()) / max(params.temperature, LEAST_TEMPERATURE)
    if params.min_p > 0:
        scores.masked_fill_(scores < math.log(params.min_p), -math.inf)
    if params.top_k or params.top_p < 1:
        scores, ids = scores.sort(descending=True, stable=True)
        if params.top_k:
            scores, ids = scores[: params.top_k], ids[: params.top_k]
        if params.top_p < 1:
            mass = scores.exp().cumsum(0, dtype=torch.float64)
            reached = torch.searchsorted(mass, params.top_p * mass[-1:])
            scores = scores.masked_fill(torch.arange(len(ids), device=ids.device) > reached, -math.inf)
    else:
        ids = torch.arange(len(scores), device=scores.device)
    return ids.gather(0, (scores + gumbel(seed, position, ids)).argmax(0, keepdim=True))


def gumbel(seed: int, position: int, token_ids: torch.Tensor) -> torch.Tensor:
    """`localcoder.engine.sampling.gumbel` for int64 ids: the same hash, logarithms as the device rounds them."""
    uniform = (hashed(seed, position, token_ids).float() + 0.5) * 2.0**-32
    return -torch.log(-torch.log1p(-uniform.clamp_(max=1 - 2.0**-24)))


def hashed(seed: int, position: int, token_ids: torch.Tensor) -> torch.Tensor:
    """The 32 bits that a token's noise is made from, int64 [len(token_ids)]."""
    key = noise_key(seed, position)
    return _mix32(_mix32(token_ids ^ (key & _MASK_32)) ^ (key >> 32))


def _mix32(value: torch.Tensor) -> torch.Tensor:
    """Lowbias32 in int64. The second factor stands for 0x846CA68B: with it, no product leaves the 64 bits."""
    value = value ^ (value >> 16)
    value = value * 0x7FEB352D & _MASK_32
    value = value ^ (value >> 15)
    value = value * (0x846CA68B - (1 << 32)) & _MASK_32
    return value ^ (value >> 16)
