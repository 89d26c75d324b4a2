"""Several replies to one prompt at once, for requests with `n`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace

from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions
from localcoder.engine.request import EngineFailed

Reply = AsyncGenerator[ChatEvent]
Indexed = tuple[int, ChatEvent]
_AHEAD = 64
"""Events that may wait for a client that reads slowly; the engine has its own room beyond."""
_SEEDS = 1 << 63


def options_of(options: ReplyOptions, count: int) -> list[ReplyOptions]:
    """The options of each of `count` replies. With a seed, each gets its own: they differ, and can be repeated."""
    if options.seed is None:
        return [options] * count
    return [replace(options, seed=(options.seed + index) % _SEEDS) for index in range(count)]


async def all_choices(starts: Sequence[Callable[[], Reply]]) -> AsyncGenerator[Indexed]:
    """The events of all replies as they come, each with its reply's number.

    The first one is started alone, and the others once it has an event: then the prompt lies in the prefix cache and is
    computed once. Raises what any of them raises, and `EngineFailed` if one ends without `ReplyFinished`.
    """
    if len(starts) == 1:
        async with aclosing(_complete(starts[0]())) as events:
            async for event in events:
                yield 0, event
        return
    queue: asyncio.Queue[Indexed | Exception] = asyncio.Queue(_AHEAD)
    begun = asyncio.Event()
    tasks = [asyncio.create_task(_forward(index, start, queue, begun)) for index, start in enumerate(starts)]
    try:
        unfinished = len(starts)
        while unfinished:
            item = await queue.get()
            if isinstance(item, Exception):
                raise item
            unfinished -= isinstance(item[1], ReplyFinished)
            yield item
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _forward(
    index: int, start: Callable[[], Reply], queue: asyncio.Queue[Indexed | Exception], begun: asyncio.Event
) -> None:
    if index:
        await begun.wait()
    try:
        async with aclosing(_complete(start())) as events:
            async for event in events:
                begun.set()
                await queue.put((index, event))
    except Exception as error:  # noqa: BLE001 - of whatever kind, it is raised where the events are read
        await queue.put(error)


async def _complete(reply: Reply) -> Reply:
    """`reply` as it is, closed at the end; raises `EngineFailed` if it ends without `ReplyFinished`."""
    async with aclosing(reply) as events:
        async for event in events:
            yield event
            if isinstance(event, ReplyFinished):
                return
    raise EngineFailed("The model's reply ended before it was finished.")
