from __future__ import annotations

import asyncio

import pytest

from localcoder.acp.loading import SharedModel
from localcoder.chat.model import ChatModel
from localcoder.errors import LocalcoderError
from tests.fakes.fake_model import FakeChatModel


class Loads:
    """Loads that end as `outcomes` say, each once `go` is set."""

    def __init__(self, *outcomes: ChatModel | LocalcoderError) -> None:
        self.outcomes = list(outcomes)
        self.begun = 0
        self.go = asyncio.Event()

    async def __call__(self) -> ChatModel:
        self.begun += 1
        await self.go.wait()
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, LocalcoderError):
            raise outcome
        return outcome


async def test_all_get_one_model_and_who_stops_waiting_does_not_stop_the_loading() -> None:
    loads = Loads(model := FakeChatModel([]))
    shared = SharedModel(loads)
    impatient, patient = asyncio.create_task(shared.get()), asyncio.create_task(shared.get())
    await asyncio.sleep(0)
    impatient.cancel()
    assert not shared.is_there
    loads.go.set()
    assert await patient is model
    assert shared.is_there
    assert await shared.get() is model
    assert (impatient.cancelled(), loads.begun) == (True, 1)


async def test_a_load_that_failed_is_tried_again_when_the_model_is_next_wanted() -> None:
    loads = Loads(LocalcoderError("There is no disk."), model := FakeChatModel([]))
    loads.go.set()
    shared = SharedModel(loads)
    with pytest.raises(LocalcoderError, match="no disk"):
        await shared.get()
    assert await shared.get() is model


async def test_closing_does_not_wait_for_a_model_that_loads() -> None:
    shared = SharedModel(Loads())
    shared.start()
    await asyncio.sleep(0)
    await shared.close()
    await SharedModel(Loads()).close()
