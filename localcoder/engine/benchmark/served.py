"""Times what a user of the engine gets: its own loop, from the scheduler to the text of every token."""

from __future__ import annotations

import asyncio
import time
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
    """Let the engine continue all prompts at once, `answer_tokens` each, and time the middle of it.

    What counts begins when the last row has drawn `warm_up_tokens` and ends with the first row.

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
    begin = max(row[warm_up_tokens - 1] for row in times)
    end = min(row[-1] for row in times)
    steps = [arrival for arrival in times[0] if begin <= arrival <= end]
    first, last = steps[0], steps[-1]
    drawn = sum(first < arrival <= last for row in times for arrival in row)
    return Served(
        tokens_per_s=drawn / (last - first),
        step_s=(last - first) / (len(steps) - 1),
        cached_tokens=tuple(answer.sequence.cached_tokens for answer in answers),
    )


async def _arrivals(answer: Answer) -> list[float]:
    """When each token of an answer arrived, in seconds."""
    times: list[float] = []
    reason = None
    while reason is None:
        output = await answer.stream.next()
        times += [time.perf_counter()] * len(output.token_ids)
        reason = output.finish_reason
    return times
