from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from typing import Any

import numpy as np
import pytest
import torch

from localcoder.engine.backend import Chunk
from localcoder.engine.engine import Engine
from localcoder.engine.request import (
    EngineFailed,
    Grammar,
    PromptTooLong,
    Request,
    RequestRefused,
    SamplingParams,
    TokenOutput,
)
from localcoder.engine.sampling import SamplingFailed
from localcoder.engine.tokenizer import Tokenizer
from tests.engine.conftest import MakeEngine
from tests.engine.fake_backend import FakeBackend, ScriptedBackend
from tests.fakes.tokenizers import EOS_ID

PROMPT = tuple(range(20, 30))


def request(
    prompt_ids: tuple[int, ...] = PROMPT, *, priority: int = 0, grammar: Grammar | None = None, **params: Any
) -> Request:
    return Request("r", prompt_ids, SamplingParams(**params), priority=priority, grammar=grammar)


async def outputs(engine: Engine, wanted: Request) -> list[TokenOutput]:
    return [output async for output in engine.generate(wanted)]


def ids(found: list[TokenOutput]) -> list[int]:
    return [token for output in found for token in output.token_ids]


def text(found: list[TokenOutput]) -> str:
    return "".join(output.text for output in found)


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(4000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to that")


def idle(engine: Engine) -> bool:
    stats = engine.stats()
    return (stats.running, stats.waiting, stats.blocks_used) == (0, 0, 0)


def scripted(tokenizer: Tokenizer, answer: str | list[int], end: bool = True) -> ScriptedBackend:
    script = tokenizer.encode_with_controls(answer) if isinstance(answer, str) else answer
    return ScriptedBackend([*script, *([EOS_ID] if end else [20] * 1000)], prompt_tokens=len(PROMPT))


def byte_ids(tokenizer: Tokenizer, characters: str) -> list[int]:
    """One token for every byte."""
    by_bytes = {tokenizer.token_bytes(token): token for token in range(4, 260)}
    return [by_bytes[bytes([byte])] for byte in characters.encode()]


# Text, end and usage


async def test_an_answer_streams_as_text_and_ends_at_the_end_token(
    make_engine: MakeEngine, tokenizer: Tokenizer
) -> None:
    found = await outputs(make_engine(scripted(tokenizer, "hello <tool_call> größer 😀")), request(temperature=0.0))
    assert text(found) == "hello <tool_call> größer 😀"
    assert [output.finish_reason for output in found] == [None] * (len(found) - 1) + ["stop"]
    assert found[-1].token_ids == (EOS_ID,)
    assert found[-1].usage.completion_tokens == len(found)
    assert found[-1].usage.prompt_tokens == len(PROMPT)


async def test_ignore_eos_goes_on_to_the_limit(make_engine: MakeEngine, tokenizer: Tokenizer) -> None:
    backend = scripted(tokenizer, [EOS_ID, 30], end=False)
    found = await outputs(make_engine(backend), request(temperature=0.0, ignore_eos=True, max_tokens=3))
    assert text(found).startswith("<|END|>")
    assert (len(ids(found)), found[-1].finish_reason) == (3, "length")


async def test_a_stop_token_id_ends_the_answer_and_is_not_shown(make_engine: MakeEngine, tokenizer: Tokenizer) -> None:
    script = byte_ids(tokenizer, "abcd")
    found = await outputs(
        make_engine(scripted(tokenizer, script)), request(temperature=0.0, stop_token_ids=(script[-1],))
    )
    assert text(found) == "abc"
    assert found[-1].finish_reason == "stop"


async def test_max_tokens_in_mid_character_drops_the_partial_bytes(
    make_engine: MakeEngine, tokenizer: Tokenizer
) -> None:
    answer = "a😀你b\ufffd"
    script = byte_ids(tokenizer, answer)
    engine = make_engine(scripted(tokenizer, script))
    for count in range(1, len(script) + 1):
        found = await outputs(engine, request(temperature=0.0, max_tokens=count))
        assert text(found) == answer.encode()[:count].decode(errors="ignore")
        assert found[-1].finish_reason == "length"
        assert len(ids(found)) == count


async def test_a_stop_string_over_tokens_cuts_the_text(make_engine: MakeEngine, tokenizer: Tokenizer) -> None:
    script = byte_ids(tokenizer, "alpha beta gamma delta")
    found = await outputs(make_engine(scripted(tokenizer, script)), request(temperature=0.0, stop=("beta gamma",)))
    assert text(found) == "alpha "
    assert found[-1].finish_reason == "stop"
    assert len(ids(found)) == len("alpha beta gamma")


@pytest.mark.parametrize("max_tokens", [None, 10])
async def test_text_held_back_for_a_stop_string_is_shown_at_the_end(
    make_engine: MakeEngine, tokenizer: Tokenizer, max_tokens: int | None
) -> None:
    script = byte_ids(tokenizer, "alpha beta")
    wanted = request(temperature=0.0, stop=("beta gamma",), max_tokens=max_tokens)
    assert text(await outputs(make_engine(scripted(tokenizer, script)), wanted)) == "alpha beta"


async def test_logprobs_come_with_every_token_also_when_text_is_held_back(
    make_engine: MakeEngine, tokenizer: Tokenizer
) -> None:
    script = byte_ids(tokenizer, "alpha beta")
    found = await outputs(
        make_engine(scripted(tokenizer, script)), request(temperature=0.0, stop=("beta gamma",), logprobs=2)
    )
    assert [entry.chosen.token_id for output in found for entry in output.logprobs] == ids(found)
    assert all(len(entry.top) == 2 for output in found for entry in output.logprobs)


async def test_max_tokens_beyond_the_room_is_cut_to_it(make_engine: MakeEngine) -> None:
    engine = make_engine(context_tokens=40)
    for max_tokens in (None, 10**6):
        found = await outputs(engine, request(ignore_eos=True, max_tokens=max_tokens))
        assert (len(ids(found)), found[-1].finish_reason) == (30, "length")


# Refusals and failures


@pytest.mark.parametrize("length", [40, 41, 500])
async def test_a_prompt_without_room_for_an_answer_is_refused_with_both_numbers(
    make_engine: MakeEngine, length: int
) -> None:
    engine = make_engine(context_tokens=40)
    with pytest.raises(PromptTooLong) as raised:
        await outputs(engine, request((20,) * length))
    assert (raised.value.prompt_tokens, raised.value.limit_tokens) == (length, 39)
    assert len(ids(await outputs(engine, request((20,) * 39, ignore_eos=True)))) == 1


async def test_a_prompt_that_never_fits_the_pool_harms_nobody(make_engine: MakeEngine) -> None:
    engine = make_engine(FakeBackend(total_blocks=3))
    assert engine.context_tokens == 3 * 64
    going = asyncio.create_task(outputs(engine, request(ignore_eos=True, max_tokens=100)))
    with pytest.raises(PromptTooLong):
        await outputs(engine, request((20,) * 300))
    assert len(ids(await going)) == 100


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (request(()), "empty"),
        (request((20, 400)), "vocabulary"),
        (request((-1,)), "vocabulary"),
        (request(temperature=-1.0), "temperature"),
        (request(max_tokens=0), "max_tokens"),
    ],
)
async def test_requests_that_cannot_run_are_refused_with_a_reason(
    make_engine: MakeEngine, wanted: Request, says: str
) -> None:
    with pytest.raises(RequestRefused, match=says):
        await outputs(make_engine(), wanted)


