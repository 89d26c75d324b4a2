"""What is told of the engine: pictures of the last minute in `/status`, figures in the bottom line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.context_use import ContextUse
from localcoder.agent.events import MessageCompleted, ReplyStarted, TextAdded
from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyUsage
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import EngineFailed
from localcoder.tui.sparkline import share_bar, sparkline
from localcoder.tui.widgets.engine_report import EngineReport, engine_rows, report_content
from localcoder.tui.widgets.status_bar import Status, status_line
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel
from tests.tui.chatting import chat_app, send, steps, transcript, until

NUMBERS = st.lists(st.integers(0, 1_000), max_size=80)
USAGE = ReplyUsage(prompt_tokens=12_850, completion_tokens=212, cached_tokens=11_600, prefill_s=0.3, decode_s=1.9)
LOAD = EngineLoad(
    rows=8,
    running=2,
    waiting=3,
    blocks_total=400,
    blocks_used=100,
    blocks_cached=200,
    prompt_tokens=1_000,
    cached_tokens=870,
    prefill=(0,) * 50 + (900,) + (0,) * 9,
    decode=(0,) * 51 + (112, 180) + (0,) * 7,
    blocks=(0,) * 50 + (400,) + (100,) * 9,
)


class MeasuredModel(FakeChatModel):
    async def load(self) -> EngineLoad:
        return LOAD


@given(NUMBERS, st.integers(1, 100))
def test_a_sparkline_fits_and_its_lowest_block_is_nothing(values: list[int], width: int) -> None:
    picture = sparkline(values, width)
    assert len(picture) <= min(width, len(values))
    assert (set(picture) <= {"▁"}) == (not any(values))
    assert ("█" in picture) == any(values)
    if len(values) <= width:
        assert [mark == "▁" for mark in picture] == [value == 0 for value in values]


@given(NUMBERS, st.integers(1, 100))
def test_the_newest_value_is_on_the_right(values: list[int], width: int) -> None:
    assert sparkline([*values, 2_000], width).endswith("█")


@given(st.floats(0, 1), st.integers(1, 80))
def test_a_share_is_as_wide_as_asked_and_more_than_nothing_shows(share: float, width: int) -> None:
    bar = share_bar(share, width)
    assert len(bar) == width
    assert ("█" in bar) == (share > 0)


async def test_status_shows_the_engine_in_pictures_and_in_words() -> None:
    agent = FakeAgent(model=MeasuredModel(context_tokens=8_192))
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: pilot.app.chat.agent is not None)
        await send(pilot, "/status")
        await until(pilot, lambda: "Engine, the last minute" in transcript(pilot))
        shown = transcript(pilot)
        for words in (
            "292 tokens, at most 180/s",
            "900 tokens, at most 900/s",
            "25% used, 50% cached of 400 blocks",
            "87% of the prompts' tokens",
            "██░░░░░░",
            "2 of 8 rows, 3 waiting",
            "0 at work",
            "0 messages waiting",
        ):
            assert words in shown
        assert shown.count("█") > 3
        report = pilot.app.screen.query_one(EngineReport)
        await until(pilot, lambda: report.content_size.height == 8)  # no row is wrapped


async def test_of_an_engine_elsewhere_its_replies_are_shown() -> None:
    agent = FakeAgent([steps(ReplyStarted(1), MessageCompleted("", "", USAGE))])
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await send(pilot, "hi")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        await send(pilot, "/status")
        await until(pilot, lambda: "112 tokens/s in the last" in transcript(pilot))


async def test_a_resumed_conversation_is_said_to_fill_what_it_fills() -> None:
    agent = FakeAgent(messages=(Message("user", "hi"), Message("assistant", "Hello.")))
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        await send(pilot, "/status")
        await until(pilot, lambda: "8,192 tokens" in transcript(pilot))
        assert f"{agent.context_use().used_tokens} of 8,192 tokens" in transcript(pilot)


async def test_a_conversation_that_cannot_be_counted_is_resumed_all_the_same() -> None:
    class Uncountable(FakeAgent):
        def context_use(self) -> ContextUse:
            raise EngineFailed("The engine has ended.")

    agent = Uncountable([steps(TextAdded("Hello again."))], messages=(Message("user", "hi"),))
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await send(pilot, "and?")
        await until(pilot, lambda: "Hello again." in transcript(pilot))


async def test_nothing_goes_on_for_the_pictures() -> None:
    agent = FakeAgent(model=MeasuredModel(context_tokens=8_192))
    async with chat_app(agent).run_test(size=(80, 40)) as pilot:
        await until(pilot, lambda: pilot.app.chat.agent is not None)
        await send(pilot, "/status")
        await until(pilot, lambda: "Engine, the last minute" in transcript(pilot))
        report = pilot.app.screen.query_one(EngineReport)
        assert not list(report._timers) and report.auto_refresh is None


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_pictures_are_aligned(width: int) -> None:
    lines = str(report_content("Engine", engine_rows(LOAD, width))).split("\n")[1:]
    assert len({line.index(word) for line, word in zip(lines[:3], ("292 ", "900 ", "25%"), strict=True)}) == 1


@pytest.mark.parametrize("model", ["pocket", "CohereLabs/North-Mini-Code-1.0", "Qwen/Qwen3-Coder-30B-A3B-Instruct"])
@pytest.mark.parametrize("mode", ["ask", "accept-edits", "plan", "full"])
@pytest.mark.parametrize(("queued", "agents"), [(0, 0), (2, 0), (2, 8)])
@pytest.mark.parametrize("columns", [80, 120, 200])
def test_the_bottom_line_has_all_of_its_figures(model: str, mode: str, queued: int, agents: int, columns: int) -> None:
    line = str(status_line(Status(model, mode, 131_072, USAGE, "sandbox", queued, agents), columns - 2))
    assert len(line) <= columns - 2
    # 1,250 tokens in 0.3 s, 212 in 1.9 s, 11,600 of 12,850 cached, 13,062 of 131,072 used.
    rate = ("4,167/s",) if columns == 200 else ("4,167/s", "4.2k/s")
    assert any(text in line for text in rate)
    for text in (model.rpartition("/")[2][:6], mode, "112", "90%", "10%", "131k"):
        assert text in line
    assert ("2 queued" in line) == bool(queued)
    assert ("8 agents" in line) == bool(agents)


def test_that_commands_are_not_confined_is_said_before_speeds() -> None:
    line = str(status_line(Status("acme/some-long-name", "accept-edits", 131_072, USAGE, "no sandbox", 2, 8), 78))
    assert "no sandbox" in line and "2 queued" in line and "8 agents" in line
