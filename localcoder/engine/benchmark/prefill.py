"""`localcoder bench prefill`: how fast prompts are read that come one at a time."""

from __future__ import annotations

import asyncio
import statistics
from dataclasses import dataclass
from typing import Any

from localcoder.engine.benchmark.serve import Measured, Say, measured
from localcoder.engine.benchmark.serve_clients import Prompts, closed_loop, percentiles_ms
from localcoder.engine.benchmark.serve_options import SubjectOptions, check_fits
from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError

ANSWER_TOKENS = 1


@dataclass(frozen=True, slots=True)
class PrefillOptions:
    """The options of the command; see its help."""

    subject: SubjectOptions
    prompts: tuple[int, ...] = (512, 2048, 8000)
    requests: int = 3
    """Of each length."""

    def check(self) -> None:
        """See `SubjectOptions.check`."""
        self.subject.check()
        for tokens in self.prompts:
            if not 1 <= tokens <= 10**6:
                raise UsageError(f"--prompt-tokens {tokens}: must be between 1 and {10**6}.")
        if not 1 <= self.requests <= 10**4:
            raise UsageError(f"--requests {self.requests}: must be between 1 and {10**4}.")

    def check_for(self, config: ModelConfig) -> None:
        """Refuse what is too long for the model, with the numbers.

        Raises:
            UsageError: a prompt does not fit.
        """
        check_fits(config, max(self.prompts), ANSWER_TOKENS, "--prompt-tokens")


def measure_prefill(options: PrefillOptions, *, command: str, commit: str | None = None, say: Say) -> dict[str, Any]:
    """Measure all lengths; returns the document that is written to the result file.

    Raises:
        UsageError: an option, or this machine's memory, does not allow it; nothing was timed.
        CompileFailed: the decode kernel cannot be compiled.
        EngineFailed: the engine or the server gave up, or refuses what it is asked.
    """
    options.check()
    most = max(options.prompts) + ANSWER_TOKENS
    with measured(options.subject, options.check_for, 1, most, command, commit, say) as subject:
        rows = []
        for number, tokens in enumerate(options.prompts):
            rows.append(subject.about | asyncio.run(_case(options, number, tokens, subject)))
            say(f"{tokens} tokens: {rows[-1]['prompt_tokens_per_s']:.0f} tokens/s")
    return {**subject.machine, "rows": rows}


async def _case(options: PrefillOptions, number: int, tokens: int, subject: Measured) -> dict[str, Any]:
    seed = options.subject.seed
    async with subject.target() as target:
        prompts = Prompts(target.vocab_size, seed, f"case {number}")
        asked = [prompts.next(tokens) for _ in range(1 + options.requests)]
        # The first one of a length may have to make kernels.
        _, *found = await closed_loop(target, asked, ANSWER_TOKENS, seed)
    return {
        "prompt_tokens": tokens,
        "requests": len(found),
        "prompt_tokens_per_s": round(tokens / statistics.median(timed.first_token_s for timed in found), 1),
        "cached_tokens": sum(timed.cached_tokens for timed in found),
        "first_token_ms": percentiles_ms([timed.first_token_s for timed in found]),
    }