class NanBackend(FakeBackend):
    """Logits turn to NaN for contexts that begin with token 5."""

    def logits_after(self, tokens: Any) -> np.ndarray:
        logits = super().logits_after(tokens)
        if tokens[0] == 5 and len(tokens) > 14:
            logits[7] = math.nan
        return logits


@pytest.mark.parametrize("temperature", [0.0, 1.0])
async def test_nan_logits_fail_their_request_alone(make_engine: MakeEngine, temperature: float) -> None:
    engine = make_engine(NanBackend())
    good = asyncio.create_task(outputs(engine, request(ignore_eos=True, max_tokens=30)))
    found = []
    with pytest.raises(SamplingFailed, match="nan"):
        async for output in engine.generate(request((5, *PROMPT), temperature=temperature, ignore_eos=True)):
            found.append(output)  # noqa: PERF401 - what came before the error counts
    assert len(found) == 4
    assert len(ids(await good)) == 30
    await until(lambda: idle(engine))


class BrokenBackend(FakeBackend):
    def decode(self, rows: Any) -> Any:
        if len(self.decode_sizes) == 3:
            raise RuntimeError("the device is gone")
        return super().decode(rows)


async def test_a_failing_backend_fails_every_request_with_its_words(make_engine: MakeEngine) -> None:
    engine = make_engine(BrokenBackend())
    results = await asyncio.gather(
        *(outputs(engine, request((20 + i, 21), ignore_eos=True)) for i in range(12)), return_exceptions=True
    )
    assert [type(result) for result in results] == [EngineFailed] * 12
    assert all("RuntimeError: the device is gone" in str(result) for result in results)
    with pytest.raises(EngineFailed, match="the device is gone"):
        await outputs(engine, request())
    engine.close()


