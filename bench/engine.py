"""Speed that a user of the engine gets on this machine: first token and tokens per second, everything included.

`python -m bench.engine [--model pocket] [--prompt-tokens 1000] [--out bench/results/engine-cpu-pocket.json]`
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import random
import statistics
import time
from pathlib import Path

from bench.machine import describe
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model
from localcoder.engine.request import Request, SamplingParams


async def one(engine: Engine, number: int, prompt_tokens: int, answer_tokens: int) -> tuple[float, float]:
    """Seconds to the first token of a fresh prompt, and tokens per second after it."""
    ids = tuple(random.Random(number).choices(range(64, engine.tokenizer.vocab_size), k=prompt_tokens))
    sampling = SamplingParams(temperature=0.0, max_tokens=answer_tokens, ignore_eos=True)
    begin = time.perf_counter()
    first = None
    async for output in engine.generate(Request(str(number), ids, sampling)):
        if first is None and output.token_ids:
            first = time.perf_counter()
    assert first is not None
    return first - begin, (answer_tokens - 1) / (time.perf_counter() - first)


async def measure(engine: Engine, prompt_tokens: int, answer_tokens: int, repeats: int) -> dict[str, object]:
    await one(engine, 0, prompt_tokens, answer_tokens)
    runs = [await one(engine, number, prompt_tokens, answer_tokens) for number in range(1, repeats + 1)]
    firsts, rates = zip(*runs, strict=True)
    return {
        "prompt_tokens": prompt_tokens,
        "answer_tokens": answer_tokens,
        "repeats": repeats,
        "first_token_s": round(statistics.median(firsts), 3),
        "first_token_s_worst": round(max(firsts), 3),
        "tokens_per_s": round(statistics.median(rates), 1),
        "tokens_per_s_worst": round(min(rates), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the engine end to end, one greedy request at a time.")
    parser.add_argument("--model", default="pocket")
    parser.add_argument("--prompt-tokens", type=int, default=1000)
    parser.add_argument("--answer-tokens", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    entry = find_model(options.model)
    with Engine.load(entry.directory) as engine:
        row = asyncio.run(measure(engine, options.prompt_tokens, options.answer_tokens, options.repeats))
    report = {**describe(), "date": datetime.date.today().isoformat(), "model": entry.name, **row}
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
