"""Times what a user of the engine gets: its own loop, from the scheduler to the text of every token."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from localcoder.engine.answer import Answer
from localcoder.engine.detokenizer import Detokenizer
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import Request, SamplingParams
from localcoder.engine.stream import Stream


@dataclass(frozen=True, slots=True)
class Served:
    """One timing while all rows decode."""

    tokens_per_s: float
    """Of all rows together."""
    step_s: float
    """From one token of a row to its next, the mean."""
    cached_tokens: tuple[int, ...]
    """Tokens that each row had in the cache when it began."""


async def serve(
    loop: EngineLoop,
    prompts: list[tuple[int, ...]],
    *,
    vocab_size: int,
    sampling: SamplingParams,
    answer_tokens: int,
    warm_up_tokens: int,
) -> Served:
    """Let the engine continue all prompts at once, `answer_tokens` each, and time it while all rows draw.

    Time counts from when the last row has `warm_up_tokens`.

    Raises:
        EngineFailed: the engine stopped.
    """
    answers = []
    for row, prompt in enumerate(prompts):
        # Any bytes do for text: the model need not have a tokenizer here.
        answer = Answer(
            Request(f"row-{row}", prompt, replace(sampling, seed=row)),
            limit=len(prompt) + answer_tokens,
            end_ids=(),
            detokenizer=Detokenizer(lambda token_id: b" %d" % token_id),
            vocab_size=vocab_size,
            stream=Stream(asyncio.get_running_loop()),
        )
        answers.append(answer)
    for answer in answers:
        loop.submit(answer)
    times = await asyncio.gather(*map(_arrivals, answers))
    rates = rates_together(times, warm_up_tokens)
    return Served(
        tokens_per_s=sum(rates),
        step_s=len(rates) / sum(rates),
        cached_tokens=tuple(answer.sequence.cached_tokens for answer in answers),
    )


def rates_together(times: Sequence[Sequence[float]], warm_up_tokens: int) -> list[float]:
    """Tokens per second of each row while all rows draw.

    Args:
        times: for each row, when each of its tokens arrived, in seconds.
        warm_up_tokens: the time of interest begins when the last row has so many, and ends with the first row.
    """
    begin = max(row[warm_up_tokens - 1] for row in times)
    end = min(row[-1] for row in times)
    counted = [[arrival for arrival in row if begin <= arrival <= end] for row in times]
    return [(len(row) - 1) / (row[-1] - row[0]) for row in counted]


async def _arrivals(answer: Answer) -> list[float]:
    """When each token of an answer arrived, in seconds."""
    times: list[float] = []
    reason = None
    while reason is None:
        output = await answer.stream.next()
        times += [time.perf_counter()] * len(output.token_ids)
        reason = output.finish_reason
    return times