async def test_closing_fails_what_runs_and_what_comes_and_frees_the_backend(make_engine: MakeEngine) -> None:
    backend = FakeBackend()
    engine = make_engine(backend)
    stream = engine.generate(request(ignore_eos=True))
    await anext(stream)
    engine.close()
    engine.close()
    with pytest.raises(EngineFailed, match="closed"):
        async for _ in stream:
            pass
    with pytest.raises(EngineFailed, match="closed"):
        await outputs(engine, request())
    assert backend.freed
    assert not [thread for thread in threading.enumerate() if thread.name == "localcoder-engine"]


class FakeGrammar:
    """Allows token 30 + n as the n-th token."""

    free = False

    def __init__(self) -> None:
        self.taken: list[int] = []

    def allowed(self) -> bytes:
        if len(self.taken) == 5:
            raise RuntimeError("the end of the grammar")
        return (1 << (30 + len(self.taken))).to_bytes(50, "little")

    def advance(self, token_id: int) -> None:
        self.taken.append(token_id)


async def test_a_grammar_steers_its_request_alone(make_engine: MakeEngine) -> None:
    engine = make_engine()
    grammar = FakeGrammar()
    free = asyncio.create_task(outputs(engine, request(temperature=0.0, max_tokens=8, ignore_eos=True)))
    found = await outputs(engine, request(grammar=grammar, max_tokens=4))
    assert ids(found) == grammar.taken == [30, 31, 32, 33]
    with pytest.raises(SamplingFailed, match="the end of the grammar"):
        await outputs(engine, request(grammar=FakeGrammar()))
    assert len(ids(await free)) == 8


# Cancelling


