"""/compact on the screen, with the real agent around a scripted model."""

from __future__ import annotations

import asyncio
from pathlib import Path

from localcoder.agent.approval import Approver
from localcoder.chat.messages import Message
from localcoder.cli.common import Options, build_agent, open_workplace
from localcoder.tui.app import ChatApp
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_model import FakeChatModel, says
from tests.tui.chatting import chat_app, send, steps, transcript, until

PAST = (Message("user", "tell [bold]"), Message("assistant", "word " * 3_000), Message("user", "and on"))


def real_app(folder: Path, model: FakeChatModel, history: tuple[Message, ...]) -> ChatApp:
    workplace = open_workplace(Options(cd=str(folder), no_sandbox=True))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        return build_agent(workplace, model, approver, history=history)

    return ChatApp(build, ChatOptions(model_name="fake", cwd=folder, theme="dark"), clock=lambda: 0.0)


async def test_it_says_in_one_plain_line_how_much_became_free(tmp_path: Path) -> None:
    model = FakeChatModel([says("Notes [red]."), says("Yes.")])
    async with real_app(tmp_path, model, PAST).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        await send(pilot, "/compact")
        await until(pilot, lambda: "Context compacted:" in transcript(pilot) and pilot.app.chat._turn is None)
        assert "(2 older messages summed up)." in transcript(pilot)
        assert "Notes [red]." in pilot.app.chat.agent.messages[0].content
        used = f"{pilot.app.chat.status.context_used:,}"
        assert f"{used} after" in transcript(pilot)
        await send(pilot, "and now?")
        await until(pilot, lambda: pilot.app.chat.status.counted_tokens is None)


async def test_a_resumed_conversation_shows_a_line_in_place_of_the_summary(tmp_path: Path) -> None:
    history = (
        Message("user", "[The earlier part of this conversation was replaced by this summary.]\n\nNotes."),
        PAST[2],
    )
    async with real_app(tmp_path, FakeChatModel(), history).run_test() as pilot:
        await until(pilot, lambda: "What came before was summed up" in transcript(pilot))
        assert "Notes." not in transcript(pilot)


async def test_where_there_is_nothing_to_compact_it_says_so(tmp_path: Path) -> None:
    async with real_app(tmp_path, FakeChatModel(), ()).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        await send(pilot, "/compact")
        await until(pilot, lambda: "There is nothing to compact yet" in transcript(pilot))


async def test_it_is_refused_while_a_turn_runs() -> None:
    agent = FakeAgent([steps(asyncio.Event())])
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "work")
        await until(pilot, lambda: agent.prompts == ["work"])
        pilot.app.chat._prompt.set_draft("/compact")
        await pilot.press("enter")
        await until(pilot, lambda: "It is still working: Esc interrupts it" in transcript(pilot))
        await pilot.press("escape")


async def test_escape_ends_it_and_the_conversation_is_as_it_was(tmp_path: Path) -> None:
    model = FakeChatModel([says("Notes.")], delay_s=3_600)
    async with real_app(tmp_path, model, PAST).run_test() as pilot:
        await until(pilot, lambda: pilot.app.chat._ready)
        await send(pilot, "/compact")
        await until(pilot, lambda: model.active == 1)
        await pilot.press("escape")
        await until(pilot, lambda: "Interrupted." in transcript(pilot))
        assert pilot.app.chat.agent.messages == PAST
