"""The answers of one text completion request, generated side by side."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from localcoder.chat.model import ReplyUsage
from localcoder.engine.request import FinishReason, Grammar, PositionLogprobs, Request, SamplingParams, Usage
from localcoder.server.completions_logprobs import Logprobs, LogprobsWriter, empty_logprobs, prompt_logprobs
from localcoder.server.completions_prompts import Prompt
from localcoder.server.completions_reply import Piece
from localcoder.server.completions_request import CompletionRequest

if TYPE_CHECKING:
    from localcoder.engine.engine import Engine

T = TypeVar("T")

AT_ONCE = 16
"""Answers of one request that the engine has at a time: twice its rows, so that it never waits for the next, while a
batch of hundreds does not stand in line before everybody else."""


class CompletionRun:
    """One request's prompts, each continued `n` times. `usage` is complete when `pieces` has ended.

    `new_grammar` makes what constrains an answer, one for each.
    """

    def __init__(
        self,
        engine: Engine,
        asked: CompletionRequest,
        prompts: Sequence[Prompt],
        sampling: SamplingParams,
        priority: int = 0,
        new_grammar: Callable[[], Grammar] | None = None,
    ) -> None:
        self.engine = engine
        self.asked = asked
        self.prompts = prompts
        self.sampling = sampling
        self.priority = priority
        self.new_grammar = new_grammar
        self.id = f"completion-{uuid.uuid4().hex}"
        self._places = asyncio.Semaphore(AT_ONCE)
        self._begun = [asyncio.Event() for _ in prompts]
        self._scores: dict[int, list[PositionLogprobs]] = {}
        self._usages: dict[int, Usage] = {}

    @property
    def usage(self) -> ReplyUsage:
        """What all answers took; a prompt counts once, however many answers it got."""
        return ReplyUsage(
            sum(len(prompt.ids) for prompt in self.prompts),
            sum(usage.completion_tokens for usage in self._usages.values()),
            sum(usage.cached_tokens for index, usage in self._usages.items() if index % self.asked.n == 0),
        )

    async def pieces(self) -> AsyncGenerator[Piece]:
        """The answers as they are generated, in any order of their indices; each ends in a piece with its reason.

        Closing the generator stops all of them. Raises what the engine raises for any.
        """
        answers = [self._answer(index) for index in range(len(self.prompts) * self.asked.n)]
        async with aclosing(side_by_side(answers)) as pieces:
            async for piece in pieces:
                yield piece

    async def _answer(self, index: int) -> AsyncGenerator[Piece]:
        number, choice = divmod(index, self.asked.n)
        if choice:  # the first has the prompt computed, the others find it in the prefix cache
            await self._begun[number].wait()
        async with self._places:
            writer = None if self.asked.logprobs is None else LogprobsWriter(self.engine.tokenizer)
            echo = await self._echo(index, writer)
            if self.asked.max_tokens:
                async with aclosing(self._generated(index, echo, writer)) as pieces:
                    async for piece in pieces:
                        yield piece
            else:
                yield echo
                yield Piece(index, "", finish_reason="length")
            self._begun[number].set()

    async def _echo(self, index: int, writer: LogprobsWriter | None) -> Piece:
        """What the answer begins with: nothing, or its prompt."""
        if not self.asked.echo:
            return Piece(index, "")
        number = index // self.asked.n
        prompt = self.prompts[number]
        if writer is None or self.asked.logprobs is None:
            return Piece(index, prompt.text)
        if number not in self._scores:
            self._scores[number] = await prompt_logprobs(
                self.engine, f"{self.id}-prompt-{number}", prompt.ids, self.asked.logprobs, self.priority
            )
        return Piece(index, prompt.text, writer.prompt(prompt, self._scores[number]))

    async def _generated(self, index: int, echo: Piece, writer: LogprobsWriter | None) -> AsyncGenerator[Piece]:
        """The answer behind `echo`, which its first piece holds: nothing is said before the engine has begun."""
        number, choice = divmod(index, self.asked.n)
        sampling = self.sampling
        if sampling.seed is not None:  # else all answers to one prompt would be the same
            sampling = replace(sampling, seed=sampling.seed + choice)
        grammar = None if self.new_grammar is None else await asyncio.to_thread(self.new_grammar)
        request = Request(f"{self.id}-{index}", self.prompts[number].ids, sampling, self.priority, grammar)
        reason: FinishReason | None = None
        async with aclosing(self.engine.generate(request)) as outputs:
            async for output in outputs:
                self._begun[number].set()
                self._usages[index] = output.usage
                logprobs = None if writer is None else writer.answer(output.token_ids, output.logprobs)
                piece = Piece(index, echo.text + output.text, _after(echo.logprobs, logprobs))
                echo = Piece(index, "")
                if piece.text or piece.logprobs is not None:
                    yield piece
                reason = output.finish_reason
        yield Piece(index, "", finish_reason=reason)


async def side_by_side(streams: Sequence[AsyncGenerator[T]]) -> AsyncGenerator[T]:
    """What all of `streams` yield, as it comes. Closing it, or an exception of one of them, closes them all."""
    if len(streams) == 1:
        async with aclosing(streams[0]) as only:
            async for one in only:
                yield one
        return
    queue: asyncio.Queue[T | Exception | None] = asyncio.Queue(maxsize=len(streams))

    async def pump(stream: AsyncGenerator[T]) -> None:
        last: Exception | None = None
        try:
            async with aclosing(stream):
                async for item in stream:
                    await queue.put(item)
        except Exception as error:  # noqa: BLE001 - raised again where the results are read
            last = error
        await queue.put(last)

    tasks = [asyncio.create_task(pump(stream)) for stream in streams]
    try:
        running = len(tasks)
        while running:
            item = await queue.get()
            if isinstance(item, Exception):
                raise item
            if item is None:
                running -= 1
            else:
                yield item
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _after(first: Logprobs | None, second: Logprobs | None) -> Logprobs | None:
    if first is None or second is None:
        return second
    joined = empty_logprobs()
    for name, entries in joined.items():
        entries += [*first[name], *second[name]]
    return joined
