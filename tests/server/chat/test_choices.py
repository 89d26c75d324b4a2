"""Several answers at once: what ends one of them, or all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

import pytest

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions, ReplyUsage, TextDelta
from localcoder.engine.request import EngineFailed
from localcoder.server.chat_choices import all_choices, options_of
from tests.fakes.fake_model import FakeChatModel, says
from tests.server.asking import events_of
from tests.server.conftest import Running
from tests.server.test_disconnect import EndlessModel, send_request, wait_until

Serving = Callable[..., Running]
BODY: dict[str, Any] = {"messages": [{"role": "user", "content": "hi"}], "n": 3}


class Numbered(FakeChatModel):
    """Notes when each reply starts, and what has been said until then."""

    def __init__(self, events: Sequence[ChatEvent | Exception]) -> None:
        super().__init__()
        self.events = events
        self.said = 0
        self.starts: list[int] = []

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        self.starts.append(self.said)
        for event in self.events:
            await asyncio.sleep(0)
            if isinstance(event, Exception):
                raise event
            self.said += 1
            yield event


async def test_the_others_start_once_the_first_has_an_event() -> None:
    """Then the prompt lies in the prefix cache."""
    model = Numbered(says("Hello, world"))
    events = [item async for item in all_choices([partial(model.reply, ()) for _ in range(4)])]
    assert model.starts[0] == 0
    assert all(said >= 1 for said in model.starts[1:])
    assert len(events) == 4 * len(model.events)
    for index in range(4):
        assert [event for number, event in events if number == index] == list(model.events)


@pytest.mark.parametrize("said", [0, 1])
async def test_what_one_reply_raises_ends_all(said: int) -> None:
    failing = Numbered([*[TextDelta("a")] * said, EngineFailed("gone")])
    endless = EndlessModel(words=10**9, pause_s=0.0)
    starts = [partial(endless.reply, ()), partial(failing.reply, ()), partial(endless.reply, ())]
    with pytest.raises(EngineFailed, match="gone"):
        async with aclosing(all_choices(starts)) as events:
            async for _ in events:
                pass
    assert endless.active == 0


async def test_a_reply_without_its_end_is_a_failure() -> None:
    whole = Numbered([TextDelta("a"), ReplyFinished("stop", ReplyUsage())])
    broken = Numbered([TextDelta("a")])
    for starts in ([partial(broken.reply, ())], [partial(whole.reply, ()), partial(broken.reply, ())]):
        with pytest.raises(EngineFailed):
            [item async for item in all_choices(starts)]


@pytest.mark.parametrize("stream", [False, True])
def test_leaving_client_closes_all_replies(serving: Serving, stream: bool) -> None:
    model = EndlessModel(words=10**9, pause_s=0.001)
    connection = send_request(serving(model), stream=stream, body=BODY)
    wait_until(lambda: model.active == 3)
    connection.close()
    wait_until(lambda: model.active == 0)


def test_a_failure_of_one_answer_ends_the_stream_with_an_error(serving: Serving) -> None:
    model = FakeChatModel([says("one"), [TextDelta("tw"), EngineFailed("The GPU fell off the bus.")], says("three")])
    events = events_of(serving(model).post(BODY | {"stream": True}))
    assert events[-1]["error"]["message"] == "The GPU fell off the bus."
    assert sum("error" in event for event in events) == 1


def test_a_failure_of_one_answer_is_the_status_of_a_plain_one(serving: Serving) -> None:
    model = FakeChatModel([says("one"), [TextDelta("tw"), EngineFailed("The GPU fell off the bus.")], says("three")])
    assert serving(model).post(BODY).status_code == 503


def test_seeds_of_choices_follow_each_other_and_stay_in_range() -> None:
    assert [options.seed for options in options_of(ReplyOptions(seed=2**63 - 1), 3)] == [2**63 - 1, 0, 1]
    assert [options.seed for options in options_of(ReplyOptions(), 2)] == [None, None]