class SlowBackend(FakeBackend):
    """Waits for permission for every step."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.permits = threading.Semaphore(0)

    def _compute(self, chunks: Any) -> Any:
        assert self.permits.acquire(timeout=20)
        return super()._compute(chunks)


@pytest.mark.parametrize("permits", [1, 2, 5], ids=["in prefill", "in the first decode", "in decode"])
async def test_a_cancelled_request_stops_within_a_step_and_returns_its_blocks(
    make_engine: MakeEngine, permits: int
) -> None:
    backend = SlowBackend()
    engine = make_engine(backend, step_tokens=100)
    task = asyncio.create_task(outputs(engine, request(tuple(range(20, 220)), ignore_eos=True)))
    backend.permits.release(permits)
    await until(lambda: len(backend.prefill_sizes) + len(backend.decode_sizes) == permits + 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    backend.permits.release(1)
    await until(lambda: idle(engine))
    assert len(backend.prefill_sizes) + len(backend.decode_sizes) == permits + 1
    backend.permits.release(100)
    assert len(ids(await outputs(engine, request(max_tokens=3, ignore_eos=True)))) == 3


async def test_a_request_cancelled_while_it_waits_never_runs(make_engine: MakeEngine) -> None:
    backend = SlowBackend(total_blocks=4)
    engine = make_engine(backend)
    first = asyncio.create_task(outputs(engine, request((20,) * 200, ignore_eos=True, max_tokens=5)))
    second = asyncio.create_task(outputs(engine, request((21,) * 200, ignore_eos=True)))
    await until(lambda: engine.stats().waiting + engine.stats().running == 2)
    second.cancel()
    await asyncio.wait([second])
    backend.permits.release(100)
    assert len(ids(await first)) == 5
    await until(lambda: idle(engine))
    assert sum(backend.prefill_sizes) == 200


async def test_leaving_the_stream_early_aborts_the_request(make_engine: MakeEngine) -> None:
    engine = make_engine()
    async with aclosing(engine.generate(request(ignore_eos=True))) as stream:
        async for _ in stream:
            break
    await until(lambda: idle(engine))


def test_a_closed_event_loop_aborts_its_requests_and_harms_no_other(make_engine: MakeEngine) -> None:
    backend = SlowBackend()
    engine = make_engine(backend)
    abandoned = asyncio.new_event_loop()
    stream = engine.generate(request(ignore_eos=True))
    pending = abandoned.create_task(anext(stream))  # type: ignore[arg-type]
    backend.permits.release(1)
    abandoned.run_until_complete(pending)
    abandoned.close()
    backend.permits.release(1000)
    found = asyncio.run(outputs(engine, request(max_tokens=20, ignore_eos=True)))
    assert len(ids(found)) == 20
    asyncio.run(until(lambda: idle(engine)))


# Batching


async def solo(make_engine: MakeEngine, wanted: Request) -> list[TokenOutput]:
    return await outputs(make_engine(), wanted)


async def test_answers_beside_others_and_under_preemption_equal_solo_answers(make_engine: MakeEngine) -> None:
    shared = tuple(20 + i % 300 for i in range(150))
    wanted = [
        request(
            (*shared, 20 + i),
            temperature=[0.0, 1.0, 0.7][i % 3],
            top_p=[1.0, 0.9][i % 2],
            seed=i,
            presence_penalty=i % 2,
            max_tokens=110 + i,
            ignore_eos=True,
            priority=i % 2,
        )
        for i in range(9)
    ]
    alone = [await solo(make_engine, one) for one in wanted]
    for options in ({}, {"step_tokens": 40}, {"host_cache_bytes": 0}):
        engine = make_engine(FakeBackend(total_blocks=9), **options)
        together = await asyncio.gather(*(outputs(engine, one) for one in wanted))
        assert [ids(found) for found in together] == [ids(found) for found in alone]
        assert [text(found) for found in together] == [text(found) for found in alone]
        assert engine.stats().preemptions > 0
        await until(lambda engine=engine: idle(engine))  # type: ignore[misc]


async def test_seeds_decide_and_unseeded_requests_differ(make_engine: MakeEngine) -> None:
    engine = make_engine()
    runs = [
        ids(await outputs(engine, request(seed=seed, max_tokens=20, ignore_eos=True))) for seed in (1, 1, 2, None, None)
    ]
    assert runs[0] == runs[1]
    assert len({tuple(run) for run in runs}) == 4


async def test_the_next_turn_reuses_prompt_and_answer(make_engine: MakeEngine) -> None:
    engine = make_engine()
    first = await outputs(engine, request(tuple(range(20, 120)), ignore_eos=True, max_tokens=100))
    assert first[-1].usage.cached_tokens == 0
    again = await outputs(engine, request((*range(20, 120), *ids(first), 20), ignore_eos=True, max_tokens=2))
    assert again[-1].usage.cached_tokens == 192
    stats = engine.stats()
    assert (stats.prompt_tokens, stats.cached_tokens, stats.completion_tokens) == (100 + 201, 192, 102)


async def test_every_token_s_wait_is_counted_once_by_length(make_engine: MakeEngine) -> None:
    engine = make_engine()
    for answer_tokens in (1, 20):
        await outputs(engine, request(ignore_eos=True, max_tokens=answer_tokens))
    stats = engine.stats()
    assert (sum(stats.first_token.counts), sum(stats.next_token.counts)) == (2, 19)
    assert stats.steps == 2 + 21  # two prompts, and each token that was drawn
    for waits in (stats.first_token, stats.next_token):
        shortest = sum(bound * count for bound, count in zip((0, *waits.bounds_s), waits.counts, strict=True))
        assert shortest < waits.total_s


async def test_failure_of_the_engine_is_in_its_stats(make_engine: MakeEngine) -> None:
    class Failing(FakeBackend):
        def decode(self, rows: Sequence[Chunk]) -> torch.Tensor:
            raise ZeroDivisionError("a bug")

    engine = make_engine(Failing())
    assert engine.stats().failure is None
    with pytest.raises(EngineFailed):
        await outputs(engine, request(ignore_eos=True, max_tokens=9))
    assert "a bug" in (engine.stats().failure or "")


async def test_more_streams_than_rows_advance_together(make_engine: MakeEngine) -> None:
    backend = FakeBackend(max_rows=2)
    engine = make_engine(backend)
    results = await asyncio.gather(
        *(outputs(engine, request((20 + i, 30), ignore_eos=True, max_tokens=30)) for i in range(6))
    )
    assert all(len(ids(found)) == 30 for found in results)
    assert max(backend.decode_sizes) == 2


def test_several_event_loops_use_one_engine(make_engine: MakeEngine) -> None:
    engine = make_engine()
    results: list[int] = []

    def consume(seed: int) -> None:
        found = asyncio.run(outputs(engine, request(seed=seed, ignore_eos=True, max_tokens=50)))
        results.append(len(ids(found)))

    threads = [threading.Thread(target=consume, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [50] * 4


async def test_a_reader_that_pauses_loses_nothing(make_engine: MakeEngine) -> None:
    engine = make_engine()
    stream: AsyncGenerator[TokenOutput, None] = engine.generate(request(ignore_eos=True, max_tokens=50, seed=3))
    first = await anext(stream)
    await until(lambda: idle(engine))
    rest = [output async for output in stream]
    assert len(ids([first, *rest])) == 50
